//! What concerns a function as a whole, before and after its blocks.

pub(crate) mod lints;
pub(crate) mod nested;
pub(crate) mod recursion;
pub mod target;
pub(crate) mod versions;
