//! Where loops and statements of real functions end up, and schedules that must be refused.

use super::*;
use crate::cnf::{self, ProgramBuilder, ValueKind};
use crate::pipeline::block::decide;
use crate::size;

/// The events of a function: `loop 0`, `3`, `declare 1`, `assign 1`.
fn events(function: &str) -> Vec<String> {
    cnf::lower::tests::with(function, |region, lowered| {
        let decided = decide(region, &lowered).expect("it has sizes");
        printed(&decided.schedule)
    })
}

fn printed(schedule: &Schedule) -> Vec<String> {
    let words = |event: &Event| match event {
        Event::Loop(index) => format!("loop {index}"),
        Event::Statement(index) => format!("{index}"),
        Event::Declare(index) => format!("declare {index}"),
        Event::Assign(index) => format!("assign {index}"),
    };
    schedule.events.iter().map(words).collect()
}

// The three hardest inputs.

#[test]
fn a_deferred_let_waits_for_the_loop_that_waits_for_a_later_statement() {
    assert_eq!(
        events(
            "fn f(xs: &[f64]) -> (Vec<f64>, f64) {
                let low: Vec<f64> = xs.iter().map(|x| x * 0.5).collect();
                let offset = xs.len() as f64;
                let high: Vec<f64> = low.iter().map(|x| x + offset).collect();
                let sum: f64 = high.iter().sum();
                (low, sum)
            }"
        ),
        ["declare 0", "1", "loop 0", "assign 0", "2", "3", "4"]
    );
}

#[test]
fn a_name_bound_anew_between_two_statements_of_a_loop_takes_the_loop_apart() {
    // `k` is one number for `a` and another for `b`: no single place for both workers.
    let function = "fn f(xs: &[f64], k: f64) -> (Vec<f64>, Vec<f64>) {
        let a: Vec<f64> = xs.iter().map(|x| x * k).collect();
        let k = k.sqrt();
        let b: Vec<f64> = xs.iter().map(|x| x + k).collect();
        (a, b)
    }";
    assert_eq!(events(function), ["0", "1", "2", "3"]);
    // With another name there is one.
    let other = function
        .replace("let k = ", "let r = ")
        .replace("x + k", "x + r");
    assert_eq!(
        events(&other),
        ["declare 0", "1", "loop 0", "assign 0", "2", "3"]
    );
}

#[test]
fn nothing_crosses_a_wall() {
    assert_eq!(
        events(
            "fn f(xs: &[i64]) -> (i64, i64, i64) {
                let a: i64 = xs.iter().sum();
                let m: i64 = xs.iter().product();
                log(a);
                let b: i64 = xs.iter().product();
                let n: i64 = xs.iter().map(|x| x | 1).sum();
                (m, b, n)
            }"
        ),
        ["loop 0", "0", "1", "2", "loop 1", "3", "4", "5"]
    );
}

#[test]
fn what_nobody_sees_run_crosses_a_wall() {
    let function = "fn f(xs: &[f64]) -> (f64, f64) {
        let a: f64 = xs.iter().sum();
        log(a);
        let b: f64 = xs.iter().map(|x| x * x).sum();
        (a, b)
    }";
    assert_eq!(events(function), ["loop 0", "0", "1", "2", "3"]);
    // It would be in vain, but adds beside another sum.
    let leaves = function.replace("log(a);", "if a > 3.0 { return (a, log(a)); }");
    assert_eq!(events(&leaves), ["loop 0", "0", "1", "2", "3"]);
    for apart in [
        function.replace("x * x", "g(x)"),
        function.replace("xs: &[f64]", "xs: &mut [f64]"),
        function.replace("xs: &[f64]", "xs: &[Cell<f64>]"),
        function.replace("log(a)", "let t = Instant::now()"),
        function.replace("log(a)", "wait(a).await"),
        leaves.replace("x * x", "x / 3.0"),
        leaves.replace("map(|x| x * x)", "filter(|x| **x > 0.0)"),
    ] {
        assert_eq!(events(&apart), ["0", "1", "2", "3"], "{apart}");
    }
}

// Each construct.

#[test]
fn a_loop_runs_where_its_first_let_stands() {
    assert_eq!(
        events(
            "fn f(xs: &[f64]) -> f64 {
                let k = xs.len() as f64;
                let a: f64 = xs.iter().sum();
                let b: f64 = xs.iter().product();
                a * b * k
            }"
        ),
        ["0", "loop 0", "1", "2", "3"]
    );
}

