//! Chains, walls, and what keeps apart. The figures of paper 001 are in `fuse-oracle/tests/stages/graph.rs`.

use super::*;
use crate::cnf::{OpaqueKind, ProgramBuilder, ValueKind};
use crate::size::infer;

fn graph(program: &Program) -> Graph {
    Graph::build(program, &infer(program).unwrap())
}

fn named(program: &Program, label: &str) -> BindingId {
    let mut ids = program.binding_ids();
    ids.find(|id| program.label(*id) == label).unwrap()
}

fn obstacle(program: &Program, a: &str, b: &str) -> Option<Reason> {
    let (a, b) = (named(program, a), named(program, b));
    let graph = graph(program);
    assert_eq!(graph.obstacle(a, b), graph.obstacle(b, a), "symmetric");
    graph.obstacle(a, b)
}

// The three hardest inputs.

#[test]
fn a_path_through_a_chain_may_enter_and_leave_it_anywhere() {
    // `first` must be before the chain's fold, the chain's map before `last`: no edge path leads
    // from `first` to `last`, but as the chain is one loop, they cannot share one.
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let first = b.fold("first", xs, &[]);
    let early = b.chain(|b| {
        let early = b.map("early", &[xs], &[]);
        b.fold("late", early, &[first]);
        early
    });
    b.map("last", &[early], &[]);
    let program = b.finish();
    let graph = graph(&program);
    let [first, last] = ["first", "last"].map(|label| named(&program, label));
    assert!(graph.possible(first, last));
    assert_eq!(graph.obstacle(first, last), Some(Reason::ScalarResult));
    assert_eq!(obstacle(&program, "early", "late"), None);
    assert_eq!(obstacle(&program, "early", "last"), None);
}

#[test]
fn what_runs_on_several_threads_shares_no_loop_with_what_runs_on_one() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    b.fold("one", xs, &[]);
    b.fold("several", xs, &[]);
    b.parallel();
    b.fold("others", xs, &[]);
    b.parallel();
    let program = b.finish();
    assert_eq!(obstacle(&program, "one", "several"), Some(Reason::Parallel));
    assert_eq!(obstacle(&program, "several", "others"), None);
}

#[test]
fn what_keeps_concestors_apart_keeps_apart_what_they_relate() {
    // `sum2` could run with `sum1` only if `gts` did, and `gts` must wait for `sum1`.
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let sum1 = b.fold("sum1", xs, &[]);
    let gts = b.filter("gts", xs, &[sum1]);
    b.fold("sum2", gts, &[]);
    let other = b.filter("other", xs, &[]);
    b.fold("sum3", other, &[]);
    b.solitary(Reason::Drops);
    let program = b.finish();
    assert_eq!(
        obstacle(&program, "sum1", "sum2"),
        Some(Reason::ScalarResult)
    );
    assert_eq!(obstacle(&program, "sum2", "other"), None);
    assert_eq!(obstacle(&program, "sum3", "other"), Some(Reason::Drops));

    // The same with an ordering that no path from `a` to `b` shows.
    let mut b = ProgramBuilder::new("g");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    b.fact(crate::cnf::SizeFact::Equal(xs, ys));
    let f1 = b.filter("f1", xs, &[]);
    let before = b.last();
    let f2 = b.filter("f2", ys, &[]);
    let after = b.last();
    b.fold("s1", f1, &[]);
    b.fold("s2", f2, &[]);
    b.precedence(before, after, Reason::Moves);
    let program = b.finish();
    assert_eq!(obstacle(&program, "f1", "f2"), Some(Reason::Moves));
    assert_eq!(obstacle(&program, "s1", "s2"), Some(Reason::IterationSize));
    let graph = graph(&program);
    assert!(graph.possible(named(&program, "s1"), named(&program, "s2")));
}

#[test]
fn a_nest_and_one_long_loop_of_its_size_have_an_obstacle() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let all = b.cross("all", xs, xs);
    let again = b.cross("again", xs, xs);
    let ys = b.parameter_array("ys");
    let other = b.cross("other", xs, ys);
    let some = b.filter("some", all, &[]);
    b.fold("total", some, &[]);
    b.fold("first", all, &[]);
    let both = b.zip("both", &[all, again]);
    b.results(&[all, again, other, both]);
    let program = b.finish();
    // Products of one shape are one nest, and what reads both runs in it.
    assert_eq!(obstacle(&program, "all", "again"), None);
    assert_eq!(obstacle(&program, "all", "both"), None);
    // Where the pairs are made they can be read, and two readers can run in step anywhere.
    assert_eq!(obstacle(&program, "all", "first"), None);
    assert_eq!(obstacle(&program, "all", "total"), None);
    assert_eq!(obstacle(&program, "first", "some"), None);
    assert_eq!(obstacle(&program, "again", "total"), None);
    let placement = Some(Reason::Placement);
    assert_eq!(obstacle(&program, "all", "other"), placement);
    assert_eq!(
        obstacle(&program, "other", "both"),
        Some(Reason::IterationSize)
    );
}

