//! The erasure law on loops of which one has a few turns fewer than the other.

use crate::common::law;

#[test]
fn turns_before_the_loop() {
    law!(floats, specials: |xs| {
        let caught = |call: &dyn Fn() -> (f64, f64, f64)| {
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).ok()
        };
        (
            lengths::peeled::steps_and_sum(xs),
            lengths::peeled::beside_a_method_of_ones_own(xs),
            caught(&|| lengths::peeled::all_before_the_others(xs)),
            std::panic::catch_unwind(|| lengths::peeled::from_the_second(xs)).ok(),
            lengths::peeled::numbered(xs),
            lengths::peeled::states(xs),
            lengths::peeled::arrays_and_counts(xs),
        )
    });
    law!(floats, specials: |xs| {
        let mut log = Vec::new();
        let left = lengths::peeled::left_early(xs, &mut log);
        let mut changed = xs.to_vec();
        let sums = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| lengths::peeled::changed_between(&mut changed)));
        let numbered = lengths::peeled::numbered_in_step(&mut changed, xs);
        (left, log, sums.ok(), numbered, changed, lengths::peeled::by_a_method_of_ones_own(&xs.to_vec()))
    });
    law!(floats, specials: |xs| {
        let six = |start: usize| std::array::from_fn(|i| xs.get(start + i).copied().unwrap_or(2.5));
        [0, 1, 2].map(|start| {
            let six = six(start);
            std::panic::catch_unwind(|| lengths::peeled::two_arrays(xs, &six)).ok()
        })
    });
}

#[test]
fn ends_that_wrap() {
    law!(floats, specials: |xs| lengths::peeled::up_to_the_last(xs));
}

#[test]
fn integers_and_panics() {
    law!(integers, extremes: |xs| lengths::peeled::three_fewer(xs));
    law!(integers, extremes: |xs| {
        let xs = xs[..xs.len().min(9)].iter().map(|x| *x as i32 % 5).collect::<Vec<_>>();
        let xs = &xs;
        let panicking = |d| std::panic::catch_unwind(|| lengths::peeled::panicking(xs, d)).ok();
        let ranges = |n: i32| lengths::peeled::ranges(n, n.rem_euclid(256) as u8);
        ((-5..6).map(panicking).collect::<Vec<_>>(), (-3..8).map(ranges).collect::<Vec<_>>())
    });
}
