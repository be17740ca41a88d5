//! The erasure law on filters in the words of options, and on what is read of what they store.

use crate::common::law;

#[test]
fn chosen() {
    for limit in [-2.0, -0.9, 0.0, 0.9, f64::INFINITY, f64::NAN] {
        law!(floats, specials: |xs| filters::in_options::chosen(xs, limit));
        law!(floats, specials: |xs| filters::in_options::numbered(xs, xs, limit));
        law!(floats, specials: |xs| filters::in_options::rounded(xs, limit));
        law!(floats, specials: |xs| filters::in_options::roots(xs, limit));
        law!(floats, specials: |xs| {
            let pairs: Vec<(f64, i64)> = xs.iter().map(|x| (*x, *x as i64)).collect();
            filters::in_options::stored_of_two(&pairs, limit)
        });
    }
    law!(floats, specials: |xs| filters::in_options::another_none(xs));
}

#[test]
fn rounded_of_any_share() {
    let xs: Vec<f64> = (0..3000)
        .map(|i| f64::from(i * 7919 % 1000) / 1000.0)
        .collect();
    for limit in [0.0, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.95, 2.0] {
        let plain = crate::plain::filters::in_options::rounded(&xs, limit);
        assert_eq!(
            plain,
            crate::fused::filters::in_options::rounded(&xs, limit)
        );
    }
}

#[test]
fn computed() {
    law!(integers, extremes: |ks| filters::in_options::computed_of_all(ks));
    law!(integers, extremes: |ks| filters::in_options::computed_of_what_is_kept(ks));
    law!(integers, extremes: |ks| filters::in_options::counting(ks));
    law!(integers, extremes: |ks| {
        let flags: Vec<bool> = ks.iter().map(|k| k & 2 == 0).collect();
        [true, false].map(|on| filters::in_options::seen_through(ks, &flags, &on))
    });
    law!(integers, extremes: |ks| filters::in_options::named_alike(ks, ks));
    law!(integers: |ks| {
        [true, false].map(|on| filters::in_options::another_not(ks, filters::in_options::Flag(on)))
    });
    law!(integers: |ks| {
        filters::in_options::moved(ks.iter().map(|k| "ab".repeat((k & 1) as usize)).collect())
    });
}
