//! Functions of the file that a worker calls.
//!
//! In: the body of a worker, and what is in scope there. Out: each function of the module that it calls by its name, with what a call
//! costs: as much as the body of the function. What is not seen costs a call.

use super::super::environment::Environment;
use super::super::term::work::Work;
use super::super::term::{Is, Method, Parsed, Path, Term};
use crate::declarations::functions::Function;
use crate::sorted::SortedMap;
use std::cell::RefCell;

/// Functions of the module, by their names; those of methods have a dot before them.
pub(crate) type Functions = SortedMap<String, Work>;

/// Those that something calls.
pub(crate) fn called(term: &Term<'_>, env: &Environment) -> Functions {
    let found = RefCell::new(Functions::new());
    if env.declares() {
        // It holds of none, so that all are looked at.
        term.any(&|part| {
            let work = |function: &Function, inside: &Environment| {
                let parsed = Parsed::default();
                let body = Term::within(&function.body, inside, &parsed);
                body.work_with(&called(&body, inside))
            };
            let of_function = |path: &Path<'_>| {
                let name = path.name().filter(|_| path.known.is_none())?;
                let (function, inside) = env.function(&name)?;
                Some((name, work(&function, &inside)))
            };
            let of_method = |call: &Method<'_>| {
                let receiver = call.receiver.ty(env)?;
                let (method, inside) = env.method(receiver, &call.name)?;
                Some((format!(".{}", call.name), work(&method, &inside)))
            };
            let known = match &part.is {
                Is::Call(function, _) => match &function.is {
                    Is::Path(path) => of_function(path),
                    _ => None,
                },
                Is::Method(call) => of_method(call),
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
    }
    found.into_inner()
}
