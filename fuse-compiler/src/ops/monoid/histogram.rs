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
use crate::rust::types::Primitive;
use crate::rust::worker::inlined_body;
use syn::{BinOp, Block, Expr, ExprClosure, ExprLit, Lit, Member, Stmt, Type};

/// True if the fold adds to components of an array, or of a tuple in one, and does nothing else.
pub(crate) fn adds_to_components(
    initial: &Expr,
    closure: &ExprClosure,
    accumulator: Option<&Type>,
    environment: &Environment,
) -> bool {
    if closure.inputs.len() != 2 || !closure.attrs.is_empty() {
        return false;
    }
    if !is_array(initial) || !is_small(initial) {
        return false;
    }
    let (Some(name), Expr::Block(body)) = (single_name(&closure.inputs[0]), inlined_body(closure))
    else {
        return false;
    };
    let name = spelling(&name.ident);
    if body.label.is_some() || !body.attrs.is_empty() || binds(&closure.inputs[1]).contains(&name) {
        return false;
    }
    let adder = Adder {
        name,
        initial,
        ty: accumulator,
        environment,
    };
    match body.block.stmts.split_last() {
        Some((Stmt::Expr(last, None), before)) => {
            adder.is(last) && !before.is_empty() && adder.all_add(before)
        }
        _ => false,
    }
}

/// The most components of an array whose length is written as a number. Each range has one, and copies stand on the stack.
const MOST: usize = 512;

/// The most parts of a tuple that the runtime adds up.
const MOST_PARTS: usize = 12;

/// True if an array is as small as can be seen: the runtime asks for the size of others.
fn is_small(initial: &Expr) -> bool {
    components(initial).is_some_and(|components| components <= MOST)
}

/// How many components there are, counting what a name stands for as one.
fn components(initial: &Expr) -> Option<usize> {
    match initial {
        Expr::Repeat(repeat) => {
            let length = match &*repeat.len {
                Expr::Path(_) => 1,
                Expr::Lit(ExprLit {
                    lit: Lit::Int(length),
                    ..
                }) => length.base10_parse().ok()?,
                _ => return None,
            };
            components(&repeat.expr)?.checked_mul(length)
        }
        Expr::Array(array) => array.elems.iter().map(components).sum(),
        Expr::Tuple(tuple) => tuple.elems.iter().map(components).sum(),
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
    pub(crate) initial: &'a Expr,
    pub(crate) ty: Option<&'a Type>,
    pub(crate) environment: &'a Environment,
}

impl Adder<'_> {
    fn is(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Path(path)
            if path.path.get_ident().is_some_and(|ident| spelling(ident) == self.name))
    }

    /// True if nothing but a place mentions the accumulator.
    fn is_apart(&self, mentions: &Mentions) -> bool {
        !mentions.opaque_macro && !mentions.read.contains(&self.name)
    }

    fn all_add(&self, stmts: &[Stmt]) -> bool {
        stmts.iter().all(|stmt| match stmt {
            Stmt::Local(local) => {
                self.is_apart(&Mentions::of_stmt(stmt)) && !binds(&local.pat).contains(&self.name)
            }
            Stmt::Expr(expr, _) => self.adds(expr),
            Stmt::Item(_) | Stmt::Macro(_) => false,
        })
    }

    fn adds(&self, expr: &Expr) -> bool {
        let block = |block: &Block| self.all_add(&block.stmts);
        match expr {
            Expr::Binary(binary) if matches!(binary.op, BinOp::AddAssign(_)) => {
                self.is_apart(&Mentions::of_expr(&binary.right))
                    && self.grows(&binary.left, &binary.right)
            }
            Expr::If(branch) => {
                self.is_apart(&Mentions::of_expr(&branch.cond))
                    && block(&branch.then_branch)
                    && branch
                        .else_branch
                        .as_ref()
                        .is_none_or(|(_, other)| self.adds(other))
            }
            Expr::Block(inner) if inner.label.is_none() && inner.attrs.is_empty() => {
                block(&inner.block)
            }
            _ => false,
        }
    }

    /// True if the sum of ranges is that of the whole, at this component.
    fn grows(&self, place: &Expr, added: &Expr) -> bool {
        let Some((leaf, ty)) = self.component(place) else {
            return false;
        };
        let shown = ty.and_then(|ty| self.environment.primitive(ty));
        let literal = |lit: &Lit| match lit {
            Lit::Float(_) => Some(Primitive::Float),
            Lit::Int(int) if int.suffix().starts_with('u') => Some(Primitive::Unsigned),
            Lit::Int(int) if int.suffix().starts_with('f') => Some(Primitive::Float),
            Lit::Int(_) => Some(Primitive::Signed),
            _ => None,
        };
        let Expr::Lit(ExprLit { lit, .. }) = leaf else {
            return false;
        };
        match shown.or_else(|| literal(lit)) {
            Some(Primitive::Float | Primitive::Unsigned) => true,
            Some(Primitive::Signed) => {
                matches!(
                    added,
                    Expr::Lit(ExprLit {
                        lit: Lit::Int(_),
                        ..
                    })
                )
            }
            _ => false,
        }
    }

    /// What a component starts with, and its type if that is written.
    pub(crate) fn component(&self, place: &Expr) -> Option<(&Expr, Option<&Type>)> {
        match place {
            place if self.is(place) => Some((self.initial, self.ty)),
            Expr::Paren(inner) => self.component(&inner.expr),
            Expr::Index(index) => {
                if !self.is_apart(&Mentions::of_expr(&index.index)) {
                    return None;
                }
                let (whole, ty) = self.component(&index.expr)?;
                let ty = ty.and_then(|ty| match ty {
                    Type::Array(array) => Some(&*array.elem),
                    _ => None,
                });
                match whole {
                    Expr::Repeat(repeat) => Some((&repeat.expr, ty)),
                    // All of them are of one type.
                    Expr::Array(array) => Some((array.elems.first()?, ty)),
                    _ => None,
                }
            }
            Expr::Field(field) => {
                let (whole, ty) = self.component(&field.base)?;
                let Member::Unnamed(member) = &field.member else {
                    return None;
                };
                let Expr::Tuple(parts) = whole else {
                    return None;
                };
                if parts.elems.len() > MOST_PARTS {
                    return None;
                }
                let ty = ty.and_then(|ty| match ty {
                    Type::Tuple(tuple) => tuple.elems.get(member.index as usize),
                    _ => None,
                });
                Some((parts.elems.get(member.index as usize)?, ty))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::Pat;

    fn adds(initial: &str, worker: &str) -> bool {
        let function: syn::ItemFn = syn::parse_str("fn f() {}").expect("fn");
        let environment = Environment::of_signature(&function.sig);
        let initial = syn::parse_str(initial).expect("an expression");
        let worker: ExprClosure = syn::parse_str(worker).expect("a closure");
        let ty = match &worker.inputs[0] {
            Pat::Type(typed) => Some(&*typed.ty),
            _ => None,
        };
        adds_to_components(&initial, &worker, ty, &environment)
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
