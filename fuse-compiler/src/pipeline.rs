//! The conductor: the stages in their order.
//!
//! In: the options and a parsed function. Out: the function with its chains fused, or word that
//! there was nothing to fuse.

use crate::cluster::{self, Clustering, Problem, Solution};
use crate::cnf::{
    self, BindingId, ChainId, Combinator, Lowered, Operation, Precedence, Program, Reason, ValueId,
};
use crate::emit::{self, Plan};
use crate::function::lints;
use crate::function::nested;
use crate::function::recursion;
use crate::function::versions;
use crate::graph::Graph;
use crate::loops::{self, Fate, Loop, Step};
use crate::options::Options;
use crate::plan::masks;
use crate::plan::searches;
use crate::plan::slices;
use crate::plan::{self, Context};
use crate::profit::several;
use crate::profit::single;
use crate::region::Region;
use crate::region::parallelise::parallelise;
use crate::report::{self, FunctionReport, RegionReport};
use crate::rust::bound::Bound;
use crate::rust::environment::Environment;
use crate::rust::patterns::binds;
use crate::schedule::units;
use crate::schedule::{self, FusedLoop, Schedule};
use crate::size::{self, Sizes};
use crate::stages::stage;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;
use syn::{Attribute, Block, ImplItemFn, Meta, Type};

/// What became of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing was fused; the function was not touched, and comes out as it went in.
    Unchanged,
    /// The function's body was replaced.
    Fused,
}

/// Fuses the chains of a function in place.
///
/// # Errors
/// Where the user asked for what cannot be had (`loops = N`), at the option's own span.
pub fn fuse_function(options: &Options, function: &mut ImplItemFn) -> syn::Result<Outcome> {
    let (tokens, report) = versions(options, function, report::is_read(options));
    report.print_if_asked(options);
    report.check_loops(options)?;
    match tokens {
        Some(tokens) => {
            let lints = lints::of_the_whole(function);
            function.block.stmts = vec![nested::verbatim(tokens)];
            function.attrs.extend(lints);
            function.attrs.iter_mut().for_each(allow_expected);
            Ok(Outcome::Fused)
        }
        None => Ok(Outcome::Unchanged),
    }
}

