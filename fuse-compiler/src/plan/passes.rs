//! Loops that run faster in passes over one block of elements after another (docs/DESIGN.md section 6,
//! *Tiles*).
//!
//! In: a [`Loop`] with the workers behind it. Out: its [`Passes`], if it is worth more than one. One
//! body that holds everything can lose against the loops it was made of: what LLVM does with several
//! elements at once, it does only where nothing in the body must be done one by one. An extremum of
//! floats is vectorised in a loop of its own and nowhere else; a division or a square root for each
//! element is, unless a strict float sum, or a filter, shares the body. Such a loop goes through its
//! arrays in blocks that fit the first cache, and through each block in passes: first what divides,
//! then what is done one by one, then the extrema. Memory is still read once.
//!
//! Chains are never cut. What one pass makes and another reads is read back from memory, from the
//! end of the array if that is stored and from a buffer on the stack if not, so that its elements
//! must visibly be primitive. All is decided by what the program says, and by nothing else.

mod chains;
mod narrow;
mod partition;
mod stages;
mod widths;

pub(crate) use narrow::Part;

use crate::cnf::{BindingId, ChainId, Lowered, LoweredChain, Operation, ValueId};
use crate::loops::{Loop, Outcome, Step};
use crate::ops::chain::Access;
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::count::Count;
use crate::ops::consumer::sum::Reduction;
use crate::plan::searches;
use crate::plan::{Accumulation, Accumulations, Form, Rule, Run, extremum};
use crate::rust::ty::Scalar;
use crate::sorted::SortedMap;
use proc_macro2::TokenStream;
use stages::Stage;

/// The passes of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passes {
    /// In order, at least two, or one of lanes, or one with searches behind it. Each is a loop over the elements of one block.
    pub(crate) passes: Vec<Pass>,
    /// Contracted arrays of which a block is kept until the passes after have read it.
    pub(crate) kept: Vec<ValueId>,
    /// Stored arrays of which a pass reads what an earlier one has just stored.
    pub(crate) read_back: Vec<ValueId>,
    /// What each of them runs over.
    pub(crate) over: Over,
    /// What is looked for in each block when all passes have been through it.
    pub(crate) searches: Vec<BindingId>,
    /// What the consumers add to, where that is not std's.
    pub(crate) accumulators: Accumulations,
    /// True if the room for what waits is given back behind the loop, and the function perhaps calls itself then.
    pub(crate) gives_back: bool,
}

/// What the passes of a loop run over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    /// Each over all elements, since what drives the loop is no slice, and can be read but once.
    Whole {
        /// True if those behind the first run over blocks of what that has stored, which then come from memory once.
        later_in_blocks: bool,
    },
    /// One pass over a slice.
    Slice,
    /// One pass over a slice, inside of a search.
    Search,
    /// Blocks of as many elements.
    Blocks(Blocks),
}

/// How long blocks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blocks {
    /// As a narrow sum can take.
    Short,
    /// As is best where nothing waits in a buffer, or where what loops over elements read fits a cache.
    Narrow,
    /// As is best for integers of which nothing waits.
    Long,
    /// As fits the first cache.
    Usual,
}

/// In which way a pass takes elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taking {
    /// One after another.
    OneByOne,
    /// As many as there are lanes.
    Lanes,
    /// As many as there are of one width: what is added, compared or stored are integers of that.
    Widths,
}

/// One pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pass {
    /// What it does. Its sources are those of the whole loop that it reads.
    pub(crate) nest: Loop,
    /// Arrays that earlier passes made.
    pub(crate) reads: Vec<ValueId>,
    /// In which way.
    pub(crate) taking: Taking,
    /// How its body runs.
    pub(crate) form: Form,
    /// Arrays that the iterator of the body fills, if it makes those and does nothing else.
    pub(crate) fills: Vec<ValueId>,
}

/// Passes, where they are faster than one body.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        if let Some(mut passes) = of(context.lowered, &plan.nest) {
            passes.gives_back =
                !passes.kept.is_empty() && !context.has_bodies_of_the_user(&plan.nest);
            plan.accumulators = std::mem::take(&mut passes.accumulators);
            plan.run = Run::Passes(passes);
        }
    },
};

