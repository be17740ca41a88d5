//! What is collected into other collections than `Vec`, and what ends in two of them.

use super::fuse;
use crate::common::tracked::{Tracked, mark};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::{BuildHasherDefault, DefaultHasher};

type Ordered = (BTreeMap<i64, usize>, BTreeSet<i64>, VecDeque<i64>);

#[fuse(loops = 2)]
pub fn ordered(xs: &[i64]) -> (i64, Ordered, Vec<i64>, LinkedList<bool>) {
    let bits = xs.iter().fold(0, |s, x| s | x);
    let last: BTreeMap<i64, usize> = xs.iter().enumerate().map(|(i, x)| (x & 31, i)).collect();
    let odd = xs
        .iter()
        .filter(|x| *x % 2 == 1)
        .copied()
        .collect::<BTreeSet<_>>();
    let queue: VecDeque<i64> = xs.iter().copied().collect();
    let heap: BinaryHeap<i64> = xs.iter().map(|x| x ^ 1).collect();
    let list: LinkedList<bool> = xs.iter().map(|x| *x > 3).collect();
    (bits, (last, odd, queue), heap.into_sorted_vec(), list)
}

#[fuse(loops = 3)]
pub fn hashed(words: &[String]) -> (usize, Vec<usize>, Vec<(String, usize)>, HashSet<String>) {
    let bytes: usize = words.iter().map(|w| w.len()).sum();
    let lengths: HashSet<usize> = words.iter().map(|w| w.len()).collect();
    let map: HashMap<String, usize> = words.iter().map(|w| (w.clone(), w.len())).collect();
    let long: HashSet<_> = words.iter().filter(|w| w.len() > 2).cloned().collect();
    let mut lengths: Vec<usize> = lengths.into_iter().collect();
    lengths.sort();
    let mut pairs: Vec<(String, usize)> = map.into_iter().collect();
    pairs.sort();
    (bytes, lengths, pairs, long)
}

type Fixed<T> = HashSet<T, BuildHasherDefault<DefaultHasher>>;

/// A hasher of one's own gives an order that can be relied upon; so does its capacity.
pub fn fixed(xs: &[i64]) -> (Vec<i64>, usize, usize) {
    #[fuse(loops = 1)]
    fn sets(xs: &[i64]) -> (i64, HashSet<i64, BuildHasherDefault<DefaultHasher>>, i64) {
        let low = xs.iter().fold(0, |s, x| s | x);
        let set: HashSet<i64, BuildHasherDefault<DefaultHasher>> =
            xs.iter().filter(|x| **x > 3).map(|x| x & 255).collect();
        let high = xs.iter().fold(-1, |s, x| s & x);
        (low, set, high)
    }
    let (_, set, _): (i64, Fixed<i64>, i64) = sets(xs);
    let capacity = set.capacity();
    (
        set.into_iter().collect(),
        capacity,
        capacities(xs).iter().sum(),
    )
}

/// What a set was told of the number of its elements shows.
#[fuse(loops = 1)]
pub fn capacities(xs: &[i64]) -> [usize; 3] {
    let all: HashSet<i64> = xs.iter().map(|x| x & 15).collect();
    let some: HashSet<i64> = xs.iter().filter(|x| **x > 3).map(|x| x & 15).collect();
    let map: HashMap<usize, i64> = xs.iter().copied().enumerate().collect();
    [all.capacity(), some.capacity(), map.capacity()]
}

/// Strings are made one by one.
#[fuse(loops = 3)]
pub fn texts(words: &[String]) -> (String, String, String, usize) {
    let initials: String = words.iter().filter_map(|w| w.chars().next()).collect();
    let upper: String = words.iter().map(|w| w.to_uppercase()).collect();
    let joined = words.iter().map(|w| w.as_str()).collect::<String>();
    let bytes: usize = words.iter().map(|w| w.len()).sum();
    (initials, upper, joined, bytes)
}

/// A boxed slice is an array that others read.
#[fuse(loops = 1)]
pub fn boxed(xs: &[i64]) -> (Box<[i64]>, i64, usize) {
    let low: Box<[i64]> = xs.iter().map(|x| x & 63).collect();
    let sum: i64 = low.iter().sum();
    let many = low.iter().filter(|x| **x > 9).count();
    (low, sum, many)
}

#[fuse(loops = 1)]
pub fn lasts(xs: &[i64]) -> (Option<i64>, Option<&i64>, i64) {
    let last = xs.iter().map(|x| x ^ 5).last();
    let positive = xs.iter().filter(|x| **x > 0).last();
    let sum = xs.iter().map(|x| x & 15).sum::<i64>();
    (last, positive, sum)
}

