//! After which round what is known.
//!
//! In: a [`Program`]. Out: [`Rounds`]: of each item the round from whose beginning on it can be made. A reduction is finished at the
//! end of the round in which all it needs can be made; so the number of rounds is that of the longest chain of finished results, and
//! there cannot be fewer. What may panic waits for the early returns before it that would keep it from that.

use super::program::{Item, Outcome, Panics, Program, What};
use crate::rust::mentions::Mentions;
use crate::sorted::{SortedMap, SortedSet};

/// When what is made.
pub(super) struct Rounds {
    /// Of each item, the first round in which it can be made: for a reduction, the one that makes it.
    pub(super) of: Vec<usize>,
    /// How many there are.
    pub(super) count: usize,
}

impl Rounds {
    /// Those of a program.
    pub(super) fn of(program: &Program<'_>) -> Rounds {
        // The round from whose beginning on a name is known.
        let mut known: SortedMap<String, usize> = SortedMap::new();
        let mut rounds = Vec::new();
        let mut count = 1;
        let latest = |known: &SortedMap<String, usize>, reads: &SortedSet<String>| {
            let of = |name: &String| known.get(name.as_str()).copied().unwrap_or(0);
            reads.iter().map(of).max().unwrap_or(0)
        };
        // From which round on the early returns so far are known, and what may panic before the next has not.
        let (mut guarded, mut passed) = (0, 0);
        for item in &program.items {
            let least = match (item.panics, &item.what) {
                (_, What::Guard { is_empty, .. }) => match is_empty {
                    true => 0,
                    false => passed,
                },
                (Panics::Never, _) => 0,
                (Panics::AtEnd, _) => usize::saturating_sub(guarded, 1),
                (Panics::AtElements, _) => guarded,
            };
            let round = latest(&known, &item.reads).max(least);
            match item.what {
                What::Guard {
                    is_empty: false, ..
                } => guarded = guarded.max(round),
                What::Reduction { .. } if item.panics != Panics::Never => {
                    passed = passed.max(round + 1);
                }
                _ => {}
            }
            let from = match &item.what {
                What::Reduction { .. } => {
                    count = count.max(round + 1);
                    round + 1
                }
                What::Array(_) | What::Scalar(_) | What::Guard { .. } | What::Check(_) => round,
            };
            rounds.push(round);
            for name in &item.names {
                known.insert(name.clone(), from);
            }
        }
        for result in &program.results {
            if let Outcome::Array(name, ..) = result {
                let round = known.get(&name.to_string()).copied().unwrap_or(0);
                // An early return has no array but empty ones.
                count = count.max(round.max(guarded) + 1);
            }
        }
        Rounds { of: rounds, count }
    }

    /// The items that are needed for some names, in order: all arrays and scalars that they are made of, without the reductions, which
    /// are known.
    pub(super) fn needed<'p, 'r>(
        &self,
        program: &'p Program<'r>,
        names: impl IntoIterator<Item = String>,
    ) -> Vec<&'p Item<'r>> {
        let mut names: SortedSet<String> = names.into_iter().collect();
        let mut needed = Vec::new();
        for item in program.items.iter().rev() {
            let is_made = !matches!(item.what, What::Reduction { .. });
            if is_made && item.names.iter().any(|name| names.contains(name)) {
                names.extend(item.reads.iter().cloned());
                needed.push(item);
            }
        }
        needed.reverse();
        needed
    }
}

/// The names that a component of the value mentions.
pub(super) fn reads(outcome: &Outcome) -> SortedSet<String> {
    match outcome {
        Outcome::Array(name, ..) => [name.to_string()].into_iter().collect(),
        Outcome::Scalar(expr, _) => Mentions::of_expr(expr).read,
    }
}
