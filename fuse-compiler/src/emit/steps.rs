//! The body of a loop, scope by scope and step by step.
//!
//! In: a scope of a nest. Out: what is done for each element: what is computed, what is tested, what is consumed, stored last.

use super::drive::Drive;
use super::element;
use super::emission::{Emitter, LoopEmission};
use super::worker::{apply, bind, without_branches};
use crate::cnf::{BindingId, Operation, ValueId};
use crate::emit::spans::at;
use crate::loops::{Nest, Scope, Step};
use crate::ops::accumulator;
use crate::ops::apply::coerces;
use crate::ops::chain::Consumer;
use crate::ops::consumer::count::Count;
use crate::ops::consumer::each::{self, Each};
use crate::ops::consumer::extremum::Extremum;
use crate::ops::consumer::inferred::Inferred;
use crate::ops::consumer::reduce::Reduce;
use crate::ops::consumer::sum::Reduction;
use crate::ops::names::{ended, local};
use crate::plan::{Accumulation, extremum};
use crate::rust::spelling::identity;
use crate::sorted::{SortedMap, SortedSet};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};

impl LoopEmission<'_> {
    /// What runs for each element of a scope.
    pub(super) fn scope(&self, scope: &Scope) -> TokenStream {
        let mut body = self.inferred(scope);
        let others = scope
            .steps
            .iter()
            .filter(|step| self.inferred_by(step).is_none());
        body.extend(others.map(|step| self.step_in(scope, step)));
        if let Some(inner) = &scope.inner {
            body.extend(self.inner(&inner.crosses, &inner.nest));
        }
        for store in &scope.stores {
            let item = self.emitter.names.item(*store);
            if let Some(array) = self.emitter.taken_over(*store) {
                let place = self.emitter.names.place(array);
                body.extend(quote!(*#place = #item;));
                continue;
            }
            if self.emitter.keeps(*store) {
                let keep = self.emitter.names.keep(*store);
                body.extend(quote!((&mut #keep).push(#item);));
                continue;
            }
            let place = self.emitter.names.buffer(*store);
            let item = self.stored(*store, &item);
            body.extend(quote!((&mut #place).push(#item);));
        }
        let breaks = |step: &Step| {
            let (Step::Compute(id) | Step::Guard(id, _) | Step::Consume(id)) = step;
            let each = self.emitter.plan.lowered.consumer_of::<Each>(*id);
            matches!(step, Step::Consume(_)) && each.is_some_and(Each::may_end)
        };
        if scope.steps.iter().any(breaks) {
            let ended = ended();
            body.extend(quote!(if #ended { break; }));
        }
        body
    }

    /// The steps of chains that make what they make if rustc finds their types to be of those that a loop can make. They read
    /// nothing that the others make, and come before what the others change.
    fn inferred(&self, scope: &Scope) -> TokenStream {
        let mut chains: Vec<(ValueId, TokenStream)> = Vec::new();
        for step in &scope.steps {
            let Some(result) = self.inferred_by(step) else {
                continue;
            };
            let tokens = self.step(step);
            match chains.iter_mut().find(|(other, _)| *other == result) {
                Some((_, before)) => before.extend(tokens),
                None => chains.push((result, tokens)),
            }
        }
        let chains = chains.into_iter().map(|(result, steps)| {
            let fold = self.emitter.names.fold(result);
            quote!(if #fold.is_ours() { #steps })
        });
        chains.collect()
    }

    /// The result of such a chain, if the step is one of it.
    fn inferred_by(&self, step: &Step) -> Option<ValueId> {
        let (Step::Compute(id) | Step::Guard(id, _) | Step::Consume(id)) = step;
        let chain = self.emitter.plan.lowered.chain_of(*id)?;
        let inferred = chain.chain.consumer.is::<Inferred>();
        inferred.then_some(chain.result)
    }

    fn inner(&self, crosses: &[BindingId], nest: &Nest) -> TokenStream {
        let (mut outer, mut items) = (TokenStream::new(), TokenStream::new());
        let mut bound = SortedSet::new();
        for id in crosses {
            let Operation::Cross(cross) = self.emitter.operation(*id) else {
                continue;
            };
            // Whose pattern is the same binds the same elements, or nothing that is read.
            if bound.insert(identity(&cross.pattern)) {
                let element = self.element(*id, 0);
                outer.extend(bind(self.emitter.plan.runtime, &cross.pattern, &element));
            }
            let (item, inner) = (
                self.emitter.names.item(self.output(*id)),
                self.element(*id, 1),
            );
            items.extend(quote!(let #item = #inner;));
        }
        let indices = self.indices(&nest.body, true);
        // It runs over all of its arrays, where the loop around it has been given a part of one of them.
        let whole = Emitter {
            bound: &SortedMap::new(),
            inside: true,
            ..*self.emitter
        };
        let Drive {
            iterator,
            pattern,
            aliases,
        } = whole.drive(nest, false);
        let body = self.scope(&nest.body);
        quote! {
            {
                #outer
                #indices
                for #pattern in #iterator {
                    #aliases
                    #items
                    #body
                }
            }
        }
    }

    /// A step, and behind a body what becomes of what it has pushed.
    fn step_in(&self, scope: &Scope, step: &Step) -> TokenStream {
        let mut tokens = self.step(step);
        if let Step::Consume(id) = step {
            tokens.extend(self.behind(&self.read_as_pushed(*id), scope));
        }
        tokens
    }

    pub(super) fn step(&self, step: &Step) -> TokenStream {
        match step {
            // It stands behind its body.
            Step::Compute(id) | Step::Guard(id, _)
                if matches!(self.emitter.operation(*id), Operation::Pushed(_)) =>
            {
                TokenStream::new()
            }
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
            Operation::Map(worker) => {
                apply(runtime, &self.with_quotients(worker), &bound, &[element])
            }
            Operation::Elementwise(elementwise) => (elementwise.element)(runtime, &element, here),
            Operation::Scan { scan, .. } => {
                let state = self.emitter.names.state(output);
                let by_comparison = extremum::scan_by_comparison(scan, runtime);
                apply(
                    runtime,
                    by_comparison.as_ref().unwrap_or(&scan.worker),
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
        if self.is_read(output) || ty.is_some_and(coerces) {
            element::typed(runtime, &item, ty, &value)
        } else {
            let ty = ty.into_iter();
            quote!(let _ #(: #ty)* = #value;)
        }
    }

    /// True if anything looks at the elements of an array: what counts them does not, but a pass hands them on to it.
    fn is_read(&self, array: ValueId) -> bool {
        let lowered = self.emitter.plan.lowered;
        let counts = |reader: &BindingId| lowered.consumer_of::<Count>(*reader).is_some();
        let mut passes = self.plan.passes().into_iter().chain(&self.plan.few);
        let waits = passes.any(|passes| passes.kept.contains(&array));
        let held = self.emitter.is_stored(array) || self.emitter.keeps(array) || waits;
        held || !lowered.program.readers(array).iter().all(counts)
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
                let worker = &*self.with_quotients(worker);
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
                    match self.asked_of_all(inside) {
                        None => quote!(#item let #kept: #runtime::bool = #test; #body),
                        Some(asked) => {
                            let branch = self.scope(inside);
                            quote! {
                                #item
                                let #kept: #runtime::bool = #test;
                                if #asked { #body } else if #kept { #branch }
                            }
                        }
                    }
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
        match &self.lane {
            Some(lane) => {
                let lanes = names.lanes(self.output(id));
                quote!(#lanes[#lane])
            }
            None => names.fold(self.output(id)).to_token_stream(),
        }
    }

    /// One element that reaches a consumer.
    pub(super) fn step_of(
        &self,
        id: BindingId,
        here: Span,
        element: TokenStream,
    ) -> accumulator::Step<'_> {
        let value = self.output(id);
        accumulator::Step {
            of: self.emitter.accumulator(value, here),
            element,
            place: at(here, self.place(id)),
            part: self.part_of(id),
            by_comparison: None,
        }
    }

    fn consume(&self, id: BindingId) -> TokenStream {
        let here = self.place_of_step(id);
        let lowered = self.emitter.plan.lowered;
        let Some(consumer) = lowered.consumer(id) else {
            return TokenStream::new();
        };
        let element = self.element(id, 0);
        let runtime = &at(here, self.emitter.plan.runtime.clone());
        if let Some(extremum) = self.extremum_step(id, consumer, &element) {
            return extremum;
        }
        if let Some(each) = consumer.of::<Each>() {
            let statements = match self.ranges {
                Some(_) => self.emitter.added_to_ranges(id, each),
                None => each.body.as_fused().to_vec(),
            };
            let statements = self.counted_in_block(id, each, statements);
            let appenders = self.appenders(id, each);
            let read = self.read_as_pushed(id);
            let statements = self.leaving(&read, statements, &appenders);
            let slots = self.slots(&read);
            let run = each::run(runtime, each, statements, &element, &appenders);
            return quote!(#slots #run);
        }
        let element = match consumer.of::<Reduction>() {
            Some(_) => self.number(id, element),
            None => element,
        };
        let mut step = self.step_of(id, here, element);
        let compares = matches!(
            self.accumulation(id),
            Some(Accumulation::Lanes | Accumulation::OneComparison)
        );
        if let (true, Some(fold)) = (compares, consumer.of()) {
            step.by_comparison = extremum::by_comparison(fold, runtime);
        }
        consumer.step(&step)
    }

    /// One element of what keeps an extremum in another way than its own.
    fn extremum_step(
        &self,
        id: BindingId,
        consumer: &Consumer,
        element: &TokenStream,
    ) -> Option<TokenStream> {
        let (lowered, runtime) = (self.emitter.plan.lowered, self.emitter.plan.runtime);
        if let (Some(_), Some(reduce)) = (&self.lane, consumer.of::<Reduce>()) {
            let here = self.place_of_step(id);
            let (place, runtime) = (at(here, self.place(id)), at(here, runtime.clone()));
            let kept = extremum::kept_by(&reduce.worker)?;
            let chooser = kept.by(&runtime, &reduce.worker.expr);
            return Some(quote!(#place = #chooser(#place, #element);));
        }
        if let (Some(lane), Some(kept)) = (&self.lane, extremum::by_order(consumer)) {
            let here = self.place_of_step(id);
            let (place, runtime) = (at(here, self.place(id)), at(here, runtime.clone()));
            let unordered = self.emitter.names.unordered(self.output(id));
            let (item, chooser) = (local("item", "lane"), kept.chooser(&runtime));
            return Some(quote! {
                let #item = #element;
                #place = #chooser(#place, #item);
                #unordered[#lane] = #runtime::nan_or(#item, #unordered[#lane]);
            });
        }
        consumer
            .of::<Extremum>()
            .filter(|extremum| extremum.is_plain())?;
        let accumulation = self.accumulation(id);
        if accumulation == Some(&Accumulation::OfBlock) {
            let best = self.emitter.names.best(self.output(id));
            if let Some(of_place) = extremum::of_place(lowered, id) {
                return Some(of_place.step(&best, element));
            }
            let runtime = &at(self.place_of_step(id), runtime.clone());
            if let Some(whole) = extremum::of_referenced(lowered, id) {
                let chooser = whole.chooser(runtime);
                return Some(quote!(#best = #chooser(*#element, #best);));
            }
            let whole = extremum::of_integers(lowered, id);
            let chooser = whole.map(|whole| whole.chooser(runtime));
            return Some(quote!(#best = #chooser(#element, #best);));
        }
        let seeded = accumulation == Some(&Accumulation::Seeded);
        seeded.then(|| self.whole_step(id, element))
    }
}
