//! The erasure law: deleting `#[fuse]` changes neither whether a program compiles nor what it computes.
//!
//! Each function under test stands in a file below `functions`, which is compiled twice: without the
//! attribute, as `plain`, and with it, as `fused`. The file of the same path beside `functions` holds the
//! two against each other. Which theme a program belongs to is in `tests/README.md`.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the texts are written as in a library")]

mod adapters;
mod applications;
mod closures;
mod collections;
#[path = "../common/mod.rs"]
mod common;
mod drops;
mod effects;
mod fields;
mod filters;
mod for_loops;
mod in_place;
mod lengths;
mod names;
mod panics;
mod paper;
#[cfg(feature = "parallel")]
mod parallel;
#[path = "../programs/mod.rs"]
mod programs;
mod random;
mod reductions;
mod scans;
mod searches;
mod sources;
mod statements;
mod strings;
#[path = "../common/tree.rs"]
mod tree;
mod types;

/// One theme: a file of functions, or a folder of them.
macro_rules! theme {
    ($theme:ident) => {
        pub mod $theme;
    };
    ($theme:ident { $($file:ident),+ $(,)? }) => {
        pub mod $theme {
            pub(crate) use super::fuse;
            $(pub mod $file;)+
        }
    };
}

/// The functions below `functions` twice: below `plain`, where `fuse` is the attribute that does nothing,
/// and below `fused`. A test makes sure that nobody mixes the two up.
macro_rules! twice {
    ($($(#[$attribute:meta])* $theme:ident $({ $($file:ident),+ $(,)? })?),+ $(,)?) => {
        #[path = "functions"]
        #[allow(clippy::all, reason = "each text is as small as the rule that it shows")]
        mod plain {
            pub(crate) use crate::programs::plain::{float, integer};
            pub(crate) use fuse_test_attributes::erase as fuse;
            pub mod probe;
            $($(#[$attribute])* theme!($theme $({ $($file),+ })?);)+
        }

        #[path = "functions"]
        #[allow(clippy::all, reason = "each text is as small as the rule that it shows")]
        mod fused {
            pub(crate) use crate::programs::fused::{float, integer};
            pub(crate) use loopfuse::fuse;
            $($(#[$attribute])* theme!($theme $({ $($file),+ })?);)+
        }
    };
}

twice! {
    adapters,
    applications {
        clustering, finance, geometry, image, mixed, queries, solvers, statistics, text,
    },
    closures { async_and_unsafe, bodies, divisors },
    collections,
    drops { arrays, for_loops, locks, operands_and_closures },
    effects { borrowed_state, collected_first, hidden_calls, last_use, order, own_functions, state },
    fields { declared, held, resolved, rows, structs },
    filters { added_up, collected, counted_below, extrema, in_options, numbered, options_of_numbers, records },
    for_loops {
        accumulators, among_statements, anew, at_counter, behind_checks, collections, elements,
        ended, indices, inner, inner_pushes, leaving, nests, opaque, order, pushed, rows, tried, writes,
    },
    in_place { behind_a_collect, elements, memory, taken_before },
    lengths { all_but_one, asked_for, changing, empty, equal, from_a_start, guards, peeled, places, stamped, without_a_loop, zipped },
    names { aliases, bindings, hidden_std, scopes },
    panics { arguments, comparisons, places },
    #[cfg(feature = "parallel")]
    parallel {
        float_sums, for_loops, not_send, option, overflow, rayon_chains, rayon_fields, rayon_orders,
        rayon_programs, scans, two_loops,
    },
    reductions { called, counted, extrema, held, many_elements, narrow_numbers, several, sums_and_folds },
    scans,
    searches { asked, beside_sums, checks, find_and_compare, one_that_asks, together },
    sources { arrays_and_ranges, bound_first, changing, fields, iterators, made_here, matrices, other_words, products, pushed, read_once, stored, strided },
    statements { between_chains, blocks, branches, inside_statements, passed, sunk },
    strings,
    types { decided, generics, inferred, methods, operators, traits },
}

#[test]
fn the_reference_is_plain() {
    assert_eq!(
        common::probe::calls(plain::probe::two_passes),
        [1, 1, 1, 2, 2, 2]
    );
}
