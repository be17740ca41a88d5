//! `copied` and `cloned`, for one element.
//!
//! *In*: a reference. *Out*: a value. As functions, since `*x` and `x.clone()` mean something else when a reference to a
//! reference arrives: these accept exactly what the adapters accept.

/// What `Iterator::copied` does to an element.
#[inline(always)]
pub fn copied<T: Copy>(x: &T) -> T {
    *x
}

/// What `Iterator::cloned` does to an element.
#[inline]
pub fn cloned<T: Clone>(x: &T) -> T {
    x.clone()
}
