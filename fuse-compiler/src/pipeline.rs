//! The conductor: the stages in their order.
//!
//! In: the options and a parsed function. Out: the function with its chains fused, or word that
//! there was nothing to fuse.

use crate::cluster::{self, Problem};
use crate::cnf::{self, BindingId, Lowered};
use crate::decided::Decided;
use crate::emit::{self, Plan};
pub use crate::function::Outcome;
use crate::function::{self, nested};
use crate::graph::Graph;
use crate::loops;
use crate::ops::names::local;
use crate::options::{Options, Setting};
use crate::plan::over_slices::{self, OverSlices};
use crate::plan::ranges::Cuts;
use crate::plan::{self, Context, masks, searches};
use crate::profit;
use crate::region::parallelise::{Sequential, parallelise};
use crate::region::{Kind, Region};
use crate::report::{FunctionReport, RegionReport};
use crate::rewrite;
use crate::rust::bound::Bound;
use crate::rust::environment::Environment;
use crate::rust::expr::braced;
use crate::schedule::{Event, joined, units};
use crate::size;
use crate::sorted::SortedSet;
use crate::stages::stage;
use crate::versioning::lengths::Lengths;
use crate::versioning::{self, Condition};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Block, ImplItemFn, Type};

/// Fuses the chains of a function in place.
///
/// # Errors
/// Where the user asked for what cannot be had (`loops = N`), at the option's own span.
pub fn fuse_function(options: &Options, function: &mut ImplItemFn) -> syn::Result<Outcome> {
    function::fuse(options, function, fuse_block)
}

/// What [`fuse_function`] would do to a function, in words and numbers.
#[must_use]
pub fn report(options: &Options, function: &ImplItemFn) -> FunctionReport {
    function::fused(options, function, fuse_block, true).1
}

/// Fuses one block and the blocks inside it; `None` if it stays as it is. With names for fields, where that has fewer loops.
fn fuse_block(
    setting: &Setting<'_>,
    block: &Block,
    parameters: &[String],
    result: Option<&Type>,
    environment: &mut Environment,
    report: &mut FunctionReport,
) -> Option<TokenStream> {
    // What a block inside is entered by may hold what it borrows.
    let named = environment.enter_body() && rewrite::may_be_named(block, environment);
    let start = named.then(|| environment.clone());
    let mark = report.mark();
    let tokens = fuse_anew(setting, block, parameters, result, environment, report);
    let Some(mut start) = start else {
        return tokens;
    };
    let mut inside = start.clone();
    start.declare(block, &mut result.cloned());
    let Some(named) = rewrite::named(block, result, &start) else {
        return tokens;
    };
    named
        .known
        .iter()
        .cloned()
        .for_each(|known| inside.push(known));
    let before = report.since(mark);
    let names = named.fields.iter().map(|(name, _)| name.clone());
    let parameters = parameters.iter().cloned().chain(names).collect::<Vec<_>>();
    let block = &named.block;
    let other = fuse_anew(setting, block, &parameters, result, &mut inside, report);
    match other.filter(|tokens| named.is_kept_by(tokens)) {
        Some(other) if report.fewer_of(mark, before.clone(), 0) => {
            report.renamed(mark, &named.fields);
            Some(other)
        }
        _ => {
            report.replace(mark, before);
            tokens
        }
    }
}

/// Fuses one block and the blocks inside it; `None` if it stays as it is. With two names for what is given another value between loops,
/// where that has fewer loops.
fn fuse_anew(
    setting: &Setting<'_>,
    block: &Block,
    parameters: &[String],
    result: Option<&Type>,
    environment: &mut Environment,
    report: &mut FunctionReport,
) -> Option<TokenStream> {
    let mut start = environment.clone();
    let mark = report.mark();
    let tokens = fuse_rewritten(setting, block, parameters, result, environment, report);
    let mut inside = start.clone();
    start.declare(block, &mut result.cloned());
    let Some(anew) = rewrite::anew(block, &start) else {
        return tokens;
    };
    let before = report.since(mark);
    let other = fuse_rewritten(
        setting,
        &anew.block,
        parameters,
        result,
        &mut inside,
        report,
    );
    match other {
        Some(other) if report.fewer_of(mark, before.clone(), 0) => {
            report.renamed(mark, &anew.names);
            Some(other)
        }
        _ => {
            report.replace(mark, before);
            tokens
        }
    }
}

