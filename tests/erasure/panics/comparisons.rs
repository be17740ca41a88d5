//! The erasure law on comparisons and sums that nobody reads, or that a filter guards.

use crate::common::law;

#[test]
fn what_panics_panics() {
    law!(floats, specials: |xs| panics::comparisons::a_dead_comparison(&xs.iter().map(|x| panics::comparisons::Ordered(*x)).collect::<Vec<_>>(), panics::comparisons::Ordered(0.0)));
    law!(floats, specials: |xs| panics::comparisons::a_guarded_comparison(xs));
    law!(floats, specials: |xs| panics::comparisons::a_dead_chain_and_a_late_sum(xs));
    law!(floats, specials: |xs| {
        let xs: Vec<_> = xs.iter().map(|x| panics::comparisons::Ordered(*x)).collect();
        let some = panics::comparisons::a_dead_product_beside_a_stored_filter(&xs, 0.5);
        some.iter().map(|x| x.0).collect::<Vec<_>>()
    });
}
