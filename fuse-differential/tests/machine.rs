//! The machine must be able to fail: pairs whose second form is wrong on purpose, in every way.

use fuse_differential::machine::{Machine, Profile, Subject, Verdict, check};

struct Pairs(Vec<(Subject, &'static str)>);

impl Pairs {
    fn add(&mut self, expected: &'static str, parameters: &[&str], plain: &str, fused: &str) {
        let index = self.0.len();
        let subject = Subject {
            index,
            name: "f".to_owned(),
            plain: plain.to_owned(),
            fused: fused.to_owned(),
            parameters: parameters.iter().map(|p| (*p).to_owned()).collect(),
        };
        self.0.push((subject, expected));
    }
}

fn pairs() -> Pairs {
    let mut pairs = Pairs(Vec::new());
    let slice = ["&[i64]"];
    let same = "pub fn f(xs: &[i64]) -> (i64, usize) {
        let ys: Vec<i64> = xs.iter().map(|x| x ^ 5).collect();
        let n = ys.iter().filter(|y| **y > 3).count();
        (ys.iter().fold(0, |a, y| a ^ y), n)
    }";
    pairs.add("ok", &slice, same, &format!("#[loopfuse::fuse]\n{same}"));
    let warns_twice = "pub fn f(xs: &[i64]) -> (usize,) { let unused = 1; (xs.len(),) }";
    pairs.add("ok", &slice, warns_twice, warns_twice);
    pairs.add(
        "mismatch: value",
        &slice,
        "pub fn f(xs: &[i64]) -> (i64,) { (xs.iter().fold(0, |a, x| a ^ x),) }",
        "pub fn f(xs: &[i64]) -> (i64,) { (xs.iter().skip(2048).fold(0, |a, x| a ^ x),) }",
    );
    pairs.add(
        "mismatch: value",
        &["&[f64]"],
        "pub fn f(xs: &[f64]) -> (f64,) { (xs.iter().sum(),) }",
        "pub fn f(xs: &[f64]) -> (f64,) { (xs.iter().fold(0.0, |a, x| a + x),) }",
    );
    pairs.add(
        "mismatch: place",
        &["&mut Vec<u8>"],
        "pub fn f(xs: &mut Vec<u8>) -> (usize,) { (xs.len(),) }",
        "pub fn f(xs: &mut Vec<u8>) -> (usize,) { xs.sort(); (xs.len(),) }",
    );
    pairs.add(
        "mismatch: order",
        &["Vec<Tracked>"],
        "pub fn f(xs: Vec<Tracked>) -> (usize,) { let n = xs.len(); drop(xs); (n,) }",
        "pub fn f(xs: Vec<Tracked>) -> (usize,) { (xs.into_iter().rev().count(),) }",
    );
    pairs.add(
        "mismatch: order",
        &slice,
        "pub fn f(xs: &[i64]) -> (usize,) { effect(1, xs.len()); effect(2, 0); (0,) }",
        "pub fn f(xs: &[i64]) -> (usize,) { effect(2, 0); effect(1, xs.len()); (0,) }",
    );
    pairs.add(
        "mismatch: clones",
        &["&[Tracked]"],
        "pub fn f(xs: &[Tracked]) -> (Vec<Tracked>,) { (xs.to_vec(),) }",
        "pub fn f(xs: &[Tracked]) -> (Vec<Tracked>,) {
            (xs.iter().map(|x| Tracked::new(x.label())).collect(),)
        }",
    );
    pairs.add(
        "mismatch: leak",
        &["Vec<Tracked>"],
        "pub fn f(xs: Vec<Tracked>) -> (usize,) { (xs.len(),) }",
        "pub fn f(xs: Vec<Tracked>) -> (usize,) { (std::mem::ManuallyDrop::new(xs).len(),) }",
    );
    pairs.add(
        "panic: panic",
        &slice,
        "pub fn f(xs: &[i64]) -> (i64,) { (xs.iter().map(|x| x.wrapping_add(1)).max().unwrap(),) }",
        "pub fn f(xs: &[i64]) -> (i64,) { (xs.iter().map(|x| x.wrapping_add(1)).max().unwrap_or(0),) }",
    );
    pairs.add(
        "rejected: E0308",
        &slice,
        "pub fn f(xs: &[i64]) -> (usize,) { (xs.len(),) }",
        "pub fn f(xs: &[i64]) -> (usize,) { (xs,) }",
    );
    pairs.add(
        "warning: unused_mut",
        &slice,
        "pub fn f(xs: &[i64]) -> (usize,) { let unused = 1; (xs.len(),) }",
        "pub fn f(xs: &[i64]) -> (usize,) { let unused = 1; let mut n = 1; (xs.len() * n,) }",
    );
    pairs.add(
        "crash",
        &slice,
        "pub fn f(xs: &[i64]) -> (usize,) { (xs.len(),) }",
        "pub fn f(xs: &[i64]) -> (usize,) { if xs.len() > 2 { std::process::abort() } (xs.len(),) }",
    );
    pairs.add(
        "hang",
        &slice,
        "pub fn f(xs: &[i64]) -> (usize,) { (xs.len(),) }",
        "pub fn f(xs: &[i64]) -> (usize,) {
            while xs.len() > 2 { std::thread::yield_now(); }
            (xs.len(),)
        }",
    );
    pairs.add(
        "defect",
        &slice,
        "pub fn f(xs: &[i64]) -> (usize,) { (xs.len() + missing,) }",
        "pub fn f(xs: &[i64]) -> (usize,) { (xs.len() + missing,) }",
    );
    pairs.add(
        "defect",
        &slice,
        "pub fn f(xs: &[i64]) -> (usize,) { if xs.len() > 2 { std::process::abort() } (xs.len(),) }",
        "pub fn f(xs: &[i64]) -> (usize,) { (xs.len(),) }",
    );
    pairs
}

#[test]
fn every_way_to_be_wrong_is_noticed() {
    let machine = Machine {
        run_seconds: 2,
        progress: false,
        ..Machine::new()
    };
    let pairs = pairs();
    let subjects: Vec<Subject> = pairs.0.iter().map(|(subject, _)| subject.clone()).collect();
    let verdicts = check(&machine, "self-test", &subjects, Profile::Debug).unwrap();
    let found: Vec<String> = verdicts.values().map(Verdict::signature).collect();
    let expected: Vec<&str> = pairs.0.iter().map(|(_, expected)| *expected).collect();
    assert_eq!(found, expected);
}
