//! Functions as people write them who have not read how loops are fused: statistics, images, audio, finance, genomics.

use super::fuse;

#[fuse]
pub fn luma(pixels: &[[u8; 4]]) -> (Vec<u8>, [u32; 16], u64, usize) {
    let grey: Vec<u8> = pixels
        .iter()
        .map(|p| ((p[0] as u32 * 77 + p[1] as u32 * 150 + p[2] as u32 * 29) >> 8) as u8)
        .collect();
    let histogram = grey.iter().fold([0_u32; 16], |mut bins, g| {
        bins[(*g >> 4) as usize] += 1;
        bins
    });
    let sum: u64 = grey.iter().map(|&g| g as u64).sum();
    let dark = grey.iter().filter(|&&g| g < 64).count();
    (grey, histogram, sum, dark)
}

#[fuse]
pub fn digest(bytes: &[u8]) -> (u64, usize, usize, usize, u8) {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, b| {
        (hash ^ *b as u64).wrapping_mul(0x0100_0000_01b3)
    });
    let spaces = bytes.iter().filter(|b| **b == b' ').count();
    let lines = bytes.iter().filter(|b| **b == b'\n').count();
    let high = bytes.iter().filter(|b| **b >= 0x80).count();
    let top = bytes.iter().copied().max().unwrap_or(0);
    (hash, spaces, lines, high, top)
}

#[fuse]
pub fn masked(values: &[f64], mask: &[bool]) -> (f64, f64, usize) {
    let kept: Vec<f64> = values
        .iter()
        .zip(mask.iter())
        .filter(|(_, m)| **m)
        .map(|(v, _)| *v)
        .collect();
    let sum: f64 = kept.iter().sum();
    let squares: f64 = kept.iter().map(|v| v * v).sum();
    (sum, squares, kept.len())
}

#[fuse]
pub fn loudness(samples: &[f32]) -> (f32, f32, f32, usize) {
    let peak = samples.iter().fold(0.0_f32, |peak, s| peak.max(s.abs()));
    let energy: f32 = samples.iter().map(|s| s * s).sum();
    let offset: f32 = samples.iter().sum();
    let clipped = samples.iter().filter(|s| s.abs() >= 0.99).count();
    (peak, energy, offset, clipped)
}

#[fuse]
pub fn gradient(above: &[f32], here: &[f32], below: &[f32]) -> (Vec<f32>, f32, usize) {
    let sides: Vec<f32> = here.windows(3).map(|w| w[2] - w[0]).collect();
    let heights: Vec<f32> = above.iter().zip(below).map(|(a, b)| b - a).collect();
    let edges: Vec<f32> = sides
        .iter()
        .zip(heights.iter().skip(1))
        .map(|(x, y)| (x * x + y * y).sqrt())
        .collect();
    let strongest = edges.iter().copied().fold(0.0, f32::max);
    let strong = edges.iter().filter(|e| **e > 0.5).count();
    (edges, strongest, strong)
}

#[fuse]
pub fn nearest(errors: &[i32]) -> (Option<i32>, Option<i32>, i64) {
    let least = errors.iter().copied().min_by_key(|e| e.unsigned_abs());
    let most = errors.iter().copied().max_by_key(|e| e.unsigned_abs());
    let total: i64 = errors.iter().map(|e| i64::from(*e)).sum();
    (least, most, total)
}

#[fuse]
pub fn range(values: &[f64]) -> (Option<f64>, Option<f64>, f64) {
    let low = values.iter().min_by(|a, b| a.total_cmp(b)).copied();
    let high = values.iter().max_by(|a, b| a.total_cmp(b)).copied();
    let sum: f64 = values.iter().sum();
    (low, high, sum)
}

