//! Chains: a source, adapters, a consumer, and what is called behind it.

use super::expression::{Expression, Part};
use super::types::Type;

/// A chain. Without a consumer it is an iterator, to be consumed elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// What gives the elements; its type is [`Type::Iterator`] unless it is only iterable.
    pub source: Expression,
    /// Adapters, the consumer, and the calls behind it, as they stand.
    pub steps: Vec<Step>,
}

/// A method call of a chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The row of the table that it belongs to.
    pub construct: &'static str,
    /// Everything behind the dot.
    pub parts: Vec<Part>,
    /// The type behind it: an iterator, the consumer's result, or what a later call makes of that.
    pub gives: Type,
}
