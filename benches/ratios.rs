//! `cargo bench --bench ratios`: how much faster fused is than plain, and than loops by hand.
//!
//! For each kernel and size all forms run interleaved in one process, there and back (ABBA), after
//! it was checked that they compute the same. A ratio is the median over the rounds of the ratio
//! within a round; above 1 says that the fused form is the faster one. Short inputs take turns, the
//! same ones for all forms: over one alone, run a thousand times, the processor would foresee every
//! branch, which no program's data lets it (`benches/kernels/data.rs`). The column A/A is plain
//! against plain: how far it is from 1.00 is how far any other figure may be off. `--help` has the
//! options.

mod kernels;
mod runner;

use std::process::ExitCode;

use kernels::catalogue::KERNELS;
use runner::measure::{Cell, is_too_long, measure};
use runner::options::{Options, short};
use runner::{export, plot, table};

/// Allocators learn. That of glibc takes megabytes from the system anew each time until a block as
/// large was freed once; which form pays for the pages would be left to chance.
fn settle_the_allocator() {
    drop(std::hint::black_box(vec![1_u8; 31 << 20]));
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
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

    settle_the_allocator();
    println!("{}", table::HEAD);
    let mut cells: Vec<Cell> = Vec::new();
    let mut left_out = Vec::new();
    for kernel in KERNELS.iter().filter(|kernel| options.wants(kernel.name)) {
        let loops = kernel.loops();
        let mut nanoseconds_each = 0.0;
        for &size in &options.sizes {
            let what = || format!("{}, {}", kernel.name, short(size));
            if let Some((most, why)) = kernel.limit
                && size > most
            {
                left_out.push(format!("{}: {why}", what()));
                continue;
            }
            if options.quick && is_too_long(nanoseconds_each * size as f64) {
                left_out.push(format!("{}: takes seconds a run", what()));
                continue;
            }
            let case = match kernel.case(size) {
                Ok(case) => case,
                Err(differ) => {
                    eprintln!("{}: {differ:?} differ from plain", what());
                    return ExitCode::FAILURE;
                }
            };
            let cell = measure(kernel.name, size, loops, &case, &options);
            println!("{}", table::row(&cell));
            nanoseconds_each = cell.plain;
            cells.push(cell);
        }
    }
    println!("\n{}", table::summary(&cells));
    if !left_out.is_empty() {
        println!("\nNot measured:\n- {}", left_out.join("\n- "));
    }

    let files = [
        (&options.csv, export::csv as fn(&[Cell]) -> String),
        (&options.svg, plot::svg),
    ];
    for (path, text) in files {
        if let Some(path) = path
            && let Err(error) = std::fs::write(path, text(&cells))
        {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    let missed = |cell: &Cell| cell.slower_than_plain() || cell.slower_than_hand();
    if options.check && cells.iter().any(missed) {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
