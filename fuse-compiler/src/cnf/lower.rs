//! From a region to combinator normal form.
//!
//! In: a [`Region`] with what is known of its names. Out: a [`Lowered`]: the [`Program`], and for
//! each of its bindings the user's tokens behind it. The orderings that data flow does not show
//! (moves, shadowing, drops, escaping references; design section 3) become precedences here.

mod orderings;

use super::{
    Binding, BindingId, ChainId, Combinator, Length, OpaqueKind, Precedence, Program, Reason,
    SizeFact, Value, ValueId, ValueKind, Worker as Mentioned,
};
use crate::syntax::chain::{
    Access, Adapter, ArraySource, Chain, Consumer, Cross, RangeSource, Source, Stream, Worker,
};
use crate::syntax::mentions::spelling;
use crate::syntax::parse_chain::text;
use crate::syntax::patterns::binds;
use crate::syntax::region::{Bound, Kind, Region, Skeleton};
use crate::syntax::types::By;
use std::collections::{BTreeMap, BTreeSet};

/// A program with the tokens behind its bindings.
#[derive(Clone, Debug)]
pub(crate) struct Lowered<'a> {
    /// The program.
    pub(crate) program: Program,
    /// What each binding does, indexed by [`BindingId`].
    pub(crate) operations: Vec<Operation<'a>>,
    /// How each binding reads the arrays that it streams, in the order of
    /// [`Combinator::streamed`]; a `cross` has its inner array second.
    pub(crate) inputs: Vec<Vec<Input<'a>>>,
    /// The chains, indexed by [`ChainId`]; opaque statements have `None`.
    pub(crate) chains: Vec<Option<LoweredChain<'a>>>,
    /// The statement that each binding stands in, indexed by [`BindingId`].
    pub(crate) statement_of: Vec<usize>,
    /// Chains that were dropped because nobody reads their result, indexed by [`ChainId`].
    pub(crate) dead: Vec<bool>,
    /// Statements of dropped chains.
    pub(crate) dead_statements: Vec<usize>,
    /// Arrays whose elements are `Copy`, since a `copied()` made them or reads them.
    pub(crate) copies: BTreeSet<ValueId>,
}

impl Lowered<'_> {
    /// True if nothing can be observed when the elements of a collected array are dropped.
    #[must_use]
    pub(crate) fn is_plain(&self, array: ValueId) -> bool {
        self.copies.contains(&array)
            || self.chains.iter().flatten().any(|chain| {
                chain.result == array
                    && matches!(&chain.chain.consumer, Consumer::Collect(collect) if collect.plain)
            })
    }

    /// Finds the arrays of `Copy` elements: `copied()` asks for it, and a filter hands it on.
    fn find_copies(&mut self) {
        loop {
            let before = self.copies.len();
            for id in self.program.binding_ids() {
                for input in &self.inputs[id.0] {
                    if input.copied && input.source.is_some() {
                        self.copies.insert(input.value);
                    }
                    let hands_on = matches!(
                        self.operations[id.0],
                        Operation::Filter(_) | Operation::Identity
                    );
                    let by_value = input.copied || input.source.is_none();
                    if hands_on && by_value && self.copies.contains(&input.value) {
                        self.copies.extend(&self.program.binding(id).outputs);
                    }
                }
            }
            if self.copies.len() == before {
                return;
            }
        }
    }
}

/// A chain with its bindings.
#[derive(Clone, Debug)]
pub(crate) struct LoweredChain<'a> {
    /// The statement it stands in.
    pub(crate) statement: usize,
    /// The chain.
    pub(crate) chain: &'a Chain,
    /// What stands for it in the statement.
    pub(crate) placeholder: &'a proc_macro2::Ident,
    /// Its bindings, in order.
    pub(crate) bindings: Vec<BindingId>,
    /// Its result.
    pub(crate) result: ValueId,
    /// True if the statement is nothing but this chain.
    pub(crate) direct: bool,
}

