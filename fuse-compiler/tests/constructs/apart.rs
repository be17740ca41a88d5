//! Loops that a person would expect to be one, and are not: the report says what to write instead.

use loopfuse::fuse;

pub struct Table {
    pub amounts: Vec<f64>,
    pub kept: Vec<bool>,
}

/// Nothing says that the columns are equally long.
#[fuse]
pub fn columns(table: &Table) -> (f64, usize) {
    let total: f64 = table.amounts.iter().sum();
    let kept = table.kept.iter().filter(|kept| **kept).count();
    (total, kept)
}

/// The method may change the table.
#[fuse]
pub fn scores(table: &mut Table) -> f64 {
    table.amounts.iter().map(|amount| table.score(amount)).sum()
}

/// The function may return between the two passes.
#[fuse]
pub fn mean_of_products(xs: &[f64], n: f64) -> Option<(f64, f64)> {
    let sum: f64 = xs.iter().sum();
    if n == 0.0 {
        return None;
    }
    let squares: f64 = xs.iter().map(|x| x * x).sum();
    Some((sum / n, squares / n))
}

/// The second pass needs what the first has found: nothing to say.
#[fuse]
pub fn above_the_least(xs: &[i64]) -> Option<i64> {
    let low = xs.iter().copied().min()?;
    let above = xs.iter().map(|x| x - low).max()?;
    Some(above)
}

/// The array is pushed to.
#[fuse]
pub fn pushed(xs: &[f64]) -> (Vec<f64>, f64) {
    let mut peak = 0.0;
    let mut peaks = Vec::new();
    for &x in xs {
        peak = x.max(peak);
        peaks.push(peak);
    }
    let sum: f64 = peaks.iter().sum();
    (peaks, sum)
}

/// One runs on several threads.
#[fuse]
pub fn parallel_and_not(xs: &[f64]) -> (f64, f64) {
    let sum: f64 = xs.iter().sum();
    let squares: f64 = xs.par_iter().map(|x| x * x).sum();
    (sum, squares)
}

/// A name is another variable for the second pass.
#[fuse]
pub fn scaled_twice(xs: &[f64], unit: f64) -> (f64, f64) {
    let scale = unit * 0.5;
    let halves: f64 = xs.iter().map(|x| x * scale).sum();
    let scale = unit * 2.0;
    let doubles: f64 = xs.iter().map(|x| x * scale).sum();
    (halves, doubles)
}

/// The same, but the second variable needs what the first pass has found: nothing to say.
#[fuse]
pub fn scaled_by_the_sum(xs: &[f64], unit: f64) -> (f64, f64) {
    let scale = unit * 0.5;
    let halves: f64 = xs.iter().map(|x| x * scale).sum();
    let scale = unit * halves;
    let scaled: f64 = xs.iter().map(|x| x * scale).sum();
    (halves, scaled)
}

/// The elements may be others behind the statement.
#[fuse]
pub fn before_and_after_sorting(given: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let mut xs = given.to_vec();
    let halves: Vec<f64> = xs.iter().map(|x| x * 0.5).collect();
    xs.sort_by(f64::total_cmp);
    let sorted: Vec<f64> = xs.iter().map(|x| x * 0.5).collect();
    (halves, sorted)
}
