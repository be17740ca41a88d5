//! Loops that touch an array only at their own counters.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    clippy::collapsible_if,
    reason = "they are written as people write them"
)]

use super::fuse;

/// Stored, read in step, and changed in step.
#[fuse]
pub fn in_step(xs: &[f64], ws: &mut [f64]) -> (Vec<f64>, f64, f64, usize) {
    let n = xs.len().min(ws.len());
    let mut eta = vec![0.0; n];
    for i in 0..n {
        eta[i] = xs[i] * 2.0 + ws[i];
    }
    let mut sum = 0.0f64;
    for j in 0..n {
        sum += eta[j] * ws[j];
    }
    for i in 0..n {
        ws[i] = 0.5 * eta[i];
    }
    let least = (0..n).map(|i| eta[i] - 1.0).fold(f64::MAX, |a, b| if b < a { b } else { a });
    let mut above = 0usize;
    for i in 0..n {
        if eta[i] > 0.0 {
            above += 1;
        }
    }
    (eta, sum, least, above)
}

/// Counted to the end of what is written.
#[fuse(loops = 1)]
pub fn to_the_end(xs: &mut Vec<i64>, ys: &mut [i64]) -> i64 {
    for i in 0..ys.len() {
        ys[i] ^= xs[i];
    }
    for i in 0..ys.len() {
        xs[i] &= 255;
    }
    let mut bits = 0i64;
    for i in 0..ys.len() {
        bits ^= ys[i] & 1;
    }
    bits
}

/// Counted to an end that the first loop moves, or to one that it reads in a turn.
#[fuse]
pub fn to_another_end(xs: &mut Vec<i64>, ys: &mut Vec<Vec<i64>>) -> (i64, usize) {
    let n = xs.len().min(40);
    for i in 0..n {
        xs.push(i as i64);
    }
    let mut sum = 0i64;
    for i in 0..xs.len() {
        sum = sum.wrapping_add(xs[i]);
    }
    for i in 0..ys.len() {
        ys[i].push(sum);
    }
    let mut lengths = 0;
    for i in 0..ys.len() {
        lengths += ys[i].len();
    }
    for i in 0..ys.first().map_or(0, Vec::len) {
        lengths ^= i;
    }
    (sum, lengths)
}

/// Rows, of which a loop changes one in each turn, and the diagonal.
#[fuse]
pub fn rows(xs: &[i64]) -> (Vec<Vec<i64>>, i64, Vec<usize>) {
    let n = xs.len();
    let mut rows = vec![vec![0i64; n]; n];
    for i in 0..n {
        for j in 0..=i {
            rows[i][j] = xs[i].wrapping_mul(j as i64 + 1);
        }
    }
    let trace = (0..n).map(|i| rows[i][i]).fold(0i64, |a, b| a.wrapping_add(b));
    let empty: Vec<usize> = (0..n).filter(|&i| rows[i][0] == 0).collect();
    (rows, trace, empty)
}

/// Not in step: another start, another element, all of it, a name bound anew, a counter that is another.
#[fuse]
pub fn out_of_step(xs: &[i64]) -> (Vec<i64>, Vec<i64>, i64, i64, i64) {
    let n = xs.len();
    let mut a = vec![0i64; n];
    for i in 0..n {
        a[i] = xs[i] / 2;
    }
    for i in 1..n {
        a[i] = a[i].wrapping_add(a[i - 1]);
    }
    let mut b = vec![0i64; n];
    for i in 0..n {
        b[i] = a[n - 1 - i];
    }
    for i in 0..n {
        a[i] = a[i].wrapping_sub(b[0]);
    }
    let mut t = 0i64;
    for i in 0..n {
        let i = n - 1 - i;
        t = t.wrapping_mul(3).wrapping_add(a[i]);
    }
    let mut u = 0i64;
    for i in 0..n {
        a[i] = a[i].wrapping_add(1);
        u = u.wrapping_add(a.iter().fold(0, |a, b| a ^ b));
    }
    let mut v = 0i64;
    for i in 0..n {
        let text = format!("{a:?}");
        v = v.wrapping_add(text.len() as i64 + a[i] % 7);
    }
    (a, b, t, u, v)
}

/// What leaves early, and what leaves turns out.
#[fuse]
pub fn left(xs: &[i64], at: i64) -> (Vec<i64>, bool, Option<usize>, i64) {
    let n = xs.len();
    let mut a = vec![0i64; n];
    for i in 0..n {
        if xs[i] % 3 == 0 {
            continue;
        }
        a[i] = xs[i];
    }
    let any = (0..n).any(|i| a[i] == at);
    for i in 0..n {
        if xs[i] == at {
            break;
        }
        a[i] = a[i].wrapping_add(5);
    }
    let found = (0..n).position(|i| a[i] > at);
    let mut sum = 0i64;
    for i in 0..n {
        if i % 2 == 0 {
            continue;
        }
        sum = sum.wrapping_add(a[i]);
    }
    (a, any, found, sum)
}

/// One of them panics.
#[fuse]
pub fn up_to_a_panic(xs: &[i64], at: i64) -> (Vec<i64>, i64) {
    let n = xs.len();
    let mut a = vec![0i64; n];
    for i in 0..n {
        assert!(xs[i] != at, "{at}");
        a[i] = xs[i] / 3;
    }
    let mut sum = 0i64;
    for i in 0..n {
        sum += a[i] / 2;
    }
    (a, sum)
}

/// What is made before the first turn of the second loop needs what the first has made.
#[fuse]
pub fn made_before_the_first_turn(xs: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
    let n = xs.len();
    let mut a = vec![0i64; n.max(1)];
    for i in 0..n {
        a[i] = xs[i];
    }
    let b: Vec<i64> = (0..n)
        .map(|i| a[i])
        .scan(a[0], |state, x| {
            *state ^= x;
            Some(*state)
        })
        .collect();
    let c = (0..n).map(|i| a[i]).fold(a[a.len() / 2], |s, x| s.wrapping_mul(3) ^ x);
    (a, b, c)
}

/// The same name of a number that is counted to, and then of something that is changed through it.
#[fuse]
pub fn counted_to_and_bound_anew(n: usize, xs: &mut [i64]) -> (usize, i64, i64) {
    let count = (0..n).map(|i| i ^ 1).fold(0, usize::wrapping_add);
    let n = &mut xs[..];
    let mut m = std::iter::once(n).collect::<Vec<_>>();
    let mut sum = 0i64;
    for x in &mut m {
        if let Some(x) = x.first_mut() {
            *x = x.wrapping_add(1);
        }
    }
    let first = m.iter().map(|x| x.first().copied().unwrap_or(0)).fold(0, i64::wrapping_add);
    for x in m.iter() {
        sum = sum.wrapping_add(x.len() as i64);
    }
    (count, first, sum)
}

/// A counter that the body assigns.
#[fuse]
pub fn counted_backward(a: &mut [i64]) -> (i64, i64) {
    let n = a.len();
    for i in 0..n {
        a[i] = a[i].wrapping_mul(3) ^ i as i64;
    }
    let mut mixed = 0i64;
    for mut i in 0..n {
        i = n - 1 - i;
        mixed = mixed.wrapping_mul(5).wrapping_add(a[i]);
    }
    let mut sum = 0i64;
    for i in 0..n {
        sum = sum.wrapping_add(a[i]);
    }
    (mixed, sum)
}
