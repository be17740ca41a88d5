//! How many elements a driver gives, as a length of the program.
//!
//! In: an [`Extent`], in which names stand for what they are bound to where the chain stands. Out: a
//! [`Length`] over values; two lengths are equal only if they are equal each time.

use super::Lowering;
use crate::cnf::Length;
use crate::ops::chain::{DriverSource, RangeSource};
use crate::rust::extent::Extent;
use crate::sorted::SortedSet;

impl Lowering<'_> {
    pub(super) fn extent(&self, driver: &DriverSource, hidden: &SortedSet<String>) -> Length {
        let mut suffix = String::new();
        // Nothing crosses a wall, so nothing behind one needs to know what was before it.
        if self.walls > 0 {
            suffix += &format!("#{}", self.walls);
        }
        suffix += &self.later_values(driver.mentions().iter());
        self.length_of(&here(&driver.extent, &suffix), hidden)
    }

    /// The length of a range. What it is a place of does not change.
    pub(super) fn range_extent(&self, range: &RangeSource, hidden: &SortedSet<String>) -> Length {
        let Some(extent) = &range.length else {
            return Length::Unknown;
        };
        // The place may be one of an outer element.
        if matches!(extent, Extent::Place(_))
            && range.reads.iter().any(|name| hidden.contains(name))
        {
            return Length::Unknown;
        }
        self.length_of(
            &here(extent, &self.later_values(range.reads.iter())),
            hidden,
        )
    }

    /// What tells a text about these names from the same text about others of the same names.
    fn later_values<'n>(&self, names: impl Iterator<Item = &'n String>) -> String {
        let values = names.filter_map(|name| self.names.get(name));
        let later = values.filter(|value| !self.is_first(**value));
        later.map(|value| format!("#{}", value.0)).collect()
    }
}

/// The extent with its places told from the same places elsewhere.
fn here(extent: &Extent, suffix: &str) -> Extent {
    let all = |parts: &[Extent]| parts.iter().map(|part| here(part, suffix)).collect();
    match extent {
        Extent::Place(text) => Extent::Place(format!("{text}{suffix}")),
        Extent::Less(of, less) => Extent::Less(Box::new(here(of, suffix)), less.clone()),
        Extent::Least(parts) => Extent::Least(all(parts)),
        Extent::Sum(parts) => Extent::Sum(all(parts)),
        Extent::Ratio { of, by, up } => Extent::Ratio {
            of: Box::new(here(of, suffix)),
            by: by.clone(),
            up: *up,
        },
        other => other.clone(),
    }
}
