//! Counts against paper 004, fig. 12.

use super::*;
use crate::examples;
use fuse_compiler::internals::cnf::{OpaqueKind, ProgramBuilder, ValueKind};
use fuse_compiler::internals::size::infer;

/// Counts the clustering that is given by names: `sum1 | scn sum2 | ys1 ys2`.
fn counts(program: &Program, clustering: &str) -> [String; 3] {
    let named = |label: &str| {
        let mut ids = program.binding_ids();
        ids.find(|id| program.label(*id) == label).unwrap()
    };
    let cluster = |labels: &str| labels.split_whitespace().map(named).collect();
    let clusters: Vec<_> = clustering.split('|').map(cluster).collect();
    let counts = count(program, &infer(program).unwrap(), &clusters);
    [
        counts.loops.to_string(),
        counts.reads.to_string(),
        counts.writes.to_string(),
    ]
}

#[test]
fn fig_12_normalise2() {
    let program = examples::normalise2_scan();
    let unfused = counts(&program, "sum1 | scn | sum2 | ys1 | ys2");
    assert_eq!(unfused, ["5", "5n + 2", "3n + 2"]);
    let stream = counts(&program, "sum1 | scn sum2 | ys1 | ys2");
    assert_eq!(stream, ["4", "4n + 2", "2n + 2"]);
    let optimal = counts(&program, "sum1 scn sum2 | ys1 ys2");
    assert_eq!(optimal, ["2", "2n + 2", "2n + 2"]);
}

#[test]
fn fig_12_expanded_normalise2() {
    let program = examples::normalise2_expanded();
    let unfused = counts(&program, "xs | sum1 | scn | sum2 | ys1 | ys2");
    assert_eq!(unfused, ["6", "6n + 2", "4n + 2"]);
    let stream = counts(&program, "xs | sum1 | scn sum2 | ys1 | ys2");
    assert_eq!(stream, ["5", "5n + 2", "3n + 2"]);
    let optimal = counts(&program, "xs sum1 scn sum2 | ys1 ys2");
    assert_eq!(optimal, ["2", "2n + 2", "3n + 2"]);
}

#[test]
fn normalize_inc_of_paper_001_fig_1_9() {
    // "three array accesses per element in the input array, instead of four", where the paper
    // counts both clusterings' reads and writes.
    let program = examples::normalize_inc();
    assert_eq!(counts(&program, "sum1 | incs ys"), ["2", "2n + 1", "n + 1"]);
    assert_eq!(
        counts(&program, "incs sum1 | ys"),
        ["2", "2n + 1", "2n + 1"]
    );
}

#[test]
fn several_sizes_keep_their_names() {
    let program = examples::normalize2();
    let unfused = counts(&program, "sum1 | gts | sum2 | ys1 | ys2");
    assert_eq!(unfused, ["5", "4k + k' + 2", "2k + k' + 2"]);
    let optimal = counts(&program, "sum1 gts sum2 | ys1 ys2");
    assert_eq!(optimal, ["2", "2n + 2", "2n + 2"]);
}

#[test]
fn crosses_and_opaque_statements() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    let pairs = b.cross("pairs", xs, ys);
    let sum = b.fold("sum", pairs, &[]);
    let doubled = b.map("doubled", &[xs], &[]);
    b.opaque(
        OpaqueKind::Wall,
        &[doubled],
        &[("shown", ValueKind::Scalar)],
    );
    b.results(&[sum]);
    let program = b.finish();
    let fused = counts(&program, "pairs sum | doubled | shown");
    assert_eq!(fused, ["2", "2k + k * k1", "k + 1"]);
    let apart = counts(&program, "pairs | sum");
    assert_eq!(apart, ["2", "k + 2(k * k1)", "k * k1 + 1"]);
}

#[test]
fn a_loop_reads_what_it_mentions_once() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let sum = b.fold("sum", xs, &[]);
    let ys = b.map("ys", &[xs], &[sum]);
    let zs = b.map("zs", &[xs], &[sum]);
    b.results(&[ys, zs]);
    let program = b.finish();
    assert_eq!(counts(&program, "sum | ys zs"), ["2", "2n + 1", "2n + 1"]);
    assert_eq!(counts(&program, "sum | ys | zs"), ["3", "3n + 2", "2n + 1"]);
}
