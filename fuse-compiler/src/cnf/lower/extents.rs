//! How many elements a driver gives, as a length of the program.
//!
//! In: an [`Extent`], in which names stand for what they are bound to where the chain stands. Out: a
//! [`Length`] over values; two lengths are equal only if they are equal each time.

use super::Lowering;
use crate::cnf::Length;
use crate::ops::chain::DriverSource;
use crate::rust::extent::Extent;
use crate::sorted::SortedSet;

impl Lowering<'_> {
    pub(super) fn extent(&self, driver: &DriverSource, hidden: &SortedSet<String>) -> Length {
        let mut suffix = String::new();
        // Nothing crosses a wall, so nothing behind one needs to know what was before it.
        if self.walls > 0 {
            suffix += &format!("#{}", self.walls);
        }
        for name in driver.mentions() {
            if let Some(value) = self.names.get(&name)
                && !self.is_first(*value)
            {
                suffix += &format!("#{}", value.0);
            }
        }
        self.length_of(&here(&driver.extent, &suffix), hidden)
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
