//! Why loops stayed apart, and what to write so that they need not.
//!
//! In: everything that was decided. Out: the lines of two sections. *May not share a loop* gives the
//! reason between two chains that read each other's results; *apart* is about loops that a person would
//! expect to be one: they run over the same elements but for a statement between them, or over
//! places of which nothing says that they are equally long.

use super::pairs;
use super::why::Why;
use crate::cnf::{BindingId, ChainId, Lowered, LoweredChain, Program, Reason, ValueId, ValueKind};
use crate::decided::Decided;
use crate::graph::EdgeKind;
use crate::ops::chain::Source;
use crate::region::Region;
use crate::rust::extent::Extent;
use crate::rust::spelling::{among, spelling};
use crate::sorted::{SortedMap, SortedSet};
use std::fmt::{self, Write};
use syn::Expr;

/// Why two loops stayed apart, or one is alone.
pub(super) struct Apart {
    /// The reason.
    pub(super) reason: Reason,
    /// The one that runs first; `None` if it is alone whatever the others are.
    pub(super) earlier: Option<BindingId>,
    /// The other one, or the one that is alone.
    pub(super) later: BindingId,
    /// What stands between them.
    pub(super) between: Option<BindingId>,
    /// The sentence of the report, without the names of the two.
    pub(super) message: String,
    /// How to write them so that they fuse.
    pub(super) way_out: Option<String>,
    /// The line of the report.
    pub(super) line: String,
}

impl Apart {
    /// With this between the names of the two, or behind the one.
    pub(super) fn new(
        names: &str,
        earlier: Option<BindingId>,
        later: BindingId,
        why: Why,
    ) -> Apart {
        Apart {
            earlier,
            later,
            between: None,
            line: match &why.way_out {
                Some(way_out) => format!("{names}: {}; {way_out}", why.message),
                None => format!("{names}: {}", why.message),
            },
            reason: why.reason,
            message: why.message,
            way_out: why.way_out,
        }
    }

    /// Two that a person would expect to be one.
    pub(super) fn unexpected(
        reason: Reason,
        (earlier, later): (BindingId, BindingId),
        message: String,
        way_out: Option<String>,
    ) -> Apart {
        let line = match &way_out {
            Some(way_out) => format!("{message}; {way_out}"),
            None => message.clone(),
        };
        Apart {
            reason,
            earlier: Some(earlier),
            later,
            between: None,
            message,
            way_out,
            line,
        }
    }
}

/// Writes both sections; nothing if there is nothing to say.
pub(super) fn write(
    out: &mut String,
    region: &Region,
    lowered: &Lowered<'_>,
    decided: &Decided,
) -> fmt::Result {
    section(out, "may not share a loop", &prevented(lowered, decided))?;
    section(out, "apart", &pairs::unexpected(region, lowered, decided))
}

fn section(out: &mut String, title: &str, lines: &[Apart]) -> fmt::Result {
    if !lines.is_empty() {
        writeln!(out, "  {title}:")?;
    }
    lines
        .iter()
        .try_for_each(|apart| writeln!(out, "    {}", apart.line))
}

