//! Rules (a) to (e): whether a worker counts as pure (docs/DESIGN.md section 3, *Workers*).
//!
//! In: a worker and the environment at its place. Out: nothing, or the first [`Impurity`] with the
//! token that shows it. Purity here means that the calls of the worker may be interleaved with those
//! of others; whether it may panic is another question ([`super::value::visibly_total`]).

mod calls;

use syn::spanned::Spanned;
use syn::{Block, Expr, ExprClosure, Pat, Stmt, Type};

use super::control::Control;
use super::environment::{Callable, Environment, Known};
use super::exposure::{Flow, Verdicts, Walk};
use super::expr::{compares, operands};
use super::impurity::{Impurity, Reason};
use super::spelling::spelling;
use super::visible::{self, PathCall};
use super::{macros, mentions, patterns, types};
use crate::rust::captured_writes::{Position, Verdict, impure};
use crate::rust::std_names;

/// Judges a worker by rules (a) to (e). `parameters` are the visible types of its arguments.
pub(crate) fn purity(
    worker: &Expr,
    env: &Environment,
    parameters: &[Option<Type>],
) -> Result<(), Impurity> {
    match worker {
        Expr::Paren(paren) => purity(&paren.expr, env, parameters),
        Expr::Closure(closure) => closure_purity(closure, env, parameters, Verdicts::default()),
        Expr::Path(path) => path_purity(worker, path, env, &Verdicts::default()),
        Expr::Reference(reference)
            if reference.mutability.is_none() && visible::name_of(&reference.expr).is_some() =>
        {
            purity(&reference.expr, env, parameters)
        }
        other => Err(Impurity {
            reason: Reason::UnknownWorker,
            span: other.span(),
        }),
    }
}

fn path_purity(
    expr: &Expr,
    path: &syn::ExprPath,
    env: &Environment,
    verdicts: &Verdicts,
) -> Result<(), Impurity> {
    let impure = |reason| {
        let span = expr.span();
        Err(Impurity { reason, span })
    };
    if !path.attrs.is_empty() {
        return impure(Reason::Attribute);
    }
    let last = path.path.segments.last().map(|last| last.ident.to_string());
    let last = last.unwrap_or_default();
    if let Some(name) = visible::name_of(expr) {
        match env.callable(&name) {
            Callable::Function => return Ok(()),
            Callable::Closure(..) => return local_closure(expr, &name, env, verdicts),
            Callable::Unknown => return impure(Reason::UnknownCallable(name)),
            Callable::Item => {}
        }
    }
    if std_names::effect(&last, None) || effect_owner(path) {
        return impure(Reason::Effect(last));
    }
    Ok(())
}

/// A closure literal bound by `name` is judged by its body, once.
fn local_closure(expr: &Expr, name: &str, env: &Environment, verdicts: &Verdicts) -> Verdict {
    let (Callable::Closure(closure, inner), Some(place)) = (env.callable(name), env.position(name))
    else {
        return Ok(());
    };
    let known = verdicts.borrow().get(&place).cloned();
    let reason = known.unwrap_or_else(|| {
        let verdict = closure_purity(&closure, &inner, &[], Verdicts::clone(verdicts));
        let reason = verdict.err().map(|inner| inner.reason);
        verdicts.borrow_mut().insert(place, reason.clone());
        reason
    });
    match reason {
        Some(reason) => impure(
            Reason::ImpureClosure(name.to_owned(), Box::new(reason)),
            expr,
        ),
        None => Ok(()),
    }
}

/// Whether a path goes through a module of effects, or a type that is changed through `&`:
/// `rand::random_range`, `Cell::replace`.
fn effect_owner(path: &syn::ExprPath) -> bool {
    // Making a `Cell` changes none.
    if path
        .path
        .segments
        .last()
        .is_some_and(|last| last.ident == "new")
    {
        return false;
    }
    let owners = path.path.segments.iter().rev().skip(1);
    let mut names = owners.map(|segment| spelling(&segment.ident));
    names.any(|name| std_names::effect_module(&name) || types::interior_mutability(&name))
}

