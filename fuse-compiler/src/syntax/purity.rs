//! Rules (a) to (e): whether a worker counts as pure (design section 3, "Workers").
//!
//! In: a worker and the environment at its place. Out: nothing, or the first [`Impurity`] with the
//! token that shows it. Purity here means that the calls of the worker may be interleaved with those
//! of others; whether it may panic is another question ([`super::visible::visibly_total`]).
//!
//! The walk follows two flows through the body. A local is *element-dependent* if a parameter, of
//! the worker or of a closure in it, flows into it (rule (d)). A local is *exposed* if something
//! captured that is not visibly shared flows into it other than as an operand (rules (a) and (b)).

use std::fmt;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprCall, ExprClosure, ExprMethodCall, Pat, Stmt, Type, UnOp};

use super::control::Control;
use super::environment::{Callable, Environment, Known, Origin, Sharing};
use super::macros::{self, Kind};
use super::mentions::{self, Mentions};
use super::visible::{self, PathCall};
use super::{lists, patterns, types};

/// Why a worker counts as impure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Rule (a): an assignment to something captured.
    Assigns(String),
    /// Rule (a): `&mut` or `ref mut` of something captured.
    BorrowsMutably(String),
    /// Rule (a): a captured name given away whose type may be `&mut T`, which rustc reborrows.
    MayReborrow(String),
    /// Rule (b): a method outside the list on something captured.
    Method(String),
    /// Rule (b): a call of a local that may be `FnMut`.
    UnknownCallable(String),
    /// Rule (b): a local closure whose own body is impure.
    ImpureClosure(String, Box<Reason>),
    /// Rule (b): the worker is an expression that makes a closure.
    UnknownWorker,
    /// Rule (c): a macro outside the list.
    Macro(String),
    /// Rule (d): a call none of whose arguments depends on the element.
    ConstantCall(String),
    /// Rule (e): a name of an effect.
    Effect(String),
    /// `unsafe` code.
    Unsafe,
    /// An attribute, which only rustc can interpret.
    Attribute,
    /// `async`, `.await`, `yield`, `try`, an item, or syntax that syn does not know.
    Syntax,
}

/// A worker that counts as impure: why, and where.
#[derive(Clone, Debug)]
pub(crate) struct Impurity {
    /// Why.
    pub(crate) reason: Reason,
    /// The token that shows it.
    pub(crate) span: Span,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Assigns(name) => write!(f, "it assigns `{name}`, which it captures"),
            Reason::BorrowsMutably(name) => {
                write!(f, "it borrows `{name}`, which it captures, mutably")
            }
            Reason::MayReborrow(name) => {
                write!(f, "it passes on `{name}`, which may be a mutable reference")
            }
            Reason::Method(name) => write!(
                f,
                "it calls the method `{name}` on something captured that is not visibly shared"
            ),
            Reason::UnknownCallable(name) => {
                write!(f, "`{name}` is not visibly a function or bounded by `Fn`")
            }
            Reason::ImpureClosure(name, reason) => {
                write!(f, "the closure `{name}` is impure: {reason}")
            }
            Reason::UnknownWorker => f.write_str("it is neither a closure literal nor a path"),
            Reason::Macro(name) => {
                write!(f, "it contains the macro `{name}!`, which may do anything")
            }
            Reason::ConstantCall(name) => write!(
                f,
                "it calls `{name}` with no argument that depends on the element"
            ),
            Reason::Effect(name) => write!(f, "`{name}` is the name of an effect"),
            Reason::Unsafe => f.write_str("it contains unsafe code"),
            Reason::Attribute => f.write_str("it carries an attribute"),
            Reason::Syntax => f.write_str("it contains syntax that is not interpreted here"),
        }
    }
}

impl Reason {
    /// What the user may write instead, if anything.
    pub(crate) fn way_out(&self) -> Option<&'static str> {
        match self {
            Reason::Assigns(_) | Reason::BorrowsMutably(_) => {
                Some("use `fold` or `scan`, which carry state")
            }
            Reason::MayReborrow(_) => Some("give the name a type annotation where it is bound"),
            Reason::Method(_) => Some(
                "bind what it is called on by `let name: Type = ..`, or as `&Type`, without `mut`",
            ),
            Reason::UnknownCallable(_) => Some("bound it by `Fn` instead of `FnMut`"),
            Reason::ImpureClosure(_, reason) => reason.way_out(),
            Reason::UnknownWorker => Some("write the worker as a closure literal"),
            Reason::ConstantCall(_) => Some("call it once before the chain and capture the result"),
            Reason::Macro(_)
            | Reason::Effect(_)
            | Reason::Unsafe
            | Reason::Attribute
            | Reason::Syntax => None,
        }
    }
}

