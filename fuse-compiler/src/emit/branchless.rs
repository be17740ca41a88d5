//! Filters without a branch (docs/DESIGN.md section 6, *Filters* and *Sums*).
//!
//! In: what a filter guards. Out: the same for every element, with the effect alone depending on the test.

use super::emission::LoopEmission;
use crate::cnf::{BindingId, Operation, ValueId};
use crate::loops::{Scope, Step};
use crate::plan::Accumulation;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

impl LoopEmission<'_> {
    /// What a filter guards, without a branch.
    pub(super) fn branch_free(&self, kept: &Ident, inside: &Scope) -> TokenStream {
        let mut body = TokenStream::new();
        for step in &inside.steps {
            body.extend(match step {
                Step::Compute(id) => self.compute(*id),
                Step::Consume(id) => self.consume_if(*id, kept),
                Step::Guard(id, inside) => self.guard(*id, inside),
            });
        }
        for store in &inside.stores {
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
        let step = self.step_of(id, Span::mixed_site(), TokenStream::new());
        let number = self.number(id, self.element(id, 0));
        let number = if self.filters_references(id) {
            quote!(*#number)
        } else {
            number
        };
        let step = consumer.and_then(|of| of.step_if(&step, kept, Some(number), true));
        step.unwrap_or_default()
    }
}
