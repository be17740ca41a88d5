//! Associative accumulations in the user's code: the operator of a fold, of a scan, of a `for` body.

pub(crate) mod for_body;
pub(crate) mod histogram;
pub(crate) mod redomap;
