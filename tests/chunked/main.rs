//! `chunked = Name`: neither cuts, nor orders, nor merge trees show in a bit of a result, and results are those of the plain function
//! within rounding, to the bit where no float is added.

mod bins;
mod faithful;
mod written;

use loopfuse::chunked::{self, Chunked, Unreadable};
use loopfuse::fuse;
use std::fmt::Debug;
use std::ops::Range;

/// Paper 001, fig. 1.2.
#[fuse(chunked = Normalize2)]
pub fn normalize2(xs: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let sum1: f64 = xs.iter().sum();
    let gts: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let sum2: f64 = gts.iter().sum();
    let ys1: Vec<f64> = xs.iter().map(|x| x / sum1).collect();
    let ys2: Vec<f64> = xs.iter().map(|x| x / sum2).collect();
    (ys1, ys2)
}

/// Three rounds, two slices, a parameter, chains inside of expressions, scalars of scalars.
#[fuse(chunked = Spread)]
pub fn spread(xs: &[f64], ws: &[f64], least: f64) -> (f64, f64, f64, Option<f64>, usize, bool) {
    let n = xs.len() as f64;
    let mean = xs.iter().sum::<f64>() / n;
    let deviation = (xs.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n).sqrt();
    let weighted: f64 = xs.iter().zip(ws).map(|(x, w)| (x - mean) * w).sum();
    let far: Vec<f64> = xs
        .iter()
        .copied()
        .filter(|x| (x - mean).abs() > least * deviation)
        .collect();
    let most = far.iter().copied().max_by(|a, b| a.total_cmp(b));
    let high = xs
        .iter()
        .fold(f64::NEG_INFINITY, |high, x| high.max(x - mean));
    (
        mean,
        deviation + weighted,
        high,
        most,
        far.iter().count(),
        xs.iter().all(|x| x.is_finite()),
    )
}

/// Nothing but integers: equal to the bit.
#[fuse(chunked = Integers)]
#[allow(clippy::type_complexity, reason = "one of each")]
pub fn integers(
    xs: &[i64],
    ys: &[u8],
    near: i64,
) -> (
    i64,
    u32,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<usize>,
    Option<i64>,
    i64,
    bool,
    usize,
) {
    let sum: i64 = xs.iter().map(|x| x * 3).sum();
    let bytes: u32 = ys.iter().map(|y| u32::from(*y)).sum();
    let least = xs.iter().copied().min();
    let nearest = xs.iter().copied().min_by_key(|x| (x - near).abs());
    let last = xs.iter().copied().max_by_key(|x| x % 7);
    let place = xs.iter().position(|x| *x == 77);
    let first = xs.iter().copied().find(|x| *x % 11 == 3);
    let most: i64 = xs.iter().fold(-5, |most, x| most.max(*x));
    let any = xs.iter().zip(ys).any(|(x, y)| x + i64::from(*y) == 199);
    let pairs: Vec<i64> = xs
        .iter()
        .zip(ys)
        .filter(|(x, _)| **x > 3)
        .map(|(x, y)| x * i64::from(*y))
        .collect();
    (
        sum,
        bytes,
        least,
        nearest,
        last,
        place,
        first,
        most,
        any,
        pairs.iter().filter(|pair| **pair % 2 == 0).count(),
    )
}

/// An array in the first round already, numbers of 32 bits, a filtered array that comes out.
#[fuse(chunked = Levels)]
pub fn levels(xs: &[f32], gain: f32) -> (f32, Vec<f32>, Vec<u8>) {
    let loud: Vec<f32> = xs
        .iter()
        .map(|x| x * gain)
        .filter(|x| x.abs() > 0.5)
        .collect();
    let total: f32 = loud.iter().sum();
    (
        total,
        loud,
        xs.iter().map(|x| (x.abs() * 255.0) as u8).collect(),
    )
}

/// More reductions than a tuple has states.
#[fuse(chunked = Moments)]
pub fn moments(xs: &[f64]) -> f64 {
    let a: f64 = xs.iter().sum();
    let b: f64 = xs.iter().map(|x| x * x).sum();
    let c: f64 = xs.iter().map(|x| x * x * x).sum();
    let d = xs.iter().filter(|x| **x > 0.1).count();
    let e = xs.iter().filter(|x| **x > 0.2).count();
    let f = xs.iter().filter(|x| **x > 0.3).count();
    let g = xs.iter().filter(|x| **x > 0.4).count();
    let h = xs.iter().any(|x| *x > 1e9);
    let i = xs.iter().map(|x| x - a).fold(f64::INFINITY, f64::min);
    let j: f64 = xs.iter().map(|x| (x - a / xs.len() as f64).powi(4)).sum();
    a + b + c + (d + e + f + g) as f64 + f64::from(u8::from(h)) + i + j
}

