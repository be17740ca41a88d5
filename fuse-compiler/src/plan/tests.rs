//! One function for each rule that it decides, and one beside it that it leaves alone.

use super::over_slices::elements;
use super::*;
use crate::cnf::lower::tests::with;
use crate::pipeline::block::decide;
use crate::sorted::SortedSet;

/// Looks at the plan of the one loop of a function.
fn of<R>(function: &str, look: impl FnOnce(&Lowered<'_>, &LoopPlan) -> R) -> R {
    with(function, |region, mut lowered| {
        searches::keep_alone(&mut lowered);
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
        Run::Pulled(_) => "pulled",
    }
}

/// How the loop of a body over slices runs.
fn runs(body: &str) -> &'static str {
    let function = format!("fn f(xs: &[f64], ks: &[i64], bs: &[u8]) -> R {{ {body} }}");
    of(&function, |_, plan| run(plan))
}

const COUNT: &str = "let n = xs.iter().map(|x| x * 2.0).filter(|x| *x > 1.0).count();";

#[test]
fn searches_over_one_slice_of_numbers_go_through_it_in_groups() {
    let of_floats = "fn f(xs: &[f64]) -> R { let a = xs.iter().any(|x| *x < 0.0); \
        let b = xs.iter().copied().all(|x| !x.is_infinite()); (a, b) }";
    of(of_floats, |_, plan| {
        let passes = plan.passes().expect("passes");
        assert_eq!((passes.passes.len(), passes.searches.len()), (0, 2));
    });
    for alone in [
        "fn f(xs: &[f64]) -> R { let a = xs.iter().any(|x| *x < 0.0); if a { return; } \
            let b = xs.iter().any(|x| *x < 9.0); (a, b) }",
        "fn f(xs: &[f64], ys: &[f64]) -> R { let a = xs.iter().any(|x| *x < 0.0); \
            let b = ys.iter().any(|x| *x < 9.0); (a, b) }",
    ] {
        with(alone, |region, lowered| {
            let decided = decide(region, &lowered).expect("sizes");
            assert!(decided.loops.is_empty(), "{alone}");
        });
    }
}

#[test]
fn other_searches_over_one_slice_take_turns() {
    for in_turn in [
        "fn f(ks: &[i64]) -> R { let a = ks.iter().any(|k| *k < 0); let b = ks.iter().all(|k| *k < 9); (a, b) }",
        "fn f(xs: &[i32]) -> R { let a = xs.iter().any(|x| x + 1 < 0); let b = xs.iter().all(|x| *x < 9); (a, b) }",
        "fn f(xs: &[T]) -> R { let a = xs.iter().any(|x| x.a()); let b = xs.iter().all(|x| x.b > 9); (a, b) }",
    ] {
        of(in_turn, |_, plan| {
            let passes = plan.passes().expect("passes");
            assert_eq!((passes.over, passes.searches.len()), (Over::InTurn, 2));
        });
    }
}

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
fn few_elements_go_chain_by_chain() {
    let few = |body: &str| {
        let function = format!("fn f(xs: &[f64], ks: &[i64], bs: &[u8]) -> R {{ {body} }}");
        of(&function, |_, plan| {
            plan.few.as_ref().map(|few| few.passes.len())
        })
    };
    let strict = "let s: f64 = xs.iter().sum();";
    let counted = "let n = xs.iter().filter(|x| **x > 1.0).count();";
    assert_eq!(few(&format!("{strict} {counted} (s, n)")), Some(2));
    let stored = "let ys: Vec<f64> = xs.iter().map(|x| (x * 3.0 - 1.0) * x + 2.0).collect(); let s: f64 = ys.iter().sum();";
    assert_eq!(few(&format!("{stored} (ys, s)")), Some(2));
    // A vector of bytes is no gain on few, and two sums wait for each other as they would alone.
    let bytes = "assert_eq!(xs.len(), bs.len()); let n = bs.iter().filter(|b| **b > 1).count();";
    assert_eq!(few(&format!("{bytes} {strict} (s, n)")), None);
    let squares = "let q: f64 = xs.iter().map(|x| x * x).sum();";
    assert_eq!(few(&format!("{strict} {squares} (s, q)")), None);
    let bins = "let mut h = [0u32; 8]; for x in xs { let b = *x as usize & 7; h[b] += 1; }";
    assert_eq!(few(&format!("{bins} {strict} (h, s)")), Some(2));
}

#[test]
fn products_of_64_bits_take_wide_vectors_or_are_as_written() {
    let instructions = |body: &str| {
        let function = format!("fn f(ks: &[i64], n: usize) -> R {{ {body} }}");
        of(&function, |_, plan| (run(plan), plan.instructions))
    };
    let scaled = "let a: i64 = ks.iter().map(|k| k * 5).sum();";
    let both = format!("{scaled} let b: i64 = ks.iter().map(|k| k * 7).sum(); (a, b)");
    assert_eq!(instructions(&both), ("body", Instructions::DetectedAlone));
    // Shifts are in every vector, and what is stored is no number.
    let shifted = format!("{scaled} let b: i64 = ks.iter().map(|k| k * 8).sum(); (a, b)");
    assert_eq!(
        instructions(&shifted).1,
        Instructions::Detected { least: None }
    );
    let by_number = "let a: i64 = (1..n).map(|i| ks[i] + ks[i - 1]).sum(); let b: i64 = (1..n).map(|i| ks[i]).sum(); (a, b)";
    assert_eq!(
        instructions(by_number),
        ("body", Instructions::Detected { least: None })
    );
    let gathered = "let a: i64 = (1..n).map(|i| ks[i / 2]).sum(); let b: i64 = (1..n).map(|i| ks[i % 3]).sum(); (a, b)";
    assert_eq!(instructions(gathered).1, Instructions::Baseline);
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
        let otherwise = dispatch
            .otherwise
            .as_ref()
            .expect("a field may be anything");
        assert_eq!(otherwise.reads, Reads::Iterators);
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

/// The plan of the one loop of a body, by its run, and whether it is another one.
fn both(function: &str, one: &str, other: &str, is: impl Fn(&Lowered<'_>, &LoopPlan) -> bool) {
    for (body, expected) in [(one, true), (other, false)] {
        let function = function.replace("BODY", body);
        of(&function, |lowered, plan| {
            assert_eq!(is(lowered, plan), expected, "{function}\n{plan:?}");
        });
    }
}

#[test]
fn ranges_are_cut_by_length_or_as_is_written() {
    let function = "fn f(xs: &[f64]) -> R { let s: f64 = xs.par_iter()BODY.sum(); let n = xs.par_iter().filter(|x| **x > 1.0).count(); (s, n) }";
    both(function, "", ".with_min_len(9)", |_, plan| {
        assert!(plan.parallel);
        plan.cut == Cut::Automatic
    });
    both(function, ".map(|x| g(*x))", "", |_, plan| {
        plan.cut == Cut::Each
    });
    // One that adds up floats may run beside another; one that says where it is cut may not.
    both(function, "", ".with_max_len(9)", |_, plan| plan.joins);
}

#[test]
fn an_array_is_written_over_the_one_that_is_read_last() {
    let function = "fn f(xs: &[f64]) -> R {
        let ys: Vec<f64> = xs.iter().map(|x| x + 1.0).collect();
        let t: f64 = ys.iter().sum();
        let zs: Vec<f64> = ys.iter().map(|y| y * t).collect();
        let s: f64 = ys.iter().map(|y| y - t).sum();
        (BODY, zs, s)
    }";
    for (kept, expected) in [("t", 1), ("ys", 0)] {
        let function = function.replace("BODY", kept);
        with(&function, |region, lowered| {
            let decided = decide(region, &lowered).expect("sizes");
            let elements = elements(&decided.loops);
            let over_slices = OverSlices::of(&lowered, &decided.loops, &elements);
            let cuts = Cuts::of(&lowered, &decided.sizes, &decided.loops);
            let plans = plan(Context {
                rules: RULES,
                lowered: &lowered,
                over_slices: &over_slices,
                cuts: &cuts,
                loops: &decided.loops,
                sizes: &decided.sizes,
                suspends: false,
                given_up: SortedSet::new(),
            })
            .expect("plans that hold");
            assert_eq!(plans.reused.len(), expected, "{function}");
        });
    }
}

#[test]
fn strings_are_made_when_they_are_kept() {
    let function = "fn f(words: &[&str]) -> R {
        let all: Vec<String> = words.iter().map(|w| w.trim().to_string()).collect();
        let long: Vec<String> = all.into_iter().filter(|w| BODY).collect();
        long
    }";
    both(function, "w.len() > 3", "g(w)", |_, plan| {
        !plan.strings.makers.is_empty()
    });
}

#[test]
fn filters_that_may_fail_store_what_they_keep_afterwards() {
    let function = "fn f(ps: &[(i64, i64)]) -> R {
        let a: Vec<&(i64, i64)> = ps.iter().filter(|p| p.0 > 0 && p.1 / p.0 > 3).collect();
        let b: Vec<&(i64, i64)> = ps.iter().filter(|p| p.1 > 0 && p.0 / p.1 > 3).collect();
        BODY
    }";
    // A strict sum of floats waits for longer than what is stored takes.
    let sum = "let s: f64 = ps.iter().map(|p| p.0 as f64).sum(); (a, b, s)";
    both(function, "(a, b)", sum, |_, plan| run(plan) == "deferred");
}

