//! `for` loops that fill arrays at indices, maps, sets, strings and fields.

use super::fuse;
use std::collections::{BTreeMap, HashMap, HashSet};

#[fuse(loops = 1)]
pub fn histogram(xs: &[i64]) -> ([usize; 16], Vec<usize>, usize) {
    let mut counts = [0_usize; 16];
    for x in xs {
        counts[(x & 15) as usize] += 1;
    }
    let mut signs = vec![0; 3];
    for x in xs {
        signs[(x.signum() + 1) as usize] += 1;
    }
    let zeros = xs.iter().filter(|x| **x == 0).count();
    (counts, signs, zeros)
}

#[fuse(loops = 1)]
pub fn tables(xs: &[i64]) -> (Vec<(i64, usize)>, Vec<i64>, Vec<(i64, Vec<i64>)>, String) {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for x in xs {
        *counts.entry(x & 7).or_insert(0) += 1;
    }
    let mut seen: HashSet<i64> = HashSet::new();
    let mut unique = Vec::new();
    for x in xs {
        if seen.insert(x & 31) {
            unique.push(*x);
        }
    }
    let mut groups: HashMap<i64, Vec<i64>> = HashMap::new();
    for x in xs {
        groups.entry(x & 3).or_default().push(*x);
    }
    let mut text = String::new();
    for x in xs {
        text.push_str(if *x > 0 { "+" } else { "-" });
    }
    let mut groups = Vec::from_iter(groups);
    groups.sort_unstable();
    (Vec::from_iter(counts), unique, groups, text)
}

#[fuse(loops = 1)]
pub fn an_entry_by_name(xs: &[i64]) -> (Vec<(i64, i64)>, i64) {
    let mut sums: BTreeMap<i64, i64> = BTreeMap::new();
    for x in xs {
        let sum = sums.entry(x & 7).or_insert(1);
        *sum ^= x;
    }
    let mut all = 0;
    for x in xs {
        all ^= x;
    }
    (Vec::from_iter(sums), all)
}

pub struct Stats {
    pub count: usize,
    pub sum: i64,
}

impl Stats {
    #[fuse]
    pub fn add(&mut self, xs: &[i64]) -> i64 {
        for x in xs {
            self.sum += x & 255;
        }
        let mut largest = i64::MIN;
        for x in xs {
            largest = largest.max(*x);
        }
        for x in xs {
            self.count += 1;
            if self.count % 3 == 0 {
                self.sum ^= x;
            }
        }
        largest
    }
}

pub fn stats(xs: &[i64]) -> (i64, usize, i64) {
    let mut stats = Stats { count: 0, sum: 1 };
    let largest = stats.add(xs);
    (largest, stats.count, stats.sum)
}

/// A local struct, tuples, swaps.
#[fuse]
pub fn places(xs: &[i64]) -> (i64, i64, (i64, i64), i64) {
    let mut stats = Stats { count: 0, sum: 0 };
    for x in xs {
        stats.sum += x & 3;
        stats.count += 1;
    }
    let (mut a, mut b) = (0_i64, 1_i64);
    for x in xs {
        (a, b) = (b, (a ^ b).wrapping_add(*x));
    }
    let mut pair = (0, 0);
    for x in xs {
        pair.0 += x & 1;
        pair.1 ^= x;
    }
    let sum: i64 = xs.iter().map(|x| x & stats.count as i64).sum();
    (stats.sum, a ^ b, pair, sum)
}

#[fuse]
pub fn strings(xs: &[i64]) -> (Vec<String>, usize, String) {
    let names: Vec<String> = xs.iter().map(|x| format!("{x}")).collect();
    let mut longest = String::new();
    for name in &names {
        if name.len() > longest.len() {
            longest = name.clone();
        }
    }
    let mut length = 0;
    for name in names.iter() {
        length += name.len();
    }
    let mut out = Vec::new();
    for name in names {
        if name.starts_with('-') {
            out.push(name);
        }
    }
    (out, length, longest)
}

/// Bins over the slice itself, beside what is stored and what waits: few elements go chain by chain.
#[fuse]
pub fn bins_of_few(xs: &[i64]) -> ([u32; 16], Vec<i64>, i64, f64) {
    let mut bins = [0; 16];
    for &x in xs {
        let bin = (x & 15) as usize;
        bins[bin] += 1;
    }
    let other: Vec<i64> = xs.iter().map(|x| x ^ 1).collect();
    let mut all = 0;
    for x in xs {
        all ^= x;
    }
    let sum = xs.iter().map(|x| *x as f64).sum();
    (bins, other, all, sum)
}

#[fuse]
pub fn bins_of_an_array(xs: &[i64; 40], ys: &Vec<i64>) -> ([u32; 16], Vec<i64>, [f64; 4], f64) {
    let mut bins = [0; 16];
    for x in xs {
        bins[(x & 15) as usize] += 1;
    }
    let other = xs.iter().map(|x| x ^ 1).collect();
    let mut weights = [0.0; 4];
    for y in ys {
        weights[(y & 3) as usize] += *y as f64;
    }
    let sum = ys.iter().map(|y| *y as f64).sum();
    (bins, other, weights, sum)
}
