//! The erasure law on filters that store block by block.

use crate::common::{law, ready};

#[test]
fn floats_are_kept_and_read_again() {
    for limit in [-2.0, -0.9, 0.0, 0.9, f64::INFINITY] {
        law!(floats, specials: |xs| filters::collected::kept_and_summed(xs, limit));
    }
    law!(floats, specials: |xs| filters::collected::buckets(xs));
    law!(floats, specials: |xs| filters::collected::mapped(xs));
    law!(floats, specials: |xs| filters::collected::beside_a_sum(xs));
    law!(floats, specials: |xs| filters::collected::generic(xs, 0.25));
    law!(floats, specials: |xs| ready(filters::collected::suspended(xs.to_vec())));
}

#[test]
fn integers_are_kept_and_read_again() {
    law!(integers, extremes: |xs| filters::collected::stored_twice(xs));
    law!(integers, extremes: |xs| filters::collected::beside(xs));
    law!(integers, extremes: |xs| filters::collected::called(xs, 2));
    law!(integers, extremes: |xs| {
        filters::collected::of_an_array(std::array::from_fn(|i| xs.get(i).map_or(7, |x| *x as u8)))
    });
}

#[test]
fn tests_that_may_fail_leave_bits() {
    for (at, border) in [(0, 1_000), (5, i64::MAX), (-3, 0), (i64::MIN, 9)] {
        law!(integers, extremes: |xs| {
            let pairs: Vec<(i64, i64)> = xs.iter().map(|x| (x % 9, *x)).collect();
            filters::collected::near_a_border(&pairs, at, border)
        });
        law!(integers, extremes: |xs| {
            let pairs: Vec<(i64, i64)> = xs.iter().map(|x| (x % 5, x % 3)).collect();
            let (kept, others, sum) = filters::collected::divisors(&pairs, at);
            (kept.into_iter().copied().collect::<Vec<_>>(), others, sum)
        });
    }
}

#[test]
fn structs_are_kept() {
    law!(floats, specials: |xs| {
        let pairs = xs.chunks_exact(2);
        let points: Vec<filters::collected::Point> = pairs.map(|pair| filters::collected::Point { x: pair[0], y: pair[1] }).collect();
        let (right, heights, doubled) = filters::collected::points(&points, 0.5);
        let right: Vec<(f64, f64)> = right.iter().map(|p| (p.x, p.y)).collect();
        (right, heights, doubled)
    });
}

#[test]
fn what_owns_or_is_borrowed() {
    law!(words: |xs| {
        let (long, short) = filters::collected::borrowed(xs);
        (long.len(), short.iter().map(|word| word.to_string()).collect::<Vec<_>>())
    });
    law!(words: |xs| filters::collected::cloned(xs));
}

#[test]
fn what_is_made_is_made_of_what_is_kept() {
    law!(floats, specials: |xs| {
        let clones = std::cell::Cell::new(0);
        let counted: Vec<filters::collected::Counted> =
            xs.iter().map(|x| filters::collected::Counted { number: *x, clones: &clones }).collect();
        let (kept, sum) = filters::collected::cloned_beside_a_sum(&counted, 0.25);
        let kept: Vec<f64> = kept.iter().map(|x| x.number).collect();
        (kept, sum, clones.get())
    });
    for limit in [-0.9, 0.25, 0.9] {
        law!(floats, specials: |xs| {
            let entry = |x: &f64| filters::collected::Entry { name: x.to_string(), weight: *x };
            let entries: Vec<filters::collected::Entry> = xs.iter().map(entry).collect();
            let (light, heavy, sum) = filters::collected::made(&entries, limit);
            let heavy: Vec<f64> = heavy.iter().map(|e| e.weight).collect();
            (light, heavy, sum)
        });
    }
}
