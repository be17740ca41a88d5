//! The consumers against `Iterator`'s own, ties, arguments' order and float bits included.

mod support;

use fuse_runtime::{
    cloned, copied, max, max_by, max_by_key, min, min_by, min_by_key, product_identity, reduce,
    sum_identity,
};
use proptest::collection::vec;
use proptest::prelude::{any, prop_assert_eq, proptest};
use std::cmp::Ordering;

/// Compares by `rank` alone, so that equal elements can be told apart; `Ord::max` and the operators mislead.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    rank: u8,
    index: usize,
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl Eq for Ranked {}

/// By which of `cmp`, `max` and the operators std compares is its own affair: it changed in 1.101.
impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank.cmp(&other.rank)
    }
}

fn ranked(ranks: &[u8]) -> Vec<Ranked> {
    let ranked = |(index, rank): (usize, &u8)| Ranked { rank: *rank, index };
    ranks.iter().enumerate().map(ranked).collect()
}

fn index_of(best: Option<Ranked>) -> Option<usize> {
    best.map(|best| best.index)
}

proptest! {
    #[test]
    fn extrema_break_ties_as_std_does(ranks in vec(0..4u8, 0..12)) {
        let xs = ranked(&ranks);
        let (mut largest, mut smallest) = (None, None);
        let (mut largest_by, mut smallest_by) = (None, None);
        let (mut largest_key, mut smallest_key) = (None, None);
        for x in xs.iter().copied() {
            largest = max(largest, x);
            smallest = min(smallest, x);
            largest_by = max_by(largest_by, x, |a, b| b.rank.cmp(&a.rank));
            smallest_by = min_by(smallest_by, x, |a, b| b.rank.cmp(&a.rank));
            largest_key = max_by_key(largest_key, x.rank, x);
            smallest_key = min_by_key(smallest_key, x.rank, x);
        }
        let xs = || xs.iter().copied();
        prop_assert_eq!(index_of(largest), index_of(xs().max()));
        prop_assert_eq!(index_of(smallest), index_of(xs().min()));
        prop_assert_eq!(index_of(largest_by), index_of(xs().max_by(|a, b| b.rank.cmp(&a.rank))));
        prop_assert_eq!(index_of(smallest_by), index_of(xs().min_by(|a, b| b.rank.cmp(&a.rank))));
        prop_assert_eq!(index_of(largest_key.map(|best| best.1)), index_of(xs().max_by_key(|x| x.rank)));
        prop_assert_eq!(index_of(smallest_key.map(|best| best.1)), index_of(xs().min_by_key(|x| x.rank)));
    }

    /// A comparison that is no order at all shows which calls are made, and with which argument first.
    #[test]
    fn comparisons_are_those_of_std(xs in vec(any::<u8>(), 0..12), answers in vec(-1..=1i8, 12)) {
        let compare = |log: &mut Vec<(u8, u8)>, a: &u8, b: &u8| {
            let answer = answers[log.len()];
            log.push((*a, *b));
            answer.cmp(&0)
        };
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let mut best = None;
        for x in xs.iter().copied() {
            best = max_by(best, x, |a, b| compare(&mut ours, a, b));
        }
        prop_assert_eq!(best, xs.iter().copied().max_by(|a, b| compare(&mut theirs, a, b)));
        prop_assert_eq!(&ours, &theirs);

        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let mut best = None;
        for x in xs.iter().copied() {
            best = min_by(best, x, |a, b| compare(&mut ours, a, b));
        }
        prop_assert_eq!(best, xs.iter().copied().min_by(|a, b| compare(&mut theirs, a, b)));
        prop_assert_eq!(&ours, &theirs);
    }

    #[test]
    fn sums_have_the_bits_of_std(xs in vec(any::<f64>(), 0..8)) {
        let (mut sum, mut product) = (sum_identity::<f64>(), product_identity::<f64>());
        for x in &xs {
            sum += x;
            product *= x;
        }
        let same = |ours: f64, std: f64| ours.to_bits() == std.to_bits() || (ours.is_nan() && std.is_nan());
        assert!(same(sum, xs.iter().sum()));
        assert!(same(product, xs.iter().product()));
    }

    #[test]
    fn reduce_is_std_reduce(xs in vec(any::<u8>().prop_map_to_string(), 0..8)) {
        let mut joined = None;
        for x in xs.iter().cloned() {
            joined = reduce(joined, x, |joined, x| joined + &x);
        }
        prop_assert_eq!(joined, xs.into_iter().reduce(|joined, x| joined + &x));
    }
}

/// Strings, to see moves: made from bytes.
trait PropMapToString: proptest::strategy::Strategy<Value = u8> + Sized {
    fn prop_map_to_string(self) -> impl proptest::strategy::Strategy<Value = String> {
        self.prop_map(|x| x.to_string())
    }
}

impl<S: proptest::strategy::Strategy<Value = u8>> PropMapToString for S {}

#[test]
fn losers_are_dropped_when_std_drops_them() {
    let order = |run: &dyn Fn(&support::Log)| {
        let log = support::Log::default();
        run(&log);
        log.dropped()
    };
    let names = [2, 5, 1, 5, 3];
    let ours = order(&|log| {
        let mut best = None;
        for (index, name) in names.iter().enumerate() {
            best = max_by_key(best, *name, log.tracked(index));
        }
    });
    let std = order(&|log| {
        let tracked = names
            .iter()
            .enumerate()
            .map(|(index, _)| log.tracked(index));
        let _best = tracked.max_by_key(|tracked| names[tracked.name]);
    });
    assert_eq!(ours, std);
    assert_eq!(ours, [0, 2, 1, 4, 3]);
}

#[test]
fn nothing_gives_nothing() {
    assert_eq!(sum_identity::<u8>(), 0);
    assert_eq!(product_identity::<i128>(), 1);
    let none: [f32; 0] = [];
    assert_eq!(
        sum_identity::<f32>().to_bits(),
        none.iter().sum::<f32>().to_bits()
    );
}

#[test]
fn views_take_off_one_reference() {
    let name = String::from("fuse");
    let reference = &name;
    assert_eq!(cloned(&name), "fuse");
    let (copy, clone): (&String, &String) = (copied(&reference), cloned(&reference));
    assert!(std::ptr::eq(copy, reference));
    assert!(std::ptr::eq(clone, reference));
}
