//! The prices of European options.

use super::CHUNK;
use super::shared::{RATE, VOLATILITY, normal_cdf};
use rayon::prelude::*;

pub(crate) fn black_scholes(spots: &[f64], strikes: &[f64], years: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let n = spots.len();
    assert!(strikes.len() == n && years.len() == n);
    let (mut calls, mut puts) = (vec![0.0; n], vec![0.0; n]);
    let inputs = spots
        .par_chunks(CHUNK)
        .zip(strikes.par_chunks(CHUNK))
        .zip(years.par_chunks(CHUNK));
    calls
        .par_chunks_mut(CHUNK)
        .zip(puts.par_chunks_mut(CHUNK))
        .zip(inputs)
        .for_each(|((calls, puts), ((spots, strikes), years))| {
            let inputs = spots.iter().zip(strikes).zip(years);
            for (((s, k), t), (call, put)) in inputs.zip(calls.iter_mut().zip(puts)) {
                let spread = VOLATILITY * t.sqrt();
                let d1 = ((s / k).ln() + (RATE + VOLATILITY * VOLATILITY / 2.0) * t) / spread;
                let d2 = d1 - spread;
                let k = k * (-RATE * t).exp();
                *call = s * normal_cdf(d1) - k * normal_cdf(d2);
                *put = k * normal_cdf(-d2) - s * normal_cdf(-d1);
            }
        });
    (calls, puts)
}
