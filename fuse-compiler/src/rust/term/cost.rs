//! What the body of a worker visibly costs.
//!
//! In: a [`Term`]. Out: whether it is as cheap as a branch around it, runs loops, counts bits, branches, or does what a machine
//! can do on several floats at once.

use super::work::is_short_method;
use super::{Is, Method, Path, Step, Term};
use crate::rust::expr::jumps;
use crate::rust::macros::is_assertion;
use crate::rust::patterns::{capitalised, single_name};
use crate::rust::spelling::among;
use crate::rust::std_names::{BITS, KNOWN, VALUE};
use crate::rust::ty::Scalar;
use crate::rust::worker::Worker;
use proc_macro2::Ident;
use syn::{BinOp, Lit, Type};

/// What an operation costs that a machine can do on several floats at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    Light,
    Heavy,
}

impl Worker {
    /// True if it costs less than anything else that is done with an element: names, literals, fields and operators, division excepted.
    pub(crate) fn is_cheap(&self) -> bool {
        self.is_cheap_but_for(&|_| true)
    }

    /// True if running it in vain costs no more than deciding whether to: the same, and methods that are as short.
    pub(crate) fn is_cheap_in_vain(&self) -> bool {
        self.is_cheap_but_for(&|call| !is_short_method(&call.name))
    }

    fn is_cheap_but_for(&self, is_dear: &dyn Fn(&Method<'_>) -> bool) -> bool {
        let divides = |term: &Term<'_>| match &term.is {
            Is::Method(call) => is_dear(call),
            Is::Binary(BinOp::Div(_) | BinOp::Rem(_), _, by) => !by.is_power_of_two(),
            _ => false,
        };
        let term = self.term();
        if let Is::Path(path) = &term.is {
            return self.judgment.gives.is_some() && path.converts_number();
        }
        // What a field is of may be computed at any cost.
        let places = |term: &Term<'_>| matches!(term.is, Is::Field(..));
        let computes = self.is_operators() || self.judgment.inline && term.body().names_operators();
        computes && !term.body().any_but(&places, &divides)
    }

    /// True if it is inlined, and made of names, literals, fields, operators and listed methods.
    pub(crate) fn is_operators(&self) -> bool {
        let term = self.term();
        let body = term.body();
        let held = self.judgment.gives.is_some() && body.takes_out();
        self.judgment.inline && matches!(term.is, Is::Closure(..)) && (held || body.is_operators())
    }

    /// What it costs; `None` if it does anything but such operations, or calls what may be made of them.
    pub(crate) fn weight(&self) -> Option<Weight> {
        match &self.term().is {
            Is::Closure(.., body) if self.judgment.inline => body.weight(),
            Is::Path(path) if !self.local => path.weight(),
            _ => None,
        }
    }
}

