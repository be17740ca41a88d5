//! Why loops stayed apart, and what to write so that they need not.
//!
//! In: everything that was decided. Out: the lines of two sections. *May not share a loop* gives the
//! reason between two chains that read each other's results; *apart* is about loops that a person would
//! expect to be one: they run over the same elements but for a statement between them, or over
//! places of which nothing says that they are equally long.

use super::why::Why;
use crate::cnf::{BindingId, ChainId, Lowered, LoweredChain, Program, Reason, ValueId, ValueKind};
use crate::decided::Decided;
use crate::graph::{EdgeKind, Graph};
use crate::ops::chain::Source;
use crate::region::{Hole, Kind, Region, Statement};
use crate::rust::extent::Extent;
use crate::rust::spelling::spelling;
use crate::rust::spelling::text;
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::{SortedMap, SortedSet};
use std::fmt::{self, Write};
use syn::{Expr, Type};

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
    fn new(names: &str, earlier: Option<BindingId>, later: BindingId, why: Why) -> Apart {
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
    section(out, "apart", &unexpected(region, lowered, decided))
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

/// Why what needs a value of another loop waits for that.
fn finished(lowered: &Lowered<'_>, value: ValueId) -> Why {
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
fn finished_between(
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
    let mut next = 0;
    while let Some((reached, result)) = open.get(next).copied() {
        next += 1;
        for edge in decided.graph.edges() {
            let Some(value) = edge.value.filter(|_| chain(edge.from) == reached) else {
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

/// Two loops that a person would expect to be one, once for each cause.
pub(super) fn unexpected(region: &Region, lowered: &Lowered<'_>, decided: &Decided) -> Vec<Apart> {
    let chains: Vec<&LoweredChain<'_>> = lowered
        .chains()
        .filter(|chain| !chain.bindings.is_empty())
        .collect();
    let mut found: Vec<Apart> = Vec::new();
    for (index, later) in chains.iter().enumerate() {
        for earlier in &chains[..index] {
            if let Some(apart) = of_pair(region, lowered, decided, earlier, later)
                && !found.iter().any(|said| {
                    said.line == apart.line
                        || said.between.is_some() && said.between == apart.between
                        // One reason to wait is enough.
                        || said.reason == apart.reason
                            && said.later == apart.later
                            && apart.reason == Reason::ScalarResult
                })
            {
                found.push(apart);
            }
        }
    }
    found
}

fn of_pair(
    region: &Region,
    lowered: &Lowered<'_>,
    decided: &Decided,
    earlier: &LoweredChain<'_>,
    later: &LoweredChain<'_>,
) -> Option<Apart> {
    let program = &lowered.program;
    let (a, b) = (*earlier.bindings.last()?, *later.bindings.last()?);
    let same = || {
        let (a, b) = (program.label(a), program.label(b));
        format!("{a} and {b} run over the same elements")
    };
    let reason = decided.graph.obstacle(a, b)?;
    let alone = |chain: &LoweredChain<'_>| chain.chain.solitary().is_some();
    if reason != Reason::Barrier && (alone(earlier) || alone(later)) {
        return None;
    }
    match reason {
        Reason::Barrier if share_a_source(earlier, later) => {
            let Some(wall) = between(program, &decided.graph, a, later) else {
                let result = finished_between(program, decided, a, b)?;
                let names = format!("{} -> {}", program.label(a), program.label(b));
                return Some(Apart::new(&names, Some(a), b, finished(lowered, result)));
            };
            let statement = as_written(&region.statements[lowered.statement_of(wall)]);
            let both = "write both before it, or both after it";
            let (run, way_out) = match may_change(region, lowered, wall, earlier, later) {
                Some(place) => {
                    let (a, b) = (program.label(a), program.label(b));
                    let way_out = format!("if the two may see the same elements, {both}");
                    (format!("{a} and {b} run over `{place}`"), way_out)
                }
                None => (same(), both.to_owned()),
            };
            let message = format!("{run}, but nothing moves across `{statement}`");
            let mut apart = Apart::unexpected(reason, (a, b), message, Some(way_out));
            apart.between = Some(wall);
            Some(apart)
        }
        Reason::Shadows | Reason::Hidden
            if share_a_source(earlier, later)
                && finished_between(program, decided, a, b).is_none() =>
        {
            let statement = ordered_by(program, &decided.graph, reason, earlier, later)?;
            let why = Why::of(reason);
            let written = as_written(&region.statements[lowered.statement_of(statement)]);
            let message = match reason {
                Reason::Shadows => "binds a name anew that the first one reads",
                _ => "may run code that one of them sees",
            };
            let message = format!("{}, but `{written}` {message}", same());
            let mut apart = Apart::unexpected(reason, (a, b), message, why.way_out);
            apart.between = Some(statement);
            Some(apart)
        }
        Reason::IterationSize => {
            let (one, other) = unequal(earlier, later)?;
            let message = format!("nothing says that `{one}` and `{other}` are equally long");
            let way_out = format!(
                "if they are, bind each as a slice, as in `let name: &[_] = &{one};`, and compare \
                 the lengths by `assert_eq!` before their loops"
            );
            Some(Apart::unexpected(reason, (a, b), message, Some(way_out)))
        }
        Reason::Parallel if share_a_source(earlier, later) => {
            let message = format!("{}, but only one of them is a chain of rayon's", same());
            let way_out = "write both with `par_iter`, or both with `iter`".to_owned();
            Some(Apart::unexpected(reason, (a, b), message, Some(way_out)))
        }
        _ if share_a_source(earlier, later) && !is_told(program, decided, earlier, later) => {
            let why = match finished_between(program, decided, a, b) {
                Some(result) => finished(lowered, result),
                None if matches!(reason, Reason::Barrier | Reason::ScalarResult) => {
                    Why::of(Reason::Opaque)
                }
                None => Why::of(reason),
            };
            let names = format!("{} -> {}", program.label(a), program.label(b));
            Some(Apart::new(&names, Some(a), b, why))
        }
        _ => None,
    }
}

/// True if the reason between two chains is one between two of their own bindings, or one of them is alone: that is told already.
fn is_told(
    program: &Program,
    decided: &Decided,
    earlier: &LoweredChain<'_>,
    later: &LoweredChain<'_>,
) -> bool {
    let mut edges = decided.graph.edges();
    let mut apart = decided.graph.apart().iter();
    edges.any(|edge| {
        edge.kind != EdgeKind::Fusible
            && program.binding(edge.from).chain == earlier.id
            && program.binding(edge.to).chain == later.id
    }) || apart.any(|apart| {
        [apart.a, apart.b] == [earlier.id, later.id] || [apart.b, apart.a] == [earlier.id, later.id]
    })
}

/// A place that both run over and that a wall between them may change.
fn may_change(
    region: &Region,
    lowered: &Lowered<'_>,
    wall: BindingId,
    earlier: &LoweredChain<'_>,
    later: &LoweredChain<'_>,
) -> Option<String> {
    let Kind::Barrier(wall) = &region.statements[lowered.statement_of(wall)].kind else {
        return None;
    };
    let changes = |place: &String| {
        let root = place.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let root = root.into_iter().next().unwrap_or_default();
        let known = wall.environment.lookup(root);
        wall.reads.iter().any(|name| name == root)
            && known.is_some_and(|known| {
                known.mutable
                    || matches!(&known.ty, Some(Type::Reference(ty)) if ty.mutability.is_some())
            })
    };
    let others = sources(later);
    let mut shared = sources(earlier).into_iter();
    shared.find(|place| others.contains(place) && changes(place))
}

/// The statement behind the one chain or before the other that such a reason keeps there.
fn ordered_by(
    program: &Program,
    graph: &Graph,
    reason: Reason,
    earlier: &LoweredChain<'_>,
    later: &LoweredChain<'_>,
) -> Option<BindingId> {
    let mut edges = graph
        .edges()
        .filter(|edge| edge.kind == EdgeKind::Preventing(reason));
    edges.find_map(|edge| {
        let behind = earlier.bindings.contains(&edge.from) && super::is_opaque(program, edge.to);
        let before = later.bindings.contains(&edge.to) && super::is_opaque(program, edge.from);
        behind.then_some(edge.to).or(before.then_some(edge.from))
    })
}

/// The first wall behind a binding and before a chain that could do without all it gives, but for what the chain runs over.
fn between(
    program: &Program,
    graph: &Graph,
    earlier: BindingId,
    chain: &LoweredChain<'_>,
) -> Option<BindingId> {
    let later = *chain.bindings.first()?;
    let taken = sources(chain);
    let gives = |value: ValueId| !taken.contains(&program.value(value).name);
    let wall = program
        .binding_ids()
        .skip(earlier.index() + 1)
        .take_while(|id| *id < later)
        .find(|id| program.binding(*id).is_wall())?;
    // What needs a value that the wall gives cannot stand before it.
    let mut given = SortedSet::from([wall]);
    for id in program.binding_ids().skip(wall.index() + 1) {
        let chain = program.binding(id).chain;
        let needs = graph
            .edges_to(id)
            .any(|edge| edge.value.is_some_and(gives) && given.contains(&edge.from));
        if needs {
            if chain == program.binding(later).chain {
                return None;
            }
            given.insert(id);
        }
    }
    Some(wall)
}

/// A statement with its chains in their places.
fn as_written(statement: &Statement) -> String {
    struct Restore<'a>(&'a [Hole]);
    impl VisitMut for Restore<'_> {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            visit_mut::visit_expr_mut(self, expr);
            if let Expr::Path(path) = &*expr
                && let Some(name) = path.path.get_ident()
                && let Some(hole) = self.0.iter().find(|hole| hole.placeholder == *name)
            {
                *expr = hole.chain.expr.clone();
            }
        }
    }
    let mut tokens = statement.tokens.clone();
    if let Kind::Barrier(wall) = &statement.kind {
        Restore(&wall.holes).visit_stmt_mut(&mut tokens);
    }
    text(&tokens)
}

fn share_a_source(one: &LoweredChain<'_>, other: &LoweredChain<'_>) -> bool {
    let other = sources(other);
    sources(one).iter().any(|source| other.contains(source))
}

/// The places that a chain runs over as a whole.
fn sources(chain: &LoweredChain<'_>) -> Vec<String> {
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

/// Two places, one of each chain, of which nothing says that they are equally long.
fn unequal(earlier: &LoweredChain<'_>, later: &LoweredChain<'_>) -> Option<(String, String)> {
    let (ours, theirs) = (sources(earlier), sources(later));
    let left = ours.iter().filter(|name| !theirs.contains(name));
    let right = theirs.iter().filter(|name| !ours.contains(name));
    let (left, right) = match (left.clone().next(), right.clone().next()) {
        (Some(left), Some(right)) => (left, right),
        // `xs` alone and `xs` in step with `ys`: the shorter one counts.
        (None, Some(right)) => (ours.first()?, right),
        (Some(left), None) => (theirs.first()?, left),
        (None, None) => return None,
    };
    let (a, b) = if left < right {
        (left, right)
    } else {
        (right, left)
    };
    // Names are spoken of where the sizes are.
    let named = |name: &String| !name.contains(['.', '[', '(', '*', ' ']);
    (!(named(a) && named(b))).then(|| (a.clone(), b.clone()))
}
