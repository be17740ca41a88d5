//! `for` loops and `for_each` whose body accumulates and pushes.

#![allow(clippy::all, reason = "what users write")]
use super::fuse;
use std::collections::{BTreeMap, HashMap, HashSet};

#[fuse(loops = 1)]
pub fn two_sums(xs: &[f64]) -> (f64, f64) {
    let mut sum = 0.0;
    for x in xs {
        sum += x;
    }
    let mut squares = 0.0;
    for x in xs.iter() {
        squares += x * x;
    }
    (sum, squares)
}

#[fuse(loops = 1)]
pub fn beside_chains(xs: &[i64]) -> (i64, usize, Vec<i64>) {
    let total: i64 = xs.iter().map(|x| x & 7).sum();
    let mut odd = 0;
    for &x in xs {
        if x % 2 != 0 {
            odd += 1;
        }
    }
    let kept: Vec<i64> = xs.iter().copied().filter(|x| *x > 0).collect();
    (total, odd, kept)
}

/// The second loop needs what the first leaves.
#[fuse(loops = 2)]
pub fn mean_and_deviation(xs: &[f64]) -> (f64, f64, f64) {
    let mut sum = 0.0;
    for x in xs {
        sum += *x;
    }
    let mut largest = f64::MIN;
    for x in xs {
        if *x > largest {
            largest = *x;
        }
    }
    let mean = sum / xs.len() as f64;
    let mut spread = 0.0;
    for x in xs {
        spread += (x - mean) * (x - mean);
    }
    (mean, spread, largest)
}

/// The body reads what it writes.
#[fuse(loops = 1)]
pub fn running_sums(xs: &[f64]) -> (Vec<f64>, Vec<usize>, f64) {
    let mut sum = 0.0;
    let mut sums = Vec::new();
    for x in xs {
        sum += x;
        sums.push(sum);
    }
    let mut places = Vec::with_capacity(xs.len());
    for (i, x) in xs.iter().enumerate() {
        if *x > 0.0 {
            let place = places.len();
            places.push(i + place);
        }
    }
    let product: f64 = xs.iter().map(|x| 1.0 + x / 1e6).product();
    (sums, places, product)
}

/// Both loops write `acc`, over different arrays: order is everything.
#[fuse]
pub fn one_accumulator_twice(xs: &[f64]) -> (f64, f64) {
    let ys: Vec<f64> = xs.iter().map(|x| x * 0.5 + 1.0).collect();
    let mut acc = 0.1;
    for x in xs {
        acc = acc * 0.5 + x;
    }
    for y in &ys {
        acc = acc * 0.25 - y;
    }
    let mut other = 0.0;
    for x in xs {
        other += x;
    }
    (acc, other)
}

/// The loop reads what an earlier chain folds, and a later chain reads what the loop leaves.
#[fuse]
pub fn between_folds(xs: &[i64]) -> (i64, i64, i64) {
    let low: i64 = xs.iter().map(|x| x & 15).sum();
    let mut above = 0;
    for x in xs {
        if *x > low {
            above += 1;
        }
    }
    let scaled: i64 = xs.iter().map(|x| (x & 3) * above).sum();
    (low, above, scaled)
}

/// A loop over what a loop has filled.
#[fuse]
pub fn filled_then_read(xs: &[i64]) -> (Vec<i64>, i64, usize) {
    let mut out = Vec::new();
    for x in xs {
        if *x > 3 {
            out.push(x & 31);
        }
    }
    let mut sum = 0;
    for y in &out {
        sum += *y;
    }
    let count = out.iter().filter(|y| **y > 4).count();
    (out, sum, count)
}

/// A reader of the accumulator stands before the loop that writes it.
#[fuse]
pub fn read_before_written(xs: &[i64]) -> (i64, i64, i64) {
    let mut k = 3;
    let first: i64 = xs.iter().map(|x| (x & 7) * k).sum();
    for x in xs {
        k += x & 1;
    }
    let second: i64 = xs.iter().map(|x| (x & 7) ^ k).sum();
    let copy = k;
    for x in xs {
        k ^= x;
    }
    (first, second, copy ^ k)
}

