//! Whether evaluating an expression can neither panic nor run code that nobody sees.
//!
//! In: an expression and its environment. Out: [`Totality`]. It follows from types alone: operators,
//! comparisons, fields and `*` are total on primitives, tuples and references, and on anything else
//! they may be a user's `Deref`, `PartialOrd`, `Add`. Where a type is not visible but rustc knows it,
//! the answer is a list of [`Question`]s that the expansion puts to rustc.
//!
//! In `unsafe` code nothing is asked: what a test guards there may be a pointer.

use crate::rust::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ExprBinary, ExprCall, ExprMethodCall, Lit, Pat, Stmt, Type, UnOp};

use super::environment::{Environment, Origin};
use super::expr::{conjuncts, strip};
use super::macros::{self, Kind};
use super::ty::Scalar;
use super::types::{Primitive, dereferenced, peel};
use super::visible::{self, PathCall};
use crate::rust::std_names;

/// What is known of evaluating an expression more often than it is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Totality {
    /// It may panic, or run unseen code.
    Never,
    /// It is total if rustc answers all of these with yes; without any, visibly.
    If(Vec<Question>),
}

impl Totality {
    /// Whether it is total whatever rustc knows.
    pub(crate) fn is_visible(&self) -> bool {
        matches!(self, Totality::If(questions) if questions.is_empty())
    }

    /// Whether it is total if rustc knows the fields and what is compared; no arithmetic of hidden types.
    pub(crate) fn is_simple(&self) -> bool {
        let simple = |question: &Question| question.ask != Ask::Float;
        matches!(self, Totality::If(questions) if questions.iter().all(simple))
    }

    /// What must be asked, if it can be total at all.
    pub(crate) fn questions(&self) -> Option<&[Question]> {
        match self {
            Totality::Never => None,
            Totality::If(questions) => Some(questions),
        }
    }
}

/// What is asked of the type of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// Whether its fields are its own: it has no `Deref`, references aside.
    Direct,
    /// Whether it is a reference.
    Reference,
    /// Whether comparing it runs std's code only.
    Comparable,
    /// Whether it is a primitive.
    Number,
    /// Whether it is a float.
    Float,
}

/// A question about a place that the expression mentions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Question {
    /// What is asked.
    pub(crate) ask: Ask,
    /// The place: names, fields and `*` alone.
    pub(crate) place: Expr,
}

/// True for an expression of more levels than a person writes. Each level is asked for the types of all below it.
pub(crate) fn is_deep(expr: &Expr) -> bool {
    struct Levels {
        level: usize,
        deep: bool,
    }
    impl<'ast> Visit<'ast> for Levels {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.level += 1;
            self.deep |= self.level > LEVELS;
            if !self.deep {
                visit::visit_expr(self, expr);
            }
            self.level -= 1;
        }
    }
    let mut levels = Levels {
        level: 0,
        deep: false,
    };
    levels.visit_expr(expr);
    levels.deep
}

const LEVELS: usize = 50;

/// Judges an expression.
pub(crate) fn totality(expr: &Expr, env: &Environment) -> Totality {
    if is_deep(expr) {
        return Totality::Never;
    }
    let mut walk = Walk {
        questions: Vec::new(),
    };
    if walk.total(expr, env) {
        Totality::If(walk.questions)
    } else {
        Totality::Never
    }
}

/// Judges what the `&&` and `||` that a test consists of may jump over.
pub(crate) fn totality_of_sides(expr: &Expr, env: &Environment) -> Totality {
    if is_deep(expr) {
        return Totality::Never;
    }
    let mut walk = Walk {
        questions: Vec::new(),
    };
    if walk.sides(expr, env) {
        Totality::If(walk.questions)
    } else {
        Totality::Never
    }
}

struct Walk {
    questions: Vec<Question>,
}

