//! A kernel that the suite on one thread does not have.

pub(crate) mod roots;
