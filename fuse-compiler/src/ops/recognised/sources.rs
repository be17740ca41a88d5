//! The table of sources: everything that a chain may start at.
//!
//! In: nothing. Out: [`sources`], one row for each. Where a row is a method, recognition reads the
//! table; the tests hold the other rows against the parser.

/// Something that a chain may start at.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// As written, over an array `xs` of visible type or a place, with lengths and widths `n`.
    pub written: &'static str,
    /// How many elements it gives if `xs` has `k`; `?` is a number that nothing is known of, `place`
    /// one that is the same each time until a statement may change the place.
    pub size: &'static str,
    /// What it is to the parser.
    pub(crate) meaning: Meaning,
}

/// What a source is to the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A method that borrows a place.
    Borrows(&'static str, Takes),
    /// A method that takes the collection.
    Empties(&'static str),
    /// No method.
    Other,
}

/// What a method of a place takes besides its receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    Nothing,
    /// A number.
    Amount,
    /// A pattern of a string, or a predicate of an element.
    Pattern,
}

use Meaning::{Borrows, Empties, Other};
use Takes::{Amount, Nothing, Pattern};

const fn row(written: &'static str, size: &'static str, meaning: Meaning) -> Source {
    Source {
        written,
        size,
        meaning,
    }
}

const SOURCES: &[Source] = &[
    row("xs.iter()", "k", Borrows("iter", Nothing)),
    row("&xs", "k", Other),
    row("xs.into_iter()", "k", Empties("into_iter")),
    row("xs.iter_mut()", "k", Other),
    row("&mut xs", "k", Other),
    row("xs[1..].iter()", "k - 1", Other),
    row("xs[..n].iter()", "n", Other),
    row("xs.windows(3)", "k - 2", Borrows("windows", Amount)),
    row("xs.chunks(n)", "k / n, up", Borrows("chunks", Amount)),
    row("xs.rchunks(n)", "k / n, up", Borrows("rchunks", Amount)),
    row(
        "xs.chunks_exact(n)",
        "k / n",
        Borrows("chunks_exact", Amount),
    ),
    row(
        "xs.chunk_by(|a, b| a < b)",
        "place",
        Borrows("chunk_by", Pattern),
    ),
    row("0..n", "n", Other),
    row("1..=n", "1..=n", Other),
    row("self.data.iter()", "place", Other),
    row("&self.data", "place", Other),
    row("self.rows[n].iter()", "place", Other),
    row("self.data.into_iter()", "?", Other),
    row("map.keys()", "place", Borrows("keys", Nothing)),
    row("map.values()", "place", Borrows("values", Nothing)),
    row("map.into_keys()", "?", Empties("into_keys")),
    row("map.into_values()", "?", Empties("into_values")),
    row("text.chars()", "place", Borrows("chars", Nothing)),
    row(
        "text.char_indices()",
        "place",
        Borrows("char_indices", Nothing),
    ),
    row("text.bytes()", "place", Borrows("bytes", Nothing)),
    row("text.lines()", "place", Borrows("lines", Nothing)),
    row("text.split(',')", "place", Borrows("split", Pattern)),
    row("text.rsplit(',')", "place", Borrows("rsplit", Pattern)),
    row(
        "text.split_inclusive(',')",
        "place",
        Borrows("split_inclusive", Pattern),
    ),
    row(
        "text.split_terminator(',')",
        "place",
        Borrows("split_terminator", Pattern),
    ),
    row(
        "text.split_whitespace()",
        "place",
        Borrows("split_whitespace", Nothing),
    ),
    row(
        "text.split_ascii_whitespace()",
        "place",
        Borrows("split_ascii_whitespace", Nothing),
    ),
    row("text.matches(\"ab\")", "place", Borrows("matches", Pattern)),
    row(
        "text.match_indices(\"ab\")",
        "place",
        Borrows("match_indices", Pattern),
    ),
    row("iter::zip(xs, ys)", "min(k, k')", Other),
    row("iter::repeat_n(x, n)", "n", Other),
    row("iter::once(x)", "1", Other),
    row("iter::empty()", "0", Other),
    row("iter::repeat(x)", "?", Other),
    row("iter::successors(x, |x| x.checked_div(2))", "?", Other),
    row("it", "?", Other),
];

/// Every source that is recognised. `it` stands for a name whose type is visibly an iterator, such as
/// a parameter `it: impl Iterator<Item = f64>`.
///
/// ```
/// use fuse_compiler::recognised;
///
/// let windows = recognised::sources().iter().find(|s| s.written == "xs.windows(3)").unwrap();
/// assert_eq!(windows.size, "k - 2");
/// ```
#[must_use]
pub fn sources() -> &'static [Source] {
    SOURCES
}

/// What a method takes that borrows a place and gives an iterator over it.
pub(crate) fn borrowing(method: &str) -> Option<Takes> {
    SOURCES.iter().find_map(|source| match source.meaning {
        Borrows(name, takes) if name == method => Some(takes),
        _ => None,
    })
}

/// True for a method that takes a collection and gives an iterator over what was in it.
pub(crate) fn emptying(method: &str) -> bool {
    let empties = |source: &Source| matches!(source.meaning, Empties(name) if name == method);
    SOURCES.iter().any(empties)
}
