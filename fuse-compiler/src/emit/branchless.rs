//! Filters without a branch (docs/DESIGN.md section 6, *Filters* and *Sums*).
//!
//! In: what a filter guards. Out: whether all of it may run for every element, with the effect
//! alone depending on the test: a store that advances or does not, a sum to which the element or
//! the operation's identity is added. That costs no branch to be mispredicted, and lets the rest of
//! the loop be vectorised. What runs for elements that are not kept must be cheap and visibly total.

use super::fused::LoopEmission;
use super::worker::is_arithmetic;
use crate::cnf::{BindingId, Operation, ValueId};
use crate::loops::{Scope, Step};
use crate::ops::chain::Access;
use crate::ops::consumer::sum::Reduction;
use crate::rust::types::{Primitive, primitive_name};
use crate::rust::worker::cost::is_cheap;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Type;

impl LoopEmission<'_> {
    /// True if a float is added up strictly in this scope: its latency bounds the loop, so that
    /// another strict sum beside it is free.
    pub(super) fn adds_floats(&self, scope: &Scope) -> bool {
        scope.steps.iter().any(|step| match step {
            Step::Consume(id) => self
                .reduction(*id)
                .is_some_and(|reduction| is_float(&reduction.number)),
            Step::Compute(_) | Step::Guard(..) => false,
        })
    }

    /// What a filter guards, without a branch; `None` if it needs one. `strict` is true if a float
    /// is added up around it.
    pub(super) fn branchless(
        &self,
        kept: &Ident,
        inside: &Scope,
        strict: bool,
    ) -> Option<TokenStream> {
        let stored = |store: &ValueId| self.emitter.is_stored(*store) || self.is_tally(*store);
        if inside.inner.is_some() || !inside.stores.iter().all(stored) {
            return None;
        }
        let mut body = TokenStream::new();
        for step in &inside.steps {
            body.extend(match step {
                Step::Compute(id) if self.is_free(*id) => self.compute(*id),
                Step::Consume(id) => self.consume_if(*id, kept, strict)?,
                Step::Compute(_) | Step::Guard(..) => return None,
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
        Some(body)
    }

    /// True if nothing of a contracted array is left but its length.
    fn is_tally(&self, array: ValueId) -> bool {
        let lowered = self.emitter.plan.lowered;
        !self.emitter.is_stored(array)
            && lowered.is_plain_to_all(array)
            && lowered.is_counted(array)
    }

    /// True if a map may run on an element that is not kept.
    fn is_free(&self, id: BindingId) -> bool {
        let Operation::Map(worker) = self.emitter.operation(id) else {
            return false;
        };
        worker.judgment.total && is_cheap(worker) && !self.input_moves(id)
    }

    /// True if a map takes an element by value that is not `Copy`.
    fn input_moves(&self, id: BindingId) -> bool {
        let lowered = self.emitter.plan.lowered;
        lowered.inputs(id).iter().any(|input| {
            !input.copied
                && !lowered.copies.contains(&input.value)
                && input
                    .source
                    .is_none_or(|source| source.access == Access::ByValue)
        })
    }

    /// The narrow part of a sum that is added to, and its type.
    pub(super) fn part_of(&self, id: BindingId) -> Option<(Ident, Ident)> {
        let value = self.output(id);
        let narrow = self.narrow.borrow();
        let part = narrow.iter().find(|part| part.value == value)?;
        Some((self.emitter.names.part(value), part.number.clone()))
    }

    fn reduction(&self, id: BindingId) -> Option<&Reduction> {
        self.emitter.plan.lowered.consumer_of(id)
    }

    /// A consumer that takes the element only if it is kept.
    fn consume_if(&self, id: BindingId, kept: &Ident, strict: bool) -> Option<TokenStream> {
        let consumer = self.emitter.plan.lowered.consumer(id)?;
        let step = self.step_of(id, Span::mixed_site(), TokenStream::new());
        consumer.step_if(&step, kept, self.plain_number(id), strict)
    }

    /// The element of a reduction, if it is visibly the number itself and no reference to it.
    fn plain_number(&self, id: BindingId) -> Option<TokenStream> {
        let lowered = self.emitter.plan.lowered;
        let input = lowered.inputs(id)[0];
        let element = self.element(id, 0);
        let number = self.number(id, element.clone());
        if number.to_string() != element.to_string() {
            return Some(number);
        }
        let producer = lowered.program.producer(input.value)?;
        let visible = input.source.is_none()
            && match self.emitter.operation(producer) {
                Operation::Map(worker) => is_arithmetic(worker),
                Operation::Filter(_) => {
                    let filtered = lowered.inputs(producer)[0];
                    filtered.copied
                        && filtered
                            .source
                            .is_some_and(|source| source.number.is_some())
                }
                _ => false,
            };
        visible.then_some(element)
    }
}

fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| {
        primitive_name(&name.to_string()) == Some(Primitive::Float)
    }))
}
