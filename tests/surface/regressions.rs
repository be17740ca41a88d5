//! Programs that once meant something else under `#[fuse]`, each reduced to what it took.

#![allow(
    clippy::all,
    unused_assignments,
    unused_mut,
    unused_variables,
    reason = "each is as small as the mistake that it shows"
)]

use super::fuse;
use crate::common::tracked::{Tracked, mark};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::future::Future as _;
use std::ops::Add;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

// Names.

/// Behind the `flat_map`, `a` is the outer variable again.
#[fuse]
pub fn a_name_of_the_flat_map_behind_it(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64) {
    let a: i64 = 100;
    let sums: Vec<i64> = xs
        .iter()
        .flat_map(|a| ys.iter().map(move |b| a + b))
        .map(|p| p + a)
        .collect();
    let total: i64 = sums.iter().sum();
    (sums, total)
}

/// So it is in another chain, which would stand in the inner loop.
#[fuse]
pub fn a_name_of_the_flat_map_in_another_chain(xs: &[i64], ys: &[i64]) -> (i64, i64) {
    let a: i64 = 100;
    let ones: Vec<i64> = xs
        .iter()
        .flat_map(|a| ys.iter().map(|b| *b + 1).filter(|b| *b != 0))
        .collect();
    let shifted: i64 = ones.iter().map(|p| p + a).sum();
    let total: i64 = ones.iter().sum();
    (shifted, total)
}

/// A `mut` variable of a pattern is no fixed length.
#[fuse]
pub fn a_mutable_loop_variable_as_length(xs: &[i64]) -> Vec<(i64, i64)> {
    let mut all = Vec::new();
    for mut n in 0..xs.len().min(5) as i64 {
        let doubled: Vec<i64> = (0..n).map(|i| i * 2).collect();
        n += 2;
        let sum: i64 = doubled.iter().sum();
        let further: i64 = (0..n).map(|i| i + 1).sum();
        all.push((sum, further));
    }
    all
}

macro_rules! bind {
    ($name:ident, $value:expr) => {
        let $name = $value;
    };
}

/// A macro may bind a name that it is given: another array of the same name.
#[fuse]
pub fn an_array_bound_by_a_macro(xs: &[i64]) -> (i64, i64) {
    let ys: Vec<i64> = xs.iter().map(|x| x + 1).collect();
    bind!(ys, vec![5_i64; ys.len() + 2]);
    let sum: i64 = ys.iter().sum();
    let other: i64 = xs.iter().sum();
    (sum, other)
}

/// Another length of the same name.
#[fuse]
pub fn a_length_bound_by_a_macro(xs: &[i64]) -> (usize, usize) {
    let n: usize = xs.len();
    let ys: Vec<usize> = (0..n).map(|i| i + 1).collect();
    bind!(n, 1_usize);
    let sum: usize = ys.iter().sum();
    let other: usize = (0..n).map(|i| i + 1).sum();
    (sum, other)
}

macro_rules! count_calls {
    ($name:ident) => {
        let mut calls = 0;
        let mut $name = |x: &i64| {
            calls += 1;
            x * 100 + calls
        };
    };
}

/// Or a closure with a state.
#[fuse]
pub fn a_closure_bound_by_a_macro(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    count_calls!(f);
    let first: Vec<i64> = xs.iter().map(|x| f(x)).collect();
    let second: Vec<i64> = xs.iter().map(|x| f(x)).collect();
    (first, second)
}

/// What is compiled away binds nothing: `ys` is still the array above.
#[fuse]
pub fn a_let_that_is_compiled_away(xs: &[f64]) -> (f64, f64) {
    let ys: Vec<f64> = xs.iter().map(|x| x + 1.0).collect();
    #[cfg(any())]
    let ys: Vec<f64> = Vec::new();
    let sum: f64 = ys.iter().sum();
    let other: f64 = xs.iter().sum();
    (sum, other)
}

/// A `push` that is no `Vec`'s.
pub trait Push {
    fn push(&mut self, element: i64);
}

