//! `filter_map(f)`

use crate::ops::chain::adapter::{Adapt, Form};
use crate::ops::recognised::adapters::{OfRayon, Row, step};
use crate::ops::recognised::parallel::{Place, fused};
use crate::ops::recognised::row::TEST;
use crate::rust::worker::Worker;

pub(super) const ROWS: &[Row] = &[Row::new(
    "filter_map",
    &[TEST],
    &[step("filter_map(f)", "?")],
    |call| {
        let (worker, item) = (call.worker()?, call.stream.item.unknown());
        call.step(FilterMap(worker), item)
    },
)
.and(OfRayon::Same, &[fused(Place::Adapter, "filter_map(f)")])];

/// `filter_map(worker)`
#[derive(Clone, Debug)]
pub(crate) struct FilterMap(pub(crate) Worker);

impl Adapt for FilterMap {
    fn name(&self) -> &'static str {
        "filter_map"
    }

    fn form(&self) -> Form<'_> {
        Form::FilterMap(&self.0)
    }

    fn worker_mut(&mut self) -> Option<&mut Worker> {
        Some(&mut self.0)
    }
}
