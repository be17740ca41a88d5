//! Sizes against paper 001, section 1.3, and against what random programs do.

use fuse_compiler::internals::cnf::{BindingId, Combinator, Program, SizeFact, ValueId, ValueKind};
use fuse_compiler::internals::size::*;
use fuse_oracle::examples;
use fuse_oracle::random::{self, Random};

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
        let mut inputs = binding.inputs.iter().map(|input| of(&input.value));
        let length = match binding.combinator() {
            Combinator::Map | Combinator::Scan => inputs.next().unwrap(),
            Combinator::Zip => inputs.min().unwrap(),
            Combinator::Filter => random.below(inputs.next().unwrap() + 1),
            Combinator::Cross => inputs.product(),
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
