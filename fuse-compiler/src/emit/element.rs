//! The expression of an element where a binding reads it.

use super::emission::LoopEmission;
use super::emission::{Emitter, Made};
use crate::cnf::{BindingId, Input, ValueId};
use crate::emit::spans::at;
use crate::ops::apply::{coerces, exactly};
use crate::ops::chain::Access;
use crate::rust::ty::Scalar;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

impl LoopEmission<'_> {
    /// The element that a binding reads through its `index`-th input.
    pub(super) fn element(&self, reader: BindingId, index: usize) -> TokenStream {
        let element = at(self.place_of_step(reader), self.flowing(reader, index));
        if self.plan.strings.takers.contains(&reader) {
            let runtime = self.emitter.plan.runtime;
            return quote!(#runtime::stored!(#element));
        }
        element
    }

    fn flowing(&self, reader: BindingId, index: usize) -> TokenStream {
        let input = self.emitter.plan.lowered.inputs(reader)[index];
        let item = self.emitter.names.item(self.before_updates(input.value));
        let runtime = self.emitter.plan.runtime;
        if self.emitter.plan.lowered.places.contains(&input.value) {
            // For all that rustc knows it is not `Copy`, and others read it too.
            let once_more = quote!(#runtime::once_more!(#item));
            return if input.copied {
                quote!(#runtime::copied(#once_more))
            } else {
                once_more
            };
        }
        match input.source {
            Some(source) if source.access == Access::Mutable => quote!(&mut *#item),
            // The loop has changed the element where it stands.
            Some(_) if self.is_updated(input) && input.copied => quote!(*#item),
            Some(_) if self.is_updated(input) => quote!(&*#item),
            // The array was made in this loop: the element stands in a local.
            Some(source) if self.is_local(input) => match source.access {
                Access::ByReference if input.copied => quote!(#item),
                Access::ByReference => quote!(&#item),
                // What is copied out of an array of references.
                Access::ByValue if input.copied => quote!(#runtime::copied(#item)),
                Access::ByValue | Access::Mutable => quote!(#item),
            },
            Some(source) if input.copied && source.access == Access::ByReference => quote!(*#item),
            // Nothing but a reference is copied out of: no `Box`, and no `Rc`.
            _ if input.copied => quote!(#runtime::copied(#item)),
            _ => quote!(#item),
        }
    }

    /// The element of a sum or product: a local whose type is the number itself needs no `&`.
    pub(super) fn number(&self, reader: BindingId, element: TokenStream) -> TokenStream {
        let input = self.emitter.plan.lowered.inputs(reader)[0];
        let local = input.source.is_some() && self.is_local(input) && !self.is_updated(input);
        if local
            && self
                .element_type(input.value)
                .and_then(Scalar::written)
                .is_some_and(Scalar::is_number)
        {
            let item = self.emitter.names.item(input.value);
            return at(self.place_of_step(reader), quote!(#item));
        }
        element
    }

    /// True if an array is read in the loop that changes it where it stands.
    fn is_updated(&self, input: Input<'_>) -> bool {
        let first = self.before_updates(input.value);
        let mut made = self.made.iter();
        made.any(|made| *made != first && self.before_updates(*made) == first)
    }

    /// The version of an array that drives the loop which changes it.
    pub(super) fn before_updates(&self, value: ValueId) -> ValueId {
        let program = &self.emitter.plan.lowered.program;
        program.first_version(value, &|after| self.made.contains(&after))
    }

    /// True if an array of the region is read in the loop that makes it.
    fn is_local(&self, input: Input<'_>) -> bool {
        self.made.contains(&input.value)
    }

    /// The element type to write on a local, where the user wrote it on the array.
    pub(super) fn element_type(&self, array: ValueId) -> Option<&Type> {
        self.emitter.plan.lowered.collected(array)?.element.as_ref()
    }
}

/// An element of the type that the user wrote: where something could be coerced to that, `&String` to
/// `&str`, it must be that already, as it must be for `collect`.
pub(super) fn typed(
    runtime: &TokenStream,
    item: &proc_macro2::Ident,
    ty: Option<&Type>,
    value: &TokenStream,
) -> TokenStream {
    match ty {
        Some(ty) if coerces(ty) => {
            let exactly = exactly(runtime, ty, item);
            quote!(let #item = #value; #exactly)
        }
        Some(ty) => quote!(let #item: #ty = #value;),
        None => quote!(let #item = #value;),
    }
}

impl Emitter<'_> {
    /// True if the array is stored by its loop.
    pub(super) fn is_stored(&self, array: ValueId) -> bool {
        matches!(self.results.get(&array), Some(Made::Stored | Made::Reused))
    }
}
