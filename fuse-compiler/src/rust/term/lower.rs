//! Expressions made into terms.
//!
//! In: an expression, with the names in scope or without. Out: a [`Term`]. What is bound inside, by `let`s, patterns and
//! parameters, is in scope where it is in Rust.

use super::{Arm, Block, Bound, Is, Let, Listed, Method, Parsed, Path, Step, Term};
use crate::rust::environment::{Environment, Origin};
use crate::rust::expr::{attributes, bare, name_of_path, operands};
use crate::rust::macros;
use crate::rust::spelling::times;
use crate::rust::types::{By, Owner, Primitive, peel};
use quote::ToTokens as _;
use std::cell::OnceCell;
use syn::{Expr, ExprClosure, Lit, Local, Macro, Pat, Stmt, Type};

impl<'e> Term<'e> {
    /// The shape of an expression: no name in it is known, and no macro looked into.
    pub(crate) fn of(expr: &'e Expr) -> Term<'e> {
        Lowering(None).term(expr)
    }

    /// The shapes of statements.
    pub(crate) fn shapes(stmts: &'e [Stmt]) -> Vec<Step<'e>> {
        Lowering(None).steps(stmts)
    }

    /// An expression where these names are in scope.
    pub(crate) fn within(expr: &'e Expr, env: &Environment, parsed: &'e Parsed) -> Term<'e> {
        Lowering(Some((env.clone(), parsed))).term(expr)
    }

    /// The body of a closure that is called with what has these types, as far as known.
    pub(crate) fn body_of(
        closure: &'e ExprClosure,
        env: &Environment,
        parameters: &[Option<Type>],
        parsed: &'e Parsed,
    ) -> Term<'e> {
        Term::closure(closure, env, parameters, parsed).1
    }

    /// Its parameters and its body.
    pub(crate) fn closure(
        closure: &'e ExprClosure,
        env: &Environment,
        parameters: &[Option<Type>],
        parsed: &'e Parsed,
    ) -> (Vec<Bound<'e>>, Term<'e>) {
        let mut inside = Lowering(Some((env.clone(), parsed)));
        let bound = inside.parameters(closure, parameters);
        (bound, inside.term(bare(&closure.body)))
    }

    /// Statements where these names are in scope.
    pub(crate) fn block(stmts: &'e [Stmt], env: &Environment, parsed: &'e Parsed) -> Vec<Step<'e>> {
        Lowering(Some((env.clone(), parsed))).steps(stmts)
    }
}

struct Lowering<'e>(Option<(Environment, &'e Parsed)>);

