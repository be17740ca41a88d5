//! The erasure law on names of primitives and of std's types that mean something else in a module.

use crate::common::law;

#[test]
fn primitives_of_other_modules() {
    law!(floats: |xs| {
        let xs: Vec<f32> = xs.iter().map(|x| *x as f32).collect();
        (
            names::aliases::aliased_fold(&xs),
            names::aliases::aliased_closures(&xs),
            names::aliases::aliased_lanes(&xs),
        )
    });
    law!(integers: |xs| {
        let xs: Vec<i64> = xs.iter().map(|x| x.wrapping_mul(1 << 40)).collect();
        let (most, least, sum) = names::aliases::aliased_references(&xs);
        (names::aliases::aliased_max(&xs), most.copied(), least.copied(), sum)
    });
    law!(integers: |xs| {
        let xs: Vec<u32> = xs.iter().map(|x| *x as u32).collect();
        names::aliases::aliased_bytes(&xs)
    });
    law!(floats, specials: |xs| {
        let xs: Vec<names::aliases::Real> = xs.iter().map(|x| *x as f32).collect();
        let counts: Vec<u8> = (0..xs.len() * 7).map(|at| (at * 37) as u8).collect();
        names::aliases::sums_of_aliases(&xs, &counts)
    });
    law!(integers, extremes: |xs| {
        let (shares, names::aliases::Money(money), or) = names::aliases::unseen(xs);
        (shares.0, money, or)
    });
    law!(floats: |xs| names::aliases::another_max(xs));
    law!(floats: |xs| names::aliases::another_reduce(xs));
    law!(integers: |xs| names::aliases::generic_max(xs));
    law!(integers: |xs| {
        let words: Vec<String> = xs.iter().map(i64::to_string).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (most, length) = names::aliases::words_by_max(&words);
        (most.map(str::to_owned), length)
    });
}

#[test]
fn items_that_are_spelt_like_locals() {
    law!(integers: |xs| {
        let (sum, most, places, key) = names::aliases::items_like_locals(xs);
        (sum, most, places, key.copied())
    });
    law!(floats: |xs| names::aliases::items_like_buffers(xs));
    law!(floats: |xs| names::aliases::Table { data: xs.to_vec() }.items_like_places());
    law!(integers: |xs| {
        let words: Vec<String> = xs.iter().map(i64::to_string).collect();
        names::aliases::items_like_texts(&words)
    });
}

#[test]
fn types_of_stds_names() {
    law!(integers: |xs| names::aliases::logged(|| names::aliases::own_strings(xs)));
    law!(integers: |xs| names::aliases::logged(|| names::aliases::own_strings_by_reference(xs)));
    law!(integers: |xs| names::aliases::logged(|| names::aliases::own_strings_in_turn(xs)));
    law!(integers: |xs| names::aliases::logged(|| names::aliases::own_strings_cloned(xs)));
    law!(integers: |xs| names::aliases::logged(|| names::aliases::own_strings_given_away(xs)));
    law!(integers: |xs| names::aliases::logged(|| names::aliases::own_strings_never_read(xs)));
    law!(integers: |xs| names::aliases::logged(|| names::aliases::own_options(xs)));
    law!(integers: |xs| names::aliases::logged(|| names::aliases::own_boxes(xs)));
}
