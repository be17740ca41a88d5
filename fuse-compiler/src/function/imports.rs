//! Imports that rustc would call unused: `use std::iter;`, `use alloc::vec;`, if all that they are for has become loops.
//!
//! In: a function before it is fused, and its statements afterwards. Out: a statement that mentions what only the first did.

use crate::declarations::Declarations;
use crate::rust::spelling::spelling;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Block;

/// Such statements.
pub(super) fn kept(
    before: &Block,
    after: &TokenStream,
    declarations: Option<&Declarations>,
) -> TokenStream {
    // A macro of the user's takes something else.
    let of_std = |of: &Declarations, name: &str| of.declares(name) && !of.declares_anew(name);
    let imported = |name: &str| declarations.is_some_and(|declared| of_std(declared, name));
    let lost = |name: &str, mark: char| {
        imported(name)
            && leads(before.to_token_stream(), name, mark)
            && !leads(after.clone(), name, mark)
    };
    let vector = lost("vec", '!').then(|| quote!(let _ = || vec![()];));
    let zip = lost("iter", ':').then(|| quote!(let _ = iter::zip::<[(); 0], [(); 0]>;));
    quote!(#vector #zip)
}

/// True if a path begins with a name, and a mark behind it.
fn leads(tokens: TokenStream, name: &str, mark: char) -> bool {
    let tokens = tokens.into_iter().collect::<Vec<_>>();
    let is_mark = |token: Option<&TokenTree>, mark: char| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark);
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Ident(ident) => {
            let first = at == 0 || !is_mark(tokens.get(at - 1), ':');
            first && spelling(ident) == name && is_mark(tokens.get(at + 1), mark)
        }
        TokenTree::Group(group) => leads(group.stream(), name, mark),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
