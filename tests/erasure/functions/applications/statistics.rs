//! Statistics, as a crate of its own would have them.

use super::fuse;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;

#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    pub count: usize,
    pub mean: f64,
    pub variance: f64,
    pub min: f64,
    pub max: f64,
}

impl Summary {
    #[fuse(loops = 2)]
    pub fn of(data: &[f64]) -> Option<Summary> {
        if data.is_empty() {
            return None;
        }
        let n = data.len() as f64;
        let mean = data.iter().sum::<f64>() / n;
        let variance = data.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
        let min = data.iter().cloned().fold(f64::INFINITY, f64::min);
        let max = data.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
        Some(Summary {
            count: data.len(),
            mean,
            variance,
            min,
            max,
        })
    }

    /// Standardised moments of third and fourth order.
    #[fuse(loops = 1)]
    pub fn skewness_and_kurtosis(&self, data: &[f64]) -> (f64, f64) {
        let n = data.len() as f64;
        let sd = self.variance.sqrt();
        let third: f64 = data.iter().map(|x| ((x - self.mean) / sd).powi(3)).sum();
        let fourth: f64 = data.iter().map(|x| ((x - self.mean) / sd).powi(4)).sum();
        (third / n, fourth / n - 3.0)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum FitError {
    TooFewPoints(usize),
    LengthMismatch { xs: usize, ys: usize },
    Degenerate,
}

impl fmt::Display for FitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FitError::TooFewPoints(n) => write!(f, "{n} points are too few"),
            FitError::LengthMismatch { xs, ys } => write!(f, "{xs} against {ys} values"),
            FitError::Degenerate => f.write_str("all abscissae are equal"),
        }
    }
}

impl Error for FitError {}

#[derive(Debug, Clone, PartialEq)]
pub struct LinearFit {
    pub slope: f64,
    pub intercept: f64,
    pub r_squared: f64,
}

#[fuse(loops = 3)]
pub fn linear_regression(xs: &[f64], ys: &[f64]) -> Result<LinearFit, FitError> {
    if xs.len() != ys.len() {
        return Err(FitError::LengthMismatch {
            xs: xs.len(),
            ys: ys.len(),
        });
    }
    if xs.len() < 2 {
        return Err(FitError::TooFewPoints(xs.len()));
    }
    let n = xs.len() as f64;
    let mean_x = xs.iter().sum::<f64>() / n;
    let mean_y = ys.iter().sum::<f64>() / n;
    let sxy: f64 = xs
        .iter()
        .zip(ys.iter())
        .map(|(x, y)| (x - mean_x) * (y - mean_y))
        .sum();
    let sxx: f64 = xs.iter().map(|x| (x - mean_x).powi(2)).sum();
    if sxx == 0.0 {
        return Err(FitError::Degenerate);
    }
    let slope = sxy / sxx;
    let intercept = mean_y - slope * mean_x;
    let ss_res: f64 = xs
        .iter()
        .zip(ys)
        .map(|(x, y)| (y - (slope * x + intercept)).powi(2))
        .sum();
    let ss_tot: f64 = ys.iter().map(|y| (y - mean_y).powi(2)).sum();
    Ok(LinearFit {
        slope,
        intercept,
        r_squared: 1.0 - ss_res / ss_tot,
    })
}

#[fuse(loops = 2)]
pub fn pearson(xs: &[f64], ys: &[f64]) -> f64 {
    assert_eq!(xs.len(), ys.len());
    let n = xs.len() as f64;
    let mean_x: f64 = xs.iter().sum::<f64>() / n;
    let mean_y: f64 = ys.iter().sum::<f64>() / n;
    let mut cov = 0.0;
    let mut var_x = 0.0;
    let mut var_y = 0.0;
    for (x, y) in xs.iter().zip(ys) {
        cov += (x - mean_x) * (y - mean_y);
        var_x += (x - mean_x).powi(2);
        var_y += (y - mean_y).powi(2);
    }
    cov / (var_x * var_y).sqrt()
}

