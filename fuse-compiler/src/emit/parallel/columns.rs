//! A struct of arrays that the body of a range reads by index.
//!
//! In: the chains of a loop. Out: the struct that the body is to be given as an argument of a function of its own, instead of
//! capturing it. Of an argument LLVM knows that it can be read at any time and that nothing changes it, so that where its
//! arrays are is read once, not for each element: of what a closure captures it knows neither.

use crate::cnf::LoweredChain;
use crate::syntax::worker::Judgment;
use proc_macro2::Ident;
use std::collections::BTreeSet;

/// A function of its own hides from LLVM how long the loop is, which with one array or two spares checks of bounds.
const MANY: usize = 3;

/// The struct of which the chains index the most fields, if these are many.
pub(super) fn struct_of<'a>(chains: &[&'a LoweredChain<'_>]) -> Option<&'a Ident> {
    let columns: Vec<_> = inlined(chains)
        .flat_map(|judgment| &judgment.columns.fields)
        .collect();
    let fields = |name: &Ident| {
        let of = columns.iter().filter(|column| column.of == *name);
        of.map(|column| &column.field)
            .collect::<BTreeSet<_>>()
            .len()
    };
    let first = columns
        .iter()
        .rev()
        .max_by_key(|column| fields(&column.of))?;
    (fields(&first.of) >= MANY).then_some(&first.of)
}

/// The numbers that the chains read, unless an element may borrow one: a range has its own, for the same reason.
pub(super) fn numbers<'a>(chains: &[&'a LoweredChain<'_>]) -> Vec<&'a Ident> {
    let read = |values: bool| {
        let inlined = inlined(chains).filter(move |judgment| judgment.value_result == values);
        inlined.flat_map(|judgment| &judgment.columns.numbers)
    };
    let mut numbers: Vec<&Ident> = Vec::new();
    for name in read(true) {
        if !numbers.contains(&name) && read(false).all(|other| other != name) {
            numbers.push(name);
        }
    }
    numbers
}

/// What is known of the workers that stand in the body: what a worker reads that is bound is read outside.
fn inlined<'a>(chains: &[&'a LoweredChain<'_>]) -> impl Iterator<Item = &'a Judgment> {
    let workers = chains.iter().flat_map(|chain| chain.chain.workers());
    let inlined = workers.filter(|worker| worker.judgment.inline);
    inlined.map(|worker| &worker.judgment)
}
