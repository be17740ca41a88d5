//! The report as data, for tools that draw it, count it or show it in an editor.
//!
//! In: everything that was decided about a block. Out: a [`Block`]: its combinators and arrays, the loops they are in, and each
//! fusion that was missed, with the places in the user's source.

use super::apart::{self, Apart};
use super::code::Code;
use super::pairs;
use super::{is_opaque, sizes};
use crate::cnf::{BindingId, Combinator, Lowered, OpaqueKind, Operation, ValueId, ValueKind};
use crate::decided::Decided;
use crate::graph::EdgeKind;
use crate::loops::Outcome;
use crate::ops::consumer::collect::Collect;
use crate::plan::Plans;
use crate::region::{Kind, Region};
use crate::rewrite::are_terms;
use crate::rust::cause::Cause;
use crate::rust::ty::Scalar;
use crate::sorted::SortedSet;
use proc_macro2::Span;
use syn::spanned::Spanned;

/// What was decided about one block of a function.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// True if it is the body of a closure of a chain: how often its loops run is another question than how many the function has.
    pub inside_a_chain: bool,
    /// What the program consists of, in the order of the source.
    pub nodes: Vec<Node>,
    /// Its arrays.
    pub arrays: Vec<Array>,
    /// What flows between nodes, or orders them.
    pub arrows: Vec<Arrow>,
    /// The loops after fusion, in the order of the source.
    pub loops: Vec<Loop>,
    /// Loops as written.
    pub written: usize,
    /// Chains and `for` loops in statements that stay as written; they are no nodes.
    pub left: usize,
    /// What the loops cost by the cost function, and a bound that no clustering is below.
    pub cost: u64,
    /// That bound.
    pub bound: u64,
    /// Fusions that were missed.
    pub missed: Vec<Missed>,
}

/// One combinator, or one statement that is no chain.
#[derive(Clone, Debug)]
pub struct Node {
    /// As in the report: its result, or a name that is made up.
    pub name: String,
    /// What it does: `map`, `filter`, `fold`, `source` (an iterator over some place), `statement`, ...
    pub does: &'static str,
    /// What it does it with: `|x| x * x`, `sum`.
    pub with: String,
    /// The chain that it is part of; `None` for a statement.
    pub chain: Option<usize>,
    /// The chain, or the statement, in the source.
    pub span: Span,
}

/// An array.
#[derive(Clone, Debug)]
pub struct Array {
    /// As in the report.
    pub name: String,
    /// The node that makes it; `None` for one that comes from outside.
    pub made_by: Option<usize>,
    /// The nodes that read it element by element.
    pub read_by: Vec<usize>,
    /// The bytes of an element, where its type visibly is a primitive.
    pub element: Option<u64>,
    /// True if it is in memory in the program as written: it is no intermediate of a chain.
    pub written: bool,
    /// True if it is in memory after fusion.
    pub stored: bool,
}

/// A dependency between two nodes.
#[derive(Clone, Debug)]
pub struct Arrow {
    /// Runs first.
    pub from: usize,
    /// Runs second, or in the same loop.
    pub to: usize,
    /// What flows.
    pub value: Option<String>,
    /// Why the two may not share a loop, if they may not.
    pub apart: Option<(Code, String)>,
}

/// A loop after fusion.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Its nodes, in order.
    pub nodes: Vec<usize>,
    /// True if it is made by the macro; false for a chain that stays as written.
    pub fused: bool,
    /// How it runs, a line for each decision.
    pub plan: Vec<String>,
    /// Its passes over a block, each with the nodes that run in it; empty if there is one.
    pub passes: Vec<Vec<usize>>,
}

/// A fusion that was missed, or a statement that stays as written.
#[derive(Clone, Debug)]
pub struct Missed {
    /// Why.
    pub code: Code,
    /// What stays apart or as written.
    pub at: Span,
    /// The other chain.
    pub other: Option<Span>,
    /// What stands between the two.
    pub between: Option<Span>,
    /// The sentence of the report.
    pub message: String,
    /// How to write it so that it fuses.
    pub way_out: Option<String>,
}

