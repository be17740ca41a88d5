//! The table of adapters: every method that may stand between a source and a consumer.
//!
//! In: nothing. Out: [`adapters`], one row for each; the tests hold them against the parser.

/// A method that may stand between a source and a consumer.
#[derive(Clone, Copy, Debug)]
pub struct Adapter {
    /// As called.
    pub written: &'static str,
    /// How many elements flow out of `k`; `?` is a number that nothing is known of.
    pub size: &'static str,
    /// What a fused loop makes of it.
    pub becomes: Becomes,
}

/// What a fused loop makes of an adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// A step of the loop, which chains before and behind it can share.
    Step,
    /// A part of the iterator that drives the loop: what is before it stays as written.
    Driver,
}

use Becomes::{Driver, Step};

const fn row(written: &'static str, size: &'static str, becomes: Becomes) -> Adapter {
    Adapter {
        written,
        size,
        becomes,
    }
}

const ADAPTERS: &[Adapter] = &[
    row("map(f)", "k", Step),
    row("filter(p)", "?", Step),
    row("filter_map(f)", "?", Step),
    row("copied()", "k", Step),
    row("cloned()", "k", Step),
    row("enumerate()", "k", Step),
    row("zip(ys)", "min(k, k')", Step),
    row("flat_map(|x| ys.iter().map(g))", "?", Step),
    row("scan(0.0, |s, x| { *s += x; Some(*s) })", "k", Step),
    row("zip(ys.iter().filter(p))", "min(k, ?)", Driver),
    row("flat_map(f)", "?", Driver),
    row("flatten()", "?", Driver),
    row("rev()", "k", Driver),
    row("take(n)", "min(k, n)", Driver),
    row("skip(n)", "k - n", Driver),
    row("step_by(n)", "k / n, up", Driver),
    row("chain(ys)", "place", Driver),
    row("chain(Some(x))", "?", Driver),
    row("take_while(p)", "?", Driver),
    row("skip_while(p)", "?", Driver),
    row("map_while(f)", "?", Driver),
    row("scan(0.0, f)", "?", Driver),
    row("inspect(f)", "?", Driver),
    row("peekable()", "k", Driver),
    row("fuse()", "k", Driver),
    row("cycle()", "?", Driver),
    row("zip_eq(ys)", "min(k, k')", Driver),
    row("tuple_windows()", "?", Driver),
    row("sorted()", "?", Driver),
    row("sorted_by(f)", "?", Driver),
    row("sorted_by_key(f)", "?", Driver),
    row("sorted_by_cached_key(f)", "?", Driver),
    row("sorted_unstable()", "?", Driver),
    row("sorted_unstable_by(f)", "?", Driver),
    row("sorted_unstable_by_key(f)", "?", Driver),
    row("unique()", "?", Driver),
    row("unique_by(f)", "?", Driver),
    row("dedup()", "?", Driver),
    row("dedup_by(f)", "?", Driver),
];

/// Every adapter that is recognised. Those of itertools stand last.
///
/// ```
/// use fuse_compiler::recognised::{self, Becomes};
///
/// let rev = recognised::adapters().iter().find(|a| a.written == "rev()").unwrap();
/// assert_eq!((rev.size, rev.becomes), ("k", Becomes::Driver));
/// ```
#[must_use]
pub fn adapters() -> &'static [Adapter] {
    ADAPTERS
}
