//! A smoothed series, its extremes and its sum, without the series.

use loopfuse::fuse;

/// The least and the greatest of the averages over eight days, and the sum of all.
#[fuse(loops = 1)]
#[must_use]
pub fn moving_average(prices: &[f64]) -> (f64, f64, f64) {
    let averages: Vec<f64> = prices
        .windows(8)
        .map(|days| days.iter().sum::<f64>() / 8.0)
        .collect();
    let least = averages.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = averages.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = averages.iter().sum();
    (least, greatest, sum)
}

#[test]
fn a_flat_series_is_its_average() {
    assert_eq!(moving_average(&[3.0; 9]), (3.0, 3.0, 6.0));
}
