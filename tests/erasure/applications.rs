//! Whole functions as crates have them, written without a thought of fusing. Results are structures of the two
//! texts, so they are compared as what `{:?}` prints: floats to the last bit, but for which NaN it is.

mod clustering;
mod finance;
mod geometry;
mod image;
mod mixed;
mod queries;
mod solvers;
mod statistics;
mod text;
