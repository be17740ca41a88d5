//! What panics, and what must not.

mod arguments;
mod comparisons;
mod places;
