//! `max`, `min` and their kin, one element at a time, with std's tie rules.
//!
//! *In*: the best element so far, none before the first, and an element. *Out*: the best of both. Of equal elements `max`
//! takes the last and `min` the first, and both ask `Ord::cmp(best, x)`, as `Iterator` documents it and does: `Ord::max`
//! may be overridden, and the two arguments of a comparison may be told apart by a user's `Ord`.

use core::cmp::Ordering;

use crate::{LANES, reduce};

/// One step of `Iterator::max`.
///
/// ```
/// let mut best = None;
/// for x in [3, 1, 4, 1, 5] {
///     best = fuse_runtime::max(best, x);
/// }
/// assert_eq!(best, Some(5));
/// ```
#[inline]
pub fn max<T: Ord>(best: Option<T>, x: T) -> Option<T> {
    max_by(best, x, T::cmp)
}

/// One step of `Iterator::min`.
#[inline]
pub fn min<T: Ord>(best: Option<T>, x: T) -> Option<T> {
    min_by(best, x, T::cmp)
}

/// One step of `Iterator::max_by`.
#[inline]
pub fn max_by<T>(best: Option<T>, x: T, compare: impl FnOnce(&T, &T) -> Ordering) -> Option<T> {
    reduce(best, x, |best, x| match compare(&best, &x) {
        Ordering::Greater => best,
        Ordering::Less | Ordering::Equal => better(x),
    })
}

/// One step of `Iterator::min_by`.
#[inline]
pub fn min_by<T>(best: Option<T>, x: T, compare: impl FnOnce(&T, &T) -> Ordering) -> Option<T> {
    reduce(best, x, |best, x| match compare(&best, &x) {
        Ordering::Greater => better(x),
        Ordering::Less | Ordering::Equal => best,
    })
}

/// [`max_by`] of what would wait for the one before it, were it selected: floats. Measured on the place of the largest double of what is computed,
/// 16 to 16 K of them: 1.3 to 1.7 times as fast as by a mask.
#[inline]
pub fn max_by_branch<T>(
    best: Option<T>,
    x: T,
    compare: impl FnOnce(&T, &T) -> Ordering,
) -> Option<T> {
    max_by(best, x, |best, x| branch(compare(best, x), Ordering::is_le))
}

/// [`min_by`] of such.
#[inline]
pub fn min_by_branch<T>(
    best: Option<T>,
    x: T,
    compare: impl FnOnce(&T, &T) -> Ordering,
) -> Option<T> {
    min_by(best, x, |best, x| branch(compare(best, x), Ordering::is_gt))
}

macro_rules! total {
    ($($float:ty: $max:ident $min:ident;)*) => {$(
        /// `total_cmp`, where the first is mostly greater: that is asked first.
        ///
        /// ```
        /// let order = fuse_runtime::total_max_f64(&f64::NAN, &1.0);
        /// assert_eq!(order, f64::NAN.total_cmp(&1.0));
        /// ```
        #[inline]
        #[must_use]
        pub fn $max(one: &$float, other: &$float) -> Ordering {
            if one > other {
                Ordering::Greater
            } else {
                one.total_cmp(other)
            }
        }

        /// `total_cmp`, where the first is mostly less: that is asked first.
        #[inline]
        #[must_use]
        pub fn $min(one: &$float, other: &$float) -> Ordering {
            if one < other {
                Ordering::Less
            } else {
                one.total_cmp(other)
            }
        }
    )*};
}

total! {
    f32: total_max_f32 total_min_f32;
    f64: total_max_f64 total_min_f64;
}

/// What is better than the best so far, which happens seldom. Of several words it is not selected: LLVM packs two of them
/// into a vector, and selects by a mask, which every element then waits for, where a branch is foreseen. (The farthest point of
/// quickhull: 2.0 ns an element, and 2.8 by a mask.)
#[inline]
fn better<T>(x: T) -> T {
    if size_of::<T>() > 2 * size_of::<usize>() {
        opaque();
    }
    x
}

/// An order that a branch is taken by where it `changes` something.
#[inline]
fn branch(order: Ordering, changes: fn(Ordering) -> bool) -> Ordering {
    if changes(order) {
        opaque();
    }
    order
}

