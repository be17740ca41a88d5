//! Adapters that only rayon has: `with_min_len(n)`, `with_max_len(n)`, `par_bridge()`.

use crate::ops::chain::stream::Stream;
use crate::ops::reading::{Parsed, refuse};
use crate::ops::recognised::adapters::{Call, Row};
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::Argument::Value;
use crate::rust::cause::Cause;
use crate::rust::side_effect_free;

const NO_ORDER: &str = "it gives the elements to the threads in no order";

pub(super) const ROWS: &[Row] = &[
    Row::new("with_min_len", &[Value], &[], |call| length(call, true))
        .and(Meaning::Indexed, &["with_min_len(64)"]),
    Row::new("with_max_len", &[Value], &[], |call| length(call, false))
        .and(Meaning::Indexed, &["with_max_len(4096)"]),
    Row::new("par_bridge", &[], &[], |call| call.refused()).but(&["par_bridge()"], NO_ORDER),
];

/// How long ranges are to be, by a constant.
fn length(call: Call<'_>, least: bool) -> Parsed<Stream> {
    let length = call.argument(0)?;
    let judged = side_effect_free::transparent(length, call.parser.environment);
    let mut stream = call.stream;
    match (&mut stream.parallel, judged) {
        (Some(parallel), Some(judged)) if judged.reads.is_empty() => {
            let lengths = if least {
                &mut parallel.least
            } else {
                &mut parallel.most
            };
            lengths.push(length.clone());
            Ok(stream)
        }
        _ => refuse(length, Cause::Argument(call.row.name.into())),
    }
}
