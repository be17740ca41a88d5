//! An element that a reduction finds, and how it is kept when its chunk is gone.
//!
//! In: a chain that ends in one of its elements. Out: the type of such an element, and its [`Shape`]: parts keep the number itself, and
//! the function sees what it would see of the whole array.

use crate::ops::chain::{Adapter, Chain, Worker};
use crate::rust::ty::Scalar;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, GenericArgument, PathArguments, ReturnType, Type};

/// An element of a chain.
pub(super) struct Element {
    /// A number.
    ty: Type,
    shape: Shape,
}

/// What of a number an element is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// `T`
    Value,
    /// `&T`
    Reference,
    /// `(usize, T)`, with its place in the whole.
    Numbered,
    /// `(usize, &T)`
    NumberedReference,
}

impl Element {
    /// That of a chain, if it is visible; `slice` is the type of the elements of its source.
    pub(super) fn of(chain: &Chain, slice: Option<&Type>) -> Result<Element, &'static str> {
        const UNSEEN: &str = "what is found is not visibly a number\nmake the closure before it say what it gives, as in `|x| -> f64 { .. }`";
        let enumerate = |adapter: &Adapter| matches!(adapter, Adapter::Enumerate);
        let adapters = &chain.stream.adapters;
        // Behind the closure that makes the number of an element one of the whole.
        let numbered = adapters.iter().rposition(enumerate);
        let beyond = numbered.map(|at| made(adapters.get(at + 2..).unwrap_or_default()));
        let (ty, shape) = match (numbered, beyond) {
            (Some(_), Some(Some(Made::Type(ty)))) => (*ty, Shape::Value),
            (Some(at), Some(Some(Made::Elements { .. }))) => match made(&adapters[..at]) {
                Some(Made::Type(ty)) => (*ty, Shape::Numbered),
                Some(Made::Elements { copied }) => {
                    let ty = slice.cloned().ok_or(UNSEEN)?;
                    let shape = match copied {
                        true => Shape::Numbered,
                        false => Shape::NumberedReference,
                    };
                    (ty, shape)
                }
                None => return Err(UNSEEN),
            },
            (Some(_), _) => return Err(UNSEEN),
            (None, _) => {
                let closure = || match made(adapters) {
                    Some(Made::Type(ty)) => Some(*ty),
                    _ => None,
                };
                let item = &chain.stream.item;
                let shape = match item.by_reference {
                    true => Shape::Reference,
                    false => Shape::Value,
                };
                (item.ty.clone().or_else(closure).ok_or(UNSEEN)?, shape)
            }
        };
        match Scalar::written(&ty) {
            Some(scalar) if scalar.is_number() => Ok(Element { ty, shape }),
            _ => Err(UNSEEN),
        }
    }

    /// The type of what is kept.
    pub(super) fn kept(&self, runtime: &TokenStream) -> TokenStream {
        let ty = &self.ty;
        match self.shape {
            Shape::Value | Shape::Reference => quote!(#ty),
            Shape::Numbered | Shape::NumberedReference => quote!((#runtime::usize, #ty)),
        }
    }

    /// The type of what the function sees.
    pub(super) fn seen(&self, runtime: &TokenStream) -> TokenStream {
        let ty = &self.ty;
        match self.shape {
            Shape::Reference => quote!(&#ty),
            Shape::NumberedReference => quote!((#runtime::usize, &#ty)),
            Shape::Value | Shape::Numbered => self.kept(runtime),
        }
    }

    /// What is found, to be kept.
    pub(super) fn keep(&self, found: &TokenStream) -> TokenStream {
        match self.shape {
            Shape::Value | Shape::Numbered => found.clone(),
            Shape::Reference => quote!(#found.copied()),
            Shape::NumberedReference => quote!(#found.map(|(index, element)| (index, *element))),
        }
    }

    /// What is kept, to be seen.
    pub(super) fn lend(&self, kept: &TokenStream) -> TokenStream {
        match self.shape {
            Shape::Value | Shape::Numbered => kept.clone(),
            Shape::Reference => quote!(#kept.as_ref()),
            Shape::NumberedReference => {
                quote!(#kept.as_ref().map(|(index, element)| (*index, element)))
            }
        }
    }

    /// What is kept and lies behind a reference of this name, as comparisons see it.
    pub(super) fn compared(&self, kept: &TokenStream) -> TokenStream {
        match self.shape {
            Shape::Value | Shape::Numbered => quote!(*#kept),
            Shape::Reference => kept.clone(),
            Shape::NumberedReference => quote!((#kept.0, &#kept.1)),
        }
    }
}

/// What adapters make of the elements of a source.
enum Made {
    /// The same elements.
    Elements { copied: bool },
    /// Values of this type.
    Type(Box<Type>),
}

/// By the last closure that makes elements; `None` if it does not say its type.
fn made(adapters: &[Adapter]) -> Option<Made> {
    let source = Some(Made::Elements { copied: false });
    adapters.iter().fold(source, |made, adapter| match adapter {
        Adapter::Filter(_) => made,
        Adapter::Copied => made.map(|made| match made {
            Made::Elements { .. } => Made::Elements { copied: true },
            made => made,
        }),
        Adapter::Map(worker) => written(worker).map(Box::new).map(Made::Type),
        Adapter::FilterMap(worker) => written(worker)
            .and_then(|ty| option_of(&ty))
            .map(Box::new)
            .map(Made::Type),
        _ => None,
    })
}

/// The type behind the arrow of a closure.
fn written(worker: &Worker) -> Option<Type> {
    match &worker.expr {
        Expr::Closure(closure) => match &closure.output {
            ReturnType::Type(_, ty) => Some((**ty).clone()),
            ReturnType::Default => None,
        },
        _ => None,
    }
}

/// `T` of `Option<T>`.
fn option_of(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(of) if last.ident == "Option" => match of.args.first()? {
            GenericArgument::Type(ty) => Some(ty.clone()),
            _ => None,
        },
        _ => None,
    }
}