#[test]
fn nothing_crosses_a_wall_and_only_needed_edges_say_so() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let a = b.map("a", &[xs], &[]);
    b.map("b", &[xs], &[]);
    b.opaque(OpaqueKind::Wall, &[a], &[("w1", ValueKind::Scalar)]);
    b.opaque(OpaqueKind::Wall, &[], &[("w2", ValueKind::Scalar)]);
    b.map("c", &[xs], &[]);
    b.scalar("t", &[xs]);
    b.opaque(OpaqueKind::Wall, &[], &[("w3", ValueKind::Scalar)]);
    b.map("d", &[xs], &[]);
    let program = b.finish();
    assert_eq!(
        graph(&program).to_string(),
        "a -> w1: is not a recognised chain\n\
         b -> w1: may not be moved across\n\
         w1 -> w2: may not be moved across\n\
         w2 -> c: may not be moved across\n\
         w2 -> t: may not be moved across\n\
         c -> w3: may not be moved across\n\
         t -> w3: may not be moved across\n\
         w3 -> d: may not be moved across"
    );
    for (x, y) in [("a", "c"), ("b", "d"), ("c", "d")] {
        assert_eq!(obstacle(&program, x, y), Some(Reason::Barrier));
    }
    assert_eq!(obstacle(&program, "a", "b"), None);
    assert_eq!(obstacle(&program, "c", "t"), Some(Reason::Opaque));
}

// Readings.

#[test]
fn gathers_and_whole_arrays_need_their_data_in_memory() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let data = b.map("data", &[xs], &[]);
    let indices = b.map("indices", &[xs], &[]);
    let at = b.gather("at", data, indices);
    b.map("ys", &[at], &[]);
    b.reading(&[indices]);
    b.gather("both", data, data);
    let program = b.finish();
    assert_eq!(
        graph(&program).to_string(),
        "data -> at: reads the array at random, so it must be in memory first\n\
         data -> both\n\
         data -> both: reads the array at random, so it must be in memory first\n\
         indices -> at\n\
         indices -> ys: reads the array at random, so it must be in memory first\n\
         at -> ys"
    );
    assert_eq!(
        obstacle(&program, "data", "both"),
        Some(Reason::RandomAccess)
    );
    // By way of the path that leads past the fusible `indices -> at -> ys`.
    assert_eq!(
        obstacle(&program, "indices", "ys"),
        Some(Reason::RandomAccess)
    );
    assert_eq!(obstacle(&program, "indices", "at"), None);
}

#[test]
fn a_chain_is_together_by_decree_and_apart_as_a_whole() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    b.chain(|b| {
        let m = b.map("m", &[xs], &[]);
        let c = b.cross("c", m, ys);
        b.fold("s", c, &[]);
    });
    b.fold("t", xs, &[]);
    let program = b.finish();
    assert_eq!(obstacle(&program, "m", "s"), None);
    assert_eq!(obstacle(&program, "m", "c"), None);
    // The outer loop is that of `t`, and `m` is no reason to leave its chain.
    assert_eq!(obstacle(&program, "t", "m"), None);
    assert!(graph(&program).possible(named(&program, "t"), named(&program, "m")));
}

#[test]
fn a_backward_precedence_is_followed_too() {
    // Nothing good can come of it, but it must neither hang nor be lost.
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    b.map("a", &[xs], &[]);
    let a = b.last();
    b.map("b", &[xs], &[]);
    let second = b.last();
    let ys = b.map("c", &[xs], &[]);
    let third = b.last();
    b.map("d", &[ys], &[]);
    b.precedence(third, second, Reason::Drops);
    b.precedence(second, a, Reason::Moves);
    let program = b.finish();
    let graph = graph(&program);
    assert!(graph.reaches(third, a));
    assert_eq!(graph.obstacle(a, third), Some(Reason::Drops));
    assert_eq!(graph.obstacle(a, second), Some(Reason::Moves));
}

#[test]
fn a_large_program_spans_several_words_of_bits() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let mut last = xs;
    for index in 0..150 {
        last = b.map(&format!("m{index}"), &[last], &[]);
    }
    let sum = b.fold("sum", last, &[]);
    b.map("scaled", &[xs], &[sum]);
    let program = b.finish();
    let graph = graph(&program);
    let [first, last, scaled] = [BindingId(0), BindingId(149), BindingId(151)];
    assert!(graph.reaches(first, last) && !graph.reaches(last, first));
    assert_eq!(graph.obstacle(first, last), None);
    assert_eq!(graph.obstacle(first, scaled), Some(Reason::ScalarResult));
    assert_eq!(graph.edges().filter(|edge| edge.to == scaled).count(), 1);
}
