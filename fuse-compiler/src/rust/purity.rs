//! Rules (a) to (e): whether a worker counts as pure (docs/DESIGN.md section 3, *Workers*).
//!
//! In: a worker and the environment at its place. Out: nothing, or the first impurity with the
//! token that shows it. Purity here means that the calls of the worker may be interleaved with those
//! of others; whether it may panic is another question (`totality`).

mod calls;
mod seen;

use syn::spanned::Spanned;
use syn::{Expr, ExprClosure, Pat, Type};

use super::captured_writes::{Position, Verdict, impure};
use super::control::Control;
use super::environment::{Callable, Environment};
use super::exposure::{Flow, Verdicts, Walk};
use super::expr::{compares, compound, name_of, strip};
use super::impurity::Reason;
use super::spelling::spelling;
use super::std_names;
use super::term::{Arm, Block, Bound, Is, Let, Listed, Parsed, Path, Step, Term};
use super::types::is_mutable_reference;
use super::visible::PathCall;
use super::{patterns, types};

/// Judges a worker by rules (a) to (e). `parameters` are the visible types of its arguments.
pub(crate) fn purity(worker: &Expr, env: &Environment, parameters: &[Option<Type>]) -> Verdict {
    match strip(worker) {
        Expr::Closure(closure) => {
            closure_purity(closure, env, parameters, Verdicts::default(), false)
        }
        Expr::Path(_) => match &Term::within(worker, env, &Parsed::default()).is {
            Is::Path(path) => path_purity(path, env, &Verdicts::default()),
            _ => Ok(()),
        },
        Expr::Reference(reference)
            if reference.mutability.is_none() && name_of(&reference.expr).is_some() =>
        {
            purity(&reference.expr, env, parameters)
        }
        other => impure(Reason::UnknownWorker, other),
    }
}

fn path_purity(path: &Path<'_>, env: &Environment, verdicts: &Verdicts) -> Verdict {
    let written = path.path;
    if !written.attrs.is_empty() {
        return impure(Reason::Attribute, written);
    }
    if let Some(name) = path.name() {
        match env.callable(&name) {
            Callable::Function => return Ok(()),
            // It is moved where it is given away, and may be called as an `FnMut`.
            Callable::Closure(..) => return local_closure(written, &name, env, verdicts, false),
            Callable::Unknown => return impure(Reason::UnknownCallable(name), written),
            Callable::Item => {}
        }
    }
    let last = path.last().map(ToString::to_string).unwrap_or_default();
    if std_names::effect(&last, None) || effect_owner(path) {
        return impure(Reason::Effect(last), written);
    }
    Ok(())
}

/// A closure literal bound by `name` is judged by its body, once.
fn local_closure(
    at: &impl Spanned,
    name: &str,
    env: &Environment,
    verdicts: &Verdicts,
    is_called: bool,
) -> Verdict {
    let (Callable::Closure(closure, inner), Some(place)) = (env.callable(name), env.position(name))
    else {
        return Ok(());
    };
    let known = verdicts.borrow().get(&place).cloned();
    let reason = known.unwrap_or_else(|| {
        // Without `mut` it is called by reference, and changes nothing that it captures but cells.
        let shared = is_called && env.lookup(name).is_some_and(|known| !known.mutable);
        let verdicts_of_others = Verdicts::clone(verdicts);
        let verdict = closure_purity(&closure, &inner, &[], verdicts_of_others, shared);
        let reason = verdict.err().map(|inner| inner.reason);
        verdicts.borrow_mut().insert(place, reason.clone());
        reason
    });
    match reason {
        Some(reason) => impure(Reason::ImpureClosure(name.to_owned(), Box::new(reason)), at),
        None => Ok(()),
    }
}

/// Whether a path goes through a module of effects, or a type that is changed through `&`:
/// `rand::random_range`, `Cell::replace`.
fn effect_owner(path: &Path<'_>) -> bool {
    let segments = path.segments();
    let Some((last, owners)) = segments.split_last() else {
        return false;
    };
    let mut names = owners.iter().rev().map(|owner| spelling(owner));
    // Making a `Cell` changes none.
    *last != "new"
        && names.any(|name| std_names::effect_module(&name) || types::interior_mutability(&name))
}

fn closure_purity(
    closure: &ExprClosure,
    env: &Environment,
    parameters: &[Option<Type>],
    verdicts: Verdicts,
    shared: bool,
) -> Verdict {
    if closure.asyncness.is_some() || closure.constness.is_some() {
        return impure(Reason::Syntax, closure);
    }
    if Control::of_closure(closure).attributes {
        return impure(Reason::Attribute, closure);
    }
    let parsed = Parsed::default();
    let (inputs, body) = Term::closure(closure, env, parameters, &parsed);
    let mut walk = Walk::new(env, verdicts);
    walk.shared = shared;
    inputs
        .iter()
        .for_each(|input| walk.bind(input, Flow::ELEMENT));
    walk.expr(&body, Position::Tail)
}

