//! Loops that run faster in passes over one block of elements after another (design section 6,
//! *Tiles*).
//!
//! In: a [`Loop`] with the workers behind it. Out: its [`Passes`], if it is worth more than one. One
//! body that holds everything can lose against the loops it was made of: what LLVM does with several
//! elements at once, it does only where nothing in the body must be done one by one. An extremum of
//! floats is vectorised in a loop of its own and nowhere else; a division or a square root for each
//! element is, unless a strict float sum, or a filter, shares the body. Such a loop goes through its
//! arrays in blocks that fit the first cache, and through each block in passes: first what divides,
//! then what is done one by one, then the extrema. Memory is still read once.
//!
//! Chains are never cut. What one pass makes and another reads is read back from memory, from the
//! end of the array if that is stored and from a buffer on the stack if not, so that its elements
//! must visibly be primitive. All is decided by what the program says, and by nothing else.

use crate::cnf::{BindingId, ChainId, Lowered, LoweredChain, Operation, ValueId};
use crate::extremum;
use crate::loops::{Loop, Nest, Outcome, Scope, Step};
use crate::searches;
use crate::syntax::chain::{Access, Collection, Consumer, Worker};
use crate::syntax::lists;
use crate::syntax::types::{Primitive, peel, primitive_name};
use crate::syntax::worker::inlined_body;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::{BinOp, Expr, ExprLit, Lit, Stmt, Type};

/// How many arrays may wait in a buffer on the stack, of 512 elements each.
const BUFFERS: usize = 4;

/// The passes of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passes {
    /// In order, at least two, or one of lanes, or one with searches behind it. Each is a loop over the elements of one block.
    pub(crate) passes: Vec<Pass>,
    /// Contracted arrays of which a block is kept until the passes after have read it.
    pub(crate) kept: Vec<ValueId>,
    /// Stored arrays of which a pass reads what an earlier one has just stored.
    pub(crate) read_back: Vec<ValueId>,
    /// True if each pass runs over all elements at once: what drives the loop is no slice, and can
    /// be read but once.
    pub(crate) whole: bool,
    /// What is looked for in each block when all passes have been through it.
    pub(crate) searches: Vec<BindingId>,
}

/// One pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pass {
    /// What it does. Its sources are those of the whole loop that it reads.
    pub(crate) nest: Loop,
    /// Arrays that earlier passes made.
    pub(crate) reads: Vec<ValueId>,
    /// True if its sums, products and extrema are of several lanes.
    pub(crate) lanes: bool,
    /// True if its extrema are of integers whose type is visible.
    pub(crate) integers: bool,
}

/// Which pass a chain belongs to; they run in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// It gives one element for each, by operations that are done on several at once.
    Vector,
    /// Anything else.
    Scalar,
    /// It adds floats, or multiplies them, and the order does not matter; or it keeps the smallest or
    /// the largest by one comparison.
    Lanes,
    /// It keeps the smallest or the largest float.
    Extremum,
    /// It adds integers of one width, or keeps extrema of another.
    Widths,
}

/// The passes of a loop, if it is worth several.
#[must_use]
pub(crate) fn of(lowered: &Lowered<'_>, nest: &Loop) -> Option<Passes> {
    let root = &nest.root;
    if root.body.inner.is_some() {
        return None;
    }
    let (rest, searches) = searches::apart(lowered, nest);
    let tiler = Tiler {
        lowered,
        nest: &rest,
        crossing: crossing(lowered, &rest),
    };
    // Passes for extrema of both widths in one loop crash LLVM 22 where it selects instructions.
    if tiler.keeps_both_widths() {
        return None;
    }
    let stages = match tiler.stages() {
        None if !searches.is_empty() => tiler.one_stage(),
        stages => stages?,
    };
    let passes = Passes {
        searches,
        ..tiler.passes(&stages)?
    };
    let slices = root.sources.iter().all(|source| is_slice(lowered, source));
    (slices || passes.can_be_whole() && !passes.passes[0].lanes).then_some(Passes {
        whole: !slices,
        ..passes
    })
}

/// True if a loop does something one element after another, other than to keep extrema of floats.
/// A comparison for each element is free beside that.
#[must_use]
pub(crate) fn is_sequential(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let tiler = Tiler {
        lowered,
        nest,
        crossing: Vec::new(),
    };
    nest.cluster
        .iter()
        .any(|id| tiler.is_sequential(tiler.chain(*id)))
}

