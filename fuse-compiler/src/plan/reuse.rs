//! Arrays that are read for the last time by what makes another one of them.
//!
//! In: a program, its loops, its sizes. Out: the arrays whose memory another array takes over, with the chain or the loop that
//! makes that one. It makes one element of the same type for each element of the array, in order, so that each can be written
//! where the other was read: no memory is asked for, and none of it is touched twice. The array must be of a loop, as long as its
//! allocation, and nobody else's: then nothing tells the two apart. Its elements and those of the other are visibly primitive.

use crate::cnf::{BindingId, ChainId, Lowered, ValueId};
use crate::loops::{Loop, Outcome};
use crate::ops::chain::{Access, Adapter, Source, Worker};
use crate::ops::consumer::collect::Collect;
use crate::plan::elements::{element, element_of, is_slice};
use crate::plan::loop_plan::{By, Reads, Reused};
use crate::plan::ranges::is_parallel;
use crate::plan::rule::{Context, Rule};
use crate::size::Sizes;
use syn::Expr;

/// How a chain makes one element of another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rewriting<'a> {
    /// The closure.
    pub(crate) worker: &'a Worker,
    /// True if it takes the elements themselves.
    pub(crate) copied: bool,
}

/// Arrays that a loop writes over those it reads for the last time.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        if plan.is_free() && !plan.parallel && plan.reads == Reads::AsWritten {
            plan.overwrites = in_loop(context, &plan.nest);
        }
    },
};

/// Those of a loop.
fn in_loop(context: &Context<'_, '_>, nest: &Loop) -> Vec<Reused> {
    let lowered = context.lowered;
    let mut reused: Vec<Reused> = Vec::new();
    for (made, array) in given_up(lowered, context.loops) {
        let last = readers_outside(lowered, made, array);
        if last.is_empty()
            || !last.iter().all(|id| nest.cluster.contains(id))
            || !is_as_long_as_its_allocation(lowered, made)
        {
            continue;
        }
        let by = overwrites(lowered, nest, array, context.sizes).map(By::Array);
        let free = |by: &By| reused.iter().all(|reused| reused.by != *by);
        reused.extend(by.filter(free).map(|by| Reused { array, by }));
    }
    reused
}

/// Arrays over which a chain writes that is left as it was written.
#[must_use]
pub(crate) fn of_chains(lowered: &Lowered<'_>, loops: &[Loop]) -> Vec<Reused> {
    let mut reused: Vec<Reused> = Vec::new();
    for (made, array) in given_up(lowered, loops) {
        let [reader] = readers_outside(lowered, made, array)[..] else {
            continue;
        };
        let chain = lowered.program.binding(reader).chain;
        let by = By::Chain(chain);
        if !loops.iter().any(|nest| nest.cluster.contains(&reader))
            && rewrites(lowered, array, chain).is_some()
            && reused.iter().all(|reused| reused.by != by)
        {
            reused.push(Reused { array, by });
        }
    }
    reused
}

/// The arrays that loops store and others may have, each with its loop.
fn given_up<'l>(
    lowered: &'l Lowered<'_>,
    loops: &'l [Loop],
) -> impl Iterator<Item = (&'l Loop, ValueId)> {
    let program = &lowered.program;
    let one_thread = loops.iter().filter(|nest| !is_parallel(program, nest));
    one_thread.flat_map(move |nest| {
        nest.outcomes.iter().filter_map(move |outcome| {
            let Outcome::Stored { array, exact: true } = outcome else {
                return None;
            };
            let given = !program.results.contains(array) && !lowered.is_counted(*array);
            given.then_some((nest, *array))
        })
    })
}

/// What reads an array outside of the loop that makes it.
fn readers_outside(lowered: &Lowered<'_>, made: &Loop, array: ValueId) -> Vec<BindingId> {
    let readers = lowered.program.readers(array).into_iter();
    readers.filter(|id| !made.cluster.contains(id)).collect()
}

/// True if what a loop stores is allocated at once: what drives it are slices.
fn is_as_long_as_its_allocation(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let mut sources = nest.root.sources.iter();
    sources.all(|source| is_slice(lowered, source))
}

/// The array that a loop makes of as many elements of the same type as it reads of another array, in step, and no other way.
fn overwrites(
    lowered: &Lowered<'_>,
    nest: &Loop,
    array: ValueId,
    sizes: &Sizes,
) -> Option<ValueId> {
    let source = nest
        .root
        .sources
        .iter()
        .find(|source| source.value == array)?;
    let reads = |id: &BindingId| {
        let binding = lowered.program.binding(*id);
        binding.inner() != Some(array) && !mentions(lowered, *id, array)
    };
    let whole = !nest.nests() && nest.cluster.iter().all(reads);
    // What is overwritten may be looked at, and not be referred to any more.
    let values = nest.cluster.iter().all(|id| {
        lowered.chain_of(*id).is_some_and(|chain| {
            let consumer = &chain.chain.consumer;
            consumer.adds().is_some()
                || consumer.is::<Collect>() && chain.chain.stream.item.borrows.is_empty()
        })
    });
    let slice = is_slice(lowered, source);
    if !whole || !values || !slice {
        return None;
    }
    let number = element_of(lowered, array)?;
    let same = |other: &ValueId| {
        element_of(lowered, *other) == Some(number)
            && sizes.of(array).is_some()
            && sizes.of(*other) == sizes.of(array)
    };
    let stored = nest.outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Stored { array, exact: true } if nest.root.body.stores.contains(array) => {
            Some(*array)
        }
        _ => None,
    });
    stored.into_iter().find(same)
}

/// True if a worker reads all of an array.
fn mentions(lowered: &Lowered<'_>, id: BindingId, array: ValueId) -> bool {
    lowered.program.binding(id).worker.mentions.contains(&array)
}

/// How a chain makes each element of an array into one of the same type, if it does nothing else.
#[must_use]
pub(crate) fn rewrites<'a>(
    lowered: &Lowered<'a>,
    array: ValueId,
    by: ChainId,
) -> Option<Rewriting<'a>> {
    let chain = lowered.chain(by)?;
    let stream = &chain.chain.stream;
    let (worker, copied) = match stream.adapters.as_slice() {
        [Adapter::Map(worker)] => (worker, false),
        [Adapter::Copied, Adapter::Map(worker)] => (worker, true),
        _ => return None,
    };
    let [reader] = chain.bindings.as_slice() else {
        return None;
    };
    let borrows =
        matches!(&stream.source, Source::Array(source) if source.access == Access::ByReference);
    let reads = lowered
        .inputs(*reader)
        .iter()
        .any(|input| input.value == array && input.source.is_some());
    let mentions = mentions(lowered, *reader, array);
    let closure = matches!(&worker.expr, Expr::Closure(_));
    let fits = borrows && reads && !mentions && closure && stream.parallel.is_none();
    (fits && element_of(lowered, array)? == element(chain)?).then_some(Rewriting { worker, copied })
}
