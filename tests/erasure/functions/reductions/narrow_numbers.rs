//! Sums and counts of narrow numbers, integers whose type methods show, folds into arrays, and scans that keep a float.

use super::fuse;

#[fuse]
pub fn letters(text: &[u8]) -> (usize, usize, usize) {
    let vowels = text.iter().filter(|b| matches!(b, b'a' | b'e' | b'i')).count();
    let high = text.iter().copied().filter(|b| *b > 127 || b.is_ascii_digit()).count();
    let not_seven = text.iter().filter(|b| **b != 7).count();
    (vowels, high, not_seven)
}

#[fuse]
pub fn lines(text: &[u8]) -> usize {
    text.iter().filter(|b| **b % 3 == 1).count()
}

#[fuse]
pub fn total(bytes: &[u8]) -> u64 {
    bytes.iter().map(|b| u64::from(*b)).sum()
}

#[fuse]
pub fn total_that_may_overflow(words: &[u16], start: u32) -> u32 {
    let shifted: u32 = words.iter().map(|w| *w as u32).sum();
    start.wrapping_add(shifted)
}

#[fuse]
pub fn signed(samples: &[i8], others: &[i16]) -> (i64, i64, usize, i32) {
    let low: i64 = samples.iter().map(|s| i64::from(*s)).sum();
    let high: i64 = others.iter().map(|s| *s as i64).sum();
    let clipped = others.iter().filter(|s| s.unsigned_abs() > 20_000).count();
    let narrow: i32 = samples.iter().map(|s| i32::from(*s)).sum();
    (low, high, clipped, narrow)
}

#[fuse]
pub fn threshold(image: &[u8], limit: u8) -> (Vec<u8>, usize, u64, Option<u8>) {
    let mask: Vec<u8> = image.iter().map(|p| if *p > limit { 255 } else { 0 }).collect();
    let above = image.iter().filter(|p| **p > limit).count();
    let light: u64 = image.iter().map(|p| u64::from(*p)).sum();
    let most = image.iter().map(|p| p.saturating_sub(limit)).max();
    (mask, above, light, most)
}

#[fuse]
pub fn looked_up(image: &[u8], table: &[u8; 256]) -> (Vec<u8>, u64, u8) {
    let out: Vec<u8> = image.iter().map(|p| table[usize::from(*p)]).collect();
    let light: u64 = out.iter().map(|p| u64::from(*p)).sum();
    let most = out.iter().copied().max().unwrap_or(0);
    (out, light, most)
}

#[fuse]
pub fn blended(a: &[u8], b: &[u8]) -> (Vec<u8>, u64, Option<u8>, Option<u8>, usize) {
    let mixed: Vec<u8> = a
        .iter()
        .zip(b)
        .map(|(a, b)| ((u16::from(*a) * 3 + u16::from(*b)) / 4) as u8)
        .collect();
    let apart: u64 = a.iter().zip(b).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    let most = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max();
    let least = a.iter().zip(b).map(|(a, b)| a ^ b).min();
    let same = a.iter().zip(b).filter(|(a, b)| a == b).count();
    (mixed, apart, most, least, same)
}

#[fuse]
pub fn steps(ticks: &[u32]) -> (Vec<u32>, Option<u32>, u64) {
    let steps: Vec<u32> = ticks.windows(2).map(|w| w[1].wrapping_sub(w[0])).collect();
    let most = steps.iter().copied().max();
    let all: u64 = steps.iter().map(|s| u64::from(*s)).sum();
    (steps, most, all)
}

#[fuse]
pub fn words(words: &[u64]) -> (u32, u64, Option<u64>, usize, Vec<u32>) {
    let ones: u32 = words.iter().map(|w| w.count_ones()).sum();
    let mixed = words.iter().fold(0, |a, b| a ^ b);
    let most = words.iter().map(|w| w.wrapping_mul(0x9E37_79B9) >> 7).max();
    let powers = words.iter().filter(|w| w.is_power_of_two()).count();
    let low: Vec<u32> = words.iter().map(|w| *w as u32 % 1000).collect();
    (ones, mixed, most, powers, low)
}

#[fuse]
pub fn negative(xs: &[i32], ys: &[f32]) -> (usize, usize) {
    let a = xs.iter().filter(|x| **x < 0).count();
    let b = ys.iter().filter(|y| !(**y > 0.5)).count();
    (a, b)
}

#[fuse]
pub fn groups(keys: &[u8], values: &[f64]) -> ([f64; 4], [usize; 4]) {
    let sums = keys.iter().zip(values).fold([0.0; 4], |mut all, (key, value)| {
        all[usize::from(key & 3)] += value;
        all
    });
    let counts = keys.iter().fold([0; 4], |mut all: [usize; 4], key| {
        all[usize::from(key & 3)] += 1;
        all
    });
    (sums, counts)
}

#[fuse]
pub fn of_all_kinds(keys: &[u8]) -> ([String; 2], [[u32; 2]; 3], ([u8; 2], i64), [u64; 3], usize) {
    let names = keys.iter().fold([String::new(), String::new()], |mut names, key| {
        let name = &mut names[usize::from(key & 1)];
        name.push((b'a' + key % 26) as char);
        names
    });
    let table = keys.iter().fold([[0; 2]; 3], |mut table, key| {
        let row = usize::from(key % 3);
        if key & 4 != 0 {
            table[row][1] += table[row][0] + 1;
        } else {
            table[row][0] += 1;
        }
        table
    });
    let pair = keys.iter().fold(([0; 2], 0), |(mut bits, sum), key| {
        bits[usize::from(key & 1)] ^= key;
        (bits, sum + i64::from(*key))
    });
    let rotated = keys.iter().fold([1, 2, 3], |all, key| {
        if key & 1 == 0 { all } else { [all[1], all[2], all[0] ^ u64::from(*key)] }
    });
    let seen = keys.iter().fold([false; 256], |mut seen, key| {
        seen[usize::from(*key)] = true;
        seen
    });
    (names, table, pair, rotated, seen.iter().filter(|seen| **seen).count())
}

#[fuse]
pub fn indexed_out_of_bounds(keys: &[u8], most: u8) -> [u32; 16] {
    keys.iter().fold([0; 16], |mut counts, key| {
        counts[usize::from(*key % most)] += 1;
        counts
    })
}

#[fuse]
pub fn drawdown(prices: &[f64]) -> (f64, usize, Vec<f64>) {
    let peaks: Vec<f64> = prices
        .iter()
        .scan(f64::NEG_INFINITY, |m, x| {
            *m = m.max(*x);
            Some(*m)
        })
        .collect();
    let worst = prices.iter().zip(&peaks).map(|(x, m)| m - x).fold(0.0, f64::max);
    let under = prices.iter().zip(&peaks).filter(|(x, m)| x < m).count();
    let lows: Vec<f64> = prices.iter().scan(0.0_f64, |m, x| Some(m.min(*x).clamp(-9.0, 9.0))).collect();
    (worst, under, lows)
}