#[test]
fn what_is_given_away_is_collected_in_place() {
    let function = "fn f(ps: Vec<P>) -> R {
        let mut n = 0;
        let qs: Vec<Q> = BODY.map(|p| p.into_q()).collect();
        let k: usize = qs.iter().map(|q| q.k).sum();
        (qs, k)
    }";
    both(function, "ps.into_iter()", "ps.iter()", |_, plan| {
        run(plan) == "in place"
    });
}

#[test]
fn floats_are_compared_once_where_something_waits() {
    let function = "fn f(xs: &[f64], k: f64) -> R { let s: f64 = xs.iter().sum(); let m = xs.iter().map(|x| x.exp()).fold(BODY, f64::max); (s, m) }";
    // What it starts from must be no NaN.
    both(function, "0.0", "k", |_, plan| {
        let one = |of: &Accumulation| *of == Accumulation::OneComparison;
        plan.accumulators.values().any(one)
    });
}

#[test]
fn an_extremum_beside_a_strict_sum_has_lanes() {
    let function = "fn f(xs: &[f64], k: f64) -> R { let s: f64 = xs.iter().sum(); let m = xs.iter().BODY.fold(0.0, f64::max); (s, m) }";
    both(function, "copied()", "map(|x| g(*x))", |_, plan| {
        let lanes = |pass: &Pass| pass.taking == Taking::Lanes;
        plan.passes()
            .is_some_and(|passes| passes.passes.iter().any(lanes))
    });
}

