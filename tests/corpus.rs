//! The corpus of `fuse-compiler/tests/corpus`, compiled by rustc with the real macro: its verdicts
//! are about programs that exist and that compute what was worked out by hand.

#![allow(
    unreachable_pub,
    dead_code,
    clippy::redundant_closure,
    reason = "the texts are written as in a library"
)]

use std::rc::Rc;

#[path = "../fuse-compiler/tests/corpus/array_read_at_random.rs"]
mod array_read_at_random;
#[path = "../fuse-compiler/tests/corpus/bound_first.rs"]
mod bound_first;
#[path = "../fuse-compiler/tests/corpus/by_value.rs"]
mod by_value;
#[path = "../fuse-compiler/tests/corpus/chain_in_a_condition.rs"]
mod chain_in_a_condition;
#[path = "../fuse-compiler/tests/corpus/chains_as_arguments.rs"]
mod chains_as_arguments;
#[path = "../fuse-compiler/tests/corpus/chains_in_a_branch.rs"]
mod chains_in_a_branch;
#[path = "../fuse-compiler/tests/corpus/closure_with_a_body.rs"]
mod closure_with_a_body;
#[path = "../fuse-compiler/tests/corpus/conjugate_gradient_step.rs"]
mod conjugate_gradient_step;
#[path = "../fuse-compiler/tests/corpus/dot_products.rs"]
mod dot_products;
#[path = "../fuse-compiler/tests/corpus/effect_in_a_worker.rs"]
mod effect_in_a_worker;
#[path = "../fuse-compiler/tests/corpus/elements_with_a_destructor.rs"]
mod elements_with_a_destructor;
#[path = "../fuse-compiler/tests/corpus/escaping_reference.rs"]
mod escaping_reference;
#[path = "../fuse-compiler/tests/corpus/extent.rs"]
mod extent;
#[path = "../fuse-compiler/tests/corpus/filter_of_a_filter.rs"]
mod filter_of_a_filter;
#[path = "../fuse-compiler/tests/corpus/fold_and_reduce.rs"]
mod fold_and_reduce;
#[path = "../fuse-compiler/tests/corpus/for_loop_beside_chains.rs"]
mod for_loop_beside_chains;
#[path = "../fuse-compiler/tests/corpus/found_between_passes.rs"]
mod found_between_passes;
#[path = "../fuse-compiler/tests/corpus/hostile_names.rs"]
mod hostile_names;
#[path = "../fuse-compiler/tests/corpus/inside_a_loop.rs"]
mod inside_a_loop;
#[path = "../fuse-compiler/tests/corpus/invisible_type.rs"]
mod invisible_type;
#[path = "../fuse-compiler/tests/corpus/mean_and_deviation.rs"]
mod mean_and_deviation;
#[path = "../fuse-compiler/tests/corpus/needed_after_all.rs"]
mod needed_after_all;
#[path = "../fuse-compiler/tests/corpus/nobody_reads_it.rs"]
mod nobody_reads_it;
#[path = "../fuse-compiler/tests/corpus/normalize2.rs"]
mod normalize2;
#[path = "../fuse-compiler/tests/corpus/normalize2_stream.rs"]
mod normalize2_stream;
#[path = "../fuse-compiler/tests/corpus/pair_in_the_tail.rs"]
mod pair_in_the_tail;
#[path = "../fuse-compiler/tests/corpus/pairwise_distances.rs"]
mod pairwise_distances;
#[cfg(feature = "parallel")]
#[path = "../fuse-compiler/tests/corpus/parallel.rs"]
mod parallel;
#[path = "../fuse-compiler/tests/corpus/parse_numbers.rs"]
mod parse_numbers;
#[path = "../fuse-compiler/tests/corpus/polynomial_table.rs"]
mod polynomial_table;
#[path = "../fuse-compiler/tests/corpus/positives_and_negatives.rs"]
mod positives_and_negatives;
#[path = "../fuse-compiler/tests/corpus/product_beside_memory.rs"]
mod product_beside_memory;
#[path = "../fuse-compiler/tests/corpus/ranges_of_one_length.rs"]
mod ranges_of_one_length;
#[path = "../fuse-compiler/tests/corpus/running_statistics.rs"]
mod running_statistics;
#[path = "../fuse-compiler/tests/corpus/shadowed_array.rs"]
mod shadowed_array;
#[path = "../fuse-compiler/tests/corpus/short_circuit.rs"]
mod short_circuit;
#[path = "../fuse-compiler/tests/corpus/shown_by_the_end.rs"]
mod shown_by_the_end;
#[path = "../fuse-compiler/tests/corpus/sizes_asserted.rs"]
mod sizes_asserted;
#[path = "../fuse-compiler/tests/corpus/sizes_changed.rs"]
mod sizes_changed;
#[path = "../fuse-compiler/tests/corpus/sizes_guarded.rs"]
mod sizes_guarded;
#[path = "../fuse-compiler/tests/corpus/sizes_inside.rs"]
mod sizes_inside;
#[path = "../fuse-compiler/tests/corpus/sizes_near_misses.rs"]
mod sizes_near_misses;
#[path = "../fuse-compiler/tests/corpus/sizes_of_a_tuple.rs"]
mod sizes_of_a_tuple;
#[path = "../fuse-compiler/tests/corpus/sizes_of_arrays.rs"]
mod sizes_of_arrays;
#[path = "../fuse-compiler/tests/corpus/sizes_of_prefixes.rs"]
mod sizes_of_prefixes;
#[path = "../fuse-compiler/tests/corpus/sizes_of_two_vectors.rs"]
mod sizes_of_two_vectors;
#[path = "../fuse-compiler/tests/corpus/train_and_test.rs"]
mod train_and_test;
#[path = "../fuse-compiler/tests/corpus/two_crosses.rs"]
mod two_crosses;
#[path = "../fuse-compiler/tests/corpus/variance.rs"]
mod variance;
#[path = "../fuse-compiler/tests/corpus/wall_between.rs"]
mod wall_between;
#[path = "../fuse-compiler/tests/corpus/weighted_mean.rs"]
mod weighted_mean;
#[path = "../fuse-compiler/tests/corpus/word_statistics.rs"]
mod word_statistics;

