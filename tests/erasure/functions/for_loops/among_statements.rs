//! `for` loops among other statements, in closures and in each other.

use super::fuse;

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