impl Push for [i64] {
    fn push(&mut self, element: i64) {
        self[0] ^= element;
        self[1] += 1;
    }
}

/// A fused loop takes no array or slice for a vector.
#[fuse]
pub fn a_push_of_an_extension_trait(xs: &[i64], slice: &mut [i64]) -> ([i64; 2], Box<[i64]>, i64) {
    let mut array: [i64; 2] = [0, 0];
    for x in xs {
        array.push(*x);
    }
    let mut boxed: Box<[i64]> = Box::new([0, 0]);
    for x in xs {
        boxed.push(*x);
        slice.push(*x);
    }
    let all: i64 = xs.iter().fold(0, |all, x| all ^ x);
    (array, boxed, all)
}

/// `out` is a reference to the vector.
#[fuse]
pub fn a_vector_bound_by_reference(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let ref mut out = Vec::new();
    let ref mut annotated: Vec<i64> = vec![1];
    for x in xs {
        out.push(*x);
        annotated.push(x ^ 1);
    }
    let all: i64 = xs.iter().fold(0, |all, x| all ^ x);
    out.push(all);
    (std::mem::take(out), std::mem::take(annotated))
}

/// The `k` of the workers is a part of the pattern.
#[fuse]
pub fn a_name_behind_an_at(xs: &[i64]) -> (i64, i64) {
    let k: i64 = xs.iter().fold(0, |all, x| all ^ x);
    let pair @ [k, _] = [k ^ 5, 2];
    let parts: i64 = xs.iter().fold(0, |all, x| all ^ (x & k));
    (parts, pair[0])
}

const ZERO: i64 = 0;

/// What is found must be `ZERO`: not only an empty array leaves.
#[fuse]
pub fn a_constant_that_is_looked_for(xs: &[i64]) -> i64 {
    let all: i64 = xs.iter().fold(0, |all, x| all ^ x);
    let Some(ZERO) = xs.iter().copied().min() else {
        return all;
    };
    let parts: i64 = xs.iter().map(|x| 100 / (x + 1)).fold(0, |all, x| all ^ x);
    all ^ parts
}

/// So must it be `None`.
#[fuse]
pub fn a_none_that_is_looked_for(xs: &[Option<i64>]) -> i64 {
    let all: usize = xs.iter().count();
    let Some(None) = xs.iter().copied().max() else {
        return all as i64;
    };
    let parts: i64 = xs.iter().fold(0, |all, x| all ^ (10 / x.unwrap_or(1)));
    parts
}

// The order of effects.

fn draw(x: &i64, state: &mut i64) -> i64 {
    *state = state.wrapping_mul(31).wrapping_add(7);
    x.wrapping_add(*state)
}

fn lend(state: &mut i64) -> &mut i64 {
    state
}

/// Both chains reborrow `state` without a word, in one statement.
#[fuse]
pub fn a_state_given_away_twice_in_one_statement(xs: &[i64]) -> (i64, i64) {
    let mut start: i64 = 1;
    let state = lend(&mut start);
    let difference = xs
        .iter()
        .map(|x| draw(x, state))
        .fold(0_i64, |a, b| a.wrapping_mul(3).wrapping_add(b))
        ^ xs.iter()
            .map(|x| draw(x, state))
            .fold(0_i64, |a, b| a.wrapping_mul(5).wrapping_add(b));
    (difference, start)
}

/// Borrowed and emptied in one statement.
#[fuse]
pub fn an_array_read_and_emptied_in_one_statement(ys: Vec<String>) -> usize {
    let difference: usize = ys.iter().map(|x| x.len()).sum::<usize>()
        - ys.into_iter().map(|x| x.into_bytes().len()).sum::<usize>();
    difference
}

/// An array of `Copy` elements is emptied, and is still there.
#[fuse]
pub fn an_array_emptied_and_read(ys: [i64; 3]) -> (i64, i64, i64) {
    let first: i64 = ys.into_iter().map(|x| x + 1).sum();
    let second: i64 = ys.iter().map(|x| *x * 2).sum();
    let third: i64 = ys.into_iter().zip(ys.iter()).map(|(x, y)| x * *y).sum();
    (first, second, third)
}

