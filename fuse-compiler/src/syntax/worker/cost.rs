//! What a worker visibly costs.
//!
//! In: a worker. Out: whether running it is as cheap as a branch around it.

use super::inlined_body;
use crate::syntax::chain::Worker;
use crate::syntax::lists;
use syn::{BinOp, Expr};

/// True if running the worker costs no more than deciding whether to: names, literals, fields and
/// operators, division excepted.
pub(crate) fn is_cheap(worker: &Worker) -> bool {
    match &worker.expr {
        Expr::Closure(closure) if worker.judgment.inline => {
            let body = inlined_body(closure);
            is_operators(body) && !divides(body)
        }
        _ => false,
    }
}

/// True if the expression divides, or calls a method that might cost as much.
fn divides(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => divides(&inner.expr),
        Expr::Unary(inner) => divides(&inner.expr),
        Expr::Cast(inner) => divides(&inner.expr),
        Expr::Binary(inner) => {
            matches!(inner.op, BinOp::Div(_) | BinOp::Rem(_))
                || divides(&inner.left)
                || divides(&inner.right)
        }
        Expr::Tuple(inner) => inner.elems.iter().any(divides),
        Expr::MethodCall(_) => true,
        _ => false,
    }
}

/// True if the expression is made of names, literals, fields, operators and listed methods: it has
/// no temporaries whose drop could matter.
pub(crate) fn is_operators(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Paren(inner) => is_operators(&inner.expr),
        Expr::Unary(inner) => is_operators(&inner.expr),
        Expr::Cast(inner) => is_operators(&inner.expr),
        Expr::Field(inner) => is_operators(&inner.base),
        Expr::Binary(inner) => is_operators(&inner.left) && is_operators(&inner.right),
        Expr::Tuple(inner) => inner.elems.iter().all(is_operators),
        // None of these returns a guard.
        Expr::MethodCall(call) => {
            call.turbofish.is_none()
                && lists::method(&call.method.to_string(), call.args.len())
                    .is_some_and(|method| method.facts.value)
                && is_operators(&call.receiver)
                && call.args.iter().all(is_operators)
        }
        _ => false,
    }
}
