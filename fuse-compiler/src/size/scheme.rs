//! Size schemes (paper 001, figs 1.3 and 1.5).
//!
//! In: the solved sizes of a program. Out: a [`Scheme`], which relates the sizes of its array
//! parameters and array results.

use super::{Size, Sizes};
use crate::cnf::{Program, ValueId};
use std::fmt;

/// `forall k. exists k'. (xs: k) -> (ys1: k, ys2: k')`; scalars are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// The variables that the caller chooses, by name.
    pub universal: Vec<String>,
    /// The variables that the function chooses, by name.
    pub existential: Vec<String>,
    /// The array parameters with their sizes, printed.
    pub parameters: Vec<(String, String)>,
    /// The array results with their sizes, printed.
    pub results: Vec<(String, String)>,
}

impl Scheme {
    /// Generalises the sizes of a program (rule SProgram).
    #[must_use]
    pub fn of(program: &Program, sizes: &Sizes) -> Scheme {
        let mut mentioned = vec![false; sizes.names().len()];
        let mut list = |values: &[ValueId]| {
            let mut listed = Vec::new();
            for value in values {
                if let Some(size) = sizes.of(*value) {
                    size.variables(&mut |variable| mentioned[variable] = true);
                    let name = program.value(*value).name.clone();
                    listed.push((name, sizes.show(size).to_string()));
                }
            }
            listed
        };
        let parameters = list(&program.parameters);
        let results = list(&program.results);
        let quantified = |rigid: bool| -> Vec<String> {
            let named = sizes.names().iter().enumerate();
            let chosen =
                named.filter(|(index, _)| mentioned[*index] && sizes.rigid(*index) == rigid);
            chosen.map(|(_, name)| name.clone()).collect()
        };
        Scheme {
            universal: quantified(false),
            existential: quantified(true),
            parameters,
            results,
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (quantifier, names) in [("forall", &self.universal), ("exists", &self.existential)] {
            if !names.is_empty() {
                write!(f, "{quantifier} {}. ", names.join(" "))?;
            }
        }
        let list = |arrays: &[(String, String)]| {
            let sized = arrays.iter().map(|(name, size)| format!("{name}: {size}"));
            sized.collect::<Vec<_>>().join(", ")
        };
        write!(
            f,
            "({}) -> ({})",
            list(&self.parameters),
            list(&self.results)
        )
    }
}

/// Prints a size with the names that [`Sizes`] gave its variables.
pub(super) struct Shown<'a> {
    pub(super) size: &'a Size,
    pub(super) names: &'a [String],
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.size.write(self.names, f)
    }
}
