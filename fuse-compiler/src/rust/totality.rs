//! Whether evaluating an expression can neither panic nor run code that nobody sees.
//!
//! In: an expression and its environment. Out: [`Totality`]. It follows from types alone: operators,
//! comparisons, fields and `*` are total on primitives, tuples and references, and on anything else
//! they may be a user's `Deref`, `PartialOrd`, `Add`. Where a type is not visible but rustc knows it,
//! the answer is a list of [`Question`]s that the expansion puts to rustc.
//!
//! In `unsafe` code nothing is asked: what a test guards there may be a pointer.

mod kept;
mod statements;

use syn::{BinOp, Expr, ExprLit, FnArg, Lit, LitInt, Member, Type, UnOp};

use super::environment::{Environment, Origin};
use super::expr::{combines_bits, compares, computes, jumps};
use super::macros::Kind;
use super::std_names;
use super::term::{Block, Is, Method, Parsed, Path, Step, Term};
use super::ty::Scalar;
use super::types::{Primitive, peel};
use super::visible::PathCall;
use crate::declarations::functions::Function;

pub(crate) use kept::Kept;
pub(crate) use statements::is_total_body;

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

/// Judges an expression.
pub(crate) fn totality(term: &Term<'_>, env: &Environment) -> Totality {
    judged(env, |walk| walk.total(term))
}

/// Whether a function of the file visibly does nothing but to compute a value, whatever it is called with.
pub(crate) fn calls_total(function: &Term<'_>, arguments: &[Term<'_>], env: &Environment) -> bool {
    let Is::Path(path) = &function.is else {
        return false;
    };
    judged(env, |walk| walk.function(path, arguments)).is_visible()
}

/// Judges what the `&&` and `||` that a test consists of may jump over.
pub(crate) fn totality_of_sides(term: &Term<'_>, env: &Environment) -> Totality {
    judged(env, |walk| walk.sides(term))
}

fn judged(env: &Environment, holds: impl FnOnce(&mut Walk<'_>) -> bool) -> Totality {
    let questions = Vec::new();
    let mut walk = Walk { env, questions };
    match holds(&mut walk) {
        true => Totality::If(walk.questions),
        false => Totality::Never,
    }
}

struct Walk<'a> {
    env: &'a Environment,
    questions: Vec<Question>,
}

