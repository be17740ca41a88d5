//! `flatten()`

use super::driver::drives_parts;
use crate::ops::recognised::adapters::{Call, Row, driver};
use crate::rust::types::peel;
use syn::Type;

pub(super) const ROWS: &[Row] = &[Row::new(
    "flatten",
    &[],
    &[driver("flatten()", "?")],
    |call| drives_parts(&call, gives_collections(&call)),
)];

/// True for references to visible vectors and arrays: each gives the same elements whenever it is asked.
fn gives_collections(call: &Call<'_>) -> bool {
    let item = &call.stream.item;
    let environment = call.parser.environment;
    let collection = |ty: &Type| {
        matches!(peel(ty), Type::Array(_))
            || environment
                .std_arguments(ty, &["Vec", "VecDeque"])
                .is_some_and(|arguments| arguments.len() == 1)
    };
    item.by_reference && item.ty.as_ref().is_some_and(collection)
}
