//! What is decided about a region, for those that write it down.
//!
//! In: the results of the stages up to the schedule. Out: the same, under one name.

use crate::cluster::Solution;
use crate::graph::Graph;
use crate::loops::Loop;
use crate::schedule::Schedule;
use crate::size::Sizes;

/// Everything decided about a region.
#[derive(Debug)]
pub(crate) struct Decided {
    pub(crate) sizes: Sizes,
    pub(crate) graph: Graph,
    pub(crate) solution: Solution,
    pub(crate) loops: Vec<Loop>,
    pub(crate) schedule: Schedule,
}
