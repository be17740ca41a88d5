//! That the interpreters see what they are there to see, and that shrinking ends where it should.

use super::{Inputs, Outcome, Placed, Settings, Tally, Value, Written, check, compile, loops};
use super::{program, random, shrink};
use fuse_compiler::internals::cluster::Options;
use fuse_compiler::internals::cnf::{
    BindingId, Combinator, Length, OpaqueKind, Program, ProgramBuilder, Reason, SizeFact, ValueKind,
};
use fuse_compiler::internals::loops::{self as ir, Fate, Step};
use fuse_compiler::internals::schedule::Event;

/// The program compiled, its inputs of three elements, and what it computes as written.
fn compiled(program_: &Program<'static>) -> (Written, Placed, Inputs, Outcome) {
    let written = Written::of(program_);
    let placed = compile(&written, &Options::default()).expect("it has sizes");
    let inputs = Inputs::random(program_, 2).expect("it has no facts to break");
    let expected = program(&written, &inputs).expect("it can run");
    assert_eq!(
        loops(&written, &placed, &inputs).as_ref(),
        Ok(&expected),
        "{placed:?}"
    );
    (written, placed, inputs, expected)
}

fn map_and_sum() -> Program<'static> {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.map("ys", &[xs], &[]);
    let sum = b.fold("sum", ys, &[]);
    b.results(&[sum]);
    b.finish()
}

// The three hardest things to see.

#[test]
fn a_chain_that_moves_across_a_wall_shows_even_if_it_reads_nothing_of_it() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let before = b.map("before", &[xs], &[]);
    b.wall(&[]);
    let after = b.map("after", &[xs], &[]);
    b.results(&[before, after]);
    let (written, mut placed, inputs, expected) = compiled(&b.finish());
    assert_eq!(expected.left, None);
    for (from, to) in [(2, 1), (0, 1)] {
        let events = placed.schedule.events.clone();
        placed.schedule.events.swap(from, to);
        let found = loops(&written, &placed, &inputs).expect("everything is there");
        assert_ne!(found, expected, "statement {from}");
        placed.schedule.events = events;
    }
}

#[test]
fn two_ordered_chains_in_one_loop_show_even_if_there_is_no_element() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let first = b.fold("first", xs, &[]);
    let before = b.last();
    let second = b.fold("second", xs, &[]);
    let after = b.last();
    b.precedence(before, after, Reason::Effects);
    b.results(&[first, second]);
    let program_ = b.finish();
    let (written, mut placed, ..) = compiled(&program_);
    assert_eq!(placed.loops, []);
    let same = |_, _| true;
    let fused = ir::build(&program_, &same, &[before, after], &|_| Fate::Stored);
    placed.loops = vec![fused.expect("it is one loop")];
    placed.schedule.events.insert(0, Event::Loop(0));
    let empty = Inputs::random(&program_, 0).expect("it has no facts to break");
    let expected = program(&written, &empty).expect("it can run");
    let found = loops(&written, &placed, &empty).expect("everything is there");
    assert_eq!(found.results[0], expected.results[0]);
    assert_ne!(found.results[1], expected.results[1]);
}

#[test]
fn an_element_of_the_iteration_before_is_no_element() {
    let (written, mut placed, inputs, _) = compiled(&map_and_sum());
    let [nest] = &mut placed.loops[..] else {
        panic!("{placed:?}")
    };
    assert!(matches!(
        nest.root.body.steps[..],
        [Step::Compute(_), Step::Consume(_)]
    ));
    nest.root.body.steps.swap(0, 1);
    let fault = loops(&written, &placed, &inputs).expect_err("the sum is before its element");
    assert_eq!(fault.to_string(), "sum reads ys before it is known");
}

// What a run may not do.

#[test]
fn what_is_not_stored_and_what_is_not_declared_is_not_there() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.map("ys", &[xs], &[]);
    let zs = b.map("zs", &[ys], &[]);
    b.wall(&[ys]);
    b.results(&[zs]);
    let (written, placed, inputs, _) = compiled(&b.finish());
    let mut lost = placed.clone();
    lost.loops[0].outcomes[0] = ir::Outcome::Contracted(ys);
    lost.loops[0].root.body.stores.retain(|value| *value != ys);
    let fault = loops(&written, &lost, &inputs).expect_err("ys is contracted");
    assert_eq!(
        fault.to_string(),
        "ys stands for another value where it is read"
    );
    let mut late = placed;
    late.schedule
        .events
        .retain(|event| *event != Event::Statement(0));
    let fault = loops(&written, &late, &inputs).expect_err("ys is not declared");
    assert_eq!(
        fault.to_string(),
        "ys stands for another value where it is read"
    );
}

