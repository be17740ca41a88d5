//! `for` loops and `for_each`.

mod accumulators;
mod among_statements;
mod anew;
mod at_counter;
mod behind_checks;
mod collections;
mod elements;
mod ended;
mod indices;
mod inner;
mod inner_pushes;
mod leaving;
mod nests;
mod opaque;
mod order;
mod pushed;
mod rows;
mod tried;
mod writes;
