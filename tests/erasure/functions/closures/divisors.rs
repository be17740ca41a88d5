//! Workers that divide by one number: 0 and -1 among them, by which nothing, or not everything, can be divided.

use super::fuse;

#[fuse]
pub fn of_bytes(xs: &[u8], by: u8) -> (Vec<u8>, u64, usize) {
    let quotients: Vec<u8> = xs.iter().map(|x| x / by).collect();
    let sum: u64 = quotients.iter().map(|q| *q as u64).sum();
    let whole = xs.iter().filter(|x| **x % by == 0).count();
    (quotients, sum, whole)
}

#[fuse]
pub fn of_words(xs: &[i64], by: i64) -> (Vec<i64>, Option<i64>, usize) {
    let quotients: Vec<i64> = xs.iter().map(|&x| x / by).collect();
    let most = quotients.iter().copied().max();
    let whole = xs.iter().filter(|x| *x % by == 0).count();
    (quotients, most, whole)
}

#[fuse]
pub fn of_single_words(xs: &[u32], by: u32) -> (u64, Vec<(u32, u32)>) {
    let sum: u64 = xs.iter().map(|x| ((x ^ 5) / by) as u64).sum();
    let both: Vec<(u32, u32)> = xs.iter().map(|x| (x / by, x % by)).collect();
    (sum, both)
}

/// A panic comes only where an element is divided.
#[fuse]
pub fn behind_a_filter(xs: &[i32], by: i32, most: i32) -> (i64, i64) {
    let kept: i64 = xs
        .iter()
        .filter(|x| **x > most)
        .map(|x| (x / by) as i64)
        .sum();
    let rest: i64 = xs
        .iter()
        .filter(|x| **x <= most)
        .map(|x| (x % 7) as i64)
        .sum();
    (kept, rest)
}

/// Rows and columns, and names of the closure's own.
#[fuse]
pub fn of_places(xs: &[i64], width: usize) -> (usize, usize, i64, Vec<usize>) {
    let rows: usize = xs.iter().enumerate().map(|(i, _)| i / width).sum();
    let columns: usize = xs.iter().enumerate().map(|(i, _)| i % width).sum();
    let own: i64 = xs
        .iter()
        .map(|x| {
            let width = (*x | 1) & 0xff;
            x % width
        })
        .sum();
    let halves: Vec<usize> = xs
        .iter()
        .enumerate()
        .map(|(width, x)| (*x as usize & 0xf) / (width | 1))
        .collect();
    (rows, columns, own, halves)
}

/// Alone.
#[fuse]
pub fn alone(xs: &[u64], by: u64) -> Vec<u64> {
    xs.iter().map(|x| 1 + x % by).collect()
}

/// It changes between the chains, and is no number in the end.
#[fuse]
pub fn of_several(xs: &[u16], by: u16) -> (u32, u32, f64) {
    let mut other = by;
    let one: u32 = xs.iter().map(|x| u32::from(x / other)).sum();
    other = other.wrapping_add(3);
    let two: u32 = xs.iter().map(|x| u32::from(x / other)).sum();
    let by = f64::from(by);
    (one, two, xs.iter().map(|x| f64::from(*x) / by).sum())
}

/// Beside consumers that may stop, or are somebody else's: they drive the loop.
#[fuse]
pub fn beside_drivers(xs: &[u32], by: u32) -> (bool, u32, String, Result<Vec<u32>, u32>) {
    let text: String = xs.iter().map(|x| (x / by).to_string()).collect();
    let whole: Result<Vec<u32>, u32> = xs
        .iter()
        .map(|x| if x % by == 3 { Err(*x) } else { Ok(x / by) })
        .collect();
    (
        xs.iter().any(|x| *x == 1),
        xs.iter().map(|x| (x % by) & 7).sum(),
        text,
        whole,
    )
}

/// A constant parameter is no name that a pattern binds.
#[fuse]
pub fn by_a_parameter<const BY: u32>(xs: &[u32]) -> (Vec<u32>, usize, usize) {
    let quotients: Vec<u32> = xs.iter().map(|x| x / BY).collect();
    (
        quotients,
        xs.iter().filter(|x| **x % BY == 0).count(),
        xs.iter().filter(|x| **x > BY).count(),
    )
}