/// The extrema of floats of a loop that compares once for each, beside what is sequential.
#[must_use]
pub(crate) fn compared(lowered: &Lowered<'_>, nest: &Loop) -> Vec<ValueId> {
    if !is_sequential(lowered, nest) {
        return Vec::new();
    }
    let nothing = TokenStream::new();
    let compares = |id: &&BindingId| {
        matches!(&lowered.operations[id.index()], Operation::Consume(Consumer::Fold(fold))
            if extremum::by_comparison(fold, &nothing).is_some())
    };
    let folds = nest.cluster.iter().filter(compares);
    folds
        .map(|id| lowered.program.binding(*id).outputs[0])
        .collect()
}

impl Passes {
    /// True if only the first pass needs what drives the loop, and the others what it has stored.
    fn can_be_whole(&self) -> bool {
        let later = &self.passes[1..];
        self.kept.is_empty()
            && self.searches.is_empty()
            && later.iter().all(|pass| pass.nest.root.sources.is_empty())
            && !self.passes[0].nest.root.sources.is_empty()
    }
}

/// True if a source is a slice that is read and nothing else.
pub(crate) fn is_slice(lowered: &Lowered<'_>, source: &crate::loops::Driver) -> bool {
    let inputs = &lowered.inputs[source.reader.index()];
    let mut readers = inputs.iter().filter(|input| input.value == source.value);
    readers.all(|input| {
        input
            .source
            .is_some_and(|source| source.access == Access::ByReference)
    }) && !matches!(
        lowered.operations[source.reader.index()],
        Operation::Range(_) | Operation::Driver(_)
    ) && inputs.iter().any(|input| input.value == source.value)
}

/// What a later pass may read of what the loop makes: arrays with one element for each of its
/// iterations, of a type that is visibly primitive.
fn crossing(lowered: &Lowered<'_>, nest: &Loop) -> Vec<ValueId> {
    let arrays = nest.outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Stored { array, exact: true } | Outcome::Contracted(array) => Some(*array),
        Outcome::Stored { .. } | Outcome::Scalar(_) => None,
    });
    let at_root = |array: &ValueId| {
        nest.root.body.steps.iter().any(|step| {
            matches!(step, Step::Compute(id) if lowered.program.binding(*id).outputs.contains(array))
        })
    };
    let primitive = |array: &ValueId| {
        lowered
            .chains
            .iter()
            .flatten()
            .find(|chain| chain.result == *array)
            .and_then(element)
            .is_some_and(|ty| primitive(ty).is_some())
    };
    arrays.filter(at_root).filter(primitive).collect()
}

/// The element type of what a chain collects, where it is written.
pub(crate) fn element<'a>(chain: &LoweredChain<'a>) -> Option<&'a Type> {
    match &chain.chain.consumer {
        Consumer::Collect(collect) if collect.makes == Collection::Vec => collect.element.as_ref(),
        _ => None,
    }
}

pub(crate) fn primitive(ty: &Type) -> Option<Primitive> {
    match peel(ty) {
        Type::Path(path) => primitive_name(&path.path.get_ident()?.to_string()),
        _ => None,
    }
}

struct Tiler<'a> {
    lowered: &'a Lowered<'a>,
    nest: &'a Loop,
    crossing: Vec<ValueId>,
}

