//! Chains out of branches: a round goes over all elements, whichever way the function takes in the end.
//!
//! In: the block of a function. Out: one whose chains over slices stand where they run in any case. A last `if` of which one branch has no
//! chain is an early return; a chain behind `&&`, in a branch or in a closure is a `let` before its statement, if it mentions nothing
//! that is bound there. One that may panic takes in elements only where its branch is taken (module `guarded`).

use super::guarded;
use crate::rust::expr::strip;
use crate::rust::mentions::Mentions;
use crate::rust::patterns;
use crate::rust::visit::Visit;
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::{SortedMap, SortedSet};
use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::{BinOp, Block, Expr, ExprIf, Pat, Stmt, Type};

/// Floats what can be.
pub(super) fn float(block: &mut Block, slices: &SortedMap<String, Type>) {
    while let Some(flat) = without_last_branch(&block.stmts, slices) {
        block.stmts = flat;
    }
    let mut floated = 0;
    for statement in std::mem::take(&mut block.stmts) {
        let mut float = Float {
            slices,
            when: Vec::new(),
            bound: SortedSet::new(),
            before: Vec::new(),
            floated,
        };
        let mut statement = statement;
        // The blocks of a loop are not branches.
        if !matches!(statement, Stmt::Expr(Expr::ForLoop(_), _)) {
            float.visit_stmt_mut(&mut statement);
        }
        floated = float.floated;
        block.stmts.append(&mut float.before);
        block.stmts.push(statement);
    }
}

