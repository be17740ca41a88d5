//! Rows, columns and indices of visible matrices: what ndarray and nalgebra iterate over besides elements.

use crate::ops::chain::stream::{DriverSource, Item, Stream};
use crate::ops::reading::{Parsed, Parser, local};
use crate::ops::recognised::sources::{Row, source};
use crate::rust::expr::strip;
use crate::rust::extent::Extent;
use crate::rust::spelling::{among, identity, spelling};
use syn::{Expr, ExprMethodCall};

pub(super) const ROWS: &[Row] = &[Row::written(&[
    source("matrix.rows()", "place"),
    source("matrix.columns()", "place"),
    source("matrix.outer_iter()", "place"),
    source("matrix.indexed_iter()", "place"),
    source("matrix.row_iter()", "place"),
    source("matrix.column_iter()", "place"),
    source("matrix.axis_iter(Axis(0))", "place"),
    source("matrix.lanes(Axis(0))", "place"),
])];

/// What takes no axis.
const WHOLE: &str = "column_iter columns indexed_iter outer_iter row_iter rows";

/// What takes one.
const ALONG: &str = "axis_iter lanes";

/// `matrix.rows()`, `matrix.axis_iter(Axis(0))`, of a name that is visibly a matrix; with or without `into_iter`.
pub(crate) fn read(parser: &Parser<'_>, expr: &Expr) -> Parsed<Option<Stream>> {
    let Expr::MethodCall(call) = expr else {
        return Ok(None);
    };
    let iterates = call.method == "into_iter" && is_bare(call) && call.args.is_empty();
    let asks = match strip(&call.receiver) {
        Expr::MethodCall(inner) if iterates => inner,
        _ => call,
    };
    let method = asks.method.to_string();
    let takes = match (among(WHOLE, &method), among(ALONG, &method)) {
        (true, _) => 0,
        (_, true) => 1,
        (false, false) => return Ok(None),
    };
    let Some(name) = local(&asks.receiver).map(spelling) else {
        return Ok(None);
    };
    let environment = parser.environment;
    let matrix = environment
        .type_of(&name)
        .and_then(|ty| environment.matrix_of(ty));
    if matrix.is_none() || !is_bare(asks) || asks.args.len() != takes {
        return Ok(None);
    }
    let mut driver = DriverSource::new(expr.clone());
    driver.reads.insert(name.clone());
    for argument in &asks.args {
        let argument = match argument {
            // `Axis(0)`
            Expr::Call(call) if call.args.len() == 1 && is_axis(&call.func) => &call.args[0],
            other => other,
        };
        let judged = parser.transparent_argument(asks, argument)?;
        driver.reads.extend(judged.reads);
    }
    driver.extent = Extent::Place(identity(asks));
    driver.rows = method != "indexed_iter";
    let item = Item {
        borrows: vec![name],
        ..Item::default()
    };
    Ok(Some(Stream::driven(driver, item)))
}

fn is_axis(function: &Expr) -> bool {
    matches!(function, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Axis"))
}

fn is_bare(call: &ExprMethodCall) -> bool {
    call.attrs.is_empty() && call.turbofish.is_none()
}
