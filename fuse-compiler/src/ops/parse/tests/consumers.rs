//! Consumers: what each means, and which share their loop with nobody.

use super::*;
use crate::cnf::Reason;
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::inferred::Inferred;
use crate::ops::consumer::solitary::Solitary;
use crate::ops::consumer::split::Split;
use crate::ops::recognised::row::Gives;
use crate::ops::recognised::{Argument, Sharing};

use crate::rust::types::Collection;

#[test]
fn consumers() {
    for (binding, name) in [
        ("let v: Vec<f64> = xs.iter().copied().collect()", "collect"),
        ("let v = xs.iter().copied().collect::<Vec<_>>()", "collect"),
        (
            "let v: std::vec::Vec<f64> = xs.iter().copied().collect()",
            "collect",
        ),
        ("let s: f64 = xs.iter().sum()", "sum"),
        ("let s = xs.iter().product::<f64>()", "product"),
        ("let n = xs.iter().count()", "count"),
        ("let a = xs.iter().fold(0.0, |a, x| a + x)", "fold"),
        ("let a = xs.iter().copied().reduce(f64::max)", "reduce"),
        ("let a = xs.iter().min()", "min"),
        ("let a = xs.iter().max()", "max"),
        ("let a = xs.iter().min_by(|a, b| a.total_cmp(b))", "min_by"),
        ("let a = xs.iter().max_by(|a, b| a.total_cmp(b))", "max_by"),
        (
            "let a = xs.iter().min_by_key(|a| a.to_bits())",
            "min_by_key",
        ),
        (
            "let a = xs.iter().max_by_key(|a| a.to_bits())",
            "max_by_key",
        ),
        ("let a = xs.iter().any(|x| x.is_nan())", "any/all"),
        ("let a = xs.iter().all(|x| x.is_nan())", "any/all"),
    ] {
        assert_eq!(chain(XS, binding).consumer.name(), name, "{binding}");
    }
}

#[test]
fn unknown_consumers() {
    for text in [
        "xs.iter().for_each(drop)",
        "xs.iter().count::<A>()",
        "xs.iter().min_by_key::<u64, _>(|x| x.to_bits())",
    ] {
        let cause = cause(XS, &format!("let n = {text}"));
        assert!(
            matches!(cause, Cause::UnknownConsumer(_)),
            "{text}: {cause}"
        );
    }
}

fn solitary(parameters: &str, binding: &str) -> Solitary {
    let consumer = chain(parameters, binding).consumer;
    match consumer.of::<Solitary>() {
        Some(solitary) => solitary.clone(),
        None => panic!("{binding}: {consumer:?}"),
    }
}

#[test]
fn a_result_of_invisible_or_foreign_type_is_solitary() {
    for binding in [
        "let v = xs.iter().copied().collect()",
        "let (a, b) = xs.iter().copied().partition(|x| *x > 0.0)",
    ] {
        let reason = solitary(XS, binding).reason;
        assert_eq!(reason, Reason::InvisibleResult, "{binding}");
    }
    for binding in [
        "let s = xs.iter().sum()",
        "let s = xs.iter().product::<_>()",
    ] {
        assert!(chain(XS, binding).consumer.is::<Inferred>(), "{binding}");
    }
    for binding in [
        "let v: Set<f64> = xs.iter().copied().collect()",
        "let v: Vec<f64, A> = xs.iter().copied().collect()",
        "let v: Result<Vec<f64>, E> = xs.iter().copied().collect()",
        "let v: HashSet<u64, H> = xs.iter().map(|x| x.to_bits()).collect()",
        "let v = xs.iter().map(|x| f(x)).collect::<String>()",
        "let s: Money = xs.iter().sum()",
        "let s: Option<f64> = xs.iter().product()",
    ] {
        let reason = solitary(XS, binding).reason;
        assert_eq!(reason, Reason::ForeignResult, "{binding}");
    }
}

