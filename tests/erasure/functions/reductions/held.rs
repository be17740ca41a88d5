//! Extrema of references into arrays that are made in the function, and of floats that are compared themselves.
//! `tests/SAFETY.md` names the rule that each function shows.

use super::super::fuse;

/// The place of the largest, as a reference; a closure has a name for it that is the array's.
#[fuse]
pub fn farthest(xs: &[f64]) -> Option<(usize, f64)> {
    let d: Vec<f64> = xs.iter().map(|x| x * x - 2.0).collect();
    let far = d.iter().enumerate().max_by(|x, y| x.1.total_cmp(y.1));
    far.map(|(i, d)| (i, *d))
}

/// Of equals `max` gives the last and `min` the first.
#[fuse]
pub fn first_and_last(xs: &[f64]) -> (Option<usize>, Option<usize>, f64) {
    let d: Vec<f64> = xs.iter().map(|x| x.trunc()).collect();
    let last = d.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b));
    let first = d.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
    let sum: f64 = d.iter().sum();
    (last.map(|(at, _)| at), first.map(|(at, _)| at), sum)
}

/// The array is still looked at while the reference is.
#[fuse]
pub fn over_the_largest(xs: &[f64]) -> (Vec<f64>, f64) {
    let d: Vec<f64> = xs.iter().map(|x| x.abs() + 1.0).collect();
    let Some(top) = d.iter().max_by(|a, b| a.total_cmp(b)) else {
        return (Vec::new(), 0.0);
    };
    let parts: Vec<f64> = d.iter().map(|x| x / top).collect();
    (parts, *top)
}

/// `unwrap` of a comparison panics at what is no number, but not at one alone.
#[fuse]
pub fn in_an_order_that_panics(xs: &[f64]) -> (f64, f64, f64) {
    let d: Vec<f64> = xs.iter().map(|x| x - 0.5).collect();
    let low = *d.iter().min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
    let high = *d
        .iter()
        .max_by(|x, y| x.partial_cmp(y).expect("a number"))
        .expect("an element");
    let sum: f64 = d.iter().sum();
    (low, high, sum)
}

/// The array is given back with a number out of it.
#[fuse]
pub fn with_its_largest(xs: &[i64]) -> (i64, i64, Vec<i64>) {
    let d: Vec<i64> = xs.iter().map(|x| x / 3).collect();
    let most = *d.iter().max().unwrap_or(&-7);
    let least = d.iter().min().copied().unwrap_or(7);
    (most, least, d)
}

/// A reference keeps what it points into from being sorted before it is followed.
#[fuse]
pub fn sorted_behind(xs: &[i64]) -> (i64, Vec<i64>) {
    let mut d: Vec<i64> = xs.iter().map(|x| x ^ 5).collect();
    let most = *d.iter().max().unwrap_or(&0);
    d.sort_unstable();
    let least = d.iter().min().unwrap_or(&1);
    (most ^ *least, d)
}

/// Keys: numbers, references to them, and what is computed.
#[fuse]
pub fn by_keys(xs: &[i64]) -> [Option<(usize, i64)>; 4] {
    let d: Vec<i64> = xs.iter().map(|x| x ^ 3).collect();
    let one = d.iter().enumerate().max_by_key(|(_, x)| **x);
    let two = d.iter().enumerate().min_by_key(|&(_, x)| x);
    let three = d.iter().max_by_key(|x| x.abs_diff(5)).map(|x| (0, *x));
    let four = d.iter().enumerate().min_by_key(|x| x.1);
    [
        one.map(|(at, x)| (at, *x)),
        two.map(|(at, x)| (at, *x)),
        three,
        four.map(|(at, x)| (at, *x)),
    ]
}

/// Behind filters, and behind the way out of nothing.
#[fuse]
pub fn kept_alone(xs: &[i64]) -> Option<(i64, usize)> {
    let d: Vec<i64> = xs.iter().map(|x| x.wrapping_mul(7)).collect();
    let least = d.iter().filter(|x| **x > 20).min()?;
    let (at, _) = d
        .iter()
        .enumerate()
        .filter(|(at, x)| at % 2 == 0 && **x != 3)
        .max_by_key(|(_, x)| **x)?;
    Some((*least, at))
}

/// Differences of references, methods of numbers, parts of pairs.
#[fuse]
pub fn spread(xs: &[f64]) -> (f64, f64, usize) {
    let d: Vec<f64> = xs.iter().map(|x| x * 0.25).collect();
    if d.is_empty() {
        return (0.0, 0.0, 0);
    }
    let range = d.iter().max_by(|a, b| a.total_cmp(b)).unwrap()
        - d.iter().min_by(|a, b| a.total_cmp(b)).unwrap();
    let size = d.iter().max_by(|a, b| a.total_cmp(b)).unwrap().abs();
    let at = d.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).unwrap().0;
    (range, size, at)
}

