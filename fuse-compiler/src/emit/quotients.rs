//! Division of all elements by one integer: by a multiplication (see `rust/divisors.rs`).
//!
//! In: a worker, or a loop. Out: the worker with calls of the runtime for its `/` and `%`; and what these need, before the loop. One
//! division makes it, which a loop on a row inside of another loop would make for each row: there they stay as they are.

use super::emission::LoopEmission;
use super::names::local;
use crate::cnf::Operation;
use crate::ops::chain::Worker;
use crate::rust::divisors::divided_by;
use crate::rust::expr::strip;
use crate::rust::spelling::{spelling, times};
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::{SortedMap, SortedSet};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::borrow::Cow;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Stmt};

impl LoopEmission<'_> {
    /// A worker that multiplies where it divides by one number.
    pub(super) fn with_quotients<'w>(&self, worker: &'w Worker) -> Cow<'w, Worker> {
        let divisors = &worker.judgment.divisors;
        let inner = self.emitter.plan.lowered.setting.inner;
        // What a consumer pulls runs in a closure, which would be given the number, and not read it.
        let pulled = !self.emitter.bound.is_empty();
        if divisors.is_empty() || inner || pulled || self.emitter.ahead || self.ranges.is_some() {
            return Cow::Borrowed(worker);
        }
        let mut worker = worker.clone();
        if let (Expr::Closure(closure), None) = (&mut worker.expr, &worker.fused) {
            Quotients { divisors }.visit_expr_mut(&mut closure.body);
        }
        Cow::Owned(worker)
    }

    /// What a loop divides by, as far as it does.
    pub(super) fn divisors(&self, run: &TokenStream) -> TokenStream {
        let mut found = SortedMap::<String, Ident>::new();
        for id in &self.plan.nest.cluster {
            let (Operation::Map(worker) | Operation::Filter(worker)) = self.emitter.operation(*id)
            else {
                continue;
            };
            if !worker.judgment.divisors.is_empty() {
                let mut names = Names(&mut found, &worker.judgment.divisors);
                names.visit_expr_mut(&mut worker.expr.clone());
            }
        }
        let runtime = self.emitter.plan.runtime;
        let used = found.into_values().filter_map(|name| {
            let divisor = divisor(&name);
            let is_used = times(&divisor.to_string(), run.clone()) > 0;
            is_used.then(|| quote!(let #divisor = #runtime::Divisor::of(#name);))
        });
        used.collect()
    }
}

/// The name of what divides by a number.
fn divisor(name: &Ident) -> Ident {
    local(&spelling(name), "divisor")
}

struct Quotients<'a> {
    divisors: &'a SortedSet<String>,
}

impl Quotients<'_> {
    fn divides(&self, expr: &Expr) -> bool {
        divided_by(expr).is_some_and(|(_, name)| self.divisors.contains(&spelling(name)))
    }
}

impl VisitMut for Quotients<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        // A division is where its parentheses are.
        let here = expr.span();
        let mut place = expr;
        while let Expr::Paren(paren) = place {
            place = &mut paren.expr;
        }
        if let Some((dividend, name)) = divided_by(place).filter(|_| self.divides(place)) {
            let function = match &*place {
                Expr::Binary(binary) if matches!(binary.op, BinOp::Div(_)) => "quotient",
                _ => "remainder",
            };
            let (mut dividend, divisor) = (strip(dividend).clone(), divisor(name));
            self.visit_expr_mut(&mut dividend);
            let function = Ident::new(function, here);
            // Where it panics is the user's own place, which tokens of an expansion have not.
            *place = syn::parse_quote_spanned!(here=> (#divisor).#function(#dividend));
            return;
        }
        visit_mut::visit_expr_mut(self, place);
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        // What is divided for nothing rustc has to say something about.
        if !matches!(stmt, Stmt::Expr(expr, Some(_)) if self.divides(expr)) {
            visit_mut::visit_stmt_mut(self, stmt);
        }
    }
}

/// The names as written, of those that are divided by.
struct Names<'a>(&'a mut SortedMap<String, Ident>, &'a SortedSet<String>);

impl VisitMut for Names<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some((_, name)) = divided_by(expr)
            && self.1.contains(&spelling(name))
        {
            self.0.entry(spelling(name)).or_insert_with(|| name.clone());
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}
