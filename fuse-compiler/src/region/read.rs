//! One statement: what it is, what it reads and moves, and the chains in it.

use super::barriers::hoist;
use super::count::{Outside, holds_loops, loops_in};
use super::cut::read_skeleton;
use super::expects::Expects;
use super::guards;
use super::length_uses::lengths_alone;
use super::settled;
use super::statement::{Barrier, Kind, Let, Skeleton, Statement};
use crate::ops::parse::{Attempt, parse_loop};
use crate::rust::cause::{Cause, Refusal};
use crate::rust::control::opaque_attributes;
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use crate::rust::facts::Stated;
use crate::rust::mentions::Mentions;
use crate::rust::patterns;
use crate::rust::spelling::{text, times};
use crate::rust::visible::name_of;
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedSet;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, Local, Pat, Stmt, Type};

/// One statement, with those behind it, in its environment; a barrier where it holds no chain that can be cut out.
pub(crate) fn read_statement(
    index: usize,
    (stmt, behind): (&Stmt, &[Stmt]),
    tail: bool,
    result: Option<&Type>,
    shown: Option<&Type>,
    environment: &Environment,
) -> Statement {
    let read = match stmt {
        Stmt::Local(local) => {
            read_let(index, local, shown, environment).map(|binding| Kind::Let(Box::new(binding)))
        }
        Stmt::Expr(expr, _) if is_loop(expr, behind) => read_loop(index, expr, environment),
        Stmt::Expr(expr, None) if tail => {
            read_skeleton(index, expr, Expects::maybe(result), environment).and_then(|skeleton| {
                if skeleton.holes.is_empty() {
                    Err(Refusal::new(expr.span(), Cause::Statement))
                } else {
                    Ok(Kind::Tail(skeleton))
                }
            })
        }
        other => Err(Refusal::new(other.span(), Cause::Statement)),
    };
    let mut tokens = stmt.clone();
    let kind = match read {
        Ok(kind) => kind,
        Err(refusal) => {
            let (barrier, cut) = read_wall(index, stmt, refusal, tail, result, environment);
            tokens = cut;
            Kind::Barrier(barrier)
        }
    };
    let mentioned = Mentions::of_stmt(stmt);
    let mut given_away = Vec::new();
    let (holes, mut moves) = match &kind {
        Kind::Let(binding) => (&binding.value.holes, binding.value.moves.clone()),
        Kind::Tail(value) | Kind::Each(value) => (&value.holes, value.moves.clone()),
        // It stays in its place; only its chains run before.
        Kind::Barrier(barrier) => (&barrier.holes, Vec::new()),
    };
    for hole in holes {
        moves.extend(hole.chain.moves());
        given_away.extend(hole.chain.given_away());
    }
    let lengths = match &kind {
        Kind::Let(binding) => lengths_alone(&Stmt::Expr(binding.value.expr.clone(), None)),
        Kind::Tail(value) => lengths_alone(&Stmt::Expr(value.expr.clone(), None)),
        Kind::Barrier(_) => lengths_alone(&tokens),
        Kind::Each(_) => SortedSet::new(),
    };
    let blocks = match &kind {
        Kind::Let(_) | Kind::Tail(_) if holds_loops(stmt) => Some(Box::new(environment.clone())),
        Kind::Each(_) if loops_in(stmt) > 1 => Some(Box::new(environment.clone())),
        _ => None,
    };
    Statement {
        tokens,
        kind,
        reads: mentioned.read.into_iter().collect(),
        moves,
        given_away,
        binds: Vec::new(),
        lengths: lengths.into_iter().collect(),
        stated: Stated::default(),
        blocks,
        scope: environment.enter(),
    }
}

/// True for a `for` loop and a `for_each`; for any other loop only if it pushes to what is mentioned `behind` it.
fn is_loop(expr: &Expr, behind: &[Stmt]) -> bool {
    match expr {
        Expr::ForLoop(_) => true,
        Expr::MethodCall(call) => call.method == "for_each",
        Expr::While(_) | Expr::Loop(_) => {
            let mut pushed = Pushed(SortedSet::new());
            pushed.visit_expr(expr);
            let mentions = |stmt: &Stmt| {
                let mut names = pushed.0.iter();
                names.any(|name| times(name, stmt.to_token_stream()) > 0)
            };
            behind.iter().any(mentions)
        }
        _ => false,
    }
}