/// Fuses one block and the blocks inside it; `None` if it stays as it is.
///
/// In other words first, where there are any: what is gained by none of them is left as it is written.
fn fuse_rewritten(
    setting: &Setting<'_>,
    block: &Block,
    parameters: &[String],
    result: Option<&Type>,
    environment: &mut Environment,
    report: &mut FunctionReport,
) -> Option<TokenStream> {
    let mut without = SortedSet::new();
    let runtime = setting.options.runtime();
    let mark = report.mark();
    for _ in 0..TRIES {
        if !rewrite::may_apply(block) {
            break;
        }
        let (mut start, mut shown) = (environment.clone(), result.cloned());
        start.declare(block, &mut shown);
        let rewritten = rewrite::rewritten(
            block,
            shown.as_ref(),
            &start,
            &runtime,
            !setting.reassociates(),
            &without,
        );
        let Some(rewritten) = rewritten else { break };
        let mut inside = environment.clone();
        let fused = fuse_nests(
            setting,
            &rewritten.block,
            parameters,
            result,
            &mut inside,
            report,
        );
        let missing = rewritten.missing(&fused.contracted);
        let delayed = !rewritten.delayed.is_empty();
        if missing.is_empty() && (fused.tokens.is_some() || delayed) {
            report.rewritten(mark, rewritten.added, &rewritten.delayed);
            let as_rewritten = || rewritten.block.stmts.iter().map(ToTokens::to_token_stream);
            return fused.tokens.or_else(|| Some(as_rewritten().collect()));
        }
        report.back_to(mark);
        if missing.is_empty() {
            break;
        }
        without.extend(missing);
    }
    fuse_nests(setting, block, parameters, result, environment, report).tokens
}

/// How often a block is tried in other words.
const TRIES: usize = 4;

/// Fuses the statements of a block: in another order, or with chains over rows as loops, where that has fewer loops.
fn fuse_nests(
    setting: &Setting<'_>,
    block: &Block,
    parameters: &[String],
    result: Option<&Type>,
    environment: &mut Environment,
    report: &mut FunctionReport,
) -> Fused {
    let tries = !rewrite::is_deep(block);
    let sinks = tries && rewrite::may_sink(block);
    // Chains over rows run on several threads; such loops do not.
    let rows = tries && setting.options.parallel.is_none() && rewrite::may_hold_rows(block);
    let counted = tries && rewrite::may_be_over_elements(block);
    let changes = tries && rewrite::may_be_changed(block);
    let start = (sinks || rows || counted || changes).then(|| environment.clone());
    let mark = report.mark();
    let mut fused = fuse_joined(setting, block, parameters, result, environment, report);
    let Some(start) = start else { return fused };
    let mut declared = start.clone();
    declared.declare(block, &mut result.cloned());
    let of_block = |block| rewrite::Loops {
        block,
        added: 0,
        must_meet: false,
    };
    let sunk = || rewrite::sunk(block, &declared).map(of_block);
    let as_loops = || rewrite::as_loops(block, &declared);
    let runtime = setting.options.runtime();
    let over_elements = || rewrite::over_elements(block, &declared, &runtime).map(of_block);
    let changed = || rewrite::changed(block, &declared).map(of_block);
    let others = [
        sinks.then(sunk),
        rows.then(as_loops),
        counted.then(over_elements),
        changes.then(changed),
    ];
    for other in others.into_iter().flatten().flatten() {
        let before = report.since(mark);
        let mut inside = start.clone();
        let mut next = fuse_joined(
            setting,
            &other.block,
            parameters,
            result,
            &mut inside,
            report,
        );
        if other.must_meet && !next.met {
            report.replace(mark, before);
        } else if report.fewer_of(mark, before, other.added) {
            next.met |= fused.met;
            fused = next.or_as_written(&other.block);
        }
    }
    fused
}

/// Fuses the statements of a block, and what is inside of loops that have become one.
fn fuse_joined(
    setting: &Setting<'_>,
    block: &Block,
    parameters: &[String],
    result: Option<&Type>,
    environment: &mut Environment,
    report: &mut FunctionReport,
) -> Fused {
    let start = rewrite::may_be_joined(block).then(|| environment.clone());
    let mark = report.mark();
    let mut fused = fuse_statements(setting, block, parameters, result, environment, report);
    let Some(start) = start else { return fused };
    for _ in 0..TRIES {
        let Some(joined) = fused.joined.take() else {
            break;
        };
        let before = report.since(mark);
        let mut inside = start.clone();
        let next = fuse_statements(setting, &joined, parameters, result, &mut inside, report);
        if !report.fewer_of(mark, before, 0) {
            break;
        }
        fused = next.or_as_written(&joined);
        fused.met = true;
    }
    fused
}

