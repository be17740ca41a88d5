//! The tables of what is recognised: sources, adapters, and here the consumers, every method that may
//! end a chain, with what the compiler makes of each.
//!
//! In: nothing. Out: [`consumers`], one row for each name and number of arguments. Recognition
//! reads this table, and so does the documentation ([`markdown`]): there is no second list.

mod adapters;
mod markdown;
mod parallel;
pub(crate) mod row;
mod sources;

pub use adapters::{Adapter, Becomes, adapters};
#[cfg(test)]
pub(crate) use markdown::ADDED;
pub use markdown::markdown;
pub(crate) use parallel::{LEFT_OUT, left_as_written};
pub use parallel::{Place, Rayons, parallel};
pub use row::{Argument, Consumer, Given, Order, Sharing};
pub use sources::{Source, sources};

pub(crate) use sources::{Takes, borrowing, emptying};

use super::consumer::FILES;
use super::consumer::solitary::RAYONS;
use row::{COMPARE, LOOK};
use std::sync::LazyLock;

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

/// Every consumer that is recognised, by name; those of itertools stand last.
///
/// ```
/// use fuse_compiler::recognised::{self, Order, Sharing};
///
/// let position = recognised::consumers().iter().find(|c| c.name == "position").unwrap();
/// assert_eq!((position.sharing, position.order), (Sharing::Solitary, Order::Stops));
/// ```
#[must_use]
pub fn consumers() -> &'static [Consumer] {
    static ROWS: LazyLock<Vec<Consumer>> = LazyLock::new(|| {
        let mut rows = FILES.iter().copied().flatten().copied().collect::<Vec<_>>();
        rows.sort_by_key(|row| (row.itertools, row.name));
        rows
    });
    &ROWS
}

/// The consumer of this name with so many arguments.
pub(crate) fn consumer(name: &str, arguments: usize) -> Option<&'static Consumer> {
    named(consumers(), name, arguments)
}

/// The search that only rayon has of this name.
pub(crate) fn search(name: &str, arguments: usize) -> Option<&'static Consumer> {
    named(RAYONS, name, arguments)
}

fn named(rows: &'static [Consumer], name: &str, arguments: usize) -> Option<&'static Consumer> {
    rows.iter()
        .find(|row| row.name == name && row.arguments.len() == arguments)
}

/// True for consumers that take `&mut self` or `&self`: they leave an iterator behind that a name
/// may stand for.
pub(crate) fn borrows_iterator(name: &str) -> bool {
    consumers()
        .iter()
        .any(|row| row.name == name && row.borrows)
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
        for (index, row) in consumers().iter().enumerate() {
            let same = |other: &&Consumer| {
                (other.name, other.arguments.len()) == (row.name, row.arguments.len())
            };
            assert!(
                !consumers()[..index].iter().any(|other| same(&other)),
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
        for row in consumers() {
            assert!(
                row.order == Order::All || row.sharing == Sharing::Solitary,
                "{}",
                row.name
            );
        }
    }
}
