//! What a chain runs over: slices, ranges, fields, iterators that are handed in, places that change.

mod arrays_and_ranges;
mod bound_first;
mod changing;
mod fields;
mod iterators;
mod made_here;
mod matrices;
mod other_words;
mod products;
mod pushed;
mod read_once;
mod stored;
mod strided;