/// What became of the statements of a block.
struct Fused {
    /// The new ones; `None` if they stay as they are.
    tokens: Option<TokenStream>,
    /// The block with loops joined that hold loops, if it has such.
    joined: Option<Block>,
    /// True if loops inside of such have become one.
    met: bool,
    /// Arrays that are never in memory; as text, what others share: loops that may leave the function, and that store an array.
    contracted: SortedSet<String>,
}

impl Fused {
    /// The same, with a block's own statements where they stay as they are.
    fn or_as_written(self, block: &Block) -> Fused {
        let written = || block.stmts.iter().map(ToTokens::to_token_stream);
        let tokens = self.tokens.or_else(|| Some(written().collect()));
        Fused { tokens, ..self }
    }
}

/// Fuses the statements of a block.
fn fuse_statements(
    setting: &Setting<'_>,
    block: &Block,
    parameters: &[String],
    result: Option<&Type>,
    environment: &mut Environment,
    report: &mut FunctionReport,
) -> Fused {
    let nothing = Fused {
        tokens: None,
        joined: None,
        met: false,
        contracted: SortedSet::new(),
    };
    let mut result = result.cloned();
    environment.declare(block, &mut result);
    let start = rewrite::may_be_joined(block).then(|| environment.clone());
    let parameters = parameters.iter().map(|name| Bound::of(name, environment));
    let parameters = parameters.collect::<Vec<_>>();
    let mut region = stage("syntax", || {
        Region::read(block, result.as_ref(), environment)
    });
    let place = report.open();
    let sequential = match setting.options.parallel {
        Some(_) => parallelise(&mut region, environment),
        None => Vec::new(),
    };
    let nested = nested::fuse(setting, &mut region, report, fuse_block);
    if !report.read && !nested && region.chains().next().is_none() {
        return nothing;
    }
    let lowered = stage("normal form", || {
        let lowered = cnf::lower(setting, &region, &parameters);
        let mut lowered = cnf::without_dead(lowered, &region, &parameters);
        searches::keep_alone(&mut lowered);
        lowered
    });
    let sides = Sides {
        region: &region,
        sequential: &sequential,
        nested,
        read: report.read,
        block,
        start: start.as_ref(),
        environment,
    };
    let first = sides.emitted(&lowered);
    let asked = setting.options.loops.as_ref().map(|given| given.value);
    let mut first = first;
    if asked != Some(first.report.loops())
        && versioning::may_have_two(setting, block, &region, &lowered)
    {
        let once = versioning::stands_once(block, result.as_ref());
        if let Some(two) = two_versions(sides, &mut first, &lowered, once.as_deref()) {
            let (tokens, told, contracted) = two;
            report.close(place, told);
            return Fused {
                tokens: Some(tokens),
                joined: None,
                met: false,
                contracted,
            };
        }
    }
    report.close(place, first.report);
    Fused {
        tokens: first
            .events
            .map(|events| events.into_iter().map(|event| event.tokens).collect()),
        joined: first.joined,
        met: false,
        contracted: first.contracted,
    }
}

/// Two versions of a region, if one has fewer loops where something holds of lengths. Where something stands in it only `once`, it is
/// told.
fn two_versions(
    sides: Sides<'_>,
    first: &mut Version,
    lowered: &Lowered<'_>,
    once: Option<&str>,
) -> Option<(TokenStream, RegionReport, SortedSet<String>)> {
    let places = versioning::conditions(sides.region, lowered, sides.environment);
    let lengths = first.unequal.iter().cloned().map(Condition::Lengths);
    let conditions = places.into_iter().chain(lengths).collect::<Vec<_>>();
    if once.is_some() && !sides.read {
        return None;
    }
    let mut fewest = first.report.loops();
    let mut best = None;
    for condition in conditions {
        let stated = condition.stated(lowered);
        let second = sides.emitted(&stated);
        let loops = second.report.loops();
        if loops >= fewest {
            continue;
        }
        if let Some(once) = once {
            fewest = loops;
            first.report.one_version(&condition.shown(), loops, once);
        } else if let Some(two) = second.beside(first, &condition, &stated, sides.block) {
            fewest = loops;
            best = Some(two);
        }
    }
    best
}

