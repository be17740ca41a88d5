//! Compile-time loop fusion for ordinary iterator chains.
#![no_std]
pub use fuse_macro::fuse;
#[doc(hidden)]
pub use fuse_runtime as __private;
