//! Chains that take no part in a loop in which others read what a body pushes, turn by turn.
//!
//! In: such a loop. Out: a chain that has to look at many elements at a time to be fast, or may stop before the last.
//!
//! Measured on vectors that are kept, plain over fused at 1,000 elements: a sum of what an `u16` differs by from the one before 0.77, of
//! an `u8` 0.8 to 1.1, of an `i32` 1.05, of an `i64` 1.6; counts 1.2 to 1.4, extrema 1.07 to 1.7; strict sums of floats 2.1.

use super::several::waits;
use crate::cnf::{BindingId, ChainId, Lowered, LoweredChain, Operation, Reason};
use crate::loops::{Loop, Outcome};
use crate::ops::body::{Body, Write};
use crate::ops::chain::{Adapter, Chain, Source};
use crate::ops::consumer::each::Each;
use crate::ops::for_body::pushes::{self, Turn};
use crate::ops::search;
use crate::plan::extremum;
use crate::rust::mentions::Mentions;
use crate::rust::spelling::{among, times};
use crate::rust::term::{Is, Term};
use crate::rust::ty::Scalar;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;

/// The widest integers of which std adds up so many at a time that to load them again is cheaper.
const NARROW: u32 = 16;

/// A chain that is to be in no such loop, and why.
#[must_use]
pub(super) fn alone(lowered: &Lowered<'_>, nest: &Loop) -> Option<(ChainId, Reason)> {
    let program = &lowered.program;
    if !nest.reads_pushed(program) {
        return None;
    }
    let inside = |chain: &&LoweredChain<'_>| shares(nest, chain);
    let searches =
        |chain: &&LoweredChain<'_>| search::of(chain.chain).is_some_and(|search| search.in_blocks);
    let adds = |chain: &&LoweredChain<'_>| adds_narrow(lowered, nest, chain);
    let search = lowered.chains().filter(inside).find(searches);
    let search = search.map(|chain| (chain.id, Reason::ShortCircuit));
    let sum = || lowered.chains().filter(inside).find(adds);
    let behind = || {
        let mut bodies = lowered.chains().filter(inside);
        let body = bodies
            .find(|chain| chain.chain.consumer.is::<Each>())?
            .chain;
        let slower = |chain: &&LoweredChain<'_>| {
            !std::ptr::eq(chain.chain, body) && slower_in_turns(lowered, nest, body, chain)
        };
        lowered.chains().filter(inside).find(slower)
    };
    let hidden = || {
        let hidden = lowered
            .chains()
            .filter(inside)
            .find(|chain| hidden_in_a_turn(lowered, nest, chain))?;
        Some((hidden.id, Reason::Shadows))
    };
    search.or_else(hidden).or_else(|| {
        sum()
            .or_else(behind)
            .map(|chain| (chain.id, Reason::Slower))
    })
}

/// True for a chain whose steps cannot stand in the middle of a body that pushes any number of times: the body binds a name that the chain
/// reads, the chain mentions one that the body pushes to besides its source, or it has labels, or a way out of its own loop.
fn hidden_in_a_turn(lowered: &Lowered<'_>, nest: &Loop, chain: &LoweredChain<'_>) -> bool {
    let bodies = pushing_often(lowered, nest);
    let mut others = bodies.filter(|body| body.id != chain.id).peekable();
    if others.peek().is_none() {
        return false;
    }
    let tokens = chain.chain.expr.to_token_stream();
    let leaves = |body: &Body| body.breaks || body.outward || body.end.is_some();
    if chain.chain.consumer.body().is_some_and(leaves) || has_labels(tokens.clone()) {
        return true;
    }
    let read = Mentions::of_expr(&chain.chain.expr).read;
    let mut others = others.filter_map(|body| body.chain.consumer.of::<Each>());
    others.any(|each| {
        let bound = pushes::bound_in(&each.pattern, &each.body.statements);
        let again = |write: &Write| times(&write.name, tokens.clone()) > 1;
        read.iter().any(|name| bound.contains(name)) || each.body.writes.iter().any(again)
    })
}

/// True if there is a label, or a lifetime, in tokens.
fn has_labels(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '\'',
        TokenTree::Group(group) => has_labels(group.stream()),
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}

