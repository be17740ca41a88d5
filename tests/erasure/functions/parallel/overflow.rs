//! Sums and products of integers below `#[fuse(parallel)]`, in ranges so short that every place is cut: they panic
//! in debug builds exactly where a prefix of the plain fold leaves the type.

use super::fuse;

#[fuse(parallel, min_len = 1)]
pub fn sum(xs: &[i8]) -> i8 {
    xs.iter().sum()
}

#[fuse(parallel, min_len = 1)]
pub fn sum_without_sign(xs: &[u8]) -> u8 {
    xs.iter().sum()
}

#[fuse(parallel, min_len = 1)]
pub fn product(xs: &[i8]) -> i8 {
    xs.iter().product()
}

#[fuse(parallel, min_len = 1)]
pub fn product_without_sign(xs: &[u8]) -> u8 {
    xs.iter().copied().product::<u8>()
}

/// The start is the first prefix.
#[fuse(parallel, min_len = 1)]
pub fn folds(xs: &[i8], start: i8) -> (i8, i8) {
    let sum = xs.iter().fold(start, |acc, x| acc + x);
    let product = xs.iter().fold(start, |acc: i8, &x| x * acc);
    (sum, product)
}

/// Each component on its own; what is added panics as ever.
#[fuse(parallel, min_len = 1)]
pub fn parts(xs: &[i8], start: i8) -> (i8, u8, i8, i8) {
    xs.iter().fold((start, 0, i8::MAX, 1), |(sum, count, least, product), x| {
        (sum + x, count + 1, least.min(*x), product * (x % 4))
    })
}

#[fuse(parallel, min_len = 1)]
pub fn added(xs: &[i8]) -> i32 {
    xs.iter().fold(0, |acc, x| acc + i32::from(*x + 100))
}

#[fuse(parallel, min_len = 1)]
pub fn filtered(xs: &[i8]) -> (i8, i8, Vec<i8>) {
    let kept: Vec<i8> = xs.iter().copied().filter(|x| *x != 3).collect();
    let sum: i8 = kept.iter().sum();
    let doubled: i8 = kept.iter().filter(|x| **x > -100).product();
    (sum, doubled, kept)
}

#[fuse(parallel, min_len = 1)]
pub fn reduced(xs: &[i8]) -> (Option<i8>, Option<i8>) {
    let sum = xs.iter().copied().reduce(|a, b| a + b);
    let product = xs.iter().copied().reduce(|a, b| a * b);
    (sum, product)
}

#[fuse(parallel, min_len = 1)]
pub fn saturated(xs: &[u8]) -> (u8, i8) {
    let sum = xs.iter().fold(7_u8, |acc, x| acc.saturating_add(*x));
    let checked = xs
        .iter()
        .map(|x| *x as i8)
        .fold(Some(0_i8), |acc, x| acc?.checked_add(x));
    (sum, checked.unwrap_or(-1))
}

/// The type of the accumulator is seen late, or not at all.
#[fuse(parallel, min_len = 1)]
pub fn inferred(xs: &[i8]) -> (u64, i32, i128, bool) {
    let count: u64 = xs.iter().fold(0, |n, _| n + 1);
    let ones = xs.iter().fold(0, |n, x| n + if *x > 0 { 1 } else { 0 });
    let wide = xs.iter().fold(i128::MAX - 200, |acc, x| acc + i128::from(*x));
    let odd = xs.iter().fold(0, |n, x| n + (x & 1)) == 1;
    (count, ones, wide, odd)
}

/// The same in loops that add to what stands outside.
#[fuse(parallel, min_len = 1)]
pub fn in_loops(xs: &[i8], start: i8) -> (i8, i8, i8, i32) {
    let mut sum = start;
    let mut product: i8 = 1;
    let mut turned = 0i8;
    let mut wide = 0;
    for x in xs {
        if *x != 3 {
            sum += x;
        }
        turned = x + turned;
        wide += i32::from(*x + 100);
    }
    for x in xs {
        product *= *x;
    }
    (sum, product, turned, wide)
}

#[fuse(parallel, min_len = 1)]
pub fn visible_start(xs: &[i8]) -> (i8, i8) {
    let mut sum = -100i8;
    let mut product = 3;
    for x in xs {
        sum += *x;
        product = product * (x % 4);
    }
    (sum, product)
}

/// Counts that begin with a number without a minus, and those that do not.
#[fuse(parallel, min_len = 1)]
pub fn counted(xs: &[i8]) -> ([i8; 2], [i8; 2], [u8; 2]) {
    let mut up = [100; 2];
    let mut from_below = [-100; 2];
    let mut small = [200u8, 0];
    for x in xs {
        let at = (*x & 1) as usize;
        up[at] += 9;
    }
    for x in xs {
        let at = (*x & 1) as usize;
        from_below[at] += 100;
    }
    for x in xs {
        small[(*x & 1) as usize] += *x as u8 / 4;
    }
    (up, from_below, small)
}
