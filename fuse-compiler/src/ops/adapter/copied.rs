//! `copied()`

use super::optional;
use crate::ops::chain::adapter::Adapter;
use crate::ops::chain::stream::{Item, Stream};
use crate::ops::reading::Parsed;
use crate::ops::recognised::adapters::{Call, Row, step};
use crate::ops::recognised::parallel::Meaning;

pub(super) const ROWS: &[Row] = &[Row::new("copied", &[], &[step("copied()", "k")], |call| {
    if let Some(numbers) = optional::by_value(call.parser, &call.stream)? {
        return Ok(numbers);
    }
    let item = owned(&call)?;
    call.step(Adapter::Copied, item)
})
.and(Meaning::Same, &["copied()"])];

/// What flows out where what flows in are references.
pub(super) fn owned(call: &Call<'_>) -> Parsed<Item> {
    let Stream { adapters, item, .. } = &call.stream;
    // What is copied out of references to references is copied twice; a loop does it once.
    if matches!(adapters.last(), Some(Adapter::Copied)) {
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
