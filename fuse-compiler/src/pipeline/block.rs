//! The stages, in their order, for the statements of one block as they are.
//!
//! In: a block, and what is known where it starts. Out: its tokens, if anything was fused, and what could be tried next: the same in two
//! versions, or with loops joined that hold loops.

use super::fuse_block;
use crate::cluster::{self, Problem};
use crate::cnf::{self, BindingId, Lowered};
use crate::decided::Decided;
use crate::emit::{self, Plan};
use crate::function::nested;
use crate::graph::Graph;
use crate::loops;
use crate::ops::names::local;
use crate::options::Setting;
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
use syn::{Block, Type};

/// What became of the statements of a block.
pub(super) struct Fused {
    /// The new ones; `None` if they stay as they are.
    pub(super) tokens: Option<TokenStream>,
    /// The block with loops joined that hold loops, if it has such.
    pub(super) joined: Option<Block>,
    /// True if loops inside of such have become one.
    pub(super) met: bool,
    /// The block with loops peeled, if two of it could share one then.
    pub(super) peeled: Option<Block>,
    /// Arrays that are never in memory; as text, what others share: loops that may leave the function, and that store an array.
    pub(super) contracted: SortedSet<String>,
}

impl Fused {
    /// The same, with a block's own statements where they stay as they are.
    pub(super) fn or_as_written(self, block: &Block) -> Fused {
        let written = || block.stmts.iter().map(ToTokens::to_token_stream);
        let tokens = self.tokens.or_else(|| Some(written().collect()));
        Fused { tokens, ..self }
    }
}

/// Fuses the statements of a block.
pub(super) fn fuse_statements(
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
        peeled: None,
        contracted: SortedSet::new(),
    };
    let mut result = result.cloned();
    environment.declare(block, &mut result);
    let tries = rewrite::may_be_joined(block) || rewrite::may_be_peeled_in(block);
    let start = tries.then(|| environment.clone());
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
    let nested = nested::fuse(setting, &mut region, result.as_ref(), report, fuse_block);
    if !report.read && !nested && region.chains().next().is_none() {
        // Other ways to fuse the block are held against its loops, whoever reads of them.
        report.close(place, RegionReport::counted(&region));
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
                peeled: None,
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
        peeled: first.peeled,
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
    /// The block with loops peeled, if two of it could share one then.
    peeled: Option<Block>,
    contracted: SortedSet<String>,
    /// What could be said of lengths so that it has fewer loops.
    unequal: Vec<Lengths>,
}

impl Version {
    fn as_it_is(report: RegionReport, unequal: Vec<Lengths>) -> Version {
        Version {
            events: None,
            joined: None,
            peeled: None,
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
        let may_be_peeled = || rewrite::peeled(self.block, region, lowered, &decided);
        let peeled = self.start.and_then(|_| may_be_peeled());
        let dead = !lowered.dead_statements.is_empty();
        let kept = !plans.wide.is_empty()
            || region
                .chains()
                .any(|(_, hole)| hole.chain.whole.is_some() || masks::of(&hole.chain).is_some());
        if decided.loops.is_empty() && !self.nested && !dead && !kept && !region.divides() {
            return Version {
                peeled,
                ..Version::as_it_is(report, unequal)
            };
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
        let not_kept = contracted.iter().map(|name| rewrite::not_kept(name));
        let not_kept = not_kept.collect::<Vec<_>>();
        contracted.extend(not_kept);
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
            peeled,
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
