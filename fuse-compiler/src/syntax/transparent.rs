use super::environment::Environment;
use super::mentions::Mentions;
use std::collections::BTreeSet;
use syn::{BinOp, Expr, ExprMethodCall, Local};
pub(crate) struct Judged { pub(crate) reads: BTreeSet<String>, pub(crate) moves: BTreeSet<String> }
fn ok(e: &Expr) -> bool { match e { Expr::Lit(_) | Expr::Path(_) => true, Expr::Binary(b) => ok(&b.left) && ok(&b.right), Expr::Cast(c) => ok(&c.expr), Expr::Paren(c) => ok(&c.expr), Expr::Unary(c) => ok(&c.expr), Expr::Field(c) => ok(&c.base), Expr::Tuple(t) => t.elems.iter().all(ok), Expr::MethodCall(m) => ok(&m.receiver) && m.args.iter().all(ok), _ => false } }
pub(crate) fn judge(e: &Expr, _: &Environment) -> Option<Judged> { ok(e).then(|| Judged { reads: Mentions::of_expr(e).read, moves: BTreeSet::new() }) }
pub(crate) fn judge_initial(e: &Expr, env: &Environment) -> Option<Judged> { judge(e, env) }
pub(crate) fn eager(op: &BinOp) -> bool { !matches!(op, BinOp::And(_) | BinOp::Or(_)) && !super::mentions::compound(op) }
pub(crate) fn may_follow_consumer(m: &ExprMethodCall) -> bool { ["unwrap", "sqrt", "copied"].contains(&m.method.to_string().as_str()) }
pub(crate) fn has_attributes(l: &Local) -> bool { !l.attrs.is_empty() }
