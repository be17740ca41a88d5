//! Functions as people write them: loops, early returns, ends of slices, places of elements. Without floats they are the plain function to
//! the bit; integers in floats add without rounding.

use super::{LENGTHS, Pairs, Random, scattered};
use loopfuse::chunked::Chunked;
use loopfuse::fuse;
use std::ops::Range;

/// One slice, without arrays: at every length, a few times.
macro_rules! same {
    ($($test:ident: $function:ident, $name:ident, $element:ty;)*) => {$(
        #[test]
        fn $test() {
            let mut random = Random(91);
            for length in LENGTHS {
                for _ in 0..8 {
                    let xs: Vec<$element> =
                        (0..length).map(|_| random.below(120) as $element).collect();
                    let all = |cut: Range<usize>, each: &mut dyn FnMut(&[$element])| each(&xs[cut]);
                    let (cut, _) = scattered($name::new(), length, &mut random, all);
                    assert_eq!(cut.output(), $function(&xs), "{length} elements");
                }
            }
        }
    )*};
}

/// One slice, and an array of it.
macro_rules! same_array {
    ($($test:ident: $function:ident, $name:ident, $element:ty;)*) => {$(
        #[test]
        fn $test() {
            let mut random = Random(92);
            for length in LENGTHS {
                for _ in 0..8 {
                    let xs: Vec<$element> =
                        (0..length).map(|_| random.below(120) as $element).collect();
                    let all = |cut: Range<usize>, each: &mut dyn FnMut(&[$element])| each(&xs[cut]);
                    let (_, arrays) = scattered($name::new(), length, &mut random, all);
                    let mut whole = Vec::new();
                    arrays.into_iter().for_each(|(_, array)| whole.extend(array));
                    assert_eq!(whole, $function(&xs), "{length} elements");
                }
            }
        }
    )*};
}

#[fuse(chunked = NoChain)]
fn no_chain(xs: &[i64]) -> usize {
    xs.len() * 2 + usize::from(xs.is_empty())
}

#[fuse(chunked = Loops)]
fn loops(xs: &[f64]) -> (f64, usize, f64, i64, bool, bool, u64) {
    let mut total = 3.0;
    let mut large = 0;
    let mut most = f64::NEG_INFINITY;
    let mut least: i64 = 1000;
    let mut seen = false;
    let mut all: bool = true;
    let mut bits = 5u64;
    for &x in xs {
        total += x * 2.0;
        if x > 60.0 {
            large += 1;
            if x > most {
                most = x;
            }
        } else if x == 17.0 {
            seen = true;
        }
        let whole = x as i64;
        least = least.min(whole - 3);
        all = all && x < 119.0;
        bits ^= x as u64;
        total -= 1.0;
    }
    (total, large, most, least, seen, all, bits)
}

/// Floats whose type nothing says.
#[fuse(chunked = Unsaid)]
fn unsaid(xs: &[f64]) -> Option<f64> {
    let mut sum = 0.0;
    let mut squares = 0.0;
    let mut lowest = -1.0;
    for x in xs {
        if x.is_nan() {
            continue;
        }
        sum += x;
        squares += x * x;
        if *x < lowest {
            lowest = *x;
        }
    }
    Some(squares - sum + lowest)
}

#[fuse(chunked = Continues)]
fn continues(xs: &[i64]) -> i64 {
    let mut total: i64 = 0;
    for (i, x) in xs.iter().enumerate() {
        if i % 3 == 0 {
            continue;
        }
        total += x * i as i64;
    }
    total
}

#[fuse(chunked = Pushed)]
fn pushed(xs: &[i64]) -> Vec<i64> {
    let mean = xs.iter().sum::<i64>() / (xs.len() as i64 + 1);
    let mut above = Vec::with_capacity(xs.len());
    for x in xs {
        if *x > mean {
            above.push(x - mean);
        }
    }
    above
}

#[fuse(chunked = Folds)]
fn folds(xs: &[f64]) -> (f64, f64) {
    xs.iter().fold((0.0, 1.0), |(a, b), x| (a + x, b + x * x))
}

