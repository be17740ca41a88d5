//! The check: a program as it was written against the same fused, under every strategy and, where
//! there are few, every legal clustering.

use super::random::plans;
use super::worker::Meaning;
use super::{Fault, Inputs, Outcome, Placed, Written, compile, place};
use crate::exhaustive;
use fuse_compiler::internals::cluster::instance::Restriction;
use fuse_compiler::internals::cluster::{
    Clustering, Cost, Instance, Limit, Options, Partition, Problem, Strategy, solve_with,
};
use fuse_compiler::internals::cnf::BindingId;
use fuse_compiler::internals::graph::Graph;
use fuse_compiler::internals::plan::{LoopPlan, Over, Run, verify};
use fuse_compiler::internals::size;
use std::collections::BTreeMap;
use std::fmt;

/// How much is checked.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// On how many inputs.
    pub inputs: u64,
    /// Up to how many chains and statements every legal clustering is checked.
    pub every: usize,
    /// How much the solver may do.
    pub limit: Limit,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            inputs: 6,
            every: 5,
            limit: Limit::default(),
        }
    }
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Programs.
    pub programs: usize,
    /// Those without sizes, of which nothing is fused.
    pub without_sizes: usize,
    /// Those of which some clustering fuses something.
    pub fused: usize,
    /// Clusterings that fuse something.
    pub clusterings: usize,
    /// Clusters that had no place.
    pub taken_apart: usize,
    /// Runs of a clustering on inputs.
    pub runs: usize,
    /// Those that were left at a wall.
    pub left: usize,
}

impl Tally {
    /// Adds another.
    pub fn add(&mut self, other: &Tally) {
        self.programs += other.programs;
        self.without_sizes += other.without_sizes;
        self.fused += other.fused;
        self.clusterings += other.clusterings;
        self.taken_apart += other.taken_apart;
        self.runs += other.runs;
        self.left += other.left;
    }
}

/// A clustering that changes what the program computes.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The program.
    pub written: Written,
    /// What was run, if the program itself could be.
    pub placed: Option<Placed>,
    /// On what.
    pub inputs: Inputs,
    /// As written.
    pub expected: Result<Outcome, Fault>,
    /// Fused.
    pub found: Result<Outcome, Fault>,
}

/// Checks a program.
///
/// # Errors
/// The first clustering that changes what the program computes.
pub fn check(
    written: &Written,
    settings: &Settings,
    tally: &mut Tally,
) -> Result<(), Box<Failure>> {
    let meaning = Meaning::new(written);
    tally.programs += 1;
    let mut expected: Vec<(Inputs, Outcome)> = Vec::new();
    for seed in 0..settings.inputs {
        let Some(inputs) = Inputs::random(&written.program, seed) else {
            continue;
        };
        match super::program::run(&meaning, &inputs) {
            Ok(outcome) => expected.push((inputs, outcome)),
            Err(fault) => {
                return Err(Box::new(Failure {
                    written: written.clone(),
                    placed: None,
                    inputs,
                    expected: Err(fault.clone()),
                    found: Err(fault),
                }));
            }
        }
    }
    let all = match placings(written, settings, tally) {
        None => {
            tally.without_sizes += 1;
            return Ok(());
        }
        Some(Ok(all)) => all,
        Some(Err(message)) => {
            return Err(Box::new(Failure {
                written: written.clone(),
                placed: None,
                inputs: Inputs::default(),
                expected: Ok(Outcome::default()),
                found: Err(Fault(message)),
            }));
        }
    };
    tally.fused += usize::from(!all.is_empty());
    for placed in all {
        tally.clusterings += 1;
        for (inputs, outcome) in &expected {
            let found = super::loops::run(&meaning, &placed, inputs);
            tally.runs += 1;
            tally.left += usize::from(outcome.left.is_some());
            if found.as_ref() != Ok(outcome) {
                return Err(Box::new(Failure {
                    written: written.clone(),
                    inputs: inputs.clone(),
                    expected: Ok(outcome.clone()),
                    found,
                    placed: Some(placed),
                }));
            }
        }
    }
    Ok(())
}

/// By how many plans each placing is run.
const PLANS: usize = 4;