/// The passes of a loop, if it is worth several.
#[must_use]
pub(crate) fn of(lowered: &Lowered<'_>, nest: &Loop) -> Option<Passes> {
    let root = &nest.root;
    if root.body.inner.is_some() {
        return None;
    }
    let (rest, searches) = searches::apart(lowered, nest);
    let tiler = Tiler {
        lowered,
        nest: &rest,
        crossing: crossing(lowered, &rest),
    };
    // Passes for extrema of both widths in one loop crash LLVM 22 where it selects instructions.
    if tiler.keeps_both_widths() {
        return None;
    }
    let stages = match tiler.stages() {
        None if !searches.is_empty() => tiler.one_stage(),
        stages => stages?,
    };
    let passes = Passes {
        searches,
        ..tiler.passes(&stages)?
    };
    // Lanes are put together at the end, which a few elements are not worth.
    let in_lanes = |pass: &Pass| pass.taking == Taking::Lanes;
    if lowered.setting.inner && passes.passes.iter().any(in_lanes) {
        return None;
    }
    let slices = root.sources.iter().all(|source| is_slice(lowered, source));
    let over = match (slices, passes.passes.as_slice()) {
        (false, [first, later @ ..]) if passes.can_be_whole() && !in_lanes(first) => {
            let read = |array: &ValueId| first.nest.root.body.stores.contains(array);
            let in_memory = later.iter().flat_map(|pass| &pass.reads).all(read);
            let later_in_blocks = later.len() > 1 && in_memory;
            Over::Whole { later_in_blocks }
        }
        (false, _) => return None,
        (true, _) => passes.over_slices(lowered, root.sources.len(), &stages),
    };
    Some(Passes { over, ..passes })
}

/// True if a loop does something one element after another, other than to keep extrema of floats.
/// A comparison for each element is free beside that.
#[must_use]
pub(crate) fn is_sequential(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let tiler = Tiler {
        lowered,
        nest,
        crossing: Vec::new(),
    };
    lowered.setting.inner
        || nest
            .cluster
            .iter()
            .any(|id| tiler.is_sequential(tiler.chain(*id)))
}

/// True if a fold keeps extrema of floats by one comparison for each.
#[must_use]
pub(crate) fn compares(lowered: &Lowered<'_>, id: BindingId) -> bool {
    let fold = lowered.consumer_of(id);
    fold.is_some_and(|fold| extremum::by_comparison(fold, &TokenStream::new()).is_some())
}

impl Passes {
    /// True if each pass runs over all elements.
    pub(crate) fn is_whole(&self) -> bool {
        matches!(self.over, Over::Whole { .. })
    }

    /// True if something is added up in another way than std's.
    pub(crate) fn gains(&self) -> bool {
        let gains = |of: &Accumulation| matches!(of, Accumulation::Lanes | Accumulation::Narrow(_));
        self.accumulators.values().any(gains)
    }

    /// What passes over as many slices run over.
    fn over_slices(
        &self,
        lowered: &Lowered<'_>,
        sources: usize,
        stages: &SortedMap<ChainId, Stage>,
    ) -> Over {
        let mut narrow = self.accumulators.values().filter_map(|of| match of {
            Accumulation::Narrow(part) => Some(part),
            _ => None,
        });
        let widths = |pass: &Pass| pass.taking == Taking::Widths;
        let integers = self.passes.iter().all(widths);
        let nothing_waits = self.kept.is_empty();
        match (self.passes.as_slice(), self.searches.as_slice()) {
            ([_], []) if narrow.clone().next().is_none() => Over::Slice,
            ([only], [_]) if sources == 1 && nothing_waits && only.only_adds(lowered) => {
                Over::Search
            }
            _ if narrow.any(Part::is_short) => Over::Blocks(Blocks::Short),
            ([_], _) if !integers => Over::Blocks(Blocks::Narrow),
            _ if stages.values().any(|stage| *stage == Stage::Loops) => {
                Over::Blocks(Blocks::Narrow)
            }
            _ if integers && nothing_waits => Over::Blocks(Blocks::Long),
            _ => Over::Blocks(Blocks::Usual),
        }
    }

    /// True if only the first pass needs what drives the loop, and the others what it has stored.
    fn can_be_whole(&self) -> bool {
        let later = &self.passes[1..];
        self.kept.is_empty()
            && self.searches.is_empty()
            && later.iter().all(|pass| pass.nest.root.sources.is_empty())
            && !self.passes[0].nest.root.sources.is_empty()
    }
}

