//! Adapters that give the elements of their source in another order, or not all: `rev()`, `take(n)`, `skip(n)`, `step_by(n)`.

use super::driver::Growth;
use super::zip::join;
use crate::ops::chain::adapter::Adapter;
use crate::ops::chain::divided::Divided;
use crate::ops::chain::stream::{Item, Source, Stream};
use crate::ops::reading::{Parsed, refuse};
use crate::ops::recognised::adapters::{Adapter as Documented, Call, Row, driver};
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::Argument;
use crate::ops::recognised::row::Argument::{Iterator, Value};
use crate::rust::cause::Cause;
use crate::rust::extent::Extent;

/// Why one that leaves elements out, or follows something else than a source, may stay as written.
const LEFT_OUT: &str =
    "it stands behind what may panic for the elements that it leaves out, or counts them otherwise";

const fn row(
    name: &'static str,
    arguments: &'static [Argument],
    forms: &'static [Documented],
    rayons: &'static [&'static str],
) -> Row {
    Row::new(name, arguments, forms, |call| {
        let leaves_out = !call.row.arguments.is_empty();
        rearranged(call, leaves_out, grown)
    })
    .and(Meaning::Indexed, rayons)
}

pub(super) const ROWS: &[Row] = &[
    row("rev", &[], &[driver("rev()", "k")], &["rev()"]),
    row(
        "take",
        &[Value],
        &[driver("take(n)", "min(k, n)")],
        &["take(n)"],
    ),
    row(
        "skip",
        &[Value],
        &[driver("skip(n)", "k - n")],
        &["skip(n)"],
    ),
    row(
        "step_by",
        &[Value],
        &[driver("step_by(n)", "k / n, up")],
        &["step_by(n)"],
    ),
];

fn grown(call: &Call<'_>, _: Option<Stream>) -> Parsed<Growth> {
    let mut growth = Growth::of(call, None)?;
    let argument = call.call.args.first();
    if let Some(argument) = argument {
        let of = growth.extent;
        growth.extent = match (call.row.name, call.parser.amount(argument)) {
            (_, None) => Extent::Unknown,
            ("take", Some(amount)) => Extent::Least(vec![of, amount]),
            ("skip", Some(amount)) => Extent::Less(Box::new(of), Box::new(amount)),
            (_, Some(by)) => Extent::Ratio {
                of: Box::new(of),
                by: Box::new(by),
                up: true,
            },
        };
    }
    growth.divided = call
        .stream
        .divided()
        .map(|of| Divided::Rearranged(call.row.name, argument.cloned(), Box::new(of)));
    Ok(growth)
}

/// What drives a loop behind such an adapter. Of one of rayon's, what is the same before it as behind it moves behind it.
pub(super) fn rearranged(
    mut call: Call<'_>,
    leaves_out: bool,
    grown: fn(&Call<'_>, Option<Stream>) -> Parsed<Growth>,
) -> Parsed<Stream> {
    if call.stream.parallel.is_none() {
        return Ok(grown(&call, None)?.driver(&call));
    }
    let left = || {
        refuse(
            &call.call.method,
            Cause::OfRayon(call.row.name.into(), LEFT_OUT),
        )
    };
    let stream = call.stream.clone();
    let mut second = None;
    if call.row.arguments == [Iterator] {
        let argument = call.argument(0)?;
        let other = call.parser.stream(argument)?;
        join(&mut call.stream, &other, argument)?;
        second = Some(other);
    }
    let parallel = call.stream.parallel.take();
    let Some(rest) = cut_off(&mut call.stream, leaves_out) else {
        return left();
    };
    let is_bare = |stream: &Stream| stream.item.by_reference && stream.adapters.is_empty();
    // References to the elements of two arrays are references all the same.
    let mut references = false;
    if let Some(second) = &mut second {
        let copies = |rest: &[Adapter]| matches!(rest, [] | [Adapter::Copied]);
        let seconds = cut_off(second, false);
        let alike = seconds.is_some_and(|seconds| {
            copies(&rest) && copies(&seconds) && rest.len() == seconds.len()
        });
        if !alike {
            return left();
        }
        second.parallel = None;
        references = second.item.by_reference && is_bare(&call.stream);
    }
    let mut driven = grown(&call, second)?.driver(&call);
    match &mut driven.source {
        Source::Driver(driver) if driver.divided.is_some() => driver.copies |= references,
        _ => return left(),
    }
    let borrows = stream.item.borrows.iter().chain(&driven.item.borrows);
    driven.item = Item {
        borrows: borrows.cloned().collect(),
        ..stream.item
    };
    driven.adapters = rest;
    driven.parallel = parallel;
    Ok(driven)
}

/// What is the same before such an adapter as behind it, cut off: a map of some elements is those of a map. What is left out,
/// rayon's workers may be called on all the same, so they must not be able to panic.
fn cut_off(stream: &mut Stream, leaves_out: bool) -> Option<Vec<Adapter>> {
    let moves = |adapter: &&Adapter| {
        let is_map = adapter.is_elementwise() && adapter.is_one_to_one();
        is_map && (!leaves_out || adapter.is_total())
    };
    let behind = stream.adapters.iter().rev().take_while(moves).count();
    let rest = stream.adapters.split_off(stream.adapters.len() - behind);
    stream.divided().map(|_| rest)
}
