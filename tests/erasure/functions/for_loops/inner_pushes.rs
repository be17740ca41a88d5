//! Bodies that push in a loop inside, any number of times in a turn.

use super::fuse;

/// A grid, row by row, and its sum.
#[fuse(loops = 2)]
pub fn grid(xs: &[f64], width: usize) -> (Vec<f64>, f64) {
    let mut out: Vec<f64> = Vec::new();
    for y in 0..xs.len() / width {
        for x in 0..width {
            out.push(xs[y * width + x] * 0.5);
        }
    }
    let total = out.iter().sum();
    (out, total)
}

/// The vector is asked for its length alone.
#[fuse]
pub fn kept_of_rows(xs: &[f64], width: usize) -> (f64, f64, usize) {
    let mut all = Vec::new();
    for row in xs.chunks(width) {
        for &v in row {
            if v.is_finite() {
                all.push(v);
            }
        }
    }
    let total: f64 = all.iter().sum();
    let most = all.iter().copied().fold(f64::MIN, f64::max);
    (total, most, all.len())
}

/// The body binds the names that a reader means from outside of it.
#[fuse]
pub fn shadowing(xs: &[i64], limit: i64) -> (i64, usize, i64) {
    let scale = |v: i64| v.wrapping_mul(3);
    let mut near: Vec<i64> = Vec::new();
    for (at, x) in xs.iter().enumerate() {
        let limit = x.wrapping_add(1);
        for y in &xs[at..] {
            let scale = y.wrapping_sub(limit);
            if scale & 1 == 0 {
                near.push(scale);
            }
        }
    }
    let within: i64 = near.iter().map(|v| v & limit).sum();
    let scaled = near.iter().map(|v| scale(*v)).filter(|v| *v > 7).count();
    let x = near.iter().map(|x| x >> 60).max().unwrap_or(-1);
    (within, scaled, x)
}

/// It reads what it has pushed.
#[fuse]
pub fn looks_back(xs: &[i32]) -> (Vec<i32>, i64) {
    let mut stack: Vec<i32> = Vec::new();
    for x in xs {
        let mut rest = *x;
        while rest > 0 && stack.len() < 40 {
            stack.push(rest % 10 + stack.last().copied().unwrap_or(0) / 2);
            rest /= 10;
        }
    }
    let total = stack.iter().map(|v| i64::from(*v)).sum();
    (stack, total)
}

/// Fails in the middle of a turn, or in what reads.
#[fuse]
pub fn fails(xs: &[i32], by: i32) -> (i32, Vec<i32>) {
    let mut quotients: Vec<i32> = Vec::with_capacity(4);
    for (at, x) in xs.iter().enumerate() {
        for y in &xs[..at] {
            quotients.push(x / (y - by));
        }
    }
    let sum = quotients.iter().map(|q| q * 1000).sum();
    (sum, quotients)
}

/// What it calls is told of each turn.
#[fuse]
pub fn told(xs: &[i64], notes: &mut Vec<i64>) -> (i64, i64) {
    let mut pushed: Vec<i64> = Vec::new();
    for x in xs {
        notes.push(*x);
        for step in 0..(x & 3) {
            pushed.push(x.wrapping_mul(step));
            notes.push(step);
        }
    }
    let low = pushed.iter().copied().min().unwrap_or(0);
    let odd = pushed.iter().map(|p| p & 1).sum();
    (low, odd)
}

/// Readers with bodies, ways out and states of their own.
#[fuse]
pub fn read_in_several_ways(xs: &[i64], n: usize) -> (Vec<i64>, Option<i64>, Vec<(usize, i64)>, i64) {
    let mut made: Vec<i64> = vec![];
    for x in xs.iter().filter(|x| **x % 2 == 0) {
        if *x > 0 {
            for k in 1..4 {
                if k != 2 {
                    made.push(x.wrapping_add(k));
                }
            }
        }
    }
    let running = made
        .iter()
        .scan(0i64, |s, v| {
            *s = s.wrapping_add(*v);
            Some(*s)
        })
        .collect::<Vec<_>>();
    let mut found = None;
    for v in &made {
        if v % 7 == 3 {
            found = Some(*v);
            break;
        }
    }
    let placed = made.iter().copied().enumerate().skip(n).take(5).collect();
    let mut last = 0;
    for v in &made {
        if *v < 0 {
            continue;
        }
        last = v ^ (last >> 1);
    }
    (running, found, placed, last)
}