fn same(one: &f64, other: &f64) -> bool {
    std::ptr::eq(one, other)
}

/// Where a reference leads is asked.
#[fuse]
pub fn the_same_place(xs: &[f64]) -> (bool, Vec<f64>) {
    let d: Vec<f64> = xs.iter().map(|x| x + 0.5).collect();
    let found = match d.iter().max_by(|a, b| a.total_cmp(b)) {
        Some(top) => same(top, &d[d.len() - 1]),
        None => true,
    };
    if d.is_empty() {
        return (found, d);
    }
    let top = d.iter().min_by(|a, b| a.total_cmp(b)).unwrap();
    let place = d.iter().position(|x| same(x, top)).is_some();
    (found & place, d)
}

/// Elements are compared in another order, or by more than themselves.
#[fuse]
pub fn in_other_orders(xs: &[f64], about: f64) -> [Option<f64>; 4] {
    let d: Vec<f64> = xs.iter().map(|x| x - 3.0).collect();
    let backward = d.iter().copied().max_by(|a, b| b.total_cmp(a));
    let near = d
        .iter()
        .min_by(|a, b| (**a - about).abs().total_cmp(&(**b - about).abs()));
    let never = d
        .iter()
        .copied()
        .min_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    let reversed = d.iter().copied().min_by(|x, y| x.total_cmp(y).reverse());
    [backward, near.copied(), never, reversed]
}

/// Alone, in lanes: NaN of both signs, and zeros, have a place in this order.
#[fuse]
pub fn alone(xs: &[f64]) -> [Option<f64>; 4] {
    let greatest = xs.iter().copied().max_by(|a, b| a.total_cmp(b));
    let least = xs.iter().map(|x| x * 2.0).min_by(f64::total_cmp);
    let of_numbers = xs.iter().copied().filter(|x| !x.is_nan());
    let top = of_numbers.max_by(|a, b| a.partial_cmp(b).unwrap());
    let unordered = xs.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Less));
    [greatest, least, top, unordered]
}

/// The largest behind a comparison that panics, alone.
#[fuse]
pub fn alone_and_panicking(xs: &[f32]) -> f32 {
    xs.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap()
}

/// Beside a stored array, a sum and a count.
#[fuse]
pub fn beside(xs: &[f32]) -> (Vec<f32>, Option<f32>, f32, usize, Option<f32>) {
    let halves: Vec<f32> = xs.iter().map(|x| x / 2.0).collect();
    let least = halves.iter().copied().min_by(|a, b| a.total_cmp(b));
    let sum: f32 = halves.iter().sum();
    let many = halves.iter().filter(|x| **x > 1.0).count();
    let most = xs.iter().max_by(|a, b| a.total_cmp(b)).copied();
    (halves, least, sum, many, most)
}

pub struct Sign(pub i64);

impl std::ops::Add<Sign> for &i64 {
    type Output = i64;
    fn add(self, sign: Sign) -> i64 {
        self.wrapping_add(sign.0)
    }
}

impl std::ops::Add<Sign> for i64 {
    type Output = i64;
    fn add(self, sign: Sign) -> i64 {
        self.wrapping_sub(sign.0)
    }
}

/// Operators of a reference with a type of the user's are others than those of the number.
#[fuse]
pub fn other_operators(xs: &[i64]) -> Option<(i64, usize)> {
    let d: Vec<i64> = xs.iter().map(|x| x ^ 2).collect();
    if d.is_empty() {
        return None;
    }
    let sum = d.iter().max().unwrap() + Sign(3);
    let many = d.iter().filter(|x| **x > 1).count();
    Some((sum, many))
}

/// `max` of a reference is that of references.
#[fuse]
pub fn methods_of_references(xs: &[i64]) -> Option<(i64, i64, usize, Option<i64>)> {
    let d: Vec<i64> = xs.iter().map(|x| x ^ 2).collect();
    if d.is_empty() {
        return None;
    }
    let least = *d.iter().max().unwrap().max(&3);
    let most = d.iter().min().unwrap().clamp(&0, &9).wrapping_add(1);
    let many = d.iter().filter(|x| **x > 1).count();
    let key = d.iter().max_by_key(|&x| x.max(&3)).copied();
    Some((least, most, many, key))
}

fn itself(x: &f64) -> &f64 {
    x
}

