//! The comparison itself: it must see what the other tests rely on it to see.

mod common;

use common::tracked::{Tracked, compare_drops, mark, observe};
use common::{Panicked, Same, outcome};

#[test]
fn the_sign_of_a_zero_tells_floats_apart_and_nan_is_one_class() {
    assert!(!0.0_f64.same(&-0.0));
    assert!(f64::NAN.same(&-f64::NAN));
    assert!(!vec![Some(1.0_f64)].same(&vec![None]));
    assert!(!vec![1_i64].same(&vec![1, 1]));
}

#[test]
fn a_panic_is_an_outcome() {
    let word = String::from("x");
    assert_eq!(outcome(|| word.parse::<i64>().unwrap()), Err(Panicked));
    assert!(!outcome(|| 1_i64).same(&Err(Panicked)));
}

#[test]
#[should_panic(expected = "differs on input 1")]
fn a_panic_on_one_side_is_a_difference() {
    let inputs: [Box<[i64]>; 2] = [Box::new([]), Box::new([1])];
    common::compare(
        "sum",
        &inputs,
        |xs: &[i64]| xs.len(),
        |xs| if xs.is_empty() { 0 } else { panic!() },
    );
}

#[test]
#[should_panic(expected = "leaks 1 values")]
fn a_leak_is_seen() {
    observe("leak", 0, || std::mem::forget(Tracked::new(1)));
}

#[test]
#[should_panic(expected = "order of drops")]
fn an_early_drop_is_seen() {
    let late = |xs: Vec<Tracked>| {
        mark(1);
        drop(xs);
    };
    let early = |xs: Vec<Tracked>| {
        drop(xs);
        mark(1);
    };
    compare_drops("early", late, early);
}

#[test]
#[should_panic(expected = "values cloned")]
fn a_missing_clone_is_seen() {
    // Both drop the same labels in the same order; only one of them clones.
    let cloned = |xs: Vec<Tracked>| drop(xs.first().cloned());
    let made = |xs: Vec<Tracked>| drop(xs.first().map(|x| Tracked::new(x.label())));
    compare_drops("clones", cloned, made);
}
