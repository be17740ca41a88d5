//! Equality to the bit.

use super::Panicked;

/// Equal in every bit that the erasure law promises: floats by their bits, NaN as one class.
pub trait Same {
    /// Whether the two cannot be told apart.
    fn same(&self, other: &Self) -> bool;
}

/// `Same` where `==` already is the answer.
macro_rules! same_by_eq {
    ($($t:ty),* $(,)?) => {$(
        impl Same for $t {
            fn same(&self, other: &Self) -> bool {
                self == other
            }
        }
    )*};
}
same_by_eq!(
    (),
    bool,
    char,
    i8,
    u8,
    i16,
    u16,
    i32,
    u32,
    i64,
    u64,
    i128,
    isize,
    usize,
    str,
    String,
    Panicked
);

/// `Same` for floats.
macro_rules! same_by_bits {
    ($($t:ty),*) => {$(
        impl Same for $t {
            fn same(&self, other: &Self) -> bool {
                self.to_bits() == other.to_bits() || (self.is_nan() && other.is_nan())
            }
        }
    )*};
}
same_by_bits!(f32, f64);

/// `Same` for tuples, component by component.
macro_rules! same_tuples {
    ($(($($T:ident $i:tt),+)),+) => {$(
        impl<$($T: Same),+> Same for ($($T,)+) {
            fn same(&self, other: &Self) -> bool {
                $(self.$i.same(&other.$i))&&+
            }
        }
    )+};
}
same_tuples!((A 0), (A 0, B 1), (A 0, B 1, C 2), (A 0, B 1, C 2, D 3), (A 0, B 1, C 2, D 3, E 4), (A 0, B 1, C 2, D 3, E 4, F 5),
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6));

impl<T: Same + ?Sized> Same for &T {
    fn same(&self, other: &Self) -> bool {
        (**self).same(*other)
    }
}

impl<T: Same + ?Sized> Same for Box<T> {
    fn same(&self, other: &Self) -> bool {
        (**self).same(other)
    }
}

impl<T: Same> Same for [T] {
    fn same(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(a, b)| a.same(b))
    }
}

impl<T: Same> Same for Vec<T> {
    fn same(&self, other: &Self) -> bool {
        self.as_slice().same(other.as_slice())
    }
}

impl<T: Same, const N: usize> Same for [T; N] {
    fn same(&self, other: &Self) -> bool {
        self.as_slice().same(other.as_slice())
    }
}

impl<T: Same> Same for Option<T> {
    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Some(a), Some(b)) => a.same(b),
            (None, None) => true,
            _ => false,
        }
    }
}

impl<T: Same, E: Same> Same for Result<T, E> {
    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Ok(a), Ok(b)) => a.same(b),
            (Err(a), Err(b)) => a.same(b),
            _ => false,
        }
    }
}
