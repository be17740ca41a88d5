//! The closure or function argument of an adapter or a consumer.
//!
//! In: nothing, this is a data type. Out: the argument as written, with what was judged of it.

use crate::rust::worker::Judgment;
use std::collections::BTreeSet;
use syn::{Expr, ExprClosure};

/// A worker with what was judged of it.
#[derive(Clone, Debug)]
pub(crate) struct Worker {
    /// As written.
    pub(crate) expr: Expr,
    /// Purity, totality, mentions.
    pub(crate) judgment: Judgment,
    /// True if it is a local of the function, given by name.
    pub(crate) local: bool,
    /// Captured names that it gives away and that may be mutable references: it keeps its order
    /// with whatever else mentions them.
    pub(crate) given_away: BTreeSet<String>,
    /// True if it is a local given by name whose drop, after the chain, could be observed.
    pub(crate) drops: bool,
    /// The same closure with the blocks inside it fused, if any was.
    pub(crate) fused: Option<Box<ExprClosure>>,
}

impl Worker {
    /// The names outside it that it mentions.
    pub(crate) fn reads(&self) -> &BTreeSet<String> {
        &self.judgment.mentions.read
    }
}
