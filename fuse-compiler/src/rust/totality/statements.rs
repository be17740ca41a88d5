//! Whether the body of a loop can neither panic nor run what no call shows.
//!
//! In: the body as a term, and the environment around the loop. Out: yes only where the tokens show it: rustc is asked nothing.

use super::{Walk, is_item};
use crate::rust::environment::Environment;
use crate::rust::expr::compound;
use crate::rust::term::{Block, Is, Method, Step, Term};
use crate::rust::types::dereferenced;
use syn::{BinOp, Expr};

/// Whether all that a body does is total: assignments of what is, branches over such, and pushes of it.
pub(crate) fn is_total_body(body: &Term<'_>, env: &Environment) -> bool {
    let questions = Vec::new();
    let mut walk = Walk { env, questions };
    walk.runs(body) && walk.questions.is_empty()
}

impl Walk<'_> {
    /// An expression for what it does.
    fn runs(&mut self, term: &Term<'_>) -> bool {
        match &term.is {
            Is::Block(block) => self.all_steps(block),
            Is::Assign(place, value) => self.total(value) && self.is_unwatched(place),
            Is::Binary(op, place, value) if compound(op) => {
                place.name().is_some() && self.total(value) && self.adds(op, place, value)
            }
            Is::If(condition, then, other) => {
                let mut binds = false;
                let other = other.as_deref();
                self.conjuncts(condition, &mut binds)
                    && self.all_steps(then)
                    && other.is_none_or(|other| self.runs(other))
            }
            Is::Match(of, arms) => {
                let mut arms = arms.iter();
                self.total(of)
                    && !is_item(of)
                    && arms.all(|arm| self.all(&arm.guard) && self.runs(&arm.body))
            }
            Is::Method(call) => self.pushes(call),
            Is::Tuple(parts) => parts.is_empty(),
            Is::Leave(parts) => parts.is_empty() && !matches!(term.expr, Expr::Return(_)),
            _ => false,
        }
    }

    fn all_steps(&mut self, block: &Block<'_>) -> bool {
        block.steps.iter().all(|step| match step {
            Step::Let(step) => {
                let mut ends = step.diverge.iter();
                let items = step.value.iter().any(is_item);
                !items && self.all(&step.value) && ends.all(|end| self.runs(end))
            }
            Step::Do(term) | Step::Value(term) => self.runs(term),
            Step::Macro(..) | Step::Item(_) => false,
        })
    }

    /// A name that is assigned: nobody sees what it held before being dropped.
    fn is_unwatched(&mut self, place: &Term<'_>) -> bool {
        let plain = |ty| self.env.visibly_plain(ty);
        place.name().is_some() && (place.ty(self.env).is_some_and(plain) || self.number(place))
    }

    fn adds(&mut self, op: &BinOp, place: &Term<'_>, value: &Term<'_>) -> bool {
        match op {
            BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_) => self.float(place) && self.float(value),
            BinOp::BitAndAssign(_) | BinOp::BitOrAssign(_) | BinOp::BitXorAssign(_) => {
                self.number(place) && self.number(value)
            }
            _ => false,
        }
    }

    /// A push of a plain value to a vector.
    fn pushes(&mut self, call: &Method<'_>) -> bool {
        let env = self.env;
        let vector = |ty| env.std_container(dereferenced(ty), "Vec");
        let mut arguments = call.arguments.iter();
        call.named() == ("push", 1)
            && call.receiver.name().is_some()
            && call.receiver.ty(env).is_some_and(vector)
            && arguments.all(|value| self.total(value) && self.number(value))
    }
}