#[test]
fn a_map_of_many_operations_is_not_stored_beside_strict_sums() {
    let function = "fn f(xs: &[f64]) -> R { let ys: Vec<f64> = xs.iter().map(|x| BODY).collect(); let s: f64 = ys.iter().sum(); let q: f64 = ys.iter().map(|y| y * y).sum(); (ys, s, q) }";
    let few = "((x * 0.3 - 1.0) * x + 2.0) * x - 3.0";
    let many = "(((x * 0.3 - 1.0) * x + 2.0) * x - 3.0) * x + 1.0";
    both(function, few, many, |_, plan| {
        !plan.nest.root.body.stores.is_empty()
    });
}

#[test]
fn what_a_match_chooses_is_not_stored_beside_a_test_of_it() {
    let function = "fn f(bs: &[u8]) -> R { let cs: Vec<u8> = bs.iter().rev().map(|b| BODY).collect(); let n = cs.iter().filter(|c| **c == 7).count(); let m = cs.iter().filter(|c| **c == 9).count(); (cs, n, m) }";
    let chooses = "match b { 1 => 7, 2 => 9, b => *b }";
    both(function, "b & 7", chooses, |_, plan| {
        !plan.nest.root.body.stores.is_empty()
    });
}

#[test]
fn an_iterator_made_of_several_is_given_the_body() {
    let function = "fn f(xs: &[i64], ys: &[i64]) -> R { let s: i64 = xs.iter()BODY.sum(); let n = xs.iter()BODY.filter(|x| **x > 3).count(); (s, n) }";
    both(function, ".chain(ys)", "", |_, plan| {
        let mut bodies = plan.bodies().into_iter();
        bodies.any(|body| body.form.iteration != Iteration::External)
    });
}

