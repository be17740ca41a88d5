//! Loops whose bodies drop values that are watched.

use super::fuse;
use crate::common::tracked::{Tracked, mark};
use std::collections::BTreeMap;

/// Two loops that replace what they hold.
#[fuse]
pub fn replaced(xs: &[Tracked]) -> i64 {
    let mut last = None;
    for x in xs {
        last = Some(x.twin());
    }
    mark(1);
    let mut other = Tracked::new(3);
    for x in xs {
        other = x.twin();
    }
    let sum: i64 = xs.iter().map(|x| x.label()).sum();
    mark(2);
    sum + last.map_or(0, |last| last.label()) + other.label()
}

#[fuse]
pub fn replaced_together(xs: &[Tracked]) -> i64 {
    let mut last = None;
    let mut other = Tracked::new(3);
    for x in xs {
        last = Some(x.twin());
    }
    for x in xs {
        other = x.twin();
    }
    let mut count = 0;
    for x in xs {
        count += x.label() & 1;
    }
    count + last.map_or(0, |last| last.label()) + other.label()
}

/// The array is never built, but its elements live as long as it would have.
#[fuse]
pub fn kept(xs: &[Tracked]) -> i64 {
    let twins: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    let mut sum = 0;
    for twin in &twins {
        sum += twin.label();
    }
    let mut odd = 0;
    for twin in twins.iter() {
        if twin.label() % 2 == 1 {
            odd += 1;
        }
    }
    mark(7);
    sum + odd
}

/// What the pattern leaves unbound is dropped at the end of the body, behind what it binds.
#[fuse]
pub fn unbound_parts(xs: &[Tracked]) -> i64 {
    let mut sum = 0;
    for (i, _) in xs.iter().map(|x| x.twin()).enumerate() {
        sum += i as i64;
    }
    let mut labels = 0;
    for (a, _) in xs.iter().map(|x| (x.twin(), x.twin())) {
        labels += a.label();
    }
    let plain: i64 = xs.iter().map(|x| x.label()).sum();
    sum + plain + labels
}

#[fuse]
pub fn changed_in_place(mut xs: Vec<Tracked>) -> i64 {
    for x in xs.iter_mut() {
        *x = x.twin();
    }
    let sum: i64 = xs.iter().map(|x| x.label()).sum();
    mark(4);
    let mut last = None;
    for x in xs.iter() {
        last = Some(x.twin());
    }
    for x in &mut xs {
        *x = x.twin();
    }
    sum + last.map_or(0, |last| last.label())
}

#[fuse]
pub fn emptied(xs: Vec<Tracked>) -> i64 {
    let count: usize = xs.iter().count();
    let mut kept = Vec::new();
    for x in xs {
        if x.label() % 2 == 0 {
            kept.push(x);
        }
    }
    mark(5);
    let mut sum = 0;
    for x in &kept {
        sum += x.label();
    }
    sum + count as i64
}

#[fuse]
pub fn in_a_map(xs: &[Tracked]) -> i64 {
    let mut first = BTreeMap::new();
    for x in xs {
        first.insert(x.label() % 5, x.twin());
    }
    let mut second = BTreeMap::new();
    for x in xs {
        second.insert(x.label() % 3, x.twin());
    }
    let sum: i64 = xs.iter().map(|x| x.label()).sum();
    mark(6);
    sum + first.len() as i64 + second.len() as i64
}

/// Its destructor says how far it has come.
struct Count<'a> {
    seen: &'a std::cell::Cell<u32>,
    n: u32,
}

impl Drop for Count<'_> {
    fn drop(&mut self) {
        self.seen.set(self.n);
    }
}

#[fuse]
fn counted_up_to_a_panic(xs: &[i64], by: i64, seen: &std::cell::Cell<u32>) -> (i64, u32) {
    let mut count = Count { seen, n: 0 };
    for _x in xs {
        count.n += 1;
    }
    let mixed = xs.iter().map(|x| (x & 255) / by).fold(0, |a, b| a ^ b);
    (mixed, count.n)
}

/// What a closure has written is seen when its panic is caught.
#[fuse]
fn caught(xs: &[i64], by: i64) -> (u32, bool) {
    let mut n = 0;
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        for _x in xs {
            n += 1;
        }
        xs.iter().map(|x| (x & 255) / by).fold(0, |a, b| a ^ b)
    }));
    (n, result.is_ok())
}

pub fn up_to_a_panic(xs: &[i64], by: i64) -> (Option<(i64, u32)>, u32, (u32, bool)) {
    let seen = std::cell::Cell::new(0);
    let counted = std::panic::AssertUnwindSafe(|| counted_up_to_a_panic(xs, by, &seen));
    let counted = std::panic::catch_unwind(counted).ok();
    (counted, seen.get(), caught(xs, by))
}
