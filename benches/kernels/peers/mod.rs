//! The kernels with the crates that people use today, where they apply.

use super::shared;

pub(crate) mod ndarray;
pub(crate) mod reductor;