/// Checks a program of which each loop runs by a random plan, on every placing that fuses something. Which of its folds may be put
/// together in groups, and which of its maps may fail, is up to the seed, too. How often each way to run a loop was seen is counted.
///
/// # Errors
/// The first plan that is not legal, or changes what the program computes.
pub fn check_plans(
    written: &Written,
    settings: &Settings,
    seed: u64,
    seen: &mut BTreeMap<&'static str, usize>,
) -> Result<(), Box<Failure>> {
    let mut written = written.clone();
    plans::facts(seed, &mut written);
    let Some(Ok(all)) = placings(&written, settings, &mut Tally::default()) else {
        return Ok(());
    };
    let meaning = Meaning::new(&written);
    let inputs = (0..settings.inputs).filter_map(|seed| Inputs::random(&written.program, seed));
    let run = |inputs: Inputs| {
        let outcome = super::program::run(&meaning, &inputs);
        Some((inputs, outcome.ok()?))
    };
    let expected: Vec<(Inputs, Outcome)> = inputs.filter_map(run).collect();
    let placings = all.iter().flat_map(|placed| [placed; PLANS]);
    for (placed, number) in placings.zip(1..) {
        let mut placed = placed.clone();
        placed.plans = plans::plans(seed ^ (number << 32), &written, &placed.loops);
        let wrong = placed
            .plans
            .iter()
            .find_map(|plan| verified(&written, plan).err());
        for plan in &placed.plans {
            *seen.entry(name(plan)).or_default() += 1;
        }
        for (inputs, outcome) in &expected {
            let found = match &wrong {
                Some(wrong) => Err(Fault(format!("no plan: {wrong}"))),
                None => super::loops::run(&meaning, &placed, inputs),
            };
            if found.as_ref() != Ok(outcome) {
                return Err(Box::new(Failure {
                    written: written.clone(),
                    inputs: inputs.clone(),
                    expected: Ok(outcome.clone()),
                    found,
                    placed: Some(placed),
                }));
            }
        }
    }
    Ok(())
}

/// Whether a plan is legal, or both of two.
fn verified(written: &Written, plan: &LoopPlan) -> Result<(), String> {
    let is_total = |id: BindingId| !written.partial.contains(&id);
    match &plan.run {
        Run::Dispatch(dispatch) => {
            verified(written, &dispatch.slices)?;
            let mut otherwise = dispatch.otherwise.iter();
            otherwise.try_for_each(|plan| verified(written, plan))
        }
        _ => verify(&written.program, plan, &is_total),
    }
}

/// How a loop runs, in one word.
fn name(plan: &LoopPlan) -> &'static str {
    match &plan.run {
        Run::Body if !plan.overwrites.is_empty() => "reuse",
        Run::Body if !plan.strings.makers.is_empty() => "lazy strings",
        Run::Body if plan.parallel => "ranges",
        Run::Body => "body",
        Run::Passes(_) if plan.parallel => "passes in ranges",
        Run::Passes(passes) => match passes.over {
            Over::Whole { .. } => "whole passes",
            _ if passes.kept.is_empty() => "passes",
            _ => "passes with kept blocks",
        },
        Run::Compaction(_) => "compaction",
        Run::Masks(_) => "masks",
        Run::DeferredCompaction(_) => "deferred compaction",
        Run::CollectInPlace(_) => "collect in place",
        Run::Dispatch(_) => "dispatch",
        Run::Pulled(_) => "pulled",
    }
}

