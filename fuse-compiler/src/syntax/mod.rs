//! From tokens to regions of statements: chains and opaque statements.
//!
//! The judgments on user tokens, which decide what may move and what may be inlined, have one
//! module each; all of them answer "no" where the tokens do not show a "yes".

#![allow(
    dead_code,
    reason = "the parser of regions, which asks the judgments, is not part of this crate yet"
)]

pub(crate) mod capture;
pub(crate) mod control;
pub(crate) mod environment;
pub(crate) mod exposure;
pub(crate) mod format_string;
pub(crate) mod hygiene;
pub(crate) mod impurity;
pub(crate) mod lists;
pub(crate) mod macros;
pub(crate) mod mentions;
pub(crate) mod patterns;
pub(crate) mod purity;
pub(crate) mod transparent;
pub(crate) mod types;
pub(crate) mod value;
pub(crate) mod visible;
pub(crate) mod worker;