#[fuse]
pub fn bases(read: &[u8], quality: &[u8]) -> (usize, usize, usize, u32, usize) {
    let gc = read.iter().filter(|b| matches!(**b, b'G' | b'C')).count();
    let at = read.iter().filter(|b| matches!(**b, b'A' | b'T')).count();
    let unknown = read.iter().filter(|b| **b == b'N').count();
    let score: u32 = quality.iter().map(|q| u32::from(q - 33)).sum();
    let poor = quality.iter().filter(|q| **q - 33 < 20).count();
    (gc, at, unknown, score, poor)
}

#[fuse]
pub fn returns(prices: &[f64]) -> (Vec<f64>, f64, f64, usize, f64) {
    let returns: Vec<f64> = prices.windows(2).map(|w| w[1] / w[0] - 1.0).collect();
    let sum: f64 = returns.iter().sum();
    let squares: f64 = returns.iter().map(|r| r * r).sum();
    let losses = returns.iter().filter(|r| **r < 0.0).count();
    let worst = returns.iter().copied().fold(f64::INFINITY, f64::min);
    (returns, sum, squares, losses, worst)
}

#[fuse]
pub fn vwap(prices: &[f64], volumes: &[f64]) -> (f64, f64, f64, f64, usize) {
    let turnover: f64 = prices.iter().zip(volumes).map(|(p, v)| p * v).sum();
    let volume: f64 = volumes.iter().sum();
    let high = prices.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let low = prices.iter().copied().fold(f64::INFINITY, f64::min);
    let blocks = volumes.iter().filter(|v| **v > 0.9).count();
    (turnover, volume, high, low, blocks)
}

#[fuse]
pub fn signs(xs: &[i32]) -> (i64, i64, usize, usize, i32) {
    let gains: i64 = xs.iter().filter(|x| **x > 0).map(|x| i64::from(*x)).sum();
    let losses: i64 = xs.iter().filter(|x| **x < 0).map(|x| i64::from(*x)).sum();
    let up = xs.iter().filter(|x| **x > 0).count();
    let down = xs.iter().filter(|x| **x < 0).count();
    let worst = xs.iter().copied().min().unwrap_or(0);
    (gains, losses, up, down, worst)
}

#[fuse]
pub fn both_ways(xs: &[i64]) -> (i64, i64) {
    let forward = xs
        .iter()
        .fold(0_i64, |a, x| a.wrapping_mul(3).wrapping_add(*x));
    let backward: i64 = xs.iter().rev().sum();
    (forward, backward)
}

#[fuse]
pub fn two_sums(xs: &[i32]) -> (i64, i64) {
    let forward: i64 = xs.iter().map(|x| i64::from(*x)).sum();
    let backward: i64 = xs.iter().rev().map(|x| i64::from(*x) * 3).sum();
    (forward, backward)
}

#[fuse]
pub fn stretch(grey: &[u8]) -> (u8, u8, u64, Vec<u8>) {
    let low = grey.iter().copied().min().unwrap_or(0);
    let high = grey.iter().copied().max().unwrap_or(255);
    let sum: u64 = grey.iter().map(|g| u64::from(*g)).sum();
    let inverted: Vec<u8> = grey.iter().map(|g| 255 - g).collect();
    (low, high, sum, inverted)
}

#[fuse]
pub fn unit(xs: &[f32]) -> (f32, f32, Vec<f32>) {
    let norm: f32 = xs.iter().map(|x| x * x).sum::<f32>().sqrt();
    let largest = xs.iter().map(|x| x.abs()).fold(0.0_f32, f32::max);
    let scaled: Vec<f32> = xs.iter().map(|x| x / norm).collect();
    (norm, largest, scaled)
}

#[fuse]
pub fn features(xs: &[f64]) -> (Vec<f64>, Vec<f64>, f64, f64) {
    let poly: Vec<f64> = xs.iter().map(|x| ((x * 1.5 + 2.0) * x - 0.5) * x).collect();
    let root: Vec<f64> = xs.iter().map(|x| (x * x + 1.0).sqrt()).collect();
    let sum: f64 = poly.iter().sum();
    let top = root.iter().copied().fold(0.0, f64::max);
    (poly, root, sum, top)
}