/// One line for each two chains with a reason between them, and for each that is alone.
pub(super) fn prevented(lowered: &Lowered<'_>, decided: &Decided) -> Vec<Apart> {
    let program = &lowered.program;
    let chain = |id: BindingId| program.binding(id).chain;
    let solitary = |id: BindingId| program.binding(id).solitary.is_some();
    let mut lines: SortedMap<(ChainId, ChainId), (u8, BindingId, Apart)> = SortedMap::new();
    for edge in decided.graph.edges() {
        let EdgeKind::Preventing(reason) = edge.kind else {
            continue;
        };
        if chain(edge.from) == chain(edge.to)
            || super::is_opaque(program, edge.from)
            || super::is_opaque(program, edge.to)
            || (reason == Reason::Drops && solitary(edge.from) && solitary(edge.to))
        {
            continue;
        }
        let (from, to) = (program.label(edge.from), program.label(edge.to));
        let array = edge
            .value
            .map(|value| program.value(value))
            .filter(|value| value.kind == ValueKind::Array);
        let pair = (chain(edge.from), chain(edge.to));
        // Where the one needs what the other has computed, nothing else matters.
        let (rank, why) = match (reason, array) {
            (Reason::ScalarResult, Some(array)) => (1, Why::pushed(&array.name)),
            (Reason::ScalarResult, None) => match edge.value.and_then(|value| used(lowered, value))
            {
                Some((name, by)) => (2, Why::used(name, by)),
                None => (2, Why::of(reason)),
            },
            (Reason::RandomAccess, Some(_)) if reads_a_view(lowered, pair.1) => {
                (0, Why::beside_its_own())
            }
            _ => (0, Why::of_chains(program, pair, reason)),
        };
        let said = lines.get(&pair).map(|(said, ..)| *said);
        if said.is_some_and(|said| said >= rank) {
            continue;
        }
        let names = format!("{from} -> {to}");
        let apart = Apart::new(&names, Some(edge.from), edge.to, why);
        lines.insert(pair, (rank, edge.from, apart));
    }
    for (rank, from, apart) in lines.values_mut() {
        if *rank < 2
            && let Some(result) = finished_between(program, decided, *from, apart.later)
        {
            let why = finished(lowered, result);
            let names = format!("{} -> {}", program.label(*from), program.label(apart.later));
            *apart = Apart::new(&names, Some(*from), apart.later, why);
        }
    }
    let mut lines: Vec<(BindingId, Apart)> = lines
        .into_values()
        .map(|(_, from, apart)| (from, apart))
        .collect();
    let last = |chain: ChainId| last_of(program, chain);
    let mut beside: SortedMap<(ChainId, Reason), Vec<BindingId>> = SortedMap::new();
    for apart in decided.graph.apart() {
        let others = beside.entry((apart.a, apart.reason)).or_default();
        others.push(last(apart.b));
    }
    let mut alone = SortedSet::new();
    for ((chain, reason), others) in beside {
        let mut why = Why::of(reason);
        if reason == Reason::Placement && program.parallel.contains(&chain) {
            let numbered = ", or number the elements before a `filter`";
            why.way_out = why.way_out.map(|way_out| way_out + numbered);
        }
        let id = last(chain);
        let label = program.label(id);
        // Whatever the others are.
        let apart = if reason == Reason::ShortCircuit && alone.insert(chain) {
            Apart::new(&label, None, id, why)
        } else {
            let names = others.iter().map(|other| program.label(*other));
            let names = names.collect::<Vec<_>>().join(", ");
            let names = format!("{label} beside {names}");
            Apart::new(&names, others.first().copied(), id, why)
        };
        lines.push((id, apart));
    }
    for id in program.binding_ids() {
        if let Some(reason) = program.binding(id).solitary
            && alone.insert(chain(id))
            && let Some(apart) = by_itself(lowered, decided, chain(id), reason)
        {
            lines.push((id, apart));
        }
    }
    lines.extend(not_pulling(lowered, decided, &mut alone));
    lines.sort_by(|(a, one), (b, other)| (a, &one.line).cmp(&(b, &other.line)));
    lines.into_iter().map(|(_, apart)| apart).collect()
}

/// True for a chain over windows, chunks or a part of an array.
fn reads_a_view(lowered: &Lowered<'_>, chain: ChainId) -> bool {
    const VIEWS: &str = "array_windows chunks chunks_exact rchunks rev skip step_by take windows";
    let sources = lowered
        .chain(chain)
        .map(|chain| chain.chain.stream.sources());
    let mut sources = sources.into_iter().flatten();
    sources.any(|source| {
        matches!(source, Source::Driver(driver)
            if matches!(&driver.expr, Expr::MethodCall(call) if among(VIEWS, &call.method.to_string())))
    })
}

/// Why what needs a value of another loop waits for that.
pub(super) fn finished(lowered: &Lowered<'_>, value: ValueId) -> Why {
    match used(lowered, value) {
        Some((name, by)) => Why::used(name, by),
        None => Why::needs(&lowered.program.value(value).name),
    }
}

/// The name that a loop uses for what nobody knows, so that it may be another thing behind it, and what that is.
fn used<'l>(lowered: &'l Lowered<'_>, value: ValueId) -> Option<(&'l str, &'l str)> {
    let name = &lowered.program.value(value).name;
    let body = lowered.chain_making(value)?.chain.consumer.body()?;
    let mut writes = body.writes.iter();
    let through = writes.any(|write| write.through && write.name == *name);
    let opaque = body.opaque.as_deref().filter(|_| through)?;
    Some((name.as_str(), opaque))
}

/// A line for each chain that could pull a loop and does not: another one does, or nothing runs over the same elements.
fn not_pulling(
    lowered: &Lowered<'_>,
    decided: &Decided,
    alone: &mut SortedSet<ChainId>,
) -> Vec<(BindingId, Apart)> {
    let program = &lowered.program;
    let fused = |chain: ChainId| {
        let mut loops = decided.loops.iter();
        loops.any(|nest| {
            nest.cluster
                .iter()
                .any(|id| program.binding(*id).chain == chain)
        })
    };
    let mut lines = Vec::new();
    for (chain, reason) in &program.pullers {
        if fused(*chain) || !alone.insert(*chain) {
            continue;
        }
        let last = last_of(program, *chain);
        let label = program.label(last);
        let beside = |other: &&ChainId| {
            *other != chain
                && decided.graph.obstacle(last, last_of(program, **other)) == Some(Reason::Pullers)
                && lowered
                    .chain(*chain)
                    .zip(lowered.chain(**other))
                    .is_some_and(|(one, other)| share_a_source(one, other))
        };
        let apart = match program.pullers.keys().find(beside) {
            Some(other) => {
                let other = last_of(program, *other);
                let names = format!("{label} beside {}", program.label(other));
                Apart::new(&names, Some(other), last, Why::of(Reason::Pullers))
            }
            None => match by_itself(lowered, decided, *chain, *reason) {
                Some(apart) => apart,
                None => continue,
            },
        };
        lines.push((last, apart));
    }
    lines
}

