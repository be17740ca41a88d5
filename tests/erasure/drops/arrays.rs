//! The erasure law on elements that log their drops and clones.
//!
//! Compared are the results, the labels of what was made and cloned (as sets: workers count as
//! pure), and the order of drops with the marks between them. Where a worker panics half-way,
//! every value must be dropped exactly once; neither the order nor the number is compared.

use crate::common::tracked::{Tracked, drops};
use crate::fused;

/// The labels; the values are dropped, in order.
fn labels(xs: impl IntoIterator<Item = Tracked>) -> Vec<i64> {
    xs.into_iter().map(Tracked::into_label).collect()
}

#[test]
fn intermediate_arrays_are_dropped_where_they_were() {
    drops!(|xs| drops::arrays::to_the_end_of_scope(&xs));
    drops!(|xs| drops::arrays::in_reverse_order(&xs));
    drops!(|xs| drops::arrays::dropped_by_name(&xs));
    drops!(|xs| drops::arrays::in_an_inner_block(&xs));
    drops!(|xs| drops::arrays::returned_early(&xs));
    drops!(|xs| drops::arrays::nested_elements(&xs));
    drops!(|xs| drops::arrays::underscores(&xs));
    drops!(|xs| {
        let (kept, sum) = drops::arrays::filtered_then_returned(&xs);
        (labels(kept), sum)
    });
}

#[test]
fn shadowed_arrays_are_dropped_at_the_end_of_scope() {
    drops!(|xs| drops::arrays::shadowed(&xs));
    drops!(|xs| {
        let (n, xs) = drops::arrays::shadowed_by_value(xs);
        (n, labels(xs))
    });
}

#[test]
fn chains_by_value_drop_as_they_go() {
    drops!(|xs| drops::arrays::labels_by_value(xs));
    drops!(|xs| drops::arrays::by_value_after_by_reference(xs));
    drops!(|xs| drops::arrays::any_by_value(xs));
    drops!(|xs| {
        let ys = xs.iter().map(Tracked::twin).collect();
        let (kept, sum) = drops::arrays::two_by_value(xs, ys);
        (labels(kept), sum)
    });
    drops!(|xs| {
        let (greatest, label) = drops::arrays::folded_by_value(xs);
        (labels(greatest), label)
    });
    drops!(|xs| labels(drops::arrays::reduced_by_value(xs)));
}

#[test]
fn zips_by_value_drop_the_rest() {
    drops!(|xs| {
        let ys: Vec<Tracked> = xs.iter().skip(2).map(Tracked::twin).collect();
        let (pairs, sum) = drops::arrays::zipped_by_value(xs, ys);
        (
            pairs
                .iter()
                .map(|(x, y)| (x.label(), y.label()))
                .collect::<Vec<_>>(),
            sum,
        )
    });
    drops!(|xs| {
        let ys: Vec<Tracked> = xs.iter().skip(2).map(Tracked::twin).collect();
        let (pairs, sum) = drops::arrays::zipped_by_value(ys, xs);
        (
            pairs
                .iter()
                .map(|(x, y)| (x.label(), y.label()))
                .collect::<Vec<_>>(),
            sum,
        )
    });
}

#[test]
fn clones_are_neither_saved_nor_added() {
    drops!(|xs| {
        let (copies, sum) = drops::arrays::cloned(&xs);
        (labels(copies), sum)
    });
    drops!(|xs| {
        let (some, many) = drops::arrays::cloned_then_filtered(&xs);
        (labels(some), many)
    });
    drops!(|xs| drops::arrays::filtered_then_cloned(&xs));
}

#[test]
fn a_panic_half_way_drops_every_value_once() {
    // The labels of twins end in a 1; labels in a row start at 1.
    drops!(|xs| drops::arrays::panics_in_contracted(&xs, 51));
    drops!(|xs| drops::arrays::panics_in_contracted(&xs, 10_241));
    drops!(|xs| {
        let (first, second, third) = drops::arrays::panics_between_results(&xs, 7);
        (labels(first), labels(second), labels(third))
    });
    drops!(|xs| {
        let (first, second, third) = drops::arrays::panics_between_results(&xs, 1025);
        (labels(first), labels(second), labels(third))
    });
    drops!(|xs| {
        let (ys, sum) = drops::arrays::panics_by_value(xs, 11);
        (labels(ys), sum)
    });
    drops!(|xs| {
        let (products, many) = drops::arrays::panics_in_cross(&xs, 92);
        (labels(products), many)
    });
    drops!(|xs| {
        let (all, last) = drops::arrays::panics_in_a_fold(&xs, 3);
        (all, labels(last))
    });
}

/// The panicking calls above must panic, or they would prove nothing.
#[test]
fn the_panicking_calls_panic() {
    use crate::common::outcome;
    let row = || Tracked::row(1100);
    assert!(outcome(|| fused::drops::arrays::panics_in_contracted(&row(), 51)).is_err());
    assert!(outcome(|| fused::drops::arrays::panics_in_contracted(&row(), 10_241)).is_err());
    assert!(outcome(|| fused::drops::arrays::panics_between_results(&row(), 7)).is_err());
    assert!(outcome(|| fused::drops::arrays::panics_between_results(&row(), 1025)).is_err());
    assert!(outcome(|| fused::drops::arrays::panics_by_value(row(), 11)).is_err());
    assert!(outcome(|| fused::drops::arrays::panics_in_cross(&row(), 92)).is_err());
    assert!(outcome(|| fused::drops::arrays::panics_in_a_fold(&row(), 3)).is_err());
    assert!(outcome(|| fused::drops::arrays::panics_in_a_fold(&row(), 0)).is_ok());
}