/// What closures make is seen by the arrow behind them.
#[fuse(chunked = Arrows)]
#[allow(clippy::type_complexity, reason = "one of each")]
pub fn arrows(xs: &[f64], ys: &[u8]) -> (Option<i64>, Option<u32>, Option<f64>, Option<i64>) {
    let most = xs
        .iter()
        .map(|x| -> i64 { (*x * 8.0) as i64 })
        .filter(|x| *x != 5)
        .max_by_key(|x| x % 7);
    let least = ys.iter().map(|y| -> u32 { u32::from(*y) * 3 }).min();
    let far = xs
        .iter()
        .zip(ys)
        .filter_map(|(x, y)| -> Option<f64> {
            if *y > 9 { Some(x * 2.0) } else { None }
        })
        .max_by(|a, b| a.total_cmp(b));
    let first = xs
        .iter()
        .map(|x| -> i64 { (*x * 100.0) as i64 })
        .find(|x| *x > 60);
    (most, least, far, first)
}

#[test]
fn what_is_found_may_be_what_a_closure_makes() {
    let mut random = Random(17);
    for length in LENGTHS {
        let xs: Vec<f64> = (0..length).map(|_| random.float()).collect();
        let ys: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        for _ in 0..10 {
            let both = |cut: Range<usize>, each: &mut Pairs<'_, f64, u8>| {
                each((&xs[cut.clone()], &ys[cut]))
            };
            let (cut, _) = scattered(Arrows::new(), length, &mut random, both);
            assert_eq!(cut.output(), arrows(&xs, &ys), "{length} elements");
        }
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    /// From -1 to 1, some of them very small.
    fn float(&mut self) -> f64 {
        let unit = self.below(1 << 53) as f64 / (1u64 << 52) as f64 - 1.0;
        unit * 2f64.powi(-(self.below(60) as i32))
    }
}

/// What takes chunks of two slices.
type Pairs<'a, A, B> = dyn for<'c> FnMut((&'c [A], &'c [B])) + 'a;

/// Runs a function over random chunks in random order, merges in a random tree, and moves everything through bytes.
fn scattered<F>(
    mut function: F,
    length: usize,
    random: &mut Random,
    chunk: impl Fn(Range<usize>, &mut dyn for<'c> FnMut(F::Chunk<'c>)),
) -> (F, Vec<(u64, F::Emitted)>)
where
    F: Chunked,
{
    let mut emitted = Vec::new();
    while function.round().is_some() {
        let (mut parts, mut cuts, mut at) = (vec![F::Part::default()], Vec::new(), 0);
        while at < length {
            let most = [3, 300, 9000][random.below(3)];
            let end = (at + 1 + random.below(most)).min(length);
            cuts.push(at..end);
            at = end;
        }
        while !cuts.is_empty() {
            let cut = cuts.swap_remove(random.below(cuts.len()));
            let mut part = F::Part::default();
            chunk(cut.clone(), &mut |chunk| {
                let place = cut.start as u64;
                let array = function.update(&mut part, place, chunk);
                emitted.extend(array.map(|array| (place, array)));
            });
            let bytes = function.part_to_bytes(&part);
            parts.push(function.part_from_bytes(&bytes).expect("what was written"));
        }
        while parts.len() > 1 {
            let part = parts.swap_remove(random.below(parts.len()));
            let into = random.below(parts.len());
            function.merge(&mut parts[into], &part);
        }
        function.finish(&parts[0]);
        function = F::from_bytes(&function.to_bytes()).expect("what was written");
    }
    emitted.sort_by_key(|(place, _)| *place);
    (function, emitted)
}

#[track_caller]
fn close(plain: f64, chunked: f64) {
    let off = (plain - chunked).abs();
    assert!(off <= 1e-9 * plain.abs().max(1.0), "{plain} and {chunked}");
}

/// All that is computed of a list, as text, is one thing.
#[track_caller]
fn one<T: Debug>(results: impl Iterator<Item = T>) {
    let mut results: Vec<String> = results.map(|result| format!("{result:?}")).collect();
    results.dedup();
    assert_eq!(results.len(), 1, "{results:?}");
}

