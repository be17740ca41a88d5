//! What the plain function does in corners, it does over chunks: its names, its panics and what it keeps from them, and NaN to begin with.

use super::{LENGTHS, Random, scattered};
use loopfuse::chunked::{self, Chunked};
use loopfuse::fuse;
use std::fmt::Debug;
use std::ops::Range;
use std::panic::AssertUnwindSafe;

fn round(x: i64) -> i64 {
    x / 10 * 10
}

/// What the expansion calls its own things the user may call theirs.
#[fuse(chunked = Names)]
#[allow(clippy::too_many_arguments, reason = "one of each")]
fn names(
    chunk: &[i64],
    part: i64,
    other: i64,
    place: i64,
    length: i64,
    at: i64,
    end: i64,
    from: i64,
    to: i64,
    sum: i64,
    emitted: i64,
) -> (i64, Option<i64>, i64, Option<i64>, i64) {
    let total: i64 = chunk
        .iter()
        .map(|x| round(*x) + at + end + from + to)
        .fold(sum, |a, x| a + x);
    let nearest = chunk
        .iter()
        .copied()
        .min_by_key(|x| (x - part - other * place - at + end).abs());
    let most = chunk
        .iter()
        .fold(end, |a, x| a.max(x + length + emitted + sum));
    let far = chunk
        .iter()
        .copied()
        .max_by_key(|x| (x - at * end).abs() % 7);
    let state = total - most;
    (
        state,
        nearest,
        most,
        far,
        chunk.iter().map(|x| x & state).sum(),
    )
}

/// What would panic stands behind an early return that only a round tells.
#[fuse(chunked = Divided)]
fn divided(xs: &[i64]) -> i64 {
    let zeros = xs.iter().filter(|x| **x == 0).count();
    if zeros > 0 {
        return -1;
    }
    xs.iter().map(|x| 100 / x).sum()
}

/// As above, where it is the sum that may not fit.
#[fuse(chunked = Narrow)]
fn narrow(xs: &[i64]) -> i64 {
    let n = xs.len();
    if n > 2 {
        return 0;
    }
    let bytes: u8 = xs.iter().map(|x| *x as u8).sum();
    i64::from(bytes)
}

/// A sum that does not fit comes first.
#[fuse(chunked = Sooner)]
fn sooner(xs: &[i64]) -> i64 {
    let bytes: u8 = xs.iter().map(|x| *x as u8).sum();
    if xs.len() > 2 {
        return 7;
    }
    i64::from(bytes)
}

/// Branches that are not taken, of which some would panic.
#[fuse(chunked = Untaken)]
fn untaken(xs: &[i64]) -> (i64, i64, bool, i64) {
    let most = if xs.is_empty() {
        0
    } else {
        *xs.iter().max().unwrap()
    };
    let parts = if most > 50 {
        xs.iter().map(|x| 1000 / (x - most - 1)).sum::<i64>()
    } else {
        xs.iter().map(|x| x * (i64::MAX / 100)).sum::<i64>()
    };
    let small = most != 0 && xs.iter().all(|x| x % most < 100);
    let whole = (most > 2).then(|| xs.iter().map(|x| x / (most - 2)).sum::<i64>());
    (most, parts, small, whole.unwrap_or(4))
}

/// A mean that nobody needs where there is no element.
#[fuse(chunked = Scaled)]
fn scaled(xs: &[i64]) -> (usize, Vec<i64>) {
    let mean = xs.iter().sum::<i64>() / xs.len() as i64;
    (xs.len(), xs.iter().map(|x| x - mean).collect())
}

/// An array that needs no round stands before an early return that does.
#[fuse(chunked = Kept)]
fn kept(xs: &[i64]) -> (Vec<i64>, i64) {
    let twice: Vec<i64> = xs.iter().map(|x| x * 2).collect();
    let total: i64 = xs.iter().sum();
    if total % 3 == 1 {
        return (Vec::new(), 7);
    }
    (twice, total)
}

