//! `scan(initial, f)`: a step, if the worker visibly gives an element for each that it sees, which std's may refuse to do.
//! Then the state is a variable of the loop, and the size of what flows out is that of what flows in. Any other `scan` drives its
//! loop as it is written.

use super::driver::drives;
use crate::ops::chain::adapter::{Adapter, Scan};
use crate::ops::chain::stream::{Item, Stream};
use crate::ops::monoid::redomap;
use crate::ops::reading::Parser;
use crate::ops::recognised::adapters::{Row, driver, step};
use crate::ops::recognised::row::Argument::Value;
use crate::ops::recognised::row::STEP;
use crate::rust::environment::Environment;
use crate::rust::expr::{in_some, strip, tail};
use crate::rust::hidden_code::Hidden;
use crate::rust::side_effect_free;
use crate::rust::spelling::spelling;
use crate::rust::std_names;
use crate::rust::term::Term;
use crate::rust::totality::totality;
use crate::rust::ty::Scalar;
use crate::rust::visible::{asked, visible_type};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprClosure, ExprLit, Lit, Pat, ReturnType, Type, UnOp};

pub(super) const ROWS: &[Row] = &[Row::new(
    "scan",
    &[Value, STEP],
    &[
        step("scan(0.0, |s, x| { *s += x; Some(*s) })", "k"),
        driver("scan(0.0, f)", "?"),
    ],
    |call| {
        let (initial, worker) = (call.argument(0)?, call.argument(1)?);
        let Some(scan) = step_of(call.parser, initial, worker, &call.stream) else {
            return drives(call);
        };
        let item = if scan.worker.judgment.value_result {
            Item::default()
        } else {
            call.stream.item.unknown()
        };
        call.step(Adapter::Scan(Box::new(scan)), item)
    },
)];

/// A step, if the state is made of primitive numbers and the worker ends in `Some(..)`.
fn step_of(parser: &Parser<'_>, initial: &Expr, worker: &Expr, stream: &Stream) -> Option<Scan> {
    let environment = parser.environment;
    let number = |term: &Term<'_>| term.is_numbers(environment);
    if !asked(initial, environment, number) {
        return None;
    }
    let judged = side_effect_free::transparent(initial, environment)?;
    if judged.hidden != Hidden::Nothing {
        return None;
    }
    let total = asked(initial, environment, |term| totality(term, environment)).is_visible();
    let Expr::Closure(closure) = strip(worker) else {
        return None;
    };
    let state = visible_type(initial, environment);
    let shown = state.as_ref().and_then(|ty| environment.scalar(ty));
    let float = is_float(initial) || shown.is_some_and(Scalar::is_float);
    let closure = without_some(closure, float, environment)?;
    let state = state.map(|ty| {
        let ty: Type = syn::parse_quote!(&mut #ty);
        ty
    });
    let operator = redomap::scans(initial, &closure, environment);
    let worker = Expr::Closure(closure);
    let worker = parser.worker(&worker, &[state, stream.item.as_parameter()]);
    let mut worker = worker.ok()?;
    // Who asks whether the scan may panic asks its worker.
    if !total {
        worker.judgment.may_panic();
    }
    let initial_reads = judged.reads.into_iter().collect();
    worker.judgment.inline.then(|| Scan {
        initial: initial.clone(),
        initial_reads,
        worker,
        operator,
    })
}

/// The closure with `x` for the `Some(x)` that it ends in. `float` if the state is one.
fn without_some(
    closure: &ExprClosure,
    float: bool,
    environment: &Environment,
) -> Option<ExprClosure> {
    let mut closure = closure.clone();
    let state = match (closure.inputs.first()?, closure.inputs.len()) {
        (Pat::Ident(state), 2) if state.by_ref.is_none() && state.subpat.is_none() => {
            state.ident.clone()
        }
        _ => return None,
    };
    let plain = matches!(closure.output, ReturnType::Default)
        && closure.attrs.is_empty()
        && environment.is_of_prelude("Some");
    if !plain || !stays_inside(closure.body.to_token_stream(), &state, float) {
        return None;
    }
    let tail = tail(&mut closure.body)?;
    let given = in_some(tail)?.clone();
    *tail = given;
    Some(closure)
}

/// True if the state is nowhere named but as `*state`, as a field of it, or as what a listed method
/// makes a number of, and never borrowed: then no reference to it can leave the worker, which a
/// closure would not allow.
fn stays_inside(body: TokenStream, state: &Ident, float: bool) -> bool {
    let tokens = body.into_iter().collect::<Vec<_>>();
    let is = |token: Option<&TokenTree>, sign: char| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign);
    tokens.iter().enumerate().all(|(index, token)| match token {
        TokenTree::Group(group) => stays_inside(group.stream(), state, float),
        TokenTree::Ident(ident) if spelling(ident) == spelling(state) => {
            let before = |steps: usize| tokens.get(index.checked_sub(steps)?);
            let borrowed = |token: Option<&TokenTree>| match token {
                Some(TokenTree::Ident(ident)) => *ident == "mut" || *ident == "raw",
                token => is(token, '&'),
            };
            let field = is(tokens.get(index + 1), '.')
                && match tokens.get(index + 2) {
                    Some(TokenTree::Literal(_)) => true,
                    Some(TokenTree::Ident(method)) => gives_number(&method.to_string(), float),
                    _ => false,
                };
            if is(before(1), '*') {
                !borrowed(before(2))
            } else {
                field && !borrowed(before(1))
            }
        }
        _ => true,
    })
}

/// True for listed methods that give a number when called through a reference to one. `max` and
/// `min` compare references as well, but none to floats, which are in no order.
fn gives_number(method: &str, float: bool) -> bool {
    let compares = matches!(method, "max" | "min" | "clamp");
    compares && float
        || !compares
            && (0..=2).any(|arguments| {
                std_names::all(method, arguments, std_names::SCALAR | std_names::VALUE)
            })
}

/// True for what is visibly a float.
fn is_float(initial: &Expr) -> bool {
    match initial {
        Expr::Paren(inner) => is_float(&inner.expr),
        Expr::Unary(inner) => matches!(inner.op, UnOp::Neg(_)) && is_float(&inner.expr),
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Float(_) => true,
            Lit::Int(number) => number.suffix().starts_with('f'),
            _ => false,
        },
        Expr::Path(path) if path.qself.is_none() && path.path.segments.len() == 2 => {
            let first = path.path.segments[0].ident.to_string();
            Scalar::named(&first).is_some_and(Scalar::is_float)
        }
        _ => false,
    }
}
