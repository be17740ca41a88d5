//! Loops over many elements, which run compiled for the instructions of the machine: what stands around them must not notice.

use super::fuse;

/// What a loop reads of it stands beside what is borrowed while it runs.
pub struct Gauge {
    pub scale: f64,
    pub notes: Vec<usize>,
    pub name: String,
}

impl Gauge {
    #[fuse]
    pub fn read(&mut self, xs: &[f64]) -> (Vec<f64>, usize) {
        let notes = &mut self.notes;
        let scaled: Vec<f64> = xs.iter().map(|x| x * self.scale).collect();
        let high = xs.iter().filter(|x| **x > self.scale).count();
        notes.push(high);
        (scaled, high)
    }
}

#[fuse]
pub fn moved_field(gauge: Gauge, xs: &[f64]) -> (String, Vec<f64>, usize) {
    let name = gauge.name;
    let moved: Vec<f64> = xs.iter().map(|x| x + gauge.scale).collect();
    let high = moved.iter().filter(|x| **x > 1.0).count();
    (name, moved, high)
}

#[fuse]
pub fn behind_a_reference(xs: &[i32], seen: &mut i64) -> (i64, usize) {
    let sum: i64 = xs.iter().map(|x| i64::from(*x) + *seen).sum();
    let high = xs.iter().filter(|x| i64::from(**x) > *seen).count();
    *seen += 1;
    (sum, high)
}

#[fuse]
pub fn bits(xs: &[f64], ys: &[f32], k: f64) -> (Vec<f64>, Vec<f64>, f64, Vec<f32>, f32, usize) {
    let products: Vec<f64> = xs.iter().map(|x| x * k + 0.1).collect();
    let roots: Vec<f64> = xs.iter().map(|x| (x / k).sqrt()).collect();
    let sum: f64 = xs.iter().map(|x| x * x + k).sum();
    let halves: Vec<f32> = ys.iter().map(|y| y * 0.3 - 1.0).collect();
    let top = ys.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let negative = ys.iter().filter(|y| **y < 0.0).count();
    (products, roots, sum, halves, top, negative)
}

/// One pass over bytes, in which an addition may overflow.
#[fuse]
pub fn overflows(xs: &[u8], by: u8) -> (Vec<u8>, u8, usize) {
    let raised: Vec<u8> = xs.iter().map(|x| x + by).collect();
    let top = raised.iter().copied().max().unwrap_or(0);
    let high = raised.iter().filter(|x| **x > 200).count();
    (raised, top, high)
}

#[fuse]
pub fn generic<T: Copy + Into<f64>, F: Fn(f64) -> f64>(xs: &[T], f: F) -> (Vec<f64>, f64, usize) {
    let made: Vec<f64> = xs.iter().map(|x| f((*x).into())).collect();
    let squares: Vec<f64> = made.iter().map(|x| x * x).collect();
    let sum: f64 = squares.iter().sum();
    let many = squares.iter().filter(|x| **x > 2.0).count();
    (made, sum, many)
}

#[fuse]
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse4.1")]
pub fn chosen(xs: &[i32]) -> (i64, usize) {
    let sum: i64 = xs.iter().map(|x| i64::from(*x)).sum();
    let high = xs.iter().filter(|x| **x > 3).count();
    (sum, high)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse4.1")]
#[fuse]
pub fn chosen_before(xs: &[i32]) -> (i64, usize) {
    let sum: i64 = xs.iter().map(|x| i64::from(*x)).sum();
    let high = xs.iter().filter(|x| **x > 3).count();
    (sum, high)
}

#[fuse]
pub async fn suspended(xs: &[i32]) -> (i64, usize) {
    let sum: i64 = xs.iter().map(|x| i64::from(*x)).sum();
    let high = xs.iter().filter(|x| **x > 3).count();
    (sum, high)
}

/// Digits that a later use makes bytes, and bins whose numbers nothing else shows.
#[fuse]
pub fn inferred(xs: &[u8]) -> (u64, [u16; 4], usize) {
    let total = xs.iter().fold(0, |total, x| total + u64::from(*x));
    let bins = xs.iter().fold([0; 4], |mut bins, x| {
        bins[(*x >> 6) as usize] += 1;
        bins
    });
    let even = xs.iter().filter(|x| **x & 1 == 0).count();
    (total, bins, even)
}

/// `r#in` and `total` are bound again behind the loops.
#[fuse]
pub fn shadowed(r#in: &[i16], total: i64) -> (i64, i64, usize) {
    let sum: i64 = r#in.iter().map(|x| i64::from(*x) * total).sum();
    let high = r#in.iter().filter(|x| i64::from(**x) > total).count();
    let total = total + 1;
    let again: i64 = r#in.iter().map(|x| i64::from(*x) - total).sum();
    (sum, again, high)
}

/// Fields that turn out to be slices, or not, and what is read of a shared reference.
pub struct Columns<T> {
    pub prices: Vec<f64>,
    pub sizes: T,
    pub scale: i64,
    pub limit: f64,
}

impl Columns<Vec<i64>> {
    #[fuse(loops = 1)]
    pub fn totals(&self) -> (i64, i64, Vec<i64>) {
        let scaled: i64 = self.sizes.iter().map(|x| x.wrapping_mul(self.scale)).fold(0, i64::wrapping_add);
        let sevens: i64 = self.sizes.iter().map(|x| x.wrapping_mul(7)).fold(0, i64::wrapping_add);
        let bits: Vec<i64> = self.sizes.iter().map(|x| x & self.scale).collect();
        (scaled, sevens, bits)
    }

    /// Few of them chain by chain, many in one body.
    #[fuse(loops = 1)]
    pub fn strict(&self) -> (f64, usize, usize) {
        let total: f64 = self.prices.iter().sum();
        let above = self.prices.iter().filter(|x| **x > self.limit).count();
        let below = self.prices.iter().filter(|x| **x < 0.0 && **x > -1.5).count();
        (total, above, below)
    }
}

impl Columns<std::collections::VecDeque<i64>> {
    #[fuse(loops = 1)]
    pub fn of_a_queue(&self) -> (i64, i64) {
        let scaled: i64 = self.sizes.iter().map(|x| x & self.scale).sum();
        let sevens: i64 = self.sizes.iter().map(|x| (x & 255) * 7).sum();
        (scaled, sevens)
    }
}

/// The same of slices.
#[fuse(loops = 1)]
pub fn few_or_many(xs: &[f64], ks: &[i32]) -> (f64, usize, i32, f64) {
    assert_eq!(xs.len(), ks.len());
    let total: f64 = xs.iter().sum();
    let above = xs.iter().filter(|x| **x > 0.5).count();
    let bits: i32 = ks.iter().map(|k| (k ^ 3) & 15).sum();
    let squares = xs.iter().fold(1.0, |sum, x| sum + x * x);
    (total, above, bits, squares)
}

/// What few elements store is read back by the sum of it.
#[fuse(loops = 1)]
pub fn few_stored(xs: &[f64]) -> (Vec<f64>, f64, f64) {
    let ys: Vec<f64> = xs.iter().map(|x| ((0.3 * x - 1.0) * x + 2.0) * x - 5.0).collect();
    let size: f64 = ys.iter().map(|y| y.abs()).sum();
    let total: f64 = xs.iter().sum();
    (ys, size, total)
}
