//! What stands in a place whose type an expansion does not know, divided: mostly a slice.
//!
//! *In*: the place, and the iterator of rayon's over it. *Out*: the slice, where the type of the place is one of those that are;
//! else the elements that rayon gives, collected. The choice is method resolution, as in [`Place`](crate::Place).

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Deref;
use core::slice;

use super::Owned;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// What a parallel loop divides of a place.
///
/// ```
/// use fuse_runtime::parallel::Source;
/// use rayon::prelude::*;
/// struct Data { xs: Vec<i32>, ys: std::collections::BTreeSet<i32> }
/// let data = Data { xs: vec![1, 2, 3], ys: [4, 5].into() };
/// let mut xs = fuse_runtime::standing!(data.xs, data.xs.par_iter());
/// assert_eq!(xs.elements().as_slice(), [1, 2, 3]);
/// let mut ys = fuse_runtime::standing!(data.ys, data.ys.par_iter());
/// assert_eq!(ys.elements().length(), 2);
/// ```
#[macro_export]
macro_rules! standing {
    ($place:expr, $iterator:expr) => {
        $crate::parallel::Standing::of(&$place).__loopfuse_standing(|| $iterator)
    };
}

/// The type of a place.
#[derive(Debug)]
pub struct Standing<'place, P: ?Sized> {
    place: &'place P,
    other: Other,
}

impl<'place, P: ?Sized> Standing<'place, P> {
    /// Looks at a place.
    #[inline]
    pub fn of(place: &'place P) -> Self {
        Standing {
            place,
            other: Other,
        }
    }
}

/// The elements of a slice that stands in a place.
#[derive(Debug)]
pub struct InSlice<'place, T>(&'place [T]);

impl<'place, T> InSlice<'place, T> {
    /// The elements.
    #[inline]
    pub fn elements(&mut self) -> slice::Iter<'place, T> {
        self.0.iter()
    }
}

/// Declares the types that are slices: that of the place, and the slice in it.
macro_rules! slices {
    ($({$($parameters:tt)+} $of:ty, $slice:lifetime, |$place:ident| $elements:expr;)*) => {
        $(impl<'place, $($parameters)+> Standing<'place, $of> {
            /// The slice.
            #[inline]
            pub fn __loopfuse_standing<I>(&self, _iterator: impl FnOnce() -> I) -> InSlice<$slice, T> {
                let $place = self.place;
                InSlice($elements)
            }
        })*
    };
}

slices! {
    {T} Vec<T>, 'place, |place| place;
    {T} [T], 'place, |place| place;
    {T, const N: usize} [T; N], 'place, |place| place;
    {T} Box<[T]>, 'place, |place| place;
    {T} Arc<[T]>, 'place, |place| place;
    {T} Arc<Vec<T>>, 'place, |place| place;
    {'slice, T} &'slice [T], 'slice, |place| place;
    {'slice, T} &'slice Vec<T>, 'slice, |place| place;
    {'slice, T, const N: usize} &'slice [T; N], 'slice, |place| *place;
    {'slice, T} &'slice mut [T], 'place, |place| place;
    {'slice, T} &'slice mut Vec<T>, 'place, |place| place;
    {'slice, T, const N: usize} &'slice mut [T; N], 'place, |place| *place;
}

impl<P: ?Sized> Deref for Standing<'_, P> {
    type Target = Other;

    #[inline]
    fn deref(&self) -> &Other {
        &self.other
    }
}

/// What is left of a [`Standing`] place that is no slice.
#[derive(Debug)]
pub struct Other;

impl Other {
    /// All that rayon gives.
    pub fn __loopfuse_standing<I: IntoParallelIterator>(
        &self,
        iterator: impl FnOnce() -> I,
    ) -> Owned<I::Item> {
        Owned::new(iterator().into_par_iter().collect())
    }
}
