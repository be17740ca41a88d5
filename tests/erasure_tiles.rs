//! The erasure law on loops in passes over one block after another.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(tiles);

use common::law;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

fn ready<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            return value;
        }
    }
}

/// The first half, and a bit.
fn part(xs: &[f64]) -> &[f64] {
    &xs[..xs.len().div_ceil(2)]
}

#[test]
fn extrema_of_floats() {
    law!(floats, specials: |xs| tiles::extremum_and_store(xs));
    law!(floats, specials: |xs| tiles::statistics(xs));
    law!(floats, specials: |xs| tiles::signs_and_nans(xs));
    law!(floats, specials: |xs| ready(tiles::suspended(xs.to_vec())));
}

#[test]
fn what_one_pass_gives_to_the_next() {
    law!(floats, specials: |xs| tiles::read_back(xs));
    law!(floats, specials: |xs| {
        let rows = (0..4).flat_map(|length| xs.chunks(5 - length));
        tiles::rows(&rows.take(300).map(<[f64]>::to_vec).collect::<Vec<_>>())
    });
    law!(floats, specials: |xs| tiles::filtered(xs));
    law!(floats, specials: |xs| tiles::Scaled(3.0).by(xs, |a, x| a - x));
}

#[test]
fn several_sources() {
    law!(floats, specials: |xs| tiles::unequal(xs, part(xs)));
    law!(floats, specials: |xs| tiles::unequal(part(xs), xs));
    law!(floats, specials: |xs| tiles::borrowed(&xs.to_vec(), &part(xs).to_vec()));
    law!(floats, specials: |xs| tiles::positions(xs));
}

#[test]
fn whatever_owns_the_elements() {
    law!(floats, specials: |xs| tiles::owners(xs.to_vec(), xs.into(), [1.0, -0.0, 2.0]));
    law!(floats, specials: |xs| tiles::boxed(xs.into(), &mut [1.0, -0.0, 2.0]));
    law!(floats: |xs| tiles::inside(xs, 3));
}

#[test]
fn other_elements() {
    law!(integers, extremes: |xs| tiles::other_elements(xs));
    law!(words: |xs| tiles::texts(xs));
}

#[test]
fn panics() {
    law!(floats, specials: |xs| tiles::panicking(xs, xs));
    law!(floats, specials: |xs| tiles::panicking(xs, part(xs)));
}

#[test]
fn what_can_be_read_but_once() {
    law!(floats, specials: |xs| tiles::driven(xs));
    law!(floats: |xs| tiles::counted(xs.len()));
    law!(floats, specials: |xs| tiles::driven_and_contracted(xs));
    law!(floats, specials: |xs| {
        let mut xs = xs.to_vec();
        (tiles::in_place(&mut xs), xs)
    });
    law!(floats, specials: |xs| tiles::with_a_body(xs));
}

#[test]
fn tests_of_several_sides() {
    law!(integers, extremes: |xs| tiles::tests_of_several_sides(xs, xs));
    law!(integers, extremes: |xs| tiles::tests_of_several_sides(xs, &[1]));
}

#[test]
fn extrema_by_one_comparison() {
    law!(floats, specials: |xs| tiles::compared(xs));
    law!(floats, specials: |xs| tiles::compared_twice(xs));
    law!(floats, specials: |xs| tiles::compared_in_windows(xs));
    law!(floats, specials: |xs| tiles::compared_beside_a_filter(xs));
}

