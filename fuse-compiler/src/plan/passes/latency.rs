//! How long an element waits for the one before it.
//!
//! In: a chain of a loop. Out: the latency of what it keeps from one element to the next, in cycles, for the [`model`](super::model).

use super::tiler::Tiler;
use super::units::scatters;
use crate::cnf::{ChainId, Operation};
use crate::ops::body::{Body, Write};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::count::Count;
use crate::ops::consumer::each::Each;
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::sum::Reduction;
use crate::plan::elements::element;
use crate::plan::masks::starts_with_float;
use crate::rust::expr::{compound, name_of};
use crate::rust::spelling::times;
use crate::rust::term::work::FLOAT;
use crate::rust::term::{Is, Term};
use crate::rust::ty::Scalar;
use crate::rust::visit::{self, Visit};
use quote::ToTokens as _;
use syn::{BinOp, ExprBinary, Lit};

/// The latency of an extremum of floats by one comparison, beside a strict sum: 4 cycles of Golden Cove, where an addition has 2; 1 and 3
/// of Zen 3, 4 and 4 of Skylake. Measured on the first, at 64, 1 K and 16 K elements, plain over fused, in one body and in lanes:
///
///   sum of squares, max of `abs`     0.68 0.80 0.83 -> 1.16 1.24 1.30
///   sum of products, sum, min, max   1.68 1.69 1.68 -> 1.85 2.38 2.39
///   a field of structs: sum, max     1.73 1.33 1.30 -> 1.88 1.84 1.89
const COMPARED: f64 = 4.0;
/// The latency of what compares by keys or by a closure.
const KEYED: f64 = 3.0;
/// That of an extremum of floats that may begin with NaN: two comparisons and a choice. Measured beside a strict sum: one pass 2.0 times
/// as slow as two, in each of which LLVM has its way.
const CHOSEN: f64 = 8.0;
/// That of an integer that is added to.
const ADDED: f64 = 1.0;
/// The latency of what is not seen: a scan, a body of the user's.
pub(super) const UNSEEN: f64 = 6.0;

/// That of elements that are added to places of an array: it is seldom the same place twice in a row.
const SCATTERED: f64 = 1.0;

/// True for a body that does nothing with what is outside of it but to add to integers.
fn adds_integers(body: &Body) -> bool {
    struct Added<'a>(&'a str, usize);
    impl<'ast> Visit<'ast> for Added<'_> {
        fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
            let adds = matches!(binary.op, BinOp::AddAssign(_) | BinOp::SubAssign(_));
            let own = name_of(&binary.left).is_some_and(|name| name == self.0);
            self.1 += usize::from(adds && own);
            visit::visit_expr_binary(self, binary);
        }
    }
    let only_added = |write: &Write| {
        let mut added = Added(&write.name, 0);
        let mut mentioned = 0;
        for statement in &body.statements {
            added.visit_stmt(statement);
            mentioned += times(&write.name, statement.to_token_stream());
        }
        mentioned == added.1
    };
    let kept = &body.kept;
    kept.adds.is_some() && !kept.waits && !body.outward && body.writes.iter().all(only_added)
}

/// How long an element waits for the one before it in a body that changes integers of its own, and nothing else, as far as it shows.
fn state_of_integers(each: &Each) -> Option<f64> {
    let body = &each.body;
    let numbers = each.written.iter().all(|of| {
        of.array.is_none() && !of.matrix && of.owned && !of.parameter && (of.inert || of.open)
    });
    let own = numbers && !body.outward && !body.writes.iter().any(|write| write.through);
    let term = each.worker.term();
    let adds = |part: &Term<'_>| match &part.is {
        Is::Binary(op, _, by) if compound(op) => matches!(by.is, Is::Literal(Lit::Int(_))),
        _ => false,
    };
    let adds = body
        .kept
        .adds
        .map_or_else(|| term.any(&adds), Scalar::is_integer);
    let integers = adds && !body.kept.waits;
    let names = || body.writes.iter().map(|write| write.name.clone());
    (own && integers && !term.shows_floats()).then(|| term.latency_of(names()))
}

impl Tiler<'_> {
    /// How long an element waits for the one before it.
    pub(super) fn latency(&self, chain: ChainId) -> f64 {
        let scans = |operation: &Operation<'_>| matches!(operation, Operation::Scan { .. });
        let Some(consumer) = self.consumer(chain) else {
            return UNSEEN;
        };
        if let Some(body) = consumer.body() {
            let changes = consumer.of::<Each>().is_some_and(Each::only_changes);
            return if changes {
                0.0
            } else if scatters(body) {
                SCATTERED
            } else if adds_integers(body) {
                ADDED
            } else {
                let each = consumer.of::<Each>();
                each.and_then(state_of_integers).unwrap_or(UNSEEN)
            };
        }
        if self.operations(chain).any(scans) {
            let element = self.lowered.chain(chain).and_then(element);
            let mut scans = self.operations(chain);
            let worker = scans.find_map(|operation| match operation {
                Operation::Scan { scan, .. } => Some(&scan.worker),
                _ => None,
            });
            return match (element, worker) {
                (Some(of), Some(worker)) if of.is_integer() => worker.term().latency(false),
                _ => UNSEEN,
            };
        }
        if let Some(reduction) = consumer.of::<Reduction>() {
            return if reduction.scalar.is_float() {
                FLOAT
            } else {
                1.0
            };
        }
        if self.is_extremum(chain) && !self.compares(chain) {
            return CHOSEN;
        }
        if self.compares(chain) {
            return COMPARED;
        }
        if let Some(fold) = consumer.of::<Fold>() {
            let float = match fold.scalar {
                Some(scalar) => scalar.is_float(),
                None => starts_with_float(&Term::of(&fold.initial)),
            };
            return fold.worker.term().latency(float);
        }
        if consumer.is::<Collect>() || consumer.is::<Count>() {
            return 1.0;
        }
        KEYED
    }
}
