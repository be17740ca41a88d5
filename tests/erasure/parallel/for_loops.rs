//! The erasure law of loops that add to what stands outside, and of searches, below `#[fuse(parallel)]`.

use crate::common::law;

#[test]
fn sums_of_classes() {
    law!(integers, extremes: |xs| parallel::for_loops::by_class(xs));
    law!(integers, extremes: |xs| {
        let rows: Vec<Vec<i64>> = xs[..xs.len().min(2000)].chunks(5).map(<[i64]>::to_vec).collect();
        parallel::for_loops::nested(xs, &rows)
    });
}

#[test]
fn numbers_by_every_operator() {
    law!(integers, extremes: |xs| {
        let (sum, float, n, ends, bits, hash, pair) = parallel::for_loops::numbers(xs, 5);
        ((sum, float, n), (ends, bits, hash, pair))
    });
    law!(integers, extremes: |xs| parallel::for_loops::in_place(xs, xs.iter().rev().copied().collect()));
}

#[test]
fn more_arrays_than_a_tuple_has_members() {
    law!(integers: |xs| {
        let (floats, counts, wide) = parallel::for_loops::many(xs);
        (floats, counts, wide.6)
    });
}

#[test]
fn beside_what_is_moved_from_step_to_step() {
    law!(integers: |xs| parallel::for_loops::beside_moves(xs));
}

#[test]
fn parts_of_arrays() {
    for from in [0, 1, 2, 100] {
        law!(integers: |xs| parallel::for_loops::parts(xs, from));
        law!(integers: |xs| parallel::for_loops::parts_of_rayons(xs, from));
    }
}

#[test]
fn what_stays_on_one_thread() {
    law!(integers, extremes: |xs| {
        let mut given = [1, 2, 3, 4];
        let (h, most, alternating, both, before, running, left) = parallel::for_loops::refused(xs, &mut given);
        ((h, most, alternating, both), (before, running, left), given)
    });
}

#[test]
fn searches() {
    law!(integers, extremes: |xs| {
        let floats: Vec<f64> = xs.iter().map(|x| (*x % 100) as f64).collect();
        for limit in [-1e9, 0.0, 42.0, 98.0, 1e9] {
            let (sum, any, all, position, found, mapped, place, behind) = parallel::for_loops::searches(&floats, limit);
            assert_eq!(any, position.is_some());
            assert_ne!(any, all);
            let _ = (sum, found.copied(), mapped, place, behind);
        }
        let limit = floats.last().copied().unwrap_or(1.0);
        let (sum, any, all, position, found, mapped, place, behind) = parallel::for_loops::searches(&floats, limit);
        ((sum, any, all, position), (found.copied(), mapped, place, behind))
    });
    law!(integers, extremes: |xs| parallel::for_loops::of_integers(xs, 5));
    law!(integers, extremes: |xs| parallel::for_loops::of_integers(xs, xs.last().copied().unwrap_or(1)));
}

#[test]
fn in_order() {
    law!(integers: |xs| {
        let mut out = Vec::new();
        (parallel::for_loops::left(xs, &mut out), out)
    });
    law!(integers: |xs| {
        let log = std::sync::Mutex::new(Vec::new());
        (parallel::for_loops::put(xs, &log), log.into_inner().expect("nobody panics"))
    });
}

#[test]
fn pushed_inside() {
    for width in [1, 3, 8] {
        law!(floats: |xs| parallel::for_loops::pushed_inside(xs, width));
    }
}
