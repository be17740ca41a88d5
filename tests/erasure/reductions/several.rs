//! The erasure law on loops in passes over one block after another.

use crate::common::{law, ready};
use crate::{fused, plain};

/// The first half, and a bit.
fn part(xs: &[f64]) -> &[f64] {
    &xs[..xs.len().div_ceil(2)]
}

#[test]
fn extrema_of_floats() {
    law!(floats, specials: |xs| reductions::several::extremum_and_store(xs));
    law!(floats, specials: |xs| reductions::several::statistics(xs));
    law!(floats, specials: |xs| reductions::several::signs_and_nans(xs));
    law!(floats, specials: |xs| ready(reductions::several::suspended(xs.to_vec())));
}

#[test]
fn what_one_pass_gives_to_the_next() {
    law!(floats, specials: |xs| reductions::several::read_back(xs));
    law!(floats, specials: |xs| {
        let rows = (0..4).flat_map(|length| xs.chunks(5 - length));
        reductions::several::rows(&rows.take(300).map(<[f64]>::to_vec).collect::<Vec<_>>())
    });
    law!(floats, specials: |xs| reductions::several::filtered(xs));
    law!(floats, specials: |xs| reductions::several::Scaled(3.0).by(xs, |a, x| a - x));
}

#[test]
fn several_sources() {
    law!(floats, specials: |xs| reductions::several::unequal(xs, part(xs)));
    law!(floats, specials: |xs| reductions::several::unequal(part(xs), xs));
    law!(floats, specials: |xs| reductions::several::borrowed(&xs.to_vec(), &part(xs).to_vec()));
    law!(floats, specials: |xs| reductions::several::positions(xs));
}

#[test]
fn whatever_owns_the_elements() {
    law!(floats, specials: |xs| reductions::several::owners(xs.to_vec(), xs.into(), [1.0, -0.0, 2.0]));
    law!(floats, specials: |xs| reductions::several::boxed(xs.into(), &mut [1.0, -0.0, 2.0]));
    law!(floats: |xs| reductions::several::inside(xs, 3));
}

#[test]
fn other_elements() {
    law!(integers, extremes: |xs| reductions::several::other_elements(xs));
    law!(words: |xs| reductions::several::texts(xs));
}

#[test]
fn panics() {
    law!(floats, specials: |xs| reductions::several::panicking(xs, xs));
    law!(floats, specials: |xs| reductions::several::panicking(xs, part(xs)));
}

#[test]
fn what_can_be_read_but_once() {
    law!(floats, specials: |xs| reductions::several::driven(xs));
    law!(floats: |xs| reductions::several::counted(xs.len()));
    law!(floats, specials: |xs| reductions::several::driven_and_contracted(xs));
    law!(floats, specials: |xs| {
        let mut xs = xs.to_vec();
        (reductions::several::in_place(&mut xs), xs)
    });
    law!(floats, specials: |xs| reductions::several::with_a_body(xs));
}

#[test]
fn tests_of_several_sides() {
    law!(integers, extremes: |xs| reductions::several::tests_of_several_sides(xs, xs));
    law!(integers, extremes: |xs| reductions::several::tests_of_several_sides(xs, &[1]));
}

#[test]
fn extrema_of_nothing() {
    law!(integers, extremes: |xs| reductions::several::of_nothing(xs));
    law!(integers: |_xs| reductions::several::of_nothing(&[]));
}

