//! How many loops are written in a piece of code, by what it looks like.

use crate::ops::parse::{looks_like_chain, looks_like_stream, unseen_source};
use crate::rust::cause::Cause;
use crate::rust::visit::Visit;
use proc_macro2::Span;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprClosure, Macro, Stmt, Token};

pub(crate) fn holds_chain(expr: &Expr) -> bool {
    let mut counter = Counter::default();
    counter.visit_expr(expr);
    counter.chains > 0
}

/// Chains and `for` loops that are written in a statement.
#[must_use]
pub(crate) fn loops_in(stmt: &Stmt) -> usize {
    let counter = Counter::of(stmt);
    counter.chains + counter.loops + counter.unseen
}

/// The same, without chains that start at what nobody knows to be iterated over.
#[must_use]
pub(crate) fn seen_loops_in(stmt: &Stmt) -> usize {
    let counter = Counter::of(stmt);
    counter.chains + counter.loops
}

/// True if several chains or loops stand in a block of a closure.
#[must_use]
pub(crate) fn holds_loops(stmt: &Stmt) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
            if let Expr::Block(block) = &*closure.body {
                let loops = block.block.stmts.iter().map(seen_loops_in).sum::<usize>();
                self.0 |= loops > 1;
            }
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut finder = Finder(false);
    finder.visit_stmt(stmt);
    finder.0
}

/// What chains there are in a statement outside of the blocks in it, which are regions of their own.
#[derive(Default)]
pub(crate) struct Outside {
    /// True if there is one.
    pub(crate) chain: bool,
    /// What one starts at that nobody knows to be iterated over, or a `for` loop runs over.
    pub(crate) unseen: Option<Expr>,
    /// Where the first `while` or `loop` stands.
    pub(crate) endless: Option<Span>,
    /// The first chain that an `extend` takes, or a macro, and where.
    pub(crate) taken: Option<(Span, Cause)>,
}

impl Outside {
    /// Of a statement.
    pub(crate) fn of(stmt: &Stmt) -> Outside {
        let mut outside = Outside::default();
        outside.visit_stmt(stmt);
        outside
    }
}

impl<'ast> Visit<'ast> for Outside {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.chain |= looks_like_chain(expr);
        self.unseen = self.unseen.take().or_else(|| match expr {
            Expr::ForLoop(looped) => Some((*looped.expr).clone()),
            other => unseen_source(other).cloned(),
        });
        if let Expr::While(_) | Expr::Loop(_) = expr {
            self.endless.get_or_insert(expr.span());
        }
        if let Some(chain) = extended_by(expr) {
            let cause = Cause::UnknownConsumer("extend".to_owned());
            self.taken.get_or_insert((chain.span(), cause));
        }
        crate::rust::visit::visit_expr(self, expr);
    }
    fn visit_macro(&mut self, mac: &'ast Macro) {
        let parts = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(mac.tokens.clone());
        for part in parts.into_iter().flatten() {
            let mut inside = Chains(None);
            inside.visit_expr(&part);
            if let Some(chain) = inside.0 {
                self.taken.get_or_insert((chain, Cause::Position));
            }
        }
    }
    fn visit_block(&mut self, _: &'ast Block) {}
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// Where the first chain stands.
struct Chains(Option<Span>);

impl<'ast> Visit<'ast> for Chains {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        if looks_like_chain(expr) {
            self.0.get_or_insert(expr.span());
        }
        crate::rust::visit::visit_expr(self, expr);
    }
}

/// The chain by which an `extend` does what a loop does.
fn extended_by(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::MethodCall(call) if call.method == "extend" && call.args.len() == 1 => {
            call.args.first().filter(|chain| looks_like_stream(chain))
        }
        _ => None,
    }
}

#[derive(Default)]
struct Counter {
    chains: usize,
    loops: usize,
    /// Chains that start at what nobody knows to be iterated over.
    unseen: usize,
}

impl Counter {
    fn of(stmt: &Stmt) -> Counter {
        let mut counter = Counter::default();
        counter.visit_stmt(stmt);
        counter
    }
}

impl<'ast> Visit<'ast> for Counter {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        if looks_like_chain(expr) {
            self.chains += 1;
        }
        self.unseen += usize::from(unseen_source(expr).is_some());
        if matches!(expr, Expr::ForLoop(_)) {
            self.loops += 1;
        }
        crate::rust::visit::visit_expr(self, expr);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