/// Nothing is computed of any other element.
#[fuse(loops = 2)]
pub fn last_as_written(xs: &[i64]) -> (Option<&i64>, i64) {
    let last = xs.iter().last();
    let sum = xs.iter().map(|x| x & 15).sum::<i64>();
    (last, sum)
}

#[fuse(loops = 1)]
pub fn unzipped(xs: &[(f64, f64)]) -> (Vec<f64>, f64, f64, usize) {
    let n = xs.iter().count();
    let (left, right): (Vec<f64>, Vec<f64>) = xs.iter().copied().unzip();
    let sum: f64 = left.iter().zip(&right).map(|(l, r)| l * r).sum();
    let most: f64 = right
        .iter()
        .fold(f64::NEG_INFINITY, |a, &b| if b > a { b } else { a });
    (left, sum, most, n)
}

/// Behind a filter, by turbofish, as the tail; sides of different types.
#[fuse(loops = 1)]
pub fn unzipped_words(words: &[String]) -> (Vec<usize>, Vec<String>) {
    let bytes: usize = words.iter().map(|w| w.len()).sum();
    let (places, long) = words
        .iter()
        .enumerate()
        .filter(|(_, w)| w.len() > 1)
        .map(|(i, w)| (i, w.clone()))
        .unzip::<usize, String, Vec<_>, Vec<_>>();
    let mut places = places;
    places.push(bytes);
    (places, long)
}

#[fuse(loops = 1)]
pub fn partitioned_tail(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let ys: Vec<i64> = xs.iter().map(|x| x ^ 3).collect();
    ys.iter().copied().partition(|y| y % 3 == 0)
}

#[fuse(loops = 2)]
pub fn partitioned(xs: &[i64]) -> (Vec<i64>, Vec<i64>, i64, i64, i64) {
    let sum: i64 = xs.iter().map(|x| x & 15).sum();
    let (even, mut odd): (Vec<i64>, Vec<i64>) = xs.iter().copied().partition(|x| x % 2 == 0);
    let evens: i64 = even.iter().map(|x| x & 7).sum();
    let big = even.iter().fold(0, |s, x| s | x);
    odd.push(sum);
    (even, odd, sum, evens, big)
}

/// References, and elements that cannot be copied.
#[fuse(loops = 2)]
pub fn partitioned_words(
    words: &[String],
) -> (Vec<&String>, Vec<&String>, Vec<String>, Vec<String>) {
    let (short, long): (Vec<&String>, Vec<&String>) = words.iter().partition(|w| w.len() < 2);
    let (plain, other): (Vec<String>, Vec<String>) =
        words.iter().cloned().partition(|w| w.contains('a'));
    let upper: String = plain.iter().map(|w| w.to_uppercase()).collect();
    let bytes: usize = plain.iter().map(|w| w.len()).sum();
    assert_eq!(upper.len(), bytes);
    (short, long, plain, other)
}

/// The type of the halves cannot be written in a body.
#[fuse(loops = 2)]
pub fn opaque_halves(xs: &[i64]) -> (Vec<impl Fn(i64) -> i64>, Vec<impl Fn() -> usize>) {
    let bits = xs.iter().fold(0, |s, x| s | x);
    let many: Vec<i64> = xs.iter().map(|x| x ^ bits).collect();
    many.into_iter()
        .map(|x| (move |y| x ^ y, move || x.count_ones() as usize))
        .unzip()
}

fn lengths(halves: &(Vec<i64>, Vec<i64>)) -> usize {
    halves.0.len() * 3 + halves.1.len()
}

/// Both are made before the call, and dropped after it.
#[fuse]
pub fn halves_in_a_call(xs: &[i64]) -> (i64, usize, usize, i64) {
    let low = xs.iter().fold(0, |s, x| s | x);
    let n = lengths(&xs.iter().copied().partition::<Vec<i64>, _>(|x| x % 2 == 0));
    let m = xs.iter().map(|x| x & 7).collect::<BTreeSet<_>>().len();
    let high = xs.iter().fold(-1, |s, x| s & x);
    (low, n, m, high)
}

/// In a block, in a closure, and shadowing what they were made of.
#[fuse]
pub fn halves_elsewhere(xs: &[i64], wanted: bool) -> (Vec<i64>, usize) {
    let halves = |xs: &[i64]| {
        let sum: i64 = xs.iter().map(|x| x & 3).sum();
        let (xs, ys): (Vec<i64>, Vec<i64>) = xs.iter().copied().partition(|x| x % 2 == 0);
        xs.len() + ys.len() + sum as usize
    };
    let n = halves(xs);
    if wanted {
        let sum: i64 = xs.iter().map(|x| x & 3).sum();
        let (low, mut high): (Vec<i64>, Vec<i64>) = xs.iter().map(|x| (x | 1, x & 1)).unzip();
        high.extend(low);
        high.push(sum);
        return (high, n);
    }
    let (xs, ys): (Vec<i64>, Vec<i64>) = xs.iter().copied().partition(|x| x % 3 == 0);
    let least = ys.iter().min().copied();
    let xs: Vec<i64> = xs.iter().map(|x| x ^ least.unwrap_or(0)).collect();
    (xs, n)
}

