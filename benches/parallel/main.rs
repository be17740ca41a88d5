//! `cargo bench --bench parallel`: loops on several threads against what they replace, by the clock on the wall.
//!
//! | form | what it is |
//! |---|---|
//! | parallel | the text of the suite (`benches/kernels/text`) under `#[fuse(parallel)]` |
//! | plain | the same text without the attribute |
//! | fused | the same text under `#[fuse]` |
//! | passes | a text of rayon's chains (`rayons`), as written |
//! | passes, fused | the same text of rayon's chains under `#[fuse]` |
//! | by hand | the best that a person writes with rayon (`by_hand`) |
//!
//! All forms run interleaved in one process, there and back (ABBA), after it was checked that they agree up to the order of
//! sums. A ratio is the median over the rounds of the time of a form over that of the parallel one: above 1, the parallel one
//! is faster. The column A/A is the parallel form against itself. `--quick`, `--kernels`, `--sizes` and `--list` are as in
//! `cargo bench --bench ratios`.

#![allow(unreachable_pub, reason = "the texts are written as in a library")]
#![allow(dead_code, reason = "the files of the suite have more than runs here")]
#![allow(
    clippy::duplicate_mod,
    reason = "one text, several forms: that is the point"
)]

mod by_hand;
mod catalogue;
#[path = "../kernels/mod.rs"]
mod kernels;
#[path = "../runner/mod.rs"]
mod runner;

/// The texts of the suite under `#[fuse(parallel)]`.
#[path = "../kernels/text"]
mod option {
    pub(crate) use crate::kernels::shared;
    pub(crate) use fuse_test_attributes::parallel as fuse;
    pub(crate) mod bodies;
    pub(crate) mod filters;
    pub(crate) mod finance;
    pub(crate) mod normalize;
    pub(crate) mod queries;
    pub(crate) mod statistics;
}

/// The programs of the paper under `#[fuse(parallel)]`.
#[path = "../../tests/programs"]
mod option_programs {
    pub(crate) use crate::kernels::programs::geometry;
    pub(crate) use fuse_test_attributes::{erase as loops, parallel as fuse};
    pub(crate) mod float;
    pub(crate) mod integer;
}

/// The texts that only this benchmark has, under `#[fuse(parallel)]`.
#[path = "."]
mod option_texts {
    pub(crate) use fuse_test_attributes::parallel as fuse;
    pub(crate) mod text;
}

/// What only this benchmark has, without the attribute.
#[path = "."]
mod plain {
    pub(crate) use crate::kernels;
    pub(crate) use fuse_test_attributes::erase as fuse;
    pub(crate) mod rayons;
    pub(crate) mod text;
}

/// What only this benchmark has, under `#[fuse]`.
#[path = "."]
mod fused {
    pub(crate) use crate::kernels;
    pub(crate) use loopfuse::fuse;
    pub(crate) mod rayons;
    pub(crate) mod text;
}

use std::process::ExitCode;
use std::time::Duration;

use catalogue::KERNELS;
use kernels::case::{Case, Role};
use runner::clock::Clock;
use runner::measure::{Plan, order, plan};
use runner::options::{Options, short};
use runner::statistics::median;

/// A ratio is the median over as many rounds as this, unless they take too long.
const ENOUGH_ROUNDS: usize = 25;

/// The sizes that are measured unless others are asked for.
const SIZES: &str = "1K,64K,1M,16M";

fn main() -> ExitCode {
    let sizes = ["--sizes", SIZES].map(str::to_owned);
    let options = match Options::parse(sizes.into_iter().chain(std::env::args().skip(1))) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    if options.list {
        KERNELS
            .iter()
            .for_each(|kernel| println!("{}", kernel.name));
        return ExitCode::SUCCESS;
    }
    // What is freed stays with the allocator, see the runner of the suite.
    drop(std::hint::black_box(vec![1_u8; 31 << 20]));
    println!("{} threads\n", rayon::current_num_threads());
    println!(
        "| kernel | elements | parallel, ns each | plain | fused | passes | passes, fused | by hand | A/A |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for kernel in KERNELS.iter().filter(|kernel| options.wants(kernel.name)) {
        for &size in &options.sizes {
            match (kernel.case)(size) {
                Ok(case) => println!("{}", row(kernel.name, size, &case, &options)),
                Err(differ) => {
                    eprintln!(
                        "{}, {}: {differ:?} differ from plain",
                        kernel.name,
                        short(size)
                    );
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    ExitCode::SUCCESS
}

/// Measures a kernel at a size.
fn row(kernel: &str, size: usize, case: &Case, options: &Options) -> String {
    // The parallel form again stands last, so that it is measured like any other.
    let ours = case.place_of(Role::Parallel).unwrap_or(0);
    let again = case.forms.len();
    let form = |i: usize| &case.forms[if i == again { ours } else { i }];
    // Neither what the form before left in the caches nor whether it left threads asleep is this one's doing.
    let time = |i: usize, repeats: u32| {
        form(i).run(1);
        Clock::Wall.time(|| form(i).run(repeats))
    };
    let once: Vec<Duration> = (0..=again).map(|i| time(i, 1)).collect();
    let Plan {
        repeats, rounds, ..
    } = plan(
        &mut |i, _, repeats| time(i, repeats),
        1,
        &once,
        options.time_of_a_cell(),
    );
    // A run waits for the slowest of its threads, so that each of them can spoil it: medians are of more rounds than in the
    // suite, which has one thread.
    let round = 4 * once.iter().sum::<Duration>();
    let more = 5 * options.time_of_a_cell().as_nanos() / round.as_nanos().max(1);
    let rounds = rounds.max(ENOUGH_ROUNDS.min(more as usize | 1));
    let mut times = vec![Vec::with_capacity(rounds); again + 1];
    for round in 0..rounds {
        let mut spent = vec![0.0; again + 1];
        for i in order(again + 1, round) {
            spent[i] += time(i, repeats[i]).as_secs_f64() / f64::from(2 * repeats[i]);
        }
        for (times, spent) in times.iter_mut().zip(spent) {
            times.push(spent);
        }
    }
    let ratio = |i: usize| {
        let pairs = times[i].iter().zip(&times[ours]);
        format!("{:.2}", median(pairs.map(|(a, b)| a / b).collect()))
    };
    let cell = |role: Role| case.place_of(role).map_or(String::new(), ratio);
    format!(
        "| {kernel} | {} | {:.3} | {} | {} | {} | {} | {} | {} |",
        short(size),
        median(times[ours].clone()) * 1e9 / size as f64,
        cell(Role::Plain),
        cell(Role::Fused),
        cell(Role::Passes),
        cell(Role::FusedPasses),
        cell(Role::ParallelByHand),
        ratio(again),
    )
}
