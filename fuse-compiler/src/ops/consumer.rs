//! The consumers, one a file: its row, how it is recognised, what is known of it, and its part in a loop.
//!
//! In: nothing. Out: the rows of all of them. To add one is to write its file and to name it here.

mod in_place;
pub(crate) mod inferred;
pub(crate) mod solitary;

macro_rules! consumers {
    ($($file:ident)*) => {
        $(pub(crate) mod $file;)*

        /// The rows of each file.
        pub(super) const FILES: &[&[super::recognised::row::Consumer]] = &[
            solitary::ROWS,
            $($file::ROWS),*
        ];
    };
}

consumers! {
    collect
    count
    decide
    each
    extremum
    fold
    last
    range_fold
    reduce
    split
    sum
}
