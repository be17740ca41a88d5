//! Loops that may end before their iterator does, `while` and `loop`, that push what others read.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    clippy::while_let_on_iterator,
    clippy::while_let_loop,
    clippy::explicit_counter_loop,
    clippy::needless_range_loop,
    clippy::blocks_in_conditions,
    clippy::collapsible_if,
    clippy::stable_sort_primitive,
    clippy::manual_memcpy,
    unused_labels,
    reason = "they are written as people write them"
)]

use super::fuse;
use crate::common::tracked::{Tracked, mark};
use std::collections::{HashMap, VecDeque};

/// What is pushed until the loop ends is added up in it.
#[fuse(loops = 1)]
pub fn until(xs: &[f64], most: f64) -> (Vec<f64>, f64, f64) {
    let mut sums = Vec::new();
    let mut total = 0.0;
    for x in xs {
        total += x;
        if total > most {
            break;
        }
        if *x < 0.0 {
            continue;
        }
        sums.push(total * 2.0);
    }
    let of_sums: f64 = sums.iter().sum();
    (sums, total, of_sums)
}

/// The turn in which it ends may push, too; the array is read in between, and nobody needs it behind.
#[fuse(loops = 1)]
pub fn by_what_was_pushed(n: usize, a: f64) -> f64 {
    let mut terms: Vec<f64> = Vec::with_capacity(n);
    for j in 1..=n {
        let x = (j as f64) * a - (j as f64).ln();
        terms.push(x);
        if j > 5 && x < terms[0] - 50.0 || terms.len() > 30 {
            break;
        }
    }
    terms.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// Turns without number.
#[fuse(loops = 2)]
pub fn halved(mut n: u32, from: u64) -> (Vec<u32>, f64, u64, usize) {
    let mut halves: Vec<u32> = Vec::new();
    while n > 0 {
        halves.push(n);
        n /= 2;
    }
    let sum: f64 = halves.iter().map(|half| f64::from(*half)).sum();
    let mut m = from;
    let mut path: Vec<u64> = Vec::new();
    loop {
        path.push(m);
        if m <= 1 {
            break;
        }
        m = if m % 2 == 0 { m / 2 } else { m.wrapping_mul(3).wrapping_add(1) };
        if path.len() > 60 {
            break;
        }
    }
    let top = path.iter().copied().max().unwrap_or(0);
    (halves, sum, top, path.len())
}

/// An iterator that is asked by the loop and goes on behind it.
#[fuse]
pub fn asked(xs: &[i64]) -> (i64, Option<i64>, Vec<i64>) {
    let mut rest = xs.iter();
    let mut seen: Vec<i64> = Vec::new();
    while let Some(x) = rest.next() {
        if *x == 0 {
            continue;
        }
        if *x % 7 == 0 {
            break;
        }
        seen.push(x ^ 3);
    }
    let all = seen.iter().fold(0, |all: i64, x| all.wrapping_mul(3) ^ x);
    let next = rest.next().copied();
    let mut others: Vec<i64> = Vec::new();
    for x in rest.by_ref() {
        if *x > 100 {
            break;
        }
        others.push(*x);
    }
    let others_sum = others.iter().fold(0, |sum: i64, x| sum.wrapping_add(*x));
    (all ^ others_sum, next, rest.copied().collect())
}

/// A runner of several steps that may leave the function, end its loop, or another.
#[fuse]
pub fn labelled(rows: &[&[i64]], least: i64) -> Result<(i64, usize, i64), i64> {
    let mut firsts: Vec<i64> = Vec::new();
    let mut turns = 0;
    'rows: for row in rows {
        turns += 1;
        for x in *row {
            if *x < least {
                continue 'rows;
            }
            if *x == 13 {
                break 'rows;
            }
            if *x == 99 {
                break;
            }
            if *x == -77 {
                return Err(*x);
            }
        }
        let first = row.first().ok_or(turns)?;
        firsts.push(*first);
    }
    let both = firsts.iter().fold(1, |all: i64, x| all.rotate_left(5) ^ x);
    let mut i = 0;
    let mut evens: Vec<i64> = Vec::new();
    'count: while i < rows.len() {
        i += 1;
        let Some(x) = rows[i - 1].last() else { continue 'count };
        match x % 3 {
            0 => evens.push(*x),
            1 if *x > 1000 => break 'count,
            _ => {}
        }
    }
    let least = evens.iter().copied().min().unwrap_or(7);
    Ok((both, firsts.len(), least))
}

/// Two panics, and one behind a loop that ends before it.
#[fuse]
pub fn before_a_panic(xs: &[i32], n: usize) -> (i32, Vec<i32>) {
    let mut kept: Vec<i32> = Vec::new();
    let mut i = 0;
    loop {
        if i >= n || xs[i] == 42 {
            break;
        }
        kept.push(xs[i]);
        i += 1;
    }
    let sum: i32 = kept.iter().sum();
    (sum, kept)
}

