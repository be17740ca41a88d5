//! Loops on several threads.

use loopfuse::fuse;

/// Columns of a table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// What was ordered.
    pub orders: Vec<u64>,
    /// What it costs.
    pub prices: Vec<f64>,
    /// How much of that is not paid.
    pub discounts: Vec<f64>,
}

/// The revenue of orders up to a last one, and the prices without a discount, scaled.
#[must_use]
#[fuse(parallel)]
pub fn revenue(table: &Table, last: u64, scale: f64) -> (f64, Vec<f64>, [f64; 4]) {
    let wanted: Vec<usize> = (0..table.orders.len())
        .filter(|i| table.orders[*i] <= last)
        .collect();
    let revenue: f64 = wanted
        .iter()
        .map(|i| table.prices[*i] * (1.0 - table.discounts[*i]))
        .sum();
    let scaled: Vec<f64> = wanted.iter().map(|i| table.prices[*i] * scale).collect();
    let mut quarters = [0.0; 4];
    for i in &wanted {
        quarters[i % 4] += table.prices[*i] * scale;
    }
    (revenue, scaled, quarters)
}

/// Shares of a sum.
#[must_use]
#[fuse(parallel)]
pub fn shares(xs: &[f64], unit: f64) -> (Vec<f64>, Vec<f64>, usize) {
    let sum: f64 = xs.iter().sum();
    let shares: Vec<f64> = xs.iter().map(|x| x / sum * unit).collect();
    let units: Vec<f64> = xs.iter().map(|x| x / unit).collect();
    let many = units.iter().filter(|x| **x > unit).count();
    (shares, units, many)
}
