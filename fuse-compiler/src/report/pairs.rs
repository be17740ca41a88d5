//! Pairs of loops that a person would expect to be one.
//!
//! In: two chains over the same elements. Out: what keeps them apart, where nothing between their own bindings says it.

use super::apart::{Apart, finished, finished_between, share_a_source, sources};
use super::why::Why;
use crate::cnf::{BindingId, Lowered, LoweredChain, Program, Reason, ValueId};
use crate::decided::Decided;
use crate::graph::{EdgeKind, Graph};
use crate::region::{Hole, Kind, Region, Statement};
use crate::rust::spelling::text;
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::SortedSet;
use std::cell::OnceCell;
use syn::{Expr, Type};

/// Two loops that a person would expect to be one, once for each cause.
pub(super) fn unexpected(region: &Region, lowered: &Lowered<'_>, decided: &Decided) -> Vec<Apart> {
    let chains: Vec<&LoweredChain<'_>> = lowered
        .chains()
        .filter(|chain| !chain.bindings.is_empty())
        .collect();
    let mut found: Vec<Apart> = Vec::new();
    for (index, later) in chains.iter().enumerate() {
        let needed = OnceCell::new();
        for earlier in &chains[..index] {
            if let Some(apart) = of_pair(region, lowered, decided, earlier, later, &needed)
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
    needed: &OnceCell<SortedSet<BindingId>>,
) -> Option<Apart> {
    let program = &lowered.program;
    let (a, b) = (*earlier.bindings.last()?, *later.bindings.last()?);
    let same = || {
        let (a, b) = (program.label(a), program.label(b));
        format!("{a} and {b} run over the same elements")
    };
    // What makes two arrays that are kept is left to std, which is faster where others read them (`rewrite/halves.rs`).
    let makes = &region.statements[earlier.statement].binds;
    let reads = later.chain.reads();
    let mut loops = decided.loops.iter();
    let meet = loops.any(|nest| nest.cluster.contains(&a) && nest.cluster.contains(&b));
    let halves = earlier.second.is_some() && !meet;
    if halves && makes.iter().any(|half| reads.contains(&half.name)) {
        let names = format!("{} -> {}", program.label(a), program.label(b));
        return Some(Apart::new(&names, Some(a), b, Why::of(Reason::Slower)));
    }
    let reason = decided.graph.obstacle(a, b)?;
    let alone = |chain: &LoweredChain<'_>| chain.chain.solitary().is_some();
    if reason != Reason::Barrier && (alone(earlier) || alone(later)) {
        return None;
    }
    match reason {
        Reason::Barrier if share_a_source(earlier, later) => {
            let Some(wall) = between(program, &decided.graph, a, later, needed) else {
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
    needed: &OnceCell<SortedSet<BindingId>>,
) -> Option<BindingId> {
    let later = *chain.bindings.first()?;
    let wall = program
        .binding_ids()
        .skip(earlier.index() + 1)
        .take_while(|id| *id < later)
        .find(|id| program.binding(*id).is_wall())?;
    // What needs a value that the wall gives cannot stand before it.
    let needed = needed.get_or_init(|| needed_by(program, graph, chain));
    (!needed.contains(&wall)).then_some(wall)
}

/// What gives a chain, or something that gives it, a value that is not what the chain runs over.
fn needed_by(program: &Program, graph: &Graph, chain: &LoweredChain<'_>) -> SortedSet<BindingId> {
    let taken = sources(chain);
    let gives = |value: ValueId| !taken.contains(&program.value(value).name);
    let mut needed = SortedSet::new();
    for id in program.binding_ids().rev() {
        let mut given = graph
            .edges_from(id)
            .filter(|edge| edge.to > id && edge.value.is_some_and(gives));
        if given.any(|edge| program.binding(edge.to).chain == chain.id || needed.contains(&edge.to))
        {
            needed.insert(id);
        }
    }
    needed
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