fn closure_purity(
    closure: &ExprClosure,
    env: &Environment,
    parameters: &[Option<Type>],
    verdicts: Verdicts,
) -> Result<(), Impurity> {
    let mut walk = Walk::new(env, verdicts);
    let impure = |reason, span| Err(Impurity { reason, span });
    if closure.asyncness.is_some() || closure.constness.is_some() {
        return impure(Reason::Syntax, closure.span());
    }
    let whole = Expr::Closure(closure.clone());
    let control = Control::of_expr(&whole);
    if control.attributes {
        return impure(Reason::Attribute, closure.span());
    }
    for (index, input) in closure.inputs.iter().enumerate() {
        let ty = parameters.get(index).and_then(Option::as_ref);
        walk.bind(input, ty, Flow::ELEMENT);
    }
    walk.expr(&closure.body, Position::Tail)
}

impl Walk {
    fn scoped(&mut self, inside: impl FnOnce(&mut Walk) -> Verdict) -> Verdict {
        let scope = self.env.enter();
        let verdict = inside(self);
        self.env.leave(scope);
        self.left();
        verdict
    }

    // Rule (b): names.

    /// A captured name that can be called counts as called wherever it stands.
    fn named(&self, expr: &Expr, name: &str) -> Verdict {
        if self.local(name).is_some() {
            return Ok(());
        }
        match self.env.callable(name) {
            Callable::Closure(..) => local_closure(expr, name, &self.env, &self.verdicts),
            Callable::Item if std_names::effect(name, None) => {
                impure(Reason::Effect(name.to_owned()), expr)
            }
            Callable::Unknown if self.env.visibly_fn_mut(name) => {
                impure(Reason::UnknownCallable(name.to_owned()), expr)
            }
            Callable::Item | Callable::Function | Callable::Unknown => Ok(()),
        }
    }

    // Rule (c), and everything else but calls.

    pub(crate) fn mac(&mut self, mac: &syn::Macro) -> Verdict {
        let Some(listed) = macros::listed(mac) else {
            let name = mac.path.segments.last().map(|last| last.ident.to_string());
            return impure(Reason::Macro(name.unwrap_or_default()), &mac.path);
        };
        for expr in &listed.by_value {
            self.expr(expr, Position::Coerced)?;
        }
        for expr in &listed.borrowed {
            self.expr(expr, Position::Other)?;
        }
        if let Some((pattern, guard)) = &listed.pattern
            && let Some(scrutinee) = listed.borrowed.first()
        {
            self.matched(scrutinee, pattern)?;
            let flow = self.flow_of(scrutinee);
            self.scoped(|walk| {
                walk.pattern(pattern)?;
                walk.bind(pattern, None, flow);
                guard
                    .iter()
                    .try_for_each(|guard| walk.expr(guard, Position::Other))
            })?;
        }
        Ok(())
    }

    /// What runs while matching a pattern: nothing but macros and blocks could.
    pub(crate) fn pattern(&mut self, pattern: &Pat) -> Verdict {
        if patterns::quiet(strip_guard(pattern)) {
            Ok(())
        } else {
            impure(Reason::Syntax, pattern)
        }
    }

    fn block(&mut self, block: &Block, position: Position) -> Verdict {
        self.scoped(|walk| {
            let last = block.stmts.len().saturating_sub(1);
            for (index, stmt) in block.stmts.iter().enumerate() {
                match stmt {
                    Stmt::Local(local) => walk.let_statement(local)?,
                    Stmt::Expr(expr, None) if index == last => walk.expr(expr, position)?,
                    Stmt::Expr(expr, _) => walk.expr(expr, Position::Other)?,
                    Stmt::Macro(mac) => walk.mac(&mac.mac)?,
                    Stmt::Item(item) => return impure(Reason::Syntax, item),
                }
            }
            Ok(())
        })
    }