/// Turns an `#[expect]` that stands on a fused function into the `#[allow]` of the same lints: some
/// lints recognise chains, which are loops now, and the expectation would not be fulfilled.
fn allow_expected(attribute: &mut Attribute) {
    if attribute.path().is_ident("expect")
        && let Meta::List(list) = &attribute.meta
    {
        let lints = &list.tokens;
        let style = attribute.style;
        *attribute = syn::parse_quote!(#[allow(#lints)]);
        attribute.style = style;
    }
}

/// What [`fuse_function`] would do to a function, in words and numbers.
#[must_use]
pub fn report(options: &Options, function: &ImplItemFn) -> FunctionReport {
    versions(options, function, true).1
}

/// The new statements of the body, in two versions if that is worth it: one for arguments that are equally long.
fn versions(
    options: &Options,
    function: &ImplItemFn,
    read: bool,
) -> (Option<TokenStream>, FunctionReport) {
    let of_signature = || Environment::of_signature(&function.sig);
    let (tokens, mut report) = stages(options, function, of_signature(), read);
    let Some(groups) = versions::Groups::of(options, function) else {
        return (tokens, report);
    };
    let mut environment = of_signature();
    groups.state(&mut environment);
    let (equal, mut told) = stages(options, function, environment, read);
    let asked = options
        .loops
        .as_ref()
        .is_none_or(|given| given.value == told.loops());
    if !asked || told.loops() >= report.loops() {
        return (tokens, report);
    }
    if let Some(once) = &groups.once {
        report.one_version(&groups.names(), told.loops(), once);
        return (tokens, report);
    }
    let Some(equal) = equal else {
        return (tokens, report);
    };
    let as_written = || {
        let stmts = &function.block.stmts;
        quote!(#(#stmts)*)
    };
    told.only_where_equal(&groups.names(), report.loops());
    let other = tokens.unwrap_or_else(as_written);
    (Some(groups.both(&equal, &other)), told)
}

/// The new statements of the body, below what the environment says, or `None` if it stays as it is, and the report.
fn stages(
    options: &Options,
    function: &ImplItemFn,
    mut environment: Environment,
    read: bool,
) -> (Option<TokenStream>, FunctionReport) {
    let parameters = parameters(&function.sig);
    let result = match &function.sig.output {
        syn::ReturnType::Type(_, ty) => Some((**ty).clone()),
        syn::ReturnType::Default => None,
    };
    let mut report = FunctionReport::new(&function.sig.ident, read);
    let tokens = fuse_block(
        &Setting {
            options,
            name: function.sig.ident.to_string(),
            inner: false,
            recursive: recursion::may_come_back(function),
        },
        &function.block,
        &parameters,
        result.as_ref(),
        &mut environment,
        &mut report,
    );
    (tokens, report)
}

/// The names that a signature binds, in order.
pub(crate) fn parameters(signature: &syn::Signature) -> Vec<String> {
    let mut bound = Vec::new();
    for input in &signature.inputs {
        match input {
            syn::FnArg::Receiver(_) => bound.push("self".to_owned()),
            syn::FnArg::Typed(typed) => bound.extend(binds(&typed.pat)),
        }
    }
    bound
}

/// What holds for a whole function.
#[derive(Clone, Debug)]
pub(crate) struct Setting<'a> {
    pub(crate) options: &'a Options,
    pub(crate) name: String,
    /// True in the closures of chains.
    pub(crate) inner: bool,
    /// True if the function may be called again while it runs.
    pub(crate) recursive: bool,
}

/// Fuses one block and the blocks inside it; `None` if it stays as it is.
pub(crate) fn fuse_block(
    setting: &Setting<'_>,
    block: &Block,
    parameters: &[String],
    result: Option<&Type>,
    environment: &mut Environment,
    report: &mut FunctionReport,
) -> Option<TokenStream> {
    let mut result = result.cloned();
    environment.declare(block, &mut result);
    let parameters = parameters
        .iter()
        .map(|name| Bound::of(name, environment))
        .collect::<Vec<_>>();
    let mut region = stage("syntax", || {
        Region::read(block, result.as_ref(), environment)
    });
    let place = report.open();
    let sequential = match setting.options.parallel {
        Some(_) => parallelise(&mut region, environment),
        None => Vec::new(),
    };
    let nested = nested::fuse(setting, &mut region, report);
    let mut lowered = stage("normal form", || {
        let mut lowered = cnf::lower(&setting.name, &region, &parameters);
        cnf::drop_dead(&mut lowered);
        lowered
    });
    lowered.reassociate = setting.options.reassociate.is_some();
    lowered.inner = setting.inner;
    lowered.recursive = setting.recursive;
    lowered.min_len = setting.options.min_len.as_ref().map(|given| given.value);
    let Some(decided) = decide(setting.options, &region, &mut lowered) else {
        report.close(place, RegionReport::as_written(&region));
        return None;
    };
    let elements = slices::elements(&decided.loops);
    let plans = stage("plan", || {
        plan::plan(Context {
            lowered: &lowered,
            loops: &decided.loops,
            sizes: &decided.sizes,
            suspends: region.suspends,
            elements: &elements,
            given_up: BTreeSet::new(),
        })
    });
    let read = report.read;
    let mut told = RegionReport::new(&region, &lowered, &decided, &plans, read);
    told.one_thread(&sequential, read);
    report.close(place, told);
    let dead = lowered.has_dead();
    let kept = region
        .chains()
        .any(|(_, hole)| masks::of(&hole.chain).is_some());
    if decided.loops.is_empty() && !nested && !dead && !kept && !region.divides() {
        return None;
    }
    let runtime = setting.options.runtime();
    let plan = Plan {
        region: &region,
        lowered: &lowered,
        loops: &plans.loops,
        schedule: &decided.schedule,
        reused: &plans.reused,
        runtime: &runtime,
        cuts: &plans.cuts,
    };
    Some(stage("emit", || emit::emit(plan)))
}

/// Everything decided about a region.
#[derive(Debug)]
pub(crate) struct Decided {
    pub(crate) sizes: Sizes,
    pub(crate) graph: Graph,
    pub(crate) solution: Solution,
    pub(crate) loops: Vec<Loop>,
    pub(crate) schedule: Schedule,
}

/// Sizes, graph, clusters, loops, schedule. Where a later stage cannot place what an earlier one
/// decided, the cluster is taken apart and all is decided anew; each round adds a precedence
/// between two chains, or leaves a single one as written, so there is an end. `None` if the program has no sizes: then nothing is
/// fused, as section 1.3 of paper 001 asks.
pub(crate) fn decide(
    options: &Options,
    region: &Region,
    lowered: &mut Lowered<'_>,
) -> Option<Decided> {
    let mut left = BTreeSet::new();
    searches::release(lowered);
    loop {
        let sizes = stage("sizes", || size::infer(&lowered.program)).ok()?;
        let graph = stage("graph", || Graph::build(&lowered.program, &sizes));
        let problem = Problem {
            program: &lowered.program,
            sizes: &sizes,
            graph: &graph,
        };
        let asked = cluster::Options {
            strategy: options.strategy(),
            cost: options.cost(),
            limit: options.limit(),
        };
        let solution = stage("clusters", || cluster::solve_with(problem, &asked));
        let mut fused = fused_clusters(&lowered.program, &solution.clustering);
        fused.extend(single::loops(lowered, &sizes, &solution.clustering, &left));
        let build = |cluster: &Vec<BindingId>| {
            let same_size = |a, b| sizes.of(a) == sizes.of(b);
            loops::build(&lowered.program, &same_size, cluster, &|array| {
                fate(lowered, cluster, array)
            })
        };
        let built = stage("loops", || fused.iter().map(build).collect::<Vec<_>>());
        if let Some(misfit) = built.iter().position(Result::is_err) {
            left_or_taken_apart(&mut lowered.program, &fused[misfit], &mut left);
            continue;
        }
        let loops = built.into_iter().flatten().collect::<Vec<_>>();
        if let Some(single) = loops
            .iter()
            .position(|nest| single::gains_nothing(lowered, nest))
        {
            left_or_taken_apart(&mut lowered.program, &fused[single], &mut left);
            continue;
        }
        if let Some(idle) = loops
            .iter()
            .position(|nest| several::needs_no_loop(lowered, nest))
        {
            left.extend(
                fused[idle]
                    .first()
                    .map(|id| lowered.program.binding(*id).chain),
            );
            take_apart(&mut lowered.program, &fused[idle], Reason::Known);
            continue;
        }
        let alone = loops
            .iter()
            .find_map(|nest| Some((several::faster_alone(lowered, nest)?, nest.cluster.clone())));
        if let Some((chain, cluster)) = alone {
            set_apart(&mut lowered.program, &cluster, chain);
            continue;
        }
        let slower = loops
            .iter()
            .find(|nest| several::gains_nothing(lowered, nest));
        if let Some(cluster) = slower.map(|nest| nest.cluster.clone()) {
            take_apart(&mut lowered.program, &cluster, Reason::Slower);
            continue;
        }
        debug_assert!(
            loops
                .iter()
                .all(|nest| loops::verify(&lowered.program, nest).is_ok()),
            "a loop that does not fit its program"
        );
        if searches::call_back(lowered, &loops) {
            continue;
        }
        if let Some(counts) = loops
            .iter()
            .position(|nest| counts_across_ranges(lowered, nest))
        {
            left_or_taken_apart(&mut lowered.program, &fused[counts], &mut left);
            continue;
        }
        let slots = units::of(region, lowered, &loops);
        let reads = fused
            .iter()
            .map(|cluster| FusedLoop {
                bindings: cluster.clone(),
                reads: units::names_read(lowered, cluster),
            })
            .collect::<Vec<_>>();
        let scheduled = stage("schedule", || {
            schedule::schedule(&slots, &reads, &graph, &lowered.statements())
        });
        match scheduled {
            Ok(schedule) => {
                return Some(Decided {
                    sizes,
                    graph,
                    solution,
                    loops,
                    schedule,
                });
            }
            Err(unplaced) if unplaced.fused < fused.len() => {
                left_or_taken_apart(&mut lowered.program, &fused[unplaced.fused], &mut left);
            }
            // Without a fused loop the source order itself is the schedule.
            Err(_) => {
                let schedule = Schedule::as_written(region.statements.len());
                return Some(Decided {
                    sizes,
                    graph,
                    solution,
                    loops: Vec::new(),
                    schedule,
                });
            }
        }
    }
}

/// Clusters of more than one chain: a single chain stays as written.
pub fn fused_clusters(program: &Program, clustering: &Clustering) -> Vec<Vec<BindingId>> {
    let chain = |id: &BindingId| program.binding(*id).chain;
    clustering
        .clusters
        .iter()
        .filter(|cluster| cluster.iter().any(|id| chain(id) != chain(&cluster[0])))
        .cloned()
        .collect()
}

/// An array is stored if anything outside of its loop needs it.
fn fate(lowered: &Lowered<'_>, cluster: &[BindingId], array: ValueId) -> Fate {
    let length_alone = |reader: BindingId, array| lowered.needs_length_alone(reader, array);
    if is_needed_after(&lowered.program, cluster, array, &length_alone) {
        Fate::Stored
    } else if !lowered.is_counted(array)
        && (lowered.is_plain_to_all(array)
            || (lowered.is_plain(array) && lowered.is_emptied(cluster, array)))
    {
        Fate::Contracted
    } else if in_parallel(&lowered.program, cluster) {
        // What a range keeps would be dropped with the range.
        match lowered.is_plain(array) && !lowered.is_counted(array) {
            true => Fate::Contracted,
            false => Fate::Stored,
        }
    } else {
        Fate::Kept
    }
}

/// Whether a parallel loop counts elements of which a range does not know how many come before it:
/// those that a filter kept, or an inner loop made.
fn counts_across_ranges(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let at_root = |id: &BindingId| {
        let mut steps = nest.root.body.steps.iter();
        steps.any(|step| matches!(step, Step::Compute(step) if step == id))
    };
    let counts = |id: &&BindingId| {
        let operation = lowered.operation(**id);
        matches!(operation, Operation::Enumerate { restarts: false })
    };
    let mut counted = nest.cluster.iter().filter(counts);
    in_parallel(&lowered.program, &nest.cluster) && counted.any(|id| !at_root(id))
}

/// Whether a cluster's chains are rayon's.
fn in_parallel(program: &Program, cluster: &[BindingId]) -> bool {
    let mut chains = cluster.iter().map(|id| program.binding(*id).chain);
    chains.any(|chain| program.parallel.contains(&chain))
}

/// Whether an array must be in memory after the loop that makes it: something needs it that is not
/// in the loop, or all of it at once. `length_alone` tells who needs no more than its length.
pub fn is_needed_after(
    program: &Program,
    cluster: &[BindingId],
    array: ValueId,
    length_alone: &dyn Fn(BindingId, ValueId) -> bool,
) -> bool {
    let streams = |reader: &BindingId| {
        let combinator = &program.binding(*reader).combinator;
        let by_worker = combinator
            .worker()
            .is_some_and(|worker| worker.arrays.contains(&array));
        let inner = matches!(combinator, Combinator::Cross { inner, .. } if *inner == array);
        !by_worker && !inner
    };
    let inside = |reader: &BindingId| cluster.contains(reader) && streams(reader);
    let contracts = |reader: &BindingId| inside(reader) || length_alone(*reader, array);
    program.results.contains(&array) || !program.readers(array).iter().all(contracts)
}

/// Leaves a single chain as written, or takes several apart.
fn left_or_taken_apart(program: &mut Program, cluster: &[BindingId], left: &mut BTreeSet<ChainId>) {
    let chain = |id: &BindingId| program.binding(*id).chain;
    if cluster.iter().all(|id| chain(id) == chain(&cluster[0])) {
        left.extend(cluster.first().map(chain));
    } else {
        take_apart(program, cluster, Reason::Placement);
    }
}

/// Orders the chains of a cluster that is no loop, so that they are never one again.
pub fn take_apart(program: &mut Program, cluster: &[BindingId], reason: Reason) {
    let mut previous: Option<BindingId> = None;
    for id in cluster {
        let chain = program.binding(*id).chain;
        match previous {
            Some(before) if program.binding(before).chain != chain => {
                let after = *id;
                program.precedences.push(Precedence {
                    before,
                    after,
                    reason,
                });
                previous = Some(after);
            }
            Some(_) => {}
            None => previous = Some(*id),
        }
    }
}

/// Orders one chain of a cluster behind all others, which so may share a loop still, or before those that read its result.
fn set_apart(program: &mut Program, cluster: &[BindingId], alone: ChainId) {
    let of = |id: &BindingId| program.binding(*id).chain == alone;
    let Some(own) = cluster.iter().copied().find(|id| of(id)) else {
        return;
    };
    let others = cluster.iter().copied().filter(|id| !of(id));
    let mut made = cluster.iter().filter(|id| of(id));
    let is_read = made.any(|id| {
        let outputs = program.binding(*id).outputs.iter();
        outputs
            .flat_map(|output| program.readers(*output))
            .any(|reader| cluster.contains(&reader) && !of(&reader))
    });
    let ordered = others.map(|other| {
        let (before, after) = if is_read { (own, other) } else { (other, own) };
        Precedence {
            before,
            after,
            reason: Reason::Slower,
        }
    });
    let ordered = ordered.collect::<Vec<_>>();
    program.precedences.extend(ordered);
}
