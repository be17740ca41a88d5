//! Whether a closure's body visibly gives a value, so that what an expansion writes behind it can be reached.
//!
//! In: the body, and what is in scope there. Out: no, if all of it may end in what never returns: a call of a function that is
//! not visible may, and a `match` without arms does. Rustc would warn of code that nobody has written.

use super::super::environment::Environment;
use super::super::macros::Kind;
use super::super::std_names;
use super::super::term::{Block, Is, Listed, Step, Term};
use super::super::visible::PathCall;
use syn::{Expr, Type};

/// Whether a method of a name, with so many arguments, ends an iterator.
pub(crate) type Ends = fn(&str, usize) -> bool;

/// True if the last thing that a body does may never return, for all that is visible.
pub(crate) fn may_diverge(term: &Term<'_>, env: &Environment, ends: Ends) -> bool {
    let may = |term: &Term<'_>| may_diverge(term, env, ends);
    match &term.is {
        Is::Block(block) => block.value().is_some_and(may),
        Is::Keyword(block) if matches!(term.expr, Expr::Unsafe(_)) => {
            block.value().is_some_and(may)
        }
        Is::If(_, then, other) => {
            then.value().is_some_and(may) && other.as_deref().is_some_and(may)
        }
        Is::Match(_, arms) => arms.iter().all(|arm| may(&arm.body)),
        Is::Call(function, _) => {
            let item = match &function.is {
                Is::Path(path) => path.known.is_none(),
                _ => true,
            };
            let name = function.name().filter(|_| item);
            let gives = name.and_then(|name| env.returned_by(&name));
            item && gives.is_none() && term.calls(env) == PathCall::Other
        }
        Is::Method(call) => {
            let (name, arguments) = call.named();
            let gives = term.ty(env).filter(|ty| !matches!(ty, Type::Never(_)));
            let known = call.is(std_names::KNOWN) || gives.is_some();
            !call.has_turbofish() && !known && !ends(name, arguments)
        }
        _ => false,
    }
}

/// True if an expression visibly never gives a value.
pub(crate) fn diverges(term: &Term<'_>) -> bool {
    match &term.is {
        Is::Macro(_, listed) => panics(listed.as_deref()),
        Is::Block(block) => block_diverges(block),
        // Any `break` will do, of its own or not.
        Is::Loop(None, _) => !term.any(&|term| matches!(term.expr, Expr::Break(_))),
        Is::If(_, then, other) => other
            .as_deref()
            .is_some_and(|other| block_diverges(then) && diverges(other)),
        Is::Match(_, arms) => arms.iter().all(|arm| diverges(&arm.body)),
        Is::Leave(_) => true,
        Is::Call(function, _) => match &function.is {
            Is::Path(path) => path.last().is_some_and(|last| {
                ["exit", "abort", "panic_any", "resume_unwind"].contains(&&*last.to_string())
            }),
            _ => false,
        },
        _ => false,
    }
}

fn panics(listed: Option<&Listed<'_>>) -> bool {
    listed.is_some_and(|listed| listed.kind == Kind::Panic)
}

fn block_diverges(block: &Block<'_>) -> bool {
    block.steps.iter().any(|step| match step {
        Step::Do(term) | Step::Value(term) => diverges(term),
        Step::Macro(_, listed) => panics(listed.as_deref()),
        Step::Let(_) | Step::Item(_) => false,
    })
}
