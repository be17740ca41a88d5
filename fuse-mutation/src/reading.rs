//! Which names a function takes from where.
//!
//! In: a parsed function. Out: the names and labels that nothing in it binds, and how often control
//! leaves it, in closures and outside of them. What a macro call or an item inside says is not read, but for `beside!` and
//! `shared!`, in whose arguments an expansion has its loops.

use std::collections::{BTreeMap, BTreeSet};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    Arm, Block, Expr, ExprIf, FnArg, ImplItemFn, Item, Lifetime, Local, Macro, Pat, Stmt, Token,
};

/// How control may leave, and whether it does so in a closure or an `async` block.
type Exit = (&'static str, bool);

/// What was read from a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    free: BTreeSet<String>,
    exits: BTreeMap<Exit, usize>,
    bound: Vec<String>,
    /// Every name that was ever bound.
    binds: BTreeSet<String>,
    inside: bool,
}

impl Reading {
    pub(crate) fn of(function: &ImplItemFn) -> Reading {
        let mut reading = Reading::default();
        for input in &function.sig.inputs {
            match input {
                FnArg::Receiver(_) => reading.bound.push("self".to_owned()),
                FnArg::Typed(typed) => reading.bind(&typed.pat),
            }
        }
        reading.visit_block(&function.block);
        reading
    }

    /// Whether any pattern binds the name.
    pub(crate) fn binds(&self, name: &str) -> bool {
        self.binds.contains(name)
    }

    /// Compares a function with its expansion.
    pub(crate) fn stays(&self, fused: &Reading) -> Result<(), String> {
        if let Some(name) = fused.free.difference(&self.free).next() {
            return Err(format!("nothing binds `{name}`"));
        }
        for (exit, count) in &self.exits {
            let now = fused.exits.get(exit).copied().unwrap_or(0);
            let (_, inside) = *exit;
            // A loop over a place has two forms, one where it is a slice, and lanes have a rest: a worker stands in each.
            let most = if inside { 3 * count } else { *count };
            if !(*count..=most).contains(&now) {
                return Err(format!("{exit:?} {count} times, now {now}"));
            }
        }
        Ok(())
    }

    fn bind(&mut self, pattern: &Pat) {
        struct Binds<'a>(&'a mut Vec<String>);
        impl<'ast> Visit<'ast> for Binds<'_> {
            fn visit_pat_ident(&mut self, ident: &'ast syn::PatIdent) {
                self.0.push(spelling(&ident.ident));
                visit::visit_pat_ident(self, ident);
            }
            fn visit_expr(&mut self, _: &'ast Expr) {}
        }
        let outside = self.bound.len();
        Binds(&mut self.bound).visit_pat(pattern);
        self.binds.extend(self.bound[outside..].iter().cloned());
        // Paths and ranges in patterns name constants.
        visit::visit_pat(self, pattern);
    }

    fn scope(&mut self, visit: impl FnOnce(&mut Self)) {
        let outside = self.bound.len();
        visit(self);
        self.bound.truncate(outside);
    }

    fn within(&mut self, visit: impl FnOnce(&mut Self)) {
        let outside = std::mem::replace(&mut self.inside, true);
        self.scope(visit);
        self.inside = outside;
    }

    /// Two versions, of which one runs.
    fn either(&mut self, one: impl FnOnce(&mut Self), other: impl FnOnce(&mut Self)) {
        let outside = std::mem::take(&mut self.exits);
        one(self);
        let first = std::mem::replace(&mut self.exits, outside.clone());
        other(self);
        for (exit, count) in first {
            let before = outside.get(&exit).copied().unwrap_or(0);
            let all = self.exits.entry(exit).or_default();
            *all = (before + count).max(*all);
        }
    }

    fn exit(&mut self, kind: &'static str) {
        *self.exits.entry((kind, self.inside)).or_default() += 1;
    }

    fn uses(&mut self, name: String) {
        if !self.bound.contains(&name) {
            self.free.insert(name);
        }
    }
}

/// True for the question of an expansion that has all that follows in two versions.
fn equal_lengths(condition: &Expr) -> bool {
    matches!(condition, Expr::Path(path) if path.path.is_ident("loop__equal"))
}