/// The name is bound to both at once.
#[fuse(loops = 1)]
pub fn pair_of_halves(xs: &[i64]) -> (i64, (Vec<i64>, Vec<i64>)) {
    let sum: i64 = xs.iter().map(|x| x & 15).sum();
    let halves: (Vec<i64>, Vec<i64>) = xs.iter().map(|x| (x | 1, x & 1)).unzip();
    (sum + halves.1.len() as i64, halves)
}

/// What the extremes of floats are written as.
#[fuse(loops = 1)]
pub fn float_extremes(xs: &[f64]) -> (f64, f64, f64, Option<f64>, Option<&f64>, f32) {
    let low = xs.iter().fold(f64::INFINITY, |a, &b| a.min(b));
    let high = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let typed = xs.iter().fold::<f64, _>(0.0, |a, b| a + b);
    let total = xs.iter().copied().max_by(f64::total_cmp);
    let least = xs.iter().min_by(|a, b| a.total_cmp(b));
    let short = xs.iter().map(|x| *x as f32).sum::<f32>();
    // Of `0.0` and `-0.0`, `f64::min` and `f64::max` may return either.
    (low + 0.0, high + 0.0, typed, total, least, short)
}

/// Each is dropped when the next has come.
#[fuse]
pub fn last_by_value(xs: Vec<Tracked>, ys: &[Tracked]) -> (i64, i64) {
    let last = xs.into_iter().filter(|x| x.label() % 2 == 1).last();
    let sum: i64 = ys.iter().map(|y| y.label()).sum();
    mark(1);
    (last.map_or(0, |x| x.label()), sum)
}

#[fuse]
pub fn last_twin(xs: &[Tracked]) -> (i64, i64) {
    let last = xs.iter().map(|x| x.twin()).last();
    let sum: i64 = xs.iter().map(|y| y.label()).sum();
    mark(1);
    (last.map_or(0, |x| x.label()), sum)
}

#[fuse]
pub fn partitioned_by_value(xs: Vec<Tracked>, bad: i64) -> (Vec<Tracked>, Vec<Tracked>, i64) {
    let labels: i64 = xs.iter().map(|x| x.label()).sum();
    let (odd, even): (Vec<Tracked>, Vec<Tracked>) = xs.into_iter().partition(|x| {
        assert!(x.label() != bad);
        x.label() % 2 == 1
    });
    let more: i64 = odd.iter().map(|x| x.label() * 3).sum();
    mark(more);
    (even, odd, labels)
}

#[fuse]
pub fn unzipped_by_value(xs: Vec<Tracked>, bad: i64) -> (Vec<Tracked>, i64) {
    let labels: i64 = xs.iter().map(|x| x.label()).sum();
    let (twins, olds): (Vec<Tracked>, Vec<Tracked>) =
        xs.into_iter().map(|x| (x.twin_unless(bad), x)).unzip();
    mark(twins.len() as i64);
    drop(olds);
    mark(labels);
    (twins, labels)
}

/// Of two equal keys the map drops one value on the spot.
#[fuse]
pub fn mapped_by_value(xs: Vec<Tracked>, ys: Vec<Tracked>) -> (i64, usize) {
    let sum: i64 = xs.iter().map(|x| x.label()).sum();
    let map: BTreeMap<i64, Tracked> = xs.into_iter().map(|x| (x.label() % 5, x)).collect();
    let kept: i64 = ys.into_iter().map(|y| y.into_label()).sum();
    mark(kept);
    (sum, map.len())
}

#[fuse]
pub fn queued(xs: &[Tracked]) -> (VecDeque<Tracked>, i64) {
    let queue: VecDeque<Tracked> = xs.iter().map(|x| x.twin()).collect();
    let sum: i64 = xs.iter().map(|x| x.label()).sum();
    mark(1);
    (queue, sum)
}

/// The halves are not what the names are bound to.
#[fuse]
pub fn halves_beside_another(xs: &[i64]) -> (Vec<i64>, usize, i64) {
    let (ys, (low, high)): (Vec<i64>, (Vec<i64>, Vec<i64>)) = (
        xs.iter().filter(|x| **x > 0).copied().collect(),
        xs.iter().map(|x| (x | 1, x & 1)).unzip(),
    );
    let sum: i64 = ys.iter().zip(xs).map(|(y, x)| (y ^ x) & 15).sum();
    (ys, low.len() + high.len(), sum)
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
