//! `enumerate()`

use crate::ops::chain::adapter::Adapter;
use crate::ops::recognised::adapters::{Row, step};
use crate::ops::recognised::parallel::Meaning;

pub(super) const ROWS: &[Row] =
    &[
        Row::new("enumerate", &[], &[step("enumerate()", "k")], |call| {
            let item = call.stream.item.numbered();
            call.step(Adapter::Enumerate, item)
        })
        .and(Meaning::Indexed, &["enumerate()"]),
    ];
