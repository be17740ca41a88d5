//! `filter(p)`

use crate::ops::chain::adapter::{Adapt, Form};
use crate::ops::recognised::adapters::{OfRayon, Row, step};
use crate::ops::recognised::parallel::{Place, fused};
use crate::ops::recognised::row::LOOK;
use crate::rust::worker::Worker;

pub(super) const ROWS: &[Row] = &[Row::new(
    "filter",
    &[LOOK],
    &[step("filter(p)", "?")],
    |call| {
        let (worker, item) = (call.worker()?, call.stream.item.clone());
        call.step(Filter(worker), item)
    },
)
.and(OfRayon::Same, &[fused(Place::Adapter, "filter(p)")])];

/// `filter(worker)`
#[derive(Clone, Debug)]
pub(crate) struct Filter(pub(crate) Worker);

impl Adapt for Filter {
    fn name(&self) -> &'static str {
        "filter"
    }

    fn form(&self) -> Form<'_> {
        Form::Filter(&self.0)
    }

    fn worker_mut(&mut self) -> Option<&mut Worker> {
        Some(&mut self.0)
    }

    fn hands_on(&self) -> bool {
        true
    }
}