/// What stands beside a lowered region.
#[derive(Clone, Copy)]
struct Sides<'a> {
    region: &'a Region,
    /// Chains that stay on one thread.
    sequential: &'a [Sequential],
    /// True if a block inside of it was fused.
    nested: bool,
    read: bool,
    block: &'a Block,
    /// What is known where the block starts, if loops of it may be joined.
    start: Option<&'a Environment>,
    /// What is known where it ends.
    environment: &'a Environment,
}

/// What is done at one event of the schedule.
struct Emitted {
    /// The bindings of a loop.
    cluster: Option<Vec<BindingId>>,
    /// True for a statement that is no barrier, and mentions nothing.
    apart: bool,
    tokens: TokenStream,
}

/// A lowered region as tokens.
struct Version {
    /// `None` if it stays as it is.
    events: Option<Vec<Emitted>>,
    report: RegionReport,
    /// The block with loops joined that hold loops, if it has such.
    joined: Option<Block>,
    contracted: SortedSet<String>,
    /// What could be said of lengths so that it has fewer loops.
    unequal: Vec<Lengths>,
}

impl Version {
    fn as_it_is(report: RegionReport, unequal: Vec<Lengths>) -> Version {
        Version {
            events: None,
            joined: None,
            report,
            contracted: SortedSet::new(),
            unequal,
        }
    }

