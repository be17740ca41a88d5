//! Whether a closure's body visibly gives a value, so that what an expansion writes behind it can be reached.
//!
//! In: the body, and what is in scope there. Out: no, if all of it may end in what never returns: a call of a function that is
//! not visible may, and a `match` without arms does. Rustc would warn of code that nobody has written.

use super::super::environment::{Callable, Environment};
use super::super::visible::{self, PathCall};
use crate::rust::std_names;
use syn::{Block, Expr, Stmt};

/// Whether a method of a name, with so many arguments, ends an iterator.
pub(crate) type Ends = fn(&str, usize) -> bool;

/// True if the last thing that a body does may never return, for all that is visible.
pub(crate) fn may_diverge(expr: &Expr, environment: &Environment, ends: Ends) -> bool {
    let within = |block: &Block| match block.stmts.last() {
        Some(Stmt::Expr(tail, None)) => may_diverge(tail, environment, ends),
        _ => false,
    };
    match expr {
        Expr::Paren(paren) => may_diverge(&paren.expr, environment, ends),
        Expr::Block(block) => within(&block.block),
        Expr::Unsafe(block) => within(&block.block),
        Expr::If(branch) => {
            let other = branch.else_branch.as_ref();
            within(&branch.then_branch)
                && other.is_some_and(|(_, other)| may_diverge(other, environment, ends))
        }
        Expr::Match(matched) => {
            let mut arms = matched.arms.iter();
            arms.all(|arm| may_diverge(&arm.body, environment, ends))
        }
        Expr::Call(call) => {
            let item = |name: String| matches!(environment.callable(&name), Callable::Item);
            visible::path_call(call, environment) == PathCall::Other
                && visible::name_of(&call.func).is_none_or(item)
        }
        Expr::MethodCall(call) => {
            let (name, arguments) = (call.method.to_string(), call.args.len());
            call.turbofish.is_none()
                && !std_names::is(&name, arguments, std_names::KNOWN)
                && !ends(&name, arguments)
        }
        _ => false,
    }
}
