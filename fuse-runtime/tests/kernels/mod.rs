//! Seven loops, each in five forms: as iterators, as one sequential loop, as passes of `par_iter`, by hand on rayon, and on
//! the driver, as an expansion of `#[fuse]` would be.
//!
//! Tests compare the forms, the benchmark times them. The forms on the driver are what its interface was designed by.
#![allow(dead_code, reason = "tests and benchmark each use their own part")]

/// Values between -1 and 1, the same each time.
pub(crate) fn floats(length: usize) -> Vec<f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    (0..length)
        .map(|_| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        })
        .collect()
}

pub(crate) fn integers(length: usize) -> Vec<i64> {
    floats(length).iter().map(|x| (x * 1e9) as i64).collect()
}

pub(crate) fn pairs(length: usize) -> Vec<(f64, f64)> {
    let xs = floats(length);
    xs.iter().copied().zip(xs.iter().rev().copied()).collect()
}

/// What an expert takes for a chunk: some for each thread, so that the load evens out, and none too short.
fn chunk(length: usize) -> usize {
    length
        .div_ceil(8 * rayon::current_num_threads())
        .max(MIN_CHUNK)
}

/// As long as the shortest range of the driver.
const MIN_CHUNK: usize = 16_384;

pub(crate) mod sum_and_map {
    //! A sum and a map of the same array.
    use fuse_runtime::ExactBuffer;
    use fuse_runtime::parallel::{Output, Ranges, drive};
    use rayon::prelude::*;

    pub(crate) type Result = (f64, Vec<f64>);

    pub(crate) fn plain(xs: &[f64]) -> Result {
        let sum = xs.iter().sum();
        let ys = xs.iter().map(|x| x * 2.0 + 1.0).collect();
        (sum, ys)
    }

    pub(crate) fn sequential(xs: &[f64]) -> Result {
        let mut sum = 0.0;
        let mut ys_buffer = ExactBuffer::with_length(xs.len());
        for x in xs {
            sum += x;
            ys_buffer.push(x * 2.0 + 1.0);
        }
        (sum, ys_buffer.into_vec())
    }

    pub(crate) fn par_iter(xs: &[f64]) -> Result {
        let sum = xs.par_iter().sum();
        let ys = xs.par_iter().map(|x| x * 2.0 + 1.0).collect();
        (sum, ys)
    }

    pub(crate) fn by_hand(xs: &[f64]) -> Result {
        let chunk = super::chunk(xs.len());
        let mut ys = vec![0.0; xs.len()];
        let sum = xs
            .par_chunks(chunk)
            .zip(ys.par_chunks_mut(chunk))
            .map(|(xs, ys)| {
                let mut sum = 0.0;
                for (x, y) in xs.iter().zip(ys) {
                    sum += x;
                    *y = x * 2.0 + 1.0;
                }
                sum
            })
            .sum();
        (sum, ys)
    }

    pub(crate) fn driver(xs: &[f64]) -> Result {
        let ranges = Ranges::automatic(xs.len());
        let mut ys_output = Output::new(&ranges);
        let sum = drive(
            &ranges,
            (xs.iter(), ys_output.slots()),
            |(xs, ys_slots)| {
                let mut ys_buffer = ys_slots.in_step_with(&xs);
                let mut sum = 0.0;
                for x in xs {
                    sum += x;
                    ys_buffer.push(x * 2.0 + 1.0);
                }
                sum
            },
            |left, right| left + right,
        );
        (sum, ys_output.into_vec())
    }
}

pub(crate) mod statistics {
    //! Count, sum, sum of squares, least and greatest of what is positive.
    use fuse_runtime::parallel::{Ranges, drive};
    use rayon::prelude::*;

    pub(crate) type Result = (usize, f64, f64, f64, f64);

    pub(crate) fn plain(xs: &[f64]) -> Result {
        (
            xs.iter().filter(|x| **x > 0.0).count(),
            xs.iter().sum(),
            xs.iter().map(|x| x * x).sum(),
            xs.iter().copied().fold(f64::INFINITY, f64::min),
            xs.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        )
    }

    pub(crate) fn sequential(xs: &[f64]) -> Result {
        of(xs.iter())
    }

    pub(crate) fn par_iter(xs: &[f64]) -> Result {
        (
            xs.par_iter().filter(|x| **x > 0.0).count(),
            xs.par_iter().sum(),
            xs.par_iter().map(|x| x * x).sum(),
            xs.par_iter().copied().reduce(|| f64::INFINITY, f64::min),
            xs.par_iter()
                .copied()
                .reduce(|| f64::NEG_INFINITY, f64::max),
        )
    }

    pub(crate) fn by_hand(xs: &[f64]) -> Result {
        xs.par_chunks(super::chunk(xs.len()))
            .map(|xs| of(xs.iter()))
            .reduce(|| of([].iter()), both)
    }

