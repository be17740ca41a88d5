//! `cargo bench -p fuse-runtime --bench parallel`: the driver against what people write on rayon, as ratios.
//!
//! The forms of `tests/kernels` run interleaved in one process, forth and back, so that a drift of the machine's clock hits
//! all of them alike. A cell is the median over the rounds of the ratio within a round: how many times the driver is faster
//! than that form. The column A/A is the driver against itself: as far as it is from 1.00 may any other cell be off.
//!
//! Options: `--sizes 1000,1000000`, `--only scan` (a part of a kernel's name).

#[path = "../tests/kernels/mod.rs"]
mod kernels;

use std::hint::black_box;
use std::time::{Duration, Instant};

use kernels::{
    filter_beside_fold, floats, integers, pairs, partition, scan, statistics, sum_and_map,
    two_outputs, unzip,
};

/// How long one form runs in one half of a round, at least.
const SLICE: Duration = Duration::from_millis(4);
/// How long the rounds of one cell run together, about.
const CELL: Duration = Duration::from_millis(1500);

/// One run of a form over the input, with its result dropped.
type Form = Box<dyn Fn()>;

fn main() {
    let (sizes, only) = options();
    println!(
        "{} threads. How many times faster the driver is than",
        rayon::current_num_threads()
    );
    println!(
        "| kernel | elements | driver (ns/element) | plain | one loop | par_iter | by hand | A/A |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for size in sizes {
        macro_rules! measure {
            ($($kernel:ident: $input:ident)*) => {
                $(if stringify!($kernel).contains(&only) {
                    let forms = [
                        $kernel::driver,
                        $kernel::plain,
                        $kernel::sequential,
                        $kernel::par_iter,
                        $kernel::by_hand,
                    ];
                    row(stringify!($kernel), size, &forms.map(|form| -> Form {
                        let input = $input(size);
                        Box::new(move || {
                            black_box(form(black_box(&input)));
                        })
                    }));
                })*
            };
        }
        measure! {
            sum_and_map: floats
            statistics: floats
            filter_beside_fold: floats
            unzip: pairs
            partition: integers
            scan: integers
            two_outputs: pairs
        }
    }
}

fn options() -> (Vec<usize>, String) {
    let mut sizes = vec![1_000, 16_000, 100_000, 1_000_000, 16_000_000];
    let mut only = String::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--sizes" => {
                let list = arguments.next().unwrap_or_default();
                let number = |n: &str| n.replace('_', "").parse().ok();
                sizes = list.split(',').filter_map(number).collect();
            }
            "--only" => only = arguments.next().unwrap_or_default(),
            // Cargo passes it on.
            "--bench" => {}
            other => {
                eprintln!("unknown option {other}; there are --sizes N,N,.. and --only NAME");
                std::process::exit(2);
            }
        }
    }
    (sizes, only)
}

fn row(kernel: &str, size: usize, forms: &[Form; 5]) {
    let order = [0, 1, 2, 3, 4, 0];
    let slowest = forms
        .iter()
        .map(|form| time(form, 1).max(time(form, 1)))
        .max()
        .unwrap_or_default();
    let repeats = SLICE.as_nanos().div_ceil(slowest.as_nanos().max(1)) as u32;
    let round = slowest * repeats * 2 * order.len() as u32;
    let rounds = (CELL.as_nanos() / round.as_nanos().max(1)).clamp(3, 200);
    let mut drivers = Vec::new();
    let mut ratios = [const { Vec::new() }; 5];
    for _ in 0..rounds {
        let mut spent = [0.0; 6];
        for column in (0..6).chain((0..6).rev()) {
            spent[column] += time(&forms[order[column]], repeats).as_nanos() as f64;
        }
        drivers.push(spent[0] / f64::from(2 * repeats) / size as f64);
        for (ratios, other) in ratios.iter_mut().zip(&spent[1..]) {
            ratios.push(other / spent[0]);
        }
    }
    let cells = ratios.map(|ratios| format!("{:.2}", median(ratios)));
    println!(
        "| {kernel} | {size} | {:.2} | {} |",
        median(drivers),
        cells.join(" | ")
    );
}

fn time(form: &Form, repeats: u32) -> Duration {
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
