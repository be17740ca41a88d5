//! Whether two forms computed the same.

use super::programs::geometry::Quadtree;
use super::shared::{Point, Step, Summary};

/// Equality, for floats up to a relative tolerance.
///
/// A tolerance of 0 means: to the bit, with NaN as one class. It is what the erasure law promises,
/// so it holds between all forms that have to be beaten; only what reassociates is given more.
pub(crate) trait Agree {
    /// Whether the two agree.
    fn agree(&self, other: &Self, tolerance: f64) -> bool;

    /// How many bytes of the heap its elements need, without room to grow.
    fn bytes(&self) -> usize {
        0
    }
}

macro_rules! agree_by_eq {
    ($($t:ty),*) => {$(
        impl Agree for $t {
            fn agree(&self, other: &Self, _: f64) -> bool {
                self == other
            }
        }
    )*};
}
agree_by_eq!(bool, u32, u64, i64, usize);

impl Agree for String {
    fn agree(&self, other: &Self, _: f64) -> bool {
        self == other
    }

    fn bytes(&self) -> usize {
        self.len()
    }
}

impl Agree for f64 {
    fn agree(&self, other: &Self, tolerance: f64) -> bool {
        let bits = self.to_bits() == other.to_bits() || self.is_nan() && other.is_nan();
        bits || tolerance > 0.0 && {
            let scale = self.abs().max(other.abs()).max(1.0);
            (self - other).abs() <= tolerance * scale
        }
    }
}

macro_rules! agree_tuples {
    ($(($($T:ident $i:tt),+)),+) => {$(
        impl<$($T: Agree),+> Agree for ($($T,)+) {
            fn agree(&self, other: &Self, tolerance: f64) -> bool {
                $(self.$i.agree(&other.$i, tolerance))&&+
            }

            fn bytes(&self) -> usize {
                0 $(+ self.$i.bytes())+
            }
        }
    )+};
}
agree_tuples!(
    (A 0, B 1),
    (A 0, B 1, C 2),
    (A 0, B 1, C 2, D 3),
    (A 0, B 1, C 2, D 3, E 4),
    (A 0, B 1, C 2, D 3, E 4, F 5)
);

macro_rules! agree_structs {
    ($($t:ident { $($field:ident),+ }),+) => {$(
        impl Agree for $t {
            fn agree(&self, other: &Self, tolerance: f64) -> bool {
                $(self.$field.agree(&other.$field, tolerance))&&+
            }

            fn bytes(&self) -> usize {
                0 $(+ self.$field.bytes())+
            }
        }
    )+};
}
agree_structs!(
    Point { x, y },
    Step {
        labels,
        inertia,
        centres
    },
    Summary {
        count,
        quantity,
        base_price,
        discounted_price,
        charge
    }
);

impl<T: Agree> Agree for [T] {
    fn agree(&self, other: &Self, tolerance: f64) -> bool {
        let pairs = || self.iter().zip(other);
        self.len() == other.len() && pairs().all(|(a, b)| a.agree(b, tolerance))
    }

    fn bytes(&self) -> usize {
        self.iter().map(T::bytes).sum()
    }
}

impl<T: Agree> Agree for Vec<T> {
    fn agree(&self, other: &Self, tolerance: f64) -> bool {
        self.as_slice().agree(other, tolerance)
    }

    fn bytes(&self) -> usize {
        size_of_val(self.as_slice()) + self.as_slice().bytes()
    }
}

impl<T: Agree, const N: usize> Agree for [T; N] {
    fn agree(&self, other: &Self, tolerance: f64) -> bool {
        self.as_slice().agree(other, tolerance)
    }

    fn bytes(&self) -> usize {
        self.as_slice().bytes()
    }
}

impl<T: Agree> Agree for Option<T> {
    fn agree(&self, other: &Self, tolerance: f64) -> bool {
        match (self, other) {
            (Some(a), Some(b)) => a.agree(b, tolerance),
            (None, None) => true,
            _ => false,
        }
    }

    fn bytes(&self) -> usize {
        self.as_ref().map_or(0, T::bytes)
    }
}

impl<T: Agree> Agree for Quadtree<T> {
    fn agree(&self, other: &Self, tolerance: f64) -> bool {
        match (self, other) {
            (Quadtree::Nil, Quadtree::Nil) => true,
            (Quadtree::Leaf(a), Quadtree::Leaf(b)) => a.agree(b, tolerance),
            (Quadtree::Tree(a), Quadtree::Tree(b)) => a.as_slice().agree(b.as_slice(), tolerance),
            _ => false,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Quadtree::Nil => 0,
            Quadtree::Leaf(points) => points.bytes(),
            Quadtree::Tree(quadrants) => size_of_val(&**quadrants) + quadrants.bytes(),
        }
    }
}
