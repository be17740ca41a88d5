//! Methods of maps.

use crate::ops::recognised::sources::{Gives, Kind, Row, Takes, source};

pub(super) const ROWS: &[Row] = &[
    Row::borrows(
        "keys",
        Takes::Nothing,
        Gives::Unseen,
        &[source("map.keys()", "place")],
    )
    .again(),
    Row::borrows(
        "values",
        Takes::Nothing,
        Gives::Unseen,
        &[source("map.values()", "place")],
    )
    .again(),
    Row::method(
        "into_keys",
        Kind::Empties,
        &[source("map.into_keys()", "?")],
    ),
    Row::method(
        "into_values",
        Kind::Empties,
        &[source("map.into_values()", "?")],
    ),
    Row::method("values_mut", Kind::Changes, &[]),
];
