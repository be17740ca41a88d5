//! Whether code leaves it open which of two zeros it gives.
//!
//! In: an expression and its environment. Out: how many times it takes the `min` or the `max` of what may be floats; nothing if it
//! runs code that is not seen, which may do so too. Of a zero and a negative zero std lets `f64::max` give either, and the
//! instructions of two machines do not agree: what must be the same to the bit is compiled for one machine only. Integers have one
//! zero, and all else that std has for floats says what it gives.

use super::environment::Environment;
use super::patterns::capitalised;
use super::std_names::{self, FUNCTION};
use super::term::{Block, Is, Listed, Method, Path, Step, Term};
use super::ty::Scalar;
use super::types::Primitive;
use super::visible::PathCall;

/// How many times it is left open; nothing if that is not seen.
pub(crate) fn open_zeros(term: &Term<'_>, env: &Environment) -> Option<usize> {
    let all = |terms: Vec<&Term<'_>>| {
        let mut terms = terms.into_iter();
        terms.try_fold(0, |sum, term| Some(sum + open_zeros(term, env)?))
    };
    match &term.is {
        Is::Path(path) => of_name(path),
        Is::Method(call) => Some(of_method(call, env)? + all(term.parts())?),
        Is::Call(function, arguments) => {
            let own = of_call(term, function, env)?;
            Some(own + all(arguments.iter().collect())?)
        }
        Is::Macro(_, None) | Is::Opaque(_) | Is::Hole => None,
        _ if term.inner_block().is_some_and(holds_macro) => None,
        _ => all(term.parts()),
    }
}

/// The same of a function that is given by its path, and called with numbers.
pub(crate) fn open_zeros_of_path(path: &Path<'_>, env: &Environment) -> Option<usize> {
    let segments = path.segments();
    match segments.as_slice() {
        [.., owner, name] if Scalar::of(owner).is_some() => {
            let same = env.means_std(&owner.to_string());
            same.then(|| of_function(owner, name))
        }
        _ => None,
    }
}

fn of_function(owner: &proc_macro2::Ident, name: &proc_macro2::Ident) -> usize {
    let float = Scalar::of(owner).is_none_or(Scalar::is_float);
    usize::from(float && (name == "min" || name == "max"))
}

/// A name that is no function: a local, a constant. What is called by it is looked at where it is called.
fn of_name(path: &Path<'_>) -> Option<usize> {
    let constant = || {
        let last = path.last()?.to_string();
        (capitalised(&last) && !path.is_qualified()).then_some(0)
    };
    match path.known {
        Some(_) => Some(0),
        None => constant(),
    }
}

fn of_method(call: &Method<'_>, env: &Environment) -> Option<usize> {
    // What is given by name is called unseen.
    let given = |argument: &Term<'_>| matches!(argument.is, Is::Path(_));
    if !std_names::has(&call.name) || call.is(FUNCTION) && call.arguments.iter().any(given) {
        return None;
    }
    let integer = |term: &Term<'_>| match term.primitive(env) {
        Some(kind) => kind != Primitive::Float,
        None => matches!(term.is, Is::Literal(syn::Lit::Int(_))),
    };
    Some(match call.named() {
        ("min" | "max", 1) => {
            let integers = integer(&call.receiver) || call.arguments.iter().any(integer);
            usize::from(!integers)
        }
        _ => 0,
    })
}

fn of_call(call: &Term<'_>, function: &Term<'_>, env: &Environment) -> Option<usize> {
    let Is::Path(path) = &function.is else {
        return None;
    };
    match call.calls(env) {
        PathCall::Constructor | PathCall::Fresh => Some(0),
        PathCall::Primitive => open_zeros_of_path(path, env),
        // They compare by `Ord`, which floats do not have.
        PathCall::Other => path.is_std_extremum(env).then_some(0),
    }
}

fn holds_macro(block: &Block<'_>) -> bool {
    let unseen = |step: &Step<'_>| {
        let unseen = |listed: &Option<Box<Listed<'_>>>| listed.is_none();
        matches!(step, Step::Macro(_, listed) if unseen(listed)) || matches!(step, Step::Item(_))
    };
    block.steps.iter().any(unseen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rust::term::Parsed;

    fn open(text: &str) -> Option<usize> {
        let expr = syn::parse_str(text).expect("an expression");
        let env = Environment::default();
        open_zeros(&Term::within(&expr, &env, &Parsed::default()), &env)
    }

    #[test]
    fn what_takes_the_larger_of_floats_is_open_and_of_integers_is_not() {
        assert_eq!(open("1.0_f64.max(2.0)"), Some(1));
        assert_eq!(open("1_i32.max(2)"), Some(0));
        assert_eq!(open("unseen().max(0)"), None);
        assert_eq!(
            open("(1_u8 as i32).min(3) + i64::max(3, 4) as i32"),
            Some(0)
        );
        assert_eq!(open("f64::max(1.0, 2.0).min(3.0)"), Some(2));
        assert_eq!(open("std::cmp::max(1, 2)"), Some(0));
        assert_eq!(open("1.0_f64.sqrt().clamp(0.0, 1.0)"), Some(0));
    }

    #[test]
    fn what_is_not_seen_may_be_open() {
        assert_eq!(open("norm(1.0)"), None);
        assert_eq!(open("1.0.norm()"), None);
        assert_eq!(open("[1.0].iter().copied().fold(0.0, f64::max)"), None);
        assert_eq!(open("unseen!(1.0)"), None);
    }
}
