//! `copied()`

use crate::ops::chain::adapter::{Adapt, Form};
use crate::ops::chain::stream::{Item, Stream};
use crate::ops::reading::Parsed;
use crate::ops::recognised::adapters::{Call, OfRayon, Row, step};
use crate::ops::recognised::parallel::{Place, fused};

pub(super) const ROWS: &[Row] = &[Row::new(
    "copied",
    &[],
    &[step("copied()", "k")],
    |call| {
        let item = owned(&call)?;
        call.step(Copied, item)
    },
)
.and(OfRayon::Same, &[fused(Place::Adapter, "copied()")])];

/// What flows out where what flows in are references.
pub(super) fn owned(call: &Call<'_>) -> Parsed<Item> {
    let Stream { adapters, item, .. } = &call.stream;
    // What is copied out of references to references is copied twice; a loop does it once.
    if adapters.last().is_some_and(|last| last.is::<Copied>()) {
        return call.refused();
    }
    Ok(if item.by_reference {
        Item {
            ty: item.ty.clone(),
            ..Item::default()
        }
    } else {
        item.unknown()
    })
}

/// `copied()`, and `cloned()` of a visibly primitive element.
#[derive(Clone, Debug)]
pub(crate) struct Copied;

impl Adapt for Copied {
    fn name(&self) -> &'static str {
        "copied"
    }

    fn form(&self) -> Form<'_> {
        Form::Copied
    }

    fn of_rows(&self) -> Option<&'static str> {
        Some("copied")
    }
}
