//! Loops over places whose type is not visible, in both forms.
//!
//! In: a loop over `self.data.iter()` and its like, which goes in passes or is compacted if the place is a slice. Out: that form,
//! and the one for any other iterator; which of them runs is known once the types are.

use super::emission::{Emitter, Plan};
use super::names;
use crate::cnf::{BindingId, Operation, ValueId};
use crate::loops::{Driver, Loop, Outcome};
use crate::ops::search::Question;
use crate::plan::over_slices::elements_of;
use crate::plan::{Dispatch, Instructions, Length, LoopPlan, Run, searches};
use crate::rust::expr::strip;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

/// The form of a loop over slices.
struct OverSlices {
    /// What drives it.
    iterator: TokenStream,
    /// What there must be for it, besides slices.
    enough: TokenStream,
    /// The loop.
    run: TokenStream,
}

impl Emitter<'_> {
    /// Both forms of a loop, or the one that is visible.
    pub(super) fn dispatch(&self, plan: &LoopPlan, dispatch: &Dispatch) -> TokenStream {
        let runtime = self.plan.runtime;
        let places = dispatch.places.iter().enumerate();
        let elements = (0..dispatch.places.len()).map(elements_of);
        let elements = elements.collect::<Vec<_>>();
        let OverSlices {
            iterator,
            enough,
            run: slices,
        } = self.over_slices(dispatch);

        let outcomes = plan.nest.outcomes.iter();
        let Some(otherwise) = &dispatch.otherwise else {
            let parts = places.zip(&elements).filter_map(|((_, place), elements)| {
                let expr = self.iterator_over(place)?;
                Some(quote!(let #elements = #runtime::seen(#expr);))
            });
            let emission = self.emission(plan);
            let outcomes = outcomes.map(|outcome| emission.declare(outcome));
            let asked = plan.is_exact().then(|| {
                let driver = names::driver();
                quote!(let #driver = #iterator;)
            });
            return quote!(#(#parts)* #asked #(#outcomes)* #slices);
        };
        let rest = &otherwise.nest;
        let mut bound = self.bound.clone();
        let mut drivers = TokenStream::new();
        for ((index, place), elements) in places.zip(&elements) {
            let Some(expr) = self.iterator_over(place) else {
                continue;
            };
            let name = names::place(index + 1);
            drivers.extend(quote! {
                let #name = #runtime::IntoIterator::into_iter(#expr);
                let #elements = #runtime::place!(#name);
            });
            bound.extend(first(place, rest).map(|first| (first, name)));
        }
        let emitter = Emitter {
            bound: &bound,
            ..*self
        };
        let emission = emitter.emission(otherwise);
        let outcomes = outcomes.map(|outcome| emission.declare(outcome));
        let mut drive = emitter.drive(&rest.root, false);
        if otherwise.length == Length::Iterator {
            let driver = names::driver();
            let iterator = std::mem::replace(&mut drive.iterator, quote!(#driver));
            drivers.extend(quote!(let #driver = #iterator;));
        }
        let others = emission.driven(&drive);
        let searches = dispatch.searches.iter();
        let searches = searches.filter_map(|id| self.answered(*id));
        let others = quote!(#(#searches)* #others);
        quote! {
            #drivers
            #(#outcomes)*
            if #(#elements.is_seen())&&* #enough { #slices } else { #others }
        }
    }

    /// What gives the elements of a place; of a part of a slice as a slice.
    fn iterator_over(&self, place: &[Driver]) -> Option<TokenStream> {
        let Operation::Driver(source) = self.operation(place.first()?.reader) else {
            return None;
        };
        if source.may_be_slice {
            return Some(source.expr.to_token_stream());
        }
        Some(part(self.plan.runtime, &source.expr))
    }

    /// The loop over slices, and what else it takes.
    fn over_slices(&self, dispatch: &Dispatch) -> OverSlices {
        let over = &self.plan.plans.over_slices.lowered;
        let emitter = Emitter {
            plan: Plan {
                lowered: over.as_ref().unwrap_or(self.plan.lowered),
                ..self.plan
            },
            ..*self
        };
        let over = &dispatch.slices;
        let nest = &over.nest;
        let emission = emitter.emission(over);
        let enough = match &over.run {
            Run::Masks(masks) => {
                let enough = emission.enough(nest, masks);
                quote!(&& #enough)
            }
            _ => TokenStream::new(),
        };
        let mut drive = emitter.drive(&nest.root, false);
        let iterator = drive.iterator.clone();
        if over.length == Length::Index {
            let runtime = self.plan.runtime;
            drive.iterator = quote!(#runtime::by_index!(#iterator));
        }
        let run = emission.driven(&drive);
        let gives_back = over.passes().is_some_and(|passes| passes.gives_back);
        let detected = over.instructions != Instructions::Baseline;
        if !gives_back && !detected {
            return OverSlices {
                iterator,
                enough,
                run,
            };
        }
        let runtime = self.plan.runtime;
        let run = if detected || gives_back {
            self.with_own_numbers(nest, &run)
        } else {
            run
        };
        let in_closure = |block: TokenStream| {
            let elements = elements_of(0);
            let wide = quote!(#[inline(always)] || #block);
            let run = match over.instructions {
                Instructions::Baseline => block,
                Instructions::Detected { .. } => quote!(#elements.dispatched(#wide)),
                Instructions::DetectedAlone => {
                    let written = self.written(nest);
                    let few = quote!(#runtime::is_short(#elements.iter()));
                    quote!(#runtime::dispatched_or(#few, #wide, #[inline(always)] || #written))
                }
            };
            if gives_back {
                quote!(#runtime::apart(|| #run))
            } else {
                run
            }
        };
        let changed = emitter.changed(nest);
        let run = match changed.as_slice() {
            [] => {
                let run = in_closure(quote!({ #run }));
                quote!(#run;)
            }
            [one] => {
                let run = in_closure(quote!({ let mut #one = #one; #run #one }));
                quote!(#one = #run;)
            }
            several => {
                let run =
                    in_closure(quote!({ #(let mut #several = #several;)* #run (#(#several),*) }));
                quote!((#(#several),*) = #run;)
            }
        };
        OverSlices {
            iterator,
            enough,
            run,
        }
    }

    /// The answer to a search over what is no slice.
    fn answered(&self, id: BindingId) -> Option<TokenStream> {
        let lowered = self.plan.lowered;
        let runtime = self.plan.runtime;
        let search = searches::in_loop(lowered, id)?;
        let place = lowered
            .program
            .producer(lowered.inputs(id).first()?.value)?;
        let Operation::Driver(source) = self.operation(place) else {
            return None;
        };
        let (expr, test) = (&source.expr, &search.test.expr);
        let (elements, fold) = (
            names::driver(),
            self.names.fold(lowered.program.binding(id).outputs[0]),
        );
        let copied = search
            .copied
            .then(|| quote!(let #elements = #runtime::Iterator::copied(#elements);));
        let (ask, make) = match search.question {
            Question::Any => (quote!(any), quote!(Decision)),
            Question::All => (quote!(all), quote!(Decision)),
            Question::Position | Question::Find => (quote!(position), quote!(Search)),
        };
        Some(quote! {
            #fold = {
                let #elements = #runtime::IntoIterator::into_iter(#expr);
                #copied
                let mut #elements = #elements;
                #runtime::#make::answered(#runtime::Iterator::#ask(&mut #elements, #test))
            };
        })
    }

    /// What a loop changes that was declared before it.
    fn changed(&self, nest: &Loop) -> Vec<Ident> {
        let kept = |outcome: &Outcome| match outcome {
            Outcome::Contracted(array) if self.keeps(*array) => Some(self.names.keep(*array)),
            _ => None,
        };
        let mut changed = self.accumulators(nest);
        changed.extend(nest.outcomes.iter().filter_map(kept));
        changed
    }
}

/// An iterator over a slice for one that leaves out the first or the last of its elements; and pairs of such.
pub(super) fn part(runtime: &TokenStream, expr: &Expr) -> TokenStream {
    let Expr::MethodCall(call) = strip(expr) else {
        return expr.to_token_stream();
    };
    let of = || part(runtime, &call.receiver);
    match (call.method.to_string().as_str(), call.args.first()) {
        ("zip", Some(other)) => {
            let (of, other) = (of(), part(runtime, other));
            quote!(#runtime::Iterator::zip(#of, #other))
        }
        ("skip", Some(count)) => {
            let of = of();
            quote!(#runtime::delayed::skipped(#of, #count))
        }
        ("take", Some(count)) => {
            let of = of();
            quote!(#runtime::delayed::taken(#of, #count))
        }
        _ => expr.to_token_stream(),
    }
}

/// The source whose iterator is bound: that of the others is made again, if at all.
fn first(place: &[Driver], nest: &Loop) -> Option<ValueId> {
    let mut members = place.iter();
    let first = members.find(|member| nest.root.sources.contains(member))?;
    Some(first.value)
}
