//! `any`, `all` and `position` beside sums of floats.

use super::fuse;

#[fuse(loops = 1)]
pub fn beside_a_sum(xs: &[f64], limit: f64) -> (bool, f64, Option<usize>, bool, bool) {
    let high = xs.iter().any(|x| *x > limit);
    let total: f64 = xs.iter().sum();
    let first = xs.iter().copied().position(|x| x > limit);
    let finite = xs.iter().copied().all(|x| x < f64::INFINITY && x > f64::NEG_INFINITY);
    let odd: bool = xs.iter().any(|x| *x * 0.0 != 0.0);
    (high, total, first, finite, odd)
}

/// The answers in conditions, before and after what leaves the function.
#[fuse]
pub fn in_conditions(xs: &[f64], ys: &[f64], limit: f64) -> Result<(f64, f64, usize), f64> {
    let squares: f64 = xs.iter().map(|x| x * x).sum();
    if xs.iter().any(|x| *x > limit) {
        return Err(squares);
    }
    let limit = limit / 2.0;
    let sum: f64 = xs.iter().sum();
    let place = match xs.iter().position(|x| *x > limit) {
        Some(place) => place,
        None => xs.len(),
    };
    let others: f64 = ys.iter().sum();
    assert!(!ys.iter().all(|y| *y > 0.5) || ys.is_empty(), "all are high");
    Ok((sum, others, place))
}

/// A test that may panic, one that is dear, one that changes something, and one behind an adapter
/// stay alone.
#[fuse]
pub fn alone(xs: &[f64], counts: &[u32]) -> (f64, bool, bool, bool, u32, bool) {
    let total: f64 = xs.iter().sum();
    let tenth = xs.iter().any(|x| 10 / (*x as i64 & 3) == 5);
    let dear = xs.iter().any(|x| x.sin() > 0.999);
    let mut asked = 0;
    let effect = xs.iter().any(|x| {
        asked += 1;
        *x > 0.75
    });
    let behind = counts.iter().map(|c| c + 1).any(|c| c == 0);
    (total, tenth, dear, effect, asked, behind)
}

/// Where no strict sum is beside it, stopping early is worth more.
#[fuse]
pub fn beside_other_loops(xs: &[f64], ks: &[u64]) -> (Vec<f64>, bool, u64, bool) {
    let halves: Vec<f64> = xs.iter().map(|x| x / 2.0).collect();
    let high = xs.iter().any(|x| *x > 0.9);
    let mixed = ks.iter().fold(0, |m, k| m ^ k);
    let zero = ks.iter().all(|k| *k != 0);
    (halves, high, mixed, zero)
}

/// Other passes run over the same blocks, and what is looked for is a field.
#[fuse]
pub fn beside_passes(points: &[(f64, u32)]) -> (f64, Vec<f64>, f64, Option<usize>) {
    let sum: f64 = points.iter().map(|p| p.0).sum();
    let shares: Vec<f64> = points.iter().map(|p| p.0 / 3.0).collect();
    let least = points.iter().map(|p| p.0).fold(f64::INFINITY, f64::min);
    let at = points.iter().position(|p| p.1 == 77 || p.0 > 0.99);
    (sum, shares, least, at)
}

/// What is looked through is made in the loop of the sum.
#[fuse]
pub fn in_what_is_made(xs: &[f64], limit: f64) -> (Vec<f64>, f64, bool, Option<usize>) {
    let halves: Vec<f64> = xs.iter().map(|x| x / 2.0).collect();
    let total: f64 = halves.iter().sum();
    let any = halves.iter().any(|h| *h > limit);
    let first = xs.iter().position(|x| *x > limit);
    (halves, total, any, first)
}

