//! Random Rust functions against the erasure law: what `#[fuse]` makes of a function must do what
//! the function does.
//!
//! ```text
//! seed -> generate/ -> function::Function -> text -> machine/: two functions of one crate -> compared
//!                          |     ^  |                                 |      |
//!                          |     +--|---------------------------------+      |
//!                          |        |  smaller: the shrinks of what fails    |
//!                          v                                                 v
//!                     measure/: what could fuse, and did       broken/: is a wrong compiler caught?
//! ```
//!
//! [`function`] is the model of a function: what its statements bind, read, change and move is
//! known, so that a part can be taken out and the rest still compiles. [`generate`] makes one from
//! a seed. [`machine`] compiles both forms, runs and compares them, and shrinks what fails.
//! [`measure`] says which functions could fuse and which did. [`broken`] holds compilers that are
//! wrong on purpose, each of which the machine has to catch.

pub mod broken;
pub mod function;
pub mod generate;
pub mod machine;
pub mod measure;

pub use function::Function;
