//! Sources that several elements at once can be taken of where they run in step.
//!
//! In: a source of a loop. Out: whether std reads it by index there, as it does slices: parts of them, their windows, pairs of such, and
//! ranges of integers. Of those LLVM takes several elements at once, of all of them.

use crate::cnf::{Lowered, Operation};
use crate::loops::Driver;
use crate::ops::chain::DriverSource;
use crate::ops::chain::divided::Divided;
use crate::plan::elements::is_slice;
use crate::rust::expr::strip;
use crate::rust::term::{Is, Term};
use syn::{Expr, RangeLimits};

/// True for a source that keeps nothing from taking several elements at once, where it runs in step with another.
pub(crate) fn is_in_step(lowered: &Lowered<'_>, source: &Driver) -> bool {
    match lowered.operation(source.reader) {
        Operation::Driver(driver) => driver.may_be_slice || is_by_index(driver),
        // One that holds its end asks for each element whether it was the last.
        Operation::Range(range) => matches!(range.expr.limits, RangeLimits::HalfOpen(_)),
        _ => is_slice(lowered, source),
    }
}

/// True for one that visibly is, whatever stands around the loop: it mentions no field, and counts visible integers.
pub(crate) fn is_visibly_in_step(lowered: &Lowered<'_>, source: &Driver) -> bool {
    let fields = |expr: &Expr| Term::of(expr).any(&|part| matches!(part.is, Is::Field(..)));
    match lowered.operation(source.reader) {
        Operation::Driver(driver) => {
            let visible = |divided: &Divided| !divided.has_places();
            driver.divided.as_ref().is_some_and(visible)
                && !driver.effects
                && is_by_index(driver)
                && !fields(&driver.expr)
        }
        Operation::Range(range) => {
            let mut ends = range.expr.start.iter().chain(&range.expr.end);
            range.integers
                && matches!(range.expr.limits, RangeLimits::HalfOpen(_))
                && !ends.any(|end| fields(end))
        }
        _ => is_slice(lowered, source),
    }
}

/// True for one that is no slice, and of which an array is filled as from slices: it knows how many elements are left.
pub(crate) fn fills(lowered: &Lowered<'_>, source: &Driver) -> bool {
    match lowered.operation(source.reader) {
        Operation::Driver(driver) => {
            let visible = |divided: &Divided| !divided.has_places();
            let array = driver.divided.as_ref().is_some_and(visible);
            is_visibly_in_step(lowered, source)
                || array && !driver.effects && is_reversed(&driver.expr)
        }
        _ => false,
    }
}

/// True for the elements of an array from its end.
fn is_reversed(elements: &Expr) -> bool {
    match strip(elements) {
        Expr::MethodCall(call) => {
            call.method == "rev" && call.args.is_empty() && is_part(&call.receiver)
        }
        _ => false,
    }
}

/// True for what std reads by index where it runs in step with another. Not so `skip` and `take`, which ask for one after the other; of
/// a visible slice they are a part of it, and emitted as one. Measured on sums of two spellings of all elements but one, plain over
/// fused: 1.0 to 1.9, and 0.5 to 0.8 with `skip` itself.
pub(crate) fn is_by_index(driver: &DriverSource) -> bool {
    driver.divided.is_some() && by_index(&driver.expr)
}

fn by_index(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::MethodCall(call) => match (call.method.to_string().as_str(), call.args.first()) {
            ("windows" | "chunks_exact", Some(_)) => true,
            ("zip", Some(other)) => by_index(&call.receiver) && by_index(other),
            ("skip" | "take", Some(_)) => is_part(&call.receiver),
            _ => is_part(expr),
        },
        expr => is_part(expr),
    }
}

/// True for the elements of an array or of a part of it, by a shared reference: `xs.iter()`, `&xs[1..]`, `xs.iter().skip(1)`.
fn is_part(elements: &Expr) -> bool {
    fn is_place(expr: &Expr) -> bool {
        match strip(expr) {
            Expr::Path(_) => true,
            Expr::Index(index) => {
                matches!(strip(&index.index), Expr::Range(_)) && is_place(&index.expr)
            }
            Expr::Reference(reference) => {
                reference.mutability.is_none() && is_place(&reference.expr)
            }
            _ => false,
        }
    }
    match strip(elements) {
        Expr::MethodCall(call) => match (call.method.to_string().as_str(), call.args.len()) {
            ("iter", 0) => is_place(&call.receiver),
            ("skip" | "take", 1) => is_part(&call.receiver),
            _ => false,
        },
        of @ Expr::Reference(_) => is_place(of),
        _ => false,
    }
}
