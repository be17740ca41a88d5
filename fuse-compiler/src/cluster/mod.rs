//! Clustering (paper 001, section 1.4): which bindings share a loop.
//!
//! In: a [`Problem`]. Out: a [`Solution`], whose [`Clustering`] has passed [`legal()`].
//!
//! ```text
//! Problem ─ instance ─▶ Instance (chains contracted) ─ cost ─▶ Objective
//!    Objective ─ search (component by component; else ilp) ─▶ Partition ─ legal ─▶ Clustering
//! ```
//!
//! What may share a loop ([`legal()`]), what it costs ([`Objective`]) and how the best is found (the
//! strategies, the search, `ilp`) are apart: the checker reads the program and its graph alone. The integer
//! program of the paper is what the search is held against; it is asked where the search ends at its limit, and by
//! `strategy = "ilp"`.

mod component;
pub mod cost;
#[cfg(feature = "ilp")]
pub mod ilp;
pub mod instance;
mod legal;
mod partition;
mod problem;
pub mod search;
mod strategies;

pub use crate::options::{Choice as Options, Cost, Limit, Strategy};
pub use cost::Objective;
pub use instance::Instance;
pub use legal::{Known, conflict, legal};
pub use partition::Partition;
pub use problem::{Clustering, Problem, Solution};
pub use strategies::{clustering, solve_with};