#[test]
fn a_contracted_array_is_no_reason_to_run_its_loop() {
    assert_eq!(
        events(
            "fn f(xs: &[f64]) -> f64 {
                let ys: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
                let k = xs.len() as f64;
                let s: f64 = ys.iter().map(|y| y * k).sum();
                s
            }"
        ),
        ["0", "1", "loop 0", "2", "3"]
    );
}

#[test]
fn an_array_whose_drops_are_watched_has_its_keep_in_its_place() {
    assert_eq!(
        events(
            "fn f(xs: &[H]) -> f64 {
                let hs: Vec<H> = xs.iter().cloned().collect();
                let k = xs.len() as f64;
                let s: f64 = hs.iter().map(|h| h.value * k).sum();
                s
            }"
        ),
        ["declare 0", "1", "loop 0", "assign 0", "2", "3"]
    );
}

#[test]
fn two_loops_in_the_order_of_what_they_need() {
    assert_eq!(
        events(
            "fn f(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
                let sum1: f64 = xs.iter().sum();
                let sum2: f64 = xs.iter().map(|x| x * x).sum();
                let ys1: Vec<f64> = xs.iter().map(|x| x / sum1).collect();
                let ys2: Vec<f64> = xs.iter().map(|x| x / sum2).collect();
                (ys1, ys2)
            }"
        ),
        ["loop 0", "0", "1", "loop 1", "2", "3", "4"]
    );
}

#[test]
fn without_a_fused_loop_all_stays() {
    assert_eq!(
        events("fn f(xs: &[f64]) -> f64 { let s: f64 = xs.iter().sum(); g(s) }"),
        ["0", "1"]
    );
    assert_eq!(printed(&Schedule::as_written(2)), ["0", "1"]);
}

// By hand: what the pipeline must never hand over, or recovers from.

fn names(names: &[&str]) -> SortedSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn a_pattern_cannot_be_deferred() {
    // a = fold xs; (p, q) = scalar a; late = external; b = fold xs late; a and b in one loop.
    let mut builder = ProgramBuilder::new("f");
    let xs = builder.parameter_array("xs");
    let a = builder.fold("a", xs, &[]);
    builder.scalar("p", &[a]);
    let late = builder.scalar("late", &[]);
    let b = builder.fold("b", xs, &[late]);
    builder.results(&[b]);
    let program = builder.finish();
    let sizes = size::infer(&program).expect("it has sizes");
    let graph = Graph::build(&program, &sizes);
    let slot = |binds: &[&str], deferrable: bool| Slot {
        binds: names(binds),
        deferrable,
        ..Slot::default()
    };
    let fused = FusedLoop {
        bindings: vec![BindingId(0), BindingId(3)],
        reads: SortedSet::new(),
    };
    let mut slots = vec![
        slot(&["a"], true),
        slot(&["p", "q"], false),
        slot(&["late"], true),
        slot(&["b"], true),
    ];
    let statement_of = [0, 1, 2, 3];
    let loops = [fused];
    let refused = schedule(&slots, &loops, &graph, &statement_of).expect_err("`p` cannot wait");
    assert_eq!((refused.fused, refused.name.as_str()), (0, ""));
    slots[1] = slot(&["p"], true);
    let placed = schedule(&slots, &loops, &graph, &statement_of).expect("now it can");
    assert_eq!(
        printed(&placed),
        [
            "declare 0",
            "declare 1",
            "2",
            "loop 0",
            "assign 0",
            "assign 1",
            "3"
        ]
    );
}

#[test]
fn the_name_in_the_way_is_told() {
    let mut builder = ProgramBuilder::new("f");
    let xs = builder.parameter_array("xs");
    let a = builder.fold("a", xs, &[]);
    let k = builder.scalar("k", &[]);
    let b = builder.fold("b", xs, &[k]);
    builder.opaque(cnf::OpaqueKind::Wall, &[a, b], &[("r", ValueKind::Scalar)]);
    let program = builder.finish();
    let sizes = size::infer(&program).expect("it has sizes");
    let graph = Graph::build(&program, &sizes);
    let slot = |bound: &str| Slot {
        binds: names(&[bound]),
        deferrable: true,
        ..Slot::default()
    };
    let mut slots = vec![slot("a"), slot("k"), slot("b"), slot("r")];
    slots[3].wall = true;
    let reads = SortedSet::from([("k".to_owned(), 0), ("k".to_owned(), 2)]);
    let bindings = vec![BindingId(0), BindingId(2)];
    let loops = [FusedLoop { bindings, reads }];
    let refused = schedule(&slots, &loops, &graph, &[0, 1, 2, 3]).expect_err("two meanings");
    assert_eq!(refused.name, "k");
    assert!(refused.to_string().contains("`k` is bound anew"));
}
