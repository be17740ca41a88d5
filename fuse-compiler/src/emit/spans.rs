//! Where rustc says what is wrong with what the macro has written.
//!
//! In: tokens of an expansion, and the place of what they are about. Out: the same tokens at that place; what they resolve to
//! stays as it was.

use super::fused::LoopEmission;
use crate::cnf::{BindingId, Operation};
pub(super) use crate::ops::names::at;
use proc_macro2::Span;
use syn::Expr;
use syn::spanned::Spanned;

impl LoopEmission<'_> {
    /// The place of what rustc has to say about a combinator: its worker, or the method that ends its
    /// chain.
    pub(super) fn place_of_step(&self, id: BindingId) -> Span {
        let worker = match self.emitter.operation(id) {
            Operation::Map(worker) | Operation::Filter(worker) | Operation::FilterMap(worker) => {
                Some(worker.expr.span())
            }
            Operation::Scan { scan, .. } => Some(scan.worker.expr.span()),
            _ => None,
        };
        let lowered = self.emitter.plan.lowered;
        match (worker, lowered.chain_of(id)) {
            (Some(worker), _) => Span::call_site().located_at(worker),
            (None, Some(chain)) => place_of_result(&chain.chain.expr),
            (None, None) => Span::call_site(),
        }
    }
}

/// The place of what rustc has to say about the result of a chain: the method that ends it.
pub(super) fn place_of_result(chain: &Expr) -> Span {
    match chain {
        Expr::MethodCall(call) => Span::call_site().located_at(call.method.span()),
        _ => Span::call_site(),
    }
}
