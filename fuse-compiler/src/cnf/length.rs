//! What the source says about lengths.

use super::id::{BindingId, ValueId};

/// A length, as the source states it. Lengths are natural numbers; [`Size`](crate::size::Size) has
/// their normal forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Length {
    /// A scalar or constant that is known before the loop, by its text: equal texts are equal
    /// lengths. A number below zero is the length 0, as in `0..n`.
    Known(String),
    /// Not known to equal any other length.
    Unknown,
    /// As long as that array.
    Of(ValueId),
    /// That much less, or nothing: `skip(c)`, `xs[c..]`, and for `windows(w)` all but `w - 1`. The text
    /// is a literal, the name of an immutable unsigned integer, or something else that is known before
    /// the loop and never below zero.
    Less(Box<Length>, String),
    /// The smallest: `take(n)`, `zip`.
    Least(Vec<Length>),
    /// All together: `chain`.
    Sum(Vec<Length>),
    /// One for each `by`: `chunks(c)` and `step_by(c)` round up, `chunks_exact(c)` rounds down. The
    /// text is a literal or the name of an immutable unsigned integer.
    Ratio {
        /// What is divided.
        of: Box<Length>,
        /// The divisor; zero panics, so it says nothing.
        by: String,
        /// Whether a rest counts as one more.
        up: bool,
    },
    /// The integers of a range from the first text to the second, either of which may be a literal
    /// or the name of an immutable integer of any sign.
    Span {
        /// Where it starts.
        start: String,
        /// Where it ends.
        end: String,
        /// True for `start..=end`.
        inclusive: bool,
    },
}

impl Length {
    /// Calls `visit` on each array whose length is mentioned.
    pub fn arrays(&self, visit: &mut impl FnMut(ValueId)) {
        match self {
            Length::Known(_) | Length::Unknown | Length::Span { .. } => {}
            Length::Of(array) => visit(*array),
            Length::Less(of, _) | Length::Ratio { of, .. } => of.arrays(visit),
            Length::Least(parts) | Length::Sum(parts) => {
                parts.iter().for_each(|part| part.arrays(visit));
            }
        }
    }
}

/// Something the source says about sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SizeFact {
    /// Two arrays have one length.
    Equal(ValueId, ValueId),
    /// An array's length is this known constant or immutable integer.
    Known(ValueId, String),
    /// A fact that is only checked by a wall, an `assert_eq!` say: it holds for the bindings after
    /// that one, and nothing before may rely on it.
    Below(BindingId, Box<SizeFact>),
    /// Two lengths are equal.
    Same(Length, Length),
}
