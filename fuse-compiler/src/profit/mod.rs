//! Profitability: whether a legal loop is faster than the loops it is made of.

pub(crate) mod several;
pub(crate) mod single;
