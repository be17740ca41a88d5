//! Token streams that nobody would write, and what must hold of their expansions.
//!
//! ```text
//! bytes or a seed ── choices ──▶ Choices
//!                                   │ which function, which options, which mutations
//! functions of the repository ── seeds ──▶ Tree ── mutate ──▶ Tree ──▶ item ──┐
//!                                          options ──▶ attribute's tokens ────┤
//!                                                                             ▼
//!                                              Verdict or Broken ◀── law ── expand
//! ```
//!
//! One engine, three drivers: `tests/mutated.rs` (proptest, a fixed count), `examples/mutate.rs`
//! (millions, from seeds) and the fuzz target `expand` in the folder `fuzz` (libFuzzer's bytes).
//! Every decision is one of [`Choices`], so a shorter or smaller input is a milder mutation, and
//! shrinking by bytes works.
//!
//! [`shapes`] stands beside it: functions that are deep or long, not wrong.

pub mod choices;
pub mod law;
mod literals;
pub mod mutate;
pub mod options;
mod reading;
pub mod seeds;
pub mod shapes;
mod skeleton;
mod templates;
pub mod tree;

pub use choices::Choices;
pub use law::{Broken, Verdict, check};
pub use seeds::Seeds;

use proc_macro2::TokenStream;

/// The stack of the thread that expands macros in rustc and in rust-analyzer, in bytes.
pub const STACK: usize = 8 << 20;

/// The attribute's tokens and the item that these choices stand for.
#[must_use]
pub fn stream(seeds: &Seeds, choices: &mut Choices<'_>) -> (TokenStream, TokenStream) {
    let options = options::any(choices);
    let mut item = seeds.pick(choices);
    mutate::some(&mut item, seeds, choices);
    (options, tree::stream(&item))
}
