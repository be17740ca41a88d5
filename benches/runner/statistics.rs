//! Medians and geometric means.

/// The middle one of the values, or the mean of the middle two. NaN if there are none.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let n = values.len();
    match n {
        0 => f64::NAN,
        _ if n % 2 == 1 => values[n / 2],
        _ => f64::midpoint(values[n / 2 - 1], values[n / 2]),
    }
}

/// The mean of ratios: twice as fast and half as fast make 1. NaN if there are none.
pub(crate) fn geometric_mean(ratios: impl IntoIterator<Item = f64>) -> f64 {
    let (mut logarithms, mut n) = (0.0, 0.0);
    for ratio in ratios {
        logarithms += ratio.ln();
        n += 1.0;
    }
    f64::exp(logarithms / n)
}
