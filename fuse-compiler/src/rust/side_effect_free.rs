//! Transparent statements: `let`s that combinators may cross (docs/DESIGN.md section 3, *Barriers*).
//!
//! In: an initialiser, or what surrounds the chains in one, with its environment. Out:
//! [`Transparency`], with what it reads and what it may move, or `None` if it is a barrier. The list of what may stand in one is
//! closed: literals, names, fields, operators but assignments, casts, tuples, arrays, struct
//! literals, listed methods on scalars, associated constants, constructors with capitalised paths,
//! a few calls that make an empty collection; `if` and `match` of these, elements of arrays, shared
//! references to places, closures with a pure body.

use crate::sorted::SortedSet;

use syn::{BinOp, Expr, Pat, Type, UnOp};

use super::control::Control;
use super::environment::Environment;
use super::expr::{compares, compound, jumps};
use super::hidden_code::Hidden;
use super::macros::Kind;
use super::mentions::Mentions;
use super::patterns::capitalised;
use super::purity::purity;
use super::std_names;
use super::term::{Is, Method, Path, Term};
use super::types::peel;
use super::visible::{PathCall, asked};

/// What a transparent expression does with names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Transparency {
    /// Every name it mentions.
    pub(crate) reads: SortedSet<String>,
    /// Names whose value, or a part of it, it may move away: used by value, and not visibly `Copy`.
    ///
    /// If such a name is mentioned again below, with no new value in between, it was `Copy` after
    /// all: rustc would not have let it pass.
    pub(crate) moves: SortedSet<String>,
    /// What it may run that no call shows.
    pub(crate) hidden: Hidden,
}

/// Whether an initialiser is transparent.
pub(crate) fn transparent(expr: &Expr, env: &Environment) -> Option<Transparency> {
    asked(expr, env, |term| transparent_term(term, env))
}

/// The same of a term.
pub(crate) fn transparent_term(term: &Term<'_>, env: &Environment) -> Option<Transparency> {
    let found = Transparency::default();
    let mut walk = Walk { env, found };
    walk.term(term, By::Value)?;
    Some(walk.found)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Value,
    Reference,
}

struct Walk<'a> {
    env: &'a Environment,
    found: Transparency,
}

