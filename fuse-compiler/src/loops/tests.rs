//! What fits in one loop and what does not. The paper's programs, and broken loops that are found, are in
//! `fuse-oracle/tests/stages/loops.rs`.

use super::*;
use crate::cnf::{BindingId, Program, ProgramBuilder, SizeFact};
use crate::size;

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

fn misfit(program: &Program, labels: &[&str]) -> String {
    match built(program, labels, &[]) {
        Err(misfit) => format!("{}: {}", program.label(misfit.binding), misfit.message),
        Ok(nest) => panic!("{}", nest.display(program)),
    }
}

// The three hardest inputs.

#[test]
fn a_filter_of_a_filter_beside_a_cross_over_a_filter() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let zs = b.parameter_array("zs");
    let some = b.filter("some", xs, &[]);
    let less = b.filter("less", some, &[]);
    let n = b.fold("n", less, &[]);
    let pairs = b.cross("pairs", some, zs);
    let best = b.fold("best", pairs, &[]);
    b.results(&[n, best, pairs]);
    let program = b.finish();
    assert_eq!(
        printed(
            &program,
            &["some", "less", "n", "pairs", "best"],
            &["pairs"]
        ),
        [
            "for each of xs:",
            "  if some:",
            "    if less:",
            "      fold n",
            "    for each of zs:",
            "      fold best",
            "      store pairs",
            "contracted some",
            "contracted less",
            "scalar n",
            "array of unknown size pairs",
            "scalar best",
        ]
    );
}

#[test]
fn products_of_one_shape_are_one_nest() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    let zs = b.parameter_array("zs");
    b.fact(SizeFact::Equal(ys, zs));
    let first = b.cross("first", xs, ys);
    let second = b.cross("second", xs, ys);
    let third = b.cross("third", xs, zs);
    let both = b.zip("both", &[first, third]);
    b.results(&[second, both]);
    let program = b.finish();
    assert_eq!(
        printed(
            &program,
            &["first", "second", "third", "both"],
            &["second", "both"]
        ),
        [
            "for each of xs:",
            "  for each of ys, zs:",
            "    let both",
            "    store second",
            "    store both",
            "contracted first",
            "array of unknown size second",
            "contracted third",
            "array of unknown size both",
        ]
    );
}

#[test]
fn two_inner_loops_at_one_depth_are_no_loop() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    let zs = b.parameter_array("zs");
    let first = b.cross("first", xs, ys);
    let second = b.cross("second", xs, zs);
    b.results(&[first, second]);
    let program = b.finish();
    assert_eq!(
        misfit(&program, &["first", "second"]),
        "second: two inner loops would stand at one depth"
    );
    // One inside the other stands at another depth.
    let mut b = ProgramBuilder::new("g");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    let first = b.cross("first", xs, ys);
    let second = b.cross("second", first, ys);
    b.results(&[second]);
    let program = b.finish();
    assert_eq!(
        printed(&program, &["first", "second"], &["second"])[..4],
        [
            "for each of xs:",
            "  for each of ys:",
            "    for each of ys:",
            "      store second"
        ]
    );
}

#[test]
fn an_array_in_memory_cannot_be_read_in_step_with_the_outer_of_two_loops() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let all = b.cross("all", xs, xs);
    let again = b.cross("again", xs, xs);
    let total = b.fold("total", all, &[]);
    b.results(&[all, again, total]);
    let program = b.finish();
    assert_eq!(
        misfit(&program, &["again", "total"]),
        "total: an array would be read in step with the outer of two loops"
    );
    // The product that is read where it is made, and an outer loop over two arrays.
    assert!(built(&program, &["all", "total"], &["all"]).is_ok());
    let mut b = ProgramBuilder::new("g");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    let pairs = b.zip("pairs", &[xs, ys]);
    let all = b.cross("all", pairs, xs);
    b.results(&[all]);
    let program = b.finish();
    assert!(built(&program, &["pairs", "all"], &["all"]).is_ok());
}

#[test]
fn an_array_in_memory_cannot_be_read_in_step_with_an_inner_loop() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ws = b.parameter_array("ws");
    let some = b.filter("some", xs, &[]);
    let sums = b.map("sums", &[some, ws], &[]);
    b.results(&[sums]);
    let program = b.finish();
    assert_eq!(
        misfit(&program, &["some", "sums"]),
        "sums: an array would be read in step with an inner loop"
    );
}

#[test]
fn what_is_made_of_the_elements_of_an_array_cannot_be_in_step_with_an_inner_loop() {
    // Not even within a chain, where no other could tell it apart.
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    let both = b.chain(|b| {
        let all = b.cross("all", xs, xs);
        let more = b.map("more", &[ys], &[]);
        b.zip("both", &[all, more])
    });
    let total = b.fold("total", both, &[]);
    b.results(&[total]);
    let program = b.finish();
    assert_eq!(
        misfit(&program, &["all", "more", "both", "total"]),
        "both: an array would be read in step with an inner loop"
    );
    // Nor the elements that two filters keep.
    let mut b = ProgramBuilder::new("g");
    let xs = b.parameter_array("xs");
    let both = b.chain(|b| {
        let some = b.filter("some", xs, &[]);
        let others = b.filter("others", xs, &[]);
        b.zip("both", &[some, others])
    });
    let total = b.fold("total", both, &[]);
    b.results(&[total]);
    let program = b.finish();
    assert_eq!(
        misfit(&program, &["some", "others", "both", "total"]),
        "both: an array would be read in step with an inner loop"
    );
}

// Each construct.

#[test]
fn an_array_that_is_stored_is_stored_after_its_readers() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.map("ys", &[xs], &[]);
    let sum = b.fold("sum", ys, &[]);
    b.results(&[ys, sum]);
    let program = b.finish();
    assert_eq!(
        printed(&program, &["ys", "sum"], &["ys"]),
        [
            "for each of xs:",
            "  let ys",
            "  fold sum",
            "  store ys",
            "array ys",
            "scalar sum"
        ]
    );
}

#[test]
fn several_sources_run_in_step_and_a_range_is_one() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    let is = b.generate("is", crate::cnf::Length::Unknown, &[]);
    let both = b.zip("both", &[xs, is]);
    let sum = b.fold("sum", ys, &[]);
    b.results(&[both, sum]);
    let program = b.finish();
    assert_eq!(
        printed(&program, &["is", "both", "sum"], &["both"]),
        [
            "for each of is, xs, ys:",
            "  let both",
            "  fold sum",
            "  store both",
            "contracted is",
            "array both",
            "scalar sum",
        ]
    );
}

#[test]
fn only_the_last_array_of_a_chain_is_an_outcome() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.chain(|b| {
        let some = b.filter("some", xs, &[]);
        b.map("ys", &[some], &[])
    });
    b.results(&[ys]);
    let program = b.finish();
    assert_eq!(
        printed(&program, &["some", "ys"], &["ys"]),
        [
            "for each of xs:",
            "  if some:",
            "    let ys",
            "    store ys",
            "array of unknown size ys"
        ]
    );
}

#[test]
fn an_opaque_statement_drives_nothing() {
    let mut b = ProgramBuilder::new("f");
    let k = b.parameter_scalar("k");
    b.scalar("half", &[k]);
    let program = b.finish();
    assert!(misfit(&program, &["half"]).contains("not part of a loop"));
    let nothing = build(&program, &|a, b| a == b, &[], &|_| Fate::Stored);
    assert!(nothing.is_err_and(|misfit| misfit.message == "nothing drives the loop"));
}
