//! Where rustc says what is wrong with what the macro has written.
//!
//! In: tokens of an expansion, and the place of what they are about. Out: the same tokens at that place; what they resolve to
//! stays as it was.

use super::emission::LoopEmission;
use crate::cnf::{BindingId, LoweredChain, Operation};
use crate::ops::chain::Worker;
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

/// The result of a chain as one side of an operator, which is then the user's own, with what rustc says of it and where it panics. What ends
/// an expression decides whose it is.
pub(super) fn as_operand(result: &Expr, here: Span) -> Expr {
    syn::parse_quote_spanned!(here=> (#result))
}

/// Where a chain begins, and the method that ends it.
pub(super) fn ends_of(chain: &Expr) -> Option<[Span; 2]> {
    match chain {
        Expr::MethodCall(call) => Some([chain.span(), call.method.span()]),
        _ => None,
    }
}

/// Where the first of some chains begins: the place of what rustc has to say about its elements.
pub(super) fn place_of_first(chains: &[&LoweredChain<'_>]) -> Span {
    let mut expr = chains.first().map(|chain| &chain.chain.expr);
    while let Some(Expr::MethodCall(call)) = expr {
        expr = Some(&*call.receiver);
    }
    expr.map_or_else(Span::mixed_site, |expr| {
        Span::mixed_site().located_at(expr.span())
    })
}

/// Where a worker captures something: the place of what rustc has to say about it.
pub(super) fn capture<'a>(workers: impl IntoIterator<Item = &'a Worker>) -> Span {
    let mut workers = workers.into_iter();
    let captures = workers.find(|worker| !worker.reads().is_empty());
    captures.map_or_else(Span::call_site, |worker| {
        Span::mixed_site().located_at(worker.expr.span())
    })
}
