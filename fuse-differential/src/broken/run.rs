//! Runs programs against a broken compiler until one of them fails: first such as are in normal form,
//! by the interpreters, then functions, by the machine.

use super::{Broken, Workshop};
use crate::Function;
use crate::machine::{Campaign, Machine, Profile};
use std::io;
use std::path::Path;
use std::process::Command;

/// What a broken compiler came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Catch {
    /// A program in normal form failed: the program of this number.
    Interpreted(usize),
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

/// Runs programs in normal form, unless only functions are wanted, then functions, of `seed` and
/// `count` of each at most, until one fails. Without optimisation, since the compiler is what is
/// wrong.
///
/// # Errors
/// If the edit does not apply, or files cannot be written.
pub fn hunt(
    workshop: &Workshop,
    machine: &Machine,
    broken: &Broken,
    seed: u64,
    count: usize,
    only_functions: bool,
) -> io::Result<Catch> {
    workshop.with(broken, |project| {
        if !only_functions && let Some(caught) = interpreted(machine, project, seed, count) {
            return caught;
        }
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

/// What the interpreters say of the compiler at `project`.
fn interpreted(machine: &Machine, project: &Path, seed: u64, count: usize) -> Option<Catch> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .current_dir(project)
        .args(["run", "--quiet", "--offline", "-p", "fuse-oracle"])
        .args(["--example", "interpret", "--"])
        .args(["--count", &count.to_string(), "--seed", &seed.to_string()])
        .env("CARGO_TARGET_DIR", machine.work.join("target"));
    let output = match command.output() {
        Ok(output) if output.status.success() => return None,
        Ok(output) => output,
        Err(error) => return Some(Catch::Unusable(error.to_string())),
    };
    let said = String::from_utf8_lossy(&output.stdout);
    // `program 12 (seed 34) fails:`
    let mut failures = said
        .lines()
        .filter_map(|line| line.strip_prefix("program "));
    let number = failures.find_map(|rest| rest.split(' ').next()?.parse().ok());
    Some(match number {
        Some(number) => Catch::Interpreted(number),
        None => Catch::Unusable(String::from_utf8_lossy(&output.stderr).into_owned()),
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
