//! Adapters whose workers decide where it ends or begins, or have an effect: `take_while(p)`, `skip_while(p)`,
//! `map_while(f)`, `inspect(f)`.

use super::driver::drives;
use crate::ops::recognised::adapters::{Row, driver};
use crate::ops::recognised::row::{LOOK, TEST};

pub(super) const ROWS: &[Row] = &[
    Row::new(
        "take_while",
        &[LOOK],
        &[driver("take_while(p)", "?")],
        drives,
    ),
    Row::new(
        "skip_while",
        &[LOOK],
        &[driver("skip_while(p)", "?")],
        drives,
    ),
    Row::new("map_while", &[TEST], &[driver("map_while(f)", "?")], drives),
    Row::new("inspect", &[LOOK], &[driver("inspect(f)", "?")], drives),
];
