//! Methods that are called like std's.
//!
//! In: the name of a method. Out: whether std, or a recognised trait, has one of that name.

use super::{adapters, consumers, sources};
use crate::rust::std_names;

/// Methods of std besides those of chains and those that workers call. Sorted.
const METHODS: &[&str] = &[
    "append",
    "as_mut",
    "as_mut_slice",
    "bytes",
    "clear",
    "cmp",
    "dedup",
    "drain",
    "entry",
    "eq",
    "expect",
    "extend",
    "extend_from_slice",
    "fill",
    "get_mut",
    "insert",
    "into_boxed_slice",
    "into_iter",
    "is_none_or",
    "is_some_and",
    "iter_mut",
    "last_mut",
    "lines",
    "map_err",
    "map_or",
    "map_or_else",
    "ne",
    "ok",
    "ok_or",
    "ok_or_else",
    "or_default",
    "or_insert",
    "or_insert_with",
    "partial_cmp",
    "pop",
    "push",
    "push_str",
    "remove",
    "reserve",
    "resize",
    "retain",
    "reverse",
    "sort",
    "sort_by",
    "sort_by_key",
    "sort_unstable",
    "sort_unstable_by",
    "sort_unstable_by_key",
    "split",
    "split_at_mut",
    "split_off",
    "swap",
    "then",
    "then_some",
    "then_with",
    "truncate",
    "unwrap",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
];

/// True for a method as one of std's is called.
pub(crate) fn is_method(name: &str) -> bool {
    let mut of_workers = std_names::METHODS.iter().map(|method| method.name);
    let called = |written: &str| {
        let mut words = written.split(|sign: char| !(sign.is_alphanumeric() || sign == '_'));
        words.any(|word| word == name)
    };
    METHODS.contains(&name)
        || of_workers.any(|of_worker| of_worker == name)
        || consumers().iter().any(|consumer| consumer.name == name)
        || adapters().iter().any(|adapter| called(adapter.written))
        || sources().iter().any(|source| called(source.written))
}

/// True if an argument of a method may be a function: those of the others are values.
pub(crate) fn takes_function(name: &str) -> bool {
    const VALUES: &[&str] = &[
        "abs_diff", "append", "chain", "contains", "extend", "get", "insert", "max", "min", "push",
        "skip", "step_by", "take", "zip",
    ];
    !VALUES.contains(&name)
        && (consumers().iter().any(|consumer| consumer.name == name)
            || adapters()
                .iter()
                .any(|adapter| adapter.written.contains(name))
            || METHODS.contains(&name))
}
