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
    /// A `move` closure takes something whose drop might be observed.
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
}

impl Refusal {
    pub(crate) fn new(span: Span, cause: Cause) -> Refusal {
        Refusal { span, cause }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Statement => write!(f, "not a chain, and it may have effects"),
            Cause::UnknownSource(what) => write!(
                f,
                "`{what}` is not something that a chain may start at, since evaluating it may have \
                 an effect; chains start at a place (`xs.iter()`, `self.data.iter()`, \
                 `text.lines()`), an integer range or a function of `std::iter`: bind it in a `let` \
                 of its own before the chain"
            ),
            Cause::UnseenSource(what) => write!(
                f,
                "`{what}` is not visibly an iterator over something in memory; if several chains \
                 run over it, collect it into a `Vec` before"
            ),
            Cause::UnknownAdapter(name) => write!(f, "`{name}` is not a recognised adapter"),
            Cause::UnknownConsumer(name) => write!(f, "`{name}` is not a recognised consumer"),
            Cause::ImpureWorker(why) => {
                write!(f, "the worker may have an effect: {why}")?;
                why.way_out()
                    .map_or(Ok(()), |way_out| write!(f, "; {way_out}"))
            }
            Cause::Argument(name) => write!(
                f,
                "the argument of `{name}` may have an effect; bind it in a `let` of its own \
                 before the chain"
            ),
            Cause::MovingWorker(name) => write!(
                f,
                "the `move` closure takes `{name}`, whose type is not visibly plain; drop `move` \
                 or write its type"
            ),
            Cause::Crossed(name) => write!(
                f,
                "`{name}` is another variable inside of the `flat_map` before it; give one of the \
                 two another name"
            ),
            Cause::HiddenArray(place) => write!(
                f,
                "the type of `{place}` is not visible, so that changing its elements may be \
                 anything; if they are in an array or a `Vec`, bind it in a `let` before the loop: \
                 `let elements: &mut [T] = &mut {place}[..];`"
            ),
            Cause::Position => write!(
                f,
                "the chain is part of an expression that may not evaluate it exactly once, in \
                 order; give it a `let` of its own"
            ),
            Cause::Attribute => write!(f, "an attribute stands on it"),
            Cause::Changed => write!(
                f,
                "it takes elements by mutable reference; a `for` loop or `for_each` may do that"
            ),
            Cause::OfRayon(name, why) => write!(f, "rayon's `{name}` is not fused: {why}"),
            Cause::Undivided(place) => write!(
                f,
                "the type of `{place}` is not visible, and only arrays and `Vec`s are divided among \
                 threads; if it is one, bind it before the chain: `let elements: &[T] = &{place};`"
            ),
            Cause::MayAdvance(name) => write!(
                f,
                "`{name}` may take `&mut self` here and go on where it stopped the last time; if it \
                 does not, call it on a shared reference that is bound before: `let place = &place;`"
            ),
            Cause::Body(why) => {
                write!(
                    f,
                    "the body of the loop does more than accumulate and push: {why}"
                )?;
                why.way_out()
                    .map_or(Ok(()), |way_out| write!(f, "; {way_out}"))
            }
        }
    }
}
