//! Fusion trees against paper 004.

use fuse_compiler::internals::cnf::ProgramBuilder;
use fuse_compiler::internals::cnf::{BindingId, Program};
use fuse_compiler::internals::fusion_tree::*;
use fuse_compiler::internals::sorted::SortedSet;
use fuse_oracle::{examples, random};

fn named(program: &Program, label: &str) -> BindingId {
    let mut ids = program.binding_ids();
    ids.find(|id| program.label(*id) == label).unwrap()
}

fn ids(program: &Program, labels: &[&str]) -> Vec<BindingId> {
    labels.iter().map(|label| named(program, label)).collect()
}

/// The tree of the first cluster, the others being given too.
fn tree(program: &Program, clusters: &[&[&str]]) -> FusionTree {
    let clusters: Vec<_> = clusters.iter().map(|labels| ids(program, labels)).collect();
    let needed = needed_outside(program, &clusters);
    let tree = FusionTree::build(program, &clusters[0], &needed).unwrap();
    assert_eq!(tree.verify(program, &needed), Ok(()));
    let mut leaves = tree.leaves();
    leaves.sort();
    let mut members = clusters[0].clone();
    members.sort();
    assert_eq!(leaves, members);
    tree
}

fn printed(program: &Program, clusters: &[&[&str]]) -> String {
    tree(program, clusters).named(program).to_string()
}

// The three hardest inputs.

#[test]
fn of_two_inputs_of_a_zip_one_is_stored() {
    // `a` is a result and `b` is not: storing is a matter of each value.
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let left = b.map("a", &[xs], &[]);
    let right = b.map("b", &[xs], &[]);
    let both = b.zip("both", &[left, right]);
    b.fold("sum", both, &[]);
    b.fold("other", right, &[]);
    b.results(&[left]);
    let program = b.finish();
    let tree = tree(&program, &[&["a", "b", "both", "sum", "other"]]);
    assert_eq!(
        tree.named(&program).to_string(),
        "Diagonal(a, Vertical(b, Horizontal(Vertical(both, sum), other)))"
    );
    assert_eq!(tree.stored(), [left]);
    assert_eq!(tree.vanishing(), [right, both]);
    let relation = |a, b| tree.relation(&program, named(&program, a), named(&program, b));
    // The tree nests `b` under `a`, but neither is computed from the other.
    assert_eq!(relation("a", "b"), Some(Relation::Horizontal));
    assert_eq!(relation("a", "other"), Some(Relation::Horizontal));
    assert_eq!(relation("a", "sum"), Some(Relation::Diagonal));
    assert_eq!(relation("b", "sum"), Some(Relation::Vertical));
}

#[test]
fn loops_that_only_meet_in_a_consumer_are_fused_horizontally_first() {
    // Paper 004, 4.1: "we can horizontally fuse the inputs, and then vertically fuse that result".
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let left = b.map("left", &[xs], &[]);
    let right = b.scan("right", xs, &[]);
    let zipped = b.zip("zipped", &[left, right]);
    let mapped = b.map("mapped", &[zipped, left], &[]);
    b.results(&[mapped]);
    let program = b.finish();
    assert_eq!(
        printed(&program, &[&["mapped", "zipped", "right", "left"]]),
        "Vertical(Horizontal(left, right), Vertical(zipped, mapped))"
    );
}

#[test]
fn a_result_that_nobody_in_the_cluster_reads_makes_no_node() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let kept = b.filter("kept", xs, &[]);
    let ys = b.map("ys", &[kept], &[]);
    b.fold("total", xs, &[]);
    b.results(&[kept, ys]);
    let program = b.finish();
    assert_eq!(
        printed(&program, &[&["kept", "ys", "total"]]),
        "Horizontal(Diagonal(kept, ys), total)"
    );
    assert_eq!(printed(&program, &[&["kept"], &["ys"]]), "kept");
    assert_eq!(FusionTree::build(&program, &[], &SortedSet::new()), None);
}

// Paper 004.

#[test]
fn first_half_of_normalise2_figs_5_and_11() {
    let program = examples::normalise2_scan();
    let clusters: [&[&str]; 2] = [&["sum1", "scn", "sum2"], &["ys1", "ys2"]];
    let first = tree(&program, &clusters);
    assert_eq!(
        first.named(&program).to_string(),
        "Horizontal(sum1, Vertical(scn, sum2))"
    );
    assert_eq!(first.to_string(), "Horizontal(#0, Vertical(#1, #2))");
    let relation = |a, b| first.relation(&program, named(&program, a), named(&program, b));
    assert_eq!(relation("sum1", "scn"), Some(Relation::Horizontal));
    assert_eq!(relation("sum1", "sum2"), Some(Relation::Horizontal));
    assert_eq!(relation("sum2", "scn"), Some(Relation::Vertical));
    assert_eq!(relation("sum2", "sum2"), None);
    assert_eq!(relation("sum2", "ys1"), None);
    assert_eq!(
        printed(&program, &[clusters[1], clusters[0]]),
        "Horizontal(ys1, ys2)"
    );
}

