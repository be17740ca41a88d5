//! What `expand` does before any chain is looked at: options, what the attribute stands on, and
//! that the item always comes out.

use fuse_compiler::expand;
use fuse_compiler::internals::cluster::{Cost, Limit, Strategy};
use fuse_compiler::internals::options::Options;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

fn tokens(source: &str) -> TokenStream {
    source.parse().expect("the test's source is made of tokens")
}

fn options(source: &str) -> Options {
    Options::parse(tokens(source)).unwrap_or_else(|error| panic!("{source}: {error}"))
}

/// The first line of every error in these options.
fn mistakes(source: &str) -> Vec<String> {
    let error = Options::parse(tokens(source)).expect_err(source);
    let lines = error
        .into_iter()
        .map(|error| error.to_string().lines().next().unwrap_or("").to_owned());
    lines.collect()
}

fn assert_unchanged(item: &str) {
    let item = tokens(item).to_string();
    assert_eq!(expand(quote!(), tokens(&item)).to_string(), item);
}

/// On a side of an operator they are no stable Rust, which rustc has to say: a rewriting that lost them would make the program compile.
#[test]
fn attributes_of_operands_stay() {
    let scaled = "let mut v : Vec < f64 > = a . iter () . map (| x | x - 1.0) . collect () ; for x in v . iter_mut () { \
        # [inline] * x *= g ; } v";
    assert_unchanged(&format!(
        "fn f (a : & [f64] , g : f64) -> Vec < f64 > {{ {scaled} }}"
    ));
    let anew = "let mut s = 0.0 ; for x in row { s += x ; } let mean = s ; # [expect (unused)] s = 0.0 ; \
        for x in row { s += x . abs () ; } mean + s";
    assert_unchanged(&format!("fn f (row : & [f64]) -> f64 {{ {anew} }}"));
}

#[test]
fn no_options_are_the_defaults() {
    let options = options("");
    assert_eq!(options.strategy(), Strategy::Optimal);
    assert_eq!(options.cost(), Cost::Traffic);
    assert!(options.explain.is_none() && options.loops.is_none());
    assert_eq!(
        options.runtime().to_string(),
        quote!(::loopfuse::__private).to_string()
    );
}

#[test]
fn every_option_is_read() {
    let all = options(
        r#"explain, loops = 0x1_0, strategy = "imperative", cost = r"paper", crate = a::b,"#,
    );
    assert!(all.explain.is_some());
    assert_eq!(all.loops.as_ref().map(|loops| loops.value), Some(16));
    assert_eq!(all.strategy(), Strategy::Imperative);
    assert_eq!(all.cost(), Cost::Paper);
    assert_eq!(
        all.runtime().to_string(),
        quote!(a::b::__private).to_string()
    );
    let strategies = [
        ("unfused", Strategy::Unfused),
        ("stream", Strategy::Stream),
        ("imperative", Strategy::Imperative),
        ("optimal", Strategy::Optimal),
    ];
    for (word, strategy) in strategies {
        assert_eq!(
            options(&format!("strategy = \"{word}\"")).strategy(),
            strategy
        );
    }
    assert_eq!(options("loops = 0").loops.map(|loops| loops.value), Some(0));
    assert_eq!(options("limit = 3").limit(), Limit::of_states(3));
    assert_eq!(options("loops = 3").limit(), Limit::default());
}

#[test]
fn the_crate_is_a_path_bare_or_in_a_string() {
    for path in [
        "fused",
        "::fused",
        "crate::a::fused",
        "self::a",
        "super::a",
        "crate",
    ] {
        let bare = options(&format!("crate = {path}")).runtime().to_string();
        let string = options(&format!("crate = \"{path}\""))
            .runtime()
            .to_string();
        assert_eq!(bare, string);
        assert_eq!(bare, tokens(&format!("{path}::__private")).to_string());
    }
}

