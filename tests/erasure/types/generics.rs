//! The erasure law on functions of every kind.

use crate::common::law;

#[test]
fn structs_come_out() {
    law!(floats, specials: |xs| {
        let types::generics::Summary { mean, scaled } = types::generics::struct_result(xs);
        (mean, scaled)
    });
    law!(floats, specials: |xs| {
        let types::generics::Summary { mean, scaled } = types::generics::struct_literal(xs);
        (mean, scaled)
    });
}

#[test]
fn methods() {
    law!(floats, specials: |xs| {
        let mut samples = types::generics::Samples::new(xs);
        let read = (samples.scaled(), samples.of_field());
        let sum = samples.rescale(-0.75);
        (read, sum, samples.scale, samples.values.clone(), samples.into_positive())
    });
    law!(floats, specials: |xs| types::generics::Norm::norm(xs));
}

#[test]
fn generics() {
    law!(floats, specials: |xs| types::generics::generic_sum(xs, -0.5));
    law!(integers, extremes: |xs| types::generics::generic_sum(xs, 3));
    law!(integers, extremes: |xs| {
        let (least, greatest, many) = types::generics::generic_order(xs);
        (least.copied(), greatest, many)
    });
    law!(words: |words| {
        let (least, greatest, many) = types::generics::generic_order(words);
        (least.cloned(), greatest, many)
    });
    law!(integers, extremes: |xs| types::generics::generic_worker(xs, |x| x.wrapping_mul(x)));
    law!(integers, extremes: |xs| {
        let mut calls = 0;
        let out = types::generics::generic_mutable_worker(xs, |x| {
            calls += 1;
            x ^ calls
        });
        (out, calls)
    });
    law!(floats, specials: |xs| (
        types::generics::constant_length::<0>([]),
        types::generics::constant_length(xs.first().map_or([1.0; 3], |x| [*x, -0.0, 2.0])),
    ));
    law!(integers, extremes: |xs| types::generics::impl_trait(&xs[..xs.len().min(2000)]));
}

#[test]
fn lifetimes() {
    law!(words: |words| {
        let (matching, prefix, letters) = types::generics::lifetimes(words, "ab");
        (matching.iter().map(|m| String::from(*m)).collect::<Vec<_>>(), prefix, letters)
    });
    law!(words: |words| types::generics::longest(words).map(|w| (std::ptr::from_ref(w).addr(), w.clone())));
}

#[test]
fn elements_that_are_not_copy() {
    law!(words: |words| {
        let orders: Vec<types::generics::Order> = words
            .iter()
            .map(|w| types::generics::Order { customer: w.clone(), amounts: w.bytes().map(i64::from).collect() })
            .collect();
        let (large, turnover, customers) = types::generics::user_structs(&orders);
        let large: Vec<(String, Vec<i64>)> = large.into_iter().map(|o| (o.customer, o.amounts)).collect();
        (large, turnover, customers, types::generics::structs_by_value(orders))
    });
}

#[test]
fn tails_and_units() {
    law!(floats, specials: |xs| types::generics::tail_chain(xs));
    law!(integers, extremes: |xs| {
        let mut out = vec![7];
        types::generics::unit_result(xs, &mut out);
        out
    });
    law!(integers, extremes: |xs| types::generics::nothing_to_fuse(xs.first().copied().unwrap_or(-1)));
}

#[test]
fn types_of_any_form() {
    law!(integers: |xs| types::generics::elements_of_two_bounds(&vec![|x| x ^ 5; xs.len().min(9)], 6));
}

/// A copy of a reference to a cell.
#[derive(Clone, Copy)]
struct Shared<'a>(&'a std::cell::Cell<i64>);

impl AsRef<std::cell::Cell<i64>> for Shared<'_> {
    fn as_ref(&self) -> &std::cell::Cell<i64> {
        self.0
    }
}

#[test]
fn copied_out_of_what_is_made() {
    law!(floats, specials: |xs| types::generics::copied_out(xs, 0.5));
    law!(integers, extremes: |xs| types::generics::seen_among(xs.to_vec()).1.into_iter().collect::<Vec<_>>());
    law!(integers, extremes: |xs| {
        let xs = xs.iter().map(|x| x / 4).collect::<Vec<_>>();
        types::generics::least_of_made(&xs)
    });
    law!(integers, extremes: |xs| types::generics::hidden_by_an_item(xs, 'n'));
    law!(integers: |xs| {
        let cells = xs.iter().map(|x| std::cell::Cell::new(*x)).collect::<Vec<_>>();
        // Each of them is there twice.
        let twice = cells.iter().chain(&cells).map(Shared).collect::<Vec<_>>();
        let (all, last, total) = types::generics::cells_of(&twice, 7);
        (all.len(), last, total)
    });
}
