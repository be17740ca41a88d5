//! What the body of a worker visibly costs.
//!
//! In: a [`Term`]. Out: whether it is as cheap as a branch around it, runs loops, counts bits, branches, or does what a machine
//! can do on several floats at once.

use super::{Path, Step, Term, To};
use crate::rust::patterns::capitalised;
use crate::rust::std_names::{BITS, KNOWN, VALUE};
use crate::rust::ty::Scalar;
use crate::rust::worker::Worker;
use proc_macro2::Ident;
use syn::{BinOp, Lit};

/// What an operation costs that a machine can do on several floats at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    Light,
    Heavy,
}

impl Worker {
    /// True if running it costs no more than deciding whether to: names, literals, fields and operators, division excepted.
    pub(crate) fn is_cheap(&self) -> bool {
        let divides = |term: &Term| {
            let by = |op| matches!(op, BinOp::Div(_) | BinOp::Rem(_));
            matches!(term, Term::Method(_)) || matches!(term, Term::Binary(op, ..) if by(*op))
        };
        // What a field is of may be computed at any cost.
        let places = |term: &Term| matches!(term, Term::Field(_));
        self.is_operators() && !self.term.body().any_but(&places, &divides)
    }

    /// True if it is inlined, and made of names, literals, fields, operators and listed methods.
    pub(crate) fn is_operators(&self) -> bool {
        self.judgment.inline
            && matches!(*self.term, Term::Closure(_))
            && self.term.body().is_operators()
    }

    /// What it costs; `None` if it does anything but such operations, or calls what may be made of them.
    pub(crate) fn weight(&self) -> Option<Weight> {
        match &*self.term {
            Term::Closure(body) if self.judgment.inline => body.weight(),
            Term::Path(path) if !self.local => path.weight(),
            _ => None,
        }
    }
}

impl Term {
    /// As [`Term::any`], but for what is below others.
    fn any_but(&self, below: &dyn Fn(&Term) -> bool, holds: &dyn Fn(&Term) -> bool) -> bool {
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
        let own = match self {
            Term::Path(_)
            | Term::Literal(_)
            | Term::Unary(..)
            | Term::Cast(..)
            | Term::Field(_)
            | Term::Binary(..)
            | Term::Tuple(_) => true,
            // None of these returns a guard.
            Term::Method(call) => !call.turbofish && call.is(VALUE),
            _ => false,
        };
        own && self.parts().into_iter().all(Term::is_operators)
    }

    /// True if it visibly does a few operations of the processor's for an element: operators, methods of std's that are listed,
    /// functions of primitive types, no loop.
    pub(crate) fn is_short(&self) -> bool {
        let long = |term: &Term| match term {
            Term::Method(call) => !call.is(KNOWN),
            Term::Call(function, _) => !function.names_short(),
            Term::Macro | Term::For(_) | Term::Loop(_) => true,
            _ => false,
        };
        (!matches!(self, Term::Path(_)) || self.names_short()) && !self.any(&long)
    }

    /// True for `Some`, `Point`, `f64::max`.
    fn names_short(&self) -> bool {
        let Term::Path(path) = self else {
            return false;
        };
        let constructs = |name: &Ident| capitalised(&name.to_string());
        match path.segments.as_slice() {
            [.., before, last] => Scalar::of(before).is_some() || constructs(last),
            [last] => constructs(last),
            [] => false,
        }
    }

    /// True if it runs a loop for each element that adds up, or folds.
    pub(crate) fn runs_loops(&self) -> bool {
        self.any(&|term| match term {
            Term::Method(call) => {
                matches!(call.name.as_str(), "sum" | "product" | "fold")
                    && matches!(call.receiver, Term::Method(_))
            }
            term => matches!(term, Term::For(_)),
        })
    }

    /// True if it counts bits: a dozen operators for each element where the machine has no instruction for vectors of them.
    pub(crate) fn counts_bits(&self) -> bool {
        self.any(&|term| matches!(term, Term::Method(call) if call.is(BITS)))
    }

    /// True if it takes an element of a table.
    pub(crate) fn looks_up(&self) -> bool {
        self.any(&|term| matches!(term, Term::Index(..)))
    }

    /// True if it jumps over a part of itself.
    pub(crate) fn branches(&self) -> bool {
        self.any(&|term| matches!(term, Term::Binary(BinOp::And(_) | BinOp::Or(_), ..)))
    }

