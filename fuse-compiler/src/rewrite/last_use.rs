//! Arrays of plain values that are taken where they are walked for the last time, as lent.
//!
//! In: a block in which `for y in ys`, or `ys.into_iter()`, stands behind a loop over `ys.iter()`. Out: the same over `ys.iter().copied()`: the two may
//! share a loop, since neither takes the array from the other. The elements are `Copy` and nobody sees them dropped; the array
//! is mentioned no more, so that nobody misses the move.

use super::{may_bind, plain_let, read};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::each::Each;
use crate::ops::reading::{local, vec_of};
use crate::region::{Hole, Kind, Statement};
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use crate::rust::spelling::{spelling, times};
use crate::rust::types::peel;
use crate::rust::visit::{self, Visit};
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::SortedSet;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Block, Expr, ExprMethodCall, Stmt};

/// A block with such arrays lent.
pub(crate) struct Lent {
    pub(crate) block: Block,
    /// Those arrays, which are to be in memory no more: else nothing is gained, and std collects in the memory of what it is given.
    pub(crate) arrays: SortedSet<String>,
}

/// True if a block may take an array that is lent before, by its looks.
pub(crate) fn may_be_last_use(block: &Block) -> bool {
    let mut takes = Takes(Vec::new());
    block.stmts.iter().for_each(|stmt| takes.visit_stmt(stmt));
    !takes.0.is_empty()
}

/// The block with such arrays lent, if there are any: those that it makes itself, since others may be taken in its next turn. `start` is what is
/// known where it starts.
pub(crate) fn last_use(block: &Block, start: &Environment) -> Option<Lent> {
    let mut lent = Lent {
        block: block.clone(),
        arrays: SortedSet::new(),
    };
    let mut any = false;
    for (index, stmt) in block.stmts.iter().enumerate() {
        let mut takes = Takes(Vec::new());
        takes.visit_stmt(stmt);
        for name in takes.0 {
            let tokens = |stmts: &[Stmt]| -> TokenStream {
                stmts.iter().map(ToTokens::to_token_stream).collect()
            };
            let (before, behind) = (&block.stmts[..index], &block.stmts[index + 1..]);
            let bound = block.stmts.iter().filter(|stmt| may_bind(stmt, &name));
            let made = before.iter().any(|stmt| {
                plain_let(stmt).is_some_and(|(ident, ..)| spelling(&ident.ident) == name)
            });
            let own = made && bound.count() == 1;
            let once = times(&name, tokens(behind)) == 0
                && times(&name, stmt.to_token_stream()) == 1
                && times(&name, tokens(before)) > usize::from(made);
            let (region, environment) = read(before, start, None);
            let mut earlier = before.iter().zip(&region.statements);
            let free = region.statements.len() == before.len()
                && earlier.all(|(stmt, read)| holds_nothing(stmt, read, &name));
            let element = environment
                .type_of(&name)
                .and_then(|ty| vec_of(peel(ty))?.1);
            let plain = environment.means_std("Vec")
                && element.is_some_and(|ty| {
                    environment.visibly_copy(&ty) && environment.visibly_plain(&ty)
                });
            if !own || !once || !plain || !free {
                continue;
            }
            let (region, _) = read(&block.stmts[..=index], start, None);
            let taking = region.statements.last();
            let taking = taking.filter(|_| region.statements.len() == index + 1);
            let in_memory = |hole: &Hole| collects_some(hole, &name);
            if taking.is_none_or(|read| read.holes().iter().any(in_memory)) {
                continue;
            }
            lent.arrays.insert(name.clone());
            Lends(&name).visit_stmt_mut(&mut lent.block.stmts[index]);
            any = true;
        }
    }
    any.then_some(lent)
}

/// True for a statement behind which nothing may hold a reference into an array: rustc would find that it is taken while it is lent.
fn holds_nothing(stmt: &Stmt, read: &Statement, name: &str) -> bool {
    let binds = plain_let(stmt).is_some_and(|(ident, ..)| spelling(&ident.ident) == name);
    if binds || times(name, stmt.to_token_stream()) == 0 {
        return true;
    }
    let lends = |hole: &Hole| hole.chain.result_borrows().iter().any(|of| of == name);
    let outside = |expr: &Expr| times(name, expr.to_token_stream()) > 0;
    match &read.kind {
        Kind::Let(binding) => {
            !binding.value.holes.iter().any(lends) && !outside(&binding.value.expr)
        }
        Kind::Each(skeleton) => skeleton.holes.iter().all(|hole| {
            let each = hole.chain.consumer.of::<Each>();
            each.is_some_and(|each| each.written.iter().all(|bound| bound.owned || bound.inert))
        }),
        Kind::Tail(_) | Kind::Barrier(_) => false,
    }
}

// Note [In the memory of another]
// Std collects what comes of a `Vec` in its memory. Measured, plain over fused at 16, 64, 1 K and 16 K elements, of an array that is made here, read, and
// mapped into another: 1.3 1.9 1.5 1.5 (doubles and a sum), 2.0 2.0 4.0 3.7 (bytes of integers, and a count); filtered into another: 0.58 0.75 1.0 1.0.

/// True for a chain that collects some of the elements of an array. See Note [In the memory of another].
fn collects_some(hole: &Hole, name: &str) -> bool {
    let chain = &hole.chain;
    chain.consumer.is::<Collect>() && !chain.stream.is_one_to_one() && chain.reads().contains(name)
}

/// The name in `name.into_iter()`.
fn emptied(call: &ExprMethodCall) -> Option<String> {
    let plain = call.method == "into_iter" && call.args.is_empty() && call.turbofish.is_none();
    local(&call.receiver).filter(|_| plain).map(spelling)
}

/// The names that a statement takes to walk over them, at its own level.
struct Takes(Vec<String>);

impl<'ast> Visit<'ast> for Takes {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::ForLoop(looped) => {
                let name = local(strip(&looped.expr)).map(spelling);
                self.0.extend(name);
                self.visit_expr(&looped.expr);
            }
            // What runs more than once, or not at all, takes it otherwise.
            Expr::Closure(_) | Expr::While(_) | Expr::Loop(_) | Expr::If(_) | Expr::Match(_) => {}
            Expr::Async(_) | Expr::Block(_) | Expr::Unsafe(_) | Expr::Const(_) => {}
            Expr::MethodCall(call) => {
                self.0.extend(emptied(call));
                visit::visit_expr(self, expr);
            }
            _ => visit::visit_expr(self, expr),
        }
    }
}

/// Lends an array that a statement takes.
struct Lends<'a>(&'a str);

impl VisitMut for Lends<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::ForLoop(looped) => {
                if let Some(name) =
                    local(strip(&looped.expr)).filter(|name| spelling(name) == self.0)
                {
                    *looped.expr = syn::parse_quote!((&#name).into_iter().copied());
                }
            }
            Expr::MethodCall(call) if emptied(call).is_some_and(|name| name == self.0) => {
                let name = &call.receiver;
                *expr = syn::parse_quote!((&#name).into_iter().copied());
                return;
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}
