//! `filter(p)`

use crate::ops::chain::adapter::Adapter;
use crate::ops::recognised::adapters::{Row, step};
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::LOOK;

pub(super) const ROWS: &[Row] = &[
    Row::new("filter", &[LOOK], &[step("filter(p)", "?")], |call| {
        let (worker, item) = (call.worker()?, call.stream.item.clone());
        call.step(Adapter::Filter(worker), item)
    })
    .and(Meaning::Same, &["filter(p)"]),
];
