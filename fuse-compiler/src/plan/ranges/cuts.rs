//! From which arrays parallel loops take their ranges, and which chains are cut alike.

use crate::cnf::{BindingId, ChainId, Lowered, Program, ValueId};
use crate::loops::{Loop, Outcome};
use crate::size::Sizes;
use crate::sorted::SortedMap;

/// The cuts of a region's parallel loops.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cuts {
    /// By the first binding of a loop: the array whose ranges cut it, if not its length does.
    arrays: SortedMap<BindingId, ValueId>,
    /// Indexed by [`ChainId`]: equal numbers for chains that are cut as finely.
    families: Vec<usize>,
}

impl Cuts {
    /// The cuts of these loops.
    #[must_use]
    pub(crate) fn of(lowered: &Lowered<'_>, sizes: &Sizes, loops: &[Loop]) -> Cuts {
        let origins = Origins {
            program: &lowered.program,
            sizes,
            loops,
        };
        let array = |nest: &Loop| Some((*nest.cluster.first()?, origins.of_loop(nest)?));
        Cuts {
            arrays: loops.iter().filter_map(array).collect(),
            families: families(lowered, sizes),
        }
    }

    /// The array whose ranges are those of a loop.
    #[must_use]
    pub(crate) fn array(&self, nest: &Loop) -> Option<ValueId> {
        self.arrays.get(nest.cluster.first()?).copied()
    }

    /// True if a loop is cut by the ranges of this array.
    #[must_use]
    pub(crate) fn is_asked_for(&self, array: ValueId) -> bool {
        self.arrays.values().any(|asked| *asked == array)
    }

    /// True if two chains are cut as finely as each other.
    #[must_use]
    pub(crate) fn are_kin(&self, one: ChainId, other: ChainId) -> bool {
        self.families.get(one.index()) == self.families.get(other.index())
    }
}

/// From an array to the loop that first had as many elements.
struct Origins<'a> {
    program: &'a Program<'a>,
    sizes: &'a Sizes,
    loops: &'a [Loop],
}

impl Origins<'_> {
    fn of_loop(&self, nest: &Loop) -> Option<ValueId> {
        let mut drivers = nest.root.sources.iter().map(|driver| driver.value);
        let first = drivers.next()?;
        let in_step = |value: ValueId| self.sizes.of(value) == self.sizes.of(first);
        if !self.program.in_parallel(&nest.cluster) || !drivers.clone().all(in_step) {
            return None;
        }
        std::iter::once(first)
            .chain(drivers)
            .find_map(|value| self.of_array(value))
    }

    /// The array that the ranges of a loop over this one are taken from.
    fn of_array(&self, array: ValueId) -> Option<ValueId> {
        let made = |nest: &&Loop| nest.leaves(array);
        match self.loops.iter().find(made) {
            Some(nest) if !self.program.in_parallel(&nest.cluster) => None,
            Some(nest) => {
                let exact = Outcome::Stored { array, exact: true };
                if nest.outcomes.contains(&exact) {
                    self.of_loop(nest)
                } else {
                    Some(array)
                }
            }
            // Left as written, or the same array behind a wall.
            None => self.of_array(before(self.program, self.sizes, array)?),
        }
    }
}

/// The array from which one of as many elements was made, or whose new version it is.
pub(crate) fn before(program: &Program, sizes: &Sizes, array: ValueId) -> Option<ValueId> {
    let binding = program.binding(program.producer(array)?);
    let same_size =
        |input: &ValueId| sizes.of(*input).is_some() && sizes.of(*input) == sizes.of(array);
    if binding.is_opaque() {
        let name = &program.value(array).name;
        let mut versions = binding.worker.mentions.iter().copied();
        return versions.find(|read| program.value(*read).name == *name && same_size(read));
    }
    binding.streamed().into_iter().find(same_size)
}

/// Chains that run over arrays of one size, or make them, have one number: whatever loops they are in, the
/// arrays between them are cut alike.
fn families(lowered: &Lowered<'_>, sizes: &Sizes) -> Vec<usize> {
    let program = &lowered.program;
    let mut families: Vec<usize> = (0..lowered.chain_count()).collect();
    let mut known = Vec::new();
    for id in program.binding_ids() {
        let binding = program.binding(id);
        if !program.parallel.contains(&binding.chain) {
            continue;
        }
        let mut arrays = binding.streamed();
        arrays.extend(&binding.outputs);
        for size in arrays.into_iter().filter_map(|array| sizes.of(array)) {
            let chain = binding.chain.index();
            match known.iter().find(|(other, _)| *other == size) {
                Some((_, other)) => {
                    let (from, to): (usize, usize) = (families[chain], families[*other]);
                    for family in &mut families {
                        if *family == from {
                            *family = to;
                        }
                    }
                }
                None => known.push((size, chain)),
            }
        }
    }
    families
}
