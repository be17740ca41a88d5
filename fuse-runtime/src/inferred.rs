//! Sums and collections of a type that only rustc knows, and perhaps only from a later statement.
//!
//! *In*: the iterator as written, of which no element has been taken. *Out*: a sum or a collection that a loop fills, if the type turns
//! out to be one of which it is known what filling it means: a primitive number made of such numbers or of references to
//! them, a `Vec`. Of any other type it is what its own `Sum` or `FromIterator` makes of the iterator, and the loop leaves
//! it alone. Both types are known where the code is compiled, so nothing is left of the question in an optimised build.

use crate::erased::same;
use crate::{Buffer, Elements, ExactBuffer};
use alloc::vec::Vec;
use core::iter::{Product, Sum, empty};
use core::marker::PhantomData;
use core::ops::{Add, Mul};

/// A value as what its type is, if it is `B`.
#[inline(always)]
pub(crate) fn as_mut<A, B: 'static>(value: &mut A) -> Option<&mut B> {
    if same::<A, B>() {
        // SAFETY: the two are the same type. `B` has no lifetime in it, so neither has `A`.
        Some(unsafe { &mut *core::ptr::from_mut(value).cast::<B>() })
    } else {
        None
    }
}

/// A number that an element is, or that it refers to, if it is a `B`.
#[inline(always)]
pub(crate) fn number_in<A, B: Copy + 'static>(element: &A) -> Option<B> {
    if same::<A, B>() {
        // SAFETY: the two are the same type, which is `Copy`.
        Some(unsafe { *core::ptr::from_ref(element).cast::<B>() })
    } else if same::<A, &'static B>() {
        // SAFETY: `A` is a reference to a `B` of some lifetime. It is alive here, and is read before this returns.
        Some(unsafe { **core::ptr::from_ref(element).cast::<&B>() })
    } else {
        None
    }
}

/// A value as what its type is, if it is `B`.
#[inline(always)]
pub(crate) fn exactly<A: Copy + 'static, B>(value: A) -> Option<B> {
    // SAFETY: the two are the same type, which is `Copy`.
    same::<A, B>().then(|| unsafe { core::mem::transmute_copy(&value) })
}

/// The number that an element is, or that it refers to; of anything else, which is never asked for it, nothing.
///
/// ```
/// assert_eq!(fuse_runtime::number_of::<i64, _>(3i64), 3);
/// assert_eq!(fuse_runtime::number_of::<f64, _>(&0.5), 0.5);
/// ```
#[inline(always)]
pub fn number_of<N: Copy + Default + 'static, E>(element: E) -> N {
    number_in::<E, N>(&element).unwrap_or_default()
}

