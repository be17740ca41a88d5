//! `any`, `all`, `find`, `find_map` and `position` on several threads.
//!
//! In: a chain of std's that is alone in its loop and asks no more than that, below the option
//! `parallel`. Out: the same chain over each range, until one of them knows.

use super::emission::Emitter;
use super::names;
use crate::emit::index_transformed::divided_tokens;
use crate::emit::spans::{at, capture};
use crate::ops::captures::as_tuple;
use crate::ops::chain::{Question, Source};
use crate::region::Filled;
use crate::region::Hole;
use crate::rust::visit_mut::VisitMut;
use proc_macro2::Literal;
use quote::{quote, quote_spanned};
use syn::{Expr, ExprMethodCall};

impl Emitter<'_> {
    /// True if one of these chains is divided.
    pub(super) fn divides(&self, holes: &[Hole]) -> bool {
        holes.iter().any(|hole| hole.divided)
    }

    /// A chain that no loop has: divided, if it is to be, else as written.
    pub(super) fn left(&self, hole: &Hole) -> Expr {
        let divided = hole.divided.then(|| self.divided(hole)).flatten();
        divided.unwrap_or_else(|| {
            let mut expr = hole.chain.expr.clone();
            Filled(&hole.closures).visit_expr_mut(&mut expr);
            expr
        })
    }

    fn divided(&self, hole: &Hole) -> Option<Expr> {
        let chain = &hole.chain;
        let captured = as_tuple(hole.captured.iter());
        let runtime = self.plan.runtime;
        let driver = names::driver();
        let iterator = match &chain.stream.source {
            Source::Array(array) => {
                let name = &array.name;
                at(
                    name.span(),
                    quote!(#runtime::parallel::elements(&#name[..])),
                )
            }
            Source::Range(range) => {
                let range = &range.expr;
                quote!(#range)
            }
            Source::Driver(source) => {
                let divided = source.divided.as_ref()?;
                divided_tokens(runtime, divided, &mut |_, _| None)?
            }
        };
        // The source is what the consumer and the adapters are methods of.
        let mut over_range = chain.expr.clone();
        let mut place = &mut over_range;
        for _ in 0..=chain.stream.adapters.len() {
            place = &mut call_of(place)?.receiver;
        }
        *place = syn::parse_quote!(#runtime::identity(#driver));
        let Expr::MethodCall(call) = &chain.expr else {
            return None;
        };
        let method = &call.method;
        let cut = match self.plan.lowered.setting.min_len() {
            Some(least) => {
                let length = names::length();
                let least = Literal::usize_unsuffixed(least);
                quote!(|#length| #runtime::parallel::Ranges::new(#length, #least))
            }
            None => quote!(#runtime::parallel::Ranges::automatic),
        };
        // What it captures rustc refuses here, if several threads may not share it.
        let span = capture(chain.workers());
        if !matches!(
            chain.consumer.question(),
            Some(Question::Any | Question::All)
        ) {
            let (body, start) = if method == "position" {
                let (start, place) = (names::span(), names::worker_result());
                let body = quote!(#over_range.map(|#place| #start + #place));
                (body, quote!(#start))
            } else {
                (quote!(#over_range), quote!(_))
            };
            let body = quote_spanned!(span=> |#driver, #start| #body);
            return Some(
                syn::parse_quote!(#runtime::asked!(first, #cut, #iterator, #body, #captured)),
            );
        }
        let body = quote_spanned!(span=> |#driver| #over_range);
        Some(syn::parse_quote!(#runtime::asked!(#method, #cut, #iterator, #body, #captured)))
    }
}

/// The method call under parentheses.
pub(super) fn call_of(expr: &mut Expr) -> Option<&mut ExprMethodCall> {
    match expr {
        Expr::MethodCall(call) => Some(call),
        Expr::Paren(paren) => call_of(&mut paren.expr),
        _ => None,
    }
}