impl Term<'_> {
    /// As [`Term::any`], but for what is below others.
    fn any_but(
        &self,
        below: &dyn Fn(&Term<'_>) -> bool,
        holds: &dyn Fn(&Term<'_>) -> bool,
    ) -> bool {
        holds(self)
            || !below(self)
                && self
                    .parts()
                    .into_iter()
                    .any(|part| part.any_but(below, holds))
    }

    /// True if it is made of names, literals, fields, operators and listed methods: it has no temporaries whose drop could
    /// matter.
    pub(crate) fn is_operators(&self) -> bool {
        let own = match &self.is {
            Is::Path(_) | Is::Literal(_) | Is::Unary(..) | Is::Cast(..) | Is::Field(..) => true,
            Is::Binary(..) | Is::Tuple(_) => true,
            Is::Index(_, index) => matches!(index.is, Is::Literal(_)),
            // None of these returns a guard.
            Is::Method(call) => !call.has_turbofish() && call.is(VALUE),
            Is::Call(function, _) => {
                matches!(&function.is, Is::Path(path) if path.converts_number())
            }
            _ => false,
        };
        own && self.parts().into_iter().all(Term::is_operators)
    }

    /// True for a block that gives names to what it computes: the value and all names are made of operators.
    fn names_operators(&self) -> bool {
        let Is::Block(block) = &self.is else {
            return false;
        };
        let named = |step: &Step<'_>| match step {
            Step::Let(step) => {
                let value = step.value.as_ref().filter(|_| step.diverge.is_none());
                value.is_some_and(Term::is_operators)
            }
            Step::Value(value) => value.is_operators(),
            Step::Do(_) | Step::Macro(..) | Step::Item(_) => false,
        };
        !block.labelled
            && !self.attributed
            && block.value().is_some()
            && block.steps.iter().all(named)
    }

    /// How many times an element of a name is named, by a literal, of the first so many.
    pub(crate) fn places_of(&self, name: &Ident, length: usize) -> usize {
        let own = match &self.is {
            Is::Index(of, index) => match (&of.is, &index.is) {
                (Is::Path(path), Is::Literal(Lit::Int(index))) => {
                    let there = index
                        .base10_parse::<usize>()
                        .is_ok_and(|index| index < length);
                    path.ident() == Some(name) && there
                }
                _ => false,
            },
            _ => false,
        };
        let parts = self.parts().into_iter();
        usize::from(own)
            + parts
                .map(|part| part.places_of(name, length))
                .sum::<usize>()
    }

    /// True if it takes out of an option what that holds, or something else.
    fn takes_out(&self) -> bool {
        match &self.is {
            Is::Method(call) => {
                let otherwise = matches!(call.named(), ("unwrap_or", 1) | ("unwrap_or_default", 0));
                otherwise && self.parts().into_iter().all(Term::is_operators)
            }
            _ => false,
        }
    }

    /// True if it visibly does a few operations of the processor's for an element: operators, methods of std's that are listed,
    /// functions of primitive types, no loop.
    pub(crate) fn is_short(&self) -> bool {
        // An assertion compares, as an operator does.
        let long_step =
            |step: &Step<'_>| matches!(step, Step::Macro(stmt, _) if !is_assertion(&stmt.mac));
        let long = |term: &Term<'_>| match &term.is {
            Is::Method(call) => !call.is(KNOWN),
            Is::Call(function, _) => !function.names_short(),
            Is::Macro(mac, _) => !mac.path.is_ident("matches"),
            Is::For(..) | Is::Loop(..) => true,
            _ => term
                .inner_block()
                .is_some_and(|block| block.steps.iter().any(long_step)),
        };
        (!matches!(self.is, Is::Path(_)) || self.names_short()) && !self.any(&long)
    }

    /// True for `Some`, `Point`, `f64::max`.
    pub(crate) fn names_short(&self) -> bool {
        let Is::Path(path) = &self.is else {
            return false;
        };
        let constructs = |name: &Ident| capitalised(&name.to_string());
        match path.segments().as_slice() {
            [.., before, last] => Scalar::of(before).is_some() || constructs(last),
            [last] => constructs(last),
            [] => false,
        }
    }

    /// True if it runs a loop for each element that adds up, or folds.
    pub(crate) fn runs_loops(&self) -> bool {
        self.any(&|term| match &term.is {
            Is::Method(call) => {
                matches!(call.name.as_str(), "sum" | "product" | "fold")
                    && matches!(call.receiver.is, Is::Method(_))
            }
            is => matches!(is, Is::For(..)),
        })
    }

    /// True if it counts bits: a dozen operators for each element where the machine has no instruction for vectors of them.
    pub(crate) fn counts_bits(&self) -> bool {
        self.any(&|term| matches!(&term.is, Is::Method(call) if call.is(BITS)))
    }

    /// True if it makes a struct, a tuple or an array of what may be narrow integers, by its looks: a part is an integer literal, a cast to
    /// such, or what a function gives, and none is visibly a float.
    pub(crate) fn makes_pixels(&self) -> bool {
        let value = match &self.body().is {
            Is::Block(block) => block.value(),
            _ => Some(self.body()),
        };
        let parts = match value.map(|value| &value.is) {
            Some(Is::Struct(parts, None) | Is::Tuple(parts) | Is::Array(parts)) => parts,
            _ => return false,
        };
        let cast = |ty: &Type| Scalar::written(ty);
        let narrow = |part: &Term<'_>| match &part.is {
            Is::Literal(literal) => matches!(literal, Lit::Int(_)),
            Is::Cast(_, ty) => cast(ty).is_some_and(|to| to.is_integer() && to.bits() <= 16),
            Is::Call(..) => true,
            _ => false,
        };
        let float = |part: &Term<'_>| match &part.is {
            Is::Literal(literal) => matches!(literal, Lit::Float(_)),
            Is::Cast(_, ty) => cast(ty).is_some_and(Scalar::is_float),
            _ => false,
        };
        parts.len() > 1 && parts.iter().any(narrow) && !parts.iter().any(|part| part.any(&float))
    }

    /// True if it jumps over a part of itself.
    pub(crate) fn branches(&self) -> bool {
        self.any(&|term| matches!(&term.is, Is::Binary(op, ..) if jumps(op)))
    }

    /// True if it looks into one of several forms of an element.
    pub(crate) fn chooses(&self) -> bool {
        const CHOICES: &str =
            "unwrap_or unwrap_or_default unwrap_or_else map_or map_or_else is_some_and";
        self.any(&|term| match &term.is {
            // Of an element itself: fields are as fast in either form, and shorter loops faster inside of `for`.
            Is::Method(call) => {
                matches!(call.receiver.is, Is::Path(_)) && among(CHOICES, &call.name)
            }
            is => matches!(is, Is::Match(..) | Is::Let(..)),
        })
    }

    /// True for `f64::max`, `|a, x| a.max(x)` and their like, and for several of them in a tuple.
    pub(crate) fn keeps_extrema(&self) -> bool {
        match &self.body().is {
            Is::Tuple(parts) => parts.iter().all(Term::keeps_extrema),
            _ => self.body().keeps_extremum(),
        }
    }

    /// True for those, and for a tuple of which one is such.
    pub(crate) fn keeps_extremum(&self) -> bool {
        match &self.is {
            Is::Path(path) => path
                .last()
                .is_some_and(|last| last == "max" || last == "min"),
            Is::Closure(.., body) => body.keeps_extremum(),
            Is::Method(call) => matches!(call.named(), ("max" | "min", 1)),
            Is::Call(function, arguments) => arguments.len() == 2 && function.keeps_extremum(),
            Is::Tuple(parts) => parts.iter().any(Term::keeps_extremum),
            _ => false,
        }
    }

    fn weight(&self) -> Option<Weight> {
        let own = match &self.is {
            Is::Path(_) | Is::Literal(_) | Is::Unary(..) | Is::Field(..) => Weight::Light,
            Is::Binary(op, _, right) => weight_of_operator(*op, right)?,
            Is::Block(block) if !block.labelled && !self.attributed => {
                return weight_of_block(&block.steps);
            }
            Is::Cast(_, ty) if Scalar::of(named(ty)?)?.is_float() => Weight::Light,
            Is::Call(function, arguments) => {
                let Is::Path(path) = &function.is else {
                    return None;
                };
                match arguments.as_slice() {
                    [argument] if path.converts() => return argument.weight(),
                    // What its arguments cost, a call costs more.
                    arguments => {
                        let light = arguments.iter().all(|argument| argument.weight().is_some());
                        return path.weight().filter(|_| light);
                    }
                }
            }
            Is::Method(call) if call.arguments.is_empty() && !call.has_turbofish() => {
                weight_of_method(&call.name)?
            }
            _ => return None,
        };
        let parts = self.parts().into_iter();
        parts
            .map(Term::weight)
            .try_fold(own, |most, part| Some(most.max(part?)))
    }
}

