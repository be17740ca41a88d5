//! What statements say about lengths (docs/DESIGN.md section 4, *Sizes*).
//!
//! In: a statement with what is known of the names above it. Out: [`Stated`]: what its names are,
//! as lengths of arrays, and which lengths are equal below it. Strict, since two loops over arrays
//! that are said to be equally long run in step: names must be visibly arrays and visibly integers,
//! what a statement evaluates besides must be visibly without effect, and `debug_assert*` says
//! nothing.

use super::control::{opaque_attributes, statement_attributes};
use super::environment::Environment;
use super::extent::Extent;
use super::macros::Kind;
use super::side_effect_free::transparent_term;
use super::spelling::spelling;
use super::term::{Block, Is, Listed, Parsed, Step, Term};
use super::types::Owner;
use super::visible::asked;
use std::ops::RangeInclusive;
use syn::{BinOp, Expr, Lit, Macro, Pat, Stmt, UnOp};

/// What one statement says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stated {
    /// Scalars that it binds, with what they are in terms of the names above it.
    pub(crate) scalars: Vec<(String, Extent)>,
    /// Arrays that it binds, with their lengths in terms of the names above it.
    pub(crate) arrays: Vec<(String, Extent)>,
    /// What is equal below it; a difference, where it is said to be one of arithmetic, and what is left of its first operand.
    pub(crate) equal: Vec<(Extent, Extent)>,
    /// True if it visibly changes no length.
    pub(crate) keeps_lengths: bool,
}

impl Stated {
    /// Tells the environment, in which the statement's names are bound.
    pub(crate) fn remember(&self, env: &mut Environment) {
        let scalars = self.scalars.iter();
        let scalars = scalars.map(|(name, value)| (Extent::Name(name.clone()), value));
        let arrays = self.arrays.iter();
        let arrays = arrays.map(|(name, value)| (Extent::Len(name.clone()), value));
        for (bound, value) in scalars.chain(arrays) {
            let mut own = false;
            value.names(&mut |name, _| {
                own |= self
                    .scalars
                    .iter()
                    .chain(&self.arrays)
                    .any(|(bound, _)| bound == name);
            });
            // `let n = n + 1;` is about another `n`.
            if !own {
                env.state(&bound, value);
            }
        }
        for (left, right) in &self.equal {
            env.state(left, right);
        }
    }
}

/// The length of an array type `[T; N]`.
pub(crate) fn of_owner(owner: &Owner, env: &Environment) -> Option<Extent> {
    match owner {
        Owner::Array(length) => asked(length, env, |length| length.extent(env)),
        Owner::Vec | Owner::Slice | Owner::Box => None,
    }
}

/// What a statement says about lengths. `env` is what is known above it.
pub(crate) fn stated(stmt: &Stmt, env: &Environment) -> Stated {
    let attributed = match stmt {
        Stmt::Local(local) => opaque_attributes(local),
        Stmt::Expr(Expr::If(_) | Expr::Macro(_), _) | Stmt::Macro(_) => statement_attributes(stmt),
        Stmt::Expr(..) | Stmt::Item(_) => true,
    };
    if attributed {
        return Stated::default();
    }
    let parsed = Parsed::default();
    let steps = Term::block(std::slice::from_ref(stmt), env, &parsed);
    match steps.first() {
        Some(Step::Let(step)) if step.diverge.is_none() => match &step.value {
            Some(value) => of_local(step.bound.pattern, value, env),
            None => Stated::default(),
        },
        Some(Step::Macro(stmt, Some(listed))) => of_assertion(&stmt.mac, listed, env),
        Some(Step::Do(term) | Step::Value(term)) => match &term.is {
            Is::Macro(mac, Some(listed)) => of_assertion(mac, listed, env),
            Is::If(condition, then, None) if leaves(then) => {
                said(|equal| equal_where(condition, false, env, equal))
            }
            _ => Stated::default(),
        },
        _ => Stated::default(),
    }
}

/// What is said by something that keeps all lengths, if it does.
fn said(says: impl FnOnce(&mut Vec<(Extent, Extent)>) -> bool) -> Stated {
    let mut stated = Stated::default();
    stated.keeps_lengths = says(&mut stated.equal);
    if !stated.keeps_lengths {
        stated.equal.clear();
    }
    stated
}

fn of_local(pattern: &Pat, value: &Term<'_>, env: &Environment) -> Stated {
    let mut stated = Stated::default();
    let pattern = match pattern {
        Pat::Type(typed) => &*typed.pat,
        pattern => pattern,
    };
    match (pattern, &value.is) {
        (Pat::Ident(ident), _) => {
            let name = spelling(&ident.ident);
            let scalar = || value.operand(env).filter(|_| fixed_name(pattern).is_some());
            // A mutable array has its first length all the same.
            let array = || {
                let bare = ident.by_ref.is_none() && ident.subpat.is_none();
                value.array_length(env).filter(|_| bare)
            };
            if let Some(value) = scalar() {
                stated.scalars.push((name, value));
            } else if let Some(length) = array() {
                stated.arrays.push((name, length));
                stated.keeps_lengths = true;
            }
        }
        (Pat::Tuple(names), Is::Tuple(values))
            if names.elems.len() == values.len() && !value.attributed =>
        {
            let pairs = names.elems.iter().zip(values);
            let scalars =
                pairs.filter_map(|(name, value)| fixed_name(name).zip(value.operand(env)));
            stated.scalars.extend(scalars);
        }
        _ => {}
    }
    stated
}

