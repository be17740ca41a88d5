//! An expression as a tree of our own.
//!
//! In: an expression, and the names in scope there, if it matters what they mean. Out: a [`Term`], in which parentheses and groups
//! are gone, attributes are noted, each name knows what it stands for and each node shows its type ([`types`]). What is asked
//! of code is a fold over it. What has none of the forms below is [`Is::Opaque`], of which only the parts are known.

pub(crate) mod cost;
mod length;
mod lower;
mod types;
pub(crate) mod work;

use super::environment::{Environment, Known};
use super::expr::name_of_path;
use super::macros::{self, Kind};
use super::mentions::Mentions;
use super::patterns;
use super::spelling::{among, spelling};
use super::std_names::{self, Facts};
use proc_macro2::Ident;
use std::cell::OnceCell;
use std::rc::Rc;
use syn::{
    BinOp, Expr, ExprClosure, ExprPath, Item, Lit, Local, Macro, Member, Pat, StmtMacro, Type, UnOp,
};

/// An expression.
#[derive(Debug)]
pub(crate) struct Term<'e> {
    /// What it is.
    pub(crate) is: Is<'e>,
    /// As written, without parentheses.
    pub(crate) expr: &'e Expr,
    /// True if an attribute stands on it, or on parentheses around it.
    pub(crate) attributed: bool,
    /// How many levels it has.
    levels: usize,
    /// Its type, when that has been asked for.
    seen: OnceCell<Option<Box<Type>>>,
}