#[test]
fn no_file_is_left_out() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let this = std::fs::read_to_string(root.join("tests/corpus.rs")).expect("this file");
    let folder = root.join("fuse-compiler/tests/corpus");
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let name = entry.expect("a readable entry").file_name();
        let name = name.to_string_lossy();
        assert!(this.contains(&format!("corpus/{name}\"")), "{name}");
    }
}

#[test]
fn floats() {
    let xs = [1.0, 2.0, 3.0, 6.0];
    assert_eq!(variance::variance(&xs), 3.5);
    let halves = (vec![-0.5, 1.5], vec![-0.5 / 1.5, 1.0]);
    assert_eq!(normalize2::normalize2(&[-0.5, 1.5]).1, halves.1);
    assert_eq!(normalize2::normalize2(&[-0.5, 1.5]).0, halves.0);
    assert_eq!(
        normalize2_stream::normalize2(&xs),
        normalize2::normalize2(&xs)
    );
    assert_eq!(mean_and_deviation::mean_and_deviation(&xs), (3.0, 1.5));
    assert_eq!(dot_products::cosine(&[3.0, 4.0], &[3.0, 4.0]), 1.0);
    assert_eq!(weighted_mean::centre_of_mass(&[1.0, 0.0, 3.0]), 1.5);
    assert_eq!(
        polynomial_table::polynomial_table(4, 1.0),
        (vec![1.0, 0.0, 1.0, 4.0], 0.0)
    );
    assert_eq!(
        pairwise_distances::spread(&[0.0, 3.0], &[1.0, 5.0]),
        (10.0, 3)
    );
    assert_eq!(needed_after_all::scaled(&xs, 2.0).1, 24.0);
    assert_eq!(array_read_at_random::permuted(&xs, &[3, 0, 3]), 26.0);
    assert_eq!(short_circuit::checked_sum(&xs), Some(12.0));
    let (train, test, places, error) = train_and_test::split(&[1.0, 2.5], 2.0);
    assert_eq!((train, test, error), (vec![2.0], vec![5.0], 25.0));
    assert_eq!(Vec::from_iter(places), [(2, 0), (5, 1)]);
    let pauses = [std::time::Duration::from_secs(2); 3];
    assert_eq!(
        found_between_passes::schedule(&[0.0, 2.0], &pauses),
        (2.0, 1, pauses[0] * 3, 4.0)
    );
    assert_eq!(short_circuit::checked_sum(&[1.0, f64::NAN]), None);
    assert_eq!(bound_first::centered_energy(&[1.0, 3.0], 2.0), (4.0, 2.0));
    assert_eq!(chain_in_a_condition::mean_or_zero(&[1.0, 3.0], 3.0), 2.0);
    assert_eq!(chain_in_a_condition::mean_or_zero(&[1.0, -4.0], 3.0), 0.0);
    assert_eq!(
        chains_as_arguments::summary(&[1.0, 2.0, 4.0]),
        Some(("4 of 2".to_owned(), 1.0))
    );
    assert_eq!(chains_as_arguments::summary(&[]), None);
    let rows = [vec![3, -4, 1], vec![], vec![2]];
    assert_eq!(closure_with_a_body::spans(&rows), [7, 0, 0]);
    assert_eq!(chains_in_a_branch::norm(&[3.0, -4.0], true), 5.0);
    assert_eq!(chains_in_a_branch::norm(&[3.0, -4.0], false), 3.5);
    let rows = [vec![1.0, 2.0], vec![], vec![0.5]];
    assert_eq!(inside_a_loop::row_sums(&rows, 2.0), [6.0, 0.0, 1.0]);
    assert_eq!(nobody_reads_it::ignored(&xs), 12.0);
    assert_eq!(
        fold_and_reduce::fold_and_reduce(&[4.0, 2.0]),
        (4.0, Some(4.0))
    );
}

