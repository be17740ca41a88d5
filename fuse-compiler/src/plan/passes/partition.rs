//! The parts of a loop that run one after another over a block.
//!
//! In: a loop and the chains of each pass. Out: a loop for each pass, with what it reads of those before.

use super::tiler::Tiler;
use super::units::Planned;
use crate::cnf::{BindingId, ValueId};
use crate::loops::{Outcome, Step};
use crate::ops::consumer::extremum::Extremum;
use crate::plan::loop_plan::{Accumulation, Accumulations, Blocks, Over, Pass, Passes, Taking};
use crate::sorted::sort;

/// How many arrays may wait in a buffer on the stack, of 512 elements each: so that they fit the first cache beside what is read.
/// See Note [How long blocks are] in `fuse-compiler/src/plan/loop_plan/pass.rs`.
const BUFFERS: usize = 4;

impl Tiler<'_> {
    pub(super) fn passes(&self, groups: &[Planned]) -> Option<(Passes, Accumulations)> {
        let mut passes = Vec::new();
        let mut accumulators = Accumulations::new();
        for Planned { chains, taking, .. } in groups {
            if *taking == Taking::Widths {
                let narrow = chains.iter().filter_map(|chain| self.narrow(*chain));
                let narrow = narrow.map(|(value, of)| (value, Accumulation::Narrow(of)));
                accumulators.extend(narrow);
            }
            passes.push(self.pass(*taking, &|id| chains.contains(&self.chain(id))));
        }
        if !passes.iter().all(|pass| self.is_complete(pass)) {
            return None;
        }
        let mut read = passes
            .iter()
            .flat_map(|pass| pass.reads.iter().copied())
            .collect::<Vec<_>>();
        sort(&mut read);
        read.dedup();
        let contracted =
            |array: &ValueId| self.nest.outcomes.contains(&Outcome::Contracted(*array));
        let (kept, read_back) = read.into_iter().partition::<Vec<_>, _>(contracted);
        for pass in &passes {
            for id in &pass.nest.cluster {
                let Some(consumer) = self.lowered.consumer(*id) else {
                    continue;
                };
                let accumulator = match pass.taking {
                    Taking::Lanes => Accumulation::Lanes,
                    Taking::Widths if consumer.is::<Extremum>() => Accumulation::OfBlock,
                    _ => continue,
                };
                let value = self.lowered.program.binding(*id).outputs[0];
                accumulators.entry(value).or_insert(accumulator);
            }
        }
        let fill = |pass: Pass| pass.filling(&kept);
        let passes = (kept.len() <= BUFFERS).then(|| Passes {
            passes: passes.into_iter().map(fill).collect(),
            read_back,
            over: Over::Blocks(Blocks::Usual),
            searches: Vec::new(),
            gives_back: false,
            kept: kept.clone(),
        })?;
        Some((passes, accumulators))
    }

    /// True if a pass has, or makes, all that it reads. An array that the loop changes where it stands
    /// goes by several names, and only the first of them is a source.
    fn is_complete(&self, pass: &Pass) -> bool {
        let cluster = &pass.nest.cluster;
        let makes = |value| {
            let producer = self.lowered.program.producer(value);
            producer.is_some_and(|id| cluster.contains(&id))
        };
        let sources = &pass.nest.root.sources;
        let drives = |value| {
            let first = self.first_version(value);
            sources.iter().any(|source| source.value == first)
        };
        cluster
            .iter()
            .flat_map(|id| self.lowered.inputs(*id))
            .map(|input| input.value)
            .all(|value| pass.reads.contains(&value) || makes(value) || drives(value))
            && sources.len() + pass.reads.len() > 0
    }

    /// The part of the loop that some of its bindings are.
    fn pass(&self, taking: Taking, belongs: &dyn Fn(BindingId) -> bool) -> Pass {
        let program = &self.lowered.program;
        let cluster = self.nest.cluster.iter().copied();
        let cluster = cluster.filter(|id| belongs(*id)).collect::<Vec<_>>();
        let streamed = cluster.iter().flat_map(|id| self.lowered.inputs(*id));
        let streamed = streamed.map(|input| input.value).collect::<Vec<_>>();
        let driving = streamed.iter().map(|value| self.first_version(*value));
        let driving = driving.collect::<Vec<_>>();
        let made = |value: &ValueId| program.producer(*value).is_some_and(belongs);
        let crossing = self.crossing.iter().copied();
        let reads = crossing.filter(|array| streamed.contains(array) && !made(array));
        let steps = self.nest.root.body.steps.iter().filter(|step| match step {
            Step::Compute(id) | Step::Guard(id, _) | Step::Consume(id) => belongs(*id),
        });
        let mut part = self.nest.part(program, cluster, steps.cloned().collect());
        part.root
            .sources
            .retain(|source| driving.contains(&source.value));
        Pass::new(part, reads.collect(), taking)
    }
}
