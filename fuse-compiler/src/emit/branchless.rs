//! Filters without a branch (docs/DESIGN.md section 6, *Filters* and *Sums*).
//!
//! In: what a filter guards. Out: the same for every element, with the effect alone depending on the test.

use super::fused::LoopEmission;
use crate::cnf::{BindingId, Operation, ValueId};
use crate::loops::{Scope, Step};
use crate::ops::chain::{Consumer, Operator};
use crate::plan::Accumulator;
use crate::plan::passes::primitive;
use crate::rust::types::Primitive;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

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
        match self.accumulator(id) {
            Some(Accumulator::Narrow(part)) => {
                Some((self.emitter.names.part(part.value), part.number.clone()))
            }
            _ => None,
        }
    }

    /// A consumer that takes the element only if it is kept.
    fn consume_if(&self, id: BindingId, kept: &Ident) -> TokenStream {
        let runtime = self.emitter.plan.runtime;
        let fold = self.emitter.names.fold(self.output(id));
        let Operation::Consume(Consumer::Reduction(reduction)) = self.emitter.operation(id) else {
            return match self.part_of(id) {
                Some((part, number)) => quote!(#part += #kept as #runtime::#number;),
                None => quote!(#fold += #kept as #runtime::usize;),
            };
        };
        let float = primitive(&reduction.number) == Some(Primitive::Float);
        let element = self.number(id, self.element(id, 0));
        if let Some((part, _)) = self.part_of(id) {
            let element = quote!(if #kept { #element } else { 0 });
            return quote!(#runtime::add_part(&mut #part, &mut #fold, #element););
        }
        match (reduction.operator, float) {
            // `x + -0.0` is `x` to the bit, for every `x`.
            (Operator::Sum, true) => quote!(#fold += if #kept { #element } else { -0.0 };),
            (Operator::Sum, false) => quote!(#fold += if #kept { #element } else { 0 };),
            (Operator::Product, true) => quote!(#fold *= if #kept { #element } else { 1.0 };),
            (Operator::Product, false) => quote!(#fold *= if #kept { #element } else { 1 };),
        }
    }
}