/// The name of the accumulator means three variables.
#[fuse]
pub fn shadowed(xs: &[i64]) -> (i64, i64, i64) {
    let mut t = 0;
    for x in xs {
        t += x & 3;
    }
    let first = t;
    let mut t = 1;
    for t in xs {
        let _copy = t;
    }
    for x in xs {
        t ^= x & 9;
    }
    let second = t;
    let mut t = 2;
    for x in xs {
        let t = &mut t;
        *t ^= x & 5;
    }
    (first, second, t)
}

/// `best` holds a reference into `ys`, which must therefore stay in memory.
#[fuse]
pub fn reference_kept(xs: &[i64]) -> (Option<i64>, usize) {
    let ys: Vec<i64> = xs.iter().map(|x| x & 63).collect();
    let mut best = None;
    for y in &ys {
        if y % 7 == 3 {
            best = Some(y);
        }
    }
    let positive = ys.iter().filter(|y| **y > 0).count();
    (best.copied(), positive)
}

#[fuse]
pub fn references_pushed(xs: &[i64]) -> (i64, usize) {
    let ys: Vec<i64> = xs.iter().map(|x| x & 63).collect();
    let mut large = Vec::new();
    for y in &ys {
        if *y > 30 {
            large.push(y);
        }
    }
    (large.iter().map(|y| **y).sum(), large.len())
}

#[fuse(loops = 1)]
pub fn overflowing(xs: &[i64]) -> (i64, i64) {
    let mut product = 1_i64;
    for x in xs {
        product = product.wrapping_mul(*x) + 1;
    }
    let mut sum = 0_i64;
    for x in xs {
        sum += x;
    }
    (product, sum)
}

/// Panics in the middle; what was pushed is lost either way.
#[fuse]
pub fn panics_in_the_middle(xs: &[i64]) -> (Vec<i64>, i64) {
    let mut out = Vec::new();
    for x in xs {
        assert!(*x != 500, "five hundred");
        out.push(1_000 / (x - 501));
    }
    let mut sum = 0;
    for x in xs {
        sum += x & 1;
    }
    (out, sum)
}

#[fuse]
pub fn through_parameters(xs: &[i64], total: &mut i64, out: &mut Vec<i64>) -> i64 {
    for x in xs {
        *total += x & 255;
    }
    for x in xs {
        out.push(x ^ 1);
    }
    let mut last = 0;
    for x in xs {
        last = *x;
    }
    last
}

pub fn call_through_parameters(xs: &[i64]) -> (i64, i64, Vec<i64>) {
    let (mut total, mut out) = (5, vec![1]);
    let last = through_parameters(xs, &mut total, &mut out);
    (last, total, out)
}

/// `r` reaches `total`; so does a reader of `total` itself.
#[fuse]
pub fn through_a_borrow(xs: &[i64]) -> (i64, i64, i64) {
    let mut total = 1_i64;
    let before: i64 = xs.iter().map(|x| x & total).sum();
    let r = &mut total;
    for x in xs {
        *r += x & 7;
    }
    let after: i64 = xs.iter().map(|x| x & total).sum();
    (before, after, total)
}

/// `view` is given a reference to `total` after it was made.
#[fuse]
pub fn borrowed_later(xs: &[i64]) -> (i64, i64) {
    let zero = 0_i64;
    let mut total = 1_i64;
    let mut view = &zero;
    if xs.len() > 2 {
        view = &total;
    }
    let seen: i64 = xs.iter().map(|x| (x & 7) + *view).sum();
    for x in xs {
        total += x & 1;
    }
    (seen, total)
}

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

#[fuse(loops = 1)]
pub fn skips(xs: &[i64]) -> (i64, Vec<i64>, usize) {
    let mut sum = 0;
    for x in xs {
        if *x < 0 {
            continue;
        }
        let half = x / 2;
        if half % 3 == 0 {
            continue;
        }
        sum += half;
    }
    let mut out = Vec::new();
    for x in xs {
        match x & 3 {
            0 => out.push(0),
            1 => {
                let y = x ^ 5;
                out.push(y);
            }
            _ => {}
        }
    }
    let all = xs.iter().count();
    (sum, out, all)
}

#[fuse(loops = 1)]
pub fn for_each(xs: &[i64]) -> (i64, Vec<i64>, i64) {
    let mut sum = 0;
    xs.iter().for_each(|x| sum += x & 7);
    let mut out = Vec::new();
    xs.iter().enumerate().for_each(|(i, x)| {
        if i % 2 == 0 {
            out.push(*x);
        }
    });
    let max = xs.iter().copied().fold(0, i64::max);
    (sum, out, max)
}

