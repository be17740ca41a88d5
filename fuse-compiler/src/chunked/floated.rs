//! Chains out of branches: a round goes over all elements, whichever way the function takes in the end.
//!
//! In: the block of a function. Out: one whose chains over slices stand where they run in any case. A last `if` of which one branch has no
//! chain is an early return; a chain behind `&&`, in a branch or in a closure is a `let` before its statement, if it mentions nothing
//! that is bound there.

use crate::rust::expr::strip;
use crate::rust::mentions::Mentions;
use crate::rust::patterns;
use crate::rust::visit::Visit;
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::SortedSet;
use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::{BinOp, Block, Expr, ExprIf, Pat, Stmt};

/// Floats what can be.
pub(super) fn float(block: &mut Block, slices: &SortedSet<String>) {
    while let Some(flat) = without_last_branch(&block.stmts, slices) {
        block.stmts = flat;
    }
    let mut floated = 0;
    for statement in std::mem::take(&mut block.stmts) {
        let mut float = Float {
            slices,
            conditional: false,
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
fn without_last_branch(statements: &[Stmt], slices: &SortedSet<String>) -> Option<Vec<Stmt>> {
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
        !slices.iter().any(|slice| reads.contains(slice))
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
    slices: &'s SortedSet<String>,
    /// What is visited may not run.
    conditional: bool,
    /// What is bound around it, inside of the statement.
    bound: SortedSet<String>,
    before: Vec<Stmt>,
    floated: usize,
}

impl Float<'_> {
    fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
        let conditional = std::mem::replace(&mut self.conditional, true);
        visit(self);
        self.conditional = conditional;
    }

    /// A name instead of a chain over a slice.
    fn name(&mut self, chain: &Expr) -> Option<Ident> {
        let mut root = chain;
        while let Expr::MethodCall(call) = root {
            root = strip(&call.receiver);
        }
        let Expr::Path(path) = root else { return None };
        let root = path.path.get_ident()?.to_string();
        let reads = Mentions::of_expr(chain).read;
        let free =
            self.slices.contains(&root) && !self.bound.iter().any(|name| reads.contains(name));
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
        if self.conditional
            && matches!(expr, Expr::MethodCall(_))
            && let Some(name) = self.name(expr)
        {
            self.before.push(syn::parse_quote!(let #name = #expr;));
            *expr = syn::parse_quote!(#name);
            return;
        }
        match expr {
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.visit_expr_mut(&mut binary.left);
                self.inside(|this| this.visit_expr_mut(&mut binary.right));
            }
            Expr::If(branch) => {
                self.bound.extend(bound_in(&branch.cond));
                self.visit_expr_mut(&mut branch.cond);
                self.inside(|this| {
                    this.visit_block_mut(&mut branch.then_branch);
                    if let Some((_, otherwise)) = &mut branch.else_branch {
                        this.visit_expr_mut(otherwise);
                    }
                });
            }
            Expr::Match(arms) => {
                self.visit_expr_mut(&mut arms.expr);
                self.inside(|this| {
                    for arm in &mut arms.arms {
                        this.bound.extend(patterns::binds(&arm.pat));
                        this.visit_arm_mut(arm);
                    }
                });
            }
            // Those of a chain are its own.
            Expr::Closure(closure) if closure.inputs.is_empty() => {
                self.inside(|this| this.visit_expr_mut(&mut closure.body));
            }
            Expr::Closure(_) => {}
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
        if let (true, Stmt::Local(local)) = (self.conditional, &*statement) {
            self.bound.extend(patterns::binds(&local.pat));
        }
        visit_mut::visit_stmt_mut(self, statement);
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