#[test]
fn options_that_a_macro_substitutes_are_read_through_their_invisible_groups() {
    let two = TokenTree::from(Group::new(Delimiter::None, quote!(2)));
    let path = TokenTree::from(Group::new(Delimiter::None, quote!(a::b)));
    let whole = Group::new(
        Delimiter::None,
        quote!(explain, loops = #two, crate = #path),
    );
    let options = Options::parse(TokenTree::from(whole).into()).expect("they are well formed");
    assert_eq!(options.loops.map(|loops| loops.value), Some(2));
    assert!(options.explain.is_some() && options.krate.is_some());
}

#[test]
fn malformed_options_are_mistakes() {
    let unknown = |name: &str| format!("unknown option `{name}`");
    let missing = |name: &str| format!("the option `{name}` needs a value");
    let wrong = |name: &str| format!("this is not a value of the option `{name}`");
    let trailing = |name: &str| format!("unexpected tokens after the option `{name}`");
    let flag = "the option `explain` takes no value".to_owned();
    let expected = "expected an option".to_owned();
    let cases = [
        ("min_len", missing("min_len")),
        ("min_len = -1", wrong("min_len")),
        ("limit = -1", wrong("limit")),
        ("limit", missing("limit")),
        (
            "r#explain",
            unknown("r#explain") + "; did you mean `explain`?",
        ),
        ("loop = 2", unknown("loop") + "; did you mean `loops`?"),
        ("Explain", unknown("Explain") + "; did you mean `explain`?"),
        ("loops", missing("loops")),
        ("loops =", missing("loops")),
        ("strategy =", missing("strategy")),
        ("crate", missing("crate")),
        ("loops(2)", wrong("loops")),
        ("loops 2", wrong("loops")),
        ("loops = -1", wrong("loops")),
        ("loops = 2u8", wrong("loops")),
        ("loops = 2.0", wrong("loops")),
        ("loops = \"2\"", wrong("loops")),
        ("loops = N", wrong("loops")),
        ("loops = 4294967296", wrong("loops")),
        ("loops = 99999999999999999999999", wrong("loops")),
        ("loops = 2 3", trailing("loops")),
        ("loops == 2", wrong("loops")),
        (
            "strategy = \"optmal\"",
            wrong("strategy") + "; did you mean `\"optimal\"`?",
        ),
        (
            "strategy = stream",
            wrong("strategy") + "; did you mean `\"stream\"`?",
        ),
        ("strategy = b\"stream\"", wrong("strategy")),
        ("strategy = \"\"", wrong("strategy")),
        ("strategy = \"stream\" \"stream\"", trailing("strategy")),
        ("cost = 3", wrong("cost")),
        ("crate = a<b>", trailing("crate")),
        ("crate = a::", wrong("crate")),
        ("crate = 3", wrong("crate")),
        ("crate = \"\"", wrong("crate")),
        ("crate = \"a b\"", wrong("crate")),
        ("crate = a b", trailing("crate")),
        ("crate = \"a\" b", trailing("crate")),
        ("explain = true", flag.clone()),
        ("explain()", flag),
        ("explain loops = 2", trailing("explain")),
        ("3", expected.clone()),
        ("= 3", expected.clone()),
        ("(explain)", expected.clone()),
        (",", expected.clone()),
        ("explain,,", expected),
    ];
    for (source, mistake) in cases {
        assert_eq!(mistakes(source), [mistake], "{source}");
    }
}

#[test]
fn a_repeated_option_is_a_mistake_and_its_value_is_still_checked() {
    let repeated = |name: &str| format!("the option `{name}` is given more than once");
    assert_eq!(mistakes("explain, explain"), [repeated("explain")]);
    assert_eq!(mistakes("loops = 2, loops = 2"), [repeated("loops")]);
    let twice = mistakes("cost = \"paper\", cost = 4, cost = \"paper\"");
    assert_eq!(
        twice,
        [
            repeated("cost"),
            "this is not a value of the option `cost`".into(),
            repeated("cost")
        ]
    );
}

#[test]
fn mistakes_are_reported_together() {
    assert_eq!(mistakes("speed, loops = x, , strategy").len(), 4);
    let both = expand(
        quote!(speed),
        quote!(
            struct S;
        ),
    )
    .to_string();
    assert_eq!(both.matches("compile_error").count(), 2);
}

#[test]
fn an_unknown_option_lists_the_known_ones() {
    let error = Options::parse(quote!(speed)).expect_err("there is none of this name");
    assert_eq!(
        error.to_string(),
        "unknown option `speed`\nhelp: the options are `explain`, `loops = N`, \
         `strategy = \"...\"`, `cost = \"...\"`, `limit = N`, `reassociate`, \
         `parallel`, `baseline`, `min_len = N`, `chunked = Name` and `crate = path`"
    );
}

#[test]
fn functions_of_every_shape_are_functions() {
    let items = [
        "fn f() {}",
        "/// Documented.\n#[inline] #[must_use] pub(in crate::a) fn f<'a, T: Copy>(x: &'a T) -> T where T: 'a { *x }",
        "async fn f() { g().await }",
        "const fn f() -> u8 { 3 }",
        "unsafe fn f() {}",
        "extern fn f() {}",
        "pub const unsafe extern \"C\" fn f() {}",
        "default fn f(&self) {}",
        "pub default fn f(&self) {}",
        "fn f(&mut self, x: u8) { self.x = x }",
        "fn f(self: std::pin::Pin<&mut Self>) {}",
        "fn f(mut self) -> Self { #![allow(unused)] self }",
        "fn f((a, b): (u8, u8), [c, ..]: [u8; 3], _: impl Fn(u8) -> u8) -> impl Iterator<Item = u8> + use<> { [a, b, c].into_iter() }",
    ];
    for item in items {
        assert!(
            matches!(
                fuse_compiler::target::parse(&tokens(item)),
                Ok(fuse_compiler::target::Target::Function(_))
            ),
            "{item}"
        );
        assert_unchanged(item);
    }
}

#[test]
fn what_does_not_parse_comes_out_token_for_token() {
    let items = [
        "fn f() { let = 3; }",
        "fn f() { 1 2 3 }",
        "fn f(x) {}",
        "fn (x: u8) {}",
        "fn f",
        "fn f() where {} fn g() {}",
        // Newer than syn, perhaps, and rustc's to judge.
        "gen fn f() -> u8 { yield 3 }",
        "safe fn f() {}",
        "async gen fn f() {}",
        "fn f() { become g() }",
        "unsafe const fn f() {}",
    ];
    items.into_iter().for_each(assert_unchanged);
}

#[test]
fn options_are_checked_even_where_the_body_does_not_parse() {
    let expansion = expand(quote!(speed), tokens("fn f() { let = 3; }")).to_string();
    assert!(expansion.starts_with("fn f () { let = 3 ; }"));
    assert_eq!(expansion.matches("compile_error").count(), 1);
}

#[test]
fn anything_else_is_a_mistake_that_says_what_it_is() {
    let cases = [
        ("struct S;", "a struct"),
        ("pub struct S { x: u8 }", "a struct"),
        ("enum E {}", "an enum"),
        ("union U { x: u8 }", "a union"),
        ("#[a] pub unsafe trait T {}", "a trait"),
        ("auto trait T {}", "a trait"),
        ("unsafe impl T for U {}", "an impl block"),
        ("mod m { fn f() {} }", "a module"),
        ("const X: fn() = f;", "a constant"),
        ("const _: () = {};", "a constant"),
        ("static mut X: u8 = 3;", "a static"),
        ("type T = fn();", "a type alias"),
        ("use a::b;", "an import"),
        ("extern crate a;", "an extern crate"),
        ("unsafe extern \"C\" { fn f(); }", "a foreign block"),
        ("extern {}", "a foreign block"),
        ("macro_rules! m { () => {} }", "a macro"),
        ("let f = || 3;", "a statement"),
        ("a::thing! {}", "a macro call"),
        ("thing!(3);", "a macro call"),
    ];
    for (item, found) in cases {
        let expansion = expand(quote!(), tokens(item)).to_string();
        assert!(expansion.starts_with(&tokens(item).to_string()), "{item}");
        assert_eq!(expansion.matches("compile_error").count(), 1, "{item}");
        assert!(
            expansion.contains(&format!("but this is {found}\\n")),
            "{item}"
        );
    }
}

#[test]
fn an_expression_stays_one() {
    let items = [
        "|x| 2 * x",
        "move |y| f(x)",
        "const { 3 }",
        "unsafe { f() }",
        "f(x)",
        "match x { _ => 3 }",
        "!x",
        "a::b",
    ];
    for item in items {
        let expansion = expand(quote!(), tokens(item));
        let block: syn::ExprBlock = syn::parse2(expansion).expect(item);
        let [syn::Stmt::Macro(error), syn::Stmt::Expr(expression, None)] = &block.block.stmts[..]
        else {
            panic!("{item}: an error and a value")
        };
        assert!(
            error
                .mac
                .path
                .segments
                .last()
                .is_some_and(|name| name.ident == "compile_error")
        );
        assert_eq!(quote!(#expression).to_string(), tokens(item).to_string());
    }
    assert!(
        expand(quote!(), quote!())
            .to_string()
            .contains("compile_error")
    );
}

#[test]
fn a_function_without_a_body_is_a_mistake() {
    for item in [
        "fn f();",
        "pub fn f(&self) -> u8;",
        "unsafe extern \"C\" fn f();",
    ] {
        let expansion = expand(quote!(), tokens(item)).to_string();
        assert!(expansion.starts_with(&tokens(item).to_string()), "{item}");
        assert!(expansion.contains("this function has none"), "{item}");
    }
}

#[test]
fn a_function_from_a_macro_is_read_through_its_invisible_groups() {
    let visibility = TokenTree::from(Group::new(Delimiter::None, quote!(pub)));
    let nothing = TokenTree::from(Group::new(Delimiter::None, quote!()));
    let item = quote!(#visibility #nothing fn f() {});
    let whole = TokenStream::from(TokenTree::from(Group::new(Delimiter::None, item.clone())));
    for item in [item, whole] {
        let expansion = expand(quote!(), item.clone()).to_string();
        assert_eq!(expansion, item.to_string());
    }
}

#[test]
fn a_function_too_deep_for_syn_comes_out_as_it_went_in() {
    assert_unchanged(&format!("fn f() -> u32 {{ 0 {} }}", "+ 1".repeat(10_000)));
    assert_unchanged(&format!(
        "fn f() {{ {} {} }}",
        "(".repeat(500),
        ")".repeat(500)
    ));
}