/// What is told, in the order in which it is told, whatever is read of it.
#[fuse]
pub fn told(queue: &mut VecDeque<i64>, told: &mut Vec<String>) -> (i64, usize, bool) {
    let mut taken: Vec<i64> = Vec::new();
    while let Some(x) = queue.pop_front() {
        told.push(format!("took {x}"));
        if x > 50 {
            queue.push_back(x / 2);
        }
        if told.len() > 40 {
            break;
        }
        taken.push(x);
    }
    let least = taken.iter().fold(i64::MAX, |least, x| least.min(*x));
    let positive = taken.iter().filter(|x| **x > 0).count();
    (least, positive, taken.is_empty())
}

/// Elements that are watched when they are dropped: those that the loop has not come to are dropped at its end.
#[fuse]
pub fn left_over(xs: Vec<Tracked>) -> (i64, i64) {
    let mut ids: Vec<i64> = Vec::new();
    for x in xs {
        mark(1000);
        if x.label() % 4 == 3 {
            break;
        }
        ids.push(x.label());
    }
    mark(2000);
    let sum = ids.iter().fold(0, |sum: i64, id| sum.wrapping_add(*id));
    let mut count: HashMap<i64, i64> = HashMap::new();
    for id in &ids {
        *count.entry(id % 3).or_insert(0) += 1;
    }
    (sum, count.values().copied().max().unwrap_or(0))
}

/// What it has pushed the body changes: by an index, a slice, a reference.
#[fuse]
pub fn changed_afterwards(xs: &[i64]) -> (i64, i64, i64, Vec<i64>) {
    let mut firsts: Vec<i64> = Vec::new();
    for x in xs {
        firsts.push(*x);
        firsts[0] ^= 10;
    }
    let a = firsts.iter().fold(0, |all: i64, x| all.rotate_left(3) ^ x);
    let mut row: Vec<i64> = Vec::new();
    let mut i = 0;
    while i < xs.len() {
        row.push(1);
        for j in (1..i).rev() {
            row[j] = row[j].wrapping_add(row[j - 1]);
        }
        i += 1;
    }
    let b = row.iter().fold(0, |all: i64, x| all.rotate_left(3) ^ x);
    let mut turned: Vec<i64> = Vec::new();
    for x in xs {
        turned.push(*x);
        turned[..].reverse();
        let last = &mut turned[0];
        *last ^= 1;
        for y in &mut turned[..] {
            *y ^= 2;
        }
    }
    let c = turned.iter().fold(0, |all: i64, x| all.rotate_left(3) ^ x);
    (a, b, c, row)
}

/// Names that a condition binds are not those of who reads what is pushed.
#[fuse]
pub fn bound_by_conditions(mut stack: Vec<i64>, x: i64) -> (i64, usize, i64) {
    let mut pushed: Vec<i64> = Vec::new();
    while let Some(x) = stack.pop() {
        pushed.push(x);
    }
    let by_x = pushed.iter().fold(0, |all: i64, y| all.wrapping_mul(3) ^ y.wrapping_mul(x));
    let mut k = pushed.len();
    let mut counts: Vec<usize> = Vec::new();
    while let Some(n) = k.checked_sub(1) {
        k = n;
        counts.push(n);
    }
    let n = 5;
    let by_n = counts.iter().map(|x| x ^ n).fold(0, |all, x| all ^ x);
    let mut best = 100;
    let mut again = pushed;
    let mut seen: Vec<i64> = Vec::new();
    while let Some(best) = again.pop() {
        seen.push(best);
    }
    for x in &seen {
        if *x < best {
            best = *x;
        }
    }
    (by_x, by_n, best)
}

/// A loop in another has its own end.
#[fuse]
pub fn ends_in_ends(rows: &[Vec<i64>]) -> (i64, usize, i64) {
    let mut total = 0;
    let mut turns = 0;
    'rows: for row in rows {
        let mut w: Vec<i64> = Vec::new();
        let mut j = 0;
        while j < row.len() {
            if row[j] == 13 {
                break 'rows;
            }
            if row[j] == 7 {
                continue 'rows;
            }
            if row[j] == 4 {
                break;
            }
            w.push(row[j]);
            j += 1;
        }
        total ^= w.iter().fold(1, |a: i64, b| a.rotate_left(3) ^ b);
        turns += 1;
    }
    let mut outer = 0;
    'all: for row in rows {
        let mut firsts: Vec<i64> = Vec::new();
        for x in row {
            if *x < 0 {
                break 'all;
            }
            firsts.push(x ^ 1);
        }
        outer ^= firsts.iter().fold(1, |a: i64, b| a.rotate_left(3) ^ b);
    }
    (total, turns, outer)
}

