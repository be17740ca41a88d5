//! The erasure law on numbers of the elements that filters keep, over several blocks.

use crate::common::{law, outcome};

/// More than two blocks of them.
fn many<T: Copy>(xs: &[T]) -> Vec<T> {
    let turns = 1 + 1300 / xs.len().max(1);
    (0..turns).flat_map(|_| xs.iter().copied()).collect()
}

#[test]
fn numbers_of_elements() {
    law!(floats, specials: |xs| [0.0, -1.5].map(|at| filters::numbered::places(&many(xs), at)));
    law!(floats, specials: |xs| filters::numbered::places(xs, 0.5));
    law!(integers, extremes: |xs| {
        let words = many(xs).iter().map(|x| *x as i32).collect::<Vec<_>>();
        [0, 1, 6].map(|step| filters::numbered::by_number(&words, step))
    });
    law!(integers, extremes: |xs| filters::numbered::of_copies(&many(xs), 40));
    law!(integers: |xs| {
        let bytes = many(xs).iter().map(|x| *x as u8).collect::<Vec<_>>();
        let units = vec![(); xs.len()];
        [&[1u8, 2, 3][..], &[1, 1, 1, 0], &[]]
            .map(|by| outcome(|| filters::numbered::that_may_fail(&bytes, by, &units)))
    });
    law!(integers, extremes: |xs| {
        let words = many(xs).iter().map(|x| *x as u32).collect::<Vec<_>>();
        (filters::numbered::beside_others(&words), filters::numbered::beside_others(&words[..xs.len()]))
    });
}
