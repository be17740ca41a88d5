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
mod weights;
mod widths;

pub(crate) use narrow::Part;
pub(crate) use weights::{keeps_extremum, weight, width};

use crate::cnf::{BindingId, ChainId, Lowered, LoweredChain, Operation, ValueId};
use crate::loops::{Loop, Outcome, Step};
use crate::ops::chain::Access;
use crate::ops::consumer::collect::Collect;
use crate::plan::extremum;
use crate::plan::searches;
use crate::plan::{Rule, Run};
use crate::rust::types::{Primitive, peel, primitive_name};
use proc_macro2::TokenStream;
use syn::Type;

/// The passes of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passes {
    /// In order, at least two, or one of lanes, or one with searches behind it. Each is a loop over the elements of one block.
    pub(crate) passes: Vec<Pass>,
    /// Contracted arrays of which a block is kept until the passes after have read it.
    pub(crate) kept: Vec<ValueId>,
    /// Stored arrays of which a pass reads what an earlier one has just stored.
    pub(crate) read_back: Vec<ValueId>,
    /// True if each pass runs over all elements at once: what drives the loop is no slice, and can
    /// be read but once.
    pub(crate) whole: bool,
    /// What is looked for in each block when all passes have been through it.
    pub(crate) searches: Vec<BindingId>,
    /// True if a pass runs a loop for each element: blocks are short, for what those loops read is long.
    pub(crate) loops: bool,
}

/// One pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pass {
    /// What it does. Its sources are those of the whole loop that it reads.
    pub(crate) nest: Loop,
    /// Arrays that earlier passes made.
    pub(crate) reads: Vec<ValueId>,
    /// True if its sums, products and extrema are of several lanes.
    pub(crate) lanes: bool,
    /// True if its extrema are of integers whose type is visible.
    pub(crate) integers: bool,
    /// Sums of which each block adds up a narrow part.
    pub(crate) parts: Vec<Part>,
}

/// Passes, where they are faster than one body.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        if let Some(passes) = of(context.lowered, &plan.nest) {
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
    if lowered.setting.inner && passes.passes.iter().any(|pass| pass.lanes) {
        return None;
    }
    let slices = root.sources.iter().all(|source| is_slice(lowered, source));
    (slices || passes.can_be_whole() && !passes.passes[0].lanes).then_some(Passes {
        whole: !slices,
        ..passes
    })
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

/// The extrema of floats of a loop that compares once for each, beside what is sequential.
#[must_use]
pub(crate) fn compared(lowered: &Lowered<'_>, nest: &Loop) -> Vec<ValueId> {
    if !is_sequential(lowered, nest) {
        return Vec::new();
    }
    let nothing = TokenStream::new();
    let compares = |id: &&BindingId| {
        let fold = lowered.consumer_of(**id);
        fold.is_some_and(|fold| extremum::by_comparison(fold, &nothing).is_some())
    };
    let folds = nest.cluster.iter().filter(compares);
    folds
        .map(|id| lowered.program.binding(*id).outputs[0])
        .collect()
}

impl Passes {
    /// True if only the first pass needs what drives the loop, and the others what it has stored.
    fn can_be_whole(&self) -> bool {
        let later = &self.passes[1..];
        self.kept.is_empty()
            && self.searches.is_empty()
            && later.iter().all(|pass| pass.nest.root.sources.is_empty())
            && !self.passes[0].nest.root.sources.is_empty()
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
    let primitive = |array: &ValueId| {
        lowered
            .chain_making(*array)
            .and_then(element)
            .is_some_and(|ty| primitive(ty).is_some())
    };
    arrays.filter(at_root).filter(primitive).collect()
}

/// The element type of what a chain collects, where it is written.
pub(crate) fn element<'a>(chain: &LoweredChain<'a>) -> Option<&'a Type> {
    let collect = chain.chain.consumer.of::<Collect>()?;
    collect.element.as_ref().filter(|_| collect.is_vec())
}

pub(crate) fn primitive(ty: &Type) -> Option<Primitive> {
    match peel(ty) {
        Type::Path(path) => primitive_name(&path.path.get_ident()?.to_string()),
        _ => None,
    }
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