/// What `state` refers to is read by its own name when the chain has changed it.
#[fuse]
pub fn a_state_read_by_its_own_name(xs: &[i64]) -> (i64, i64, i64) {
    let mut start: i64 = 1;
    let state = lend(&mut start);
    let first: i64 = xs
        .iter()
        .map(|x| draw(x, state))
        .fold(0_i64, |a, b| a.wrapping_add(b));
    let k = start;
    let second: i64 = xs
        .iter()
        .map(|x| x.wrapping_mul(k))
        .fold(0_i64, |a, b| a.wrapping_add(b));
    (first, k, second)
}

/// The elements are the mutable references.
#[fuse]
pub fn a_state_changed_through_elements(xs: &[i64]) -> (i64, i64, i64) {
    let mut total: i64 = xs.len() as i64;
    let handles: Vec<&mut i64> = vec![&mut total];
    let before: Vec<i64> = handles.iter().map(|x| **x + 1).collect();
    let count: i64 = handles
        .into_iter()
        .map(|x| {
            *x += 5;
            1
        })
        .sum();
    let now = total;
    let scaled: i64 = before.iter().map(|x| x * now).sum();
    (count, now, scaled)
}

/// Remembers what it was asked, as caches do.
pub struct Cache {
    asked: Vec<i64>,
    greatest: i64,
}

impl Cache {
    pub fn new() -> Cache {
        Cache {
            asked: Vec::new(),
            greatest: 0,
        }
    }

    fn get(&mut self, key: &i64) -> i64 {
        self.asked.push(*key);
        self.asked.len() as i64
    }

    fn max(&mut self, x: i64) -> i64 {
        self.greatest = self.greatest.max(x);
        self.greatest
    }
}

/// The `get` of a cache takes `&mut self`.
#[fuse]
pub fn a_cache(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
    let mut cache = Cache::new();
    let first: Vec<i64> = xs.iter().map(|x| cache.get(x)).collect();
    let second: Vec<i64> = xs.iter().map(|x| cache.get(x) * 2).collect();
    (first, second, cache.asked)
}

#[fuse]
pub fn a_cache_behind_a_reference(xs: &[i64], cache: &mut Cache) -> (Vec<i64>, Vec<i64>) {
    let first: Vec<i64> = xs.iter().map(|x| cache.get(x)).collect();
    let second: Vec<i64> = xs.iter().map(|x| cache.get(x) * 2).collect();
    (first, second)
}

/// The `max` of a running maximum does, too.
#[fuse]
pub fn a_running_maximum(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let mut so_far = Cache::new();
    let first: Vec<i64> = xs.iter().map(|x| so_far.max(*x)).collect();
    let second: Vec<i64> = xs.iter().map(|x| so_far.max(*x - 1)).collect();
    (first, second)
}

/// Clones of one chain change what the other counts.
#[fuse]
pub fn counted_references(xs: &[i64]) -> (Vec<usize>, usize) {
    let shared: Vec<Rc<i64>> = vec![Rc::new(1); xs.len().min(9)];
    let counts: Vec<usize> = shared.iter().map(|x| Rc::strong_count(x)).collect();
    let clones: Vec<Rc<i64>> = shared.iter().cloned().collect();
    (counts, clones.len())
}

/// An operator of a user's may do anything, and here consumes its operand.
pub struct Loud(Tracked);

impl Add<i64> for Loud {
    type Output = i64;

    fn add(self, other: i64) -> i64 {
        mark(self.0.label());
        self.0.label() + other
    }
}

/// The first sum cannot be taken before `k` is known.
#[fuse]
pub fn operators_in_order(xs: &[Tracked]) -> (i64, i64, i64) {
    let (one, two) = (Loud(Tracked::new(9001)), Loud(Tracked::new(9002)));
    let sum: i64 = xs.iter().map(|x| x.label()).sum();
    let shifted = one + sum;
    let k = two + 1;
    let scaled: i64 = xs.iter().map(|x| x.label() * k).sum();
    (shifted, k, scaled)
}

// Drops.

