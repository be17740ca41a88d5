//! Effects in the bodies of functions of the file (rule (e), docs/DESIGN.md section 3, *Workers*).
//!
//! In: a call in a worker, of which the file shows the body. Out: true if the body visibly has an effect on what it is given or what
//! outlives the call. What no body shows has none: that is what the law assumes.

use super::super::environment::{Environment, Origin};
use super::super::std_names;
use super::super::term::{Is, Method, Parsed, Path, Step, Term};
use super::super::visit::Visit;
use super::calls::{Dropping, harmless};
use super::effect_owner;
use crate::declarations::functions::Function;
use crate::rust::spelling::among;
use proc_macro2::Ident;
use syn::Macro;

/// The name of a function of the file, or `Type::name`.
pub(super) fn function_acts(path: &Path<'_>, env: &Environment) -> bool {
    if let Some((of, name)) = path.associated() {
        let called = env.associated(&of, &name);
        return called.is_some_and(|(function, inside)| body_acts(&function, &inside));
    }
    let name = path.name().filter(|_| path.known.is_none());
    let called = name.and_then(|name| env.function(&name));
    called.is_some_and(|(function, inside)| body_acts(&function, &inside))
}

/// A method of a type of the file.
pub(super) fn method_acts(call: &Method<'_>, env: &Environment) -> bool {
    let receiver = call.receiver.ty(env);
    let method = receiver.and_then(|ty| env.method(ty, &call.name));
    method.is_some_and(|(method, inside)| body_acts(&method, &inside))
}

fn body_acts(function: &Function, inside: &Environment) -> bool {
    let mut prints = Prints(false);
    prints.visit_expr(&function.body);
    let parsed = Parsed::default();
    let body = Term::within(&function.body, inside, &parsed);
    prints.0 || body.any(&|part| acts(part, inside))
}

/// A statement whose value nobody takes, and that calls what is not seen: it is made for an effect, unless on what the body has made itself.
fn is_made_for_effect(step: &Step<'_>, inside: &Environment) -> bool {
    let value = match step {
        Step::Do(value) | Step::Value(value) => value,
        Step::Let(step) => match &step.value {
            Some(value)
                if step
                    .bound
                    .names
                    .iter()
                    .all(|known| known.name.starts_with('_')) =>
            {
                value
            }
            _ => return false,
        },
        Step::Macro(..) | Step::Item(_) => return false,
    };
    let is_own = |place: &Term<'_>| {
        let known = place.root().and_then(|root| root.known.as_ref());
        known.is_some_and(|known| !matches!(known.origin, Origin::Parameter))
    };
    let dropping = Dropping {
        env: inside,
        is_own: &is_own,
        is_seen: &|call| is_seen(call, inside),
    };
    dropping.of(value).is_err()
}

/// True for a call of which the file shows the body, or that ends in a panic.
fn is_seen(call: &Term<'_>, inside: &Environment) -> bool {
    match &call.is {
        Is::Call(function, _) => {
            let Is::Path(path) = &function.is else {
                return false;
            };
            let unwinds = |last: &Ident| among("panic_any resume_unwind", &last.to_string());
            let called = match path.associated() {
                Some((of, name)) => inside.associated(&of, &name).is_some(),
                None => path
                    .name()
                    .is_some_and(|name| inside.function(&name).is_some()),
            };
            path.last().is_some_and(unwinds) || called
        }
        Is::Method(call) => {
            let receiver = call.receiver.ty(inside);
            receiver.is_some_and(|ty| inside.method(ty, &call.name).is_some())
        }
        _ => false,
    }
}

/// Without its parts.
fn acts(part: &Term<'_>, inside: &Environment) -> bool {
    let steps = part.inner_block().map_or(&[][..], |block| &block.steps);
    let value = matches!(steps.last(), Some(Step::Value(_)));
    let without_value = &steps[..steps.len() - usize::from(value)];
    if without_value
        .iter()
        .any(|step| is_made_for_effect(step, inside))
    {
        return true;
    }
    match &part.is {
        Is::Method(call) => {
            let root = call.receiver.root().map(|root| root.known.as_ref());
            // A static, a parameter; what the body has bound itself ends with it.
            let effect = match root {
                Some(None) => std_names::effect_on_captured(&call.name) || effect(call),
                Some(Some(known)) => matches!(known.origin, Origin::Parameter) && effect(call),
                None => false,
            };
            effect && !harmless(call) || method_acts(call, inside)
        }
        Is::Call(function, _) => match &function.is {
            Is::Path(path) => {
                let last = path.last().map(ToString::to_string).unwrap_or_default();
                let named = std_names::effect(&last, None) || effect_owner(path);
                path.known.is_none() && named || function_acts(path, inside)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether a macro prints.
struct Prints(bool);

impl<'ast> Visit<'ast> for Prints {
    fn visit_macro(&mut self, mac: &'ast Macro) {
        let prints = ["eprint", "eprintln", "print", "println"];
        self.0 |= prints.iter().any(|name| mac.path.is_ident(name));
    }
}

fn effect(call: &Method<'_>) -> bool {
    std_names::effect(&call.name, Some(call.arguments.len()))
}