impl Pass {
    /// One body over elements, with what earlier passes made, and of which blocks of some arrays are kept.
    pub(crate) fn new(nest: Loop, reads: Vec<ValueId>, taking: Taking) -> Pass {
        Pass {
            nest,
            reads,
            taking,
            form: Form::default(),
            fills: Vec::new(),
        }
    }

    /// Fills its arrays, if that is all that it does, or if all else folds integers. What is counted besides is pushed, too.
    pub(crate) fn filling(mut self, kept: &[ValueId]) -> Pass {
        let body = &self.nest.root.body;
        let folds = self.taking == Taking::Widths;
        let computes = |step: &Step| folds || matches!(step, Step::Compute(_));
        let stored = |array: &ValueId| {
            let stores = |outcome: &Outcome| matches!(outcome, Outcome::Stored { array: stored, .. } if stored == array);
            self.nest.outcomes.iter().any(stores)
        };
        if body.steps.iter().all(computes) && body.stores.iter().all(stored) {
            let kept = self.kept(kept);
            self.fills = [&body.stores[..], &kept].concat();
        }
        self
    }

    /// Its arrays of which blocks wait for later passes.
    pub(crate) fn kept(&self, kept: &[ValueId]) -> Vec<ValueId> {
        let contracted = self
            .nest
            .outcomes
            .iter()
            .filter_map(|outcome| match outcome {
                Outcome::Contracted(array) if kept.contains(array) => Some(*array),
                _ => None,
            });
        contracted.collect()
    }

    /// True for a pass over the elements themselves that makes numbers of them: a closure may capture those.
    fn only_adds(&self, lowered: &Lowered<'_>) -> bool {
        let adds = |outcome: &Outcome| {
            let Outcome::Scalar(value) = outcome else {
                return false;
            };
            lowered.chain_making(*value).is_some_and(|chain| {
                let consumer = &chain.chain.consumer;
                let sum = consumer.of::<Reduction>();
                sum.is_some() || consumer.is::<Count>()
            })
        };
        self.taking == Taking::OneByOne
            && self.reads.is_empty()
            && self.nest.root.sources.len() == 1
            && self.nest.root.body.inner.is_none()
            && self.nest.outcomes.iter().all(adds)
    }
}

/// True if a source is a slice that is read and nothing else.
pub(crate) fn is_slice(lowered: &Lowered<'_>, source: &crate::loops::Driver) -> bool {
    let inputs = lowered.inputs(source.reader);
    let mut readers = inputs.iter().filter(|input| input.value == source.value);
    readers.all(|input| {
        input
            .source
            .is_some_and(|source| source.access == Access::ByReference)
    }) && !matches!(
        lowered.operation(source.reader),
        Operation::Range(_) | Operation::Driver(_)
    ) && inputs.iter().any(|input| input.value == source.value)
}

/// What a later pass may read of what the loop makes: arrays with one element for each of its
/// iterations, of a type that is visibly primitive.
fn crossing(lowered: &Lowered<'_>, nest: &Loop) -> Vec<ValueId> {
    let arrays = nest.outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Stored { array, exact: true } | Outcome::Contracted(array) => Some(*array),
        Outcome::Stored { .. } | Outcome::Scalar(_) => None,
    });
    let at_root = |array: &ValueId| {
        nest.root.body.steps.iter().any(|step| {
            matches!(step, Step::Compute(id) if lowered.program.binding(*id).outputs.contains(array))
        })
    };
    let primitive = |array: &ValueId| lowered.chain_making(*array).and_then(element).is_some();
    arrays.filter(at_root).filter(primitive).collect()
}

/// The primitive that a chain collects, where it is written.
pub(crate) fn element(chain: &LoweredChain<'_>) -> Option<Scalar> {
    let collect = chain.chain.consumer.of::<Collect>()?;
    collect.scalar.filter(|_| collect.is_vec())
}

/// A loop that is looked at, chain by chain.
struct Tiler<'a> {
    lowered: &'a Lowered<'a>,
    nest: &'a Loop,
    crossing: Vec<ValueId>,
}

impl Tiler<'_> {
    fn chain(&self, id: BindingId) -> ChainId {
        self.lowered.program.binding(id).chain
    }
}
