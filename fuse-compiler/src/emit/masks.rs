//! Filters that test many elements at a time: of a chain that is left as written but for its filter, and in loops.
//!
//! In: a hole, and its [`MaskedChain`]. Out: the chain, over what the runtime keeps. In: a loop, and its [`Masks`]. Out: the loop
//! over blocks, in which each filter goes through the block on its own; of few elements, the one body.

use super::asked::straightened;
use super::drive::{Drive, folded};
use super::emission::Emitter;
use super::emission::LoopEmission;
use super::worker::{apply, at_once};
use crate::cnf::{BindingId, Operation};
use crate::loops::Loop;
use crate::ops::chain::{Adapter, Source, Worker};
use crate::plan::masks::{self, MaskedChain};
use crate::plan::{MaskedFilter, Masks};
use crate::region::Hole;
use crate::rust::visit::{self, Visit};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Expr, PatIdent};

impl Emitter<'_> {
    /// The chain of a hole, if its filter is better tested in words.
    pub(super) fn kept(&self, hole: &Hole) -> Option<Expr> {
        if hole.divided {
            return None;
        }
        let mut chains = self.plan.lowered.chains();
        let chain = chains.find(|chain| *chain.placeholder == hole.placeholder)?;
        let MaskedChain {
            filter,
            unless_most,
            comparisons,
        } = *self.plan.plans.masked.get(&chain.id)?;
        let stream = &hole.chain.stream;
        let (before, rest) = stream.adapters.split_at(filter);
        let (first, behind) = rest.split_first()?;
        let Adapter::Filter(test) = first else {
            return None;
        };
        let rows = self.rows(&stream.source, before);
        let comparisons = Literal::usize_unsuffixed(comparisons);
        let as_written = &test.expr;
        let straight = at_once(self.plan.runtime, test).expr;
        let jumps = straight != *as_written;
        let mut expr = hole.chain.expr.clone();
        let mut place = &mut expr;
        for _ in 0..=behind.len() {
            place = &mut crate::emit::parallel_search::call_of(place)?.receiver;
        }
        let first = first_conditions(self.plan.runtime, test);
        *place = if let Some(first) = first.filter(|_| jumps) {
            syn::parse_quote!(
                #rows.kept_in_turn::<#comparisons, #unless_most, _, _, _>(#first, #straight, #as_written)
            )
        } else if jumps {
            syn::parse_quote!(
                #rows.kept_jumping::<#comparisons, #unless_most, _, _>(#straight, #as_written)
            )
        } else {
            syn::parse_quote!(#rows.kept::<#comparisons, #unless_most, _>(#as_written))
        };
        Some(expr)
    }

    /// What stands before a filter.
    fn rows(&self, source: &Source, adapters: &[Adapter]) -> TokenStream {
        let runtime = self.plan.runtime;
        let source = match source {
            Source::Array(array) => array.expr.to_token_stream(),
            Source::Range(range) => range.expr.to_token_stream(),
            Source::Driver(driver) => driver.expr.to_token_stream(),
        };
        let mut rows = quote!(#runtime::rows!(#source));
        for adapter in adapters {
            let Some(method) = adapter.of_rows() else {
                continue;
            };
            let (method, other) = (format_ident!("{method}"), adapter.stream());
            let worker = adapter.worker().map(|worker| &worker.expr);
            let other = other.map(|other| self.rows(&other.source, &other.adapters));
            rows.extend(quote!(.#method(#worker #other)));
        }
        rows
    }
}

/// A test of its first conditions alone, without branches. All names are mentioned, since what is not read is linted; but not those
/// with an underscore, for they are linted if they are.
fn first_conditions(runtime: &TokenStream, test: &Worker) -> Option<Expr> {
    struct Names(Vec<Ident>);
    impl<'ast> Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
            if !name.ident.to_string().starts_with('_') {
                self.0.push(name.ident.clone());
            }
            visit::visit_pat_ident(self, name);
        }
    }
    let conditions = masks::first(test)?;
    let Expr::Closure(closure) = &test.expr else {
        return None;
    };
    let mut closure = closure.clone();
    let mut names = Names(Vec::new());
    closure
        .inputs
        .iter()
        .for_each(|input| names.visit_pat(input));
    let names = names.0;
    let conditions: Expr = syn::parse_quote!(#((#conditions))&&*);
    let conditions = straightened(runtime, &conditions, &test.judgment.sides);
    *closure.body = syn::parse_quote!({
        let _ = (#(&#names,)*);
        #conditions
    });
    Some(Expr::Closure(closure))
}

impl<'a> LoopEmission<'a> {
    /// The loop over the blocks, if there are enough elements.
    pub(super) fn masked(&self, nest: &Loop, masks: &'a Masks, drive: &Drive) -> TokenStream {
        let enough = self.enough(nest, masks);
        let blocks = self.masked_blocks(nest, masks);
        let short = self.in_one_body(drive);
        quote!(if #enough { #blocks } else { #short })
    }

    /// Whether there are enough elements.
    pub(super) fn enough(&self, nest: &Loop, masks: &'a Masks) -> TokenStream {
        let runtime = self.emitter.plan.runtime;
        let lengths = nest.root.sources.iter().map(|source| {
            let elements = self.elements(nest, source);
            quote!(#runtime::rows!(#elements).length())
        });
        let least = Literal::usize_unsuffixed(masks.least);
        quote!(#(#lengths >= #least)&&*)
    }

    /// The loop over the blocks.
    pub(super) fn masked_blocks(&self, nest: &Loop, masks: &'a Masks) -> TokenStream {
        let emitter = self.emitter;
        let sources = nest.root.sources.iter().map(|source| {
            let tile = emitter.names.tile(source.value);
            (quote!(#tile), self.in_blocks(nest, source, &quote!(sieves)))
        });
        let (pattern, tiles) = self.in_step(sources);
        let rest = masks.rest.iter().map(|rest| {
            let sources = rest.nest.root.sources.iter().map(|source| {
                let tile = emitter.names.tile(source.value);
                let item = emitter.names.item(source.value);
                (quote!(#item), quote!(#tile.iter()))
            });
            let (pattern, iterator) = self.in_step(sources);
            self.pass_over(rest, &[], &iterator, &pattern)
        });
        let filters = masks.filters.iter().map(|filter| self.masked_block(filter));
        quote! {
            for #pattern in #tiles {
                #(#rest)*
                #(#filters)*
            }
        }
    }

    /// One filter, through one block.
    pub(super) fn masked_block(&self, filter: &'a MaskedFilter) -> TokenStream {
        let emitter = self.emitter;
        let runtime = emitter.plan.runtime;
        let Operation::Filter(worker) = emitter.operation(filter.filter) else {
            return TokenStream::new();
        };
        let (mut rows, mut pattern) = (TokenStream::new(), TokenStream::new());
        let mut looked_at = TokenStream::new();
        for source in &filter.sources {
            let tile = emitter.names.tile(source.value);
            let item = emitter.names.item(source.value);
            let row = quote!(#runtime::rows!(#tile.iter()));
            if rows.is_empty() {
                (rows, pattern) = (row, quote!(#item));
            } else {
                (rows, pattern) = (quote!(#rows.beside(#row)), quote!((#pattern, #item)));
            }
            looked_at.extend(if self.is_place(source.value) {
                quote!(let #item = #runtime::once_more!(*#item);)
            } else {
                quote!(let #item = *#item;)
            });
        }
        let compute = |ids: &[BindingId]| {
            ids.iter()
                .map(|id| self.compute(*id))
                .collect::<TokenStream>()
        };
        let output = self.output(filter.filter);
        let item = emitter.names.item(output);
        let ty = self.element_type(output).into_iter();
        let element = self.element(filter.filter, 0);
        let before = compute(&filter.before);
        let before = quote!(#before let #item #(: #ty)* = #element;);
        let bound = emitter.names.worker(output);
        let straight = at_once(runtime, worker);
        let [at_once, as_written] =
            [&straight, *worker].map(|worker| apply(runtime, worker, &bound, &[quote!(&#item)]));
        let comparisons = Literal::usize_unsuffixed(0);
        let unless_most = filter.unless_most;
        let test = |test: &TokenStream| quote!(|#pattern| { #looked_at #before #test });
        let kept = if at_once.to_string() == as_written.to_string() {
            let test = test(&as_written);
            quote!(#rows.kept::<#comparisons, #unless_most, _>(#test))
        } else {
            let (at_once, as_written) = (test(&at_once), test(&as_written));
            quote!(#rows.kept_jumping::<#comparisons, #unless_most, _, _>(#at_once, #as_written))
        };
        let body = self.of(&filter.form).scope(&filter.inside);
        let folds = filter
            .results
            .iter()
            .map(|value| emitter.names.fold(*value));
        let folds = folds.collect::<Vec<_>>();
        folded(runtime, &kept, &pattern, &quote!(#before #body), &folds)
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    /// Clippy's `used_underscore_binding` holds for names that the user does not read.
    #[test]
    fn names_with_an_underscore_are_not_mentioned() {
        let function = quote! {
            fn some(xs: &[f64], ys: &[f64], zs: &[f64]) -> f64 {
                let rows = xs.iter().zip(ys).zip(zs);
                rows.filter(|((x, _y), z)| **x > 0.1 && **x < 0.9 && **z > 0.2 && **z < 5.0)
                    .map(|((_, y), _)| *y)
                    .sum()
            }
        };
        let expansion = crate::expand(quote!(), function).to_string();
        assert!(expansion.contains("let _ = (& x , & z ,)"), "{expansion}");
    }
}
