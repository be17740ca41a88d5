//! The type of what a worker visibly makes of numbers.
//!
//! In: a worker, and the arrays that it reads. Out: a primitive number, where casts, conversions, operators and methods of std
//! show it.

use crate::cnf::{BindingId, Lowered, Operation};
use crate::ops::chain::Worker;
use crate::rust::std_names;
use crate::rust::types::{Primitive, primitive_name};
use crate::rust::worker::{inlined_body, inlined_pattern};
use proc_macro2::Ident;
use quote::format_ident;
use syn::{BinOp, Expr, ExprLit, ExprPath, Lit, Pat, Type, UnOp};

/// Names in a worker, each with the number that it is or refers to.
#[derive(Debug, Default)]
pub(crate) struct Names<'a>(Vec<(&'a Ident, &'a Ident)>);

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
                    self.0.push((&name.ident, number));
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

    fn number(&self, path: &ExprPath) -> Option<Ident> {
        let named = self.0.iter().find(|(name, _)| path.path.is_ident(*name));
        named.map(|(_, number)| (*number).clone())
    }
}

/// The number that a combinator reads, as it is or by reference.
fn number_of_input<'a>(lowered: &'a Lowered<'_>, id: BindingId, place: usize) -> Option<&'a Ident> {
    let input = lowered.inputs(id).get(place)?;
    if let Some(source) = input.source {
        return source.number.as_ref();
    }
    let producer = lowered.program.producer(input.value)?;
    matches!(
        lowered.operation(producer),
        Operation::Filter(_) | Operation::Identity
    )
    .then(|| number_of_input(lowered, producer, 0))?
}

/// The primitive type that a map visibly makes of an element.
pub(crate) fn made(lowered: &Lowered<'_>, id: BindingId, worker: &Worker) -> Option<Ident> {
    let Expr::Closure(closure) = &worker.expr else {
        return None;
    };
    Names::of(lowered, id, worker).number_of(inlined_body(closure))
}

fn is(number: &Ident, kinds: &[Primitive]) -> bool {
    primitive_name(&number.to_string()).is_some_and(|kind| kinds.contains(&kind))
}

const INTEGERS: &[Primitive] = &[Primitive::Signed, Primitive::Unsigned];

impl Names<'_> {
    /// The type of a primitive number, where casts, conversions and methods show it.
    #[must_use]
    pub(crate) fn number_of(&self, expr: &Expr) -> Option<Ident> {
        match expr {
            Expr::Paren(inner) => self.number_of(&inner.expr),
            Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => match &*inner.expr {
                Expr::Path(path) => self.number(path),
                _ => None,
            },
            Expr::Cast(cast) => match &*cast.ty {
                Type::Path(path) => path.path.get_ident().cloned(),
                _ => None,
            },
            Expr::Call(call) if call.args.len() == 1 => match &*call.func {
                Expr::Path(path) if path.qself.is_none() && path.path.segments.len() == 2 => {
                    let segments = &path.path.segments;
                    (segments[1].ident == "from").then(|| segments[0].ident.clone())
                }
                _ => None,
            },
            Expr::MethodCall(call) if call.turbofish.is_none() => {
                let receiver = match &*call.receiver {
                    Expr::Path(path) => self.number(path),
                    other => self.integer(other),
                }?;
                let name = call.method.to_string();
                gives(&receiver, &name, call.args.len(), is_name(&call.receiver))
            }
            Expr::Binary(inner) => {
                let number = match inner.op {
                    BinOp::Add(_)
                    | BinOp::Sub(_)
                    | BinOp::Mul(_)
                    | BinOp::Div(_)
                    | BinOp::Rem(_)
                    | BinOp::BitAnd(_)
                    | BinOp::BitOr(_)
                    | BinOp::BitXor(_) => {
                        match (self.operand(&inner.left), self.operand(&inner.right)) {
                            (Some(left), Some(right)) if left == right => left,
                            (Some(left), None) if is_bare(&inner.right) => left,
                            (None, Some(right)) if is_bare(&inner.left) => right,
                            _ => return None,
                        }
                    }
                    BinOp::Shl(_) | BinOp::Shr(_)
                        if is_bare(&inner.right) || self.operand(&inner.right).is_some() =>
                    {
                        self.operand(&inner.left)?
                    }
                    _ => return None,
                };
                Some(number)
            }
            _ => None,
        }
    }

    fn integer(&self, expr: &Expr) -> Option<Ident> {
        self.number_of(expr).filter(|number| is(number, INTEGERS))
    }

    /// The integer that an operand of an operator is, or refers to.
    fn operand(&self, expr: &Expr) -> Option<Ident> {
        match expr {
            Expr::Path(path) => self.number(path).filter(|number| is(number, INTEGERS)),
            other => self.integer(other),
        }
    }
}

/// True for an integer that takes its type from what stands beside it.
fn is_bare(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(ExprLit { lit: Lit::Int(literal), .. }) if literal.suffix().is_empty())
}

fn is_name(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(_))
}

/// What methods give that such integers have of their own: no trait's is asked. `named` if the receiver may be a reference.
fn gives(receiver: &Ident, method: &str, arguments: usize, named: bool) -> Option<Ident> {
    if !is(receiver, INTEGERS) {
        return None;
    }
    let unsigned = || match receiver.to_string().strip_prefix('i') {
        Some(bits) => format_ident!("u{bits}", span = receiver.span()),
        None => receiver.clone(),
    };
    let signed = is(receiver, &[Primitive::Signed]);
    match (method, arguments) {
        (counted, 0) if std_names::counts_bits(counted, 0) => {
            Some(Ident::new("u32", receiver.span()))
        }
        ("abs" | "wrapping_abs", 0) if signed => Some(receiver.clone()),
        ("unsigned_abs", 0) if signed => Some(unsigned()),
        ("abs_diff", 1) => Some(unsigned()),
        (
            "wrapping_add" | "wrapping_sub" | "wrapping_mul" | "saturating_add" | "saturating_sub"
            | "saturating_mul" | "wrapping_shl" | "wrapping_shr" | "rotate_left" | "rotate_right"
            | "rem_euclid" | "div_euclid",
            1,
        )
        | ("swap_bytes" | "reverse_bits" | "wrapping_neg", 0) => Some(receiver.clone()),
        // Of references they give a reference.
        ("max" | "min", 1) | ("clamp", 2) if !named => Some(receiver.clone()),
        _ => None,
    }
}