impl Tiler<'_> {
    fn chain(&self, id: BindingId) -> ChainId {
        self.lowered.program.binding(id).chain
    }

    /// All chains in one pass.
    fn one_stage(&self) -> BTreeMap<ChainId, Stage> {
        let chains = self.nest.cluster.iter().map(|id| self.chain(*id));
        chains.map(|chain| (chain, Stage::Scalar)).collect()
    }

    /// The pass of each chain; `None` if one pass is as good.
    fn stages(&self) -> Option<BTreeMap<ChainId, Stage>> {
        let mut stages = BTreeMap::new();
        for id in &self.nest.cluster {
            stages.entry(self.chain(*id)).or_insert(Stage::Scalar);
        }
        let chains = stages.keys().copied().collect::<Vec<_>>();
        if self.mixes_widths(&chains) {
            let one = |chain| (chain, Stage::Widths);
            return Some(chains.into_iter().map(one).collect());
        }
        let heavy = chains
            .iter()
            .any(|chain| self.is_vector(*chain) && self.is_heavy(*chain));
        let sequential = chains.iter().any(|chain| self.is_sequential(*chain));
        let keeps = |chain| self.is_extremum(chain) || self.compares_in_lanes(chain);
        let one_by_one = sequential || chains.iter().copied().any(keeps);
        for chain in &chains {
            let stage = if self.adds_in_lanes(*chain) {
                Stage::Lanes
            } else if sequential && self.compares(*chain) {
                Stage::Scalar
            } else if self.compares_in_lanes(*chain) {
                Stage::Lanes
            } else if self.is_extremum(*chain) {
                Stage::Extremum
            } else if heavy && one_by_one && self.is_vector(*chain) {
                Stage::Vector
            } else {
                Stage::Scalar
            };
            stages.insert(*chain, stage);
        }
        self.settle(&mut stages);
        let first = *stages.values().next()?;
        let several = stages.values().any(|stage| *stage != first);
        (several || first == Stage::Lanes).then_some(stages)
    }

    /// Moves chains to the pass of those they depend on, where that cannot be read back.
    fn settle(&self, stages: &mut BTreeMap<ChainId, Stage>) {
        loop {
            let mut moved = false;
            for (producer, reader, value) in self.edges() {
                let (before, after) = (stages[&producer], stages[&reader]);
                if before == after || (before < after && self.crossing.contains(&value)) {
                    continue;
                }
                stages.insert(producer, Stage::Scalar);
                stages.insert(reader, Stage::Scalar);
                moved = true;
            }
            if !moved {
                return;
            }
        }
    }

    /// Which chain reads what another one of the loop makes; and those that share a step, one inside
    /// of what the other keeps.
    fn edges(&self) -> Vec<(ChainId, ChainId, ValueId)> {
        let mut edges = Vec::new();
        for reader in &self.nest.cluster {
            for input in &self.lowered.inputs[reader.index()] {
                let Some(producer) = self.lowered.program.producer(input.value) else {
                    continue;
                };
                let chains = (self.chain(producer), self.chain(*reader));
                if self.nest.cluster.contains(&producer) && chains.0 != chains.1 {
                    edges.push((chains.0, chains.1, input.value));
                }
            }
        }
        edges
    }

    fn workers(&self, chain: ChainId) -> impl Iterator<Item = &Worker> {
        self.operations(chain)
            .filter_map(|operation| match operation {
                Operation::Map(worker) => Some(*worker),
                _ => None,
            })
    }

    fn operations(&self, chain: ChainId) -> impl Iterator<Item = &Operation<'_>> {
        self.nest
            .cluster
            .iter()
            .filter(move |id| self.chain(**id) == chain)
            .map(|id| &self.lowered.operations[id.index()])
    }

    fn consumer(&self, chain: ChainId) -> Option<&Consumer> {
        let chain = self.lowered.chains.get(chain.0)?.as_ref()?;
        Some(&chain.chain.consumer)
    }

    /// True if a chain keeps the smaller or the larger of two values, for all elements of the loop.
    fn is_extremum(&self, chain: ChainId) -> bool {
        let folds = matches!(self.consumer(chain), Some(Consumer::Fold(fold)) if keeps_extremum(&fold.worker.expr));
        folds && self.is_one_to_one(chain)
    }

    /// True if it does so by one comparison.
    fn compares(&self, chain: ChainId) -> bool {
        let nothing = TokenStream::new();
        matches!(self.consumer(chain), Some(Consumer::Fold(fold))
            if extremum::by_comparison(fold, &nothing).is_some())
    }

    /// True if extrema of `f32` and of `f64` are kept in the loop.
    fn keeps_both_widths(&self) -> bool {
        let chains = self.nest.cluster.iter().map(|id| self.chain(*id));
        let kept = chains.filter_map(|chain| extremum::kept_in_lanes(self.consumer(chain)?));
        let mut kept = kept.map(|kept| kept.float);
        let first = kept.next();
        kept.any(|float| Some(float) != first)
    }

    /// True if a chain keeps the smallest or the largest float of slices, in any order.
    fn compares_in_lanes(&self, chain: ChainId) -> bool {
        let kept = self.consumer(chain).and_then(extremum::kept_in_lanes);
        kept.is_some() && self.is_simple(chain)
    }

    /// True if a chain adds or multiplies floats in any order, for all elements of slices.
    fn adds_in_lanes(&self, chain: ChainId) -> bool {
        let floats = matches!(self.consumer(chain), Some(Consumer::Reduction(reduction)) if primitive(&reduction.number) == Some(Primitive::Float));
        let sources = &self.nest.root.sources;
        self.lowered.reassociate
            && floats
            && self.is_simple(chain)
            && sources.iter().all(|source| is_slice(self.lowered, source))
    }

    /// True if a loop over slices adds up integers of one width beside extrema of another, and does
    /// nothing else: LLVM would fill its vectors with as many elements as there are of the widest.
    fn mixes_widths(&self, chains: &[ChainId]) -> bool {
        let widths = chains
            .iter()
            .map(|chain| self.width(*chain))
            .collect::<Vec<_>>();
        let sources = &self.nest.root.sources;
        let compares =
            |chain: &ChainId| matches!(self.consumer(*chain), Some(Consumer::Extremum(_)));
        widths.iter().all(Option::is_some)
            && widths.iter().any(|width| *width != widths[0])
            && chains.iter().any(compares)
            && chains.iter().all(|chain| self.is_one_to_one(*chain))
            && sources.iter().all(|source| is_slice(self.lowered, source))
    }

    /// The bits of the integers that a chain adds or compares.
    fn width(&self, chain: ChainId) -> Option<u32> {
        let name = match self.consumer(chain)? {
            Consumer::Reduction(reduction) => match primitive(&reduction.number) {
                Some(Primitive::Signed | Primitive::Unsigned) => {
                    reduction.number.to_token_stream().to_string()
                }
                _ => return None,
            },
            Consumer::Extremum(_) => {
                let mut cluster = self.nest.cluster.iter();
                let last = cluster.rfind(|id| self.chain(**id) == chain)?;
                extremum::of_integers(self.lowered, *last)?
                    .integer
                    .to_string()
            }
            _ => return None,
        };
        width(&name)
    }

    /// True if a chain takes each element of the loop, and does no more to it than operators do.
    fn is_simple(&self, chain: ChainId) -> bool {
        let simple = |operation: &Operation<'_>| match operation {
            Operation::Map(worker) => weight(worker).is_some(),
            Operation::Identity | Operation::Zip | Operation::Consume(_) => true,
            _ => false,
        };
        self.is_one_to_one(chain) && self.operations(chain).all(simple)
    }

    /// True if a chain does nothing but to compute an element from each.
    fn is_one_to_one(&self, chain: ChainId) -> bool {
        let at_root =
            |id: &BindingId| {
                self.nest.root.body.steps.iter().any(
                    |step| matches!(step, Step::Compute(step) | Step::Consume(step) if step == id),
                )
            };
        self.nest
            .cluster
            .iter()
            .filter(|id| self.chain(**id) == chain)
            .all(at_root)
    }

    /// True if nothing in a chain decides which elements there are.
    fn keeps_all(&self, chain: ChainId) -> bool {
        self.operations(chain).all(|operation| {
            matches!(
                operation,
                Operation::Map(_)
                    | Operation::Identity
                    | Operation::Zip
                    | Operation::Enumerate { .. }
                    | Operation::Clone
                    | Operation::Range(_)
                    | Operation::Driver(_)
            )
        })
    }

    /// True if LLVM does what a chain does on several elements at once, where nothing hinders it.
    fn is_vector(&self, chain: ChainId) -> bool {
        let floats = || {
            let chain = self.lowered.chains.get(chain.0)?.as_ref()?;
            Some(primitive(element(chain)?)? == Primitive::Float)
        };
        self.is_one_to_one(chain)
            && floats() == Some(true)
            && self.operations(chain).all(|operation| match operation {
                Operation::Map(worker) => weight(worker).is_some(),
                Operation::Identity | Operation::Zip => true,
                _ => false,
            })
    }

    /// True if a chain divides, or takes roots.
    fn is_heavy(&self, chain: ChainId) -> bool {
        self.workers(chain)
            .any(|worker| weight(worker) == Some(Weight::Heavy))
    }

    /// True if a chain does one element after another, and is no extremum.
    fn is_sequential(&self, chain: ChainId) -> bool {
        match self.consumer(chain) {
            Some(Consumer::Reduction(reduction)) => {
                primitive(&reduction.number) == Some(Primitive::Float) && !self.adds_in_lanes(chain)
            }
            Some(Consumer::Fold(fold)) => !keeps_extrema(&fold.worker.expr),
            Some(Consumer::Reduce(worker, _)) => extremum::kept_by(worker).is_none(),
            Some(Consumer::Count | Consumer::Last) | None => false,
            Some(Consumer::Collect(_)) => !self.keeps_all(chain),
            Some(_) => true,
        }
    }

    fn passes(&self, stages: &BTreeMap<ChainId, Stage>) -> Option<Passes> {
        let mut present = stages.values().copied().collect::<Vec<_>>();
        present.sort_unstable();
        present.dedup();
        let mut passes = Vec::new();
        for stage in present {
            if stage == Stage::Widths {
                let mut widths = stages
                    .keys()
                    .map(|chain| self.width(*chain))
                    .collect::<Vec<_>>();
                widths.sort_unstable();
                widths.dedup();
                passes.extend(widths.into_iter().map(|width| Pass {
                    integers: true,
                    ..self.pass(&|id| self.width(self.chain(id)) == width)
                }));
                continue;
            }
            if stage != Stage::Lanes {
                passes.push(self.pass(&|id| stages[&self.chain(id)] == stage));
                continue;
            }
            // Lanes of several accumulators do not fit the registers, and LLVM would mix them.
            let chains = stages.iter().filter(|(_, of)| **of == stage);
            passes.extend(chains.map(|(chain, _)| Pass {
                lanes: true,
                ..self.pass(&|id| self.chain(id) == *chain)
            }));
        }
        if !passes.iter().all(|pass| self.is_complete(pass)) {
            return None;
        }
        let mut read = passes
            .iter()
            .flat_map(|pass| pass.reads.iter().copied())
            .collect::<Vec<_>>();
        read.sort_unstable();
        read.dedup();
        let contracted =
            |array: &ValueId| self.nest.outcomes.contains(&Outcome::Contracted(*array));
        let (kept, read_back) = read.into_iter().partition::<Vec<_>, _>(contracted);
        (kept.len() <= BUFFERS).then_some(Passes {
            passes,
            kept,
            read_back,
            whole: false,
            searches: Vec::new(),
        })
    }

    /// True if a pass has, or makes, all that it reads. An array that the loop changes where it stands
    /// goes by two names, and only one of them is a source.
    fn is_complete(&self, pass: &Pass) -> bool {
        let cluster = &pass.nest.cluster;
        let makes = |value| {
            let producer = self.lowered.program.producer(value);
            producer.is_some_and(|id| cluster.contains(&id))
        };
        let sources = &pass.nest.root.sources;
        let drives = |value| sources.iter().any(|source| source.value == value);
        cluster
            .iter()
            .flat_map(|id| &self.lowered.inputs[id.index()])
            .map(|input| input.value)
            .all(|value| pass.reads.contains(&value) || makes(value) || drives(value))
            && sources.len() + pass.reads.len() > 0
    }

    /// The part of the loop that some of its bindings are.
    fn pass(&self, belongs: &dyn Fn(BindingId) -> bool) -> Pass {
        let program = &self.lowered.program;
        let made_here = |value: &ValueId| program.producer(*value).is_some_and(belongs);
        let body = &self.nest.root.body;
        let cluster = self.nest.cluster.iter().copied();
        let cluster = cluster.filter(|id| belongs(*id)).collect::<Vec<_>>();
        let streams = |value: ValueId| {
            let mut inputs = cluster
                .iter()
                .flat_map(|id| &self.lowered.inputs[id.index()]);
            inputs.any(|input| input.value == value)
        };
        let steps = body.steps.iter().filter(|step| match step {
            Step::Compute(id) | Step::Guard(id, _) | Step::Consume(id) => belongs(*id),
        });
        let crossing = self.crossing.iter().copied();
        Pass {
            lanes: false,
            integers: false,
            reads: crossing
                .filter(|array| streams(*array) && !made_here(array))
                .collect(),
            nest: Loop {
                root: Nest {
                    sources: self
                        .nest
                        .root
                        .sources
                        .iter()
                        .copied()
                        .filter(|source| streams(source.value))
                        .collect(),
                    body: Scope {
                        steps: steps.cloned().collect(),
                        inner: None,
                        stores: body.stores.iter().copied().filter(made_here).collect(),
                    },
                },
                outcomes: self
                    .nest
                    .outcomes
                    .iter()
                    .filter(|outcome| match outcome {
                        Outcome::Scalar(value) | Outcome::Contracted(value) => made_here(value),
                        Outcome::Stored { array, .. } => made_here(array),
                    })
                    .cloned()
                    .collect(),
                cluster,
            },
        }
    }
}

