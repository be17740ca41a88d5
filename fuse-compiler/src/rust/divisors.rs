//! Integers by which a worker divides everything (division by invariant integers: Granlund and Montgomery, PLDI 1994).
//!
//! In: a closure, the environment around it, and the types of its parameters. Out: the names from outside of it behind its `/` and `%`, if what stands
//! before each of them is visibly an integer of the same type, or a reference to one: a multiplication does it, then.

use super::environment::Environment;
use super::expr::strip;
use super::spelling::spelling;
use super::term::{Is, Parsed, Term};
use super::ty::Scalar;
use super::types::dereferenced;
use super::visit::{self, Visit};
use crate::sorted::SortedSet;
use proc_macro2::Ident;
use syn::{BinOp, Expr, ExprClosure, PatIdent, Type};

/// As many bits as the widest of such integers has.
const WIDEST: u32 = u64::BITS;

/// The names that a closure divides by.
pub(crate) fn divisors(
    closure: &ExprClosure,
    env: &Environment,
    parameters: &[Option<Type>],
) -> SortedSet<String> {
    let parsed = Parsed::default();
    let body = Term::body_of(closure, env, parameters, &parsed);
    let mut found = Found::default();
    found.look(&body, env);
    let mut own = Own(SortedSet::new());
    own.visit_expr_closure(closure);
    found.names.retain(|name| {
        let constant = env.lookup(name).is_some_and(|known| !known.mutable);
        constant && !found.others.contains(name) && !own.0.contains(name)
    });
    found.names
}

/// The name behind a `/` or a `%`.
pub(crate) fn divided_by(expr: &Expr) -> Option<(&Expr, &Ident)> {
    match expr {
        Expr::Binary(binary)
            if binary.attrs.is_empty() && matches!(binary.op, BinOp::Div(_) | BinOp::Rem(_)) =>
        {
            match strip(&binary.right) {
                Expr::Path(path) if path.attrs.is_empty() => {
                    Some((&binary.left, path.path.get_ident()?))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The names that a closure binds itself.
struct Own(SortedSet<String>);

impl<'ast> Visit<'ast> for Own {
    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        self.0.insert(spelling(&name.ident));
        visit::visit_pat_ident(self, name);
    }
}

#[derive(Default)]
struct Found {
    names: SortedSet<String>,
    /// Those behind something else, too.
    others: SortedSet<String>,
}

impl Found {
    fn look(&mut self, term: &Term<'_>, env: &Environment) {
        if let (Is::Binary(_, left, right), Some((_, name))) = (&term.is, divided_by(term.expr)) {
            let name = spelling(name);
            let integer = |ty: Option<&Type>| {
                let scalar = env.scalar(ty?)?;
                (scalar.is_integer() && scalar.bits() <= WIDEST).then_some(scalar)
            };
            let by = right.ty(env).filter(|ty| !matches!(ty, Type::Reference(_)));
            let by = integer(by);
            // `&&x / y` is nothing, as it is.
            let once = |ty: &Type| match ty {
                Type::Reference(of) => !matches!(&*of.elem, Type::Reference(_)),
                _ => true,
            };
            let of = left.ty(env).filter(|ty| once(ty)).map(dereferenced);
            let alike = by.map(Scalar::name) == integer(of).map(Scalar::name);
            match by.is_some() && alike {
                true => self.names.insert(name),
                false => self.others.insert(name),
            };
        }
        let parts = term.parts().into_iter();
        parts.for_each(|part| self.look(part, env));
    }
}
