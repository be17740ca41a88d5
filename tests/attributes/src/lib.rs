//! Stand-ins for `#[fuse]`, so that one source text can be compiled in several ways.
//!
//! A file of functions under `#[fuse]` takes the attribute from its parent module
//! (`use super::fuse`). The file is loaded once below `pub use loopfuse::fuse` and once below
//! `pub use fuse_test_attributes::erase as fuse`: two modules from one text, one of them as if
//! the attribute had been deleted. `macro_rules!` could not do that, because the compiler leaves
//! functions that are written by a macro alone.
//!
//! [`parallel`] is a third way to compile it: every loop on several threads.
//!
//! [`unfused`], [`stream`], [`imperative`] and [`optimal`] are the columns of table 1.1 (paper
//! 001). A program states its row once, as
//! `#[loops(unfused = 5, stream = 4, imperative = 3, optimal = 2)]`, and the name that the parent
//! module gives to `loops` picks the column.

use proc_macro::{TokenStream, TokenTree};

/// Erases itself, with its options: the item as it would be without the attribute.
#[proc_macro_attribute]
pub fn erase(_options: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// `#[fuse(parallel)]`, beside the options that the text asks for.
#[proc_macro_attribute]
pub fn parallel(options: TokenStream, item: TokenStream) -> TokenStream {
    let attribute = format!("#[::loopfuse::fuse(parallel, {options})]");
    let mut out: TokenStream = attribute.parse().unwrap_or_default();
    out.extend(item);
    out
}

/// Column "unfused" of table 1.1: every chain is its own loop.
#[proc_macro_attribute]
pub fn unfused(row: TokenStream, item: TokenStream) -> TokenStream {
    column("unfused", row, item)
}

/// Column "stream" of table 1.1: a producer fuses into its only consumer.
#[proc_macro_attribute]
pub fn stream(row: TokenStream, item: TokenStream) -> TokenStream {
    column("stream", row, item)
}

/// Column "imperative" of table 1.1 (Megiddo and Sarkar): equal iteration sizes fuse.
#[proc_macro_attribute]
pub fn imperative(row: TokenStream, item: TokenStream) -> TokenStream {
    column("imperative", row, item)
}

/// Column "optimal" of table 1.1: the integer linear program.
#[proc_macro_attribute]
pub fn optimal(row: TokenStream, item: TokenStream) -> TokenStream {
    column("optimal", row, item)
}

/// Puts `#[loopfuse::fuse(strategy = "..", loops = N)]` on the item, `N` from the row.
fn column(strategy: &str, row: TokenStream, item: TokenStream) -> TokenStream {
    let Some(loops) = cell(strategy, row) else {
        let message = format!("the row of table 1.1 has no cell `{strategy} = N`");
        let mut error: TokenStream = format!("compile_error!({message:?});")
            .parse()
            .unwrap_or_default();
        error.extend(item);
        return error;
    };
    let attribute = format!("#[::loopfuse::fuse(strategy = {strategy:?}, loops = {loops})]");
    let mut out: TokenStream = attribute.parse().unwrap_or_default();
    out.extend(item);
    out
}

/// The literal after `strategy =` in a row such as `unfused = 5, stream = 4`.
fn cell(strategy: &str, row: TokenStream) -> Option<String> {
    let tokens: Vec<TokenTree> = row.into_iter().collect();
    tokens.windows(3).find_map(|window| match window {
        [
            TokenTree::Ident(name),
            TokenTree::Punct(equals),
            TokenTree::Literal(loops),
        ] if name.to_string() == strategy && equals.as_char() == '=' => Some(loops.to_string()),
        _ => None,
    })
}
