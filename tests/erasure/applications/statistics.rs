//! The erasure law on statistics.

use crate::common::realistic::{floats, integers, same_after, same_text, second};

#[test]
fn statistics() {
    same_text!(floats(), |xs| applications::statistics::Summary::of(xs));
    same_text!(floats(), |xs| applications::statistics::Summary::of(xs)
        .map(|summary| summary.skewness_and_kurtosis(xs)));
    same_text!(floats(), |xs| applications::statistics::linear_regression(
        xs,
        &second(xs)
    ));
    same_text!(floats(), |xs| applications::statistics::linear_regression(
        xs,
        &xs[xs.len() / 2..]
    ));
    same_text!(floats(), |xs| applications::statistics::pearson(
        xs,
        &second(xs)
    ));
    same_text!(floats(), |xs| applications::statistics::pearson(
        xs,
        &xs[xs.len() / 2..]
    ));
    same_text!(floats(), |xs| {
        applications::statistics::median_absolute_deviation(xs)
    });
    same_text!(floats(), |xs| {
        applications::statistics::Histogram::with_bins(xs, 7)
            .map(|histogram| (histogram.entropy_and_mode(), histogram))
    });
    same_text!(floats(), |xs| applications::statistics::weighted_mean(
        xs,
        &second(xs)
    ));
    same_text!(floats(), |xs| applications::statistics::weighted_mean(
        xs,
        &xs[xs.len() / 2..]
    ));
    same_after!(floats(), |xs| xs.to_vec(), |place| {
        applications::statistics::standardize(place)
    });
    same_text!(floats(), |xs| applications::statistics::softmax(xs));
    same_text!(floats(), |xs| applications::statistics::forecast_errors(
        xs,
        &second(xs)
    ));
    same_text!(floats(), |xs| applications::statistics::forecast_errors(
        xs,
        &xs[xs.len() / 3..]
    ));
    same_text!(floats(), |xs| applications::statistics::autocorrelation(
        xs, 5
    ));
    same_text!(integers(), |xs| applications::statistics::frequencies(xs));
    same_text!(floats(), |xs| {
        let (a, b) = (xs.first_chunk::<7>()?, xs.last_chunk::<7>()?);
        Some(applications::statistics::two_sample_t(a, b))
    });
    same_text!(floats(), |xs| {
        applications::statistics::valid_mean_and_range(xs)
    });
    same_text!(floats(), |xs| {
        let at = &xs[..xs.len().min(9)];
        applications::statistics::empirical_cdf(xs, at).collect::<Vec<_>>()
    });
}
