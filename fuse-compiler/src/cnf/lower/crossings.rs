//! Chains that may run before a wall.
//!
//! In: the chains and guards of a region, in order. Out: the crossings of the program. A guard
//! `if xs.is_empty() { return ..; }` is passed by every chain that reads `xs` from its start: if the
//! guard is taken, the chain calls no worker and gives what nobody sees. `if xs.len() < 2` is passed
//! by those that cannot panic.

use super::{LoweredChain, Lowering};
use crate::cnf::{BindingId, ChainId, Crossing, ValueId};
use crate::syntax::chain::{Access, Adapter, Chain, Consumer, Source, Stream};
use crate::syntax::mentions::spelling;
use crate::syntax::region::Wall;
use crate::syntax::types::{Primitive, primitive_name};
use syn::{Expr, Type};

/// A wall that is left if an array is too short.
#[derive(Debug)]
pub(super) struct Guard {
    wall: BindingId,
    arrays: Vec<ValueId>,
    /// True if there may be a few elements.
    few: bool,
}

impl Lowering<'_> {
    /// Notes the wall that was lowered last.
    pub(super) fn note_guard(&mut self, wall: &Wall) {
        let last = self.lowered.program.bindings.len().checked_sub(1);
        let names = wall.guards.arrays.iter();
        let arrays = names.map(|name| self.names.get(name).copied());
        let arrays = arrays.collect::<Option<Vec<_>>>().unwrap_or_default();
        match last {
            Some(last) if !arrays.is_empty() => self.guards.push(Guard {
                wall: BindingId(last),
                arrays,
                few: wall.guards.few,
            }),
            // Nothing passes what stands before another wall.
            _ => self.guards.clear(),
        }
    }

    /// Records the guards right before a chain that it may pass.
    pub(super) fn note_crossings(&mut self, id: ChainId) {
        let Some(Some(LoweredChain { chain, .. })) = self.lowered.chains.get(id.0) else {
            return;
        };
        let Some(read) = self
            .read_from_the_start(&chain.stream)
            .filter(|_| idle(chain))
        else {
            return;
        };
        let passed = self
            .guards
            .iter()
            .rev()
            .take_while(|guard| guard.arrays.iter().all(|array| read.contains(array)))
            .take_while(|guard| !guard.few || total(chain));
        let crossings = passed.map(|guard| Crossing {
            chain: id,
            wall: guard.wall,
        });
        let crossings = crossings.collect::<Vec<_>>();
        self.lowered.program.crossings.extend(crossings);
    }

    /// The arrays that a stream reads in step, if it reads nothing else.
    fn read_from_the_start(&self, stream: &Stream) -> Option<Vec<ValueId>> {
        let Source::Array(array) = &stream.source else {
            return None;
        };
        if array.access != Access::ByReference {
            return None;
        }
        let mut read = vec![*self.names.get(&spelling(&array.name))?];
        for adapter in &stream.adapters {
            if let Adapter::Zip(other) = adapter {
                read.extend(self.read_from_the_start(other)?);
            }
        }
        Some(read)
    }
}

/// True if the chain does nothing that shows where there is no element, and keeps no reference.
fn idle(chain: &Chain) -> bool {
    let begins = match &chain.consumer {
        Consumer::Fold(fold) => is_value(&fold.initial),
        Consumer::Collect(_)
        | Consumer::Reduction(_)
        | Consumer::Count
        | Consumer::Reduce(_)
        | Consumer::Extremum(_)
        | Consumer::ExtremumBy(..)
        | Consumer::ExtremumByKey(..)
        | Consumer::Last => true,
        _ => false,
    };
    begins
        && chain.moves().is_empty()
        && chain.given_away().is_empty()
        && chain.result_borrows().is_empty()
}

/// True if the chain cannot panic, on however many elements.
fn total(chain: &Chain) -> bool {
    let ends = match &chain.consumer {
        Consumer::Fold(fold) => fold.worker.judgment.total,
        Consumer::Reduce(worker) | Consumer::ExtremumBy(_, worker) => worker.judgment.total,
        Consumer::Collect(collect) => collect.plain,
        Consumer::Reduction(reduction) => is_float(&reduction.number),
        Consumer::Count | Consumer::Last => true,
        _ => false,
    };
    ends && steps_are_total(&chain.stream)
}

fn steps_are_total(stream: &Stream) -> bool {
    stream.adapters.iter().all(|adapter| match adapter {
        Adapter::Map(worker) | Adapter::Filter(worker) | Adapter::FilterMap(worker) => {
            worker.judgment.total && !worker.drops
        }
        Adapter::Copied | Adapter::Enumerate => true,
        Adapter::Zip(other) => steps_are_total(other),
        _ => false,
    })
}

fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| {
        primitive_name(&name.to_string()) == Some(Primitive::Float)
    }))
}

/// A literal or a path: nothing that could panic.
fn is_value(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Unary(unary) => matches!(&*unary.expr, Expr::Lit(_)),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_value),
        _ => false,
    }
}