/// Does something for the primitive number that a type is.
macro_rules! each_number {
    ($number:ident => $body:expr) => {{
        each_number!(@ $number => $body;
            f64 f32 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
    }};
    (@ $number:ident => $body:expr; $($of:ident)*) => {
        $({
            type $number = $of;
            $body
        })*
    };
}

/// Whether std adds such elements up to such a number, or multiplies them, one after the other.
#[inline(always)]
fn is_number<S, T>() -> bool {
    let mut known = false;
    each_number!(N => known |= same::<S, N>() && (same::<T, N>() || same::<T, &'static N>()));
    known
}

/// A sum or a product whose type rustc infers.
///
/// ```
/// let numbers = [1.5, 2.5];
/// let mut sum = fuse_runtime::inferred_sum(numbers.iter());
/// for x in &numbers {
///     if sum.is_ours() {
///         sum.add(x);
///     }
/// }
/// let total: f64 = sum.finish();
/// assert_eq!(total, 4.0);
/// ```
#[derive(Debug)]
pub struct Inferred<S> {
    value: S,
    ours: bool,
}

/// What std starts the sum of such elements from, or the whole sum if its type has a way of its own.
#[inline(always)]
pub fn inferred_sum<S: Sum<I::Item>, I: Iterator>(elements: I) -> Inferred<S> {
    let ours = is_number::<S, I::Item>();
    Inferred {
        value: if ours {
            empty::<I::Item>().sum()
        } else {
            elements.sum()
        },
        ours,
    }
}

/// What std starts the product of such elements from, or the whole product if its type has a way of its own.
#[inline(always)]
pub fn inferred_product<S: Product<I::Item>, I: Iterator>(elements: I) -> Inferred<S> {
    let ours = is_number::<S, I::Item>();
    Inferred {
        value: if ours {
            empty::<I::Item>().product()
        } else {
            elements.product()
        },
        ours,
    }
}

impl<S> Inferred<S> {
    /// Whether the loop makes it.
    #[inline(always)]
    pub fn is_ours(&self) -> bool {
        self.ours
    }

    /// Adds an element. It overflows where std's sum does.
    #[inline(always)]
    pub fn add<T>(&mut self, element: T)
    where
        S: Sum<T>,
    {
        each_number!(N => if let (Some(sum), Some(x)) =
            (as_mut::<S, N>(&mut self.value), number_in::<T, N>(&element))
        {
            // By name, the operator follows the crate that it is compiled for in what it does on overflow.
            *sum = Add::add(*sum, x);
        });
    }

    /// Adds an element if it is `kept`, without a branch; else what changes nothing: `x + -0.0` is `x` to the bit, for every `x`.
    #[inline(always)]
    pub fn add_if<T>(&mut self, kept: bool, element: T)
    where
        S: Sum<T>,
    {
        each_number!(N => if let (Some(sum), Some(x)) =
            (as_mut::<S, N>(&mut self.value), number_in::<T, N>(&element))
        {
            // Of floats std starts a sum from -0.0.
            *sum = Add::add(*sum, if kept { x } else { empty::<N>().sum() });
        });
    }

    /// Multiplies by an element.
    #[inline(always)]
    pub fn multiply<T>(&mut self, element: T)
    where
        S: Product<T>,
    {
        each_number!(N => if let (Some(product), Some(x)) =
            (as_mut::<S, N>(&mut self.value), number_in::<T, N>(&element))
        {
            *product = Mul::mul(*product, x);
        });
    }

    /// The sum or product.
    #[inline(always)]
    pub fn finish(self) -> S {
        self.value
    }
}

/// What a collection is filled through.
pub trait InferredRoom<T> {
    /// One that holds nothing and has asked for no memory.
    fn nothing() -> Self;
    /// Adds an element.
    fn hold(&mut self, element: T);
    /// The elements.
    fn held(self) -> Elements<T>;
}

impl<T> InferredRoom<T> for ExactBuffer<T> {
    #[inline(always)]
    fn nothing() -> Self {
        ExactBuffer::with_length(0)
    }

    #[inline(always)]
    fn hold(&mut self, element: T) {
        self.push(element);
    }

    #[inline(always)]
    fn held(self) -> Elements<T> {
        self.into_elements()
    }
}

impl<T> InferredRoom<T> for Buffer<'static, T> {
    #[inline(always)]
    fn nothing() -> Self {
        Buffer::new()
    }

    #[inline(always)]
    fn hold(&mut self, element: T) {
        self.push(element);
    }

    #[inline(always)]
    fn held(self) -> Elements<T> {
        self.into_elements()
    }
}

/// A collection whose type rustc infers.
///
/// ```
/// let numbers = [1, 2];
/// let elements = numbers.iter().map(|x| x * 2);
/// let mut doubled = fuse_runtime::inferred_collection!(elements);
/// for x in &numbers {
///     if doubled.is_ours() {
///         doubled.push(x * 2);
///     }
/// }
/// let doubled: Vec<i32> = doubled.finish();
/// assert_eq!(doubled, [2, 4]);
/// ```
#[derive(Debug)]
pub struct InferredCollection<C, B, T> {
    room: B,
    collected: Option<C>,
    elements: PhantomData<T>,
}

/// An empty collection of such elements, with room for them by the type of their iterator; or all of it if its type is no `Vec`.
#[macro_export]
macro_rules! inferred_collection {
    ($elements:expr) => {{
        let elements = $elements;
        $crate::inferred_collection(elements, |elements| $crate::buffer!(*elements))
    }};
}

/// An empty collection of such elements, or all of it if its type is no `Vec`.
#[inline(always)]
pub fn inferred_collection<C: FromIterator<I::Item>, I: Iterator, B: InferredRoom<I::Item>>(
    elements: I,
    room: impl FnOnce(&I) -> B,
) -> InferredCollection<C, B, I::Item> {
    let ours = same::<C, Vec<I::Item>>();
    InferredCollection {
        room: if ours { room(&elements) } else { B::nothing() },
        collected: if ours { None } else { Some(elements.collect()) },
        elements: PhantomData,
    }
}

impl<C: FromIterator<T>, B: InferredRoom<T>, T> InferredCollection<C, B, T> {
    /// Whether the loop makes it.
    #[inline(always)]
    pub fn is_ours(&self) -> bool {
        self.collected.is_none()
    }

    /// Adds an element.
    #[inline(always)]
    pub fn push(&mut self, element: T) {
        self.room.hold(element);
    }

    /// The collection: of a `Vec` the one that was filled.
    #[inline(always)]
    pub fn finish(self) -> C {
        match self.collected {
            Some(collected) => collected,
            None => self.room.held().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{inferred_product, inferred_sum};
    use alloc::collections::BTreeSet;
    use alloc::vec;
    use alloc::vec::Vec;
    use core::iter::Sum;

    #[derive(Debug, PartialEq)]
    struct Counted(usize);

    impl<'a> Sum<&'a f64> for Counted {
        fn sum<I: Iterator<Item = &'a f64>>(elements: I) -> Counted {
            Counted(elements.count())
        }
    }

    struct Money(f64);

    impl Sum<Money> for f64 {
        fn sum<I: Iterator<Item = Money>>(elements: I) -> f64 {
            elements.fold(100.0, |sum, money| sum + money.0)
        }
    }

    #[test]
    fn a_number_is_added_up_by_the_loop() {
        let xs = [0.1, 0.2, -0.0, 1e300];
        let mut sum = inferred_sum(xs.iter());
        let mut product = inferred_product(xs.iter().copied());
        for x in &xs {
            assert!(sum.is_ours() && product.is_ours());
            sum.add(x);
            product.multiply(*x);
        }
        let (sum, product): (f64, f64) = (sum.finish(), product.finish());
        assert_eq!(sum.to_bits(), xs.iter().sum::<f64>().to_bits());
        assert_eq!(product.to_bits(), xs.iter().product::<f64>().to_bits());
        let none: f64 = inferred_sum(xs[..0].iter()).finish();
        assert_eq!(none.to_bits(), xs[..0].iter().sum::<f64>().to_bits());
    }

    #[test]
    fn a_type_with_a_sum_of_its_own_is_left_to_it() {
        let xs = [1.0, 2.0];
        let sum = inferred_sum(xs.iter());
        assert!(!sum.is_ours());
        let counted: Counted = sum.finish();
        assert_eq!(counted, Counted(2));
        let sum = inferred_sum(xs.iter().map(|x| Money(*x)));
        assert!(!sum.is_ours());
        let sum: f64 = sum.finish();
        assert_eq!(sum.to_bits(), 103.0_f64.to_bits());
    }

    #[test]
    fn only_a_vec_is_filled() {
        let words = [vec![1], vec![2]];
        let mut kept = inferred_collection!(words.iter());
        for word in &words {
            assert!(kept.is_ours());
            kept.push(word);
        }
        let kept: Vec<&Vec<i32>> = kept.finish();
        assert_eq!(kept, [&[1], &[2]]);
        let set = inferred_collection!(words.iter());
        assert!(!set.is_ours());
        let set: BTreeSet<&Vec<i32>> = set.finish();
        assert_eq!(set.len(), 2);
        let all = inferred_collection!(words.iter().map(|word| word.first().copied()));
        assert!(!all.is_ours());
        let all: Option<Vec<i32>> = all.finish();
        assert_eq!(all, Some(vec![1, 2]));
    }

    #[test]
    fn in_generic_code_each_instance_has_its_answer() {
        fn is_summed<'a, S: Sum<&'a S> + 'a>(of: &'a [S]) -> bool {
            inferred_sum::<S, _>(of.iter()).is_ours()
        }
        assert!(is_summed(&[1_u8]) && is_summed(&[1.0]));
        assert!(!is_summed(&[core::num::Wrapping(1)]));
    }
}