const LENGTHS: [usize; 8] = [0, 1, 2, 7, 64, 1023, 5000, 40_000];

#[test]
fn no_cut_order_or_tree_shows_where_floats_are_added() {
    let mut random = Random(88_172_645_463_325_252);
    for length in LENGTHS {
        let xs: Vec<f64> = (0..length).map(|_| random.float()).collect();
        let ws: Vec<f64> = (0..length).map(|_| random.float()).collect();
        let times = if length > 9999 { 8 } else { 30 };
        one((0..times).map(|_| {
            let all = |cut: Range<usize>, each: &mut dyn FnMut(&[f64])| each(&xs[cut]);
            let (_, arrays) = scattered(Normalize2::new(), length, &mut random, all);
            let (first, second): (Vec<Vec<f64>>, Vec<Vec<f64>>) =
                arrays.into_iter().map(|(_, pair)| pair).unzip();
            (first.concat(), second.concat()).to_bits()
        }));
        one((0..times).map(|_| {
            let both = |cut: Range<usize>, each: &mut Pairs<'_, f64, f64>| {
                each((&xs[cut.clone()], &ws[cut]))
            };
            let (spread, _) = scattered(Spread::new(1.5), length, &mut random, both);
            spread.output()
        }));
        one((0..times).map(|_| {
            let all = |cut: Range<usize>, each: &mut dyn FnMut(&[f64])| each(&xs[cut]);
            scattered(Moments::new(), length, &mut random, all)
                .0
                .output()
        }));
        if length > 0 {
            let run = chunked::run(Spread::new(1.5), |each| each((&xs, &ws)), |_, ()| {});
            let (plain, cut) = (spread(&xs, &ws, 1.5), run.output());
            close(plain.0, cut.0);
            close(plain.1, cut.1);
            close(plain.2, cut.2);
            assert_eq!((plain.3, plain.4, plain.5), (cut.3, cut.4, cut.5));
            close(
                moments(&xs),
                chunked::run(Moments::new(), |each| each(&xs), |_, ()| {}).output(),
            );
        }
    }
}

/// The bits of floats: `{:?}` tells them apart but for zeros.
trait ToBits {
    fn to_bits(&self) -> Vec<u64>;
}

impl ToBits for (Vec<f64>, Vec<f64>) {
    fn to_bits(&self) -> Vec<u64> {
        self.0
            .iter()
            .chain(&self.1)
            .map(|x| f64::to_bits(*x))
            .collect()
    }
}

#[test]
fn without_floats_it_is_the_plain_function_to_the_bit() {
    let mut random = Random(7);
    for length in LENGTHS {
        for _ in 0..40 {
            let xs: Vec<i64> = (0..length).map(|_| random.below(200) as i64 - 20).collect();
            let ys: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            let near = random.below(100) as i64;
            let both = |cut: Range<usize>, each: &mut Pairs<'_, i64, u8>| {
                each((&xs[cut.clone()], &ys[cut]))
            };
            let (cut, _) = scattered(Integers::new(near), length, &mut random, both);
            assert_eq!(cut.output(), integers(&xs, &ys, near), "{length} elements");
        }
    }
}

#[test]
fn arrays_that_need_no_scalar_come_in_the_first_round() {
    assert_eq!(
        (Levels::ROUNDS, Normalize2::ROUNDS, Spread::ROUNDS),
        (1, 2, 3)
    );
    let xs: Vec<f32> = (0..3000).map(|x| (x as f32).sin()).collect();
    let (mut loud, mut bytes) = (Vec::new(), Vec::new());
    let run = chunked::run(
        Levels::new(0.9),
        |each| xs.chunks(700).for_each(each),
        |place, (some, others)| {
            assert_eq!(place as usize, bytes.len());
            loud.extend(some);
            bytes.extend(others);
        },
    );
    let plain = levels(&xs, 0.9);
    assert_eq!((&loud, &bytes), (&plain.1, &plain.2));
    assert!((run.output() - plain.0).abs() < 1e-5);
}

/// An overflow of a sum is found at the end, whatever the order; a build without checks wraps as the plain function does.
#[test]
fn a_sum_that_overflows_does_so_in_chunks() {
    let xs = [i64::MAX / 3, 1 << 40, 7];
    let plain = std::panic::catch_unwind(|| integers(&xs, &[1, 2, 3], 0).0);
    let run = |cut: usize| {
        chunked::run(
            Integers::new(0),
            |each| {
                xs.chunks(cut)
                    .for_each(|xs| each((xs, &[1, 2, 3][..xs.len()])))
            },
            |_, ()| {},
        )
    };
    for cut in 1..3 {
        let chunked = std::panic::catch_unwind(|| run(cut).output().0);
        assert_eq!(chunked.ok(), plain.as_ref().ok().copied());
    }
}

