//! The tables of what is recognised: sources, adapters, and here the consumers, every method that may
//! end a chain, with what the compiler makes of each.
//!
//! In: nothing. Out: [`consumers`], one row for each name and number of arguments. Recognition
//! reads this table, and so does the documentation ([`markdown`]): there is no second list.

mod adapters;
mod called;
mod markdown;
mod parallel;
mod sources;

pub use adapters::{Adapter, Becomes, adapters};
pub(crate) use called::{is_method, takes_function};
#[cfg(test)]
pub(crate) use markdown::ADDED;
pub use markdown::markdown;
pub(crate) use parallel::{LEFT_OUT, left_as_written};
pub use parallel::{Place, Rayons, parallel};
pub use sources::{Source, sources};
pub(crate) use sources::{Takes, borrowing, emptying};

/// A method that may end a chain.
#[derive(Clone, Copy, Debug)]
pub struct Consumer {
    /// As called.
    pub name: &'static str,
    /// What it takes.
    pub arguments: &'static [Argument],
    /// The type of its result; `T` is the element.
    pub gives: &'static str,
    /// Whether its chain may share a loop with others.
    pub sharing: Sharing,
    /// What it does to the order in which elements are read.
    pub order: Order,
    /// What recognition does with it.
    pub(crate) meaning: Meaning,
}

/// An argument of a consumer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A closure, or the name of a function, that is called with these; it must be pure.
    Worker(&'static [Given]),
    /// A value without effects: names, literals, fields, operators.
    Value,
    /// An iterator that could itself be the beginning of a chain, or an array literal.
    Iterator,
}

/// What a worker is called with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// The element.
    Element,
    /// A reference to the element.
    Reference,
    /// Something else, such as an accumulator.
    Other,
}

/// Whether a chain with this consumer may share its loop with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// It may.
    Fused,
    /// It may if this is visible, and otherwise it is solitary.
    If(&'static str),
    /// It stays as written, alone in its loop; other chains may be moved across it.
    Solitary,
}

/// In which order a consumer reads the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All of them, from the first to the last.
    All,
    /// From the first, until it knows its result.
    Stops,
    /// From the last.
    Backwards,
}

/// What a consumer is to the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Collect,
    Sum,
    Product,
    Count,
    Fold,
    Reduce,
    Min,
    Max,
    MinBy,
    MaxBy,
    MinByKey,
    MaxByKey,
    /// `any` and `all`.
    Decides,
    Last,
    Unzip,
    Partition,
    ForEach,
    /// It stays as written, and gives this.
    Solitary(Gives),
}

/// What is known of the result of a solitary consumer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gives {
    /// An element, in some wrapping: it borrows from what the element borrows from.
    Element,
    /// A type of its own, the one in the table: it borrows from nothing.
    Value,
    /// What its worker gives.
    OfWorker,
    /// Anything.
    Unknown,
}

use Argument::{Iterator as Stream, Value, Worker};
use Given::{Element, Other, Reference};
use Order::{All, Backwards, Stops};
use Sharing::{Fused, If, Solitary};

const TEST: Argument = Worker(&[Element]);
const LOOK: Argument = Worker(&[Reference]);
const COMPARE: Argument = Worker(&[Reference, Reference]);
const STEP: Argument = Worker(&[Other, Element]);

const fn row(
    name: &'static str,
    arguments: &'static [Argument],
    gives: &'static str,
    sharing: Sharing,
    order: Order,
    meaning: Meaning,
) -> Consumer {
    Consumer {
        name,
        arguments,
        gives,
        sharing,
        order,
        meaning,
    }
}

/// A consumer that stays as written.
const fn alone(
    name: &'static str,
    arguments: &'static [Argument],
    gives: &'static str,
    order: Order,
    of: Gives,
) -> Consumer {
    row(
        name,
        arguments,
        gives,
        Solitary,
        order,
        Meaning::Solitary(of),
    )
}

const NUMBER: Sharing = If("a result that is visibly a primitive number");
const COLLECTION: Sharing =
    If("a visible `Vec`, `Box<[T]>`, `VecDeque`, `BinaryHeap`, map or set of std's");
const TWO_ARRAYS: Sharing = If("a result that is visibly two `Vec`s");

