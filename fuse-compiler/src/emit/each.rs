//! The body of a `for` loop, where the fused loop has its element.

use super::names;
use super::worker::bind;
use crate::syntax::body::label;
use crate::syntax::chain::Each;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Stmt;

/// The body with its pattern bound to the element: the user's statements as they are.
pub(super) fn run(runtime: &TokenStream, each: &Each, element: &TokenStream) -> TokenStream {
    let mut statements = each.body.statements.clone();
    // The temporaries of a tail would outlive what the body binds.
    if let Some(Stmt::Expr(_, semicolon)) = statements.last_mut() {
        semicolon.get_or_insert_with(Default::default);
    }
    let (held, element) = if each.holds {
        // What the pattern leaves unbound is dropped at the end of the body.
        let held = names::worker_result();
        (quote!(let #held = #element;), quote!(#held))
    } else {
        (TokenStream::new(), element.clone())
    };
    let bound = bind(runtime, &each.pattern, &element);
    let label = each.body.continues.then(label);
    let body = match label {
        Some(label) => quote!(#label: { #(#statements)* }),
        None => quote!(#(#statements)*),
    };
    quote!({
        #held
        #bound
        #body
    })
}
