//! Closures with statements of their own, `async` blocks and `unsafe` blocks.

mod async_and_unsafe;
mod bodies;
mod divisors;
