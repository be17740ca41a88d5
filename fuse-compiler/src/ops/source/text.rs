//! Methods of texts.

use crate::ops::recognised::sources::Takes::{Nothing, Pattern};
use crate::ops::recognised::sources::{Gives, Row, source};

pub(super) const ROWS: &[Row] = &[
    Row::borrows(
        "chars",
        Nothing,
        Gives::Values("char"),
        &[source("text.chars()", "place")],
    )
    .again(),
    Row::borrows(
        "char_indices",
        Nothing,
        Gives::Unseen,
        &[source("text.char_indices()", "place")],
    ),
    Row::borrows(
        "bytes",
        Nothing,
        Gives::Values("u8"),
        &[source("text.bytes()", "place")],
    )
    .again()
    .of_readers(),
    Row::borrows(
        "lines",
        Nothing,
        Gives::Texts,
        &[source("text.lines()", "place")],
    )
    .of_readers(),
    Row::borrows(
        "split",
        Pattern,
        Gives::Texts,
        &[source("text.split(',')", "place")],
    )
    .of_readers(),
    Row::borrows(
        "rsplit",
        Pattern,
        Gives::Unseen,
        &[source("text.rsplit(',')", "place")],
    ),
    Row::borrows(
        "split_inclusive",
        Pattern,
        Gives::Unseen,
        &[source("text.split_inclusive(',')", "place")],
    ),
    Row::borrows(
        "split_terminator",
        Pattern,
        Gives::Unseen,
        &[source("text.split_terminator(',')", "place")],
    ),
    Row::borrows(
        "split_whitespace",
        Nothing,
        Gives::Texts,
        &[source("text.split_whitespace()", "place")],
    ),
    Row::borrows(
        "split_ascii_whitespace",
        Nothing,
        Gives::Texts,
        &[source("text.split_ascii_whitespace()", "place")],
    ),
    Row::borrows(
        "matches",
        Pattern,
        Gives::Unseen,
        &[source("text.matches(\"ab\")", "place")],
    ),
    Row::borrows(
        "match_indices",
        Pattern,
        Gives::Unseen,
        &[source("text.match_indices(\"ab\")", "place")],
    ),
];
