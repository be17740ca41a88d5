//! The erasure law on types whose methods are called like those of iterators and collections, and do something else.

use crate::common::law;

#[test]
fn methods_that_mean_something_else() {
    law!(integers: |xs| types::methods::no_iterator_either(types::methods::Lines(xs.len() as i64)));
    law!(integers: |xs| types::methods::no_iterator(&types::methods::Odd::new(xs)));
    law!(integers: |xs| {
        let rows = types::methods::Rows(vec![xs.to_vec(), xs.iter().rev().skip(1).copied().collect()]);
        types::methods::rows_by_index(&rows, 1)
    });
    law!(integers: |xs| {
        let mut ys = types::methods::Wrapped(xs.iter().rev().copied().collect());
        types::methods::dereferenced(&types::methods::Wrapped(xs.to_vec()), &mut ys)
    });
}