#[test]
fn an_iterator_is_given_what_keeps_several_parts() {
    let function = "fn f(ps: &[P], p: P) -> R { let a = ps.iter().fold(p, |m, q| P::new(m.x.min(q.x), BODY)); let b = ps.iter().fold(p, |m, q| P::new(m.x + q.x, m.y - q.y)); (a, b) }";
    both(function, "m.y.min(q.y)", "", |_, plan| {
        plan.form.iteration != Iteration::External
    });
}

#[test]
fn what_is_seen_to_be_made_of_operators_is_compared_in_lanes() {
    let function = "fn f(ps: &[P], p: P) -> R { let n = ps.iter().filter(|q| q.x > 1.0).count(); let m = ps.iter().map(|q| q.x * q.x + q.x.min(q.y)).fold(0.0, f64::max); (n, m) }";
    of(function, |_, plan| {
        let lanes = |pass: &Pass| pass.taking == Taking::Lanes;
        let passes = plan.passes().expect("passes");
        assert!(passes.passes.iter().any(lanes));
    });
}

#[test]
fn a_slice_is_asked_for_its_length() {
    let function = "fn f(xs: &[f64], p: &P) -> R { let n = BODY.iter().filter(|x| **x > 1.0).count(); let zs: Vec<f64> = BODY.iter().map(|x| x + 1.0).collect(); (n, zs) }";
    both(function, "xs", "p.xs", |_, plan| {
        plan.length == Length::Slice
    });
}

#[test]
fn one_that_no_loop_can_open_pulls_it() {
    let sums = "let s: i64 = ks.iter().map(|k| k & 7).sum(); let n = ks.iter().filter(|k| **k > 3).count();";
    for asks in [
        "let a = ks.iter().any(|k| g(*k));",
        "let a: Money = ks.iter().map(Money).sum();",
        "let a = ks.iter().map(|k| k.checked_mul(3)).collect::<Option<Vec<_>>>();",
        "let a: Option<i64> = ks.iter().try_fold(0i64, |a, k| a.checked_add(*k));",
    ] {
        assert_eq!(
            runs(&format!("{asks} {sums} (a, s, n)")),
            "pulled",
            "{asks}"
        );
    }
    // From the end; in a loop of two; what is known without one; what std fills faster from a slice.
    for alone in [
        "let a = ks.iter().rposition(|k| *k > 3);",
        "let a = ks.iter().rev().any(|k| g(*k));",
        "let a = ks.iter().nth(3);",
        "let a = ks.iter().last();",
        "let a = ks.iter().eq(&[1, 2]);",
        "let a = ks.iter().map(|k| k + 1).collect::<Bag>();",
    ] {
        assert_ne!(
            runs(&format!("{alone} {sums} (a, s, n)")),
            "pulled",
            "{alone}"
        );
    }
}