/// Leaves with what there is so far.
#[fuse]
pub fn left_inside(xs: &[f64], limit: f64) -> Result<f64, (usize, f64)> {
    let mut steps: Vec<f64> = Vec::new();
    for x in xs {
        let mut at = *x;
        while at.abs() > 1.0 {
            if at.is_nan() || at.abs() > limit {
                return Err((steps.len(), at));
            }
            steps.push(at);
            at *= 0.5;
        }
    }
    let total: f64 = steps.iter().map(|s| s * s).sum();
    Ok(total)
}

/// Jumps over the rest of a row, and out of it.
#[fuse]
pub fn jumps(xs: &[i32], width: usize) -> (i32, u32) {
    let mut kept: Vec<i32> = Vec::new();
    'rows: for row in xs.chunks(width) {
        for x in row {
            if *x < -50 {
                continue 'rows;
            }
            if *x == 0 {
                break;
            }
            kept.push(x % 11);
        }
    }
    let sum = kept.iter().sum();
    let bits = kept.iter().fold(0u32, |a, x| a.rotate_left(3) ^ *x as u32);
    (sum, bits)
}

/// At two places, in a closure, and below a macro that binds a name.
#[fuse]
pub fn elsewhere(xs: &[u8]) -> (u32, u32, u32) {
    macro_rules! name {
        ($name:ident, $value:expr) => {
            let $name = $value;
        };
    }
    let mut two: Vec<u32> = Vec::new();
    for x in xs {
        for k in 0..u32::from(x % 3) {
            two.push(k);
            if k == 1 {
                two.push(9);
            }
        }
    }
    let mut closed: Vec<u32> = Vec::new();
    for x in xs {
        (0..x % 4).for_each(|k| closed.push(u32::from(k)));
    }
    let most = 5;
    let mut named: Vec<u32> = Vec::new();
    for x in xs {
        name!(most, u32::from(*x));
        for k in 0..most % 3 {
            named.push(k + most);
        }
    }
    let a = two.iter().map(|v| v & most).sum();
    let b = closed.iter().map(|v| v & most).sum();
    let c = named.iter().map(|v| v & most).sum();
    (a, b, c)
}

/// Two bodies share a loop, and each binds what a reader of the other means from outside.
#[fuse]
pub fn two_bodies(xs: &[i64], n: i64) -> (i64, i64) {
    let mut v: Vec<i64> = Vec::new();
    let mut w: Vec<i64> = Vec::new();
    for x in xs {
        for k in 0..3 {
            v.push(x ^ k);
        }
    }
    for x in xs {
        let n = x & 7;
        for k in 0..n {
            w.push(k);
        }
    }
    let a = v.iter().fold(0, |a, b| a ^ b);
    let b = w.iter().map(|q| q & n).sum();
    (a, b)
}

/// What reads is a body that pushes in a loop, too.
#[fuse]
pub fn read_by_a_body(xs: &[i64], n: i64) -> i64 {
    let mut v: Vec<i64> = Vec::new();
    for x in xs {
        for k in 0..2 {
            v.push(x ^ k);
        }
    }
    let mut w: Vec<i64> = Vec::new();
    for y in &v {
        let n = y & 7;
        for k in 0..2 {
            w.push(n ^ k);
        }
    }
    w.iter().map(|q| q & n).sum()
}

