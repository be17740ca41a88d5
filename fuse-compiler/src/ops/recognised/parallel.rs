//! What rayon has under the names of operations: which of it is fused, and why the rest stays as written.
//!
//! In: nothing, these are data types. Out: columns of the rows of sources, adapters and consumers; the tests hold them
//! against the parser.

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

/// What rayon has under the name of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// Nothing, or something else.
    Nothing,
    /// The same.
    Same,
    /// The same, where each element has its index.
    Indexed,
    /// What std does not have.
    Only,
}

/// The column of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfRayon {
    /// What it means.
    pub(crate) meaning: Meaning,
    /// As written, for the documentation.
    pub(crate) written: &'static [&'static str],
    /// Why it stays as written.
    pub(crate) left: Option<&'static str>,
}

impl OfRayon {
    /// Rayon has nothing of the name.
    pub(crate) const NOTHING: OfRayon = OfRayon::new(Meaning::Nothing, &[]);

    /// What is fused.
    pub(crate) const fn new(meaning: Meaning, written: &'static [&'static str]) -> OfRayon {
        let left = None;
        OfRayon {
            meaning,
            written,
            left,
        }
    }

    /// The same, left as written.
    pub(crate) const fn left(self, why: &'static str) -> OfRayon {
        let left = Some(why);
        OfRayon { left, ..self }
    }

    /// Its rows of the documentation.
    pub(crate) fn rows(&self, place: Place) -> impl Iterator<Item = Rayons> {
        let left = self.left;
        let row = move |written: &&'static str| Rayons {
            written,
            place,
            left,
        };
        self.written.iter().map(row)
    }
}
