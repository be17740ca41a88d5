//! The prices of European options.

use super::shared::{RATE, VOLATILITY, normal_cdf};

type Prices = (Vec<f64>, Vec<f64>);

/// The prices of one call and one put.
#[inline]
fn prices(s: f64, k: f64, t: f64) -> (f64, f64) {
    let spread = VOLATILITY * t.sqrt();
    let d1 = ((s / k).ln() + (RATE + VOLATILITY * VOLATILITY / 2.0) * t) / spread;
    let d2 = d1 - spread;
    let k = k * (-RATE * t).exp();
    (
        s * normal_cdf(d1) - k * normal_cdf(d2),
        k * normal_cdf(-d2) - s * normal_cdf(-d1),
    )
}

pub(crate) mod obvious {
    use super::{Prices, prices};

    pub(crate) fn black_scholes(spots: &[f64], strikes: &[f64], years: &[f64]) -> Prices {
        let (mut calls, mut puts) = (Vec::new(), Vec::new());
        for i in 0..spots.len() {
            let (call, put) = prices(spots[i], strikes[i], years[i]);
            calls.push(call);
            puts.push(put);
        }
        (calls, puts)
    }
}

pub(crate) mod expert {
    use super::{Prices, prices};

    /// Allocated once, without bounds checks.
    pub(crate) fn black_scholes(spots: &[f64], strikes: &[f64], years: &[f64]) -> Prices {
        let n = spots.len();
        assert!(strikes.len() == n && years.len() == n);
        let (mut calls, mut puts) = (vec![0.0; n], vec![0.0; n]);
        let inputs = spots.iter().zip(strikes).zip(years);
        for (((s, k), t), (call, put)) in inputs.zip(calls.iter_mut().zip(&mut puts)) {
            (*call, *put) = prices(*s, *k, *t);
        }
        (calls, puts)
    }
}
