//! Functions of the file that a worker calls, and closures of the function around it.
//!
//! In: the body of a worker, and what is in scope there. Out: each function of the module, and each closure that a `let` binds, that it
//! calls by its name, with what a call costs: as much as the body of either. What is not seen costs a call.

use super::super::environment::{Callable, Environment};
use super::super::term::work::Work;
use super::super::term::{Is, Method, Parsed, Path, Term};
use crate::declarations::functions::Function;
use crate::sorted::SortedMap;
use std::cell::RefCell;

/// How many functions or closures are looked into that call each other.
const CALLS: usize = 3;

/// Functions of the module, by their names; those of methods have a dot before them.
pub(crate) type Functions = SortedMap<String, Work>;

/// What a closure costs that a name is bound to.
fn of_closure(name: String, env: &Environment, levels: usize) -> Option<(String, Work)> {
    let Callable::Closure(closure, inside) = env.callable(&name) else {
        return None;
    };
    let parsed = Parsed::default();
    let body = Term::body_of(&closure, &inside, &[], &parsed);
    let work = body.work_with(&called_within(&body, &inside, levels));
    Some((name, work))
}

/// What a function of the module costs, or a closure of the function.
fn of_function(path: &Path<'_>, env: &Environment, levels: usize) -> Option<(String, Work)> {
    if let Some((of, name)) = path.associated() {
        let (function, inside) = env.associated(&of, &name)?;
        return Some((format!("{of}::{name}"), of_body(&function, &inside, levels)));
    }
    let name = path.name()?;
    if path.known.is_some() {
        return of_closure(name, env, levels);
    }
    let (function, inside) = env.function(&name)?;
    Some((name, of_body(&function, &inside, levels)))
}

fn of_method(call: &Method<'_>, env: &Environment, levels: usize) -> Option<(String, Work)> {
    let receiver = call.receiver.ty(env)?;
    let (method, inside) = env.method(receiver, &call.name)?;
    Some((format!(".{}", call.name), of_body(&method, &inside, levels)))
}

fn of_body(function: &Function, inside: &Environment, levels: usize) -> Work {
    let parsed = Parsed::default();
    let body = Term::within(&function.body, inside, &parsed);
    body.work_with(&called_within(&body, inside, levels))
}

/// Those that something is, which is given by name, or calls.
pub(crate) fn called(term: &Term<'_>, env: &Environment) -> Functions {
    called_within(term, env, CALLS)
}

fn called_within(term: &Term<'_>, env: &Environment, levels: usize) -> Functions {
    let Some(levels) = levels.checked_sub(1) else {
        return Functions::new();
    };
    if let Is::Path(path) = &term.is {
        return of_function(path, env, levels).into_iter().collect();
    }
    let found = RefCell::new(Functions::new());
    // It holds of none, so that all are looked at.
    term.any(&|part| {
        let known = match &part.is {
            Is::Call(function, _) => match &function.is {
                Is::Path(path) => of_function(path, env, levels),
                _ => None,
            },
            Is::Method(call) => of_method(call, env, levels),
            _ => None,
        };
        if let Some((name, work)) = known {
            let mut found = found.borrow_mut();
            // Methods of several types may have one name: they cost what the dearest does.
            let dearest = match found.get(&name) {
                Some(other) if other.operations > work.operations => *other,
                _ => work,
            };
            found.insert(name, dearest);
        }
        false
    });
    found.into_inner()
}
