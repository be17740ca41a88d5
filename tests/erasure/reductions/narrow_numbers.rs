//! The erasure law on sums of narrow numbers, on folds into arrays, and on scans that keep a float.

use crate::common::law;
use crate::{fused, plain};

/// Around the lengths of blocks.
const LENGTHS: [usize; 16] = [
    0, 1, 3, 16, 63, 100, 127, 128, 223, 224, 225, 448, 700, 2047, 2048, 5001,
];

fn bytes(length: usize, which: u64) -> Vec<u8> {
    let mut state = which.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        match which {
            0 => 255,
            1 => 128,
            2 => 7,
            5 => [7, 128, 255][(state >> 20) as usize % 3],
            _ => (state >> 11) as u8,
        }
    };
    (0..length).map(|_| next()).collect()
}

/// Bytes of each length, of one value or of any, and others that are fewer.
pub(super) fn each(check: impl Fn(&[u8], &[u8])) {
    for length in LENGTHS {
        for which in 0..6 {
            check(
                &bytes(length, which),
                &bytes(length.saturating_sub(which as usize), which + 1),
            );
        }
    }
}

#[test]
fn bytes_are_counted_and_added() {
    each(|a, b| {
        assert_eq!(
            plain::reductions::narrow_numbers::letters(a),
            fused::reductions::narrow_numbers::letters(a)
        );
        assert_eq!(
            plain::reductions::narrow_numbers::lines(a),
            fused::reductions::narrow_numbers::lines(a)
        );
        assert_eq!(
            plain::reductions::narrow_numbers::total(a),
            fused::reductions::narrow_numbers::total(a)
        );
        for limit in [0, 127, 255] {
            assert_eq!(
                plain::reductions::narrow_numbers::threshold(a, limit),
                fused::reductions::narrow_numbers::threshold(a, limit)
            );
        }
        assert_eq!(
            plain::reductions::narrow_numbers::blended(a, b),
            fused::reductions::narrow_numbers::blended(a, b)
        );
        let table = std::array::from_fn(|i| (255 - i) as u8);
        assert_eq!(
            plain::reductions::narrow_numbers::looked_up(a, &table),
            fused::reductions::narrow_numbers::looked_up(a, &table)
        );
    });
}

#[test]
fn numbers_of_other_widths() {
    each(|a, b| {
        let narrow: Vec<i8> = a.iter().map(|x| *x as i8).collect();
        let wide: Vec<i16> = a
            .iter()
            .zip(b)
            .map(|(x, y)| i16::from_le_bytes([*x, *y]))
            .collect();
        assert_eq!(
            plain::reductions::narrow_numbers::signed(&narrow, &wide),
            fused::reductions::narrow_numbers::signed(&narrow, &wide)
        );
        let words: Vec<u16> = wide.iter().map(|x| *x as u16).collect();
        assert_eq!(
            plain::reductions::narrow_numbers::total_that_may_overflow(&words, 9),
            fused::reductions::narrow_numbers::total_that_may_overflow(&words, 9)
        );
        let ticks: Vec<u32> = a
            .iter()
            .zip(b)
            .map(|(x, y)| u32::from_le_bytes([*x, *y, *x, *y]))
            .collect();
        assert_eq!(
            plain::reductions::narrow_numbers::steps(&ticks),
            fused::reductions::narrow_numbers::steps(&ticks)
        );
        let long: Vec<u64> = ticks.iter().map(|x| u64::from(*x).pow(2)).collect();
        assert_eq!(
            plain::reductions::narrow_numbers::words(&long),
            fused::reductions::narrow_numbers::words(&long)
        );
        let (xs, ys): (Vec<i32>, Vec<f32>) = ticks
            .iter()
            .map(|x| {
                (
                    *x as i32,
                    if x % 7 == 0 {
                        f32::NAN
                    } else {
                        *x as f32 / 1e9
                    },
                )
            })
            .unzip();
        assert_eq!(
            plain::reductions::narrow_numbers::negative(&xs, &ys),
            fused::reductions::narrow_numbers::negative(&xs, &ys)
        );
    });
}

#[test]
fn arrays_are_written_to_where_they_stand() {
    each(|a, b| {
        let values: Vec<f64> = b.iter().map(|x| f64::from(*x) / 3.0).collect();
        let [plain, fused] = [
            plain::reductions::narrow_numbers::groups(a, &values),
            fused::reductions::narrow_numbers::groups(a, &values),
        ];
        assert_eq!(plain.0.map(f64::to_bits), fused.0.map(f64::to_bits));
        assert_eq!(plain.1, fused.1);
        assert_eq!(
            plain::reductions::narrow_numbers::of_all_kinds(&a[..a.len().min(800)]),
            fused::reductions::narrow_numbers::of_all_kinds(&a[..a.len().min(800)])
        );
        for most in [16, 17, 0] {
            let run = |f: fn(&[u8], u8) -> [u32; 16]| std::panic::catch_unwind(|| f(a, most)).ok();
            assert_eq!(
                run(plain::reductions::narrow_numbers::indexed_out_of_bounds),
                run(fused::reductions::narrow_numbers::indexed_out_of_bounds)
            );
        }
    });
}

#[test]
fn scans_that_keep_a_float() {
    law!(floats, specials: |xs| reductions::narrow_numbers::drawdown(xs));
}
