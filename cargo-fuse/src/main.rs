//! The cargo subcommand; everything it does is in the library.

use cargo_fuse::args::Invocation;
use cargo_fuse::{Status, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    let invocation = match Invocation::parse(std::env::args_os().skip(1)) {
        Ok(invocation) => invocation,
        Err(said) => {
            eprintln!("error: {said}\n\nFor help: cargo fuse --help");
            return ExitCode::from(2);
        }
    };
    match run(&invocation, &mut anstream::stdout().lock()) {
        Ok(Status::Done) => ExitCode::SUCCESS,
        Ok(Status::Denied) => ExitCode::from(1),
        Err(said) => {
            eprintln!("error: {said}");
            ExitCode::from(2)
        }
    }
}
