//! The promise of the parallel driver: the same bits for any number of threads, and in every run.
//!
//! Each number of threads is a process of its own, started as `RAYON_NUM_THREADS` users start theirs.

mod kernels;

use fuse_runtime::Buffer;
use fuse_runtime::parallel::{Gathered, Ranges, SEQUENTIAL, drive};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;

/// Set in the processes that compute.
const CHILD: &str = "FUSE_RUNTIME_THREADS_CHILD";

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let report = |threads: usize| {
        let output = Command::new(std::env::current_exe().expect("a test is a program"))
            .args(["--exact", "the_child", "--nocapture"])
            .env(CHILD, "1")
            .env("RAYON_NUM_THREADS", threads.to_string())
            .output()
            .expect("a process starts");
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).expect("text");
        let lines: Vec<String> = text
            .lines()
            .filter_map(|line| line.split_once("bits of "))
            .map(|(_, line)| line.to_owned())
            .collect();
        assert!(text.contains(&format!("{threads} threads")), "{text}");
        lines
    };
    let one = report(1);
    assert_eq!(one.len(), LENGTHS.len() * 9);
    for threads in [2, 3, 8] {
        assert_eq!(one, report(threads), "{threads} threads");
    }
}

const LENGTHS: [usize; 3] = [1_000, SEQUENTIAL, 300_007];

/// Prints the bits of every kernel; does nothing where it was not asked to.
#[test]
fn the_child() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    for length in LENGTHS {
        let (xs, pairs, integers) = (
            kernels::floats(length),
            kernels::pairs(length),
            kernels::integers(length),
        );
        let bits = || {
            use kernels::{
                filter_beside_fold, partition, scan, statistics, sum_and_map, two_outputs, unzip,
            };
            [
                ("sum and map", of_pair(sum_and_map::driver(&xs))),
                ("statistics", of_statistics(statistics::driver(&xs))),
                ("filter", {
                    let (ys, sum) = filter_beside_fold::driver(&xs);
                    of_pair((sum, ys))
                }),
                ("unzip", of_floats(&unzip::driver(&pairs).1)),
                ("partition", hash(&partition::driver(&integers))),
                ("scan", hash(&scan::driver(&integers))),
                ("two outputs", of_floats(&two_outputs::driver(&pairs).0)),
                ("contracted", contracted(&xs).to_bits()),
                ("materialised", materialised(&xs).to_bits()),
            ]
        };
        let first = bits();
        for _ in 0..2 {
            assert_eq!(first, bits(), "of {length}, in another run");
        }
        let [.., contracted, materialised] = first;
        assert_eq!(contracted.1, materialised.1, "of {length}");
        for (kernel, bits) in first {
            println!("bits of {kernel} {length}: {bits:x}");
        }
    }
    println!("{} threads", rayon::current_num_threads());
}

/// A sum over what a filter kept, inside of the filter's loop.
fn contracted(xs: &[f64]) -> f64 {
    let ranges = Ranges::automatic(xs.len());
    let sum = |xs: std::slice::Iter<'_, f64>| xs.filter(|x| **x > 0.3).fold(0.0, |sum, x| sum + x);
    drive(&ranges, xs.iter(), sum, |left, right| left + right)
}

/// The same sum in a loop of its own, over the array that the filter made.
fn materialised(xs: &[f64]) -> f64 {
    let ranges = Ranges::automatic(xs.len());
    let gathered = drive(
        &ranges,
        xs.iter(),
        |xs| {
            let mut buffer = Buffer::new();
            xs.for_each(|x| buffer.push_if(*x > 0.3, *x));
            Gathered::of(buffer)
        },
        Gathered::then,
    );
    let ranges = gathered.ranges(&ranges);
    let ys = gathered.into_vec();
    let sum = |ys: std::slice::Iter<'_, f64>| ys.fold(0.0, |sum, y| sum + y);
    drive(&ranges, ys.iter(), sum, |left, right| left + right)
}

fn of_statistics((count, sum, squares, least, greatest): kernels::statistics::Result) -> u64 {
    hash(&(count, of_floats(&[sum, squares, least, greatest])))
}

fn of_pair((x, ys): (f64, Vec<f64>)) -> u64 {
    hash(&(x.to_bits(), of_floats(&ys)))
}

fn of_floats(xs: &[f64]) -> u64 {
    hash(&xs.iter().map(|x| x.to_bits()).collect::<Vec<_>>())
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A small input starts no thread: afterwards the global pool can still be configured, which works once.
#[test]
fn a_small_input_leaves_the_pool_alone() {
    const SMALL: &str = "FUSE_RUNTIME_SMALL_CHILD";
    if std::env::var_os(SMALL).is_none() {
        let status = Command::new(std::env::current_exe().expect("a test is a program"))
            .args(["--exact", "a_small_input_leaves_the_pool_alone"])
            .env(SMALL, "1")
            .status();
        assert!(status.expect("a process starts").success());
        return;
    }
    let xs = kernels::floats(SEQUENTIAL - 1);
    kernels::sum_and_map::driver(&xs);
    kernels::filter_beside_fold::driver(&xs);
    kernels::scan::driver(&kernels::integers(xs.len()));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2);
    pool.build_global().expect("nobody has started it");
}
