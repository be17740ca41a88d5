//! What an expression visibly is: a name, a call of a constructor, of which type.
//!
//! In: an expression and its environment. Out: yes, or a type, only where the tokens show it. What this asks of a [`Term`]
//! stands there.

use syn::{Expr, ExprCall, ExprMethodCall, ExprPath, GenericArgument, Local, Pat, Type};

use super::environment::{Environment, Known, Origin};
pub(crate) use super::expr::name_of;
use super::expr::name_of_path;
use super::matrices;
use super::patterns;
use super::spelling::{among, spelling};
use super::std_names;
use super::term::{Is, Parsed, Term};
use super::ty::Scalar;

/// What a call of a path runs, as far as its spelling shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathCall {
    /// `Some(..)`, `Point(..)`, `Shape::Circle(..)`.
    Constructor,
    /// `Vec::new()` and the like: a fresh value, the same one each time.
    Fresh,
    /// `f64::max(a, b)`, `f64::from(a)`: a listed method of a primitive, or a conversion to one.
    Primitive,
    /// Anything else.
    Other,
}

/// Classifies a call by the path that is called.
pub(crate) fn path_call(call: &ExprCall, env: &Environment) -> PathCall {
    let literals = || call.args.iter().all(|expr| matches!(expr, Expr::Lit(_)));
    match &*call.func {
        Expr::Path(path) => {
            let local = name_of_path(path).is_some_and(|name| env.lookup(&name).is_some());
            path_call_of(path, local, call.args.len(), &literals, env)
        }
        _ => PathCall::Other,
    }
}

/// Classifies a call of a path, which may be a local, with so many arguments; `literals` tells whether all are literals.
pub(crate) fn path_call_of(
    path: &ExprPath,
    local: bool,
    arguments: usize,
    literals: &dyn Fn() -> bool,
    env: &Environment,
) -> PathCall {
    let mut segments = path.path.segments.iter().rev();
    let Some(last) = segments.next() else {
        return PathCall::Other;
    };
    let name = last.ident.to_string();
    let owner = segments.next().map(|owner| owner.ident.to_string());
    if patterns::constructs(owner.as_deref(), &name, arguments) && !local {
        return PathCall::Constructor;
    }
    let (None, Some(owner)) = (&path.qself, owner) else {
        return PathCall::Other;
    };
    let of_std = std_names::constructs(&owner, &name, arguments) && env.means_std(&owner);
    let matrix = arguments > 0 && matrices::constructs(&owner, &name);
    if of_std || matrix && env.is_unhidden(&owner) {
        return PathCall::Fresh;
    }
    // `T::zero()` of a type parameter: numbers of any kind. Those of the `impl` around a method are
    // not seen, but for their names of one letter. A `default` is no number's alone: what is not `Copy` may count what it makes.
    let number = if env.is_type_parameter(&owner) {
        name != "default" || env.is_copy_parameter(&owner)
    } else {
        owner.len() == 1
            && patterns::capitalised(&owner)
            && name != "default"
            && !env.declares_anew(&owner)
    };
    let nullary = arguments == 0 && segments.next().is_none();
    if nullary && among(std_names::NUMBERS, &name) && number {
        return PathCall::Fresh;
    }
    if owner == "String" && name == "from" && literals() {
        return match env.means_std(&owner) {
            true => PathCall::Fresh,
            false => PathCall::Other,
        };
    }
    let facts = std_names::SCALAR | std_names::COMPARISON;
    let listed = (name == "from" && arguments == 1)
        || arguments > 0 && std_names::is(&name, arguments - 1, facts);
    match listed && Scalar::named(&owner).is_some() && env.means_std(&owner) {
        true => PathCall::Primitive,
        false => PathCall::Other,
    }
}

/// What a fold over an expression gives, where these names are in scope.
pub(crate) fn asked<R>(expr: &Expr, env: &Environment, of: impl FnOnce(&Term<'_>) -> R) -> R {
    of(&Term::within(expr, env, &Parsed::default()))
}

/// The type of an expression, where the source shows it.
pub(crate) fn visible_type(expr: &Expr, env: &Environment) -> Option<Type> {
    asked(expr, env, |term| term.ty(env).cloned())
}

/// The type written in `method::<T>()`.
pub(crate) fn turbofish(call: &ExprMethodCall) -> Option<Type> {
    let arguments = &call.turbofish.as_ref()?.args;
    match (arguments.len(), arguments.first()) {
        (1, Some(GenericArgument::Type(ty))) => Some(ty.clone()),
        _ => None,
    }
}

impl Environment {
    /// Enters what a `let` shows of the names it binds.
    #[cfg(test)]
    pub(crate) fn bind_local(&mut self, local: &Local) {
        let parsed = Parsed::default();
        let init = local.init.as_ref();
        let init = init.map(|init| Term::within(&init.expr, self, &parsed));
        self.bind_let(local, init.as_ref());
    }

    /// Enters what a `let` shows of the names it binds; `init` is what it is initialised with.
    pub(crate) fn bind_let(&mut self, local: &Local, init: Option<&Term<'_>>) {
        if let Pat::Type(typed) = &local.pat {
            let origin = match local.init {
                Some(_) => Origin::AnnotatedLet,
                None => Origin::Late,
            };
            return self.bind(&local.pat, Some(&typed.ty), &origin);
        }
        let ty = init.and_then(|init| init.ty(self)).cloned();
        let Some(name) = patterns::single_name(&local.pat) else {
            return self.bind(&local.pat, ty.as_ref(), &Origin::Pattern);
        };
        let origin = match init.map(|init| (init, &init.is)) {
            Some((_, Is::Closure(closure, ..))) => {
                Origin::LocalClosure(Box::new((*closure).clone()))
            }
            Some((init, _)) if ty.is_some() || init.is_value(self) => Origin::InferredOwned,
            Some(_) => Origin::Call,
            None => Origin::Late,
        };
        self.push(Known {
            name: spelling(&name.ident),
            ty,
            mutable: name.mutability.is_some(),
            origin,
        });
    }
}
