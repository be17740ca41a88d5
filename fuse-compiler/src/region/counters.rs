//! Names that are visibly integers since a range counts to them: `0..n` has bounds of one type, and one of them is a literal.
//!
//! In: the statements of a block. Out: the names of its `let`s that are bounds of such a range, wherever that stands behind them.
//! Only those that are bound once in it, so that every mention means the same: a closure's own `n` is another.

use crate::rust::expr::strip;
use crate::rust::macros;
use crate::rust::patterns::bindings;
use crate::rust::spelling::spelling;
use crate::rust::visible::name_of;
use crate::rust::visit::{self, Visit};
use crate::sorted::{SortedMap, SortedSet};
use syn::{Block, Expr, Item, Lit, Pat, PatIdent, Stmt};

/// The names that a block binds and counts to.
pub(super) fn of(block: &Block) -> SortedSet<String> {
    let mut found = Found::default();
    let mut names = SortedSet::new();
    // From the end: what stands above a `let` means another by its name.
    for stmt in block.stmts.iter().rev() {
        if let Stmt::Local(local) = stmt {
            let bound = plain_names(&local.pat).into_iter();
            names.extend(bound.filter(|name| found.counted.contains(name)));
        }
        found.visit_stmt(stmt);
    }
    names.retain(|name| !found.unclear && found.bound.get(name) == Some(&1));
    names
}

/// What a `let` binds by value, to the whole or to a part of it.
fn plain_names(pattern: &Pat) -> Vec<String> {
    let fits = matches!(pattern, Pat::Ident(_) | Pat::Tuple(_));
    let names = bindings(pattern).into_iter();
    let names = names.filter(|name| fits && !name.mutable && !name.by_mutable_reference);
    names.map(|name| name.name).collect()
}

#[derive(Default)]
struct Found {
    /// How often each name is bound.
    bound: SortedMap<String, usize>,
    /// Names that stand beside a literal in a range.
    counted: SortedSet<String>,
    /// True if a macro may bind names that are given to it, or an item means another thing by one.
    unclear: bool,
}

impl<'ast> Visit<'ast> for Found {
    fn visit_pat_ident(&mut self, ident: &'ast PatIdent) {
        *self.bound.entry(spelling(&ident.ident)).or_default() += 1;
        visit::visit_pat_ident(self, ident);
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Macro(mac) = stmt {
            self.unclear |= !macros::binds_nothing(&mac.mac);
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_item(&mut self, _: &'ast Item) {
        self.unclear = true;
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        if let Expr::Range(range) = expr
            && let (Some(start), Some(end)) = (&range.start, &range.end)
        {
            for (one, other) in [(start, end), (end, start)] {
                let literal =
                    matches!(strip(one), Expr::Lit(literal) if matches!(literal.lit, Lit::Int(_)));
                if let (true, Some(name)) = (literal, name_of(other)) {
                    self.counted.insert(name);
                }
            }
        }
        visit::visit_expr(self, expr);
    }
}
