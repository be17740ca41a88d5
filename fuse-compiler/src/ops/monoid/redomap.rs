//! Folds that several threads may share: by a visible associative operator, on numbers (the *redomap* of
//! Futhark's L0).
//!
//! In: the start and the worker of a `fold`. Out: its operator, one for each component of a tuple, if the
//! accumulator visibly is a primitive, and stands on the left of that operator and nowhere else. Then each
//! range starts from the operator's identity, and the start enters once, at the left.

use super::Monoid;
use super::histogram::adds_to_components;
use crate::rust::environment::Environment;
use crate::rust::expr::{is_name, strip};
use crate::rust::mentions::{self, Mentions};
use crate::rust::patterns::{binds, single_name};
use crate::rust::spelling::spelling;
use crate::rust::types::Primitive;
use crate::rust::visible::{asked, visible_type};
use crate::rust::worker::inlined_body;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{BinOp, Expr, ExprClosure, Lit, Member, Pat, Stmt, Type, UnOp};

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
    let judge = |operator: Monoid, initial: &Expr, ty: Option<&Type>| {
        judge(operator, initial, ty, environment)
    };
    match worker {
        Expr::Path(_) => {
            let operator = path_operator(worker, environment)?;
            judge(operator, initial, accumulator).map(Redomap::Whole)
        }
        Expr::Closure(closure)
            if adds_to_components(
                initial,
                closure,
                accumulator.or(own_type(closure)),
                environment,
            ) =>
        {
            Some(Redomap::Whole(Monoid::Sum))
        }
        Expr::Closure(closure) => {
            let body = tail(closure)?;
            match (bare(&closure.inputs[0]), body, initial) {
                (pattern, Expr::Tuple(values), Expr::Tuple(starts)) => {
                    // The components have names, or are fields of the one that the accumulator has.
                    let (names, apart) = match pattern {
                        Pat::Tuple(names) => (
                            names.elems.iter().map(name).collect::<Option<Vec<_>>>()?,
                            true,
                        ),
                        whole => (vec![name(whole)?], false),
                    };
                    let count = values.elems.len();
                    if count != starts.elems.len() || count == 0 || apart && count != names.len() {
                        return None;
                    }
                    let parts = values.elems.iter().zip(&starts.elems).enumerate();
                    let operators = parts.map(|(index, (value, start))| {
                        let is_own = |expr: &Expr| match strip(expr) {
                            Expr::Field(field) if !apart => {
                                let member = matches!(&field.member, Member::Unnamed(member)
                                    if member.index as usize == index);
                                member && is_name(&field.base, &names[0])
                            }
                            expr => apart && is_name(expr, &names[index]),
                        };
                        let operator = operator(value, &is_own, &names, total, environment)?;
                        judge(operator, start, part_of(accumulator, index))
                    });
                    operators.collect::<Option<Vec<_>>>().map(Redomap::Parts)
                }
                (pattern, value, _) => {
                    let name = name(pattern)?;
                    let is_own = |expr: &Expr| is_name(expr, &name);
                    let names = std::slice::from_ref(&name);
                    let operator = operator(value, &is_own, names, total, environment)?;
                    judge(operator, initial, accumulator).map(Redomap::Whole)
                }
            }
        }
        _ => None,
    }
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
        Expr::Path(_) => path_operator(worker, environment),
        Expr::Closure(closure) if closure.inputs.len() == 2 => {
            let (Some(left), Some(right)) = (
                name(bare(&closure.inputs[0])),
                name(bare(&closure.inputs[1])),
            ) else {
                return None;
            };
            let is_left = |expr: &Expr| is_name(expr, &left);
            let names = std::slice::from_ref(&left);
            let found = tail(closure).and_then(|body| {
                let operator = operator(body, &is_left, names, true, environment)?;
                let other = other_side(body, &is_left)?;
                is_name(other, &right).then_some(operator)
            });
            let saturates = kind == Primitive::Unsigned;
            found.filter(|operator| *operator != Monoid::SaturatingSum || saturates)
        }
        _ => None,
    };
    found.map(|operator| operator.of_kind(kind))
}