    pub(crate) fn driver(xs: &[f64]) -> Result {
        let ranges = Ranges::automatic(xs.len());
        drive(&ranges, xs.iter(), of, both)
    }

    #[inline]
    fn of(xs: std::slice::Iter<'_, f64>) -> Result {
        let (mut count, mut sum, mut squares) = (0, 0.0, 0.0);
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for x in xs {
            count += usize::from(*x > 0.0);
            sum += x;
            squares += x * x;
            least = f64::min(least, *x);
            greatest = f64::max(greatest, *x);
        }
        (count, sum, squares, least, greatest)
    }

    fn both(left: Result, right: Result) -> Result {
        (
            left.0 + right.0,
            left.1 + right.1,
            left.2 + right.2,
            f64::min(left.3, right.3),
            f64::max(left.4, right.4),
        )
    }
}

pub(crate) mod filter_beside_fold {
    //! What is positive, and a sum of squares of all.
    use fuse_runtime::Buffer;
    use fuse_runtime::parallel::{Gathered, Ranges, drive};
    use rayon::prelude::*;

    pub(crate) type Result = (Vec<f64>, f64);

    pub(crate) fn plain(xs: &[f64]) -> Result {
        let positive = xs.iter().copied().filter(|x| *x > 0.0).collect();
        let squares = xs.iter().fold(0.0, |squares, x| squares + x * x);
        (positive, squares)
    }

    pub(crate) fn sequential(xs: &[f64]) -> Result {
        let mut positive_buffer = Buffer::new();
        let mut squares = 0.0;
        for x in xs {
            positive_buffer.push_if(*x > 0.0, *x);
            squares += x * x;
        }
        (positive_buffer.into_vec(), squares)
    }

    pub(crate) fn par_iter(xs: &[f64]) -> Result {
        let positive = xs.par_iter().copied().filter(|x| *x > 0.0).collect();
        let squares = xs.par_iter().fold(|| 0.0, |squares, x| squares + x * x);
        (positive, squares.sum())
    }

    pub(crate) fn by_hand(xs: &[f64]) -> Result {
        let parts: Vec<(Vec<f64>, f64)> = xs
            .par_chunks(super::chunk(xs.len()))
            .map(|xs| {
                let mut positive = Vec::with_capacity(xs.len());
                let mut squares = 0.0;
                for x in xs {
                    if *x > 0.0 {
                        positive.push(*x);
                    }
                    squares += x * x;
                }
                (positive, squares)
            })
            .collect();
        let mut all = Vec::with_capacity(parts.iter().map(|part| part.0.len()).sum());
        let mut squares = 0.0;
        for part in parts {
            all.extend_from_slice(&part.0);
            squares += part.1;
        }
        (all, squares)
    }

    pub(crate) fn driver(xs: &[f64]) -> Result {
        let ranges = Ranges::automatic(xs.len());
        let (positive, squares) = drive(
            &ranges,
            xs.iter(),
            |xs| {
                let mut positive_buffer = Buffer::new();
                let mut squares = 0.0;
                for x in xs {
                    positive_buffer.push_if(*x > 0.0, *x);
                    squares += x * x;
                }
                (Gathered::of(positive_buffer), squares)
            },
            |left, right| (left.0.then(right.0), left.1 + right.1),
        );
        (positive.into_vec(), squares)
    }
}

pub(crate) mod unzip {
    //! Pairs as two arrays.
    use fuse_runtime::ExactBuffer;
    use fuse_runtime::parallel::{Output, Ranges, drive};
    use rayon::prelude::*;

    pub(crate) type Result = (Vec<f64>, Vec<f64>);

    pub(crate) fn plain(pairs: &[(f64, f64)]) -> Result {
        pairs.iter().copied().unzip()
    }

    pub(crate) fn sequential(pairs: &[(f64, f64)]) -> Result {
        let mut left_buffer = ExactBuffer::with_length(pairs.len());
        let mut right_buffer = ExactBuffer::with_length(pairs.len());
        for (left, right) in pairs.iter().copied() {
            left_buffer.push(left);
            right_buffer.push(right);
        }
        (left_buffer.into_vec(), right_buffer.into_vec())
    }

    pub(crate) fn par_iter(pairs: &[(f64, f64)]) -> Result {
        pairs.par_iter().copied().unzip()
    }

    pub(crate) fn by_hand(pairs: &[(f64, f64)]) -> Result {
        let chunk = super::chunk(pairs.len());
        let (mut lefts, mut rights) = (vec![0.0; pairs.len()], vec![0.0; pairs.len()]);
        pairs
            .par_chunks(chunk)
            .zip(lefts.par_chunks_mut(chunk))
            .zip(rights.par_chunks_mut(chunk))
            .for_each(|((pairs, lefts), rights)| {
                for ((pair, left), right) in pairs.iter().zip(lefts).zip(rights) {
                    (*left, *right) = *pair;
                }
            });
        (lefts, rights)
    }

