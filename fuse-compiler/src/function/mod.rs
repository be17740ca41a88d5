//! What concerns a function as a whole, before and after its blocks.

pub(crate) mod candidates;
mod constants;
mod imports;
pub(crate) mod lints;
pub(crate) mod nested;
pub(crate) mod recursion;
pub mod target;
pub(crate) mod versions;

use crate::options::{Options, Setting};
use crate::report::{self, FunctionReport};
use crate::rust::patterns::parameters;
use nested::{FuseBlock, verbatim};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, ImplItemFn, Meta, ReturnType};

/// What became of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing was fused; the function was not touched, and comes out as it went in.
    Unchanged,
    /// The function's body was replaced.
    Fused,
}

/// Fuses the chains of a function in place.
pub(crate) fn fuse(
    options: &Options,
    function: &mut ImplItemFn,
    fuse_block: FuseBlock,
) -> syn::Result<Outcome> {
    let (statements, report) = fused(options, function, fuse_block, report::is_read(options));
    report.print_if_asked(options);
    report.check_loops(options)?;
    let Some(statements) = statements else {
        return Ok(Outcome::Unchanged);
    };
    let lints = lints::of_the_whole(function);
    let imports = imports::kept(
        &function.block,
        &statements,
        options.declarations.as_deref(),
    );
    let statements = constants::borrowed(statements, constants::captured(&function.block));
    function.block.stmts = vec![verbatim(quote::quote!(#imports #statements))];
    function.attrs.extend(lints);
    function.attrs.iter_mut().for_each(allow_expected);
    Ok(Outcome::Fused)
}

/// The new statements of a function's body, or `None` if it stays as it is, and the report.
pub(crate) fn fused(
    options: &Options,
    function: &ImplItemFn,
    fuse_block: FuseBlock,
    read: bool,
) -> (Option<TokenStream>, FunctionReport) {
    let signature = &function.sig;
    let setting = Setting {
        options,
        name: signature.ident.to_string(),
        inner: false,
        wide: options.baseline.is_none() && may_be_wide(function),
        recursive: recursion::may_come_back(function),
        catches: may_catch(function),
    };
    let (block, parameters) = (&function.block, parameters(signature));
    let result = match &signature.output {
        ReturnType::Type(_, ty) => Some(&**ty),
        ReturnType::Default => None,
    };
    versions::fuse(options, function, |mut known| {
        let mut report = FunctionReport::new(&signature.ident, read);
        let (known, told) = (&mut known, &mut report);
        let statements = fuse_block(&setting, block, &parameters, result, known, told);
        told.say_alone();
        (statements, report)
    })
}

/// True if a function's loops may run in a closure that is compiled for other instructions. One that has chosen its own has them
/// already, and may hold no closure that is always inlined; a constant function calls nothing, and in one that is suspended, what
/// a closure borrows may be there for longer.
fn may_be_wide(function: &ImplItemFn) -> bool {
    let chosen = |attribute: &Attribute| {
        let tokens = quote::quote!(#attribute).to_string();
        tokens.contains("target_feature")
    };
    let signature = &function.sig;
    signature.constness.is_none()
        && signature.asyncness.is_none()
        && !function.attrs.iter().any(chosen)
}

/// True if a closure may panic, and the function go on: what it has written by then, as it stands in the source, is seen.
fn may_catch(function: &ImplItemFn) -> bool {
    let body = function.block.to_token_stream().to_string();
    ["catch_unwind", "spawn"]
        .iter()
        .any(|word| body.contains(word))
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
