//! The command line of the differential machine.

use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use fuse_differential::Function;
use fuse_differential::measure::{Table, measure};
use fuse_differential::machine::{Campaign, Machine, Profile, Program};

/// Random functions, each compiled with and without #[fuse], against the erasure law.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    /// How many functions
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Where they come from: the same functions for the same number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this function of the seed; may be given several times
    #[arg(long, value_name = "INDEX")]
    only: Vec<usize>,
    /// In which profile they are compiled
    #[arg(long, value_enum, default_value_t = Profiles::Both)]
    profile: Profiles,
    /// Show failures as they were found
    #[arg(long)]
    no_reduce: bool,
    /// Show the functions and the reports of the macro, and run nothing
    #[arg(long)]
    print: bool,
    /// Say how many of the functions that could fuse do, by construct, and run nothing
    #[arg(long)]
    measure: bool,
    /// What stands above the tested form, as `#[loopfuse::fuse(strategy = "stream")]`
    #[arg(long, default_value = "#[loopfuse::fuse]")]
    attribute: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Profiles {
    Debug,
    Release,
    Both,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut campaign = Campaign::new(arguments.seed);
    campaign.attribute = arguments.attribute;
    match arguments.profile {
        Profiles::Debug => campaign.profiles = vec![Profile::Debug],
        Profiles::Release => campaign.profiles = vec![Profile::Release],
        Profiles::Both => {}
    }
    if arguments.no_reduce {
        campaign.reductions = 0;
    }
    let indices = if arguments.only.is_empty() {
        (0..arguments.count).collect()
    } else {
        arguments.only
    };
    let programs: Vec<(usize, Function)> = indices
        .into_iter()
        .map(|index| (index, Function::generate(campaign.seed_of(index))))
        .collect();
    if arguments.print {
        for (index, program) in &programs {
            let text = Program::text(program, &format!("f{index:04}"));
            println!("{}\n{}\n", campaign.attribute, text.trim());
            for line in fuse_differential::machine::report::analysis(&text).lines() {
                println!("    | {line}");
            }
        }
        return ExitCode::SUCCESS;
    }
    if arguments.measure {
        print!("{}", measured(&programs));
        return ExitCode::SUCCESS;
    }
    match campaign.run(&Machine::new(), &programs) {
        Ok(outcome) => {
            println!("\n{}\n{}", measured(&programs), outcome.table);
            for failure in &outcome.failures {
                println!("{}", failure.text);
            }
            if outcome.failures.is_empty() {
                println!("no failure");
                return ExitCode::SUCCESS;
            }
            println!("{} functions failed", outcome.failures.len());
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("the machine does not run: {error}");
            ExitCode::from(2)
        }
    }
}

/// The table of what could fuse and what did.
fn measured(programs: &[(usize, Function)]) -> Table {
    let mut table = Table::default();
    for (index, function) in programs {
        table.add(*index, function, measure(function));
    }
    table
}
