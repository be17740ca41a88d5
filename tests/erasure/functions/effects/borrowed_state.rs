//! State that workers reach through a reference, or under another name: two chains that change it keep their order.

#![allow(
    unused_assignments,
    unused_mut,
    unused_variables,
    reason = "each is as small as the mistake that it shows"
)]

use super::fuse;
use std::rc::Rc;

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
