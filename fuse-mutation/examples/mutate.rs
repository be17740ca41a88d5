//! Mutated functions by the million:
//! `cargo run --profile hunt -p fuse-mutation --example mutate -- --count 1000000 --seed 1`.
//!
//! Stream `n` of a seed is the same for ever: `--from n --count 1` runs it alone, and prints it
//! where `--print` is given. A broken law is printed with its number. A thread holds 256 streams and
//! has their numbers in its name, which is what the message about an overflowing stack shows; a
//! stream that takes longer than `--patience` seconds ends the process with its number.

use fuse_mutation::{Choices, STACK, Seeds, check, stream};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

const BATCH: u64 = 256;

struct Arguments {
    count: u64,
    seed: u64,
    from: u64,
    threads: u64,
    patience: u64,
    print: bool,
}

fn arguments() -> Result<Arguments, String> {
    let mut found = Arguments {
        count: 100_000,
        seed: 0,
        from: 0,
        threads: 2,
        patience: 10,
        print: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || {
            let value = words.next().unwrap_or_default();
            let wrong = |_| format!("{word} takes a number, not `{value}`");
            value.parse::<u64>().map_err(wrong)
        };
        match word.as_str() {
            "--count" => found.count = number()?,
            "--seed" => found.seed = number()?,
            "--from" => found.from = number()?,
            "--threads" => found.threads = number()?.max(1),
            "--patience" => found.patience = number()?.max(1),
            "--print" => found.print = true,
            _ => return Err(format!("unknown argument `{word}`")),
        }
    }
    Ok(found)
}

/// What all threads count.
#[derive(Default)]
struct Tally {
    next: AtomicU64,
    parses: AtomicU64,
    fused: AtomicU64,
    refused: AtomicU64,
    broken: AtomicU64,
    slowest: Mutex<(Duration, u64)>,
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    // A panic that is caught is told by the law.
    std::panic::set_hook(Box::new(|_| {}));
    let seeds = Seeds::of_the_repository();
    let tally = Tally::default();
    tally.next.store(arguments.from, Relaxed);
    let running = (0..arguments.threads)
        .map(|_| Mutex::new(None))
        .collect::<Vec<_>>();
    let done = AtomicBool::new(false);
    let start = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| watch(&running, arguments.patience, &done));
        let drivers = running
            .iter()
            .map(|slot| scope.spawn(|| drive(&arguments, &seeds, &tally, slot)))
            .collect::<Vec<_>>();
        for driver in drivers {
            // A panic of a driver has been counted.
            let _ = driver.join();
        }
        done.store(true, Relaxed);
    });
    let seconds = start.elapsed().as_secs_f64();
    let count = arguments.count as f64;
    let percent = |part: &AtomicU64| part.load(Relaxed) as f64 / count * 100.0;
    let (slowest, number) = *tally.slowest.lock().expect("no thread panics with it");
    println!(
        "seed {}: {count} streams in {seconds:.0} s, {:.0} a second; {:.1} % parse as a function, {:.1} % have \
         a fused loop, {:.1} % have errors in their attribute or no function; slowest {slowest:.2?}, number {number}; \
         {} broken",
        arguments.seed,
        count / seconds,
        percent(&tally.parses),
        percent(&tally.fused),
        percent(&tally.refused),
        tally.broken.load(Relaxed),
    );
    ExitCode::from(u8::from(tally.broken.load(Relaxed) > 0))
}

type Running = Mutex<Option<(Instant, u64)>>;

/// Ends the process if a stream takes too long.
fn watch(running: &[Running], patience: u64, done: &AtomicBool) {
    while !done.load(Relaxed) {
        std::thread::sleep(Duration::from_millis(200));
        for slot in running {
            if let Some((since, number)) = *slot.lock().expect("no thread panics with it")
                && since.elapsed().as_secs() >= patience
            {
                println!("stream {number} takes more than {patience} s");
                std::process::exit(3);
            }
        }
    }
}

/// Runs batch after batch, each in a thread with the stack that rustc gives.
fn drive(arguments: &Arguments, seeds: &Seeds, tally: &Tally, slot: &Running) {
    let end = arguments.from + arguments.count;
    loop {
        let from = tally.next.fetch_add(BATCH, Relaxed);
        if from >= end {
            return;
        }
        let to = (from + BATCH).min(end);
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new()
                .name(format!("streams {from} to {to} of seed {}", arguments.seed))
                .stack_size(STACK)
                .spawn_scoped(scope, || batch(arguments, seeds, tally, slot, from..to));
            if thread.expect("a thread").join().is_err() {
                println!("the mutations {from} to {to} panicked");
                tally.broken.fetch_add(1, Relaxed);
            }
        });
    }
}

fn batch(
    arguments: &Arguments,
    seeds: &Seeds,
    tally: &Tally,
    slot: &Running,
    numbers: std::ops::Range<u64>,
) {
    for number in numbers {
        let seed = arguments.seed.wrapping_mul(1 << 40).wrapping_add(number);
        let (options, item) = stream(seeds, &mut Choices::of_seed(seed));
        if arguments.print {
            println!("#[fuse({options})]\n{item}");
        }
        let start = Instant::now();
        *slot.lock().expect("no thread panics with it") = Some((start, number));
        let verdict = check(&options, &item);
        let taken = start.elapsed();
        *slot.lock().expect("no thread panics with it") = None;
        let mut slowest = tally.slowest.lock().expect("no thread panics with it");
        *slowest = (*slowest).max((taken, number));
        drop(slowest);
        match verdict {
            Ok(verdict) => {
                tally.parses.fetch_add(u64::from(verdict.parses), Relaxed);
                tally.fused.fetch_add(u64::from(verdict.fused), Relaxed);
                tally
                    .refused
                    .fetch_add(u64::from(!verdict.understood), Relaxed);
            }
            Err(broken) => {
                tally.broken.fetch_add(1, Relaxed);
                println!("stream {number} of seed {}: {broken}\n", arguments.seed);
            }
        }
    }
}