#[test]
fn extrema_by_one_comparison() {
    law!(floats, specials: |xs| reductions::several::compared(xs));
    law!(floats, specials: |xs| reductions::several::compared_twice(xs));
    law!(floats, specials: |xs| reductions::several::compared_in_windows(xs));
    law!(floats, specials: |xs| reductions::several::compared_beside_a_filter(xs));
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
    law!(floats, specials: |xs| reductions::several::compared_in_lanes(xs, &ys));
    law!(floats, specials: |xs| reductions::several::compared_in_lanes(xs, &ys[..5]));
    law!(floats, specials: |xs| reductions::several::reduced(xs));
    law!(floats, specials: |xs| reductions::several::reduced_twice(xs));
    // Each in each place of a block, and nothing else: of two zeros the first is kept.
    for (n, rare) in
        (0..20).flat_map(|n| [f64::NAN, -0.0, 0.0, f64::INFINITY].map(|rare| (n, rare)))
    {
        for at in 0..n {
            let mut xs = vec![if rare == 0.0 { -rare } else { 3.0 }; n];
            xs[at] = rare;
            let (fused, plain) = (
                fused::reductions::several::reduced(&xs),
                plain::reductions::several::reduced(&xs),
            );
            assert_eq!(format!("{fused:?}"), format!("{plain:?}"), "{n} {at}");
            // And the other way round.
            let last = vec![rare; at];
            let (fused, plain) = (
                fused::reductions::several::reduced(&last),
                plain::reductions::several::reduced(&last),
            );
            assert_eq!(format!("{fused:?}"), format!("{plain:?}"), "{n} {at}");
            let (fused, plain) = (
                fused::reductions::several::compared_in_lanes(&xs, &ys),
                plain::reductions::several::compared_in_lanes(&xs, &ys),
            );
            assert_eq!(format!("{fused:?}"), format!("{plain:?}"), "{n} {at}");
        }
    }
}

#[test]
fn widths_of_integers() {
    law!(integers: |xs| reductions::several::mixed_widths(xs));
    law!(integers: |xs| reductions::several::made_and_added(xs));
    law!(integers: |xs| reductions::several::bits(xs));
    law!(integers: |xs| {
        reductions::several::others_methods(&xs.iter().map(|x| *x as u64).collect::<Vec<_>>())
    });
    law!(integers: |xs| {
        // The square of the least leaves no `i64`, its magnitude an `i16`.
        reductions::several::samples(&xs.iter().map(|x| *x as i16).collect::<Vec<_>>())
    });
    let bytes = (0..700).map(|i| (i * 37 % 251) as u8).collect::<Vec<_>>();
    for n in (0..40_usize).chain([511, 512, 513, 700]) {
        for short in [n, n / 2, n.saturating_sub(1)] {
            let (xs, ys) = (&bytes[..n], &bytes[n - short..n]);
            for (xs, ys) in [(xs, ys), (ys, xs)] {
                let fused = std::panic::catch_unwind(|| fused::reductions::several::bytes(xs, ys));
                let plain = std::panic::catch_unwind(|| plain::reductions::several::bytes(xs, ys));
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
            fused::reductions::several::lengths_alone(&xs),
            plain::reductions::several::lengths_alone(&xs)
        );
        assert_eq!(
            fused::reductions::several::lengths_of_halves(&xs),
            plain::reductions::several::lengths_of_halves(&xs)
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
            fused::reductions::several::kept_references(xs),
            plain::reductions::several::kept_references(xs)
        );
        assert_eq!(
            fused::reductions::several::kept_integers(xs),
            plain::reductions::several::kept_integers(xs)
        );
        assert_eq!(
            fused::reductions::several::by_key(xs),
            plain::reductions::several::by_key(xs)
        );
    }
    let xs = [1.5, f32::MAX, -0.0];
    assert_eq!(
        fused::reductions::several::singles(&xs),
        plain::reductions::several::singles(&xs)
    );
}

#[test]
fn steps_in_locals_and_functions() {
    for n in [0_u32, 1, 7, 511, 512, 513, 2000] {
        let xs: Vec<f64> = (0..n).map(|i| f64::from(i) * 0.37 - 3.0).collect();
        assert_eq!(
            format!("{:?}", fused::reductions::several::roots(&xs)),
            format!("{:?}", plain::reductions::several::roots(&xs))
        );
        assert_eq!(
            format!("{:?}", fused::reductions::several::by_function(&xs)),
            format!("{:?}", plain::reductions::several::by_function(&xs))
        );
    }
}
