//! The edges of the graph (paper 001, fig. 1.10).
//!
//! In: a [`Program`]. Out: its edges, sorted, none twice. An edge is fusion-preventing where the
//! consumer needs more than the producer's next element.

use super::{Edge, EdgeKind};
use crate::cnf::{BindingId, Combinator, Program, Reason, ValueId};

/// All edges of a program: data, the user's orderings, sequences, walls.
pub(super) fn of(program: &Program) -> Vec<Edge> {
    let mut edges = data(program);
    edges.extend(precedences(program));
    edges.extend(sequences(program));
    edges.extend(walls(program));
    edges.sort_unstable();
    edges.dedup();
    drop_walls_that_data_implies(&mut edges);
    edges
}

/// How a binding takes a value.
#[derive(Clone, Copy)]
enum Reading {
    /// One element after the other.
    Streamed,
    /// All of it at once, for this reason.
    Whole(Reason),
}

/// `edge` and `inedge` of fig. 1.10.
fn data(program: &Program) -> Vec<Edge> {
    let mut producer: Vec<Option<BindingId>> = vec![None; program.values.len()];
    let mut edges = Vec::new();
    for to in program.binding_ids() {
        let binding = program.binding(to);
        let mut read = |value: ValueId, reading: Reading| {
            let Some(from) = producer[value.index()] else {
                return;
            };
            let kind = match (program.binding(from).combinator(), reading) {
                // What is done with an element follows what changes it.
                (Combinator::Fold, Reading::Streamed) if program.updated(value).is_some() => {
                    EdgeKind::Fusible
                }
                (Combinator::Fold, _) => EdgeKind::Preventing(Reason::ScalarResult),
                (Combinator::Opaque(_), _) => EdgeKind::Preventing(Reason::Opaque),
                (_, Reading::Whole(reason)) => EdgeKind::Preventing(reason),
                (_, Reading::Streamed) => match program.pullers.get(&binding.chain) {
                    // What is made in the loop is not there to be asked for.
                    Some(reason) if program.binding(from).chain != binding.chain => {
                        EdgeKind::Preventing(*reason)
                    }
                    _ => EdgeKind::Fusible,
                },
            };
            edges.push(Edge {
                from,
                to,
                value: Some(value),
                kind,
            });
        };
        for value in binding.streamed() {
            read(value, Reading::Streamed);
        }
        if let Some(inner) = binding.inner() {
            read(inner, Reading::Whole(Reason::InnerArray));
        }
        let reason = match binding.combinator() {
            Combinator::Opaque(_) => Reason::Opaque,
            _ => Reason::RandomAccess,
        };
        for value in &binding.worker.mentions {
            read(*value, Reading::Whole(reason));
        }
        for output in &binding.outputs {
            producer[output.index()] = Some(to);
        }
    }
    edges
}

fn precedences(program: &Program<'_>) -> impl Iterator<Item = Edge> {
    let apart = program.precedences.iter().filter(|p| p.before != p.after);
    apart.map(|precedence| ordering(precedence.before, precedence.after, precedence.reason))
}

fn sequences(program: &Program<'_>) -> impl Iterator<Item = Edge> {
    program.sequences.iter().map(|(from, to)| Edge {
        from: *from,
        to: *to,
        value: None,
        kind: EdgeKind::Fusible,
    })
}

/// Nothing crosses a wall, but for the crossings. What stands before the previous wall is before this
/// one by way of that.
fn walls(program: &Program) -> Vec<Edge> {
    let mut edges = Vec::new();
    let mut walls: Vec<BindingId> = Vec::new();
    let mut since: Vec<BindingId> = Vec::new();
    for id in program.binding_ids() {
        let binding = program.binding(id);
        if !binding.is_wall() {
            let wall = walls.iter().rev().find(|wall| !program.crosses(id, **wall));
            edges.extend(wall.map(|wall| ordering(*wall, id, Reason::Barrier)));
            since.push(id);
            continue;
        }
        // The last wall may have been crossed by all that stands since.
        let crossings = !program.crossings.is_empty();
        let last = walls.last().filter(|_| since.is_empty() || crossings);
        edges.extend(last.map(|wall| ordering(*wall, id, Reason::Barrier)));
        edges.extend(
            since
                .drain(..)
                .map(|from| ordering(from, id, Reason::Barrier)),
        );
        walls.push(id);
    }
    edges
}

fn ordering(from: BindingId, to: BindingId, reason: Reason) -> Edge {
    Edge {
        from,
        to,
        value: None,
        kind: EdgeKind::Preventing(reason),
    }
}

/// A wall that also reads what is produced before it needs no second edge. `edges` is sorted.
fn drop_walls_that_data_implies(edges: &mut Vec<Edge>) {
    let prevents = |edge: &Edge| !is_wall(edge) && edge.kind != EdgeKind::Fusible;
    let mut implied: Vec<(BindingId, BindingId)> = Vec::new();
    for edge in edges.iter().filter(|edge| prevents(edge)) {
        implied.push((edge.from, edge.to));
    }
    edges.retain(|edge| !is_wall(edge) || implied.binary_search(&(edge.from, edge.to)).is_err());
}

fn is_wall(edge: &Edge) -> bool {
    edge.value.is_none() && edge.kind == EdgeKind::Preventing(Reason::Barrier)
}
