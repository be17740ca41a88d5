//! What the emission of consumers is given, and what it gives back.
//!
//! In: nothing, these are data types. Out: the names around one accumulator, its element, and the pieces of its loop. None of
//! them knows of loops or programs, so that a consumer can be written without either.

use super::names::{at, local};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// The names around one accumulator.
#[derive(Clone, Debug)]
pub(crate) struct Accumulator<'a> {
    /// The path of the runtime.
    pub(crate) runtime: &'a TokenStream,
    /// What all names of it begin with.
    pub(crate) stem: &'a str,
    /// The same of the second array of two.
    pub(crate) second: &'a str,
    /// The place of what rustc has to say about it.
    pub(crate) here: Span,
    /// True if the option `parallel` divides its chain, which then overflows where the plain chain does.
    pub(crate) divided: bool,
    /// True if a search first asks rustc for the type of its elements.
    pub(crate) asks: bool,
}

impl Accumulator<'_> {
    /// A name of it.
    pub(crate) fn name(&self, role: &str) -> Ident {
        local(self.stem, role)
    }

    /// The accumulator itself.
    pub(crate) fn fold(&self) -> Ident {
        self.name("fold")
    }

    /// A name of it, at its place.
    pub(crate) fn placed(&self, role: &str) -> Ident {
        self.at_place(self.name(role))
    }

    /// A name of the second array of two, at its place.
    pub(crate) fn second(&self, role: &str) -> Ident {
        self.at_place(local(self.second, role))
    }

    fn at_place(&self, mut name: Ident) -> Ident {
        name.set_span(name.span().located_at(self.here));
        name
    }

    /// The path of the runtime, at its place.
    pub(crate) fn runtime_here(&self) -> TokenStream {
        at(self.here, self.runtime.clone())
    }

    /// What two neighbouring ranges made of it.
    pub(crate) fn sides(&self) -> (Ident, Ident) {
        (self.name("left"), self.name("right"))
    }

    /// One of two neighbours of which either may have seen no element.
    pub(crate) fn merged(&self, step: &TokenStream) -> TokenStream {
        let (runtime, (left, right)) = (self.runtime, self.sides());
        quote!(#runtime::parallel::merge(#left, #right, #step))
    }
}

/// One element that reaches a consumer.
#[derive(Clone, Debug)]
pub(crate) struct Step<'a> {
    /// The accumulator.
    pub(crate) of: Accumulator<'a>,
    /// The element.
    pub(crate) element: TokenStream,
    /// The accumulator, or a lane of it.
    pub(crate) place: TokenStream,
    /// The narrow accumulator of one block that stands for it, and its type.
    pub(crate) part: Option<(Ident, Ident)>,
    /// The worker by one comparison, where it keeps a float.
    pub(crate) by_comparison: Option<crate::rust::worker::Worker>,
}

/// What a range of a parallel loop has of an accumulator.
#[derive(Clone, Debug)]
pub(crate) struct RangeTokens {
    /// Before the loop.
    pub(crate) before: TokenStream,
    /// At the start of a range.
    pub(crate) start: TokenStream,
    /// Behind the loop.
    pub(crate) end: TokenStream,
}
