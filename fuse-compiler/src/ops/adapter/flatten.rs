//! `flatten()`

use super::driver::drives_others;
use crate::ops::recognised::adapters::{Row, driver};

pub(super) const ROWS: &[Row] = &[Row::new(
    "flatten",
    &[],
    &[driver("flatten()", "?")],
    |call| drives_others(&call, true),
)];
