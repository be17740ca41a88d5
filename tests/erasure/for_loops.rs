//! `for` loops and `for_each`.

mod accumulators;
mod among_statements;
mod collections;
mod inner;
mod order;
mod writes;
