//! loops: 1, contracted: iter
// What the prelude declares means something else here, and the variables are spelt as those of an
// expansion.

#![allow(non_camel_case_types, reason = "the point of it")]

pub enum Option<T> {
    Some(T),
    None,
}

pub use Option::{None, Some};

pub struct usize;

pub struct String;

pub mod loopfuse {}

pub mod std {}

pub fn drop() {}

#[::loopfuse::fuse]
pub fn hostile(driver: &[i64], xs_item: i64) -> Option<i64> {
    let iter: Vec<i64> = driver.iter().map(|result| result + xs_item).collect();
    let iter_fold: i64 = iter.iter().sum();
    let iter_item = iter.iter().filter(|iter_fold| **iter_fold > 0).count();
    let collection = iter
        .iter()
        .enumerate()
        .map(|(index, fold)| index as i64 * fold)
        .max();
    if iter_item == 0 {
        None
    } else {
        Some(iter_fold + collection.unwrap_or(0))
    }
}
