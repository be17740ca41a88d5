//! Code of a user's that an operator, a field or a method may run although no call shows it.
//!
//! In: the operands of an expression. Out: [`Hidden`], by the types of the operands. A `Deref`, an `Add` or a `len` of a
//! user's may read and change a state, and may panic. What runs on the other side must neither read that state nor, if
//! the type is one of a user's, be what stops the program before it.

use super::environment::{Environment, Origin};
use super::term::{Is, Term};
use super::types::{dereferenced, peel, type_arguments};
use syn::{Lit, Member, Type};

/// What an expression may run besides what it shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hidden {
    /// Nothing: all types are visible, and std's.
    #[default]
    Nothing,
    /// Something of a type that is not visible.
    Unseen,
    /// Something of a type that visibly is a user's.
    Users,
}

impl Hidden {
    /// What an operator or a method on an operand may run.
    pub(crate) fn on(operand: &Term<'_>, env: &Environment) -> Hidden {
        if let Some(ty) = operand.ty(env) {
            return of_type(ty, env);
        }
        match &operand.is {
            Is::Literal(Lit::Verbatim(_)) => Hidden::Unseen,
            Is::Literal(_) => Hidden::Nothing,
            Is::Path(path) => match &path.known {
                Some(known) if matches!(known.origin, Origin::Literal(_)) => Hidden::Nothing,
                _ => Hidden::Unseen,
            },
            Is::Reference(_, of) | Is::Unary(_, of) => Hidden::on(of, env),
            Is::Binary(_, left, right) => Hidden::on(left, env).max(Hidden::on(right, env)),
            Is::Range(_) | Is::Array(_) | Is::Repeat(..) | Is::Tuple(_) => Hidden::Nothing,
            _ => Hidden::Unseen,
        }
    }

    /// What an operator or a method on several operands may run.
    pub(crate) fn on_any(operands: &[Term<'_>], env: &Environment) -> Hidden {
        let all = operands.iter().map(|operand| Hidden::on(operand, env));
        all.max().unwrap_or_default()
    }

    /// What making this of elements may run, one by one: a `FromIterator` or a `Sum` of the type's own.
    pub(crate) fn in_making(ty: Option<&Type>, env: &Environment) -> Hidden {
        let Some(ty) = ty else {
            return Hidden::Unseen;
        };
        // Of `Result<Vec<T>, E>` the errors are as they come.
        let parts = type_arguments(ty).take(1);
        let parts = parts.map(|part| Hidden::in_making(Some(part), env));
        parts.fold(of_type(ty, env), Hidden::max)
    }

    /// What naming a field of an expression may run.
    pub(crate) fn in_field_of(base: &Term<'_>, member: &Member, env: &Environment) -> Hidden {
        match base.target(env) {
            Some(Type::Tuple(_)) => Hidden::Nothing,
            // It is the struct's own, whatever that may be dereferenced to.
            Some(of) if env.field_of_type(of, member).is_some() => Hidden::Nothing,
            _ => Hidden::Unseen,
        }
    }

    /// What `*` of an expression may run.
    pub(crate) fn in_deref_of(inner: &Term<'_>, env: &Environment) -> Hidden {
        match inner.ty(env).map(peel) {
            Some(Type::Reference(_)) => Hidden::Nothing,
            _ => Hidden::Unseen,
        }
    }
}

fn of_type(ty: &Type, env: &Environment) -> Hidden {
    match dereferenced(ty) {
        Type::Infer(_) => Hidden::Unseen,
        Type::Path(path) if path.path.is_ident("str") => Hidden::Nothing,
        ty if env.is_std(ty) || env.matrix_of_numbers(ty).is_some() => Hidden::Nothing,
        // What `impl` around a method says of it is not seen.
        Type::Path(path) if path.path.is_ident("Self") => Hidden::Unseen,
        _ => Hidden::Users,
    }
}