    pub(crate) fn let_statement(&mut self, local: &syn::Local) -> Verdict {
        self.pattern(&local.pat)?;
        let mut flow = Flow::default();
        if let Some(init) = &local.init {
            let position = match &local.pat {
                Pat::Type(_) => Position::Coerced,
                _ => Position::Other,
            };
            self.expr(&init.expr, position)?;
            self.matched(&init.expr, &local.pat)?;
            flow = self.flow_of(&init.expr);
            if let Some((_, diverge)) = &init.diverge {
                self.expr(diverge, Position::Other)?;
            }
        }
        self.env.bind_local(local);
        self.flow(flow);
        Ok(())
    }

    fn exprs<'a>(
        &mut self,
        exprs: impl IntoIterator<Item = &'a Expr>,
        position: Position,
    ) -> Verdict {
        exprs
            .into_iter()
            .try_for_each(|expr| self.expr(expr, position))
    }

    /// A closure in the body. Its parameters are elements too.
    fn closure(&mut self, closure: &ExprClosure, result: Position) -> Verdict {
        if closure.asyncness.is_some() {
            return impure(Reason::Syntax, closure);
        }
        let result = match closure.output {
            syn::ReturnType::Default => result,
            syn::ReturnType::Type(..) => Position::Coerced,
        };
        self.scoped(|walk| {
            for input in &closure.inputs {
                walk.pattern(input)?;
                walk.bind(input, None, Flow::ELEMENT);
            }
            walk.expr(&closure.body, result)
        })
    }

    /// Checks an expression whose value goes to `position`, and all that is in it.
    pub(crate) fn expr(&mut self, expr: &Expr, position: Position) -> Verdict {
        if position == Position::Coerced {
            self.coerced(expr)?;
        }
        // A struct's fields and a constructor's arguments are coerced, unless they are returned.
        let part = match position {
            Position::Tail => Position::Tail,
            Position::Coerced | Position::Other => Position::Coerced,
        };
        match expr {
            Expr::Lit(_) | Expr::Infer(_) | Expr::Continue(_) => Ok(()),
            Expr::Path(path) => match visible::name_of(expr) {
                Some(name) => self.named(expr, &name),
                None => path_purity(expr, path, &self.env, &self.verdicts),
            },
            Expr::Paren(_) | Expr::Group(_) | Expr::Tuple(_) => self.parts(expr, position),
            // A range is generic, so nothing is coerced in it.
            Expr::Field(_) | Expr::Unary(_) | Expr::Try(_) | Expr::Range(_) => {
                self.parts(expr, Position::Other)
            }
            Expr::Cast(_) | Expr::Break(_) | Expr::Return(_) => self.parts(expr, Position::Coerced),
            Expr::Array(_) => self.parts(expr, part),
            Expr::Repeat(repeat) => self.expr(&repeat.expr, part),
            Expr::Struct(literal) => {
                self.exprs(literal.fields.iter().map(|field| &field.expr), part)?;
                self.exprs(literal.rest.as_deref(), Position::Coerced)
            }
            Expr::Index(index) => {
                self.expr(&index.expr, Position::Other)?;
                // A bare index is a number nearly always; it must be a `&mut` to be reborrowed.
                if visible::visible_type(&index.index, &self.env).is_some_and(
                    |ty| matches!(types::peel(&ty), Type::Reference(r) if r.mutability.is_some()),
                ) {
                    self.coerced(&index.index)?;
                }
                self.expr(&index.index, Position::Other)
            }
            Expr::Reference(reference) => {
                if reference.mutability.is_some() {
                    self.mutable_borrow(&reference.expr)?;
                }
                self.expr(&reference.expr, Position::Other)
            }
            Expr::RawAddr(raw) => {
                self.mutable_borrow(&raw.expr)?;
                self.expr(&raw.expr, Position::Other)
            }
            Expr::Assign(assign) => {
                self.expr(&assign.right, Position::Coerced)?;
                let flow = self.flow_of(&assign.right);
                // A loop may use its target before this assignment is read.
                if flow.exposed {
                    let name = mentions::place_root(&assign.right);
                    let name = name.unwrap_or_else(|| "a value".to_owned());
                    return impure(Reason::MayReborrow(name), &assign.right);
                }
                self.target(&assign.left, flow)
            }
            Expr::Binary(binary) if mentions::compound(&binary.op) => {
                self.expr(&binary.right, Position::Other)?;
                let flow = Flow {
                    element: self.depends(&binary.right),
                    exposed: false,
                };
                self.target(&binary.left, flow)
            }
            // Nothing that a comparison looks at is left when it is over.
            Expr::Binary(binary) if compares(&binary.op) => self.parts(expr, Position::Tail),
            Expr::Binary(_) => self.parts(expr, Position::Other),
            Expr::Call(call) => match visible::path_call(call, &self.env) {
                PathCall::Constructor => self.exprs(&call.args, part),
                PathCall::Primitive => self.exprs(&call.args, Position::Other),
                _ => self.call(call),
            },
            Expr::MethodCall(call) => self.method(call),
            Expr::Macro(mac) => self.mac(&mac.mac),
            Expr::Closure(closure) => self.closure(closure, Position::Coerced),
            other => self.control(other, position),
        }
    }

    /// The operands of an expression, all of which go to one kind of place.
    fn parts(&mut self, expr: &Expr, position: Position) -> Verdict {
        self.exprs(operands(expr).into_iter().flatten(), position)
    }

    /// What has a scope of its own.
    fn control(&mut self, expr: &Expr, position: Position) -> Verdict {
        match expr {
            Expr::Block(block) => self.block(&block.block, position),
            Expr::If(branch) => {
                self.scoped(|walk| {
                    walk.expr(&branch.cond, Position::Other)?;
                    walk.block(&branch.then_branch, position)
                })?;
                self.exprs(
                    branch.else_branch.as_ref().map(|(_, other)| &**other),
                    position,
                )
            }
            Expr::Let(condition) => {
                self.pattern(&condition.pat)?;
                self.expr(&condition.expr, Position::Other)?;
                self.matched(&condition.expr, &condition.pat)?;
                let flow = self.flow_of(&condition.expr);
                self.bind(&condition.pat, None, flow);
                Ok(())
            }
            Expr::Match(matched) => {
                self.expr(&matched.expr, Position::Other)?;
                let flow = self.flow_of(&matched.expr);
                for arm in &matched.arms {
                    self.pattern(&arm.pat)?;
                    self.matched(&matched.expr, &arm.pat)?;
                    self.scoped(|walk| {
                        walk.bind(&arm.pat, None, flow);
                        if let Pat::Guard(guard) = &arm.pat {
                            walk.expr(&guard.guard, Position::Other)?;
                        }
                        walk.expr(&arm.body, position)
                    })?;
                }
                Ok(())
            }
            Expr::ForLoop(looped) => {
                self.pattern(&looped.pat)?;
                self.expr(&looped.expr, Position::Other)?;
                let flow = self.flow_of(&looped.expr);
                self.scoped(|walk| {
                    walk.bind(&looped.pat, None, flow);
                    walk.block(&looped.body, Position::Other)
                })
            }
            Expr::While(looped) => self.scoped(|walk| {
                walk.expr(&looped.cond, Position::Other)?;
                walk.block(&looped.body, Position::Other)
            }),
            Expr::Loop(looped) => self.block(&looped.body, Position::Other),
            Expr::Unsafe(block) => impure(Reason::Unsafe, block),
            other => impure(Reason::Syntax, other),
        }
    }
}

/// The pattern under a guard, which is an expression of its own.
fn strip_guard(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Guard(guard) => &guard.pat,
        other => other,
    }
}

impl Environment {
    /// Whether a name is visibly something that may change when called.
    pub(crate) fn visibly_fn_mut(&self, name: &str) -> bool {
        self.lookup(name).is_some_and(|Known { ty, .. }| {
            ty.as_ref().is_some_and(|ty| self.bounded_by_fn_mut(ty))
        })
    }
}
