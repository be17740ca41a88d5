//! Sums of what functions of the mathematical library give.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;

/// Alone, and beside other sums, in expressions.
#[fuse]
pub fn exponentials(xs: &[f64]) -> (f64, f64, f64) {
    let greatest = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all: f64 = xs.iter().map(|x| (x - greatest).exp()).sum();
    let mean = xs.iter().map(|x| x.abs().ln()).sum::<f64>() / xs.len() as f64;
    let squares = xs.iter().map(|x| x * x).sum::<f64>();
    (greatest + all.ln(), mean, squares)
}

/// Of pairs, of which there are as many as of the shorter, by branches.
#[fuse]
pub fn of_pairs(xs: &[f64], labels: &[u8]) -> (f32, usize, f32) {
    let ps: Vec<f32> = xs.iter().map(|x| x.abs() as f32).collect();
    let loss = -ps.iter().zip(labels).map(|(&p, &y)| if y == 1 { p.ln() } else { (1.0 - p).ln() }).sum::<f32>();
    let right = ps.iter().zip(labels).filter(|&(&p, &y)| (p > 0.5) == (y == 1)).count();
    let brier = ps.iter().zip(labels).map(|(&p, &y)| (p - y as f32).powi(2)).sum::<f32>();
    (loss, right, brier)
}

/// A number that says what it was asked.
#[derive(Debug, Default)]
pub struct Own {
    /// The number.
    pub of: f64,
    /// Its logarithm.
    pub log: f64,
}

impl Own {
    fn ln(&self) -> &f64 {
        &self.log
    }

    fn exp(self) -> f64 {
        self.of.exp()
    }
}

/// Methods of these names that are the user's, and such of references.
#[fuse]
pub fn methods_of_its_own(owns: &[Own]) -> (f64, f64, f64) {
    let logs: f64 = owns.iter().map(|own| own.ln()).sum();
    let all: f64 = owns.iter().map(|own| own.of).sum();
    let own = owns.iter().map(|own| Own { of: own.of, log: 0.0 }.exp()).sum::<f64>();
    (logs, all, own)
}

/// Workers that may panic, and what stands before such a sum in its statement.
#[fuse]
pub fn that_may_panic(xs: &[f64], table: &[f64; 3]) -> (f64, f64) {
    let first = xs[0] + xs.iter().map(|x| (x * table[(*x > 1.0) as usize + (*x > 2.0) as usize]).sin()).sum::<f64>();
    let sum: f64 = xs.iter().enumerate().map(|(at, x)| (x + table[at % 4]).cos()).sum();
    (first, sum)
}

/// Statements that are not there, or there under a condition.
#[fuse]
pub fn configured(xs: &[f64]) -> (f64, f64) {
    #[cfg(any())]
    let all: f64 = missing.iter().map(|x: &f64| x.exp()).sum();
    #[cfg(not(target_os = "none"))]
    let all: f64 = xs.iter().map(|x| x.exp()).sum();
    let sum: f64 = xs.iter().sum();
    (all, sum)
}
