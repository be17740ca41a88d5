//! The operations of iterator chains: which sources, adapters and consumers there are, and how they are read.
//!
//! In: an expression. Out: a [`chain::Chain`] with the user's tokens in it, or the reason why it is none.

pub(crate) mod accumulator;
pub(crate) mod adapter;
pub(crate) mod apply;
pub(crate) mod body;
pub(crate) mod captures;
pub(crate) mod chain;
pub(crate) mod consumer;
pub(crate) mod for_body;
pub(crate) mod monoid;
pub(crate) mod names;
pub(crate) mod parse;
pub(crate) mod pulling;
pub(crate) mod reading;
pub mod recognised;
pub(crate) mod search;
pub(crate) mod source;
pub(crate) mod text_predicates;
pub(crate) mod whole;