impl Walk {
    fn all<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>, env: &Environment) -> bool {
        exprs.into_iter().all(|expr| self.total(expr, env))
    }

    fn sides(&mut self, expr: &Expr, env: &Environment) -> bool {
        match expr {
            Expr::Paren(paren) => self.sides(&paren.expr, env),
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.sides(&binary.left, env) && self.total(&binary.right, env)
            }
            _ => true,
        }
    }

    fn total(&mut self, expr: &Expr, env: &Environment) -> bool {
        match expr {
            Expr::Lit(_) | Expr::Path(_) | Expr::Closure(_) => true,
            Expr::Paren(paren) => self.total(&paren.expr, env),
            Expr::Group(group) => self.total(&group.expr, env),
            Expr::Cast(cast) => self.total(&cast.expr, env),
            Expr::Reference(reference) => self.total(&reference.expr, env),
            Expr::Field(field) => self.total(&field.base, env) && self.direct(&field.base, env),
            Expr::Unary(unary) => {
                self.total(&unary.expr, env)
                    && match unary.op {
                        UnOp::Deref(_) => self.reference(&unary.expr, env),
                        UnOp::Neg(_) => {
                            matches!(&*unary.expr, Expr::Lit(_)) || self.float(&unary.expr, env)
                        }
                        UnOp::Not(_) => self.number(&unary.expr, env),
                        _ => false,
                    }
            }
            Expr::Binary(binary) => self.binary(binary, env),
            Expr::Tuple(tuple) => self.all(&tuple.elems, env),
            Expr::Array(array) => self.all(&array.elems, env),
            Expr::If(branch) => {
                self.condition(&branch.cond, &branch.then_branch, env)
                    && self.all(branch.else_branch.iter().map(|(_, other)| &**other), env)
            }
            Expr::Match(matched) => {
                self.total(&matched.expr, env)
                    && matched.arms.iter().all(|arm| {
                        let guard = match &arm.pat {
                            Pat::Guard(guard) => Some(&*guard.guard),
                            _ => None,
                        };
                        let inner = binding(&arm.pat, env);
                        guard.is_none_or(|guard| self.visible(guard, &inner))
                            && self.visible(&arm.body, &inner)
                    })
            }
            Expr::Block(block) => self.block(&block.block, env),
            Expr::Call(call) => self.call(call, env),
            Expr::MethodCall(call) => self.method(call, env),
            Expr::Macro(mac) => macros::listed(&mac.mac).is_some_and(|listed| {
                listed.kind == Kind::Matches
                    && self.all(&listed.borrowed, env)
                    && listed.pattern.iter().all(|(pattern, guard)| {
                        let inner = binding(pattern, env);
                        guard.iter().all(|guard| self.visible(guard, &inner))
                    })
            }),
            _ => false,
        }
    }

    /// A condition, which may bind names by `let`, and the block behind it.
    fn condition(&mut self, condition: &Expr, then: &Block, env: &Environment) -> bool {
        let mut inner = env.clone();
        let mut conditions = Vec::new();
        conjuncts(condition, &mut conditions);
        let mut binds = false;
        let held = conditions.iter().all(|condition| match condition {
            Expr::Let(matched) => {
                let total = self.visible(&matched.expr, &inner);
                inner = binding(&matched.pat, &inner);
                binds = true;
                total
            }
            other if binds => self.visible(other, &inner),
            other => self.total(other, &inner),
        });
        let asked = self.questions.len();
        held && self.block(then, &inner) && (!binds || self.questions.len() == asked)
    }

    /// Total without a question: what is bound inside of the expression has no name outside.
    fn visible(&mut self, expr: &Expr, env: &Environment) -> bool {
        let asked = self.questions.len();
        let total = self.total(expr, env);
        total && self.questions.len() == asked
    }

    fn block(&mut self, block: &Block, env: &Environment) -> bool {
        let mut inner = env.clone();
        block.stmts.iter().all(|stmt| match stmt {
            Stmt::Local(local) => {
                let init = local.init.as_ref();
                let total = init
                    .is_none_or(|init| init.diverge.is_none() && self.visible(&init.expr, &inner));
                inner.bind_local(local);
                total
            }
            Stmt::Expr(expr, _) if block.stmts.len() == 1 => self.total(expr, &inner),
            Stmt::Expr(expr, _) => self.visible(expr, &inner),
            Stmt::Item(_) | Stmt::Macro(_) => false,
        })
    }

    fn binary(&mut self, binary: &ExprBinary, env: &Environment) -> bool {
        let (left, right) = (&*binary.left, &*binary.right);
        self.total(left, env)
            && self.total(right, env)
            && match binary.op {
                BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_) => {
                    self.float(left, env) && self.float(right, env)
                }
                BinOp::And(_) | BinOp::Or(_) => true,
                BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_) => {
                    self.number(left, env) && self.number(right, env)
                }
                op => {
                    visible::compares(&op)
                        && self.comparable(left, env)
                        && self.comparable(right, env)
                }
            }
    }

    fn call(&mut self, call: &ExprCall, env: &Environment) -> bool {
        if !self.all(&call.args, env) {
            return false;
        }
        match visible::path_call(call, env) {
            PathCall::Constructor => wraps(&call.func, env),
            PathCall::Primitive => {
                path_total(&call.func, call.args.len())
                    && call.args.iter().all(|argument| self.number(argument, env))
            }
            PathCall::Fresh | PathCall::Other => false,
        }
    }

    fn method(&mut self, call: &ExprMethodCall, env: &Environment) -> bool {
        let (receiver, name) = (&*call.receiver, call.method.to_string());
        let arguments = call.args.len();
        if !self.all(&call.args, env) {
            return false;
        }
        if name == "contains" && arguments == 1 && self.range(receiver, env) {
            return call.args.iter().all(|argument| self.number(argument, env));
        }
        if !self.total(receiver, env) {
            return false;
        }
        let seen = visible::visible_type(receiver, env);
        let seen = seen.as_ref().map(dereferenced);
        let is = |facts| std_names::is(&name, arguments, facts);
        // Of std's containers all are called by reference, and an argument may be anything.
        if arguments == 0 && seen.is_some_and(|ty| env.is_std(ty) && env.primitive(ty).is_none()) {
            return is(std_names::TOTAL);
        }
        if matches!((name.as_str(), arguments), ("copied", 0) | ("unwrap_or", 1)) {
            return seen.is_some_and(|ty| env.std_container(ty, &["Option", "Result"]));
        }
        // No number has these of its own: they are a trait's.
        if is(std_names::OF_CONTAINER) {
            return false;
        }
        let float = is(std_names::FLOAT_TOTAL);
        let number = is(std_names::COMPARISON | std_names::TOTAL);
        let receives = (number && self.number(receiver, env))
            || (float && !number && self.float(receiver, env));
        receives && call.args.iter().all(|argument| self.number(argument, env))
    }

    /// A range of primitives.
    fn range(&mut self, expr: &Expr, env: &Environment) -> bool {
        match expr {
            Expr::Paren(paren) => self.range(&paren.expr, env),
            Expr::Range(range) => {
                let mut bounds = range.start.iter().chain(&range.end).peekable();
                bounds.peek().is_some()
                    && bounds.all(|bound| self.total(bound, env) && self.number(bound, env))
            }
            _ => false,
        }
    }

    /// Whether a field that is named of it is its own.
    fn direct(&mut self, base: &Expr, env: &Environment) -> bool {
        let seen = visible::visible_type(base, env);
        let tuple = |ty: &Type| matches!(dereferenced(ty), Type::Tuple(_));
        seen.as_ref().is_some_and(tuple) || self.ask(Ask::Direct, base, env)
    }

    /// Whether it is a reference.
    fn reference(&mut self, expr: &Expr, env: &Environment) -> bool {
        match visible::visible_type(expr, env) {
            Some(ty) if matches!(peel(&ty), Type::Reference(_)) => true,
            Some(ty) if matches!(peel(&ty), Type::Ptr(_)) => false,
            _ => self.ask(Ask::Reference, expr, env),
        }
    }

    fn comparable(&mut self, expr: &Expr, env: &Environment) -> bool {
        let text = |ty: &Type| match dereferenced(ty) {
            Type::Path(path) => path.path.is_ident("str") && env.means_std("str"),
            _ => false,
        };
        match strip(expr) {
            Expr::Lit(_) => true,
            Expr::Reference(reference) => self.comparable(&reference.expr, env),
            expr => {
                visible::visible_type(expr, env).is_some_and(|ty| text(&ty))
                    || self.is(Ask::Comparable, expr, env)
            }
        }
    }

    fn number(&mut self, expr: &Expr, env: &Environment) -> bool {
        self.is(Ask::Number, expr, env)
    }

    fn float(&mut self, expr: &Expr, env: &Environment) -> bool {
        self.is(Ask::Float, expr, env)
    }

    /// Whether an expression, which is total itself, visibly gives what is asked for, or may be asked about.
    fn is(&mut self, ask: Ask, expr: &Expr, env: &Environment) -> bool {
        let float = ask == Ask::Float;
        if let Some(kind) = visible_primitive(expr, env) {
            return !float || kind == Primitive::Float;
        }
        match expr {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Float(_) => true,
                Lit::Int(_) | Lit::Bool(_) | Lit::Char(_) | Lit::Byte(_) => !float,
                _ => false,
            },
            Expr::Paren(paren) => self.is(ask, &paren.expr, env),
            Expr::Group(group) => self.is(ask, &group.expr, env),
            Expr::Reference(reference) => self.is(ask, &reference.expr, env),
            Expr::Unary(unary) if !matches!(unary.op, UnOp::Deref(_)) => {
                self.is(ask, &unary.expr, env)
            }
            Expr::Binary(binary) => match binary.op {
                BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_) => {
                    self.is(ask, &binary.left, env) && self.is(ask, &binary.right, env)
                }
                BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_) => {
                    !float && self.number(&binary.left, env) && self.number(&binary.right, env)
                }
                op => !float && visible::compares(&op),
            },
            Expr::MethodCall(call) => {
                std_names::some(&call.method.to_string(), std_names::ONLY_FLOAT)
                    && self.float(&call.receiver, env)
            }
            place => self.ask(ask, place, env),
        }
    }

    /// Notes a question, if rustc may be asked it.
    fn ask(&mut self, ask: Ask, expr: &Expr, env: &Environment) -> bool {
        let place = strip(expr);
        if env.is_unsafe() || !is_place(place) {
            return false;
        }
        let question = Question {
            ask,
            place: place.clone(),
        };
        if !self.questions.contains(&question) {
            self.questions.push(question);
        }
        true
    }
}

