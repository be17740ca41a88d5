//! What two neighbouring ranges give, as one (docs/DESIGN.md section 7).
//!
//! In: a result of a parallel loop. Out: what each range starts it from, and the expression that
//! combines two of them in the order of the ranges.

use super::super::Emitter;
use super::super::integers::Exact;
use super::super::worker::{apply, callable};
use crate::cnf::ValueId;
use crate::ops::chain::{Consumer, Extremum, Fold, Operator};
use crate::ops::monoid::redomap::{Associative, Redomap};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

impl Emitter<'_> {
    /// A fold of std's: how it starts, what each range starts from, and what it ends with.
    pub(super) fn redomap(
        &self,
        value: ValueId,
    ) -> Option<(TokenStream, TokenStream, TokenStream)> {
        let runtime = self.plan.runtime;
        let Some(Consumer::Fold(consumer)) = self.consumer_of(value) else {
            return None;
        };
        let Fold {
            initial,
            accumulator,
            redomap: Some(redomap),
            combine: None,
            ..
        } = &**consumer
        else {
            return None;
        };
        let (start, fold) = (self.names.initial(value), self.names.fold(value));
        let ty = accumulator.iter();
        let identity = |operator: &Associative, start: TokenStream| {
            // The step may rely on what the start shows, so that it is no NaN.
            if operator.is_idempotent() {
                return start;
            }
            let name = format_ident!("{}", operator.name());
            let identity = quote!(
                #runtime::parallel::identity_of(#runtime::parallel::#name, &#start)
            );
            match Exact::of(*operator) {
                Some(exact) => exact.start(runtime, &identity),
                None => identity,
            }
        };
        let identity = match redomap {
            Redomap::Whole(operator) => identity(operator, quote!(#start)),
            Redomap::Parts(operators) => {
                let parts = operators.iter().enumerate().map(|(index, operator)| {
                    let index = syn::Index::from(index);
                    identity(operator, quote!(#start.#index))
                });
                quote!((#(#parts,)*))
            }
        };
        let whole = self.operators(redomap, &start, &fold, Exact::end);
        Some((
            quote!(let #start #(: #ty)* = #initial;),
            quote!(let mut #fold = #identity;),
            quote!(let #fold = #whole;),
        ))
    }

    /// Two accumulators of a fold as one; `exact` are those of integers.
    pub(super) fn operators(
        &self,
        redomap: &Redomap,
        left: &Ident,
        right: &Ident,
        exact: fn(Exact, &TokenStream, &TokenStream) -> TokenStream,
    ) -> TokenStream {
        let runtime = self.plan.runtime;
        let combine = |operator: &Associative, left: TokenStream, right: TokenStream| {
            if let Some(of) = Exact::of(*operator) {
                return exact(of, &left, &right);
            }
            let operator = format_ident!("{}", operator.name());
            quote!(#runtime::parallel::combine(#runtime::parallel::#operator, #left, #right))
        };
        match redomap {
            Redomap::Whole(operator) => combine(operator, quote!(#left), quote!(#right)),
            Redomap::Parts(operators) => {
                let parts = operators.iter().enumerate().map(|(index, operator)| {
                    let index = syn::Index::from(index);
                    combine(operator, quote!(#left.#index), quote!(#right.#index))
                });
                quote!((#(#parts,)*))
            }
        }
    }

    /// The accumulators of two neighbours as one.
    pub(super) fn both(&self, value: ValueId) -> TokenStream {
        let runtime = self.plan.runtime;
        let (left, right) = (self.names.left(value), self.names.right(value));
        let bound = self.names.worker(value);
        let merge = |step: TokenStream| quote!(#runtime::parallel::merge(#left, #right, #step));
        let Some(consumer) = self.consumer_of(value) else {
            return quote!(#left);
        };
        if let (Some(exact), Some(both)) = (self.exact(value), self.exact_both(value)) {
            return match consumer {
                Consumer::Reduce(..) => {
                    merge(quote!(|#left, #right| #runtime::reduce(#left, #right, #both)))
                }
                _ => exact.both(&quote!(#left), &quote!(#right)),
            };
        }
        match consumer {
            Consumer::Reduction(reduction) => match reduction.operator {
                Operator::Sum => quote!(#left + #right),
                Operator::Product => quote!(#left * #right),
            },
            Consumer::Count => quote!(#left + #right),
            Consumer::Fold(fold) => match (&fold.combine, &fold.redomap) {
                (None, Some(redomap)) => self.operators(redomap, &left, &right, Exact::both),
                (combine, _) => {
                    let worker = combine.as_ref().unwrap_or(&fold.worker);
                    apply(runtime, worker, &bound, &[quote!(#left), quote!(#right)])
                }
            },
            Consumer::Extremum(Extremum::Min) => merge(quote!(#runtime::min)),
            Consumer::Extremum(Extremum::Max) => merge(quote!(#runtime::max)),
            Consumer::ExtremumBy(extremum, worker) => {
                let worker = callable(worker, &bound);
                let pick = match extremum {
                    Extremum::Min => quote!(min_by),
                    Extremum::Max => quote!(max_by),
                };
                merge(quote!(|#left, #right| #runtime::#pick(#left, #right, #worker)))
            }
            Consumer::ExtremumByKey(extremum, _) => {
                let pick = match extremum {
                    Extremum::Min => quote!(min_by_key),
                    Extremum::Max => quote!(max_by_key),
                };
                merge(quote!(|#left, #right| #runtime::#pick(#left, #right.0, #right.1)))
            }
            Consumer::Reduce(worker, _) => {
                let worker = callable(worker, &bound);
                merge(quote!(|#left, #right| #runtime::reduce(#left, #right, #worker)))
            }
            Consumer::ShortCircuit(_) => quote!(#runtime::Decision::then(#left, #right)),
            Consumer::Solitary(_) => quote!(#runtime::Search::then(#left, #right)),
            Consumer::Each(_) | Consumer::Last | Consumer::Collect(_) | Consumer::Split(_) => {
                quote!(#left)
            }
        }
    }
}
