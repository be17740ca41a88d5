//! Where rustc says what is wrong with what the macro has written.
//!
//! In: tokens of an expansion, and the place of what they are about. Out: the same tokens at that place; what they resolve to
//! stays as it was.

use proc_macro2::{Group, Span, TokenStream, TokenTree};

/// Tokens, at a place of the user's.
pub(super) fn at(place: Span, tokens: TokenStream) -> TokenStream {
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
