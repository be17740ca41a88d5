//! The stages of the compiler against the papers' programs and figures, random programs, and the exhaustive search.

mod cluster;
mod clustering;
mod fusion_tree;
mod graph;
mod ilp;
mod loops;
mod search;
mod size;
mod support;
