//! Which chain goes in which pass.
//!
//! In: a loop. Out: the stage of each of its chains, if they are of more than one, or of lanes.

use super::tiler::Tiler;
use crate::cnf::{ChainId, ValueId};
use crate::sorted::SortedMap;

/// Which pass a chain belongs to; they run in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// It runs a loop for each element, and stores what that gives. Alone, loops of several elements wait for their latencies at
    /// once. Each such chain is a pass of its own.
    Loops,
    /// It gives one element for each, by operations that are done on several at once.
    Vector,
    /// Anything else.
    Scalar,
    /// It adds floats, or multiplies them, and the order does not matter; or it keeps the smallest or
    /// the largest by one comparison.
    Lanes,
    /// It keeps the smallest or the largest float.
    Extremum,
    /// It adds or counts, keeps an extremum of integers or stores, beside others of another width.
    Widths,
}

impl Tiler<'_> {
    /// All chains in one pass.
    pub(crate) fn one_stage(&self) -> SortedMap<ChainId, Stage> {
        let chains = self.nest.cluster.iter().map(|id| self.chain(*id));
        chains.map(|chain| (chain, Stage::Scalar)).collect()
    }

    /// The pass of each chain; `None` if one pass is as good.
    pub(crate) fn stages(&self) -> Option<SortedMap<ChainId, Stage>> {
        let mut stages = SortedMap::new();
        for id in &self.nest.cluster {
            stages.entry(self.chain(*id)).or_insert(Stage::Scalar);
        }
        let chains = stages.keys().copied().collect::<Vec<_>>();
        if self.widths(&chains).is_some() {
            let one = |chain| (chain, Stage::Widths);
            return Some(chains.into_iter().map(one).collect());
        }
        let heavy = chains
            .iter()
            .any(|chain| self.is_vector(*chain) && self.is_heavy(*chain));
        let sequential = chains.iter().any(|chain| self.is_sequential(*chain));
        let keeps = |chain| self.is_extremum(chain) || self.compares_in_lanes(chain);
        let one_by_one = sequential || chains.iter().copied().any(keeps);
        let loops = chains.len() > 1;
        for chain in &chains {
            let stage = if loops && self.runs_loops(*chain) {
                Stage::Loops
            } else if self.adds_in_lanes(*chain) {
                Stage::Lanes
            } else if sequential && self.compares(*chain) {
                Stage::Scalar
            } else if self.compares_in_lanes(*chain) {
                Stage::Lanes
            } else if self.is_extremum(*chain) {
                Stage::Extremum
            } else if heavy && one_by_one && self.is_vector(*chain) {
                Stage::Vector
            } else {
                Stage::Scalar
            };
            stages.insert(*chain, stage);
        }
        self.settle(&mut stages);
        let first = *stages.values().next()?;
        let several = stages.values().any(|stage| *stage != first);
        let several = several || first == Stage::Loops && stages.len() > 1;
        (several || first == Stage::Lanes).then_some(stages)
    }

    /// Moves chains to the pass of those they depend on, where that cannot be read back.
    fn settle(&self, stages: &mut SortedMap<ChainId, Stage>) {
        loop {
            let mut moved = false;
            for (producer, reader, value) in self.edges() {
                let (before, after) = (stages[&producer], stages[&reader]);
                let one = before == after && before != Stage::Loops;
                let in_order = before < after || before == after && producer < reader;
                if one || (in_order && self.crossing.contains(&value)) {
                    continue;
                }
                stages.insert(producer, Stage::Scalar);
                stages.insert(reader, Stage::Scalar);
                moved = true;
            }
            if !moved {
                return;
            }
        }
    }

    /// Which chain reads what another one of the loop makes; and those that share a step, one inside
    /// of what the other keeps.
    pub(crate) fn edges(&self) -> Vec<(ChainId, ChainId, ValueId)> {
        let mut edges = Vec::new();
        for reader in &self.nest.cluster {
            for input in self.lowered.inputs(*reader) {
                let Some(producer) = self.lowered.program.producer(input.value) else {
                    continue;
                };
                let chains = (self.chain(producer), self.chain(*reader));
                if self.nest.cluster.contains(&producer) && chains.0 != chains.1 {
                    edges.push((chains.0, chains.1, input.value));
                }
            }
        }
        edges
    }
}
