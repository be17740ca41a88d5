//! Arrays that are scaled by what was found out about the whole of them.

use super::{BLOCK, lanes};

type Running = (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>);

pub(crate) mod obvious {
    use super::Running;

    pub(crate) fn running(xs: &[f64]) -> Running {
        let (mut sum1, mut sum2) = (0.0, 0.0);
        for x in xs {
            sum1 += x;
            if *x > 0.0 {
                sum2 += x;
            }
        }
        let mut ys1 = Vec::with_capacity(xs.len());
        let mut ys2 = Vec::with_capacity(xs.len());
        let mut totals = Vec::with_capacity(xs.len());
        let mut gaps = Vec::with_capacity(xs.len());
        let mut total = 0.0;
        for x in xs {
            let (y1, y2) = (x / sum1, x / sum2);
            total += y1;
            ys1.push(y1);
            ys2.push(y2);
            totals.push(total);
            gaps.push(total - y2);
        }
        (ys1, ys2, totals, gaps)
    }

    pub(crate) fn softmax(xs: &[f64]) -> Vec<f64> {
        let mut greatest = f64::NEG_INFINITY;
        for x in xs {
            greatest = greatest.max(*x);
        }
        let mut out = Vec::with_capacity(xs.len());
        let mut total = 0.0;
        for x in xs {
            let e = (x - greatest).exp();
            total += e;
            out.push(e);
        }
        for e in &mut out {
            *e /= total;
        }
        out
    }

    pub(crate) fn layer(xs: &[f64], gain: &[f64], bias: &[f64]) -> Vec<f64> {
        let n = xs.len() as f64;
        let mut sum = 0.0;
        for x in xs {
            sum += x;
        }
        let mean = sum / n;
        let mut squares = 0.0;
        for x in xs {
            squares += (x - mean) * (x - mean);
        }
        let scale = 1.0 / (squares / n + 1e-5).sqrt();
        let mut out = Vec::with_capacity(xs.len());
        for i in 0..xs.len() {
            out.push((xs[i] - mean) * scale * gain[i] + bias[i]);
        }
        out
    }
}

pub(crate) mod expert {
    use super::{BLOCK, Running, lanes};

    /// The divisions in blocks, where they are vectors; the running total after them, from cache.
    pub(crate) fn running(xs: &[f64]) -> Running {
        let (mut sum1, mut sum2) = (-0.0, -0.0);
        for x in xs {
            sum1 += x;
            sum2 += if *x > 0.0 { *x } else { -0.0 };
        }
        let n = xs.len();
        let (mut ys1, mut ys2) = (Vec::with_capacity(n), Vec::with_capacity(n));
        let (mut totals, mut gaps) = (Vec::with_capacity(n), Vec::with_capacity(n));
        let mut total = 0.0;
        for block in xs.chunks(BLOCK) {
            let from = ys1.len();
            ys1.extend(block.iter().map(|x| x / sum1));
            ys2.extend(block.iter().map(|x| x / sum2));
            totals.extend(ys1[from..].iter().map(|y| {
                total += y;
                total
            }));
            gaps.extend(totals[from..].iter().zip(&ys2[from..]).map(|(t, y)| t - y));
        }
        (ys1, ys2, totals, gaps)
    }

    /// The maximum in lanes, the exponentials with their sum, and the division in place.
    pub(crate) fn softmax(xs: &[f64]) -> Vec<f64> {
        let greatest = lanes::extremes(xs).1;
        let mut total = -0.0;
        let mut out: Vec<f64> = xs
            .iter()
            .map(|x| {
                let e = (x - greatest).exp();
                total += e;
                e
            })
            .collect();
        out.iter_mut().for_each(|e| *e /= total);
        out
    }

    /// Nothing but the result is stored: what is centred is cheaper to compute twice.
    pub(crate) fn layer(xs: &[f64], gain: &[f64], bias: &[f64]) -> Vec<f64> {
        let n = xs.len() as f64;
        let mean = xs.iter().sum::<f64>() / n;
        let squares: f64 = xs.iter().map(|x| (x - mean) * (x - mean)).sum();
        let scale = 1.0 / (squares / n + 1e-5).sqrt();
        let parameters = gain.iter().zip(bias);
        xs.iter()
            .zip(parameters)
            .map(|(x, (g, b))| (x - mean) * scale * g + b)
            .collect()
    }
}
