//! Loops that run a different number of times, and what the user can write if they do not.
//!
//! In: a program with its sizes and clusters. Out: lines of the report.

use super::apart::Apart;
use crate::cnf::{Length, Lowered, Reason};
use crate::decided::Decided;
use crate::versioning::lengths;
use std::fmt::{self, Write};

/// What can be done where the loops do run a different number of times.
pub(super) const COMMON: &str =
    "let both run over what they have in common, and add what is left outside";

/// Writes each pair of loops that only their sizes keep apart.
pub(super) fn write(out: &mut String, lowered: &Lowered<'_>, decided: &Decided) -> fmt::Result {
    for (index, apart) in unequal(lowered, decided).iter().enumerate() {
        if index == 0 {
            writeln!(out, "  run a different number of times:")?;
        }
        writeln!(out, "    {}", apart.line)?;
        if let Some(way_out) = &apart.way_out {
            writeln!(out, "      {way_out}")?;
        }
    }
    Ok(())
}

/// Each pair of loops that only their sizes keep apart, but not more than anybody reads.
pub(super) fn unequal(lowered: &Lowered<'_>, decided: &Decided) -> Vec<Apart> {
    let sizes = &decided.sizes;
    let pairs = lengths::unequal(lowered, decided);
    let told = pairs.into_iter().map(|pair| {
        let ((a, size), (b, other)) = (pair.first, pair.second);
        let reason = Reason::IterationSize;
        let (first, second) = (sizes.show(size), sizes.show(other));
        let label = |id| lowered.program.label(id);
        if let Some(ends) = [a, b].into_iter().find(|id| lengths::may_end(lowered, *id)) {
            let message = format!("{} may end before its last turn", label(ends));
            let way_out = "if all elements may be looked at, let the body do nothing for those behind the last one";
            return Apart::unexpected(reason, (a, b), message, Some(way_out.to_owned()));
        }
        let equal = lengths::equal_if(lowered, sizes, (size, other));
        let way_out = match equal.as_deref() {
            Some([left, right]) => {
                let (left, right) = (shown(left), shown(right));
                format!("if they never do, write `assert_eq!({left}, {right});` above both")
            }
            _ => COMMON.to_owned(),
        };
        let (label, next) = (label(a), label(b));
        let message = format!("{label} runs {first} times, {next} runs {second} times");
        let mut apart = Apart::unexpected(reason, (a, b), message, Some(way_out));
        apart.line = format!("{label}: {first}, {next}: {second}");
        apart
    });
    told.collect()
}

fn shown((length, name): &(Length, String)) -> String {
    match length {
        Length::Of(_) => format!("{name}.len()"),
        _ => name.clone(),
    }
}