/// True for what a loop of its own does to many elements at a time, where one that keeps and pushes them costs little: an array that is
/// stored with room for as many as there are, if not every turn pushes; a largest float, if every turn does, or the loop may end.
/// Measured on both, plain over fused, at 16, 64, 1 K, 16 K and 100 K elements: 0.48 to 0.71, 0.63 to 1.4, 0.93 to 2.8, 0.93 to 3.2, 0.37
/// to 2.1; and 0.74 to 1.4, 0.94 to 1.1, 0.87 to 1.1, 0.9, 0.9. Sums of floats gain 1.1 to 5, of integers 1.0 to 2.1. Where each turn pushes or
/// leaves, a count 0.89 to 0.97, a second array 0.89 to 1.07. Where a turn pushes any number of times, and the vector is kept: a strict sum 1.2 to 2.5, a
/// smallest integer 1.2 to 1.6, a second array 0.5 to 1.6, a largest float 0.93 to 1.2, a count behind a filter 0.28 to 1.2; where it is not kept, such a count
/// 1.4 to 18, and 0.5 to 2.6 beside a sum.
fn slower_in_turns(
    lowered: &Lowered<'_>,
    nest: &Loop,
    body: &Chain,
    chain: &LoweredChain<'_>,
) -> bool {
    let turn = |outcome: &Outcome| match outcome {
        Outcome::Pushed {
            array,
            stored: true,
        } => {
            let producer = lowered.program.producer(*array)?;
            match lowered.operation(producer) {
                Operation::Pushed(pushed) => Some(pushed.turn),
                _ => None,
            }
        }
        _ => None,
    };
    let stored = |outcome: &Outcome| matches!(outcome, Outcome::Stored { array, .. } if *array == chain.result);
    let lanes = extremum::kept_in_lanes(&chain.chain.consumer).is_some();
    let stores = nest.outcomes.iter().any(stored);
    let each = body.consumer.of::<Each>().map(|each| &each.body);
    let breaks = each.is_some_and(|body| body.breaks);
    let leaves = each.is_some_and(|body| body.outward) && !waits(&chain.chain.consumer);
    let mut others = lowered.chains().filter(|other| shares(nest, other));
    let adds = |of: &LoweredChain<'_>| of.chain.consumer.adds().is_some_and(Scalar::is_float);
    let beside_a_sum = others.any(adds);
    let slower = |turn: Turn| match turn {
        Turn::Once => lanes || leaves && !chain.chain.consumer.is::<Each>(),
        Turn::AtMostOnce => stores || lanes && breaks,
        Turn::Often => stores || lanes && !beside_a_sum,
    };
    let mut turns = nest.outcomes.iter().filter_map(turn);
    let kept = turns.clone().any(|turn| turn == Turn::Often);
    let often = kept || beside_a_sum && pushing_often(lowered, nest).next().is_some();
    often && tests(chain.chain) || is_light(body) && turns.any(slower)
}

/// The chains of a loop whose bodies push any number of times in a turn.
fn pushing_often<'l>(
    lowered: &'l Lowered<'_>,
    nest: &'l Loop,
) -> impl Iterator<Item = &'l LoweredChain<'l>> {
    let often = |id: &&BindingId| matches!(lowered.operation(**id), Operation::Pushed(pushed) if pushed.turn == Turn::Often);
    let pushed = nest.cluster.iter().filter(often);
    pushed.filter_map(|id| lowered.chain_of(*id))
}

/// True for a chain of a loop.
fn shares(nest: &Loop, chain: &LoweredChain<'_>) -> bool {
    chain.bindings.iter().any(|id| nest.cluster.contains(id))
}

/// True for what would be a jump for each element that is pushed.
fn tests(chain: &Chain) -> bool {
    let filters = |adapter: &Adapter| matches!(adapter, Adapter::Filter(_) | Adapter::FilterMap(_));
    chain.stream.adapters.iter().any(filters) || chain.consumer.is::<Each>()
}

/// True if a body calls nothing but to push, for elements that cost little.
fn is_light(body: &Chain) -> bool {
    let makes = |function: &Term<'_>| {
        function
            .name()
            .is_some_and(|name| among("Some Ok Err", &name))
    };
    let calls = |part: &Term<'_>| match &part.is {
        Is::Call(function, _) => !makes(function),
        Is::Method(call) => call.name != "push" && call.name != "len",
        _ => false,
    };
    // What makes the items of an iterator of nobody knows what costs more than to push them.
    let made = matches!(&body.stream.source, Source::Driver(driver) if !driver.may_be_slice);
    !made
        && !body
            .workers()
            .iter()
            .any(|worker| worker.term().any(&calls))
}

/// True for a sum of narrow integers that each turn of the body stores, and waits for nothing.
fn adds_narrow(lowered: &Lowered<'_>, nest: &Loop, chain: &LoweredChain<'_>) -> bool {
    let program = &lowered.program;
    let narrow = nest.outcomes.iter().any(|outcome| {
        let Outcome::Pushed {
            array,
            stored: true,
        } = outcome
        else {
            return false;
        };
        let Some(id) = program.producer(*array) else {
            return false;
        };
        let body = lowered
            .chain_of(id)
            .and_then(|chain| chain.chain.consumer.of::<Each>());
        let Operation::Pushed(pushed) = lowered.operation(id) else {
            return false;
        };
        let scalar = Scalar::written(&pushed.element);
        let narrow = scalar.is_some_and(|of| of.is_integer() && of.bits() <= NARROW);
        let mut inputs = chain.bindings.iter().flat_map(|id| lowered.inputs(*id));
        narrow
            && pushed.turn == Turn::Once
            && body.is_some_and(|each| !each.body.kept.waits)
            && inputs.any(|input| input.value == *array)
    });
    narrow && chain.chain.consumer.adds().is_some_and(Scalar::is_integer)
}
