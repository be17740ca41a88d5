//! The reasons for which two loops stay apart, in words, each with what to write instead.
//!
//! In: a [`Reason`]. Out: a [`Why`].

use super::sizes;
use crate::cnf::{BindingId, ChainId, Program, Reason};

/// A reason in words and, where there is one, the way around it.
pub(super) struct Why {
    /// The reason.
    pub(super) reason: Reason,
    /// The sentence.
    pub(super) message: String,
    /// How to write them instead; `None` where no way of writing helps.
    pub(super) way_out: Option<String>,
}

impl Why {
    /// Of a reason.
    pub(super) fn of(reason: Reason) -> Why {
        let way_out = match reason {
            // One needs all that the other has computed, or one loop gains nothing.
            Reason::ScalarResult
            | Reason::InnerArray
            | Reason::Slower
            | Reason::Known
            | Reason::TwoPasses => None,
            Reason::RandomAccess => Some("iterate over it, or `zip` it, instead of indexing"),
            Reason::Opaque => Some("write the statement as a chain that ends in `collect()`"),
            Reason::Barrier => Some("write both before the statement, or both after it"),
            Reason::EscapingReference => {
                Some("read the elements by value, as by `iter().copied()`")
            }
            Reason::Moves => Some("borrow instead of moving: `iter()` for `into_iter()`"),
            Reason::Shadows => Some("give one of the two names another spelling"),
            Reason::Drops => Some(
                "take the elements by reference, as by `iter()`; where a chain makes them, write their type, if it is a \
                 number or one of this file",
            ),
            Reason::ShortCircuit => Some(
                "if it need not stop early, look at all elements, as by `filter(..).count() > 0`",
            ),
            Reason::ElementType => {
                Some("write the type of the elements, as in `collect::<Vec<f64>>()`")
            }
            Reason::Placement => Some("give each name that is bound again another spelling"),
            Reason::IterationSize => Some(sizes::COMMON),
            Reason::Writes => Some("write to another array instead, as by `map` and `collect()`"),
            Reason::Effects => Some("collect one of the two sources first"),
            Reason::Hidden => {
                Some("take the value before the first of the two, in a `let` of its own")
            }
            Reason::InvisibleResult => Some(
                "annotate the `let` or write a turbofish, such as `sum::<f64>()`, \
                 `collect::<Vec<_>>()`",
            ),
            Reason::Order => Some("write it as a `fold`, behind `rev()` if it starts at the end"),
            Reason::ForeignResult => {
                Some("collect into a `Vec`, and make the other of that behind both")
            }
            Reason::Outward => Some(
                "if it cannot panic, let that be seen: floats, `wrapping_add` and comparisons over arrays of visible types",
            ),
            Reason::Parallel => Some("write both with `par_iter`, or both with `iter`"),
            Reason::Pullers => Some(
                "let one of the two look at all elements, as by `filter(..).count() > 0`, or write its type",
            ),
        };
        Why {
            reason,
            message: reason.to_string(),
            way_out: way_out.map(str::to_owned),
        }
    }

    /// The same of two chains, with what is said of them.
    pub(super) fn of_chains(
        program: &Program<'_>,
        (a, b): (ChainId, ChainId),
        reason: Reason,
    ) -> Why {
        let chain = |id: BindingId| program.binding(id).chain;
        let mut precedences = program.precedences.iter();
        let because = precedences.find_map(|precedence| {
            let of = (chain(precedence.before), chain(precedence.after));
            let said = precedence.because.as_ref();
            said.filter(|_| of == (a, b) && precedence.reason == reason)
        });
        let why = Why::of(reason);
        match because {
            Some(because) => Why {
                message: because.sentence.clone(),
                way_out: because.instead.map(str::to_owned).or(why.way_out),
                ..why
            },
            None => why,
        }
    }

    /// It reads windows, chunks or a part of an array that the loop of the other one makes.
    pub(super) fn beside_its_own() -> Why {
        Why {
            reason: Reason::RandomAccess,
            message: "reads other elements with each, so the array must be in memory first"
                .to_owned(),
            way_out: Some(
                "write both as one `for` loop that keeps the elements before in variables"
                    .to_owned(),
            ),
        }
    }

    /// It reads an array that a loop pushes to.
    pub(super) fn pushed(array: &str) -> Why {
        Why {
            message: format!("needs all of `{array}`, which the loop writes"),
            way_out: Some(
                "let the loop do nothing with it but push to it, at one place, or write it as a chain that ends in `collect()`"
                    .to_owned(),
            ),
            ..Why::of(Reason::Opaque)
        }
    }

    /// It mentions what the other loop hands to code that may do anything with it.
    pub(super) fn used(name: &str, by: &str) -> Why {
        Why {
            message: format!("mentions `{name}`, which the first may change by `{by}`"),
            way_out: Some(
                "if it does not, read what the second needs of it into a `let` before both"
                    .to_owned(),
            ),
            ..Why::of(Reason::Writes)
        }
    }

    /// It needs what the loop of the other one makes besides.
    pub(super) fn needs(result: &str) -> Why {
        Why {
            message: format!("needs the finished result of `{result}`"),
            ..Why::of(Reason::ScalarResult)
        }
    }
}