impl Walk<'_> {
    // Rule (b): names.

    /// A captured name that can be called counts as called wherever it stands.
    fn named(&self, path: &Path<'_>, name: &str) -> Verdict {
        let at = path.path;
        if self.local(name).is_some() {
            return Ok(());
        }
        match self.env.callable(name) {
            Callable::Closure(..) => local_closure(at, name, self.env, &self.verdicts, true),
            Callable::Item if std_names::effect(name, None) => {
                impure(Reason::Effect(name.to_owned()), at)
            }
            Callable::Unknown if self.env.visibly_fn_mut(name) => {
                impure(Reason::UnknownCallable(name.to_owned()), at)
            }
            Callable::Item | Callable::Function | Callable::Unknown => Ok(()),
        }
    }

    // Rule (c), and everything else but calls.

    pub(crate) fn mac(&mut self, mac: &syn::Macro, listed: Option<&Listed<'_>>) -> Verdict {
        let Some(listed) = listed else {
            let name = mac.path.segments.last().map(|last| last.ident.to_string());
            return impure(Reason::Macro(name.unwrap_or_default()), &mac.path);
        };
        self.all(&listed.by_value, Position::Coerced)?;
        self.all(&listed.borrowed, Position::Other)?;
        if let Some((bound, guard)) = &listed.pattern
            && let Some(scrutinee) = listed.borrowed.first()
        {
            self.matched(scrutinee, bound.pattern)?;
            let flow = self.flow_of(scrutinee);
            self.scoped(|walk| {
                walk.pattern(bound.pattern)?;
                walk.bind(bound, flow);
                walk.all(guard, Position::Other)
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

    fn block(&mut self, block: &Block<'_>, position: Position) -> Verdict {
        self.scoped(|walk| {
            let last = block.steps.len().saturating_sub(1);
            for (index, step) in block.steps.iter().enumerate() {
                match step {
                    Step::Let(step) => walk.let_statement(step)?,
                    Step::Value(value) if index == last => walk.expr(value, position)?,
                    Step::Do(value) | Step::Value(value) => {
                        walk.expr(value, Position::Other)?;
                        walk.dropped(value)?;
                    }
                    Step::Macro(stmt, listed) => walk.mac(&stmt.mac, listed.as_deref())?,
                    Step::Item(item) => return impure(Reason::Syntax, item),
                }
            }
            Ok(())
        })
    }

    pub(crate) fn let_statement(&mut self, step: &Let<'_>) -> Verdict {
        let pattern = step.bound.pattern;
        self.pattern(pattern)?;
        let mut flow = Flow::default();
        if let Some(value) = &step.value {
            let position = match pattern {
                Pat::Type(_) => Position::Coerced,
                _ => Position::Other,
            };
            self.expr(value, position)?;
            // `_`, and names that say that nobody takes what they are bound to.
            let mut names = step.bound.names.iter();
            if step.diverge.is_none() && names.all(|known| known.name.starts_with('_')) {
                self.dropped(value)?;
            }
            self.matched(value, pattern)?;
            flow = self.flow_of(value);
            flow.judged = matches!((&value.is, pattern), (Is::Closure(..), Pat::Ident(_)));
            self.all(&step.diverge, Position::Other)?;
        }
        // What is bound out of an index is `Copy`, and so no `&mut`.
        let indexed = matches!(&step.value, Some(value) if matches!(value.is, Is::Index(..)));
        let by_value = matches!(pattern, Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none());
        flow.exposed &= !(indexed && by_value);
        // What is visibly a value gives access to nothing else.
        let value = |ty: &Type| self.env.visibly_plain(ty) && self.env.visibly_owned(ty);
        let mut names = step.bound.names.iter();
        flow.exposed &= !names.all(|known| known.ty.as_ref().is_some_and(value));
        self.bind(&step.bound, flow);
        Ok(())
    }

    fn all<'t, 'e: 't>(
        &mut self,
        terms: impl IntoIterator<Item = &'t Term<'e>>,
        position: Position,
    ) -> Verdict {
        let mut terms = terms.into_iter();
        terms.try_for_each(|term| self.expr(term, position))
    }

    /// A closure in the body. Its parameters are elements too.
    fn closure(
        &mut self,
        closure: &ExprClosure,
        inputs: &[Bound<'_>],
        body: &Term<'_>,
        result: Position,
    ) -> Verdict {
        if closure.asyncness.is_some() {
            return impure(Reason::Syntax, closure);
        }
        let result = match closure.output {
            syn::ReturnType::Default => result,
            syn::ReturnType::Type(..) => Position::Coerced,
        };
        self.scoped(|walk| {
            for input in inputs {
                walk.pattern(input.pattern)?;
                walk.bind(input, Flow::ELEMENT);
            }
            walk.expr(body, result)
        })
    }

    /// Checks an expression whose value goes to `position`, and all that is in it.
    pub(crate) fn expr(&mut self, term: &Term<'_>, position: Position) -> Verdict {
        if position == Position::Coerced {
            self.coerced(term)?;
        }
        // A struct's fields and a constructor's arguments are coerced, unless they are returned.
        let part = match position {
            Position::Tail => Position::Tail,
            Position::Coerced | Position::Other => Position::Coerced,
        };
        let parts = |walk: &mut Self, position| walk.all(term.parts(), position);
        match &term.is {
            Is::Literal(_) | Is::Hole => Ok(()),
            Is::Path(path) => match path.name() {
                Some(name) => self.named(path, &name),
                None => path_purity(path, self.env, &self.verdicts),
            },
            Is::Tuple(_) => parts(self, position),
            // A range is generic, so nothing is coerced in it.
            Is::Field(..) | Is::Unary(..) | Is::Try(_) | Is::Range(_) => {
                parts(self, Position::Other)
            }
            // What is cast to a number is one, or a pointer.
            Is::Cast(_, ty) if self.env.scalar(ty).is_some() => parts(self, Position::Other),
            Is::Cast(..) | Is::Leave(_) => parts(self, Position::Coerced),
            Is::Array(_) => parts(self, part),
            Is::Repeat(element, _) => self.expr(element, part),
            Is::Struct(fields, rest) => {
                self.all(fields, part)?;
                self.all(rest.as_deref(), Position::Coerced)
            }
            Is::Index(of, index) => {
                self.expr(of, Position::Other)?;
                // A bare index is a number nearly always; it must be a `&mut` to be reborrowed.
                if index.ty(self.env).is_some_and(is_mutable_reference) {
                    self.coerced(index)?;
                }
                self.expr(index, Position::Other)
            }
            Is::Reference(true, of) | Is::Raw(of) => {
                self.mutable_borrow(of)?;
                self.expr(of, Position::Other)
            }
            Is::Reference(false, of) => self.expr(of, Position::Other),
            Is::Assign(place, value) => {
                self.expr(value, Position::Coerced)?;
                let flow = self.flow_of(value);
                // A loop may use its target before this assignment is read.
                if flow.exposed {
                    let name = value.root().map(Path::spelt);
                    let name = name.unwrap_or_else(|| "a value".to_owned());
                    return impure(Reason::MayReborrow(name), value.expr);
                }
                self.target(place, flow)
            }
            Is::Binary(op, place, value) if compound(op) => {
                self.expr(value, Position::Other)?;
                let flow = Flow {
                    element: self.depends(value),
                    exposed: false,
                    captured: false,
                    judged: false,
                    noted: false,
                };
                self.target(place, flow)
            }
            // Nothing that a comparison looks at is left when it is over.
            Is::Binary(op, ..) if compares(op) => parts(self, Position::Tail),
            Is::Binary(..) => parts(self, Position::Other),
            Is::Call(function, arguments) => match term.calls(self.env) {
                PathCall::Constructor => self.all(arguments, part),
                PathCall::Primitive => self.all(arguments, Position::Other),
                PathCall::Fresh | PathCall::Other => self.call(term, function, arguments),
            },
            Is::Method(call) => self.method(call),
            Is::Macro(mac, listed) => self.mac(mac, listed.as_deref()),
            Is::Closure(closure, inputs, body) => {
                self.closure(closure, inputs, body, Position::Coerced)
            }
            _ => self.control(term, position),
        }
    }

    /// What has a scope of its own.
    fn control(&mut self, term: &Term<'_>, position: Position) -> Verdict {
        match &term.is {
            Is::Block(block) => self.block(block, position),
            Is::If(condition, then, other) => {
                self.scoped(|walk| {
                    walk.expr(condition, Position::Other)?;
                    walk.block(then, position)
                })?;
                self.all(other.as_deref(), position)
            }
            Is::Let(bound, of) => {
                self.pattern(bound.pattern)?;
                self.expr(of, Position::Other)?;
                self.matched(of, bound.pattern)?;
                let flow = self.flow_of(of);
                self.bind(bound, flow);
                Ok(())
            }
            Is::Match(of, arms) => {
                self.expr(of, Position::Other)?;
                let flow = self.flow_of(of);
                arms.iter().try_for_each(|arm| {
                    self.scoped(|walk| {
                        walk.enter_arm(of, arm, flow)?;
                        walk.expr(&arm.body, position)
                    })
                })
            }
            Is::For(bound, of, body) => {
                self.pattern(bound.pattern)?;
                self.expr(of, Position::Other)?;
                let flow = self.flow_of(of);
                self.scoped(|walk| {
                    walk.bind(bound, flow);
                    walk.block(body, Position::Other)
                })
            }
            Is::Loop(condition, body) => self.scoped(|walk| {
                walk.all(condition.as_deref(), Position::Other)?;
                walk.block(body, Position::Other)
            }),
            Is::Keyword(_) if matches!(term.expr, Expr::Unsafe(_)) => {
                impure(Reason::Unsafe, term.expr)
            }
            _ => impure(Reason::Syntax, term.expr),
        }
    }

    /// Binds the names of an arm of a `match` on what has this flow, and checks its guard.
    pub(crate) fn enter_arm(&mut self, of: &Term<'_>, arm: &Arm<'_>, flow: Flow) -> Verdict {
        self.pattern(arm.bound.pattern)?;
        self.matched(of, arm.bound.pattern)?;
        self.bind(&arm.bound, flow);
        self.all(&arm.guard, Position::Other)
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
        self.type_of(name)
            .is_some_and(|ty| self.bounded_by_fn_mut(ty))
    }
}
