//! The erasure law on code that runs although nobody calls it by name: operators, fields behind `Deref`, constants
//! that hold functions, defaults. All of it tells, or panics, where the program as written does not run it.

use crate::common::{law, outcome};

/// What a call gives, or that it panics, and what it told.
macro_rules! and_told {
    ($call:expr) => {{
        effects::hidden_calls::told();
        (outcome(|| $call), effects::hidden_calls::told())
    }};
}

#[test]
fn constants_that_hold_functions() {
    law!(integers: |xs| and_told!(effects::hidden_calls::constants_that_are_called(xs)));
    law!(integers: |xs| and_told!(effects::hidden_calls::functions_called_like_types(xs)));
    law!(integers: |xs| and_told!(effects::hidden_calls::dead_constants_that_are_called(xs)));
    law!(integers: |xs| and_told!(effects::hidden_calls::a_dead_constant_that_counts(xs)));
    law!(integers: |xs| effects::hidden_calls::skipped_constants_that_are_called(xs, 3));
}

#[test]
fn what_tells_between_two_chains() {
    macro_rules! watched {
        ($xs:expr) => {
            &effects::hidden_calls::Watched(effects::hidden_calls::Place { k: 5 }, $xs.to_vec())
        };
    }
    law!(integers: |xs| and_told!({
        effects::hidden_calls::operators_between(xs, effects::hidden_calls::Telling(1), effects::hidden_calls::Telling(6))
    }));
    law!(integers: |xs| and_told!(effects::hidden_calls::fields_between(xs, watched!(xs))));
    law!(integers: |xs| and_told!(effects::hidden_calls::methods_between(xs, watched!(xs))));
    law!(integers: |xs| and_told!(effects::hidden_calls::elements_between(xs, watched!(xs))));
    law!(integers: |xs| and_told!(effects::hidden_calls::starts_between(xs, watched!(xs))));
    law!(integers: |xs| and_told!({
        effects::hidden_calls::operands_between(xs, watched!(xs), effects::hidden_calls::Telling(9))
    }));
    law!(integers: |xs| and_told!({
        effects::hidden_calls::behind_a_panic(xs, effects::hidden_calls::Telling(1), effects::hidden_calls::Telling(6))
    }));
}

#[test]
fn a_default_may_count() {
    law!(integers: |xs| and_told!(effects::hidden_calls::defaults_before_a_panic(xs, &effects::hidden_calls::Numbered(0))));
    law!(integers: |xs| and_told!(effects::hidden_calls::defaults_in_workers(xs, &effects::hidden_calls::Numbered(0))));
}

#[test]
fn a_collection_of_ones_own_may_tell() {
    law!(integers: |xs| and_told!({
        let (first, middle, last) = effects::hidden_calls::collections_behind_a_panic(xs, [0, 1, 2, 3, 4, 5, 6, 7]);
        (first, middle.0, last.0)
    }));
    law!(integers: |xs| and_told!({
        let (told, ones) = effects::hidden_calls::a_collection_before_a_panic(xs);
        (told.0, ones)
    }));
}