impl fmt::Display for Impurity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

/// Judges a worker by rules (a) to (e). `parameters` are the visible types of its arguments.
pub(crate) fn purity(
    worker: &Expr,
    env: &Environment,
    parameters: &[Option<Type>],
) -> Result<(), Impurity> {
    match worker {
        Expr::Paren(paren) => purity(&paren.expr, env, parameters),
        Expr::Closure(closure) => closure_purity(closure, env, parameters),
        Expr::Path(path) => path_purity(worker, path, env),
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

fn path_purity(expr: &Expr, path: &syn::ExprPath, env: &Environment) -> Result<(), Impurity> {
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
            Callable::Closure(closure, env) => {
                return closure_purity(&closure, &env, &[])
                    .or_else(|inner| impure(Reason::ImpureClosure(name, Box::new(inner.reason))));
            }
            Callable::Unknown => return impure(Reason::UnknownCallable(name)),
            Callable::Item => {}
        }
    }
    if lists::effect(&last, None) {
        return impure(Reason::Effect(last));
    }
    Ok(())
}

fn closure_purity(
    closure: &ExprClosure,
    env: &Environment,
    parameters: &[Option<Type>],
) -> Result<(), Impurity> {
    let mut walk = Walk {
        env: env.clone(),
        base: env.len(),
        locals: Vec::new(),
    };
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

/// What flows into a local.
#[derive(Clone, Copy, Default)]
struct Flow {
    element: bool,
    exposed: bool,
}

impl Flow {
    const ELEMENT: Flow = Flow {
        element: true,
        exposed: false,
    };
}

/// Where a value goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    /// It is what the worker returns. A worker cannot return a mutable borrow of what it captures,
    /// so a captured name here is no reborrow.
    Tail,
    /// Where rustc may coerce, and so reborrow a `&mut`: an argument, a field, an annotated `let`.
    Coerced,
    /// Anywhere else; a captured name by value is `Copy` here, or the worker is not `FnMut`.
    Other,
}

struct Walk {
    env: Environment,
    /// Entries of the environment from here on are locals of the worker.
    base: usize,
    locals: Vec<Flow>,
}

type Verdict = Result<(), Impurity>;

fn impure<T>(reason: Reason, at: &impl Spanned) -> Result<T, Impurity> {
    Err(Impurity {
        reason,
        span: at.span(),
    })
}

impl Walk {
    fn scoped(&mut self, inside: impl FnOnce(&mut Walk) -> Verdict) -> Verdict {
        let scope = self.env.enter();
        let verdict = inside(self);
        self.env.leave(scope);
        self.locals.truncate(self.env.len() - self.base);
        verdict
    }

    /// Notes the flow of the entries that the environment has gained.
    fn flow(&mut self, flow: Flow) {
        self.locals.resize(self.env.len() - self.base, flow);
    }

    fn bind(&mut self, pattern: &Pat, ty: Option<&Type>, flow: Flow) {
        self.env.bind(pattern, ty, &Origin::Pattern);
        self.flow(flow);
    }

    /// The flow of a local of the worker; `None` for something captured.
    fn local(&self, name: &str) -> Option<Flow> {
        let position = self.env.position(name)?;
        self.locals.get(position.checked_sub(self.base)?).copied()
    }

    fn local_mut(&mut self, name: &str) -> Option<&mut Flow> {
        let position = self.env.position(name)?;
        self.locals.get_mut(position.checked_sub(self.base)?)
    }

    fn depends(&self, expr: &Expr) -> bool {
        Mentions::of_expr(expr)
            .read
            .iter()
            .any(|name| self.local(name).is_some_and(|flow| flow.element))
    }

    fn flow_of(&self, expr: &Expr) -> Flow {
        Flow {
            element: self.depends(expr),
            exposed: self.exposes(expr),
        }
    }

