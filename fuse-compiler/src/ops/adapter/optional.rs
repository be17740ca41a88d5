//! Options of numbers: a filter of those that hold one, and a map that takes it out.
//!
//! In: a step that gives an option, which a visible type says. Out: the same in two, each of which may run for any element. Tests of
//! several chains are then one, sums and extrema need no branch, and what is kept is compacted.
//!
//! A step that gives references to the numbers is read by value if what follows copies them, or adds them up.

use crate::ops::chain::adapter::Adapter;
use crate::ops::chain::stream::{Item, Stream};
use crate::ops::reading::{Parsed, Parser};
use crate::rust::expr::strip;
use crate::rust::patterns::single_name;
use crate::rust::types::peel;
use crate::rust::worker::Worker;
use proc_macro2::Ident;
use syn::{Expr, Pat, Type, parse_quote};

/// Whether an option holds a number, and the number, or 0.
pub(super) fn halves(option: &Expr) -> [Expr; 2] {
    let option: Expr = match option {
        Expr::Path(_) | Expr::Field(_) => option.clone(),
        _ => parse_quote!((#option)),
    };
    [
        parse_quote!(#option.is_some()),
        parse_quote!(#option.unwrap_or_default()),
    ]
}

/// The two steps for elements that are options, and what flows out of them.
pub(super) fn steps(
    parser: &Parser<'_>,
    name: &Ident,
    item: &Item,
) -> Parsed<Option<([Adapter; 2], Item)>> {
    let ty = item.ty.as_ref();
    let Some(held) = ty.and_then(|ty| parser.environment.number_in_option(ty)) else {
        return Ok(None);
    };
    let [test, value] = halves(&parse_quote!(#name));
    let test = parser.worker(&parse_quote!(|#name| #test), &[item.as_borrowed()])?;
    let value = parser.worker(&parse_quote!(|#name| #value), &[item.as_parameter()])?;
    let numbers = Item {
        ty: Some(held.clone()),
        ..Item::default()
    };
    Ok(Some((
        [Adapter::Filter(test), Adapter::Map(value)],
        numbers,
    )))
}

/// A stream of references to what options hold, as one of the numbers; `None` if it is none.
pub(crate) fn by_value(parser: &Parser<'_>, stream: &Stream) -> Parsed<Option<Stream>> {
    let last = stream.adapters.split_last();
    let options = last.and_then(|(last, before)| Some((looked_into(last)?, before)));
    let Some(((name, ty), before)) = options else {
        return Ok(None);
    };
    let options = Item {
        ty: Some(ty.clone()),
        by_reference: true,
        ..Item::default()
    };
    Ok(steps(parser, name, &options)?.map(|(steps, item)| Stream {
        adapters: before.iter().cloned().chain(steps).collect(),
        item,
        ..stream.clone()
    }))
}

/// The same, and a map behind it that takes the numbers by value, if that is how it looks at the references.
pub(super) fn mapped(
    parser: &Parser<'_>,
    stream: &Stream,
    worker: &Worker,
) -> Parsed<Option<(Stream, Worker)>> {
    let Expr::Closure(closure) = &worker.expr else {
        return Ok(None);
    };
    let mut closure = closure.clone();
    let Some(Pat::Reference(looked_at)) = closure.inputs.first() else {
        return Ok(None);
    };
    let number = (*looked_at.pat).clone();
    let shared = looked_at.mutability.is_none() && looked_at.attrs.is_empty();
    if !shared || single_name(&number).is_none() || closure.inputs.len() != 1 {
        return Ok(None);
    }
    let Some(stream) = by_value(parser, stream)? else {
        return Ok(None);
    };
    closure.inputs = [number].into_iter().collect();
    let worker = parser.worker(&Expr::Closure(closure), &[stream.item.as_parameter()])?;
    Ok(worker.judgment.value_result.then_some((stream, worker)))
}

/// The name and the type of the options of which a step gives references to what they hold.
fn looked_into(step: &Adapter) -> Option<(&Ident, &Type)> {
    let Adapter::FilterMap(worker) = step else {
        return None;
    };
    let Expr::Closure(closure) = &worker.expr else {
        return None;
    };
    let name = &closure.inputs.first().and_then(single_name)?.ident;
    let Expr::MethodCall(call) = strip(&closure.body) else {
        return None;
    };
    let of_it = matches!(strip(&call.receiver), Expr::Path(path) if path.path.is_ident(name));
    let Some(Type::Reference(options)) = worker.parameters.first()?.as_ref().map(peel) else {
        return None;
    };
    let looks = call.method == "as_ref" && call.args.is_empty() && of_it;
    (looks && closure.inputs.len() == 1).then_some((name, &*options.elem))
}
