//! The procedural macro of loopfuse: a shell around [`fuse_compiler`].
//!
//! Use it through the facade crate `loopfuse`, which also holds the runtime that expansions call.

use proc_macro::TokenStream;

/// Fuses the iterator chains of a function into as few loops as possible.
#[proc_macro_attribute]
pub fn fuse(options: TokenStream, item: TokenStream) -> TokenStream {
    fuse_compiler::expand(options.into(), item.into()).into()
}