/// The environment below a pattern.
fn binding(pattern: &Pat, env: &Environment) -> Environment {
    let mut inner = env.clone();
    inner.bind(pattern, None, &Origin::Pattern);
    inner
}

/// The primitive that an expression visibly is, references aside.
fn visible_primitive(expr: &Expr, env: &Environment) -> Option<Primitive> {
    let ty = visible::visible_type(expr, env)?;
    env.primitive(dereferenced(&ty))
}

/// A name, or fields and `*` of one.
fn is_place(place: &Expr) -> bool {
    match strip(place) {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && is_place(&unary.expr),
        _ => false,
    }
}

/// Whether a call is of one of std's constructors: `Some(x)`. Another name that begins with a capital may
/// be a constant that holds a function.
pub(crate) fn wraps(callee: &Expr, env: &Environment) -> bool {
    visible::name_of(callee).is_some_and(|name| {
        matches!(name.as_str(), "Some" | "Ok" | "Err")
            && env.lookup(&name).is_none()
            && env.means_std(&name)
    })
}

/// Whether calling a primitive's associated function by path, such as `f64::sqrt`, cannot panic.
pub(crate) fn path_total(func: &Expr, arguments: usize) -> bool {
    let Expr::Path(path) = func else {
        return false;
    };
    let segments = &path.path.segments;
    let [.., owner, name] = &segments.iter().collect::<Vec<_>>()[..] else {
        return false;
    };
    let kind = Scalar::of(&owner.ident).map(Scalar::kind);
    let name = name.ident.to_string();
    let Some(arguments) = arguments.checked_sub(1) else {
        return false;
    };
    kind.is_some()
        && (std_names::is(&name, arguments, std_names::COMPARISON | std_names::TOTAL)
            || std_names::is(&name, arguments, std_names::FLOAT_TOTAL)
                && kind == Some(Primitive::Float))
}

#[cfg(test)]
mod tests;
