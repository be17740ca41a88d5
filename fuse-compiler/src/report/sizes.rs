//! Loops that run a different number of times, and what the user can write if they do not.
//!
//! In: a program with its sizes and clusters. Out: lines of the report.

use super::apart::Apart;
use super::is_opaque;
use crate::cnf::{BindingId, Lowered, Program, Reason, ValueId};
use crate::decided::Decided;
use crate::size::{Size, Sizes};
use std::fmt::{self, Write};

/// What can be done where the loops do run a different number of times.
pub(super) const COMMON: &str =
    "let both run over what they have in common, and add what is left outside";

/// More than this nobody reads.
const LIMIT: usize = 8;

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
    let program = &lowered.program;
    let sizes = &decided.sizes;
    let clusters = &decided.solution.clustering.clusters;
    let roots: Vec<(BindingId, &Size)> = clusters
        .iter()
        .filter_map(|cluster| {
            let root = cluster.iter().find(|id| sizes.transducer(**id).is_none())?;
            Some((*root, sizes.iteration(*root)?))
        })
        .filter(|(root, _)| !is_opaque(program, *root))
        .collect();
    let mut found = Vec::new();
    for (index, (a, size)) in roots.iter().enumerate() {
        for (b, other) in &roots[index + 1..] {
            let reason = Reason::IterationSize;
            if decided.graph.obstacle(*a, *b) != Some(reason) || size == other {
                continue;
            }
            let (first, second) = (sizes.show(size), sizes.show(other));
            let (label, next) = (program.label(*a), program.label(*b));
            if let Some(ends) = [*a, *b].into_iter().find(|id| may_end(lowered, *id)) {
                let message = format!("{} may end before its last turn", program.label(ends));
                let way_out = "if all elements may be looked at, let the body do nothing for those behind the last one";
                found.push(Apart::unexpected(
                    reason,
                    (*a, *b),
                    message,
                    Some(way_out.to_owned()),
                ));
                continue;
            }
            let way_out = match way_out(program, sizes, size, other) {
                Some((left, right)) => {
                    format!("if they never do, write `assert_eq!({left}, {right});` above both")
                }
                None => COMMON.to_owned(),
            };
            let message = format!("{label} runs {first} times, {next} runs {second} times");
            let mut apart = Apart::unexpected(reason, (*a, *b), message, Some(way_out));
            apart.line = format!("{label}: {first}, {next}: {second}");
            found.push(apart);
            if found.len() == LIMIT {
                return found;
            }
        }
    }
    found
}

/// True for a loop whose body may end it.
fn may_end(lowered: &Lowered<'_>, id: BindingId) -> bool {
    let chain = lowered.chain_of(id);
    let body = chain.and_then(|chain| chain.chain.consumer.body());
    body.is_some_and(|body| body.breaks)
}

/// What the user could state so that two sizes are one, if stating a single thing is enough.
fn way_out(program: &Program, sizes: &Sizes, a: &Size, b: &Size) -> Option<(String, String)> {
    let mut known: Vec<(Size, String)> = Vec::new();
    let mut add = |size: Size, spelt: Option<String>| {
        if let Some(spelt) = spelt
            && !known.iter().any(|(other, _)| *other == size)
        {
            known.push((size, spelt));
        }
    };
    for size in [a, b] {
        size.variables(&mut |variable| {
            let size = Size::Variable(variable);
            let spelt = array_of(program, sizes, &size);
            add(size, spelt);
        });
        if let Size::Known(text) = size {
            let spelt = text.chars().all(|c| c.is_alphanumeric() || c == '_');
            add(size.clone(), spelt.then(|| text.clone()));
        }
    }
    for (index, (one, spelt)) in known.iter().enumerate() {
        for (other, next) in &known[index + 1..] {
            let ((Size::Variable(from), to) | (to, Size::Variable(from))) = (one, other) else {
                continue;
            };
            let mut with = |variable| {
                if variable == *from {
                    to.clone()
                } else {
                    Size::Variable(variable)
                }
            };
            if a.substitute(&mut with) == b.substitute(&mut with) {
                return Some((spelt.clone(), next.clone()));
            }
        }
    }
    None
}

/// The length of an array that comes from outside or from a statement that is no chain: about what a
/// chain makes there is nothing to assert.
fn array_of(program: &Program, sizes: &Sizes, size: &Size) -> Option<String> {
    let made = program
        .bindings
        .iter()
        .filter(|binding| binding.is_opaque())
        .flat_map(|binding| &binding.outputs);
    let mut arrays = program.parameters.iter().chain(made);
    let array: &ValueId = arrays.find(|value| sizes.of(**value) == Some(size))?;
    Some(format!("{}.len()", program.value(*array).name))
}
