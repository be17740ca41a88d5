use super::{Ask, Totality, totality, totality_of_sides};
use crate::rust::environment::Environment;
use crate::rust::visible;
use quote::ToTokens;
use syn::{Expr, ItemFn};

const PLACES: &str = "fn f(x: f64, r: &&f64, n: i32, b: bool, s: &str, t: (f64, bool), o: Option<f64>, \
     names: &[String], xs: &[f64], p: *const f64, w: &Wrapped, h: Option<Hidden>, u) {}";

fn environment(function: &str) -> Environment {
    let function = function.replace(", u)", ")");
    let function: ItemFn = syn::parse_str(&function).unwrap();
    let mut env = Environment::of_signature(&function.sig);
    env.push_unknown("u", false);
    env
}

fn of(function: &str, expr: &str) -> Totality {
    let env = environment(function);
    visible::asked(&syn::parse_str(expr).unwrap(), &env, |term| {
        totality(term, &env)
    })
}

fn asked(totality: &Totality) -> Vec<(Ask, String)> {
    let questions = totality.questions().expect("asked");
    let shown = questions.iter().map(|question| {
        let place = question.place.to_token_stream().to_string();
        (question.ask, place.replace(' ', ""))
    });
    shown.collect()
}

#[test]
fn what_is_visibly_total() {
    for expr in [
        "x * 2.0 - **r",
        "-x + x.abs()",
        "x > 0.0 && **r < 1.0",
        "n.wrapping_add(1)",
        "n == 3 || !b",
        "(t.0, t.1)",
        "&t.0",
        "if x > 0.0 { x.sqrt() } else { 0.0 }",
        "matches!(o, Some(_))",
        "match o { Some(_) => 1, None => 0 }",
        "Some(x)",
        "f64::max(x, **r)",
        "(0..9).contains(&n)",
        "s == \"none\"",
        "names.len()",
        "o.unwrap_or(0.0)",
        "n as f64 * x",
        "{ let y = x * x; y }",
        "-1",
        "n / 2 == n % 3",
    ] {
        let judged = of(PLACES, expr);
        assert!(judged.is_visible(), "{expr}: {judged:?}");
    }
}

#[test]
fn what_is_never_total() {
    for expr in [
        "n + 1",
        "-n",
        "n / 0",
        "n % n",
        "n / -1",
        "n << 1",
        "n.abs()",
        "n.pow(2)",
        "xs[0]",
        "helper(x)",
        "o.unwrap()",
        "format!(\"{x}\")",
        "x.clamp(0.0, x)",
        "while b {}",
        "i32::abs(n)",
        "LIMIT(n)",
        "Checked(n)",
        "Point { x }",
        "*p",
        "*p > 0.0",
        "u.len()",
        "Some(u + 1)",
        "unsafe { *p }",
    ] {
        assert_eq!(of(PLACES, expr), Totality::Never, "{expr}");
    }
}

#[test]
fn what_rustc_is_asked() {
    use Ask::{Comparable, Direct, Float, Number, Reference};
    let table: &[(&str, &[(Ask, &str)])] = &[
        ("u.k", &[(Direct, "u")]),
        ("f64::from(u)", &[(Number, "u")]),
        ("w.k", &[(Direct, "w")]),
        (
            "u.k.l > 0.0",
            &[(Direct, "u"), (Direct, "u.k"), (Comparable, "u.k.l")],
        ),
        ("*u > 3", &[(Reference, "u"), (Comparable, "*u")]),
        ("3 < u", &[(Comparable, "u")]),
        ("x > LIMIT", &[(Comparable, "LIMIT")]),
        ("x * u", &[(Float, "u")]),
        ("(u - x) * (u - x) < x", &[(Float, "u"), (Comparable, "u")]),
        ("!u", &[(Number, "u")]),
        ("-u", &[(Float, "u")]),
        ("u.abs()", &[(Float, "u")]),
        ("u & 1", &[(Number, "u")]),
        ("w.k == \"none\"", &[(Direct, "w"), (Comparable, "w.k")]),
        ("*w > x", &[(Comparable, "*w")]),
    ];
    for (expr, questions) in table {
        let questions = questions
            .iter()
            .map(|(ask, place)| (*ask, (*place).to_owned()));
        assert_eq!(
            asked(&of(PLACES, expr)),
            questions.collect::<Vec<_>>(),
            "{expr}"
        );
    }
}

#[test]
fn names_of_patterns_are_their_own() {
    for expr in [
        "if let Some(x) = h { x > 0.0 } else { true }",
        "if b && let Some(x) = h && x > 0.0 { true } else { true }",
        "matches!(o, Some(x) if x > 0.0)",
        "match h { Some(x) => x * 2.0, None => 0.0 }",
        "{ let x = u; x > 0.0 }",
    ] {
        assert_eq!(of(PLACES, expr), Totality::Never, "{expr}");
    }
    for expr in [
        "if let Some(_) = h { x > 0.0 } else { true }",
        "if let Some(x) = o { x > 0.0 } else { true }",
        "match &o { Some(x) => *x * 2.0, None => 0.0 }",
    ] {
        assert!(of(PLACES, expr).is_visible(), "{expr}");
    }
}

#[test]
fn nothing_is_asked_in_unsafe_code() {
    let places = PLACES.replacen("fn", "unsafe fn", 1);
    for expr in ["u.k", "*u > 3", "x > LIMIT", "x * u"] {
        assert_eq!(of(&places, expr), Totality::Never, "{expr}");
    }
    assert!(of(&places, "x > 0.0 && **r < 1.0").is_visible());
}

#[test]
fn only_what_is_jumped_over_is_judged_of_sides() {
    let env = environment(PLACES);
    let sides = |expr: &str| {
        let expr: Expr = syn::parse_str(expr).unwrap();
        visible::asked(&expr, &env, |term| totality_of_sides(term, &env))
    };
    assert!(sides("n + 1 > 3 && x > 0.0").is_visible());
    assert_eq!(sides("x > 0.0 && n + 1 > 3"), Totality::Never);
    assert_eq!(sides("b && *p > 0.0"), Totality::Never);
    assert_eq!(sides("(b && *p > 0.0) || b"), Totality::Never);
    assert!(sides("{ let y = u; y.k && y.l }").is_visible());
    assert_eq!(
        asked(&sides("u > 3 && w.k")),
        [(Ask::Direct, "w".to_owned())]
    );
}