/// What a condition does is done once a turn, whatever is fused in the body.
#[fuse]
pub fn conditions_ask_once(rows: &[Vec<i64>], asked: &mut Vec<usize>) -> (Vec<i64>, Vec<i64>) {
    let mut several: Vec<i64> = Vec::new();
    let mut it = rows.iter();
    while let Some(row) = it.next() {
        let all = row.iter().fold(0, |a: i64, b| a.wrapping_add(*b));
        let most = row.iter().copied().max().unwrap_or(0);
        if all == most {
            continue;
        }
        several.push(all ^ most);
    }
    several.sort();
    let mut others: Vec<i64> = Vec::new();
    let mut i = 0;
    while {
        asked.push(i);
        i < rows.len()
    } {
        let all = rows[i].iter().fold(0, |a: i64, b| a.wrapping_add(*b));
        let most = rows[i].iter().copied().max().unwrap_or(0);
        i += 1;
        others.push(all ^ most);
    }
    others.sort();
    (several, others)
}

fn fail(of: i64) -> ! {
    panic!("{of} is none");
}

/// A condition that leaves by its label, and a body whose end is never reached.
#[fuse]
pub fn odd_ends(xs: &[i64], most: usize) -> (i64, i64) {
    let mut left: Vec<i64> = Vec::new();
    let mut i = 0;
    'a: while {
        if i == most {
            break 'a;
        }
        i < xs.len()
    } {
        left.push(xs[i]);
        i += 1;
    }
    let all = left.iter().fold(0, |a: i64, b| a.rotate_left(3) ^ b);
    let mut seen: Vec<i64> = Vec::new();
    for x in xs {
        if *x == 0 {
            break;
        }
        if *x < 1000 {
            seen.push(*x);
            continue;
        }
        fail(*x);
    }
    (all, seen.iter().fold(0, |a: i64, b| a.rotate_left(3) ^ b))
}

/// A condition that asks what has been pushed.
#[fuse]
pub fn until_there_are(n: usize, most: i64) -> (i64, f64) {
    let mut terms: Vec<i64> = Vec::new();
    let mut x = 1;
    while terms.len() < n && terms.last().is_none_or(|last| *last < most) {
        x = (x * 7) % 1009;
        terms.push(x);
    }
    let all = terms.iter().fold(0, |all: i64, x| all.rotate_left(3) ^ x);
    let mut parts = Vec::new();
    let mut y = 1.0;
    while parts.len() < n {
        y *= 0.5;
        parts.push(1.0 - y);
    }
    (all, parts.iter().sum())
}

/// A name that gets its first value in the turn that ends the loop gets it once.
#[fuse]
pub fn first_values(xs: &[i64], most: i64) -> (Vec<i64>, i64, i64, i64) {
    let (mut doubled, mut sum) = (Vec::new(), 0_i64);
    let last;
    let found: i64;
    let mut i = 0;
    loop {
        if i == xs.len() {
            (last, found) = (-1, -1);
            break;
        }
        doubled.push(xs[i].wrapping_mul(2));
        if xs[i] > most {
            last = xs[i];
            found = i as i64;
            break;
        }
        i += 1;
    }
    for x in &doubled {
        sum = sum.rotate_left(3) ^ x;
    }
    (doubled, last, found, sum)
}

/// What is moved in the turn that ends the loop is moved once.
#[fuse]
pub fn moved_at_the_end(xs: &[i64], name: String, most: i64) -> (usize, i64) {
    let mut lengths: Vec<i64> = Vec::new();
    let mut bytes = 0;
    for x in xs {
        lengths.push(x.wrapping_mul(3));
        if *x > most {
            bytes += name.into_bytes().len();
            break;
        }
    }
    (bytes, lengths.iter().fold(0, |a, x| a.wrapping_mul(5) ^ x))
}

/// What is borrowed in the turn that ends the loop changes no more.
#[fuse]
pub fn lent_at_the_end(xs: &[i64], most: i64) -> (Vec<i64>, i64) {
    let mut sums: Vec<i64> = Vec::new();
    let mut seen: Vec<&i64> = Vec::new();
    let mut sum = 0_i64;
    for x in xs {
        sum = sum.wrapping_add(*x);
        sums.push(sum);
        if *x > most {
            seen.push(&sum);
            break;
        }
    }
    let hash = sums.iter().fold(0, |a: i64, x| a.rotate_left(3) ^ x);
    (seen.into_iter().copied().collect(), hash)
}

/// It has methods that are called as std's are, and take it by value.
pub struct Once(pub f64);

impl Once {
    #[must_use]
    pub fn get(self, times: usize) -> f64 {
        self.0 * times as f64
    }

    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "it is no collection")]
    pub fn len(self) -> usize {
        self.0 as usize
    }
}

#[fuse]
pub fn moved_as_if_lent(xs: &[f64], one: Once, other: (Once, f64)) -> (Vec<f64>, f64, Vec<f64>, f64, f64) {
    let mut doubled = Vec::new();
    let mut found = 0.0;
    for x in xs {
        doubled.push(x * 2.0);
        if *x > 0.5 {
            found = one.get(3);
            break;
        }
    }
    let sum = doubled.iter().sum();
    let mut halved = Vec::new();
    for x in xs {
        halved.push(x / 2.0);
        if *x > 0.25 {
            found += other.0.len() as f64 + other.1;
            break;
        }
    }
    let half = halved.iter().sum();
    (doubled, sum, halved, half, found)
}
