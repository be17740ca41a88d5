//! Iterators that are bound first and consumed later (docs/DESIGN.md section 3, *Chains*).
//!
//! In: the statements of a block and the place of one. If it is a `let` that binds an iterator which
//! a later statement consumes, the place of that statement and the same with the iterator in place of
//! its name. Adapters are lazy, so all that moves is when their arguments are evaluated and when what
//! they capture by value is copied.

use super::count::seen_loops_in;
use crate::ops::parse::is_idle_stream;
use crate::rust::control::statement_attributes;
use crate::rust::environment::Environment;
use crate::rust::macros;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::{binds, single_name};
use crate::rust::spelling::spelling;
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::SortedSet;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{BinOp, Expr, FieldValue, Pat, Stmt};

/// The statement that consumes what the one at `index` binds: its place, and what it becomes.
pub(crate) fn consumer_of(
    stmts: &[Stmt],
    index: usize,
    environment: &Environment,
) -> Option<(usize, Stmt)> {
    let Stmt::Local(local) = &stmts[index] else {
        return None;
    };
    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
    let name = match &local.pat {
        Pat::Ident(ident) if ident.mutability.is_none() => single_name(&local.pat)?,
        _ => return None,
    };
    let name = spelling(&name.ident);
    if statement_attributes(&stmts[index]) || !is_idle_stream(&init.expr, environment) {
        return None;
    }
    // Named once, in so many words.
    let mut mentioned = stmts
        .iter()
        .enumerate()
        .skip(index + 1)
        .filter(|(_, stmt)| {
            times(stmt.to_token_stream(), &name) > 0 || Mentions::of_stmt(stmt).read.contains(&name)
        });
    let (place, consumer) = mentioned.next()?;
    if mentioned.next().is_some()
        || times(consumer.to_token_stream(), &name) != 1
        || statement_attributes(consumer)
    {
        return None;
    }
    let between = &stmts[index + 1..=place];
    if !keeps_its_meaning(&init.expr, between, environment) {
        return None;
    }
    let mut joined = consumer.clone();
    let mut joiner = Joiner {
        name: &name,
        init: &init.expr,
        joined: false,
        paired: false,
    };
    joiner.visit_stmt_mut(&mut joined);
    if !joiner.joined {
        return None;
    }
    let consumes = joiner.paired
        || seen_loops_in(&joined) > seen_loops_in(consumer)
        || matches!(&joined, Stmt::Expr(Expr::ForLoop(looped), _)
            if looped.expr == init.expr)
        || matches!(&joined, Stmt::Local(local)
            if local.init.as_ref().is_some_and(|init| is_idle_stream(&init.expr, environment)));
    consumes.then_some((place, joined))
}

/// True if no name that an iterator mentions is bound anew or, where the iterator may hold a copy of
/// it, changed by the statements up to the one that consumes it.
fn keeps_its_meaning(init: &Expr, between: &[Stmt], environment: &Environment) -> bool {
    let names = Mentions::of_expr(init).read;
    // What is borrowed cannot be changed meanwhile.
    let copied = names
        .iter()
        .filter(|name| {
            environment.visible_array(name).is_none()
                && environment.lookup(name).is_some_and(|known| known.mutable)
        })
        .collect::<SortedSet<_>>();
    let last = between.len().saturating_sub(1);
    between.iter().enumerate().all(|(index, stmt)| {
        let shadows = match stmt {
            Stmt::Local(local) if index < last => !binds(&local.pat).is_disjoint(&names),
            Stmt::Macro(mac) => !macros::binds_nothing(&mac.mac),
            _ => false,
        };
        let found = Mentions::of_stmt(stmt);
        let changes = |name: &&String| {
            found.opaque_macro
                || found.assigned.contains(*name)
                || found.mutably_borrowed.contains(*name)
                || found.method_receivers.contains(*name)
        };
        !shadows && !copied.iter().any(changes)
    })
}

/// How often a name stands in tokens.
fn times(tokens: TokenStream, name: &str) -> usize {
    let count = |token| match token {
        TokenTree::Ident(ident) => usize::from(spelling(&ident) == name),
        TokenTree::Group(group) => times(group.stream(), name),
        _ => 0,
    };
    tokens.into_iter().map(count).sum()
}

/// Puts the iterator in the place of its name, where that is evaluated once and nothing in the
/// statement binds a name.
struct Joiner<'a> {
    name: &'a str,
    init: &'a Expr,
    /// True if it stands there now.
    joined: bool,
    /// True if it was found as the argument of a `zip` or `chain`.
    paired: bool,
}

impl Joiner<'_> {
    fn is_name(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Path(path)
            if path.path.get_ident().is_some_and(|ident| spelling(ident) == self.name))
    }
}

impl VisitMut for Joiner<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Path(_) if self.is_name(expr) => {
                *expr = self.init.clone();
                self.joined = true;
            }
            Expr::MethodCall(call) => {
                let pairs = call.method == "zip" || call.method == "chain";
                self.paired |= pairs && call.args.iter().any(|argument| self.is_name(argument));
                visit_mut::visit_expr_method_call_mut(self, call);
            }
            Expr::Match(matched) => self.visit_expr_mut(&mut matched.expr),
            Expr::If(branch) => self.visit_expr_mut(&mut branch.cond),
            Expr::ForLoop(looped) => self.visit_expr_mut(&mut looped.expr),
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.visit_expr_mut(&mut binary.left);
            }
            Expr::Closure(_)
            | Expr::While(_)
            | Expr::Loop(_)
            | Expr::Block(_)
            | Expr::Unsafe(_)
            | Expr::Async(_)
            | Expr::Const(_)
            | Expr::TryBlock(_)
            | Expr::Macro(_) => {}
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_field_value_mut(&mut self, field: &mut FieldValue) {
        // `S { name }` prints the name of the field alone.
        if field.colon_token.is_some() {
            visit_mut::visit_field_value_mut(self, field);
        }
    }

    fn visit_block_mut(&mut self, _: &mut syn::Block) {}

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
