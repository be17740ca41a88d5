//! The command line of the differential machine.

use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use fuse_differential::broken::{BROKEN, Catch, Workshop, hunt};
use fuse_differential::machine::{Campaign, Machine, Outcome, Profile, Program};
use fuse_differential::measure::{Table, measure};
use fuse_differential::{Chunked, Function};

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
    /// Of these, only functions that hold a construct of whose name this is a part, as "method of"
    #[arg(long, value_name = "CONSTRUCT")]
    holding: Option<String>,
    /// In which profile they are compiled
    #[arg(long, value_enum, default_value_t = Profiles::Both)]
    profile: Profiles,
    /// Show failures as they were found
    #[arg(long)]
    no_reduce: bool,
    /// Programs of rayon's
    #[arg(long)]
    parallel: bool,
    /// Programs below `#[fuse(parallel)]`, in ranges of one element and more
    #[arg(long)]
    divided: bool,
    /// Functions over chunks, against themselves cut and merged otherwise, and against the plain function
    #[arg(long)]
    chunked: bool,
    /// Show the functions and the reports of the macro, and run nothing
    #[arg(long)]
    print: bool,
    /// Say how many of the functions that could fuse do, by construct, and run nothing
    #[arg(long)]
    measure: bool,
    /// What stands above the tested form, as `#[loopfuse::fuse(strategy = "stream")]`
    #[arg(long, default_value = "#[loopfuse::fuse]")]
    attribute: String,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Clone, Debug, Subcommand)]
enum Command {
    /// Break the compiler on purpose, in a copy, one edit after another: each must be caught
    Broken {
        /// Only this edit; may be given several times
        #[arg(value_name = "NAME")]
        names: Vec<String>,
        /// How many programs in normal form, and functions, each may take
        #[arg(long, default_value_t = 1000)]
        count: usize,
        /// Where the programs come from
        #[arg(long, default_value_t = 3)]
        seed: u64,
        /// Leave out the programs in normal form, which the compiler's interpreters run
        #[arg(long)]
        only_functions: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Profiles {
    Debug,
    Release,
    Both,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(Command::Broken {
        names,
        count,
        seed,
        only_functions,
    }) = &arguments.command
    {
        return broken(names, *count, *seed, *only_functions);
    }
    let mut campaign = Campaign::new(arguments.seed);
    campaign.attribute = arguments.attribute;
    if arguments.divided && campaign.attribute == "#[loopfuse::fuse]" {
        let least = [1, 2, 3, 7, 64][arguments.seed as usize % 5];
        campaign.attribute = format!("#[loopfuse::fuse(parallel, min_len = {least})]");
    }
    match arguments.profile {
        Profiles::Debug => campaign.profiles = vec![Profile::Debug],
        Profiles::Release => campaign.profiles = vec![Profile::Release],
        Profiles::Both => {}
    }
    if arguments.no_reduce {
        campaign.reductions = 0;
    }
    let indices: Vec<usize> = if arguments.only.is_empty() {
        (0..arguments.count).collect()
    } else {
        arguments.only
    };
    let indices = indices.into_iter();
    if arguments.chunked {
        let programs: Vec<(usize, Chunked)> = indices
            .map(|index| (index, Chunked::generate(campaign.seed_of(index))))
            .collect();
        return over_chunks(&campaign, &programs, arguments.print);
    }
    let programs: Vec<(usize, Function)> = indices
        .map(|index| {
            let seed = campaign.seed_of(index);
            let function = match (arguments.parallel, arguments.divided) {
                (true, _) => Function::generate_parallel(seed),
                (_, true) => Function::generate_divided(seed),
                _ => Function::generate(seed),
            };
            (index, function)
        })
        .filter(|(_, function)| {
            let holds = |wanted: &String| {
                let constructs = function.constructs();
                constructs.iter().any(|name| name.contains(wanted.as_str()))
            };
            arguments.holding.as_ref().is_none_or(holds)
        })
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
    ended(campaign.run(&Machine::new(), &programs), || {
        measured(&programs).to_string()
    })
}

/// Functions over chunks.
fn over_chunks(campaign: &Campaign, programs: &[(usize, Chunked)], print: bool) -> ExitCode {
    if print {
        for (index, program) in programs {
            let name = format!("f{index:04}");
            println!(
                "{}\n",
                program.subject(*index, &name, &campaign.attribute).fused
            );
        }
        return ExitCode::SUCCESS;
    }
    ended(campaign.run(&Machine::new(), programs), String::new)
}

/// What a campaign came to.
fn ended(outcome: std::io::Result<Outcome>, measured: impl FnOnce() -> String) -> ExitCode {
    match outcome {
        Ok(outcome) => {
            println!("\n{}\n{}", measured(), outcome.table);
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

/// Whether every broken compiler is caught.
fn broken(names: &[String], count: usize, seed: u64, only_functions: bool) -> ExitCode {
    let machine = Machine::new();
    let workshop = match Workshop::open(&machine.project, &machine.work.join("broken")) {
        Ok(workshop) => workshop,
        Err(error) => {
            eprintln!("the compiler cannot be copied: {error}");
            return ExitCode::from(2);
        }
    };
    let mut escaped = 0;
    for broken in BROKEN {
        if !names.is_empty() && !names.iter().any(|name| name == broken.name) {
            continue;
        }
        let came_to = match hunt(&workshop, &machine, broken, seed, count, only_functions) {
            Ok(Catch::Interpreted(number)) => {
                format!("caught by program {number} in normal form")
            }
            Ok(Catch::After {
                functions,
                index,
                signature,
            }) => format!("caught within {functions} functions: {index}: {signature}"),
            Ok(Catch::Unusable(why)) => {
                escaped += 1;
                format!("does not compile: {why}")
            }
            Ok(Catch::Escaped) => {
                escaped += 1;
                format!("ESCAPED {count} programs")
            }
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::from(2);
            }
        };
        println!("{:<22} {}\n    {came_to}", broken.name, broken.what);
    }
    if escaped == 0 {
        ExitCode::SUCCESS
    } else {
        println!("{escaped} were not caught");
        ExitCode::FAILURE
    }
}
