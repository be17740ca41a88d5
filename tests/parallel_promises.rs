//! What is promised of loops on several threads, besides what they compute: the same bits for any number
//! of threads, the pool that the caller is in, panics with their payload, every element dropped once.

#![cfg(feature = "parallel")]

#[path = "common/threads.rs"]
mod threads;

use loopfuse::fuse;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// Sums, folds, what filters keep, inner loops: of floats, so that every change of order shows.
#[fuse(parallel, min_len = 100)]
fn in_short_ranges(xs: &[f64]) -> ([f64; 9], Vec<f64>) {
    let sum: f64 = xs.iter().sum();
    let product: f64 = xs.iter().map(|x| 1.0 + x / 1e6).product();
    let squares = xs.iter().fold(0.5, |acc, x| acc + x * x);
    let (both, cubes) = xs
        .iter()
        .fold((0.0, 0.25), |(s, c), x| (s + x, c + x * x * x));
    let positive: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let kept: f64 = positive.iter().map(|x| x * 3.0).sum();
    let reduced = xs.iter().copied().reduce(|a, b| a + b).unwrap_or(0.0);
    let few = &xs[..xs.len().min(3)];
    let pairs: f64 = xs.iter().flat_map(|x| few.iter().map(move |y| x * y)).sum();
    let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let scaled: Vec<f64> = xs.iter().map(|x| x / sum).collect();
    (
        [
            sum, product, squares, both, cubes, kept, reduced, pairs, most,
        ],
        scaled,
    )
}

#[fuse(parallel)]
fn in_automatic_ranges(xs: &[f64]) -> [f64; 3] {
    let sum: f64 = xs.iter().map(|x| x * x).sum();
    let filtered: f64 = xs.iter().filter(|x| **x > 0.25).sum();
    let least = xs.iter().fold(0.0, |acc, x| acc + x.sqrt().max(0.0));
    [sum, filtered, least]
}

/// What `for` loops add up, beside chains and searches.
#[fuse(parallel, min_len = 100)]
fn in_loops(xs: &[f64]) -> ([f64; 9], usize) {
    let mut total = 0.5;
    let mut product = 1.0;
    let mut classes = [0.0; 4];
    for (i, x) in xs.iter().enumerate() {
        if *x > -0.5 {
            total += x;
            product *= 1.0 + x / 1e6;
        }
        classes[i % 4] += x * x;
    }
    let mut pairs = vec![(0.0, 0.0); 1];
    for x in xs {
        pairs[0].0 += x * 3.0;
        pairs[0].1 -= x;
    }
    let sum: f64 = xs.iter().sum();
    let place = xs.iter().position(|x| *x > 1.2499);
    let [a, b, c, d] = classes;
    let (triple, minus) = pairs[0];
    (
        [total, product, a, b, c, d, triple, minus, sum],
        place.unwrap_or(usize::MAX),
    )
}

fn floats(length: u32) -> Vec<f64> {
    (0..length).map(|n| f64::from(n).sin() + 0.25).collect()
}

/// All bits, in hexadecimal.
fn bits() -> String {
    let mut text = String::new();
    for length in [0, 1, 2, 99, 100, 1_000, 30_011] {
        let (numbers, scaled) = in_short_ranges(&floats(length));
        let bits = |xs: &[f64]| xs.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        // A checksum of what is long.
        let scaled = bits(&scaled)
            .iter()
            .fold(0_u64, |acc, x| acc.rotate_left(5).wrapping_add(*x));
        text.push_str(&format!("{:x?} {scaled:x} ", bits(&numbers)));
        let (numbers, place) = in_loops(&floats(length));
        text.push_str(&format!("{:x?} {place} ", bits(&numbers)));
    }
    let numbers = in_automatic_ranges(&floats(300_001)).map(f64::to_bits);
    text.push_str(&format!("{numbers:x?}"));
    text
}

