//! Strings that are made when they are stored.
//!
//! In: what [`texts`](crate::plan::lazy_strings) has found. Out: the element that is made later, and what makes it then.

use super::emission::LoopEmission;
use super::names;
use crate::cnf::{Operation, ValueId};
use crate::plan::lazy_strings;
use crate::rust::spelling::spelling;
use crate::rust::visit::{self, Visit};
use crate::rust::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Type};

impl LoopEmission<'_> {
    /// The element of an array, as the text that it is made of.
    pub(super) fn text(
        &self,
        operation: &Operation<'_>,
        array: ValueId,
        element: &TokenStream,
    ) -> TokenStream {
        let runtime = self.emitter.plan.runtime;
        let of = names::made_of();
        let ty = self.element_type(array).map(|ty| quote!(-> #ty));
        let Operation::Map(worker) = operation else {
            return quote!(#runtime::text_cloned!(#element, |#of| #ty { #runtime::cloned(#of) }));
        };
        let Some(maker) = lazy_strings::maker(worker) else {
            return element.clone();
        };
        let mut from = (*maker.call.receiver).clone();
        let mut call = maker.call.clone();
        // What a method gives may be changed by the next one, as a name may not.
        *call.receiver = match from {
            Expr::MethodCall(_) => syn::parse_quote!(#runtime::identity(#of)),
            _ => syn::parse_quote!(#of),
        };
        Element {
            parameter: spelling(maker.parameter),
            element: syn::parse_quote!(#element),
        }
        .visit_expr_mut(&mut from);
        let how = Ident::new(maker.how, Span::mixed_site());
        let body = match &ty {
            Some(_) => quote!({ #call }),
            None => quote!(#call),
        };
        quote!(#runtime::#how!(#from, |#of| #ty #body))
    }

    /// The type to write on a local. A text has another one than its array's elements.
    pub(super) fn item_type(&self, array: ValueId) -> Option<&Type> {
        let shape = || self.emitter.plan.lowered.collected(array)?.shape.as_ref();
        let ty = self.element_type(array).or_else(shape)?;
        (!self.plan.strings.arrays.contains(&array)).then_some(ty)
    }

    /// An element that becomes one of another array: that one may hold such.
    pub(super) fn moved(&self, array: ValueId, element: TokenStream) -> TokenStream {
        let texts = self.plan.strings.arrays.contains(&array);
        match self.element_type(array).filter(|ty| texts && is_known(ty)) {
            Some(ty) => {
                let runtime = self.emitter.plan.runtime;
                quote!(#runtime::held_as::<#ty, _>(#element))
            }
            None => element,
        }
    }

    /// What is stored of an element.
    pub(super) fn stored(&self, array: ValueId, item: &Ident) -> TokenStream {
        if self.plan.strings.arrays.contains(&array) {
            let runtime = self.emitter.plan.runtime;
            quote!(#runtime::stored!(#item))
        } else {
            item.to_token_stream()
        }
    }
}

/// Puts the element in the place of the parameter that stands for it.
struct Element {
    parameter: String,
    element: Expr,
}

impl VisitMut for Element {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Path(path)
                if path
                    .path
                    .get_ident()
                    .is_some_and(|name| spelling(name) == self.parameter) =>
            {
                *expr = self.element.clone();
            }
            // What it is given mentions no parameter, and may bind one of the same name.
            Expr::MethodCall(call) => self.visit_expr_mut(&mut call.receiver),
            expr => visit_mut::visit_expr_mut(self, expr),
        }
    }
}

/// True if nothing of a type is left to be inferred.
fn is_known(ty: &Type) -> bool {
    struct Known(bool);
    impl<'ast> Visit<'ast> for Known {
        fn visit_type_infer(&mut self, _: &'ast syn::TypeInfer) {
            self.0 = false;
        }
    }
    let mut known = Known(true);
    visit::visit_type(&mut known, ty);
    if matches!(ty, Type::Infer(_)) {
        return false;
    }
    known.0
}
