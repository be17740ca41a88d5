//! What the compiler behind `#[fuse]` is held against: code that is slow and obviously right, and programs to
//! try it on. For tests, benches and tools; nothing that is published depends on it.
//!
//! | module | in → out |
//! |---|---|
//! | [`examples`] | the programs of the papers |
//! | [`random`] | a seed → a program in combinator normal form |
//! | [`exhaustive`] | a clustering problem → every legal clustering, and the least cost |
//! | [`traffic`] | a clustering → loops, reads and writes as paper 004 counts them |
//! | [`interpret`] | a program, and what became of it → what each computes |
//! | [`pairs`] | a producer and a consumer → a function in which the one makes what the other reads |

pub mod examples;
pub mod exhaustive;
pub mod interpret;
pub mod pairs;
pub mod random;
pub mod traffic;

use fuse_compiler::internals::cluster::{Cost, Options, Problem, Solution, Strategy, solve_with};

/// Chooses the clusters, with the default limit.
#[must_use]
pub fn solve(problem: Problem<'_>, strategy: Strategy, cost: Cost) -> Solution {
    let options = Options {
        strategy,
        cost,
        ..Options::default()
    };
    solve_with(problem, &options)
}