/// True for `f64::max`, `|a, x| a.max(x)` and their like, and for several of them in a tuple.
fn keeps_extrema(worker: &Expr) -> bool {
    match worker {
        Expr::Closure(closure) => keeps_extrema(inlined_body(closure)),
        Expr::Tuple(tuple) => tuple.elems.iter().all(keeps_extrema),
        other => keeps_extremum(other),
    }
}

/// True for those, and for a tuple of which one is such.
pub(crate) fn keeps_extremum(worker: &Expr) -> bool {
    let extremum = |name: &Ident| name == "max" || name == "min";
    match worker {
        Expr::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| extremum(&last.ident)),
        Expr::Closure(closure) => keeps_extremum(&closure.body),
        Expr::Paren(paren) => keeps_extremum(&paren.expr),
        Expr::Block(block) => match block.block.stmts.as_slice() {
            [Stmt::Expr(tail, None)] => keeps_extremum(tail),
            _ => false,
        },
        Expr::MethodCall(call) => extremum(&call.method) && call.args.len() == 1,
        Expr::Call(call) => call.args.len() == 2 && keeps_extremum(&call.func),
        Expr::Tuple(tuple) => tuple.elems.iter().any(keeps_extremum),
        _ => false,
    }
}

/// What an operation costs that a machine can do on several floats at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    Light,
    Heavy,
}

