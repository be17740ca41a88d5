//! Why a worker counts as impure, as data and as sentences (docs/DESIGN.md section 3, *Workers*).

use std::fmt;

use proc_macro2::Span;

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
    /// Rule (e): a call whose result is dropped, which is what a call for an effect looks like.
    Dropped(String),
    /// `unsafe` code.
    Unsafe,
    /// An attribute, which only rustc can interpret.
    Attribute,
    /// `async`, `.await`, `yield`, `try`, an item, or syntax that syn does not know.
    Syntax,
    /// Of the body of a loop: a way out other than its end.
    Leaves,
    /// Of the body of a loop: a statement that is neither an accumulation nor a push.
    Statement(String),
    /// Of the body of a loop: it changes something that is not visibly a collection of std.
    Collection(String),
    /// Of the body of a loop: nothing that is outside of it is written.
    Nothing,
    /// Of the body of a loop: it drops its elements, which may be watched.
    Watched,
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
                "it calls the method `{name}` on what is not visibly shared"
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
            Reason::Dropped(name) => {
                write!(
                    f,
                    "what `{name}` gives is dropped, so it is called for an effect"
                )
            }
            Reason::Unsafe => f.write_str("it contains unsafe code"),
            Reason::Attribute => f.write_str("it carries an attribute"),
            Reason::Syntax => f.write_str("it contains syntax that is not interpreted here"),
            Reason::Leaves => f.write_str("it may be left before its end"),
            Reason::Statement(text) => {
                write!(f, "`{text}` is neither an accumulation nor a push")
            }
            Reason::Collection(name) => {
                write!(
                    f,
                    "it changes `{name}`, which is not visibly a collection of std"
                )
            }
            Reason::Watched => {
                f.write_str("it drops its elements, whose type is not visibly plain")
            }
            Reason::Nothing => f.write_str("it writes nothing that outlives it"),
        }
    }
}

impl Reason {
    /// What the user may write instead.
    pub(crate) fn way_out(&self) -> &'static str {
        match self {
            Reason::Assigns(_) | Reason::BorrowsMutably(_) => {
                "use `fold` or `scan`, which carry state"
            }
            Reason::MayReborrow(name) if name == "self" => {
                "read it through `let this = &*self;`, and add to a variable of its own instead of \
                 to a field"
            }
            Reason::MayReborrow(_) => "give the name a type annotation where it is bound",
            Reason::Method(_) => {
                "bind what it is called on by `let name: Type = ..`, or as `&Type`, without `mut`; \
                 in a method with `&mut self` by `let this = &*self;`"
            }
            Reason::UnknownCallable(_) => "bound it by `Fn` instead of `FnMut`",
            Reason::ImpureClosure(_, reason) => reason.way_out(),
            Reason::UnknownWorker => "write the worker as a closure literal",
            Reason::Collection(_) => "bind it by `let name: Type = ..` or take it as a `&mut Type`",
            Reason::ConstantCall(_) => "call it once before the chain and capture the result",
            Reason::Effect(_) | Reason::Dropped(_) => {
                "if it is one, do that in a loop of its own behind the chains"
            }
            Reason::Macro(_) | Reason::Unsafe | Reason::Attribute | Reason::Syntax => {
                "if it has no effect, let it be the body of a function that is called with the element"
            }
            Reason::Leaves => "write it as a chain, with `take_while` for what ends it",
            Reason::Statement(_) => {
                "write it as a chain, or in two loops, of which one accumulates and pushes alone"
            }
            Reason::Nothing => {
                "if it looks for something, let it keep what it finds, as by `ok &= test;`, and check that behind the loops"
            }
            Reason::Watched => "iterate over a reference",
        }
    }
}

impl fmt::Display for Impurity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}
