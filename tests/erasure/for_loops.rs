//! `for` loops and `for_each`.

mod accumulators;
mod among_statements;
mod collections;
mod inner;
mod leaving;
mod order;
mod writes;
