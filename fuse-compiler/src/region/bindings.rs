//! The names that statements bind.
//!
//! In: a statement as it was read. Out: what it binds, with what is visible of each name's type, in
//! the environment too.

use super::pushed;
use super::statement::{Kind, Skeleton, Statement};
use crate::ops::consumer::split::Split;
use crate::rust::bound::Bound;
use crate::rust::control::opaque_attributes;
use crate::rust::environment::{Environment, Known, Origin};
use crate::rust::expr::strip;
use crate::rust::macros;
use crate::rust::patterns::{self, binds};
use crate::rust::spelling::spelling;
use crate::rust::term::{Is, Term};
use crate::rust::types::Primitive;
use crate::rust::visible::{asked, visible_type};
use crate::sorted::SortedSet;
use syn::{Expr, Local, LocalInit, Pat, Stmt, Type, UnOp};

/// Tells the environment of the names that a statement binds. Those of `integers` are integers of a type that rustc infers.
pub(crate) fn bind_names(
    statement: &Statement,
    integers: &SortedSet<String>,
    environment: &mut Environment,
) -> Vec<Bound> {
    let local = match &statement.tokens {
        Stmt::Local(local) => local,
        Stmt::Macro(mac) if !macros::binds_nothing(&mac.mac) => {
            return rebind_mentioned(statement, environment);
        }
        _ => return Vec::new(),
    };
    let attributed = matches!(&statement.kind, Kind::Barrier(_)) && opaque_attributes(local);
    let (pattern, annotation) = match &local.pat {
        Pat::Type(typed) => (&*typed.pat, Some((*typed.ty).clone())),
        pattern => (pattern, None),
    };
    // Nothing is claimed of what `ref` and `@` bind.
    if let (Pat::Ident(ident), false) = (pattern, attributed)
        && ident.by_ref.is_none()
        && ident.subpat.is_none()
    {
        let (ty, origin) = match (&annotation, &statement.kind) {
            (ty, _) if local.init.is_none() => (ty.clone(), Origin::Late),
            (Some(ty), _) => (Some(ty.clone()), Origin::AnnotatedLet),
            (None, Kind::Let(binding)) => {
                let ty = value_type(&binding.value, environment).filter(shows_something);
                (ty, Origin::InferredOwned)
            }
            (None, _) => {
                let init = local.init.as_ref().filter(|init| init.diverge.is_none());
                let ty = init.and_then(|init| visible_type(&init.expr, environment));
                let plain = |ty: &Type| {
                    environment.primitive(ty).is_some() || environment.is_collection(ty)
                };
                let owned = |ty: &Type| !matches!(ty, Type::Reference(_)) && plain(ty);
                (ty.filter(owned), Origin::InferredOwned)
            }
        };
        let closure = local.init.as_ref().and_then(|init| match &*init.expr {
            Expr::Closure(closure) => Some(closure.clone()),
            _ => None,
        });
        let ty = ty.or_else(|| is_none(local, environment).then(|| syn::parse_quote!(Option<_>)));
        let init = local.init.as_ref().filter(|init| init.diverge.is_none());
        let numbers = |init: &LocalInit| {
            asked(&init.expr, environment, |term| {
                term.makes_numbers(environment)
            })
        };
        let origin = match (closure, &ty) {
            (Some(closure), _) => Origin::LocalClosure(Box::new(closure)),
            (None, Some(ty))
                if init.is_some_and(numbers)
                    && (environment.matrix_of(ty).is_none()
                        || environment.may_hold_numbers(ty)) =>
            {
                Origin::Numbers
            }
            (None, _) if annotation.is_none() && is_made_of_numbers(local, environment) => {
                Origin::Numbers
            }
            (None, _) if local.init.is_none() => Origin::Late,
            (None, None) if is_number(local) => {
                Origin::Literal(init.is_some_and(|init| is_float(&init.expr)))
            }
            (None, None) if integers.contains(&spelling(&ident.ident)) => Origin::Literal(false),
            (None, None) if is_arithmetic(statement) => Origin::InferredOwned,
            (None, None) => Origin::Unknown,
            (None, Some(_)) => origin,
        };
        // Without a value a name gets its first one later, which is a change for those who read it.
        environment.push(Known {
            name: spelling(&ident.ident),
            ty,
            mutable: ident.mutability.is_some() || local.init.is_none(),
            origin,
        });
        let makes_empty = |init: &LocalInit| pushed::makes_empty(&init.expr);
        return vec![Bound {
            empty: init.is_some_and(makes_empty) && environment.means_std("Vec"),
            ..Bound::of(&spelling(&ident.ident), environment)
        }];
    }
    if let (Some(known), false) = (numbers_of_tuple(pattern, local, environment), attributed) {
        let names = known.iter().map(|known| known.name.clone());
        let names = names.collect::<Vec<_>>();
        known.into_iter().for_each(|known| environment.push(known));
        let bound = names.iter().map(|name| Bound::of(name, environment));
        return bound.collect();
    }
    let names = binds(&local.pat);
    if let (Some(ty), Pat::Tuple(_), false) =
        (split_type(statement, &annotation), pattern, attributed)
    {
        environment.bind(pattern, Some(&ty), &Origin::AnnotatedLet);
        return names
            .iter()
            .map(|name| Bound::of(name, environment))
            .collect();
    }
    let shown = local.init.as_ref().filter(|_| !attributed);
    let shown = shown.and_then(|init| visible_type(&init.expr, environment));
    if let (Some(ty), Pat::Tuple(_) | Pat::TupleStruct(_)) = (shown, pattern) {
        environment.bind(pattern, Some(&ty), &Origin::AnnotatedLet);
        return names
            .iter()
            .map(|name| Bound::of(name, environment))
            .collect();
    }
    for name in &names {
        let integer = !attributed && integers.contains(name);
        environment.push(Known {
            name: name.clone(),
            ty: None,
            mutable: !integer || local.init.is_none(),
            origin: if integer {
                Origin::Literal(false)
            } else {
                Origin::Pattern
            },
        });
    }
    names
        .iter()
        .map(|name| Bound::of(name, environment))
        .collect()
}

