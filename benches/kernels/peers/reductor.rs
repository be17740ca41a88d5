//! With the crate `reductor`, which runs several reductions in one pass of an iterator.

pub(crate) mod statistics {
    use reductor::{MaxF, MinF, Reduce, Sum};

    pub(crate) fn five_numbers(xs: &[f64]) -> (usize, f64, f64, f64, f64) {
        type Numbers = (Sum<f64>, Sum<f64>, MinF<Option<f64>>, MaxF<Option<f64>>);
        let (Sum(sum), Sum(squares), MinF(least), MaxF(greatest)) = xs
            .iter()
            .map(|x| (*x, x * x, *x, *x))
            .reduce_with::<Numbers>();
        let n = xs.len() as f64;
        let mean = sum / n;
        (
            xs.len(),
            sum,
            squares / n - mean * mean,
            least.unwrap_or(f64::INFINITY),
            greatest.unwrap_or(f64::NEG_INFINITY),
        )
    }

    pub(crate) fn cosine(a: &[f64], b: &[f64]) -> f64 {
        let (Sum(dot), Sum(a_squares), Sum(b_squares)) = a
            .iter()
            .zip(b)
            .map(|(x, y)| (x * y, x * x, y * y))
            .reduce_with::<(Sum<f64>, Sum<f64>, Sum<f64>)>();
        dot / (a_squares.sqrt() * b_squares.sqrt())
    }

    pub(crate) fn least_squares(xs: &[f64], ys: &[f64]) -> (f64, f64, f64) {
        type Sums = (Sum<f64>, Sum<f64>, Sum<f64>, Sum<f64>);
        let n = xs.len() as f64;
        let (Sum(x), Sum(y), Sum(xx), Sum(xy)) = xs
            .iter()
            .zip(ys)
            .map(|(x, y)| (*x, *y, x * x, x * y))
            .reduce_with::<Sums>();
        let slope = (n * xy - x * y) / (n * xx - x * x);
        let intercept = (y - slope * x) / n;
        let Sum(rest) = xs
            .iter()
            .zip(ys)
            .map(|(x, y)| {
                let error = y - (slope * x + intercept);
                error * error
            })
            .reduce_with::<Sum<f64>>();
        (slope, intercept, rest)
    }
}

pub(crate) mod bodies {
    use super::super::shared::Body;
    use reductor::{MaxF, MinF, Reduce, Sum};

    pub(crate) fn centre(bodies: &[Body]) -> (f64, f64, f64, f64, f64, f64) {
        type Sums = (Sum<f64>, Sum<f64>, Sum<f64>, Sum<f64>);
        type Numbers = (Sums, (MinF<Option<f64>>, MaxF<Option<f64>>));
        let ((Sum(mass), Sum(x), Sum(y), Sum(energy)), (MinF(left), MaxF(right))) = bodies
            .iter()
            .map(|b| {
                let energy = b.mass * (b.vx * b.vx + b.vy * b.vy) / 2.0;
                ((b.mass, b.mass * b.x, b.mass * b.y, energy), (b.x, b.x))
            })
            .reduce_with::<Numbers>();
        (
            x / mass,
            y / mass,
            mass,
            energy,
            left.unwrap_or(f64::INFINITY),
            right.unwrap_or(f64::NEG_INFINITY),
        )
    }
}
