//! Whether a chain can be asked for its elements from the end (paper 004, 4.3).
//!
//! In: an iterator as written. Out: its [`Direction`], if it has both.

use super::name_of;
use crate::ops::source::functions::function_of_iter;
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use syn::{Expr, ExprMethodCall};

/// Of an iterator that can be asked from both of its ends: whether it also knows how many elements it has, which a count from the end
/// starts at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// It does not know.
    Either,
    /// It knows.
    Exact,
}

impl Direction {
    /// Of an iterator; `None` if it goes forward alone.
    pub(super) fn of(expr: &Expr, environment: &Environment) -> Option<Direction> {
        match strip(expr) {
            Expr::Range(_) => Some(Direction::Either),
            Expr::Call(call) => match function_of_iter(call, environment)?.as_str() {
                "repeat_n" => Some(Direction::Exact),
                _ => None,
            },
            Expr::MethodCall(call) => of_call(call, environment),
            _ => None,
        }
    }

    /// Behind an `enumerate`.
    pub(super) fn counted(self) -> Option<Direction> {
        (self == Direction::Exact).then_some(self)
    }
}

fn of_call(call: &ExprMethodCall, environment: &Environment) -> Option<Direction> {
    let name = call.method.to_string();
    let argument = call.args.first();
    let of = |expr: &Expr| Direction::of(expr, environment);
    let array = name_of(strip(&call.receiver));
    let is_array = array.is_some_and(|array| environment.visible_array(&array).is_some());
    let sources = ["iter", "into_iter", "windows", "chunks", "chunks_exact"];
    if is_array && sources.contains(&name.as_str()) {
        return Some(Direction::Exact);
    }
    let before = of(&call.receiver)?;
    match (name.as_str(), argument) {
        ("map", Some(_)) | ("copied" | "cloned" | "rev", None) => Some(before),
        ("filter" | "filter_map", Some(_)) => Some(Direction::Either),
        ("enumerate", None) => before.counted(),
        // From the end, std asks for what is left out there, and not for what is left out at the start.
        ("take" | "skip" | "step_by", Some(_)) if is_idle(&call.receiver) => before.counted(),
        ("zip", Some(other)) if is_idle(&call.receiver) && is_idle(other) => {
            let other = match strip(other) {
                Expr::Path(_) | Expr::Reference(_) => borrowed(other, environment),
                other => of(other),
            };
            before.counted().and(other?.counted())
        }
        ("chain", Some(other)) => of(other).map(|_| Direction::Either),
        ("flat_map", Some(Expr::Closure(closure))) => of(&closure.body).map(|_| Direction::Either),
        _ => None,
    }
}

/// True for an iterator that calls no worker: nobody sees which of its elements it is asked for.
fn is_idle(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::MethodCall(call) => {
            let works = ["map", "filter", "filter_map", "flat_map"];
            !works.contains(&call.method.to_string().as_str())
                && is_idle(&call.receiver)
                && call.args.iter().all(is_idle)
        }
        _ => true,
    }
}

/// `zip(ys)` of an array.
fn borrowed(expr: &Expr, environment: &Environment) -> Option<Direction> {
    let place = match strip(expr) {
        Expr::Reference(reference) => strip(&reference.expr),
        other => other,
    };
    let array = name_of(place)?;
    environment.visible_array(&array).map(|_| Direction::Exact)
}