impl Walk<'_> {
    fn hides(&mut self, hidden: Hidden) {
        self.found.hidden = self.found.hidden.max(hidden);
    }

    fn all<'t, 'e: 't>(
        &mut self,
        terms: impl IntoIterator<Item = &'t Term<'e>>,
        by: By,
    ) -> Option<()> {
        terms.into_iter().try_for_each(|term| self.term(term, by))
    }

    fn term(&mut self, term: &Term<'_>, by: By) -> Option<()> {
        if term.attributed {
            return None;
        }
        match &term.is {
            Is::Literal(_) => Some(()),
            Is::Path(path) => self.path(term, path, by),
            Is::Field(of, member) => {
                self.hides(Hidden::in_field_of(of, member, self.env));
                self.place(term, by);
                self.term(of, By::Reference)
            }
            Is::Unary(UnOp::Deref(_), of) => {
                self.hides(Hidden::in_deref_of(of, self.env));
                self.place(term, by);
                self.term(of, By::Reference)
            }
            Is::Unary(_, of) => {
                self.hides(Hidden::on(of, self.env));
                self.term(of, By::Value)
            }
            Is::Binary(op, left, right) => self.binary(op, left, right),
            Is::Tuple(_) | Is::Array(_) | Is::Cast(..) => self.all(term.parts(), By::Value),
            Is::Struct(..) if plain_literal(term.expr) => self.all(term.parts(), By::Value),
            Is::Call(_, arguments) => {
                match term.calls(self.env) {
                    PathCall::Other => return None,
                    PathCall::Primitive => self.hides(Hidden::on_any(arguments, self.env)),
                    PathCall::Constructor | PathCall::Fresh => {}
                }
                self.all(arguments, By::Value)
            }
            Is::Method(call) => self.method(term, call),
            Is::If(condition, then, other) => {
                self.term(condition, By::Value)?;
                self.term(then.sole()?, by)?;
                self.branch(other.as_deref()?, by)
            }
            Is::Match(of, arms) => {
                self.term(of, By::Reference)?;
                arms.iter().try_for_each(|arm| {
                    let plain = arm.arm.attrs.is_empty() && constant(&arm.arm.pat);
                    plain.then(|| self.branch(&arm.body, by))?
                })
            }
            // An array of std's, which nothing but a panic can come of. What is taken out is `Copy`.
            Is::Index(of, index) => {
                let whole = of.ty(self.env)?;
                if self.env.matrix_of_numbers(whole).is_none() {
                    self.env.array_of(whole)?;
                }
                self.term(of, By::Reference)?;
                match &index.is {
                    Is::Range(bounds) if !index.attributed => self.all(bounds, By::Value),
                    _ => self.term(index, By::Value),
                }
            }
            // Of a place: what is borrowed of a temporary lives as long as its `let`, if it stays one; a number as long as the program.
            Is::Reference(false, of) if of.root().is_some() || of.is_number() => {
                self.term(of, By::Reference)
            }
            Is::Closure(closure, ..) => self.closure(term.expr, closure),
            // What is cloned to fill it is a literal, or a collection just made.
            Is::Repeat(element, length) if self.filler(element) => self.term(length, By::Value),
            Is::Macro(_, Some(listed)) if listed.kind == Kind::Vec => match &listed.by_value[..] {
                [first, rest @ ..] => self.filler(first).then(|| self.all(rest, By::Value))?,
                [] => Some(()),
            },
            _ => None,
        }
    }

    fn binary(&mut self, op: &BinOp, left: &Term<'_>, right: &Term<'_>) -> Option<()> {
        if compound(op) {
            return None;
        }
        let by = match compares(op) {
            true => By::Reference,
            false => By::Value,
        };
        // `&&` and `||` are the language's.
        if !jumps(op) {
            self.hides(Hidden::on(left, self.env).max(Hidden::on(right, self.env)));
        }
        self.operand(left, by)?;
        self.operand(right, by)
    }

    /// The body of an arm, or what follows `else`: an expression, or a block of nothing else.
    fn branch(&mut self, term: &Term<'_>, by: By) -> Option<()> {
        match &term.is {
            Is::Block(block) if !block.labelled && !term.attributed => self.term(block.sole()?, by),
            _ => self.term(term, by),
        }
    }

    /// A closure that is made here and called elsewhere. If its body is pure it captures by shared
    /// reference, or moves.
    fn closure(&mut self, expr: &Expr, closure: &syn::ExprClosure) -> Option<()> {
        let control = Control::of_expr(expr);
        if control.attributes
            || control.asynchronous
            || control.items
            || control.none_groups
            || closure.constness.is_some()
            || purity(expr, self.env, &[]).is_err()
        {
            return None;
        }
        let mentions = Mentions::of_expr(expr);
        let taken = match closure.capture {
            Some(_) => &mentions.read,
            None => &mentions.moved,
        };
        let copied = |ty: Option<&Type>| ty.is_some_and(|ty| self.env.visibly_copy(ty));
        let moved = |name: &&String| {
            let known = self.env.lookup(name);
            known.is_some_and(|known| !copied(known.ty.as_ref()))
        };
        self.found.moves.extend(taken.iter().filter(moved).cloned());
        self.found.reads.extend(mentions.read);
        Some(())
    }

    /// Something whose clone nobody can watch.
    fn filler(&self, term: &Term<'_>) -> bool {
        let mut parts = term.parts().into_iter();
        match &term.is {
            Is::Literal(_) => !term.attributed,
            Is::Unary(UnOp::Neg(_), _) | Is::Repeat(..) | Is::Tuple(_) => {
                parts.all(|part| self.filler(part))
            }
            Is::Call(_, arguments) => {
                term.calls(self.env) == PathCall::Fresh
                    && arguments.iter().all(|argument| self.filler(argument))
            }
            Is::Path(path) => {
                let number = |ty| self.env.primitive(ty).is_some();
                path.segments().len() > 1 && term.ty(self.env).is_some_and(number)
            }
            _ => false,
        }
    }

    /// An operand of an operator may be borrowed: `a + &b`.
    fn operand(&mut self, term: &Term<'_>, by: By) -> Option<()> {
        match &term.is {
            Is::Reference(false, of) if !term.attributed => self.term(of, By::Reference),
            _ => self.term(term, by),
        }
    }

    fn path(&mut self, term: &Term<'_>, path: &Path<'_>, by: By) -> Option<()> {
        let Some(name) = path.name() else {
            // A constant by its path; a function's name would be lower case.
            let constant = !path.is_qualified() && capitalised(&path.last()?.to_string());
            return constant.then_some(());
        };
        self.place(term, by);
        self.found.reads.insert(name);
        Some(())
    }

    /// Notes the name that a place, used by value, may be moved out of.
    fn place(&mut self, term: &Term<'_>, by: By) {
        let copied = || {
            term.ty(self.env)
                .is_some_and(|ty| self.env.visibly_copy(ty))
        };
        if by == By::Reference || copied() {
            return;
        }
        let Some(root) = term.root() else {
            return;
        };
        let (name, known) = (root.spelt(), root.known.as_ref());
        let constant = known.is_none() && capitalised(&name);
        let behind = known
            .and_then(|known| known.ty.as_ref())
            .is_some_and(|ty| matches!(peel(ty), Type::Reference(_)));
        // Nothing can be moved out from behind a reference; the reference itself can.
        if !constant && (term.name().is_some() || !behind) {
            self.found.moves.insert(name);
        }
    }

    fn method(&mut self, term: &Term<'_>, call: &Method<'_>) -> Option<()> {
        if call.has_turbofish() {
            return None;
        }
        let receiver = &call.receiver;
        if let ("to_vec" | "clone" | "to_owned", 0) = call.named() {
            // An array of its own, of elements whose clones nobody watches.
            self.env.array_of(term.ty(self.env)?)?;
            return self.term(receiver, By::Reference);
        }
        if self.is_of_an_element(call) {
            // Std's, of numbers: nobody sees that it is asked.
            self.term(receiver, By::Reference)?;
            return self.all(&call.arguments, By::Value);
        }
        let by = if call.is(std_names::COMPARISON) && self.scalar(receiver) {
            self.hides(Hidden::on_any(&call.arguments, self.env));
            By::Reference
        // `log` is a name that a logger has too.
        } else if call.is(std_names::SCALAR) && (call.name != "log" || receiver.is_float(self.env))
        {
            self.hides(Hidden::on(receiver, self.env));
            match call.is(std_names::CONSUMES) {
                true => By::Value,
                false => By::Reference,
            }
        } else {
            return None;
        };
        self.term(receiver, by)?;
        let mut arguments = call.arguments.iter();
        arguments.try_for_each(|argument| self.operand(argument, by))
    }

    /// True for `xs.last()` of an array of numbers, and for a method of the `Option` that it gives.
    fn is_of_an_element(&self, call: &Method<'_>) -> bool {
        let receiver = &call.receiver;
        match call.named() {
            ("first" | "last", 0) | ("get", 1) => {
                let whole = receiver.ty(self.env);
                let element = whole.and_then(|ty| self.env.array_of(ty));
                let numbers = element.is_some_and(|of| self.env.primitive(&of.element).is_some());
                let place = |term: &Term<'_>| term.primitive(self.env).is_some();
                numbers && call.arguments.iter().all(place)
            }
            ("copied" | "cloned" | "is_some" | "is_none" | "unwrap_or_default" | "unwrap", 0)
            | ("unwrap_or", 1) => match &receiver.is {
                Is::Method(of) => !of.has_turbofish() && self.is_of_an_element(of),
                _ => false,
            },
            _ => false,
        }
    }

    /// A receiver that no trait of iterators applies to.
    fn scalar(&self, term: &Term<'_>) -> bool {
        term.is_float(self.env) || term.primitive(self.env).is_some()
    }
}

/// A struct literal of no other trait's type, without attributes on its fields.
fn plain_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Struct(literal) => {
            let mut fields = literal.fields.iter();
            literal.qself.is_none() && fields.all(|field| field.attrs.is_empty())
        }
        _ => false,
    }
}

/// Whether a pattern compares with constants and binds nothing.
fn constant(pattern: &Pat) -> bool {
    match pattern {
        Pat::Lit(literal) => literal.attrs.is_empty(),
        Pat::Wild(wild) => wild.attrs.is_empty(),
        Pat::Range(range) => range.attrs.is_empty(),
        Pat::Path(path) => path.attrs.is_empty(),
        Pat::Paren(paren) => paren.attrs.is_empty() && constant(&paren.pat),
        Pat::Reference(inner) => inner.attrs.is_empty() && constant(&inner.pat),
        Pat::Or(or) => or.attrs.is_empty() && or.cases.iter().all(constant),
        Pat::Tuple(tuple) => tuple.attrs.is_empty() && tuple.elems.iter().all(constant),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
