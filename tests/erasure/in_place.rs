//! Arrays that are changed where they stand, and memory that another array takes over.

mod elements;
mod memory;
mod taken_before;