/// A reference that lives on.
#[fuse]
pub fn references_that_live_on(xs: &[f64]) -> Option<(f64, f64, usize, f64)> {
    let d: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    if d.is_empty() {
        return None;
    }
    let top = itself(&*d.iter().max_by(|a, b| a.total_cmp(b)).unwrap());
    let mut kept = Vec::new();
    kept.push(&*d.iter().min_by(|a, b| a.total_cmp(b)).unwrap());
    let ref low = *d.iter().min_by(|a, b| a.total_cmp(b)).unwrap();
    let many = d.iter().filter(|x| **x > 1.0).count();
    Some((*top, *kept[0], many, *low))
}

/// Keys that are references into what they are keys of.
#[fuse]
pub fn keys_that_borrow(xs: &[i64]) -> (Option<i64>, Option<usize>, usize) {
    let d: Vec<i64> = xs.iter().map(|x| x ^ 2).collect();
    let one = d.iter().max_by_key(|x| &**x).copied();
    let two = d.iter().enumerate().min_by_key(|p| (&*p.1, p.0)).map(|(at, _)| at);
    let many = d.iter().filter(|x| **x > 1).count();
    (one, two, many)
}

/// What stands for nothing is a reference by coercion.
#[fuse]
pub fn or_by_coercion(xs: &[i64]) -> (i64, i64, usize) {
    let d: Vec<i64> = xs.iter().map(|x| x ^ 2).collect();
    let first = d.first().unwrap_or(&9);
    let boxed = Box::new(5i64);
    let one = *d.iter().max().unwrap_or(&first);
    let two = *d.iter().min().unwrap_or(&boxed);
    let many = d.iter().filter(|x| **x > 1).count();
    (one, two, many)
}

/// Comparisons of references to references.
#[fuse]
pub fn twice_referred(xs: &[i64]) -> (Option<i64>, Option<usize>) {
    let d: Vec<i64> = xs.iter().map(|x| x ^ 2).collect();
    let one = d.iter().max_by(|&a, b| (&a).cmp(b)).copied();
    let two = d
        .iter()
        .enumerate()
        .max_by(|&(_, a), (_, b)| (&a).cmp(b))
        .map(|(at, _)| at);
    (one, two)
}

/// Where a reference leads is asked in other words.
#[fuse]
pub fn addresses(xs: &[f64]) -> [bool; 4] {
    let d: Vec<f64> = xs.iter().map(|x| x + 0.5).collect();
    if d.is_empty() {
        return [false; 4];
    }
    let m = d.iter().max_by(|a, b| a.total_cmp(b)).unwrap();
    let n = m;
    let pair = (m, 1);
    let p = d.iter().min_by(|a, b| a.total_cmp(b)).unwrap() as *const f64;
    let held = |x: &f64| d.iter().any(|y| std::ptr::eq(x, y));
    [held(n), held(pair.0), d.iter().any(|y| std::ptr::eq(y, p)), held(&*m)]
}

/// Patterns: what is matched by `&` is a number, and `else` leaves.
#[fuse]
pub fn by_patterns(xs: &[f64]) -> Option<(f64, usize, f64, f64)> {
    let d: Vec<f64> = xs.iter().map(|x| x * 0.5).collect();
    let Some(top) = d.iter().max_by(|a, b| a.total_cmp(b)) else {
        return None;
    };
    let (at, &low) = d.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).unwrap();
    let Some(&high) = d.iter().max_by(|a, b| a.total_cmp(b)) else {
        return None;
    };
    let half = itself(&low).min(high);
    Some((*top, at, low, half))
}

trait Placed {
    fn is_at(&self, other: &Self) -> bool;
}

impl Placed for f64 {
    fn is_at(&self, other: &f64) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Pointers that are compared, and methods of the user's own behind a `*`.
#[fuse]
pub fn pointers(xs: &[f64]) -> [Option<usize>; 3] {
    let d: Vec<f64> = xs.iter().map(|x| x + 0.25).collect();
    if d.is_empty() {
        return [None; 3];
    }
    let one = d.iter().max_by(|a, b| a.total_cmp(b)).unwrap() as *const f64;
    let two: *const f64 = d.iter().min_by(|a, b| a.total_cmp(b)).unwrap();
    let three = d.iter().max_by(|a, b| a.total_cmp(b)).unwrap();
    [
        d.iter().position(|x| x as *const f64 == one),
        d.iter().position(|x| x as *const f64 == two),
        d.iter().position(|x| (*three).is_at(x)),
    ]
}

/// A closure in the same statement asks where it leads.
#[fuse]
pub fn asked_at_once(xs: &[f64]) -> (Option<bool>, usize) {
    let d: Vec<f64> = xs.iter().map(|x| x * 0.5).collect();
    let there = d
        .iter()
        .max_by(|a, b| a.total_cmp(b))
        .map(|top| d.iter().any(|x| std::ptr::eq(x, top)));
    let many = d.iter().filter(|x| **x > 1.0).count();
    (there, many)
}