/// What the body of a closure costs; `None` if it holds anything but such operations.
pub(crate) fn weight(worker: &Worker) -> Option<Weight> {
    let Expr::Closure(closure) = &worker.expr else {
        return None;
    };
    if !worker.judgment.inline {
        return None;
    }
    weight_of(inlined_body(closure))
}

fn weight_of(expr: &Expr) -> Option<Weight> {
    match expr {
        Expr::Path(_) | Expr::Lit(_) => Some(Weight::Light),
        Expr::Paren(inner) => weight_of(&inner.expr),
        Expr::Unary(inner) => weight_of(&inner.expr),
        Expr::Field(inner) => weight_of(&inner.base),
        Expr::Binary(inner) => {
            let own = match inner.op {
                BinOp::Div(_) if !is_power_of_two(&inner.right) => Weight::Heavy,
                BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) => Weight::Light,
                _ => return None,
            };
            Some(
                own.max(weight_of(&inner.left)?)
                    .max(weight_of(&inner.right)?),
            )
        }
        Expr::Cast(inner) if primitive(&inner.ty) == Some(Primitive::Float) => {
            weight_of(&inner.expr)
        }
        Expr::Call(call) if call.args.len() == 1 && converts(&call.func) => {
            weight_of(&call.args[0])
        }
        Expr::MethodCall(call) if call.args.is_empty() && call.turbofish.is_none() => {
            let name = call.method.to_string();
            lists::method(&name, 0)?;
            let own = match name.as_str() {
                "sqrt" | "recip" => Weight::Heavy,
                "abs" => Weight::Light,
                _ => return None,
            };
            Some(own.max(weight_of(&call.receiver)?))
        }
        _ => None,
    }
}

/// How many bits a primitive integer has.
fn width(name: &str) -> Option<u32> {
    match name.trim_start_matches(['i', 'u']) {
        "size" => Some(usize::BITS),
        bits => bits.parse().ok(),
    }
}

/// True for `f64::from`.
fn converts(function: &Expr) -> bool {
    let Expr::Path(path) = function else {
        return false;
    };
    let mut segments = path.path.segments.iter();
    let float = segments.next().is_some_and(|segment| {
        primitive_name(&segment.ident.to_string()) == Some(Primitive::Float)
    });
    let from = segments
        .next()
        .is_some_and(|segment| segment.ident == "from");
    path.qself.is_none() && float && from && segments.next().is_none()
}

/// True for literals by which a division is a multiplication.
fn is_power_of_two(expr: &Expr) -> bool {
    let Expr::Lit(ExprLit {
        lit: Lit::Float(literal),
        ..
    }) = expr
    else {
        return false;
    };
    let mantissa = |number: f64| number.to_bits() & ((1 << (f64::MANTISSA_DIGITS - 1)) - 1);
    literal
        .base10_parse()
        .is_ok_and(|number: f64| number.is_normal() && mantissa(number) == 0)
}
