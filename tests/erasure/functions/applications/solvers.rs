//! Iterative solvers, as a crate of its own would have them.

use super::fuse;

#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    pub rows: usize,
    pub cols: usize,
    pub data: Vec<f64>,
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

impl Matrix {
    pub fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }

    #[fuse]
    pub fn mul_vec(&self, x: &[f64]) -> Vec<f64> {
        assert_eq!(x.len(), self.cols);
        (0..self.rows)
            .map(|i| self.row(i).iter().zip(x).map(|(a, b)| a * b).sum())
            .collect()
    }

    #[fuse(loops = 2)]
    pub fn norms(&self) -> (f64, f64, f64) {
        let frobenius = self.data.iter().map(|v| v * v).sum::<f64>().sqrt();
        let largest = self.data.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        let infinity = self
            .data
            .chunks(self.cols)
            .map(|row| row.iter().map(|v| v.abs()).sum::<f64>())
            .fold(0.0, f64::max);
        (frobenius, largest, infinity)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum SolveError {
    Dimension { expected: usize, found: usize },
    Singular(usize),
    NotConverged { residual: f64 },
}

#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    pub x: Vec<f64>,
    pub iterations: usize,
    pub residual: f64,
}

#[fuse]
pub fn jacobi(a: &Matrix, b: &[f64], tol: f64, max: usize) -> Result<Solution, SolveError> {
    if b.len() != a.rows {
        return Err(SolveError::Dimension {
            expected: a.rows,
            found: b.len(),
        });
    }
    let mut x = vec![0.0; b.len()];
    let mut residual = f64::INFINITY;
    for iteration in 0..max {
        let next: Vec<f64> = (0..a.rows)
            .map(|i| {
                let row = a.row(i);
                let off: f64 = row
                    .iter()
                    .zip(&x)
                    .enumerate()
                    .filter(|(j, _)| *j != i)
                    .map(|(_, (a, x))| a * x)
                    .sum();
                (b[i] - off) / row[i]
            })
            .collect();
        residual = next
            .iter()
            .zip(&x)
            .map(|(n, o)| (n - o).abs())
            .fold(0.0, f64::max);
        x = next;
        if residual < tol {
            return Ok(Solution {
                x,
                iterations: iteration + 1,
                residual,
            });
        }
    }
    Err(SolveError::NotConverged { residual })
}

#[fuse]
pub fn conjugate_gradient(a: &Matrix, b: &[f64], tol: f64, max: usize) -> Solution {
    let n = b.len();
    let mut x = vec![0.0; n];
    let mut r = b.to_vec();
    let mut p = r.clone();
    let mut rs_old: f64 = r.iter().map(|v| v * v).sum();
    let mut iterations = 0;
    while rs_old.sqrt() > tol && iterations < max {
        let ap = a.mul_vec(&p);
        let p_ap: f64 = p.iter().zip(&ap).map(|(p, ap)| p * ap).sum();
        let alpha = rs_old / p_ap;
        for i in 0..n {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
        }
        let rs_new: f64 = r.iter().map(|v| v * v).sum();
        let beta = rs_new / rs_old;
        p = r.iter().zip(&p).map(|(r, p)| r + beta * p).collect();
        rs_old = rs_new;
        iterations += 1;
    }
    Solution {
        x,
        iterations,
        residual: rs_old.sqrt(),
    }
}

#[fuse]
pub fn power_iteration(a: &Matrix, steps: usize) -> (f64, Vec<f64>) {
    let n = a.rows;
    let mut v = vec![1.0 / (n as f64).sqrt(); n];
    let mut eigenvalue = 0.0;
    for _ in 0..steps {
        let w = a.mul_vec(&v);
        let norm = w.iter().map(|x| x * x).sum::<f64>().sqrt();
        eigenvalue = w.iter().zip(&v).map(|(w, v)| w * v).sum();
        if norm == 0.0 {
            break;
        }
        v = w.iter().map(|x| x / norm).collect();
    }
    (eigenvalue, v)
}

#[fuse]
pub fn gradient_descent(
    gradient: impl Fn(&[f64]) -> Vec<f64>,
    start: &[f64],
    rate: f64,
    tol: f64,
) -> (Vec<f64>, usize) {
    let mut x = start.to_vec();
    for step in 0..200 {
        let g = gradient(&x);
        let norm_sq: f64 = g.iter().map(|v| v * v).sum();
        if norm_sq.sqrt() < tol {
            return (x, step);
        }
        x.iter_mut().zip(&g).for_each(|(x, g)| *x -= rate * g);
    }
    (x, 200)
}

#[fuse]
pub fn adam_step(params: &mut [f64], grads: &[f64], m: &mut [f64], v: &mut [f64], t: i32) -> f64 {
    let (b1, b2, rate) = (0.9_f64, 0.999_f64, 1e-3);
    for (m, g) in m.iter_mut().zip(grads) {
        *m = b1 * *m + (1.0 - b1) * g;
    }
    for (v, g) in v.iter_mut().zip(grads) {
        *v = b2 * *v + (1.0 - b2) * g * g;
    }
    let c1 = 1.0 - b1.powi(t);
    let c2 = 1.0 - b2.powi(t);
    for ((p, m), v) in params.iter_mut().zip(m.iter()).zip(v.iter()) {
        *p -= rate * (m / c1) / ((v / c2).sqrt() + 1e-8);
    }
    grads.iter().map(|g| g * g).sum::<f64>().sqrt()
}