/// The names of a tuple pattern, if all of them are visibly integers, or literal numbers: `let (n, m) = (xs.len(), ys.len());`,
/// `let (mut sum, mut count) = (0.0, 0);`.
fn numbers_of_tuple(pattern: &Pat, local: &Local, environment: &Environment) -> Option<Vec<Known>> {
    let (Pat::Tuple(names), Expr::Tuple(values)) = (pattern, &*local.init.as_ref()?.expr) else {
        return None;
    };
    if names.elems.len() != values.elems.len() {
        return None;
    }
    let typed = names.elems.iter().zip(&values.elems).map(|(name, value)| {
        let ident = patterns::single_name(name)?;
        let literal = Term::of(value).is_number();
        let ty = visible_type(value, environment);
        let integer = ty.as_ref().is_some_and(|ty| {
            let kind = environment.primitive(ty);
            matches!(kind, Some(Primitive::Signed | Primitive::Unsigned))
        });
        let known = Known {
            name: spelling(&ident.ident),
            mutable: ident.mutability.is_some(),
            origin: match ty {
                None => Origin::Literal(is_float(value)),
                Some(_) => Origin::InferredOwned,
            },
            ty,
        };
        (matches!(name, Pat::Ident(_)) && (integer || literal)).then_some(known)
    });
    typed.collect()
}

/// True if a `let` without annotation binds std's `None`.
fn is_none(local: &Local, environment: &Environment) -> bool {
    local.init.as_ref().is_some_and(|init| {
        matches!(&*init.expr, Expr::Path(path) if path.path.is_ident("None"))
            && environment.means_std("Option")
    })
}

/// True if a `let` without annotation binds a number: it is one of a type that rustc infers.
fn is_number(local: &Local) -> bool {
    let init = local.init.as_ref().filter(|init| init.diverge.is_none());
    init.is_some_and(|init| Term::of(&init.expr).is_number())
}

/// True if a literal number is a float.
fn is_float(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Float(_)),
        Expr::Unary(unary) => is_float(&unary.expr),
        _ => false,
    }
}

/// True if a `let` without annotation binds tuples or arrays of numbers.
fn is_made_of_numbers(local: &Local, environment: &Environment) -> bool {
    let init = local.init.as_ref().filter(|init| init.diverge.is_none());
    init.is_some_and(|init| {
        matches!(
            *init.expr,
            Expr::Tuple(_) | Expr::Array(_) | Expr::Repeat(_)
        ) && asked(&init.expr, environment, |term| term.is_numbers(environment))
    })
}

/// True if a transparent `let` binds what an arithmetic operator gives: a value of its own, never a
/// reference to a place.
fn is_arithmetic(statement: &Statement) -> bool {
    let Kind::Let(binding) = &statement.kind else {
        return false;
    };
    match Term::of(&binding.value.expr).is {
        Is::Unary(op, _) => !matches!(op, UnOp::Deref(_)),
        is => matches!(is, Is::Binary(..)),
    }
}

/// The type of the two arrays that an `unzip` or a `partition` makes.
fn split_type(statement: &Statement, annotation: &Option<Type>) -> Option<Type> {
    match &statement.kind {
        Kind::Let(binding) if binding.value.is_direct() => {
            let split = binding.value.holes[0].chain.consumer.is::<Split>();
            let shown = || binding.value.holes[0].chain.consumer.gives();
            split.then(|| annotation.clone().or_else(shown)).flatten()
        }
        _ => None,
    }
}

/// A macro in the place of a statement may expand to a `let` of any name that it is given: nothing is known of them any more.
fn rebind_mentioned(statement: &Statement, environment: &mut Environment) -> Vec<Bound> {
    let names = statement
        .reads
        .iter()
        .filter(|name| !patterns::capitalised(name));
    let mut bound = Vec::new();
    for name in names {
        environment.push_unknown(name, true);
        bound.push(Bound::of(name, environment));
    }
    bound
}

/// False for `&_`: what cannot be seen behind a reference may be changed through it.
fn shows_something(ty: &Type) -> bool {
    !matches!(ty, Type::Reference(reference) if matches!(*reference.elem, Type::Infer(_)))
}

/// The type of an initialiser, where the source shows it.
fn value_type(value: &Skeleton, environment: &Environment) -> Option<Type> {
    if value.holes.is_empty() {
        return visible_type(&value.expr, environment);
    }
    if value.is_direct() {
        return value.holes[0].chain.consumer.gives();
    }
    // A chain's result is a name like any other.
    let mut inner = environment.clone();
    for hole in &value.holes {
        inner.push(Known {
            name: spelling(&hole.placeholder),
            ty: hole.chain.consumer.gives(),
            mutable: false,
            origin: Origin::InferredOwned,
        });
    }
    visible_type(&value.expr, &inner)
}