/// `f64::max`, `u32::wrapping_add`.
fn path_operator(worker: &Expr, environment: &Environment) -> Option<Monoid> {
    let Expr::Path(path) = worker else {
        return None;
    };
    let segments = &path.path.segments;
    if path.qself.is_some() || segments.len() != 2 || !segments[0].arguments.is_empty() {
        return None;
    }
    let owner = &segments[0].ident;
    let ty: Type = syn::parse_quote!(#owner);
    let kind = environment.primitive_number(&ty)?;
    let operator = Monoid::of_method(&segments[1].ident.to_string())?;
    operator.is_of(kind).then_some(operator)
}

/// The operator of a value, of which `is_own` is the accumulator, and `names` stand nowhere else.
fn operator(
    value: &Expr,
    is_own: &dyn Fn(&Expr) -> bool,
    names: &[String],
    total: bool,
    environment: &Environment,
) -> Option<Monoid> {
    let operator = match strip(value) {
        Expr::Binary(binary) => match binary.op {
            // What stands on the right is run for elements for which it would not have been.
            BinOp::And(_) if total && is_own(&binary.left) => Monoid::And,
            BinOp::Or(_) if total && is_own(&binary.left) => Monoid::Or,
            op if mentions::compound(&op) => return None,
            op => Monoid::of_operator(&op)?,
        },
        Expr::MethodCall(call) if call.args.len() == 1 && call.turbofish.is_none() => {
            if !is_own(&call.receiver) {
                return None;
            }
            Monoid::of_method(&call.method.to_string())?
        }
        Expr::Call(call) if call.args.len() == 2 => path_operator(&call.func, environment)?,
        _ => return None,
    };
    let other = other_side(value, is_own)?;
    let mentions = Mentions::of_expr(other);
    let apart = !mentions.opaque_macro && !names.iter().any(|name| mentions.read.contains(name));
    apart.then_some(operator)
}

/// The operator of a value that is combined with what `is_own` tells, to be assigned to that.
pub(crate) fn combined(
    value: &Expr,
    is_own: &dyn Fn(&Expr) -> bool,
    names: &[String],
    environment: &Environment,
) -> Option<Monoid> {
    operator(value, is_own, names, false, environment)
}

/// What is combined with the accumulator.
fn other_side<'e>(value: &'e Expr, is_own: &dyn Fn(&Expr) -> bool) -> Option<&'e Expr> {
    let (left, right) = match strip(value) {
        Expr::Binary(binary) => (&*binary.left, &*binary.right),
        Expr::MethodCall(call) => (&*call.receiver, call.args.first()?),
        Expr::Call(call) => (call.args.first()?, call.args.get(1)?),
        _ => return None,
    };
    match (is_own(left), is_own(right)) {
        (true, false) => Some(right),
        // These commute.
        (false, true) if !matches!(strip(value), Expr::MethodCall(_)) => Some(left),
        _ => None,
    }
}

/// The operator of an accumulator that starts like this, if it visibly is a primitive that has it.
fn judge(
    operator: Monoid,
    initial: &Expr,
    ty: Option<&Type>,
    environment: &Environment,
) -> Option<Monoid> {
    let shown = visible_type(initial, environment).or_else(|| ty.cloned());
    let of_type = shown.as_ref().and_then(|ty| environment.primitive(ty));
    let kind = match (of_type, literal(initial)) {
        (Some(kind), _) => kind,
        (None, Some(Lit::Bool(_))) => Primitive::Bool,
        (None, Some(Lit::Float(_))) => Primitive::Float,
        // A number of another kind shows that.
        _ => asked(initial, environment, |term| term.is_numbers(environment))
            .then_some(Primitive::Signed)?,
    };
    operator.is_of(kind).then(|| operator.of_kind(kind))
}

/// The number that an expression is, without its sign.
fn literal(expr: &Expr) -> Option<&Lit> {
    match strip(expr) {
        Expr::Lit(literal) => Some(&literal.lit),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => literal(&unary.expr),
        _ => None,
    }
}

fn float(environment: &Environment, ty: &Type) -> bool {
    environment.primitive(ty) == Some(Primitive::Float)
}

/// The value of a closure of two arguments, if what runs before it leaves the accumulator alone.
fn tail(closure: &ExprClosure) -> Option<&Expr> {
    if closure.inputs.len() != 2 || !closure.attrs.is_empty() {
        return None;
    }
    let Expr::Block(block) = inlined_body(closure) else {
        return Some(inlined_body(closure));
    };
    if block.label.is_some() || !block.attrs.is_empty() {
        return None;
    }
    let (last, before) = block.block.stmts.split_last()?;
    let Stmt::Expr(value, None) = last else {
        return None;
    };
    let accumulator = binds(&closure.inputs[0]);
    for stmt in before {
        let Stmt::Local(local) = stmt else {
            return None;
        };
        let mentions = Mentions::of_stmt(stmt);
        let bound = binds(&local.pat);
        let apart = |name: &String| !mentions.read.contains(name) && !bound.contains(name);
        if mentions.opaque_macro || !accumulator.iter().all(apart) {
            return None;
        }
    }
    Some(value)
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