/// What an expression is.
#[derive(Debug)]
pub(crate) enum Is<'e> {
    /// A literal.
    Literal(&'e Lit),
    /// A name or a path.
    Path(Path<'e>),
    /// An operator of one operand, `*` among them.
    Unary(UnOp, Box<Term<'e>>),
    /// `&x`, `&mut x`: true if mutable.
    Reference(bool, Box<Term<'e>>),
    /// `&raw const x`
    Raw(Box<Term<'e>>),
    /// A field.
    Field(Box<Term<'e>>, &'e Member),
    /// `xs[i]`
    Index(Box<Term<'e>>, Box<Term<'e>>),
    /// An operator of two operands.
    Binary(BinOp, Box<Term<'e>>, Box<Term<'e>>),
    /// `place = value`
    Assign(Box<Term<'e>>, Box<Term<'e>>),
    /// `x as f64`
    Cast(Box<Term<'e>>, &'e Type),
    /// A call of a function.
    Call(Box<Term<'e>>, Vec<Term<'e>>),
    /// A call of a method.
    Method(Box<Method<'e>>),
    /// `(a, b)`
    Tuple(Vec<Term<'e>>),
    /// `[a, b]`
    Array(Vec<Term<'e>>),
    /// `[x; n]`
    Repeat(Box<Term<'e>>, Box<Term<'e>>),
    /// A struct literal: its fields, and what follows `..`.
    Struct(Vec<Term<'e>>, Option<Box<Term<'e>>>),
    /// A range, with the bounds that it has.
    Range(Vec<Term<'e>>),
    /// A block.
    Block(Block<'e>),
    /// `if`, with its block and what follows `else`.
    If(Box<Term<'e>>, Block<'e>, Option<Box<Term<'e>>>),
    /// `let` in a condition: it binds names in what follows.
    Let(Bound<'e>, Box<Term<'e>>),
    /// `match`
    Match(Box<Term<'e>>, Vec<Arm<'e>>),
    /// A closure literal: its parameters and its body.
    Closure(&'e ExprClosure, Vec<Bound<'e>>, Box<Term<'e>>),
    /// A `for` loop.
    For(Bound<'e>, Box<Term<'e>>, Block<'e>),
    /// `while` and its condition, or `loop`.
    Loop(Option<Box<Term<'e>>>, Block<'e>),
    /// `return`, `break`, `continue`.
    Leave(Vec<Term<'e>>),
    /// `x?`
    Try(Box<Term<'e>>),
    /// A macro, with its arguments if it is listed and they are looked at.
    Macro(&'e Macro, Option<Box<Listed<'e>>>),
    /// A block behind `unsafe`, `async`, `const` or `try`.
    Keyword(Block<'e>),
    /// `_`
    Hole,
    /// Anything else, with its parts.
    Opaque(Vec<Term<'e>>),
}

/// A name or a path.
#[derive(Debug)]
pub(crate) struct Path<'e> {
    /// As written.
    pub(crate) path: &'e ExprPath,
    /// What a name stands for; of an item nothing.
    pub(crate) known: Option<Rc<Known>>,
}

impl<'e> Path<'e> {
    /// The name, if it is one.
    pub(crate) fn name(&self) -> Option<String> {
        name_of_path(self.path)
    }

    /// The name as written, if it is nothing else.
    pub(crate) fn ident(&self) -> Option<&'e Ident> {
        self.path.path.get_ident()
    }

    /// The type and the name of `Type::name`.
    pub(crate) fn associated(&self) -> Option<(String, String)> {
        let plain = self.path.qself.is_none() && self.path.path.leading_colon.is_none();
        let mut segments = self.path.path.segments.iter();
        let (of, name) = (segments.next()?, segments.next()?);
        let alone =
            segments.next().is_none() && of.arguments.is_empty() && name.arguments.is_empty();
        (plain && alone).then(|| (spelling(&of.ident), spelling(&name.ident)))
    }

    /// What a function is looked up by that is called by it: a name, or `Type::name`.
    pub(crate) fn called(&self) -> Option<String> {
        let associated = self.associated().map(|(of, name)| format!("{of}::{name}"));
        associated.or_else(|| self.name())
    }

    /// True for `std::cmp::max` and `std::cmp::min`, however the file names them.
    pub(crate) fn is_std_extremum(&self, env: &Environment) -> bool {
        let segments = self.segments();
        let is = |segment: &Ident, names: &str| among(names, &segment.to_string());
        let of_std = match segments[..] {
            [root, module, _] => is(root, "core std") && is(module, "cmp"),
            [module, _] => is(module, "cmp") && env.imports("cmp"),
            [name] => self.known.is_none() && env.imports(&name.to_string()),
            _ => false,
        };
        of_std && self.last().is_some_and(|name| is(name, "max min"))
    }

    /// Its segments.
    pub(crate) fn segments(&self) -> Vec<&'e Ident> {
        let segments = self.path.path.segments.iter();
        segments.map(|segment| &segment.ident).collect()
    }

    /// The last segment.
    pub(crate) fn last(&self) -> Option<&'e Ident> {
        self.path.path.segments.last().map(|last| &last.ident)
    }

    /// True for `<T as Trait>::name`.
    pub(crate) fn is_qualified(&self) -> bool {
        self.path.qself.is_some()
    }
}

/// A call of a method.
#[derive(Debug)]
pub(crate) struct Method<'e> {
    /// As called.
    pub(crate) name: String,
    /// As written.
    pub(crate) call: &'e syn::ExprMethodCall,
    /// What it is called on.
    pub(crate) receiver: Term<'e>,
    /// The others.
    pub(crate) arguments: Vec<Term<'e>>,
}

impl Method<'_> {
    /// Whether one of some facts holds of it.
    pub(crate) fn is(&self, facts: Facts) -> bool {
        std_names::is(&self.name, self.arguments.len(), facts)
    }

    /// True for `method::<T>()`.
    pub(crate) fn has_turbofish(&self) -> bool {
        self.call.turbofish.is_some()
    }

    /// Its name, and how many arguments it takes.
    pub(crate) fn named(&self) -> (&str, usize) {
        (&self.name, self.arguments.len())
    }
}

/// A pattern, and the names that it binds.
#[derive(Clone, Debug)]
pub(crate) struct Bound<'e> {
    /// The pattern.
    pub(crate) pattern: &'e Pat,
    /// What is known of each name, in the order in which they are bound.
    pub(crate) names: Vec<Rc<Known>>,
}

/// An arm of a `match`.
#[derive(Debug)]
pub(crate) struct Arm<'e> {
    /// As written.
    pub(crate) arm: &'e syn::Arm,
    /// Its pattern.
    pub(crate) bound: Bound<'e>,
    /// Its guard.
    pub(crate) guard: Option<Term<'e>>,
    /// Its body.
    pub(crate) body: Term<'e>,
}

/// A macro that is listed.
#[derive(Debug)]
pub(crate) struct Listed<'e> {
    /// What it gives.
    pub(crate) kind: Kind,
    /// True for `vec![x; n]`.
    pub(crate) repeats: bool,
    /// Arguments that it takes by value.
    pub(crate) by_value: Vec<Term<'e>>,
    /// Arguments of which it takes a reference, or a `bool`.
    pub(crate) borrowed: Vec<Term<'e>>,
    /// The pattern of `matches!`, with its guard.
    pub(crate) pattern: Option<(Bound<'e>, Option<Term<'e>>)>,
}

/// The statements of a block.
#[derive(Debug)]
pub(crate) struct Block<'e> {
    /// As written.
    pub(crate) block: &'e syn::Block,
    /// True if it may be left by its label.
    pub(crate) labelled: bool,
    /// The statements.
    pub(crate) steps: Vec<Step<'e>>,
}

/// A statement of a block.
#[derive(Debug)]
pub(crate) enum Step<'e> {
    /// A `let`.
    Let(Box<Let<'e>>),
    /// An expression with a semicolon, or one that is no value.
    Do(Term<'e>),
    /// The value of the block.
    Value(Term<'e>),
    /// A macro, as a statement.
    Macro(&'e StmtMacro, Option<Box<Listed<'e>>>),
    /// An item.
    Item(&'e Item),
}

/// A `let`.
#[derive(Debug)]
pub(crate) struct Let<'e> {
    /// As written.
    pub(crate) local: &'e Local,
    /// Its pattern.
    pub(crate) bound: Bound<'e>,
    /// What it is initialised with.
    pub(crate) value: Option<Term<'e>>,
    /// What follows `else`.
    pub(crate) diverge: Option<Term<'e>>,
}

impl<'e> Block<'e> {
    /// The value, if there is one.
    pub(crate) fn value(&self) -> Option<&Term<'e>> {
        match self.steps.last() {
            Some(Step::Value(value)) => Some(value),
            _ => None,
        }
    }

    /// The value, if there is nothing else.
    pub(crate) fn sole(&self) -> Option<&Term<'e>> {
        self.value().filter(|_| self.steps.len() == 1)
    }

    fn parts(&self) -> Vec<&Term<'e>> {
        self.steps.iter().flat_map(Step::parts).collect()
    }
}

impl<'e> Step<'e> {
    /// True for a `let` that has nothing to do with a name.
    pub(crate) fn binds_beside(&self, name: &str) -> bool {
        match self {
            Step::Let(step) => {
                let bound = patterns::binds(step.bound.pattern);
                !bound.contains(name) && Mentions::of_local(step.local).avoid(name)
            }
            _ => false,
        }
    }

    /// What it is made of.
    pub(crate) fn parts(&self) -> Vec<&Term<'e>> {
        match self {
            Step::Let(step) => step.value.iter().chain(&step.diverge).collect(),
            Step::Do(value) | Step::Value(value) => vec![value],
            Step::Macro(_, listed) => listed.iter().flat_map(|listed| listed.parts()).collect(),
            Step::Item(_) => Vec::new(),
        }
    }
}

impl<'e> Listed<'e> {
    /// Its arguments.
    pub(crate) fn parts(&self) -> Vec<&Term<'e>> {
        let guard = self.pattern.iter().flat_map(|(_, guard)| guard);
        let arguments = self.by_value.iter().chain(&self.borrowed);
        arguments.chain(guard).collect()
    }
}

impl<'e> Term<'e> {
    /// What it is made of.
    pub(crate) fn parts(&self) -> Vec<&Term<'e>> {
        match &self.is {
            Is::Literal(_) | Is::Path(_) | Is::Hole => Vec::new(),
            Is::Unary(_, of)
            | Is::Reference(_, of)
            | Is::Raw(of)
            | Is::Field(of, _)
            | Is::Cast(of, _)
            | Is::Let(_, of)
            | Is::Try(of)
            | Is::Closure(.., of) => vec![of],
            Is::Index(one, other)
            | Is::Binary(_, one, other)
            | Is::Assign(one, other)
            | Is::Repeat(one, other) => vec![one, other],
            Is::Call(of, arguments) => [&**of].into_iter().chain(arguments).collect(),
            Is::Method(call) => [&call.receiver]
                .into_iter()
                .chain(&call.arguments)
                .collect(),
            Is::Tuple(parts)
            | Is::Array(parts)
            | Is::Range(parts)
            | Is::Leave(parts)
            | Is::Opaque(parts) => parts.iter().collect(),
            Is::Struct(fields, rest) => fields.iter().chain(rest.as_deref()).collect(),
            Is::Block(block) | Is::Keyword(block) => block.parts(),
            Is::If(condition, then, other) => {
                let parts = [&**condition].into_iter().chain(then.parts());
                parts.chain(other.as_deref()).collect()
            }
            Is::Match(of, arms) => {
                let arms = arms
                    .iter()
                    .flat_map(|arm| arm.guard.iter().chain([&arm.body]));
                [&**of].into_iter().chain(arms).collect()
            }
            Is::For(_, of, body) => [&**of].into_iter().chain(body.parts()).collect(),
            Is::Loop(of, body) => of.as_deref().into_iter().chain(body.parts()).collect(),
            Is::Macro(_, listed) => listed.iter().flat_map(|listed| listed.parts()).collect(),
        }
    }

    /// Whether something holds of a term, or of one inside of it.
    pub(crate) fn any(&self, holds: &dyn Fn(&Term<'_>) -> bool) -> bool {
        self.find(holds).is_some()
    }

    /// The first of a term and those inside of it of which something holds.
    pub(crate) fn find(&self, holds: &dyn Fn(&Term<'_>) -> bool) -> Option<&Term<'e>> {
        if holds(self) {
            return Some(self);
        }
        let mut parts = self.parts().into_iter();
        parts.find_map(|part| part.find(holds))
    }

    /// The block that it consists of, or runs.
    pub(crate) fn inner_block(&self) -> Option<&Block<'e>> {
        match &self.is {
            Is::Block(block)
            | Is::Keyword(block)
            | Is::If(_, block, _)
            | Is::For(.., block)
            | Is::Loop(_, block) => Some(block),
            _ => None,
        }
    }

    /// The body of a closure literal; of anything else the term itself.
    pub(crate) fn body(&self) -> &Term<'e> {
        match &self.is {
            Is::Closure(.., body) => body,
            _ => self,
        }
    }

    /// The single name that it is.
    pub(crate) fn name(&self) -> Option<String> {
        match &self.is {
            Is::Path(path) => path.name(),
            _ => None,
        }
    }

    /// True for this name, and nothing else.
    pub(crate) fn is_name(&self, name: &str) -> bool {
        matches!(&self.is, Is::Path(path) if path.ident().is_some_and(|ident| spelling(ident) == name))
    }

    /// The name at the root of a place: `x` of `x`, `x.a.0`, `x[i]`, `*x`.
    pub(crate) fn root(&self) -> Option<&Path<'e>> {
        match &self.is {
            Is::Path(path) => (path.path.qself.is_none() && path.ident().is_some()).then_some(path),
            Is::Field(of, _) | Is::Index(of, _) | Is::Unary(UnOp::Deref(_), of) => of.root(),
            _ => None,
        }
    }
}

/// Arguments of macros, which are parsed while a term is made and stay as long as it.
#[derive(Default)]
pub(crate) struct Parsed(OnceCell<Box<(macros::Listed, Parsed)>>);

impl Parsed {
    fn keep(&self, listed: macros::Listed) -> &macros::Listed {
        let mut end = self;
        while let Some(kept) = end.0.get() {
            end = &kept.1;
        }
        &end.0
            .get_or_init(|| Box::new((listed, Parsed::default())))
            .0
    }
}

impl Path<'_> {
    /// The name at the root of a place, as it is compared.
    pub(crate) fn spelt(&self) -> String {
        self.ident().map(spelling).unwrap_or_default()
    }
}
