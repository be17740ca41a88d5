//! Applies a worker to elements (docs/DESIGN.md section 3, *Workers*).
//!
//! An inlined closure becomes a block in which its pattern is bound to the element. Any other
//! closure is called where it stands; paths are called as they are. A local that is given by name is
//! bound before the loop and dropped after it, as the chain would have done.

use super::element::coerces;
use super::{asked, names};
use crate::emit::spans::at;
use crate::emit::text_predicates;
use crate::ops::chain::Worker;
use crate::rust::totality::Totality;
use crate::rust::worker::cost::{is_cheap, is_operators};
use crate::rust::worker::{inlined_body, inlined_pattern};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Pat, ReturnType};

/// The expression that applies a worker to its arguments.
pub(super) fn apply(
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
            let unchanged = is_operators(body);
            let body = match &worker.fused {
                Some(fused) => (*fused.body).clone(),
                None => text_predicates::looked_at(runtime, body),
            };
            let result = names::worker_result();
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
pub(super) fn bind(runtime: &TokenStream, pattern: &Pat, argument: &TokenStream) -> TokenStream {
    match pattern {
        Pat::Type(typed) => {
            let (pattern, ty) = (&typed.pat, &typed.ty);
            if coerces(ty) {
                let exact = names::worker_argument();
                return quote! {
                    let #exact = #argument;
                    let _: #runtime::PhantomData<#ty> = #runtime::exactly(&#exact).element();
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
pub(super) fn with_effect(runtime: &TokenStream, pattern: &Pat, value: TokenStream) -> TokenStream {
    match pattern {
        Pat::Ident(pattern) if pattern.ident.to_string().starts_with('_') => {
            quote!(#runtime::identity(#value))
        }
        _ => value,
    }
}

/// A worker as an argument of a runtime function: closures and paths as written.
pub(super) fn callable(worker: &Worker, bound: &Ident) -> TokenStream {
    let expr = &worker.expr;
    if worker.local {
        quote!(&#bound)
    } else {
        quote!(#expr)
    }
}

/// The worker with `&` for `&&` and `|` for `||`, if both of their sides may always run: nothing
/// can be mispredicted, and several tests of one loop stay apart.
pub(super) fn without_branches(runtime: &TokenStream, worker: &Worker) -> Worker {
    if is_cheap(worker) {
        straight(runtime, worker, &worker.judgment.totality)
    } else {
        worker.clone()
    }
}

/// The same worker, as [`without_branches`], of which all may be computed for each element.
pub(super) fn at_once(runtime: &TokenStream, worker: &Worker) -> Worker {
    straight(runtime, worker, &worker.judgment.sides)
}

fn straight(runtime: &TokenStream, worker: &Worker, totality: &Totality) -> Worker {
    let mut worker = worker.clone();
    if let Expr::Closure(closure) = &mut worker.expr {
        let body = asked::straightened(runtime, inlined_body(closure), totality);
        *closure.body = body;
    }
    worker
}
