//! How many loops are written in a piece of code, by what it looks like.

use crate::ops::parse::looks_like_chain;
use crate::rust::visit::Visit;
use syn::{Block, Expr, ExprClosure, Stmt};

pub(crate) fn holds_chain(expr: &Expr) -> bool {
    let mut counter = Counter::default();
    counter.visit_expr(expr);
    counter.chains > 0
}

/// Chains and `for` loops that are written in a statement.
#[must_use]
pub(crate) fn loops_in(stmt: &Stmt) -> usize {
    let mut counter = Counter::default();
    counter.visit_stmt(stmt);
    counter.chains + counter.loops
}

/// True if several chains or loops stand in a block of a closure.
#[must_use]
pub(crate) fn holds_loops(stmt: &Stmt) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
            if let Expr::Block(block) = &*closure.body {
                let loops = block.block.stmts.iter().map(loops_in).sum::<usize>();
                self.0 |= loops > 1;
            }
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut finder = Finder(false);
    finder.visit_stmt(stmt);
    finder.0
}

/// True if a chain stands in a statement outside of the blocks in it, which are regions of their
/// own.
pub(crate) fn chain_outside_blocks(stmt: &Stmt) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.0 |= looks_like_chain(expr);
            crate::rust::visit::visit_expr(self, expr);
        }
        fn visit_block(&mut self, _: &'ast Block) {}
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut finder = Finder(false);
    finder.visit_stmt(stmt);
    finder.0
}

#[derive(Default)]
struct Counter {
    chains: usize,
    loops: usize,
}

impl<'ast> Visit<'ast> for Counter {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        if looks_like_chain(expr) {
            self.chains += 1;
        }
        if matches!(expr, Expr::ForLoop(_)) {
            self.loops += 1;
        }
        crate::rust::visit::visit_expr(self, expr);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
