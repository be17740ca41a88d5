//! What statements say about lengths.