#[test]
fn no_array_comes_out_before_an_early_return_is_known() {
    let mut random = Random(29);
    for length in LENGTHS {
        for _ in 0..6 {
            let xs: Vec<i64> = (0..length).map(|_| random.below(120) as i64).collect();
            let all = |cut: Range<usize>, each: &mut dyn FnMut(&[i64])| each(&xs[cut]);
            let (cut, arrays) = scattered(Kept::new(), length, &mut random, all);
            let array = arrays.into_iter().flat_map(|(_, array)| array).collect();
            assert_eq!((array, cut.output()), kept(&xs));
        }
    }
}

/// Sums of references that closures hand on.
#[fuse(chunked = Handed)]
fn handed(xs: &[i64]) -> (i64, i64) {
    let early = xs
        .iter()
        .enumerate()
        .filter(|(i, _)| i % 3 == 1)
        .map(|(_, x)| x)
        .sum();
    let large = xs.iter().filter_map(|x| Some(x).filter(|x| **x > 40)).sum();
    (early, large)
}

/// What a test keeps stays NaN if it begins so; what `max` makes does not.
#[fuse(chunked = Tested)]
fn tested(xs: &[f64], start: f64) -> (f64, f64) {
    let mut most = start;
    let mut least = start;
    for x in xs {
        if *x > most {
            most = *x;
        }
        least = least.min(*x);
    }
    (most, least)
}

/// An `if` that keeps the greatest stands before other statements, behind an `else`, and in an arm.
#[fuse(chunked = Standing)]
fn standing(xs: &[i64]) -> (i64, i64, i64, i64) {
    let mut most = -1;
    let mut even = 0;
    let mut least = i64::MAX;
    let mut low = 0;
    for x in xs {
        if *x > most {
            most = *x;
        }
        if x % 2 == 0 {
            even += 1;
        } else if *x < least {
            least = *x;
        }
        match x % 3 {
            0 => low += 1,
            1 if *x > 50 => low += 2,
            _ => {}
        }
    }
    (most, even, least, low)
}

#[test]
fn names_of_the_user_are_theirs() {
    let mut random = Random(11);
    let new = || Names::new(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    for length in LENGTHS {
        let xs: Vec<i64> = (0..length).map(|_| random.below(120) as i64).collect();
        let all = |cut: Range<usize>, each: &mut dyn FnMut(&[i64])| each(&xs[cut]);
        let (cut, _) = scattered(new(), length, &mut random, all);
        assert_eq!(cut.output(), names(&xs, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    }
}

#[test]
fn it_panics_where_the_function_does() {
    fn same<F, O>(xs: &[i64], new: impl Fn() -> F, plain: impl Fn(&[i64]) -> O)
    where
        F: for<'c> Chunked<Chunk<'c> = &'c [i64], Output = O>,
        O: PartialEq + Debug,
    {
        let plain = std::panic::catch_unwind(AssertUnwindSafe(|| plain(xs))).ok();
        for cut in [1, 3, 100] {
            let run = || chunked::run(new(), |each| xs.chunks(cut).for_each(each), |_, _| {});
            let cut = std::panic::catch_unwind(AssertUnwindSafe(|| run().output())).ok();
            assert_eq!(cut, plain, "{xs:?}");
        }
    }
    let lists = [
        &[][..],
        &[0],
        &[0, 3],
        &[5, 9, 30],
        &[200, 150],
        &[100; 9],
        &[90, 0, 91],
    ];
    for xs in lists {
        same(xs, Divided::new, divided);
        same(xs, Narrow::new, narrow);
        same(xs, Sooner::new, sooner);
        same(xs, Untaken::new, untaken);
        same(xs, Standing::new, standing);
        same(xs, Handed::new, handed);
        same(xs, Scaled::new, |xs| scaled(xs).0);
    }
}

#[test]
fn what_is_kept_by_a_test_may_begin_with_nan() {
    let xs = [2.0, f64::NAN, -3.0, 7.0];
    for start in [f64::NAN, 5.0, f64::NEG_INFINITY] {
        let run = chunked::run(
            Tested::new(start),
            |each| xs.chunks(2).for_each(each),
            |_, ()| {},
        );
        let (plain, cut) = (tested(&xs, start), run.output());
        let bits = |(a, b): (f64, f64)| (a.to_bits(), b.to_bits());
        assert_eq!(bits(cut), bits(plain), "{start}");
    }
}
