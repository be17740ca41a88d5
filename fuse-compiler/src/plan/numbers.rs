//! The type of what a worker visibly makes of numbers.
//!
//! In: a worker, and the arrays that it reads. Out: a primitive number, where casts, conversions, operators and methods of std
//! show it.

use crate::cnf::{BindingId, Lowered, Operation};
use crate::ops::chain::Worker;
use crate::rust::std_names;
use crate::rust::term::cost::named;
use crate::rust::term::{Is, Method, Term};
use crate::rust::ty::Scalar;
use crate::rust::types::Primitive;
use crate::rust::worker::inlined_pattern;
use proc_macro2::Ident;
use quote::format_ident;
use syn::{BinOp, Expr, Lit, Pat, UnOp};

/// Names in a worker, each with the number that it is or refers to.
#[derive(Debug, Default)]
pub(crate) struct Names<'a> {
    numbers: Vec<(&'a Ident, Ident)>,
    /// Names of windows and chunks, each with the number that they hold.
    strided: Vec<(&'a Ident, Ident)>,
}

impl<'a> Names<'a> {
    /// Those that the parameter of a map's or a filter's worker binds.
    #[must_use]
    pub(crate) fn of(lowered: &'a Lowered<'_>, id: BindingId, worker: &'a Worker) -> Names<'a> {
        let mut names = Names::default();
        if let Expr::Closure(closure) = &worker.expr
            && let [parameter] = closure.inputs.iter().collect::<Vec<_>>().as_slice()
        {
            names.bind(lowered, id, 0, inlined_pattern(parameter));
        }
        names
    }

    /// Binds a pattern to what a combinator reads.
    fn bind(&mut self, lowered: &'a Lowered<'_>, id: BindingId, place: usize, pattern: &'a Pat) {
        let Some(input) = lowered.inputs(id).get(place) else {
            return;
        };
        match pattern {
            Pat::Paren(inner) => self.bind(lowered, id, place, &inner.pat),
            Pat::Reference(inner) => self.bind(lowered, id, place, &inner.pat),
            Pat::Ident(name) if name.subpat.is_none() => {
                if let Some(number) = number_of_input(lowered, id, place) {
                    self.numbers.push((&name.ident, number));
                } else if let Some(number) = strided_input(lowered, id, place) {
                    self.strided.push((&name.ident, number));
                }
            }
            Pat::Tuple(pair) if pair.elems.len() == 2 && input.source.is_none() => {
                let zip = lowered.program.producer(input.value);
                let zip = zip.filter(|zip| {
                    matches!(lowered.operation(*zip), Operation::Zip)
                        && lowered.inputs(*zip).len() == 2
                });
                if let Some(zip) = zip {
                    self.bind(lowered, zip, 0, &pair.elems[0]);
                    self.bind(lowered, zip, 1, &pair.elems[1]);
                }
            }
            _ => {}
        }
    }

    /// The number that a name is.
    fn number(&self, term: &Term<'_>) -> Option<Ident> {
        let Is::Path(path) = &term.is else {
            return None;
        };
        let name = path.ident()?;
        let named = self.numbers.iter().find(|(other, _)| *other == name);
        named.map(|(_, number)| number.clone())
    }
}

/// The number that a combinator reads, as it is or by reference.
pub(crate) fn number_of_input(lowered: &Lowered<'_>, id: BindingId, place: usize) -> Option<Ident> {
    let input = lowered.inputs(id).get(place)?;
    if let Some(source) = input.source {
        return source.number.clone();
    }
    let producer = lowered.program.producer(input.value)?;
    match lowered.operation(producer) {
        Operation::Map(worker) => made(lowered, producer, worker),
        Operation::Filter(_) | Operation::Identity => number_of_input(lowered, producer, 0),
        _ => None,
    }
}

/// The number that the windows or the chunks hold that a combinator reads.
fn strided_input(lowered: &Lowered<'_>, id: BindingId, place: usize) -> Option<Ident> {
    let input = lowered.inputs(id).get(place)?;
    let producer = lowered.program.producer(input.value)?;
    match lowered.operation(producer) {
        Operation::Driver(driver) => Some(driver.strided.as_ref()?.number.clone()),
        Operation::Filter(_) => strided_input(lowered, producer, 0),
        _ => None,
    }
}

/// The primitive type that a map visibly makes of an element, by what is known of that or by the types of what it captures.
pub(crate) fn made(lowered: &Lowered<'_>, id: BindingId, worker: &Worker) -> Option<Ident> {
    let term = worker.term();
    let shown = match &term.is {
        Is::Closure(.., body) => Names::of(lowered, id, worker).number_of(body),
        _ => None,
    };
    shown.or_else(|| named(worker.judgment.gives.as_ref()?).cloned())
}

fn is(number: &Ident, kinds: &[Primitive]) -> bool {
    Scalar::of(number).is_some_and(|scalar| kinds.contains(&scalar.kind()))
}

const INTEGERS: &[Primitive] = &[Primitive::Signed, Primitive::Unsigned];

impl Names<'_> {
    /// The type of a primitive number, where casts, conversions and methods show it.
    #[must_use]
    pub(crate) fn number_of(&self, term: &Term<'_>) -> Option<Ident> {
        match &term.is {
            Is::Unary(UnOp::Deref(_), of) => self.number(of),
            Is::Index(of, index) if matches!(index.is, Is::Literal(_)) => {
                let Is::Path(path) = &of.is else { return None };
                let name = path.ident()?;
                let named = self.strided.iter().find(|(other, _)| *other == name);
                named.map(|(_, number)| number.clone())
            }
            Is::Cast(_, ty) => named(ty).cloned(),
            Is::Call(function, arguments) if arguments.len() == 1 => match &function.is {
                Is::Path(path) if !path.is_qualified() => match path.segments()[..] {
                    [owner, name] => (name == "from").then(|| owner.clone()),
                    _ => None,
                },
                _ => None,
            },
            Is::Method(call) if !call.has_turbofish() => {
                gives(&self.operand(&call.receiver)?, call)
            }
            Is::Binary(op, left, right) => match op {
                BinOp::Add(_)
                | BinOp::Sub(_)
                | BinOp::Mul(_)
                | BinOp::Div(_)
                | BinOp::Rem(_)
                | BinOp::BitAnd(_)
                | BinOp::BitOr(_)
                | BinOp::BitXor(_) => match (self.operand(left), self.operand(right)) {
                    (Some(one), Some(other)) if one == other => Some(one),
                    (Some(one), None) if is_bare(right) => Some(one),
                    (None, Some(other)) if is_bare(left) => Some(other),
                    _ => None,
                },
                BinOp::Shl(_) | BinOp::Shr(_)
                    if is_bare(right) || self.operand(right).is_some() =>
                {
                    self.operand(left)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The integer that an operand of an operator is, or refers to.
    pub(crate) fn operand(&self, term: &Term<'_>) -> Option<Ident> {
        let number = match &term.is {
            Is::Path(_) => self.number(term),
            _ => self.number_of(term),
        };
        number.filter(|number| is(number, INTEGERS))
    }
}

/// True for an integer that takes its type from what stands beside it.
fn is_bare(term: &Term<'_>) -> bool {
    matches!(&term.is, Is::Literal(Lit::Int(literal)) if literal.suffix().is_empty())
}

/// What methods give that such integers have of their own: no trait's is asked.
fn gives(receiver: &Ident, call: &Method<'_>) -> Option<Ident> {
    // It may be a reference.
    let named = matches!(call.receiver.is, Is::Path(_));
    let unsigned = || match receiver.to_string().strip_prefix('i') {
        Some(bits) => format_ident!("u{bits}", span = receiver.span()),
        None => receiver.clone(),
    };
    let signed = is(receiver, &[Primitive::Signed]);
    match call.named() {
        _ if call.is(std_names::BITS) => Some(Ident::new("u32", receiver.span())),
        ("abs" | "wrapping_abs", 0) if signed => Some(receiver.clone()),
        ("unsigned_abs", 0) if signed => Some(unsigned()),
        ("abs_diff", 1) => Some(unsigned()),
        _ if call.is(std_names::INTEGER_SAME) => Some(receiver.clone()),
        // Of references they give a reference.
        ("max" | "min", 1) | ("clamp", 2) if !named => Some(receiver.clone()),
        _ => None,
    }
}
