//! Loops of the paper's programs, and broken loops that are found.

use fuse_compiler::internals::cnf::{BindingId, Program};
use fuse_compiler::internals::loops::*;
use fuse_compiler::internals::size;
use fuse_oracle::examples;

fn named(program: &Program, labels: &[&str]) -> Vec<BindingId> {
    let find = |label: &&str| {
        let mut ids = program.binding_ids();
        ids.find(|id| program.label(*id) == *label).expect(label)
    };
    labels.iter().map(find).collect()
}

/// Builds the loop of a cluster in which `stored` arrays are needed afterwards.
fn built(program: &Program, labels: &[&str], stored: &[&str]) -> Result<Loop, Misfit> {
    let sizes = size::infer(program).ok();
    let same_size = |a, b| {
        sizes
            .as_ref()
            .is_some_and(|sizes| sizes.of(a) == sizes.of(b))
    };
    build(program, &same_size, &named(program, labels), &|array| {
        let name = program.value(array).name.as_str();
        if stored.contains(&name) {
            Fate::Stored
        } else {
            Fate::Contracted
        }
    })
}

/// The loop as printed, after it has been checked.
fn printed(program: &Program, labels: &[&str], stored: &[&str]) -> Vec<String> {
    let nest = built(program, labels, stored).expect("it is one loop");
    assert_eq!(verify(program, &nest), Ok(()));
    let text = nest.display(program);
    text.lines().map(str::to_owned).collect()
}

// The programs of the paper.

#[test]
fn normalize2_has_two() {
    let program = examples::normalize2();
    assert_eq!(
        printed(&program, &["sum1", "gts", "sum2"], &[]),
        [
            "for each of xs:",
            "  fold sum1",
            "  if gts:",
            "    fold sum2",
            "scalar sum1",
            "contracted gts",
            "scalar sum2",
        ]
    );
    assert_eq!(
        printed(&program, &["ys1", "ys2"], &["ys1", "ys2"]),
        [
            "for each of xs:",
            "  let ys1",
            "  let ys2",
            "  store ys1",
            "  store ys2",
            "array ys1",
            "array ys2",
        ]
    );
}

#[test]
fn quickhull_has_one() {
    let program = examples::quickhull();
    assert_eq!(
        printed(
            &program,
            &["ann", "maximum", "above_ann", "above"],
            &["above"]
        ),
        [
            "for each of pts:",
            "  let ann",
            "  fold maximum",
            "  if above_ann:",
            "    let above",
            "    store above",
            "contracted ann",
            "scalar maximum",
            "contracted above_ann",
            "array of unknown size above",
        ]
    );
}

#[test]
fn the_cross_of_closest_points_is_nested() {
    let program = examples::closest_points();
    assert_eq!(
        printed(&program, &["aboveB", "merged", "mins"], &[]),
        [
            "for each of pts:",
            "  if aboveB:",
            "    for each of belowB:",
            "      fold mins",
            "contracted aboveB",
            "contracted merged",
            "scalar mins",
        ]
    );
}

#[test]
fn a_kept_array_is_stored_and_contracted() {
    let program = examples::normalize2();
    let cluster = named(&program, &["gts", "sum2"]);
    let nest =
        build(&program, &|a, b| a == b, &cluster, &|_| Fate::Deferred).expect("it is one loop");
    assert_eq!(verify(&program, &nest), Ok(()));
    let gts = program.binding(cluster[0]).outputs[0];
    assert_eq!(nest.outcomes[0], Outcome::Contracted(gts));
    assert!(nest.display(&program).contains("    store gts"));
}

// The check finds what is broken.

fn scope_of(nest: &mut Loop) -> &mut Scope {
    &mut nest.root.body
}

#[test]
fn verify_finds_each_mistake() {
    let program = examples::quickhull();
    let labels = ["ann", "maximum", "above_ann", "above"];
    let good = built(&program, &labels, &["above"]).expect("it is one loop");
    let broken = |breaking: &dyn Fn(&mut Loop)| {
        let mut nest = good.clone();
        breaking(&mut nest);
        verify(&program, &nest).expect_err("it is broken")
    };
    assert_eq!(
        broken(&|nest| scope_of(nest).steps.swap(0, 1)),
        "maximum reads ann before it is known"
    );
    assert_eq!(
        broken(&|nest| drop(scope_of(nest).steps.pop())),
        "above_ann is not in the loop"
    );
    assert_eq!(
        broken(&|nest| {
            let again = scope_of(nest).steps[0].clone();
            scope_of(nest).steps.push(again);
        }),
        "ann stands in the loop twice"
    );
    assert_eq!(
        broken(&|nest| {
            let Some(Step::Guard(_, inside)) = scope_of(nest).steps.last_mut() else {
                panic!("the filter is last")
            };
            let stores = std::mem::take(&mut inside.stores);
            scope_of(nest).stores = stores;
        }),
        "above is stored before it is known"
    );
    assert_eq!(
        broken(&|nest| {
            let Some(Step::Guard(_, inside)) = scope_of(nest).steps.last_mut() else {
                panic!("the filter is last")
            };
            inside.stores.clear();
        }),
        "above is never stored"
    );
}