/// Readers have vectors of their own with the names of those that are pushed to.
#[fuse]
pub fn own_vectors(xs: &[f64]) -> (Vec<f64>, f64, f64, f64) {
    let mut v: Vec<f64> = Vec::new();
    let mut w: Vec<f64> = Vec::new();
    let mut z: Vec<f64> = Vec::new();
    for x in xs {
        for k in 0..3 {
            w.push(x * f64::from(k));
        }
        for k in 0..2 {
            v.push(x - f64::from(k));
        }
        z.push(x - 1.0);
    }
    let b = w
        .iter()
        .map(|y| {
            let mut v = vec![1.0f64];
            v.push(*y);
            v[1]
        })
        .sum();
    let a = v
        .iter()
        .map(|y| {
            let mut z = vec![1.0f64];
            z.push(*y);
            z[1]
        })
        .sum();
    let c = z
        .iter()
        .map(|y| {
            let mut w = vec![2.0f64];
            w.push(*y);
            w[1]
        })
        .sum();
    (v, a, b, c)
}

/// The body stands in a loop that its source opens.
#[fuse]
pub fn below_a_cross(xs: &[i64]) -> (i64, usize) {
    let mut v: Vec<i64> = Vec::new();
    for p in xs.iter().filter(|x| **x != 4).flat_map(|x| (0..3).map(move |k| k ^ x)) {
        for k in 0..2 {
            v.push(p ^ k);
        }
    }
    let folded = v.iter().fold(0i64, |a, q| a.rotate_left(5) ^ q);
    (folded, v.len())
}

/// Labels of one name in the body and in what reads.
#[fuse]
pub fn labels(xs: &[i64]) -> i64 {
    let mut v: Vec<i64> = Vec::new();
    for x in xs {
        'l: for k in 0..3 {
            for j in 0..3 {
                if x & j == k {
                    continue 'l;
                }
                v.push(x ^ j);
            }
        }
    }
    v.iter().fold(7, |s, y| {
        'l: for a in 0..3i64 {
            for b in 0..3i64 {
                if a & b == *y {
                    break 'l;
                }
            }
        }
        s ^ y
    })
}

/// What is pushed is seen by the arrays that the loops run over.
#[fuse]
pub fn untyped(rows: &[Vec<f64>], xs: &[i32], ys: Vec<i32>) -> (f64, usize, i32) {
    let mut all = Vec::new();
    for row in rows {
        for v in row {
            all.push(*v);
        }
    }
    let mut sums = Vec::new();
    for x in xs {
        for y in &ys {
            sums.push(x & y);
        }
        for y in ys.iter() {
            if x != y {
                break;
            }
        }
    }
    let total: f64 = all.iter().sum();
    let folded = sums.iter().fold(0i32, |s, x| s.rotate_left(3) ^ x);
    (total, all.len(), folded)
}

/// Elements of boxes and arrays, by value and behind references.
#[fuse]
pub fn of_any_owner(boxed: Box<[i64]>, fixed: [i64; 3], mut list: Vec<i64>) -> (i64, i64, Vec<i64>) {
    let mut seen: Vec<i64> = Vec::new();
    for n in 0..4 {
        for x in &mut list {
            *x = x.wrapping_add(n);
        }
        for x in fixed {
            seen.push(x ^ n);
        }
    }
    let mut others: Vec<i64> = Vec::new();
    for _ in 0..2 {
        for x in boxed.iter() {
            others.push(x.wrapping_mul(3));
        }
    }
    let a = seen.iter().fold(0i64, |s, x| s.rotate_left(1) ^ x);
    let b = others.iter().fold(0i64, |s, x| s.rotate_left(1) ^ x);
    (a, b, list)
}

/// What would be pushed is never there.
#[fuse]
#[expect(unreachable_code, reason = "the call behind what fails is the point")]
pub fn never(xs: &[i64], n: i64) -> i64 {
    let mut v: Vec<i64> = Vec::new();
    for x in xs {
        for k in 0..(x & 3) {
            if k > (x & 7) + 9 {
                v.push(unreachable!());
            }
        }
    }
    v.iter()
        .map(|y| y ^ n)
        .fold(0, |a: i64, b| a.wrapping_mul(3) ^ b)
}
