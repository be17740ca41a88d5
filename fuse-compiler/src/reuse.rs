//! Arrays that are read for the last time by a chain that makes another one of them.
//!
//! In: a program and its loops. Out: the arrays whose memory another array takes over, with the chain that makes that one. Such a
//! chain takes each element of the array, in order, to one of the same type, so that each can be written where it was read: no
//! memory is asked for, and none of it is touched twice. The array must be of a loop, as long as its allocation, and nobody
//! else's: then nothing tells the two apart. Its elements and those of the other are visibly primitive.

use crate::cnf::{BindingId, ChainId, Lowered, LoweredChain, ValueId};
use crate::loops::{Loop, Outcome};
use crate::syntax::chain::{Access, Adapter, Source, Worker};
use crate::tiles;
use quote::ToTokens;
use syn::Expr;

/// An array whose memory another one takes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reused {
    /// The array.
    pub(crate) array: ValueId,
    /// The chain that reads it last.
    pub(crate) by: ChainId,
}

/// How a chain makes one element of another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rewriting<'a> {
    /// The closure.
    pub(crate) worker: &'a Worker,
    /// True if it takes the elements themselves.
    pub(crate) copied: bool,
}

/// All of a region.
#[must_use]
pub(crate) fn of(lowered: &Lowered<'_>, loops: &[Loop]) -> Vec<Reused> {
    let fused = |id: &BindingId| loops.iter().any(|nest| nest.cluster.contains(id));
    let mut reused = Vec::new();
    for nest in loops {
        let parallel = |id: &BindingId| {
            let program = &lowered.program;
            program.parallel.contains(&program.binding(*id).chain)
        };
        if nest.cluster.iter().any(parallel) {
            continue;
        }
        for outcome in &nest.outcomes {
            let Outcome::Stored { array, exact: true } = outcome else {
                continue;
            };
            let program = &lowered.program;
            let outside = program.readers(*array).into_iter();
            let mut outside = outside.filter(|id| !nest.cluster.contains(id));
            let (Some(reader), None) = (outside.next(), outside.next()) else {
                continue;
            };
            if program.results.contains(array) || lowered.is_counted(*array) || fused(&reader) {
                continue;
            }
            let by = program.binding(reader).chain;
            if rewrites(lowered, *array, by).is_some() {
                reused.push(Reused { array: *array, by });
            }
        }
    }
    reused
}

/// How a chain makes each element of an array into one of the same type, if it does nothing else.
#[must_use]
pub(crate) fn rewrites<'a>(
    lowered: &Lowered<'a>,
    array: ValueId,
    by: ChainId,
) -> Option<Rewriting<'a>> {
    let chain = lowered.chains.get(by.index())?.as_ref()?;
    let stream = &chain.chain.stream;
    let (worker, copied) = match stream.adapters.as_slice() {
        [Adapter::Map(worker)] => (worker, false),
        [Adapter::Copied, Adapter::Map(worker)] => (worker, true),
        _ => return None,
    };
    let [reader] = chain.bindings.as_slice() else {
        return None;
    };
    let borrows =
        matches!(&stream.source, Source::Array(source) if source.access == Access::ByReference);
    let reads = lowered.inputs[reader.index()]
        .iter()
        .any(|input| input.value == array && input.source.is_some());
    let combinator = &lowered.program.binding(*reader).combinator;
    let mentions = combinator
        .worker()
        .is_some_and(|worker| worker.arrays.contains(&array));
    let made = lowered
        .chains
        .iter()
        .flatten()
        .find(|made| made.result == array)?;
    let closure = matches!(&worker.expr, Expr::Closure(_));
    let fits = borrows && reads && !mentions && closure && stream.parallel.is_none();
    (fits && number(made)? == number(chain)?).then_some(Rewriting { worker, copied })
}

/// The primitive type of what a chain collects, as it is written.
fn number(chain: &LoweredChain<'_>) -> Option<String> {
    let ty = tiles::element(chain)?;
    tiles::primitive(ty)?;
    Some(ty.to_token_stream().to_string())
}