    /// True if it looks into one of several forms of an element.
    pub(crate) fn chooses(&self) -> bool {
        self.any(&|term| match term {
            // Of an element itself: fields are as fast in either form, and shorter loops faster inside of `for`.
            Term::Method(call) => {
                matches!(call.receiver, Term::Path(_))
                    && matches!(
                        call.name.as_str(),
                        "unwrap_or"
                            | "unwrap_or_default"
                            | "unwrap_or_else"
                            | "map_or"
                            | "map_or_else"
                            | "is_some_and"
                    )
            }
            term => matches!(term, Term::Choice(_)),
        })
    }

    /// True for `f64::max`, `|a, x| a.max(x)` and their like, and for several of them in a tuple.
    pub(crate) fn keeps_extrema(&self) -> bool {
        match self.body() {
            Term::Tuple(parts) => parts.iter().all(Term::keeps_extrema),
            other => other.keeps_extremum(),
        }
    }

    /// True for those, and for a tuple of which one is such.
    pub(crate) fn keeps_extremum(&self) -> bool {
        match self {
            Term::Path(path) => path
                .last()
                .is_some_and(|last| last == "max" || last == "min"),
            Term::Closure(body) => body.keeps_extremum(),
            Term::Method(call) => {
                matches!(call.name.as_str(), "max" | "min") && call.arguments.len() == 1
            }
            Term::Call(function, arguments) => arguments.len() == 2 && function.keeps_extremum(),
            Term::Tuple(parts) => parts.iter().any(Term::keeps_extremum),
            _ => false,
        }
    }

    fn weight(&self) -> Option<Weight> {
        let own = match self {
            Term::Path(_) | Term::Literal(_) | Term::Unary(..) | Term::Field(_) => Weight::Light,
            Term::Binary(op, _, right) => weight_of_operator(*op, right)?,
            Term::Block(steps) => return weight_of_block(steps),
            Term::Cast(_, To::Name(ty)) if Scalar::of(ty)?.is_float() => Weight::Light,
            Term::Call(function, arguments) => {
                let Term::Path(path) = &**function else {
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
            Term::Method(call) if call.arguments.is_empty() && !call.turbofish => {
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

fn weight_of_operator(op: BinOp, right: &Term) -> Option<Weight> {
    Some(match op {
        BinOp::Div(_) | BinOp::DivAssign(_) if !is_power_of_two(right) => Weight::Heavy,
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
fn weight_of_block(steps: &[Step]) -> Option<Weight> {
    let (Step::Value(value), before) = steps.split_last()? else {
        return None;
    };
    let mut locals: Vec<&Ident> = Vec::new();
    let mut weight = value.weight()?;
    for step in before {
        let is_local = |place: &Term| match place {
            Term::Path(path) => path.name().is_some_and(|name| locals.contains(&name)),
            _ => false,
        };
        weight = weight.max(match step {
            Step::Let(name, value) => {
                locals.push(name);
                value.weight()?
            }
            Step::Do(Term::Assign(place, value)) if is_local(place) => value.weight()?,
            Step::Do(Term::Binary(op, place, value)) if is_local(place) => {
                weight_of_operator(*op, value)?.max(value.weight()?)
            }
            _ => return None,
        });
    }
    Some(weight)
}

impl Path {
    /// What a function costs. One that is not seen may divide: where it does not, a pass of its own costs little beside a call.
    fn weight(&self) -> Option<Weight> {
        match self.segments.as_slice() {
            [owner, name, ..] if Scalar::of(owner).is_some() => weight_of_method(&name.to_string()),
            _ => (!self.qualified).then_some(Weight::Heavy),
        }
    }

    /// True for `f64::from`.
    fn converts(&self) -> bool {
        matches!(self.segments.as_slice(), [owner, name] if !self.qualified && name == "from"
            && Scalar::of(owner).is_some_and(Scalar::is_float))
    }
}

/// True for literals by which a division is a multiplication.
fn is_power_of_two(term: &Term) -> bool {
    let Term::Literal(Lit::Float(literal)) = term else {
        return false;
    };
    let mantissa = |number: f64| number.to_bits() & ((1 << (f64::MANTISSA_DIGITS - 1)) - 1);
    literal
        .base10_parse()
        .is_ok_and(|number: f64| number.is_normal() && mantissa(number) == 0)
}
