//! Applies a worker to elements (design section 3, *Workers*).
//!
//! An inlined closure becomes a block in which its pattern is bound to the element. Any other
//! closure is called where it stands; paths are called as they are. A local that is given by name is
//! bound before the loop and dropped after it, as the chain would have done.

use super::names;
use crate::syntax::chain::Worker;
use crate::syntax::lists;
use crate::syntax::worker::{inlined_body, inlined_pattern};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{BinOp, Expr, Pat, ReturnType, UnOp};

/// The expression that applies a worker to its arguments.
pub(super) fn apply(
    runtime: &TokenStream,
    worker: &Worker,
    bound: &Ident,
    arguments: &[TokenStream],
) -> TokenStream {
    match &worker.expr {
        _ if worker.local => quote!(#bound(#(#arguments),*)),
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
            let result = names::worker_result();
            match &closure.output {
                ReturnType::Type(_, ty) => quote!({
                    #(#parameters)*
                    let #result: #ty = #body;
                    #result
                }),
                ReturnType::Default if is_operators(body) => quote!({
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
        Expr::Closure(closure) => match arguments {
            [one] => quote!(#runtime::apply(#one, #closure)),
            [one, two] => quote!(#runtime::apply_two(#one, #two, #closure)),
            _ => quote!((#closure)(#(#arguments),*)),
        },
        callable @ Expr::Path(_) => quote!(#callable(#(#arguments),*)),
        callable => quote!((#callable)(#(#arguments),*)),
    }
}

/// Binds a parameter of a closure to its argument.
pub(super) fn bind(runtime: &TokenStream, pattern: &Pat, argument: &TokenStream) -> TokenStream {
    match pattern {
        Pat::Type(typed) => {
            let (pattern, ty) = (&typed.pat, &typed.ty);
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

/// True if running the worker costs no more than deciding whether to: names, literals, fields and
/// operators, division excepted.
pub(crate) fn is_cheap(worker: &Worker) -> bool {
    match &worker.expr {
        Expr::Closure(closure) if worker.judgment.inline => {
            let body = inlined_body(closure);
            is_operators(body) && !divides(body)
        }
        _ => false,
    }
}

/// The worker with `&` for `&&` and `|` for `||`, if both of their sides may always run: nothing
/// can be mispredicted, and several tests of one loop stay apart.
pub(super) fn without_branches(worker: &Worker) -> Worker {
    let mut worker = worker.clone();
    if worker.judgment.total
        && is_cheap(&worker)
        && let Expr::Closure(closure) = &mut worker.expr
    {
        let body = bitwise(inlined_body(closure));
        *closure.body = body;
    }
    worker
}

fn bitwise(expr: &Expr) -> Expr {
    match expr {
        Expr::Paren(paren) => bitwise(&paren.expr),
        Expr::Binary(binary) => {
            let (left, right) = (bitwise(&binary.left), bitwise(&binary.right));
            match binary.op {
                BinOp::And(_) => syn::parse_quote!((#left) & (#right)),
                BinOp::Or(_) => syn::parse_quote!((#left) | (#right)),
                _ => expr.clone(),
            }
        }
        _ => expr.clone(),
    }
}

/// True if the worker's body is visibly the result of arithmetic, and so no reference.
pub(super) fn is_arithmetic(worker: &Worker) -> bool {
    let Expr::Closure(closure) = &worker.expr else {
        return false;
    };
    match inlined_body(closure) {
        Expr::Binary(_) | Expr::Cast(_) => true,
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)),
        _ => false,
    }
}

/// True if the expression divides, or calls a method that might cost as much.
fn divides(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => divides(&inner.expr),
        Expr::Unary(inner) => divides(&inner.expr),
        Expr::Cast(inner) => divides(&inner.expr),
        Expr::Binary(inner) => {
            matches!(inner.op, BinOp::Div(_) | BinOp::Rem(_))
                || divides(&inner.left)
                || divides(&inner.right)
        }
        Expr::Tuple(inner) => inner.elems.iter().any(divides),
        Expr::MethodCall(_) => true,
        _ => false,
    }
}

/// True if the expression is made of names, literals, fields, operators and listed methods: it has
/// no temporaries whose drop could matter.
fn is_operators(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Paren(inner) => is_operators(&inner.expr),
        Expr::Unary(inner) => is_operators(&inner.expr),
        Expr::Cast(inner) => is_operators(&inner.expr),
        Expr::Field(inner) => is_operators(&inner.base),
        Expr::Binary(inner) => is_operators(&inner.left) && is_operators(&inner.right),
        Expr::Tuple(inner) => inner.elems.iter().all(is_operators),
        // None of these returns a guard.
        Expr::MethodCall(call) => {
            call.turbofish.is_none()
                && lists::method(&call.method.to_string(), call.args.len())
                    .is_some_and(|method| method.facts.value)
                && is_operators(&call.receiver)
                && call.args.iter().all(is_operators)
        }
        _ => false,
    }
}