/// The array is declared before `k`, and filled after it.
#[fuse]
pub fn kept_elements_of_a_late_loop(xs: &[Tracked]) -> i64 {
    let _before = Tracked::new(9001);
    let twins: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    let k: i64 = 1 + 2;
    let sum: i64 = twins.iter().map(|x| x.label() * k).sum();
    let _after = Tracked::new(9002);
    mark(1);
    sum
}

/// A worker given by name is dropped with its chain.
#[fuse]
pub fn workers_that_hold_something(xs: &[Tracked]) -> (i64, i64) {
    let one: Tracked = Tracked::new(9001);
    let two: Tracked = Tracked::new(9002);
    let f = move |x: &Tracked| x.label() + one.label();
    let g = move |x: &Tracked| x.label() * two.label();
    let first: i64 = xs.iter().map(f).sum();
    let second: i64 = xs.iter().map(g).sum();
    mark(1);
    (first, second)
}

/// Also if nobody reads what the chain makes.
#[fuse]
pub fn a_worker_of_a_dead_chain(xs: &[Tracked]) -> usize {
    let held = Tracked::new(9001);
    let f = move |_: &Tracked| {
        let _held = &held;
        1.0
    };
    let _ones: Vec<f64> = xs.iter().map(f).collect();
    mark(1);
    xs.iter().count()
}

/// The elements are dropped before `k` consumes its operand.
#[fuse]
pub fn elements_before_an_operand(xs: Vec<Tracked>) -> (i64, i64, i64) {
    let last = Loud(Tracked::new(9001));
    let labels: Vec<i64> = xs.iter().map(|x| x.label()).collect();
    let sum: i64 = xs.into_iter().map(|x| x.into_label()).sum();
    let k = last + 1;
    let scaled: i64 = labels.iter().map(|x| x * k).sum();
    (sum, k, scaled)
}

/// The closure drops the outer element before the inner ones come.
#[fuse]
pub fn outer_elements_that_are_not_used(xs: Vec<Tracked>, inner: &[Tracked]) -> (usize, i64) {
    let all: Vec<Tracked> = xs
        .into_iter()
        .flat_map(|_outer| inner.iter().map(|x| x.clone()))
        .filter(|x| x.label() % 2 == 1)
        .collect();
    let sum: i64 = all.iter().map(|x| x.label()).sum();
    mark(1);
    (all.len(), sum)
}

// Panics.

/// Its comparison panics if it is asked about a NaN.
#[derive(Clone, Copy)]
pub struct Ordered(pub f64);

impl PartialEq for Ordered {
    fn eq(&self, other: &Ordered) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ordered {}

impl Ord for Ordered {
    fn cmp(&self, other: &Ordered) -> Ordering {
        self.0.partial_cmp(&other.0).unwrap()
    }
}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Ordered) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Nobody reads what it makes, but it panics.
#[fuse]
pub fn a_dead_comparison(xs: &[Ordered], zero: Ordered) -> usize {
    let _below: Vec<bool> = xs.iter().map(|x| *x < zero).collect();
    let all: usize = xs.iter().count();
    all
}

/// The filter sees to it that it does not.
#[fuse]
pub fn a_guarded_comparison(xs: &[f64]) -> (Vec<bool>, usize) {
    let ordered: Vec<Ordered> = xs.iter().map(|x| Ordered(*x)).collect();
    let zero = Ordered(0.0);
    let below: Vec<bool> = ordered
        .iter()
        .copied()
        .filter(|x| !x.0.is_nan())
        .map(|x| x < zero)
        .collect();
    let all: usize = ordered.iter().count();
    (below, all)
}

/// The dead chain names a scalar that is assigned after it.
#[fuse]
pub fn a_dead_chain_and_a_late_sum(xs: &[f64]) -> (f64, f64) {
    let k: f64 = xs.iter().sum();
    let _scaled: Vec<f64> = xs.iter().map(|x| x * k).collect();
    let n: f64 = 3.0 * 2.0;
    let sum: f64 = xs.iter().map(|x| x * n).sum();
    (k, sum)
}