#[fuse]
pub fn sensors(readings: &[Option<f64>]) -> (f64, usize, f64, usize) {
    let valid: Vec<f64> = readings.iter().filter_map(|r| *r).collect();
    let sum: f64 = valid.iter().sum();
    let hottest = valid.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let missing = readings.iter().filter(|r| r.is_none()).count();
    (sum, valid.len(), hottest, missing)
}

#[fuse]
pub fn pcm(samples: &[i16]) -> (Vec<i16>, usize, i64, i16) {
    let louder: Vec<i16> = samples.iter().map(|s| s.saturating_mul(2)).collect();
    let clipped = louder
        .iter()
        .filter(|s| **s == i16::MAX || **s == i16::MIN)
        .count();
    let energy: i64 = louder.iter().map(|s| i64::from(*s) * i64::from(*s)).sum();
    let peak = louder.iter().copied().max().unwrap_or(0);
    (louder, clipped, energy, peak)
}

#[fuse]
pub fn adler(bytes: &[u8]) -> (u32, u32, usize, u64) {
    let (a, b) = bytes.iter().fold((1_u32, 0_u32), |(a, b), x| {
        let a = (a + u32::from(*x)) % 65521;
        (a, (b + a) % 65521)
    });
    let zeros = bytes.iter().filter(|b| **b == 0).count();
    let sum: u64 = bytes.iter().map(|b| u64::from(*b)).sum();
    (a, b, zeros, sum)
}

#[fuse]
pub fn orders(amounts: &[i32]) -> (Vec<i32>, i64, usize, i32) {
    let large: Vec<i32> = amounts.iter().copied().filter(|a| *a > 250).collect();
    let total: i64 = large.iter().map(|a| i64::from(*a)).sum();
    let even = large.iter().filter(|a| **a % 2 == 0).count();
    let top = large.iter().copied().max().unwrap_or(0);
    (large, total, even, top)
}

#[fuse]
pub fn smooth(xs: &[f64]) -> (Vec<f64>, f64, f64) {
    let level: Vec<f64> = xs
        .iter()
        .scan(0.0, |level, x| {
            *level += 0.1 * (x - *level);
            Some(*level)
        })
        .collect();
    let error: f64 = xs
        .iter()
        .zip(level.iter())
        .map(|(x, l)| (x - l) * (x - l))
        .sum();
    let top = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (level, error, top)
}

#[fuse]
pub fn rgb(pixels: &[(u8, u8, u8)]) -> (u64, u64, u64, usize) {
    let red: u64 = pixels.iter().map(|p| p.0 as u64).sum();
    let green: u64 = pixels.iter().map(|p| p.1 as u64).sum();
    let blue: u64 = pixels.iter().map(|p| p.2 as u64).sum();
    let warm = pixels.iter().filter(|p| p.0 > p.2).count();
    (red, green, blue, warm)
}

#[fuse]
pub fn weighted(values: &[f64], weights: &[f64], valid: &[bool]) -> (f64, f64, f64) {
    let total: f64 = values
        .iter()
        .zip(weights)
        .zip(valid)
        .filter(|(_, ok)| **ok)
        .map(|((v, w), _)| v * w)
        .sum();
    let weight: f64 = weights
        .iter()
        .zip(valid)
        .filter(|(_, ok)| **ok)
        .map(|(w, _)| w)
        .sum();
    let all: f64 = values.iter().sum();
    (total, weight, all)
}

#[fuse]
pub fn moments(xs: &[f32]) -> (f32, f32, f32, f32) {
    let sum: f32 = xs.iter().sum();
    let squares: f32 = xs.iter().map(|x| x * x).sum();
    let low = xs.iter().copied().fold(f32::INFINITY, f32::min);
    let high = xs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    (sum, squares, low, high)
}
