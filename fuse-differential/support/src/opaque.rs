//! Functions that the macro can know nothing of, and effects that show in the log.

use std::hint::black_box;

use crate::image::{Image, Same};
use crate::tracked;

/// A struct that holds something in a field.
#[derive(Debug)]
pub struct Held<T> {
    /// What it holds.
    pub values: T,
}

/// Puts something into a struct.
pub fn hold<T>(values: T) -> Held<T> {
    Held { values }
}

/// An effect outside workers: `label` and `value` go into the log of drops and effects.
pub fn effect<T: Same>(label: u32, value: T) {
    tracked::log_effect(label, &Image::of(&value));
}

/// Reads a slice: an effect that shows its length and its ends.
pub fn observe<T: Same>(values: &[T]) -> usize {
    tracked::log_effect(
        u32::MAX,
        &Image::of(&(values.len(), values.first(), values.last())),
    );
    values.len()
}

/// Reads any place: an effect that shows all of it.
pub fn touch<T: Same + ?Sized>(value: &T) {
    tracked::log_effect(u32::MAX - 1, &Image::of(value));
}

/// Changes a vector without changing what kinds of values it has: it reverses it, and forgets the
/// last value of an odd number of them.
pub fn mutate<T>(values: &mut Vec<T>) {
    values.reverse();
    if values.len() % 2 == 1 {
        values.pop();
    }
}

/// Makes a vector longer by one of its own values.
pub fn grow<T: Clone>(values: &mut Vec<T>) {
    if let Some(first) = values.first().cloned() {
        values.push(first);
    }
}

/// Takes a value and drops it; that it was taken is an effect.
pub fn consume<T>(value: T) {
    tracked::log_effect(u32::MAX - 2, &Image::of(&()));
    drop(value);
}

/// The value itself, by a call.
pub fn identity<T>(value: T) -> T {
    value
}

/// The value itself, by a call that the optimiser does not see through.
pub fn opaque<T>(value: T) -> T {
    black_box(value)
}

/// The reference itself, by a call that the optimiser does not see through.
pub fn opaque_ref<T: ?Sized>(value: &T) -> &T {
    black_box(value)
}
