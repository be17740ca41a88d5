//! Random programs as they were written against the same in loops that run by random legal plans: passes, lanes, narrow sums,
//! compaction, masks, ranges, memory that is taken over. What fails is printed with its seed, program and plans.

use fuse_compiler::internals::cluster::Options;
use fuse_compiler::internals::cnf::{BindingId, Program, ProgramBuilder, ValueId};
use fuse_compiler::internals::loops::Step;
use fuse_compiler::internals::plan::{
    Accumulation, Blocks, LoopPlan, Over, Pass, Passes, Run, Taking, verify,
};
use fuse_oracle::examples;
use fuse_oracle::interpret::{self, Inputs, Monoid, Settings, Written, random};
use std::collections::BTreeMap;

const PROGRAMS: u64 = 1_500;

#[test]
fn random_plans_compute_what_was_written() {
    let settings = Settings {
        inputs: 8,
        every: 4,
        ..Settings::default()
    };
    let mut seen = BTreeMap::new();
    for seed in 0..PROGRAMS {
        let written = random::program(seed, random::chains(seed));
        if let Err(failure) = interpret::check_plans(&written, &settings, seed, &mut seen) {
            panic!("seed {seed}:\n{failure}");
        }
    }
    // Otherwise little is checked.
    for run in [
        "body",
        "collect in place",
        "compaction",
        "deferred compaction",
        "dispatch",
        "lazy strings",
        "masks",
        "passes",
        "passes in ranges",
        "passes with kept blocks",
        "ranges",
        "reuse",
        "whole passes",
    ] {
        let times = seen.get(run).copied().unwrap_or_default();
        assert!(times >= 5, "{run}: {times} of {seen:?}");
    }
}

#[test]
fn the_programs_of_the_papers_by_random_plans() {
    for program in [
        examples::normalize2(),
        examples::normalize_inc(),
        examples::closest_points(),
        examples::quadtree_bounds(),
        examples::quadtree_go(),
        examples::quickhull(),
        examples::normalise2_scan(),
        examples::normalise2_expanded(),
    ] {
        let written = Written::of(&program);
        for seed in 0..40 {
            let settings = Settings::default();
            let checked = interpret::check_plans(&written, &settings, seed, &mut BTreeMap::new());
            if let Err(failure) = checked {
                panic!("seed {seed}:\n{failure}");
            }
        }
    }
}

/// `ys` by a map, its sum, and the sum of what a filter keeps of it and another map makes of that.
struct Sums {
    program: Program<'static>,
    ys: ValueId,
    sum: ValueId,
    filter: BindingId,
    made: BindingId,
}

fn sums() -> Sums {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.map("ys", &[xs], &[]);
    let sum = b.fold("sum", ys, &[]);
    let kept = b.filter("kept", ys, &[]);
    let filter = b.last();
    let halves = b.map("halves", &[kept], &[]);
    let made = b.last();
    let other = b.fold("other", halves, &[]);
    b.results(&[sum, other]);
    Sums {
        program: b.finish(),
        ys,
        sum,
        filter,
        made,
    }
}

/// What is wrong with a plan of the one loop of [`sums`], and whether it computes what was written.
fn tried(sums: &Sums, written: &Written, change: &dyn Fn(&mut LoopPlan)) -> (Option<String>, bool) {
    let mut placed = interpret::compile(written, &Options::default()).expect("it has sizes");
    let [nest] = placed.loops.as_slice() else {
        panic!("{placed:?}");
    };
    let mut plan = LoopPlan::new(nest);
    change(&mut plan);
    let is_total = |id: BindingId| !written.partial.contains(&id);
    let wrong = verify(&sums.program, &plan, &is_total).err();
    placed.plans = vec![plan];
    let computes = (3..20).all(|seed| {
        let inputs = Inputs::random(&written.program, seed).expect("it has no facts to break");
        interpret::loops(written, &placed, &inputs) == interpret::program(written, &inputs)
    });
    (wrong, computes)
}

/// The map in a pass of its own, and all else in another.
fn two_passes(sums: &Sums, plan: &mut LoopPlan) -> Passes {
    let program = &sums.program;
    let (first, rest): (Vec<_>, Vec<_>) = plan
        .nest
        .cluster
        .iter()
        .partition(|id| program.binding(**id).outputs == [sums.ys]);
    let parts = [(first, Vec::new()), (rest, vec![sums.ys])];
    let passes = parts.map(|(cluster, reads)| {
        let steps = plan.nest.root.body.steps.iter().filter(|step| {
            let (Step::Compute(id) | Step::Guard(id, _) | Step::Consume(id)) = step;
            cluster.contains(id)
        });
        let mut nest = plan
            .nest
            .part(program, cluster.clone(), steps.cloned().collect());
        if !reads.is_empty() {
            nest.root.sources.clear();
        }
        Pass {
            nest,
            reads,
            taking: Taking::OneByOne,
            form: plan.form.clone(),
            fills: Vec::new(),
        }
    });
    Passes {
        passes: passes.into(),
        kept: vec![sums.ys],
        read_back: Vec::new(),
        over: Over::Blocks(Blocks::Usual),
        searches: Vec::new(),
        gives_back: false,
    }
}

#[test]
fn a_plan_that_does_not_hold_is_refused_and_computes_something_else() {
    let sums = sums();
    let written = Written::of(&sums.program);
    let legal = |plan: &mut LoopPlan| plan.run = Run::Passes(two_passes(&sums, plan));
    assert_eq!(tried(&sums, &written, &legal), (None, true));
    let changed = |change: &dyn Fn(&mut Passes)| {
        tried(&sums, &written, &|plan| {
            let mut passes = two_passes(&sums, plan);
            change(&mut passes);
            plan.run = Run::Passes(passes);
        })
    };
    for (change, wrong) in [
        (
            &(|of: &mut Passes| of.passes.reverse()) as &dyn Fn(&mut Passes),
            "before one has made it",
        ),
        (&|of| drop(of.passes.pop()), "is written 0 times"),
        (&|of| of.kept.clear(), "nothing holds the elements"),
        (&|of| of.passes[1].reads.clear(), "has no element"),
        (
            &|of| of.passes.push(of.passes[1].clone()),
            "is written 2 times",
        ),
    ] {
        let (found, computes) = changed(change);
        assert!(
            found.as_ref().is_some_and(|found| found.contains(wrong)),
            "{found:?}: {wrong}"
        );
        assert!(!computes, "{wrong}");
    }
}

#[test]
fn what_may_fail_is_not_computed_for_what_is_not_kept() {
    let sums = sums();
    let mut written = Written::of(&sums.program);
    let free = |plan: &mut LoopPlan| plan.form.branch_free.extend([sums.filter]);
    assert_eq!(tried(&sums, &written, &free), (None, true));
    written.partial.insert(sums.made);
    let (wrong, computes) = tried(&sums, &written, &free);
    assert!(wrong.is_some_and(|wrong| wrong.contains("might fail for others")));
    assert!(!computes);
}

#[test]
fn what_has_an_order_is_not_put_together_in_groups() {
    let sums = sums();
    let mut written = Written::of(&sums.program);
    let seeded = |plan: &mut LoopPlan| plan.accumulators.extend([(sums.sum, Accumulation::Seeded)]);
    assert!(!tried(&sums, &written, &seeded).1);
    let producer = sums.program.producer(sums.sum).expect("a fold");
    written.monoids.insert(producer, Monoid::Most);
    assert_eq!(tried(&sums, &written, &seeded), (None, true));
}
