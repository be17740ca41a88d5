//! What this crate adds to section 1.3 of paper 001. Its figures are in `fuse-oracle/tests/stages/size.rs`.

mod terms;

use super::*;
use crate::cnf::{
    BindingId, Combinator, Length, OpaqueKind, Program, ProgramBuilder, Reason, SizeFact, ValueKind,
};

fn scheme(program: &Program) -> String {
    infer(program).unwrap().scheme(program).to_string()
}

fn sizes_of(program: &Program) -> String {
    infer(program).unwrap().to_string()
}

/// The binding that is called `label`.
fn named(program: &Program, label: &str) -> BindingId {
    let mut ids = program.binding_ids();
    ids.find(|id| program.label(*id) == label).unwrap()
}

fn concestor_names(program: &Program, a: &str, b: &str) -> Option<(String, String)> {
    let sizes = infer(program).unwrap();
    let (a, b) = concestors(program, &sizes, named(program, a), named(program, b))?;
    Some((program.label(a), program.label(b)))
}

fn pair(a: &str, b: &str) -> Option<(String, String)> {
    Some((a.to_owned(), b.to_owned()))
}

// The three hardest inputs.

#[test]
fn a_fact_below_a_wall_does_not_reach_above_it() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let evens = b.filter("evens", xs, &[]);
    let odds = b.filter("odds", xs, &[]);
    b.fold("early1", evens, &[]);
    b.fold("early2", odds, &[]);
    let wall = b.wall(&[evens, odds]);
    b.fact(SizeFact::Below(
        wall,
        Box::new(SizeFact::Equal(evens, odds)),
    ));
    b.fold("late1", evens, &[]);
    b.fold("late2", odds, &[]);
    let both = b.map("both", &[evens, odds], &[]);
    b.results(&[both]);
    let program = b.finish();
    let sizes = infer(&program).unwrap();
    let same = |a, b| sizes.same_iteration(named(&program, a), named(&program, b));
    assert!(!same("early1", "early2"));
    assert!(same("late1", "late2"));
    // The map is guaranteed equal inputs by the fact, and no single filter drives it.
    assert_eq!(sizes.transducer(named(&program, "both")), None);
    assert_eq!(
        scheme(&program),
        "forall k. exists k'. (xs: k) -> (both: k')"
    );
}

#[test]
fn zip_of_zips_is_one_sorted_min_and_simplifies_once_sizes_are_known() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    let gts = b.filter("gts", xs, &[]);
    let inner = b.zip("inner", &[gts, xs]);
    let outer = b.zip("outer", &[ys, inner, xs]);
    let equal = b.zip("equal", &[xs, ys]);
    b.results(&[outer, equal]);
    let program = b.finish();
    assert_eq!(
        scheme(&program),
        "forall k k1. exists k'. (xs: k, ys: k1) -> (outer: min(k, k1, k'), equal: min(k, k1))"
    );
    let mut stated = program.clone();
    stated.facts.push(SizeFact::Equal(xs, ys));
    assert_eq!(
        scheme(&stated),
        "forall k. exists k'. (xs: k, ys: k) -> (outer: min(k, k'), equal: k)"
    );
}

#[test]
fn concestors_stop_at_a_transducer_that_shares_no_loop() {
    let mut b = ProgramBuilder::new("f");
    let ps = b.parameter_array("ps");
    let fs = b.filter("fs", ps, &[]);
    b.fold("sum1", fs, &[]);
    let gs = b.filter("gs", fs, &[]);
    let alone = b.last();
    b.fold("sum2", gs, &[]);
    let mut program = b.finish();
    assert_eq!(
        concestor_names(&program, "sum1", "sum2"),
        pair("sum1", "gs")
    );
    program.bindings[alone.index()].solitary = Some(Reason::Drops);
    assert_eq!(concestor_names(&program, "sum1", "sum2"), None);
    assert_eq!(infer(&program).unwrap().iteration(alone), None);
}

// Sections 1.3.3 and 1.3.4.

