//! The types of names that only the end of a block shows: `let total = xs.iter().sum(); (xs, total)`
//! in a function that returns `(Vec<f64>, f64)`.
//!
//! In: the statements of a block and the type of its value. Out: for each `let` of one name without a
//! type the type that its name must have, where the name is a part of the value. Numbers and `Vec`s
//! alone: rustc coerces nothing to these.

use super::expects::Expects;
use crate::syntax::environment::Environment;
use crate::syntax::mentions::spelling;
use crate::syntax::patterns::binds;
use crate::syntax::types::mentions_unseen_or_mutable;
use crate::syntax::visible::name_of;
use crate::syntax::{macros, parse_chain};
use std::collections::BTreeMap;
use syn::{Block, Expr, Pat, Stmt, Type};

/// The types, by the index of the statement that binds the name.
pub(super) fn by_the_end(
    block: &Block,
    result: Option<&Type>,
    environment: &Environment,
) -> BTreeMap<usize, Type> {
    let mut types = BTreeMap::new();
    let Some((Stmt::Expr(tail, None), before)) = block.stmts.split_last() else {
        return types;
    };
    let mut parts = Vec::new();
    walk(tail, Expects::maybe(result), environment, &mut parts);
    for (name, ty) in parts {
        let number = environment.primitive_number(&ty).is_some();
        let vector = parse_chain::is_vec(&ty) && environment.means_std("Vec");
        if !(number || vector && !mentions_unseen_or_mutable(&ty)) {
            continue;
        }
        // The last statement that may bind the name is the one that counts.
        let binding = before
            .iter()
            .enumerate()
            .rev()
            .find(|(_, stmt)| match stmt {
                Stmt::Local(local) => binds(&local.pat).contains(&name),
                Stmt::Macro(mac) => !macros::binds_nothing(&mac.mac),
                _ => false,
            });
        if let Some((index, Stmt::Local(local))) = binding
            && let Pat::Ident(ident) = &local.pat
            && ident.by_ref.is_none()
            && spelling(&ident.ident) == name
        {
            types.insert(index, ty);
        }
    }
    types
}

/// The names that are parts of a block's value, with the types of the parts.
fn walk(
    expr: &Expr,
    expects: Expects<'_>,
    environment: &Environment,
    parts: &mut Vec<(String, Type)>,
) {
    match expr {
        Expr::Path(_) => {
            if let (Some(name), Some(ty)) = (name_of(expr), expects.ty()) {
                parts.push((name, ty.clone()));
            }
        }
        Expr::Paren(paren) => walk(&paren.expr, expects, environment, parts),
        Expr::Tuple(tuple) => {
            for (part, expects) in tuple.elems.iter().zip(expects.parts(tuple.elems.len())) {
                walk(part, expects, environment, parts);
            }
        }
        Expr::Call(call) => {
            let expects = expects.argument(call, environment);
            for argument in &call.args {
                walk(argument, expects, environment, parts);
            }
        }
        _ => {}
    }
}
