//! Sums and products of integers on several threads, that overflow where the plain fold does.
//!
//! In: a consumer of a chain of std's that the option `parallel` divides. Out: what its ranges start
//! from, its step, and its end. A range that begins at the identity has prefixes that the whole has
//! not, so it wraps, and where the user's operators are checked it notes how far it reaches.

use super::worker::apply;
use super::{Emitter, names};
use crate::cnf::ValueId;
use crate::ops::chain::{Consumer, Fold, Operator};
use crate::ops::monoid::redomap::{Associative, Redomap};
use crate::rust::types::{Primitive, primitive_name};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Type;

/// What a fold of integers does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exact {
    Sum,
    Product,
}

impl Exact {
    pub(super) fn of(operator: Associative) -> Option<Exact> {
        match operator {
            Associative::IntegerSum => Some(Exact::Sum),
            Associative::IntegerProduct => Some(Exact::Product),
            _ => None,
        }
    }

    /// What a range starts from, given the identity.
    pub(super) fn start(self, runtime: &TokenStream, identity: &TokenStream) -> TokenStream {
        match self {
            Exact::Sum => quote!(#runtime::whole!(WholeSum, #identity)),
            Exact::Product => quote!(#runtime::whole!(WholeProduct, #identity)),
        }
    }

    /// Two neighbours as one.
    pub(super) fn both(self, left: &TokenStream, right: &TokenStream) -> TokenStream {
        match self {
            Exact::Sum => quote!(#left + #right),
            Exact::Product => quote!(#left * #right),
        }
    }

    /// What becomes of all, from `start` on. The operator is that of the user's crate.
    pub(super) fn end(self, start: &TokenStream, all: &TokenStream) -> TokenStream {
        let [left, right] = ["left", "right"].map(|side| names::local(side, "value"));
        let operator = self.both(&left.to_token_stream(), &right.to_token_stream());
        quote!(#all.end(#start, |#left, #right| #operator))
    }
}

impl Emitter<'_> {
    /// What a consumer does on its own, if it is such a fold: `sum()`, `product()`, `reduce(..)`.
    pub(super) fn exact(&self, value: ValueId) -> Option<Exact> {
        if !self.is_divided(value) {
            return None;
        }
        match self.consumer_of(value)? {
            Consumer::Reduction(reduction) => {
                match (reduction.operator, number(&reduction.number)?) {
                    (Operator::Sum, Primitive::Signed) => Some(Exact::Sum),
                    (Operator::Product, Primitive::Signed | Primitive::Unsigned) => {
                        Some(Exact::Product)
                    }
                    _ => None,
                }
            }
            Consumer::Reduce(_, operator) => Exact::of((*operator)?),
            _ => None,
        }
    }

    /// True for what a chain of std's gives that the option `parallel` divides: rayon's have the
    /// overflows of rayon.
    fn is_divided(&self, value: ValueId) -> bool {
        let chain = self.plan.lowered.chain_making(value);
        let parallel = chain.and_then(|chain| chain.chain.stream.parallel.as_ref());
        parallel.is_some_and(|parallel| parallel.made)
    }

    /// What a range starts from, and what the whole ends with.
    pub(super) fn exact_ends(&self, value: ValueId) -> Option<(TokenStream, TokenStream)> {
        let exact = self.exact(value)?;
        let runtime = self.plan.runtime;
        let fold = self.names.fold(value);
        match self.consumer_of(value)? {
            Consumer::Reduction(reduction) => {
                let number = &reduction.number;
                let identity = match reduction.operator {
                    Operator::Sum => quote!(#runtime::sum_identity::<#number>()),
                    Operator::Product => quote!(#runtime::product_identity::<#number>()),
                };
                let start = exact.start(runtime, &identity);
                let end = exact.end(&identity, &quote!(#fold));
                Some((
                    quote!(let mut #fold = #start;),
                    quote!(let #fold: #number = #end;),
                ))
            }
            _ => {
                let identity = match exact {
                    Exact::Sum => quote!(0),
                    Exact::Product => quote!(1),
                };
                let end = exact.end(&identity, &quote!(#fold));
                Some((
                    quote!(let mut #fold = #runtime::None;),
                    quote!(let #fold = #fold.map(|#fold| #end);),
                ))
            }
        }
    }

    /// One more element of a `reduce`: its first begins a fold from the identity.
    pub(super) fn exact_reduce(
        &self,
        value: ValueId,
        element: &TokenStream,
    ) -> Option<TokenStream> {
        let exact = self.exact(value)?;
        let runtime = self.plan.runtime;
        let fold = self.names.fold(value);
        let identity = match exact {
            Exact::Sum => quote!(0),
            Exact::Product => quote!(1),
        };
        let (start, both) = (exact.start(runtime, &identity), self.exact_both(value)?);
        let one = self.names.item(value);
        Some(quote! {
            let mut #one = #start;
            (&mut #one).take(#element);
            #fold = #runtime::reduce(#fold, #one, #both);
        })
    }

    /// What makes one of two neighbours, as a closure.
    pub(super) fn exact_both(&self, value: ValueId) -> Option<TokenStream> {
        let (left, right) = (self.names.left(value), self.names.right(value));
        let both = self.exact(value)?.both(&quote!(#left), &quote!(#right));
        Some(quote!(|#left, #right| #both))
    }

    /// One more element of a `fold`. The worker is given the identity in the place of each integer that
    /// it adds to or multiplies, and so gives what there is to add.
    pub(super) fn exact_step(
        &self,
        value: ValueId,
        fold: &Fold,
        bound: &Ident,
        element: &TokenStream,
    ) -> Option<TokenStream> {
        if !self.is_divided(value) {
            return None;
        }
        let runtime = self.plan.runtime;
        let (accumulator, start) = (self.names.fold(value), self.names.initial(value));
        let redomap = fold.redomap.as_ref()?;
        let before = |operator: &Associative, part: &TokenStream| {
            let name = format_ident!("{}", operator.name());
            match Exact::of(*operator) {
                Some(_) => quote!(
                    #runtime::parallel::identity_of(#runtime::parallel::#name, &#start #part)
                ),
                None => quote!(#accumulator #part),
            }
        };
        match redomap {
            Redomap::Whole(operator) => {
                Exact::of(*operator)?;
                let before = before(operator, &TokenStream::new());
                let next = apply(runtime, &fold.worker, bound, &[before, element.clone()]);
                Some(quote!((&mut #accumulator).take(#next);))
            }
            Redomap::Parts(operators) => {
                operators.iter().find_map(|operator| Exact::of(*operator))?;
                let parts = operators.iter().enumerate().map(|(index, operator)| {
                    let index = syn::Index::from(index);
                    (operator, quote!(.#index))
                });
                let parts = parts.collect::<Vec<_>>();
                let befores = parts.iter().map(|(operator, part)| before(operator, part));
                let befores = quote!((#(#befores,)*));
                let next = apply(runtime, &fold.worker, bound, &[befores, element.clone()]);
                let item = self.names.item(value);
                let steps = parts
                    .iter()
                    .map(|(operator, part)| match Exact::of(**operator) {
                        Some(_) => quote!((&mut #accumulator #part).take(#item #part);),
                        None => quote!(#accumulator #part = #item #part;),
                    });
                Some(quote!(let #item = #next; #(#steps)*))
            }
        }
    }
}

fn number(ty: &Type) -> Option<Primitive> {
    match ty {
        Type::Path(path) => primitive_name(&path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}