// Advice of the report, followed to the letter.

/// The elements of a row that is a `&mut` itself, by `&mut row[..]`: `&mut row` does not compile.
#[fuse]
pub fn elements_of_a_lent_row(xs: &[i64]) -> (Vec<i64>, i64) {
    let mut all: Vec<i64> = xs.to_vec();
    let mut kept: i64 = 0;
    for row in all.chunks_mut(3) {
        let elements: &mut [i64] = &mut row[..];
        for x in elements.iter_mut() {
            *x ^= 3;
        }
        kept ^= elements.iter().fold(0, |all, x| all ^ x);
    }
    (all, kept)
}

/// Two fields by slices of one element type each: neither can come to hold the other.
#[fuse(loops = 1)]
pub fn fields_lent_as_slices(all: &mut (Vec<i64>, Vec<i64>)) -> i64 {
    let xs: &mut [i64] = &mut all.0[..];
    let ys: &mut [i64] = &mut all.1[..];
    assert_eq!(xs.len(), ys.len());
    for x in xs.iter_mut() {
        *x ^= 3;
    }
    for (y, x) in ys.iter_mut().zip(xs.iter()) {
        *y ^= x & 5;
    }
    ys.iter().fold(0, |all, y| all ^ y)
}

/// A reference behind `&mut` comes to hold another array.
#[fuse]
pub fn a_slice_assigned_through_a_reference(xs: &[i64], ys: &[i64]) -> (i64, i64, i64) {
    let mut xs: Vec<i64> = xs.to_vec();
    let mut ys: Vec<i64> = ys.to_vec();
    assert_eq!(xs.len(), ys.len());
    let mut first: &mut [i64] = &mut xs[..];
    let lent: &mut &mut [i64] = &mut first;
    let before: i64 = lent.iter().fold(0, |all, x| all ^ x);
    *lent = &mut ys[..];
    for x in lent.iter_mut() {
        *x ^= 3;
    }
    let after: i64 = lent.iter().fold(0, |all, x| all ^ x);
    let all: i64 = ys.iter().fold(0, |all, x| all ^ (x & 9));
    (before, after, all)
}

/// An array grows behind the question whether it is empty: the loop must have built it.
#[fuse]
pub fn grown_behind_a_guard(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let mut odd: Vec<i64> = xs.iter().copied().filter(|x| x % 2 != 0).collect();
    let even: Vec<i64> = xs.iter().copied().filter(|x| x % 2 == 0).collect();
    if odd.is_empty() {
        return (even, Vec::new());
    }
    odd.push(4);
    (odd, even)
}

/// What a set would have been told of its size leaves the block around a loop in an `async` function.
#[fuse]
pub async fn sets_that_wait(xs: &[i64]) -> (Vec<i64>, i64) {
    let low: HashSet<i64> = xs.iter().map(|x| x & 7).collect();
    let all: i64 = xs.iter().fold(0, |all, x| all ^ x);
    std::future::ready(()).await;
    let mut low: Vec<i64> = low.into_iter().collect();
    low.sort_unstable();
    (low, all)
}

/// Never suspended: the first poll is the last.
pub fn run_sets_that_wait(xs: &[i64]) -> (Vec<i64>, i64) {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(sets_that_wait(xs)).poll(&mut context) {
        Poll::Ready(result) => result,
        Poll::Pending => unreachable!("it waits for nothing"),
    }
}

/// Nobody asks for what one loop makes, and the value of the block waits for nothing.
#[fuse]
pub fn a_value_behind_a_loop_for_nothing(xs: &[i32], ys: &[i32]) -> i32 {
    let _a: Vec<i32> = xs.iter().copied().filter(|x| x * 2 > 3).collect();
    let _b: Vec<i32> = xs.iter().copied().filter(|x| x * 3 > 3).collect();
    ys.iter().fold(0, |all, y| all ^ y)
}

/// A reference to an element whose type is two bounds needs parentheses.
#[fuse]
pub fn elements_of_two_bounds(fs: &[impl Fn(i64) -> i64 + Clone], x: i64) -> (i64, usize) {
    let sum: i64 = fs.iter().map(|f| f(x) & 7).sum();
    let even = fs.iter().filter(|f| f(x) % 2 == 0).count();
    (sum, even)
}

