//! A function as rounds over chunks: `#[fuse(chunked = Name)]`.
//!
//! In: the options and a function over slices of numbers. Out: a type `Name` that is `Chunked` (module `chunked` of the runtime), to stand beside the function;
//! or what in the function cannot be cut into chunks, each at its own tokens.
//!
//! The parts: `program` reads the function, `rounds` says what is known after which round, `parts` what each reduction keeps of some
//! chunks, `emission` writes the type. The loops of a round are those of a function of the round's statements, fused as any other.

mod emission;
mod parts;
mod program;
mod rounds;

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
    let function = program::with_lengths(function);
    let region = program::region(&function);
    let program = program::Program::read(&function, &region)?;
    let rounds = rounds::Rounds::of(&program);
    emission::emit(options, name, &program, &rounds)
}
