//! The units of a loop: chains, or several that cannot be parted, with what they cost.
//!
//! In: a loop. Out: its chains in groups, one for each pass, as the [`model`](super::model) wants them.

use super::latency::UNSEEN;
use super::model::{Class, Costs, Units};
use super::tiler::{Tiler, component};
use crate::cnf::{ChainId, Operation, ValueId};
use crate::loops::{Loop, Outcome};
use crate::ops::body::Body;
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::count::Count;
use crate::ops::consumer::each::Each;
use crate::ops::consumer::extremum::Extremum;
use crate::ops::consumer::fold::Fold;
use crate::ops::monoid::redomap::Redomap;
use crate::plan::elements::{element, has_blocks};
use crate::plan::in_step::fills;
use crate::plan::loop_plan::{Pass, Taking};
use crate::plan::masks;
use crate::plan::{compaction, extremum};
use crate::rust::expr::compound;
use crate::rust::patterns;
use crate::rust::term::work::Work;
use crate::rust::term::{Is, Term};
use crate::rust::ty::Scalar;
use crate::sorted::{SortedSet, sort};
use syn::{Expr, Stmt};

// Note [What consumers cost]
// In operations beside those of the workers. A filter that no test in a vector replaces is a branch, or a store that advances
// or not: Filter. What compares keys keeps a state that the next element waits for: Keyed. Latencies in cycles.

/// To add, to count, to compare.
const TAKE: f64 = 1.0;
/// To store.
const STORE: f64 = 2.0;
/// What a filter costs that is no test in a vector.
const FILTER: f64 = 4.0;
/// The bits of a single.
const SINGLE: u32 = 32;

/// The widest integers that are taken by the dozen.
pub(super) const NARROW: u32 = 16;
/// True for a body that does nothing but to add to places of arrays: a histogram. It may give names to what it computes before.
pub(super) fn scatters(body: &Body) -> bool {
    let adds = |statement: &Stmt| {
        matches!(statement, Stmt::Expr(Expr::Binary(binary), _)
            if compound(&binary.op) && matches!(&*binary.left, Expr::Index(_)))
    };
    let named =
        |statement: &&Stmt| matches!(statement, Stmt::Local(local) if patterns::plain(&local.pat));
    let statements = body.statements.iter();
    let names = statements.clone().take_while(named).count();
    !body.outward
        && !body.kept.waits
        && names < body.statements.len()
        && statements.skip(names).all(adds)
}

/// The chains of one pass, and how it takes elements.
pub(super) struct Planned {
    pub(super) chains: Vec<ChainId>,
    pub(super) taking: Taking,
    /// True if each element is a loop.
    pub(super) loops: bool,
}