#[test]
fn integers() {
    assert_eq!(extent::extent(&[3, -2, 9]), 11);
    assert_eq!(
        pair_in_the_tail::both_ends(&[3, 1, 2]),
        (Some(&1), Some(&3))
    );
    assert_eq!(pair_in_the_tail::both_ends(&[]), (None, None));
    assert_eq!(ranges_of_one_length::evens_and_mixed(5), (3, 23));
    assert_eq!(two_crosses::two_crosses(&[1, 2], &[3], &[4, 5]), (9, 24));
    assert_eq!(
        product_beside_memory::product_beside_memory(&[1, 2]),
        (9, vec![2, 3, 3, 4])
    );
    assert_eq!(
        positives_and_negatives::split_by_sign(&[1, -2, 0, -3]),
        (vec![-2, -3], vec![1, 0])
    );
    assert_eq!(wall_between::logged(&[2, 3, 4]), (9, 24));
    assert_eq!(
        effect_in_a_worker::numbered(&[7, 8]),
        (vec![(1, 7), (2, 8)], 15)
    );
    assert_eq!(invisible_type::distinct(&[1, 2, 1]), 2);
    assert_eq!(
        for_loop_beside_chains::prefix_maxima(&[1, -1, 4]),
        (vec![1, 1, 4], 4, 2)
    );
    let (mean, largest, positive, centred) = running_statistics::statistics(&[0.0, 0.0, 3.0]);
    assert_eq!(
        (positive, largest, 3.0 * mean),
        (1, 4.0_f64.ln(), 4.0_f64.ln())
    );
    assert_eq!(centred, [-mean, -mean, 3.0 - mean]);
    let (x, r, norm) = conjugate_gradient_step::step(&[1.0]);
    assert_eq!((x, r, norm), (vec![0.5 + 2.0 / 5.0], vec![2.0], 4.0));
    assert_eq!(shadowed_array::pipeline(&[1, 2]), 4);
    let hostile = hostile_names::hostile(&[1, -5, 2], 1);
    assert!(matches!(hostile, hostile_names::Option::Some(7)));
}

#[test]
fn elements_that_own_something() {
    let words = ["one", "three", ""].map(str::to_owned);
    assert_eq!(word_statistics::word_statistics(&words), (5, 8, 1));
    assert_eq!(by_value::shouted(words.to_vec()), 8);
    assert_eq!(parse_numbers::parse_numbers(&["1", " 20 ", "x"]), (21, 2));
    assert_eq!(
        escaping_reference::longest_name(&[" ab ", "abc", "     "]),
        3
    );
    let values = [Rc::new(2), Rc::new(5)];
    assert_eq!(elements_with_a_destructor::shares(&values), 7);
    assert_eq!(values.map(|value| Rc::strong_count(&value)), [1, 1]);
    use filter_of_a_filter::Person;
    let person = |age, member| Person {
        age,
        member,
        paid: 2.5,
    };
    let people = [person(20, true), person(17, true), person(40, false)];
    assert_eq!(filter_of_a_filter::takings(&people), (2.5, 2, 1));
}

#[test]
fn sizes() {
    let (xs, ys) = ([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]);
    assert_eq!(sizes_guarded::norms(&xs, &ys), Some((14.0, 77.0)));
    assert_eq!(sizes_guarded::norms(&xs, &ys[1..]), None);
    assert_eq!(sizes_of_two_vectors::norms(&xs, &ys), (14.0, 77.0));
    assert_eq!(
        sizes_asserted::moments(&xs, &ys, &[3.0, 9.0, 6.0]),
        (32.0, 15.0, 9.0, 1)
    );
    assert_eq!(sizes_of_arrays::both(xs, &ys, &xs), (6.0, 77.0, 1));
    assert_eq!(
        sizes_of_prefixes::split(&[1.0, 2.0, 4.0], &[3.0]),
        (1.0, 9.0, 6.0)
    );
    assert_eq!(sizes_of_a_tuple::counted(&xs, &ys), (6.0, 77.0, 2, 1));
    assert_eq!(
        sizes_changed::changed(vec![1.0, 1.0], &[2.0, 3.0]),
        (1.0, 13.0)
    );
    assert_eq!(sizes_inside::iterate(&xs, &ys, 2), 72.0);
    assert_eq!(
        sizes_near_misses::near(&xs, &ys[1..], &[1.0], &[]),
        (6.0, 61.0, 2.0, 0.0)
    );
}

#[test]
fn types_that_the_end_shows() {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(
        shown_by_the_end::labelled(&[7, -10]),
        Ok((names(&["7", "-10"]), -6, 4))
    );
    assert_eq!(shown_by_the_end::labelled(&[]), Ok((Vec::new(), 0, 0)));
}

#[cfg(feature = "parallel")]
#[test]
fn chains_of_rayon() {
    assert_eq!(parallel::both_kinds(&[13, -20, 5]), (8, 2, -2, false));
    assert_eq!(parallel::both_kinds(&[]), (0, 0, 0, false));
}
