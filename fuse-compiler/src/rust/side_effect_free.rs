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
use super::expr::{attributes, operands, sole};
use super::macros::{self, Kind};
use super::mentions::{self, Mentions};
use super::patterns;
use super::purity::purity;
use super::totality::is_deep;
use super::types::{Primitive, dereferenced, peel};
use super::visible::{self, PathCall};
use crate::rust::hidden_code::Hidden;
use crate::rust::std_names;

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
    let mut walk = Walk {
        env,
        deep: is_deep(expr),
        found: Transparency::default(),
    };
    walk.expr(expr, By::Value)?;
    Some(walk.found)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Value,
    Reference,
}

struct Walk<'a> {
    env: &'a Environment,
    /// True if it has more levels than types are looked for.
    deep: bool,
    found: Transparency,
}

impl Walk<'_> {
    /// Notes what is hidden, of all that `of` looks at.
    fn hides(&mut self, of: impl FnOnce(&Environment) -> Hidden) {
        let hidden = if self.deep {
            Hidden::Users
        } else {
            of(self.env)
        };
        self.found.hidden = self.found.hidden.max(hidden);
    }

    fn all<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>, by: By) -> Option<()> {
        exprs.into_iter().try_for_each(|expr| self.expr(expr, by))
    }

    fn expr(&mut self, expr: &Expr, by: By) -> Option<()> {
        if !attributes(expr).is_empty() {
            return None;
        }
        match expr {
            Expr::Lit(_) => Some(()),
            Expr::Path(path) => self.path(expr, path, by),
            Expr::Paren(paren) => self.expr(&paren.expr, by),
            Expr::Field(field) => {
                self.hides(|env| Hidden::in_field_of(&field.base, env));
                self.place(expr, by)?;
                self.expr(&field.base, By::Reference)
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                self.hides(|env| Hidden::in_deref_of(&unary.expr, env));
                self.place(expr, by)?;
                self.expr(&unary.expr, By::Reference)
            }
            Expr::Unary(unary) => {
                self.hides(|env| Hidden::on(&unary.expr, env));
                self.expr(&unary.expr, By::Value)
            }
            Expr::Binary(binary) => self.binary(binary),
            Expr::Tuple(_) | Expr::Array(_) | Expr::Cast(_) => self.all(operands(expr)?, By::Value),
            Expr::Struct(literal) if literal.qself.is_none() => {
                let mut fields = literal.fields.iter();
                if fields.any(|field| !field.attrs.is_empty()) {
                    return None;
                }
                self.all(operands(expr)?, By::Value)
            }
            Expr::Call(call) => match visible::path_call(call, self.env) {
                PathCall::Other => None,
                kind => {
                    if kind == PathCall::Primitive {
                        self.hides(|env| Hidden::on_any(&call.args, env));
                    }
                    self.all(&call.args, By::Value)
                }
            },
            Expr::MethodCall(call) => self.method(call),
            Expr::If(branch) => {
                self.expr(&branch.cond, By::Value)?;
                self.expr(sole(&branch.then_branch)?, by)?;
                self.branch(&branch.else_branch.as_ref()?.1, by)
            }
            Expr::Match(matched) => {
                self.expr(&matched.expr, By::Reference)?;
                for arm in &matched.arms {
                    if !arm.attrs.is_empty() || !constant(&arm.pat) {
                        return None;
                    }
                    self.branch(&arm.body, by)?;
                }
                Some(())
            }
            // An array of std's, which nothing but a panic can come of. What is taken out is `Copy`.
            Expr::Index(index) => {
                let base = visible::visible_type(&index.expr, self.env)?;
                self.env.array_of(&base)?;
                self.expr(&index.expr, By::Reference)?;
                match &*index.index {
                    range @ Expr::Range(_) if attributes(range).is_empty() => {
                        self.all(operands(range)?, By::Value)
                    }
                    index => self.expr(index, By::Value),
                }
            }
            // Of a place: what is borrowed of a temporary lives as long as its `let`, if it stays one.
            Expr::Reference(reference)
                if reference.mutability.is_none()
                    && mentions::place_root(&reference.expr).is_some() =>
            {
                self.expr(&reference.expr, By::Reference)
            }
            Expr::Closure(closure) => self.closure(expr, closure),
            // What is cloned to fill it is a literal, or a collection just made.
            Expr::Repeat(repeat) if self.filler(&repeat.expr) => self.expr(&repeat.len, By::Value),
            Expr::Macro(mac) => match macros::listed(&mac.mac) {
                Some(listed) if listed.kind == Kind::Vec => match &listed.by_value[..] {
                    [] => Some(()),
                    [first, rest @ ..] if self.filler(first) => self.all(rest, By::Value),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Option<()> {
        if mentions::compound(&binary.op) {
            return None;
        }
        let by = if visible::compares(&binary.op) {
            By::Reference
        } else {
            By::Value
        };
        // `&&` and `||` are the language's.
        if !matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) {
            self.hides(|env| Hidden::on(&binary.left, env));
            self.hides(|env| Hidden::on(&binary.right, env));
        }
        self.operand(&binary.left, by)?;
        self.operand(&binary.right, by)
    }

    /// The body of an arm, or what follows `else`: an expression, or a block of nothing else.
    fn branch(&mut self, expr: &Expr, by: By) -> Option<()> {
        match expr {
            Expr::Block(block) if block.attrs.is_empty() && block.label.is_none() => {
                self.expr(sole(&block.block)?, by)
            }
            other => self.expr(other, by),
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
        for name in taken {
            let copied = self.env.lookup(name).is_none_or(|known| {
                known
                    .ty
                    .as_ref()
                    .is_some_and(|ty| self.env.visibly_copy(ty))
            });
            if !copied {
                self.found.moves.insert(name.clone());
            }
        }
        self.found.reads.extend(mentions.read);
        Some(())
    }

    /// Something whose clone nobody can watch.
    fn filler(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(literal) => literal.attrs.is_empty(),
            Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && self.filler(&unary.expr),
            Expr::Call(call) => {
                visible::path_call(call, self.env) == PathCall::Fresh
                    && call.args.iter().all(|argument| self.filler(argument))
            }
            Expr::Path(path) => {
                path.path.segments.len() > 1
                    && visible::visible_type(expr, self.env)
                        .is_some_and(|ty| self.env.primitive(&ty).is_some())
            }
            Expr::Repeat(repeat) => self.filler(&repeat.expr) && self.filler(&repeat.len),
            Expr::Tuple(tuple) => tuple.elems.iter().all(|part| self.filler(part)),
            _ => false,
        }
    }

    /// An operand of an operator may be borrowed: `a + &b`.
    fn operand(&mut self, expr: &Expr, by: By) -> Option<()> {
        match expr {
            Expr::Reference(reference)
                if reference.mutability.is_none() && reference.attrs.is_empty() =>
            {
                self.expr(&reference.expr, By::Reference)
            }
            _ => self.expr(expr, by),
        }
    }

    fn path(&mut self, expr: &Expr, path: &syn::ExprPath, by: By) -> Option<()> {
        let Some(name) = visible::name_of(expr) else {
            // A constant by its path; a function's name would be lower case.
            let last = path.path.segments.last()?;
            return (path.qself.is_none() && patterns::capitalised(&last.ident.to_string()))
                .then_some(());
        };
        self.place(expr, by)?;
        self.found.reads.insert(name);
        Some(())
    }

    /// Notes the name that a place, used by value, may be moved out of.
    fn place(&mut self, expr: &Expr, by: By) -> Option<()> {
        if by == By::Reference
            || visible::visible_type(expr, self.env).is_some_and(|ty| self.env.visibly_copy(&ty))
        {
            return Some(());
        }
        if let Some(root) = mentions::place_root(expr) {
            let constant = self.env.lookup(&root).is_none() && patterns::capitalised(&root);
            let whole = visible::name_of(expr).is_some();
            let behind = self
                .env
                .type_of(&root)
                .is_some_and(|ty| matches!(peel(ty), Type::Reference(_)));
            // Nothing can be moved out from behind a reference; the reference itself can.
            if !constant && (whole || !behind) {
                self.found.moves.insert(root);
            }
        }
        Some(())
    }

    fn method(&mut self, call: &syn::ExprMethodCall) -> Option<()> {
        let name = call.method.to_string();
        let arguments = call.args.len();
        if call.turbofish.is_some() {
            return None;
        }
        if std_names::is(&name, arguments, std_names::COMPARISON) && self.scalar(&call.receiver) {
            self.hides(|env| Hidden::on_any(&call.args, env));
            self.expr(&call.receiver, By::Reference)?;
            return self.arguments(call, By::Reference);
        }
        if std_names::is(&name, arguments, std_names::SCALAR) {
            // `log` is a name that a logger has too.
            if name == "log" && !visible::visibly_float(&call.receiver, self.env) {
                return None;
            }
            let by = if std_names::is(&name, arguments, std_names::CONSUMES) {
                By::Value
            } else {
                By::Reference
            };
            self.hides(|env| Hidden::on(&call.receiver, env));
            self.expr(&call.receiver, by)?;
            return self.arguments(call, by);
        }
        None
    }

    fn arguments(&mut self, call: &syn::ExprMethodCall, by: By) -> Option<()> {
        call.args
            .iter()
            .try_for_each(|argument| self.operand(argument, by))
    }

    /// A receiver that no trait of iterators applies to.
    fn scalar(&self, expr: &Expr) -> bool {
        visible::visibly_float(expr, self.env)
            || visible::visible_type(expr, self.env).is_some_and(|ty| {
                matches!(
                    self.env.primitive(dereferenced(&ty)),
                    Some(
                        Primitive::Bool
                            | Primitive::Char
                            | Primitive::Signed
                            | Primitive::Unsigned
                            | Primitive::Float
                    )
                )
            })
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
