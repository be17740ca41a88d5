//! Applies a worker to elements (docs/DESIGN.md section 3, *Workers*).
//!
//! In: a worker and the tokens of its arguments. Out: the expression that applies it. An inlined closure becomes a block in
//! which its pattern is bound to the element. Any other closure is called where it stands; paths are called as they are. A
//! local that is given by name is bound before the loop and dropped after it, as the chain would have done.

use super::names::{at, worker_argument, worker_result};
use super::text_predicates;
use crate::rust::types::peel;
use crate::rust::worker::Worker;
use crate::rust::worker::{inlined_body, inlined_pattern};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, GenericArgument, Pat, PathArguments, ReturnType, Type};

/// The expression that applies a worker to its arguments.
pub(crate) fn apply(
    runtime: &TokenStream,
    worker: &Worker,
    bound: &Ident,
    arguments: &[TokenStream],
) -> TokenStream {
    let here = Span::call_site().located_at(worker.expr.span());
    let runtime = &at(here, runtime.clone());
    match &worker.expr {
        // A call would coerce its arguments, `&String` to `&str`, as the combinator does not.
        _ if worker.local => called(runtime, here, arguments, &quote!(&#bound)),
        Expr::Closure(closure)
            if worker.judgment.inline && closure.inputs.len() == arguments.len() =>
        {
            let parameters = closure
                .inputs
                .iter()
                .map(inlined_pattern)
                .zip(arguments)
                .map(|(pattern, argument)| bind(runtime, pattern, argument));
            let body = inlined_body(closure);
            let unchanged = worker.is_operators();
            let body = match &worker.fused {
                Some(fused) => (*fused.body).clone(),
                None => text_predicates::looked_at(runtime, body),
            };
            let result = worker_result();
            match &closure.output {
                ReturnType::Type(_, ty) => quote!({
                    #(#parameters)*
                    let #result: #ty = #body;
                    #result
                }),
                ReturnType::Default if unchanged => quote!({
                    #(#parameters)*
                    #body
                }),
                // Temporaries of the body are dropped before its parameters, as in a closure.
                ReturnType::Default => quote!({
                    #(#parameters)*
                    let #result = #body;
                    #result
                }),
            }
        }
        Expr::Closure(closure) => match (worker.fused.as_deref().unwrap_or(closure), arguments) {
            (closure, [one]) => quote_spanned!(here=> #runtime::apply(#one, #closure)),
            (closure, [one, two]) => {
                quote_spanned!(here=> #runtime::apply_two(#one, #two, #closure))
            }
            (closure, _) => quote!((#closure)(#(#arguments),*)),
        },
        callable @ Expr::Path(_) => called(runtime, here, arguments, &quote!(#callable)),
        callable => quote!((#callable)(#(#arguments),*)),
    }
}

/// A call of what takes its arguments as they are.
fn called(
    runtime: &TokenStream,
    here: Span,
    arguments: &[TokenStream],
    callable: &TokenStream,
) -> TokenStream {
    match arguments {
        [one] => quote_spanned!(here=> #runtime::apply(#one, #callable)),
        [one, two] => quote_spanned!(here=> #runtime::apply_two(#one, #two, #callable)),
        _ => quote!((#callable)(#(#arguments),*)),
    }
}

/// Binds a parameter of a closure to its argument.
pub(crate) fn bind(runtime: &TokenStream, pattern: &Pat, argument: &TokenStream) -> TokenStream {
    match pattern {
        Pat::Type(typed) => {
            let (pattern, ty) = (&typed.pat, &typed.ty);
            if coerces(ty) {
                let exact = worker_argument();
                let exactly = exactly(runtime, ty, &exact);
                return quote! {
                    let #exact = #argument;
                    #exactly
                    let #pattern: #ty = #exact;
                };
            }
            let argument = with_effect(runtime, pattern, argument.clone());
            quote!(let #pattern: #ty = #argument;)
        }
        pattern => {
            let argument = with_effect(runtime, pattern, argument.clone());
            quote!(let #pattern = #argument;)
        }
    }
}

/// The value of a `let`, as a call if its name begins with an underscore: a plain value there is
/// linted (`clippy::no_effect_underscore_binding`), a parameter or a chain is not.
pub(crate) fn with_effect(runtime: &TokenStream, pattern: &Pat, value: TokenStream) -> TokenStream {
    match pattern {
        Pat::Ident(pattern) if pattern.ident.to_string().starts_with('_') => {
            quote!(#runtime::identity(#value))
        }
        _ => value,
    }
}

/// A worker as an argument of a runtime function: closures and paths as written.
pub(crate) fn callable(worker: &Worker, bound: &Ident) -> TokenStream {
    let expr = &worker.expr;
    if worker.local {
        quote!(&#bound)
    } else {
        quote!(#expr)
    }
}

/// What rustc checks to be of a type as it is, where that is written.
pub(crate) fn exactly(runtime: &TokenStream, ty: &Type, name: &Ident) -> TokenStream {
    let here = Span::mixed_site().located_at(ty.span());
    let (runtime, mut name) = (at(here, runtime.clone()), name.clone());
    name.set_span(name.span().located_at(here));
    quote_spanned!(here=> let _: #runtime::PhantomData<#ty> = #runtime::exactly(&#name).element();)
}

/// True if values of other types may be coerced to a type: references, function pointers, boxes of what has no size, and whatever holds such.
pub(crate) fn coerces(ty: &Type) -> bool {
    let coerces_in = |argument: &GenericArgument| match argument {
        GenericArgument::Type(ty) => coerces(ty),
        GenericArgument::Lifetime(_) => true,
        _ => false,
    };
    match peel(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().any(coerces),
        Type::Array(array) => coerces(&array.elem),
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| match &last.arguments {
                PathArguments::AngleBracketed(generics) => generics.args.iter().any(coerces_in),
                PathArguments::None | PathArguments::Parenthesized(_) => false,
            }),
        Type::Infer(_) => false,
        _ => true,
    }
}
