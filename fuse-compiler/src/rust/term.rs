//! The body of a closure as a tree of our own.
//!
//! In: an expression. Out: a [`Term`], without parentheses and groups, the body of a closure without a block of nothing else. What it is made of and what
//! it costs are folds over it ([`cost`]); what is none of the forms below is [`Is::Opaque`], of which only the parts are known.

pub(crate) mod cost;

use super::expr::{attributes, bare, operands, strip};
use super::macros::{Kind, LISTED};
use super::patterns::single_name;
use super::std_names::{self, Facts};
use proc_macro2::Ident;
use syn::{BinOp, Block, Expr, ExprPath, Lit, Local, Stmt, Type, UnOp};

/// An expression.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    /// A literal.
    Literal(Lit),
    /// A name or a path.
    Path(Path),
    /// An operator of one operand, `*` among them.
    Unary(UnOp, Box<Term>),
    /// `&x`, `&mut x`: true if mutable.
    Reference(bool, Box<Term>),
    /// A field.
    Field(Box<Term>),
    /// `xs[i]`
    Index(Box<Term>, Box<Term>),
    /// An operator of two operands.
    Binary(BinOp, Box<Term>, Box<Term>),
    /// `place = value`
    Assign(Box<Term>, Box<Term>),
    /// `x as f64`
    Cast(Box<Term>, To),
    /// A call of a function.
    Call(Box<Term>, Vec<Term>),
    /// A call of a method.
    Method(Box<Method>),
    /// `(a, b)`
    Tuple(Vec<Term>),
    /// A range, with the bounds that it has.
    Range(Vec<Term>),
    /// A block without label and attributes.
    Block(Vec<Step>),
    /// A closure literal: its body.
    Closure(Box<Term>),
    /// What looks into one of several forms of a value: `match`, `let` in a condition.
    Choice(Vec<Term>),
    /// A `for` loop.
    For(Vec<Term>),
    /// Another loop.
    Loop(Vec<Term>),
    /// `matches!(..)`
    Matches,
    /// Another macro.
    Macro,
    /// Anything else, with its parts.
    Opaque(Vec<Term>),
}

/// The type that is cast to.
#[derive(Clone, Debug)]
pub(crate) enum To {
    /// A name.
    Name(Ident),
    /// `_`
    Inferred,
    /// Anything else.
    Other,
}

/// A name or a path.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// Its segments.
    pub(crate) segments: Vec<Ident>,
    /// True for `<T as Trait>::name`.
    pub(crate) qualified: bool,
}

impl Path {
    fn of(path: &ExprPath) -> Path {
        let segments = path.path.segments.iter();
        Path {
            segments: segments.map(|segment| segment.ident.clone()).collect(),
            qualified: path.qself.is_some(),
        }
    }

    /// The name, if it is one.
    pub(crate) fn name(&self) -> Option<&Ident> {
        match self.segments.as_slice() {
            [name] if !self.qualified => Some(name),
            _ => None,
        }
    }

    /// The last segment.
    pub(crate) fn last(&self) -> Option<&Ident> {
        self.segments.last()
    }
}

/// A call of a method.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    /// As called.
    pub(crate) name: String,
    /// True for `method::<T>()`.
    pub(crate) turbofish: bool,
    /// What it is called on.
    pub(crate) receiver: Term,
    /// The others.
    pub(crate) arguments: Vec<Term>,
}

impl Method {
    /// Whether one of some facts holds of it.
    pub(crate) fn is(&self, facts: Facts) -> bool {
        std_names::is(&self.name, self.arguments.len(), facts)
    }
}

/// A statement of a block.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// A `let` of one name, with its value.
    Let(Ident, Term),
    /// An expression with a semicolon.
    Do(Term),
    /// The value of the block.
    Value(Term),
    /// Anything else.
    Opaque(Vec<Term>),
}

impl Term {
    /// Of an expression.
    pub(crate) fn of(expr: &Expr) -> Term {
        let boxed = |expr: &Expr| Box::new(Term::of(expr));
        match strip(expr) {
            Expr::Paren(inner) => Term::of(&inner.expr),
            Expr::Group(inner) => Term::of(&inner.expr),
            Expr::Lit(literal) => Term::Literal(literal.lit.clone()),
            Expr::Path(path) => Term::Path(Path::of(path)),
            Expr::Unary(inner) => Term::Unary(inner.op, boxed(&inner.expr)),
            Expr::Reference(inner) => {
                Term::Reference(inner.mutability.is_some(), boxed(&inner.expr))
            }
            Expr::Field(inner) => Term::Field(boxed(&inner.base)),
            Expr::Index(inner) => Term::Index(boxed(&inner.expr), boxed(&inner.index)),
            Expr::Binary(inner) => Term::Binary(inner.op, boxed(&inner.left), boxed(&inner.right)),
            Expr::Assign(inner) => Term::Assign(boxed(&inner.left), boxed(&inner.right)),
            Expr::Cast(inner) => {
                let to = match &*inner.ty {
                    Type::Path(path) => path.path.get_ident().cloned().map_or(To::Other, To::Name),
                    Type::Infer(_) => To::Inferred,
                    _ => To::Other,
                };
                Term::Cast(boxed(&inner.expr), to)
            }
            Expr::Call(call) => Term::Call(boxed(&call.func), all(&call.args)),
            Expr::MethodCall(call) => Term::Method(Box::new(Method {
                name: call.method.to_string(),
                turbofish: call.turbofish.is_some(),
                receiver: Term::of(&call.receiver),
                arguments: all(&call.args),
            })),
            Expr::Tuple(inner) => Term::Tuple(all(&inner.elems)),
            range @ Expr::Range(_) => Term::Range(all(operands(range).into_iter().flatten())),
            block @ Expr::Block(inner) if inner.label.is_none() && attributes(block).is_empty() => {
                Term::Block(steps(&inner.block))
            }
            Expr::Closure(closure) => Term::Closure(boxed(bare(&closure.body))),
            Expr::Macro(inner) if inner.mac.path.is_ident("matches") => Term::Matches,
            Expr::Macro(_) => Term::Macro,
            other => Term::of_control(other),
        }
    }