/// Sorted by name, those of std first; those of itertools follow.
const CONSUMERS: &[Consumer] = &[
    row("all", &[TEST], "bool", Solitary, Stops, Meaning::Decides),
    row("any", &[TEST], "bool", Solitary, Stops, Meaning::Decides),
    alone("cmp", &[Stream], "Ordering", Stops, Gives::Value),
    row(
        "collect",
        &[],
        "a collection",
        COLLECTION,
        All,
        Meaning::Collect,
    ),
    row("count", &[], "usize", Fused, All, Meaning::Count),
    alone("eq", &[Stream], "bool", Stops, Gives::Value),
    alone("find", &[LOOK], "Option<T>", Stops, Gives::Element),
    alone("find_map", &[TEST], "Option<U>", Stops, Gives::OfWorker),
    row("fold", &[Value, STEP], "U", Fused, All, Meaning::Fold),
    row("for_each", &[TEST], "()", Fused, All, Meaning::ForEach),
    alone("ge", &[Stream], "bool", Stops, Gives::Value),
    alone("gt", &[Stream], "bool", Stops, Gives::Value),
    alone("is_sorted", &[], "bool", Stops, Gives::Value),
    alone("is_sorted_by", &[COMPARE], "bool", Stops, Gives::Value),
    alone("is_sorted_by_key", &[TEST], "bool", Stops, Gives::Value),
    row(
        "last",
        &[],
        "Option<T>",
        If("a worker before it"),
        All,
        Meaning::Last,
    ),
    alone("le", &[Stream], "bool", Stops, Gives::Value),
    alone("len", &[], "usize", Stops, Gives::Value),
    alone("lt", &[Stream], "bool", Stops, Gives::Value),
    row("max", &[], "Option<T>", Fused, All, Meaning::Max),
    row(
        "max_by",
        &[COMPARE],
        "Option<T>",
        Fused,
        All,
        Meaning::MaxBy,
    ),
    row(
        "max_by_key",
        &[LOOK],
        "Option<T>",
        Fused,
        All,
        Meaning::MaxByKey,
    ),
    row("min", &[], "Option<T>", Fused, All, Meaning::Min),
    row(
        "min_by",
        &[COMPARE],
        "Option<T>",
        Fused,
        All,
        Meaning::MinBy,
    ),
    row(
        "min_by_key",
        &[LOOK],
        "Option<T>",
        Fused,
        All,
        Meaning::MinByKey,
    ),
    alone("ne", &[Stream], "bool", Stops, Gives::Value),
    alone("next", &[], "Option<T>", Stops, Gives::Element),
    alone("next_back", &[], "Option<T>", Backwards, Gives::Element),
    alone("nth", &[Value], "Option<T>", Stops, Gives::Element),
    alone("nth_back", &[Value], "Option<T>", Backwards, Gives::Element),
    alone(
        "partial_cmp",
        &[Stream],
        "Option<Ordering>",
        Stops,
        Gives::Value,
    ),
    row(
        "partition",
        &[LOOK],
        "(B, B)",
        TWO_ARRAYS,
        All,
        Meaning::Partition,
    ),
    alone("position", &[TEST], "Option<usize>", Stops, Gives::Value),
    row("product", &[], "S", NUMBER, All, Meaning::Product),
    row(
        "reduce",
        &[Worker(&[Element, Element])],
        "Option<T>",
        Fused,
        All,
        Meaning::Reduce,
    ),
    alone("rfind", &[LOOK], "Option<T>", Backwards, Gives::Element),
    alone("rfold", &[Value, STEP], "U", Backwards, Gives::OfWorker),
    alone(
        "rposition",
        &[TEST],
        "Option<usize>",
        Backwards,
        Gives::Value,
    ),
    row("sum", &[], "S", NUMBER, All, Meaning::Sum),
    alone("try_fold", &[Value, STEP], "R", Stops, Gives::OfWorker),
    alone("try_for_each", &[TEST], "R", Stops, Gives::OfWorker),
    row("unzip", &[], "(A, B)", TWO_ARRAYS, All, Meaning::Unzip),
    // itertools
    alone("all_equal", &[], "bool", Stops, Gives::Value),
    alone("all_unique", &[], "bool", Stops, Gives::Value),
    alone("collect_vec", &[], "Vec<T>", All, Gives::Unknown),
    alone("counts", &[], "HashMap<T, usize>", All, Gives::Unknown),
    alone("join", &[Value], "String", All, Gives::Value),
    alone("minmax", &[], "MinMaxResult<T>", All, Gives::Unknown),
    alone("position_max", &[], "Option<usize>", All, Gives::Value),
    alone("position_min", &[], "Option<usize>", All, Gives::Value),
];