#[test]
fn what_is_collected_into() {
    let makes = |binding: &str| {
        let consumer = chain("xs: &[u64]", binding).consumer;
        match consumer.of::<Collect>() {
            Some(collect) => (collect.makes, collect.plain),
            None => panic!("{binding}: {consumer:?}"),
        }
    };
    for (ty, expected) in [
        ("Vec<u64>", (Collection::Vec, true)),
        ("Box<[u64]>", (Collection::Slice, true)),
        ("VecDeque<_>", (Collection::Ordered, false)),
        (
            "std::collections::BinaryHeap<u64>",
            (Collection::Ordered, true),
        ),
        ("BTreeSet<Guard>", (Collection::Tree, false)),
        ("HashMap<u64, String>", (Collection::Hashed, true)),
    ] {
        assert_eq!(
            makes(&format!("let v: {ty} = xs.iter().map(f).collect()")),
            expected
        );
        assert_eq!(
            makes(&format!("let v = xs.iter().map(f).collect::<{ty}>()")),
            expected
        );
    }
}

#[test]
fn splits() {
    let halves = |binding: &str| {
        let consumer = chain("xs: &[u64]", binding).consumer;
        match consumer.of::<Split>() {
            Some(split) => split.clone(),
            None => panic!("{binding}: {consumer:?}"),
        }
    };
    let partition = "xs.iter().copied().partition";
    assert!(
        halves(&format!(
            "let p: (Vec<_>, Vec<_>) = {partition}(|x| *x > 1)"
        ))
        .copy
    );
    assert!(
        halves(&format!("let p = {partition}::<Vec<u64>, _>(|x| *x > 1)"))
            .test
            .is_some()
    );
    let unzip = "xs.iter().map(|x| (f(x), g(x))).unzip";
    let split = halves(&format!("let p = {unzip}::<A, B, Vec<A>, Vec<B>>()"));
    assert!(split.test.is_none() && !split.copy);
    assert_eq!(
        split.halves,
        [syn::parse_quote!(Vec<A>), syn::parse_quote!(Vec<B>)]
    );
    let set = solitary(
        "xs: &[u64]",
        &format!("let p: (Vec<_>, HashSet<_>) = {unzip}()"),
    );
    assert_eq!((set.name, set.reason), ("unzip", Reason::ForeignResult));
}

/// Every row of the table that stays as written, by a call that fits its arguments.
#[test]
fn solitary_consumers_of_the_table() {
    for row in recognised::consumers() {
        let gives = row.result;
        if row.sharing != Sharing::Solitary || row.name == "any" || row.name == "all" {
            continue;
        };
        let arguments = row.arguments.iter().map(|argument| match argument {
            Argument::Value => "n",
            Argument::Iterator => "&ys",
            Argument::Worker([_]) => "|x| f(x)",
            Argument::Worker(_) => "|a, x| g(a, x)",
        });
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        let binding = format!("let r = xs.iter().map(|x| h(x)).{}({arguments})", row.name);
        let parameters = "xs: &[f64], ys: Vec<f64>, n: usize";
        let solitary = solitary(parameters, &binding);
        assert_eq!(solitary.name, row.name);
        assert_eq!(solitary.borrows, gives != Gives::Value, "{}", row.name);
        assert_eq!(
            solitary.gives.is_some(),
            gives == Gives::Value,
            "{}",
            row.name
        );
        let reads = chain(parameters, &binding).reads();
        let iterator = row.arguments.contains(&Argument::Iterator);
        assert_eq!(reads.contains("ys"), iterator, "{}", row.name);
        assert_eq!(
            reads.contains("n"),
            row.arguments.contains(&Argument::Value)
        );
    }
}

#[test]
fn what_solitary_consumers_take() {
    let parameters = "xs: &[f64], mut ys: Vec<f64>, its: Its";
    assert!(
        chain(parameters, "let e = xs.iter().copied().eq(ys)")
            .moves()
            .contains("ys")
    );
    assert!(
        chain(parameters, "let e = xs.iter().eq(&[1.0, 2.0])")
            .moves()
            .is_empty()
    );
    for (text, is) in [
        ("xs.iter().eq(its)", "source"),
        ("xs.iter().nth(next())", "argument"),
        ("xs.iter().eq(ys.iter_mut())", "argument"),
        ("xs.iter().find(|x| its.next() == *x)", "worker"),
    ] {
        let cause = cause(parameters, &format!("let e = {text}"));
        let right = match is {
            "source" => matches!(cause, Cause::UnknownSource(_)),
            "argument" => matches!(cause, Cause::Argument(_)),
            _ => matches!(cause, Cause::ImpureWorker(_)),
        };
        assert!(right, "{text}: {cause}");
    }
}
