//! Generic functions and methods; traits, operators and methods of the user's own types.

mod decided;
mod generics;
mod inferred;
mod methods;
mod operators;
mod traits;
