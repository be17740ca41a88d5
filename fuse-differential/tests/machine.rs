//! The machine must be able to fail: pairs whose second form is wrong on purpose, in every way.

use fuse_differential::machine::{Campaign, Machine, Profile, Program, Subject, Verdict, check};

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

/// A function of lines, each of which changes `n`.
#[derive(Clone, Debug, PartialEq)]
struct Lines(Vec<&'static str>);

impl Program for Lines {
    fn text(&self, name: &str) -> String {
        let lines: String = self.0.iter().map(|line| format!("    {line}\n")).collect();
        format!(
            "pub fn {name}(xs: &[i64]) -> (usize,) {{\n    let mut n = xs.len();\n{lines}    n += 0;\n    (n,)\n}}"
        )
    }

    fn parameters(&self) -> Vec<String> {
        vec!["&[i64]".to_owned()]
    }

    fn smaller(&self) -> Vec<Self> {
        (0..self.0.len())
            .map(|i| {
                let mut lines = self.0.clone();
                lines.remove(i);
                Self(lines)
            })
            .collect()
    }
}

#[test]
fn a_failure_is_shrunk_and_shown() {
    let machine = Machine {
        progress: false,
        ..Machine::new()
    };
    let sound = Lines(vec!["n *= 2;", "n += 3;"]);
    let wrong = Lines(vec!["n *= 2;", "n = identity(n);", "n += 3;", "n ^= 1;"]);
    // Stands for a wrong expansion: what the prelude calls `identity` is another function there.
    let campaign = Campaign {
        profiles: vec![Profile::Debug],
        attribute: "#[allow(dead_code)]\nfn identity(n: usize) -> usize { n.max(1) }".to_owned(),
        ..Campaign::new(u64::MAX)
    };
    let outcome = campaign.run(&machine, &[(0, sound), (1, wrong)]).unwrap();
    assert_eq!(outcome.failures.len(), 1, "{}", outcome.table);
    let failure = &outcome.failures[0];
    assert_eq!(
        (failure.index, failure.signature.as_str()),
        (1, "mismatch: value")
    );
    for part in [
        "pub fn f0001(xs: &[i64]) -> (usize,) {\n    let mut n = xs.len();\n    n = identity(n);\n    n += 0;\n    (n,)\n}\n",
        "    input 0 (length 0, Small):\n        argument 0: []\n    at .0: plain 0, fused 1\n",
        "fuse: `f0001`: 0 loops, 0 as written",
        "    > pub fn f0001(xs: &[i64]) -> (usize,) {\n    >     let mut n = xs.len();\n    >     n *= 2;\n",
        "--only 1 --profile debug",
    ] {
        assert!(failure.text.contains(part), "{part}\n{}", failure.text);
    }
}
