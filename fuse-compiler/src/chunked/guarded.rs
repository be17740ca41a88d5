//! Chains of branches that may not run, and may panic where they do.
//!
//! In: a chain over a slice, and when it runs. Out: whether running it where it would not have run is harmless; if not, the same chain,
//! which takes in no element where it would not have run.

use super::program::LENGTH;
use crate::rust::expr::{compares, jumps, name_of, strip};
use crate::rust::ty::Scalar;
use crate::rust::visit::{self, Visit};
use syn::{BinOp, Expr, ExprMethodCall, Type, UnOp};

/// What makes a value of all elements.
const CONSUMERS: [&str; 24] = [
    "all",
    "any",
    "collect",
    "count",
    "find",
    "find_map",
    "fold",
    "last",
    "max",
    "max_by",
    "max_by_key",
    "min",
    "min_by",
    "min_by_key",
    "next",
    "next_back",
    "nth",
    "partition",
    "position",
    "product",
    "rfind",
    "rposition",
    "sum",
    "unzip",
];

/// What says which number an element has, or which it stands beside.
const NUMBERED: [&str; 4] = ["enumerate", "position", "rposition", "zip"];

/// What behind a consumer makes one number of another.
const BEHIND: [&str; 5] = ["cloned", "copied", "is_none", "is_some", "unwrap_or"];

/// Methods of floats, and of iterators, that run nothing but what they are given.
const TOTAL: [&str; 36] = [
    "abs",
    "cbrt",
    "ceil",
    "cloned",
    "copied",
    "cos",
    "count",
    "exp",
    "filter",
    "floor",
    "fold",
    "hypot",
    "is_finite",
    "is_infinite",
    "is_nan",
    "is_sign_negative",
    "is_sign_positive",
    "iter",
    "ln",
    "log10",
    "log2",
    "map",
    "max",
    "max_by",
    "min",
    "min_by",
    "mul_add",
    "powf",
    "powi",
    "recip",
    "round",
    "sin",
    "sqrt",
    "sum",
    "tan",
    "total_cmp",
];

/// True for a chain with its consumer, and nothing behind it that may panic.
pub(super) fn is_consumed(expr: &Expr) -> bool {
    let Expr::MethodCall(call) = strip(expr) else {
        return false;
    };
    let is_plain = |argument: &Expr| matches!(strip(argument), Expr::Lit(_) | Expr::Path(_));
    CONSUMERS.iter().any(|name| call.method == name)
        || BEHIND.iter().any(|name| call.method == name)
            && call.args.iter().all(is_plain)
            && is_consumed(&call.receiver)
}

/// True if it visibly cannot panic: arithmetic of floats, comparisons of integers.
pub(super) fn is_harmless(chain: &Expr, element: &Type) -> bool {
    struct Harmless {
        holds: bool,
        float: bool,
    }
    impl<'a> Visit<'a> for Harmless {
        fn visit_expr(&mut self, expr: &'a Expr) {
            self.holds &= match expr {
                Expr::MethodCall(call) if call.method == "sum" || call.method == "abs" => {
                    self.float
                }
                Expr::MethodCall(call) => {
                    TOTAL.iter().any(|name| call.method == name)
                        || ["all", "any"].iter().any(|name| call.method == name)
                }
                Expr::Binary(binary) => self.float || compares(&binary.op) || jumps(&binary.op),
                Expr::Unary(unary) => self.float || !matches!(unary.op, UnOp::Neg(_)),
                Expr::Closure(_)
                | Expr::Lit(_)
                | Expr::Paren(_)
                | Expr::Path(_)
                | Expr::Reference(_)
                | Expr::Tuple(_)
                | Expr::Field(_) => true,
                _ => false,
            };
            visit::visit_expr(self, expr);
        }
    }
    let mut harmless = Harmless {
        holds: true,
        float: Scalar::written(element).is_some_and(Scalar::is_float),
    };
    harmless.visit_expr(chain);
    harmless.holds
}

/// True for `!xs.is_empty()`: where it does not hold, no element is there to panic at.
pub(super) fn says_there_are_some(condition: &Expr) -> bool {
    match strip(condition) {
        Expr::Unary(not) if matches!(not.op, UnOp::Not(_)) => {
            matches!(strip(&not.expr), Expr::Binary(test) if matches!(test.op, BinOp::Eq(_))
                && name_of(&test.left).as_deref() == Some(LENGTH)
                && matches!(strip(&test.right), Expr::Lit(_)))
        }
        _ => false,
    }
}

/// The chain behind a filter; `None` if that would give its elements other numbers.
pub(super) fn guarded(chain: &Expr, condition: &Expr) -> Option<Expr> {
    fn behind(expr: &Expr, condition: &Expr) -> Option<Expr> {
        let Expr::MethodCall(call) = strip(expr) else {
            return None;
        };
        if NUMBERED.iter().any(|name| call.method == name) {
            return None;
        }
        if call.method == "iter" {
            return Some(syn::parse_quote!(#call.filter(|_| #condition)));
        }
        let receiver = Box::new(behind(&call.receiver, condition)?);
        let call = ExprMethodCall {
            receiver,
            ..call.clone()
        };
        Some(Expr::MethodCall(call))
    }
    behind(chain, condition)
}
