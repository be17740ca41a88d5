//! How statements use the fields of a name.
//!
//! In: statements. Out: of each field whether it is used, and whether it is changed, as far as the methods are known; if one is not,
//! nothing is said of any of them.

use super::field::{Field, key};
use crate::rust::environment::Environment;
use crate::rust::expr::{compound, name_of, strip};
use crate::rust::spelling::{among, times};
use crate::rust::std_names;
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedMap;
use quote::ToTokens;
use syn::{Expr, Member, Type, UnOp};

/// Methods that change nothing of an array.
pub(super) const LOOKS: &str = "as_slice binary_search capacity chunks chunks_exact clone concat contains ends_with first get \
    is_empty iter join last len par_iter rchunks starts_with to_vec windows";

/// Methods that may change an array.
pub(super) const CHANGES: &str = "chunks_exact_mut chunks_mut clear copy_from_slice extend extend_from_slice fill first_mut get_mut insert \
    iter_mut last_mut pop push remove reserve resize retain reverse rotate_left rotate_right sort sort_by sort_by_key sort_unstable \
    sort_unstable_by sort_unstable_by_key swap swap_remove truncate";

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
    /// True if something is done with one of them that is not known.
    pub(super) unknown: bool,
    /// True inside of a closure.
    pub(super) closed: bool,
}

impl Uses<'_> {
    fn field(&self, expr: &Expr) -> Option<&Field> {
        self.fields.get(&key(member_of(expr, self.root)?))
    }

    /// The field that a place is, or is in, and the type of the place.
    fn place(&self, expr: &Expr) -> Option<(&Field, Type)> {
        let expr = strip(expr);
        if let Some(field) = self.field(expr) {
            return Some((field, field.ty.clone()));
        }
        let Expr::Index(index) = expr else {
            return None;
        };
        let (field, whole) = self.place(&index.expr)?;
        let ranged = matches!(strip(&index.index), Expr::Range(_));
        let ty = match ranged {
            true => whole,
            false => self.environment.array_of(&whole)?.element,
        };
        Some((field, ty))
    }

    /// The field that a place is, or is in, however deep.
    fn whole(&self, place: &Expr) -> Option<&Field> {
        let place = strip(place);
        if let Some(field) = self.field(place) {
            return Some(field);
        }
        match place {
            Expr::Index(index) => self.whole(&index.expr),
            Expr::Field(field) => self.whole(&field.base),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.whole(&unary.expr),
            _ => None,
        }
    }

    /// Notes that a place is changed, if it is a field or in one; by what has borrowed it, if it is `lent`.
    fn changed(&mut self, place: &Expr, lent: bool) {
        let lent = lent || self.closed;
        if let Some(field) = self.whole(place) {
            let key = key(&field.member);
            if let Some(field) = self.fields.get_mut(&key) {
                field.changed = true;
                field.lent |= lent;
            }
        }
    }

    fn mentions(&self, expr: &Expr) -> bool {
        times(self.root, expr.to_token_stream()) > 0
    }

    /// A method that is called of a place.
    fn called(&mut self, receiver: &Expr, method: &str, arguments: usize) {
        let Some((_, ty)) = self.place(receiver) else {
            // Of a part of an element, which it may change.
            self.changed(receiver, true);
            return;
        };
        if self.environment.array_of(&ty).is_some() {
            match among(CHANGES, method) {
                true => self.changed(receiver, true),
                false => self.unknown |= !among(LOOKS, method),
            }
        } else {
            let facts = std_names::SCALAR | std_names::COMPARISON;
            let number = self.environment.scalar(&ty).is_some();
            self.unknown |= !number || !std_names::is(method, arguments, facts);
        }
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Assign(assign) => {
                let parts = matches!(
                    strip(&assign.left),
                    Expr::Array(_) | Expr::Call(_) | Expr::Struct(_) | Expr::Tuple(_)
                );
                self.unknown |= parts && self.mentions(&assign.left);
                self.changed(&assign.left, false);
            }
            Expr::Binary(binary) if compound(&binary.op) => self.changed(&binary.left, false),
            Expr::Reference(reference) => {
                // Of a number that is copied it would be a reference to the copy.
                let number = self.field(strip(&reference.expr));
                self.unknown |= number.is_some_and(|field| field.scalar);
                if reference.mutability.is_some() {
                    self.changed(&reference.expr, true);
                }
            }
            Expr::Closure(_) => {
                let outside = std::mem::replace(&mut self.closed, true);
                visit::visit_expr(self, expr);
                self.closed = outside;
                return;
            }
            Expr::RawAddr(raw) => self.unknown |= self.mentions(&raw.expr),
            Expr::MethodCall(call) => {
                self.called(&call.receiver, &call.method.to_string(), call.args.len());
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