#[fuse(loops = 1)]
pub fn median_absolute_deviation(data: &[f64]) -> f64 {
    let mut sorted = data.to_vec();
    sorted.sort_by(|a, b| a.total_cmp(b));
    let median = sorted[sorted.len() / 2];
    let mut deviations: Vec<f64> = sorted.iter().map(|x| (x - median).abs()).collect();
    let total: f64 = deviations.iter().sum();
    deviations.sort_by(|a, b| a.total_cmp(b));
    let mad = deviations[deviations.len() / 2];
    if total == 0.0 { 0.0 } else { 1.4826 * mad }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Histogram {
    pub low: f64,
    pub width: f64,
    pub counts: Vec<usize>,
}

impl Histogram {
    #[fuse]
    pub fn with_bins(data: &[f64], bins: usize) -> Option<Self> {
        let low = data.iter().copied().reduce(f64::min)?;
        let high = data.iter().copied().reduce(f64::max)?;
        let width = (high - low) / bins as f64;
        let mut counts = vec![0; bins];
        for &x in data {
            let bin = ((x - low) / width) as usize;
            counts[bin.min(bins - 1)] += 1;
        }
        Some(Histogram { low, width, counts })
    }

    #[fuse(loops = 2)]
    pub fn entropy_and_mode(&self) -> (f64, usize) {
        let total: usize = self.counts.iter().sum();
        let entropy = -self
            .counts
            .iter()
            .filter(|&&c| c > 0)
            .map(|&c| c as f64 / total as f64)
            .map(|p| p * p.ln())
            .sum::<f64>();
        let mode = self
            .counts
            .iter()
            .enumerate()
            .max_by_key(|&(_, c)| c)
            .map(|(i, _)| i)
            .unwrap_or(0);
        (entropy, mode)
    }
}

/// The weighted mean with its standard error.
#[fuse]
pub fn weighted_mean(values: &[f64], weights: &[f64]) -> (f64, f64) {
    let total_weight: f64 = weights.iter().sum();
    let weighted_sum: f64 = values.iter().zip(weights).map(|(v, w)| v * w).sum();
    let mean = weighted_sum / total_weight;
    let sum_sq_weights: f64 = weights.iter().map(|w| w * w).sum();
    let var: f64 = values
        .iter()
        .zip(weights)
        .map(|(v, w)| w * (v - mean).powi(2))
        .sum::<f64>()
        / total_weight;
    (
        mean,
        (var * sum_sq_weights / (total_weight * total_weight)).sqrt(),
    )
}

#[fuse]
pub fn standardize(data: &mut [f64]) {
    let n = data.len() as f64;
    let mean = data.iter().sum::<f64>() / n;
    let sd = (data.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n).sqrt();
    for x in data.iter_mut() {
        *x = (*x - mean) / sd;
    }
}

#[fuse(loops = 3)]
pub fn softmax(logits: &[f64]) -> Vec<f64> {
    let max = logits.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    let exps: Vec<f64> = logits.iter().map(|&x| (x - max).exp()).collect();
    let sum: f64 = exps.iter().sum();
    exps.iter().map(|e| e / sum).collect()
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Errors {
    pub mae: f64,
    pub rmse: f64,
    pub bias: f64,
    pub worst: f64,
}

#[fuse(loops = 1)]
pub fn forecast_errors(actual: &[f64], predicted: &[f64]) -> Errors {
    let residuals: Vec<f64> = actual.iter().zip(predicted).map(|(a, p)| a - p).collect();
    let n = residuals.len() as f64;
    Errors {
        mae: residuals.iter().map(|r| r.abs()).sum::<f64>() / n,
        rmse: (residuals.iter().map(|r| r * r).sum::<f64>() / n).sqrt(),
        bias: residuals.iter().sum::<f64>() / n,
        worst: residuals.iter().fold(0.0, |m: f64, r| m.max(r.abs())),
    }
}

#[fuse]
pub fn autocorrelation(series: &[f64], max_lag: usize) -> Vec<f64> {
    let n = series.len();
    let mean = series.iter().sum::<f64>() / n as f64;
    let variance: f64 = series.iter().map(|x| (x - mean).powi(2)).sum();
    let mut out = Vec::with_capacity(max_lag + 1);
    for lag in 0..=max_lag.min(n.saturating_sub(1)) {
        let cov: f64 = series
            .iter()
            .zip(series.iter().skip(lag))
            .map(|(a, b)| (a - mean) * (b - mean))
            .sum();
        out.push(cov / variance);
    }
    out
}

#[fuse]
pub fn frequencies(values: &[i64]) -> (Vec<(i64, usize)>, usize) {
    let mut counts: HashMap<i64, usize> = HashMap::new();
    for &v in values {
        *counts.entry(v).or_insert(0) += 1;
    }
    let most = counts.values().copied().max().unwrap_or(0);
    let mut modes: Vec<(i64, usize)> = counts.into_iter().filter(|&(_, c)| c == most).collect();
    modes.sort_unstable();
    let total = modes.iter().map(|&(_, c)| c).sum();
    (modes, total)
}

#[fuse(loops = 2)]
pub fn two_sample_t<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    let n = N as f64;
    let mean_a = a.iter().sum::<f64>() / n;
    let mean_b = b.iter().sum::<f64>() / n;
    let var_a = a.iter().map(|x| (x - mean_a).powi(2)).sum::<f64>() / (n - 1.0);
    let var_b = b.iter().map(|x| (x - mean_b).powi(2)).sum::<f64>() / (n - 1.0);
    (mean_a - mean_b) / ((var_a + var_b) / n).sqrt()
}

/// Anything that has a value, so that measurements can be of any type.
pub trait Observation {
    fn value(&self) -> f64;
    fn is_valid(&self) -> bool {
        self.value().is_finite()
    }
}

impl Observation for f64 {
    fn value(&self) -> f64 {
        *self
    }
}

#[fuse(loops = 1)]
pub fn valid_mean_and_range<T: Observation>(samples: &[T]) -> Option<(f64, f64, usize)> {
    let valid: Vec<f64> = samples
        .iter()
        .filter(|s| s.is_valid())
        .map(|s| s.value())
        .collect();
    if valid.is_empty() {
        return None;
    }
    let sum: f64 = valid.iter().sum();
    let lo = valid.iter().copied().fold(f64::INFINITY, f64::min);
    let hi = valid.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Some((sum / valid.len() as f64, hi - lo, valid.len()))
}

#[fuse]
pub fn empirical_cdf<'a>(data: &'a [f64], at: &'a [f64]) -> impl Iterator<Item = (f64, f64)> + 'a {
    let n = data.len() as f64;
    at.iter().map(move |&t| {
        let below = data.iter().filter(|&&x| x <= t).count();
        (t, below as f64 / n)
    })
}
