//! Random plans of loops: one way to run them that is legal, of those that rules know and of some that none would choose.
//!
//! In: a seed, a program, its loops. Out: folds whose steps may be put together in groups, maps that fail for elements that are not
//! theirs, and a plan for each loop.

mod arrays;
mod filters;

use crate::interpret::{Monoid, Written};
use crate::random::Random;
use filters::bindings;
use fuse_compiler::internals::cnf::{BindingId, ChainId, Combinator, ValueId};
use fuse_compiler::internals::loops::{Driver, Loop, Outcome, Scope, Step};
use fuse_compiler::internals::plan::{
    Accumulation, Blocks, Dispatch, Form, LoopPlan, Narrow, Over, Pass, Passes, Reads, Run, Taking,
};
use std::collections::BTreeMap;

/// Says of some folds that they add up bytes or keep the largest, and of some maps that they may fail.
pub fn facts(seed: u64, written: &mut Written) {
    let mut random = Random::new(seed ^ 0xfac7);
    let program = &written.program;
    for id in program.binding_ids() {
        let binding = program.binding(id);
        match binding.combinator() {
            Combinator::Fold if binding.outputs.len() == 1 && random.below(3) > 0 => {
                let monoid = [Monoid::Sum, Monoid::Most][random.below(2)];
                written.monoids.insert(id, monoid);
            }
            Combinator::Map if random.below(4) == 0 => {
                written.partial.insert(id);
            }
            _ => {}
        }
    }
}

/// A plan for each loop.
#[must_use]
pub fn plans(seed: u64, written: &Written, loops: &[Loop]) -> Vec<LoopPlan> {
    let mut random = Random::new(seed ^ 0x91a7);
    let plan = |nest: &Loop| {
        let mut planner = Planner {
            written,
            nest,
            random: &mut random,
        };
        planner.plan(0)
    };
    loops.iter().map(plan).collect()
}

struct Planner<'a> {
    written: &'a Written,
    nest: &'a Loop,
    random: &'a mut Random,
}