#[fuse]
pub fn gauss_seidel_sweep(a: &[Vec<f64>], b: &[f64], x: &mut [f64]) -> f64 {
    let mut largest = 0.0_f64;
    for i in 0..x.len() {
        let before: f64 = a[i][..i].iter().zip(&x[..i]).map(|(a, x)| a * x).sum();
        let after: f64 = a[i][i + 1..]
            .iter()
            .zip(&x[i + 1..])
            .map(|(a, x)| a * x)
            .sum();
        let new = (b[i] - before - after) / a[i][i];
        largest = largest.max((new - x[i]).abs());
        x[i] = new;
    }
    largest
}

#[fuse]
pub fn residual_report(a: &[Vec<f64>], x: &[f64], b: &[f64]) -> (Vec<f64>, f64, f64) {
    let ax: Vec<f64> = a.iter().map(|row| dot(row, x)).collect();
    let residual: Vec<f64> = b.iter().zip(&ax).map(|(b, ax)| b - ax).collect();
    let l2 = residual.iter().map(|r| r * r).sum::<f64>().sqrt();
    let linf = residual.iter().map(|r| r.abs()).fold(0.0, f64::max);
    (residual, l2, linf)
}

#[fuse]
pub fn thomas(
    lower: &[f64],
    diag: &[f64],
    upper: &[f64],
    rhs: &[f64],
) -> Result<Vec<f64>, SolveError> {
    let n = diag.len();
    if rhs.len() != n {
        return Err(SolveError::Dimension {
            expected: n,
            found: rhs.len(),
        });
    }
    if let Some(i) = diag.iter().position(|d| *d == 0.0) {
        return Err(SolveError::Singular(i));
    }
    let mut c = vec![0.0; n];
    let mut d = vec![0.0; n];
    for i in 0..n {
        let denominator = if i == 0 {
            diag[0]
        } else {
            diag[i] - lower[i] * c[i - 1]
        };
        c[i] = upper[i] / denominator;
        d[i] = if i == 0 {
            rhs[0] / denominator
        } else {
            (rhs[i] - lower[i] * d[i - 1]) / denominator
        };
    }
    for i in (0..n.saturating_sub(1)).rev() {
        d[i] -= c[i] * d[i + 1];
    }
    Ok(d)
}

#[fuse]
pub fn runge_kutta<const N: usize>(
    f: impl Fn(f64, &[f64; N]) -> [f64; N],
    y: [f64; N],
    h: f64,
    steps: usize,
) -> [f64; N] {
    let mut y = y;
    let mut t = 0.0;
    for _ in 0..steps {
        let k1 = f(t, &y);
        let mut mid = y;
        for i in 0..N {
            mid[i] += h / 2.0 * k1[i];
        }
        let k2 = f(t + h / 2.0, &mid);
        for i in 0..N {
            y[i] += h / 2.0 * (k1[i] + k2[i]);
        }
        t += h;
    }
    y
}

/// One explicit step of the heat equation, with its change.
#[fuse(loops = 1)]
pub fn heat_step(u: &[f64], alpha: f64) -> (Vec<f64>, f64) {
    let n = u.len();
    let next: Vec<f64> = (0..n)
        .map(|i| {
            if i == 0 || i + 1 == n {
                u[i]
            } else {
                u[i] + alpha * (u[i - 1] - 2.0 * u[i] + u[i + 1])
            }
        })
        .collect();
    let change = next
        .iter()
        .zip(u)
        .map(|(a, b)| (a - b).powi(2))
        .sum::<f64>()
        .sqrt();
    (next, change)
}

#[derive(Debug, Clone, PartialEq)]
pub struct Lp<'a> {
    pub costs: &'a [f64],
    pub bounds: &'a [(f64, f64)],
}

/// What optimisers have in common.
pub trait Objective {
    fn evaluate(&self, x: &[f64]) -> f64;
    fn project(&self, x: &mut [f64]) -> usize;
}

impl Objective for Lp<'_> {
    #[fuse]
    fn evaluate(&self, x: &[f64]) -> f64 {
        let cost: f64 = self.costs.iter().zip(x).map(|(c, x)| c * x).sum();
        let penalty: f64 = x
            .iter()
            .zip(self.bounds)
            .map(|(x, (lo, hi))| (lo - x).max(0.0) + (x - hi).max(0.0))
            .sum();
        cost + 1e3 * penalty
    }

    #[fuse]
    fn project(&self, x: &mut [f64]) -> usize {
        let outside = x
            .iter()
            .zip(self.bounds)
            .filter(|(x, (lo, hi))| *x < lo || *x > hi)
            .count();
        for (x, (lo, hi)) in x.iter_mut().zip(self.bounds) {
            *x = x.max(*lo).min(*hi);
        }
        outside
    }
}

#[fuse]
pub fn pagerank(links: &[Vec<usize>], damping: f64, rounds: usize) -> Vec<f64> {
    let n = links.len();
    let mut rank = vec![1.0 / n as f64; n];
    for _ in 0..rounds {
        let mut next = vec![(1.0 - damping) / n as f64; n];
        for (i, targets) in links.iter().enumerate() {
            for &j in targets {
                next[j] += damping * rank[i] / targets.len() as f64;
            }
        }
        let dangling: f64 = (0..n)
            .filter(|&i| links[i].is_empty())
            .map(|i| rank[i])
            .sum();
        let share = damping * dangling / n as f64;
        next.iter_mut().for_each(|r| *r += share);
        let delta: f64 = next.iter().zip(&rank).map(|(a, b)| (a - b).abs()).sum();
        rank = next;
        if delta < 1e-12 {
            break;
        }
    }
    rank
}