impl Walk<'_> {
    fn all<'t, 'e: 't>(&mut self, terms: impl IntoIterator<Item = &'t Term<'e>>) -> bool {
        terms.into_iter().all(|term| self.total(term))
    }

    fn sides(&mut self, term: &Term<'_>) -> bool {
        match &term.is {
            Is::Binary(op, left, right) if jumps(op) => self.sides(left) && self.total(right),
            _ => true,
        }
    }

    fn total(&mut self, term: &Term<'_>) -> bool {
        match &term.is {
            // Of a function that is looked into all names are its own: a constant may be of a type with a destructor.
            Is::Path(path) => path.known.is_some() || !self.env.is_called(),
            Is::Literal(_) | Is::Closure(..) => true,
            Is::Cast(of, _) | Is::Reference(_, of) => self.total(of),
            Is::Field(of, member) => self.total(of) && self.direct(of, member),
            Is::Index(of, index) => self.total(of) && is_in_array(of.target(self.env), index),
            Is::Unary(op, of) => {
                self.total(of)
                    && match op {
                        UnOp::Deref(_) => self.reference(of),
                        UnOp::Neg(_) => matches!(of.is, Is::Literal(_)) || self.float(of),
                        UnOp::Not(_) => self.number(of),
                        _ => false,
                    }
            }
            Is::Binary(op, left, right) => {
                self.total(left) && self.total(right) && self.operates(op, left, right)
            }
            Is::Tuple(parts) | Is::Array(parts) => self.all(parts),
            Is::If(condition, then, other) => {
                self.condition(condition, then) && self.all(other.as_deref())
            }
            Is::Match(of, arms) => {
                let mut arms = arms.iter();
                self.total(of)
                    && !is_item(of)
                    && arms.all(|arm| self.all_visible(arm.guard.iter().chain([&arm.body])))
            }
            Is::Block(block) => self.block(block),
            Is::Call(function, arguments) => {
                self.all(arguments) && self.call(term, function, arguments)
            }
            Is::Method(call) => self.all(&call.arguments) && self.method(call),
            Is::Macro(_, Some(listed))
                if listed.kind == Kind::Matches && !self.env.is_declared("matches") =>
            {
                let guard = listed.pattern.iter().flat_map(|(_, guard)| guard);
                self.all(&listed.borrowed) && self.all_visible(guard)
            }
            _ => false,
        }
    }

    /// A condition, which may bind names by `let`, and the block behind it.
    fn condition(&mut self, condition: &Term<'_>, then: &Block<'_>) -> bool {
        let mut binds = false;
        let held = self.conjuncts(condition, &mut binds);
        let asked = self.questions.len();
        held && self.block(then) && (!binds || self.questions.len() == asked)
    }

    /// What stands between the `&&`s of a condition; `binds` from the first `let` on.
    fn conjuncts(&mut self, condition: &Term<'_>, binds: &mut bool) -> bool {
        match &condition.is {
            Is::Binary(BinOp::And(_), left, right) => {
                self.conjuncts(left, binds) && self.conjuncts(right, binds)
            }
            Is::Let(_, of) => {
                *binds = true;
                self.all_visible([&**of])
            }
            _ if *binds => self.all_visible([condition]),
            _ => self.total(condition),
        }
    }

    /// Total without a question: what is bound inside of the expression has no name outside.
    fn all_visible<'t, 'e: 't>(&mut self, terms: impl IntoIterator<Item = &'t Term<'e>>) -> bool {
        let asked = self.questions.len();
        self.all(terms) && self.questions.len() == asked
    }

    fn block(&mut self, block: &Block<'_>) -> bool {
        if let [Step::Value(value) | Step::Do(value)] = block.steps.as_slice() {
            return self.total(value);
        }
        block.steps.iter().all(|step| match step {
            Step::Let(step) => {
                let value = step.value.iter();
                step.diverge.is_none() && !value.clone().any(is_item) && self.all_visible(value)
            }
            Step::Do(value) => !is_item(value) && self.all_visible([value]),
            Step::Value(value) => self.all_visible([value]),
            Step::Macro(..) | Step::Item(_) => false,
        })
    }

    fn operates(&mut self, op: &BinOp, left: &Term<'_>, right: &Term<'_>) -> bool {
        match op {
            // It is neither zero nor -1.
            BinOp::Div(_) | BinOp::Rem(_) if is_positive_integer(right) => self.number(left),
            op if computes(op) => self.float(left) && self.float(right),
            op if combines_bits(op) => self.number(left) && self.number(right),
            op if jumps(op) => true,
            op => compares(op) && self.comparable(left) && self.comparable(right),
        }
    }

    fn call(&mut self, call: &Term<'_>, function: &Term<'_>, arguments: &[Term<'_>]) -> bool {
        let Is::Path(path) = &function.is else {
            return false;
        };
        match call.calls(self.env) {
            PathCall::Constructor => wraps(path, self.env),
            PathCall::Primitive => {
                let known = path_total(path, arguments.len()) || path.converts_number();
                known && arguments.iter().all(|of| self.number(of))
            }
            PathCall::Other if path.is_std_extremum(self.env) => {
                arguments.iter().all(|of| self.number(of))
            }
            PathCall::Fresh | PathCall::Other => self.function(path, arguments),
        }
    }

    /// A function of the file, of which the body is total, whatever it is called with.
    fn function(&self, path: &Path<'_>, arguments: &[Term<'_>]) -> bool {
        if let Some((of, name)) = path.associated() {
            let called = self.env.associated(&of, &name);
            return called
                .is_some_and(|(function, inside)| self.body(&function, &inside, arguments));
        }
        let item = path.known.is_none();
        let called = path.name().filter(|_| item);
        let called = called.and_then(|name| self.env.function(&name));
        let Some((function, inside)) = called else {
            return false;
        };
        self.body(&function, &inside, arguments)
    }

    /// The same of a method, of which the receiver is total.
    fn own_method(&self, call: &Method<'_>) -> bool {
        let env = self.env;
        // What a method takes by value it drops.
        let lent = |ty: &&Type| matches!(peel(ty), Type::Reference(_)) || env.visibly_copy(ty);
        let receiver = call.receiver.ty(env).filter(lent);
        let called = receiver.and_then(|ty| self.env.method(ty, &call.name));
        let plain = !call.has_turbofish();
        called.is_some_and(|(method, inside)| plain && self.body(&method, &inside, &call.arguments))
    }

    fn body(&self, function: &Function, inside: &Environment, arguments: &[Term<'_>]) -> bool {
        let typed = function.signature.inputs.iter();
        let typed = typed.filter_map(|parameter| match parameter {
            FnArg::Typed(parameter) => Some(&parameter.ty),
            FnArg::Receiver(_) => None,
        });
        let taken = || typed.clone().zip(arguments);
        let parsed = Parsed::default();
        typed.clone().count() == arguments.len()
            && taken().all(|(ty, argument)| self.is_given_as_it_is(ty, argument, inside))
            && totality(&Term::within(&function.body, inside, &parsed), inside).is_visible()
    }

    /// True for a number, and for a reference to what is of the same type: on the way to any other rustc might call a `Deref`.
    fn is_given_as_it_is(&self, ty: &Type, argument: &Term<'_>, inside: &Environment) -> bool {
        match ty {
            Type::Reference(reference) if reference.mutability.is_none() => {
                argument.target(self.env).is_some_and(|target| {
                    let std = self.env.primitive(target).is_some() || self.env.is_std(target);
                    let known = std || self.env.structure(target).is_some();
                    known && *target == *reference.elem
                })
            }
            ty => inside.scalar(ty).is_some(),
        }
    }

    fn method(&mut self, call: &Method<'_>) -> bool {
        let receiver = &call.receiver;
        if let (("contains", 1), Is::Range(bounds)) = (call.named(), &receiver.is)
            && self.range(bounds)
        {
            return call.arguments.iter().all(|of| self.number(of));
        }
        if !self.total(receiver) {
            return false;
        }
        let env = self.env;
        let seen = receiver.target(env);
        // Of std's containers all are called by reference, and an argument may be anything.
        let container = |ty: &Type| env.is_std(ty) && env.primitive(ty).is_none();
        let text = seen.is_some_and(|ty| env.std_container(ty, "str String"));
        if text && call.is(std_names::LOOKS) {
            let may_panic = ["parse", "repeat", "split_at"].contains(&&*call.name);
            return !may_panic && call.arguments.iter().all(|of| self.looked_for(of));
        }
        if call.named() == ("unwrap_or_default", 0) {
            return seen.is_some_and(|ty| env.number_in_option(ty).is_some());
        }
        if call.arguments.is_empty() && seen.is_some_and(container) {
            return call.is(std_names::TOTAL);
        }
        if let ("copied", 0) | ("unwrap_or", 1) = call.named() {
            return seen.is_some_and(|ty| env.std_container(ty, "Option Result"));
        }
        // No number has these of its own: they are a trait's.
        if call.is(std_names::OF_CONTAINER) {
            return false;
        }
        if self.own_method(call) {
            return true;
        }
        let number = call.is(std_names::COMPARISON | std_names::TOTAL);
        let receives = (number && self.number(receiver))
            || (!number && call.is(std_names::FLOAT_TOTAL) && self.float(receiver));
        receives && call.arguments.iter().all(|of| self.number(of))
    }

    /// A character or a text, which is looked for in another one.
    fn looked_for(&self, of: &Term<'_>) -> bool {
        let shown = matches!(of.is, Is::Literal(Lit::Char(_) | Lit::Str(_)));
        let is = |ty: &Type| self.env.std_container(ty, "str String");
        shown || of.target(self.env).is_some_and(is)
    }

    /// A range of primitives.
    fn range(&mut self, bounds: &[Term<'_>]) -> bool {
        let mut bounds = bounds.iter().peekable();
        bounds.peek().is_some() && bounds.all(|bound| self.total(bound) && self.number(bound))
    }

    /// Whether a field that is named of it is its own.
    fn direct(&mut self, of: &Term<'_>, member: &Member) -> bool {
        let visible = of.target(self.env).is_some_and(|of| {
            matches!(of, Type::Tuple(_)) || self.env.field_of_type(of, member).is_some()
        });
        visible || self.ask(Ask::Direct, of)
    }

    /// Whether it is a reference.
    fn reference(&mut self, of: &Term<'_>) -> bool {
        match of.ty(self.env).map(peel) {
            Some(Type::Reference(_)) => true,
            Some(Type::Ptr(_)) => false,
            _ => self.ask(Ask::Reference, of),
        }
    }

    fn comparable(&mut self, of: &Term<'_>) -> bool {
        match &of.is {
            Is::Literal(_) => true,
            Is::Reference(_, of) => self.comparable(of),
            _ => {
                let text = |ty: &Type| self.env.std_container(ty, "str");
                of.target(self.env).is_some_and(text) || self.is(Ask::Comparable, of)
            }
        }
    }

    fn number(&mut self, of: &Term<'_>) -> bool {
        self.is(Ask::Number, of)
    }

    fn float(&mut self, of: &Term<'_>) -> bool {
        self.is(Ask::Float, of)
    }

    /// Whether an expression, which is total itself, visibly gives what is asked for, or may be asked about.
    fn is(&mut self, ask: Ask, of: &Term<'_>) -> bool {
        let float = ask == Ask::Float;
        if let Some(kind) = of.primitive(self.env) {
            return !float || kind == Primitive::Float;
        }
        match &of.is {
            Is::Literal(literal) => match literal {
                Lit::Float(_) => true,
                Lit::Int(_) | Lit::Bool(_) | Lit::Char(_) | Lit::Byte(_) => !float,
                _ => false,
            },
            Is::Unary(UnOp::Deref(_), _) => self.ask(ask, of),
            Is::Reference(_, of) | Is::Unary(_, of) => self.is(ask, of),
            Is::Binary(op, left, right) => match op {
                op if computes(op) => self.is(ask, left) && self.is(ask, right),
                op if combines_bits(op) => !float && self.number(left) && self.number(right),
                op => !float && compares(op),
            },
            Is::Method(call) => {
                std_names::some(&call.name, std_names::ONLY_FLOAT) && self.float(&call.receiver)
            }
            Is::Path(path) => match literal(path) {
                Some(of_literal) => !float || of_literal,
                None => self.ask(ask, of),
            },
            _ => self.ask(ask, of),
        }
    }

    /// Notes a question, if rustc may be asked it.
    fn ask(&mut self, ask: Ask, of: &Term<'_>) -> bool {
        if self.env.is_unsafe() || !of.is_place() {
            return false;
        }
        let place = of.expr.clone();
        let question = Question { ask, place };
        if !self.questions.contains(&question) {
            self.questions.push(question);
        }
        true
    }
}

/// True for a name that is no variable: a constant, which is made anew wherever it stands, and dropped.
fn is_item(term: &Term<'_>) -> bool {
    matches!(&term.is, Is::Path(path) if path.known.is_none() && literal(path).is_none())
}

/// True for a place in an array that is there: both are literals.
fn is_in_array(of: Option<&Type>, index: &Term<'_>) -> bool {
    let (Some(Type::Array(array)), Is::Literal(Lit::Int(index))) = (of, &index.is) else {
        return false;
    };
    let Expr::Lit(ExprLit {
        lit: Lit::Int(length),
        ..
    }) = &array.len
    else {
        return false;
    };
    let number = |literal: &LitInt| literal.base10_parse::<usize>().ok();
    number(index) < number(length)
}

/// Whether a name is bound to a literal number whose type rustc infers, and whether that is a float.
fn literal(path: &Path<'_>) -> Option<bool> {
    let known = path.known.as_ref().filter(|known| known.ty.is_none())?;
    match known.origin {
        Origin::Literal(float) => Some(float),
        _ => None,
    }
}

/// Whether a call is of one of std's constructors: `Some(x)`. Another name that begins with a capital may
/// be a constant that holds a function.
pub(crate) fn wraps(callee: &Path<'_>, env: &Environment) -> bool {
    callee.known.is_none()
        && callee.name().is_some_and(|name| {
            matches!(name.as_str(), "Some" | "Ok" | "Err") && env.means_std(&name)
        })
}

/// Whether calling a method of a text by path, such as `str::trim`, cannot panic.
pub(crate) fn path_of_text_total(function: &Path<'_>, env: &Environment) -> bool {
    let [owner, name] = function.segments()[..] else {
        return false;
    };
    let (owner, name) = (owner.to_string(), name.to_string());
    let text = ["str", "String"].contains(&&*owner) && env.means_std(&owner);
    let looks = std_names::is(&name, 0, std_names::LOOKS) && name != "parse";
    text && !function.is_qualified() && looks
}

/// Whether calling a primitive's associated function by path, such as `f64::sqrt`, cannot panic.
pub(crate) fn path_total(function: &Path<'_>, arguments: usize) -> bool {
    let [.., owner, name] = function.segments()[..] else {
        return false;
    };
    let (Some(owner), Some(arguments)) = (Scalar::of(owner), arguments.checked_sub(1)) else {
        return false;
    };
    let is = |facts| std_names::is(&name.to_string(), arguments, facts);
    is(std_names::COMPARISON | std_names::TOTAL) || owner.is_float() && is(std_names::FLOAT_TOTAL)
}

/// True for an integer literal above zero.
fn is_positive_integer(term: &Term<'_>) -> bool {
    let Is::Literal(Lit::Int(literal)) = &term.is else {
        return false;
    };
    literal
        .base10_parse::<u128>()
        .is_ok_and(|number| number > 0)
}

#[cfg(test)]
mod tests;