/// What rayon has besides.
const SEARCHES: &[Consumer] = &[
    alone("find_any", &[LOOK], "Option<T>", Stops, Gives::Element),
    alone("find_first", &[LOOK], "Option<T>", Stops, Gives::Element),
    alone("find_last", &[LOOK], "Option<T>", Stops, Gives::Element),
    alone(
        "position_any",
        &[TEST],
        "Option<usize>",
        Stops,
        Gives::Value,
    ),
    alone(
        "position_first",
        &[TEST],
        "Option<usize>",
        Stops,
        Gives::Value,
    ),
    alone(
        "position_last",
        &[TEST],
        "Option<usize>",
        Stops,
        Gives::Value,
    ),
];

/// Adapters that read every element before they give the first, or remember all: a chain with one
/// stays as written, alone in its loop. They are itertools', or a trait's that calls its methods the
/// same: how many elements they give is not relied upon.
const BARRIERS: &[(&str, &[Argument])] = &[
    ("dedup", &[]),
    ("dedup_by", &[COMPARE]),
    ("sorted", &[]),
    ("sorted_by", &[COMPARE]),
    ("sorted_by_cached_key", &[LOOK]),
    ("sorted_by_key", &[LOOK]),
    ("sorted_unstable", &[]),
    ("sorted_unstable_by", &[COMPARE]),
    ("sorted_unstable_by_key", &[LOOK]),
    ("unique", &[]),
    ("unique_by", &[LOOK]),
];

/// Every consumer that is recognised.
///
/// ```
/// use fuse_compiler::recognised::{self, Order, Sharing};
///
/// let position = recognised::consumers().iter().find(|c| c.name == "position").unwrap();
/// assert_eq!((position.sharing, position.order), (Sharing::Solitary, Order::Stops));
/// ```
#[must_use]
pub fn consumers() -> &'static [Consumer] {
    CONSUMERS
}

/// The consumer of this name with so many arguments.
pub(crate) fn consumer(name: &str, arguments: usize) -> Option<&'static Consumer> {
    CONSUMERS
        .iter()
        .find(|row| row.name == name && row.arguments.len() == arguments)
}

/// The search that only rayon has of this name.
pub(crate) fn search(name: &str, arguments: usize) -> Option<&'static Consumer> {
    SEARCHES
        .iter()
        .find(|row| row.name == name && row.arguments.len() == arguments)
}

/// True for consumers that take `&mut self` or `&self`: they leave an iterator behind that a name
/// may stand for.
pub(crate) fn borrows_iterator(name: &str) -> bool {
    [
        "all",
        "all_equal",
        "any",
        "find",
        "find_map",
        "join",
        "len",
        "next",
        "next_back",
        "nth",
        "nth_back",
        "position",
        "rfind",
        "rposition",
        "try_fold",
        "try_for_each",
    ]
    .contains(&name)
}

/// What a barrier takes.
pub(crate) fn barrier(name: &str, arguments: usize) -> Option<&'static [Argument]> {
    BARRIERS
        .iter()
        .find(|(barrier, takes)| *barrier == name && takes.len() == arguments)
        .map(|(_, takes)| *takes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_row_for_each_name_and_number_of_arguments() {
        for (index, row) in CONSUMERS.iter().enumerate() {
            let same = |other: &&Consumer| {
                (other.name, other.arguments.len()) == (row.name, row.arguments.len())
            };
            assert!(
                !CONSUMERS[..index].iter().any(|other| same(&other)),
                "{}",
                row.name
            );
            let parsed =
                row.gives == "a collection" || syn::parse_str::<syn::Type>(row.gives).is_ok();
            assert!(parsed, "{}", row.gives);
        }
    }

    #[test]
    fn what_stops_early_or_reads_backwards_is_solitary() {
        for row in CONSUMERS {
            assert!(row.order == All || row.sharing == Solitary, "{}", row.name);
        }
    }

    #[test]
    fn the_names_of_std_know_what_ends_an_iterator() {
        let mut rows = CONSUMERS
            .iter()
            .map(|row| (row.name, row.arguments.len()))
            .collect::<Vec<_>>();
        rows.sort_unstable();
        assert_eq!(rows, crate::rust::std_names::ENDS);
    }
}
