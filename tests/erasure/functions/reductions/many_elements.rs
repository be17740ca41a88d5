//! Loops over many elements, which run compiled for the instructions of the machine: what stands around them must not notice.

use super::fuse;
use std::collections::VecDeque;

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

impl Columns<VecDeque<i64>> {
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

/// Single chains of each kind that wider vectors make faster, in each place that an expression may have.
#[fuse]
pub fn alone(xs: &[f64], ks: &[i32]) -> (Vec<f64>, Vec<bool>, Vec<i64>, usize, (i32, Option<i64>)) {
    let k = xs.len() as f64 + 0.5;
    let scaled = xs.iter().map(|x| (x - k) * (x - k) / k).collect::<Vec<f64>>();
    let above = Vec::from_iter(scaled.iter().map(|x| x > &k));
    let squares: Vec<i64> = ks.iter().map(|x| i64::from(*x) * i64::from(*x)).collect();
    let mixed = ks.iter().fold(7, |a: i32, x| a ^ x);
    let best = squares.iter().copied().max();
    if squares.iter().filter(|x| **x > 500).count() > 3 {
        (scaled, above, squares, xs.iter().filter(|x| **x > 0.25).count(), (mixed, best))
    } else {
        (Vec::new(), above, squares, 0, (mixed, None))
    }
}

/// What numbers make, sums of neighbours, and pairs.
#[fuse]
pub fn numbered_and_beside(xs: &[f64], n: usize) -> (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>) {
    let times: Vec<f64> = (0..n).map(|i| i as f64 / 48.0).collect();
    let ramp: Vec<f64> = xs.iter().enumerate().map(|(i, x)| x * i as f64).collect();
    let smooth: Vec<f64> = xs.windows(7).map(|w| w.iter().sum::<f64>() / 7.0).collect();
    let across: Vec<f64> = times.iter().zip(xs).map(|(t, x)| (t * t + x * x).sqrt()).collect();
    (times, ramp, smooth, across)
}

/// A sum that overflows does so where it did, and what it is added to is asked before.
#[fuse]
pub fn overflows_alone(ks: &[i32], by: i32) -> i32 {
    let mut before = 1;
    let mut next = || {
        before += by;
        before
    };
    next() + ks.iter().map(|k| k * by).sum::<i32>() + next()
}

/// What a chain captures is changed around it, moved behind it, and of a name that is bound anew.
#[fuse]
pub fn captured_alone(mut xs: Vec<f64>, k: f64) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let mut k = k * 0.5;
    let first: Vec<f64> = xs.iter().map(|x| x * k - 1.0 / k).collect();
    k += 1.0;
    xs.push(k);
    let second: Vec<f64> = xs.iter().map(move |x| x / k).collect();
    let k = second.len() as f64;
    let xs = xs;
    (first, second, xs.iter().map(|x| x / k).collect())
}

/// Counts how often it is asked how many there are.
pub struct Asked(pub std::cell::Cell<usize>);

impl Asked {
    /// How many, and one more each time.
    pub fn length(&self) -> usize {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
}

#[fuse]
pub fn asked_once(asked: &Asked) -> (Vec<f64>, usize) {
    let times: Vec<f64> = (0..asked.length()).map(|i| i as f64 / 3.0).collect();
    (times, asked.0.get())
}

/// What leaves, borrows and is dropped at the end of a statement.
#[fuse]
pub fn temporaries(xs: &[f64]) -> Result<(usize, f64), String> {
    let longest: &Vec<f64> = &xs.iter().map(|x| x / 3.0).collect();
    let last = *xs.iter().map(|x| x * 2.0 / 7.0).collect::<Vec<f64>>().last().ok_or("none")?;
    let total = match xs.iter().filter(|x| **x > 1.5).count() {
        0 => return Err(format!("none of {}", longest.len())),
        n => n,
    };
    Ok((total, last + longest[0]))
}

/// Names that no `let` may have: a constant of the block hides the parameter, and a lint the other one.
#[fuse]
pub fn named_unlike_variables(xs: &[f64], k: f64, #[allow(non_snake_case, reason = "its name is the matter")] Q: f64) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let first = if k > 1.0 {
        #[allow(non_upper_case_globals, reason = "it has the name of the parameter")]
        const k: f64 = 3.0;
        xs.iter().map(|x| x / k).collect()
    } else {
        vec![k]
    };
    let second: Vec<f64> = xs.iter().map(|x| x / Q).collect();
    #[allow(non_snake_case, reason = "its name is the matter")]
    let R = Q * 2.0;
    (first, second, xs.iter().map(|x| (x - R) / k).collect())
}