/// An iterator that is bound first and named inside the worker of another stays bound.
#[fuse]
pub fn an_iterator_in_a_worker(xs: &[i64], ys: &[i64]) -> (i64, i64, Vec<i64>) {
    let all: i64 = xs.iter().fold(0, |all, x| all ^ x);
    let low: i64 = xs.iter().fold(0, |all, x| all ^ (x & 7));
    let mixed = xs.iter().map(|x| x ^ all);
    let pairs = ys.iter().flat_map(|y| mixed.clone().map(move |x| x & y));
    (all, low, Vec::from_iter(pairs))
}

pub struct Counted<I> {
    lines: usize,
    widths: I,
    longest: Option<usize>,
}

/// An iterator that is bound first and becomes a field by its name alone.
#[fuse]
fn counted(text: &str) -> Counted<impl Iterator<Item = usize> + '_> {
    let lines = text.lines().count();
    let longest = text.lines().map(|line| line.len()).max();
    let widths = text.split('\n').map(|line| line.chars().count());
    Counted {
        lines,
        widths,
        longest,
    }
}

pub fn an_iterator_in_a_field(text: &str) -> (usize, Vec<usize>, Option<usize>) {
    let counted = counted(text);
    (counted.lines, counted.widths.collect(), counted.longest)
}

/// What drives a loop of several passes is a name, and no iterator yet.
#[fuse]
pub fn passes_over_a_name(xs: &[i64]) -> (i64, Vec<i64>) {
    let largest: i64 = std::iter::zip(xs, xs.iter()).fold(2, |largest, (x, _)| largest.max(*x));
    let ones: Vec<i64> = xs.iter().enumerate().map(|_| 1).collect();
    (largest, ones)
}

/// What `xs` stands in.
pub struct Held {
    /// Numbers.
    pub xs: Vec<i64>,
}

/// `Vec<i64>` is extended by `&i64`, too: by those of an array that is nobody's, of one that the loop makes, and of pairs.
#[fuse]
pub fn halves_of_references(held: &Held) -> (Vec<Vec<i64>>, Option<i64>, i64) {
    let (a, b): (Vec<i64>, Vec<i64>) = held.xs.iter().partition(|x| **x < 0);
    let least = held.xs.iter().copied().min();
    let scaled: Vec<i64> = held.xs.iter().map(|x| x ^ 3).collect();
    let (c, d): (Vec<i64>, Vec<i64>) = scaled.iter().partition(|x| **x % 3 == 0);
    let (e, f): (Vec<i64>, Vec<i64>) = scaled.iter().map(|x| (x, x ^ 1)).unzip();
    let sum: i64 = scaled.iter().map(|x| x % 10).sum();
    (vec![a, b, c, d, e, f], least, sum)
}

/// The halves may be any `Vec`s of what goes through the loop, which need not be known.
#[fuse]
pub fn halves_without_a_type(xs: &[i64]) -> (Vec<String>, Vec<String>, usize) {
    let words: Vec<String> = xs.iter().map(|x| x.to_string()).collect();
    let (short, long): (Vec<String>, Vec<String>) = words.into_iter().partition(|word| word.len() < 3);
    let (odd, even): (Vec<_>, Vec<_>) = xs.iter().copied().partition(|x| x % 2 != 0);
    let count = odd.len() * 3 + even.iter().filter(|x: &&i64| **x > 4).count();
    (short, long, count)
}

/// References to references, copied twice in a row.
#[fuse]
pub fn copied_twice(xs: &[i64]) -> (Vec<i64>, usize, Vec<i64>) {
    let refs: Vec<&i64> = xs.iter().collect();
    let left: Vec<i64> = refs.iter().copied().copied().collect();
    let odd = refs.iter().filter(|x| ***x % 2 != 0).count();
    let right: Vec<i64> = refs.iter().copied().cloned().collect();
    (left, odd, right)
}
