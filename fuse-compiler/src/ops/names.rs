//! Names and places of the tokens that expansions are made of.
//!
//! In: what a name is for, or tokens and where they belong. Out: hygienic names that no user writes, and tokens at a place
//! of the user's, where rustc reports what is wrong with them.

pub(crate) use crate::rust::hygiene::made_up as local;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

/// What an inlined worker returns.
pub(crate) fn worker_result() -> Ident {
    local("worker", "result")
}

/// Whether a body has ended its loop.
pub(crate) fn ended() -> Ident {
    local("loop", "ended")
}

/// An argument of a worker, before it has the worker's name for it.
pub(crate) fn worker_argument() -> Ident {
    local("worker", "argument")
}

/// Tokens, at a place of the user's; what they resolve to stays as it was.
pub(crate) fn at(place: Span, tokens: TokenStream) -> TokenStream {
    let located = tokens.into_iter().map(|token| {
        let mut token = match token {
            TokenTree::Group(group) => {
                let inside = at(place, group.stream());
                let mut relocated = Group::new(group.delimiter(), inside);
                relocated.set_span(group.span());
                TokenTree::Group(relocated)
            }
            token => token,
        };
        token.set_span(token.span().located_at(place));
        token
    });
    located.collect()
}