#[test]
fn an_array_said_to_be_exact_has_an_element_for_each_iteration() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.filter("ys", xs, &[]);
    let sum = b.fold("sum", xs, &[]);
    b.results(&[ys, sum]);
    let (written, mut placed, _, _) = compiled(&b.finish());
    for outcome in &mut placed.loops[0].outcomes {
        if let ir::Outcome::Stored { exact, .. } = outcome {
            *exact = true;
        }
    }
    let faults = (3..20).filter(|seed| {
        let inputs = Inputs::random(&written.program, *seed).expect("it has no facts to break");
        loops(&written, &placed, &inputs).is_err()
    });
    assert!(faults.count() > 3);
}

// Lengths.

#[test]
fn opaque_statements_and_inputs_obey_facts() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    b.fact(SizeFact::Equal(xs, ys));
    let shorter = Length::Less(Box::new(Length::Of(xs)), "1".to_owned());
    let tail = b.opaque(
        OpaqueKind::Transparent,
        &[xs],
        &[("tail", ValueKind::Array)],
    )[0];
    b.fact(SizeFact::Same(Length::Of(tail), shorter));
    b.results(&[tail]);
    let written = Written::of(&b.finish());
    for seed in 0..20 {
        let inputs = Inputs::random(&written.program, seed).expect("the facts can hold");
        let length = inputs.values[&xs].len();
        assert_eq!(length, inputs.values[&ys].len());
        let outcome = program(&written, &inputs).expect("it can run");
        let [Value::Array(tail)] = &outcome.results[..] else {
            panic!("{outcome:?}")
        };
        assert_eq!(tail.len(), length.saturating_sub(1));
    }
}

#[test]
fn a_program_is_left_where_a_fact_below_a_wall_does_not_hold() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    let wall = b.wall(&[xs, ys]);
    b.fact(SizeFact::Below(wall, Box::new(SizeFact::Equal(xs, ys))));
    let both = b.map("both", &[xs, ys], &[]);
    b.results(&[both]);
    let written = Written::of(&b.finish());
    let mut left = 0;
    for seed in 0..40 {
        let inputs = Inputs::random(&written.program, seed).expect("it has no facts to break");
        let outcome = program(&written, &inputs).expect("the wall sees to the lengths");
        let unequal = inputs.values[&xs].len() != inputs.values[&ys].len();
        assert!(!unequal || outcome.left == Some(wall));
        left += u32::from(unequal);
    }
    assert!(left > 10);
}

// Shrinking.

#[test]
fn a_program_shrinks_to_what_makes_it_fail() {
    let crosses = |written: &Written| {
        let bindings = written.program.bindings.iter();
        bindings
            .into_iter()
            .any(|binding| binding.combinator() == Combinator::Cross)
    };
    let seed = (0..).find(|seed| crosses(&random::program(*seed, 7)));
    let written = random::program(seed.expect("some program has one"), 7);
    let smallest = shrink(&written, &crosses);
    let statements = smallest.statements.len();
    assert!(statements <= written.statements.len());
    assert_eq!(
        (statements, smallest.program.facts.len()),
        (1, 0),
        "{smallest}"
    );
    assert!(smallest.program.precedences.is_empty() && smallest.program.results.is_empty());
    assert!(smallest.program.bindings.len() <= 2, "{smallest}");
    assert_eq!(
        check(&smallest, &Settings::default(), &mut Tally::default()).ok(),
        Some(())
    );
}

#[test]
fn a_seed_is_a_program() {
    for seed in 0..50 {
        let written = random::program(seed, random::chains(seed));
        assert_eq!(written, random::program(seed, random::chains(seed)));
        let bindings = written.statements.iter().flat_map(|s| s.bindings.clone());
        let ids: Vec<BindingId> = written.program.binding_ids().collect();
        assert_eq!(bindings.collect::<Vec<_>>(), ids);
    }
}
