//! Which lengths a condition says to be equal.
//!
//! In: the condition of an `if` that diverges, or an assertion. Out: pairs of lengths that are equal where it holds, and whether
//! evaluating it is visibly without effect.

use super::super::environment::Environment;
use super::super::macros;
use super::{Extent, Stated, operand};
use crate::rust::side_effect_free;
use syn::{BinOp, Expr, Macro, UnOp};

pub(crate) fn of_assertion(mac: &Macro, env: &Environment) -> Stated {
    let mut stated = Stated::default();
    let Some(name) = mac.path.segments.last().map(|last| last.ident.to_string()) else {
        return stated;
    };
    let Some(listed) = macros::listed(mac) else {
        return stated;
    };
    stated.keeps_lengths = match (name.as_str(), listed.borrowed.as_slice()) {
        ("assert_eq", [left, right, ..]) => equal_sides(left, right, env, &mut stated.equal),
        ("assert", [condition, ..]) => equal_where(condition, true, env, &mut stated.equal),
        _ => false,
    };
    if !stated.keeps_lengths {
        stated.equal.clear();
    }
    stated
}

/// What is equal if a condition has this value. False if evaluating it may have an effect.
pub(crate) fn equal_where(
    condition: &Expr,
    value: bool,
    env: &Environment,
    equal: &mut Vec<(Extent, Extent)>,
) -> bool {
    match condition {
        Expr::Paren(paren) if paren.attrs.is_empty() => equal_where(&paren.expr, value, env, equal),
        Expr::Group(group) => equal_where(&group.expr, value, env, equal),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) && unary.attrs.is_empty() => {
            equal_where(&unary.expr, !value, env, equal)
        }
        Expr::Binary(binary) if binary.attrs.is_empty() => match (&binary.op, value) {
            (BinOp::And(_), true) | (BinOp::Or(_), false) => {
                equal_where(&binary.left, value, env, equal)
                    && equal_where(&binary.right, value, env, equal)
            }
            (BinOp::Eq(_), true) | (BinOp::Ne(_), false)
                if equal_sides(&binary.left, &binary.right, env, equal) =>
            {
                true
            }
            _ => side_effect_free::transparent(condition, env).is_some(),
        },
        _ => side_effect_free::transparent(condition, env).is_some(),
    }
}

/// States that two sides are equal; tuples are part by part. False if one is not understood.
fn equal_sides(
    left: &Expr,
    right: &Expr,
    env: &Environment,
    equal: &mut Vec<(Extent, Extent)>,
) -> bool {
    match (left, right) {
        (Expr::Tuple(left), Expr::Tuple(right)) if left.elems.len() == right.elems.len() => {
            let mut pairs = left.elems.iter().zip(&right.elems);
            pairs.all(|(left, right)| equal_sides(left, right, env, equal))
        }
        _ => match (operand(left, env), operand(right, env)) {
            (Some(left), Some(right)) => {
                equal.push((left, right));
                true
            }
            _ => false,
        },
    }
}
