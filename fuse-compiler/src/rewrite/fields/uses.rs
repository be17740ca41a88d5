//! How statements use the fields of a name.
//!
//! In: statements. Out: of each field whether it is used, and may be changed.

use super::field::{Field, key};
use crate::rust::environment::Environment;
use crate::rust::expr::{compound, name_of, strip};
use crate::rust::spelling::among;
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedMap;
use syn::{Expr, Member, UnOp};

/// Methods that change nothing of an array.
pub(super) const LOOKS: &str = "as_slice binary_search capacity chunks chunks_exact clone concat contains ends_with first get into_iter is_empty \
    iter join last len par_iter rchunks starts_with to_vec windows";

/// The member of an expression that is a field of a name.
pub(super) fn member_of<'e>(expr: &'e Expr, root: &str) -> Option<&'e Member> {
    match expr {
        Expr::Field(field) if field.attrs.is_empty() => {
            let is_root = matches!(&*field.base, Expr::Path(_));
            (is_root && name_of(&field.base)? == root).then_some(&field.member)
        }
        _ => None,
    }
}

/// Looks how fields are used.
pub(super) struct Uses<'a> {
    pub(super) root: &'a str,
    pub(super) environment: &'a Environment,
    pub(super) fields: SortedMap<String, Field>,
}

impl Uses<'_> {
    /// Notes that a place may be changed, if it is a field or in one; `guessed` if only a method says so.
    fn changed(&mut self, place: &Expr, guessed: bool) {
        match strip(place) {
            Expr::Index(index) => self.changed(&index.expr, guessed),
            Expr::Field(field) => match member_of(strip(place), self.root) {
                Some(member) => {
                    if let Some(field) = self.fields.get_mut(&key(member)) {
                        field.guessed |= guessed && !field.changed;
                        field.changed = true;
                    }
                }
                None => self.changed(&field.base, guessed),
            },
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                self.changed(&unary.expr, guessed);
            }
            // What a method lends says that method.
            _ => {}
        }
    }

    /// Whether a method may change what it is called of.
    fn may_change(&self, receiver: &Expr, method: &str) -> bool {
        let receiver = strip(receiver);
        let (place, element) = match receiver {
            Expr::Index(index) => (strip(&index.expr), true),
            other => (other, false),
        };
        let field = member_of(place, self.root).and_then(|member| self.fields.get(&key(member)));
        let Some(field) = field else { return true };
        match self.environment.array_of(&field.ty) {
            Some(array) if element => self.environment.scalar(&array.element).is_none(),
            Some(_) => !among(LOOKS, method),
            None => element || self.environment.scalar(&field.ty).is_none(),
        }
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Assign(assign) => self.changed(&assign.left, false),
            Expr::Binary(binary) if compound(&binary.op) => self.changed(&binary.left, false),
            Expr::Reference(reference) if reference.mutability.is_some() => {
                self.changed(&reference.expr, false);
            }
            Expr::RawAddr(raw) => self.changed(&raw.expr, false),
            Expr::MethodCall(call) => {
                let method = call.method.to_string();
                if self.may_change(&call.receiver, &method) {
                    self.changed(&call.receiver, !among("iter_mut push", &method));
                }
            }
            _ => {}
        }
        if let Some(member) = member_of(expr, self.root)
            && let Some(field) = self.fields.get_mut(&key(member))
        {
            field.used = true;
        }
        visit::visit_expr(self, expr);
    }
}
