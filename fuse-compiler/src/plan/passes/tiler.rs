//! A loop that is looked at for passes, chain by chain.

use crate::cnf::{BindingId, ChainId, Lowered, ValueId};
use crate::loops::{Loop, Outcome, Step};
use crate::plan::elements::element_of;
use crate::rust::ty::Scalar;
use syn::Type;

/// A loop that is looked at, chain by chain.
pub(crate) struct Tiler<'a> {
    pub(crate) lowered: &'a Lowered<'a>,
    pub(crate) nest: &'a Loop,
    pub(crate) crossing: Vec<ValueId>,
}

impl<'a> Tiler<'a> {
    /// A loop, chains of which may read in a later pass what others made in an earlier one.
    pub(crate) fn new(lowered: &'a Lowered<'a>, nest: &'a Loop) -> Tiler<'a> {
        Tiler {
            lowered,
            nest,
            crossing: crossing(lowered, nest),
        }
    }

    pub(crate) fn chain(&self, id: BindingId) -> ChainId {
        self.lowered.program.binding(id).chain
    }

    /// The version of an array that drives the loop, if that changes the array where it stands in blocks; otherwise the array.
    pub(super) fn first_version(&self, array: ValueId) -> ValueId {
        let program = &self.lowered.program;
        let changed = |after| {
            let producer = program.producer(after);
            producer.is_some_and(|id| self.nest.cluster.contains(&id))
        };
        program.first_version(array, &changed)
    }
}

/// What a later pass may read of what the loop makes: arrays with one element for each of its
/// iterations, of a type that is visibly primitive, or, if they are stored, an array of primitives.
fn crossing(lowered: &Lowered<'_>, nest: &Loop) -> Vec<ValueId> {
    let arrays = nest.outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Stored { array, exact: true } | Outcome::Contracted(array) => Some(*array),
        Outcome::Stored { .. } | Outcome::Scalar(_) | Outcome::Pushed { .. } => None,
    });
    let at_root = |array: &ValueId| {
        nest.root.body.steps.iter().any(|step| {
            matches!(step, Step::Compute(id) if lowered.program.binding(*id).outputs.contains(array))
        })
    };
    let primitive = |array: &ValueId| {
        let several = || component(lowered, *array).is_some();
        element_of(lowered, *array).is_some() || nest.leaves(*array) && several()
    };
    arrays.filter(at_root).filter(primitive).collect()
}

/// The primitive that the elements of a collected array are arrays of, `[u8; 4]`.
pub(super) fn component(lowered: &Lowered<'_>, array: ValueId) -> Option<Scalar> {
    let collect = lowered
        .collected(array)
        .filter(|collect| collect.is_vec())?;
    match &collect.element {
        Some(Type::Array(of)) => Scalar::written(&of.elem),
        _ => None,
    }
}
