use super::*;
use alloc::vec;

/// Numbers from a seed, by xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

fn sum_of(xs: &[f64]) -> FloatSum {
    let mut sum = FloatSum::new();
    sum.add(xs);
    sum
}

/// The same elements in another order, cut anywhere, merged in any tree, with some parts written to bytes and back.
fn shuffled(random: &mut Random, xs: &[f64]) -> FloatSum {
    let mut xs = xs.to_vec();
    for last in (1..xs.len()).rev() {
        xs.swap(last, random.below(last + 1));
    }
    let mut parts = vec![FloatSum::new()];
    let mut rest = &xs[..];
    while !rest.is_empty() {
        let (part, others) = rest.split_at(1 + random.below(rest.len()).min(random.below(2000)));
        let mut bytes = Vec::new();
        sum_of(part).encode(&mut bytes);
        parts.push(Decoder::new(&bytes).next().expect("what was written"));
        rest = others;
    }
    while parts.len() > 1 {
        let part = parts.swap_remove(random.below(parts.len()));
        let into = random.below(parts.len());
        parts[into].merge(&part);
    }
    parts[0]
}

#[test]
fn no_order_cut_or_tree_shows() {
    let mut random = Random(88_172_645_463_325_252);
    let (cases, most) = if cfg!(miri) { (2, 30) } else { (300, 5000) };
    for case in 0..cases {
        let spread = [1, 30, 90, 300, 2046][case % 5];
        let least = random.below(2047 - spread) as u64;
        let xs: Vec<f64> = (0..random.below(most))
            .map(|_| {
                let exponent = least + random.below(spread) as u64;
                f64::from_bits(random.next() << 63 | exponent << 52 | random.next() >> 12)
            })
            .collect();
        let all = sum_of(&xs);
        for _ in 0..3 {
            let other = shuffled(&mut random, &xs);
            assert_eq!(other, all, "case {case}: {} elements", xs.len());
            assert_eq!(other.value().to_bits(), all.value().to_bits());
        }
    }
}

/// Where all elements fit the bins, the sum is the exact one, rounded once.
#[test]
fn it_is_the_exact_sum_rounded_once() {
    let mut random = Random(7);
    for case in 0..if cfg!(miri) { 2 } else { 2000 } {
        let shift = random.below(64) as u32;
        let integers: Vec<i64> = (0..random.below(60))
            .map(|_| (random.next().cast_signed() >> 10) >> random.below(shift as usize + 1))
            .collect();
        let exact: i128 = integers.iter().map(|x| i128::from(*x)).sum();
        // 2^-1074 is the least that there is; at the other end sums overflow.
        for scale in [0, -40, -1074, 900, 970] {
            let scaled = |x: f64| match scale {
                -1074 => x * power(-1000) * power(-74),
                _ => x * power(scale),
            };
            let xs: Vec<f64> = integers.iter().map(|x| scaled(*x as f64)).collect();
            let expected = if exact == 0 && xs.iter().any(|x| *x != 0.0) {
                0.0
            } else {
                scaled(exact as f64)
            };
            let expected = if xs.is_empty() {
                xs.iter().sum()
            } else {
                expected
            };
            assert_eq!(
                sum_of(&xs).value().to_bits(),
                expected.to_bits(),
                "case {case}, scale {scale}: {xs:?}"
            );
        }
    }
}

/// More than a block, but for Miri, to which each is a second.
const MANY: usize = if cfg!(miri) { 20 } else { 3000 };

#[test]
fn what_is_no_number_is_told_as_a_sum_from_the_left_tells_it() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    for xs in [
        vec![],
        vec![0.0],
        vec![-0.0],
        vec![-0.0, 0.0],
        vec![1.5, -1.5],
        vec![inf, 1.0],
        vec![-inf, 1e300],
        vec![inf, -inf],
        vec![nan],
        vec![1.0, nan, inf],
        vec![f64::MAX, f64::MAX],
        vec![f64::MIN, f64::MIN],
        vec![5e-324, -0.0],
        vec![5e-324; MANY],
        vec![f64::MAX; MANY],
        vec![f64::MIN_POSITIVE, -5e-324],
    ] {
        let plain: f64 = xs.iter().sum();
        let sum = sum_of(&xs).value();
        assert!(
            sum.to_bits() == plain.to_bits() || (sum.is_nan() && plain.is_nan()),
            "{xs:?}: {sum}"
        );
        let mut cut = FloatSum::new();
        xs.iter().for_each(|x| cut.merge(&sum_of(&[*x])));
        assert_eq!(cut, sum_of(&xs), "{xs:?}");
    }
    // A sum from the left overflows on the way; this does not.
    assert_eq!(sum_of(&[f64::MAX, f64::MAX, -f64::MAX]).value(), f64::MAX);
}

/// Many elements, each as large as a bin allows: integers carry where floats would round.
#[test]
fn bins_carry() {
    let (times, length) = if cfg!(miri) { (2, 20) } else { (64, 1 << 16) };
    let block = vec![f64::MAX; length];
    let mut sum = FloatSum::new();
    for _ in 0..times {
        sum.add(&block);
    }
    for _ in 0..times {
        sum.add(&block.iter().map(|x| -x).collect::<Vec<_>>());
    }
    sum.add(&[f64::MAX / 2.0]);
    assert_eq!(sum.value(), f64::MAX / 2.0);
}

#[test]
fn of_32_bits_it_is_rounded_once_too() {
    let xs = [1.0f32, f32::EPSILON / 2.0, f32::EPSILON / 2.0];
    let mut sum = FloatSum::new();
    sum.add_f32(&xs);
    assert_eq!(sum.value_f32(), 1.0 + f32::EPSILON);
    sum.add_f32(&[f32::MAX, f32::MAX]);
    assert_eq!(sum.value_f32(), f32::INFINITY);
    let mut tiny = FloatSum::new();
    tiny.add_f32(&[f32::from_bits(1), f32::from_bits(2)]);
    assert_eq!(tiny.value_f32().to_bits(), 3);
}

#[test]
fn bytes_that_no_sum_writes_are_damaged() {
    let mut bytes = Vec::new();
    sum_of(&[1.0]).encode(&mut bytes);
    assert_eq!(Decoder::new(&bytes[..20]).next::<FloatSum>(), Err(Damaged));
    bytes[1] ^= 1;
    assert_eq!(Decoder::new(&bytes).next::<FloatSum>(), Err(Damaged));
}

/// What a block holds that is not below those before it is found while it is added.
#[test]
fn a_block_may_hold_more_than_those_before_it() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    for first in [1.0, 1e-300, 1e290, 5e-324] {
        for next in [inf, -inf, nan, f64::MAX, 1e300, -1e12, 1e-290, 0.0, -0.0] {
            let mut sum = sum_of(&[first; 9]);
            let block = [first, next, -first];
            sum.add(&block);
            let all: Vec<f64> = [first; 9].into_iter().chain(block).collect();
            assert_eq!(sum, sum_of(&all), "{first} and {next}");
            let mut merged = sum_of(&block);
            merged.merge(&sum_of(&[first; 9]));
            assert_eq!(sum, merged, "{first} and {next}");
        }
    }
}