#[test]
fn bytes_of_others_are_errors() {
    let function = Normalize2::new();
    let part = <Normalize2 as Chunked>::Part::default();
    let bytes = function.part_to_bytes(&part);
    for length in 0..bytes.len() {
        assert!(function.part_from_bytes(&bytes[..length]).is_err());
    }
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        assert!(function.part_from_bytes(&damaged).is_err(), "byte {place}");
    }
    let foreign = Moments::new().part_from_bytes(&bytes);
    assert_eq!(foreign.err(), Some(Unreadable::OtherFunction));
    let mut later = function.clone();
    later.finish(&part);
    assert_eq!(
        later.part_from_bytes(&bytes).err(),
        Some(Unreadable::OtherRound(0))
    );
}

/// Killed in the middle: what was written of a round is read, the rest is done, the bits are the same.
#[test]
fn it_goes_on_from_parts_that_were_written() {
    let mut random = Random(3);
    let xs: Vec<f64> = (0..10_000).map(|_| random.float()).collect();
    let through = chunked::run(
        Moments::new(),
        |each| xs.chunks(999).for_each(each),
        |_, ()| {},
    );
    let mut function = Moments::new();
    while function.round().is_some() {
        let (mut first, mut second) = Default::default();
        function.update(&mut first, 0, &xs[..6001]);
        let written = (function.to_bytes(), function.part_to_bytes(&first));
        function = Moments::from_bytes(&written.0).expect("what was written");
        let mut part = function
            .part_from_bytes(&written.1)
            .expect("what was written");
        function.update(&mut second, 6001, &xs[6001..]);
        function.merge(&mut part, &second);
        function.finish(&part);
    }
    assert_eq!(function.output().to_bits(), through.output().to_bits());
}

/// A file of numbers, read once a round.
#[cfg(feature = "parallel")]
#[test]
fn a_file_is_a_source() {
    let mut random = Random(5);
    let xs: Vec<f64> = (0..50_000).map(|_| random.float()).collect();
    let path = std::env::temp_dir().join(format!("loopfuse-chunked-{}", std::process::id()));
    std::fs::write(
        &path,
        xs.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>(),
    )
    .expect("a file");
    let mut results = Vec::new();
    for (threads, elements) in [(1, 1000), (2, 4096), (3, 77_777), (8, 501)] {
        let mut source = chunked::Numbers::<f64>::open(&path, elements).expect("the file");
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        let (mut arrays, mut steps) = (Vec::new(), Vec::new());
        let run = pool.install(|| {
            let emit = |_, (scaled, _): (Vec<f64>, Vec<f64>)| {
                arrays.extend(scaled);
                Ok(())
            };
            chunked::drive(Normalize2::new(), &mut source, emit, |step| {
                steps.push(step)
            })
        });
        run.expect("no error of the file");
        assert_eq!(
            (
                steps.first().map(|step| step.round),
                steps.last().map(|step| (step.round, step.elements))
            ),
            (Some(0), Some((1, 50_000)))
        );
        results.push(arrays);
    }
    std::fs::remove_file(&path).expect("the file");
    assert!(results.iter().all(|result| result == &results[0]));
    assert_eq!(results[0].len(), xs.len());
}

#[test]
fn what_the_type_says_of_its_function() {
    let names = |arrays: &[chunked::Array]| {
        let names = arrays.iter().map(|array| (array.name, array.aligned));
        names.collect::<Vec<_>>()
    };
    assert_eq!(
        names(Normalize2::ARRAYS),
        [("ys1", true), ("ys2", true)],
        "of arrays that have names"
    );
    assert_eq!(
        names(Levels::ARRAYS),
        [("loud", false), ("result2", true)],
        "one that is filtered, one without a name"
    );
    assert_eq!(Levels::NUMBERS, ["total"]);
    assert_eq!(Moments::NUMBERS, ["result0"]);
    assert_eq!(
        Spread::NUMBERS,
        ["mean", "result1", "high", "most", "result4", "result5"]
    );
    // The place of the first that passes; ties of a key and of a comparison.
    let mut normalize2 = Normalize2::new();
    assert!(normalize2.reduces());
    normalize2.finish(&Default::default());
    assert!(!normalize2.reduces(), "the last round emits alone");
    let placed = [
        Integers::PLACED,
        Spread::PLACED,
        Normalize2::PLACED,
        Moments::PLACED,
    ];
    assert_eq!(placed, [true, true, false, false]);
}

