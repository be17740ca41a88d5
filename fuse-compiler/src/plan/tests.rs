//! One function for each rule that it decides, and one beside it that it leaves alone.

use super::over_slices::elements;
use super::*;
use crate::cnf::lower::tests::with;
use crate::pipeline::decide;
use crate::sorted::SortedSet;

/// Looks at the plan of the one loop of a function.
fn of<R>(function: &str, look: impl FnOnce(&Lowered<'_>, &LoopPlan) -> R) -> R {
    with(function, |region, lowered| {
        let decided = decide(region, &lowered).expect("sizes");
        let elements = elements(&decided.loops);
        let over_slices = OverSlices::of(&lowered, &decided.loops, &elements);
        let cuts = Cuts::of(&lowered, &decided.sizes, &decided.loops);
        let plans = plan(Context {
            lowered: &lowered,
            loops: &decided.loops,
            sizes: &decided.sizes,
            suspends: region.suspends,
            rules: RULES,
            over_slices: &over_slices,
            cuts: &cuts,
            given_up: SortedSet::new(),
        })
        .expect("plans that hold");
        let [plan] = plans.loops.as_slice() else {
            panic!("{} loops: {function}", plans.loops.len());
        };
        look(&lowered, plan)
    })
}

/// How a loop runs, in one word.
fn run(plan: &LoopPlan) -> &'static str {
    match &plan.run {
        Run::Body => "body",
        Run::Passes(_) => "passes",
        Run::Compaction(_) => "compaction",
        Run::Masks(_) => "masks",
        Run::DeferredCompaction(_) => "deferred",
        Run::CollectInPlace(_) => "in place",
        Run::Dispatch(_) => "dispatch",
    }
}

/// How the loop of a body over slices runs.
fn runs(body: &str) -> &'static str {
    let function = format!("fn f(xs: &[f64], ks: &[i64], bs: &[u8]) -> R {{ {body} }}");
    of(&function, |_, plan| run(plan))
}

const COUNT: &str = "let n = xs.iter().map(|x| x * 2.0).filter(|x| *x > 1.0).count();";

#[test]
fn one_body_where_nothing_is_gained() {
    assert_eq!(
        runs("let s: f64 = xs.iter().sum(); let p: f64 = xs.iter().product(); (s, p)"),
        "body"
    );
}

#[test]
fn passes_for_extrema_beside_a_strict_sum() {
    assert_eq!(
        runs(
            "let s: f64 = xs.iter().map(|x| x.sqrt()).sum(); let ys: Vec<f64> = xs.iter().map(|x| 1.0 / x).collect(); (s, ys)"
        ),
        "passes"
    );
}

#[test]
fn narrow_sums_of_bytes() {
    let body = "let n = bs.iter().filter(|b| **b == 32).count(); let m = bs.iter().filter(|b| **b == 10).count(); (n, m)";
    let function = format!("fn f(bs: &[u8]) -> R {{ {body} }}");
    of(&function, |_, plan| {
        assert_eq!(run(plan), "passes");
        let narrow = |of: &Accumulation| matches!(of, Accumulation::Narrow(_));
        assert!(plan.accumulators.values().all(narrow));
    });
}

#[test]
fn filters_that_store_compact_blocks() {
    let kept = "let ys: Vec<i64> = ks.iter().copied().filter(|k| *k > 3).collect();";
    assert_eq!(
        runs(&format!(
            "{kept} let zs: Vec<i64> = ks.iter().copied().filter(|k| *k < 0).collect(); (ys, zs)"
        )),
        "compaction"
    );
}

#[test]
fn filters_that_add_floats_make_masks() {
    assert_eq!(
        runs(
            "let a: f64 = xs.iter().filter(|x| **x > 1.0).sum(); let b: f64 = xs.iter().filter(|x| **x < 0.0).sum(); (a, b)"
        ),
        "masks"
    );
}

#[test]
fn places_have_two_plans() {
    let function =
        "fn f(p: &P) -> R { let s: i64 = p.ks.iter().sum(); let m = p.ks.iter().max(); (s, m) }";
    of(function, |_, plan| {
        let Run::Dispatch(dispatch) = &plan.run else {
            panic!("{}", run(plan));
        };
        assert_eq!(dispatch.slices.reads, Reads::Slices);
        assert_eq!(dispatch.otherwise.reads, Reads::Iterators);
    });
}

#[test]
fn extrema_of_integers_are_seeded() {
    let function = "fn f(ks: &[i64]) -> R { let s: i64 = ks.iter().sum(); let m = ks.iter().copied().max(); (s, m) }";
    of(function, |_, plan| {
        let seeded = |of: &Accumulation| *of == Accumulation::Seeded;
        assert!(
            plan.accumulators.values().any(seeded),
            "{:?}",
            plan.accumulators
        );
    });
}

#[test]
fn filters_of_total_numbers_have_no_branch() {
    let free = |body: &str| {
        let function = format!("fn f(xs: &[f64], ks: &[i64]) -> R {{ {body} }}");
        of(&function, |_, plan| !plan.form.branch_free.is_empty())
    };
    let sum = "let s: f64 = xs.iter().sum();";
    assert!(free(&format!("{sum} {COUNT} (s, n)")));
    // A call that may fail must not run for others.
    let fails = "let t: f64 = xs.iter().filter(|x| **x > 1.0).map(|x| half(*x)).sum();";
    assert!(!free(&format!("{sum} {fails} (s, t)")));
}

#[test]
fn arrays_of_unknown_length_begin_on_the_stack() {
    let function = "fn f(ws: &[String]) -> R { let n = ws.iter().filter(|w| w.len() > 3).count(); let ks: Vec<&String> = ws.iter().filter(|w| w.len() > 4).collect(); (n, ks) }";
    of(function, |_, plan| assert_eq!(plan.inline.len(), 1));
}

#[test]
fn a_plan_that_writes_a_result_twice_is_refused() {
    let function = "fn f(bs: &[u8]) -> R { let n = bs.iter().filter(|b| **b == 32).count(); let m = bs.iter().filter(|b| **b == 10).count(); (n, m) }";
    of(function, |lowered, plan| {
        let mut plan = plan.clone();
        let Run::Passes(passes) = &mut plan.run else {
            panic!("{}", run(&plan));
        };
        let again = passes.passes[0].clone();
        passes.passes.push(again);
        let wrong = holds(lowered, &plan);
        assert!(wrong.is_err_and(|wrong| wrong.contains("written 2 times")));
    });
}
