//! What a worker visibly costs.
//!
//! In: a worker. Out: whether running it is as cheap as a branch around it.

use super::{Worker, inlined_body};
use crate::rust::visit::{self, Visit};
use crate::rust::{patterns, std_names};
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
                && std_names::method(&call.method.to_string(), call.args.len())
                    .is_some_and(|method| method.facts.value)
                && is_operators(&call.receiver)
                && call.args.iter().all(is_operators)
        }
        _ => false,
    }
}

/// True if an expression, or a body, visibly does a few operations of the processor's for an element: operators, methods of
/// std's that are listed, functions of primitive types, no loop.
pub(crate) fn is_short(worker: &Expr) -> bool {
    struct Short(bool);
    impl<'ast> Visit<'ast> for Short {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.0 &= match expr {
                Expr::MethodCall(call) => {
                    std_names::method(&call.method.to_string(), call.args.len()).is_some()
                }
                Expr::Call(call) => names_short(&call.func),
                Expr::Macro(call) => call.mac.path.is_ident("matches"),
                Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => false,
                _ => true,
            };
            visit::visit_expr(self, expr);
        }
    }
    let mut short = Short(!matches!(worker, Expr::Path(_)) || names_short(worker));
    short.visit_expr(worker);
    short.0
}

/// True for `Some`, `Point`, `f64::max`.
fn names_short(function: &Expr) -> bool {
    let Expr::Path(path) = function else {
        return false;
    };
    let segments = path.path.segments.iter().rev();
    let names = segments.map(|segment| segment.ident.to_string());
    match names.collect::<Vec<_>>().as_slice() {
        [last, before, ..] => PRIMITIVES.contains(&before.as_str()) || patterns::capitalised(last),
        [last] => patterns::capitalised(last),
        [] => false,
    }
}

const PRIMITIVES: [&str; 16] = [
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "u128", "u16", "u32",
    "u64", "u8", "usize",
];