/// A source that cannot be read any more after so many chunks.
struct Failing<'a> {
    xs: &'a [f64],
    at: usize,
    left: usize,
}

impl chunked::Source for Failing<'_> {
    type Owned = (Vec<f64>, Vec<f64>);
    type Error = ();

    fn rewind(&mut self) -> Result<(), ()> {
        self.at = 0;
        Ok(())
    }

    fn next(&mut self) -> Result<Option<Self::Owned>, ()> {
        self.left = self.left.checked_sub(1).ok_or(())?;
        let end = self.xs.len().min(self.at + 700);
        let chunk = self.xs[self.at..end].to_vec();
        self.at = end;
        Ok((!chunk.is_empty()).then(|| (chunk.clone(), chunk)))
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_bits() {
    use loopfuse::chunked::{Checkpoint, drive, drive_from};
    let mut random = Random(77);
    let xs: Vec<f64> = (0..10_000).map(|_| random.float()).collect();
    let source = |left| Failing {
        xs: &xs,
        at: 0,
        left,
    };
    let whole = drive(
        Spread::new(0.5),
        &mut source(usize::MAX),
        |_, ()| Ok(()),
        |_| {},
    );
    let whole = whole.unwrap().to_bytes();
    for reads in 1..70 {
        let mut written = Checkpoint::new(Spread::new(0.5)).to_bytes();
        let (mut stops, mut left) = (0, reads);
        let done = loop {
            let checkpoint = Checkpoint::<Spread>::from_bytes(&written).unwrap();
            let mut step = |at: &Checkpoint<Spread>| written = at.to_bytes();
            match drive_from(checkpoint, &mut source(left), |_, ()| Ok(()), &mut step) {
                Ok(done) => break done,
                Err(()) => (stops, left) = (stops + 1, left + reads),
            }
        };
        assert_eq!(done.to_bytes(), whole, "stopped {stops} times");
        assert!(stops > 0 || reads > 45);
    }
    let mut bytes = Checkpoint::new(Spread::new(0.5)).to_bytes();
    assert!(Checkpoint::<Normalize2>::from_bytes(&bytes).is_err());
    bytes[20] ^= 1;
    assert!(Checkpoint::<Spread>::from_bytes(&bytes).is_err());
}

/// Arrays come out once, though the run was stopped between them.
#[test]
fn what_was_emitted_is_not_emitted_again() {
    use loopfuse::chunked::{Checkpoint, drive_from};
    struct Halves<'a>(std::slice::Chunks<'a, f64>, &'a [f64]);
    impl chunked::Source for Halves<'_> {
        type Owned = Vec<f64>;
        type Error = ();
        fn rewind(&mut self) -> Result<(), ()> {
            self.0 = self.1.chunks(100);
            Ok(())
        }
        fn next(&mut self) -> Result<Option<Vec<f64>>, ()> {
            Ok(self.0.next().map(<[f64]>::to_vec))
        }
    }
    let xs: Vec<f64> = (0..3000).map(|x| f64::from(x) - 7.5).collect();
    let mut source = Halves(xs.chunks(100), &xs);
    let (mut emitted, mut kept) = (Vec::new(), None);
    let mut failing = |place: u64, (ys1, _): (Vec<f64>, Vec<f64>)| {
        emitted.push((place, ys1.len()));
        Ok(())
    };
    let first = Checkpoint::new(Normalize2::new());
    let mut step = |at: &Checkpoint<Normalize2>| {
        if at.function.round() == Some(1) && kept.is_none() {
            kept = Some(at.clone());
        }
    };
    drive_from(first, &mut source, &mut failing, &mut step).unwrap();
    let (all, kept) = (emitted.len(), kept.unwrap());
    let done = kept.elements as usize / 100;
    assert!(done > 0 && done < all);
    let mut again = Vec::new();
    let rest = |place: u64, (ys1, _): (Vec<f64>, Vec<f64>)| {
        again.push((place, ys1.len()));
        Ok(())
    };
    drive_from(kept, &mut source, rest, |_| {}).unwrap();
    assert_eq!(again, emitted[done..]);
}