#[test]
fn the_blame_is_on_the_last_demand_in_any_order() {
    // `first` unifies the variables of two inputs; only `ys` brings the filter in.
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ws = b.parameter_array("ws");
    b.map("first", &[xs, ws], &[]);
    let flt = b.filter("flt", xs, &[]);
    b.map("ys", &[ws, flt], &[]);
    b.map("last", &[xs], &[]);
    let program = b.finish();
    assert_eq!(infer(&program).unwrap_err().binding, named(&program, "ys"));
}

#[test]
fn a_fact_below_a_wall_can_make_bad1_good_there_and_only_there() {
    let build = |late: bool| {
        let mut b = ProgramBuilder::new("bad1");
        let xs = b.parameter_array("xs");
        let flt = b.filter("flt", xs, &[]);
        if !late {
            b.map("ys", &[flt, xs], &[]);
        }
        let wall = b.wall(&[flt, xs]);
        b.fact(SizeFact::Below(wall, Box::new(SizeFact::Equal(flt, xs))));
        if late {
            b.map("ys", &[flt, xs], &[]);
        }
        b.finish()
    };
    assert!(infer(&build(true)).is_ok());
    assert!(infer(&build(false)).is_err());
}

#[test]
fn a_fact_that_holds_everywhere_comes_before_one_below_the_same_wall() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    let made = b.opaque(OpaqueKind::Wall, &[xs], &[("made", ValueKind::Array)]);
    let below = SizeFact::Below(b.last(), Box::new(SizeFact::Equal(xs, ys)));
    b.fact(below).fact(SizeFact::Equal(made[0], xs));
    let late = b.zip("late", &[xs, ys]);
    b.results(&[made[0], late]);
    assert_eq!(
        scheme(&b.finish()),
        "forall k k1. (xs: k, ys: k1) -> (made: k, late: k)"
    );
}

// What a Rust chain needs besides.

#[test]
fn known_lengths_are_equal_by_their_text() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    b.fact(SizeFact::Known(xs, "n".into()));
    b.fact(SizeFact::Known(ys, "4".into()));
    let is = b.generate("is", Length::Known("n".into()), &[]);
    let js = b.generate("js", Length::Unknown, &[]);
    let sum = b.map("sum", &[xs, is], &[]);
    let pairs = b.zip("pairs", &[xs, ys]);
    b.results(&[sum, js, pairs]);
    let program = b.finish();
    assert_eq!(
        scheme(&program),
        "exists k'. (xs: n, ys: 4) -> (sum: n, js: k', pairs: min(4, n))"
    );
}

#[test]
fn different_texts_fail_only_where_a_map_demands_them_equal() {
    let mut b = ProgramBuilder::new("f");
    let is = b.generate("is", Length::Known("n".into()), &[]);
    let js = b.generate("js", Length::Known("m".into()), &[]);
    b.fact(SizeFact::Equal(is, js));
    let both = b.zip("both", &[is, js]);
    b.results(&[both]);
    let mut program = b.finish();
    assert_eq!(scheme(&program), "() -> (both: min(m, n))");
    let Some(binding) = program.bindings.last_mut() else {
        unreachable!()
    };
    binding.operation = crate::cnf::Operation::Abstract(Combinator::Map);
    assert!(infer(&program).is_err());
}

#[test]
fn equal_products_do_not_have_equal_factors() {
    let build = |demand: bool| {
        let mut b = ProgramBuilder::new("f");
        let [p, q, r, s] = ["p", "q", "r", "s"].map(|name| b.parameter_array(name));
        let pq = b.cross("pq", p, q);
        let rs = b.cross("rs", r, s);
        if demand {
            b.map("both", &[pq, rs], &[]);
        } else {
            b.fact(SizeFact::Equal(pq, rs));
        }
        b.results(&[pq, rs]);
        b.finish()
    };
    assert_eq!(
        scheme(&build(false)),
        "forall k k1 k2 k3. (p: k, q: k1, r: k2, s: k3) -> (pq: k * k1, rs: k2 * k3)"
    );
    // A demand may take the sufficient solution, as the paper's unification does.
    assert_eq!(
        scheme(&build(true)),
        "forall k k1. (p: k, q: k1, r: k, s: k1) -> (pq: k * k1, rs: k * k1)"
    );
}

