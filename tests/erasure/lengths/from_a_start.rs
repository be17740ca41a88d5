//! The erasure law on parts of arrays that are as long as their bounds say.

use crate::common::law;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

#[test]
fn as_long_as_their_bounds_say() {
    law!(floats, specials: |xs| {
        let starts = [0, 1, xs.len() / 2, xs.len(), usize::MAX, usize::MAX - 2];
        let kernel = &xs[..xs.len().min(3)];
        starts.map(|at| {
            std::panic::catch_unwind(|| lengths::from_a_start::windowed(xs, kernel, at)).ok()
        })
    });
    law!(floats, specials: |xs| {
        let rows = [(0, 1), (1, 2), (0, 0), (3, 4), (usize::MAX, 1), (usize::MAX, 0), (usize::MAX / 2, 3), (1 << 63, 2)];
        rows.map(|(i, width)| {
            let rows = || lengths::from_a_start::rows(xs, i, width);
            let parts = || lengths::from_a_start::other_parts(xs, i, i / 2, width);
            (std::panic::catch_unwind(rows).ok(), std::panic::catch_unwind(parts).ok())
        })
    });
}

#[test]
fn collections_by_name() {
    law!(floats, specials: |xs| {
        let sizes = xs.iter().map(|x| (x.to_bits() % 31, xs[..xs.len().min(5)].to_vec()));
        let sizes = sizes.collect::<BTreeMap<_, _>>();
        let set = xs.iter().map(|x| x.to_bits()).collect::<BTreeSet<_>>();
        let queue = xs.iter().copied().collect::<VecDeque<_>>();
        (lengths::from_a_start::sizes(&sizes), lengths::from_a_start::lists(&set, &queue))
    });
}
