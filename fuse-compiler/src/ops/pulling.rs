//! Chains whose consumer may ask for its elements itself, in a loop that does something else with them besides.
//!
//! In: a chain whose consumer no loop can open. Out: whether its source may be another iterator over the same elements. Its
//! type is another one then, so that it must not be seen: all between the two is known, and asks for no more than an iterator.

use super::chain::{Access, Chain, Source, Worker};
use super::consumer::solitary::{Place, Solitary};
use crate::rust::expr::strip;
use syn::Expr;

/// True if its source may be another iterator that gives the same elements.
#[must_use]
pub(crate) fn pulls(chain: &Chain) -> bool {
    let walks = match chain.consumer.of::<Solitary>() {
        Some(solitary) => {
            solitary.walks()
                && !matches!(solitary.place, Place::Hidden)
                && !(solitary.trusts && is_trusted(chain))
        }
        None => chain.consumer.question().is_some(),
    };
    let cut = match &chain.stream.source {
        Source::Array(array) => array.access == Access::ByReference,
        Source::Range(range) => range.cut,
        Source::Driver(driver) => {
            driver.may_be_slice
                && !driver.effects
                && driver.parts.is_empty()
                && driver.moves.is_empty()
        }
    };
    walks
        && cut
        && chain.stream.parallel.is_none()
        && source_of(&mut chain.expr.clone(), &chain.stream.source).is_some()
}

/// True if std trusts the number of a chain's elements, so that a `Vec` is filled without a test for each of them, and the elements
/// cost so little that this shows.
fn is_trusted(chain: &Chain) -> bool {
    let cheap = |worker: &&Worker| worker.is_cheap();
    chain.stream.is_one_to_one() && chain.stream.workers().iter().all(cheap)
}

/// The source of a chain in its tokens.
pub(crate) fn source_of<'e>(expr: &'e mut Expr, source: &Source) -> Option<&'e mut Expr> {
    let is_source = |expr: &Expr| match source {
        Source::Array(array) => *expr == array.expr,
        Source::Driver(driver) => *expr == driver.expr,
        Source::Range(range) => matches!(expr, Expr::Range(expr) if *expr == range.expr),
    };
    if is_source(strip(expr)) {
        return Some(expr);
    }
    match expr {
        Expr::MethodCall(call) => source_of(&mut call.receiver, source),
        Expr::Paren(paren) => source_of(&mut paren.expr, source),
        Expr::Group(group) => source_of(&mut group.expr, source),
        _ => None,
    }
}
