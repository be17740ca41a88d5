//! Functions of `std::iter`.

use crate::ops::chain::adapter::Adapter;
use crate::ops::chain::stream::{DriverSource, Item, Stream};
use crate::ops::reading::{Parsed, Parser};
use crate::ops::recognised::sources::{Row, source};
use crate::ops::whole;
use crate::rust::environment::Environment;
use crate::rust::extent::Extent;
use syn::{Expr, ExprCall, GenericArgument, Lit, PathArguments};

pub(super) const ROWS: &[Row] = &[Row::written(&[
    source("iter::zip(xs, ys)", "min(k, k')"),
    source("iter::repeat_n(x, n)", "n"),
    source("iter::once(x)", "1"),
    source("iter::empty()", "0"),
    source("iter::repeat(x)", "?"),
    source("iter::successors(x, |x| x.checked_div(2))", "?"),
])];

/// `iter::zip(a, b)`, `iter::repeat_n(x, n)`, `iter::once(x)` and their like.
pub(super) fn read(parser: &Parser<'_>, expr: &Expr) -> Parsed<Option<Stream>> {
    let Expr::Call(call) = expr else {
        return Ok(None);
    };
    let Some(function) = function_of_iter(call, parser.environment) else {
        return Ok(None);
    };
    let arguments = call.args.iter().collect::<Vec<_>>();
    let mut driver = DriverSource::new(Expr::Call(call.clone()));
    let mut borrows = Vec::new();
    match (function.as_str(), arguments.as_slice()) {
        (WINDOWS | CHUNKS, [delayed]) => {
            let stream = parser.stream(delayed)?;
            let (Some(length), Expr::Path(written)) = (block_length(call), &*call.func) else {
                return Ok(None);
            };
            if let Some(of_blocks) = whole::of_blocks(&written.path, delayed, &stream, None) {
                driver.expr = of_blocks;
                driver.several = true;
            }
            let of = Box::new(stream.extent());
            driver.extent = match function.as_str() {
                WINDOWS => Extent::Less(of, Box::new(Extent::Number(length - 1))),
                _ => Extent::Ratio {
                    of,
                    by: Box::new(Extent::Number(length)),
                    up: true,
                },
            };
            driver.parts = vec![stream];
        }
        (PREFIX | SUFFIX, [delayed, count]) => {
            let stream = parser.stream(delayed)?;
            let Expr::Path(function) = &*call.func else {
                return Ok(None);
            };
            let of_blocks = whole::of_blocks(&function.path, delayed, &stream, Some(count));
            if let Some(of_blocks) = of_blocks {
                driver.expr = of_blocks;
            }
            driver.several = true;
            driver.parts = vec![stream];
        }
        ("zip", [left, right]) => {
            let (left, right) = (parser.stream(left)?, parser.stream(right)?);
            if left.zips_with(&right) {
                return Ok(Some(zipped(left, right)));
            }
            driver.extent = Extent::Least(vec![left.extent(), right.extent()]);
            borrows.extend(left.item.borrows.iter().cloned());
            borrows.extend(right.item.borrows.iter().cloned());
            driver.parts = vec![left, right];
        }
        ("empty", []) => driver.extent = Extent::Number(0),
        ("repeat_n" | "repeat" | "once" | "successors", [first, rest @ ..]) => {
            let Some(judged) = parser.judged(first) else {
                return Ok(None);
            };
            borrows.extend(judged.reads.iter().cloned());
            driver.reads.extend(judged.reads);
            driver.watched.extend(judged.moves.iter().cloned());
            driver.moves.extend(judged.moves);
            match (function.as_str(), rest) {
                ("once", []) => driver.extent = Extent::Number(1),
                ("repeat", []) => {}
                ("repeat_n", [count]) => {
                    let Some(judged) = parser.judged(count) else {
                        return Ok(None);
                    };
                    driver.reads.extend(judged.reads);
                    let amount = parser.amount(count);
                    driver.extent = amount.unwrap_or(Extent::Unknown);
                }
                ("successors", [worker]) => {
                    let worker = parser.worker(worker, &[])?;
                    borrows.extend(worker.reads().iter().cloned());
                    driver.parts = vec![Stream::calling(worker)];
                }
                _ => return Ok(None),
            }
        }
        _ => return Ok(None),
    }
    let item = Item {
        borrows,
        ..Item::default()
    };
    Ok(Some(Stream::driven(driver, item)))
}

/// The function of `std::iter` that is called, by a path that shows it.
pub(crate) fn function_of_iter(call: &ExprCall, environment: &Environment) -> Option<String> {
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    let root = path.path.segments.first()?.ident.to_string();
    let is_std = match root.as_str() {
        "iter" => environment.means_module("iter"),
        root => environment.means_std(root),
    };
    looks_like_one(call).filter(|_| is_std)
}

/// The same by the looks of the path.
pub(crate) fn looks_like_one(call: &ExprCall) -> Option<String> {
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    if path.qself.is_some() || !call.attrs.is_empty() {
        return None;
    }
    let names = path
        .path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect::<Vec<_>>();
    match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["iter", function] | ["std" | "core", "iter", function] => Some(function.to_owned()),
        [.., "__private", "delayed", "repeat_n"] => Some("repeat_n".to_owned()),
        [.., "__private", "delayed", "windows"] => Some(WINDOWS.to_owned()),
        [.., "__private", "delayed", "chunks"] => Some(CHUNKS.to_owned()),
        [.., "__private", "delayed", "prefix"] => Some(PREFIX.to_owned()),
        [.., "__private", "delayed", "suffix"] => Some(SUFFIX.to_owned()),
        _ => None,
    }
}

/// Those of the runtime that stand for windows and chunks of an array that is not made.
const WINDOWS: &str = "delayed windows";
const CHUNKS: &str = "delayed chunks";

/// Those that stand for the first elements of one, and the others.
const PREFIX: &str = "delayed prefix";
const SUFFIX: &str = "delayed suffix";

/// The `N` of `windows::<T, N, _>(..)`.
fn block_length(call: &ExprCall) -> Option<u64> {
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Const(Expr::Lit(literal)) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok().filter(|length| *length > 0),
            _ => None,
        },
        _ => None,
    })
}

/// `a.zip(b)`.
fn zipped(mut left: Stream, right: Stream) -> Stream {
    left.item = left.item.beside(&right.item);
    left.adapters.push(Adapter::Zip(Box::new(right)));
    left
}
