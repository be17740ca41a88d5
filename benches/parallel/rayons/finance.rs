//! The prices of European options.

use super::super::fuse;
use super::super::kernels::shared::{RATE, VOLATILITY, normal_cdf};
use rayon::prelude::*;

/// Black and Scholes: the prices of the call and of the put.
#[fuse]
pub(crate) fn black_scholes(spots: &[f64], strikes: &[f64], years: &[f64]) -> (Vec<f64>, Vec<f64>) {
    assert_eq!(spots.len(), strikes.len());
    assert_eq!(spots.len(), years.len());
    let spreads: Vec<f64> = years.par_iter().map(|t| VOLATILITY * t.sqrt()).collect();
    let d1: Vec<f64> = spots
        .par_iter()
        .zip(strikes)
        .zip(years)
        .zip(&spreads)
        .map(|(((s, k), t), spread)| {
            ((s / k).ln() + (RATE + VOLATILITY * VOLATILITY / 2.0) * t) / spread
        })
        .collect();
    let d2: Vec<f64> = d1
        .par_iter()
        .zip(&spreads)
        .map(|(d, spread)| d - spread)
        .collect();
    let discounted: Vec<f64> = strikes
        .par_iter()
        .zip(years)
        .map(|(k, t)| k * (-RATE * t).exp())
        .collect();
    let calls: Vec<f64> = spots
        .par_iter()
        .zip(&discounted)
        .zip(d1.par_iter().zip(&d2))
        .map(|((s, k), (d1, d2))| s * normal_cdf(*d1) - k * normal_cdf(*d2))
        .collect();
    let puts: Vec<f64> = spots
        .par_iter()
        .zip(&discounted)
        .zip(d1.par_iter().zip(&d2))
        .map(|((s, k), (d1, d2))| k * normal_cdf(-d2) - s * normal_cdf(-d1))
        .collect();
    (calls, puts)
}
