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
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::borrow::Cow;
use syn::spanned::Spanned;
use syn::{BinOp, Expr};

impl LoopEmission<'_> {
    /// A worker that multiplies where it divides by one number.
    pub(super) fn with_quotients<'w>(&self, worker: &'w Worker) -> Cow<'w, Worker> {
        let divisors = &worker.judgment.divisors;
        let inner = self.emitter.plan.lowered.setting.inner;
        if divisors.is_empty() || inner || self.emitter.ahead || self.ranges.is_some() {
            return Cow::Borrowed(worker);
        }
        let mut worker = worker.clone();
        if let (Expr::Closure(closure), None) = (&mut worker.expr, &worker.fused) {
            let runtime = self.emitter.plan.runtime;
            Quotients { runtime, divisors }.visit_expr_mut(&mut closure.body);
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

/// Tokens that are the user's own.
fn here_alone(here: Span, tokens: &TokenStream) -> TokenStream {
    let own = tokens.clone().into_iter().map(|mut token| {
        token.set_span(here);
        token
    });
    own.collect()
}

struct Quotients<'a> {
    runtime: &'a TokenStream,
    divisors: &'a SortedSet<String>,
}

impl Quotients<'_> {
    fn divides(&self, expr: &Expr) -> bool {
        divided_by(expr).is_some_and(|(_, name)| self.divisors.contains(&spelling(name)))
    }
}

impl VisitMut for Quotients<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        // A call needs no parentheses.
        while let Expr::Paren(paren) = &*expr
            && self.divides(&paren.expr)
        {
            *expr = (*paren.expr).clone();
        }
        visit_mut::visit_expr_mut(self, expr);
        let Some((dividend, name)) = divided_by(expr) else {
            return;
        };
        let Expr::Binary(binary) = &*expr else {
            return;
        };
        if self.divides(expr) {
            // Where it panics is the user's own place, which tokens of an expansion have not.
            let here = expr.span();
            let (runtime, divisor) = (here_alone(here, self.runtime), divisor(name));
            let function = match binary.op {
                BinOp::Div(_) => Ident::new("quotient", here),
                _ => Ident::new("remainder", here),
            };
            let dividend = strip(dividend);
            *expr = syn::parse_quote_spanned!(here=> #runtime::#function(#dividend, &#divisor));
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
