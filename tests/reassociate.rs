//! The option `reassociate`: the same numbers but for rounding, and exactly the same where no sum is
//! rounded.

use loopfuse::fuse;

type Numbers = (f64, f64, f64, f64, f64);

#[fuse(reassociate, loops = 1)]
fn numbers(xs: &[f64], ys: &[f64]) -> Numbers {
    let dot: f64 = xs.iter().zip(ys).map(|(x, y)| x * y).sum();
    let gap: f64 = xs.iter().zip(ys).map(|(x, y)| x - y).sum();
    let signs: f64 = xs.iter().zip(ys).map(|(x, _)| 1.0 - 2.0 * x).product();
    let least = xs
        .iter()
        .zip(ys)
        .map(|(x, _)| *x)
        .fold(f64::INFINITY, f64::min);
    let ratios: Vec<f64> = xs.iter().zip(ys).map(|(x, y)| x / (y + 3.0)).collect();
    let shares: f64 = ratios.iter().sum();
    (dot, gap, signs, least, shares)
}

fn plain(xs: &[f64], ys: &[f64]) -> Numbers {
    let pairs = || xs.iter().zip(ys);
    (
        pairs().map(|(x, y)| x * y).sum(),
        pairs().map(|(x, y)| x - y).sum(),
        pairs().map(|(x, _)| 1.0 - 2.0 * x).product(),
        pairs().map(|(x, _)| *x).fold(f64::INFINITY, f64::min),
        pairs().map(|(x, y)| x / (y + 3.0)).sum(),
    )
}

const SIZES: [usize; 14] = [0, 1, 2, 3, 4, 5, 7, 8, 511, 512, 513, 1023, 1025, 4099];

/// Sums of whole numbers are exact in any order; ratios are not.
#[test]
fn what_is_not_rounded_is_the_same() {
    for n in SIZES {
        for short in [n, n / 2, n.saturating_sub(1)] {
            let xs: Vec<f64> = (0..n).map(|i| (i % 2) as f64).collect();
            let ys: Vec<f64> = (0..short).map(|i| (i * 7 % 11) as f64 - 1.0).collect();
            for (xs, ys) in [(&xs, &ys), (&ys, &xs)] {
                let (fused, plain) = (numbers(xs, ys), plain(xs, ys));
                assert_eq!(fused.0.to_bits(), plain.0.to_bits(), "{n} {short}");
                assert_eq!(fused.1.to_bits(), plain.1.to_bits(), "{n} {short}");
                assert_eq!(fused.3.to_bits(), plain.3.to_bits(), "{n} {short}");
                assert!((fused.4 - plain.4).abs() <= 1e-12 * (1.0 + plain.4.abs() + n as f64));
                if xs.iter().all(|x| (0.0..=1.0).contains(x)) {
                    assert_eq!(fused.2.to_bits(), plain.2.to_bits(), "{n} {short}");
                }
            }
        }
    }
}

#[test]
fn special_values_stay_special() {
    for n in SIZES {
        for special in [f64::NAN, f64::INFINITY, -0.0] {
            let mut xs = vec![-0.0; n];
            if let Some(x) = xs.get_mut(n / 2) {
                *x = special;
            }
            let (fused, plain) = (numbers(&xs, &vec![1.0; n]), plain(&xs, &vec![1.0; n]));
            assert_eq!(fused.0.is_nan(), plain.0.is_nan());
            assert!(fused.0.is_nan() || fused.0.to_bits() == plain.0.to_bits());
            assert!(fused.4.is_nan() || fused.4.to_bits() == plain.4.to_bits());
        }
    }
}

/// Rounding is part of the result: the order is fixed, so it is the same each time.
#[test]
fn every_run_rounds_alike() {
    let xs: Vec<f64> = (0..4099).map(|i| 1.0 / (f64::from(i) + 0.1)).collect();
    let first = numbers(&xs, &xs);
    for _ in 0..3 {
        assert_eq!(
            numbers(&xs.clone(), &xs.clone()).0.to_bits(),
            first.0.to_bits()
        );
    }
    let exact = plain(&xs, &xs);
    assert!((first.0 - exact.0).abs() < 1e-9 * exact.0.abs());
}
