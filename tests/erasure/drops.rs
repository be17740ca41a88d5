//! Values of which somebody sees when they are dropped or cloned: destructors, guards of locks.

mod arrays;
mod for_loops;
mod locks;
mod operands_and_closures;
