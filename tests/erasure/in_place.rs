//! Arrays that are changed where they stand, and memory that another array takes over.

mod behind_a_collect;
mod elements;
mod memory;
mod taken_before;
