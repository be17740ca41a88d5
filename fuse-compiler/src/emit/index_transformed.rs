//! What a parallel loop divides in the place of an iterator that is no bare array.
//!
//! In: a [`Divided`]. Out: the source of the runtime's that gives the same elements, and for each place whose type is not
//! visible what holds its elements meanwhile.

use super::emission::Emitter;
use crate::cnf::{Operation, ValueId};
use crate::loops::Loop;
use crate::ops::chain::{Divided, Pieces};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Expr;

impl Emitter<'_> {
    /// The source that is divided.
    pub(super) fn divided_source(&self, divided: &Divided, value: ValueId) -> TokenStream {
        let runtime = self.plan.runtime;
        let mut places = 0;
        let source = divided_tokens(runtime, divided, &mut |_, _| {
            let place = self.standing_place(value, places);
            places += 1;
            Some(quote!(#place.elements()))
        });
        source.unwrap_or_default()
    }

    /// Looks at the places whose type is not visible, before the loop.
    pub(super) fn standing(&self, nest: &Loop) -> TokenStream {
        let runtime = self.plan.runtime;
        let mut standing = TokenStream::new();
        for source in &nest.root.sources {
            let Operation::Driver(driver) = self.operation(source.reader) else {
                continue;
            };
            let Some(divided) = &driver.divided else {
                continue;
            };
            let mut places = 0;
            divided_tokens(runtime, divided, &mut |place, iterator| {
                let name = self.standing_place(source.value, places);
                places += 1;
                standing.extend(quote!(let mut #name = #runtime::standing!(#place, #iterator);));
                Some(TokenStream::new())
            });
        }
        standing
    }

    /// What holds the elements of a place.
    fn standing_place(&self, value: ValueId, place: usize) -> Ident {
        let owned = self.names.owned(value);
        if place == 0 {
            owned
        } else {
            format_ident!("{owned}_{}", place + 1, span = owned.span())
        }
    }
}

/// The tokens of what is divided; `of_place` gives those of a place, from it and the iterator over it.
pub(super) fn divided_tokens(
    runtime: &TokenStream,
    divided: &Divided,
    of_place: &mut dyn FnMut(&Expr, &Expr) -> Option<TokenStream>,
) -> Option<TokenStream> {
    let tokens = match divided {
        Divided::Pieces(pieces) => divided_pieces(runtime, pieces),
        Divided::Array(name) => quote!(#runtime::parallel::elements(&#name[..])),
        Divided::Range(range) => quote!((#range)),
        Divided::Place(place, iterator) => of_place(place, iterator)?,
        Divided::Rearranged(method, argument, of) => {
            let method = format_ident!("{method}");
            let of = divided_tokens(runtime, of, of_place)?;
            let argument = argument.iter();
            quote!(#runtime::parallel::#method(#of #(, #argument)*))
        }
        Divided::Both(method, one, other) => {
            let method = format_ident!("{method}");
            let one = divided_tokens(runtime, one, of_place)?;
            let other = divided_tokens(runtime, other, of_place)?;
            quote!(#runtime::parallel::#method(#one, #other))
        }
        Divided::Numbered(of) => {
            let of = divided_tokens(runtime, of, of_place)?;
            quote!(#runtime::parallel::numbered(#of))
        }
    };
    Some(tokens)
}

/// What a parallel loop divides of an array: its pieces, or the elements of a part of it.
fn divided_pieces(runtime: &TokenStream, pieces: &Pieces) -> TokenStream {
    let divided_by = format_ident!("{}", pieces.divided_by);
    let array = &pieces.array;
    match &pieces.size {
        Some(size) => quote!(#runtime::parallel::#divided_by::new(&#array[..], #size)),
        None => quote!(#runtime::parallel::#divided_by(&#array)),
    }
}
