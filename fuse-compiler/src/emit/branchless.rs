//! Filters without a branch (docs/DESIGN.md section 6, *Filters* and *Sums*).
//!
//! In: what a filter guards. Out: the same for every element, with the effect alone depending on the test.

use super::asked;
use super::element;
use super::emission::LoopEmission;
use super::worker::{apply, bind, without_branches};
use crate::cnf::{BindingId, Operation, ValueId};
use crate::loops::{Scope, Step};
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::inferred::Inferred;
use crate::ops::consumer::sum::Reduction;
use crate::plan::{Accumulation, branch_free, extremum};
use crate::rust::worker::inlined_pattern;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::Expr;

impl LoopEmission<'_> {
    /// What a filter guards, without a branch.
    pub(super) fn branch_free(&self, kept: &Ident, inside: &Scope) -> TokenStream {
        let mut body = TokenStream::new();
        for step in &inside.steps {
            body.extend(match step {
                Step::Compute(id) => self.compute(*id),
                Step::Consume(id) => self.consume_if(*id, kept),
                Step::Guard(id, inside) => self.guard_below(kept, *id, inside),
            });
        }
        for store in &inside.stores {
            if let Some(Accumulation::Narrow(narrow)) = self.plan.accumulators.get(store) {
                let (part, runtime) = (self.emitter.names.part(*store), self.emitter.plan.runtime);
                let number = format_ident!("{}", narrow.number());
                let item = self.emitter.names.item(*store);
                body.extend(quote!(#part += #kept as #runtime::#number; let _ = #item;));
                continue;
            }
            let buffer = if self.is_tally(*store) {
                self.emitter.names.keep(*store)
            } else {
                self.emitter.names.buffer(*store)
            };
            let item = self.emitter.names.item(*store);
            body.extend(quote!((&mut #buffer).push_if(#kept, #item);));
        }
        body
    }

    /// A filter below one that is no jump: what it keeps both keep.
    fn guard_below(&self, above: &Ident, id: BindingId, inside: &Scope) -> TokenStream {
        let Operation::Filter(worker) = self.emitter.operation(id) else {
            return TokenStream::new();
        };
        let runtime = self.emitter.plan.runtime;
        let output = self.output(id);
        let (item, kept) = (
            self.emitter.names.item(output),
            self.emitter.names.kept(output),
        );
        let element = self.moved(output, self.element(id, 0));
        let item_bound = element::typed(runtime, &item, self.item_type(output), &element);
        let worker = without_branches(runtime, worker);
        let test = apply(
            runtime,
            &worker,
            &self.emitter.names.worker(output),
            &[quote!(&#item)],
        );
        let body = self.branch_free(&kept, inside);
        quote!(#item_bound let #kept: #runtime::bool = #above & #test; #body)
    }

    /// What rustc is asked of the elements that a filter is given before what it guards runs for all of them; `None` if nothing.
    pub(super) fn asked_of_all(&self, inside: &Scope) -> Option<TokenStream> {
        let (lowered, runtime) = (self.emitter.plan.lowered, self.emitter.plan.runtime);
        let conditions = inside.steps.iter().filter_map(|step| {
            let (Step::Compute(id) | Step::Guard(id, _)) = step else {
                return None;
            };
            let element = self.element(*id, 0);
            let (worker, questions, given) = match lowered.operation(*id) {
                Operation::Map(worker) => (worker, branch_free::asked(lowered, *id), element),
                Operation::Filter(test) => {
                    let questions = test.judgment.totality.questions()?.to_vec();
                    (test, questions, quote!(&#element))
                }
                _ => return None,
            };
            let condition = asked::condition(runtime, &questions)?;
            let Expr::Closure(closure) = &worker.expr else {
                return None;
            };
            let parameter = inlined_pattern(closure.inputs.first()?);
            let bound = bind(runtime, parameter, &given);
            Some(quote!({ #bound #condition }))
        });
        let mut conditions = conditions.peekable();
        conditions.peek()?;
        Some(quote!(#(#conditions)&&*))
    }

    /// True if nothing of a contracted array is left but its length.
    fn is_tally(&self, array: ValueId) -> bool {
        let lowered = self.emitter.plan.lowered;
        !self.emitter.is_stored(array)
            && lowered.is_plain_to_all(array)
            && lowered.is_counted(array)
    }

    /// The narrow part of a sum that is added to, and its type.
    pub(super) fn part_of(&self, id: BindingId) -> Option<(Ident, Ident)> {
        match self.accumulation(id) {
            Some(Accumulation::Narrow(narrow)) => {
                let number = format_ident!("{}", narrow.number());
                Some((self.emitter.names.part(self.output(id)), number))
            }
            _ => None,
        }
    }

    /// True if what reaches a consumer is a reference to an element of a visible array of numbers, as a filter is given it.
    fn filters_references(&self, id: BindingId) -> bool {
        let lowered = self.emitter.plan.lowered;
        let input = lowered.inputs(id)[0];
        let producer = lowered.program.producer(input.value);
        input.source.is_none()
            && !input.copied
            && producer.is_some_and(|filter| {
                let filtered = lowered.inputs(filter)[0];
                matches!(lowered.operation(filter), Operation::Filter(_))
                    && !filtered.copied
                    && filtered
                        .source
                        .is_some_and(|source| source.number.is_some())
            })
    }

    /// A consumer that takes the element only if it is kept.
    fn consume_if(&self, id: BindingId, kept: &Ident) -> TokenStream {
        let consumer = self.emitter.plan.lowered.consumer(id);
        if let Some(extremum) = self.whole_step_if(id, kept, &self.element(id, 0)) {
            return extremum;
        }
        let step = self.step_of(id, Span::mixed_site(), TokenStream::new());
        let number = self.number(id, self.element(id, 0));
        // Of a type that rustc infers, the sum may know what to do with a reference.
        let inferred = consumer.is_some_and(|consumer| consumer.is::<Inferred>());
        let number = if self.filters_references(id) && !inferred {
            quote!(*#number)
        } else {
            number
        };
        // Both sides of the question are compiled, whatever the field is.
        let reduction = consumer.and_then(|consumer| consumer.of::<Reduction>());
        let number = match reduction {
            Some(reduction) if branch_free::takes_field(self.emitter.plan.lowered, id) => {
                let (runtime, ty) = (self.emitter.plan.runtime, &reduction.number);
                quote!(#runtime::number_of::<#ty, _>(#number))
            }
            _ => number,
        };
        let number = match reduction {
            Some(reduction)
                if reduction.adds_floats()
                    && !branch_free::starts_at_numbers(self.emitter.plan.lowered, id) =>
            {
                let (runtime, ty) = (self.emitter.plan.runtime, &reduction.number);
                let number = quote!(#runtime::kept_or_nothing::<#ty>(#kept, #number));
                let step = self.step_of(id, Span::mixed_site(), number);
                return consumer.map(|of| of.step(&step)).unwrap_or_default();
            }
            _ => number,
        };
        if let Some(fold) = consumer.and_then(|of| of.of::<Fold>()) {
            let (runtime, ty) = (self.emitter.plan.runtime, &fold.accumulator);
            let number = quote!(#runtime::kept_or_nan::<#ty>(#kept, #number));
            let mut step = self.step_of(id, Span::mixed_site(), number);
            step.by_comparison = extremum::by_comparison(fold, runtime);
            return consumer.map(|of| of.step(&step)).unwrap_or_default();
        }
        let step = consumer.and_then(|of| of.step_if(&step, kept, Some(number)));
        step.unwrap_or_default()
    }
}
