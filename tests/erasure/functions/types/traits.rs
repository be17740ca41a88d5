//! Types whose traits and methods are not what their names suggest, and what compiles only if types,
//! lifetimes and temporaries are kept.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

use super::fuse;
use crate::common::ready;
use crate::common::tracked::Tracked;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;
use std::iter::{Product, Sum};
use std::ops::Add;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// Its sum starts at a hundred and goes backwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Money(pub i64);

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(iter: I) -> Money {
        let all: Vec<Money> = iter.collect();
        Money(all.iter().rev().fold(100, |a, m| a * 3 & 0xffff ^ m.0))
    }
}

/// The sum of references is another one.
impl<'a> Sum<&'a Money> for Money {
    fn sum<I: Iterator<Item = &'a Money>>(iter: I) -> Money {
        Money(iter.fold(-1, |a, m| a * 5 & 0xffff ^ m.0))
    }
}

/// Only of references is there a product.
impl<'a> Product<&'a Money> for Money {
    fn product<I: Iterator<Item = &'a Money>>(iter: I) -> Money {
        Money(iter.count() as i64)
    }
}

impl Add for Money {
    type Output = Money;

    fn add(self, other: Money) -> Money {
        Money(self.0 - other.0)
    }
}

#[fuse]
pub fn sums_of_ones_own(xs: &[i64]) -> [Money; 4] {
    let coins: Vec<Money> = xs.iter().map(|x| Money(*x)).collect();
    let by_value: Money = coins.iter().copied().sum();
    let by_reference: Money = coins.iter().sum();
    let product: Money = coins.iter().product();
    let folded = coins.iter().copied().fold(Money(0), |a, b| a + b);
    [by_value, by_reference, product, folded]
}

/// A sum into another type than the elements'.
#[fuse]
pub fn sums_into_options(xs: &[i64]) -> (Option<i64>, Result<i64, i64>, i64) {
    let some: Option<i64> = xs.iter().map(|x| (*x != 3).then_some(x & 7)).sum();
    let ok: Result<i64, i64> = xs
        .iter()
        .map(|x| if *x == 5 { Err(*x) } else { Ok(x & 7) })
        .sum();
    let sum: i64 = xs.iter().map(|x| x & 7).sum();
    (some, ok, sum)
}

/// Has its own `iter`, `map`, `sum`, `len`.
#[derive(Clone, Copy)]
pub struct Own(pub i64);

impl Own {
    #[must_use]
    pub fn iter(self) -> Own {
        Own(self.0 + 1)
    }
    #[must_use]
    pub fn map(self, f: impl FnOnce(i64) -> i64) -> Own {
        Own(f(self.0) * 2)
    }
    #[must_use]
    pub fn filter(self, f: impl FnOnce(i64) -> bool) -> Own {
        Own(i64::from(f(self.0)))
    }
    #[must_use]
    pub fn sum(self) -> i64 {
        self.0
    }
    #[must_use]
    pub fn count(self) -> i64 {
        self.0 + 7
    }
}

/// A parameter of a user's type: what it is cannot be seen, so each chain stays as it is.
#[fuse]
pub fn methods_of_ones_own(own: Own) -> (i64, i64, i64) {
    let a = own.iter().map(|x| x + 1).sum();
    let b = own.map(|x| x + 1).sum();
    let c = own.filter(|x| x > 1).count();
    (a, b, c)
}

/// Extension traits with names of std.
pub trait Extended {
    fn total(&self) -> i64;
    fn copied(&self) -> i64;
}

impl Extended for [i64] {
    fn total(&self) -> i64 {
        self.iter().map(|x| x & 3).sum()
    }
    fn copied(&self) -> i64 {
        -1
    }
}

#[fuse]
pub fn extension_traits(xs: &[i64]) -> (i64, i64, Vec<i64>) {
    let a = xs.total();
    let b = xs.copied();
    let c: Vec<i64> = xs.iter().copied().collect();
    (a, b, c)
}

/// As many clones as are written.
#[fuse]
pub fn clones(xs: &[Tracked]) -> (Vec<Tracked>, usize, Option<Tracked>, Vec<Tracked>) {
    let all: Vec<Tracked> = xs.iter().cloned().collect();
    let odd = xs.iter().cloned().filter(|x| x.label() & 1 == 1).count();
    let greatest: Option<Tracked> = all.iter().max_by_key(|x| x.label()).cloned();
    let some: Vec<Tracked> = xs.iter().filter(|x| x.label() & 1 == 0).cloned().collect();
    (all, odd, greatest, some)
}

/// Clones of counted references count.
#[fuse]
pub fn counted(xs: &[i64]) -> (usize, usize, usize) {
    let one = Rc::new(5);
    let all: Vec<Rc<i64>> = xs.iter().map(|_| Rc::clone(&one)).collect();
    let during = Rc::strong_count(&one);
    let n = all.iter().filter(|x| ***x == 5).count();
    drop(all);
    (during, n, Rc::strong_count(&one))
}

async fn nothing() {}

fn is_send<T: Send>(value: T) -> T {
    value
}

