//! `cargo bench --bench ratios`: how much faster fused is than plain, as a table of ratios.
//!
//! All forms run interleaved in one process, in the order plain, fused, by hand, plain again, and
//! back (ABBA), so that a drift of the machine's clock hits all of them alike. A cell is the
//! median over the rounds of the ratio within a round. The column A/A is plain against plain: how
//! far it is from 1.00 is how far any other cell may be off.
//!
//! Options: `--sizes 1000,100000`, `--only quickhull` (a part of a program's name), `--only i64`.

mod forms;

use std::time::{Duration, Instant};

use forms::Case;

/// How long one form runs in one half of a round, at least.
const SLICE: Duration = Duration::from_millis(4);
/// How long the rounds of one cell run together, about.
const CELL: Duration = Duration::from_secs(2);

fn main() {
    let options = Options::from_arguments(std::env::args().skip(1));
    println!(
        "| program | type | elements | plain (ns/element) | plain/fused | by hand/fused | A/A |"
    );
    println!("|---|---|---|---|---|---|---|");
    for size in options.sizes {
        for (program, element) in forms::names(size) {
            if !options
                .only
                .iter()
                .all(|part| program.contains(part) || element.contains(part))
            {
                continue;
            }
            let case = forms::case(program, element, size);
            let row = measure(&case);
            println!(
                "| {} | {} | {} | {:.2} | {:.2} | {:.2} | {:.2} |",
                case.program,
                case.element,
                case.size,
                row.plain,
                row.plain_to_fused,
                row.hand_to_fused,
                row.same
            );
        }
    }
}

/// What stands on the command line.
struct Options {
    sizes: Vec<usize>,
    only: Vec<String>,
}

impl Options {
    fn from_arguments(mut arguments: impl Iterator<Item = String>) -> Self {
        let mut options = Self {
            sizes: vec![1000, 100_000, 10_000_000],
            only: Vec::new(),
        };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--sizes" => {
                    let list = arguments.next().unwrap_or_default();
                    options.sizes = list
                        .split(',')
                        .filter_map(|n| n.replace('_', "").parse().ok())
                        .collect();
                }
                "--only" => options.only.extend(arguments.next()),
                // Cargo passes it on.
                "--bench" => {}
                other => {
                    eprintln!("unknown option {other}; there are --sizes N,N,.. and --only NAME");
                    std::process::exit(2);
                }
            }
        }
        options
    }
}

/// One row of the table.
struct Row {
    plain: f64,
    plain_to_fused: f64,
    hand_to_fused: f64,
    same: f64,
}

fn measure(case: &Case) -> Row {
    let [(_, plain), (_, fused), (_, by_hand)] = &case.forms;
    // Plain again stands last, so that it is measured like any other form.
    let order = [plain, fused, by_hand, plain];
    let slowest = order
        .iter()
        .map(|form| time(form, 1))
        .max()
        .unwrap_or_default();
    let repeats = SLICE.as_nanos().div_ceil(slowest.as_nanos().max(1)) as u32;
    let round = slowest * repeats * 2 * order.len() as u32;
    let rounds = (CELL.as_nanos() / round.as_nanos().max(1)).clamp(1, 200);

    let (mut plains, mut fusions, mut hands, mut sames) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let mut spent = [0.0; 4];
        for i in [0, 1, 2, 3, 3, 2, 1, 0] {
            spent[i] += time(order[i], repeats).as_nanos() as f64;
        }
        let [plain, fused, by_hand, again] = spent;
        plains.push(plain / f64::from(2 * repeats) / case.size as f64);
        fusions.push(plain / fused);
        hands.push(by_hand / fused);
        sames.push(plain / again);
    }
    Row {
        plain: median(plains),
        plain_to_fused: median(fusions),
        hand_to_fused: median(hands),
        same: median(sames),
    }
}

fn time(form: &dyn Fn(), repeats: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..repeats {
        form();
    }
    start.elapsed()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