    /// This one where a condition holds, and the other where not. What both begin with stands before them; then comes the first
    /// loop that relies on the condition, and runs over all that the condition is about, behind what borrows nothing, or the condition is of
    /// what is lent to everybody. `None` if that is not so.
    fn beside(
        mut self,
        other: &Version,
        condition: &Condition,
        lowered: &Lowered<'_>,
        block: &Block,
    ) -> Option<(TokenStream, RegionReport, SortedSet<String>)> {
        let events = self.events?;
        let as_text = |event: &Emitted| event.tokens.to_string();
        let (before, rest): (usize, TokenStream) = match &other.events {
            Some(others) => {
                let same = events.iter().zip(others);
                let same = same.take_while(|(one, other)| as_text(one) == as_text(other));
                let same = same.count();
                let rest = others.get(same..)?.iter();
                (same, rest.map(|event| event.tokens.clone()).collect())
            }
            None => {
                let as_written = block.stmts.iter();
                let same = events.iter().zip(as_written.clone());
                let same = same.take_while(|(one, other)| {
                    one.cluster.is_none() && as_text(one) == other.to_token_stream().to_string()
                });
                let same = same.count();
                let rest = as_written.skip(same).map(ToTokens::to_token_stream);
                (same, rest.collect())
            }
        };
        let mut behind = events.iter().skip(before);
        let first = behind.find(|event| !event.apart && !event.tokens.is_empty())?;
        let borrowed = || {
            condition
                .is_of(lowered, first.cluster.as_ref()?)
                .then_some(())
        };
        if !condition.borrows_nothing() && borrowed().is_none() {
            return None;
        }
        let tokens = events.iter().map(|event| &event.tokens);
        let (begin, where_it_holds) = (tokens.clone().take(before), tokens.skip(before));
        let test = condition.test(&lowered.setting.options.runtime());
        // With a statement before it, rustc does not take the braces around for superfluous.
        let braces = |inside: TokenStream| braced(inside, block);
        let (where_it_holds, rest) = (braces(quote!(#(#where_it_holds)*)), braces(rest));
        let holds = local("loop", "equal");
        let both = quote!(#(#begin)* let #holds = #test; if #holds #where_it_holds else #rest);
        self.report
            .only_where(&condition.shown(), other.report.loops());
        let mut contracted = self.contracted;
        contracted.retain(|array| other.contracted.contains(array));
        Some((both, self.report, contracted))
    }
}

impl Sides<'_> {
    /// Decides, plans and emits.
    fn emitted(self, lowered: &Lowered<'_>) -> Version {
        let region = self.region;
        let Some(decided) = decide(region, lowered) else {
            return Version::as_it_is(RegionReport::as_written(region), Vec::new());
        };
        let elements = over_slices::elements(&decided.loops);
        let over_slices = OverSlices::of(lowered, &decided.loops, &elements);
        let cuts = Cuts::of(lowered, &decided.sizes, &decided.loops);
        let plans = stage("plan", || {
            plan::plan(Context {
                lowered,
                loops: &decided.loops,
                sizes: &decided.sizes,
                suspends: region.suspends,
                rules: plan::RULES,
                over_slices: &over_slices,
                cuts: &cuts,
                given_up: SortedSet::new(),
            })
        });
        let mut plans = match plans {
            Ok(plans) => plans,
            Err(wrong) => {
                let report = RegionReport::without_plan(region, &wrong);
                return Version::as_it_is(report, Vec::new());
            }
        };
        plans.joined = joined::pairs(region, lowered, &plans.loops, &decided.schedule);
        let mut report = RegionReport::new(region, lowered, &decided, &plans, self.read);
        report.one_thread(self.sequential, self.read);
        let unequal = Lengths::candidates(region, lowered, &decided, self.environment);
        let dead = !lowered.dead_statements.is_empty();
        let kept = region
            .chains()
            .any(|(_, hole)| hole.chain.whole.is_some() || masks::of(&hole.chain).is_some());
        if decided.loops.is_empty() && !self.nested && !dead && !kept && !region.divides() {
            return Version::as_it_is(report, unequal);
        }
        let runtime = lowered.setting.options.runtime();
        let plan = Plan {
            region,
            lowered,
            plans: &plans,
            schedule: &decided.schedule,
            runtime: &runtime,
        };
        let outcomes = decided.loops.iter().flat_map(|nest| &nest.outcomes);
        let contracted = outcomes.filter_map(|outcome| match outcome {
            loops::Outcome::Contracted(array) => Some(lowered.program.value(*array).name.clone()),
            loops::Outcome::Scalar(_)
            | loops::Outcome::Stored { .. }
            | loops::Outcome::Pushed { .. } => None,
        });
        let mut contracted = contracted.collect::<SortedSet<_>>();
        contracted.extend(rewrite::shared_checks(region, lowered, &decided.loops));
        contracted.extend(rewrite::beside_others(lowered, &decided.loops));
        let tokens = stage("emit", || emit::emit(plan));
        let events = decided.schedule.events.iter().zip(tokens);
        let events = events.map(|(event, tokens)| {
            let (cluster, apart) = match event {
                Event::Loop(index) => (Some(decided.loops[*index].cluster.clone()), false),
                Event::Statement(index) | Event::Declare(index) | Event::Assign(index) => {
                    let barrier = matches!(region.statements[*index].kind, Kind::Barrier(_));
                    (None, !barrier && versioning::mentions_nothing(&tokens))
                }
            };
            Emitted {
                cluster,
                apart,
                tokens,
            }
        });
        let joined = self
            .start
            .and_then(|start| rewrite::joined(self.block, region, lowered, &decided, start));
        Version {
            events: Some(events.collect()),
            joined,
            report,
            contracted,
            unequal,
        }
    }
}

/// Sizes, graph, clusters, loops, schedule. `None` if the program has no sizes: then nothing is fused, as section 1.3 of paper 001
/// asks.
///
/// Clusters are chosen again where chains are faster apart, or have no place in one loop; at most twice, and what is refused the last
/// time stays as written.
pub(crate) fn decide(region: &Region, lowered: &Lowered<'_>) -> Option<Decided> {
    let (program, choice) = (&lowered.program, lowered.setting.options.choice());
    let sizes = stage("sizes", || size::infer(program)).ok()?;
    let mut graph = stage("graph", || Graph::build(program, &sizes));
    for last in [false, false, true] {
        let problem = Problem {
            program,
            sizes: &sizes,
            graph: &graph,
        };
        let mut solution = stage("clusters", || cluster::solve_with(problem, &choice));
        let (loops, apart) = stage("loops", || {
            profit::judge(lowered, &sizes, &solution.clustering)
        });
        if graph.keep_apart(apart) && !last {
            continue;
        }
        let (schedule, loops, apart) =
            stage("schedule", || units::place(region, lowered, &graph, loops));
        if graph.keep_apart(apart) && !last {
            continue;
        }
        let is_loop = |cluster: &[BindingId]| loops.iter().any(|nest| nest.cluster == cluster);
        solution.clustering.keep(program, is_loop);
        return Some(Decided {
            sizes,
            graph,
            solution,
            loops,
            schedule,
        });
    }
    None
}
