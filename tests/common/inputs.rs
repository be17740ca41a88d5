//! The inputs that functions are compared on. Each kind covers every size of [`SIZES`].

use super::SIZES;

#[path = "../programs/data.rs"]
pub mod data;

use data::Xorshift;

/// One input for each size: `each(n, i)` is element `i` of the input of size `n`.
fn of_every_size<T>(mut each: impl FnMut(usize, usize) -> T) -> Vec<Box<[T]>> {
    SIZES
        .iter()
        .map(|&n| (0..n).map(|i| each(n, i)).collect())
        .collect()
}

/// Integers in `[-1000, 1000)`, and constant ones: nothing overflows.
pub fn integers() -> Vec<Box<[i64]>> {
    let mut random = Xorshift::new(10);
    let mut all = of_every_size(|_, _| random.within(1000));
    all.extend(of_every_size(|_, _| 1));
    all.extend(of_every_size(|_, _| -7));
    all.extend(of_every_size(|_, i| i as i64));
    all.extend(of_every_size(|n, i| (n - i) as i64));
    all
}

/// Any 64 bits, with the least and the greatest integers and zeros among them: sums overflow
/// (and panic in a debug build), divisions may be by 0.
pub fn extremes() -> Vec<Box<[i64]>> {
    let mut random = Xorshift::new(11);
    let mut all = of_every_size(|_, _| match random.bits() % 8 {
        0 => i64::MAX,
        1 => i64::MIN,
        2 | 3 => 0,
        4 => -1,
        _ => random.bits() as i64,
    });
    all.extend(of_every_size(|_, _| 0));
    all.extend(of_every_size(|_, _| i64::MAX));
    // The overflow comes with the very last element.
    all.extend(of_every_size(|n, i| {
        if i + 1 == n {
            i64::MAX
        } else {
            i64::from(i == 0)
        }
    }));
    all
}

/// Ordinary floats in `[-1, 1)`, and of very different magnitudes: the order of a sum shows.
pub fn floats() -> Vec<Box<[f64]>> {
    let mut random = Xorshift::new(12);
    let mut all = of_every_size(|_, _| random.unit() * 2.0 - 1.0);
    all.extend(of_every_size(|_, _| {
        let exponent = random.within(60) as i32;
        (random.unit() - 0.5) * 2.0_f64.powi(exponent)
    }));
    all
}

/// Zeros of both signs, infinities, NaN, subnormals, and whole inputs of one of them.
pub fn specials() -> Vec<Box<[f64]>> {
    const SPECIALS: [f64; 12] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        f64::MIN_POSITIVE / 4.0,
        -f64::MIN_POSITIVE / 4.0,
        f64::MAX,
        f64::MIN,
        f64::EPSILON,
    ];
    let mut random = Xorshift::new(13);
    let mut all = of_every_size(|_, _| SPECIALS[random.bits() as usize % SPECIALS.len()]);
    // Zeros only: a sum that starts at 0.0 in place of -0.0 shows.
    all.extend(of_every_size(|_, i| if i % 3 == 0 { 0.0 } else { -0.0 }));
    all.extend(of_every_size(|_, _| -0.0));
    for special in SPECIALS {
        // One special value half-way through ordinary ones.
        all.extend(of_every_size(|n, i| {
            if i == n / 2 {
                special
            } else {
                random.unit() - 0.5
            }
        }));
    }
    all
}

/// Short words, many of them equal, some empty.
pub fn words() -> Vec<Box<[String]>> {
    let mut random = Xorshift::new(14);
    of_every_size(|_, _| {
        let length = random.bits() % 4;
        (0..length)
            .map(|_| char::from(b'a' + (random.bits() % 3) as u8))
            .collect()
    })
}

/// Points of the unit square, all on one line, and all equal.
pub fn float_points() -> Vec<Box<[(f64, f64)]>> {
    let mut all: Vec<Box<[(f64, f64)]>> = SIZES
        .iter()
        .map(|&n| data::float_points(n).into())
        .collect();
    for n in [1, 2, 99, 100, 101, 300] {
        all.push((0..n).map(|i| (f64::from(i), f64::from(i))).collect());
        all.push((0..n).map(|i| (f64::from(i), 0.5)).collect());
        all.push((0..n).map(|_| (0.5, -0.0)).collect());
    }
    all
}

/// Points with integer coordinates: anywhere, on a coarse grid, and far too far apart.
pub fn integer_points() -> Vec<Box<[(i64, i64)]>> {
    let mut all: Vec<Box<[(i64, i64)]>> = SIZES
        .iter()
        .map(|&n| data::integer_points(n).into())
        .collect();
    let mut random = Xorshift::new(15);
    for n in [1, 2, 99, 100, 101, 300] {
        all.push(
            (0..n)
                .map(|_| (random.within(5), random.within(5)))
                .collect(),
        );
        // Sums and products overflow.
        all.push(
            (0..n)
                .map(|_| (random.bits() as i64, random.bits() as i64))
                .collect(),
        );
    }
    all
}