#[test]
fn a_size_that_would_contain_itself_is_an_error_as_a_demand_and_nothing_as_a_fact() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let square = b.cross("square", xs, xs);
    b.fact(SizeFact::Equal(xs, square));
    let program = b.finish();
    assert_eq!(sizes_of(&program), "xs: k\nsquare: k * k");

    let mut b = ProgramBuilder::new("g");
    let xs = b.parameter_array("xs");
    let square = b.cross("square", xs, xs);
    b.map("both", &[xs, square], &[]);
    assert!(infer(&b.finish()).is_err());
}

#[test]
fn a_fact_never_makes_a_program_wrong() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let ys = b.parameter_array("ys");
    let gts = b.filter("gts", xs, &[]);
    let both = b.zip("both", &[gts, ys]);
    // `xs` as long as a `min` that holds a rigid size: true, and of no use.
    b.fact(SizeFact::Equal(xs, both));
    b.results(&[both]);
    assert_eq!(
        scheme(&b.finish()),
        "forall k k1. exists k'. (xs: k, ys: k1) -> (both: min(k1, k'))"
    );
}

#[test]
fn arrays_of_opaque_statements_are_existential() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let made = b.opaque(
        OpaqueKind::Wall,
        &[xs],
        &[
            ("a", ValueKind::Array),
            ("b", ValueKind::Array),
            ("c", ValueKind::Scalar),
        ],
    );
    b.results(&made);
    assert_eq!(
        scheme(&b.finish()),
        "forall k. exists k' k1'. (xs: k) -> (a: k', b: k1')"
    );
}

#[test]
fn variables_are_named_by_parameters_then_results() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let inner = b.filter("inner", xs, &[]);
    b.fold("sum", inner, &[]);
    let outer = b.filter("outer", xs, &[]);
    b.results(&[outer]);
    assert_eq!(sizes_of(&b.finish()), "xs: k\ninner: k1'\nouter: k'");
}

// Figs 1.6 to 1.8.

#[test]
fn a_transducer_passes_through_maps_scans_zips_and_gathers_of_indices() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let gts = b.filter("gts", xs, &[]);
    let m = b.map("m", &[gts], &[]);
    let s = b.scan("s", gts, &[]);
    let z = b.zip("z", &[m, s]);
    let at = b.gather("at", xs, z);
    b.fold("sum", at, &[]);
    let mixed = b.zip("mixed", &[gts, xs]);
    b.fold("sum_mixed", mixed, &[]);
    let c = b.cross("c", gts, xs);
    b.fold("sum_c", c, &[]);
    let program = b.finish();
    let parent = |label| transducer(&program, named(&program, label)).map(|t| program.label(t));
    for label in ["m", "s", "z", "at", "sum"] {
        assert_eq!(parent(label).as_deref(), Some("gts"), "{label}");
    }
    for label in ["gts", "mixed", "sum_mixed"] {
        assert_eq!(parent(label), None, "{label}");
    }
    // What reads a cross runs in its inner loop.
    assert_eq!(parent("c"), None);
    assert_eq!(parent("sum_c").as_deref(), Some("c"));
    assert_eq!(
        concestor_names(&program, "mixed", "sum_mixed"),
        pair("mixed", "sum_mixed")
    );
    assert_eq!(concestor_names(&program, "gts", "mixed"), None);
}

#[test]
fn concestors_of_nested_filters_are_the_nearest() {
    let mut b = ProgramBuilder::new("f");
    let xs = b.parameter_array("xs");
    let pos = b.filter("pos", xs, &[]);
    let even = b.filter("even", pos, &[]);
    let small = b.filter("small", pos, &[]);
    b.fold("a", even, &[]);
    b.fold("b", small, &[]);
    b.fold("c", xs, &[]);
    let program = b.finish();
    assert_eq!(concestor_names(&program, "a", "b"), pair("even", "small"));
    assert_eq!(concestor_names(&program, "a", "c"), pair("pos", "c"));
    assert_eq!(concestor_names(&program, "a", "pos"), pair("pos", "pos"));
}
