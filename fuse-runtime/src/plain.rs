//! Whether anybody could watch a value being dropped, by its type.
//!
//! *In*: the type of the elements of a contracted array. *Out*: what takes the elements when their last consumer has seen
//! them: [`Gone`], which drops them at once, for types of which it is known that nobody sees it; a [`Keep`] for all others,
//! a user's type that is called `String` among them.
//!
//! The choice is method resolution, as in [`choose`](crate::Driver).

use crate::Keep;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Deref;

/// What takes the elements of a contracted array, by their type.
///
/// ```
/// struct Loud;
/// let mut words_keep = fuse_runtime::keep!(Vec<String>);
/// words_keep.push(vec![String::from("a")]);
/// let mut loud_keep = fuse_runtime::keep!(Loud);
/// loud_keep.push(Loud);
/// let _: (fuse_runtime::Gone<Vec<String>>, fuse_runtime::Keep<Loud>) = (words_keep, loud_keep);
/// ```
#[macro_export]
macro_rules! keep {
    ($element:ty) => {
        $crate::Dropped::<$element>::new().__loopfuse_keep()
    };
}

/// Types whose values nobody can watch being dropped.
pub trait Plain: sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
}

macro_rules! plain {
    ($({$($parameters:tt)*} $plain:ty;)*) => {
        $(impl<$($parameters)*> sealed::Sealed for $plain {}
        impl<$($parameters)*> Plain for $plain {})*
    };
}

plain! {
    {} bool; {} char; {} str; {} String; {} f32; {} f64;
    {} i8; {} i16; {} i32; {} i64; {} i128; {} isize;
    {} u8; {} u16; {} u32; {} u64; {} u128; {} usize;
    {T: ?Sized} &T;
    {T: Plain} [T];
    {T: Plain, const N: usize} [T; N];
    {T: Plain} Vec<T>;
    {T: Plain + ?Sized} Box<T>;
    {T: Plain} Option<T>;
    {} ();
    {A: Plain} (A,);
    {A: Plain, B: Plain} (A, B);
    {A: Plain, B: Plain, C: Plain} (A, B, C);
    {A: Plain, B: Plain, C: Plain, D: Plain} (A, B, C, D);
    {A: Plain, B: Plain, C: Plain, D: Plain, E: Plain} (A, B, C, D, E);
    {A: Plain, B: Plain, C: Plain, D: Plain, E: Plain, F: Plain} (A, B, C, D, E, F);
}

/// The type of what is dropped.
#[derive(Debug)]
pub struct Dropped<T> {
    any: AnyDropped<T>,
}

impl<T> Dropped<T> {
    /// Of this type.
    #[inline]
    #[must_use]
    #[expect(
        clippy::new_without_default,
        reason = "an expansion makes it, nobody else"
    )]
    pub const fn new() -> Self {
        Dropped {
            any: AnyDropped(PhantomData),
        }
    }
}

impl<T: Plain> Dropped<T> {
    /// What drops the elements at once.
    #[inline]
    #[must_use]
    pub const fn __loopfuse_keep(&self) -> Gone<T> {
        Gone {
            length: 0,
            of: PhantomData,
        }
    }
}

impl<T> Deref for Dropped<T> {
    type Target = AnyDropped<T>;

    #[inline]
    fn deref(&self) -> &AnyDropped<T> {
        &self.any
    }
}

/// What is left of a [`Dropped`] whose drops somebody may watch.
#[derive(Debug)]
pub struct AnyDropped<T>(PhantomData<fn() -> T>);

impl<T> AnyDropped<T> {
    /// What keeps the elements.
    #[inline]
    #[must_use]
    pub const fn __loopfuse_keep(&self) -> Keep<T> {
        Keep::new()
    }
}

/// Elements that are gone, and how many there were.
#[derive(Debug)]
pub struct Gone<T> {
    length: usize,
    of: PhantomData<fn() -> T>,
}

impl<T> Gone<T> {
    /// Counts `element`, or the [`Text`](crate::Text) that stands for it, and drops it.
    #[inline]
    pub fn push<E>(&mut self, element: E) {
        drop(element);
        self.length += 1;
    }

    /// How many there were.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length
    }

    /// True if there were none.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }
}

#[cfg(test)]
mod tests {
    use crate::{Gone, Keep};
    use alloc::boxed::Box;
    use alloc::rc::Rc;
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::cell::Cell;

    struct Loud<'a>(&'a Cell<usize>);

    impl Drop for Loud<'_> {
        fn drop(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }

    #[test]
    fn what_is_plain_is_gone_at_once() {
        let words: Gone<(String, Option<Box<[u8]>>)> = crate::keep!((String, Option<Box<[u8]>>));
        assert!(words.is_empty());
        let rows: Gone<Vec<[&Cell<usize>; 2]>> = crate::keep!(Vec<[&Cell<usize>; 2]>);
        assert_eq!(rows.len(), 0);
    }

    #[test]
    fn what_may_be_watched_is_kept() {
        let drops = Cell::new(0);
        let mut keep: Keep<Loud<'_>> = crate::keep!(Loud<'_>);
        keep.push(Loud(&drops));
        assert_eq!((drops.get(), keep.len()), (0, 1));
        drop(keep);
        assert_eq!(drops.get(), 1);
        let shared: Keep<Option<Rc<u8>>> = crate::keep!(Option<Rc<u8>>);
        assert!(shared.is_empty());
    }

    #[test]
    fn of_a_type_parameter_nothing_is_known() {
        fn keep<T>() -> Keep<Option<T>> {
            crate::keep!(Option<T>)
        }
        assert!(keep::<u8>().is_empty());
    }
}