/// Every placing that fuses something, each once; a sentence if what decides which chains may share a
/// loop and what checks it are not of one opinion. `None` if there are no sizes.
fn placings(
    written: &Written,
    settings: &Settings,
    tally: &mut Tally,
) -> Option<Result<Vec<Placed>, String>> {
    let program = &written.program;
    let sizes = size::infer(program).ok()?;
    let graph = Graph::build(program, &sizes);
    let problem = Problem {
        program,
        sizes: &sizes,
        graph: &graph,
    };
    let mut seen: Vec<Clustering> = Vec::new();
    let mut all: Vec<Placed> = Vec::new();
    let mut keep = |placed: Placed| {
        if !placed.loops.is_empty() && !all.contains(&placed) {
            all.push(placed);
        }
    };
    for (strategy, cost) in [
        (Strategy::Optimal, Cost::Traffic),
        (Strategy::Optimal, Cost::Paper),
        (Strategy::Imperative, Cost::Traffic),
        (Strategy::Stream, Cost::Traffic),
    ] {
        let options = Options {
            strategy,
            cost,
            limit: settings.limit,
        };
        let clustering = solve_with(problem, &options).clustering;
        if seen.contains(&clustering) {
            continue;
        }
        match place(written, &sizes, &graph, &clustering) {
            Ok(placed) => keep(placed),
            Err(_) => {
                tally.taken_apart += 1;
                compile(written, &options).into_iter().for_each(&mut keep);
            }
        }
        seen.push(clustering);
    }
    let instance = Instance::new(problem, Restriction::None);
    if instance.groups.len() <= settings.every {
        let mut legal: Vec<Partition> = Vec::new();
        exhaustive::every(&instance, |partition, clustering| {
            legal.push(partition.clone());
            if seen.contains(clustering) {
                return;
            }
            let mut clustering = clustering.clone();
            loop {
                match place(written, &sizes, &graph, &clustering) {
                    Ok(placed) => return keep(placed),
                    Err(cluster) => {
                        tally.taken_apart += 1;
                        clustering = without(written, &clustering, &cluster);
                    }
                }
            }
        });
        if let Err(message) = agree(written, &instance, &legal) {
            return Some(Err(message));
        }
    }
    Some(Ok(all))
}

/// Whether the instance, which the solver works on, admits the legal partitions and no other.
fn agree(written: &Written, instance: &Instance<'_>, legal: &[Partition]) -> Result<(), String> {
    let count = instance.groups.len();
    let mut open = vec![vec![]];
    for group in 0..count {
        let extended = |blocks: Vec<usize>| {
            let fresh = blocks.iter().max().map_or(0, |last| last + 1);
            (0..=fresh).map(move |block| [&blocks[..], &[block]].concat())
        };
        debug_assert!(open.iter().all(|blocks| blocks.len() == group));
        open = open.into_iter().flat_map(extended).collect();
    }
    for blocks in open {
        let mut partition = Partition::singletons(count);
        for group in 0..count {
            let first = blocks.iter().position(|block| *block == blocks[group]);
            partition.merge(first.unwrap_or(group), group);
        }
        let admitted = instance.admits(&partition);
        if admitted != legal.contains(&partition) {
            let label = |group: &usize| instance.label(*group);
            let clusters = partition.clusters();
            let clusters = clusters
                .iter()
                .map(|cluster| cluster.iter().map(label).collect::<Vec<_>>().join(", "));
            let clusters = clusters.collect::<Vec<_>>().join("} {");
            let (yes, no) = if admitted {
                ("admitted", "illegal")
            } else {
                ("refused", "legal")
            };
            let name = &written.program.name;
            return Err(format!("{name}: {{{clusters}}} is {yes}, yet {no}"));
        }
    }
    Ok(())
}

/// A clustering in which the chains of one cluster are apart.
fn without(written: &Written, clustering: &Clustering, cluster: &[BindingId]) -> Clustering {
    let program = &written.program;
    let mut clusters = clustering.clusters.clone();
    clusters.retain(|other| other != cluster);
    let mut chains: Vec<Vec<BindingId>> = Vec::new();
    for id in cluster {
        let chain = program.binding(*id).chain;
        match chains
            .iter_mut()
            .find(|other| program.binding(other[0]).chain == chain)
        {
            Some(other) => other.push(*id),
            None => chains.push(vec![*id]),
        }
    }
    clusters.extend(chains);
    clusters.sort_unstable();
    Clustering { clusters }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = &self.written.program;
        writeln!(f, "{}", self.written)?;
        if let Some(placed) = &self.placed {
            let fused = placed.clustering.fused(program);
            writeln!(f, "\nclusters: {}", placed.clustering.display(program))?;
            writeln!(f, "fused: {}", fused.len())?;
            for (index, nest) in placed.loops.iter().enumerate() {
                write!(f, "\nloop {index}:\n{}", nest.display(program))?;
            }
            for plan in &placed.plans {
                writeln!(f, "\nplan: {plan:#?}")?;
            }
            writeln!(f, "\norder: {:?}", placed.schedule.events)?;
        }
        writeln!(f, "\ninputs: {:?}", self.inputs)?;
        writeln!(f, "as written: {:?}", self.expected)?;
        match &self.found {
            Ok(found) => write!(f, "fused:      {found:?}"),
            Err(fault) => write!(f, "fused:      {fault}"),
        }
    }
}
