//! The table of rayon's methods: which are fused, and why the others stay as written.
//!
//! In: nothing. Out: [`parallel`], one row for each way of writing one; the tests hold them against the
//! parser.

/// A method of rayon's, in a chain.
#[derive(Clone, Copy, Debug)]
pub struct Rayons {
    /// A whole chain of it, or what stands between `xs.par_iter()` and the end of one.
    pub written: &'static str,
    /// Where in a chain it stands.
    pub place: Place,
    /// Why it stays as written; `None` if it is fused.
    pub left: Option<&'static str>,
}

/// Where in a chain a method stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It begins a chain.
    Source,
    /// It stands behind a source.
    Adapter,
    /// It ends a chain.
    Consumer,
}

use Place::{Adapter, Consumer, Source};

const fn fused(place: Place, written: &'static str) -> Rayons {
    Rayons {
        written,
        place,
        left: None,
    }
}

const fn left(place: Place, written: &'static str, why: &'static str) -> Rayons {
    Rayons {
        written,
        place,
        left: Some(why),
    }
}

const NO_ORDER: &str = "it gives the elements to the threads in no order";
const OTHER_RANGES: &str = "a range of what it gives is no range of its source";
/// Why an adapter that leaves elements out, or follows something else than a source, may stay as written.
pub(crate) const LEFT_OUT: &str =
    "it stands behind what may panic for the elements that it leaves out, or counts them otherwise";
const STOPS: &str = "it may stop early";

const ROWS: &[Rayons] = &[
    fused(Source, "xs.par_iter()"),
    fused(Source, "(&xs).into_par_iter()"),
    fused(Source, "xs.into_par_iter()"),
    fused(Source, "xs.par_chunks(n)"),
    fused(Source, "xs.par_chunks_exact(n)"),
    fused(Source, "xs.par_windows(3)"),
    fused(Source, "xs[1..].par_iter()"),
    fused(Source, "(0..n).into_par_iter()"),
    fused(Source, "(1..=n).into_par_iter()"),
    fused(Source, "self.data.par_iter()"),
    fused(Source, "(&self.data).into_par_iter()"),
    fused(Source, "self.data.par_windows(3)"),
    left(
        Source,
        "xs.par_iter_mut()",
        "it changes its array in place; only with `for_each` it shares loops",
    ),
    fused(Adapter, "map(f)"),
    fused(Adapter, "filter(p)"),
    fused(Adapter, "filter_map(f)"),
    fused(Adapter, "copied()"),
    fused(Adapter, "cloned()"),
    fused(Adapter, "enumerate()"),
    fused(Adapter, "zip(ys)"),
    fused(Adapter, "zip(ys.par_iter().map(f))"),
    fused(Adapter, "with_min_len(64)"),
    fused(Adapter, "with_max_len(4096)"),
    left(Adapter, "par_bridge()", NO_ORDER),
    fused(Adapter, "zip(&self.data)"),
    fused(Adapter, "rev()"),
    fused(Adapter, "chain(ys.par_iter())"),
    fused(Adapter, "skip(n)"),
    fused(Adapter, "take(n)"),
    fused(Adapter, "step_by(n)"),
    fused(Adapter, "flat_map_iter(|x| ys.iter().map(g))"),
    left(Adapter, "flat_map(f)", OTHER_RANGES),
    fused(Consumer, "sum::<f64>()"),
    fused(Consumer, "product::<f64>()"),
    fused(Consumer, "count()"),
    fused(Consumer, "min_by(f64::total_cmp)"),
    fused(Consumer, "max_by(f64::total_cmp)"),
    fused(Consumer, "min_by_key(key)"),
    fused(Consumer, "max_by_key(key)"),
    fused(Consumer, "map(|x| *x as i64).min()"),
    fused(Consumer, "map(|x| *x as i64).max()"),
    fused(Consumer, "copied().reduce(|| 0.0, f64::max)"),
    fused(Consumer, "copied().reduce_with(f64::max)"),
    fused(Consumer, "fold(|| 0.0, |s, x| s + x).sum::<f64>()"),
    fused(
        Consumer,
        "fold(|| 0.0, |s, x| s + x).reduce(|| 0.0, |s, t| s + t)",
    ),
    fused(Consumer, "copied().collect::<Vec<f64>>()"),
    left(Consumer, "any(p)", STOPS),
    left(Consumer, "all(p)", STOPS),
    left(Consumer, "find_any(p)", STOPS),
    left(Consumer, "find_first(p)", STOPS),
    left(Consumer, "find_last(p)", STOPS),
    left(Consumer, "position_any(p)", STOPS),
    left(Consumer, "position_first(p)", STOPS),
    left(Consumer, "position_last(p)", STOPS),
    left(Consumer, "try_for_each(f)", STOPS),
    left(
        Consumer,
        "for_each(f)",
        "it runs for what its body does, in no order",
    ),
];

/// Every method of rayon's that is recognised, and others that stay as written.
///
/// ```
/// use fuse_compiler::recognised;
/// let bridge = recognised::parallel().iter().find(|row| row.written == "par_bridge()").unwrap();
/// assert!(bridge.left.is_some());
/// ```
#[must_use]
pub fn parallel() -> &'static [Rayons] {
    ROWS
}

/// Why a method of rayon's stays as written, if a row says it.
pub(crate) fn left_as_written(method: &str) -> Option<&'static str> {
    let of_method = |row: &&Rayons| {
        let rest = row.written.strip_prefix(method);
        row.place != Source && rest.is_some_and(|rest| rest.starts_with('('))
    };
    ROWS.iter().find(of_method).and_then(|row| row.left)
}
