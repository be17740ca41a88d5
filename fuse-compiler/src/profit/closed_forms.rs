//! Sums that LLVM computes without a loop.
//!
//! In: a chain. Out: whether it adds up integers that are made of the counters of loops in each other, by additions and multiplications:
//! alone it is a formula of the bounds, in a loop with others one more addition for each element. Measured on `x * y` over two ranges
//! beside a count of others, plain over fused: 0.54 at 5000 x 3, 0.74 to 0.94 elsewhere. One loop, as `(0..n).sum()`, costs less.

use crate::cnf::{Lowered, LoweredChain, Operation};
use crate::ops::chain::{Source, Worker};
use crate::ops::consumer::sum::{Operator, Reduction};
use crate::rust::term::{Is, Term};
use syn::{BinOp, UnOp};

/// True if a chain is such a sum.
pub(super) fn is_one(lowered: &Lowered<'_>, chain: &LoweredChain<'_>) -> bool {
    let adds = chain.chain.consumer.of::<Reduction>();
    let adds = adds.is_some_and(|sum| sum.operator == Operator::Sum && sum.scalar.is_integer());
    let sources = chain.chain.stream.sources();
    let counters = sources
        .iter()
        .all(|source| matches!(source, Source::Range(_)));
    let computes = |id| match lowered.operation(id) {
        Operation::Map(worker) => is_polynomial(worker),
        Operation::Range(_) | Operation::Cross(_) | Operation::Consume(_) => true,
        _ => false,
    };
    adds && counters && sources.len() > 1 && chain.bindings.iter().all(|id| computes(*id))
}

fn is_polynomial(worker: &Worker) -> bool {
    let other = |term: &Term<'_>| match &term.is {
        Is::Literal(_) | Is::Path(_) | Is::Reference(false, _) | Is::Closure(..) => false,
        Is::Unary(op, _) => !matches!(op, UnOp::Neg(_) | UnOp::Deref(_)),
        Is::Binary(op, ..) => !matches!(op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_)),
        _ => true,
    };
    !worker.term().any(&other)
}
