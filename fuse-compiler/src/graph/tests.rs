//! The graph against paper 001, and chains and walls.

use super::*;
use crate::cnf::{OpaqueKind, ProgramBuilder, ValueKind, examples, random};
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

/// The maximal sets of bindings of which every two satisfy `together`, as labels.
fn maximal_sets(
    program: &Program,
    together: impl Fn(BindingId, BindingId) -> bool,
) -> Vec<Vec<String>> {
    let n = program.bindings.len();
    let clique = |set: u32| {
        let inside = |i: &usize| set >> i & 1 == 1;
        let mut pairs = (0..n)
            .filter(inside)
            .flat_map(|i| (0..i).filter(inside).map(move |j| (i, j)));
        pairs.all(|(i, j)| together(BindingId(i), BindingId(j)))
    };
    let cliques: Vec<u32> = (1..1_u32 << n).filter(|set| clique(*set)).collect();
    let maximal = cliques.iter().filter(|set| {
        cliques
            .iter()
            .all(|other| *other & **set != **set || other == *set)
    });
    let mut sets: Vec<Vec<usize>> = maximal
        .map(|set| (0..n).filter(|i| set >> i & 1 == 1).collect())
        .collect();
    sets.sort();
    let labels = |set: &Vec<usize>| set.iter().map(|i| program.label(BindingId(*i))).collect();
    sets.iter().map(labels).collect()
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
    let some = b.filter("some", all, &[]);
    b.fold("total", some, &[]);
    b.fold("first", all, &[]);
    let both = b.zip("both", &[all, again]);
    b.results(&[all, again, both]);
    let program = b.finish();
    let placement = Some(Reason::Placement);
    assert_eq!(obstacle(&program, "all", "again"), placement);
    assert_eq!(obstacle(&program, "again", "some"), placement);
    assert_eq!(obstacle(&program, "again", "first"), placement);
    assert_eq!(obstacle(&program, "all", "both"), placement);
    // Where the pairs are made they can be read, and two readers can run in step anywhere.
    assert_eq!(obstacle(&program, "all", "first"), None);
    assert_eq!(obstacle(&program, "all", "total"), None);
    assert_eq!(obstacle(&program, "first", "some"), None);
    // What needs the filter that shares no loop with the other product shares none either.
    let needs = Some(Reason::IterationSize);
    assert_eq!(obstacle(&program, "again", "total"), needs);
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
        assert_eq!(obstacle(&program, x, y), Some(Reason::Wall));
    }
    assert_eq!(obstacle(&program, "a", "b"), None);
    assert_eq!(obstacle(&program, "c", "t"), Some(Reason::Opaque));
}

// Paper 001.

#[test]
fn edges_of_normalize2() {
    assert_eq!(
        graph(&examples::normalize2()).to_string(),
        "sum1 -> ys1: needs the finished result\n\
         gts -> sum2\n\
         sum2 -> ys2: needs the finished result"
    );
}

#[test]
fn possible_sets_of_section_1_5_1() {
    let program = examples::normalize2();
    let graph = graph(&program);
    let expected = [
        vec!["sum1", "gts", "sum2"],
        vec!["sum1", "ys2"],
        vec!["gts", "sum2", "ys1"],
        vec!["ys1", "ys2"],
    ];
    assert_eq!(
        maximal_sets(&program, |a, b| graph.possible(a, b)),
        expected
    );
    assert_eq!(
        maximal_sets(&program, |a, b| graph.obstacle(a, b).is_none()),
        expected
    );
}

#[test]
fn a_fusion_preventing_path_keeps_apart_what_no_edge_does() {
    let program = examples::cycle();
    assert_eq!(obstacle(&program, "ys", "zs"), Some(Reason::ScalarResult));
    assert_eq!(obstacle(&program, "ys", "sum"), None);
    // normalizeInc has no such path, so both clusterings of fig. 1.9 stay open.
    let program = examples::normalize_inc();
    assert_eq!(obstacle(&program, "incs", "sum1"), None);
    assert_eq!(obstacle(&program, "incs", "ys"), None);
    assert_eq!(obstacle(&program, "sum1", "ys"), Some(Reason::ScalarResult));
}

