//! Static branch prediction, by the heuristics of Ball and Larus (*Branch prediction for free*, PLDI 1993), as compilers have them.
//!
//! In: a condition, a returned value or a macro. Out: which way it goes in nearly every call. It decides what is worth while, never what
//! is right.

use crate::rust::expr::strip;
use syn::{BinOp, Expr, Lit, Macro, UnOp};

/// Which way a condition goes in nearly every call: nothing equals one number, is empty, missing or no number at all.
pub(super) fn foreseen(condition: &Expr) -> Option<bool> {
    match strip(condition) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
            foreseen(&unary.expr).map(|holds| !holds)
        }
        Expr::Binary(binary) => match binary.op {
            BinOp::Eq(_) => (constant(&binary.left) || constant(&binary.right)).then_some(false),
            BinOp::Ne(_) => (constant(&binary.left) || constant(&binary.right)).then_some(true),
            BinOp::Lt(_) | BinOp::Le(_) => few(&binary.left, &binary.right),
            BinOp::Gt(_) | BinOp::Ge(_) => few(&binary.right, &binary.left),
            BinOp::Or(_) => both(&binary.left, &binary.right, false),
            BinOp::And(_) => both(&binary.left, &binary.right, true),
            _ => None,
        },
        Expr::MethodCall(call) if call.args.is_empty() => match call.method.to_string().as_str() {
            "is_empty" | "is_none" | "is_err" | "is_nan" | "is_infinite" => Some(false),
            "is_some" | "is_ok" | "is_finite" => Some(true),
            _ => None,
        },
        _ => None,
    }
}

/// Of `a || b` and `a && b`: one of them may be anything if the other decides.
fn both(left: &Expr, right: &Expr, and: bool) -> Option<bool> {
    match (foreseen(left), foreseen(right)) {
        (Some(left), Some(right)) => Some(if and { left && right } else { left || right }),
        (Some(one), None) | (None, Some(one)) if one != and => Some(one),
        _ => None,
    }
}

/// `small < large`, where one is a number that hardly anything is below.
fn few(small: &Expr, large: &Expr) -> Option<bool> {
    const FEW: u64 = 2;
    let number = |expr: &Expr| match strip(expr) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(int) => int.base10_parse::<u64>().ok(),
            Lit::Float(float) => float
                .base10_parse::<f64>()
                .ok()
                .filter(|it| *it == 0.0)
                .map(|_| 0),
            _ => None,
        },
        _ => None,
    };
    if number(large).is_some_and(|most| most <= FEW) {
        return Some(false);
    }
    number(small)
        .is_some_and(|least| least <= FEW)
        .then_some(true)
}

/// A literal that is no `true` or `false`, or `None`.
fn constant(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Lit(literal) => !matches!(literal.lit, Lit::Bool(_)),
        Expr::Unary(unary) => constant(&unary.expr),
        Expr::Path(path) => path.path.is_ident("None"),
        _ => false,
    }
}

/// True for what says that something failed: `Err(..)`, `None`.
pub(super) fn fails(returned: &Expr) -> bool {
    match strip(returned) {
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path)
            if path.path.segments.last().is_some_and(|last| last.ident == "Err")),
        Expr::Path(path) => path.path.is_ident("None"),
        _ => false,
    }
}

/// True for a macro that nearly always goes on, by the names of crates that everybody has: it writes a line, or leaves in an error.
pub(super) fn goes_on(mac: &Macro) -> bool {
    let name = mac.path.segments.last().map(|last| last.ident.to_string());
    matches!(
        name.as_deref(),
        Some("trace" | "debug" | "info" | "warn" | "error" | "log" | "ensure" | "bail")
    )
}