/// Of a chain that is alone whatever the others are; nothing if another consumer would not help, since all that runs over the same
/// elements stands behind a barrier, which is told of.
fn by_itself(
    lowered: &Lowered<'_>,
    decided: &Decided,
    chain: ChainId,
    reason: Reason,
) -> Option<Apart> {
    let program = &lowered.program;
    let last = last_of(program, chain);
    let others = lowered.chains().filter(|other| other.id != chain);
    let obstacle = |other: &LoweredChain<'_>| {
        let other = last_of(program, other.id);
        decided.graph.obstacle(last, other)
    };
    let (behind, others) =
        others.partition::<Vec<_>, _>(|other| obstacle(other) == Some(Reason::Barrier));
    let waits = |other: &&LoweredChain<'_>| obstacle(other) == Some(Reason::ScalarResult);
    let this = lowered.chain(chain)?;
    let told = others.iter().all(waits) && behind.iter().any(|other| share_a_source(this, other));
    (!told).then(|| Apart::new(&program.label(last), None, last, Why::of(reason)))
}

/// The last binding of a chain.
fn last_of(program: &Program, chain: ChainId) -> BindingId {
    let same = |other: &BindingId| program.binding(*other).chain == chain;
    let last = program.binding_ids().rfind(same);
    last.unwrap_or(BindingId(program.bindings.len()))
}

/// A finished result on a way from the one to the other, or from what shares the loop of the one: that keeps the loop before the other,
/// whatever else does.
pub(super) fn finished_between(
    program: &Program,
    decided: &Decided,
    from: BindingId,
    to: BindingId,
) -> Option<ValueId> {
    let chain = |id: BindingId| program.binding(id).chain;
    let clusters = &decided.solution.clustering.clusters;
    let cluster = clusters.iter().find(|cluster| cluster.contains(&from));
    let beside = cluster.into_iter().flatten().map(|id| chain(*id)).collect();
    [vec![chain(from)], beside]
        .into_iter()
        .find_map(|starts| first_finished(program, decided, starts, chain(to)))
}

/// The first finished result on a way between chains.
fn first_finished(
    program: &Program,
    decided: &Decided,
    starts: Vec<ChainId>,
    to: ChainId,
) -> Option<ValueId> {
    let chain = |id: BindingId| program.binding(id).chain;
    // Each chain that is reached, with the result that it is reached by.
    let mut open: Vec<(ChainId, Option<ValueId>)> =
        starts.into_iter().map(|start| (start, None)).collect();
    let mut bindings: SortedMap<ChainId, Vec<BindingId>> = SortedMap::new();
    for id in program.binding_ids() {
        bindings.entry(chain(id)).or_default().push(id);
    }
    let mut next = 0;
    while let Some((reached, result)) = open.get(next).copied() {
        next += 1;
        let from = bindings.get(&reached).into_iter().flatten();
        for edge in from.flat_map(|id| decided.graph.edges_from(*id)) {
            let Some(value) = edge.value else {
                continue;
            };
            let finished = edge.kind == EdgeKind::Preventing(Reason::ScalarResult)
                && program.value(value).kind != ValueKind::Array;
            let result = result.or(finished.then_some(value));
            if let Some(result) = result.filter(|_| chain(edge.to) == to) {
                return Some(result);
            }
            let is_open = |(other, by): &(ChainId, Option<ValueId>)| {
                *other == chain(edge.to) && by.is_some() == result.is_some()
            };
            if !open.iter().any(is_open) {
                open.push((chain(edge.to), result));
            }
        }
    }
    None
}

pub(super) fn share_a_source(one: &LoweredChain<'_>, other: &LoweredChain<'_>) -> bool {
    let other = sources(other);
    sources(one).iter().any(|source| other.contains(source))
}

/// The places that a chain runs over as a whole.
pub(super) fn sources(chain: &LoweredChain<'_>) -> Vec<String> {
    let sources = chain.chain.stream.sources().into_iter();
    let places = sources.filter_map(|source| match source {
        Source::Array(array) => Some(spelling(&array.name)),
        Source::Driver(driver) => match &driver.extent {
            Extent::Len(name) => Some(name.clone()),
            Extent::Place(text) => text.strip_suffix(".iter()").map(str::to_owned),
            _ => None,
        },
        Source::Range(_) => None,
    });
    places.collect()
}
