//! The erasure law on functions in two versions: for slices that are equally long, and for others.

use crate::common::law;

#[test]
fn floats_of_equal_and_of_other_lengths() {
    for shorter in [0, 1, 7] {
        law!(floats, specials: |xs| {
            let ys: Vec<f64> = xs.iter().rev().skip(shorter).map(|x| x * 0.5).collect();
            let zs = &xs[shorter.min(xs.len())..];
            lengths::zipped::rows(xs, &ys);
            let model = lengths::zipped::Model { bias: 0.25 };
            (
                (lengths::zipped::weighted(xs, &ys), lengths::zipped::weighted(&ys, xs), lengths::zipped::weighted(&ys, zs)),
                (lengths::zipped::three(xs, &ys, zs), lengths::zipped::three(&ys, zs, &ys), lengths::zipped::three(zs, xs, xs)),
                (model.error(xs, &ys), model.error(zs, &ys)),
            )
        });
    }
}

#[test]
fn integers_of_equal_and_of_other_lengths() {
    for shorter in [0, 1, 7] {
        law!(integers, extremes: |xs| {
            let ys: Vec<i64> = xs.iter().rev().skip(shorter).map(|x| x ^ 5).collect();
            let other = &xs[shorter.min(xs.len())..];
            (
                [lengths::zipped::early(xs, &ys, false).map(|(x, y, z)| (*x, y, z)), lengths::zipped::early(other, &ys, true).map(|(x, y, z)| (*x, y, z))],
                [lengths::zipped::moved(xs, &ys, "a".to_owned(), |x| x ^ 3), lengths::zipped::moved(other, &ys, "b".to_owned(), |x| !x)],
                [lengths::zipped::vectors(xs.to_vec(), &ys), lengths::zipped::vectors(ys.clone(), &other.to_vec())],
                [lengths::zipped::lazily(xs, &ys).collect::<Vec<_>>(), lengths::zipped::lazily(&ys, other).collect()],
            )
        });
    }
}
