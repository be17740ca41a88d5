//! Comparisons that are no order of floats: of which elements one is the greatest would show where chunks are cut.
//!
//! In: the comparison of a `max_by`. Out: whether it visibly compares floats in a way in which NaN has no place.

use crate::rust::expr::{compares, strip};
use crate::rust::visit::{self, Visit};
use syn::{Expr, ExprMethodCall};

/// Why such a comparison is refused.
pub(super) const NO_ORDER: &str = "this comparison has no place for NaN, so that what is found would depend on where the chunks are cut\ncompare by `total_cmp`, or by `partial_cmp(..).unwrap()`";

/// False if it makes something of what is unordered, or tests by operators.
pub(super) fn is_total(comparison: &Expr) -> bool {
    let mut partial = Partial(false);
    partial.visit_expr(comparison);
    !partial.0
}

struct Partial(bool);

impl<'a> Visit<'a> for Partial {
    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::MethodCall(call) => {
                if let Some(comparison) = ordered(call) {
                    self.visit_expr(&comparison.receiver);
                    comparison
                        .args
                        .iter()
                        .for_each(|argument| self.visit_expr(argument));
                    return;
                }
                self.0 |= call.method == "partial_cmp";
            }
            Expr::Binary(binary) => self.0 |= compares(&binary.op),
            Expr::Macro(_) => self.0 = true,
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}

/// The comparison whose result `call` takes out of its `Option`: what is unordered panics here, as it does in the
/// function as written.
fn ordered(call: &ExprMethodCall) -> Option<&ExprMethodCall> {
    if call.method != "unwrap" && call.method != "expect" {
        return None;
    }
    match strip(&call.receiver) {
        Expr::MethodCall(inner) if inner.method == "partial_cmp" => Some(inner),
        _ => None,
    }
}