/// Extrema of floats of both widths, of elements that hold both, in one loop.
#[fuse]
pub fn both_widths(ps: &[(f32, f64)]) -> (f32, f64, f32) {
    let least = ps.iter().map(|p| p.0 * 2.0).fold(f32::MAX, f32::min);
    let greatest = ps.iter().map(|p| p.1 + 1.0).fold(f64::MIN, f64::max);
    (least, greatest, ps.iter().map(|p| p.0).fold(f32::MIN, f32::max))
}

/// The lowest and the highest corner of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    x: f32,
    y: f32,
}

impl Corner {
    /// One.
    pub fn new(x: f32, y: f32) -> Corner {
        Corner { x, y }
    }

    /// What is compared bit by bit.
    pub fn parts(self) -> (f32, f32) {
        (self.x, self.y)
    }
}

#[fuse]
pub fn corners(ps: &[Corner], at: Corner) -> ((f32, f32), (f32, f32), f32) {
    let low = ps.iter().fold(at, |m, p| Corner::new(m.x.min(p.x), m.y.min(p.y)));
    let high = ps.iter().fold(at, |m, p| Corner::new(m.x.max(p.x), m.y.max(p.y)));
    let far = ps.iter().map(|p| (p.x - at.x).abs() + (p.y - at.y).abs()).fold(0.0, f32::max);
    (low.parts(), high.parts(), far)
}

/// A loop alone that changes numbers where they stand: of vectors, slices, arrays, queues and boxes, with what it binds, behind
/// attributes, at the end of a block, over all of it and a part, by copies and by references.
#[fuse]
pub fn changed_where_they_stand(xs: &mut [f64], queue: &mut VecDeque<f64>, ys: &[f64], k: &f64, let_: f64) -> Vec<f64> {
    let mut boxed: Box<[f64]> = xs.into();
    let mut owned = ys.to_vec();
    let mut few = [0.5_f64; 300];
    for x in queue.iter_mut() {
        *x = (*x - let_) / 3.0;
    }
    if ys.len() > 100 {
        let k = k + let_;
        for x in few.iter_mut() {
            *x = k / (*x + 1.0);
        }
    }
    #[allow(clippy::manual_memcpy, reason = "it is one of the attributes")]
    for (x, y) in boxed.iter_mut().zip(ys) {
        let k = y * 0.25;
        *x += k * *y;
    }
    owned.iter_mut().for_each(|x| *x = x.abs().sqrt() / *k);
    for x in &mut owned {
        let k = *x;
        *x = k * k - 2.0 * k;
    }
    for (i, x) in xs.iter_mut().enumerate() {
        *x /= i as f64 + let_;
    }
    let last = owned.pop().unwrap_or(*k) + boxed.iter().sum::<f64>() + few[299];
    owned.push(last);
    owned
}

/// Integers that overflow on the way, in a loop at the end of the body.
#[fuse]
pub fn overflows_where_they_stand(xs: &mut [i32], by: i32) {
    for x in xs.iter_mut() {
        *x *= by;
    }
}

fn complement(base: u8) -> u8 {
    match base {
        b'A' => b'T',
        b'C' => b'G',
        b'G' => b'C',
        b'T' => b'A',
        _ => b'N',
    }
}

/// What is read from the end beside what is read from the start, block by block.
#[fuse]
pub fn from_the_end(bases: &[u8]) -> (Vec<u8>, usize, usize, usize, Option<u8>) {
    let made: Vec<u8> = bases.iter().rev().map(|b| complement(*b)).collect();
    let strong = made.iter().filter(|b| **b == b'G' || **b == b'C').count();
    let unknown = made.iter().filter(|b| **b == b'N').count();
    let same = bases.iter().zip(&made).filter(|(a, b)| a == b).count();
    let last = bases.iter().rev().copied().max();
    (made, strong, unknown, same, last)
}