/// The names of which something pushes to.
struct Pushed(SortedSet<String>);

impl<'ast> Visit<'ast> for Pushed {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if call.method == "push" {
            self.0.extend(name_of(&call.receiver));
        }
        visit::visit_expr_method_call(self, call);
    }
}

fn read_loop(index: usize, expr: &Expr, environment: &Environment) -> Result<Kind, Refusal> {
    match parse_loop(expr, environment) {
        Attempt::Recognised(chain) => Ok(Kind::Each(Skeleton::of_chain(index, *chain))),
        Attempt::Refused(refusal) => Err(refusal),
        Attempt::NotAChain => {
            let cause = match expr {
                Expr::MethodCall(call) => Cause::UnknownConsumer(call.method.to_string()),
                _ => Cause::Statement,
            };
            Err(Refusal::new(expr.span(), cause))
        }
    }
}

/// A statement that nothing crosses, and its tokens with the chains cut out that run before it.
fn read_wall(
    index: usize,
    stmt: &Stmt,
    refusal: Refusal,
    tail: bool,
    result: Option<&Type>,
    environment: &Environment,
) -> (Barrier, Stmt) {
    let hoisted = hoist(index, stmt, tail, result, environment);
    let outside = Outside::of(&hoisted.tokens);
    let unseen = |source: &Expr| {
        let cause = match strip(source) {
            Expr::Range(_) => Cause::Argument("..".to_owned()),
            _ => Cause::UnseenSource(text(source)),
        };
        Refusal::new(source.span(), cause)
    };
    let refusal = if matches!(refusal.cause, Cause::Body(_) | Cause::HiddenArray(_)) {
        Some(refusal)
    } else if !outside.chain {
        let endless = outside
            .endless
            .map(|span| Refusal::new(span, Cause::Endless));
        let taken = outside.taken.map(|(span, cause)| Refusal::new(span, cause));
        outside.unseen.as_ref().map(unseen).or(endless).or(taken)
    } else if let Some(own) = hoisted.refusal {
        Some(own)
    } else {
        match refusal.cause {
            Cause::Statement => Some(Refusal::new(refusal.span, Cause::Position)),
            _ => Some(refusal),
        }
    };
    let mentioned = Mentions::of_stmt(&hoisted.tokens).read.into_iter();
    let stands_for = |name: &String| hoisted.holes.iter().any(|hole| hole.placeholder == name);
    let barrier = Barrier {
        reads: mentioned.filter(|name| !stands_for(name)).collect(),
        refusal: refusal.map(|refusal| (text(stmt), refusal)),
        rewritten: false,
        guards: guards::guarded(stmt, environment),
        found: guards::found(&hoisted.tokens, &hoisted.holes),
        passed: settled::passed(stmt),
        loops: loops_in(&hoisted.tokens),
        environment: environment.clone(),
        holes: hoisted.holes,
    };
    (barrier, hoisted.tokens)
}

fn read_let(
    index: usize,
    local: &Local,
    shown: Option<&Type>,
    environment: &Environment,
) -> Result<Let, Refusal> {
    if opaque_attributes(local) {
        return Err(Refusal::new(local.span(), Cause::Attribute));
    }
    let Some(init) = &local.init else {
        return Err(Refusal::new(local.span(), Cause::Statement));
    };
    if init.diverge.is_some() {
        return Err(Refusal::new(local.span(), Cause::Statement));
    }
    let (pattern, ty) = match &local.pat {
        Pat::Type(typed) => ((*typed.pat).clone(), Some((*typed.ty).clone())),
        pattern => (pattern.clone(), None),
    };
    if !patterns::plain(&pattern) {
        return Err(Refusal::new(pattern.span(), Cause::Statement));
    }
    let expects = Expects::annotation(ty.as_ref().or(shown));
    let value = read_skeleton(index, &init.expr, expects, environment)?;
    // What a lint is told of a chain would be told of nothing, where that is part of a loop.
    if !value.holes.is_empty() && !local.attrs.is_empty() {
        return Err(Refusal::new(local.span(), Cause::Attribute));
    }
    let name = match &pattern {
        Pat::Ident(ident) => Some(ident.ident.clone()),
        _ => None,
    };
    Ok(Let {
        pattern,
        name,
        ty,
        value,
    })
}