/// One search for each loop of what adds.
#[fuse(loops = 4)]
pub fn one_beside_sums(
    xs: &[f64],
    ys: &[f64],
    zs: &[f32],
    limit: f64,
) -> ((f64, f64, Option<usize>, f64, usize), (bool, f32, bool, f32, Option<usize>)) {
    let total: f64 = xs.iter().sum();
    let product: f64 = xs.iter().product();
    let first = xs.iter().position(|x| *x > limit);
    let squares: f64 = ys.iter().map(|y| y * y).sum();
    let negative = ys.iter().filter(|y| **y < 0.0).count();
    let low = ys.iter().copied().all(|y| y <= limit);
    let positive: f32 = zs.iter().filter(|z| **z > 0.0).sum();
    let nan = zs.iter().any(|z| z.is_nan());
    let half = &zs[zs.len() / 2..];
    let rest: f32 = half.iter().copied().sum();
    let place = half.iter().copied().position(|z| z > 0.5);
    ((total, product, first, squares, negative), (low, positive, nan, rest, place))
}

/// Floats of which nothing is known but that they are held.
pub struct Held {
    pub items: Vec<f64>,
}

impl Held {
    #[fuse]
    pub fn any(&self, limit: f64) -> (f64, bool) {
        let total: f64 = self.items.iter().sum();
        let any = self.items.iter().any(|x| *x > limit);
        (total, any)
    }

    #[fuse]
    pub fn position(&self, limit: f64) -> (f64, Option<usize>) {
        let total: f64 = self.items.iter().map(|x| x * 0.5).sum();
        let position = self.items.iter().copied().position(|x| x > limit);
        (total, position)
    }

    #[fuse]
    pub fn all(&self, limit: f64) -> (f64, bool) {
        let total: f64 = self.items.iter().copied().sum();
        let all = self.items.iter().copied().all(|x| x <= limit);
        (total, all)
    }
}

/// A counter that a worker changes stands in the way of none of that.
#[fuse]
pub fn beside_what_moves(xs: &[f64], words: &[String]) -> (f64, Option<String>, Option<usize>) {
    let total: f64 = xs.iter().sum();
    let last = xs.iter().zip(words).fold(None, |_, (_, word)| Some(word.clone()));
    let first = xs.iter().position(|x| *x > 0.5);
    (total, last, first)
}

pub struct Readings {
    pub items: Vec<f64>,
}

impl Readings {
    /// A test that may do anything, beside searches of a place that need not be a slice.
    #[fuse]
    pub fn beside_an_unknown_test(&self, hit: &dyn Fn(f64) -> bool) -> (bool, Option<usize>, bool, f64) {
        let any = self.items.iter().any(|x| hit(*x));
        let at = self.items.iter().copied().position(|x| x < 1.5);
        let all = self.items.iter().all(|x| *x > -1000.0);
        let sum: f64 = self.items.iter().map(|x| x * 2.0).sum();
        (any, at, all, sum)
    }
}

/// What a block has decided stays decided, also where another search asks for the elements.
#[fuse]
pub fn decided_early(xs: &[f64], hit: &dyn Fn(f64) -> bool) -> (bool, bool, Option<usize>, Option<usize>) {
    let small = xs.iter().all(|x| *x < 1e30);
    let low = xs.iter().all(|x| *x <= 2.0);
    let first = xs.iter().position(|x| *x > 2.0);
    let asked = xs.iter().position(|x| hit(*x));
    (small, low, first, asked)
}

#[fuse]
pub fn decided_early_beside_a_sum(xs: &[f64], hit: &dyn Fn(f64) -> bool) -> (bool, Option<usize>, f64, bool) {
    let low = xs.iter().all(|x| *x <= 2.0);
    let first = xs.iter().position(|x| *x > 2.0);
    let sum: f64 = xs.iter().map(|x| x * 0.5).sum();
    let asked = xs.iter().any(|x| hit(*x));
    (low, first, sum, asked)
}

#[fuse]
pub fn one_decided_early(xs: &[f64], hit: &dyn Fn(f64) -> bool) -> (Option<usize>, f64, bool) {
    let first = xs.iter().position(|x| *x > 2.0);
    let sum: f64 = xs.iter().map(|x| x * 0.5).sum();
    let asked = xs.iter().any(|x| hit(*x));
    (first, sum, asked)
}