/// The user's tokens behind a combinator.
#[derive(Clone, Debug)]
pub(crate) enum Operation<'a> {
    /// `map(worker)`
    Map(&'a Worker),
    /// The element as it is: a bare `collect()`.
    Identity,
    /// `cloned()`
    Clone,
    /// `enumerate()`; it restarts for each outer element if it is part of a `flat_map`.
    Enumerate {
        /// True inside a `flat_map`.
        restarts: bool,
    },
    /// `zip`
    Zip,
    /// `filter(worker)`
    Filter(&'a Worker),
    /// `filter_map(worker)`
    FilterMap(&'a Worker),
    /// An integer range.
    Range(&'a RangeSource),
    /// `flat_map`
    Cross(&'a Cross),
    /// Any consumer but `collect`.
    Consume(&'a Consumer),
    /// An opaque statement.
    Opaque,
}

/// How a binding reads one array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Input<'a> {
    /// The array.
    pub(crate) value: ValueId,
    /// Where it stands in the source; `None` between two combinators of one chain.
    pub(crate) source: Option<&'a ArraySource>,
    /// A range that is read again for each outer element.
    pub(crate) range: Option<&'a RangeSource>,
    /// True if a `copied()` stands between.
    pub(crate) copied: bool,
}

/// What is known of an array.
struct Array {
    plain: bool,
}

struct Lowering<'a> {
    lowered: Lowered<'a>,
    names: BTreeMap<String, ValueId>,
    /// Arrays whose length a wall may change.
    mutable: BTreeSet<String>,
    arrays: BTreeMap<ValueId, Array>,
    /// What a name may borrow from, transitively.
    borrows: BTreeMap<String, BTreeSet<String>>,
}

/// Lowers a region. `parameters` are the names that come from outside of it.
#[must_use]
pub(crate) fn lower<'a>(name: &str, region: &'a Region, parameters: &[Bound]) -> Lowered<'a> {
    let mut lowering = Lowering {
        lowered: Lowered {
            program: Program {
                name: name.to_owned(),
                ..Program::default()
            },
            operations: Vec::new(),
            inputs: Vec::new(),
            chains: Vec::new(),
            statement_of: Vec::new(),
            dead: Vec::new(),
            dead_statements: Vec::new(),
            copies: BTreeSet::new(),
        },
        names: BTreeMap::new(),
        mutable: BTreeSet::new(),
        arrays: BTreeMap::new(),
        borrows: BTreeMap::new(),
    };
    lowering.parameters(parameters);
    for (index, statement) in region.statements.iter().enumerate() {
        match &statement.kind {
            Kind::Let(binding) => {
                lowering.skeleton(
                    index,
                    &binding.value,
                    binding.name.as_ref(),
                    &statement.binds,
                );
            }
            Kind::Tail(skeleton) => lowering.skeleton(index, skeleton, None, &[]),
            Kind::Wall(_) => {
                if index + 1 == region.statements.len() {
                    lowering.returned(&statement.reads);
                }
                lowering.opaque(
                    index,
                    OpaqueKind::Wall,
                    &statement.reads,
                    &[],
                    &statement.binds,
                );
            }
        }
        lowering.note_borrows(index, region);
    }
    lowering.lowered.find_copies();
    lowering.orderings(region);
    lowering.lowered
}

impl<'a> Lowering<'a> {
    fn parameters(&mut self, parameters: &[Bound]) {
        for parameter in parameters {
            let value = self.declare(parameter);
            self.lowered.program.parameters.push(value);
        }
    }

    /// Arrays that the last statement mentions are results.
    fn returned(&mut self, names: &[String]) {
        let mut results = Vec::new();
        for name in names {
            if let Some(value) = self.names.get(name)
                && self.lowered.program.value(*value).kind == ValueKind::Array
            {
                results.push(*value);
            }
        }
        self.lowered.program.results = results;
    }

    fn value(&mut self, name: String, kind: ValueKind) -> ValueId {
        self.lowered.program.values.push(Value { name, kind });
        ValueId(self.lowered.program.values.len() - 1)
    }

    fn bind(
        &mut self,
        statement: usize,
        chain: ChainId,
        outputs: Vec<ValueId>,
        combinator: Combinator,
        operation: Operation<'a>,
        inputs: Vec<Input<'a>>,
    ) -> BindingId {
        let id = BindingId(self.lowered.program.bindings.len());
        let binding = Binding {
            outputs,
            combinator,
            chain,
            solitary: None,
        };
        self.lowered.program.bindings.push(binding);
        self.lowered.operations.push(operation);
        self.lowered.inputs.push(inputs);
        self.lowered.statement_of.push(statement);
        if let Some(Some(chain)) = self.lowered.chains.get_mut(chain.0) {
            chain.bindings.push(id);
        }
        id
    }

    fn mentioned(&self, text: String, names: impl IntoIterator<Item = String>) -> Mentioned {
        let mut worker = Mentioned {
            text,
            ..Mentioned::default()
        };
        for name in names {
            let Some(value) = self.names.get(&name) else {
                continue;
            };
            let list = match self.lowered.program.value(*value).kind {
                ValueKind::Scalar => &mut worker.scalars,
                ValueKind::Array => &mut worker.arrays,
            };
            if !list.contains(value) {
                list.push(*value);
            }
        }
        worker
    }

    fn worker(&self, worker: &Worker, hidden: &BTreeSet<String>) -> Mentioned {
        let names = worker.reads().iter().filter(|name| !hidden.contains(*name));
        self.mentioned(text(&worker.expr), names.cloned())
    }

    fn opaque(
        &mut self,
        statement: usize,
        kind: OpaqueKind,
        reads: &[String],
        results: &[ValueId],
        binds: &[Bound],
    ) {
        let mut read = results.to_vec();
        let mut add = |value: ValueId| {
            if !read.contains(&value) {
                read.push(value);
            }
        };
        for name in reads {
            if let Some(value) = self.names.get(name) {
                add(*value);
            }
        }
        let mut outputs = Vec::new();
        if kind == OpaqueKind::Wall {
            for name in self.mutable.clone() {
                let Some(old) = self.names.get(&name).copied() else {
                    continue;
                };
                if !read.contains(&old) {
                    read.push(old);
                }
                let new = self.value(name.clone(), ValueKind::Array);
                let plain = self.arrays.get(&old).is_some_and(|array| array.plain);
                self.arrays.insert(new, Array { plain });
                self.names.insert(name, new);
                outputs.push(new);
            }
        }
        for bound in binds {
            outputs.push(self.declare(bound));
        }
        let chain = ChainId(self.lowered.chains.len());
        self.lowered.chains.push(None);
        let combinator = Combinator::Opaque { kind, reads: read };
        self.bind(
            statement,
            chain,
            outputs,
            combinator,
            Operation::Opaque,
            Vec::new(),
        );
    }

    /// A fresh value for a name that a statement binds.
    fn declare(&mut self, bound: &Bound) -> ValueId {
        let kind = if bound.array.is_some() {
            ValueKind::Array
        } else {
            ValueKind::Scalar
        };
        let value = self.value(bound.name.clone(), kind);
        self.rebind(bound, value);
        value
    }

    /// From here on the name stands for this value.
    fn rebind(&mut self, bound: &Bound, value: ValueId) {
        self.mutable.remove(&bound.name);
        if let Some(array) = &bound.array {
            self.arrays.insert(value, Array { plain: array.plain });
            if bound.mutable || array.by == By::Mutable {
                self.mutable.insert(bound.name.clone());
            }
        }
        self.names.insert(bound.name.clone(), value);
    }

    fn skeleton(
        &mut self,
        statement: usize,
        skeleton: &'a Skeleton,
        name: Option<&proc_macro2::Ident>,
        binds: &[Bound],
    ) {
        let direct = skeleton.is_direct() && (name.is_some() || binds.is_empty());
        let mut results = Vec::new();
        for (index, hole) in skeleton.holes.iter().enumerate() {
            let label = match name {
                Some(name) if direct => spelling(name),
                Some(name) => format!("{name}_{}", index + 1),
                None => format!("result_{}", index + 1),
            };
            let id = ChainId(self.lowered.chains.len());
            self.lowered.chains.push(Some(LoweredChain {
                statement,
                chain: &hole.chain,
                placeholder: &hole.placeholder,
                bindings: Vec::new(),
                result: ValueId(0),
                direct,
            }));
            let result = self.chain(statement, id, &hole.chain, &label);
            if let Some(Some(chain)) = self.lowered.chains.get_mut(id.0) {
                chain.result = result;
            }
            results.push(result);
        }
        if direct {
            match binds.first() {
                Some(bound) => {
                    if self.lowered.program.value(results[0]).kind == ValueKind::Array {
                        self.rebind(bound, results[0]);
                    } else {
                        self.names.insert(bound.name.clone(), results[0]);
                    }
                }
                None => self.lowered.program.results.extend(results),
            }
        } else {
            self.opaque(
                statement,
                OpaqueKind::Transparent,
                &skeleton.reads,
                &results,
                binds,
            );
        }
    }

    fn chain(&mut self, statement: usize, id: ChainId, chain: &'a Chain, label: &str) -> ValueId {
        let collects = matches!(chain.consumer, Consumer::Collect(_));
        let mut flow = Flow {
            statement,
            chain: id,
            label,
            next: 1,
            hidden: BTreeSet::new(),
            inside: false,
        };
        let input = self.stream(&mut flow, &chain.stream);
        let result = if collects {
            let last = self.lowered.program.bindings.len();
            let produced = last > 0 && {
                let binding = &self.lowered.program.bindings[last - 1];
                binding.chain == id && binding.outputs == [input.value]
            };
            let ranged = matches!(self.lowered.operations.last(), Some(Operation::Range(_)));
            if produced && !input.copied && !ranged {
                self.lowered.program.values[input.value.0].name = label.to_owned();
                input.value
            } else {
                let output = self.value(label.to_owned(), ValueKind::Array);
                let worker = Mentioned {
                    text: "id".into(),
                    ..Mentioned::default()
                };
                let combinator = Combinator::MapN {
                    worker,
                    inputs: vec![input.value],
                };
                self.bind(
                    statement,
                    id,
                    vec![output],
                    combinator,
                    Operation::Identity,
                    vec![input],
                );
                output
            }
        } else {
            let output = self.value(label.to_owned(), ValueKind::Scalar);
            let worker = self.consumer(&chain.consumer);
            let combinator = Combinator::Fold {
                worker,
                input: input.value,
            };
            let operation = Operation::Consume(&chain.consumer);
            self.bind(
                statement,
                id,
                vec![output],
                combinator,
                operation,
                vec![input],
            );
            output
        };
        if let Consumer::Collect(collect) = &chain.consumer {
            self.arrays.insert(
                result,
                Array {
                    plain: collect.plain,
                },
            );
        }
        if matches!(chain.consumer, Consumer::ShortCircuit(_)) {
            for binding in &mut self.lowered.program.bindings {
                if binding.chain == id {
                    binding.solitary = Some(Reason::ShortCircuit);
                }
            }
        }
        result
    }

    fn consumer(&self, consumer: &Consumer) -> Mentioned {
        let none = BTreeSet::new();
        match consumer {
            Consumer::Fold(fold) => {
                let mut worker = self.worker(&fold.worker, &none);
                let initial = self.mentioned(String::new(), fold.initial_reads.iter().cloned());
                worker.scalars.extend(initial.scalars);
                worker.arrays.extend(initial.arrays);
                worker
            }
            Consumer::Reduce(worker)
            | Consumer::ExtremumBy(_, worker)
            | Consumer::ExtremumByKey(_, worker)
            | Consumer::ShortCircuit(worker) => {
                let mut mentioned = self.worker(worker, &none);
                mentioned.text = format!("{} {}", consumer.name(), mentioned.text);
                mentioned
            }
            _ => Mentioned {
                text: consumer.name().into(),
                ..Mentioned::default()
            },
        }
    }

    fn stream(&mut self, flow: &mut Flow<'_>, stream: &'a Stream) -> Input<'a> {
        let mut current = self.source(flow, &stream.source);
        for adapter in &stream.adapters {
            current = self.adapter(flow, adapter, current);
        }
        current
    }

    fn source(&mut self, flow: &mut Flow<'_>, source: &'a Source) -> Input<'a> {
        match source {
            Source::Array(array) => {
                let value = self.array_value(array);
                Input {
                    value,
                    source: Some(array),
                    range: None,
                    copied: false,
                }
            }
            Source::Range(range) => {
                let length = self.length(range);
                let worker = self.mentioned("id".into(), range.reads.iter().cloned());
                let combinator = Combinator::Generate { length, worker };
                self.step(flow, combinator, Operation::Range(range), Vec::new())
            }
        }
    }

    fn array_value(&mut self, array: &ArraySource) -> ValueId {
        let name = spelling(&array.name);
        match self.names.get(&name) {
            Some(value) => *value,
            None => {
                // A name that no statement of the region binds: a parameter not listed.
                let value = self.value(name.clone(), ValueKind::Array);
                self.lowered.program.parameters.push(value);
                self.names.insert(name, value);
                value
            }
        }
    }

    /// A length is named after what it is bound to now: a name bound twice gives two lengths.
    fn length(&mut self, range: &RangeSource) -> Length {
        let Some(text) = &range.length else {
            return Length::Unknown;
        };
        let array = text.strip_suffix(".len()");
        let Some(value) = self.names.get(array.unwrap_or(text)).copied() else {
            return Length::Known(text.clone());
        };
        let name = &self.lowered.program.value(value).name;
        let first = self
            .lowered
            .program
            .values
            .iter()
            .position(|other| other.name == *name);
        let text = if first == Some(value.0) {
            text.clone()
        } else {
            format!("{text}#{}", value.0)
        };
        if array.is_some() {
            self.lowered
                .program
                .facts
                .push(SizeFact::Known(value, text.clone()));
        }
        Length::Known(text)
    }

    fn step(
        &mut self,
        flow: &mut Flow<'_>,
        combinator: Combinator,
        operation: Operation<'a>,
        inputs: Vec<Input<'a>>,
    ) -> Input<'a> {
        let name = format!("{}_{}", flow.label, flow.next);
        flow.next += 1;
        let output = self.value(name, ValueKind::Array);
        self.bind(
            flow.statement,
            flow.chain,
            vec![output],
            combinator,
            operation,
            inputs,
        );
        Input {
            value: output,
            source: None,
            range: None,
            copied: false,
        }
    }

    fn adapter(
        &mut self,
        flow: &mut Flow<'_>,
        adapter: &'a Adapter,
        current: Input<'a>,
    ) -> Input<'a> {
        let plain = |text: &str| Mentioned {
            text: text.into(),
            ..Mentioned::default()
        };
        let inputs = vec![current.value];
        let input = current.value;
        match adapter {
            Adapter::Copied => Input {
                copied: true,
                ..current
            },
            Adapter::Map(worker) => {
                let mentioned = self.worker(worker, &flow.hidden);
                let combinator = Combinator::MapN {
                    worker: mentioned,
                    inputs,
                };
                self.step(flow, combinator, Operation::Map(worker), vec![current])
            }
            Adapter::Cloned => {
                let combinator = Combinator::MapN {
                    worker: plain("clone"),
                    inputs,
                };
                self.step(flow, combinator, Operation::Clone, vec![current])
            }
            Adapter::Enumerate => {
                let combinator = Combinator::MapN {
                    worker: plain("enumerate"),
                    inputs,
                };
                let restarts = flow.inside;
                self.step(
                    flow,
                    combinator,
                    Operation::Enumerate { restarts },
                    vec![current],
                )
            }
            Adapter::Filter(worker) => {
                let mentioned = self.worker(worker, &flow.hidden);
                let combinator = Combinator::Filter {
                    worker: mentioned,
                    input,
                };
                self.step(flow, combinator, Operation::Filter(worker), vec![current])
            }
            Adapter::FilterMap(worker) => {
                let mentioned = self.worker(worker, &flow.hidden);
                let combinator = Combinator::Filter {
                    worker: mentioned,
                    input,
                };
                self.step(
                    flow,
                    combinator,
                    Operation::FilterMap(worker),
                    vec![current],
                )
            }
            Adapter::Zip(other) => {
                let other = self.stream(flow, other);
                let combinator = Combinator::Zip {
                    inputs: vec![input, other.value],
                };
                self.step(flow, combinator, Operation::Zip, vec![current, other])
            }
            Adapter::Cross(cross) => self.cross(flow, cross, current),
        }
    }

    fn cross(&mut self, flow: &mut Flow<'_>, cross: &'a Cross, outer: Input<'a>) -> Input<'a> {
        let inner = match &cross.inner.source {
            Source::Array(array) => {
                let value = self.array_value(array);
                Input {
                    value,
                    source: Some(array),
                    range: None,
                    copied: false,
                }
            }
            Source::Range(range) => {
                // Not in memory, but read from its start for each outer element all the same.
                let value = self.value(text(&range.expr), ValueKind::Array);
                self.lowered.program.parameters.push(value);
                if let Length::Known(length) = self.length(range) {
                    self.lowered
                        .program
                        .facts
                        .push(SizeFact::Known(value, length));
                }
                Input {
                    value,
                    source: None,
                    range: Some(range),
                    copied: false,
                }
            }
        };
        let mut worker = Mentioned {
            text: "id".into(),
            ..Mentioned::default()
        };
        if let Source::Range(range) = &cross.inner.source {
            worker = self.mentioned("id".into(), range.reads.iter().cloned());
        }
        let combinator = Combinator::Cross {
            outer: outer.value,
            inner: inner.value,
            worker,
        };
        let mut current = self.step(
            flow,
            combinator,
            Operation::Cross(cross),
            vec![outer, inner],
        );
        let (hidden, inside) = (flow.hidden.clone(), flow.inside);
        flow.inside = true;
        flow.hidden.extend(binds(&cross.pattern));
        for adapter in &cross.inner.adapters {
            current = self.adapter(flow, adapter, current);
        }
        (flow.hidden, flow.inside) = (hidden, inside);
        current
    }

    /// Records what the names bound by a statement may borrow from.
    fn note_borrows(&mut self, index: usize, region: &Region) {
        let statement = &region.statements[index];
        for bound in &statement.binds {
            let mut from = BTreeSet::new();
            if !bound.owned {
                for read in &statement.reads {
                    from.insert(read.clone());
                    from.extend(self.borrows.get(read).into_iter().flatten().cloned());
                }
            }
            self.borrows.insert(bound.name.clone(), from);
        }
    }

    fn orderings(&mut self, region: &Region) {
        let last_of = |statement: usize| {
            self.lowered
                .statement_of
                .iter()
                .rposition(|of| *of == statement)
                .map(BindingId)
        };
        let first_of = |statement: usize| {
            self.lowered
                .statement_of
                .iter()
                .position(|of| *of == statement)
                .map(BindingId)
        };
        let mut precedences = Vec::new();
        for (later_index, later) in region.statements.iter().enumerate() {
            if matches!(later.kind, Kind::Wall(_)) {
                continue;
            }
            for (earlier_index, earlier) in region.statements[..later_index].iter().enumerate() {
                if matches!(earlier.kind, Kind::Wall(_)) {
                    continue;
                }
                let reads = |name: &String| {
                    earlier.reads.contains(name)
                        || earlier.reads.iter().any(|read| {
                            self.borrows
                                .get(read)
                                .is_some_and(|from| from.contains(name))
                        })
                };
                // A name that is moved and then read was `Copy`, or only a part of it was moved:
                // rustc would not have let it pass. So only the other order matters.
                let given_away = |name: &String| later.reads.contains(name);
                let reason = if later.moves.iter().any(reads)
                    || later.given_away.iter().any(reads)
                    || earlier.given_away.iter().any(given_away)
                    || later.reads.iter().any(|name| self.lends(earlier, name))
                {
                    Reason::Moves
                } else if !is_direct(later)
                    && later
                        .binds
                        .iter()
                        .any(|bound| earlier.reads.contains(&bound.name))
                {
                    Reason::Shadows
                } else {
                    continue;
                };
                // Every chain of the earlier statement, and the statement itself, comes first.
                let (Some(before), Some(after)) = (last_of(earlier_index), first_of(later_index))
                else {
                    continue;
                };
                let befores = self.heads(earlier_index, before);
                let afters = self.heads(later_index, after);
                for before in &befores {
                    for after in &afters {
                        precedences.push(Precedence {
                            before: *before,
                            after: *after,
                            reason,
                        });
                    }
                }
            }
        }
        self.lowered.program.precedences.extend(precedences);
        self.within_statements();
        self.emptied_and_read();
        self.crossed_names();
        self.watched_drops(region);
        self.array_edges();
    }

    /// One binding of each chain (or opaque statement) in a statement.
    fn heads(&self, statement: usize, fallback: BindingId) -> Vec<BindingId> {
        let mut heads: Vec<BindingId> = Vec::new();
        let mut seen = BTreeSet::new();
        for id in self.lowered.program.binding_ids() {
            if self.lowered.statement_of[id.0] == statement
                && seen.insert(self.lowered.program.binding(id).chain)
            {
                heads.push(id);
            }
        }
        if heads.is_empty() {
            heads.push(fallback);
        }
        heads
    }

    /// Edges from an array of this region to a chain that needs it in memory.
    fn array_edges(&mut self) {
        let mut precedences = Vec::new();
        for chain in self.lowered.chains.iter().flatten() {
            let escapes = chain.chain.result_borrows();
            for binding in &chain.bindings {
                for input in &self.lowered.inputs[binding.0] {
                    let Some(source) = input.source else { continue };
                    let Some(before) = self.lowered.program.producer(input.value) else {
                        continue;
                    };
                    let plain = self.lowered.is_plain(input.value);
                    let reason = if escapes.contains(&spelling(&source.name)) {
                        Reason::EscapingReference
                    } else if source.access == Access::ByValue && !plain {
                        Reason::ElementType
                    } else {
                        continue;
                    };
                    precedences.push(Precedence {
                        before,
                        after: *binding,
                        reason,
                    });
                }
            }
        }
        self.lowered.program.precedences.extend(precedences);
    }
}

/// Where in a chain the lowering stands.
struct Flow<'b> {
    statement: usize,
    chain: ChainId,
    label: &'b str,
    next: usize,
    /// Names bound by an outer `flat_map`: not values of the region.
    hidden: BTreeSet<String>,
    /// True inside a `flat_map`.
    inside: bool,
}

fn is_direct(statement: &crate::syntax::region::Statement) -> bool {
    matches!(&statement.kind, Kind::Let(binding)
        if binding.value.is_direct() && binding.name.is_some())
}

#[cfg(test)]
pub(crate) mod tests;