impl<'e> Lowering<'e> {
    fn term(&mut self, expr: &'e Expr) -> Term<'e> {
        match expr {
            Expr::Paren(inner) => self.inside(&inner.expr, inner.attrs.is_empty()),
            Expr::Group(inner) => self.inside(&inner.expr, inner.attrs.is_empty()),
            _ => {
                let is = self.value(expr);
                self.with(expr, is)
            }
        }
    }

    fn inside(&mut self, expr: &'e Expr, bare: bool) -> Term<'e> {
        let mut term = self.term(expr);
        term.attributed |= !bare;
        term
    }

    fn with(&self, expr: &'e Expr, is: Is<'e>) -> Term<'e> {
        let mut term = Term {
            is,
            expr,
            attributed: !attributes(expr).is_empty(),
            levels: 0,
            seen: OnceCell::new(),
        };
        let below = term.parts().into_iter().map(|part| part.levels).max();
        term.levels = below.map_or(1, |below| below + 1);
        term
    }

    fn boxed(&mut self, expr: &'e Expr) -> Box<Term<'e>> {
        Box::new(self.term(expr))
    }

    fn all(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<Term<'e>> {
        exprs.into_iter().map(|expr| self.term(expr)).collect()
    }

    fn parts(&mut self, expr: &'e Expr) -> Vec<Term<'e>> {
        self.all(operands(expr).into_iter().flatten())
    }

    /// What is made of operands.
    fn value(&mut self, expr: &'e Expr) -> Is<'e> {
        match expr {
            Expr::Lit(literal) => Is::Literal(&literal.lit),
            Expr::Path(path) => Is::Path(self.path(path)),
            Expr::Unary(inner) => Is::Unary(inner.op, self.boxed(&inner.expr)),
            Expr::Reference(inner) => {
                Is::Reference(inner.mutability.is_some(), self.boxed(&inner.expr))
            }
            Expr::RawAddr(inner) => Is::Raw(self.boxed(&inner.expr)),
            Expr::Field(inner) => Is::Field(self.boxed(&inner.base), &inner.member),
            Expr::Index(inner) => Is::Index(self.boxed(&inner.expr), self.boxed(&inner.index)),
            Expr::Binary(inner) => {
                Is::Binary(inner.op, self.boxed(&inner.left), self.boxed(&inner.right))
            }
            Expr::Assign(inner) => Is::Assign(self.boxed(&inner.left), self.boxed(&inner.right)),
            Expr::Cast(inner) => Is::Cast(self.boxed(&inner.expr), &inner.ty),
            Expr::Call(call) => Is::Call(self.boxed(&call.func), self.all(&call.args)),
            Expr::MethodCall(call) => Is::Method(Box::new(Method {
                name: call.method.to_string(),
                call,
                receiver: self.term(&call.receiver),
                arguments: self.all(&call.args),
            })),
            Expr::Tuple(inner) => Is::Tuple(self.all(&inner.elems)),
            Expr::Array(inner) => Is::Array(self.all(&inner.elems)),
            Expr::Repeat(inner) => Is::Repeat(self.boxed(&inner.expr), self.boxed(&inner.len)),
            Expr::Struct(inner) => {
                let fields = self.all(inner.fields.iter().map(|field| &field.expr));
                let rest = inner.rest.as_deref().map(|rest| self.boxed(rest));
                Is::Struct(fields, rest)
            }
            Expr::Range(_) => Is::Range(self.parts(expr)),
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => Is::Leave(self.parts(expr)),
            Expr::Try(inner) => Is::Try(self.boxed(&inner.expr)),
            Expr::Macro(inner) => Is::Macro(&inner.mac, self.listed(&inner.mac)),
            Expr::Infer(_) => Is::Hole,
            other => self.control(other),
        }
    }

    /// What has a scope of its own.
    fn control(&mut self, expr: &'e Expr) -> Is<'e> {
        match expr {
            Expr::Block(inner) => Is::Block(self.block(&inner.block, inner.label.is_some())),
            Expr::Unsafe(inner) => Is::Keyword(self.block(&inner.block, false)),
            Expr::Async(inner) => Is::Keyword(self.block(&inner.block, false)),
            Expr::Const(inner) => Is::Keyword(self.block(&inner.block, false)),
            Expr::TryBlock(inner) => Is::Keyword(self.block(&inner.block, false)),
            Expr::Closure(closure) => self.closure(closure),
            Expr::Let(inner) => {
                let of = self.boxed(&inner.expr);
                let ty = self.type_of(&of);
                Is::Let(self.bind(&inner.pat, ty.as_ref()), of)
            }
            Expr::If(branch) => {
                let (condition, then) = self.scoped(|inside| {
                    let condition = inside.boxed(&branch.cond);
                    (condition, inside.block(&branch.then_branch, false))
                });
                let other = branch.else_branch.as_ref();
                Is::If(condition, then, other.map(|(_, other)| self.boxed(other)))
            }
            Expr::Match(matched) => {
                let of = self.boxed(&matched.expr);
                let ty = self.type_of(&of);
                let arms = matched.arms.iter().map(|arm| self.arm(arm, ty.as_ref()));
                Is::Match(of, arms.collect())
            }
            Expr::ForLoop(looped) => {
                let of = self.boxed(&looped.expr);
                let (bound, body) = self.scoped(|inside| {
                    let (ty, origin) = inside.counted(&of);
                    let pattern = &*looped.pat;
                    let bound =
                        inside.binding(pattern, |env| env.bind(pattern, ty.as_ref(), &origin));
                    (bound, inside.block(&looped.body, false))
                });
                Is::For(bound, of, body)
            }
            Expr::While(looped) => self.scoped(|inside| {
                let condition = inside.boxed(&looped.cond);
                Is::Loop(Some(condition), inside.block(&looped.body, false))
            }),
            Expr::Loop(looped) => Is::Loop(None, self.block(&looped.body, false)),
            other => Is::Opaque(self.parts(other)),
        }
    }

    fn scoped<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        let scope = self.0.as_ref().map(|(env, _)| env.enter());
        let made = inside(self);
        if let (Some((env, _)), Some(scope)) = (&mut self.0, scope) {
            env.leave(scope);
        }
        made
    }

    /// What is known of what a loop runs over: of the elements of a range of integers, from its first or its last one, and of those of a visible
    /// array.
    fn counted(&self, of: &Term<'_>) -> (Option<Type>, Origin) {
        let nothing = (None, Origin::Pattern);
        let Some((env, _)) = &self.0 else {
            return nothing;
        };
        let mut range = of;
        while let Is::Method(call) = &range.is
            && matches!(call.named(), ("rev", 0) | ("step_by", 1))
        {
            range = &call.receiver;
        }
        let Is::Range(bounds) = &range.is else {
            return (element_of(of, env), Origin::Pattern);
        };
        let integer = |ty: &&Type| {
            let number = env.primitive(ty);
            let owned = !matches!(peel(ty), Type::Reference(_));
            owned && matches!(number, Some(Primitive::Unsigned | Primitive::Signed))
        };
        let mut types = bounds.iter().filter_map(|bound| bound.ty(env));
        if let Some(ty) = types.find(integer) {
            return (Some(ty.clone()), Origin::Pattern);
        }
        let literal = |bound: &Term<'_>| matches!(bound.is, Is::Literal(Lit::Int(_)));
        match bounds.iter().any(literal) {
            true => (None, Origin::Literal(false)),
            false => nothing,
        }
    }

    fn bind(&mut self, pattern: &'e Pat, ty: Option<&Type>) -> Bound<'e> {
        self.binding(pattern, |env| env.bind(pattern, ty, &Origin::Pattern))
    }

    /// A pattern, and what `bind` tells the environment of its names.
    fn binding(&mut self, pattern: &'e Pat, bind: impl FnOnce(&mut Environment)) -> Bound<'e> {
        let names = self.0.as_mut().map(|(env, _)| {
            let scope = env.enter();
            bind(env);
            env.since(scope).to_vec()
        });
        Bound {
            pattern,
            names: names.unwrap_or_default(),
        }
    }

    fn path(&mut self, path: &'e syn::ExprPath) -> Path<'e> {
        let known = self
            .0
            .as_ref()
            .and_then(|(env, _)| env.known(&name_of_path(path)?).cloned());
        Path { path, known }
    }

    /// The type of a term, where the source shows it.
    fn type_of(&self, term: &Term<'e>) -> Option<Type> {
        let (env, _) = self.0.as_ref()?;
        term.ty(env).cloned()
    }

    /// An arm of a `match` on something of a type.
    fn arm(&mut self, arm: &'e syn::Arm, ty: Option<&Type>) -> Arm<'e> {
        self.scoped(|inside| {
            let bound = inside.bind(&arm.pat, ty);
            let guard = match &arm.pat {
                Pat::Guard(guard) => Some(inside.term(&guard.guard)),
                _ => None,
            };
            let body = inside.term(&arm.body);
            Arm {
                arm,
                bound,
                guard,
                body,
            }
        })
    }

    fn closure(&mut self, closure: &'e ExprClosure) -> Is<'e> {
        self.scoped(|inside| {
            let bound = inside.parameters(closure, &[]);
            Is::Closure(closure, bound, inside.boxed(bare(&closure.body)))
        })
    }

    fn parameters(&mut self, closure: &'e ExprClosure, types: &[Option<Type>]) -> Vec<Bound<'e>> {
        let inputs = closure.inputs.iter().enumerate();
        let bound = inputs.map(|(index, input)| {
            let ty = types.get(index).and_then(Option::as_ref);
            self.bind(input, ty)
        });
        bound.collect()
    }

    fn block(&mut self, block: &'e syn::Block, labelled: bool) -> Block<'e> {
        let steps = self.scoped(|inside| inside.steps(&block.stmts));
        Block {
            block,
            labelled,
            steps,
        }
    }

    fn steps(&mut self, stmts: &'e [Stmt]) -> Vec<Step<'e>> {
        let steps = stmts.iter().map(|stmt| match stmt {
            Stmt::Local(local) => Step::Let(Box::new(self.local(local))),
            Stmt::Expr(expr, None) => Step::Value(self.term(expr)),
            Stmt::Expr(expr, Some(_)) => Step::Do(self.term(expr)),
            Stmt::Macro(stmt) => Step::Macro(stmt, self.listed(&stmt.mac)),
            Stmt::Item(item) => Step::Item(item),
        });
        steps.collect()
    }

    fn local(&mut self, local: &'e Local) -> Let<'e> {
        let init = local.init.as_ref();
        let value = init.map(|init| self.term(&init.expr));
        let diverge = init.and_then(|init| init.diverge.as_ref());
        let diverge = diverge.map(|(_, diverge)| self.term(diverge));
        let bound = self.binding(&local.pat, |env| env.bind_let(local, value.as_ref()));
        Let {
            local,
            bound,
            value,
            diverge,
        }
    }

    fn listed(&mut self, mac: &'e Macro) -> Option<Box<Listed<'e>>> {
        let (_, parsed) = self.0.as_ref()?;
        let listed = parsed.keep(macros::listed(mac)?);
        let by_value = self.all(&listed.by_value);
        let borrowed = self.all(&listed.borrowed);
        let pattern = listed.pattern.as_ref().map(|(pattern, guard)| {
            self.scoped(|inside| {
                let bound = inside.bind(pattern, None);
                (bound, guard.as_ref().map(|guard| inside.term(guard)))
            })
        });
        Some(Box::new(Listed {
            kind: listed.kind,
            repeats: listed.repeats,
            by_value,
            borrowed,
            pattern,
        }))
    }
}

/// What a loop over `xs`, `&xs` or `xs.iter()` binds, if that is a visible array: references to its elements, or the elements.
fn element_of(of: &Term<'_>, env: &Environment) -> Option<Type> {
    let (place, by_reference) = match &of.is {
        Is::Method(call) if call.named() == ("iter", 0) => (&call.receiver, true),
        Is::Reference(false, place) => (&**place, true),
        _ => (of, false),
    };
    let array = env.array_of(place.ty(env)?)?;
    let element = &array.element;
    if times("_", element.to_token_stream()) > 0 || times("impl", element.to_token_stream()) > 0 {
        return None;
    }
    match (by_reference, array.by) {
        (true, _) | (false, By::Shared) => Some(syn::parse_quote!(&#element)),
        // Whether a `Box` gives its elements depends on the edition.
        (false, By::Owned) => (!matches!(array.owner, Owner::Box)).then(|| element.clone()),
        (false, By::Mutable) => None,
    }
}
