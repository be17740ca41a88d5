//! A chain with filters as one without: an element that does not pass becomes one that changes nothing.
//!
//! In: a chain whose elements a sum or an extremum takes in by blocks. Out: the same as a `map` that has an element for each of the
//! source's, so that no branch decides where it is stored; the test then only chooses between two values, which vectors do by a mask.

use crate::rust::control::Control;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprClosure, ExprMethodCall, ReturnType, Type};

/// A step of a chain.
enum Step<'e> {
    Filter(&'e ExprClosure),
    FilterMap(&'e ExprClosure),
    Map(&'e ExprClosure),
    Copied,
}

/// The chain, with `last` made of `loopfuse_element` where it passes and `nothing` where not; `None` if there is no filter that this sees.
pub(super) fn unfiltered(
    stream: &Expr,
    runtime: &TokenStream,
    ty: &Type,
    last: &TokenStream,
    nothing: &Expr,
) -> Option<TokenStream> {
    let (mut source, mut steps) = (stream, Vec::new());
    while let Expr::MethodCall(call) = source
        && let Some(step) = step_of(call)
    {
        source = &call.receiver;
        steps.push(step);
    }
    // What is in front of all filters may stay as it is written.
    let is_filter = |step: &Step<'_>| matches!(step, Step::Filter(_) | Step::FilterMap(_));
    let first = steps.iter().rposition(is_filter)?;
    steps.truncate(first + 1);
    let mut source = stream;
    for _ in &steps {
        if let Expr::MethodCall(call) = source {
            source = &call.receiver;
        }
    }
    let body = steps.iter().fold(last.clone(), |rest, step| match step {
        Step::Filter(test) => {
            let (parameter, test) = (&test.inputs[0], &test.body);
            quote!(if { let #parameter = &loopfuse_element; #test } { #rest } else { #nothing })
        }
        Step::FilterMap(worker) => {
            let (parameter, body) = (&worker.inputs[0], &worker.body);
            quote!(match { let #parameter = loopfuse_element; #body } {
                #runtime::Some(loopfuse_element) => { #rest }
                #runtime::None => #nothing,
            })
        }
        Step::Map(worker) => {
            let (parameter, body) = (&worker.inputs[0], &worker.body);
            quote!({ let loopfuse_element = { let #parameter = loopfuse_element; #body }; #rest })
        }
        Step::Copied => quote!({ let loopfuse_element = *loopfuse_element; #rest }),
    });
    Some(quote!(#source.map(|loopfuse_element| -> #ty { #body })))
}

fn step_of(call: &ExprMethodCall) -> Option<Step<'_>> {
    let worker = || match call.args.first() {
        Some(Expr::Closure(closure)) if is_a_block(closure) => Some(closure),
        _ => None,
    };
    match call.method.to_string().as_str() {
        "filter" => worker().map(Step::Filter),
        "filter_map" => worker().map(Step::FilterMap),
        "map" => worker().map(Step::Map),
        "copied" => Some(Step::Copied),
        _ => None,
    }
}

/// True if a block that binds the parameter does what the closure does: it takes one, and never leaves early.
fn is_a_block(closure: &ExprClosure) -> bool {
    closure.inputs.len() == 1
        && closure.output == ReturnType::Default
        && closure.capture.is_none()
        && is_inside(&Control::of_expr(&closure.body))
}

/// True if nothing leaves.
fn is_inside(control: &Control) -> bool {
    !(control.returns || control.question || control.unlisted_macros || control.verbatim)
}
