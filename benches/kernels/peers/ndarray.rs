//! With `ndarray::Zip`, over views of the same slices.

pub(crate) mod float {
    use ndarray::{ArrayView1, Zip};

    pub(crate) fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let xs = ArrayView1::from(xs);
        let (sum1, sum2) = Zip::from(xs).fold((-0.0, -0.0), |(sum1, sum2), x| {
            (sum1 + x, sum2 + if *x > 0.0 { *x } else { -0.0 })
        });
        let over = |sum: f64| Zip::from(xs).map_collect(|x| x / sum);
        (
            over(sum1).into_raw_vec_and_offset().0,
            over(sum2).into_raw_vec_and_offset().0,
        )
    }
}

pub(crate) mod normalize {
    use ndarray::{ArrayView1, Zip};

    pub(crate) fn softmax(xs: &[f64]) -> Vec<f64> {
        let xs = ArrayView1::from(xs);
        let greatest = Zip::from(xs).fold(f64::NEG_INFINITY, |m, x| m.max(*x));
        let mut out = Zip::from(xs).map_collect(|x| (x - greatest).exp());
        let total = out.sum();
        out.mapv_inplace(|e| e / total);
        out.into_raw_vec_and_offset().0
    }

    pub(crate) fn layer(xs: &[f64], gain: &[f64], bias: &[f64]) -> Vec<f64> {
        let n = xs.len() as f64;
        let xs = ArrayView1::from(xs);
        let mean = xs.sum() / n;
        let squares = Zip::from(xs).fold(0.0, |sum, x| sum + (x - mean) * (x - mean));
        let scale = 1.0 / (squares / n + 1e-5).sqrt();
        Zip::from(xs)
            .and(ArrayView1::from(gain))
            .and(ArrayView1::from(bias))
            .map_collect(|x, g, b| (x - mean) * scale * g + b)
            .into_raw_vec_and_offset()
            .0
    }
}

pub(crate) mod statistics {
    use ndarray::{ArrayView1, Zip};

    pub(crate) fn five_numbers(xs: &[f64]) -> (usize, f64, f64, f64, f64) {
        let first = (-0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY);
        let (sum, squares, least, greatest) =
            Zip::from(ArrayView1::from(xs)).fold(first, |(sum, squares, least, greatest), x| {
                (sum + x, squares + x * x, least.min(*x), greatest.max(*x))
            });
        let n = xs.len() as f64;
        let mean = sum / n;
        (xs.len(), sum, squares / n - mean * mean, least, greatest)
    }

    /// Its dot products add up in eight lanes.
    pub(crate) fn cosine(a: &[f64], b: &[f64]) -> f64 {
        let (a, b) = (ArrayView1::from(a), ArrayView1::from(b));
        a.dot(&b) / (a.dot(&a).sqrt() * b.dot(&b).sqrt())
    }

    pub(crate) fn least_squares(xs: &[f64], ys: &[f64]) -> (f64, f64, f64) {
        let n = xs.len() as f64;
        let (xs, ys) = (ArrayView1::from(xs), ArrayView1::from(ys));
        let (x, y, xx, xy) = Zip::from(xs)
            .and(ys)
            .fold((-0.0, -0.0, -0.0, -0.0), |(x, y, xx, xy), a, b| {
                (x + a, y + b, xx + a * a, xy + a * b)
            });
        let slope = (n * xy - x * y) / (n * xx - x * x);
        let intercept = (y - slope * x) / n;
        let rest = Zip::from(xs).and(ys).fold(-0.0, |rest, x, y| {
            let error = y - (slope * x + intercept);
            rest + error * error
        });
        (slope, intercept, rest)
    }
}

pub(crate) mod finance {
    use super::super::shared::{RATE, VOLATILITY, normal_cdf};
    use ndarray::{Array1, ArrayView1, Zip};

    pub(crate) fn black_scholes(
        spots: &[f64],
        strikes: &[f64],
        years: &[f64],
    ) -> (Vec<f64>, Vec<f64>) {
        let mut calls = Array1::zeros(spots.len());
        let mut puts = Array1::zeros(spots.len());
        Zip::from(&mut calls)
            .and(&mut puts)
            .and(ArrayView1::from(spots))
            .and(ArrayView1::from(strikes))
            .and(ArrayView1::from(years))
            .for_each(|call, put, s, k, t| {
                let spread = VOLATILITY * t.sqrt();
                let d1 = ((s / k).ln() + (RATE + VOLATILITY * VOLATILITY / 2.0) * t) / spread;
                let d2 = d1 - spread;
                let k = k * (-RATE * t).exp();
                *call = s * normal_cdf(d1) - k * normal_cdf(d2);
                *put = k * normal_cdf(-d2) - s * normal_cdf(-d1);
            });
        (
            calls.into_raw_vec_and_offset().0,
            puts.into_raw_vec_and_offset().0,
        )
    }
}

pub(crate) mod queries {
    use super::super::shared::{LineItems, YEAR};
    use ndarray::{ArrayView1, Zip};

    pub(crate) fn q6(items: &LineItems) -> f64 {
        Zip::from(ArrayView1::from(&items.ship_date))
            .and(ArrayView1::from(&items.discount))
            .and(ArrayView1::from(&items.quantity))
            .and(ArrayView1::from(&items.extended_price))
            .fold(-0.0, |revenue, date, discount, quantity, price| {
                let hit =
                    YEAR.contains(date) && (0.05..=0.07).contains(discount) && *quantity < 24.0;
                revenue + if hit { price * discount } else { -0.0 }
            })
    }
}
