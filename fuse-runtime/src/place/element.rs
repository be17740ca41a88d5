//! An element that an expansion may name several times.
//!
//! *In*: an element of a [`Seen`](crate::Seen) or of an [`Unseen`](crate::Unseen) place. *Out*: the element, as often as it is asked
//! for. That of a slice is a reference; of the other place there is none.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

/// An element once more. Of those that are not `Copy` there is one at most, and this panics: only an [`Unseen`](crate::Unseen) place has them.
///
/// ```
/// let x = &1;
/// assert_eq!(fuse_runtime::once_more!(x), x);
/// ```
#[macro_export]
macro_rules! once_more {
    ($element:expr) => {
        $crate::Element::of(&$element).__loopfuse_once_more()
    };
}

/// An element that may have to be given several times.
pub struct Element<'element, T> {
    element: &'element T,
    single: Single<T>,
}

impl<'element, T> Element<'element, T> {
    /// Looks at `element`.
    #[inline]
    pub fn of(element: &'element T) -> Self {
        Element {
            element,
            single: Single(PhantomData),
        }
    }
}

impl<T: Copy> Element<'_, T> {
    /// The element.
    #[inline]
    pub fn __loopfuse_once_more(&self) -> T {
        *self.element
    }
}

impl<T> Deref for Element<'_, T> {
    type Target = Single<T>;

    #[inline]
    fn deref(&self) -> &Single<T> {
        &self.single
    }
}

impl<T> fmt::Debug for Element<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Element")
    }
}

/// What is left of an [`Element`] that is not `Copy`.
#[derive(Debug)]
pub struct Single<T>(PhantomData<fn() -> T>);

impl<T> Single<T> {
    /// Never called.
    ///
    /// # Panics
    /// If it is.
    #[cold]
    pub fn __loopfuse_once_more(&self) -> T {
        unreachable!("an element of a slice is borrowed")
    }
}