    /// Whether a value may give access, by methods, to something captured that is not visibly
    /// shared.
    fn exposes(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(_) => match visible::name_of(expr) {
                Some(name) => match self.local(&name) {
                    Some(flow) => flow.exposed,
                    None => !self.env.visibly_shared(&name),
                },
                None => true,
            },
            Expr::Field(_) | Expr::Index(_) => self.exposes_place(expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.exposes_place(expr),
            Expr::Paren(paren) => self.exposes(&paren.expr),
            Expr::Group(group) => self.exposes(&group.expr),
            Expr::Lit(_)
            | Expr::Unary(_)
            | Expr::Binary(_)
            | Expr::Cast(_)
            | Expr::Assign(_)
            | Expr::Closure(_)
            | Expr::Range(_)
            | Expr::While(_)
            | Expr::ForLoop(_)
            | Expr::Continue(_)
            | Expr::Return(_)
            | Expr::Let(_) => false,
            Expr::Reference(reference) => {
                reference.mutability.is_some() && self.exposes(&reference.expr)
            }
            Expr::Tuple(tuple) => tuple.elems.iter().any(|part| self.exposes(part)),
            Expr::Array(array) => array.elems.iter().any(|part| self.exposes(part)),
            Expr::Repeat(repeat) => self.exposes(&repeat.expr),
            Expr::Struct(literal) => {
                literal.fields.iter().any(|field| self.exposes(&field.expr))
                    || literal
                        .rest
                        .as_deref()
                        .is_some_and(|rest| self.exposes(rest))
            }
            Expr::Call(call) => call
                .args
                .iter()
                .any(|argument| self.exposes_argument(argument)),
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                if lists::comparison(&name, call.args.len()) {
                    return false;
                }
                match lists::method(&name, call.args.len()) {
                    Some(_) if PROJECTIONS.contains(&&*name) => self.exposes_place(&call.receiver),
                    Some(_) => false,
                    None => {
                        self.exposes_place(&call.receiver)
                            || call
                                .args
                                .iter()
                                .any(|argument| self.exposes_argument(argument))
                    }
                }
            }
            Expr::If(branch) => {
                self.exposes_block(&branch.then_branch)
                    || branch
                        .else_branch
                        .as_ref()
                        .is_some_and(|(_, other)| self.exposes(other))
            }
            Expr::Block(block) => self.exposes_block(&block.block),
            Expr::Match(matched) => {
                self.exposes(&matched.expr)
                    || matched.arms.iter().any(|arm| self.exposes(&arm.body))
            }
            Expr::Macro(mac) => match macros::listed(&mac.mac) {
                Some(listed) => listed.by_value.iter().any(|part| self.exposes(part)),
                None => true,
            },
            _ => true,
        }
    }

    /// A function given by name, or a closure judged on its own, gives access to nothing else.
    fn exposes_argument(&self, expr: &Expr) -> bool {
        match (expr, visible::name_of(expr)) {
            (_, Some(name)) if self.local(&name).is_none() => {
                matches!(self.env.callable(&name), Callable::Unknown) && self.exposes(expr)
            }
            (Expr::Path(_), None) => false,
            _ => self.exposes(expr),
        }
    }

    /// A part of a captured name may be a `&mut` even where the name itself is shared.
    fn exposes_place(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Field(field) => self.exposes_place(&field.base),
            Expr::Index(index) => self.exposes_place(&index.expr),
            Expr::Paren(paren) => self.exposes_place(&paren.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                self.exposes_place(&unary.expr)
            }
            Expr::Path(_) => match visible::name_of(expr) {
                Some(name) if self.local(&name).is_none() => {
                    self.env.sharing(&name) < Sharing::Deep
                }
                _ => self.exposes(expr),
            },
            other => self.exposes(other),
        }
    }

    /// A block whose value is one of its own locals is judged by what the block mentions.
    fn exposes_block(&self, block: &Block) -> bool {
        if let [Stmt::Expr(tail, None)] = &block.stmts[..] {
            return self.exposes(tail);
        }
        match block.stmts.last() {
            Some(Stmt::Expr(tail, None)) if !visible::visibly_value(tail, &self.env) => {
                let mentions = Mentions::of_block(block);
                mentions.opaque_macro
                    || mentions.read.iter().any(|name| match self.local(name) {
                        Some(flow) => flow.exposed,
                        None => !self.env.visibly_shared(name),
                    })
            }
            _ => false,
        }
    }

    /// Whether a receiver is captured, or a part of something captured, however it is shared.
    fn captured(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(_) => match visible::name_of(expr) {
                Some(name) => match self.local(&name) {
                    Some(flow) => flow.exposed,
                    None => self
                        .env
                        .lookup(&name)
                        .is_none_or(|known| known.ty.as_ref().is_none_or(|ty| !self.inert(ty))),
                },
                None => true,
            },
            Expr::Field(field) => self.captured(&field.base),
            Expr::Index(index) => self.captured(&index.expr),
            Expr::Paren(paren) => self.captured(&paren.expr),
            Expr::Reference(reference) => self.captured(&reference.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.captured(&unary.expr),
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let listed = lists::method(&name, call.args.len()).is_some();
                (!listed || PROJECTIONS.contains(&&*name)) && self.captured(&call.receiver)
            }
            _ => false,
        }
    }

    /// A type through which a shared reference changes nothing.
    fn inert(&self, ty: &Type) -> bool {
        let ty = types::dereferenced(ty);
        match types::peel(ty) {
            Type::Slice(slice) => self.inert(&slice.elem),
            Type::Path(path) if path.path.is_ident("str") => true,
            ty => self.env.visibly_plain(ty) && self.env.visibly_owned(ty),
        }
    }

    // Rule (a).

    /// Checks the target of an assignment, whose value has `flow`.
    fn target(&mut self, expr: &Expr, flow: Flow) -> Verdict {
        match expr {
            Expr::Tuple(tuple) => tuple
                .elems
                .iter()
                .try_for_each(|part| self.target(part, flow)),
            Expr::Array(array) => array
                .elems
                .iter()
                .try_for_each(|part| self.target(part, flow)),
            Expr::Struct(literal) => literal
                .fields
                .iter()
                .try_for_each(|field| self.target(&field.expr, flow)),
            Expr::Call(call) => call
                .args
                .iter()
                .try_for_each(|part| self.target(part, flow)),
            Expr::Infer(_) | Expr::Range(_) => Ok(()),
            _ => {
                let root = mentions::place_root(expr);
                if let Some(root) = &root {
                    let whole = visible::name_of(expr).is_some();
                    match self.local_mut(root) {
                        Some(local) if whole || !local.exposed => {
                            local.element |= flow.element;
                            local.exposed |= flow.exposed;
                        }
                        _ => return impure(Reason::Assigns(root.clone()), expr),
                    }
                } else if self.exposes_place(expr) {
                    return impure(Reason::Assigns("a place".to_owned()), expr);
                }
                // Indices and the like inside the place.
                self.expr(expr, Position::Other)
            }
        }
    }

    fn mutable_borrow(&mut self, expr: &Expr) -> Verdict {
        let bad = match mentions::place_root(expr) {
            Some(root) => match self.local(&root) {
                Some(flow) => flow.exposed.then_some(root),
                None => Some(root),
            },
            None => self.exposes_place(expr).then(|| "a place".to_owned()),
        };
        match bad {
            Some(name) => impure(Reason::BorrowsMutably(name), expr),
            None => Ok(()),
        }
    }

    /// A place used by value where rustc may reborrow it.
    fn coerced(&self, expr: &Expr) -> Verdict {
        let Some(root) = mentions::place_root(expr) else {
            return Ok(());
        };
        let whole = visible::name_of(expr).is_some();
        let may = match (self.local(&root), whole) {
            (Some(flow), _) => flow.exposed,
            (None, true) => self.env.may_reborrow(&root),
            (None, false) => self.env.lookup(&root).is_some()
                && self.env.sharing(&root) < Sharing::Deep
                && visible::visible_type(expr, &self.env).is_none_or(
                    |ty| matches!(types::peel(&ty), Type::Reference(r) if r.mutability.is_some()),
                ),
        };
        if may {
            return impure(Reason::MayReborrow(root), expr);
        }
        Ok(())
    }

    /// A pattern matched against a scrutinee, which may borrow it mutably in so many words.
    fn matched(&mut self, scrutinee: &Expr, pattern: &Pat) -> Verdict {
        if patterns::binds_mutable_reference(pattern) {
            self.mutable_borrow(scrutinee)?;
        }
        Ok(())
    }

    // Rule (b): names.

    /// A captured name that can be called counts as called wherever it stands.
    fn named(&self, expr: &Expr, name: &str) -> Verdict {
        if self.local(name).is_some() {
            return Ok(());
        }
        match self.env.callable(name) {
            Callable::Closure(closure, env) => {
                closure_purity(&closure, &env, &[]).or_else(|inner| {
                    let reason = Box::new(inner.reason);
                    impure(Reason::ImpureClosure(name.to_owned(), reason), expr)
                })
            }
            Callable::Item if lists::effect(name, None) => {
                impure(Reason::Effect(name.to_owned()), expr)
            }
            Callable::Unknown if self.env.visibly_fn_mut(name) => {
                impure(Reason::UnknownCallable(name.to_owned()), expr)
            }
            Callable::Item | Callable::Function | Callable::Unknown => Ok(()),
        }
    }

    // Rules (b), (d), (e): calls.

    fn call(&mut self, call: &ExprCall) -> Verdict {
        let kind = visible::path_call(call, &self.env);
        let text = match &*call.func {
            Expr::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        let name = text.unwrap_or_else(|| "a function".to_owned());
        match &*call.func {
            Expr::Path(path) => {
                if let Some(single) = visible::name_of(&call.func) {
                    let unknown = match self.local(&single) {
                        Some(flow) => flow.exposed,
                        None => matches!(self.env.callable(&single), Callable::Unknown),
                    };
                    if unknown {
                        return impure(Reason::UnknownCallable(single), path);
                    }
                    self.named(&call.func, &single)?;
                }
                let local = visible::name_of(&call.func)
                    .is_some_and(|single| self.env.lookup(&single).is_some());
                if !local && lists::effect(&name, Some(call.args.len())) {
                    return impure(Reason::Effect(name), path);
                }
            }
            func => {
                if self.exposes_place(func) {
                    return impure(Reason::UnknownCallable(name), func);
                }
                self.expr(func, Position::Other)?;
            }
        }
        let constant =
            kind == PathCall::Other && !call.args.iter().any(|argument| self.depends(argument));
        if constant {
            return impure(Reason::ConstantCall(name), call);
        }
        call.args
            .iter()
            .try_for_each(|argument| self.expr(argument, Position::Coerced))
    }

    fn method(&mut self, call: &ExprMethodCall) -> Verdict {
        let name = call.method.to_string();
        let arguments = call.args.len();
        if lists::effect(&name, Some(arguments)) && !harmless(call) {
            return impure(Reason::Effect(name), &call.method);
        }
        let listed = lists::method(&name, arguments).is_some();
        if !listed {
            let changes = lists::CAPTURED_EFFECTS.binary_search(&&*name).is_ok();
            if changes && self.captured(&call.receiver) {
                return impure(Reason::Method(name), &call.method);
            }
        }
        let adapter = matches!(&*call.receiver, Expr::MethodCall(_))
            && OPTION_ADAPTERS.contains(&(&*name, arguments));
        let suspicious = (!listed && !adapter) || name == "log";
        if suspicious && self.exposes_receiver(&call.receiver) {
            return impure(Reason::Method(name), &call.method);
        }
        self.expr(&call.receiver, Position::Other)?;
        call.args
            .iter()
            .try_for_each(|argument| self.expr(argument, Position::Coerced))?;
        if let Some(root) = mentions::place_root(&call.receiver) {
            let element = call.args.iter().any(|argument| self.depends(argument));
            let exposed = call
                .args
                .iter()
                .any(|argument| self.exposes_argument(argument));
            if let Some(local) = self.local_mut(&root) {
                local.element |= element;
                local.exposed |= exposed && !listed;
            }
        }
        Ok(())
    }

    /// A method of a shared name itself takes `&self`; a method of a part of it may not.
    fn exposes_receiver(&self, receiver: &Expr) -> bool {
        match receiver {
            Expr::Path(_) => self.exposes(receiver),
            Expr::Paren(paren) => self.exposes_receiver(&paren.expr),
            other => self.exposes_place(other),
        }
    }

    // Rule (c), and everything else.

    fn mac(&mut self, mac: &syn::Macro) -> Verdict {
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
        debug_assert!(listed.kind != Kind::Vec || listed.borrowed.is_empty());
        Ok(())
    }

    /// What runs while matching a pattern: nothing but macros and blocks could.
    fn pattern(&mut self, pattern: &Pat) -> Verdict {
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

    fn let_statement(&mut self, local: &syn::Local) -> Verdict {
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

    fn expr(&mut self, expr: &Expr, position: Position) -> Verdict {
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
                None => path_purity(expr, path, &self.env),
            },
            Expr::Paren(paren) => self.expr(&paren.expr, position),
            Expr::Group(group) => self.expr(&group.expr, position),
            Expr::Field(field) => self.expr(&field.base, Position::Other),
            Expr::Unary(unary) => self.expr(&unary.expr, Position::Other),
            Expr::Cast(cast) => self.expr(&cast.expr, Position::Coerced),
            Expr::Index(index) => {
                self.expr(&index.expr, Position::Other)?;
                self.expr(&index.index, Position::Coerced)
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
            Expr::Binary(binary) => {
                self.expr(&binary.left, Position::Other)?;
                self.expr(&binary.right, Position::Other)
            }
            Expr::Tuple(tuple) => self.exprs(&tuple.elems, position),
            Expr::Array(array) => self.exprs(&array.elems, part),
            Expr::Repeat(repeat) => self.expr(&repeat.expr, part),
            Expr::Struct(literal) => {
                self.exprs(literal.fields.iter().map(|field| &field.expr), part)?;
                self.exprs(literal.rest.as_deref(), Position::Coerced)
            }
            Expr::Range(range) => {
                self.exprs(range.start.as_deref(), part)?;
                self.exprs(range.end.as_deref(), part)
            }
            Expr::Call(call) => match visible::path_call(call, &self.env) {
                PathCall::Constructor => self.exprs(&call.args, part),
                _ => self.call(call),
            },
            Expr::MethodCall(call) => self.method(call),
            Expr::Macro(mac) => self.mac(&mac.mac),
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
            Expr::Break(broken) => self.exprs(broken.expr.as_deref(), Position::Coerced),
            Expr::Return(returned) => self.exprs(returned.expr.as_deref(), Position::Coerced),
            Expr::Try(tried) => self.expr(&tried.expr, Position::Other),
            Expr::Closure(closure) if closure.asyncness.is_none() => self.scoped(|walk| {
                for input in &closure.inputs {
                    walk.pattern(input)?;
                    walk.bind(input, None, Flow::ELEMENT);
                }
                walk.expr(&closure.body, Position::Coerced)
            }),
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

/// Listed methods whose result is still the receiver, or a handle to the same thing.
const PROJECTIONS: &[&str] = &[
    "as_deref", "as_ref", "as_slice", "clone", "first", "get", "max", "min", "to_owned",
];

/// What may follow a method that gives an `Option` of a reference, such as `get`: these take the
/// option, not what it refers to.
const OPTION_ADAPTERS: &[(&str, usize)] = &[
    ("cloned", 0),
    ("copied", 0),
    ("expect", 1),
    ("is_some_and", 1),
    ("map", 1),
    ("map_or", 2),
    ("unwrap", 0),
    ("unwrap_or", 1),
    ("unwrap_or_default", 0),
];

/// Effects by name that are none by form: `next` of an iterator that is made on the spot, and
/// `join` with a string literal.
fn harmless(call: &ExprMethodCall) -> bool {
    match (call.method.to_string().as_str(), call.args.len()) {
        ("next" | "next_back", 0) => fresh_iterator(&call.receiver),
        ("join", 1) => matches!(
            call.args.first(),
            Some(Expr::Lit(literal)) if matches!(literal.lit, syn::Lit::Str(_) | syn::Lit::Char(_))
        ),
        _ => false,
    }
}

/// A temporary iterator over something that stays as it is.
fn fresh_iterator(expr: &Expr) -> bool {
    let Expr::MethodCall(call) = expr else {
        return false;
    };
    match call.method.to_string().as_str() {
        "char_indices" | "chars" | "chunks" | "iter" | "keys" | "split_whitespace" | "values"
        | "windows" => true,
        // `BufRead` has a `split` too, and its argument is a byte.
        "split" | "rsplit" | "split_terminator" => matches!(
            call.args.first(),
            Some(Expr::Lit(literal)) if matches!(literal.lit, syn::Lit::Str(_) | syn::Lit::Char(_))
        ),
        "enumerate" | "filter" | "map" | "rev" | "skip" => fresh_iterator(&call.receiver),
        _ => false,
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
