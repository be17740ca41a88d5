//! Loops that run as a consumer asks for elements (docs/DESIGN.md section 6, *Pulled loops*).
//!
//! In: a loop with a chain whose consumer no loop can open. Out: that chain, which runs as it is written, and the loop of all else,
//! which is ahead of it by a block.

use super::elements::is_slice;
use super::loop_plan::{Blocks, Over, Pass, Passes, Pulled, Reads, Run, Taking};
use super::rule::{Context, Rule};
use super::{branch_free, instructions, iteration, length, one_comparison, passes, seeded_extrema};
use crate::cnf::{BindingId, ChainId, Lowered, Operation, Reason, ValueId};
use crate::loops::{self, Driver, Loop, Outcome, Step};
use crate::ops::consumer::fold::Fold;
use crate::size::Sizes;

/// Loops that a consumer pulls.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        let Some(by) = puller(context.lowered, &plan.nest) else {
            return;
        };
        let others = others(context.lowered, context.sizes, &plan.nest, by);
        if let (Some(others), Some(chain)) = (others, context.lowered.chain(by)) {
            let of_block = Context {
                rules: OF_BLOCK,
                ..context.clone()
            };
            plan.run = Run::Pulled(Box::new(Pulled {
                by,
                result: chain.result,
                others: of_block.plan(&others, Reads::AsWritten),
            }));
        }
    },
};

/// What decides how a block runs: it goes on from what the one before has left.
const OF_BLOCK: &[Rule] = &[
    IN_PASSES,
    length::RULE,
    seeded_extrema::RULE,
    one_comparison::RULE,
    branch_free::RULE,
    iteration::RULE,
    instructions::RULE,
];

/// What several chains do with a block: each in a pass where that is faster, and each that stores as many elements as it reads in
/// any case. That there is room for those is then known for all of the block.
const IN_PASSES: Rule = Rule {
    apply: |context, plan| {
        let (lowered, nest) = (context.lowered, &plan.nest);
        if nest
            .root
            .sources
            .iter()
            .all(|source| is_slice(lowered, source))
        {
            (passes::RULE.apply)(context, plan);
            // What asks all elements at once would ask anew in each block.
            if let Run::Passes(passes) = &mut plan.run
                && !passes.searches.is_empty()
                && !passes.is_whole()
            {
                passes.over = Over::Blocks(Blocks::Usual);
            }
            if let (Run::Body, Some(passes)) = (&plan.run, storing(lowered, &plan.nest)) {
                plan.run = Run::Passes(passes);
            }
        }
    },
};

/// A pass for each chain that stores what it makes of each element, if no other reads that; and one for all else.
fn storing(lowered: &Lowered<'_>, nest: &Loop) -> Option<Passes> {
    let program = &lowered.program;
    let body = &nest.root.body;
    if body.inner.is_some() {
        return None;
    }
    let chain = |id: BindingId| program.binding(id).chain;
    let stored = nest.outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Stored { array, exact: true } => Some(*array),
        _ => None,
    });
    let read = |array: &ValueId| {
        let mut readers = program.readers(*array).into_iter();
        readers.any(|id| nest.cluster.contains(&id))
    };
    let only_maps = |id: &BindingId| {
        let steps = &body.steps;
        let is_step = |step: &Step| matches!(step, Step::Compute(step) if step == id);
        !lowered.inputs(*id).iter().any(|input| {
            let producer = program.producer(input.value);
            producer.is_some_and(|from| nest.cluster.contains(&from) && chain(from) != chain(*id))
        }) && (steps.iter().any(is_step) || matches!(lowered.operation(*id), Operation::Driver(_)))
    };
    let stored = stored.filter(|array| !read(array));
    let producers = stored.filter_map(|array| program.producer(array));
    let of = |by: ChainId| nest.cluster.iter().filter(move |id| chain(**id) == by);
    let alone = producers.map(chain).filter(|by| of(*by).all(only_maps));
    let alone = alone.collect::<Vec<_>>();
    let part = |chains: &dyn Fn(ChainId) -> bool| {
        let inside = |id: &BindingId| chains(chain(*id));
        let of_step = |step: &&Step| {
            let (Step::Compute(id) | Step::Guard(id, _) | Step::Consume(id)) = step;
            inside(id)
        };
        let cluster = nest.cluster.iter().copied().filter(inside).collect();
        let steps = body.steps.iter().filter(of_step).cloned().collect();
        let mut part = nest.part(program, cluster, steps);
        let reads = |source: &Driver| {
            let mut ids = part.cluster.iter();
            ids.any(|id| {
                lowered
                    .inputs(*id)
                    .iter()
                    .any(|input| input.value == source.value)
            })
        };
        part.root.sources.retain(reads);
        Pass::new(part, Vec::new(), Taking::OneByOne).filling(&[])
    };
    let mut passes = alone.iter().map(|by| part(&|chain| chain == *by));
    let mut passes = passes.by_ref().collect::<Vec<_>>();
    if passes.is_empty() {
        return None;
    }
    let rest = part(&|chain| !alone.contains(&chain));
    if !rest.nest.cluster.is_empty() {
        passes.push(rest);
    }
    // What is written first runs first: the value of a static may be made by who comes first.
    passes.sort_by_key(|pass| pass.nest.cluster.iter().min().copied());
    Some(Passes {
        passes,
        kept: Vec::new(),
        read_back: Vec::new(),
        over: Over::Slice,
        searches: Vec::new(),
        gives_back: false,
    })
}