#[fuse(loops = 1)]
pub fn zipped(xs: &[f64]) -> (f64, Vec<f64>, f64) {
    let ys: Vec<f64> = xs.iter().map(|x| x * 2.0 - 1.0).collect();
    let mut dot = 0.0;
    for (x, y) in xs.iter().zip(&ys) {
        dot += x * y;
    }
    let mut out = Vec::new();
    for (i, (x, y)) in xs.iter().zip(ys.iter()).enumerate() {
        out.push(x + y * i as f64);
    }
    let norm: f64 = ys.iter().map(|y| y * y).sum();
    (dot, out, norm)
}

/// `ys` is read by loops alone, element by element: it is never built.
#[fuse(loops = 1)]
pub fn contracted(xs: &[f64]) -> (f64, f64) {
    let ys: Vec<f64> = xs.iter().map(|x| x.abs().sqrt()).collect();
    let mut low = f64::INFINITY;
    let mut high: f64 = f64::NEG_INFINITY;
    for y in &ys {
        low = low.min(*y);
        high = high.max(*y);
    }
    let mut sum = 0.0;
    for &y in &ys {
        sum += y;
    }
    (low + high, sum)
}

#[fuse]
pub fn over_ranges(xs: &[i64]) -> (i64, Vec<i64>, i64) {
    let n = xs.len();
    let mut sum = 0;
    for i in 0..n {
        sum += xs[i] & 3;
    }
    let mut out = Vec::with_capacity(n);
    for i in 0..n {
        out.push(xs[n - 1 - i]);
    }
    let mut weighted = 0;
    for i in 0..xs.len() {
        weighted ^= xs[i] * (i as i64 & 3);
    }
    (sum, out, weighted)
}

