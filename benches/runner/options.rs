//! The command line of the ratio runner.

use std::path::PathBuf;
use std::time::Duration;

use super::clock::Clock;

/// The sizes that are measured unless others are asked for.
pub(crate) const SIZES: [usize; 5] = [64, 1000, 16_000, 1_000_000, 16_000_000];

/// What `--help` prints.
pub(crate) const HELP: &str = "\
cargo bench --bench ratios -- OPTIONS
  --quick              a fifth of the time, and nothing that takes seconds a run
  --kernels NAME,..    only kernels whose name contains one of these
  --sizes N,..         elements, as in 64,1K,16M (default 64,1K,16K,1M,16M)
  --svg PATH           writes the ratios as a plot
  --csv PATH           writes all figures
  --wall               times by the clock on the wall, not by the thread's time on a processor
  --check              ends with an error if a cell misses its bar
  --list               only names the kernels";

/// What stands on the command line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Options {
    pub(crate) quick: bool,
    pub(crate) kernels: Vec<String>,
    pub(crate) sizes: Vec<usize>,
    pub(crate) svg: Option<PathBuf>,
    pub(crate) csv: Option<PathBuf>,
    pub(crate) clock: Clock,
    pub(crate) check: bool,
    pub(crate) list: bool,
}

impl Options {
    /// Parses the arguments behind the program's name.
    ///
    /// # Errors
    /// What is wrong with them, or the help if that was asked for.
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            quick: false,
            kernels: Vec::new(),
            sizes: SIZES.to_vec(),
            svg: None,
            csv: None,
            clock: Clock::Thread,
            check: false,
            list: false,
        };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--quick" => options.quick = true,
                "--wall" => options.clock = Clock::Wall,
                "--check" => options.check = true,
                "--list" => options.list = true,
                "--kernels" => {
                    let names = value()?;
                    options.kernels.extend(names.split(',').map(str::to_owned));
                }
                "--sizes" => {
                    let sizes: Option<Vec<usize>> = value()?.split(',').map(size).collect();
                    options.sizes = sizes.ok_or("--sizes are numbers, as in 64,1K,16M")?;
                }
                "--svg" => options.svg = Some(value()?.into()),
                "--csv" => options.csv = Some(value()?.into()),
                // Cargo passes it on.
                "--bench" => {}
                "--help" => return Err(HELP.to_owned()),
                _ => return Err(format!("unknown option {argument}\n{HELP}")),
            }
        }
        Ok(options)
    }

    /// Whether the kernel of this name was asked for.
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.kernels.is_empty() || self.kernels.iter().any(|part| name.contains(part.as_str()))
    }

    /// How long the rounds of one cell run together, about.
    pub(crate) fn time_of_a_cell(&self) -> Duration {
        Duration::from_millis(if self.quick { 400 } else { 2000 })
    }
}

/// A number of elements: digits, with `K` or `M` for thousands and millions.
pub(crate) fn size(text: &str) -> Option<usize> {
    let (digits, unit) = match text.trim().to_ascii_uppercase() {
        text if text.ends_with('K') => (text.trim_end_matches('K').to_owned(), 1000),
        text if text.ends_with('M') => (text.trim_end_matches('M').to_owned(), 1_000_000),
        text => (text, 1),
    };
    let number: usize = digits.replace('_', "").parse().ok()?;
    number.checked_mul(unit).filter(|n| *n > 0)
}

/// The number of elements as it is written on the command line.
pub(crate) fn short(size: usize) -> String {
    match size {
        _ if size >= 1_000_000 && size.is_multiple_of(1_000_000) => {
            format!("{} M", size / 1_000_000)
        }
        _ if size >= 1000 && size.is_multiple_of(1000) => format!("{} K", size / 1000),
        _ => size.to_string(),
    }
}
