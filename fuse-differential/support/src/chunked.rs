//! What programs over chunks are compared by: with the plain function, to the bit where no float is added, and closely otherwise.

/// A result, beside the plain function's.
pub trait Close {
    /// Whether they are the same; `loosely` within what rounding may have done to sums of [`tame`] numbers.
    fn is_close(&self, other: &Self, loosely: bool) -> bool;
}

macro_rules! exact {
    ($($t:ty),+) => {$(
        impl Close for $t {
            fn is_close(&self, other: &Self, loosely: bool) -> bool {
                loosely || self == other
            }
        }
    )+};
}
exact!(i8, i16, i32, i64, u8, u16, u32, u64, usize, bool);

macro_rules! float {
    ($($t:ty: $relative:expr, $absolute:expr;)+) => {$(
        impl Close for $t {
            fn is_close(&self, other: &Self, loosely: bool) -> bool {
                // Which of two zeros is the smaller one std leaves open, and one NaN is as good as another.
                if self == other || self.is_nan() && other.is_nan() {
                    return true;
                }
                let most = self.abs().max(other.abs());
                loosely && (self - other).abs() <= $relative * most + $absolute
            }
        }
    )+};
}
float! {
    f32: 1e-2, 50.0;
    f64: 1e-6, 1e-3;
}

impl<T: Close> Close for Option<T> {
    fn is_close(&self, other: &Self, loosely: bool) -> bool {
        match (self, other) {
            (Some(a), Some(b)) => a.is_close(b, loosely),
            (a, b) => a.is_none() == b.is_none(),
        }
    }
}

impl<T: Close, const N: usize> Close for [T; N] {
    fn is_close(&self, other: &Self, loosely: bool) -> bool {
        self.iter().zip(other).all(|(a, b)| a.is_close(b, loosely))
    }
}

impl<T: Close> Close for Vec<T> {
    fn is_close(&self, other: &Self, loosely: bool) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(a, b)| a.is_close(b, loosely))
    }
}

/// A number of which sums are known well enough.
pub trait Tame: Copy {
    /// Whether it is small.
    fn is_tame(self) -> bool;
}

macro_rules! small {
    ($($t:ty),+) => {$(
        impl Tame for $t {
            fn is_tame(self) -> bool {
                (self as f64).abs() <= 100.0
            }
        }
    )+};
}
small!(i8, i16, i32, i64, u8, u16, u32, u64, usize, f32, f64);

/// Whether all are small.
pub fn tame<T: Tame>(numbers: &[T]) -> bool {
    numbers.iter().all(|number| number.is_tame())
}

/// Where to cut, and what to merge with what.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }
}
