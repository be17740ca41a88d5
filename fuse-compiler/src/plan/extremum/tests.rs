//! Which folds are known to keep a float that is never NaN.

use super::*;
use crate::cnf::Operation;
use crate::cnf::lower::tests::with;
use crate::ops::consumer::fold::Fold;
use quote::ToTokens;
use quote::quote;

/// The step by one comparison of `xs.iter().copied().fold(fold)`.
fn step(fold: &str) -> Option<String> {
    let function = format!(
        "fn f(xs: &[f64]) -> f64 {{ let a = xs.iter().copied().fold({fold}); let s: f64 = xs.iter().sum(); s }}"
    );
    with(&function, |_, lowered| {
        let fold = lowered
            .program
            .binding_ids()
            .find_map(|id| match lowered.operation(id) {
                Operation::Consume(consumer) => consumer.of::<Fold>(),
                _ => None,
            });
        let fold = fold.unwrap_or_else(|| panic!("{function}"));
        let worker = by_comparison(fold, &quote!(r))?;
        Some(worker.expr.to_token_stream().to_string().replace(' ', ""))
    })
}

// The three hardest inputs.

#[test]
fn one_place_of_a_tuple_is_an_extremum_and_another_is_not() {
    let fold = "(f64::MAX, f64::NAN, 0.0), |(a, b, c), x| (a.min(x), b.max(x), c + x)";
    let step = step(fold);
    assert_eq!(
        step.as_deref(),
        Some(
            "|(a,b,c),x|(r::lesser_or(a,x,|best__one,other__one|best__one.min(other__one)),b.max(x),c+x)"
        )
    );
}

#[test]
fn what_may_start_as_nan_is_left() {
    for initial in ["f64::NAN", "xs[0]", "-f64::NAN", "0.0 / 0.0", "MAX"] {
        for worker in [
            "f64::max",
            "|a: f64, x| a.max(x)",
            "|a: f64, x| f64::max(a, x)",
        ] {
            assert_eq!(
                step(&format!("{initial}, {worker}")),
                None,
                "{initial}, {worker}"
            );
        }
    }
}

#[test]
fn what_compares_something_else_is_left() {
    for worker in [
        "|a: f64, x| x.max(a)",
        "|a: f64, x| a.max(x) + 1.0",
        "|a: f64, x| a.maximum(x)",
        "|a: f64, x| (a + x).max(x)",
        "|a, x| f64::max(x, a)",
        "|a, x| Max::max(a, x)",
        "|ref a, x| a.max(x)",
        "|a @ _, x| a.max(x)",
        "f64::clamp",
        "f64::maximum",
        "i64::max",
    ] {
        assert_eq!(step(&format!("0.0, {worker}")), None, "{worker}");
    }
}

#[test]
fn the_type_is_asked_for_where_it_is_written() {
    assert_eq!(
        step("0.0, f64::max").as_deref(),
        Some("r::by_greater(f64::max)")
    );
    assert_eq!(
        step("-1.5f32, f32::min").as_deref(),
        Some("r::by_lesser(f32::min)")
    );
    assert_eq!(step("f32::MAX, f64::min"), None);
    assert_eq!(step("0.0_f32, f64::min"), None);
    assert_eq!(step("0.0, |a, x| a.max(x)"), None);
    assert_eq!(
        step("0.0, |a: f64, x| a.max(x)").as_deref(),
        Some("|a:f64,x|r::greater_or(a,x,|best__one,other__one|best__one.max(other__one))")
    );
    assert_eq!(
        step("std::f64::INFINITY, |a, x| { (a.min(x - 1.0)) }").as_deref(),
        Some("|a,x|r::lesser_or(a,x-1.0,|best__one,other__one|best__one.min(other__one))")
    );
}

#[test]
fn what_a_scan_has_kept_so_far() {
    let step = |scan: &str| {
        let text = format!(
            "fn f(xs: &[f64], p: f64) -> f64 {{ let ys: Vec<f64> = xs.iter().scan({scan}).collect(); let s: f64 = ys.iter().sum(); s }}"
        );
        let expanded = crate::expand(quote!(), text.parse().expect("a function")).to_string();
        expanded.contains("greater")
    };
    for scan in [
        "0.0f64, |m, x| { *m = m.max(*x); Some(*m) }",
        "f64::MIN, |m, &x| { *m = f64::max(*m, x); Some(*m - x) }",
        "f64::NEG_INFINITY, |m, x| { if *x < 9.0 { *m = (*m).max(x * 2.0); } Some(*m) }",
    ] {
        assert!(step(scan), "{scan}");
    }
    for scan in [
        "p, |m, x| { *m = m.max(*x); Some(*m) }",
        "f64::NAN, |m, x| { *m = m.max(*x); Some(*m) }",
        "0.0f64, |m, x| { *m = x.max(*m); Some(*m) }",
        "0.0f64, |m, x| { *m = m.max(*x + *m); Some(*m) }",
        "0.0f64, |m, x| { *m = m.max(*x); *m *= x; Some(*m) }",
        "0.0f64, |m, x| { *m = m.max(*x); *m = *x; Some(*m) }",
        "0.0f64, |m, x| { let y; (*m, y) = (*x, 1.0); *m = m.max(y); Some(*m) }",
    ] {
        assert!(!step(scan), "{scan}");
    }
}