impl Block {
    /// A block in which nothing could be decided.
    pub(super) fn as_written(region: &Region, loops: usize) -> Block {
        let mut block = Block {
            written: loops,
            left: loops,
            ..Block::default()
        };
        block.refusals(region);
        block
    }

    pub(super) fn new(
        region: &Region,
        lowered: &Lowered<'_>,
        decided: &Decided,
        plans: &Plans<'_>,
        left: usize,
    ) -> Block {
        let program = &lowered.program;
        let mut block = Block {
            written: region.chains().count() + left,
            left,
            cost: decided.solution.objective,
            bound: decided.solution.bound,
            ..Block::default()
        };
        let nodes = program.binding_ids().map(|id| node(region, lowered, id));
        block.nodes.extend(nodes);
        block.arrays(lowered, decided);
        let mut edges = decided.graph.edges().collect::<Vec<_>>();
        edges.retain(|edge| edge.value.is_some() || edge.kind != EdgeKind::Fusible);
        block.arrows.extend(edges.into_iter().map(|edge| Arrow {
            from: edge.from.index(),
            to: edge.to.index(),
            value: edge.value.map(|value| program.value(value).name.clone()),
            apart: match edge.kind {
                EdgeKind::Fusible => None,
                EdgeKind::Preventing(reason) => Some((Code::of_reason(reason), reason.to_string())),
            },
        }));
        block.loops(lowered, decided, plans);
        let mut apart = apart::prevented(lowered, decided);
        apart.extend(pairs::unexpected(region, lowered, decided));
        // A pair of places has been told of by their names.
        let chains = |apart: &Apart| {
            let chain = |id: BindingId| program.binding(id).chain;
            (apart.reason, apart.earlier.map(chain), chain(apart.later))
        };
        let told = apart.iter().map(chains).collect::<Vec<_>>();
        let unequal = sizes::unequal(lowered, decided).into_iter();
        apart.extend(unequal.filter(|line| !told.contains(&chains(line))));
        for line in apart {
            block.apart(region, lowered, line);
        }
        block.refusals(region);
        block
    }

    /// An array that is in memory as written, and gone.
    pub(super) fn delayed(&mut self, name: &str) {
        self.arrays.push(Array {
            name: name.to_owned(),
            made_by: None,
            read_by: Vec::new(),
            element: None,
            written: true,
            stored: false,
        });
    }

    fn arrays(&mut self, lowered: &Lowered<'_>, decided: &Decided) {
        let program = &lowered.program;
        let outcomes = decided.loops.iter().flat_map(|nest| &nest.outcomes);
        let contracted: SortedSet<ValueId> = outcomes
            .filter_map(|outcome| match outcome {
                Outcome::Contracted(array)
                | Outcome::Pushed {
                    array,
                    stored: false,
                } => Some(*array),
                Outcome::Scalar(_) | Outcome::Stored { .. } | Outcome::Pushed { .. } => None,
            })
            .collect();
        let results: SortedSet<ValueId> = lowered.chains().map(|chain| chain.result).collect();
        for (index, value) in program.values.iter().enumerate() {
            let id = ValueId(index);
            if value.kind != ValueKind::Array {
                continue;
            }
            let streams = |reader: &BindingId| program.binding(*reader).streamed().contains(&id);
            let producer = program.producer(id);
            let of_chain = producer.is_some_and(|id| !is_opaque(program, id));
            let written = match producer {
                Some(_) if of_chain => results.contains(&id) && !are_terms(&value.name),
                Some(_) => true,
                None => true,
            };
            self.arrays.push(Array {
                name: value.name.clone(),
                made_by: producer.map(BindingId::index),
                read_by: (program.readers(id).into_iter())
                    .filter(streams)
                    .map(BindingId::index)
                    .collect(),
                element: width(lowered, id),
                written,
                stored: written && !contracted.contains(&id),
            });
        }
    }

