//! What concerns a function as a whole, before and after its blocks.

pub(crate) mod lints;
pub(crate) mod nested;
pub(crate) mod recursion;
pub mod target;
pub(crate) mod versions;

use nested::verbatim;
use proc_macro2::TokenStream;
use syn::{Attribute, ImplItemFn, Meta};

/// Gives a function new statements, and the attributes that these need.
pub(crate) fn replace_body(function: &mut ImplItemFn, statements: TokenStream) {
    let lints = lints::of_the_whole(function);
    function.block.stmts = vec![verbatim(statements)];
    function.attrs.extend(lints);
    function.attrs.iter_mut().for_each(allow_expected);
}

/// Turns an `#[expect]` that stands on a fused function into the `#[allow]` of the same lints: some
/// lints recognise chains, which are loops now, and the expectation would not be fulfilled.
fn allow_expected(attribute: &mut Attribute) {
    if attribute.path().is_ident("expect")
        && let Meta::List(list) = &attribute.meta
    {
        let lints = &list.tokens;
        let style = attribute.style;
        *attribute = syn::parse_quote!(#[allow(#lints)]);
        attribute.style = style;
    }
}
