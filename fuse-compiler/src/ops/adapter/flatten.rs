//! `flatten()`: of visible options steps, that keep what is there; of anything else an iterator that drives its loop.

use super::driver::drives_parts;
use super::optional;
use crate::ops::chain::adapter::Adapter;
use crate::ops::chain::stream::Item;
use crate::ops::names::local;
use crate::ops::recognised::adapters::{Call, Row, driver};
use crate::rust::types::peel;
use syn::{Expr, Type};

pub(super) const ROWS: &[Row] = &[Row::new(
    "flatten",
    &[],
    &[driver("flatten()", "?")],
    |call| match option_of(&call) {
        Some(held) => {
            let (option, item) = (local("flattened", "item"), call.stream.item.clone());
            if !item.by_reference
                && let Some((steps, item)) = optional::steps(call.parser, &option, &item)?
            {
                let [test, value] = steps;
                let mut call = call;
                call.stream.adapters.push(test);
                return call.step(value, item);
            }
            let worker: Expr = match item.by_reference {
                true => syn::parse_quote!(|#option| #option.as_ref()),
                false => syn::parse_quote!(|#option| #option),
            };
            let worker = call.parser.worker(&worker, &[item.as_parameter()])?;
            let item = Item {
                ty: Some(held),
                ..item
            };
            call.step(Adapter::FilterMap(worker), item)
        }
        None => drives_parts(&call, gives_collections(&call)),
    },
)];

/// The `T` of visible options of std's of elements that nobody can watch being dropped.
fn option_of(call: &Call<'_>) -> Option<Type> {
    let environment = call.parser.environment;
    let ty = peel(call.stream.item.ty.as_ref()?);
    let [held] = &environment.std_arguments(ty, &["Option"])?[..] else {
        return None;
    };
    let plain = environment.visibly_plain(held) && call.stream.parallel.is_none();
    plain.then(|| (*held).clone())
}

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
