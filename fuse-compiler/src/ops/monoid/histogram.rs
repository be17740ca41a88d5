//! Folds into an array of sums, such as a count for each of several classes (Futhark's *reduce_by_index*).
//!
//! In: the start and the worker of a `fold`. Out: whether the worker does nothing with the accumulator but add to
//! components of it, all of which visibly are primitive numbers. Then ranges have sums of their own, which are added up
//! component by component.
//!
//! Integers with a sign qualify if what is added is a literal: sums that only grow leave their type in a range only if they do
//! so in the whole.

use crate::rust::environment::Environment;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::{binds, single_name};
use crate::rust::spelling::spelling;
use crate::rust::term::{Block, Is, Step, Term};
use crate::rust::types::Primitive;
use syn::{BinOp, Expr, ExprClosure, Lit, Member, Type};

/// True if the fold adds to components of an array, or of a tuple in one, and does nothing else.
pub(crate) fn adds_to_components(
    initial: &Term<'_>,
    closure: &ExprClosure,
    body: &Term<'_>,
    accumulator: Option<&Type>,
    environment: &Environment,
) -> bool {
    if closure.inputs.len() != 2 || !closure.attrs.is_empty() {
        return false;
    }
    if !is_array(initial.expr) || !is_small(initial) {
        return false;
    }
    let (Some(name), Is::Block(block)) = (single_name(&closure.inputs[0]), &body.is) else {
        return false;
    };
    let name = spelling(&name.ident);
    if block.labelled || body.attributed || binds(&closure.inputs[1]).contains(&name) {
        return false;
    }
    let adder = Adder {
        name,
        initial,
        ty: accumulator,
        environment,
    };
    match block.steps.split_last() {
        Some((Step::Value(last), before)) => {
            last.is_name(&adder.name) && !before.is_empty() && adder.all_add(before)
        }
        _ => false,
    }
}

/// The most components of an array whose length is written as a number. Each range has one, and copies stand on the stack.
const MOST: usize = 512;

/// The most parts of a tuple that the runtime adds up.
const MOST_PARTS: usize = 12;

/// True if an array is as small as can be seen: the runtime asks for the size of others.
fn is_small(initial: &Term<'_>) -> bool {
    components(initial).is_some_and(|components| components <= MOST)
}

/// How many components there are, counting what a name stands for as one.
fn components(initial: &Term<'_>) -> Option<usize> {
    match &initial.is {
        Is::Repeat(element, length) => {
            let length = match &length.is {
                Is::Path(_) => 1,
                Is::Literal(Lit::Int(length)) => length.base10_parse().ok()?,
                _ => return None,
            };
            components(element)?.checked_mul(length)
        }
        Is::Array(parts) | Is::Tuple(parts) => parts.iter().map(components).sum(),
        _ => Some(1),
    }
}

/// The array that a fold starts with, which each range has one of.
pub(crate) fn is_array(initial: &Expr) -> bool {
    matches!(initial, Expr::Repeat(_) | Expr::Array(_))
}

/// A name that is added to.
pub(crate) struct Adder<'a> {
    /// The accumulator.
    pub(crate) name: String,
    pub(crate) initial: &'a Term<'a>,
    pub(crate) ty: Option<&'a Type>,
    pub(crate) environment: &'a Environment,
}

impl<'a> Adder<'a> {
    /// True if nothing but a place mentions the accumulator.
    fn is_apart(&self, term: &Term<'_>) -> bool {
        Mentions::of_expr(term.expr).avoid(&self.name)
    }

