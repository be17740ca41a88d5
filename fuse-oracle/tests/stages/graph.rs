//! The graph against paper 001, and against its definition.

use fuse_compiler::internals::cnf::{BindingId, Program, Reason};
use fuse_compiler::internals::graph::{Edge, EdgeKind, Graph};
use fuse_compiler::internals::size::infer;
use fuse_oracle::{examples, random};

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
    assert_eq!(
        obstacle(&program, "aboves", "aboveB"),
        Some(Reason::Barrier)
    );
    assert_eq!(obstacle(&program, "sum", "midy"), Some(Reason::Opaque));
}

#[test]
fn quickhull_is_one_cluster() {
    let program = examples::quickhull();
    let graph = graph(&program);
    let sets = maximal_sets(&program, |a, b| graph.obstacle(a, b).is_none());
    assert_eq!(sets, [["ann", "maximum", "above_ann", "above"]]);
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
