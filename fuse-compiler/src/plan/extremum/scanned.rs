//! Scans that keep the smallest or the largest float so far.
//!
//! In: a [`Scan`]. Out: its worker by one comparison, where that gives the same: the state starts from a visible number, and is
//! assigned nothing but what `min` or `max` chooses of it and another, so that it never becomes NaN.

use super::{component, typed};
use crate::ops::chain::{Scan, Worker};
use crate::rust::expr::{compound, strip};
use crate::rust::spelling::{spelling, times};
use crate::rust::visit_mut::{self, VisitMut};
use crate::rust::worker::inlined_pattern;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Expr, ExprAssign, Pat, UnOp};

/// The worker of a scan by one comparison, if it keeps a float of which that is right. Measured on drawdowns (a running largest, quotients,
/// their largest and their sum), a loop by hand over fused, 1 K and 16 K elements: 0.59 by `f64::max`, 1.0.
#[must_use]
pub(crate) fn scan_by_comparison(scan: &Scan, runtime: &TokenStream) -> Option<Worker> {
    let Expr::Closure(closure) = &scan.worker.expr else {
        return None;
    };
    let (pattern, _) = typed(inlined_pattern(closure.inputs.first()?));
    let Pat::Ident(state) = pattern else {
        return None;
    };
    if scan.worker.local {
        return None;
    }
    let mut writes = Writes {
        state: &state.ident,
        scan,
        runtime,
        found: 0,
        others: false,
    };
    let mut closure = closure.clone();
    writes.visit_expr_mut(&mut closure.body);
    (writes.found == 1 && !writes.others).then(|| Worker {
        expr: Expr::Closure(closure),
        ..scan.worker.clone()
    })
}

/// What is assigned to the state.
struct Writes<'a> {
    state: &'a Ident,
    scan: &'a Scan,
    runtime: &'a TokenStream,
    /// How often it is what `min` or `max` chooses, which is replaced.
    found: usize,
    /// True if it is anything else.
    others: bool,
}

impl Writes<'_> {
    /// `*state`.
    fn is_state(&self, expr: &Expr) -> bool {
        matches!(strip(expr), Expr::Unary(inner)
            if matches!(inner.op, UnOp::Deref(_)) && self.names_state(&inner.expr))
    }

    fn names_state(&self, expr: &Expr) -> bool {
        matches!(strip(expr), Expr::Path(path) if path.path.is_ident(self.state))
    }

    /// What `state.max(other)` and `f64::max(*state, other)` choose, by one comparison.
    fn chosen(&self, assigned: &Expr) -> Option<Expr> {
        let mut plain = strip(assigned).clone();
        let first = match &mut plain {
            Expr::MethodCall(call) => &mut *call.receiver,
            Expr::Call(call) => call.args.first_mut()?,
            _ => return None,
        };
        if !self.is_state(first) && !self.names_state(first) {
            return None;
        }
        let (state, initial, runtime) = (self.state, &self.scan.initial, self.runtime);
        *first = syn::parse_quote!(#state);
        let (kept, other, by) = component(state, initial, None, &plain)?;
        (times(&spelling(state), other.to_token_stream()) == 0)
            .then(|| kept.chosen(runtime, &syn::parse_quote!(*#state), other, by))
    }
}

impl VisitMut for Writes<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Assign(ExprAssign { left, right, .. }) if self.is_state(left) => {
                match self.chosen(right) {
                    Some(chosen) => {
                        **right = chosen;
                        self.found += 1;
                    }
                    None => self.others = true,
                }
            }
            // As a part of a pattern.
            Expr::Assign(assign)
                if times(&spelling(self.state), assign.left.to_token_stream()) > 0 =>
            {
                self.others = true;
            }
            Expr::Binary(binary) if compound(&binary.op) && self.is_state(&binary.left) => {
                self.others = true;
            }
            // What is bound in another closure may have its name.
            Expr::Closure(_) | Expr::Macro(_) => self.others = true,
            other => visit_mut::visit_expr_mut(self, other),
        }
    }
}
