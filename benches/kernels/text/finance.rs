//! The prices of European options.

use super::fuse;
use super::shared::{RATE, VOLATILITY, normal_cdf};

/// Black and Scholes: the prices of the call and of the put.
#[fuse]
pub fn black_scholes(spots: &[f64], strikes: &[f64], years: &[f64]) -> (Vec<f64>, Vec<f64>) {
    assert_eq!(spots.len(), strikes.len());
    assert_eq!(spots.len(), years.len());
    let spreads: Vec<f64> = years.iter().map(|t| VOLATILITY * t.sqrt()).collect();
    let d1: Vec<f64> = spots
        .iter()
        .zip(strikes)
        .zip(years)
        .zip(&spreads)
        .map(|(((s, k), t), spread)| {
            ((s / k).ln() + (RATE + VOLATILITY * VOLATILITY / 2.0) * t) / spread
        })
        .collect();
    let d2: Vec<f64> = d1
        .iter()
        .zip(&spreads)
        .map(|(d, spread)| d - spread)
        .collect();
    let discounted: Vec<f64> = strikes
        .iter()
        .zip(years)
        .map(|(k, t)| k * (-RATE * t).exp())
        .collect();
    let calls: Vec<f64> = spots
        .iter()
        .zip(&discounted)
        .zip(d1.iter().zip(&d2))
        .map(|((s, k), (d1, d2))| s * normal_cdf(*d1) - k * normal_cdf(*d2))
        .collect();
    let puts: Vec<f64> = spots
        .iter()
        .zip(&discounted)
        .zip(d1.iter().zip(&d2))
        .map(|((s, k), (d1, d2))| k * normal_cdf(-d2) - s * normal_cdf(-d1))
        .collect();
    (calls, puts)
}