    pub(crate) fn driver(pairs: &[(f64, f64)]) -> Result {
        let ranges = Ranges::automatic(pairs.len());
        let (mut left_output, mut right_output) = (Output::new(&ranges), Output::new(&ranges));
        drive(
            &ranges,
            (pairs.iter(), left_output.slots(), right_output.slots()),
            |(pairs, left_slots, right_slots)| {
                let mut left_buffer = left_slots.in_step_with(&pairs);
                let mut right_buffer = right_slots.in_step_with(&pairs);
                for (left, right) in pairs.copied() {
                    left_buffer.push(left);
                    right_buffer.push(right);
                }
            },
            |(), ()| (),
        );
        (left_output.into_vec(), right_output.into_vec())
    }
}

pub(crate) mod partition {
    //! Even and odd.
    use fuse_runtime::Buffer;
    use fuse_runtime::parallel::{Gathered, Ranges, drive};
    use rayon::prelude::*;

    pub(crate) type Result = (Vec<i64>, Vec<i64>);

    pub(crate) fn plain(xs: &[i64]) -> Result {
        xs.iter().copied().partition(|x| x % 2 == 0)
    }

    pub(crate) fn sequential(xs: &[i64]) -> Result {
        let (mut even_buffer, mut odd_buffer) = (Buffer::new(), Buffer::new());
        for x in xs {
            let is_even = x % 2 == 0;
            even_buffer.push_if(is_even, *x);
            odd_buffer.push_if(!is_even, *x);
        }
        (even_buffer.into_vec(), odd_buffer.into_vec())
    }

    pub(crate) fn par_iter(xs: &[i64]) -> Result {
        xs.par_iter().copied().partition(|x| x % 2 == 0)
    }

    pub(crate) fn by_hand(xs: &[i64]) -> Result {
        let parts: Vec<Result> = xs
            .par_chunks(super::chunk(xs.len()))
            .map(|xs| {
                let mut halves = (
                    Vec::with_capacity(xs.len() / 2),
                    Vec::with_capacity(xs.len() / 2),
                );
                for x in xs {
                    if x % 2 == 0 {
                        halves.0.push(*x);
                    } else {
                        halves.1.push(*x);
                    }
                }
                halves
            })
            .collect();
        let lengths = parts.iter().fold((0, 0), |sum, part| {
            (sum.0 + part.0.len(), sum.1 + part.1.len())
        });
        let mut halves = (Vec::with_capacity(lengths.0), Vec::with_capacity(lengths.1));
        for part in parts {
            halves.0.extend_from_slice(&part.0);
            halves.1.extend_from_slice(&part.1);
        }
        halves
    }

    pub(crate) fn driver(xs: &[i64]) -> Result {
        let ranges = Ranges::automatic(xs.len());
        let (even, odd) = drive(
            &ranges,
            xs.iter(),
            |xs| {
                let (mut even_buffer, mut odd_buffer) = (Buffer::new(), Buffer::new());
                for x in xs {
                    let is_even = x % 2 == 0;
                    even_buffer.push_if(is_even, *x);
                    odd_buffer.push_if(!is_even, *x);
                }
                (Gathered::of(even_buffer), Gathered::of(odd_buffer))
            },
            |left, right| (left.0.then(right.0), left.1.then(right.1)),
        );
        (even.into_vec(), odd.into_vec())
    }
}

pub(crate) mod scan {
    //! Prefix sums.
    use fuse_runtime::ExactBuffer;
    use fuse_runtime::parallel::{
        Output, Ranges, Totals, WrappingSum, drive, range_start, scanned,
    };
    use rayon::prelude::*;

    pub(crate) type Result = Vec<i64>;

    pub(crate) fn plain(xs: &[i64]) -> Result {
        xs.iter()
            .scan(0, |sum: &mut i64, x| {
                *sum = sum.wrapping_add(*x);
                Some(*sum)
            })
            .collect()
    }

    pub(crate) fn sequential(xs: &[i64]) -> Result {
        let mut sum = 0_i64;
        let mut sums_buffer = ExactBuffer::with_length(xs.len());
        for x in xs {
            sum = sum.wrapping_add(*x);
            sums_buffer.push(sum);
        }
        sums_buffer.into_vec()
    }

    /// Rayon has none.
    pub(crate) fn par_iter(xs: &[i64]) -> Result {
        plain(xs)
    }

