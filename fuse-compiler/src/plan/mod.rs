//! How a loop runs: passes, masks, compaction, slices, threads, buffers (docs/DESIGN.md section 6).
//!
//! In: loops and the normal form. Out: what emission writes.

pub(crate) mod compaction;
pub(crate) mod extremum;
pub(crate) mod lazy_strings;
pub(crate) mod masks;
pub(crate) mod numbers;
pub(crate) mod passes;
pub(crate) mod ranges;
pub(crate) mod reuse;
pub(crate) mod searches;
pub(crate) mod slices;
