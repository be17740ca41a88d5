//! `zip(ys)`

use super::driver::Growth;
use crate::ops::chain::adapter::Adapter;
use crate::ops::chain::stream::{Access, Source, Stream};
use crate::ops::reading::{Parsed, refuse};
use crate::ops::recognised::adapters::{Call, Row, driver, step};
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::Argument::Iterator;
use crate::rust::cause::Cause;
use crate::rust::expr::strip;
use crate::rust::spelling::text;
use syn::Expr;

pub(super) const ROWS: &[Row] = &[Row::new(
    "zip",
    &[Iterator],
    &[
        step("zip(ys)", "min(k, k')"),
        driver("zip(ys.iter().filter(p))", "min(k, ?)"),
    ],
    zip,
)
.and(
    Meaning::Indexed,
    &["zip(ys)", "zip(ys.par_iter().map(f))", "zip(&self.data)"],
)];

fn zip(mut call: Call<'_>) -> Parsed<Stream> {
    let argument = call.argument(0)?;
    if matches!(argument, Expr::Paren(_)) {
        // Rustc has something to say about those.
        return refuse(argument, Cause::UnknownSource(text(argument)));
    }
    let other = call.parser.stream(argument)?;
    join(&mut call.stream, &other, argument)?;
    if !call.stream.is_one_to_one() || !other.is_one_to_one() {
        return Ok(Growth::of(&call, Some(other))?.driver(&call));
    }
    if !call.stream.zips_with(&other) {
        return refuse(argument, Cause::UnknownSource(text(argument)));
    }
    let item = call.stream.item.beside(&other.item);
    call.step(Adapter::Zip(Box::new(other)), item)
}

/// Checks that two streams can be put together: both are of one library, or the second is a bare array or range, which both
/// take.
pub(super) fn join(stream: &mut Stream, other: &Stream, argument: &Expr) -> Parsed<()> {
    let bare = !matches!(strip(argument), Expr::MethodCall(_));
    match (&mut stream.parallel, &other.parallel) {
        (None, None) => Ok(()),
        (Some(parallel), Some(second)) if other.is_one_to_one() => {
            parallel.least.extend(second.least.iter().cloned());
            parallel.most.extend(second.most.iter().cloned());
            Ok(())
        }
        (Some(_), None) if bare && by_reference(other) => Ok(()),
        _ => refuse(argument, Cause::UnknownSource(text(argument))),
    }
}

/// True for an array whose elements are borrowed, or a place that may hold one.
fn by_reference(stream: &Stream) -> bool {
    match &stream.source {
        Source::Array(array) => array.access == Access::ByReference,
        Source::Driver(driver) => driver.divided.is_some(),
        Source::Range(_) => false,
    }
}
