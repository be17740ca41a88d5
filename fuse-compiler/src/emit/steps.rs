//! The body of a loop, scope by scope and step by step.
//!
//! In: a scope of a nest. Out: what is done for each element: what is computed, what is tested, what is consumed, stored last.

use super::drive::Drive;
use super::fused::LoopEmission;
use super::worker::{apply, bind, callable, without_branches};
use super::{Made, element, in_place, names};
use crate::cnf::{BindingId, Operation, ValueId};
use crate::emit::spans::at;
use crate::loops::{Nest, Scope, Step};
use crate::ops::chain::{Consumer, Extremum, Operator};
use crate::plan::{Accumulator, extremum};
use crate::rust::worker::inlined_pattern;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::Pat;

impl LoopEmission<'_> {
    /// What runs for each element of a scope.
    pub(super) fn scope(&self, scope: &Scope) -> TokenStream {
        let mut body = scope
            .steps
            .iter()
            .map(|step| self.step(step))
            .collect::<TokenStream>();
        if let Some(inner) = &scope.inner {
            body.extend(self.inner(inner.cross, &inner.nest));
        }
        for store in &scope.stores {
            let item = self.emitter.names.item(*store);
            if let Some(array) = self.emitter.taken_over(*store) {
                let place = self.emitter.names.place(array);
                body.extend(quote!(*#place = #item;));
                continue;
            }
            if let Some(Made::Contracted { kept: true }) = self.emitter.results.get(store) {
                let keep = self.emitter.names.keep(*store);
                body.extend(quote!((&mut #keep).push(#item);));
                continue;
            }
            let place = self.emitter.names.buffer(*store);
            let item = self.stored(*store, &item);
            body.extend(quote!((&mut #place).push(#item);));
        }
        body
    }

    fn inner(&self, id: BindingId, nest: &Nest) -> TokenStream {
        let Operation::Cross(cross) = self.emitter.operation(id) else {
            return TokenStream::new();
        };
        let indices = self.indices(&nest.body, true);
        let Drive {
            iterator,
            pattern,
            aliases,
        } = self.emitter.drive(nest, false);
        let element = self.element(id, 0);
        let outer = bind(self.emitter.plan.runtime, &cross.pattern, &element);
        let item = self.emitter.names.item(self.output(id));
        let inner = self.element(id, 1);
        let body = self.scope(&nest.body);
        quote! {
            {
                #outer
                #indices
                for #pattern in #iterator {
                    #aliases
                    let #item = #inner;
                    #body
                }
            }
        }
    }

    pub(super) fn step(&self, step: &Step) -> TokenStream {
        match step {
            Step::Compute(id) => self.compute(*id),
            Step::Guard(id, inside) => self.guard(*id, inside),
            Step::Consume(id) => self.consume(*id),
        }
    }

    pub(super) fn compute(&self, id: BindingId) -> TokenStream {
        let here = self.place_of_step(id);
        let runtime = &at(here, self.emitter.plan.runtime.clone());
        let output = self.output(id);
        let item = self.emitter.names.item(output);
        let ty = self.item_type(output);
        let element = self.element(id, 0);
        let bound = self.emitter.names.worker(output);
        let value = match self.emitter.operation(id) {
            operation if self.plan.strings.makers.contains(&id) => {
                self.text(operation, output, &element)
            }
            Operation::Map(worker) => apply(runtime, worker, &bound, &[element]),
            Operation::Clone => quote_spanned!(here=> #runtime::cloned(#element)),
            Operation::Scan { scan, .. } => {
                let state = self.emitter.names.state(output);
                apply(
                    runtime,
                    &scan.worker,
                    &bound,
                    &[quote!(&mut #state), element],
                )
            }
            Operation::Zip => {
                let other = self.element(id, 1);
                quote!((#element, #other))
            }
            Operation::Half { is_first, .. } => return self.unzip(id, *is_first, element),
            Operation::Enumerate { .. } => {
                let index = self.emitter.names.index(output);
                let numbered = element::typed(runtime, &item, ty, &quote!((#index, #element)));
                return quote!(#numbered #index += 1;);
            }
            _ => self.moved(output, element),
        };
        // A name that is assigned and never read is linted at the value, the user's own tokens.
        if self.is_read(output) || ty.is_some_and(element::coerces) {
            element::typed(runtime, &item, ty, &value)
        } else {
            let ty = ty.into_iter();
            quote!(let _ #(: #ty)* = #value;)
        }
    }

    /// True if anything looks at the elements of an array: what counts them does not.
    fn is_read(&self, array: ValueId) -> bool {
        let counts = |reader: &BindingId| {
            matches!(
                self.emitter.operation(*reader),
                Operation::Consume(Consumer::Count)
            )
        };
        let made = self.emitter.results.get(&array);
        let held = matches!(
            made,
            Some(Made::Stored | Made::Reused | Made::Contracted { kept: true })
        );
        let program = &self.emitter.plan.lowered.program;
        held || !program.readers(array).iter().all(counts)
    }

    pub(super) fn guard(&self, id: BindingId, inside: &Scope) -> TokenStream {
        let runtime = self.emitter.plan.runtime;
        let output = self.output(id);
        let item = self.emitter.names.item(output);
        let ty = self.item_type(output);
        let element = self.element(id, 0);
        let bound = self.emitter.names.worker(output);
        match self.emitter.operation(id) {
            Operation::FilterMap(worker) => {
                let value = apply(runtime, worker, &bound, &[element]);
                let typed = ty.map(|ty| element::typed(runtime, &item, Some(ty), &quote!(#item)));
                let body = self.scope(inside);
                quote! {
                    if let #runtime::Some(#item) = #value {
                        #typed
                        #body
                    }
                }
            }
            Operation::Filter(worker) => {
                let here = self.place_of_step(id);
                let mut kept = self.emitter.names.kept(output);
                kept.set_span(kept.span().located_at(here));
                let argument = at(here, quote!(&#item));
                let test = apply(runtime, worker, &bound, std::slice::from_ref(&argument));
                let element = self.moved(output, element);
                let item = element::typed(runtime, &item, ty, &element);
                if inside.steps.is_empty() && inside.inner.is_none() && inside.stores.is_empty() {
                    // Nobody reads what is kept: a name for the test would be linted at the test.
                    return quote!(#item let _ = #test;);
                }
                if self.form.branch_free.contains(&id) {
                    let body = self.branch_free(&kept, inside);
                    let test = apply(
                        runtime,
                        &without_branches(runtime, worker),
                        &bound,
                        &[argument],
                    );
                    quote!(#item let #kept: #runtime::bool = #test; #body)
                } else {
                    let body = self.scope(inside);
                    quote!(#item let #kept = #test; if #kept { #body })
                }
            }
            Operation::Half {
                split,
                first,
                is_first,
            } => self.partition(split, *first, *is_first, id, inside),
            _ => TokenStream::new(),
        }
    }

    /// The accumulator of a fold, or its lane.
    fn place(&self, id: BindingId) -> TokenStream {
        let names = &self.emitter.names;
        if self.in_lane {
            let (lanes, lane) = (names.lanes(self.output(id)), names::lane());
            quote!(#lanes[#lane])
        } else {
            names.fold(self.output(id)).to_token_stream()
        }
    }

    fn consume(&self, id: BindingId) -> TokenStream {
        let here = self.place_of_step(id);
        let runtime = &at(here, self.emitter.plan.runtime.clone());
        let fold = at(
            here,
            self.emitter.names.fold(self.output(id)).to_token_stream(),
        );
        let bound = self.emitter.names.worker(self.output(id));
        let element = self.element(id, 0);
        let Operation::Consume(consumer) = self.emitter.operation(id) else {
            return TokenStream::new();
        };
        match consumer {
            Consumer::Reduction(reduction) => {
                let element = self.number(id, element);
                if let Some((part, _)) = self.part_of(id) {
                    return quote!(#runtime::add_part(&mut #part, &mut #fold, #element););
                }
                let place = at(here, self.place(id));
                // Of a type that has an operator of somebody's, but is no `Sum`, there is none.
                let number = &reduction.number;
                match reduction.operator {
                    Operator::Sum => {
                        quote_spanned!(here=> #place += #runtime::summand::<#number, _>(#element);)
                    }
                    Operator::Product => {
                        quote_spanned!(here=> #place *= #runtime::factor::<#number, _>(#element);)
                    }
                }
            }
            Consumer::Count => quote_spanned!(here=> #fold += 1;),
            Consumer::Fold(consumer) => {
                let value = self.output(id);
                if let Some(step) = self.emitter.exact_step(value, consumer, &bound, &element) {
                    return step;
                }
                let place = at(here, self.place(id));
                let bound_to = |pattern: &Pat| bind(runtime, inlined_pattern(pattern), &element);
                if let Some(step) = in_place::step(consumer, &place, &bound_to) {
                    return step;
                }
                let compares = matches!(
                    self.accumulator(id),
                    Some(Accumulator::Lanes | Accumulator::OneComparison)
                );
                let compared = compares.then(|| extremum::by_comparison(consumer, runtime));
                let worker = compared.flatten();
                let worker = worker.as_ref().unwrap_or(&consumer.worker);
                let next = apply(runtime, worker, &bound, &[quote!(#place), element]);
                quote_spanned!(here=> #place = #next;)
            }
            Consumer::Reduce(worker, _) => {
                if let (true, Some(kept)) = (self.in_lane, extremum::kept_by(worker)) {
                    let place = at(here, self.place(id));
                    let chooser = kept.by(runtime, &worker.expr);
                    return quote!(#place = #chooser(#place, #element););
                }
                if let Some(step) = self.emitter.exact_reduce(self.output(id), &element) {
                    return step;
                }
                let worker = callable(worker, &bound);
                quote_spanned!(here=> #fold = #runtime::reduce(#fold, #element, #worker);)
            }
            Consumer::Extremum(_) if self.accumulator(id) == Some(&Accumulator::OfBlock) => {
                let lowered = self.emitter.plan.lowered;
                if let Some(of_place) = extremum::of_place(lowered, id) {
                    return of_place.step(&self.emitter.names.best(self.output(id)), &element);
                }
                let whole = extremum::of_integers(self.emitter.plan.lowered, id);
                let chooser = whole.map(|whole| whole.chooser(runtime));
                let best = self.emitter.names.best(self.output(id));
                quote!(#best = #chooser(#element, #best);)
            }
            Consumer::Extremum(_) if self.accumulator(id) == Some(&Accumulator::Seeded) => {
                self.whole_step(id, &element)
            }
            Consumer::Extremum(extremum) => {
                let pick = match extremum {
                    Extremum::Min => quote_spanned!(here=> min),
                    Extremum::Max => quote_spanned!(here=> max),
                };
                quote_spanned!(here=> #fold = #runtime::#pick(#fold, #element);)
            }
            Consumer::ExtremumBy(extremum, worker) => {
                let worker = callable(worker, &bound);
                let pick = match extremum {
                    Extremum::Min => quote_spanned!(here=> min_by),
                    Extremum::Max => quote_spanned!(here=> max_by),
                };
                quote_spanned!(here=> #fold = #runtime::#pick(#fold, #element, #worker);)
            }
            Consumer::ExtremumByKey(extremum, worker) => {
                let item = self.emitter.names.item(self.output(id));
                let item = at(here, quote!(#item));
                let key = apply(runtime, worker, &bound, &[quote!(&#item)]);
                let pick = match extremum {
                    Extremum::Min => quote_spanned!(here=> min_by_key),
                    Extremum::Max => quote_spanned!(here=> max_by_key),
                };
                quote_spanned! {here=>
                    let #item = #element;
                    #fold = #runtime::#pick(#fold, #key, #item);
                }
            }
            Consumer::Each(each) => {
                let statements = match self.ranges {
                    Some(_) => self.emitter.to_range_totals(id, each),
                    None => each.body.statements.clone(),
                };
                let appenders = self.appenders(id, each);
                super::each::run(runtime, each, statements, &element, &appenders)
            }
            Consumer::Last => quote_spanned!(here=> #fold = #runtime::Some(#element);),
            Consumer::Collect(_)
            | Consumer::ShortCircuit(_)
            | Consumer::Solitary(_)
            | Consumer::Split(_) => TokenStream::new(),
        }
    }
}
