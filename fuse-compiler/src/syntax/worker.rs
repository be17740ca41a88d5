use super::environment::Environment;
use super::mentions::Mentions;
use std::collections::BTreeSet;
use syn::Expr;
#[derive(Clone, Debug)]
pub(crate) struct Impurity { pub(crate) span: proc_macro2::Span }
impl std::fmt::Display for Impurity { fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { Ok(()) } }
#[derive(Clone, Debug)]
pub(crate) struct Judgment { pub(crate) pure: Result<(), Impurity>, pub(crate) inline: bool, pub(crate) total: bool, pub(crate) value_result: bool, pub(crate) mentions: BTreeSet<String>, pub(crate) moves: BTreeSet<String> }
pub(crate) fn judge(e: &Expr, _: &Environment) -> Judgment { Judgment { pure: Ok(()), inline: true, total: false, value_result: true, mentions: Mentions::of_expr(e).read, moves: BTreeSet::new() } }