/// A name without `r#`.
fn spelling(name: &syn::Ident) -> String {
    name.to_string().trim_start_matches("r#").to_owned()
}

impl<'ast> Visit<'ast> for Reading {
    fn visit_block(&mut self, block: &'ast Block) {
        self.scope(|reading| {
            for stmt in &block.stmts {
                let name = match stmt {
                    Stmt::Item(Item::Fn(item)) => &item.sig.ident,
                    Stmt::Item(Item::Const(item)) => &item.ident,
                    Stmt::Item(Item::Static(item)) => &item.ident,
                    Stmt::Item(Item::Struct(item)) => &item.ident,
                    _ => continue,
                };
                reading.bound.push(name.to_string());
            }
            visit::visit_block(reading, block);
        });
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = &local.init {
            self.visit_local_init(init);
        }
        self.bind(&local.pat);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        self.scope(|reading| {
            reading.bind(&arm.pat);
            reading.visit_expr(&arm.body);
        });
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Path(path) => {
                if let (None, Some(name)) = (&path.qself, path.path.get_ident()) {
                    self.uses(spelling(name));
                }
                visit::visit_expr(self, expr);
            }
            Expr::Let(condition) => {
                self.visit_expr(&condition.expr);
                self.bind(&condition.pat);
            }
            Expr::If(ExprIf {
                cond,
                then_branch,
                else_branch: Some((_, other)),
                ..
            }) if equal_lengths(cond) => self.either(
                |reading| reading.visit_block(then_branch),
                |reading| reading.visit_expr(other),
            ),
            Expr::If(branch) => {
                self.scope(|reading| {
                    reading.visit_expr(&branch.cond);
                    reading.visit_block(&branch.then_branch);
                });
                if let Some((_, other)) = &branch.else_branch {
                    self.visit_expr(other);
                }
            }
            Expr::While(looped) => self.scope(|reading| {
                reading.label(&looped.label);
                reading.visit_expr(&looped.cond);
                reading.visit_block(&looped.body);
            }),
            Expr::ForLoop(looped) => {
                self.visit_expr(&looped.expr);
                self.scope(|reading| {
                    reading.label(&looped.label);
                    reading.bind(&looped.pat);
                    reading.visit_block(&looped.body);
                });
            }
            Expr::Loop(looped) => self.scope(|reading| {
                reading.label(&looped.label);
                reading.visit_block(&looped.body);
            }),
            Expr::Block(block) => self.scope(|reading| {
                reading.label(&block.label);
                reading.visit_block(&block.block);
            }),
            Expr::Closure(closure) => self.within(|reading| {
                closure.inputs.iter().for_each(|input| reading.bind(input));
                reading.visit_expr(&closure.body);
            }),
            Expr::Async(block) => self.within(|reading| reading.visit_block(&block.block)),
            Expr::Break(jump) => self.jump(expr, &jump.label),
            Expr::Continue(jump) => self.jump(expr, &jump.label),
            Expr::Return(_) => self.leave("return", expr),
            Expr::Try(_) => self.leave("?", expr),
            Expr::Await(_) => self.leave("await", expr),
            Expr::Yield(_) => self.leave("yield", expr),
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        let ours = called.path.segments.last();
        if !ours.is_some_and(|last| last.ident == "beside" || last.ident == "shared") {
            return;
        }
        let arguments = called.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        arguments
            .iter()
            .flatten()
            .for_each(|argument| self.visit_expr(argument));
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

impl Reading {
    fn leave(&mut self, kind: &'static str, expr: &Expr) {
        self.exit(kind);
        visit::visit_expr(self, expr);
    }

    /// Inlined closures have taken their jumps with them; that each has its label is enough.
    fn jump(&mut self, expr: &Expr, label: &Option<Lifetime>) {
        if let Some(label) = label {
            self.uses(label.to_string());
        }
        visit::visit_expr(self, expr);
    }

    fn label(&mut self, label: &Option<syn::Label>) {
        self.bound
            .extend(label.as_ref().map(|label| label.name.to_string()));
    }
}
