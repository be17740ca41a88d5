//! The tables of what is recognised: sources, adapters, and here the consumers, every method that may
//! end a chain, with what the compiler makes of each.
//!
//! In: nothing. Out: [`consumers`], one row for each name and number of arguments. Recognition
//! reads this table, and so does the documentation ([`markdown()`]): there is no second list.

pub(crate) mod adapters;
mod markdown;
pub(crate) mod parallel;
pub(crate) mod row;
pub(crate) mod sources;

pub use adapters::{Adapter, Becomes};
#[cfg(test)]
pub(crate) use markdown::ADDED;
pub use markdown::markdown;
pub use parallel::{Place, Rayons};
pub use row::{Argument, Consumer, Given, Order, Sharing};
pub use sources::Source;

use std::sync::LazyLock;

/// Every source that is recognised. `it` stands for a name whose type is visibly an iterator, such as
/// a parameter `it: impl Iterator<Item = f64>`.
///
/// ```
/// use fuse_compiler::recognised;
///
/// let windows = recognised::sources().iter().find(|s| s.written == "xs.windows(3)").unwrap();
/// assert_eq!(windows.size, "k - 2");
/// ```
#[must_use]
pub fn sources() -> &'static [Source] {
    static FORMS: LazyLock<Vec<Source>> =
        LazyLock::new(|| source_rows().flat_map(|row| row.forms).copied().collect());
    &FORMS
}

fn source_rows() -> impl Iterator<Item = &'static sources::Row> {
    super::source::FILES.iter().copied().flatten()
}

/// The method of this name that starts an iterator, of std's or of rayon's.
pub(crate) fn source(method: &str) -> Option<&'static sources::Row> {
    source_rows().find(|row| row.is_called(method))
}

/// Every adapter that is recognised. Those of itertools stand last.
///
/// ```
/// use fuse_compiler::recognised::{self, Becomes};
///
/// let rev = recognised::adapters().iter().find(|a| a.written == "rev()").unwrap();
/// assert_eq!((rev.size, rev.becomes), ("k", Becomes::Driver));
/// ```
#[must_use]
pub fn adapters() -> &'static [Adapter] {
    static FORMS: LazyLock<Vec<Adapter>> = LazyLock::new(|| {
        let mut forms = adapter_rows()
            .flat_map(|row| row.forms)
            .copied()
            .collect::<Vec<_>>();
        forms.sort_by_key(|form| form.becomes != Becomes::Step);
        forms
    });
    &FORMS
}

/// Every method of rayon's that is recognised, and others that stay as written.
///
/// ```
/// use fuse_compiler::recognised;
/// let bridge = recognised::parallel().iter().find(|row| row.written == "par_bridge()").unwrap();
/// assert!(bridge.left.is_some());
/// ```
#[must_use]
pub fn parallel() -> &'static [Rayons] {
    static ROWS: LazyLock<Vec<Rayons>> = LazyLock::new(|| {
        let sources = source_rows().flat_map(|row| row.of_rayon.rows(Place::Source));
        let adapters = adapter_rows().flat_map(|row| row.of_rayon.rows(Place::Adapter));
        let consumers = consumer_rows().flat_map(|row| row.of_rayon.rows(Place::Consumer));
        sources.chain(adapters).chain(consumers).collect()
    });
    &ROWS
}

/// Why a method of rayon's stays as written, if a row says it.
pub(crate) fn left_as_written(method: &str) -> Option<&'static str> {
    let adapters = adapter_rows().map(|row| (row.name, row.of_rayon.left));
    let mut rows = adapters.chain(consumer_rows().map(|row| (row.name, row.of_rayon.left)));
    rows.find_map(|(name, left)| left.filter(|_| name == method))
}

fn adapter_rows() -> impl Iterator<Item = &'static adapters::Row> {
    super::adapter::FILES.iter().copied().flatten()
}

/// The adapter of this name with so many arguments.
pub(crate) fn adapter(name: &str, arguments: usize) -> Option<&'static adapters::Row> {
    adapter_rows().find(|row| row.name == name && row.arguments.len() == arguments)
}

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
        let stds = consumer_rows().filter(|row| !row.is_rayons());
        let mut rows = stds.copied().collect::<Vec<_>>();
        rows.sort_by_key(|row| (row.itertools, row.name));
        rows
    });
    &ROWS
}

fn consumer_rows() -> impl Iterator<Item = &'static Consumer> {
    super::consumer::FILES.iter().copied().flatten()
}

/// The names of all of them, of std's, itertools' and rayon's.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let sources = source_rows().flat_map(|row| row.rayons_name.into_iter().chain([row.name]));
    let adapters = adapter_rows().map(|row| row.name);
    let consumers = consumer_rows().map(|row| row.name);
    sources.chain(adapters).chain(consumers)
}

/// The consumer of this name with so many arguments, of std's or of rayon's.
pub(crate) fn consumer(name: &str, arguments: usize) -> Option<&'static Consumer> {
    consumer_rows().find(|row| row.name == name && row.arguments.len() == arguments)
}

/// True for consumers that take `&mut self` or `&self`: they leave an iterator behind that a name
/// may stand for.
pub(crate) fn borrows_iterator(name: &str) -> bool {
    consumers()
        .iter()
        .any(|row| row.name == name && row.borrows)
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
