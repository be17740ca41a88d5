//! Why a statement was left as written: a closed set, with the way out in the user's words.

use super::impurity;
use proc_macro2::Span;
use std::fmt;

/// Why one statement or chain is left as written.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    /// The tokens that are the cause.
    pub(crate) span: Span,
    /// The cause.
    pub(crate) cause: Cause,
}

/// The causes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The statement holds no iterator chain, and is not a plain `let` either.
    Statement,
    /// The chain starts at something whose type the macro cannot see.
    UnknownSource(String),
    /// The chain starts at a call, or a name, that is not visibly an iterator.
    UnseenSource(String),
    /// An adapter that is not recognised.
    UnknownAdapter(String),
    /// A consumer that is not recognised, or not in this form.
    UnknownConsumer(String),
    /// A worker that may have an effect.
    ImpureWorker(impurity::Reason),
    /// An argument of a combinator that may have an effect, or that the macro cannot move.
    Argument(String),
    /// A `move` closure takes something that is not visibly `Copy`: nobody else has it any more, and its drop might be observed.
    MovingWorker(String),
    /// What follows a `flat_map` mentions another variable of the name that its closure binds.
    Crossed(String),
    /// A loop changes the elements of something whose type is not visible.
    HiddenArray(String),
    /// The chain stands where it may not be evaluated, or not exactly once.
    Position,
    /// An attribute stands on the statement or inside it.
    Attribute,
    /// The body of a `for` loop does more than accumulate and push.
    Body(impurity::Reason),
    /// A chain over `iter_mut` that is no `for_each`.
    Changed,
    /// A method of a place that can be written through, which may take `&mut self`.
    MayAdvance(String),
    /// A method of rayon's that is not fused, and why.
    OfRayon(String, &'static str),
    /// A chain of rayon's over something whose type is not visible.
    Undivided(String),
    /// A `while` or a `loop`.
    Endless,
    /// No other loop stands in its block.
    Alone,
}

impl Refusal {
    pub(crate) fn new(span: Span, cause: Cause) -> Refusal {
        Refusal { span, cause }
    }
}

impl Cause {
    /// What is said of the statement.
    pub(crate) fn message(&self) -> String {
        match self {
            Cause::Statement => "not a chain, and it may have effects".to_owned(),
            Cause::UnknownSource(what) => format!(
                "`{what}` is not something that a chain may start at, since evaluating it may have \
                 an effect"
            ),
            Cause::UnseenSource(what) => {
                format!("`{what}` is not visibly an iterator over something in memory")
            }
            Cause::UnknownAdapter(name) => format!("`{name}` is not a recognised adapter"),
            Cause::UnknownConsumer(name) => format!("`{name}` is not a recognised consumer"),
            Cause::ImpureWorker(why) => format!("the worker may have an effect: {why}"),
            Cause::Argument(name) => format!("the argument of `{name}` may have an effect"),
            Cause::MovingWorker(name) => {
                format!("the `move` closure takes `{name}`, whose type is not visibly `Copy`")
            }
            Cause::Crossed(name) => {
                format!("`{name}` is another variable inside of the `flat_map` before it")
            }
            Cause::HiddenArray(place) => format!(
                "the type of `{place}` is not visible, so that changing its elements may be \
                 anything"
            ),
            Cause::Position => {
                "the chain is part of an expression that may not evaluate it exactly \
                                once, in order"
                    .to_owned()
            }
            Cause::Attribute => "an attribute stands on it".to_owned(),
            Cause::Changed => "it takes elements by mutable reference".to_owned(),
            Cause::OfRayon(name, why) => format!("rayon's `{name}` is not fused: {why}"),
            Cause::Undivided(place) => format!(
                "the type of `{place}` is not visible, and only arrays and `Vec`s are divided among \
                 threads"
            ),
            Cause::Endless => "a `while` or a `loop` says nowhere how often it runs".to_owned(),
            Cause::Alone => "no other loop of its block runs over the same elements".to_owned(),
            Cause::MayAdvance(name) => format!(
                "`{name}` may take `&mut self` here and go on where it stopped the last time"
            ),
            Cause::Body(why) => {
                format!("the body of the loop does more than accumulate and push: {why}")
            }
        }
    }

    /// How to write the statement instead.
    pub(crate) fn way_out(&self) -> String {
        match self {
            Cause::Statement => {
                "write what it computes as a chain, in a `let` of its own".to_owned()
            }
            Cause::UnknownSource(_) => {
                "chains start at a place (`xs.iter()`, `self.data.iter()`, `text.lines()`), an \
                 integer range or a function of `std::iter`: bind it in a `let` of its own before \
                 the chain"
                    .to_owned()
            }
            Cause::UnseenSource(_) => {
                "if several chains read it, collect it into a `Vec` before; if its elements are changed, \
                 go through a part of a slice, as by `xs[..n].iter_mut()`"
                    .to_owned()
            }
            Cause::UnknownAdapter(_) => {
                "say the same by `map`, `filter` and `zip`, or collect what stands before it"
                    .to_owned()
            }
            Cause::UnknownConsumer(name) if name == "extend" => {
                "push the elements one by one, in a `for` loop".to_owned()
            }
            Cause::UnknownConsumer(_) => {
                "say the same by `fold`, or collect what stands before it into a `Vec`".to_owned()
            }
            Cause::ImpureWorker(why) | Cause::Body(why) => why.way_out().to_owned(),
            Cause::Argument(_) => "bind it in a `let` of its own before the chain".to_owned(),
            Cause::MovingWorker(_) => "drop `move` or write its type".to_owned(),
            Cause::Crossed(_) => "give one of the two another name".to_owned(),
            Cause::HiddenArray(place) => format!(
                "if they are in an array or a `Vec`, bind it in a `let` before the loop: \
                 `let elements: &mut [T] = &mut {place}[..];`"
            ),
            Cause::Position => "give it a `let` of its own".to_owned(),
            Cause::Attribute => {
                "leave it away, and ask `cfg!(..)` where the result is used; one for \
                                 lints may stand on the function"
                    .to_owned()
            }
            Cause::Changed => "a `for` loop or `for_each` may do that, over all of an array: `iter_mut()`, with or without `zip` and `enumerate`"
                .to_owned(),
            Cause::OfRayon(..) => {
                "collect what stands before it, or write the chain without it".to_owned()
            }
            Cause::Undivided(place) => {
                format!("if it is one, bind it before the chain: `let elements: &[T] = &{place};`")
            }
            Cause::Endless => {
                "if it takes one element after another, write it as a `for` loop".to_owned()
            }
            Cause::Alone => {
                "if it may always run, write it beside the loops that run over the same elements"
                    .to_owned()
            }
            Cause::MayAdvance(_) => "if it does not, call it on a shared reference that is bound \
                                     before: `let place = &place;`"
                .to_owned(),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message(), self.way_out())
    }
}