    fn all_add(&self, steps: &[Step<'_>]) -> bool {
        steps.iter().all(|step| match step {
            Step::Do(term) | Step::Value(term) => self.adds(term),
            step => step.binds_beside(&self.name),
        })
    }

    fn adds(&self, term: &Term<'_>) -> bool {
        let block = |block: &Block<'_>| self.all_add(&block.steps);
        match &term.is {
            Is::Binary(BinOp::AddAssign(_), place, added) => {
                self.is_apart(added) && self.grows(place, added)
            }
            Is::If(condition, then, other) => {
                self.is_apart(condition)
                    && block(then)
                    && other.as_deref().is_none_or(|other| self.adds(other))
            }
            Is::Block(inner) if !inner.labelled && !term.attributed => block(inner),
            _ => false,
        }
    }

    /// True if the sum of ranges is that of the whole, at this component.
    fn grows(&self, place: &Term<'_>, added: &Term<'_>) -> bool {
        let Some((leaf, ty)) = self.component(place) else {
            return false;
        };
        let Is::Literal(literal) = leaf.is else {
            return false;
        };
        let literal = match literal {
            Lit::Float(_) => Some(Primitive::Float),
            Lit::Int(int) if int.suffix().starts_with('u') => Some(Primitive::Unsigned),
            Lit::Int(int) if int.suffix().starts_with('f') => Some(Primitive::Float),
            Lit::Int(_) => Some(Primitive::Signed),
            _ => None,
        };
        match ty.and_then(|ty| self.environment.primitive(ty)).or(literal) {
            Some(Primitive::Float | Primitive::Unsigned) => true,
            Some(Primitive::Signed) => matches!(added.is, Is::Literal(Lit::Int(_))),
            _ => false,
        }
    }

    /// What a component starts with, and its type if that is written.
    pub(crate) fn component(&self, place: &Term<'_>) -> Option<(&'a Term<'a>, Option<&'a Type>)> {
        match &place.is {
            Is::Path(_) if place.is_name(&self.name) => Some((self.initial, self.ty)),
            Is::Index(of, index) if self.is_apart(index) => {
                let (whole, ty) = self.component(of)?;
                let ty = ty.and_then(|ty| match ty {
                    Type::Array(array) => Some(&*array.elem),
                    _ => None,
                });
                match &whole.is {
                    Is::Repeat(element, _) => Some((element, ty)),
                    // All of them are of one type.
                    Is::Array(parts) => Some((parts.first()?, ty)),
                    _ => None,
                }
            }
            Is::Field(of, Member::Unnamed(member)) => {
                let (whole, ty) = self.component(of)?;
                let Is::Tuple(parts) = &whole.is else {
                    return None;
                };
                let index = member.index as usize;
                let ty = ty.and_then(|ty| match ty {
                    Type::Tuple(tuple) => tuple.elems.get(index),
                    _ => None,
                });
                let part = parts.get(index).filter(|_| parts.len() <= MOST_PARTS)?;
                Some((part, ty))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rust::term::Parsed;
    use syn::Pat;

    fn adds(initial: &str, worker: &str) -> bool {
        let function: syn::ItemFn = syn::parse_str("fn f() {}").expect("fn");
        let environment = Environment::of_signature(&function.sig);
        let initial = syn::parse_str(initial).expect("an expression");
        let parsed = Parsed::default();
        let initial = Term::within(&initial, &environment, &parsed);
        let worker: ExprClosure = syn::parse_str(worker).expect("a closure");
        let ty = match &worker.inputs[0] {
            Pat::Type(typed) => Some(&*typed.ty),
            _ => None,
        };
        let body = Term::body_of(&worker, &environment, &[], &parsed);
        adds_to_components(&initial, &worker, &body, ty, &environment)
    }

    #[test]
    fn sums_of_classes() {
        for (initial, worker) in [
            ("[0; 4]", "|mut n, g| { n[*g] += 1; n }"),
            ("[0.0; N]", "|mut sums, (g, x)| { sums[g] += x; sums }"),
            ("[0_u32; 8]", "|mut n, x| { let at = x % 8; n[at] += x; n }"),
            (
                "[0; 8]",
                "|mut n: [u64; 8], x| { if *x > 3 { n[0] += x; } else { n[1] += 2 * x; } n }",
            ),
            (
                "[(0.0, 0.0); K]",
                "|mut s, (p, (at, _))| { s[*at].0 += p.x; s[*at].1 += p.y; s }",
            ),
            ("[[0.0; 3]; 4]", "|mut s, p| { s[p.i][p.j] += p.x; s }"),
        ] {
            assert!(adds(initial, worker), "{worker}");
        }
    }

    #[test]
    fn what_is_more_than_that_keeps_its_order() {
        for (initial, worker) in [
            // A range may leave the type where the whole does not.
            ("[0; 4]", "|mut n, (g, x)| { n[g] += x; n }"),
            ("[0; 4]", "|mut n: [i64; 4], (g, x)| { n[g] += x; n }"),
            ("[0; 4]", "|mut n, g| { n[*g] += -1; n }"),
            // The accumulator is looked at.
            ("[0; 4]", "|mut n, g| { n[n[*g]] += 1; n }"),
            ("[0.0; 4]", "|mut n, g| { n[*g] += n[0]; n }"),
            ("[0; 4]", "|mut n, g| { if n[*g] < 9 { n[*g] += 1; } n }"),
            ("[0; 4]", "|mut n, g| { n[*g] += 1; log!(n); n }"),
            // Another operator, another start, another end.
            ("[0.0; 4]", "|mut n, g| { n[*g] *= 2.0; n }"),
            ("[0.0; 4]", "|mut n, g| { n[*g] = 2.0; n }"),
            ("start", "|mut n, g| { n[*g] += 1; n }"),
            ("[zero; 4]", "|mut n, g| { n[*g] += 1; n }"),
            ("[0; 4]", "|mut n, g| { n[*g] += 1; other }"),
            ("[0; 4]", "|mut n, g| { let mut n = [0; 4]; n[*g] += 1; n }"),
            ("[0; 1 << 20]", "|mut n, g| { n[*g] += 1; n }"),
            ("[[0; 100]; 100]", "|mut n, g| { n[*g][0] += 1; n }"),
            ("(0.0, 0.0)", "|mut n, x| { n.0 += x; n }"),
            ("vec![0; 4]", "|mut n, g| { n[*g] += 1; n }"),
            ("[0; 4]", "|n, g| n"),
        ] {
            assert!(!adds(initial, worker), "{worker}");
        }
    }
}