    fn loops(&mut self, lowered: &Lowered<'_>, decided: &Decided, plans: &Plans<'_>) {
        let program = &lowered.program;
        let clusters = &decided.solution.clustering.clusters;
        let is_loop = |cluster: &&Vec<BindingId>| !cluster.iter().any(|id| is_opaque(program, *id));
        for cluster in clusters.iter().filter(is_loop) {
            let plan = plans
                .loops
                .iter()
                .find(|plan| plan.nest.cluster == *cluster);
            let shown = plan.map(|plan| plan.named(lowered, plans.over_slices).to_string());
            let shown = shown.unwrap_or_default();
            let passes = plan.and_then(|plan| plan.passes());
            let passes = passes.map_or_else(Vec::new, |passes| {
                let members = passes.passes.iter().map(|pass| pass.nest.cluster.clone());
                members.map(|ids| indices(&ids)).collect()
            });
            self.loops.push(Loop {
                nodes: indices(cluster),
                fused: plan.is_some(),
                plan: shown.lines().map(|line| line.trim().to_owned()).collect(),
                passes: if passes.len() > 1 { passes } else { Vec::new() },
            });
        }
    }

    fn apart(&mut self, region: &Region, lowered: &Lowered<'_>, line: Apart) {
        let span = |id: BindingId| span(region, lowered, id);
        let between = line.between.map(span);
        self.missed.push(Missed {
            code: Code::of_reason(line.reason),
            at: span(line.later),
            other: line.earlier.map(span),
            between,
            message: line.message,
            way_out: line.way_out,
        });
    }

    fn refusals(&mut self, region: &Region) {
        for statement in &region.statements {
            if let Kind::Barrier(barrier) = &statement.kind
                && let Some((_, refusal)) = &barrier.refusal
            {
                self.missed
                    .push(Missed::of_cause(refusal.span, &refusal.cause));
            }
        }
    }
}

impl Missed {
    /// What stays as written at a place.
    pub(super) fn of_cause(at: Span, cause: &Cause) -> Missed {
        let code = Code::of_cause(cause);
        Missed {
            code,
            at,
            other: None,
            between: None,
            message: cause.message(),
            way_out: (!code.is_inherent()).then(|| cause.way_out()),
        }
    }
}

fn indices(ids: &[BindingId]) -> Vec<usize> {
    ids.iter().map(|id| id.index()).collect()
}

fn span(region: &Region, lowered: &Lowered<'_>, id: BindingId) -> Span {
    match lowered.chain_of(id) {
        Some(chain) => chain.chain.expr.span(),
        None => {
            let statement = &region.statements[lowered.statement_of(id)];
            // A name that no user wrote stands where a chain of a barrier stood, and nowhere in the file.
            match (&statement.kind, statement.holes()) {
                (Kind::Barrier(_), [first, ..]) => first.chain.expr.span(),
                _ => statement.tokens.span(),
            }
        }
    }
}

fn node(region: &Region, lowered: &Lowered<'_>, id: BindingId) -> Node {
    let program = &lowered.program;
    let binding = program.binding(id);
    let does = match binding.combinator() {
        Combinator::Map => "map",
        Combinator::Zip => "zip",
        Combinator::Filter => "filter",
        Combinator::Scan => "scan",
        Combinator::Generate if matches!(lowered.operation(id), Operation::Driver(_)) => "source",
        Combinator::Generate => "generate",
        Combinator::Cross => "cross",
        Combinator::Fold => "fold",
        Combinator::Opaque(OpaqueKind::Transparent) => "scalar",
        Combinator::Opaque(OpaqueKind::Wall) => "statement",
    };
    let opaque = is_opaque(program, id);
    Node {
        name: program.label(id),
        does,
        with: binding.worker.text.clone(),
        chain: (!opaque).then_some(binding.chain.0),
        span: span(region, lowered, id),
    }
}

/// The bytes of an element, from a `collect`'s type or from the places where it is read.
fn width(lowered: &Lowered<'_>, array: ValueId) -> Option<u64> {
    let collected = lowered.chain_making(array).and_then(|chain| {
        let collect = chain.chain.consumer.of::<Collect>()?;
        collect.scalar
    });
    let read = || {
        let bindings = lowered.program.binding_ids();
        let mut inputs = bindings.flat_map(|id| lowered.inputs(id));
        inputs.find_map(|input| {
            let number = input
                .source
                .filter(|_| input.value == array)?
                .number
                .as_ref()?;
            Scalar::of(number)
        })
    };
    collected
        .or_else(read)
        .map(|scalar| u64::from(scalar.bits().div_ceil(8)))
}
