//! Elements whose drops and clones show.

use super::fuse;
use crate::common::tracked::{Tracked, mark};

/// The array is contracted, its elements live to the end of the function.
#[fuse]
pub fn to_the_end_of_scope(xs: &[Tracked]) -> i64 {
    let twins: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    let sum: i64 = twins.iter().map(|t| t.label()).sum();
    mark(1);
    sum
}

/// Two arrays: what was declared last is dropped first.
#[fuse]
pub fn in_reverse_order(xs: &[Tracked]) -> (i64, usize) {
    let first: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    let second: Vec<Tracked> = first.iter().map(|x| x.twin()).collect();
    let sum: i64 = second.iter().map(|t| t.label()).sum();
    let odd: usize = first.iter().filter(|t| t.label() % 20 > 10).count();
    (sum, odd)
}

#[fuse]
pub fn filtered_then_returned(xs: &[Tracked]) -> (Vec<Tracked>, i64) {
    let twins: Vec<Tracked> = xs
        .iter()
        .filter(|x| x.label() % 2 == 0)
        .map(|x| x.twin())
        .collect();
    let labels: i64 = twins.iter().map(|t| t.label()).sum();
    (twins, labels)
}

#[fuse]
pub fn dropped_by_name(xs: &[Tracked]) -> i64 {
    let twins: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    let sum: i64 = twins.iter().map(|t| t.label()).sum();
    drop(twins);
    mark(sum);
    let again: i64 = xs.iter().map(|x| x.label()).sum();
    sum - again
}

#[fuse]
pub fn in_an_inner_block(xs: &[Tracked]) -> (i64, i64) {
    let inner = {
        let twins: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
        let sum: i64 = twins.iter().map(|t| t.label()).sum();
        sum
    };
    mark(inner);
    let outer: i64 = xs.iter().map(|x| x.label()).sum();
    (inner, outer)
}

/// The shadowed array is dropped at the end of scope, not where its name ends.
#[fuse]
pub fn shadowed(xs: &[Tracked]) -> i64 {
    let ys: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    let ys: Vec<Tracked> = ys
        .iter()
        .filter(|y| y.label() % 3 > 0)
        .map(|y| y.twin())
        .collect();
    let ys: i64 = ys.iter().map(|y| y.label()).sum();
    mark(ys);
    ys
}

#[fuse]
pub fn shadowed_by_value(xs: Vec<Tracked>) -> (usize, Vec<Tracked>) {
    let xs: Vec<Tracked> = xs.into_iter().filter(|x| x.label() % 3 > 0).collect();
    mark(1);
    let xs: Vec<Tracked> = xs.into_iter().map(|x| x.twin()).collect();
    let n: usize = xs.iter().filter(|x| x.label() % 2 == 1).count();
    (n, xs)
}

#[fuse]
pub fn labels_by_value(xs: Vec<Tracked>) -> (i64, i64) {
    let sum: i64 = xs.into_iter().map(|x| x.into_label()).sum();
    mark(sum);
    let half: i64 = sum / 2;
    (sum, half)
}

/// Two chains by value, side by side: each drops its elements in its own pass.
#[fuse]
pub fn two_by_value(xs: Vec<Tracked>, ys: Vec<Tracked>) -> (Vec<Tracked>, i64) {
    let kept: Vec<Tracked> = xs.into_iter().filter(|x| x.label() % 2 == 0).collect();
    let sum: i64 = ys.into_iter().map(|y| y.into_label()).sum();
    (kept, sum)
}

/// A chain by value beside one that only looks.
#[fuse]
pub fn by_value_after_by_reference(xs: Vec<Tracked>) -> (i64, Vec<i64>) {
    let sum: i64 = xs.iter().map(|x| x.label()).sum();
    let labels: Vec<i64> = xs.into_iter().map(|x| x.into_label()).collect();
    (sum, labels)
}

#[fuse]
pub fn cloned(xs: &[Tracked]) -> (Vec<Tracked>, i64) {
    let copies: Vec<Tracked> = xs.iter().cloned().collect();
    let sum: i64 = copies.iter().map(|c| c.label()).sum();
    (copies, sum)
}

/// Clones are made before the filter asks, and dropped where it says no.
#[fuse]
pub fn cloned_then_filtered(xs: &[Tracked]) -> (Vec<Tracked>, usize) {
    let some: Vec<Tracked> = xs.iter().cloned().filter(|x| x.label() % 4 == 1).collect();
    let many: usize = some.iter().count();
    (some, many)
}

#[fuse]
pub fn filtered_then_cloned(xs: &[Tracked]) -> (usize, i64) {
    let some: Vec<Tracked> = xs.iter().filter(|x| x.label() % 4 == 1).cloned().collect();
    let greatest: Option<&Tracked> = some.iter().max_by_key(|x| x.label());
    let label: i64 = greatest.map_or(-1, |g| g.label());
    (some.len(), label)
}

