//! Sizes against paper 001, section 1.3, and what this crate adds to it.

mod terms;

use super::*;
use crate::cnf::random::{self, Random};
use crate::cnf::{
    BindingId, Combinator, Length, OpaqueKind, Program, ProgramBuilder, Reason, SizeFact, ValueId,
    ValueKind, examples,
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

// Section 1.3.2 and fig. 1.4.

#[test]
fn constraints_of_normalize2_are_the_papers() {
    let constraints = Constraints::generate(&examples::normalize2());
    assert_eq!(
        constraints.to_string(),
        "xs: k_xs, gts: k_gts, exists k1, ys1: k_ys1, k2, ys2: k_ys2, k3\n\
         |- k_gts = k1, k_xs = k2, k_ys1 = k2, k_xs = k3, k_ys2 = k3"
    );
}

#[test]
fn constraints_of_bad1_are_the_papers() {
    let constraints = Constraints::generate(&examples::bad1());
    assert_eq!(
        constraints.to_string(),
        "xs: k_xs, flt: k_flt, exists k1, ys: k_ys, k2\n\
         |- k_flt = k1, k_flt = k2, k_xs = k2, k_ys = k2"
    );
}

// Sections 1.3.3 and 1.3.4.

#[test]
fn schemes_of_the_paper() {
    assert_eq!(
        scheme(&examples::normalize2()),
        "forall k. (xs: k) -> (ys1: k, ys2: k)"
    );
    assert_eq!(
        scheme(&examples::filter_left()),
        "forall k. exists k'. (xs: k) -> (ys1: k, ys2: k')"
    );
    assert_eq!(
        sizes_of(&examples::normalize2()),
        "xs: k\ngts: k'\nys1: k\nys2: k"
    );
}

#[test]
fn bad1_would_give_a_parameter_a_rigid_size() {
    let program = examples::bad1();
    let error = infer(&program).unwrap_err();
    assert_eq!(error.binding, named(&program, "ys"));
    assert_eq!(
        error.to_string(),
        "for `ys` the input `xs` must be as long as an array whose length the function itself \
         decides"
    );
}

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
fn bad2_would_unify_two_rigid_sizes() {
    let program = examples::bad2();
    let error = infer(&program).unwrap_err();
    assert_eq!(error.binding, named(&program, "ys"));
    assert_eq!(
        error.to_string(),
        "the inputs of `ys` must be equally long, and nothing guarantees that"
    );
}

#[test]
fn a_fact_can_make_bad_programs_good() {
    let arrays = |program: &Program, names: [&str; 2]| -> [ValueId; 2] {
        names.map(|name| ValueId(program.values.iter().position(|v| v.name == name).unwrap()))
    };
    let mut program = examples::bad1();
    let [xs, flt] = arrays(&program, ["xs", "flt"]);
    program.facts.push(SizeFact::Equal(flt, xs));
    assert_eq!(scheme(&program), "forall k. (xs: k) -> (ys: k)");

    let mut program = examples::bad2();
    let [flt1, flt2] = arrays(&program, ["flt1", "flt2"]);
    program.facts.push(SizeFact::Equal(flt1, flt2));
    assert_eq!(scheme(&program), "forall k. exists k'. (xs: k) -> (ys: k')");
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
    binding.combinator() = Combinator::MapN {
        worker: crate::cnf::Worker::default(),
        inputs: vec![is, js],
    };
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
fn iteration_sizes_of_normalize2() {
    let program = examples::normalize2();
    let sizes = infer(&program).unwrap();
    let iteration = |label| {
        let size = sizes.iteration(named(&program, label)).unwrap();
        sizes.show(size).to_string()
    };
    let labels = ["sum1", "gts", "sum2", "ys1", "ys2"];
    assert_eq!(labels.map(iteration), ["k", "k", "k'", "k", "k"]);
}

#[test]
fn the_concestors_of_the_two_sums_are_sum1_and_the_filter() {
    let program = examples::normalize2();
    assert_eq!(
        concestor_names(&program, "sum1", "sum2"),
        pair("sum1", "gts")
    );
    assert_eq!(
        concestor_names(&program, "sum2", "sum1"),
        pair("gts", "sum1")
    );
    assert_eq!(concestor_names(&program, "gts", "sum2"), pair("gts", "gts"));
    assert_eq!(concestor_names(&program, "ys1", "ys2"), pair("ys1", "ys2"));
    let sum2 = named(&program, "sum2");
    assert_eq!(transducer(&program, sum2), Some(named(&program, "gts")));
    assert_eq!(transducer(&program, named(&program, "gts")), None);
}

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
    for label in ["gts", "mixed", "sum_mixed", "c", "sum_c"] {
        assert_eq!(parent(label), None, "{label}");
    }
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

// Soundness: what is inferred is what happens.

/// Runs a program for its lengths alone.
fn lengths(program: &Program, random: &mut Random) -> Vec<Option<usize>> {
    let known = random.below(5);
    let mut lengths = vec![None; program.values.len()];
    for parameter in &program.parameters {
        lengths[parameter.index()] = Some(random.below(7));
    }
    for binding in &program.bindings {
        let of = |value: &ValueId| lengths[value.index()].unwrap();
        let length = match binding.combinator() {
            Combinator::MapN { inputs, .. } => of(&inputs[0]),
            Combinator::Zip { inputs } => inputs.iter().map(of).min().unwrap(),
            Combinator::Filter { input, .. } => random.below(of(input) + 1),
            Combinator::Scan { input, .. } => of(input),
            Combinator::Gather { indices, .. } => of(indices),
            Combinator::Cross { outer, inner, .. } => of(outer) * of(inner),
            Combinator::Generate => known,
            Combinator::Fold => continue,
            Combinator::Opaque(_) => random.below(9),
        };
        for output in &binding.outputs {
            lengths[output.index()] = Some(length);
        }
    }
    lengths
}

#[test]
fn arrays_of_equal_size_are_equally_long() {
    for seed in 0..400 {
        let program = random::program(seed, 20);
        let sizes = infer(&program).unwrap();
        let mut random = Random::new(seed);
        let lengths = lengths(&program, &mut random);
        let arrays = |id: &ValueId| program.value(*id).kind == ValueKind::Array;
        let arrays: Vec<ValueId> = (0..program.values.len())
            .map(ValueId)
            .filter(arrays)
            .collect();
        for a in &arrays {
            for b in &arrays {
                if sizes.of(*a) == sizes.of(*b) {
                    let (long, other) = (lengths[a.index()], lengths[b.index()]);
                    assert_eq!(long, other, "seed {seed}: {program}\n{sizes}");
                }
            }
        }
    }
}

#[test]
fn a_transducer_makes_as_many_elements_as_its_descendants_iterate() {
    for seed in 0..400 {
        let program = random::program(seed, 20);
        let sizes = infer(&program).unwrap();
        for id in program.binding_ids() {
            assert_eq!(sizes.transducer(id), transducer(&program, id));
            if let (Some(parent), Some(iteration)) = (sizes.transducer(id), sizes.iteration(id)) {
                let output = program.binding(parent).outputs[0];
                assert_eq!(sizes.of(output), Some(iteration), "seed {seed}: {program}");
            }
        }
    }
}

/// Fig. 1.8 as it is printed, with `trans'` for `trans`.
fn concestors_as_printed(
    sizes: &Sizes,
    a: BindingId,
    b: BindingId,
) -> Option<(BindingId, BindingId, usize)> {
    let unknown = sizes.iteration(a).is_none() || sizes.iteration(b).is_none();
    if unknown {
        return None;
    }
    if sizes.iteration(a) == sizes.iteration(b) {
        return Some((a, b, 0));
    }
    let left = sizes
        .transducer(a)
        .and_then(|a| concestors_as_printed(sizes, a, b));
    let right = sizes
        .transducer(b)
        .and_then(|b| concestors_as_printed(sizes, a, b));
    let closest = match (left, right) {
        (Some(left), Some(right)) => Some(if left.2 <= right.2 { left } else { right }),
        (left, right) => left.or(right),
    };
    closest.map(|(a, b, distance)| (a, b, distance + 1))
}

#[test]
fn concestors_are_those_of_fig_1_8() {
    let mut different = 0;
    for seed in 0..200 {
        let program = random::program(seed, 20);
        let sizes = infer(&program).unwrap();
        for a in program.binding_ids() {
            for b in program.binding_ids() {
                let expected = concestors_as_printed(&sizes, a, b).map(|(a, b, _)| (a, b));
                assert_eq!(sizes.concestors(a, b), expected, "seed {seed}: {program}");
                different += usize::from(expected.is_some_and(|pair| pair != (a, b)));
            }
        }
    }
    assert!(
        different > 1_000,
        "the programs do relate loops of different sizes"
    );
}
