//! `flat_map(f)`, and rayon's `flat_map_iter(f)`: where the inner source does not depend on the outer element, the paper's
//! `cross`, followed by the adapters of the inner stream.

use super::driver::drives_parts;
use crate::ops::chain::adapter::{Adapter, Cross};
use crate::ops::chain::stream::{Access, Item, Source, Stream};
use crate::ops::reading::{Parsed, Parser, refuse};
use crate::ops::recognised::adapters::{Call, Row, driver, step};
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::TEST;
use crate::ops::source::FILES;
use crate::rust::cause::Cause;
use crate::rust::environment::{Known, Origin};
use crate::rust::expr::strip;
use crate::rust::patterns::binds;
use crate::rust::spelling::text;
use syn::{Expr, Pat, ReturnType};

const OTHER_RANGES: &str = "a range of what it gives is no range of its source";

pub(super) const ROWS: &[Row] = &[
    Row::new(
        "flat_map",
        &[TEST],
        &[
            step("flat_map(|x| ys.iter().map(g))", "?"),
            driver("flat_map(f)", "?"),
        ],
        |call| {
            // What its closure does not hand on is dropped before the inner elements come.
            match cross(call.parser, call.argument(0)?, &call.stream.item) {
                Ok(cross) if call.stream.watched().is_empty() => crossing(call, cross),
                _ => drives_parts(&call, parts_of_places(call.argument(0)?)),
            }
        },
    )
    .but(&["flat_map(f)"], OTHER_RANGES),
    // Of rayon's, the inner chain is one of std's.
    Row::new("flat_map_iter", &[TEST], &[], |call| {
        let cross = cross(call.parser, call.argument(0)?, &call.stream.item)?;
        let arrays = |source: &&Source| matches!(source, Source::Array(_));
        if !call.stream.watched().is_empty() || !cross.inner.sources().iter().all(arrays) {
            return call.refused();
        }
        crossing(call, cross)
    })
    .and(Meaning::Same, &["flat_map_iter(|x| ys.iter().map(g))"]),
];

/// An inner stream for each element: what flows out.
fn crossing(call: Call<'_>, cross: Cross) -> Parsed<Stream> {
    let mut borrows = cross.inner.item.borrows.clone();
    // A worker of the inner stream that gives a visible value holds no reference to the outer
    // element either.
    if !borrows.is_empty() || !ends_in_value(&cross.inner) {
        borrows.extend(call.stream.item.borrows.iter().cloned());
    }
    let item = Item {
        borrows,
        ..Item::default()
    };
    call.step(Adapter::Cross(Box::new(cross)), item)
}

fn cross(own: &Parser<'_>, argument: &Expr, item: &Item) -> Parsed<Cross> {
    let Expr::Closure(closure) = strip(argument) else {
        return refuse(argument, Cause::UnknownAdapter("flat_map".into()));
    };
    let plain = closure.attrs.is_empty()
        && closure.inputs.len() == 1
        && closure.asyncness.is_none()
        && matches!(closure.output, ReturnType::Default);
    if !plain {
        return refuse(argument, Cause::UnknownAdapter("flat_map".into()));
    }
    own.outlives_outer(argument)?;
    let pattern = closure.inputs[0].clone();
    let mut inner_environment = own.environment.clone();
    let bound = binds(&pattern);
    for name in &bound {
        inner_environment.push(Known {
            name: name.clone(),
            ty: None,
            mutable: false,
            origin: Origin::Pattern,
        });
    }
    let mut body = &*closure.body;
    loop {
        match body {
            Expr::Paren(paren) => body = &paren.expr,
            Expr::Block(block)
                if block.attrs.is_empty()
                    && block.label.is_none()
                    && block.block.stmts.len() == 1 =>
            {
                let syn::Stmt::Expr(tail, None) = &block.block.stmts[0] else {
                    break;
                };
                body = tail;
            }
            _ => break,
        }
    }
    let mut outer = own.outer.clone();
    outer.extend(bound.iter().cloned());
    let mut outer_references = own.outer_references.clone();
    if item.by_reference && matches!(pattern, Pat::Ident(_)) {
        outer_references.extend(bound.iter().cloned());
    }
    let parser = Parser {
        environment: &inner_environment,
        outer,
        outer_references,
        streams: own.streams,
        ends: own.ends,
    };
    let inner = parser.stream(body)?;
    if inner.parallel.is_some() {
        return refuse(body, Cause::UnknownSource(text(body)));
    }
    let dependent = |names: &[String]| names.iter().any(|name| bound.contains(name));
    for source in inner.sources() {
        let depends = match source {
            // The inner array is read again for each outer element, so it must stay.
            Source::Array(array) => array.access != Access::ByReference,
            Source::Range(range) => dependent(&range.reads),
            Source::Driver(_) => true,
        };
        if depends {
            return refuse(&closure.body, Cause::UnknownSource(text(body)));
        }
    }
    Ok(Cross { pattern, inner })
}

/// True if the last adapter is a map whose body is visibly a value.
fn ends_in_value(stream: &Stream) -> bool {
    matches!(stream.adapters.last(), Some(Adapter::Map(worker)) if worker.judgment.value_result)
}

/// True for `|order| order.items.iter()` and its like: of an element it always gives the same.
pub(crate) fn parts_of_places(worker: &Expr) -> bool {
    let Expr::Closure(closure) = strip(worker) else {
        return false;
    };
    let plain = closure.attrs.is_empty()
        && closure.capture.is_none()
        && closure.asyncness.is_none()
        && matches!(closure.output, ReturnType::Default);
    let (Some(Pat::Ident(element)), 1) = (closure.inputs.first(), closure.inputs.len()) else {
        return false;
    };
    let Expr::MethodCall(call) = strip(&closure.body) else {
        return false;
    };
    let mut place = &*call.receiver;
    while let Expr::Field(field) = place {
        place = &field.base;
    }
    let of_element = matches!(place, Expr::Path(path) if path.path.is_ident(&element.ident));
    plain
        && of_element
        && element.mutability.is_none()
        && element.by_ref.is_none()
        && element.subpat.is_none()
        && call.turbofish.is_none()
        && call.args.is_empty()
        && FILES
            .iter()
            .copied()
            .flatten()
            .any(|row| row.again && call.method == row.name)
}
