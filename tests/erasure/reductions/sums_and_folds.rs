//! The erasure law on what ends a chain, and on what follows it.

use crate::common::{law, outcome};
use crate::fused;

/// Where in the array a reference points: `min` and `max` promise which of several equals.
fn place<T: Copy>(xs: &[T], element: Option<&T>) -> Option<(usize, T)> {
    element.map(|e| {
        (
            (std::ptr::from_ref(e).addr() - xs.as_ptr().addr()) / size_of::<T>(),
            *e,
        )
    })
}

#[test]
fn sums_products_and_counts() {
    law!(floats, specials: |xs| reductions::sums_and_folds::float_sums(xs));
    law!(floats, specials: |xs| reductions::sums_and_folds::products(xs, &[3, -3, 5, 1, 2]));
    law!(integers, extremes: |ks| reductions::sums_and_folds::products(&[0.5, -0.0], ks));
    law!(integers, extremes: |xs| reductions::sums_and_folds::counts(xs));
    law!(integers, extremes: |xs| reductions::sums_and_folds::count_of_partial_worker(xs));
}

#[test]
fn the_sum_of_nothing_is_minus_zero() {
    let (sum, squares, positive) = fused::reductions::sums_and_folds::float_sums(&[]);
    assert!(sum == 0.0 && sum.is_sign_negative());
    assert!(squares == 0.0 && squares.is_sign_negative());
    assert!(positive == 0.0 && positive.is_sign_negative());
}

#[test]
fn folds_and_reductions() {
    law!(floats, specials: |xs| reductions::sums_and_folds::folds(xs));
    law!(integers, extremes: |xs| reductions::sums_and_folds::reduce(xs));
}

#[test]
fn least_and_greatest() {
    law!(integers, extremes: |xs| {
        let (least, greatest) = reductions::sums_and_folds::extremes(xs);
        (place(xs, least), place(xs, greatest))
    });
    law!(floats, specials: |xs| {
        let (least, greatest) = reductions::sums_and_folds::extremes_by(xs);
        (place(xs, least), greatest)
    });
    law!(integers, extremes: |xs| {
        let (least, greatest, owned) = reductions::sums_and_folds::extremes_by_key(xs);
        (place(xs, least), place(xs, greatest), owned)
    });
    law!(floats, specials: |xs| reductions::sums_and_folds::partial_order(xs));
    law!(integers, extremes: |xs| reductions::sums_and_folds::reference_into_intermediate(xs));
}

#[test]
fn any_and_all_stop_where_they_stopped() {
    law!(integers, extremes: |xs| reductions::sums_and_folds::any_and_all(xs));
    law!(integers, extremes: |xs| reductions::sums_and_folds::short_circuit(xs));
    // The hit is the first element; the next one would be a division by zero.
    assert_eq!(
        fused::reductions::sums_and_folds::short_circuit(&[1, 0, 0]),
        (true, true, 1)
    );
}

#[test]
fn what_follows_a_consumer() {
    law!(integers, extremes: |xs| reductions::sums_and_folds::unwraps(xs));
    law!(integers, extremes: |xs| reductions::sums_and_folds::unwrap_or(xs));
    law!(floats, specials: |xs| reductions::sums_and_folds::arithmetic(xs));
    law!(floats, specials: |xs| reductions::sums_and_folds::chains_inside_an_expression(xs, &xs[xs.len() / 2..]));
    law!(float_points: |points| reductions::sums_and_folds::mean_of_fold(points));
}

#[test]
fn collections() {
    law!(integers, extremes: |xs| reductions::sums_and_folds::collect_into_set(xs));
    law!(integers, extremes: |xs| reductions::sums_and_folds::collect_by_turbofish(xs));
    law!(words: |words| reductions::sums_and_folds::collect_words(words));
}

/// So many bytes that a block is not enough.
fn bytes(xs: &[i64]) -> Vec<u8> {
    let turns = 1 + 1200 / xs.len().max(1) as i64;
    let of = |turn: i64| xs.iter().map(move |x| x.wrapping_mul(turn) as u8);
    (1..=turns).flat_map(of).collect()
}

#[test]
fn states_that_are_remainders() {
    law!(integers, extremes: |xs| {
        let bytes = bytes(xs);
        [0, 9, u32::MAX].map(|by| outcome(|| reductions::sums_and_folds::checksums(&bytes, by)))
    });
    law!(integers, extremes: |xs| {
        let bytes = bytes(xs).into_iter().map(|x| x | 4).collect::<Vec<_>>();
        [(0, 0), (199, 1), (255, 2)].map(|(from, until)| {
            let bytes = &bytes[..bytes.len() * until / 2];
            outcome(|| reductions::sums_and_folds::checksums_that_fail(bytes, from))
        })
    });
    law!(integers, extremes: |xs| outcome(|| reductions::sums_and_folds::checksums_that_fail(&bytes(xs), 7)));
}

#[test]
fn states_beside_counts() {
    law!(integers, extremes: |xs| {
        let bytes = bytes(xs).into_iter().map(|x| b"ACGTNgcc"[usize::from(x & 7)]);
        reductions::sums_and_folds::runs_beside_counts(&bytes.collect::<Vec<_>>())
    });
    law!(integers, extremes: |xs| {
        use reductions::sums_and_folds::{Team, Unit};
        let units = xs.iter().map(|x| Unit {
            team: [Team::Red, Team::Blue, Team::Neutral][x.rem_euclid(3) as usize],
            x: if x % 11 == 0 { f32::NAN } else { (x % 100) as f32 },
            health: *x as i32,
        });
        let units = units.collect::<Vec<_>>();
        [0.0, 3.5, f32::NAN].map(|x| reductions::sums_and_folds::by_variants(&units, x))
    });
}
