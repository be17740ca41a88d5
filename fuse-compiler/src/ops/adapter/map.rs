//! `map(f)`

use super::optional;
use crate::ops::chain::adapter::Adapter;
use crate::ops::chain::stream::Item;
use crate::ops::recognised::adapters::{Call, Row, step};
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::TEST;
use crate::rust::copies_out::copies_out;
use syn::Expr;

pub(super) const ROWS: &[Row] = &[Row::new("map", &[TEST], &[step("map(f)", "k")], |call| {
    let mut worker = call.worker()?;
    if let Some((stream, worker)) = optional::mapped(call.parser, &call.stream, &worker)? {
        let item = Item {
            ty: worker.judgment.gives.clone(),
            ..Item::default()
        };
        return Call { stream, ..call }.step(Adapter::Map(worker), item);
    }
    let (parser, item) = (call.parser, &call.stream.item);
    if let (Expr::Closure(closure), true) = (&worker.expr, item.by_reference) {
        worker.judgment.value_result |=
            copies_out(closure, &parser.outer_references, parser.environment);
    }
    let item = if worker.judgment.value_result {
        Item {
            ty: worker.judgment.gives.clone(),
            ..Item::default()
        }
    } else if worker.judgment.text && item.by_reference && worker.reads().is_empty() {
        Item {
            ty: Some(syn::parse_quote!(str)),
            ..item.clone()
        }
    } else {
        item.unknown()
    };
    call.step(Adapter::Map(worker), item)
})
.and(Meaning::Same, &["map(f)"])];
