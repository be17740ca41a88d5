//! Names whose type is visibly an iterator.

use crate::ops::chain::stream::{DriverSource, Item, Stream};
use crate::ops::reading::{Parsed, Parser, local};
use crate::ops::recognised::sources::{Row, source};
use crate::rust::spelling::spelling;
use crate::sorted::SortedSet;
use syn::Expr;

pub(super) const ROWS: &[Row] = &[Row::written(&[source("it", "?")])];

pub(super) fn read(parser: &Parser<'_>, expr: &Expr) -> Parsed<Option<Stream>> {
    Ok(iterator(parser, expr))
}

/// A parameter or local whose type is visibly an iterator.
pub(crate) fn iterator(parser: &Parser<'_>, expr: &Expr) -> Option<Stream> {
    let name = spelling(local(expr)?);
    let ty = parser.environment.type_of(&name)?;
    if !parser.environment.visibly_iterator(ty) {
        return None;
    }
    let taken = SortedSet::from([name.clone()]);
    let driver = DriverSource {
        reads: taken.clone(),
        moves: taken.clone(),
        watched: taken,
        effects: true,
        ..DriverSource::new(expr.clone())
    };
    let item = Item {
        borrows: vec![name],
        ..Item::default()
    };
    Some(Stream::driven(driver, item))
}
