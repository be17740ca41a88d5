//! What the oracles and the measuring tools of this repository use of the stages. Nothing here is stable: it
//! changes with any version, and no other crate may depend on it.

/// Programs in combinator normal form.
pub mod cnf {
    pub use crate::cnf::*;
}
/// Their sizes.
pub mod size {
    pub use crate::size::*;
}
/// Their dependency graphs.
pub mod graph {
    pub use crate::graph::*;
}
/// Clusterings of them.
pub mod cluster {
    pub use crate::cluster::*;
}
/// The loops of a clustering.
pub mod loops {
    pub use crate::loops::*;
}
/// How loops run, and what must hold of it.
pub mod plan {
    pub use crate::plan::*;
}
/// The order of loops and statements.
pub mod schedule {
    pub use crate::schedule::*;
}
/// How the stages are put together.
pub mod pipeline {
    pub use crate::pipeline::*;
}
/// What is done to a cluster, as a tree.
pub mod fusion_tree {
    pub use crate::report::fusion_tree::*;
}
/// What is looked at before a function is parsed.
pub mod candidates {
    pub use crate::function::candidates::any;
}
/// What the attribute is given.
pub mod options {
    pub use crate::options::*;
}
/// The sets and maps that stages hold.
pub mod sorted {
    pub use crate::sorted::*;
}
/// How long stages take.
pub mod stages {
    pub use crate::stages::*;
}
