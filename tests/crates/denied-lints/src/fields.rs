//! Columns of a table, each behind a field.

use loopfuse::fuse;
use std::collections::VecDeque;

/// A table.
#[derive(Debug, Default)]
pub struct Table {
    /// What each costs.
    pub prices: Vec<f64>,
    /// How many there are.
    pub counts: Vec<i64>,
    /// What they cost lately.
    pub lately: VecDeque<f64>,
    /// What they are called.
    pub names: Vec<String>,
}

impl Table {
    /// The dear ones, what all cost, and how many are cheap.
    #[must_use]
    #[fuse(loops = 1)]
    pub fn dear(&self, limit: f64) -> (Vec<f64>, f64, usize) {
        let dear: Vec<f64> = self
            .prices
            .iter()
            .copied()
            .filter(|price| *price > limit)
            .collect();
        let all: f64 = self.prices.iter().sum();
        let cheap = self.prices.iter().filter(|price| **price < 1.0).count();
        (dear, all, cheap)
    }

    /// What waits on the stack.
    #[must_use]
    #[fuse(loops = 1)]
    pub fn shares(&self, all: f64) -> (f64, f64) {
        let shares: Vec<f64> = self
            .prices
            .iter()
            .zip(&self.lately)
            .map(|(price, late)| price / late / all)
            .collect();
        let sum: f64 = shares.iter().sum();
        let most = shares.iter().copied().fold(0.0, f64::max);
        (sum, most)
    }

    /// Strings and numbers.
    #[must_use]
    #[fuse(loops = 2)]
    pub fn names(&self) -> (Vec<String>, usize, Vec<i64>, Option<i64>) {
        let short: Vec<String> = self
            .names
            .iter()
            .filter(|name| name.len() < 3)
            .cloned()
            .collect();
        let bytes: usize = self.names.iter().map(String::len).sum();
        let even: Vec<i64> = self
            .counts
            .iter()
            .copied()
            .filter(|count| count % 2 == 0)
            .collect();
        let most = self.counts.iter().copied().max();
        (short, bytes, even, most)
    }
}
