//! Why loops stayed apart, and what to write so that they need not.
//!
//! In: everything that was decided. Out: the lines of two sections. *May not share a loop* gives the
//! reason between two chains that read each other's results; *apart* is about loops that a person would
//! expect to be one: they run over the same elements but for a statement between them, or over
//! places of which nothing says that they are equally long.

use crate::cnf::{BindingId, ChainId, Lowered, LoweredChain, Program, Reason, ValueKind};
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
use syn::Expr;

/// Writes both sections; nothing if there is nothing to say.
pub(super) fn write(
    out: &mut String,
    region: &Region,
    lowered: &Lowered<'_>,
    decided: &Decided,
) -> fmt::Result {
    section(out, "may not share a loop", &prevented(lowered, decided))?;
    section(out, "apart", &apart(region, lowered, decided))
}

fn section(out: &mut String, title: &str, lines: &[String]) -> fmt::Result {
    if !lines.is_empty() {
        writeln!(out, "  {title}:")?;
    }
    lines
        .iter()
        .try_for_each(|line| writeln!(out, "    {line}"))
}

/// One line for each two chains with a reason between them, and for each that is alone.
fn prevented(lowered: &Lowered<'_>, decided: &Decided) -> Vec<String> {
    let program = &lowered.program;
    let chain = |id: BindingId| program.binding(id).chain;
    let solitary = |id: BindingId| program.binding(id).solitary.is_some();
    let mut lines: SortedMap<(ChainId, ChainId), (bool, BindingId, String)> = SortedMap::new();
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
        let why = match (reason, array) {
            (Reason::ScalarResult, Some(array)) => format!(
                "needs all of `{}`, which the loop writes; if it is only pushed to, write the loop \
                 as a chain that ends in `collect()`",
                array.name
            ),
            _ => with_way_out(reason),
        };
        // Where the one needs what the other has computed, nothing else matters.
        let needs = reason == Reason::ScalarResult;
        let line = (needs, edge.from, format!("{from} -> {to}: {why}"));
        let pair = (chain(edge.from), chain(edge.to));
        let said = lines.entry(pair).or_insert_with(|| line.clone());
        if needs && !said.0 {
            *said = line;
        }
    }
    let mut lines: Vec<(BindingId, String)> = lines
        .into_values()
        .map(|(_, from, line)| (from, line))
        .collect();
    let last = |chain: ChainId| last_of(program, chain);
    let mut beside: SortedMap<(ChainId, Reason), Vec<String>> = SortedMap::new();
    for apart in decided.graph.apart() {
        let others = beside.entry((apart.a, apart.reason)).or_default();
        others.push(program.label(last(apart.b)));
    }
    let mut alone = SortedSet::new();
    for ((chain, reason), others) in beside {
        let (id, why) = (last(chain), with_way_out(reason));
        let label = program.label(id);
        // Whatever the others are.
        lines.push(
            match reason == Reason::ShortCircuit && alone.insert(chain) {
                true => (id, format!("{label}: {why}")),
                false => (id, format!("{label} beside {}: {why}", others.join(", "))),
            },
        );
    }
    for id in program.binding_ids() {
        if let Some(reason) = program.binding(id).solitary
            && alone.insert(chain(id))
        {
            let label = program.label(last(chain(id)));
            let line = format!("{label}: {}", with_way_out(reason));
            lines.push((id, line));
        }
    }
    lines.sort();
    lines.into_iter().map(|(_, line)| line).collect()
}

/// The last binding of a chain.
fn last_of(program: &Program, chain: ChainId) -> BindingId {
    let same = |other: &BindingId| program.binding(*other).chain == chain;
    let last = program.binding_ids().rfind(same);
    last.unwrap_or(BindingId(program.bindings.len()))
}

/// A reason and, where there is one, the way around it.
fn with_way_out(reason: Reason) -> String {
    let way_out = match reason {
        Reason::EscapingReference => "read the elements by value, as by `iter().copied()`",
        Reason::RandomAccess => "iterate over it, or `zip` it, instead of indexing",
        Reason::ElementType => "write the type of the elements, as in `collect::<Vec<f64>>()`",
        Reason::Shadows => "give one of the two names another spelling",
        Reason::Hidden => "take the value before the first of the two, in a `let` of its own",
        Reason::Effects => "collect one of the two sources first",
        Reason::Moves => "borrow instead of moving: `iter()` for `into_iter()`",
        _ => return reason.to_string(),
    };
    format!("{reason}; {way_out}")
}

/// Two loops that a person would expect to be one, for each cause a line.
fn apart(region: &Region, lowered: &Lowered<'_>, decided: &Decided) -> Vec<String> {
    let program = &lowered.program;
    let chains: Vec<&LoweredChain<'_>> = lowered
        .chains()
        .filter(|chain| chain.chain.solitary().is_none())
        .filter(|chain| !chain.bindings.is_empty())
        .collect();
    let mut lines: Vec<String> = Vec::new();
    let mut walls: SortedSet<BindingId> = SortedSet::new();
    for (index, later) in chains.iter().enumerate() {
        for earlier in &chains[..index] {
            let (Some(a), Some(b)) = (earlier.bindings.last(), later.bindings.last()) else {
                continue;
            };
            let line = match decided.graph.obstacle(*a, *b) {
                Some(Reason::Barrier) if share_a_source(earlier, later) => {
                    between(program, &decided.graph, *a, later.bindings[0])
                        .filter(|wall| walls.insert(*wall))
                        .map(|wall| {
                            let statement = &region.statements[lowered.statement_of(wall)];
                            format!(
                                "{} and {} run over the same elements, but nothing moves across \
                                 `{}`; write both before it, or both after it",
                                program.label(*a),
                                program.label(*b),
                                as_written(statement),
                            )
                        })
                }
                Some(Reason::IterationSize) => unequal(earlier, later),
                Some(Reason::Parallel) if share_a_source(earlier, later) => Some(format!(
                    "{} and {} run over the same elements, but only one of them is a chain of \
                     rayon's; write both with `par_iter`, or both with `iter`",
                    program.label(*a),
                    program.label(*b),
                )),
                _ => None,
            };
            if let Some(line) = line
                && !lines.contains(&line)
            {
                lines.push(line);
            }
        }
    }
    lines
}

/// The first wall between two bindings, if the later one could do without all there are.
fn between(
    program: &Program,
    graph: &Graph,
    earlier: BindingId,
    later: BindingId,
) -> Option<BindingId> {
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
            .any(|edge| edge.value.is_some() && given.contains(&edge.from));
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
fn unequal(earlier: &LoweredChain<'_>, later: &LoweredChain<'_>) -> Option<String> {
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
    (!(named(a) && named(b))).then(|| {
        format!(
            "nothing says that `{a}` and `{b}` are equally long; if they are, bind each as a slice, \
             as in `let name: &[_] = &{a};`, and compare the lengths by `assert_eq!` before their \
             loops"
        )
    })
}
