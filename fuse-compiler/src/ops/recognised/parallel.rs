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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// It begins a chain.
    Source,
    /// It stands behind a source.
    Adapter,
    /// It ends a chain.
    Consumer,
}

use Place::Consumer;

/// One that is fused.
pub(crate) const fn fused(place: Place, written: &'static str) -> Rayons {
    Rayons {
        written,
        place,
        left: None,
    }
}

/// One that stays as written.
pub(crate) const fn left(place: Place, written: &'static str, why: &'static str) -> Rayons {
    Rayons {
        written,
        place,
        left: Some(why),
    }
}

const STOPS: &str = "it may stop early";

pub(super) const ROWS: &[Rayons] = &[
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
