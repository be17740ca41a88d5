//! Folds that several threads may share: by a visible associative operator, on numbers (the *redomap* of
//! Futhark's L0).
//!
//! In: the start and the worker of a `fold`. Out: its operator, one for each component of a tuple, if the
//! accumulator visibly is a primitive, and stands on the left of that operator and nowhere else. Then each
//! range starts from the operator's identity, and the start enters once, at the left.

use super::Monoid;
use super::histogram::adds_to_components;
use crate::rust::environment::Environment;
use crate::rust::expr::compound;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::{binds, single_name};
use crate::rust::spelling::spelling;
use crate::rust::term::{Is, Parsed, Step, Term};
use crate::rust::types::Primitive;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{BinOp, Expr, ExprClosure, Lit, Member, Pat, Type, UnOp};

/// The operators of a fold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Redomap {
    /// The accumulator is a primitive, or an array of sums.
    Whole(Monoid),
    /// It is a tuple of these.
    Parts(Vec<Monoid>),
}

impl Redomap {
    /// What `each` makes of the operator, or a tuple of what it makes of each; it is given what follows the accumulator where
    /// the component stands.
    pub(crate) fn each(&self, each: impl Fn(Monoid, &TokenStream) -> TokenStream) -> TokenStream {
        match self {
            Redomap::Whole(operator) => each(*operator, &TokenStream::new()),
            Redomap::Parts(_) => {
                let parts = self.parts();
                let parts = parts.iter().map(|(operator, part)| each(*operator, part));
                quote!((#(#parts,)*))
            }
        }
    }

    /// The operators, each with what follows the accumulator where its component stands.
    pub(crate) fn parts(&self) -> Vec<(Monoid, TokenStream)> {
        match self {
            Redomap::Whole(operator) => vec![(*operator, TokenStream::new())],
            Redomap::Parts(operators) => {
                let parts = operators.iter().enumerate();
                let parts = parts.map(|(index, operator)| {
                    let index = syn::Index::from(index);
                    (*operator, quote!(.#index))
                });
                parts.collect()
            }
        }
    }
}

/// The operators of `fold(initial, worker)`; `total` if the worker visibly cannot panic.
pub(crate) fn redomap(
    initial: &Expr,
    worker: &Expr,
    accumulator: Option<&Type>,
    total: bool,
    environment: &Environment,
) -> Option<Redomap> {
    let parsed = Parsed::default();
    let initial = Term::within(initial, environment, &parsed);
    let judge = |operator: Monoid, initial: &Term<'_>, ty: Option<&Type>| {
        judge(operator, initial, ty, environment)
    };
    let closure = match worker {
        Expr::Path(_) => {
            let operator = path_operator(&Term::of(worker), environment)?;
            return judge(operator, &initial, accumulator).map(Redomap::Whole);
        }
        Expr::Closure(closure) => closure,
        _ => return None,
    };
    let body = Term::body_of(closure, environment, &[], &parsed);
    let shown = accumulator.or(own_type(closure));
    if adds_to_components(&initial, closure, &body, shown, environment) {
        return Some(Redomap::Whole(Monoid::Sum));
    }
    let value = tail(closure, &body)?;
    let pattern = bare(&closure.inputs[0]);
    let (Is::Tuple(values), Is::Tuple(starts)) = (&value.is, &initial.is) else {
        let name = name(pattern)?;
        let is_own = |of: &Term<'_>| of.is_name(&name);
        let names = std::slice::from_ref(&name);
        let operator = operator(value, &is_own, names, total, environment)?;
        return judge(operator, &initial, accumulator).map(Redomap::Whole);
    };
    // The components have names, or are fields of the one that the accumulator has.
    let (names, apart) = match pattern {
        Pat::Tuple(names) => {
            let names = names.elems.iter().map(name);
            (names.collect::<Option<Vec<_>>>()?, true)
        }
        whole => (vec![name(whole)?], false),
    };
    let count = values.len();
    if count != starts.len() || count == 0 || apart && count != names.len() {
        return None;
    }
    let parts = values.iter().zip(starts).enumerate();
    let operators = parts.map(|(index, (value, start))| {
        let is_own = |of: &Term<'_>| match &of.is {
            Is::Field(of, Member::Unnamed(member)) if !apart => {
                member.index as usize == index && of.is_name(&names[0])
            }
            _ => apart && of.is_name(&names[index]),
        };
        let operator = operator(value, &is_own, &names, total, environment)?;
        judge(operator, start, part_of(accumulator, index))
    });
    operators.collect::<Option<Vec<_>>>().map(Redomap::Parts)
}

/// The type that a worker gives its accumulator.
fn own_type(closure: &ExprClosure) -> Option<&Type> {
    match closure.inputs.first()? {
        Pat::Type(typed) => Some(&typed.ty),
        _ => None,
    }
}

/// The operator of `reduce(worker)` over elements of this type: an operator of both arguments, and nothing
/// else.
pub(crate) fn reduces(worker: &Expr, element: &Type, environment: &Environment) -> Option<Monoid> {
    let kind = environment.primitive_number(element)?;
    let found = match worker {
        Expr::Path(_) => path_operator(&Term::of(worker), environment),
        Expr::Closure(closure) if closure.inputs.len() == 2 => {
            let left = name(bare(&closure.inputs[0]))?;
            let right = name(bare(&closure.inputs[1]))?;
            let parsed = Parsed::default();
            let body = Term::body_of(closure, environment, &[], &parsed);
            let is_left = |of: &Term<'_>| of.is_name(&left);
            let names = std::slice::from_ref(&left);
            let found = tail(closure, &body).and_then(|value| {
                let operator = operator(value, &is_left, names, true, environment)?;
                let other = other_side(value, &is_left)?;
                other.is_name(&right).then_some(operator)
            });
            let saturates = kind == Primitive::Unsigned;
            found.filter(|operator| *operator != Monoid::SaturatingSum || saturates)
        }
        _ => None,
    };
    found.map(|operator| operator.of_kind(kind))
}

/// `f64::max`, `u32::wrapping_add`.
fn path_operator(function: &Term<'_>, environment: &Environment) -> Option<Monoid> {
    let Is::Path(path) = &function.is else {
        return None;
    };
    let bare = path.path.path.segments.first()?.arguments.is_empty();
    let [owner, method] = path.segments()[..] else {
        return None;
    };
    let ty: Type = syn::parse_quote!(#owner);
    let kind = environment
        .primitive_number(&ty)
        .filter(|_| bare && !path.is_qualified())?;
    let operator = Monoid::of_method(&method.to_string())?;
    operator.is_of(kind).then_some(operator)
}

/// The operator of a value, of which `is_own` is the accumulator, and `names` stand nowhere else.
pub(crate) fn operator(
    value: &Term<'_>,
    is_own: &dyn Fn(&Term<'_>) -> bool,
    names: &[String],
    total: bool,
    environment: &Environment,
) -> Option<Monoid> {
    let operator = match &value.is {
        Is::Binary(op, left, _) => match op {
            // What stands on the right is run for elements for which it would not have been.
            BinOp::And(_) if total && is_own(left) => Monoid::And,
            BinOp::Or(_) if total && is_own(left) => Monoid::Or,
            op if compound(op) => return None,
            op => Monoid::of_operator(op)?,
        },
        Is::Method(call) if call.arguments.len() == 1 && !call.has_turbofish() => {
            Monoid::of_method(&call.name).filter(|_| is_own(&call.receiver))?
        }
        Is::Call(function, arguments) if arguments.len() == 2 => {
            path_operator(function, environment)?
        }
        _ => return None,
    };
    let mentions = Mentions::of_expr(other_side(value, is_own)?.expr);
    names
        .iter()
        .all(|name| mentions.avoid(name))
        .then_some(operator)
}

/// What is combined with the accumulator.
fn other_side<'t, 'e>(
    value: &'t Term<'e>,
    is_own: &dyn Fn(&Term<'_>) -> bool,
) -> Option<&'t Term<'e>> {
    let (left, right) = match &value.is {
        Is::Binary(_, left, right) => (&**left, &**right),
        Is::Method(call) => (&call.receiver, call.arguments.first()?),
        Is::Call(_, arguments) => (arguments.first()?, arguments.get(1)?),
        _ => return None,
    };
    match (is_own(left), is_own(right)) {
        (true, false) => Some(right),
        // These commute.
        (false, true) if !matches!(value.is, Is::Method(_)) => Some(left),
        _ => None,
    }
}

/// The operator of an accumulator that starts like this, if it visibly is a primitive that has it.
fn judge(
    operator: Monoid,
    initial: &Term<'_>,
    ty: Option<&Type>,
    environment: &Environment,
) -> Option<Monoid> {
    let of_type = initial.ty(environment).or(ty);
    let of_type = of_type.and_then(|ty| environment.primitive(ty));
    let kind = match (of_type, literal(initial)) {
        (Some(kind), _) => kind,
        (None, Some(Lit::Bool(_))) => Primitive::Bool,
        (None, Some(Lit::Float(_))) => Primitive::Float,
        // A number of another kind shows that.
        _ => initial
            .is_numbers(environment)
            .then_some(Primitive::Signed)?,
    };
    operator.is_of(kind).then(|| operator.of_kind(kind))
}

/// The number that a term is, without its sign.
fn literal<'e>(term: &Term<'e>) -> Option<&'e Lit> {
    match &term.is {
        Is::Literal(literal) => Some(literal),
        Is::Unary(UnOp::Neg(_), of) => literal(of),
        _ => None,
    }
}

fn float(environment: &Environment, ty: &Type) -> bool {
    environment.primitive(ty) == Some(Primitive::Float)
}

/// The value of a closure of two arguments, if what runs before it leaves the accumulator alone.
fn tail<'t, 'e>(closure: &ExprClosure, body: &'t Term<'e>) -> Option<&'t Term<'e>> {
    if closure.inputs.len() != 2 || !closure.attrs.is_empty() {
        return None;
    }
    let Is::Block(block) = &body.is else {
        return Some(body);
    };
    let (last, before) = block.steps.split_last()?;
    let Step::Value(value) = last else {
        return None;
    };
    let accumulator = binds(&closure.inputs[0]);
    let apart = |step: &Step<'_>| accumulator.iter().all(|name| step.binds_beside(name));
    let plain = !block.labelled && !body.attributed && before.iter().all(apart);
    plain.then_some(value)
}

/// A pattern without its type.
fn bare(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Type(typed) => bare(&typed.pat),
        Pat::Paren(paren) => bare(&paren.pat),
        other => other,
    }
}

/// The name that a pattern is.
fn name(pattern: &Pat) -> Option<String> {
    single_name(pattern).map(|name| spelling(&name.ident))
}

/// The type of a component.
fn part_of(ty: Option<&Type>, index: usize) -> Option<&Type> {
    match ty {
        Some(Type::Tuple(tuple)) => tuple.elems.get(index),
        _ => None,
    }
}

mod scans;

pub(crate) use scans::scans;

#[cfg(test)]
mod tests {
    use super::*;

    fn operators(initial: &str, worker: &str) -> Option<Redomap> {
        let function: syn::ItemFn =
            syn::parse_str("fn f(start: f64, count: u32, wide: i64, set: Set) {}").expect("fn");
        let environment = Environment::of_signature(&function.sig);
        let initial = syn::parse_str(initial).expect("an expression");
        let worker = syn::parse_str(worker).expect("a worker");
        redomap(&initial, &worker, None, true, &environment)
    }

    #[test]
    fn operators_on_the_accumulator_alone() {
        use Monoid::{
            And, Greatest, IntegerProduct, IntegerSum, Least, Product, SaturatingSum, Sum,
            WrappingSum, Xor,
        };
        for (initial, worker, operator) in [
            ("0.0", "|acc, x| acc + x * x", Sum),
            ("start", "|acc, x| acc * x", Product),
            ("0.0", "|acc, x| x + acc", Sum),
            ("0", "|acc, x| acc + x", IntegerSum),
            ("-1_i64", "|acc, x| acc + x", IntegerSum),
            ("count", "|acc, x| acc + x", Sum),
            ("count", "|acc, x| acc * x", IntegerProduct),
            ("f64::NEG_INFINITY", "|a, &x| a.max(x)", Greatest),
            ("f64::INFINITY", "f64::min", Least),
            ("start", "|acc, x| f64::max(acc, *x)", Greatest),
            ("count", "|acc, x| acc.saturating_add(*x)", SaturatingSum),
            ("0_u64", "|acc, x| acc.wrapping_add(hash(x))", WrappingSum),
            ("0", "|acc, x| acc ^ x", Xor),
            ("true", "|ok, x| ok && *x > 0", And),
            (
                "0.0",
                "|sum: f64, (x, y)| { let d = x - y; sum + d * d }",
                Sum,
            ),
        ] {
            assert_eq!(
                operators(initial, worker),
                Some(Redomap::Whole(operator)),
                "{worker}"
            );
        }
        assert_eq!(
            operators(
                "(0.0, 1, f64::NAN)",
                "|(a, n, m), x| (a + x, n * 2, m.min(*x))"
            ),
            Some(Redomap::Parts(vec![Sum, IntegerProduct, Least]))
        );
        assert_eq!(
            operators("(0.0, 0)", "|acc, x| (acc.0 + x, acc.1 + 1)"),
            Some(Redomap::Parts(vec![Sum, IntegerSum]))
        );
    }

    #[test]
    fn everything_else_keeps_its_order() {
        for (initial, worker) in [
            // No operator, another operator, the accumulator twice.
            ("0.0", "|acc, x| acc - x"),
            ("0.0", "|acc, x| x - acc"),
            ("0.0", "|acc, x| acc * 0.5 + x"),
            ("0.0", "|acc, x| acc + x * acc"),
            ("0.0", "|acc, x| { let d = acc - x; acc + d }"),
            ("0.0", "|acc, x| { let acc = x * 2.0; acc + x }"),
            ("(0.0, 0.0)", "|(a, b), x| (a + b, b + x)"),
            ("(0.0, 0.0)", "|(a, b), x| (b + x, a + x)"),
            ("(0.0, 0.0)", "|acc, x| (acc.1 + x, acc.0 + x)"),
            // Not visibly a primitive, or one that has it not.
            ("set", "|acc, x| acc | x"),
            ("start", "|acc, x| acc.wrapping_add(x)"),
            ("wide", "|acc, x| acc.saturating_add(*x)"),
            ("Vec::new()", "|acc, x| acc + x"),
            ("0", "|acc, x| total!(acc)"),
            ("0", "Ord::max"),
        ] {
            assert_eq!(operators(initial, worker), None, "{worker}");
        }
    }
}
