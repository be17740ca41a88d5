//! Loops and their order, decided as the pipeline does.

use super::Written;
use fuse_compiler::internals::cluster::{self, Clustering, Options, Problem};
use fuse_compiler::internals::cnf::{BindingId, Reason, ValueId};
use fuse_compiler::internals::graph::{Apart, Graph};
use fuse_compiler::internals::loops::{self, Fate, Loop, Outcome};
use fuse_compiler::internals::plan::LoopPlan;
use fuse_compiler::internals::schedule::{self, FusedLoop, Schedule, Slot};
use fuse_compiler::internals::size::{self, Sizes};
use fuse_compiler::internals::sorted::SortedSet;

/// What is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Which bindings share a loop.
    pub clustering: Clustering,
    /// The loops of more than one chain; every other chain stays in its statement.
    pub loops: Vec<Loop>,
    /// The order of loops and statements.
    pub schedule: Schedule,
    /// How each loop runs; in one body, where none is given.
    pub plans: Vec<LoopPlan>,
}

/// Clusters a program and builds its loops; where a cluster cannot be placed it is taken apart and
/// all is decided anew. `None` if the program has no sizes: then nothing is fused.
#[must_use]
pub fn compile(written: &Written, options: &Options) -> Option<Placed> {
    let program = &written.program;
    let sizes = size::infer(program).ok()?;
    let mut graph = Graph::build(program, &sizes);
    loop {
        let problem = Problem {
            program,
            sizes: &sizes,
            graph: &graph,
        };
        let clustering = cluster::solve_with(problem, options).clustering;
        match place(written, &sizes, &graph, &clustering) {
            Ok(placed) => return Some(placed),
            Err(cluster) => {
                graph.keep_apart(Apart::all(program, &cluster, Reason::Placement));
            }
        }
    }
}

/// Builds the loops of a clustering and orders them.
///
/// # Errors
/// The first cluster that is no loop, or has no place among the statements.
///
/// # Panics
/// If a loop does not fit its program.
pub fn place(
    written: &Written,
    sizes: &Sizes,
    graph: &Graph,
    clustering: &Clustering,
) -> Result<Placed, Vec<BindingId>> {
    let program = &written.program;
    let fused = clustering.fused(program);
    let statement_of = written.statement_of();
    let same_size = |a, b| sizes.of(a) == sizes.of(b);
    let length_alone = |reader: BindingId, array: ValueId| {
        written.needs_length_alone(statement_of[reader.index()], array)
    };
    let counted = |array: ValueId| written.lengths.iter().any(|(_, other)| *other == array);
    let mut loops = Vec::new();
    for cluster in &fused {
        let fate = |array: ValueId| {
            if loops::is_needed_after(program, cluster, array, &length_alone) {
                Fate::Stored
            } else if counted(array) || written.kept.contains(&array) {
                Fate::Deferred
            } else {
                Fate::Contracted
            }
        };
        let built = loops::build(program, &same_size, cluster, &fate);
        loops.push(built.map_err(|_| cluster.clone())?);
    }
    let (slots, reads) = slots(written, &loops);
    let events = |schedule| Placed {
        clustering: clustering.clone(),
        loops: loops.clone(),
        schedule,
        plans: Vec::new(),
    };
    match schedule::schedule(&slots, &reads, graph, &statement_of) {
        Ok(schedule) => Ok(events(schedule)),
        Err(unplaced) if unplaced.fused < fused.len() => Err(fused[unplaced.fused].clone()),
        Err(_) => Ok(Placed {
            clustering: clustering.clone(),
            loops: Vec::new(),
            schedule: Schedule::as_written(slots.len()),
            plans: Vec::new(),
        }),
    }
}

/// What the schedule asks of statements and loops, as [`slots`](fuse_compiler::internals::schedule::units) reads it off tokens.
fn slots(written: &Written, loops: &[Loop]) -> (Vec<Slot>, Vec<FusedLoop>) {
    let program = &written.program;
    let named = named(written);
    let name = |value: ValueId| program.value(value).name.clone();
    let is_fused = |id: &BindingId| loops.iter().any(|nest| nest.cluster.contains(id));
    let contracted = |value: ValueId| {
        let outcomes = loops.iter().flat_map(|nest| &nest.outcomes);
        outcomes
            .into_iter()
            .any(|outcome| *outcome == Outcome::Contracted(value))
    };
    let counted = |array: ValueId| written.lengths.iter().any(|(_, other)| *other == array);
    let mut slots = Vec::new();
    for (index, statement) in written.statements.iter().enumerate() {
        let declares = &statement.declares;
        let mut slot = Slot {
            wall: written.is_wall(statement),
            deferrable: match declares.len() {
                1 => true,
                // Nothing is left in its place of a loop that changes what stood before.
                0 => {
                    let fused = |id: &&BindingId| is_fused(id);
                    let mut fused = statement.bindings.iter().filter(fused);
                    fused.any(|id| changes(written, *id))
                }
                _ => false,
            },
            binds: declares.iter().map(|value| name(*value)).collect(),
            ..Slot::default()
        };
        for id in statement.bindings.iter().filter(|id| !is_fused(id)) {
            let reads = program.binding(*id).reads().into_iter();
            let alone =
                |value: &ValueId| written.needs_length_alone(index, *value) && contracted(*value);
            let reads = reads.filter(|value| named[value.index()] && !alone(value));
            slot.reads.extend(reads.map(name));
        }
        if let [array] = declares[..]
            && contracted(array)
        {
            slot.vanishes = !written.kept.contains(&array) && !counted(array);
            slot.binds.clear();
        }
        slots.push(slot);
    }
    let statement_of = written.statement_of();
    let reads = loops.iter().map(|nest| {
        let made = |value: &ValueId| {
            let mut members = nest.cluster.iter();
            members.any(|id| program.binding(*id).outputs.contains(value))
        };
        let mut reads = SortedSet::new();
        for id in &nest.cluster {
            let read = program.binding(*id).reads().into_iter();
            let read = read.filter(|value| named[value.index()] && !made(value));
            reads.extend(read.map(|value| (name(value), statement_of[id.index()])));
        }
        FusedLoop {
            bindings: nest.cluster.clone(),
            reads,
        }
    });
    let reads = reads.collect();
    (slots, reads)
}

fn changes(written: &Written, id: BindingId) -> bool {
    let mut outputs = written.program.binding(id).outputs.iter();
    outputs.any(|output| written.before(id, *output).is_some())
}

/// Whether each value is read by a name, rather than within its statement.
pub(super) fn named(written: &Written) -> Vec<bool> {
    let places = written.places();
    let declared = |place: &ValueId| {
        let statements = &written.statements;
        written.program.parameters.contains(place)
            || statements
                .iter()
                .any(|statement| statement.declares.contains(place))
    };
    places.iter().map(declared).collect()
}
