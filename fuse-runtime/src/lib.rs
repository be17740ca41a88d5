//! What expansions of `#[fuse]` call.
#![no_std]
extern crate alloc;
