//! Items of a view, made of the elements of the chain that stands in its place.
//!
//! In: how an item is made of such an element: itself, a reference to it. Out: workers and consumers that are given the elements,
//! and see the items.

use crate::rust::control::Control;
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::{Expr, ExprClosure, ExprMethodCall};

/// How an item is made of an element.
pub(super) enum Shape {
    /// It is the element.
    Value,
    /// A reference to it.
    Reference,
    /// The slice that the element, a block, holds.
    Slice,
    /// A number and an item.
    Counted(Box<Shape>),
}

impl Shape {
    /// The items of an `enumerate`.
    pub(super) fn counted(self) -> Shape {
        match self {
            Shape::Value => Shape::Value,
            other => Shape::Counted(Box::new(other)),
        }
    }

    /// The item of an element.
    pub(super) fn of_value(&self, element: &impl ToTokens) -> Expr {
        match self {
            Shape::Value => syn::parse_quote!(#element),
            Shape::Reference => syn::parse_quote!(&#element),
            Shape::Slice => syn::parse_quote!(#element.as_slice()),
            Shape::Counted(inner) => {
                let inner = inner.of_value(&quote!(#element.1));
                syn::parse_quote!((#element.0, #inner))
            }
        }
    }

    /// The item of an element behind a reference.
    fn of_reference(&self, element: &impl ToTokens) -> Option<Expr> {
        Some(match self {
            Shape::Value => return None,
            Shape::Reference => syn::parse_quote!(#element),
            Shape::Slice => syn::parse_quote!(#element.as_slice()),
            Shape::Counted(inner) => {
                let inner = inner.of_value(&quote!(#element.1));
                syn::parse_quote!((#element.0, #inner))
            }
        })
    }

    /// A worker that is given the element; `looks` if what it is given is a reference.
    pub(super) fn worker(&self, worker: &Expr, looks: bool) -> Option<Expr> {
        if matches!(self, Shape::Value) {
            return Some(worker.clone());
        }
        let element = Ident::new("loopfuse__item", Span::mixed_site());
        let item = match looks {
            true => {
                let item = self.of_reference(&element)?;
                syn::parse_quote!(&#item)
            }
            false => self.of_value(&element),
        };
        match worker {
            Expr::Closure(closure) if closure.inputs.len() == 1 => {
                opened(closure, 0, &element, &item)
            }
            Expr::Path(function) => Some(syn::parse_quote!(|#element| #function(#item))),
            _ => None,
        }
    }

    /// The consumer at the end, over elements. `number` if it gives a primitive number: a type of the user's may be the sum of
    /// references alone, or another one than that of what they point to.
    pub(super) fn consumed(
        &self,
        stream: &Expr,
        consumer: &ExprMethodCall,
        number: bool,
    ) -> Option<Expr> {
        let mut call = consumer.clone();
        *call.receiver = stream.clone();
        match (self, consumer.method.to_string().as_str()) {
            (Shape::Value, _) | (_, "count") => {}
            (Shape::Reference, "sum" | "product") if number => {}
            (_, "fold") => {
                let Expr::Closure(closure) = call.args.get(1)? else {
                    return None;
                };
                let element = Ident::new("loopfuse__item", Span::mixed_site());
                let item = self.of_value(&element);
                let opened = (closure.inputs.len() == 2)
                    .then(|| opened(closure, 1, &element, &item))
                    .flatten()?;
                call.args[1] = opened;
            }
            (_, "any" | "all" | "position" | "find_map" | "for_each") => {
                let worker = self.worker(call.args.first()?, false)?;
                call.args[0] = worker;
            }
            _ => return None,
        }
        Some(Expr::MethodCall(call))
    }
}

/// A closure that is given an element, and binds its own parameter to the item.
fn opened(closure: &ExprClosure, parameter: usize, element: &Ident, item: &Expr) -> Option<Expr> {
    let control = Control::of_closure(closure);
    if control.leaves() || control.items || control.attributes || !closure.attrs.is_empty() {
        return None;
    }
    let mut opened = closure.clone();
    let (pattern, body) = (&closure.inputs[parameter], &closure.body);
    *opened.body = syn::parse_quote!({ let #pattern = #item; #body });
    opened.inputs[parameter] = syn::parse_quote!(#element);
    Some(Expr::Closure(opened))
}
