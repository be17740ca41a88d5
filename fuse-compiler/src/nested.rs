//! Blocks inside statements: each is a region of its own (design section 3, *Regions*).
//!
//! In: a region whose walls may hold blocks. Out: the same region, with those blocks fused in the
//! walls' tokens. Closures, `async` and `const` blocks and items are left alone.

use crate::pipeline::{Setting, fuse_block};
use crate::report::FunctionReport;
use crate::syntax::environment::Environment;
use crate::syntax::mentions::Mentions;
use crate::syntax::patterns::bindings;
use crate::syntax::region::{Bound, Kind, Region, loops_in};
use proc_macro2::TokenStream;
use std::collections::BTreeMap;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt};

/// A statement that prints as these tokens.
#[must_use]
pub(crate) fn verbatim(tokens: TokenStream) -> Stmt {
    Stmt::Expr(Expr::Verbatim(tokens), None)
}

/// Fuses the blocks inside the walls of a region; true if any changed.
pub(crate) fn fuse(
    setting: &Setting<'_>,
    region: &mut Region,
    report: &mut FunctionReport,
) -> bool {
    let mut changed = false;
    for statement in &mut region.statements {
        let Kind::Wall(wall) = &mut statement.kind else {
            continue;
        };
        if matches!(statement.tokens, Stmt::Item(_) | Stmt::Macro(_)) {
            continue;
        }
        let mut environment = wall.environment.clone();
        for (name, mutable) in bound_within(&statement.tokens) {
            environment.push_unknown(&name, mutable);
        }
        let mut fuser = Fuser {
            setting,
            environment: &environment,
            report,
            inside: 0,
            changed,
        };
        fuser.changed = false;
        fuser.visit_stmt_mut(&mut statement.tokens);
        wall.loops = wall.loops.saturating_sub(fuser.inside);
        wall.rewritten = fuser.changed;
        changed |= wall.rewritten;
    }
    changed
}

/// Every name that any pattern inside a statement binds, and whether one binds it by `mut`.
fn bound_within(stmt: &Stmt) -> BTreeMap<String, bool> {
    struct Names(BTreeMap<String, bool>);
    impl<'ast> syn::visit::Visit<'ast> for Names {
        fn visit_pat(&mut self, pattern: &'ast syn::Pat) {
            for binding in bindings(pattern) {
                *self.0.entry(binding.name).or_default() |= binding.mutable;
            }
        }
    }
    let mut names = Names(BTreeMap::new());
    syn::visit::Visit::visit_stmt(&mut names, stmt);
    names.0
}

struct Fuser<'a> {
    setting: &'a Setting<'a>,
    environment: &'a Environment,
    report: &'a mut FunctionReport,
    /// Loops counted by the regions inside.
    inside: usize,
    changed: bool,
}

impl VisitMut for Fuser<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.inside += block.stmts.iter().map(loops_in).sum::<usize>();
        let mut environment = self.environment.clone();
        // Names that the block itself binds are no parameters of it.
        let parameters = Mentions::of_block(block)
            .read
            .iter()
            .filter(|name| environment.lookup(name).is_some())
            .map(|name| Bound::of(name, &environment))
            .collect::<Vec<_>>();
        let tokens = fuse_block(
            self.setting,
            block,
            &parameters,
            None,
            &mut environment,
            self.report,
        );
        if let Some(tokens) = tokens {
            block.stmts = vec![verbatim(tokens)];
            self.changed = true;
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Closure(_) | Expr::Async(_) | Expr::Const(_) | Expr::Macro(_) => {}
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
