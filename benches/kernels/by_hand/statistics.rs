//! Several numbers about the same data.

use super::{BLOCK, lanes, shared::WIDTH};

type FiveNumbers = (usize, f64, f64, f64, f64);

pub(crate) mod obvious {
    use super::{FiveNumbers, WIDTH};

    pub(crate) fn five_numbers(xs: &[f64]) -> FiveNumbers {
        let (mut sum, mut squares) = (0.0, 0.0);
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for &x in xs {
            sum += x;
            squares += x * x;
            least = least.min(x);
            greatest = greatest.max(x);
        }
        let n = xs.len() as f64;
        let mean = sum / n;
        (xs.len(), sum, squares / n - mean * mean, least, greatest)
    }

    /// rustc adds in order, whatever one would allow it.
    pub(crate) fn five_numbers_reassociated(xs: &[f64]) -> FiveNumbers {
        five_numbers(xs)
    }

    pub(crate) fn cosine(a: &[f64], b: &[f64]) -> f64 {
        let (mut dot, mut a_squares, mut b_squares) = (0.0, 0.0, 0.0);
        for i in 0..a.len() {
            dot += a[i] * b[i];
            a_squares += a[i] * a[i];
            b_squares += b[i] * b[i];
        }
        dot / (a_squares.sqrt() * b_squares.sqrt())
    }

    pub(crate) fn least_squares(xs: &[f64], ys: &[f64]) -> (f64, f64, f64) {
        assert_eq!(xs.len(), ys.len());
        let n = xs.len() as f64;
        let (mut x, mut y, mut xx, mut xy) = (0.0, 0.0, 0.0, 0.0);
        for i in 0..xs.len() {
            x += xs[i];
            y += ys[i];
            xx += xs[i] * xs[i];
            xy += xs[i] * ys[i];
        }
        let slope = (n * xy - x * y) / (n * xx - x * x);
        let intercept = (y - slope * x) / n;
        let mut rest = 0.0;
        for i in 0..xs.len() {
            let error = ys[i] - (slope * xs[i] + intercept);
            rest += error * error;
        }
        (slope, intercept, rest)
    }

    pub(crate) fn moving_average(xs: &[f64]) -> (Vec<f64>, f64, f64) {
        let mut means = Vec::new();
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for i in WIDTH..=xs.len() {
            let mut sum = 0.0;
            for x in &xs[i - WIDTH..i] {
                sum += x;
            }
            let mean = sum / WIDTH as f64;
            least = least.min(mean);
            greatest = greatest.max(mean);
            means.push(mean);
        }
        (means, least, greatest)
    }
}

pub(crate) mod expert {
    use super::{BLOCK, FiveNumbers, WIDTH, lanes};

    /// Block by block: strict sums together, so that their latencies overlap, then the extremes,
    /// in lanes, from cache.
    pub(crate) fn five_numbers(xs: &[f64]) -> FiveNumbers {
        let (mut sum, mut squares) = (-0.0, -0.0);
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for block in xs.chunks(BLOCK) {
            for x in block {
                sum += x;
                squares += x * x;
            }
            let (low, high) = lanes::extremes(block);
            least = least.min(low);
            greatest = greatest.max(high);
        }
        let n = xs.len() as f64;
        let mean = sum / n;
        (xs.len(), sum, squares / n - mean * mean, least, greatest)
    }

    /// Block by block, in lanes: each of the sums, then the extremes. All four in one loop would not
    /// fit the registers.
    pub(crate) fn five_numbers_reassociated(xs: &[f64]) -> FiveNumbers {
        let (mut sum, mut squares) = (-0.0, -0.0);
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for block in xs.chunks(BLOCK) {
            sum += lanes::sum(block, |x| x);
            squares += lanes::sum(block, |x| x * x);
            let (low, high) = lanes::extremes(block);
            least = least.min(low);
            greatest = greatest.max(high);
        }
        let n = xs.len() as f64;
        let mean = sum / n;
        (xs.len(), sum, squares / n - mean * mean, least, greatest)
    }

    /// One pass; without bounds checks.
    pub(crate) fn cosine(a: &[f64], b: &[f64]) -> f64 {
        let (mut dot, mut a_squares, mut b_squares) = (-0.0, -0.0, -0.0);
        let b = &b[..a.len()];
        for (x, y) in a.iter().zip(b) {
            dot += x * y;
            a_squares += x * x;
            b_squares += y * y;
        }
        dot / (a_squares.sqrt() * b_squares.sqrt())
    }

    /// Two passes; without bounds checks.
    pub(crate) fn least_squares(xs: &[f64], ys: &[f64]) -> (f64, f64, f64) {
        assert_eq!(xs.len(), ys.len());
        let n = xs.len() as f64;
        let (mut x, mut y, mut xx, mut xy) = (-0.0, -0.0, -0.0, -0.0);
        for (a, b) in xs.iter().zip(ys) {
            x += a;
            y += b;
            xx += a * a;
            xy += a * b;
        }
        let slope = (n * xy - x * y) / (n * xx - x * x);
        let intercept = (y - slope * x) / n;
        let error = |(x, y): (&f64, &f64)| {
            let error = y - (slope * x + intercept);
            error * error
        };
        (slope, intercept, xs.iter().zip(ys).map(error).sum())
    }

    /// Vectors across neighbouring windows, then the extremes of a block from cache.
    pub(crate) fn moving_average(xs: &[f64]) -> (Vec<f64>, f64, f64) {
        let count = (xs.len() + 1).saturating_sub(WIDTH);
        let mut means = vec![0.0; count];
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for (index, block) in means.chunks_mut(BLOCK).enumerate() {
            let from = index * BLOCK;
            let shifted: [&[f64]; WIDTH] =
                std::array::from_fn(|shift| &xs[from + shift..from + shift + block.len()]);
            for i in 0..block.len() {
                let mut sum = shifted[0][i];
                for xs in &shifted[1..] {
                    sum += xs[i];
                }
                block[i] = sum / WIDTH as f64;
            }
            let (low, high) = lanes::extremes(block);
            least = least.min(low);
            greatest = greatest.max(high);
        }
        (means, least, greatest)
    }
}
