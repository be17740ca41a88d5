//! The erasure law on programs of rayon's as people write them.

#![allow(clippy::disallowed_types, reason = "maps are what users have")]

use crate::common::law;
use std::collections::HashMap;

#[test]
fn methods_and_fields() {
    law!(integers: |xs| parallel::rayon_programs::Particles::new(xs).moments());
    law!(integers: |xs| {
        let mut particles = parallel::rayon_programs::Particles::new(xs);
        let moved = particles.advance(2);
        (moved, particles.positions)
    });
    law!(integers, extremes: |xs| {
        let particles = parallel::rayon_programs::Particles::new(xs);
        particles.kept(1).into_iter().copied().collect::<Vec<_>>()
    });
    law!(integers, extremes: |xs| parallel::rayon_programs::struct_fields(xs));
}

#[test]
fn collections() {
    law!(integers, extremes: |xs| {
        let (checked, options, set, map, text) = parallel::rayon_programs::collections(xs);
        let mut set: Vec<i64> = set.into_iter().collect();
        set.sort_unstable();
        (checked.is_ok(), checked.ok(), options, set, map.into_iter().collect::<Vec<_>>(), text)
    });
    law!(integers, extremes: |xs| parallel::rayon_programs::atomics(xs));
    law!(integers, extremes: |xs| parallel::rayon_programs::flat(xs, xs));
    law!(integers, extremes: |xs| parallel::rayon_programs::pieces(xs));
    law!(integers, extremes: |xs| parallel::rayon_programs::by_value(xs));
    law!(integers, extremes: |xs| parallel::rayon_programs::rest(xs));
    law!(integers, extremes: |xs| parallel::rayon_programs::emptied(xs));
    law!(integers, extremes: |xs| {
        let texts = xs.iter().map(|x| x.to_string()).collect();
        parallel::rayon_programs::many_ranges(xs, texts)
    });
}

#[test]
fn references() {
    law!(integers: |xs| {
        let ys: Vec<i64> = xs.iter().rev().copied().collect();
        let (sum, other, greatest, pairs) = parallel::rayon_programs::references(xs, &ys);
        let pairs: Vec<(i64, i64)> = pairs.into_iter().map(|(x, y)| (*x, *y)).collect();
        (sum, other, greatest.copied(), pairs)
    });
    law!(integers, extremes: |xs| {
        let (positive, big, first, place, mapped) = parallel::rayon_programs::finds(xs);
        (positive, big, first.copied(), place, mapped)
    });
    law!(integers, extremes: |xs| {
        let (best, least, by) = parallel::rayon_programs::comparisons(xs);
        (best.map(|(index, x)| (index, *x)), least, by.copied())
    });
}

#[test]
fn workers() {
    law!(integers, extremes: |xs| {
        let (both, histogram, folded) = parallel::rayon_programs::map_reduce(xs);
        let mut histogram: Vec<(i64, usize)> = histogram.into_iter().collect();
        histogram.sort_unstable();
        (both, histogram, folded)
    });
    let table: HashMap<i64, i64> = (0..7).map(|k| (k, k * k)).collect();
    law!(integers, extremes: |xs| parallel::rayon_programs::captures(xs, &table, &3));
    law!(integers, extremes: |xs| parallel::rayon_programs::move_closures(xs, 3));
    law!(integers, extremes: |xs| parallel::rayon_programs::functions(xs));
    law!(integers, extremes: |xs| parallel::rayon_programs::generic_work(xs, |x| x % 17));
    law!(integers, extremes: |xs| parallel::rayon_programs::inferred(xs));
}

#[test]
fn control_flow() {
    law!(integers: |xs| parallel::rayon_programs::in_loops(xs, 3));
    law!(integers, extremes: |xs| parallel::rayon_programs::matrix(xs, 4));
    law!(integers, extremes: |xs| parallel::rayon_programs::sieve(xs.len()));
    law!(integers, extremes: |xs| parallel::rayon_programs::option_chain(xs));
    law!(integers, extremes: |xs| parallel::rayon_programs::joined(xs));
    law!(integers, extremes: |xs| parallel::rayon_programs::shadows(xs.to_vec()));
    law!(integers, extremes: |xs| parallel::rayon_programs::mixed(xs));
    law!(integers, extremes: |xs| {
        let rows: Vec<Vec<i64>> = xs.chunks(5).map(<[i64]>::to_vec).collect();
        parallel::rayon_programs::nested_data(&rows)
    });
}

#[test]
fn texts() {
    law!(integers, extremes: |xs| {
        let texts: Vec<String> = xs.iter().map(|x| x.to_string()).collect();
        let (letters, upper, longest, threes) = parallel::rayon_programs::words(&texts);
        (letters, upper, longest.cloned(), threes)
    });
    law!(integers, extremes: |xs| {
        let texts: Vec<String> = xs.iter().map(|x| x.to_string()).collect();
        parallel::rayon_programs::result_chain(&texts).is_ok()
    });
    law!(integers, extremes: |xs| {
        let pairs: Vec<(i64, String)> = xs.iter().map(|x| (*x, x.to_string())).collect();
        let (sum, names, numbers, lengths) = parallel::rayon_programs::tuples(&pairs);
        (sum, names.concat(), numbers, lengths)
    });
}

#[test]
fn what_a_filter_kept_is_counted_from_its_start() {
    law!(integers, extremes: |xs| parallel::rayon_programs::numbered(xs));
}
