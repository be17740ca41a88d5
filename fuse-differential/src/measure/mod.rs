//! What could fuse, and what did: so that missed fusions are found as well as wrong ones.
//!
//! In: a [`Function`]. Out: whether it is *fusible*, that is whether brute force (`fusible`) over the
//! normal form (`normal_form`) that the generator knows of finds fewer loops than there are chains;
//! and whether the macro fused it. The normal form is made from the model and not from the text:
//! the compiler's parser, its judgment of statements and its solver have no part in it.

mod fusible;
mod lengths;
mod normal_form;
#[cfg(test)]
mod tests;

use crate::Function;
use std::collections::BTreeMap;
use std::fmt;

/// What is known of one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    /// Brute force finds fewer loops than chains.
    pub fusible: bool,
    /// The loops of the function after fusion and as written, as the macro counts them; `None` if it
    /// leaves the function alone.
    pub loops: Option<(usize, usize)>,
    /// How many loops the best clustering that brute force finds saves; `None` where there are too
    /// many chains to go through all.
    pub saving: Option<usize>,
}

impl Measured {
    /// How many loops the macro saves.
    #[must_use]
    pub fn saved(&self) -> usize {
        self.loops
            .map_or(0, |(after, before)| before.saturating_sub(after))
    }

    /// Whether the macro made fewer loops than there were.
    #[must_use]
    pub fn fused(&self) -> bool {
        self.loops.is_some_and(|(after, before)| after < before)
    }
}

/// Measures one function.
#[must_use]
pub fn measure(function: &Function) -> Measured {
    let text = function.text("measured");
    let report = text.parse().ok().and_then(|item| {
        fuse_compiler::analyse(proc_macro2::TokenStream::new(), item)
            .ok()
            .flatten()
    });
    let programs = normal_form::of(function);
    Measured {
        fusible: programs.iter().any(fusible::fusible),
        saving: programs.iter().map(fusible::saving).sum(),
        loops: report.map(|report| (report.loops(), report.written())),
    }
}

/// Counts of functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All.
    pub functions: usize,
    /// Those that are fusible.
    pub fusible: usize,
    /// Those of the fusible ones that the macro fused.
    pub fused: usize,
    /// The loops that brute force saves, over all functions that it can go through.
    pub saving: usize,
    /// How many loops of these the macro saves; what it saves beyond brute force in one function
    /// makes up for nothing in another.
    pub saved: usize,
}

impl Counts {
    fn add(&mut self, measured: Measured) {
        self.functions += 1;
        self.fusible += usize::from(measured.fusible);
        self.fused += usize::from(measured.fusible && measured.fused());
        if let Some(saving) = measured.saving {
            self.saving += saving;
            self.saved += measured.saved().min(saving);
        }
    }

    /// How many in a hundred of the fusible ones are fused.
    #[must_use]
    pub fn percent(&self) -> Option<usize> {
        (100 * self.fused).checked_div(self.fusible)
    }

    /// How many in a hundred of the loops that could be saved are.
    #[must_use]
    pub fn percent_saved(&self) -> Option<usize> {
        (100 * self.saved).checked_div(self.saving)
    }
}

/// How much of what could fuse did, by construct.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The functions whose types are all std's, and visible.
    pub visible: Counts,
    /// Those that hold a user's own: brute force does not know that his code may have effects and may fail, and so counts what
    /// the erasure law forbids to fuse.
    pub users: Counts,
    /// All functions.
    pub total: Counts,
    /// Those that hold the construct.
    pub constructs: BTreeMap<&'static str, Counts>,
    /// Functions that the macro fused although brute force would not have.
    pub beyond: usize,
    /// Loops as written, and after fusion, of all functions.
    pub loops: (usize, usize),
    /// The fusible functions that the macro did not fuse, by the number that they were added with.
    pub missed: Vec<usize>,
}

impl Table {
    /// Adds the function of a number.
    pub fn add(&mut self, index: usize, function: &Function, measured: Measured) {
        if measured.fusible && !measured.fused() {
            self.missed.push(index);
        }
        self.total.add(measured);
        if function.head.users {
            self.users.add(measured);
        } else {
            self.visible.add(measured);
        }
        self.beyond += usize::from(measured.fused() && !measured.fusible);
        if let Some((after, before)) = measured.loops {
            self.loops.0 += before;
            self.loops.1 += after;
        }
        for construct in function.constructs() {
            self.constructs.entry(construct).or_default().add(measured);
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |f: &mut fmt::Formatter<'_>, name: &str, counts: &Counts| {
            let shown = |percent: Option<usize>| match percent {
                Some(percent) => format!("{percent} %"),
                None => String::new(),
            };
            writeln!(
                f,
                "{name:<34} {:>9} {:>9} {:>9} {:>6} {:>9} {:>9} {:>6}",
                counts.functions,
                counts.fusible,
                counts.fused,
                shown(counts.percent()),
                counts.saving,
                counts.saved,
                shown(counts.percent_saved()),
            )
        };
        writeln!(
            f,
            "{:<34} {:>9} {:>9} {:>9} {:>6} {:>9} {:>9}",
            "construct", "functions", "fusible", "fused", "", "saveable", "saved"
        )?;
        row(f, "all types visible", &self.visible)?;
        row(f, "types and names of a user's own", &self.users)?;
        row(f, "both", &self.total)?;
        for (name, counts) in &self.constructs {
            row(f, name, counts)?;
        }
        writeln!(
            f,
            "{} loops as written, {} after fusion; {} functions fused beyond brute force",
            self.loops.0, self.loops.1, self.beyond
        )?;
        let missed: Vec<String> = self.missed.iter().map(usize::to_string).collect();
        writeln!(f, "fusible and not fused: {}", missed.join(" "))
    }
}
