//! The erasure law on columns in which numbers are missing, and on extrema of what a filter keeps.

use crate::common::law;

/// Integers of which some are missing; all of them, or none, as well.
fn columns(ks: &[i64]) -> Vec<Vec<Option<i32>>> {
    let of = |keeps: fn(i64) -> bool| {
        ks.iter()
            .map(|k| keeps(*k).then_some(*k as i32))
            .collect::<Vec<_>>()
    };
    vec![of(|k| k % 3 != 0), of(|_| true), of(|_| false)]
}

fn floats_of(xs: &[f64], limit: f64) -> Vec<Option<f64>> {
    xs.iter().map(|x| (*x < limit).then_some(*x)).collect()
}

#[test]
fn columns_of_integers() {
    law!(integers, extremes: |ks| {
        columns(ks).iter().map(|column| filters::options_of_numbers::summary(column)).collect::<Vec<_>>()
    });
    law!(integers, extremes: |ks| {
        let column: Vec<Option<i64>> = ks.iter().map(|k| (k % 2 == 0).then_some(*k)).collect();
        filters::options_of_numbers::overflowing(&column)
    });
    law!(integers, extremes: |ks| {
        let columns = columns(ks);
        let kept = columns.iter().map(|column| filters::options_of_numbers::kept(column));
        format!("{:?}", kept.collect::<Vec<_>>())
    });
    for by in [-1, 0, 1, 7] {
        law!(integers, extremes: |ks| {
            columns(ks).iter().map(|column| filters::options_of_numbers::divided(column, by)).collect::<Vec<_>>()
        });
    }
    law!(integers, extremes: |ks| {
        let xs: Vec<i32> = ks.iter().map(|k| *k as i32).collect();
        [None, Some(3), Some(i32::MIN)].map(|limit| filters::options_of_numbers::captured(&xs, limit))
    });
    law!(integers, extremes: |ks| {
        let column: Vec<_> = ks.iter().map(|k| filters::options_of_numbers::another::Option(*k as i32)).collect();
        filters::options_of_numbers::another::option(&column)
    });
}

#[test]
fn filters_of_what_another_keeps() {
    law!(integers, extremes: |ks| {
        let xs: Vec<u8> = ks.iter().map(|k| b"ACGTN-ac"[(*k & 7) as usize]).collect();
        let ys: Vec<u8> = ks.iter().map(|k| b"AACGTNTG"[(*k >> 3 & 7) as usize]).collect();
        filters::options_of_numbers::behind_another(&xs, &ys)
    });
    law!(integers, extremes: |ks| {
        let xs: Vec<i32> = ks.iter().map(|k| *k as i32).collect();
        filters::options_of_numbers::behind_a_guard(&xs, &[3, 10, 200, 9])
    });
}

#[test]
fn columns_of_floats() {
    for limit in [-2.0, 0.0, 0.9, f64::INFINITY] {
        law!(floats, specials: |xs| filters::options_of_numbers::floats(&floats_of(xs, limit)));
        law!(floats, specials: |xs| filters::options_of_numbers::short_methods(xs, limit));
    }
}

#[test]
fn fields() {
    law!(floats, specials: |xs| {
        let records: Vec<_> = xs.iter().map(|x| filters::options_of_numbers::Record {
            score: (*x < 0.5).then_some(*x),
            level: (*x > -0.5).then_some(*x as u8),
            twice: (*x > -0.2).then_some((*x < 0.8).then_some(*x as i32)),
        }).collect();
        (filters::options_of_numbers::of_records(&records), filters::options_of_numbers::nested(&records))
    });
}

#[test]
fn extrema_of_what_is_kept() {
    law!(integers, extremes: |ks| {
        let xs: Vec<i32> = ks.iter().map(|k| *k as i32).collect();
        let bytes: Vec<u8> = ks.iter().map(|k| *k as u8).collect();
        filters::options_of_numbers::extrema(&xs, &bytes, ks)
    });
    let worst = [i32::MAX, i32::MIN].map(|x| vec![x; 70]);
    for xs in worst {
        let (bytes, words) = (vec![b'9'; 70], vec![i64::MIN; 70]);
        let plain = crate::plain::filters::options_of_numbers::extrema(&xs, &bytes, &words);
        let fused = crate::fused::filters::options_of_numbers::extrema(&xs, &bytes, &words);
        assert_eq!(plain, fused);
    }
}