/// The name that a type is.
pub(crate) fn named(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

fn weight_of_operator(op: BinOp, right: &Term<'_>) -> Option<Weight> {
    Some(match op {
        BinOp::Div(_) | BinOp::DivAssign(_) if !right.is_power_of_two() => Weight::Heavy,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) => Weight::Light,
        BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::MulAssign(_) | BinOp::DivAssign(_) => {
            Weight::Light
        }
        _ => return None,
    })
}

/// What a method of floats costs.
fn weight_of_method(name: &str) -> Option<Weight> {
    match name {
        "sqrt" | "recip" => Some(Weight::Heavy),
        "abs" => Some(Weight::Light),
        _ => None,
    }
}

/// What a block costs that does nothing but compute, in locals of its own.
fn weight_of_block(steps: &[Step<'_>]) -> Option<Weight> {
    let (Step::Value(value), before) = steps.split_last()? else {
        return None;
    };
    let mut locals: Vec<&Ident> = Vec::new();
    let mut weight = value.weight()?;
    for step in before {
        let is_local = |place: &Term<'_>| match &place.is {
            Is::Path(path) => path.ident().is_some_and(|name| locals.contains(&name)),
            _ => false,
        };
        weight = weight.max(match step {
            Step::Let(step) if step.diverge.is_none() => {
                locals.push(&single_name(step.bound.pattern)?.ident);
                step.value.as_ref()?.weight()?
            }
            Step::Do(term) => match &term.is {
                Is::Assign(place, value) if is_local(place) => value.weight()?,
                Is::Binary(op, place, value) if is_local(place) => {
                    weight_of_operator(*op, value)?.max(value.weight()?)
                }
                _ => return None,
            },
            _ => return None,
        });
    }
    Some(weight)
}

impl Path<'_> {
    /// What a function costs. One that is not seen may divide: where it does not, a pass of its own costs little beside a call.
    fn weight(&self) -> Option<Weight> {
        match self.segments().as_slice() {
            [owner, name, ..] if Scalar::of(owner).is_some() => weight_of_method(&name.to_string()),
            _ => (!self.is_qualified()).then_some(Weight::Heavy),
        }
    }

    /// True for `f64::from`.
    fn converts(&self) -> bool {
        self.converts_number()
            && matches!(self.segments()[..], [owner, _] if Scalar::of(owner).is_some_and(Scalar::is_float))
    }

    /// True for `i64::from`.
    pub(crate) fn converts_number(&self) -> bool {
        matches!(self.segments()[..], [owner, name] if !self.is_qualified() && name == "from"
            && Scalar::of(owner).is_some_and(Scalar::is_number))
    }
}

impl Term<'_> {
    /// True for literals by which a division is a multiplication, or a shift.
    pub(super) fn is_power_of_two(&self) -> bool {
        let literal = match &self.is {
            Is::Literal(Lit::Float(literal)) => literal,
            Is::Literal(Lit::Int(literal)) => {
                return literal.base10_parse().is_ok_and(u128::is_power_of_two);
            }
            _ => return false,
        };
        let mantissa = |number: f64| number.to_bits() & ((1 << (f64::MANTISSA_DIGITS - 1)) - 1);
        literal
            .base10_parse()
            .is_ok_and(|number: f64| number.is_normal() && mantissa(number) == 0)
    }
}
