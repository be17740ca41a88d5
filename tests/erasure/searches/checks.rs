//! The erasure law on checks that leave the function.

use crate::common::{law, outcome};
use crate::{fused, plain};

#[test]
fn summed() {
    law!(floats, specials: |xs| searches::checks::summed(xs));
    for length in [0, 1, 7, 64, 200] {
        for hit in 0..length {
            let mut xs = vec![0.1; length];
            xs[hit] = f64::INFINITY;
            assert_eq!(
                plain::searches::checks::summed(&xs),
                fused::searches::checks::summed(&xs)
            );
        }
    }
}

#[test]
fn stored() {
    law!(floats, specials: |xs| searches::checks::stored(xs));
}

#[test]
fn named_alike() {
    law!(floats, specials: |xs| searches::checks::named_alike(xs.to_vec(), 0.25, &[1.0]));
}

#[test]
fn one_after_the_other() {
    law!(floats, specials: |xs| searches::checks::one_after_the_other(xs));
}

#[test]
fn around_panics() {
    for ks in [&[][..], &[1, 2, 3], &[3000, 1], &[1, 2]] {
        law!(floats, specials: |xs| searches::checks::around_panics(xs, ks));
    }
}

#[test]
fn inside() {
    law!(floats, specials: |xs| {
        let rows = [xs.to_vec(), vec![0.5], Vec::new(), vec![f64::NAN, 9.0]];
        searches::checks::inside(&rows, 0.75)
    });
}

#[test]
fn tests_with_effects() {
    law!(floats, specials: |xs| {
        let mut asked = 0;
        let result = searches::checks::tests_with_effects(xs, &mut asked);
        (result, asked)
    });
    for xs in [&[0.1, 0.2, 1.2][..], &[0.1, 2.0, 0.95], &[0.5, 0.5], &[]] {
        let plain = || plain::searches::checks::tests_with_effects(xs, &mut 0);
        let fused = || fused::searches::checks::tests_with_effects(xs, &mut 0);
        assert_eq!(outcome(plain), outcome(fused));
    }
}

#[test]
fn goes_on() {
    law!(floats, specials: |xs| {
        let rows = [xs.to_vec(), vec![f64::NAN, 9.0], vec![2.0]];
        (searches::checks::goes_on(&rows, true), searches::checks::goes_on(&rows, false))
    });
}
