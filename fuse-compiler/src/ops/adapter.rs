//! The adapters, one a file: its rows, how it is recognised, what it is in the normal form, and what is known of it.
//!
//! In: nothing. Out: the rows of all of them. To add one is to write its file and to name it here.

mod driver;
pub(crate) mod optional;

macro_rules! adapters {
    ($($file:ident)*) => {
        $(pub(crate) mod $file;)*

        /// The rows of each file.
        pub(super) const FILES: &[&[super::recognised::adapters::Row]] = &[$($file::ROWS),*];
    };
}

adapters! {
    map
    filter
    filter_map
    copied
    cloned
    enumerate
    zip
    flat_map
    flatten
    scan
    rearranged
    chain
    take_while
    whole
    itertools
    with_len
}