/// The most sources that are cut in step.
const SOURCES: usize = 8;

/// The chain that pulls a loop.
#[must_use]
pub(crate) fn puller(lowered: &Lowered<'_>, nest: &Loop) -> Option<ChainId> {
    let program = &lowered.program;
    let mut chains = nest.cluster.iter().map(|id| program.binding(*id).chain);
    chains.find(|chain| program.pullers.contains_key(chain))
}

/// The loop without that chain.
#[must_use]
pub(crate) fn others(
    lowered: &Lowered<'_>,
    sizes: &Sizes,
    nest: &Loop,
    by: ChainId,
) -> Option<Loop> {
    let program = &lowered.program;
    let cluster = nest.cluster.iter().copied();
    let cluster = cluster.filter(|id| program.binding(*id).chain != by);
    let cluster = cluster.collect::<Vec<_>>();
    let same_size = |a, b| sizes.of(a) == sizes.of(b);
    let fate = |array| loops::fate(lowered, &cluster, array);
    loops::build(program, &same_size, &cluster, &fate).ok()
}

/// Why a chain is not to pull others; nothing if it may.
#[must_use]
pub(crate) fn refused(lowered: &Lowered<'_>, by: ChainId, others: &Loop) -> Option<Reason> {
    let program = &lowered.program;
    let sources = &others.root.sources;
    let cut = |source: &Driver| {
        is_slice(lowered, source)
            || match lowered.operation(source.reader) {
                Operation::Range(range) => range.cut,
                Operation::Driver(driver) => {
                    driver.may_be_slice
                        && !driver.effects
                        && driver.parts.is_empty()
                        && driver.moves.is_empty()
                }
                _ => false,
            }
    };
    // What visibly may panic behind its elements is ahead of them by a block.
    let behind = |id: &BindingId| {
        let chain = lowered.chain_of(*id);
        others.cluster.contains(id) && chain.is_some_and(|chain| !chain.chain.has_total_steps())
    };
    let mut sequences = program.sequences.iter();
    let is_behind = sequences.any(|(from, to)| program.binding(*from).chain == by && behind(to));
    if is_behind
        || lowered.has_bodies(&others.cluster)
        || sources.len() > SOURCES
        || !sources.iter().all(cut)
        || program.in_parallel(&others.cluster)
    {
        return program.pullers.get(&by).copied();
    }
    let slower = !shares_a_source(lowered, by, others) || keeps_remainders(lowered, others);
    slower.then_some(Reason::Slower)
}

/// True for a loop with the remainder of a state, of which LLVM does not see from block to block how large it is. Measured on Fletcher's
/// checksum beside `all`, plain over fused: 0.43 to 0.52.
fn keeps_remainders(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let mut cluster = nest.cluster.iter();
    cluster.any(|id| {
        let fold = lowered.consumer_of::<Fold>(*id);
        fold.is_some_and(Fold::keeps_remainder)
    })
}

/// True if the chain reads what the others read.
fn shares_a_source(lowered: &Lowered<'_>, by: ChainId, others: &Loop) -> bool {
    let Some(chain) = lowered.chain(by) else {
        return false;
    };
    let sources = &others.root.sources;
    let same = |operation: &Operation<'_>, source: &Driver| match (
        operation,
        lowered.operation(source.reader),
    ) {
        (Operation::Driver(one), Operation::Driver(other)) => one.expr == other.expr,
        (Operation::Range(one), Operation::Range(other)) => one.expr == other.expr,
        _ => false,
    };
    chain.bindings.iter().any(|id| {
        let mut inputs = lowered.inputs(*id).iter();
        inputs.any(|input| sources.iter().any(|source| source.value == input.value))
            || sources
                .iter()
                .any(|source| same(lowered.operation(*id), source))
    })
}