#[test]
fn extrema_in_lanes() {
    let ys = (0..2000).map(|i| {
        if i % 7 == 3 {
            f32::NAN
        } else {
            i as f32 - 900.0
        }
    });
    let ys = ys.collect::<Vec<_>>();
    law!(floats, specials: |xs| tiles::compared_in_lanes(xs, &ys));
    law!(floats, specials: |xs| tiles::compared_in_lanes(xs, &ys[..5]));
    law!(floats, specials: |xs| tiles::reduced(xs));
    law!(floats, specials: |xs| tiles::reduced_twice(xs));
    // Each in each place of a block, and nothing else: of two zeros the first is kept.
    for (n, rare) in
        (0..20).flat_map(|n| [f64::NAN, -0.0, 0.0, f64::INFINITY].map(|rare| (n, rare)))
    {
        for at in 0..n {
            let mut xs = vec![if rare == 0.0 { -rare } else { 3.0 }; n];
            xs[at] = rare;
            let (fused, plain) = (fused::tiles::reduced(&xs), plain::tiles::reduced(&xs));
            assert_eq!(format!("{fused:?}"), format!("{plain:?}"), "{n} {at}");
            // And the other way round.
            let last = vec![rare; at];
            let (fused, plain) = (fused::tiles::reduced(&last), plain::tiles::reduced(&last));
            assert_eq!(format!("{fused:?}"), format!("{plain:?}"), "{n} {at}");
            let (fused, plain) = (
                fused::tiles::compared_in_lanes(&xs, &ys),
                plain::tiles::compared_in_lanes(&xs, &ys),
            );
            assert_eq!(format!("{fused:?}"), format!("{plain:?}"), "{n} {at}");
        }
    }
}

#[test]
fn widths_of_integers() {
    law!(integers: |xs| tiles::mixed_widths(xs));
    law!(integers: |xs| tiles::made_and_added(xs));
    law!(integers: |xs| tiles::bits(xs));
    law!(integers: |xs| {
        tiles::others_methods(&xs.iter().map(|x| *x as u64).collect::<Vec<_>>())
    });
    law!(integers: |xs| {
        // The square of the least leaves no `i64`, its magnitude an `i16`.
        tiles::samples(&xs.iter().map(|x| *x as i16).collect::<Vec<_>>())
    });
    let bytes = (0..700).map(|i| (i * 37 % 251) as u8).collect::<Vec<_>>();
    for n in (0..40_usize).chain([511, 512, 513, 700]) {
        for short in [n, n / 2, n.saturating_sub(1)] {
            let (xs, ys) = (&bytes[..n], &bytes[n - short..n]);
            for (xs, ys) in [(xs, ys), (ys, xs)] {
                let fused = std::panic::catch_unwind(|| fused::tiles::bytes(xs, ys));
                let plain = std::panic::catch_unwind(|| plain::tiles::bytes(xs, ys));
                assert_eq!(fused.ok(), plain.ok(), "{n} {short}");
            }
        }
    }
}

#[test]
fn of_arrays_of_two_widths_only_the_lengths_are_left() {
    for n in [0, 1, 511, 512, 513, 1023, 5000] {
        let xs = vec![7; n];
        assert_eq!(
            fused::tiles::lengths_alone(&xs),
            plain::tiles::lengths_alone(&xs)
        );
        assert_eq!(
            fused::tiles::lengths_of_halves(&xs),
            plain::tiles::lengths_of_halves(&xs)
        );
    }
}

#[test]
fn which_of_equal_integers_is_kept() {
    let mut inputs = vec![Vec::new()];
    for value in [i64::MIN, i64::MAX, 0] {
        for n in [1, 2, 9, 64, 700] {
            inputs.push(vec![value; n]);
            inputs.push((0..n).map(|i| if i % 3 == 0 { value } else { 1 }).collect());
        }
    }
    for xs in &inputs {
        assert_eq!(
            fused::tiles::kept_references(xs),
            plain::tiles::kept_references(xs)
        );
        assert_eq!(
            fused::tiles::kept_integers(xs),
            plain::tiles::kept_integers(xs)
        );
        assert_eq!(fused::tiles::by_key(xs), plain::tiles::by_key(xs));
    }
    let xs = [1.5, f32::MAX, -0.0];
    assert_eq!(fused::tiles::singles(&xs), plain::tiles::singles(&xs));
}

#[test]
fn steps_in_locals_and_functions() {
    for n in [0_u32, 1, 7, 511, 512, 513, 2000] {
        let xs: Vec<f64> = (0..n).map(|i| f64::from(i) * 0.37 - 3.0).collect();
        assert_eq!(
            format!("{:?}", fused::tiles::roots(&xs)),
            format!("{:?}", plain::tiles::roots(&xs))
        );
        assert_eq!(
            format!("{:?}", fused::tiles::by_function(&xs)),
            format!("{:?}", plain::tiles::by_function(&xs))
        );
    }
}
