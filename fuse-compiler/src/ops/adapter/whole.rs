//! Adapters without arguments that change nothing of one element: `peekable()`, `fuse()`, `cycle()`.

use super::driver::{drives, drives_some};
use crate::ops::recognised::adapters::{Row, driver};

pub(super) const ROWS: &[Row] = &[
    Row::new("peekable", &[], &[driver("peekable()", "k")], drives),
    Row::new("fuse", &[], &[driver("fuse()", "k")], drives),
    Row::new("cycle", &[], &[driver("cycle()", "?")], drives_some),
];