/// The statements with a last `if` as an early return, if it has a branch without chains.
fn without_last_branch(statements: &[Stmt], slices: &SortedMap<String, Type>) -> Option<Vec<Stmt>> {
    let (Stmt::Expr(Expr::If(branch), None), before) = statements.split_last()? else {
        return None;
    };
    let (_, otherwise) = branch.else_branch.as_ref()?;
    let otherwise = as_block(otherwise);
    let ExprIf {
        cond, then_branch, ..
    } = branch;
    let is_let = matches!(**cond, Expr::Let(_));
    let is_free = |block: &Block| {
        let reads = Mentions::of_block(block).read;
        !slices.keys().any(|slice| reads.contains(slice))
    };
    let (guard, rest) = match (is_free(then_branch), is_free(&otherwise)) {
        _ if is_let => return None,
        (true, false) => {
            let value = value_of(then_branch)?;
            let guard: Expr = syn::parse_quote!(if #cond { return #value; });
            (guard, otherwise)
        }
        (false, true) => {
            let value = value_of(&otherwise)?;
            let guard = syn::parse_quote!(if !(#cond) { return #value; });
            (guard, then_branch.clone())
        }
        _ => return None,
    };
    let mut flat = before.to_vec();
    flat.push(Stmt::Expr(guard, None));
    flat.extend(rest.stmts);
    Some(flat)
}

fn as_block(expr: &Expr) -> Block {
    match expr {
        Expr::Block(block) => block.block.clone(),
        expr => syn::parse_quote!({ #expr }),
    }
}

/// The value of a block that is nothing else.
fn value_of(block: &Block) -> Option<&Expr> {
    match &block.stmts[..] {
        [Stmt::Expr(value, None)] => Some(value),
        _ => None,
    }
}

struct Float<'s> {
    /// The slices, with the types of their elements.
    slices: &'s SortedMap<String, Type>,
    /// When what is visited runs: under all of these, of which some are not known.
    when: Vec<Option<Expr>>,
    /// What is bound around it, inside of the statement.
    bound: SortedSet<String>,
    before: Vec<Stmt>,
    floated: usize,
}

impl Float<'_> {
    fn inside(&mut self, when: Option<Expr>, visit: impl FnOnce(&mut Self)) {
        self.when.push(when);
        visit(self);
        self.when.pop();
    }

    /// When what is visited runs, if that can be said before the statement.
    fn condition(&self) -> Option<Expr> {
        let all: Option<Vec<&Expr>> = self.when.iter().map(Option::as_ref).collect();
        let all = all?;
        let is_known = |expr: &&Expr| {
            let reads = Mentions::of_expr(expr).read;
            let is_here = |name: &String| {
                self.bound.contains(name) || self.slices.get(name.as_str()).is_some()
            };
            !reads.iter().any(is_here)
        };
        all.iter()
            .all(is_known)
            .then(|| syn::parse_quote!(#((#all))&&*))
    }

    /// A name instead of a chain over a slice.
    fn name(&mut self, chain: &mut Expr) -> Option<Ident> {
        let mut root = &*chain;
        while let Expr::MethodCall(call) = root {
            root = strip(&call.receiver);
        }
        let Expr::Path(path) = root else { return None };
        let root = path.path.get_ident()?.to_string();
        let reads = Mentions::of_expr(chain).read;
        let element = self.slices.get(root.as_str())?;
        let mut free = !self.bound.iter().any(|name| reads.contains(name));
        let safe = |when: &Option<Expr>| when.as_ref().is_some_and(guarded::says_there_are_some);
        let is_harmless = self.when.iter().all(safe) || guarded::is_harmless(chain, element);
        if free && !is_harmless {
            let held = self
                .condition()
                .and_then(|condition| guarded::guarded(chain, &condition));
            free = held.is_some();
            if let Some(held) = held {
                *chain = held;
            }
        }
        let name = format_ident!(
            "loopfuse_floated_{}",
            self.floated,
            span = Span::call_site()
        );
        self.floated += usize::from(free);
        free.then_some(name)
    }
}

impl VisitMut for Float<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if !self.when.is_empty()
            && guarded::is_consumed(expr)
            && let Some(name) = self.name(expr)
        {
            self.before.push(syn::parse_quote!(let #name = #expr;));
            *expr = syn::parse_quote!(#name);
            return;
        }
        match expr {
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.visit_expr_mut(&mut binary.left);
                let left = &binary.left;
                let when = match binary.op {
                    BinOp::And(_) => syn::parse_quote!(#left),
                    _ => not(left),
                };
                self.inside(Some(when), |this| this.visit_expr_mut(&mut binary.right));
            }
            Expr::If(branch) => {
                self.bound.extend(bound_in(&branch.cond));
                self.visit_expr_mut(&mut branch.cond);
                let when = Some(&*branch.cond).filter(|cond| !has_let(cond));
                let (when, unless) = (when.cloned(), when.map(not));
                self.inside(when, |this| this.visit_block_mut(&mut branch.then_branch));
                if let Some((_, otherwise)) = &mut branch.else_branch {
                    self.inside(unless, |this| this.visit_expr_mut(otherwise));
                }
            }
            Expr::Match(arms) => {
                self.visit_expr_mut(&mut arms.expr);
                self.inside(None, |this| {
                    for arm in &mut arms.arms {
                        this.bound.extend(patterns::binds(&arm.pat));
                        this.visit_arm_mut(arm);
                    }
                });
            }
            Expr::MethodCall(call) if call.method == "then" && call.args.len() == 1 => {
                self.visit_expr_mut(&mut call.receiver);
                let when = (*call.receiver).clone();
                match &mut call.args[0] {
                    Expr::Closure(closure) => {
                        self.inside(Some(when), |this| this.visit_expr_mut(&mut closure.body));
                    }
                    other => self.visit_expr_mut(other),
                }
            }
            // Those of a chain are its own.
            Expr::Closure(closure) if closure.inputs.is_empty() => {
                self.inside(None, |this| this.visit_expr_mut(&mut closure.body));
            }
            Expr::Closure(_) => {}
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
        if let (false, Stmt::Local(local)) = (self.when.is_empty(), &*statement) {
            self.bound.extend(patterns::binds(&local.pat));
        }
        visit_mut::visit_stmt_mut(self, statement);
    }
}

fn not(condition: &Expr) -> Expr {
    syn::parse_quote!(!(#condition))
}

/// True for `if let`, alone or behind `&&`.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(both) => has_let(&both.left) || has_let(&both.right),
        _ => false,
    }
}

/// What the patterns of a condition bind.
fn bound_in(condition: &Expr) -> SortedSet<String> {
    struct Bound(SortedSet<String>);
    impl<'a> Visit<'a> for Bound {
        fn visit_pat(&mut self, pattern: &'a Pat) {
            self.0.extend(patterns::binds(pattern));
        }
    }
    let mut bound = Bound(SortedSet::new());
    bound.visit_expr(condition);
    bound.0
}
