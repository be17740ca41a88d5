//! The compiler behind `#[fuse]`, as an ordinary library over `proc_macro2` tokens.
//!
//! One pass after another, each with its own module, its own data type and its own paper section:
//!
//! ```text
//! tokens ── options, target ──▶ Options, a parsed function
//!                                        │ function, and pipeline once for each block
//!                                        ▼
//!   block ── region ──▶ Region ── cnf ──▶ Lowered ── size ──▶ Sizes ── graph ──▶ Graph
//!                                                                                │ ◀── what is kept apart,
//!               Schedule ◀── schedule ── Loop ◀── profit, loops ── Clustering ◀── cluster    at most twice
//!                   │
//!                 plan ──▶ LoopPlan ── emit ──▶ tokens
//!                              └────── report ──▶ text
//! ```
//!
//! [`expand`] runs them all; [`analyse`] gives the report instead of the tokens. Beside the line stand `depth`,
//! `defect` and `diagnostics`, which guard the way in.
//!
//! What is public is for the macro and for tools: the two functions, the [`FunctionReport`], which items are
//! [left](target::Left) alone, and what is [`recognised`]. The stages are not; what the development crates of this
//! repository use of them is hidden from the documentation, and changes with any version.

mod chunked;
mod cluster;
mod cnf;
mod decided;
mod declarations;
mod defect;
mod depth;
mod diagnostics;
mod emit;
mod function;
mod graph;
#[doc(hidden)]
pub mod internals;
mod loops;
mod ops;
mod options;
mod pipeline;
mod plan;
mod profit;
mod region;
pub mod report;
mod rewrite;
mod rust;
mod schedule;
mod size;
mod sorted;
mod stages;
mod versioning;

pub use declarations::{Place, Text};
pub use defect::without_panic;
pub use function::target;
pub use ops::recognised;
pub use report::FunctionReport;

use diagnostics::Errors;
use function::candidates;
use function::target::{Left, Target};
use options::Options;
use pipeline::Outcome;
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use rust::hygiene::mixed_hygiene;

/// Expands `#[fuse(options)] item`: the item with its chains fused; the item token for token
/// where there is nothing to fuse, or where it does not parse (rustc says so); and the item token
/// for token with `compile_error!`s behind it where the attribute itself is at fault.
///
/// ```
/// use quote::quote;
///
/// let item = quote!(fn three() -> u32 { 3 });
/// assert_eq!(
///     fuse_compiler::expand(quote!(), item.clone()).to_string(),
///     item.to_string(),
/// );
///
/// let expansion = fuse_compiler::expand(quote!(speed), item).to_string();
/// assert!(expansion.starts_with("fn three () -> u32 { 3 }"));
/// assert!(expansion.contains("compile_error ! { \"unknown option `speed`"));
/// ```
#[must_use]
pub fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    expand_at(None, options, item)
}

/// As [`expand`], with what the file around the function declares; what is printed for `explain` says where the function stands.
#[must_use]
pub fn expand_at(place: Option<Place>, options: TokenStream, item: TokenStream) -> TokenStream {
    match try_expand(place, options, &item) {
        Ok(Some(fused)) => fused,
        Ok(None) => item,
        Err(error) => target::with_errors(item, &error),
    }
}

/// The report of `#[fuse(options)] item`, without the expansion: how many loops it has as written
/// and after fusion, and every decision behind that. `None` if the function is
/// [left](target::Left) before any chain is looked at.
///
/// ```
/// use quote::quote;
///
/// let item = quote! {
///     fn total(xs: &[f64]) -> f64 {
///         let squares: Vec<f64> = xs.iter().map(|x| x * x).collect();
///         squares.iter().sum()
///     }
/// };
/// let report = fuse_compiler::analyse(quote!(), item).unwrap().expect("it is a function");
/// assert_eq!((report.written(), report.loops()), (2, 1));
/// assert!(report.to_string().contains("contracted: squares"));
/// ```
///
/// # Errors
/// What [`expand`] reports of options and item. `loops = N` is not held against the function.
pub fn analyse(options: TokenStream, item: TokenStream) -> syn::Result<Option<FunctionReport>> {
    analyse_at(None, options, item)
}

/// As [`analyse`], with what the file around the function declares.
///
/// # Errors
/// As [`analyse`].
pub fn analyse_at(
    place: Option<Place>,
    options: TokenStream,
    item: TokenStream,
) -> syn::Result<Option<FunctionReport>> {
    let mut errors = Errors::new();
    let options = errors.take(Options::parse(options));
    let target = errors.take(target::parse(&item));
    errors.propagate()?;
    match (options, target) {
        (Some(options), Some(Target::Function(function)))
            if !mixed_hygiene(&item)
                && !target::defines_macro(&item)
                && !target::tracks_caller(&function.attrs) =>
        {
            let options = Options { place, ..options }.declared(&function);
            Ok(Some(pipeline::report(&options, &function)))
        }
        _ => Ok(None),
    }
}

/// The new tokens of the item, or `None` if it stays as it is.
fn try_expand(
    place: Option<Place>,
    options: TokenStream,
    item: &TokenStream,
) -> syn::Result<Option<TokenStream>> {
    let mut errors = Errors::new();
    let options = errors.take(Options::parse(options));
    let options = options.map(|options| Options { place, ..options });
    let declared = errors.take(target::declares(item));
    errors.propagate()?;
    let (Some(options), Some(declared)) = (options, declared) else {
        return Ok(None);
    };
    let candidate = || stages::stage("candidates", || candidates::any(item));
    let asked = report::is_read(&options) || options.chunked.is_some();
    if declared.is_none() && !asked && !candidate() {
        return Ok(None);
    }
    let target = match declared {
        Some(left) => Target::Left(left),
        None => stages::stage("parse", || target::function(item)),
    };
    let left = match target {
        Target::Function(_) if mixed_hygiene(item) => Left::MixedHygiene,
        Target::Function(_) if target::defines_macro(item) => Left::LocalMacro,
        Target::Function(function) if target::tracks_caller(&function.attrs) => Left::TracksCaller,
        Target::Function(mut function) => {
            let options = options.declared(&function);
            let chunked = match &options.chunked {
                Some(name) => Some(chunked::expand(&options, &name.value, &function)?),
                None => None,
            };
            let outcome = pipeline::fuse_function(&options, &mut function)?;
            return Ok(match chunked {
                Some(chunked) => Some(quote::quote!(#function #chunked)),
                None => (outcome == Outcome::Fused).then(|| function.into_token_stream()),
            });
        }
        Target::Left(left) => left,
    };
    report::left(&options, left)?;
    Ok(None)
}
