//! One row of the table of sources.
//!
//! In: nothing, these are data types. Out: what the files of `ops/source` are listed by.

use super::parallel::{Meaning, OfRayon};

/// Something that a chain may start at.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// As written, over an array `xs` of visible type or a place, with lengths and widths `n`.
    pub written: &'static str,
    /// How many elements it gives if `xs` has `k`; `?` is a number that nothing is known of, `place`
    /// one that is the same each time until a statement may change the place.
    pub size: &'static str,
}

/// A way of writing a source.
pub(crate) const fn source(written: &'static str, size: &'static str) -> Source {
    Source { written, size }
}

/// What a method that starts an iterator does to what it is called on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It is none.
    NoMethod,
    /// It borrows a place.
    Borrows(Takes),
    /// It takes a collection.
    Empties,
    /// It changes one: only arrays of visible type have it.
    Changes,
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

/// What a method of a place gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gives {
    /// What is not visible.
    Unseen,
    /// References to the elements of an array.
    Elements,
    /// Slices of an array.
    Slices,
    /// Values of this primitive type, of a string.
    Values(&'static str),
    /// Parts of a string.
    Texts,
}

/// How many elements a method gives of an array of visible type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// As many each time.
    Same,
    /// As many as the array has.
    Elements,
    /// As many as there are windows of its argument.
    Windows,
    /// As many as there are chunks of its argument, the last of which counts if this is true.
    Chunks(bool),
}

/// A source with all its forms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The method, if it is one.
    pub(crate) name: &'static str,
    /// What that does.
    pub(crate) kind: Kind,
    /// What it gives.
    pub(crate) gives: Gives,
    /// How many.
    pub(crate) count: Count,
    /// True if a reader has such a method, too, and goes on where it stopped.
    pub(crate) of_readers: bool,
    /// True if it gives the same of a field of an element each time.
    pub(crate) again: bool,
    /// Rayon's name of it.
    pub(crate) rayons_name: Option<&'static str>,
    /// The type of the runtime that divides it.
    pub(crate) divided_by: Option<&'static str>,
    /// Its forms, for the documentation.
    pub(crate) forms: &'static [Source],
    /// Those of rayon's.
    pub(crate) of_rayon: OfRayon,
}

impl Row {
    /// What is no method.
    pub(crate) const fn written(forms: &'static [Source]) -> Row {
        Row::method("", Kind::NoMethod, forms)
    }

    /// A method that starts an iterator.
    pub(crate) const fn method(name: &'static str, kind: Kind, forms: &'static [Source]) -> Row {
        Row {
            name,
            kind,
            gives: Gives::Unseen,
            count: Count::Same,
            of_readers: false,
            again: false,
            rayons_name: None,
            divided_by: None,
            forms,
            of_rayon: OfRayon::NOTHING,
        }
    }

    /// A method that borrows a place.
    pub(crate) const fn borrows(
        name: &'static str,
        takes: Takes,
        gives: Gives,
        forms: &'static [Source],
    ) -> Row {
        let row = Row::method(name, Kind::Borrows(takes), forms);
        Row { gives, ..row }
    }

    /// The same, so many.
    pub(crate) const fn counting(self, count: Count) -> Row {
        Row { count, ..self }
    }

    /// The same, which readers have, too.
    pub(crate) const fn of_readers(self) -> Row {
        let of_readers = true;
        Row { of_readers, ..self }
    }

    /// The same, which gives the same of a field of an element each time.
    pub(crate) const fn again(self) -> Row {
        let again = true;
        Row { again, ..self }
    }

    /// The same, and what rayon has.
    pub(crate) const fn and(
        self,
        name: &'static str,
        divided_by: Option<&'static str>,
        written: &'static [&'static str],
    ) -> Row {
        Row {
            rayons_name: Some(name),
            divided_by,
            of_rayon: OfRayon::new(Meaning::Same, written),
            ..self
        }
    }

    /// The same, but what rayon has stays as written.
    pub(crate) const fn but(self, why: &'static str) -> Row {
        let of_rayon = self.of_rayon.left(why);
        Row { of_rayon, ..self }
    }

    /// True if a method starts such an iterator, by its name or by rayon's.
    pub(crate) fn is_called(&self, method: &str) -> bool {
        self.kind != Kind::NoMethod && self.name == method || self.rayons_name == Some(method)
    }
}