#[test]
fn the_same_bits_for_any_number_of_threads_and_in_every_run() {
    let test = "the_same_bits_for_any_number_of_threads_and_in_every_run";
    threads::same_on_any_number_of(test, 1, || {
        let first = bits();
        for _ in 0..5 {
            assert_eq!(first, bits());
        }
        println!("bits {first}");
    });
    // In ranges they are others than in one.
    let xs = floats(30_011);
    let strict: f64 = xs.iter().sum();
    assert_ne!(strict.to_bits(), in_short_ranges(&xs).0[0].to_bits());
    let strict = xs.iter().filter(|x| **x > -0.5).fold(0.5, |sum, x| sum + x);
    assert_ne!(strict.to_bits(), in_loops(&xs).0[0].to_bits());
}

use noting::{SEEN, noted};

/// In a module of its own: of a function that is seen to have an effect no worker may be made.
mod noting {
    use std::collections::BTreeSet;
    use std::sync::Mutex;
    use std::thread;

    /// The names of the threads that have run a worker.
    pub(super) static SEEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

    pub(super) fn noted(x: i64) -> i64 {
        let thread = thread::current();
        let name = thread.name().unwrap_or("unnamed").to_owned();
        SEEN.lock().expect("nobody panics here").insert(name);
        thread::yield_now();
        x
    }
}

#[fuse(parallel, min_len = 1)]
fn on_many_threads(xs: &[i64]) -> (i64, Vec<i64>) {
    let sum: i64 = xs.iter().map(|x| noted(*x)).sum();
    let all: Vec<i64> = xs.iter().map(|x| noted(*x) + 1).collect();
    (sum, all)
}

#[fuse(parallel, min_len = 4)]
fn rows(xs: &[i64], width: i64) -> Vec<i64> {
    xs.iter()
        .map(|x| {
            let row: Vec<i64> = (0..width).map(|y| x * y).collect();
            on_many_threads(&row).0
        })
        .collect()
}

fn pool(threads: usize) -> rayon::ThreadPool {
    let named =
        rayon::ThreadPoolBuilder::new().thread_name(move |n| format!("pool of {threads}, {n}"));
    named.num_threads(threads).build().expect("a pool")
}

#[test]
fn the_pool_of_the_caller_runs_the_ranges_nested_ones_too() {
    let xs: Vec<i64> = (0..500).collect();
    for threads in [1, 3] {
        SEEN.lock().expect("nobody panics").clear();
        let (sum, all) = pool(threads).install(|| on_many_threads(&xs));
        assert_eq!((sum, all.len(), all[499]), (124_750, 500, 500));
        let nested = pool(threads).install(|| rows(&xs[..50], 40));
        let want = (0..50).map(|x| x * 780).collect::<Vec<i64>>();
        assert_eq!(nested, want);
        let seen = SEEN.lock().expect("nobody panics");
        let own = |name: &String| name.starts_with(&format!("pool of {threads},"));
        assert!(seen.iter().all(own), "{seen:?}");
        if threads > 1 {
            assert!(seen.len() > 1, "{seen:?}");
        }
    }
}

#[derive(Debug, PartialEq)]
struct Payload(i64);

#[fuse(parallel, min_len = 10)]
fn throws(xs: &[i64], from: i64) -> (i64, Vec<i64>) {
    let sum: i64 = xs.iter().map(|x| checked(*x, from)).sum();
    let kept: Vec<i64> = xs.iter().copied().filter(|x| *x % 3 == 0).collect();
    (sum, kept)
}

/// Unwinds without a message.
fn checked(x: i64, from: i64) -> i64 {
    if x >= from {
        resume_unwind(Box::new(Payload(x)));
    }
    x
}

#[test]
fn a_panic_keeps_its_payload_and_the_first_range_wins() {
    let xs: Vec<i64> = (0..1000).collect();
    for threads in [1, 2, 3] {
        let pool = pool(threads);
        for from in [0, 7, 10, 555, 990, 999] {
            for _ in 0..20 {
                let caught = catch_unwind(AssertUnwindSafe(|| pool.install(|| throws(&xs, from))));
                let payload = caught.expect_err("it panics");
                assert_eq!(payload.downcast_ref(), Some(&Payload(from)));
            }
        }
        // The pool is as good as before.
        assert_eq!(pool.install(|| throws(&xs, 1000)).0, 499_500);
    }
}

