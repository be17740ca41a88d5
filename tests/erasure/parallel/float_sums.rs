//! A float reduction over a filtered stream is cut by the stream's root, whether or not the stream is in
//! memory: the same bits, for any number of threads.

use super::floats;
use crate::fused::parallel::float_sums as m;
use crate::plain;

/// Around the boundaries of a few ranges, of many short ones, and of automatic ones.
const LENGTHS: [usize; 11] = [0, 1, 2, 5, 9, 64, 1000, 5003, 65_535, 65_536, 300_001];

/// A pair of functions: the name, and the bits of the results, contracted and in memory.
type Pair = (&'static str, Vec<u64>, Vec<u64>);

fn bits<const N: usize>(results: [f64; N]) -> Vec<u64> {
    results.map(f64::to_bits).to_vec()
}

fn pairs(xs: &[f64]) -> Vec<Pair> {
    let one = |x: f64| bits([x]);
    let two = |(x, y): (f64, f64)| bits([x, y]);
    let made = |(sum, (a, b), last): (f64, (f64, f64), f64)| bits([sum, a, b, last]);
    let rows = &xs[..xs.len().min(3000)];
    let inner = &xs[..xs.len().min(17)];
    vec![
        (
            "filter",
            one(m::filter_contracted(xs)),
            one(m::filter_in_memory(xs)),
        ),
        (
            "automatic",
            two(m::automatic_contracted(xs)),
            two(m::automatic_in_memory(xs)),
        ),
        (
            "unseen",
            one(m::unseen_contracted(xs)),
            one(m::unseen_in_memory(xs)),
        ),
        (
            "twice",
            two(m::twice_contracted(xs)),
            two(m::twice_in_memory(xs)),
        ),
        (
            "made",
            made(m::made_contracted(xs, 0.1)),
            made(m::made_in_memory(xs, 0.1)),
        ),
        (
            "nested",
            two(m::nested_contracted(rows, inner)),
            two(m::nested_in_memory(rows, inner)),
        ),
        (
            "in step",
            one(m::in_step_contracted(xs)),
            one(m::in_step_in_memory(xs)),
        ),
    ]
}

#[test]
fn in_memory_or_contracted_the_bits_are_the_same() {
    for length in LENGTHS {
        for (name, contracted, in_memory) in pairs(&floats(length)) {
            assert_eq!(contracted, in_memory, "{name} of {length} elements");
        }
    }
}

#[test]
fn what_a_scaled_sum_adds_up_is_cut_as_the_sum() {
    let xs = floats(20_000);
    // Where it is cut shows: as one range it has other bits.
    let whole: f64 = xs.iter().filter(|x| **x > 0.0).sum();
    let (sum, _) = m::scaled(&xs);
    assert_ne!(sum.to_bits(), whole.to_bits());
    assert_eq!(sum.to_bits(), m::filter_in_memory(&xs).to_bits());
}

#[test]
fn near_what_is_written() {
    for length in LENGTHS {
        let xs = floats(length);
        let near = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-9 * (1.0 + a.abs());
        let (plain, fused) = (plain::parallel::float_sums::scaled(&xs), m::scaled(&xs));
        assert!(near(plain.0, fused.0));
        assert!(near(plain.1, fused.1) || plain.1.is_nan() && fused.1.is_nan());
        assert!(near(
            plain::parallel::float_sums::filter_in_memory(&xs),
            m::filter_in_memory(&xs)
        ));
        assert!(near(
            plain::parallel::float_sums::unseen_in_memory(&xs),
            m::unseen_in_memory(&xs)
        ));
        let (plain, fused) = (
            plain::parallel::float_sums::twice_in_memory(&xs),
            m::twice_in_memory(&xs),
        );
        assert!(near(plain.0, fused.0) && near(plain.1, fused.1));
    }
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let test = "parallel::float_sums::the_same_bits_for_any_number_of_threads";
    crate::common::threads::same_on_any_number_of(test, 2, || {
        for length in [5003, 300_001] {
            println!("bits {:x?}", pairs(&floats(length)));
        }
    });
}
