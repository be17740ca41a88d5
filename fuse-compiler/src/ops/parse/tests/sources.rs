//! Sources, known and unknown, and what only looks like one.

use super::*;

#[test]
fn sources() {
    for (parameters, text, words) in [
        (XS, "xs.iter()", "&xs"),
        (XS, "xs.into_iter()", "&xs"),
        (XS, "(&xs).into_iter()", "&xs"),
        ("xs: Vec<f64>", "xs.iter()", "&xs"),
        ("xs: Vec<f64>", "xs.into_iter()", "xs"),
        ("xs: [f64; 3]", "xs.into_iter()", "xs"),
        ("xs: Box<[f64]>", "xs.iter()", "&xs"),
        ("xs: &mut [f64]", "xs.iter()", "&xs"),
        ("xs: &Vec<f64>", "xs.into_iter()", "&xs"),
        ("xs: &&[f64]", "xs.iter()", "&xs"),
        ("n: usize", "(0..n)", "n"),
        ("n: usize", "(0..12)", "12"),
        ("n: usize", "(1..n)", "a..b"),
        ("n: usize", "(0..=n)", "a..b"),
        ("n: usize", "(0..n + 1)", "+"),
        ("mut n: usize", "(0..n)", ".."),
        (XS, "(0..xs.len())", "xs.len()"),
        ("n: usize", "(0..n).into_iter()", "n"),
    ] {
        assert_eq!(stream(parameters, text), words, "{parameters}, {text}");
    }
    // As the argument of a `zip`, whatever turns into an iterator.
    for (ys, words) in [
        ("&ys", "&ys"),
        ("ys", "ys"),
        ("ys.iter()", "&ys"),
        ("0..3", "3"),
    ] {
        let text = format!("xs.iter().zip({ys})");
        let parameters = "xs: &[f64], ys: Vec<f64>";
        assert_eq!(stream(parameters, &text), format!("&xs zip({words})"));
    }
}

#[test]
fn unknown_sources() {
    for (parameters, text) in [
        ("xs: &mut Vec<f64>", "xs.into_iter()"),
        ("xs: &[f64]", "make(xs).iter()"),
        ("xs: &[f64]", "self::xs.iter()"),
        ("n: usize", "(0..)"),
    ] {
        let cause = cause(parameters, &format!("let n = {text}.count()"));
        assert!(matches!(cause, Cause::UnknownSource(_)), "{text}: {cause}");
    }
}

#[test]
fn mutable_references_are_for_loops() {
    let cause = cause("xs: &mut [f64]", "let n = xs.iter_mut().count()");
    assert_eq!(cause, Cause::Changed);
}

#[test]
fn places_that_may_go_on_where_they_stopped() {
    for (parameters, text) in [
        ("lexer: &mut Lexer", "lexer.lines()"),
        ("lexer: &mut Lexer", "lexer.iter()"),
        ("mut lexer: Lexer", "lexer.values()"),
        ("parser: &mut Parser", "parser.lexer.lines()"),
    ] {
        let cause = cause(parameters, &format!("let n = {text}.count()"));
        assert!(matches!(cause, Cause::MayAdvance(_)), "{text}: {cause}");
    }
    for (parameters, text) in [
        ("lexer: &Lexer", "lexer.lines()"),
        ("table: &mut Table", "table.data.iter()"),
        ("names: &mut HashMap<u8, u8>", "names.values()"),
        ("text: &mut String", "text.lines()"),
    ] {
        stream(parameters, text);
    }
}

#[test]
fn what_does_not_look_like_a_chain() {
    for text in [
        "xs",
        "xs.len()",
        "xs.sum()",
        "sum(xs.iter())",
        "it.count()",
        "xs.iter()",
        "f(xs).max(y)",
    ] {
        let function = format!("fn f(xs: &[f64]) {{ let n = {text}; }}");
        assert!(matches!(attempt(&function), Attempt::NotAChain), "{text}");
    }
}