impl Planner<'_> {
    fn plan(&mut self, depth: usize) -> LoopPlan {
        let mut plan = LoopPlan::new(self.nest);
        let changes = self
            .nest
            .cluster
            .iter()
            .any(|id| self.outputs(*id).len() > 1);
        let flat = !self.nest.nests() && !changes;
        // It is seldom possible.
        if !changes && depth == 0 && self.random.below(2) == 0 {
            self.takes_over(&mut plan);
        }
        let free = matches!(plan.run, Run::Body) && plan.overwrites.is_empty();
        let flat = flat && free;
        match self.random.below(if depth == 0 { 10 } else { 9 }) {
            0..=3 if flat => self.passes(&mut plan),
            4 | 5 if flat => self.compaction(&mut plan),
            6 if flat => self.masks(&mut plan),
            7 if flat => self.deferred(&mut plan),
            9 if flat => {
                let (slices, otherwise) = (self.plan(1), self.plan(1));
                let dispatch = Dispatch {
                    places: Vec::new(),
                    slices: LoopPlan {
                        reads: Reads::Slices,
                        ..slices
                    },
                    otherwise: (!self.random.below(2).is_multiple_of(2)).then_some(LoopPlan {
                        reads: Reads::Iterators,
                        ..otherwise
                    }),
                    searches: Vec::new(),
                };
                plan.run = Run::Dispatch(Box::new(dispatch));
                return plan;
            }
            _ => {}
        }
        self.strings(&mut plan);
        self.accumulators(&mut plan);
        self.ranges(&mut plan, depth, changes);
        self.forms(&mut plan);
        plan
    }

    fn outputs(&self, id: BindingId) -> &[ValueId] {
        &self.written.program.binding(id).outputs
    }

    fn chain(&self, id: BindingId) -> ChainId {
        self.written.program.binding(id).chain
    }

    fn is_total(&self, id: BindingId) -> bool {
        self.written.program.binding(id).combinator() == Combinator::Map
            && !self.written.partial.contains(&id)
    }

    /// The values that a binding takes an element of.
    fn streamed(&self, id: BindingId) -> Vec<ValueId> {
        let binding = self.written.program.binding(id);
        let inputs = binding.inputs.iter().map(|input| input.value);
        inputs
            .filter(|value| Some(*value) != binding.inner())
            .collect()
    }

    fn at_root(&self, array: ValueId) -> bool {
        let computes =
            |step: &Step| matches!(step, Step::Compute(id) if self.outputs(*id).contains(&array));
        self.nest.root.body.steps.iter().any(computes)
    }

    fn is_exact(&self, array: ValueId) -> bool {
        let stored = Outcome::Stored { array, exact: true };
        self.nest.outcomes.contains(&stored)
    }

    /// A random partition of the chains into passes, made such that each reads what is there.
    fn passes(&mut self, plan: &mut LoopPlan) {
        let cluster = &self.nest.cluster;
        let count = 1 + self.random.below(3);
        let mut stages: BTreeMap<ChainId, usize> = BTreeMap::new();
        for id in cluster {
            let stage = self.random.below(count);
            stages.entry(self.chain(*id)).or_insert(stage);
        }
        let contracted = |array: ValueId| self.nest.outcomes.contains(&Outcome::Contracted(array));
        let crosses =
            |array: ValueId| self.at_root(array) && (contracted(array) || self.is_exact(array));
        for _ in 0..stages.len() * 4 + 4 {
            for id in cluster {
                for value in self.streamed(*id) {
                    let Some(producer) = self.written.program.producer(value) else {
                        continue;
                    };
                    if !cluster.contains(&producer) {
                        continue;
                    }
                    let (from, to) = (self.chain(producer), self.chain(*id));
                    let (before, after) = (stages[&from], stages[&to]);
                    if before > after || before != after && !crosses(value) {
                        let one = before.min(after);
                        stages.insert(from, one);
                        stages.insert(to, one);
                    }
                }
            }
        }
        let mut passes = Vec::new();
        for stage in 0..count {
            let of_stage = |id: &BindingId| stages[&self.chain(*id)] == stage;
            if let Some(pass) = self.part(&of_stage) {
                passes.push(pass);
            }
        }
        let mut read: Vec<ValueId> = passes.iter().flat_map(|pass| pass.reads.clone()).collect();
        read.sort_unstable();
        read.dedup();
        let (kept, read_back): (Vec<_>, Vec<_>) = read.into_iter().partition(|a| contracted(*a));
        let later = |pass: &Pass| pass.nest.root.sources.is_empty();
        let whole = kept.is_empty() && passes.len() > 1 && passes[1..].iter().all(later);
        let kinds = [Blocks::Short, Blocks::Narrow, Blocks::Usual, Blocks::Long];
        let over = match self.random.below(6) {
            0 | 1 if whole => Over::Whole {
                later_in_blocks: self.random.below(2) == 0,
            },
            2 => Over::Slice,
            _ => Over::Blocks(kinds[self.random.below(4)]),
        };
        for pass in &mut passes {
            let folds =
                pass.nest.cluster.iter().filter(|id| {
                    self.written.program.binding(**id).combinator() == Combinator::Fold
                });
            let grouped = folds
                .clone()
                .all(|id| self.written.monoids.contains_key(id));
            let taking = [Taking::OneByOne, Taking::Lanes, Taking::Widths][self.random.below(3)];
            if taking == Taking::OneByOne || !grouped {
                continue;
            }
            pass.taking = taking;
            for id in folds {
                let accumulation = match (taking, self.written.monoids.get(id)) {
                    (Taking::Lanes, _) => Accumulation::Lanes,
                    (_, Some(Monoid::Most)) => Accumulation::OfBlock,
                    (_, _) if matches!(over, Over::Blocks(_)) => Accumulation::Narrow(Narrow {
                        signed: false,
                        bits: 16,
                        added: 8,
                        by_name: false,
                    }),
                    _ => continue,
                };
                plan.accumulators.insert(self.outputs(*id)[0], accumulation);
            }
        }
        plan.run = Run::Passes(Passes {
            passes,
            kept,
            read_back,
            over,
            searches: Vec::new(),
            gives_back: false,
        });
    }

    /// The part of the loop that some of its bindings are, if they are any.
    fn part(&self, belongs: &dyn Fn(&BindingId) -> bool) -> Option<Pass> {
        let program = &self.written.program;
        let cluster = self.nest.cluster.iter().copied();
        let cluster: Vec<BindingId> = cluster.filter(|id| belongs(id)).collect();
        let steps = self.nest.root.body.steps.iter().filter(|step| {
            let (Step::Compute(id) | Step::Guard(id, _) | Step::Consume(id)) = step;
            belongs(id)
        });
        let steps: Vec<Step> = steps.cloned().collect();
        if cluster.is_empty() {
            return None;
        }
        let streamed: Vec<ValueId> = cluster.iter().flat_map(|id| self.streamed(*id)).collect();
        let drives =
            |source: &Driver| streamed.contains(&source.value) || cluster.contains(&source.reader);
        let own: Vec<ValueId> = cluster
            .iter()
            .flat_map(|id| self.outputs(*id))
            .copied()
            .collect();
        let mut nest = self.nest.part(program, cluster.clone(), steps);
        nest.root.sources.retain(drives);
        let driven = |value: &ValueId| nest.root.sources.iter().any(|s| s.value == *value);
        let mut reads: Vec<ValueId> = streamed;
        reads.retain(|value| !own.contains(value) && !driven(value));
        reads.sort_unstable();
        reads.dedup();
        Some(Pass {
            nest,
            reads,
            taking: Taking::OneByOne,
            form: Form::default(),
            fills: Vec::new(),
        })
    }

    /// The root's bindings that a filter's element is computed by, in order; and its sources.
    fn before(&self, filter: BindingId) -> (Vec<BindingId>, Vec<Driver>) {
        let mut needed = self.streamed(filter);
        let (mut before, mut sources) = (Vec::new(), Vec::new());
        for step in self.nest.root.body.steps.iter().rev() {
            if let Step::Compute(id) = step
                && self
                    .outputs(*id)
                    .iter()
                    .any(|output| needed.contains(output))
            {
                before.push(*id);
                needed.extend(self.streamed(*id));
            }
        }
        before.reverse();
        for source in &self.nest.root.sources {
            if needed.contains(&source.value) {
                sources.push(*source);
            }
        }
        (before, sources)
    }

    /// True if something that is computed at the root has a state, so that it is not to be computed twice.
    fn scans(&self) -> bool {
        let mut cluster = self.nest.cluster.iter();
        cluster.any(|id| self.written.program.binding(*id).combinator() == Combinator::Scan)
    }

    /// What is left when some steps of the root run on their own.
    fn rest(&self, steps: Vec<Step>) -> Option<Pass> {
        if steps.is_empty() && self.nest.root.body.stores.is_empty() {
            return None;
        }
        let mut cluster = Vec::new();
        steps.iter().for_each(|step| bindings(step, &mut cluster));
        let sources = self.nest.root.sources.iter();
        cluster.extend(
            sources.map(|source| source.reader).filter(|id| {
                self.written.program.binding(*id).combinator() == Combinator::Generate
            }),
        );
        Some(Pass {
            nest: self.nest.part(&self.written.program, cluster, steps),
            reads: Vec::new(),
            taking: Taking::OneByOne,
            form: Form::default(),
            fills: Vec::new(),
        })
    }

    /// Extrema that start from the worst, where nothing else was decided.
    fn accumulators(&mut self, plan: &mut LoopPlan) {
        let plain = matches!(plan.run, Run::Body | Run::Compaction(_) | Run::Masks(_));
        for step in &self.nest.root.body.steps {
            if let Step::Consume(id) = step
                && plain
                && self.written.monoids.contains_key(id)
                && self.random.below(2) == 0
            {
                plan.accumulators
                    .insert(self.outputs(*id)[0], Accumulation::Seeded);
            }
        }
    }

    /// On several threads, where all that is accumulated may be put together of ranges.
    fn ranges(&mut self, plan: &mut LoopPlan, depth: usize, changes: bool) {
        let program = &self.written.program;
        let grouped = |id: &BindingId| match program.binding(*id).combinator() {
            Combinator::Fold => self.written.monoids.contains_key(id),
            Combinator::Scan => false,
            _ => true,
        };
        let runs = matches!(plan.run, Run::Body | Run::Passes(_) | Run::Compaction(_));
        let plain = runs && plan.overwrites.is_empty() && plan.strings.makers.is_empty();
        plan.parallel = depth == 0
            && plain
            && !changes
            && self.nest.cluster.iter().all(grouped)
            && self.random.below(2) == 0;
    }

    /// Filters without a branch, where what they guard may run for all.
    fn forms(&mut self, plan: &mut LoopPlan) {
        let strings = plan.strings.arrays.clone();
        let mut chosen = Vec::new();
        for body in plan.bodies() {
            let mut guards = Vec::new();
            guards_of(body.scope, &mut guards);
            for (id, inside) in guards {
                let total = inside.inner.is_none()
                    && inside.steps.iter().all(|step| match step {
                        Step::Compute(id) => self.is_total(*id),
                        Step::Consume(id) => self.outputs(*id).len() == 1,
                        Step::Guard(..) => false,
                    });
                if total && !strings.contains(&self.outputs(id)[0]) {
                    chosen.push(id);
                }
            }
        }
        chosen.retain(|_| self.random.below(2) == 0);
        plan.decide(|body, form| {
            let mut guards = Vec::new();
            guards_of(body.scope, &mut guards);
            for (id, _) in guards {
                if chosen.contains(&id) {
                    form.branch_free.insert(id);
                }
            }
        });
    }
}

fn guards_of<'s>(scope: &'s Scope, found: &mut Vec<(BindingId, &'s Scope)>) {
    for step in &scope.steps {
        if let Step::Guard(id, inside) = step {
            found.push((*id, inside));
            guards_of(inside, found);
        }
    }
    if let Some(inner) = &scope.inner {
        guards_of(&inner.nest.body, found);
    }
}