#[fuse(parallel, min_len = 10)]
fn adds_by_class(xs: &[usize], from: i64) -> ([u32; 8], i64) {
    let mut counts = [0; 8];
    let mut sum = 0;
    for x in xs {
        counts[*x] += 1;
        sum += checked(*x as i64, from);
    }
    (counts, sum)
}

#[test]
fn a_panic_in_the_body_of_a_loop_is_that_of_one_thread() {
    let mut xs: Vec<usize> = (0..1000).map(|n| n % 7).collect();
    for threads in [1, 2, 3] {
        let pool = pool(threads);
        let (counts, sum) = pool.install(|| adds_by_class(&xs, 100));
        assert_eq!((counts[0], counts[6], counts[7]), (143, 142, 0));
        assert_eq!(sum, xs.iter().sum::<usize>() as i64);
        let caught = catch_unwind(AssertUnwindSafe(|| pool.install(|| adds_by_class(&xs, 6))));
        let payload = caught.expect_err("it panics");
        assert_eq!(payload.downcast_ref(), Some(&Payload(6)));
        xs[800] = 8;
        let caught = catch_unwind(AssertUnwindSafe(|| {
            pool.install(|| adds_by_class(&xs, 100))
        }));
        let payload = caught.expect_err("an index is out of bounds");
        let text = payload.downcast_ref::<String>().expect("a message");
        assert_eq!(text, "index out of bounds: the len is 8 but the index is 8");
        xs[800] = 2;
    }
}

use counted::{Counted, Ledger};

/// In a module of its own, as the threads that are noted.
mod counted {
    use super::fails;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

    /// How many values of each name there are.
    #[derive(Debug)]
    pub(super) struct Ledger(pub(super) Vec<AtomicI32>);

    #[derive(Debug)]
    pub(super) struct Counted {
        pub(super) name: usize,
        pub(super) ledger: Arc<Ledger>,
    }

    impl Counted {
        pub(super) fn new(name: usize, ledger: &Arc<Ledger>) -> Counted {
            ledger.0[name].fetch_add(1, Relaxed);
            let ledger = Arc::clone(ledger);
            Counted { name, ledger }
        }

        /// Another one of this name; this one is gone.
        pub(super) fn renewed(self, bad: usize) -> Counted {
            fails(self.name, bad);
            Counted::new(self.name, &self.ledger)
        }
    }

    impl Drop for Counted {
        fn drop(&mut self) {
            let before = self.ledger.0[self.name].fetch_sub(1, Relaxed);
            assert!(before > 0, "{} was dropped twice", self.name);
        }
    }
}

fn fails(name: usize, bad: usize) {
    if name == bad {
        resume_unwind(Box::new(name));
    }
}

/// The same number; a worker that may end everything.
fn passes(element: &Counted, bad: usize) -> bool {
    fails(element.name, bad);
    element.name % 3 != 1
}

type Halves = (Vec<Counted>, Vec<Counted>);

#[fuse(parallel, min_len = 3)]
fn mapped(xs: Vec<Counted>, bad: usize) -> (Vec<Counted>, usize) {
    let renewed: Vec<Counted> = xs.into_iter().map(|x| x.renewed(bad)).collect();
    let even = renewed.iter().filter(|x| x.name.is_multiple_of(2)).count();
    (renewed, even)
}

#[fuse(parallel, min_len = 3)]
fn filtered(xs: Vec<Counted>, bad: usize) -> Vec<Counted> {
    xs.into_iter().filter(|x| passes(x, bad)).collect()
}

#[fuse(parallel, min_len = 3)]
fn partitioned(xs: Vec<Counted>, bad: usize) -> Halves {
    let (one, other): (Vec<Counted>, Vec<Counted>) = xs.into_iter().partition(|x| passes(x, bad));
    (one, other)
}

