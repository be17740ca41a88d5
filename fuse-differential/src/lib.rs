//! Random Rust functions against the erasure law: what `#[fuse]` makes of a function must do what
//! the function does.
//!
//! ```text
//! seed -> generate/ -> function::Function -> text -> machine/: two functions of one crate -> compared
//!                          |     ^                                    |
//!                          +-----+  smaller: the shrinks of a function that fails
//! ```
//!
//! [`function`] is the model of a function: what its statements bind, read, change and move is
//! known, so that a part can be taken out and the rest still compiles. [`generate`] makes one from
//! a seed. [`machine`] compiles both forms, runs and compares them, and shrinks what fails.

pub mod broken;
pub mod function;
pub mod generate;
pub mod machine;
pub mod measure;

pub use function::Function;