/// The array is written at indices, then read: in another loop.
#[fuse]
pub fn written_at_indices(xs: &[i64]) -> (Vec<i64>, i64, i64) {
    let mut ys = xs.to_vec();
    let mut zs = vec![0_i64; xs.len()];
    let before: i64 = zs.iter().map(|z| z + 1).sum();
    for (i, x) in xs.iter().enumerate() {
        zs[i] = x & 63;
    }
    let after: i64 = zs.iter().sum();
    ys[..].reverse();
    for i in 0..xs.len() {
        zs[i] ^= ys[i];
    }
    (zs, before, after)
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

/// Inside of a block, a name from outside may be borrowed by another.
#[fuse]
pub fn nested(xs: &[i64]) -> (i64, i64, i64) {
    let mut total = 0_i64;
    let mut seen = 0_i64;
    let mut rest = 0_i64;
    for round in 0..3_i64 {
        let r = &mut total;
        if round > 0 {
            let start = *r;
            let masked: i64 = xs.iter().map(|x| x & start).sum();
            seen ^= masked;
            for x in xs {
                *r += x & round;
            }
            for x in xs {
                rest ^= x & start;
            }
            let again: i64 = xs.iter().map(|x| x & total).sum();
            seen ^= again;
        }
    }
    (total, seen, rest)
}

/// The state of a generator is no accumulator.
pub struct Counter(pub i64);

impl Counter {
    pub fn tick(&mut self) -> i64 {
        self.0 = self.0.wrapping_mul(31) + 7;
        self.0 & 15
    }
}

#[fuse]
pub fn generators(xs: &[i64]) -> (i64, i64, i64) {
    let mut counter = Counter(1);
    let mut a = 0;
    for x in xs {
        a += counter.tick() & x;
    }
    let mut b = 0;
    for x in xs {
        b += counter.tick() & x;
    }
    (a, b, counter.0)
}

/// Loops that leave early, and loops in loops, stay as written.
#[fuse]
pub fn left_alone(xs: &[i64]) -> (i64, i64, Option<i64>) {
    let mut sum = 0;
    for x in xs {
        if *x > 900 {
            break;
        }
        sum += x;
    }
    let mut pairs = 0;
    for x in xs.iter().take(20) {
        for y in xs.iter().take(20) {
            pairs += (x ^ y) & 1;
        }
    }
    let mut first = None;
    for x in xs {
        if first.is_none() && *x % 5 == 0 {
            first = Some(*x);
        }
    }
    (sum, pairs, first)
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

#[fuse]
pub fn in_the_tail(xs: &[i64], out: &mut Vec<i64>) {
    let low: i64 = xs.iter().map(|x| x & 1).sum();
    out.push(low);
    for x in xs {
        out.push(*x);
    }
}

pub fn call_in_the_tail(xs: &[i64]) -> Vec<i64> {
    let mut out = Vec::new();
    in_the_tail(xs, &mut out);
    out
}

#[fuse(loops = 1)]
pub fn two_in_the_tail(xs: &[i64], out: &mut Vec<i64>, sum: &mut i64) {
    for x in xs {
        out.push(*x);
    }
    for x in xs {
        *sum += x & 7;
    }
}

pub fn call_two_in_the_tail(xs: &[i64]) -> (Vec<i64>, i64) {
    let (mut out, mut sum) = (Vec::new(), 3);
    two_in_the_tail(xs, &mut out, &mut sum);
    (out, sum)
}

/// The loop over `xs` must wait for `n`, which stands behind the first of its parts.
#[fuse(loops = 1)]
pub fn waits_for_a_later_statement(xs: &[f64]) -> (f64, f64, usize) {
    let mut sum = 0.0;
    for x in xs {
        sum += x;
    }
    let n = xs.len();
    let mut scaled = 0.0;
    for x in xs {
        scaled += x / n as f64;
    }
    (sum, scaled, n)
}

/// Names bound anew around the loops that write them.
#[fuse]
pub fn rebound(xs: &[i64]) -> (f64, f64, i64) {
    let mut n = 0;
    for _ in xs {
        n += 1;
    }
    let n = n as f64;
    let mut total = 0_i64;
    for x in xs {
        let total_here = total ^ x;
        let x = &total_here;
        total = *x;
    }
    let total_before = total;
    let mut total = 0.5;
    for x in xs {
        total += *x as f64 / (n + 1.0);
    }
    (n, total, total_before)
}

#[fuse]
pub fn patterns(xs: &[i64]) -> (i64, i64, i64) {
    let pairs: Vec<(i64, i64)> = xs.iter().map(|x| (x & 7, x & 9)).collect();
    let mut sum = 0;
    for &(a, _) in &pairs {
        sum += a;
    }
    let mut other = 0;
    for (_, b) in pairs.iter() {
        other += b;
    }
    let mut last = 0;
    for (i, (a, b)) in pairs.iter().enumerate() {
        last = a ^ b ^ i as i64;
    }
    for mut x in xs.iter().copied() {
        x &= 3;
        last ^= x;
    }
    (sum, other, last)
}

/// Between and inside of walls.
#[fuse]
pub fn among_walls(xs: &[i64]) -> Result<(i64, usize, String), String> {
    let mut sum = 0;
    for x in xs {
        sum += x & 3;
    }
    let first = xs.first().ok_or("empty")?;
    let mut text = format!("{sum}/{}", xs.iter().map(|x| x & 1).sum::<i64>());
    let mut count = 0;
    for x in xs {
        if x > first {
            count += 1;
        }
    }
    for x in xs.iter().take(3) {
        text.push_str(&format!("{x},{sum}"));
    }
    if xs.iter().any(|x| *x == sum) {
        text.push('!');
    }
    let place = xs.iter().position(|x| *x > count as i64);
    sum += place.unwrap_or(0) as i64;
    Ok((sum, count, text))
}

/// A closure that captured a copy, and one that borrows.
#[fuse]
pub fn closures(xs: &[i64]) -> (i64, i64, i64) {
    let mut k = 3;
    let times = move |x: &i64| (x & 7) * k;
    for x in xs {
        k += x & 1;
    }
    let first: i64 = xs.iter().map(times).sum();
    let plus = |x: &i64| (x & 7) + k;
    let second: i64 = xs.iter().map(plus).sum();
    for x in xs {
        k ^= plus_one(*x);
    }
    (first, second, k)
}

fn plus_one(x: i64) -> i64 {
    x.wrapping_add(1)
}

/// The rows are regions of their own.
#[fuse]
pub fn rows(xs: &[i64]) -> (Vec<i64>, i64) {
    let rows: Vec<Vec<i64>> = vec![xs.to_vec(), vec![1, 2, 3], Vec::new()];
    let mut out = Vec::new();
    let mut all = 0;
    for row in &rows {
        let row: &[i64] = row;
        let mut sum = 0;
        for x in row {
            sum ^= x;
        }
        let mut largest = 0;
        for x in row {
            largest = largest.max(*x);
        }
        for x in row {
            all ^= x & sum;
        }
        out.push(sum);
        out.push(largest);
    }
    (out, all)
}

/// The types are inferred from what is pushed and stored.
#[fuse]
pub fn inferred(xs: &[i64]) -> (Vec<usize>, Option<i64>, Vec<(usize, u8)>, f32) {
    let mut lengths = Vec::new();
    let mut best = None;
    let mut pairs = vec![];
    let mut ratio = 1.0;
    for x in xs {
        lengths.push(x.to_string().len());
    }
    for x in xs {
        if best.is_none_or(|other| other < *x) {
            best = Some(*x);
        }
    }
    for (i, x) in xs.iter().enumerate() {
        pairs.push((i, (x & 255) as u8));
    }
    for x in xs {
        ratio *= 1.0 + f32::from((x & 1) as u8) / 1e6;
    }
    (lengths, best, pairs, ratio)
}

/// Indices written by one loop are read by another.
#[fuse]
pub fn sieve(xs: &[i64]) -> (Vec<bool>, usize, Vec<usize>) {
    let n = xs.len();
    let mut hit = vec![false; n];
    for (i, x) in xs.iter().enumerate() {
        if x % 3 == 0 {
            hit[n - 1 - i] = true;
        }
    }
    let count = hit.iter().filter(|hit| **hit).count();
    let mut places = Vec::new();
    for i in 0..n {
        if hit[i] {
            places.push(i);
        }
    }
    for i in 0..n {
        hit[i] = !hit[i];
    }
    (hit, count, places)
}

pub struct Account {
    pub balance: i64,
    pub log: Vec<i64>,
}

/// Methods of users, guards and cells are no accumulation.
#[fuse]
pub fn effects(xs: &[i64]) -> (i64, i64, Vec<i64>) {
    let cell = std::cell::Cell::new(1_i64);
    let shared = std::cell::RefCell::new(0_i64);
    let mut account = Account {
        balance: 0,
        log: Vec::new(),
    };
    for x in xs {
        cell.set(cell.get() ^ x);
    }
    for x in xs {
        *shared.borrow_mut() += cell.get() & x;
    }
    for x in xs {
        account.log.push(x & 1);
    }
    for x in xs {
        account.balance += x & 3;
    }
    let seen: i64 = xs.iter().map(|x| x & cell.get()).sum();
    (seen ^ shared.into_inner(), account.balance, account.log)
}

/// Inside of a closure.
#[fuse]
pub fn in_a_closure(xs: &[i64]) -> (Vec<i64>, i64) {
    let mut calls = 0;
    let mut total = |mask: i64| {
        calls += 1;
        let mut sum = 0;
        for x in xs {
            sum += x & mask;
        }
        let mut other = 0;
        for x in xs {
            other ^= x;
        }
        sum + (other & 1)
    };
    (vec![total(1), total(3), total(7)], calls)
}

/// What begins as numbers holds no reference, whatever its loop adds to it and from where.
#[fuse(loops = 1)]
pub fn groups(xs: &[i64]) -> ([f64; 4], (i64, i64), [(usize, i64); 2]) {
    let kept: Vec<i64> = xs.iter().copied().filter(|x| *x > -500).collect();
    let labels: Vec<usize> = kept.iter().map(|x| (*x & 3) as usize).collect();
    let mut sums = [0.0; 4];
    for (label, x) in labels.iter().zip(&kept) {
        sums[*label] += *x as f64;
    }
    let mut both = (0, 0);
    for (label, x) in labels.iter().zip(&kept) {
        both.0 ^= x;
        both.1 |= *label as i64;
    }
    let counts = labels
        .iter()
        .zip(&kept)
        .fold([(0, 0); 2], |mut counts, (label, x)| {
            counts[label & 1].0 += 1;
            counts[label & 1].1 ^= x;
            counts
        });
    (sums, both, counts)
}