/// `zip` by value drops what the longer side has left.
#[fuse]
pub fn zipped_by_value(xs: Vec<Tracked>, ys: Vec<Tracked>) -> (Vec<(Tracked, Tracked)>, i64) {
    let pairs: Vec<(Tracked, Tracked)> = xs.into_iter().zip(ys.into_iter()).collect();
    mark(1);
    let sum: i64 = pairs.iter().map(|(x, y)| x.label() * y.label()).sum();
    (pairs, sum)
}

#[fuse]
pub fn folded_by_value(xs: Vec<Tracked>) -> (Option<Tracked>, i64) {
    let greatest: Option<Tracked> = xs.into_iter().max_by_key(|x| x.label() % 5);
    let label: i64 = greatest.iter().map(|g| g.label()).sum();
    (greatest, label)
}

#[fuse]
pub fn reduced_by_value(xs: Vec<Tracked>) -> Option<Tracked> {
    let last: Option<Tracked> = xs
        .into_iter()
        .reduce(|a, b| if b.label() % 3 == 0 { a } else { b });
    mark(1);
    last
}

/// Chains stop in the middle of a vector that they own.
#[fuse]
pub fn any_by_value(xs: Vec<Tracked>) -> (bool, i64) {
    let found: bool = xs.into_iter().any(|x| x.label() == 3);
    mark(1);
    (found, 0)
}

#[fuse]
pub fn returned_early(xs: &[Tracked]) -> i64 {
    let twins: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    let many: usize = twins.iter().filter(|t| t.label() % 2 == 1).count();
    if many > 3 {
        mark(1);
        return -1;
    }
    let more: Vec<Tracked> = twins.iter().map(|t| t.twin()).collect();
    let sum: i64 = more.iter().map(|m| m.label()).sum();
    mark(2);
    sum
}

/// Tuples and boxes of tracked values; an array that nobody reads.
#[fuse]
pub fn nested_elements(xs: &[Tracked]) -> i64 {
    let pairs: Vec<(usize, Box<Tracked>)> = xs
        .iter()
        .enumerate()
        .map(|(i, x)| (i, Box::new(x.twin())))
        .collect();
    let unread: Vec<Option<Tracked>> = xs.iter().map(|x| Some(x.twin())).collect();
    let sum: i64 = pairs.iter().map(|(i, x)| *i as i64 + x.label()).sum();
    mark(1);
    let _ = &unread;
    sum
}

/// Underscore bindings live as long as any other; a lone underscore drops at once.
#[fuse]
pub fn underscores(xs: &[Tracked]) -> i64 {
    let _twins: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    mark(1);
    let _: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    mark(2);
    let sum: i64 = xs.iter().map(|x| x.label()).sum();
    sum
}

// The worker panics half-way.

#[fuse]
pub fn panics_in_contracted(xs: &[Tracked], bad: i64) -> i64 {
    let twins: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    let more: Vec<Tracked> = twins.iter().map(|x| x.twin_unless(bad)).collect();
    let sum: i64 = more.iter().map(|t| t.label()).sum();
    sum
}

#[fuse]
pub fn panics_between_results(
    xs: &[Tracked],
    bad: i64,
) -> (Vec<Tracked>, Vec<Tracked>, Vec<Tracked>) {
    let first: Vec<Tracked> = xs.iter().map(|x| x.twin()).collect();
    let second: Vec<Tracked> = xs
        .iter()
        .filter(|x| x.label() % 2 == 1)
        .map(|x| x.twin_unless(bad))
        .collect();
    let third: Vec<Tracked> = first.iter().map(|x| x.twin()).collect();
    (first, second, third)
}

#[fuse]
pub fn panics_by_value(xs: Vec<Tracked>, bad: i64) -> (Vec<Tracked>, i64) {
    let ys: Vec<Tracked> = xs
        .into_iter()
        .filter(|x| x.label() % 2 == 1)
        .map(|x| x.twin_unless(bad))
        .collect();
    let sum: i64 = ys.iter().map(|y| y.label()).sum();
    (ys, sum)
}

#[fuse]
pub fn panics_in_cross(xs: &[Tracked], bad: i64) -> (Vec<Tracked>, usize) {
    let some: Vec<Tracked> = xs
        .iter()
        .filter(|x| x.label() < 6)
        .map(|x| x.twin())
        .collect();
    let products: Vec<Tracked> = some
        .iter()
        .flat_map(|a| {
            some.iter().map(move |b| {
                let made = Tracked::new(a.label() + b.label());
                made.twin_unless(bad)
            })
        })
        .collect();
    let many: usize = products.iter().filter(|p| p.label() % 3 == 0).count();
    (products, many)
}

#[fuse]
pub fn panics_in_a_fold(xs: &[Tracked], bad: i64) -> (Vec<i64>, Option<Tracked>) {
    let labels: Vec<i64> = xs.iter().map(|x| x.label()).collect();
    let last: Option<Tracked> = xs.iter().fold(None, |_, x| Some(x.twin_unless(bad)));
    (labels, last)
}
