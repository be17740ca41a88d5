//! Arrays of plain values that are taken where they are walked for the last time, behind loops that they are lent to.

use super::fuse;

#[fuse(loops = 1)]
pub fn brightened(xs: &[i64], by: i64) -> (usize, Vec<u8>) {
    let raised: Vec<i64> = xs.iter().map(|&x| x.wrapping_add(by)).collect();
    let clipped = raised.iter().filter(|&&v| v < 0 || v > 255).count();
    let clamped: Vec<u8> = raised.into_iter().map(|v| v.clamp(0, 255) as u8).collect();
    (clipped, clamped)
}

#[fuse(loops = 1)]
pub fn words(text: &str) -> (usize, usize, String) {
    let words: Vec<&str> = text.split(',').map(|word| word.trim()).collect();
    let long = words.iter().filter(|word| word.len() > 3).count();
    let mut letters = 0;
    let mut longest = "";
    for word in words {
        letters += word.len();
        if word.len() > longest.len() {
            longest = word;
        }
    }
    (long, letters, longest.to_owned())
}

/// The array is there: std would collect in its memory, which a loop of its own does.
#[fuse]
pub fn given(xs: Vec<f64>, ys: Vec<f64>) -> (f64, Vec<f64>, f64, f64) {
    let sum: f64 = xs.iter().sum();
    let halves: Vec<f64> = xs.into_iter().map(|x| x * 0.5).collect();
    let total: f64 = ys.iter().sum();
    let mut last = 0.25;
    for y in ys {
        last = last * 0.5 - y;
    }
    (sum, halves, total, last)
}

/// Names that are bound again, and loops that take an array in one of their turns.
#[fuse]
pub fn bound_again(xs: &[f64], often: bool) -> (f64, f64, f64) {
    let ys: Vec<f64> = xs.iter().map(|x| x + 1.0).collect();
    let sum: f64 = ys.iter().sum();
    let ys: Vec<f64> = ys.into_iter().map(|y| y * y).collect();
    let squares: f64 = ys.iter().sum();
    let mut last = 0.0;
    if often {
        for y in ys {
            last = last * 0.5 + y;
        }
    }
    let zs: Vec<f64> = xs.iter().map(|x| x - 1.0).collect();
    let low: f64 = zs.iter().sum();
    for turn in 0..3 {
        last += zs.iter().map(|z| z * turn as f64).sum::<f64>();
    }
    for z in zs {
        last -= z;
    }
    (sum + low, squares, last)
}

/// A panic of the loop that is lent the array comes before the first turn of the other.
#[fuse]
pub fn panicking(xs: &[i64], log: &mut Vec<i64>) -> i64 {
    let ys: Vec<i64> = xs.iter().map(|x| x / 2).collect();
    let quotients = ys.iter().fold(0, |a: i64, y| a.wrapping_add(100 / (y - 3)));
    for y in ys {
        log.push(y);
    }
    quotients
}