/// What a branch that holds this does is not known to LLVM, so that it stays a branch.
#[inline]
fn opaque() {
    #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
    // SAFETY: there is no instruction.
    unsafe {
        core::arch::asm!("", options(nomem, nostack, preserves_flags));
    }
}

/// One step of `Iterator::max_by_key`. The key is computed once per element, and kept beside the best one.
///
/// ```
/// let mut best = None;
/// for name in ["fuse", "a", "loop"] {
///     best = fuse_runtime::max_by_key(best, name.len(), name);
/// }
/// assert_eq!(best.map(|(_, name)| name), Some("loop"));
/// ```
#[inline]
pub fn max_by_key<K: Ord, T>(best: Option<(K, T)>, key: K, x: T) -> Option<(K, T)> {
    max_by(best, (key, x), |(best, _), (key, _)| best.cmp(key))
}

/// One step of `Iterator::min_by_key`. The key is computed once per element, and kept beside the best one.
#[inline]
pub fn min_by_key<K: Ord, T>(best: Option<(K, T)>, key: K, x: T) -> Option<(K, T)> {
    min_by(best, (key, x), |(best, _), (key, _)| best.cmp(key))
}

/// The lesser of two numbers, the first if neither is: `f64::min` where the first is no NaN.
///
/// ```
/// assert_eq!(fuse_runtime::lesser(2.0, 1.0), 1.0);
/// assert_eq!(fuse_runtime::lesser(2.0, f64::NAN), 2.0);
/// ```
#[inline]
#[must_use]
pub fn lesser<T: PartialOrd>(best: T, x: T) -> T {
    if x < best { x } else { best }
}

/// The greater of two numbers, the first if neither is: `f64::max` where the first is no NaN.
#[inline]
#[must_use]
pub fn greater<T: PartialOrd>(best: T, x: T) -> T {
    if x > best { x } else { best }
}

/// The best of several lanes and of what was the best before them.
///
/// In halves: that is how vectors are compared, so that the lanes are left where they are.
#[inline]
#[must_use]
pub fn best_of<T: Copy>(before: T, mut lanes: [T; LANES], choose: impl Fn(T, T) -> T) -> T {
    let mut width = LANES;
    while width > 1 {
        width /= 2;
        for lane in 0..width {
            lanes[lane] = choose(lanes[lane], lanes[lane + width]);
        }
    }
    choose(before, lanes[0])
}

/// True if an extremum is a zero that it was not before. There are two zeros, and none is less than the other.
#[inline]
#[must_use]
pub fn becomes_zero<T: PartialEq + Default>(before: T, after: T) -> bool {
    after == T::default() && before != after
}

/// An element, if it is NaN; else what was so far: NaN stays.
///
/// ```
/// assert!(fuse_runtime::nan_or(1.0, f64::NAN).is_nan());
/// assert_eq!(fuse_runtime::nan_or(1.0, 2.0), 2.0);
/// ```
#[inline]
#[must_use]
#[expect(clippy::eq_op, reason = "NaN is what differs from itself")]
pub fn nan_or<T: Copy + PartialEq>(x: T, before: T) -> T {
    if x == x { before } else { x }
}

/// True if an order of all floats has something to say of them that `<` has not: the best so far or one of the elements is NaN, or the
/// best of the lanes is a zero, of which there are two.
#[inline]
#[must_use]
pub fn is_unordered<T: Copy + PartialOrd + Default>(
    fold: &Option<T>,
    best: T,
    lanes: [T; LANES],
) -> bool {
    let is_nan = |x: &T| x.partial_cmp(x).is_none();
    best == T::default() || fold.as_ref().is_some_and(is_nan) || lanes.iter().any(is_nan)
}

/// The best so far, if it is a number and no NaN: any number is chosen over that.
///
/// ```
/// assert_eq!(fuse_runtime::number_or(Some(1.0), f64::INFINITY), 1.0);
/// assert_eq!(fuse_runtime::number_or(Some(f64::NAN), f64::INFINITY), f64::INFINITY);
/// ```
#[inline]
#[must_use]
pub fn number_or<T: PartialOrd>(best: Option<T>, neutral: T) -> T {
    match best {
        Some(best) if best.partial_cmp(&neutral).is_some() => best,
        _ => neutral,
    }
}
