//! `filter_map(f)`

use crate::ops::chain::adapter::Adapter;
use crate::ops::recognised::adapters::{Row, step};
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::TEST;

pub(super) const ROWS: &[Row] = &[Row::new(
    "filter_map",
    &[TEST],
    &[step("filter_map(f)", "?")],
    |call| {
        let (worker, item) = (call.worker()?, call.stream.item.unknown());
        call.step(Adapter::FilterMap(worker), item)
    },
)
.and(Meaning::Same, &["filter_map(f)"])];
