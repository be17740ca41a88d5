//! Loops over all indices of an array beside what walks its elements.

use super::fuse;

#[fuse(loops = 1)]
pub fn scaled(w: &mut [f64], t: f64) -> f64 {
    for i in 0..w.len() {
        w[i] *= t;
    }
    w.iter().map(|x| x * x).sum()
}

#[fuse(loops = 1)]
pub fn normalised(w: &mut Vec<f64>, t: f64) -> Vec<f64> {
    let n = w.len();
    for x in w.iter_mut() {
        *x /= t;
    }
    let mut sums = vec![0.0; n];
    let mut sum = 0.0;
    for j in 0..n {
        if w[j].is_nan() {
            continue;
        }
        sum += w[j] * j as f64;
        sums[j] = sum;
    }
    sums
}

/// What panics in the midst leaves as much behind.
#[fuse(loops = 1)]
fn shifted(w: &mut [i64], by: i64) -> i64 {
    for i in 0..w.len() {
        w[i] = w[i] * by - i as i64;
    }
    let mut most = i64::MIN;
    for (i, x) in w.iter().enumerate() {
        most = most.max(x ^ i as i64);
    }
    most
}

pub fn shifted_by(xs: &[i64], by: i64) -> (Vec<i64>, Option<i64>) {
    let mut xs = xs.to_vec();
    let shifted = std::panic::AssertUnwindSafe(|| shifted(&mut xs, by));
    let most = std::panic::catch_unwind(shifted).ok();
    (if most.is_some() { xs } else { Vec::new() }, most)
}

/// The name of the length is another one, and the vector grows.
#[fuse]
pub fn not_all_of_it(xs: &[f64], n: usize) -> (Vec<f64>, f64, f64) {
    let mut w = xs.to_vec();
    let first = w.iter().sum::<f64>();
    let n = n.min(w.len());
    for i in 0..n {
        w[i] += 1.0;
    }
    let len = w.len();
    w.push(7.0);
    for i in 0..len {
        w[i] *= 2.0;
    }
    let second = w.iter().sum::<f64>();
    (w, first, second)
}

/// Elements of others, and of the same array, at other places.
#[fuse]
pub fn at_other_places(w: &mut [f64], u: &mut [f64]) -> (f64, f64) {
    let n = u.len().min(w.len());
    for i in 0..w.len() {
        w[i] += w[w.len() - 1 - i];
    }
    let sum = w.iter().sum::<f64>();
    for i in 0..n {
        w[i] -= u[i];
        u[i] = w[i] * 0.5;
    }
    let rest = w.iter().zip(u.iter()).map(|(x, y)| x - y).sum::<f64>();
    (sum, rest)
}

#[fuse]
pub fn in_closures_and_texts(w: &mut Vec<f64>, texts: &mut Vec<String>) -> f64 {
    for i in 0..w.len() {
        let half = || w[i] * 0.5;
        texts.push(format!("{}", half()));
    }
    for i in 0..w.len() {
        texts.push(format!("{i} of {w:?}"));
        w[i] += 1.0;
    }
    w.iter().sum()
}

#[fuse]
pub fn bound_anew(w: &mut [f64]) -> (f64, f64) {
    for i in 0..w.len() {
        let i = i / 2;
        w[i] += 1.0;
    }
    let mut inner = 0.0;
    for i in 0..w.len() {
        let w = [1.0, 2.0];
        inner += w[i % 2];
    }
    let sum: f64 = w.iter().sum();
    (sum, inner)
}

/// Loops in the body, a vector of the loop's own, and methods of the elements.
#[fuse]
pub fn with_loops_inside(xs: &[f64], rows: &[Vec<f64>]) -> (Vec<f64>, f64, f64) {
    let mut w = vec![0.25; rows.len()];
    for i in 0..w.len() {
        for x in &rows[i] {
            w[i] += x;
        }
        w[i] = w[i].abs().max(0.5).sqrt();
    }
    let most = w.iter().copied().fold(f64::MIN, f64::max);
    (w, most, xs.first().copied().unwrap_or(0.0))
}

/// What nobody knows is called with the element.
#[fuse]
pub fn handed_out(w: &mut [f64], step: fn(&mut f64) -> f64) -> (f64, f64) {
    let mut steps = 0.0;
    for i in 0..w.len() {
        steps += step(&mut w[i]);
    }
    let sum: f64 = w.iter().sum();
    (steps, sum)
}