/// Floats from the end: sums in their order, extrema, references to the last of several, a place, and what is stored.
#[fuse]
pub fn floats_from_the_end<'a>(
    xs: &'a [f64],
    ks: &'a [i16],
) -> (f64, f64, f64, Vec<f64>, Option<&'a i16>, Option<usize>, bool) {
    assert_eq!(xs.len(), ks.len());
    let sum: f64 = xs.iter().rev().map(|x| x * 0.75).sum();
    let least = xs.iter().rev().copied().fold(f64::INFINITY, f64::min);
    let product: f64 = xs.iter().rev().zip(ks).map(|(x, k)| x * f64::from(*k)).sum();
    let stored: Vec<f64> = xs.iter().rev().map(|x| x.sqrt() / 3.0).collect();
    let most = ks.iter().rev().max();
    let at = ks.iter().rev().position(|k| *k > 900);
    let any = ks.iter().rev().any(|k| *k == -1000);
    (sum, least, product, stored, most, at, any)
}

/// Windows beside a part of the same array, and what waits in a block.
#[fuse]
pub fn windows_beside_a_part(ks: &[i16], far: i32) -> Option<(Vec<i16>, usize, i64, i16)> {
    if ks.len() < 3 {
        return None;
    }
    let smooth: Vec<i16> = ks.windows(3).map(|w| w[0].min(w[1]).max(w[0].max(w[1]).min(w[2]))).collect();
    let spikes = smooth.iter().zip(&ks[1..]).filter(|(m, k)| (i32::from(**m) - i32::from(**k)).abs() > far).count();
    let scaled: Vec<i16> = smooth.iter().map(|m| m / 3 + 7).collect();
    let total: i64 = scaled.iter().map(|k| i64::from(*k)).sum();
    let most = scaled.iter().copied().max()?;
    Some((scaled, spikes, total, most))
}

/// What reads an array before, between and behind loops that change it where it stands, block by block.
#[fuse]
pub fn before_and_behind(xs: &mut [f64], ks: &mut Vec<i16>, k: f64) -> (f64, f64, f64, usize, i16, i64, Vec<f64>) {
    assert_eq!(xs.len(), ks.len());
    let sum: f64 = xs.iter().sum();
    for x in xs.iter_mut() {
        if *x < 0.0 {
            *x = 0.0;
        }
    }
    let least = xs.iter().copied().fold(f64::INFINITY, f64::min);
    let stored: Vec<f64> = xs.iter().map(|x| x.sqrt() - k).collect();
    for (x, y) in xs.iter_mut().zip(&stored) {
        *x = *x * 0.5 + y / 3.0;
    }
    let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let high = xs.iter().filter(|x| **x > k).count();
    for (k, x) in ks.iter_mut().zip(xs.iter()) {
        *k = if *x > 0.25 { *k / 2 } else { *k };
    }
    let top = ks.iter().copied().max().unwrap_or(0);
    let total: i64 = ks.iter().map(|k| i64::from(*k)).sum();
    (sum, least, most, high, top, total, stored)
}

/// A table, and what is counted of what it gives; an index that may be out of range.
#[fuse]
pub fn by_a_table(image: &[u8], table: &[u8], out: &mut [u8]) -> (u8, u8, u64, usize) {
    assert_eq!(image.len(), out.len());
    for (o, p) in out.iter_mut().zip(image) {
        *o = table[usize::from(*p)];
    }
    let least = out.iter().copied().min().unwrap_or(0);
    let most = out.iter().copied().max().unwrap_or(0);
    let total: u64 = out.iter().map(|v| u64::from(*v)).sum();
    let ends = out.iter().filter(|v| **v == 0 || **v == 255).count();
    (least, most, total, ends)
}

/// Hashes of what is mixed where it stands, of an array that the function owns and gives away.
#[fuse]
pub fn mixed(blocks: &[u64], key: u64) -> (Vec<u64>, u64, u32, bool) {
    let mut blocks = blocks.to_vec();
    for (i, b) in blocks.iter_mut().enumerate() {
        *b ^= key.wrapping_add(i as u64);
        *b = b.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    for b in &mut blocks {
        *b ^= b.rotate_left(25) ^ (*b >> 29);
    }
    let tag = blocks.iter().fold(key, |h, b| (h ^ b).wrapping_mul(0x0100_0000_01b3));
    let bits: u32 = blocks.iter().map(|b| b.count_ones()).sum();
    let seen = blocks.iter().any(|b| *b % 1000 == 7);
    (blocks, tag, bits, seen)
}
