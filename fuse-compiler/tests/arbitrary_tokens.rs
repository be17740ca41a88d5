//! No input makes `expand` panic, and none is lost: whatever is not a function that parses comes
//! out token for token, with nothing or only errors behind it.

use fuse_compiler::expand;
use fuse_compiler::target::{self, Target};
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use proptest::prelude::*;

/// Words that mean something to the parser, and some that do not.
const WORDS: &[&str] = &[
    "fn",
    "let",
    "mut",
    "if",
    "else",
    "match",
    "for",
    "in",
    "while",
    "loop",
    "return",
    "break",
    "continue",
    "move",
    "const",
    "static",
    "struct",
    "enum",
    "union",
    "impl",
    "trait",
    "where",
    "pub",
    "crate",
    "self",
    "Self",
    "super",
    "unsafe",
    "extern",
    "async",
    "await",
    "default",
    "type",
    "use",
    "as",
    "dyn",
    "ref",
    "mod",
    "macro_rules",
    "gen",
    "safe",
    "yield",
    "_",
    "x",
    "xs",
    "iter",
    "map",
    "filter",
    "sum",
    "collect",
    "zip",
    "fold",
    "Vec",
    "f64",
    "vec",
    "explain",
    "loops",
    "strategy",
    "cost",
];

const PUNCTUATION: &str = "=<>!~+-*/%^&|@.,;:#$?'";

fn token() -> impl Strategy<Value = TokenTree> {
    let word = prop::sample::select(WORDS)
        .prop_map(|word| TokenTree::from(Ident::new(word, Span::call_site())));
    let punctuation = (
        prop::sample::select(PUNCTUATION.chars().collect::<Vec<_>>()),
        any::<bool>(),
    )
        .prop_map(|(sign, joint)| {
            let spacing = if joint {
                Spacing::Joint
            } else {
                Spacing::Alone
            };
            TokenTree::from(Punct::new(sign, spacing))
        });
    let literal = prop_oneof![
        any::<u64>().prop_map(Literal::u64_unsuffixed),
        any::<i128>().prop_map(Literal::i128_suffixed),
        any::<i8>().prop_map(Literal::i8_unsuffixed),
        (-1e9..1e9).prop_map(Literal::f64_unsuffixed),
        any::<String>().prop_map(|text| Literal::string(&text)),
        any::<char>().prop_map(Literal::character),
        any::<Vec<u8>>().prop_map(|bytes| Literal::byte_string(&bytes)),
    ]
    .prop_map(TokenTree::from);
    prop_oneof![4 => word, 4 => punctuation, 1 => literal]
}

fn stream() -> impl Strategy<Value = TokenStream> {
    let flat = prop::collection::vec(token(), 0..6).prop_map(TokenStream::from_iter);
    flat.prop_recursive(5, 60, 6, |inner| {
        let delimiter = prop_oneof![
            Just(Delimiter::Parenthesis),
            Just(Delimiter::Brace),
            Just(Delimiter::Bracket),
            Just(Delimiter::None),
        ];
        let group = (delimiter, inner)
            .prop_map(|(delimiter, inner)| TokenTree::from(Group::new(delimiter, inner)));
        prop::collection::vec(prop_oneof![2 => token(), 1 => group], 0..8)
            .prop_map(TokenStream::from_iter)
    })
}

/// Statements that parse more often than not, so that the body is reached.
fn statement() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec!["xs", "ys", "n", "self", "r#fn"]);
    let source = prop_oneof![
        name.clone().prop_map(|name| format!("{name}.iter()")),
        name.clone().prop_map(|name| format!("&{name}")),
        name.clone().prop_map(|name| format!("(0..{name})")),
        name.clone().prop_map(|name| format!("{name}.into_iter()")),
    ];
    let adapter = prop::sample::select(vec![
        ".map(|x| x + 1)",
        ".filter(|x| **x > 0)",
        ".copied()",
        ".zip(ys)",
        ".map(f)",
        ".map()",
        ".map(|_| return)",
        ".filter_map(|x| x?)",
        ".enumerate()",
        ".flat_map(|a| ys.iter())",
        ".zip(xs.iter().map(|x| { x }))",
        ".map::<_, u8>(|x| x)",
        ".map(async |x| x)",
        "[0]",
        "?",
    ]);
    let consumer = prop::sample::select(vec![
        "",
        ".sum::<f64>()",
        ".sum()",
        ".collect::<Vec<_>>()",
        ".collect()",
        ".fold(0, |a, b| a)",
        ".fold(0)",
        ".max().unwrap_or(3)",
        ".count() + 1",
        ".any(|x| *x)",
        ".min_by_key()",
    ]);
    let chain = (source, prop::collection::vec(adapter, 0..4), consumer).prop_map(
        |(source, adapters, consumer)| format!("{source}{}{consumer}", adapters.concat()),
    );
    (name, chain, 0..6).prop_map(|(name, chain, form)| match form {
        0 => format!("let {name}: Vec<f64> = {chain};"),
        1 => format!("let {name} = {chain};"),
        2 => format!("#[cfg(x)] let ({name}, mut b) = {chain} else {{ return }};"),
        3 => format!("for {name} in {chain} {{ break; }}"),
        4 => format!("g!({chain});"),
        _ => chain,
    })
}

fn check(options: TokenStream, item: TokenStream) {
    let is_function = matches!(target::parse(&item), Ok(Target::Function(_)));
    let before = item.to_string();
    let after = expand(options.clone(), item.clone()).to_string();
    assert_eq!(after, expand(options, item).to_string());
    if !is_function {
        const ERROR: &str = ":: core :: compile_error ! {";
        let item_then_errors = after.strip_prefix(&before).is_some_and(|rest| {
            let rest = rest.trim_start();
            rest.is_empty() || rest.starts_with(ERROR)
        });
        let block = after
            .strip_prefix("{ ")
            .and_then(|rest| rest.strip_suffix(" }"));
        let errors_then_value =
            block.is_some_and(|block| block.starts_with(ERROR) && block.ends_with(&before));
        assert!(
            item_then_errors || errors_then_value,
            "{before}\nbecame\n{after}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_items(options in stream(), item in stream()) {
        check(options, item);
    }

    #[test]
    fn arbitrary_bodies(parameters in stream(), body in stream()) {
        check(
            TokenStream::new(),
            quote::quote!(pub fn f<T>(#parameters) -> T { #body }),
        );
        check(TokenStream::new(), quote::quote!(fn f(xs: &[f64]) { #body }));
    }

    #[test]
    fn statements_that_nearly_make_sense(statements in prop::collection::vec(statement(), 0..6)) {
        let source = format!("fn f(&self, xs: &[f64], ys: Vec<f64>, n: usize) {{ {} }}", statements.concat());
        check(TokenStream::new(), source.parse().expect("tokens"));
    }

    #[test]
    fn arbitrary_text(text in any::<String>()) {
        if let Ok(tokens) = text.parse::<TokenStream>() {
            check(tokens.clone(), tokens);
        }
    }
}

/// `if !(..)` among the tokens of a macro was taken for a call of a macro named `if`.
#[test]
fn a_keyword_before_a_negation_in_a_macro() {
    let item = quote::quote! {
        fn kept(xs: &[Option<u32>]) -> Vec<u32> {
            for x in xs {
                assert!(matches!(x, Some(n) if !(*n > 3)) || match x { Some(n) => !{ *n > 4 }, None => true });
            }
            let halves: Vec<u32> = xs.iter().flatten().map(|n| n / 2).collect();
            halves.iter().map(|n| n + 1).collect()
        }
    };
    check(TokenStream::new(), item);
}
