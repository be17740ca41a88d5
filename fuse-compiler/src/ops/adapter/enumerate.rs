//! `enumerate()`

use crate::ops::chain::adapter::{Adapt, Form};
use crate::ops::chain::divided::Divided;
use crate::ops::recognised::adapters::{OfRayon, Row, step};
use crate::ops::recognised::parallel::{Place, fused};

pub(super) const ROWS: &[Row] = &[Row::new(
    "enumerate",
    &[],
    &[step("enumerate()", "k")],
    |call| {
        let item = call.stream.item.unknown();
        call.step(Enumerate, item)
    },
)
.and(OfRayon::Indexed, &[fused(Place::Adapter, "enumerate()")])];

/// `enumerate()`
#[derive(Clone, Debug)]
pub(crate) struct Enumerate;

impl Adapt for Enumerate {
    fn name(&self) -> &'static str {
        "enumerate"
    }

    fn form(&self) -> Form<'_> {
        Form::Enumerate
    }

    fn hands_on(&self) -> bool {
        true
    }

    fn of_rows(&self) -> Option<&'static str> {
        Some("numbered")
    }

    fn divided(&self, of: Divided) -> Option<Divided> {
        Some(Divided::Numbered(Box::new(of)))
    }
}
