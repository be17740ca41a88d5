//! The loop IR (paper 004, sections 4.5 and 5.2): a nest in which two loops at one depth cannot be
//! expressed.
//!
//! In: a [`Program`](crate::cnf::Program) and one of its clusters. Out: a [`Loop`]. A loop runs over its sources in step.
//! Its body is a tree of scopes: a filter opens a conditional scope for its output size, a
//! `cross` opens the one inner loop that a scope can hold. Every binding stands in the scope of
//! its iteration size, in topological order; an array that is also needed in memory is stored
//! last, after its consumers in the loop have borrowed the element (diagonal fusion).

mod build;
mod display;
mod materialise;
mod nest;
mod verify;

pub use build::{Fate, Misfit, build};
pub(crate) use materialise::fate;
pub use materialise::is_needed_after;
pub use nest::{Driver, Inner, Loop, Nest, Outcome, Scope, Step};
pub use verify::verify;

#[cfg(test)]
mod tests;
