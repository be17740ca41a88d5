//! Why two bindings may not share a cluster, and the sentence of each reason.

use std::fmt;

/// Why two bindings may not share a cluster. A closed set: the report has a sentence for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The consumer needs the finished result of a fold.
    ScalarResult,
    /// The consumer reads the array at random.
    RandomAccess,
    /// The inner array of a `flat_map` is read once for each outer element.
    InnerArray,
    /// One side is an opaque statement.
    Opaque,
    /// A statement between the two may not be crossed.
    Barrier,
    /// The result of the consumer may borrow from the array.
    EscapingReference,
    /// One side moves what the other reads.
    Moves,
    /// A name that one side reads is bound anew by the other.
    Shadows,
    /// Both drop elements that a user may watch.
    Drops,
    /// A short circuit would make the rest of the loop wait for it.
    ShortCircuit,
    /// The element type of the array is not visible, or may be observed when dropped.
    ElementType,
    /// A stage after the graph could not place the two in one loop.
    Placement,
    /// Only the size is at fault: the loops run a different number of times.
    IterationSize,
    /// One side writes what the other mentions.
    Writes,
    /// Both take elements from what may have effects when it is read.
    Effects,
    /// An operator, a field or a method in between may run a user's code.
    Hidden,
    /// The type of a result is not visible, so that the loop cannot make it.
    InvisibleResult,
    /// It does not read its elements in the order of the others.
    Order,
    /// Only the type of a result knows how to make it.
    ForeignResult,
    /// One side runs on several threads, the other on one.
    Parallel,
    /// One loop of the two would be slower on short inputs.
    Slower,
    /// Both are known without a loop.
    Known,
    /// The array is a `scan` that several threads make in two passes.
    TwoPasses,
    /// One side may leave the function, or do what nobody knows, and the other may panic.
    Outward,
    /// Each of the two asks for its elements itself, and a loop has one that does.
    Pullers,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::ScalarResult => "needs the finished result",
            Reason::RandomAccess => "reads the array at random, so it must be in memory first",
            Reason::InnerArray => "reads the array once for each outer element",
            Reason::Opaque => "is not a recognised chain",
            Reason::Barrier => "may not be moved across",
            Reason::EscapingReference => "keeps references into the array",
            Reason::Moves => "moves what the other reads",
            Reason::Shadows => "binds a name anew that the other reads",
            Reason::Drops => "drops elements in an order that could be observed",
            Reason::ShortCircuit => "may stop early",
            Reason::ElementType => "the element type is not visible, or watched when dropped",
            Reason::Placement => "could not be placed in one loop",
            Reason::Slower => "would be slower in one loop",
            Reason::Known => "is known without a loop",
            Reason::TwoPasses => {
                "reads a `scan` of several threads, which is known when all have added it up"
            }
            Reason::Outward => {
                "may leave the function or have effects, and the other may panic or have effects, too, or the other way round"
            }
            Reason::Pullers => "asks for its elements itself, and so does the other",
            Reason::IterationSize => "runs a different number of times",
            Reason::Writes => "writes what the other mentions",
            Reason::Effects => "takes elements from a source that may have effects when it is read",
            Reason::Hidden => {
                "calls what may see, or stop, the code that an operator, a field or a method of an unseen type runs"
            }
            Reason::InvisibleResult => "gives a type that is not visible",
            Reason::ForeignResult => "gives what only its own type can make of an iterator",
            Reason::Parallel => "runs on several threads, and the other on one",
            Reason::Order => "does not read its elements one by one from the first to the last",
        })
    }
}