#[fuse(chunked = NamedFolds)]
fn named_folds(xs: &[i64]) -> (i64, i64, u8) {
    let (least, most): (i64, i64) = xs.iter().fold((i64::MAX, i64::MIN), |(low, high), &x| {
        (low.min(x), high.max(x))
    });
    let bits = xs.iter().fold(7u8, |bits, x| bits & *x as u8);
    (least, most, bits)
}

#[fuse(chunked = Words)]
fn words(xs: &[u32]) -> (u32, u32, u32, u32, u32) {
    let or = xs.iter().fold(0u32, |all, x| all | x);
    let and = xs.iter().fold(0xffu32, |all, x| all & x);
    let xor: u32 = xs.iter().fold(1, |all, x| all ^ x);
    let hash = xs.iter().fold(9u32, |hash, x| {
        hash.wrapping_add(x.wrapping_mul(0x9e37_79b9))
    });
    let full = xs
        .iter()
        .fold(3u32, |all, x| all.saturating_add(x.wrapping_mul(100_000)));
    (or, and, xor, hash, full)
}

#[fuse(chunked = Ends)]
#[allow(
    clippy::type_complexity,
    clippy::double_ended_iterator_last,
    reason = "one of each"
)]
fn ends(
    xs: &[i64],
) -> (
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<usize>,
    Option<usize>,
) {
    let last_large = xs.iter().copied().filter(|x| *x > 90).last();
    let back = xs.iter().rfind(|x| **x < 30).map(|x| x * 2);
    (
        xs.first().copied(),
        xs.last().copied(),
        last_large,
        back,
        xs.iter().rposition(|x| *x == 4),
        xs.iter().position(|x| *x == 4),
    )
}

#[fuse(chunked = Places)]
#[allow(clippy::type_complexity, reason = "one of each")]
fn places(xs: &[i64]) -> (Option<usize>, Option<(usize, i64)>, Option<usize>, i64) {
    let most = xs.iter().enumerate().max_by_key(|(_, x)| **x);
    let least = xs
        .iter()
        .copied()
        .enumerate()
        .min_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)));
    let first = xs.iter().enumerate().find(|(i, x)| *i > 2 && **x > 50);
    let moment = xs.iter().enumerate().map(|(i, x)| i as i64 * x).sum();
    (most.map(|(i, _)| i), least, first.map(|(i, _)| i), moment)
}

#[fuse(chunked = References)]
fn references(xs: &[i64]) -> (i64, Option<i64>, i64) {
    let near = xs.iter().min_by_key(|x| (**x - 60).abs());
    let most = xs.iter().max().copied();
    (
        xs.iter().min().map_or(0, |x| *x),
        most,
        near.copied().unwrap_or(4),
    )
}

#[fuse(chunked = Guards)]
fn guards(xs: &[i64]) -> Option<i64> {
    let n = xs.len() as i64;
    if n < 2 {
        return None;
    }
    let mean = xs.iter().sum::<i64>() / n;
    Some(xs.iter().map(|x| (x - mean) * (x - mean) / (n - 1)).sum())
}

#[fuse(chunked = LateGuard)]
fn late_guard(xs: &[i64]) -> i64 {
    let high = xs.iter().filter(|x| **x > 100).count() as i64;
    if high == 0 {
        return -1;
    }
    let nearest = xs.iter().copied().min_by_key(|x| (x - 1000 / high).abs());
    nearest.unwrap_or(0)
}

#[fuse(chunked = GuardedArray)]
fn guarded_array(xs: &[i64]) -> Vec<i64> {
    if xs.is_empty() {
        return Vec::new();
    }
    let n = xs.len() as i64;
    let mean = xs.iter().sum::<i64>() / n;
    xs.iter().map(|x| x - mean).collect()
}

#[fuse(chunked = Branches)]
fn branches(xs: &[i64]) -> Option<i64> {
    let n = xs.len() as i64;
    if n == 0 {
        None
    } else {
        let total: i64 = xs.iter().sum();
        Some(total / n)
    }
}

#[fuse(chunked = Behind)]
fn behind(xs: &[i64]) -> (bool, Option<i64>) {
    (
        !xs.is_empty() && xs.iter().all(|x| *x > 2),
        (xs.len() > 5).then(|| xs.iter().sum::<i64>()),
    )
}