impl Tiler<'_> {
    /// All chains in one pass.
    pub(super) fn one(&self) -> Vec<Planned> {
        let chains = self.nest.cluster.iter().map(|id| self.chain(*id));
        let chains = chains.collect::<SortedSet<_>>();
        vec![Planned {
            chains: chains.into_iter().collect(),
            taking: Taking::OneByOne,
            loops: false,
        }]
    }

    /// The chains of each pass, in order; `None` if one body is as good.
    pub(super) fn planned(&self) -> Option<Vec<Planned>> {
        let groups = self.groups()?;
        let adds = |group: &Planned| match group.taking {
            Taking::Lanes => true,
            Taking::Widths => group
                .chains
                .iter()
                .any(|chain| self.narrow(*chain).is_some() || self.refers_to_best(*chain)),
            Taking::OneByOne => false,
        };
        let extremum = self
            .nest
            .cluster
            .iter()
            .any(|id| self.is_extremum(self.chain(*id)));
        let for_passes = extremum || groups.iter().any(adds);
        // Filters that store, or that a strict sum follows, go through blocks in a way of their own.
        let filters = !for_passes
            && (compaction::of(self.lowered, self.nest).is_some()
                || masks::in_loop::of(self.lowered, self.nest).is_some());
        let passes =
            groups.iter().any(adds) || groups.len() > 1 && !filters || self.fills_several(&groups);
        passes.then_some(groups)
    }

    /// True if a chain keeps a reference to the best of integers.
    fn refers_to_best(&self, chain: ChainId) -> bool {
        let of_chain = self.nest.cluster.iter();
        let mut of_chain = of_chain.filter(|id| self.chain(**id) == chain);
        of_chain.any(|id| extremum::of_referenced(self.lowered, *id).is_some())
    }

    /// True for one pass over slices that stores several arrays at once and does nothing that is not as well done beside that. In a body
    /// that pushes, LLVM sees of one of them only that it is not full: the last few elements go one by one for the others' sake.
    /// Measured on three bytes of each pixel, nanoseconds for 16, 64 and 1 K: 61 63 654 pushed, 48 60 567 filled.
    fn fills_several(&self, groups: &[Planned]) -> bool {
        let fills = || {
            let (passes, _) = self.passes(groups)?;
            let several = |pass: &Pass| pass.fills.len() > 1;
            Some(passes.kept.is_empty() && passes.passes.iter().any(several))
        };
        groups.len() == 1 && self.is_over_slices() && fills() == Some(true)
    }

    /// The chains of each pass, in order.
    fn groups(&self) -> Option<Vec<Planned>> {
        let chains = self.nest.cluster.iter().map(|id| self.chain(*id));
        let chains = chains.collect::<SortedSet<_>>();
        let chains = chains.into_iter().collect::<Vec<_>>();
        let together = self.inseparable(&chains);
        let of = |chain: ChainId| together.iter().position(|unit| unit.contains(&chain));
        let mut units = Units::default();
        let slices = self.is_over_slices();
        for unit in &together {
            units.costs.push(self.costs_of_unit(unit, chains.len() > 1));
        }
        let edges = self.edges().into_iter().map(|(from, to, _)| (from, to));
        for (from, to) in edges.chain(self.before_changes()) {
            let (from, to) = (of(from)?, of(to)?);
            if from != to {
                units.edges.push((from, to));
            }
        }
        let passes = units.passes()?.into_iter();
        let groups = passes.map(|pass| {
            let mut chains = pass
                .iter()
                .flat_map(|unit| together[*unit].clone())
                .collect::<Vec<_>>();
            sort(&mut chains);
            let single =
                |holds: &dyn Fn(ChainId) -> bool| matches!(chains[..], [chain] if holds(chain));
            let loops = single(&|chain| self.runs_loops(chain));
            let taking = if single(&|chain| self.is_in_lanes(chain)) {
                Taking::Lanes
            } else if slices && chains.iter().all(|chain| self.width(*chain).is_some()) {
                Taking::Widths
            } else {
                Taking::OneByOne
            };
            Planned {
                chains,
                taking,
                loops,
            }
        });
        Some(groups.collect())
    }

    /// Which chain reads what another one of the loop makes; and those that share a step, one inside
    /// of what the other keeps.
    fn edges(&self) -> Vec<(ChainId, ChainId, ValueId)> {
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

    /// What reads an array before a chain of the loop changes it where it stands.
    fn before_changes(&self) -> Vec<(ChainId, ChainId)> {
        let program = &self.lowered.program;
        let mut orders = Vec::new();
        for update in &program.updates {
            let changes = program.producer(update.after);
            let changes = changes.filter(|id| self.nest.cluster.contains(id));
            let readers = program.readers(update.before).into_iter();
            let readers = readers.filter(|id| self.nest.cluster.contains(id));
            for (reader, changes) in readers.zip(changes.into_iter().cycle()) {
                let (reader, changes) = (self.chain(reader), self.chain(changes));
                if reader != changes {
                    orders.push((reader, changes));
                }
            }
        }
        orders
    }

    /// The part of what passes cost that is done on several elements at once.
    pub(super) fn vector_share(&self, passes: &[&Loop]) -> f64 {
        let (mut vector, mut all) = (0.0, 0.0);
        for pass in passes {
            let chains = pass.cluster.iter().map(|id| self.chain(*id));
            let chains = chains.collect::<SortedSet<_>>();
            let alone = passes.len() > 1 || chains.len() > 1;
            let costs = chains.iter().map(|chain| self.costs(*chain, alone));
            let units = Units {
                costs: costs.collect(),
                edges: Vec::new(),
            };
            let cost = units.together().unwrap_or(1.0);
            all += cost;
            if units.costs.iter().all(|costs| costs.class != Class::Serial) {
                vector += cost;
            }
        }
        vector / f64::max(all, f64::MIN_POSITIVE)
    }

    /// True if all that drives the loop can be taken block by block.
    fn is_over_slices(&self) -> bool {
        let mut sources = self.nest.root.sources.iter();
        sources.all(|source| has_blocks(self.lowered, source))
    }

    /// True if a chain has several accumulators, where it has a pass of its own.
    pub(super) fn is_in_lanes(&self, chain: ChainId) -> bool {
        self.adds_in_lanes(chain) || self.compares_in_lanes(chain)
    }

    /// True if an extremum may share the body of what waits anyway: one comparison for each element is cheap beside that.
    fn may_wait(&self, chain: ChainId) -> bool {
        let mut chains = self.nest.cluster.iter().map(|id| self.chain(*id));
        self.compares(chain) && chains.any(|other| self.is_sequential(other))
    }

    /// Chains in groups of those that share steps, or hand over what no block can hold. What drives a loop and is no slice is read
    /// once; and bodies of the user's stay together.
    fn inseparable(&self, chains: &[ChainId]) -> Vec<Vec<ChainId>> {
        let slices = self.is_over_slices();
        let mut together = chains.iter().map(|chain| vec![*chain]).collect::<Vec<_>>();
        let mut join = |one: ChainId, other: ChainId| {
            let place =
                |units: &[Vec<ChainId>], chain| units.iter().position(|unit| unit.contains(&chain));
            let (Some(one), Some(other)) = (place(&together, one), place(&together, other)) else {
                return;
            };
            if one != other {
                let moved = together.remove(one.max(other));
                together[one.min(other)].extend(moved);
            }
        };
        for (producer, reader, value) in self.edges() {
            let stored = Outcome::Stored {
                array: value,
                exact: true,
            };
            let in_memory = slices || self.nest.outcomes.contains(&stored);
            let stands = slices && self.first_version(value) != value;
            if !(stands || self.crossing.contains(&value) && in_memory) {
                join(producer, reader);
            }
        }
        let bodies = chains.iter();
        let bodies = bodies.filter(|chain| self.has_body(**chain) && !self.counts_alone(**chain));
        let drivers = chains
            .iter()
            .filter(|chain| !slices && self.reads_driver(**chain));
        for alike in [bodies.collect::<Vec<_>>(), drivers.collect()] {
            for pair in alike.windows(2) {
                join(*pair[0], *pair[1]);
            }
        }
        together
    }

    fn has_body(&self, chain: ChainId) -> bool {
        self.consumer(chain)
            .is_none_or(|consumer| consumer.body().is_some())
    }

    fn reads_driver(&self, chain: ChainId) -> bool {
        let drives = |value: ValueId| {
            self.nest
                .root
                .sources
                .iter()
                .any(|source| source.value == value)
        };
        let mut inputs = self.inputs(chain).into_iter();
        inputs.any(drives)
    }

    /// What a chain reads.
    fn inputs(&self, chain: ChainId) -> Vec<ValueId> {
        let bindings = self
            .nest
            .cluster
            .iter()
            .filter(|id| self.chain(**id) == chain);
        let inputs = bindings.flat_map(|id| self.lowered.inputs(*id));
        inputs.map(|input| input.value).collect()
    }

    fn costs_of_unit(&self, chains: &[ChainId], several: bool) -> Costs {
        let mut unit: Option<Costs> = None;
        for chain in chains {
            let next = self.costs(*chain, several && chains.len() == 1);
            unit = Some(match unit {
                None => next,
                Some(before) => Costs {
                    class: if before.class == next.class {
                        next.class
                    } else {
                        Class::Serial
                    },
                    fields: before.fields && next.fields,
                    scattered: before.scattered + next.scattered,
                    smallest: before.smallest,
                    latency: before.latency.max(next.latency),
                    operations: before.operations + next.operations,
                    divisions: before.divisions + next.divisions,
                    calls: before.calls + next.calls,
                    choices: before.choices + next.choices,
                    switches: before.switches + next.switches,
                    bits: before.bits.max(next.bits),
                    reads: before.reads.into_iter().chain(next.reads).collect(),
                    makes: before.makes.into_iter().chain(next.makes).collect(),
                },
            });
        }
        let mut unit = unit.unwrap_or_else(|| self.unseen());
        let made = unit.makes.clone();
        unit.reads.retain(|array| !made.contains(array));
        unit
    }

    fn unseen(&self) -> Costs {
        Costs {
            class: Class::Serial,
            fields: false,
            scattered: 0,
            smallest: false,
            latency: UNSEEN,
            operations: 0.0,
            divisions: 0.0,
            calls: 0.0,
            choices: 0.0,
            switches: 0.0,
            bits: u64::BITS,
            reads: SortedSet::new(),
            makes: SortedSet::new(),
        }
    }

    /// What a chain costs. See Note [What consumers cost].
    pub(super) fn costs(&self, chain: ChainId, may_be_alone: bool) -> Costs {
        let mut work = self.work(chain);
        let whole = self.gives_each(chain);
        let flat = whole || self.is_tested(chain);
        if !flat {
            work.operations += FILTER;
        }
        let mut workers = self.workers(chain);
        let alone = self.is_in_lanes(chain)
            || self.runs_loops(chain)
            || self.gives_pixels(chain)
            || self.fills_by_index(chain)
            || self
                .consumer_as::<Fold>(chain)
                .is_some_and(Fold::keeps_remainder)
            || workers.any(|worker| worker.term().counts_bits());
        let class = if may_be_alone && alone && self.may_wait(chain) {
            Class::Lanes
        } else if may_be_alone && alone {
            Class::Alone
        } else if self.is_extremum(chain) {
            Class::Extremum
        } else if flat && work.vector && self.is_taken_in_vectors(chain, whole) {
            Class::Vector
        } else {
            Class::Serial
        };
        let bindings = self
            .nest
            .cluster
            .iter()
            .filter(|id| self.chain(**id) == chain);
        let outputs = bindings.flat_map(|id| &self.lowered.program.binding(*id).outputs);
        let makes = outputs.map(|value| value.index()).collect::<SortedSet<_>>();
        let inputs = self.inputs(chain).into_iter().map(|value| value.index());
        let changes = self
            .consumer_as::<Each>(chain)
            .is_some_and(Each::only_changes);
        let stores = changes || self.consumer_as::<Collect>(chain).is_some();
        let kept = self.consumer(chain).and_then(extremum::kept_in_lanes);
        let field = |part: &Term<'_>| matches!(part.is, Is::Field(..));
        let bits = self.widest(chain);
        if bits <= SINGLE {
            work.operations -= work.singles;
        }
        Costs {
            class,
            fields: self.workers(chain).any(|worker| worker.term().any(&field)),
            scattered: self.fields(chain),
            smallest: kept.is_some_and(|kept| kept.smallest),
            latency: self.latency(chain),
            operations: work.operations + if stores { STORE } else { TAKE },
            divisions: work.divisions,
            calls: work.calls,
            choices: work.choices,
            switches: work.switches,
            bits,
            reads: inputs.filter(|value| !makes.contains(value)).collect(),
            makes,
        }
    }

    /// True for a chain that stores what it computes of sources that are no slices: in a body that does nothing else std stores as many at
    /// once as from slices. Measured on differences of `u8`, with a sum and a largest of them, plain over fused at 16 and 64 elements:
    /// 0.69 and 0.82 where a body pushes them, 1.1 and 1.0 where it fills.
    fn fills_by_index(&self, chain: ChainId) -> bool {
        let mut sources = self.nest.root.sources.iter();
        let result = self.lowered.chain(chain).map(|chain| chain.result);
        let stored = result.is_some_and(|result| self.nest.leaves(result));
        stored && self.gives_each(chain) && sources.all(|source| fills(self.lowered, source))
    }

    /// True for a chain that stores arrays or structs of narrow integers: LLVM takes as many elements at once as fit, if nothing wider is beside
    /// them. Measured on a blend of two pixels with a count and a sum, plain over fused in one body and apart: 0.71 and 1.0; of structs with
    /// one count 0.43, with two 0.63.
    fn gives_pixels(&self, chain: ChainId) -> bool {
        let result = self.lowered.chain(chain).map(|chain| chain.result);
        let stored = result.filter(|result| self.nest.leaves(*result));
        let component = stored.and_then(|result| component(self.lowered, result));
        let narrow = component.is_some_and(|of| of.is_integer() && of.bits() <= NARROW);
        let last = || self.workers(chain).last();
        narrow || stored.is_some() && last().is_some_and(|worker| worker.term().makes_pixels())
    }

    /// The work of a chain for one element.
    pub(super) fn work(&self, chain: ChainId) -> Work {
        let nothing = Term::of(&syn::parse_quote!(())).work();
        let unseen = Work {
            vector: false,
            operations: FILTER,
            ..nothing
        };
        let mut operations = self.operations(chain);
        let by_number = operations.any(|operation| matches!(operation, Operation::Range(_)));
        let of_operation = |operation: &Operation<'_>| match operation {
            Operation::Map(worker) | Operation::Filter(worker) | Operation::FilterMap(worker) => {
                if by_number {
                    worker.work_by_number()
                } else {
                    worker.work()
                }
            }
            Operation::Consume(consumer) => match consumer.worker() {
                Some(worker) => worker.work(),
                None => nothing,
            },
            Operation::Identity | Operation::Zip | Operation::Enumerate { .. } => nothing,
            Operation::Elementwise(_) | Operation::Range(_) | Operation::Driver(_) => nothing,
            _ => unseen,
        };
        self.operations(chain)
            .map(of_operation)
            .fold(nothing, Work::and)
    }

    /// True if LLVM takes several elements at once into what a chain makes.
    fn is_taken_in_vectors(&self, chain: ChainId, whole: bool) -> bool {
        let Some(consumer) = self.consumer(chain) else {
            return false;
        };
        if self.is_tallied(chain) || consumer.of::<Each>().is_some_and(Each::only_changes) {
            return true;
        }
        if consumer.is::<Collect>() {
            let number = self.lowered.chain(chain).and_then(element);
            return whole && number.is_some();
        }
        if consumer.is::<Count>() || consumer.is::<Each>() && self.narrow(chain).is_some() {
            return true;
        }
        if let Some(scalar) = consumer.adds() {
            return scalar.is_integer();
        }
        if let Some(fold) = consumer.of::<Fold>() {
            return matches!(fold.redomap, Some(Redomap::Whole(_)))
                && fold.scalar.is_some_and(Scalar::is_integer);
        }
        let plain = consumer.of::<Extremum>().is_some_and(Extremum::is_plain);
        plain
            && self.last(chain).is_some_and(|id| {
                extremum::of_integers(self.lowered, id).is_some()
                    || extremum::of_referenced(self.lowered, id).is_some()
                    || extremum::of_place(self.lowered, id).is_some_and(|of| of.copied)
            })
    }

    /// The bits of the widest number of a chain.
    pub(super) fn widest(&self, chain: ChainId) -> u32 {
        if let Some((_, narrow)) = self.narrow(chain) {
            return narrow.bits;
        }
        let collects = self
            .lowered
            .chain(chain)
            .and_then(element)
            .map(Scalar::bits);
        let consumer = self.consumer(chain);
        let adds = consumer
            .and_then(|consumer| consumer.adds())
            .map(Scalar::bits);
        let own = collects
            .or(adds)
            .or(self.width(chain).filter(|bits| *bits > 0));
        own.max(self.read(chain)).unwrap_or(u64::BITS)
    }
}