#[fuse(parallel, min_len = 3)]
fn unzipped(xs: &[Counted], bad: usize) -> Halves {
    let (one, other): (Vec<Counted>, Vec<Counted>) = xs
        .iter()
        .map(|x| {
            fails(x.name, bad);
            (
                Counted::new(x.name, &x.ledger),
                Counted::new(x.name, &x.ledger),
            )
        })
        .unzip();
    (one, other)
}

#[fuse(parallel, min_len = 3)]
fn contracted(xs: &[Counted], bad: usize) -> (usize, usize) {
    let made: Vec<Counted> = xs.iter().map(|x| Counted::new(x.name, &x.ledger)).collect();
    let kept: Vec<Counted> = made.into_iter().filter(|x| passes(x, bad)).collect();
    let sum: usize = kept.iter().map(|x| x.name).sum();
    (sum, kept.len())
}

#[fuse(parallel, min_len = 3)]
fn greatest(xs: Vec<Counted>, bad: usize) -> Option<Counted> {
    xs.into_iter()
        .map(|x| x.renewed(bad))
        .max_by_key(|x| x.name % 7)
}

/// Runs `work` on as many elements, one of which may fail; the names it returns are alive, and nothing else.
fn settled(what: &str, bad: usize, work: impl FnOnce(Vec<Counted>) -> Vec<Counted> + Send) {
    const LENGTH: usize = 40;
    let ledger = Arc::new(Ledger((0..LENGTH).map(|_| AtomicI32::new(0)).collect()));
    let elements: Vec<Counted> = (0..LENGTH)
        .map(|name| Counted::new(name, &ledger))
        .collect();
    let made = catch_unwind(AssertUnwindSafe(|| work(elements)));
    assert_eq!(made.is_err(), bad < LENGTH, "{what}, {bad}");
    let left = made.unwrap_or_default();
    for name in 0..LENGTH {
        let held = left.iter().filter(|x| x.name == name).count();
        let alive = ledger.0[name].load(Relaxed);
        assert_eq!(alive as usize, held, "{what}: {name}, when {bad} fails");
    }
    drop(left);
    assert!(ledger.0.iter().all(|alive| alive.load(Relaxed) == 0));
}

#[test]
fn every_element_is_dropped_once_whoever_panics() {
    let both = |(mut one, mut other): Halves| {
        one.append(&mut other);
        one
    };
    for threads in [1, 3] {
        pool(threads).install(|| {
            for bad in (0..40).chain([1000]) {
                settled("mapped", bad, |xs| mapped(xs, bad).0);
                settled("filtered", bad, |xs| filtered(xs, bad));
                settled("partitioned", bad, |xs| both(partitioned(xs, bad)));
                settled("unzipped", bad, |xs| both(unzipped(&xs, bad)));
                settled("contracted", bad, |xs| {
                    let (sum, count) = contracted(&xs, bad);
                    assert_eq!((sum, count), (533, 27));
                    Vec::new()
                });
                settled("greatest", bad, |xs| {
                    greatest(xs, bad).into_iter().collect()
                });
            }
        });
    }
}

/// A panic that is one of several, in ranges that run at the same time.
#[test]
fn many_panics_are_one() {
    let xs: Vec<i64> = (0..64).collect();
    let caught = catch_unwind(AssertUnwindSafe(|| pool(3).install(|| all_panic(&xs))));
    let payload = caught.expect_err("all panic");
    assert_eq!(payload.downcast_ref(), Some(&Payload(0)));
}

#[fuse(parallel, min_len = 1)]
fn all_panic(xs: &[i64]) -> (Vec<i64>, usize) {
    let made: Vec<i64> = xs.iter().map(|x| silent(*x)).collect();
    let count = made.iter().filter(|x| **x > 3).count();
    (made, count)
}

fn silent(x: i64) -> i64 {
    if x < 0 {
        panic_any(Payload(x));
    }
    checked(x, 0)
}
