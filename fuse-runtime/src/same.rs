//! Whether a name means what std means by it: an expansion sees how a type or a function is spelt, and rustc knows which it is.
//!
//! *In*: a value or a function of the user's. *Out*: the same as his function gives; by one comparison where it is `f64::max`
//! or `f64::min`, or their like, of primitive floats. The question is settled when the code is compiled for its types.

use crate::Integer;
use crate::erased::same;
use core::mem::transmute_copy;

/// True if the type of a function is that of another.
#[inline(always)]
fn is<F, G: 'static>(_other: &G) -> bool {
    same::<F, G>()
}

/// The number of type `N` that two values are replaced by, if they are of that type.
#[inline(always)]
fn of_two<N: Copy + 'static, A, B>(best: &A, x: &B, choose: impl FnOnce(N, N) -> N) -> Option<A> {
    if !same::<A, N>() || !same::<B, N>() {
        return None;
    }
    // SAFETY: `A` and `B` are `N`.
    unsafe {
        let chosen = choose(transmute_copy(best), transmute_copy(x));
        Some(transmute_copy(&chosen))
    }
}

macro_rules! choices {
    ($($by:ident $or:ident $keeps:ident $reduces:ident $method:ident $chooser:ident)+) => {$(
        /// What a function of two values chooses: by one comparison if it is the primitive floats' and the first is no NaN.
        ///
        /// ```
        #[doc = concat!("let choose = fuse_runtime::", stringify!($by), "(|a: f64, _: f64| a);")]
        /// assert_eq!(choose(1.0, 2.0), 1.0);
        #[doc = concat!("let choose = fuse_runtime::", stringify!($by), "(f64::", stringify!($method), ");")]
        #[doc = concat!("assert_eq!(choose(1.0, 2.0), 1.0_f64.", stringify!($method), "(2.0));")]
        /// ```
        #[inline(always)]
        pub fn $by<A, B, F: FnOnce(A, B) -> A>(chosen: F) -> impl FnOnce(A, B) -> A {
            move |best, x| {
                let found = if is::<F, _>(&f64::$method) {
                    of_two::<f64, A, B>(&best, &x, crate::$chooser)
                } else if is::<F, _>(&f32::$method) {
                    of_two::<f32, A, B>(&best, &x, crate::$chooser)
                } else {
                    None
                };
                match found {
                    Some(found) => found,
                    None => chosen(best, x),
                }
            }
        }

        /// What a method chooses, of primitive floats by one comparison; of anything else as the closure says.
        #[inline(always)]
        pub fn $or<A, B>(best: A, x: B, otherwise: impl FnOnce(A, B) -> A) -> A {
            let found = of_two::<f64, A, B>(&best, &x, crate::$chooser);
            match found.or_else(|| of_two::<f32, A, B>(&best, &x, crate::$chooser)) {
                Some(found) => found,
                None => otherwise(best, x),
            }
        }

        /// True if that function of the primitive floats folds a value.
        #[inline(always)]
        pub fn $keeps<A, B, F: FnOnce(A, B) -> A>(_best: &A, _chosen: F) -> bool {
            is::<F, _>(&f64::$method) || is::<F, _>(&f32::$method)
        }

        /// True if that function of the primitive floats reduces values.
        #[inline(always)]
        pub fn $reduces<A, F: FnOnce(A, A) -> A>(_best: &Option<A>, _chosen: F) -> bool {
            is::<F, _>(&f64::$method) || is::<F, _>(&f32::$method)
        }
    )+};
}

choices! {
    by_greater greater_or keeps_greater reduces_greater max greater
    by_lesser lesser_or keeps_lesser reduces_lesser min lesser
}

/// True for a primitive float.
#[inline(always)]
pub fn is_float<A>(_: &A) -> bool {
    same::<A, f64>() || same::<A, f32>()
}

/// The float that every other is chosen over where the least is kept, or the greatest.
///
/// # Panics
/// Of any other type: an expansion asks [`is_float`] before.
#[inline(always)]
#[must_use]
pub fn farthest<N: Copy>(smallest: bool) -> N {
    let least = if smallest {
        f64::INFINITY
    } else {
        f64::NEG_INFINITY
    };
    // SAFETY: `N` is the float.
    unsafe {
        if same::<N, f64>() {
            transmute_copy(&least)
        } else if same::<N, f32>() {
            transmute_copy(&(least as f32))
        } else {
            unreachable!("no primitive float")
        }
    }
}

/// True for the float that every other is chosen over.
///
/// # Panics
/// As [`farthest`].
#[inline(always)]
#[must_use]
pub fn is_farthest<N: Copy + PartialEq>(best: N, smallest: bool) -> bool {
    best == farthest::<N>(smallest)
}

/// What is chosen over no integer where the greatest is kept.
#[inline(always)]
#[must_use]
pub fn least<N: Integer>() -> N {
    N::LEAST
}

/// What is chosen over no integer where the least is kept.
#[inline(always)]
#[must_use]
pub fn greatest<N: Integer>() -> N {
    N::GREATEST
}

#[cfg(test)]
mod tests {
    use super::{
        by_greater, by_lesser, greater_or, keeps_greater, lesser_or, reduces_lesser, same,
    };

    fn first<T>(a: T, _: T) -> T {
        a
    }

    #[test]
    fn types_are_told_apart() {
        assert!(same::<f64, f64>() && !same::<f32, f64>() && !same::<&f64, f64>());
    }

    #[test]
    fn only_the_floats_own_functions_are_replaced() {
        assert_eq!(by_greater(f64::max)(1.0, f64::NAN), 1.0);
        // By one comparison a NaN stays where it is.
        assert!(by_greater(f64::max)(f64::NAN, 1.0).is_nan());
        assert!(by_lesser(f32::min)(f32::NAN, 1.0).is_nan());
        assert_eq!(by_greater(first)(1, 2), 1);
        assert_eq!(by_greater(|a: f64, _: f64| a)(1.0, 2.0), 1.0);
        assert_eq!(by_greater(f64::min)(1.0, 2.0), 1.0);
        let words = (String::from("a"), String::from("b"));
        assert_eq!(by_greater(first)(words.0, words.1), "a");
    }

    #[test]
    fn methods_are_replaced_of_floats_alone() {
        assert!(lesser_or(f64::NAN, 1.0, |a, b| a.min(b)).is_nan());
        assert_eq!(greater_or(1_u8, 7, |a, _| a), 1);
        assert_eq!(greater_or(String::from("a"), "b", |a, b| a + b), "ab");
    }

    #[test]
    fn what_keeps_in_lanes() {
        assert!(keeps_greater(&1.0, f64::max) && !keeps_greater(&1.0, f64::min));
        assert!(reduces_lesser(&Some(1.0), f32::min) && !reduces_lesser(&Some(1.0), first));
    }

    use alloc::string::String;
}