/// What is not `Send` is gone before the function waits.
#[fuse]
async fn waiting(xs: Vec<i64>, lock: Arc<Mutex<Vec<i64>>>) -> (i64, i64, i64) {
    let before: i64 = lock.lock().unwrap().iter().map(|x| x & 7).sum();
    let counted: i64 = {
        let one = Rc::new(3);
        let scaled: Vec<i64> = xs.iter().map(|x| x & *one).collect();
        scaled.iter().sum()
    };
    nothing().await;
    let guard = lock.lock().unwrap();
    let sum: i64 = guard.iter().map(|x| x & before).sum();
    drop(guard);
    let other: i64 = xs.iter().map(|x| x & counted).sum();
    (before, sum, other)
}

pub fn waits(xs: &[i64]) -> (i64, i64, i64) {
    ready(is_send(waiting(
        xs.to_vec(),
        Arc::new(Mutex::new(xs.to_vec())),
    )))
}

// Types that follow from what comes later.

#[fuse]
pub fn inferred_later(xs: &[i64]) -> (Vec<i64>, BTreeSet<i64>, u8, i64) {
    let mut all = Vec::new();
    for x in xs {
        all.push(x ^ 1);
    }
    let set = xs.iter().map(|x| x & 15).collect();
    let flips = xs.iter().fold(0, |a, x| a ^ u8::from(*x > 3));
    let sum = all.iter().map(|x| x & 3).sum();
    (all, set, flips, sum)
}

/// Without the second statement `0` were an `i32`.
#[fuse]
pub fn literal_typed_later(xs: &[i64]) -> (u8, u64) {
    let ones = xs.iter().fold(0, |a, _| (a + 1) % 100);
    let wide = xs
        .iter()
        .map(|x| x.unsigned_abs() & 1)
        .fold(0, |a, x| a + x);
    takes_byte(ones);
    (ones, wide)
}

fn takes_byte(_: u8) {}

#[fuse]
pub fn generic<T, const N: usize>(xs: &[T], width: [usize; N]) -> (Vec<T>, usize, Vec<Vec<T>>)
where
    T: Clone + PartialOrd + Debug,
{
    let sorted: Vec<T> = xs.iter().cloned().filter(|x| *x >= *x).collect();
    let rising = xs.windows(2).filter(|w| w[0] <= w[1]).count();
    let parts: Vec<Vec<T>> = width
        .iter()
        .map(|w| xs.iter().take(*w).cloned().collect())
        .collect();
    (sorted, rising, parts)
}

// Borrows and temporaries.

/// References into the parameter outlive the loop, those into a local do not leave it.
#[fuse]
pub fn longest<'a>(words: &'a [String], other: &str) -> (Option<&'a str>, usize, Vec<&'a str>) {
    let lower: Vec<String> = words.iter().map(|w| w.to_lowercase()).collect();
    let same = lower.iter().filter(|w| w.as_str() == other).count();
    let long: Option<&'a str> = words.iter().map(|w| w.as_str()).max_by_key(|w| w.len());
    let starts: Vec<&'a str> = words
        .iter()
        .filter(|w| w.starts_with(other))
        .map(|w| w.as_str())
        .collect();
    (long, same, starts)
}

/// What is borrowed from a temporary is used in its statement.
#[fuse]
pub fn temporaries(words: &[String]) -> (usize, usize, String, i64) {
    let a = words.join(" ").split(' ').filter(|w| !w.is_empty()).count();
    let b = words.concat().chars().filter(|c| c.is_alphabetic()).count();
    let c: String = words.join("-").chars().rev().collect();
    let d: i64 = vec![1, 2, 3].iter().map(|x| x * 2).sum();
    (a, b, c, d)
}

/// A borrow that must be over before the next statement.
#[fuse]
pub fn borrows_that_end(table: &mut HashMap<String, Vec<i64>>, key: &str) -> (i64, usize, i64) {
    let entry = table.entry(key.to_owned()).or_default();
    let sum: i64 = entry.iter().map(|x| x & 7).sum();
    let most = entry.iter().copied().max().unwrap_or(0);
    entry.push(sum);
    table.insert("other".to_owned(), vec![most]);
    let all: usize = table.values().map(|v| v.len()).sum();
    let total: i64 = table
        .values()
        .map(|v| v.iter().map(|x| x & 7).sum::<i64>())
        .sum();
    (sum, all, total)
}

/// What an operator in a worker takes by value is copied, and what is taken twice.
#[fuse]
pub fn copied_unseen<B>(xs: &[i64], make: impl Fn() -> B, by: i64) -> (Vec<B>, B, Vec<i64>, i64)
where
    B: Copy + std::ops::BitXor<i64, Output = B>,
{
    let start = make();
    let all: Vec<B> = xs.iter().map(|x| start ^ *x).collect();
    let last = xs.iter().fold(start, |last, x| last ^ *x);
    let masked = |x: &i64| x ^ by;
    let each: Vec<i64> = xs.iter().map(masked).collect();
    let together = xs.iter().map(masked).fold(0, |all, x| all ^ x);
    (all, last, each, together)
}

/// What is moved at last, and only looked at before.
#[fuse]
pub fn moved_at_last(xs: &[i64], make: impl Fn() -> Vec<i64>) -> (i64, Vec<i64>) {
    let start = make();
    let sum = xs.iter().map(|x| x ^ start.len() as i64).fold(0, |sum: i64, x| sum ^ x);
    let all = xs.iter().fold(start, |mut all, x| {
        all.push(*x);
        all
    });
    (sum, all)
}
