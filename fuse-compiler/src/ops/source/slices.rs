//! Chunks and windows of an array.

use crate::ops::recognised::sources::Takes::{Amount, Pattern};
use crate::ops::recognised::sources::{Count, Gives, Row, source};

pub(super) const ROWS: &[Row] = &[
    Row::borrows(
        "windows",
        Amount,
        Gives::Slices,
        &[source("xs.windows(3)", "k - 2")],
    )
    .counting(Count::Windows)
    .and(
        "par_windows",
        Some("Windows"),
        &["xs.par_windows(3)", "self.data.par_windows(3)"],
    ),
    Row::borrows(
        "chunks",
        Amount,
        Gives::Slices,
        &[source("xs.chunks(n)", "k / n, up")],
    )
    .counting(Count::Chunks(true))
    .and("par_chunks", Some("Chunks"), &["xs.par_chunks(n)"]),
    Row::borrows(
        "rchunks",
        Amount,
        Gives::Slices,
        &[source("xs.rchunks(n)", "k / n, up")],
    )
    .counting(Count::Chunks(true)),
    Row::borrows(
        "chunks_exact",
        Amount,
        Gives::Slices,
        &[source("xs.chunks_exact(n)", "k / n")],
    )
    .counting(Count::Chunks(false))
    .and(
        "par_chunks_exact",
        Some("ChunksExact"),
        &["xs.par_chunks_exact(n)"],
    ),
    Row::borrows(
        "chunk_by",
        Pattern,
        Gives::Slices,
        &[source("xs.chunk_by(|a, b| a < b)", "place")],
    ),
];
