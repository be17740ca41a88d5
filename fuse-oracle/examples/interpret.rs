//! Random programs as they were written against the same fused, and against loops that run by random plans, in process: without
//! rustc, so a hundred thousand of them take a few minutes.
//!
//! `cargo run --profile hunt -p fuse-oracle --example interpret -- --count 100000 --seed 1`

use fuse_oracle::interpret::{self, Settings, Tally, Written, random};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

fn main() -> ExitCode {
    let mut options = [("--count", 10_000_u64), ("--seed", 1), ("--threads", 2)];
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let number = arguments.next().and_then(|number| number.parse().ok());
        let option = options.iter_mut().find(|(name, _)| *name == argument);
        match (option, number) {
            (Some((_, value)), Some(number)) => *value = number,
            _ => {
                eprintln!("usage: interpret [--count N] [--seed S] [--threads T]");
                return ExitCode::from(2);
            }
        }
    }
    let [(_, count), (_, seed), (_, threads)] = options;
    let first = seed.wrapping_mul(1_000_003);
    let start = Instant::now();
    let next = AtomicU64::new(0);
    // The failure of the least number, whichever thread finds it.
    let failed = AtomicU64::new(u64::MAX);
    let settings = Settings::default();
    let run = || {
        let mut tally = Tally::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count || index > failed.load(Ordering::Relaxed) {
                return tally;
            }
            let seed = first.wrapping_add(index);
            let written = random::program(seed, random::chains(seed));
            let mut seen = BTreeMap::new();
            if interpret::check(&written, &settings, &mut tally).is_err()
                || interpret::check_plans(&written, &settings, seed, &mut seen).is_err()
            {
                failed.fetch_min(index, Ordering::Relaxed);
            }
        }
    };
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        for handle in handles {
            match handle.join() {
                Ok(other) => tally.add(&other),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    println!("{tally:?}");
    println!(
        "{seconds:.1} s, {:.0} programs a minute",
        60.0 * tally.programs as f64 / seconds
    );
    let index = failed.into_inner();
    if index == u64::MAX {
        return ExitCode::SUCCESS;
    }
    let seed = first.wrapping_add(index);
    let written = random::program(seed, random::chains(seed));
    let planned = interpret::check_plans(&written, &settings, seed, &mut BTreeMap::new());
    if let (Ok(()), Err(failure)) = (
        interpret::check(&written, &settings, &mut Tally::default()),
        planned,
    ) {
        println!(
            "program {} (seed {seed}) fails by a plan:\n{failure}",
            index + 1
        );
        return ExitCode::FAILURE;
    }
    // A program that cannot be run as it was written is another failure.
    let failure = |written: &Written| {
        let failure = interpret::check(written, &settings, &mut Tally::default());
        failure.err().map(|failure| failure.expected.is_ok())
    };
    let kind = failure(&written);
    let smallest = interpret::shrink(&written, &|written| failure(written) == kind);
    println!("program {} (seed {seed}) fails:\n{written}", index + 1);
    if let Err(failure) = interpret::check(&smallest, &settings, &mut Tally::default()) {
        println!("shrunk:\n{failure}");
    }
    ExitCode::FAILURE
}
