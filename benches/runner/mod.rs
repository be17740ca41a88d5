//! The ratio runner: what it measures, and what it makes of it.
//!
//! `options` (the command line) → `measure` (kernels and sizes → a cell each) → `table` (text),
//! `export` (CSV) and `plot` (SVG). Its tests are in `tests/ratio_runner.rs`: a benchmark without
//! libtest has none.

#![allow(
    dead_code,
    reason = "neither the tests nor the benchmark use everything"
)]

pub(crate) mod clock;
pub(crate) mod export;
pub(crate) mod measure;
pub(crate) mod options;
pub(crate) mod plot;
pub(crate) mod statistics;
pub(crate) mod table;