    pub(crate) fn by_hand(xs: &[i64]) -> Result {
        let chunk = super::chunk(xs.len());
        let mut starts: Vec<i64> = xs
            .par_chunks(chunk)
            .map(|xs| xs.iter().fold(0_i64, |sum, x| sum.wrapping_add(*x)))
            .collect();
        let mut sum = 0_i64;
        for start in &mut starts {
            sum = sum.wrapping_add(std::mem::replace(start, sum));
        }
        let mut sums = vec![0; xs.len()];
        xs.par_chunks(chunk)
            .zip(sums.par_chunks_mut(chunk))
            .zip(starts)
            .for_each(|((xs, sums), mut sum)| {
                for (x, y) in xs.iter().zip(sums) {
                    sum = sum.wrapping_add(*x);
                    *y = sum;
                }
            });
        sums
    }

    pub(crate) fn driver(xs: &[i64]) -> Result {
        let ranges = Ranges::automatic(xs.len());
        let mut sums_output = Output::new(&ranges);
        let totals = drive(
            &ranges,
            (xs.iter(), sums_output.slots()),
            |(xs, sums_slots)| {
                let mut sums_buffer = sums_slots.in_step_with(&xs);
                let mut sum = range_start(&ranges, WrappingSum, &0_i64);
                for x in xs {
                    sum = sum.wrapping_add(*x);
                    sums_buffer.push(sum);
                }
                Totals::of(sum)
            },
            Totals::then,
        );
        let sums = scanned(sums_output.into_vec(), &ranges, WrappingSum, 0, totals);
        sums.into_elements().collect()
    }
}

pub(crate) mod two_outputs {
    //! The prices of a call and of a put, by Black and Scholes, from spot and strike.
    use fuse_runtime::ExactBuffer;
    use fuse_runtime::parallel::{Output, Ranges, drive};
    use rayon::prelude::*;
    use std::iter::zip;

    pub(crate) type Result = (Vec<f64>, Vec<f64>);

    /// The two prices, with a logistic approximation of the normal distribution.
    #[inline]
    fn prices(spot: f64, strike: f64) -> (f64, f64) {
        let (spot, strike) = (spot + 2.0, strike + 2.0);
        let (rate, deviation) = (0.05, 0.2);
        let first = ((spot / strike).ln() + rate + deviation * deviation / 2.0) / deviation;
        let normal = |x: f64| 1.0 / (1.0 + (-1.702 * x).exp());
        let discounted = strike * f64::exp(-rate);
        let call = spot * normal(first) - discounted * normal(first - deviation);
        (call, call - spot + discounted)
    }

    pub(crate) fn plain(pairs: &[(f64, f64)]) -> Result {
        let calls = pairs.iter().map(|(s, k)| prices(*s, *k).0).collect();
        let puts = pairs.iter().map(|(s, k)| prices(*s, *k).1).collect();
        (calls, puts)
    }

    pub(crate) fn sequential(pairs: &[(f64, f64)]) -> Result {
        let mut calls_buffer = ExactBuffer::with_length(pairs.len());
        let mut puts_buffer = ExactBuffer::with_length(pairs.len());
        for (spot, strike) in pairs {
            let (call, put) = prices(*spot, *strike);
            calls_buffer.push(call);
            puts_buffer.push(put);
        }
        (calls_buffer.into_vec(), puts_buffer.into_vec())
    }

    pub(crate) fn par_iter(pairs: &[(f64, f64)]) -> Result {
        let calls = pairs.par_iter().map(|(s, k)| prices(*s, *k).0).collect();
        let puts = pairs.par_iter().map(|(s, k)| prices(*s, *k).1).collect();
        (calls, puts)
    }

    pub(crate) fn by_hand(pairs: &[(f64, f64)]) -> Result {
        let chunk = super::chunk(pairs.len());
        let (mut calls, mut puts) = (vec![0.0; pairs.len()], vec![0.0; pairs.len()]);
        pairs
            .par_chunks(chunk)
            .zip(calls.par_chunks_mut(chunk))
            .zip(puts.par_chunks_mut(chunk))
            .for_each(|((pairs, calls), puts)| {
                for ((spot, strike), (call, put)) in zip(pairs, zip(calls, puts)) {
                    (*call, *put) = prices(*spot, *strike);
                }
            });
        (calls, puts)
    }

    pub(crate) fn driver(pairs: &[(f64, f64)]) -> Result {
        let ranges = Ranges::automatic(pairs.len());
        let (mut calls_output, mut puts_output) = (Output::new(&ranges), Output::new(&ranges));
        drive(
            &ranges,
            (pairs.iter(), calls_output.slots(), puts_output.slots()),
            |(pairs, calls_slots, puts_slots)| {
                let mut calls_buffer = calls_slots.in_step_with(&pairs);
                let mut puts_buffer = puts_slots.in_step_with(&pairs);
                for (spot, strike) in pairs {
                    let (call, put) = prices(*spot, *strike);
                    calls_buffer.push(call);
                    puts_buffer.push(put);
                }
            },
            |(), ()| (),
        );
        (calls_output.into_vec(), puts_output.into_vec())
    }
}