same! {
    a_function_without_a_chain_has_a_type: no_chain, NoChain, i64;
    what_a_loop_accumulates_merges: loops, Loops, f64;
    what_a_loop_adds_up_need_not_say_its_type: unsaid, Unsaid, f64;
    a_loop_that_goes_on_early_knows_the_places: continues, Continues, i64;
    a_fold_of_two_numbers_is_a_loop: folds, Folds, f64;
    a_fold_has_the_names_of_its_let: named_folds, NamedFolds, i64;
    operators_of_words_merge: words, Words, u32;
    the_first_and_the_last_have_places: ends, Ends, i64;
    numbers_of_elements_are_those_of_the_whole: places, Places, i64;
    what_is_found_may_be_a_reference: references, References, i64;
    an_early_return_is_taken_before_what_would_panic: guards, Guards, i64;
    an_early_return_may_know_a_round: late_guard, LateGuard, i64;
    a_last_branch_is_an_early_return: branches, Branches, i64;
    a_chain_that_may_not_run_is_computed_all_the_same: behind, Behind, i64;
}

same_array! {
    what_a_loop_pushes_is_emitted: pushed, Pushed, i64;
    an_early_return_of_an_empty_array_emits_nothing: guarded_array, GuardedArray, i64;
}

#[fuse(chunked = Halves)]
fn halves(xs: &[i64]) -> (Vec<i64>, Vec<i64>) {
    xs.iter().copied().partition(|x| x % 3 == 0)
}

#[fuse(chunked = Both)]
fn both(xs: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
    let (twice, less): (Vec<i64>, Vec<i64>) = xs.iter().map(|x| (x * 2, x - 1)).unzip();
    let total: i64 = twice.iter().zip(&less).map(|(a, b)| a * b).sum();
    (twice, less, total)
}

#[test]
fn two_arrays_by_one_chain_are_emitted_side_by_side() {
    let mut random = Random(5);
    for length in LENGTHS {
        let xs: Vec<i64> = (0..length).map(|_| random.below(120) as i64).collect();
        let all = |cut: Range<usize>, each: &mut dyn FnMut(&[i64])| each(&xs[cut]);
        let (_, arrays) = scattered(Halves::new(), length, &mut random, all);
        let (low, high): (Vec<_>, Vec<_>) = arrays.into_iter().map(|(_, array)| array).unzip();
        assert_eq!((low.concat(), high.concat()), halves(&xs));
        let (cut, arrays) = scattered(Both::new(), length, &mut random, all);
        let (twice, less): (Vec<_>, Vec<_>) = arrays.into_iter().map(|(_, array)| array).unzip();
        assert_eq!((twice.concat(), less.concat(), cut.output()), both(&xs));
    }
    let aligned = |array: &loopfuse::chunked::Array| array.aligned;
    assert!(Both::ARRAYS.iter().all(aligned) && !Halves::ARRAYS.iter().any(aligned));
    let placed = [
        Places::PLACED,
        Ends::PLACED,
        Continues::PLACED,
        Both::PLACED,
    ];
    assert_eq!(placed, [true, true, true, false]);
}

#[fuse(chunked = Checked)]
fn checked(xs: &[i64], ys: &[i64]) -> i64 {
    assert_eq!(xs.len(), ys.len(), "one for each");
    assert!(!xs.is_empty());
    xs.iter().zip(ys).map(|(x, y)| x * y).sum()
}

#[test]
fn assertions_are_held_against_the_whole() {
    let xs: Vec<i64> = (0..3000).collect();
    let mut random = Random(3);
    let pairs =
        |cut: Range<usize>, each: &mut Pairs<'_, i64, i64>| each((&xs[cut.clone()], &xs[cut]));
    let (cut, _) = scattered(Checked::new(), xs.len(), &mut random, pairs);
    assert_eq!(cut.output(), checked(&xs, &xs));
    let (none, _) = scattered(Checked::new(), 0, &mut random, pairs);
    assert!(std::panic::catch_unwind(|| none.output()).is_err());
}