/// The name of a pattern that binds one immutable value as it is.
fn fixed_name(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(ident)
            if ident.by_ref.is_none()
                && ident.mutability.is_none()
                && ident.subpat.is_none()
                && ident.attrs.is_empty() =>
        {
            Some(spelling(&ident.ident))
        }
        _ => None,
    }
}

/// True if a block is visibly never left at its end.
pub(crate) fn leaves(block: &Block<'_>) -> bool {
    let panics = |listed: &Option<Box<Listed<'_>>>| {
        let listed = listed.as_ref();
        listed.is_some_and(|listed| listed.kind == Kind::Panic)
    };
    match block.steps.last() {
        Some(Step::Do(term) | Step::Value(term)) => match &term.is {
            Is::Leave(_) => true,
            Is::Macro(_, listed) => panics(listed),
            Is::Block(inner) => !inner.labelled && leaves(inner),
            _ => false,
        },
        Some(Step::Macro(_, listed)) => panics(listed),
        _ => false,
    }
}

/// What an assertion says.
fn of_assertion(mac: &Macro, listed: &Listed<'_>, env: &Environment) -> Stated {
    let name = mac.path.segments.last().map(|last| last.ident.to_string());
    said(
        |equal| match (name.as_deref(), listed.borrowed.as_slice()) {
            (Some("assert_eq"), [left, right, ..]) => equal_sides(left, right, env, equal),
            (Some("assert"), [condition, ..]) => equal_where(condition, true, env, equal),
            _ => false,
        },
    )
}

/// What is equal if a condition has this value. False if evaluating it may have an effect.
fn equal_where(
    condition: &Term<'_>,
    value: bool,
    env: &Environment,
    equal: &mut Vec<(Extent, Extent)>,
) -> bool {
    match (&condition.is, value) {
        _ if condition.attributed => {}
        (Is::Unary(UnOp::Not(_), of), _) => return equal_where(of, !value, env, equal),
        (Is::Binary(BinOp::And(_), left, right), true)
        | (Is::Binary(BinOp::Or(_), left, right), false) => {
            return equal_where(left, value, env, equal) && equal_where(right, value, env, equal);
        }
        (Is::Binary(BinOp::Eq(_), left, right), true)
        | (Is::Binary(BinOp::Ne(_), left, right), false)
            if equal_sides(left, right, env, equal) =>
        {
            return true;
        }
        _ => {
            if let Some((of, least)) = at_least(condition, value, env) {
                let differences = FEW.filter(|less| *less <= least);
                equal.extend(differences.map(|less| difference(&of, less)));
            }
        }
    }
    transparent_term(condition, env).is_some()
}

/// What may be left out of a length by arithmetic: as many elements as a stencil reads.
pub(crate) const FEW: RangeInclusive<u64> = 1..=4;

/// That an integer is at least this large: what is left of it without as many is what `-` computes.
pub(crate) fn difference(of: &Extent, less: u64) -> (Extent, Extent) {
    let parts = [of.clone(), Extent::Number(less)];
    let [of, less] = parts.clone().map(Box::new);
    (
        Extent::Computed("-".into(), parts.into()),
        Extent::Less(of, less),
    )
}

/// What is at least how large if a condition has this value.
fn at_least(condition: &Term<'_>, value: bool, env: &Environment) -> Option<(Extent, u64)> {
    match &condition.is {
        Is::Method(call) if call.named() == ("is_empty", 0) && !value => {
            Some((call.receiver.length_of_name(env)?, 1))
        }
        Is::Binary(op, left, right) => {
            let (of, bound, turned) = match (&left.is, &right.is) {
                (_, Is::Literal(Lit::Int(bound))) => (left, bound, false),
                (Is::Literal(Lit::Int(bound)), _) => (right, bound, true),
                _ => return None,
            };
            let bound = bound.base10_parse::<u64>().ok()?;
            let least = match (op, value, turned) {
                (BinOp::Ge(_), true, false)
                | (BinOp::Lt(_), false, false)
                | (BinOp::Le(_), true, true)
                | (BinOp::Gt(_), false, true) => bound,
                (BinOp::Gt(_), true, false)
                | (BinOp::Le(_), false, false)
                | (BinOp::Lt(_), true, true)
                | (BinOp::Ge(_), false, true) => bound.checked_add(1)?,
                (BinOp::Eq(_), false, _) | (BinOp::Ne(_), true, _)
                    if bound == 0 && of.is_unsigned(env) =>
                {
                    1
                }
                _ => return None,
            };
            Some((of.operand(env)?, least))
        }
        _ => None,
    }
}

/// States that two sides are equal; tuples are part by part. False if one is not understood.
fn equal_sides(
    left: &Term<'_>,
    right: &Term<'_>,
    env: &Environment,
    equal: &mut Vec<(Extent, Extent)>,
) -> bool {
    match (&left.is, &right.is) {
        (Is::Tuple(left), Is::Tuple(right)) if left.len() == right.len() => {
            let mut pairs = left.iter().zip(right);
            pairs.all(|(left, right)| equal_sides(left, right, env, equal))
        }
        _ => {
            let sides = left.operand(env).zip(right.operand(env));
            equal.extend(sides.clone());
            sides.is_some()
        }
    }
}

#[cfg(test)]
mod tests;