    fn of_control(expr: &Expr) -> Term {
        let block = |block: &Block| Term::Block(steps(block));
        match expr {
            Expr::Let(inner) => Term::Choice(vec![Term::of(&inner.expr)]),
            Expr::Match(matched) => {
                let arms = matched.arms.iter().flat_map(|arm| {
                    let guard = match &arm.pat {
                        syn::Pat::Guard(guard) => Some(&*guard.guard),
                        _ => None,
                    };
                    guard.into_iter().chain([&*arm.body])
                });
                Term::Choice(all([&*matched.expr].into_iter().chain(arms)))
            }
            Expr::If(branch) => {
                let mut parts = vec![Term::of(&branch.cond), block(&branch.then_branch)];
                parts.extend(branch.else_branch.iter().map(|(_, other)| Term::of(other)));
                Term::Opaque(parts)
            }
            Expr::While(looped) => Term::Loop(vec![Term::of(&looped.cond), block(&looped.body)]),
            Expr::ForLoop(looped) => Term::For(vec![Term::of(&looped.expr), block(&looped.body)]),
            Expr::Loop(looped) => Term::Loop(vec![block(&looped.body)]),
            Expr::Block(inner) => Term::Opaque(vec![block(&inner.block)]),
            Expr::Unsafe(inner) => Term::Opaque(vec![block(&inner.block)]),
            Expr::Async(inner) => Term::Opaque(vec![block(&inner.block)]),
            Expr::Const(inner) => Term::Opaque(vec![block(&inner.block)]),
            Expr::TryBlock(inner) => Term::Opaque(vec![block(&inner.block)]),
            other => Term::Opaque(all(operands(other).into_iter().flatten())),
        }
    }

    /// The body of a closure literal; of anything else the term itself.
    pub(crate) fn body(&self) -> &Term {
        match self {
            Term::Closure(body) => body,
            other => other,
        }
    }

    /// What it is made of.
    fn parts(&self) -> Vec<&Term> {
        match self {
            Term::Literal(_) | Term::Path(_) | Term::Matches | Term::Macro => Vec::new(),
            Term::Unary(_, of)
            | Term::Reference(_, of)
            | Term::Field(of)
            | Term::Cast(of, _)
            | Term::Closure(of) => vec![of],
            Term::Index(one, other) | Term::Binary(_, one, other) | Term::Assign(one, other) => {
                vec![one, other]
            }
            Term::Call(of, arguments) => [&**of].into_iter().chain(arguments).collect(),
            Term::Method(call) => [&call.receiver]
                .into_iter()
                .chain(&call.arguments)
                .collect(),
            Term::Tuple(parts)
            | Term::Range(parts)
            | Term::Choice(parts)
            | Term::For(parts)
            | Term::Loop(parts)
            | Term::Opaque(parts) => parts.iter().collect(),
            Term::Block(steps) => steps.iter().flat_map(Step::parts).collect(),
        }
    }

    /// Whether something holds of a term, or of one inside of it.
    pub(crate) fn any(&self, holds: &dyn Fn(&Term) -> bool) -> bool {
        holds(self) || self.parts().into_iter().any(|part| part.any(holds))
    }
}

impl Step {
    fn parts(&self) -> Vec<&Term> {
        match self {
            Step::Let(_, value) | Step::Do(value) | Step::Value(value) => vec![value],
            Step::Opaque(parts) => parts.iter().collect(),
        }
    }
}

fn all<'e>(exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<Term> {
    exprs.into_iter().map(Term::of).collect()
}

fn steps(block: &Block) -> Vec<Step> {
    block.stmts.iter().map(step).collect()
}

fn step(stmt: &Stmt) -> Step {
    match stmt {
        Stmt::Local(local) => bound(local),
        Stmt::Expr(expr, None) => Step::Value(Term::of(expr)),
        Stmt::Expr(expr, Some(_)) => Step::Do(Term::of(expr)),
        // It compares, as an operator does.
        Stmt::Macro(stmt) if is_assertion(&stmt.mac.path) => Step::Opaque(Vec::new()),
        Stmt::Macro(_) => Step::Opaque(vec![Term::Macro]),
        Stmt::Item(_) => Step::Opaque(Vec::new()),
    }
}

fn is_assertion(name: &syn::Path) -> bool {
    let is = |(listed, kind): &(&str, Kind)| *kind == Kind::Assert && name.is_ident(listed);
    LISTED.iter().any(is)
}

fn bound(local: &Local) -> Step {
    match (single_name(&local.pat), &local.init) {
        (Some(name), Some(init)) if init.diverge.is_none() => {
            Step::Let(name.ident.clone(), Term::of(&init.expr))
        }
        (_, init) => {
            let init = init.iter();
            let values = init.flat_map(|init| {
                let diverge = init.diverge.iter().map(|(_, diverge)| &**diverge);
                [&*init.expr].into_iter().chain(diverge)
            });
            Step::Opaque(all(values))
        }
    }
}
