//! What a body keeps from one element to the next, and what it stores.
//!
//! In: the body as a term, and the environment around the loop. Out: a [`Kept`], for whoever decides what shares a loop.

use super::Walk;
use crate::rust::environment::Environment;
use crate::rust::expr::{compares, compound};
use crate::rust::term::{Is, Step, Term};
use crate::rust::ty::Scalar;
use crate::rust::types::dereferenced;
use std::cell::Cell;

/// What a body keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kept {
    /// True if it adds to a float in order, or keeps one by a branch: one element waits for the other.
    pub(crate) waits: bool,
    /// The number of which it keeps the largest or the smallest, if it is an integer or a method chooses: LLVM takes several elements at
    /// once where no other body stands in the loop.
    pub(crate) extremum: Option<Scalar>,
    /// The integer that it adds to.
    pub(crate) adds: Option<Scalar>,
    /// The elements of an array that it stores at its counter: not a histogram's.
    pub(crate) stores: Option<Scalar>,
}

/// Whether a name is one outside of a body that it writes, and whether its pattern binds it.
type Names<'n> = (&'n dyn Fn(&str) -> bool, &'n dyn Fn(&str) -> bool);

impl Kept {
    /// That of a body, which writes names outside of it, and whose pattern binds others.
    pub(crate) fn by(body: &Term<'_>, env: &Environment, names: Names<'_>) -> Kept {
        let kept = Cell::new(Kept::default());
        // It holds of none, so that all are looked at.
        body.any(&|term| {
            let mut known = kept.get();
            known.note(term, env, names);
            kept.set(known);
            false
        });
        kept.get()
    }

    fn note(&mut self, term: &Term<'_>, env: &Environment, (outside, taken): Names<'_>) {
        let number = |term: &Term<'_>| env.scalar(dereferenced(term.ty(env)?));
        let questions = Vec::new();
        let mut walk = Walk { env, questions };
        let at_counter = |place: &Term<'_>| match &place.is {
            Is::Index(_, index) => index.name().is_some_and(|name| taken(&name)),
            _ => false,
        };
        let named = |place: &Term<'_>| place.name().filter(|name| outside(name));
        match &term.is {
            Is::Binary(op, place, value) if compound(op) => {
                if named(place).is_some() {
                    let floats = walk.float(place) && walk.float(value);
                    self.waits |= floats && walk.questions.is_empty();
                    let integer = number(place).filter(|number| number.is_integer());
                    self.adds = self.adds.or(integer);
                } else if at_counter(place) {
                    self.stores = self.stores.or_else(|| number(place).or(number(value)));
                }
            }
            Is::Assign(place, value) if at_counter(place) => {
                self.stores = self.stores.or_else(|| number(place).or(number(value)));
            }
            Is::Assign(place, value) => {
                if let (Is::Method(call), Some(name)) = (&value.is, named(place))
                    && let (("max" | "min", 1), [other]) = (call.named(), call.arguments.as_slice())
                    && [&call.receiver, other]
                        .iter()
                        .any(|of| of.name().as_ref() == Some(&name))
                {
                    let sides = [place, &call.receiver, other];
                    let number = sides.into_iter().find_map(number);
                    self.extremum = self.extremum.or(number);
                }
            }
            Is::If(condition, then, None) => {
                let Is::Binary(op, left, right) = &condition.is else {
                    return;
                };
                let assigned = |of: &Term<'_>| {
                    let name = named(of)?;
                    let sets = |step: &Step<'_>| match step {
                        Step::Do(step) | Step::Value(step) => {
                            matches!(&step.is, Is::Assign(place, _) if place.name().as_ref() == Some(&name))
                        }
                        _ => false,
                    };
                    then.steps.iter().any(sets).then_some(())
                };
                if compares(op) && (assigned(left).or_else(|| assigned(right))).is_some() {
                    match number(left).or_else(|| number(right)) {
                        Some(number) if number.is_integer() => {
                            self.extremum = self.extremum.or(Some(number));
                        }
                        _ => self.waits = true,
                    }
                }
            }
            _ => {}
        }
    }
}