#[test]
fn closest_points_crosses_and_external_statements() {
    let program = examples::closest_points();
    assert_eq!(obstacle(&program, "aboves", "belows"), None);
    assert_eq!(obstacle(&program, "aboveB", "belowB"), None);
    assert_eq!(obstacle(&program, "merged", "mins"), None);
    assert_eq!(
        obstacle(&program, "belowB", "merged"),
        Some(Reason::InnerArray)
    );
    assert_eq!(
        obstacle(&program, "aboveB", "merged"),
        Some(Reason::IterationSize)
    );
    assert_eq!(obstacle(&program, "aboves", "aboveB"), Some(Reason::Wall));
    assert_eq!(obstacle(&program, "sum", "midy"), Some(Reason::Opaque));
}

#[test]
fn quickhull_is_one_cluster() {
    let program = examples::quickhull();
    let graph = graph(&program);
    let sets = maximal_sets(&program, |a, b| graph.obstacle(a, b).is_none());
    assert_eq!(sets, [["ann", "maximum", "above_ann", "above"]]);
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
    // `t` and `m` have one size, but `m` cannot leave its chain.
    assert_eq!(obstacle(&program, "t", "m"), Some(Reason::IterationSize));
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
    assert_eq!(graph.edges_to(scaled).count(), 1);
    assert_eq!(graph.edges_from(first).count(), 1);
}

// Against the definitions.

/// All paths, followed one edge at a time: whether `to` is reached, and over a preventing edge.
fn follow(edges: &[Edge], from: BindingId, to: BindingId) -> (bool, bool) {
    let mut seen = [[false; 2]; 64];
    let mut stack = vec![(from, false)];
    while let Some((at, prevented)) = stack.pop() {
        for edge in edges.iter().filter(|edge| edge.from == at) {
            let prevented = prevented || edge.kind != EdgeKind::Fusible;
            let slot = &mut seen[edge.to.index()][usize::from(prevented)];
            if !std::mem::replace(slot, true) {
                stack.push((edge.to, prevented));
            }
        }
    }
    let [fusible, prevented] = seen[to.index()];
    (fusible || prevented, prevented)
}

#[test]
fn possible_is_what_following_all_paths_finds() {
    for seed in 0..100 {
        let program = random::program(seed, 18);
        let graph = graph(&program);
        let edges: Vec<Edge> = graph.edges().collect();
        assert!(edges.is_sorted());
        for a in program.binding_ids() {
            for b in program.binding_ids() {
                let (reached, prevented) = follow(&edges, a, b);
                assert_eq!(graph.reaches(a, b), reached, "seed {seed}: {program}");
                let back = follow(&edges, b, a).1;
                assert_eq!(
                    graph.possible(a, b),
                    !prevented && !back,
                    "seed {seed}: {program}"
                );
            }
        }
    }
}

#[test]
fn nothing_without_an_obstacle_is_impossible() {
    let mut free = 0;
    for seed in 0..100 {
        let program = random::program(seed, 18);
        let sizes = infer(&program).unwrap();
        let graph = Graph::build(&program, &sizes);
        let chain = |id: BindingId| program.binding(id).chain;
        for a in program.binding_ids() {
            for b in program.binding_ids() {
                assert_eq!(graph.obstacle(a, b), graph.obstacle(b, a));
                if chain(a) == chain(b) {
                    assert_eq!(graph.obstacle(a, b), None);
                } else if graph.obstacle(a, b).is_none() {
                    // Fig. 1.13, and so for the chain mates too.
                    let (c, d) = sizes.concestors(a, b).unwrap();
                    for (x, y) in [(a, b), (c, a), (d, b), (c, d)] {
                        assert!(graph.possible(x, y), "seed {seed}: {program}");
                    }
                    free += 1;
                }
            }
        }
    }
    assert!(free > 1_000, "the programs do leave something to fuse");
}
