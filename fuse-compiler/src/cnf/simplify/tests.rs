//! What is dead, and what only looks so.

use super::without_dead;
use crate::cnf::lower::tests::{parameters_of, with};

/// The labels that are left of a function's bindings, and the statements of dead chains.
fn left(function: &str) -> (Vec<String>, Vec<usize>) {
    with(function, |region, lowered| {
        let lowered = without_dead(lowered, region, &parameters_of(function));
        let program = &lowered.program;
        for chain in lowered.chains() {
            for id in &chain.bindings {
                assert_eq!(lowered.statement_of(*id), chain.statement);
            }
        }
        let labels = program.binding_ids().map(|id| program.label(id));
        (labels.collect(), lowered.dead_statements.clone())
    })
}

/// A dead statement is still compiled, and what it names must be there. Random functions found
/// `a` gone into a loop, or dead itself, with `b` still naming it.
#[test]
fn what_a_dead_chain_names_cannot_vanish() {
    let (labels, dead) = left(
        "fn f(xs: &[f64]) -> f64 {
            let a: Vec<f64> = xs.iter().map(|x| x + 1.0).collect();
            let b: Vec<f64> = a.iter().filter(|x| **x > 0.0).map(|x| x * 2.0).collect();
            let c: f64 = xs.iter().sum();
            let d: Vec<f64> = xs.iter().map(|x| x * c).collect();
            let e: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
            c
        }",
    );
    assert!(labels.contains(&"b".to_owned()), "{labels:?}");
    assert!(
        labels.contains(&"d".to_owned()),
        "`c` may be assigned after it: {labels:?}"
    );
    assert_eq!(dead, [4]);
}

#[test]
fn a_dead_chain_takes_no_precedence_with_it() {
    let function = "fn f(xs: &[f64], ws: Vec<Guard>, vs: Vec<Guard>) -> usize {
            let dead = xs.iter().count();
            let m = ws.into_iter().count();
            let n = vs.into_iter().count();
            m + n
        }";
    with(function, |region, lowered| {
        let lowered = without_dead(lowered, region, &parameters_of(function));
        let program = &lowered.program;
        let [only] = &program.precedences[..] else {
            panic!("{:?}", program.precedences)
        };
        assert_eq!(program.label(only.before), "m");
        assert_eq!(program.label(only.after), "n");
    });
}

/// True if the `let` is dropped where nobody reads what it binds.
fn dropped(parameters: &str, binding: &str) -> bool {
    let function = format!("fn f({parameters}) -> i32 {{ {binding} 0 }}");
    !left(&function).1.is_empty()
}

#[test]
fn what_is_dropped() {
    let xs = "xs: &[f64]";
    assert!(dropped(xs, "let n = xs.iter().count();"));
    assert!(dropped(
        xs,
        "let ys: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();"
    ));
    assert!(dropped(
        xs,
        "let ys: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();"
    ));
}

#[test]
fn what_stays() {
    let xs = "xs: &[i64]";
    // It may panic: on overflow, by the call, by the index.
    assert!(!dropped(
        xs,
        "let ys: Vec<i64> = xs.iter().map(|x| x * 2).collect();"
    ));
    assert!(!dropped(
        xs,
        "let ys: Vec<i64> = xs.iter().map(|x| g(*x)).collect();"
    ));
    assert!(!dropped(xs, "let s: i64 = xs.iter().sum();"));
    assert!(!dropped(
        xs,
        "let s: i64 = xs.iter().copied().fold(0, i64::max);"
    ));
    // Somebody may watch: the clones, the drops of the elements, or of the source's.
    assert!(!dropped(
        "hs: &[H]",
        "let ys: Vec<H> = hs.iter().cloned().collect();"
    ));
    assert!(!dropped(
        "hs: &[H]",
        "let ys: Vec<H> = hs.iter().copied().collect();"
    ));
    assert!(!dropped("hs: Vec<H>", "let n = hs.into_iter().count();"));
    assert!(!dropped(
        "ws: Vec<String>",
        "let n = ws.into_iter().count();"
    ));
}

#[test]
fn what_is_read_in_any_way_stays() {
    let kept = |tail: &str| {
        let (_, dead) = left(&format!(
            "fn f(xs: &[f64], at: &[usize]) -> R {{
                let ys: Vec<f64> = xs.iter().map(|x| x * 2.0).collect(); {tail} }}"
        ));
        dead.is_empty()
    };
    assert!(kept("ys"));
    assert!(kept("g(&ys)"));
    assert!(kept("at.iter().map(|i| ys[*i]).sum::<f64>()"));
    assert!(kept("println!(\"{ys:?}\");"));
    assert!(kept("unknown!(ys);"));
    assert!(kept("let n = ys.len(); n"));
    assert!(!kept("xs.len()"));
}
