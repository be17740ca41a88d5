//! A function as rounds over chunks: `#[fuse(chunked = Name)]`.
//!
//! In: the options and a function over slices of numbers. Out: a type `Name` that is `Chunked` (module `chunked` of the runtime), to
//! stand beside the function; or what in the function cannot be cut into chunks, each at its own tokens.
//!
//! The parts, in order: `normal_form` writes the function as chains over its slices, `folded` a fold of several numbers as a loop, and
//! `floated` takes chains out of branches, by way of `guarded`. `reading` makes a `program` of that, by way of `accumulated` for loops; `parts` says what each
//! reduction keeps of some chunks, `unfiltered` takes filters out of what it takes in, `found` says how it keeps an element, and `orders` what compares none. `rounds` says what is known after which round, and `emission`
//! writes the type. The loops of a round are those of a function of the round's statements, fused as any other.

mod accumulated;
mod emission;
mod floated;
mod folded;
mod found;
mod guarded;
mod normal_form;
mod orders;
mod parts;
mod program;
mod reading;
mod rounds;
mod unfiltered;

use crate::options::Options;
use proc_macro2::{Ident, TokenStream};
use syn::ImplItemFn;

/// The type beside the function.
///
/// # Errors
/// What cannot be cut into chunks: all of it, each with a way out.
pub(crate) fn expand(
    options: &Options,
    name: &Ident,
    function: &ImplItemFn,
) -> syn::Result<TokenStream> {
    let function = normal_form::normal_form(function);
    let region = normal_form::region(&function);
    let program = reading::read(&function, &region)?;
    let rounds = rounds::Rounds::of(&program);
    emission::emit(options, name, &program, &rounds)
}
