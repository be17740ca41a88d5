//! From tokens to regions of statements: chains and opaque statements.
//!
//! The judgments on user tokens, which decide what may move and what may be inlined, have one
//! module each; all of them answer "no" where the tokens do not show a "yes".

pub(crate) mod additive;
pub(crate) mod body;
pub(crate) mod capture;
pub(crate) mod captures;
pub(crate) mod chain;
pub(crate) mod columns;
pub(crate) mod control;
pub(crate) mod copies_out;
pub(crate) mod driver;
pub(crate) mod environment;
pub(crate) mod exposure;
pub(crate) mod facts;
pub(crate) mod format_string;
pub(crate) mod held;
pub(crate) mod hidden;
pub(crate) mod histogram;
pub(crate) mod hygiene;
pub(crate) mod impurity;
pub(crate) mod lengths;
pub(crate) mod lists;
pub(crate) mod macros;
pub(crate) mod mentions;
pub(crate) mod parallelise;
pub(crate) mod parse_chain;
pub(crate) mod patterns;
pub(crate) mod purity;
pub mod recognised;
pub(crate) mod redomap;
pub(crate) mod refusal;
pub(crate) mod region;
pub(crate) mod spelling;
pub(crate) mod totality;
pub(crate) mod transparent;
pub(crate) mod types;
pub(crate) mod value;
pub(crate) mod visible;
pub(crate) mod worker;
