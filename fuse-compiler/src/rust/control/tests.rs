use super::*;

fn of(text: &str) -> Control {
    Control::of_expr(&syn::parse_str(text).unwrap())
}

#[test]
fn returns_and_questions_stay_inside_closures() {
    assert!(of("{ if x { return 1 } 2 }").returns);
    assert!(of("x?").question);
    assert!(!of("|x| { return x? }").leaves());
    assert!(!of("async { return x? }").leaves());
    assert!(!of("{ fn g() -> u8 { return 1 } 2 }").returns);
    assert!(of("(|x| x)(y?)").question);
    assert!(of("vec![x?]").question, "an argument of a listed macro");
}

#[test]
fn breaks_of_inner_loops_stay_inside() {
    assert!(!of("loop { if x { break } else { continue } }").breaks);
    assert!(!of("'a: loop { loop { break 'a } }").breaks);
    assert!(!of("'a: { break 'a 1 }").breaks);
    assert!(of("break").breaks);
    assert!(of("loop { break 'outer }").breaks);
    assert!(of("{ { break } }").breaks, "a block is no loop");
    assert!(
        of("for x in { break } {}").breaks,
        "the iterator is outside its loop"
    );
    assert!(of("loop { f(|| 'a: { break 'a }); continue 'b }").breaks);
}

#[test]
fn suspension_and_unsafety() {
    assert!(of("f.await").awaits);
    assert!(!of("async { f.await }").awaits);
    assert!(of("async { f.await }").asynchronous);
    assert!(of("unsafe { f() }").unsafe_blocks);
    assert!(of("f(mine!())").unlisted_macros);
    assert!(!of("f(vec![1])").unlisted_macros);
}

#[test]
fn ways_out_that_are_hardly_ever_taken() {
    let rarely = |text: &str| {
        let control = Control::of_stmt(&syn::parse_str(text).unwrap());
        assert!(control.leaves(), "{text}");
        control.leaves_rarely()
    };
    for text in [
        "let x = f(y)?;",
        "if x > y { return Err(x); }",
        "for x in xs { if f(x) { return None; } }",
        "if sum == 0.0 { break; }",
        "if n != 3 { g(); } else { return x; }",
        "if !x.is_finite() || n == 0 { log(x); return 0.0; }",
        "if n < 2 { return x; }",
        "let Some(x) = y else { return 0 };",
        "ensure!(x > y, \"no\");",
    ] {
        assert!(rarely(text), "{text}");
    }
    for text in [
        "if x > y { return x; }",
        "if x > y || n == 0 { return; }",
        "if n != 3 { return x; }",
        "if n == 0 { g(); } else { continue; }",
        "match x { A => return Ok(1), _ => {} }",
        "if sum == total { break; }",
        "if n < 1000 { return x; }",
        "mine!(x);",
    ] {
        assert!(!rarely(text), "{text}");
    }
}

#[test]
fn attributes_anywhere() {
    let stmt = |text: &str| statement_attributes(&syn::parse_str(text).unwrap());
    for text in [
        "#[cfg(a)] let x = 1;",
        "let x = #[cfg(a)] 1;",
        "let x = f(|#[cfg(a)] y| y);",
        "let x = Point { #[cfg(a)] x: 1 };",
        "let x = match y { #[cfg(a)] 1 => 2, _ => 3 };",
        "let x = { /// doc\nlet y = 1; y };",
        "let x = vec![#[cfg(a)] 1];",
        "#[expect(unused)] f();",
        "#[inline] fn g() {}",
    ] {
        assert!(stmt(text), "{text}");
    }
    assert!(!stmt("let x = f(|y| vec![y, 1]);"));
}

#[test]
fn invisible_groups_inside_macros() {
    use proc_macro2::{Delimiter, Group, TokenTree};
    let group = TokenTree::Group(Group::new(Delimiter::None, quote::quote!(a + b)));
    let expr: Expr = syn::parse_quote!(vec![#group]);
    assert!(Control::of_expr(&expr).none_groups);
    let group = TokenTree::Group(Group::new(Delimiter::None, quote::quote!(a + b)));
    let expr: Expr = syn::parse_quote!(f(#group));
    assert!(Control::of_expr(&expr).none_groups);
}