#[test]
fn first_half_of_the_expanded_version_fig_9() {
    let program = examples::normalise2_expanded();
    let clusters: [&[&str]; 2] = [&["xs", "sum1", "scn", "sum2"], &["ys1", "ys2"]];
    let first = tree(&program, &clusters);
    assert_eq!(
        first.named(&program).to_string(),
        "Diagonal(xs, Horizontal(sum1, Vertical(scn, sum2)))"
    );
    let relation = |a, b| first.relation(&program, named(&program, a), named(&program, b));
    for label in ["sum1", "scn", "sum2"] {
        assert_eq!(relation("xs", label), Some(Relation::Diagonal), "{label}");
    }
    assert_eq!(relation("scn", "sum2"), Some(Relation::Vertical));
    assert_eq!(relation("sum1", "sum2"), Some(Relation::Horizontal));
}

#[test]
fn the_minimal_example_of_section_2_1_2_is_diagonal() {
    // `let ys = map g xs in (ys, map h ys)`: neither vertical nor horizontal fusion will do.
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.map("ys", &[xs], &[]);
    let zs = b.map("zs", &[ys], &[]);
    b.results(&[ys, zs]);
    let program = b.finish();
    assert_eq!(printed(&program, &[&["ys", "zs"]]), "Diagonal(ys, zs)");
}

#[test]
fn quickhull_is_one_tree() {
    let program = examples::quickhull();
    assert_eq!(
        printed(&program, &[&["ann", "maximum", "above_ann", "above"]]),
        "Vertical(ann, Horizontal(maximum, Vertical(above_ann, above)))"
    );
}

#[test]
fn verify_finds_what_is_wrong() {
    let program = examples::quickhull();
    let [ann, maximum, above_ann, above] = [0, 1, 2, 3].map(BindingId);
    let array = |id: BindingId| program.binding(id).outputs[0];
    let none = SortedSet::new();
    let some = SortedSet::from([array(ann)]);
    let leaf = |id| Box::new(FusionTree::Leaf(id));
    let vertical = |values, producer, consumer| FusionTree::Vertical {
        values,
        producer,
        consumer,
    };
    let verify = |tree: FusionTree, needed| tree.verify(&program, needed).unwrap_err();
    assert_eq!(
        verify(FusionTree::Horizontal(leaf(ann), leaf(maximum)), &none),
        "maximum reads ann, which does not flow to it"
    );
    assert_eq!(
        verify(FusionTree::Horizontal(leaf(ann), leaf(ann)), &none),
        "ann is a leaf twice"
    );
    assert_eq!(
        verify(vertical(vec![array(ann)], leaf(ann), leaf(maximum)), &some),
        "ann is dropped against need"
    );
    assert_eq!(
        verify(
            vertical(vec![array(ann)], leaf(above_ann), leaf(above)),
            &none
        ),
        "ann does not come from its producer"
    );
}

#[test]
fn trees_of_random_clusters_hold_what_they_promise() {
    for seed in 0..300 {
        let program = random::program(seed, 16);
        let mut random = random::Random::new(seed);
        // Any set of combinators will do: a tree does not ask whether the cluster was legal.
        let mut clusters = vec![Vec::new(); 3];
        for id in program.binding_ids() {
            clusters[random.below(3)].push(id);
        }
        let needed = needed_outside(&program, &clusters);
        for cluster in clusters.iter().filter(|cluster| !cluster.is_empty()) {
            let tree = FusionTree::build(&program, cluster, &needed).unwrap();
            assert_eq!(
                tree.verify(&program, &needed),
                Ok(()),
                "seed {seed}: {program}"
            );
            let mut leaves = tree.leaves();
            leaves.sort();
            assert_eq!(leaves, *cluster);
            for value in tree.vanishing() {
                let outside = |id: &BindingId| !cluster.contains(id);
                assert!(
                    !program.readers(value).iter().any(outside),
                    "seed {seed}: {program}"
                );
                assert!(!program.results.contains(&value), "seed {seed}: {program}");
            }
        }
    }
}
