//! The compiler behind `#[fuse]`, as an ordinary library over `proc_macro2` tokens.
//!
//! One pass after another, each with its own module, its own data type and its own paper section:
//!
//! ```text
//! tokens ─ syntax ─▶ Region ─ cnf ─▶ Program ─ size ─▶ Sizes ─ graph ─▶ Graph
//!                                                                        │
//! tokens ◀─ emit ─ Loop ◀─ loops ─ FusionTree ◀─ schedule ─ Clustering ◀─ cluster (ilp)
//! ```
//!
//! [`expand`] runs them all.

pub mod cluster;
pub mod cnf;
pub mod depth;
pub mod diagnostics;
mod emit;
pub mod fusion_tree;
pub mod graph;
pub mod ilp;
pub mod loops;
mod nested;
pub mod options;
pub mod pipeline;
pub mod report;
pub mod schedule;
pub mod size;
mod slots;
mod syntax;
pub mod target;
pub mod traffic;

use diagnostics::Errors;
use options::Options;
use pipeline::Outcome;
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syntax::hygiene::mixed_hygiene;
use target::{Left, Target};

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
    match try_expand(options, &item) {
        Ok(Some(fused)) => fused,
        Ok(None) => item,
        Err(error) => target::with_errors(item, &error),
    }
}

/// The new tokens of the item, or `None` if it stays as it is.
fn try_expand(options: TokenStream, item: &TokenStream) -> syn::Result<Option<TokenStream>> {
    let mut errors = Errors::new();
    let options = errors.take(Options::parse(options));
    let target = errors.take(target::parse(item));
    errors.propagate()?;
    let (Some(options), Some(target)) = (options, target) else {
        return Ok(None);
    };
    let left = match target {
        Target::Function(_) if mixed_hygiene(item) => Left::MixedHygiene,
        Target::Function(_) if target::defines_macro(item) => Left::LocalMacro,
        Target::Function(mut function) => {
            let outcome = pipeline::fuse_function(&options, &mut function)?;
            return Ok((outcome == Outcome::Fused).then(|| function.into_token_stream()));
        }
        Target::Left(left) => left,
    };
    report::left(&options, left)?;
    Ok(None)
}
