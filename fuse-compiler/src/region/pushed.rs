//! Vectors that are empty where a loop begins to push to them.
//!
//! In: a loop, and the statements before it. Out: of the vectors that it pushes to, those that a `let mut` of the block has made with
//! nothing in them and that nobody has mentioned since: what is in them then is what the loop pushes, in order. And of those that were
//! declared without a type, the type that the pushes show.

use super::statement::{Kind, Statement};
use crate::ops::consumer::each::Each;
use crate::rust::environment::Environment;
use crate::rust::patterns::single_name;
use crate::rust::spelling::{spelling, times};
use quote::ToTokens;
use syn::{Expr, Stmt};

/// Forgets of the others that the loop is all that makes them.
pub(super) fn keep_empty(
    statement: &mut Statement,
    before: &[Statement],
    environment: &Environment,
) {
    let Kind::Each(skeleton) = &mut statement.kind else {
        return;
    };
    for hole in &mut skeleton.holes {
        if let Some(each) = hole.chain.consumer.of_mut::<Each>() {
            each.pushed
                .retain(|pushed| is_empty(&pushed.name, before, environment));
        }
    }
}

/// Notes the types of elements that the pushes of a loop show: rustc has them from the first.
pub(super) fn decide(statement: &Statement, environment: &mut Environment) {
    let Kind::Each(skeleton) = &statement.kind else {
        return;
    };
    for hole in &skeleton.holes {
        if let Some(each) = hole.chain.consumer.of::<Each>() {
            let copied = each.body.copied.iter();
            for (vector, element) in each.body.numbers.iter().chain(copied) {
                environment.decide(vector, element);
            }
        }
    }
}

fn is_empty(name: &str, before: &[Statement], environment: &Environment) -> bool {
    let mentions = |statement: &&Statement| times(name, statement.tokens.to_token_stream()) > 0;
    let last = before.iter().rev().find(mentions);
    let Some(Stmt::Local(local)) = last.map(|statement| &statement.tokens) else {
        return false;
    };
    let is_name = single_name(&local.pat)
        .is_some_and(|bound| bound.by_ref.is_none() && spelling(&bound.ident) == name);
    let init = local.init.as_ref().filter(|init| init.diverge.is_none());
    is_name
        && local.attrs.is_empty()
        && environment.means_std("Vec")
        && init.is_some_and(|init| makes_empty(&init.expr))
}

/// `Vec::new()`, `Vec::with_capacity(n)`, `vec![]`.
pub(super) fn makes_empty(init: &Expr) -> bool {
    match init {
        Expr::Macro(made) => made.mac.path.is_ident("vec") && made.mac.tokens.is_empty(),
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else {
                return false;
            };
            let mut segments = path.path.segments.iter();
            let owner = segments.next().is_some_and(|owner| owner.ident == "Vec");
            let function = segments.next().is_some_and(|function| {
                function.ident == "new" && call.args.is_empty()
                    || function.ident == "with_capacity" && call.args.len() == 1
            });
            owner && function && segments.next().is_none() && path.qself.is_none()
        }
        _ => false,
    }
}
