//! `cloned()`

use super::copied::owned;
use super::optional;
use crate::ops::chain::adapter::{Adapter, Elementwise};
use crate::ops::recognised::adapters::{Row, step};
use crate::ops::recognised::parallel::Meaning;
use quote::quote_spanned;

pub(super) const ROWS: &[Row] = &[Row::new("cloned", &[], &[step("cloned()", "k")], |call| {
    if let Some(numbers) = optional::by_value(call.parser, &call.stream)? {
        return Ok(numbers);
    }
    let item = owned(&call)?;
    let plain = call.stream.item.by_reference
        && item
            .ty
            .as_ref()
            .is_some_and(|ty| call.parser.environment.primitive(ty).is_some());
    if plain {
        call.step(Adapter::Copied, item)
    } else {
        call.step(CLONED, item)
    }
})
.and(Meaning::Same, &["cloned()"])];

const CLONED: Adapter = Adapter::Elementwise(Elementwise {
    name: "cloned",
    clones: true,
    element: |runtime, element, here| quote_spanned!(here=> #runtime::cloned(#element)),
});
