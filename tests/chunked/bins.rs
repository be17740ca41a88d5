//! Histograms: arrays of counters and of sums of integers, of which each element goes to one.

use super::{LENGTHS, Random, scattered};
use loopfuse::chunked::{self, Chunked};
use loopfuse::fuse;
use std::ops::Range;

#[fuse(chunked = Histogram)]
fn histogram(xs: &[f64]) -> [u32; 16] {
    let mut bins = [0u32; 16];
    for x in xs {
        bins[(x.abs() * 16.0) as usize & 15] += 1;
    }
    bins
}

const LEVELS: usize = 7;

/// Bins of which more is asked, a later round that knows them, and a scalar beside them.
#[fuse(chunked = Mode)]
fn mode(xs: &[i64]) -> (u64, Option<i64>, usize, [u64; LEVELS]) {
    let mut bins = [0u64; LEVELS];
    for x in xs {
        bins[x.rem_euclid(7) as usize] += 1;
    }
    let total: u64 = bins.iter().sum();
    let mode = bins
        .iter()
        .enumerate()
        .max_by_key(|(_, b)| **b)
        .map_or(0, |(i, _)| i);
    let first = xs
        .iter()
        .copied()
        .find(|x| x.rem_euclid(7) as usize == mode);
    (total - bins[3], first, mode, bins)
}

/// Sums, conditions, places, and a type that only the result says; the bytes may not fit.
#[fuse(chunked = Weighted)]
fn weighted(xs: &[i64]) -> ([i64; 8], usize, u8, [u8; 3]) {
    let mut sums: [i64; 8] = [0; 8];
    let mut small = [0; 3];
    let mut n = 0;
    for (i, &x) in xs.iter().enumerate() {
        if x < 3 {
            continue;
        }
        sums[i % 8] += x * 3;
        n += 1;
        if x % 5 == 2 {
            small[(x % 3).unsigned_abs() as usize] += 1;
        }
    }
    let most = small.iter().copied().max().unwrap_or(0);
    (sums, n, most, small)
}

#[test]
fn bins_are_those_of_the_whole() {
    let mut random = Random(23);
    for length in LENGTHS {
        for _ in 0..8 {
            let floats: Vec<f64> = (0..length).map(|_| random.float()).collect();
            let all = |cut: Range<usize>, each: &mut dyn FnMut(&[f64])| each(&floats[cut]);
            let (cut, _) = scattered(Histogram::new(), length, &mut random, all);
            assert_eq!(cut.output(), histogram(&floats));
            let xs: Vec<i64> = (0..length).map(|_| random.below(60) as i64 - 12).collect();
            let all = |cut: Range<usize>, each: &mut dyn FnMut(&[i64])| each(&xs[cut]);
            let (cut, _) = scattered(Mode::new(), length, &mut random, all);
            assert_eq!(cut.output(), mode(&xs));
            let plain = std::panic::catch_unwind(|| weighted(&xs)).ok();
            let run = || {
                chunked::run(
                    Weighted::new(),
                    |each| xs.chunks(999).for_each(each),
                    |_, ()| {},
                )
            };
            let cut = std::panic::catch_unwind(|| run().output()).ok();
            assert_eq!(cut, plain);
        }
    }
    assert_eq!(
        (Histogram::ROUNDS, Mode::ROUNDS, Weighted::ROUNDS),
        (1, 2, 1)
    );
}

/// A place that is none, and bytes of another number of bins.
#[test]
fn a_bin_that_is_not_there_is_not_counted_in() {
    #[fuse(chunked = Direct)]
    fn direct(xs: &[i64]) -> [u16; 4] {
        let mut bins = [0u16; 4];
        for x in xs {
            bins[*x as usize] += 1;
        }
        bins
    }
    let run = |xs: &[i64]| chunked::run(Direct::new(), |each| each(xs), |_, ()| {}).output();
    assert_eq!(run(&[3, 0, 3]), direct(&[3, 0, 3]));
    for xs in [[4, 0], [0, -1]] {
        assert!(std::panic::catch_unwind(|| direct(&xs)).is_err());
        assert!(std::panic::catch_unwind(|| run(&xs)).is_err());
    }
    let mut part = <Direct as Chunked>::Part::default();
    Direct::new().update(&mut part, 0, &[3, 0, 3]);
    let bytes = Direct::new().part_to_bytes(&part);
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        assert!(Direct::new().part_from_bytes(&damaged).is_err());
        assert!(Direct::new().part_from_bytes(&bytes[..place]).is_err());
    }
    let mut others = Vec::new();
    chunked::Encode::encode(&chunked::Bins::<3>::default(), &mut others);
    let mut others = chunked::Decoder::new(&others);
    assert!(others.next::<chunked::Bins<4>>().is_err());
}
