//! Which `scan`s are steps.

use super::{XS, stream};

fn scan(worker: &str) -> String {
    stream(XS, &format!("xs.iter().scan(0.0, {worker})"))
}

#[test]
fn a_worker_that_ends_in_some_is_a_step() {
    let step = "&xs scan(0.0)";
    assert_eq!(scan("|s, x| { *s += x; Some(*s) }"), step);
    assert_eq!(
        scan("|s, &x| { *s = s.mul_add(0.5, x); Some((*s, x)) }"),
        step
    );
    assert_eq!(scan("|s, x| Some(x - *s)"), step);
    assert_eq!(scan("|s, x| { *s = s.max(*x); Some(*s) }"), step);
}

#[test]
fn what_may_end_early_or_let_the_state_out_drives() {
    let driver = |worker| assert!(scan(worker).starts_with("[xs.iter()"), "{worker}");
    driver("|s, x| { *s += x; if *s > 9.0 { None } else { Some(*s) } }");
    driver("|s, x| { if *x > 9.0 { return None; } Some(*s) }");
    driver("|s, x| { let kept = &*s; Some(kept) }");
    driver("|s, x| Some(s)");
    driver("|s, x| Option::Some(*s)");
}

#[test]
fn the_larger_of_two_references_drives() {
    let text = stream(XS, "xs.iter().scan(0, |s, x| Some(s.max(x)))");
    assert!(text.starts_with("[xs.iter()"), "{text}");
}

#[test]
fn a_state_that_is_no_number_drives() {
    let text = stream(
        XS,
        "xs.iter().scan(Vec::new(), |s, x| { s.push(*x); Some(*x) })",
    );
    assert!(text.starts_with("[xs.iter()"), "{text}");
    let text = stream(
        "xs: &[f64], by: f64",
        "xs.iter().scan(by, |s, x| { *s += x; Some(*s) })",
    );
    assert_eq!(text, "&xs scan(by)");
    let text = stream(
        "xs: &[f64], by: T",
        "xs.iter().scan(by, |s, x| { *s += x; Some(*s) })",
    );
    assert!(text.starts_with("[xs.iter()"), "{text}");
}
