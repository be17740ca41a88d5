//! Functions under the attribute whose expansions reach every module of the runtime that is `unsafe`, for Miri and for
//! AddressSanitizer.
//!
//! *In*: the texts in `src/texts`. *Out*: each of them twice, `plain` and `fused`; the tests hold one against the other on
//! inputs that are small and still longer than a block.
#![allow(missing_docs, reason = "the texts are written as programs are")]

#[path = "texts"]
pub mod plain {
    pub(crate) use fuse_test_attributes::erase as fuse;
    pub mod changed;
    pub mod owned;
    pub mod pointers;
    pub mod stored;
    pub mod strings;
    #[cfg(feature = "parallel")]
    pub mod threads;
}

#[path = "texts"]
pub mod fused {
    pub(crate) use loopfuse::fuse;
    pub mod changed;
    pub mod owned;
    pub mod pointers;
    pub mod stored;
    pub mod strings;
    #[cfg(feature = "parallel")]
    pub mod threads;
}

pub mod counted;
