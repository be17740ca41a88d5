//! Deterministic pseudo-random inputs: the same numbers on every machine and in every run.

/// Marsaglia's xorshift generator, 64 bits (xorshift64*).
pub struct Xorshift(u64);

impl Xorshift {
    /// A generator; equal seeds give equal sequences.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A float in `[0, 1)`.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// An integer in `[-bound, bound)`, for a positive bound.
    pub fn within(&mut self, bound: i64) -> i64 {
        (self.unit() * 2.0 * bound as f64) as i64 - bound
    }
}

/// The greatest coordinate of an integer point: squared distances still fit an `i64`.
pub const EXTENT: i64 = 1_000_000_000;

/// Floats in `[-1, 1)`, half of them positive.
pub fn floats(n: usize) -> Vec<f64> {
    floats_of(Xorshift::new(1), n)
}

/// Others like them.
pub fn floats_of(mut random: Xorshift, n: usize) -> Vec<f64> {
    (0..n).map(|_| random.unit() * 2.0 - 1.0).collect()
}

/// Integers in `[-1000, 1000]`, half of them positive, whose sum is not 0 unless there is none.
pub fn integers(n: usize) -> Vec<i64> {
    integers_of(Xorshift::new(2), n)
}

/// Others like them.
pub fn integers_of(mut random: Xorshift, n: usize) -> Vec<i64> {
    let mut xs: Vec<i64> = (0..n).map(|_| random.within(1000)).collect();
    let rest: i64 = xs.iter().skip(1).sum();
    if let Some(first) = xs.first_mut() {
        *first = if rest == -1000 { 999 } else { 1000 };
    }
    xs
}

/// Points of the unit square.
///
/// Uniform points keep the strip of closest points short: the least distance of `n` of them is of
/// order `1 / n`, so that a handful lie within it of the border, whatever `n`.
pub fn float_points(n: usize) -> Vec<(f64, f64)> {
    float_points_of(Xorshift::new(3), n)
}

/// Others like them.
pub fn float_points_of(mut random: Xorshift, n: usize) -> Vec<(f64, f64)> {
    (0..n).map(|_| (random.unit(), random.unit())).collect()
}

/// Points with coordinates in `[-EXTENT, EXTENT)`.
pub fn integer_points(n: usize) -> Vec<(i64, i64)> {
    integer_points_of(Xorshift::new(4), n)
}

/// Others like them.
pub fn integer_points_of(mut random: Xorshift, n: usize) -> Vec<(i64, i64)> {
    (0..n)
        .map(|_| (random.within(EXTENT), random.within(EXTENT)))
        .collect()
}
