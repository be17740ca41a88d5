//! Rule (a): whether a worker assigns or mutably borrows something captured (docs/DESIGN.md section 3).
//!
//! In: an expression of the body with the flows so far. Out: a verdict. rustc borrows mutably not only
//! where `&mut` is written: a captured name of type `&mut T` is reborrowed wherever a value is
//! coerced to a type that is known there, and match ergonomics bind parts of it by `&mut`.

use syn::spanned::Spanned;
use syn::{Expr, Pat, Type};

use super::environment::Sharing;
use super::exposure::{Flow, Walk};
use super::impurity::{Impurity, Reason};
use super::{mentions, patterns, types, visible};

/// Where a value goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    /// It is what the worker returns. A worker cannot return a mutable borrow of what it captures,
    /// so a captured name here is no reborrow.
    Tail,
    /// Where rustc may coerce, and so reborrow a `&mut`: an argument, a field, an annotated `let`.
    Coerced,
    /// Anywhere else; a captured name by value is `Copy` here, or the worker is not `FnMut`.
    Other,
}

/// Nothing, or why the worker is impure.
pub(crate) type Verdict = Result<(), Impurity>;

/// The verdict that `reason` holds at a piece of code.
pub(crate) fn impure<T>(reason: Reason, at: &impl Spanned) -> Result<T, Impurity> {
    Err(Impurity {
        reason,
        span: at.span(),
    })
}

impl Walk {
    /// Checks the target of an assignment, whose value has `flow`.
    pub(crate) fn target(&mut self, expr: &Expr, flow: Flow) -> Verdict {
        match expr {
            Expr::Tuple(tuple) => tuple
                .elems
                .iter()
                .try_for_each(|part| self.target(part, flow)),
            Expr::Array(array) => array
                .elems
                .iter()
                .try_for_each(|part| self.target(part, flow)),
            Expr::Struct(literal) => literal
                .fields
                .iter()
                .try_for_each(|field| self.target(&field.expr, flow)),
            Expr::Call(call) => call
                .args
                .iter()
                .try_for_each(|part| self.target(part, flow)),
            Expr::Infer(_) | Expr::Range(_) => Ok(()),
            _ => {
                let root = mentions::place_root(expr);
                if let Some(root) = &root {
                    let whole = visible::name_of(expr).is_some();
                    match self.local_mut(root) {
                        Some(local) if whole || !local.exposed => {
                            local.element |= flow.element;
                            local.exposed |= flow.exposed;
                        }
                        _ => return impure(Reason::Assigns(root.clone()), expr),
                    }
                } else if self.exposes_place(expr) {
                    return impure(Reason::Assigns("a place".to_owned()), expr);
                }
                // Indices and the like inside the place.
                self.expr(expr, Position::Other)
            }
        }
    }

    pub(crate) fn mutable_borrow(&mut self, expr: &Expr) -> Verdict {
        let bad = match mentions::place_root(expr) {
            Some(root) => match self.local(&root) {
                Some(flow) => flow.exposed.then_some(root),
                None => Some(root),
            },
            None => self.exposes_place(expr).then(|| "a place".to_owned()),
        };
        match bad {
            Some(name) => impure(Reason::BorrowsMutably(name), expr),
            None => Ok(()),
        }
    }

    /// A place used by value where rustc may reborrow it.
    pub(crate) fn coerced(&self, expr: &Expr) -> Verdict {
        let Some(root) = mentions::place_root(expr) else {
            return Ok(());
        };
        let whole = visible::name_of(expr).is_some();
        let may = match (self.local(&root), whole) {
            (Some(flow), _) => flow.exposed,
            (None, true) => self.env.may_reborrow(&root),
            (None, false) => self.env.lookup(&root).is_some()
                && self.env.sharing(&root) < Sharing::Deep
                && visible::visible_type(expr, &self.env).is_none_or(
                    |ty| matches!(types::peel(&ty), Type::Reference(r) if r.mutability.is_some()),
                ),
        };
        if may {
            return impure(Reason::MayReborrow(root), expr);
        }
        Ok(())
    }

    /// A pattern matched against a scrutinee, which may borrow it mutably in so many words.
    pub(crate) fn matched(&mut self, scrutinee: &Expr, pattern: &Pat) -> Verdict {
        if patterns::binds_mutable_reference(pattern) {
            self.mutable_borrow(scrutinee)?;
        }
        Ok(())
    }
}
