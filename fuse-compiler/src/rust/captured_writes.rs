//! Rule (a): whether a worker assigns or mutably borrows something captured (docs/DESIGN.md section 3).
//!
//! In: a term of the body with the flows so far. Out: a verdict. rustc borrows mutably not only
//! where `&mut` is written: a captured name of type `&mut T` is reborrowed wherever a value is
//! coerced to a type that is known there, and match ergonomics bind parts of it by `&mut`.

use syn::Pat;
use syn::spanned::Spanned;

use super::environment::Sharing;
use super::exposure::{Flow, Walk};
use super::impurity::{Impurity, Reason};
use super::patterns;
use super::term::{Is, Term};
use super::types::is_mutable_reference;

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
    let span = at.span();
    Err(Impurity { reason, span })
}

impl Walk<'_> {
    /// Checks the target of an assignment, whose value has `flow`.
    pub(crate) fn target(&mut self, place: &Term<'_>, flow: Flow) -> Verdict {
        match &place.is {
            Is::Tuple(parts) | Is::Array(parts) | Is::Struct(parts, _) | Is::Call(_, parts) => {
                return parts.iter().try_for_each(|part| self.target(part, flow));
            }
            Is::Hole | Is::Range(_) => return Ok(()),
            _ => {}
        }
        if let Some(root) = place.root() {
            let (whole, root) = (place.name().is_some(), root.spelt());
            match self.local_mut(&root) {
                Some(local) if whole || !local.exposed => {
                    local.element |= flow.element;
                    local.exposed |= flow.exposed;
                }
                _ => return impure(Reason::Assigns(root), place.expr),
            }
        } else if self.exposes_place(place) {
            return impure(Reason::Assigns("a place".to_owned()), place.expr);
        }
        // Indices and the like inside the place.
        self.expr(place, Position::Other)
    }

    pub(crate) fn mutable_borrow(&mut self, place: &Term<'_>) -> Verdict {
        let bad = match place.root() {
            Some(root) => {
                let root = root.spelt();
                let bad = self.local(&root).is_none_or(|flow| flow.exposed);
                bad.then_some(root)
            }
            None => self.exposes_place(place).then(|| "a place".to_owned()),
        };
        match bad {
            Some(name) => impure(Reason::BorrowsMutably(name), place.expr),
            None => Ok(()),
        }
    }

    /// A place used by value where rustc may reborrow it.
    pub(crate) fn coerced(&self, place: &Term<'_>) -> Verdict {
        let Some(root) = place.root() else {
            return Ok(());
        };
        let root = root.spelt();
        let may = match self.local(&root) {
            Some(flow) => flow.exposed,
            None if self.shared => false,
            None if place.name().is_some() => self.env.may_reborrow(&root),
            None => {
                self.env.lookup(&root).is_some()
                    && self.env.sharing(&root) < Sharing::Deep
                    && place.ty(self.env).is_none_or(is_mutable_reference)
            }
        };
        if may {
            return impure(Reason::MayReborrow(root), place.expr);
        }
        Ok(())
    }

    /// A pattern matched against a scrutinee, which may borrow it mutably in so many words.
    pub(crate) fn matched(&mut self, scrutinee: &Term<'_>, pattern: &Pat) -> Verdict {
        if patterns::binds_mutable_reference(pattern) {
            self.mutable_borrow(scrutinee)?;
        }
        Ok(())
    }
}
