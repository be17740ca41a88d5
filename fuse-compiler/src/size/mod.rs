//! Size inference (paper 001, section 1.3): which arrays have equal lengths, how many iterations
//! each combinator needs, and which transducers relate two loops of different sizes.
//!
//! In: a [`Program`](crate::cnf::Program). Out: [`Sizes`], and from them a [`Scheme`].
//!
//! | module | in -> out | source |
//! |---|---|---|
//! | `term` | the grammar of sizes | fig. 1.3 |
//! | `at_most` | two sizes -> whether one never exceeds the other | |
//! | `constraint` | program -> equalities between size variables | fig. 1.4 |
//! | `solve` | equalities -> what each variable stands for | 1.3.3 |
//! | `scheme` | solved sizes -> `forall k. exists k'. (xs: k) -> ..` | fig. 1.5 |
//! | `iteration` | solved sizes -> iteration sizes, transducers, concestors | figs 1.6 to 1.8 |
//! | `nests` | iteration sizes -> which crosses open one inner loop | |
//!
//! A program without an answer is one whose `map_n` is not guaranteed equally long inputs; it can
//! still be compiled, but not fused.

mod at_most;
mod constraint;
mod infer;
mod iteration;
mod nests;
mod scheme;
mod solve;
mod term;
#[cfg(test)]
mod tests;

pub use constraint::{Constraint, Constraints};
pub use infer::{SizeError, Sizes, infer};
pub use iteration::{concestors, transducer};
pub use scheme::Scheme;
pub use term::Size;
