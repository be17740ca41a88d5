//! Whether places are equally long, whose types an expansion does not know.
//!
//! *In*: iterators over what stands in fields. *Out*: whether each is known to give as many elements as the others. Of a type
//! of which nobody knows that its length is true they are not: a user's `ExactSizeIterator` may lie.
//!
//! The choice is method resolution, as in [`place`](crate::place).

use crate::ExactLength;
use core::any::type_name;
use core::marker::PhantomData;
use core::ops::Deref;

/// True if all of these iterators visibly give the same number of elements. None of them is asked for one.
///
/// One after the other is made and dropped, and none after the first that is of another length, or of a type that is not known.
///
/// ```
/// let (xs, ys) = (vec![1, 2], [3.0, 4.0]);
/// assert!(fuse_runtime::same_length!(xs.iter(), &ys));
/// assert!(!fuse_runtime::same_length!(xs.iter(), ys[1..].iter()));
/// // What a filter lets through is not known before it is done.
/// assert!(!fuse_runtime::same_length!(xs.iter(), xs.iter().filter(|_| true)));
/// ```
#[macro_export]
macro_rules! same_length {
    ($first:expr $(, $other:expr)+) => {
        match $crate::same_length!(@of $first) {
            $crate::Option::Some(__loopfuse_length) => {
                true $(&& $crate::same_length!(@of $other) == $crate::Option::Some(__loopfuse_length))+
            }
            $crate::Option::None => false,
        }
    };
    (@of $driver:expr) => {
        match $crate::IntoIterator::into_iter($driver) {
            __loopfuse_driver => {
                $crate::LengthOf::of(&__loopfuse_driver).__loopfuse_length(&__loopfuse_driver)
            }
        }
    };
}

/// The type of an iterator, of which it depends whether its length is known.
#[derive(Debug)]
pub struct LengthOf<I> {
    said: SaidLength<I>,
}

impl<I> LengthOf<I> {
    /// Looks at the type of `driver`.
    #[inline]
    pub fn of(_driver: &I) -> Self {
        LengthOf {
            said: SaidLength {
                any: AnyLength(PhantomData),
                driver: PhantomData,
            },
        }
    }
}

impl<I: ExactLength> LengthOf<I> {
    /// That of std's type.
    ///
    /// The name is one that no user's blanket extension trait has.
    #[inline]
    pub fn __loopfuse_length(&self, driver: &I) -> Option<usize> {
        Some(driver.exact_length())
    }
}

impl<I> Deref for LengthOf<I> {
    type Target = SaidLength<I>;

    #[inline]
    fn deref(&self) -> &SaidLength<I> {
        &self.said
    }
}

/// What is left of a [`LengthOf`] a type that is not std's.
#[derive(Debug)]
pub struct SaidLength<I> {
    any: AnyLength,
    driver: PhantomData<fn() -> I>,
}

impl<I: ExactSizeIterator> SaidLength<I> {
    /// What the iterator says, if it is one of the crates whose arrays run no code of the user's.
    #[inline]
    pub fn __loopfuse_length(&self, driver: &I) -> Option<usize> {
        let name = type_name::<I>();
        let known =
            name.starts_with("ndarray::iterators::") || name.starts_with("nalgebra::base::iter::");
        known.then(|| driver.len())
    }
}

impl<I> Deref for SaidLength<I> {
    type Target = AnyLength;

    #[inline]
    fn deref(&self) -> &AnyLength {
        &self.any
    }
}

/// What is left of a [`LengthOf`] a type that says no length.
#[derive(Debug)]
pub struct AnyLength(PhantomData<()>);

impl AnyLength {
    /// Not known.
    #[inline]
    pub fn __loopfuse_length<I>(&self, _driver: &I) -> Option<usize> {
        None
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;
    use alloc::vec;

    /// Says that it has three elements, and has none.
    struct Liar;

    impl Iterator for Liar {
        type Item = i32;

        fn next(&mut self) -> Option<i32> {
            None
        }

        fn size_hint(&self) -> (usize, Option<usize>) {
            (3, Some(3))
        }
    }

    impl ExactSizeIterator for Liar {}

    #[test]
    fn a_type_of_the_user_s_is_not_believed() {
        assert_eq!(Liar.len(), 3);
        assert!(!same_length!([1, 2, 3].iter(), Liar));
        assert!(!same_length!(Liar, [1, 2, 3].iter()));
    }

    #[test]
    fn collections_of_std_s_are() {
        let map = BTreeMap::from([(1, 'a'), (2, 'b')]);
        let list = vec![0.5, 1.5];
        assert!(same_length!(map.values(), &list, list.iter()));
        assert!(!same_length!(map.values(), &list, [0; 3].iter()));
    }
}
