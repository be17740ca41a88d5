//! Generic functions and methods; traits, operators and methods of the user's own types.

mod generics;
mod inferred;
mod methods;
mod operators;
mod traits;
