//! What emission is looked up in: the program, how its loops run, names, what became of results.
//!
//! In: what was decided. Out: answers, for one loop and for all of them.

use super::names::Names;
use crate::cnf::{BindingId, Lowered, LoweredChain, Operation, ValueId};
use crate::loops::{Loop, Outcome};
use crate::ops::accumulator::Accumulator;
use crate::ops::chain::{Consume, Consumer};
use crate::ops::consumer::collect::Collect;
use crate::ops::search::{self, Search};
use crate::plan::{Accumulation, By, Form, LoopPlan, Plans};
use crate::region::Region;
use crate::schedule::Schedule;
use crate::sorted::SortedMap;
use proc_macro2::{Ident, Span, TokenStream};

/// Everything that emission reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan<'a> {
    /// The statements.
    pub(crate) region: &'a Region,
    /// The program with its tokens.
    pub(crate) lowered: &'a Lowered<'a>,
    /// How its loops run, in the order of the schedule's numbers.
    pub(crate) plans: &'a Plans<'a>,
    /// The order.
    pub(crate) schedule: &'a Schedule,
    /// The path of the runtime, such as `::loopfuse::__private`.
    pub(crate) runtime: &'a TokenStream,
}

/// What a fused loop made of a chain's result.
#[derive(Clone, Debug)]
pub(super) enum Made {
    Scalar,
    Stored,
    /// Contracted; the elements are kept for their drops, or counted, if the flag is set.
    Contracted {
        kept: bool,
    },
    /// Stored, in memory that another array takes over.
    Reused,
}

/// What loops made of the results of chains.
pub(super) fn results(plans: &Plans<'_>) -> SortedMap<ValueId, Made> {
    let reused = |array| plans.reused.iter().any(|reused| reused.array == array);
    let mut results = SortedMap::new();
    for nest in plans.loops.iter().map(|plan| &plan.nest) {
        for outcome in &nest.outcomes {
            let made = match outcome {
                Outcome::Scalar(_) => Made::Scalar,
                Outcome::Stored { array, .. } if reused(*array) => Made::Reused,
                Outcome::Stored { .. } => Made::Stored,
                // The body makes it, as it is written.
                Outcome::Pushed { .. } => continue,
                Outcome::Contracted(array) => Made::Contracted {
                    kept: nest.stores(*array),
                },
            };
            results.insert(outcome.value(), made);
        }
    }
    results
}

/// What all that is emitted is looked up in.
#[derive(Clone, Copy)]
pub(super) struct Emitter<'a> {
    pub(super) plan: Plan<'a>,
    pub(super) names: &'a Names,
    pub(super) results: &'a SortedMap<ValueId, Made>,
    /// Drivers that stand in a local.
    pub(super) bound: &'a SortedMap<ValueId, Ident>,
    /// True for what drives an inner loop: the second input of a cross, which may be the array of the first.
    pub(super) inside: bool,
    /// True for what drives the turns that are peeled off.
    pub(super) ahead: bool,
}

impl<'a> Emitter<'a> {
    pub(super) fn operation(&self, id: BindingId) -> &'a Operation<'a> {
        self.plan.lowered.operation(id)
    }

    /// The array whose memory this one takes over.
    pub(super) fn taken_over(&self, by: ValueId) -> Option<ValueId> {
        let mut reused = self.plan.plans.reused.iter();
        Some(reused.find(|reused| reused.by == By::Array(by))?.array)
    }

    /// The array that takes over the memory of this one in a loop.
    pub(super) fn taken_over_by(&self, array: ValueId) -> Option<ValueId> {
        let mut reused = self.plan.plans.reused.iter();
        reused.find(|reused| reused.array == array)?.array_by()
    }

    /// Whether an array is collected into something that hashes its elements.
    pub(super) fn is_hashed(&self, array: ValueId) -> bool {
        self.consumer_as::<Collect>(array)
            .is_some_and(Collect::is_hashed)
    }

    /// The consumer whose result a value is.
    pub(super) fn consumer_of(&self, value: ValueId) -> Option<&Consumer> {
        let chain = self.plan.lowered.chain_making(value)?;
        Some(&chain.chain.consumer)
    }

    /// The same, if it is of one kind.
    pub(super) fn consumer_as<T: Consume>(&self, value: ValueId) -> Option<&T> {
        self.consumer_of(value)?.of()
    }

    /// True if the elements of a contracted array are kept for their drops, or counted.
    pub(super) fn keeps(&self, array: ValueId) -> bool {
        matches!(
            self.results.get(&array),
            Some(Made::Contracted { kept: true })
        )
    }

    /// What the emission of a consumer is given, whose result a value is.
    pub(super) fn accumulator(&self, value: ValueId, here: Span) -> Accumulator<'_> {
        let chain = self.plan.lowered.chain_making(value);
        let parallel = chain.and_then(|chain| chain.chain.stream.parallel.as_ref());
        let second = chain.and_then(|chain| chain.second);
        Accumulator {
            runtime: self.plan.runtime,
            stem: self.names.stem(value),
            second: self.names.stem(second.unwrap_or(value)),
            here,
            divided: parallel.is_some_and(|parallel| parallel.made),
            asks: self.search(value).is_some_and(|search| search.asks),
        }
    }

    /// What a search asks whose answer a value is.
    pub(super) fn search(&self, value: ValueId) -> Option<Search<'_>> {
        let chain = self.plan.lowered.chain_making(value)?;
        search::of(chain.chain)
    }

    /// True for what a body writes.
    pub(super) fn is_each(&self, value: ValueId) -> bool {
        let lowered = self.plan.lowered;
        let producer = lowered.program.producer(value);
        producer.is_some_and(|id| lowered.has_bodies(&[id]))
    }

    /// The chains of a loop, in order.
    pub(super) fn chains_of(&self, nest: &Loop) -> Vec<&LoweredChain<'_>> {
        let lowered = self.plan.lowered;
        let inside = lowered
            .chains()
            .filter(|chain| nest.cluster.iter().any(|id| chain.bindings.contains(id)));
        inside.collect()
    }
}

/// The emission of one body of a loop.
#[derive(Clone)]
pub(super) struct LoopEmission<'a> {
    pub(super) emitter: &'a Emitter<'a>,
    /// How it runs.
    pub(super) plan: &'a LoopPlan,
    /// Values that the loop makes.
    pub(super) made: Vec<ValueId>,
    /// The index of the first element.
    pub(super) start: TokenStream,
    /// How the body runs that is emitted.
    pub(super) form: &'a Form,
    /// The lane of several that it adds to.
    pub(super) lane: Option<Ident>,
    /// Where the loop is cut, if it is parallel.
    pub(super) ranges: Option<Ident>,
}

impl<'a> LoopEmission<'a> {
    /// The emission of another body of the loop.
    pub(super) fn of(&self, form: &'a Form) -> LoopEmission<'a> {
        LoopEmission {
            form,
            ..self.clone()
        }
    }

    /// What a consumer adds to, if that is not std's.
    pub(super) fn accumulation(&self, id: BindingId) -> Option<&'a Accumulation> {
        self.plan.accumulators.get(&self.output(id))
    }

    pub(super) fn output(&self, id: BindingId) -> ValueId {
        self.emitter.plan.lowered.program.binding(id).outputs[0]
    }
}
