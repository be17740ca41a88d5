//! The choice of a buffer by the type of the driver.
//!
//! *In*: a borrowed driver. *Out*: an [`ExactBuffer`] where its type is [`ExactLength`], else a [`Buffer`]; of elements
//! whose type is inferred later, from what is pushed.
//!
//! The choice is method resolution on [`Driver`]: its inherent method exists only under `I: ExactLength`; where that does
//! not hold, the method is found one dereference further, on [`HintedLength`], for iterators, or two, on [`UnknownLength`]. No trait has to be in scope for it, so an
//! expansion leaves no import behind.

use core::marker::PhantomData;
use core::ops::Deref;

use crate::{Buffer, ExactBuffer, ExactLength};

/// Creates the buffer for what a loop over `$driver` pushes once per element: [`ExactBuffer`] if the length of the driver
/// is known by its type, else [`Buffer`].
///
/// The driver is borrowed, not moved. In generic code over `I: Iterator` the length is not known.
///
/// ```
/// let xs = [1.0, 2.0, 3.0];
/// let driver = xs.iter();
/// let mut ys_buffer = fuse_runtime::buffer!(driver);
/// for x in driver {
///     ys_buffer.push(x * 2.0);
/// }
/// let ys: Vec<f64> = ys_buffer.into_vec();
/// assert_eq!(ys, [2.0, 4.0, 6.0]);
/// assert_eq!(ys.capacity(), 3);
/// ```
#[macro_export]
macro_rules! buffer {
    ($driver:expr) => {
        $crate::Driver::of(&$driver).__loopfuse_buffer()
    };
}

/// A driver's length, if its type `I` knows one.
#[derive(Debug)]
pub struct Driver<'driver, I> {
    driver: &'driver I,
    hinted: HintedLength<'driver, I>,
}

impl<'driver, I> Driver<'driver, I> {
    /// Looks at `driver`.
    #[inline]
    pub fn of(driver: &'driver I) -> Self {
        let hinted = HintedLength {
            driver,
            unknown: UnknownLength(PhantomData),
        };
        Driver { driver, hinted }
    }
}

impl<I: ExactLength> Driver<'_, I> {
    /// A buffer of exactly the driver's length.
    ///
    /// The name is one that no user's blanket extension trait has.
    ///
    /// # Panics
    /// If the elements would not fit into the address space, as `collect()` does.
    #[inline]
    pub fn __loopfuse_buffer<T>(&self) -> ExactBuffer<T> {
        ExactBuffer::with_length(self.driver.exact_length())
    }
}

impl<'driver, I> Deref for Driver<'driver, I> {
    type Target = HintedLength<'driver, I>;

    #[inline]
    fn deref(&self) -> &HintedLength<'driver, I> {
        &self.hinted
    }
}

/// What is left of a [`Driver`] whose type does not know its length: an iterator may say it.
#[derive(Debug)]
pub struct HintedLength<'driver, I> {
    driver: &'driver I,
    unknown: UnknownLength,
}

/// The most bytes of room that an iterator is believed: one that claims more elements than it has may have none.
const ROOM: usize = 1 << 20;

impl<I: Iterator> HintedLength<'_, I> {
    /// A buffer that grows, and begins with as much room as the driver says it needs, if it says how many elements it has and that is
    /// little. Without that room two maps of 16 elements of ndarray's took 3.4 times as long as written.
    #[inline]
    pub fn __loopfuse_buffer<T>(&self) -> Buffer<'static, T> {
        match self.driver.size_hint() {
            (least, Some(most)) if least == most => {
                Buffer::with_capacity(least.min(ROOM / size_of::<T>().max(1)))
            }
            _ => Buffer::new(),
        }
    }
}

impl<I> Deref for HintedLength<'_, I> {
    type Target = UnknownLength;

    #[inline]
    fn deref(&self) -> &UnknownLength {
        &self.unknown
    }
}

/// What is left of a [`Driver`] that is no iterator, for all that its type says.
#[derive(Debug)]
pub struct UnknownLength(PhantomData<()>);

impl UnknownLength {
    /// An empty buffer that grows.
    #[inline]
    pub fn __loopfuse_buffer<T>(&self) -> Buffer<'static, T> {
        Buffer::new()
    }
}
