//! Runs the machine against a broken compiler until it finds something.

use super::{Broken, Workshop};
use crate::Function;
use crate::machine::{Campaign, Machine, Profile};
use std::io;

/// What a broken compiler came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Catch {
    /// Found after so many functions, as a failure of this kind, in this function.
    After {
        /// How many functions were compiled until then.
        functions: usize,
        /// The first function that failed.
        index: usize,
        /// How.
        signature: String,
    },
    /// The compiler did not compile, or its macro did not: found without a function.
    Unusable(String),
    /// Not found.
    Escaped,
}

/// Runs functions of `seed`, a portion at a time, until one fails; `count` at most. Without
/// optimisation, since the compiler is what is wrong.
///
/// # Errors
/// If the edit does not apply, or files cannot be written.
pub fn hunt(
    workshop: &Workshop,
    machine: &Machine,
    broken: &Broken,
    seed: u64,
    count: usize,
) -> io::Result<Catch> {
    workshop.with(broken, |project| {
        let machine = Machine {
            project: project.to_owned(),
            work: machine.work.join("broken-programs"),
            progress: false,
            ..machine.clone()
        };
        let mut campaign = Campaign::new(seed);
        campaign.profiles = vec![Profile::Debug];
        campaign.reductions = 0;
        let mut done = 0;
        for portion in portions(count) {
            let programs: Vec<(usize, Function)> = portion
                .map(|index| (index, Function::generate(campaign.seed_of(index))))
                .collect();
            done += programs.len();
            match campaign.run(&machine, &programs) {
                Err(error) => return Catch::Unusable(error.to_string()),
                Ok(outcome) => {
                    if let Some(first) = outcome.failures.first() {
                        return Catch::After {
                            functions: done,
                            index: first.index,
                            signature: first.signature.clone(),
                        };
                    }
                }
            }
        }
        Catch::Escaped
    })
}

/// Few functions first: most broken compilers fail at once.
fn portions(count: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut next = 0;
    std::iter::from_fn(move || {
        let size = next.clamp(50, 200).min(count - next);
        let range = next..next + size;
        next += size;
        (size > 0).then_some(range)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portions_cover_the_count_once() {
        let all: Vec<usize> = portions(730).flatten().collect();
        assert_eq!(all, (0..730).collect::<Vec<_>>());
        assert_eq!(portions(0).count(), 0);
        assert_eq!(portions(30).next(), Some(0..30));
    }
}
