//! One chain in combinator normal form.
//!
//! In: a chain of the region. Out: its bindings, one a combinator, each with the tokens behind it
//! and the way it reads its input.

use super::{Input, LoweredChain, Lowering, Operation};
use crate::cnf::{Binding, ChainId, Length, SizeFact, ValueId, ValueKind, Worker as Mentioned};
use crate::ops::body::Pushed;
use crate::ops::chain::Chain;
use crate::ops::chain::{Adapter, ArraySource, Consumer, Cross, RangeSource, Source, Stream};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::each::Each;
use crate::ops::consumer::split::Split;
use crate::ops::for_body::pushes::Turn;
use crate::ops::pulling;
use crate::ops::search;
use crate::region::{Hole, Let};
use crate::rust::extent::Extent;
use crate::rust::patterns::binds;
use crate::rust::spelling::spelling;
use crate::rust::spelling::text;
use crate::sorted::SortedSet;
use syn::Pat;

impl<'a> Lowering<'a> {
    /// Lowers one chain; `direct` if its statement is nothing else. Its results are that of the chain
    /// and the second one of an `unzip` or a `partition`.
    pub(super) fn chain(
        &mut self,
        statement: usize,
        hole: &'a Hole,
        label: &str,
        direct: bool,
    ) -> (ValueId, Option<ValueId>) {
        let (id, chain) = (self.fresh_chain(), &hole.chain);
        let first = self.lowered.program.bindings.len();
        let collects = chain.consumer.is::<Collect>();
        let mut second = None;
        let mut flow = Flow {
            statement,
            chain: id,
            label,
            next: 1,
            hidden: SortedSet::new(),
            inside: false,
        };
        let input = self.stream(&mut flow, &chain.stream);
        let result = if collects {
            let last = self.lowered.program.bindings.last();
            let produced = last.is_some_and(|binding| {
                let ranged = matches!(
                    binding.operation,
                    Operation::Range(_) | Operation::Driver(_)
                );
                binding.chain == id && binding.outputs == [input.value] && !ranged
            });
            if produced && !input.copied {
                self.lowered.program.values[input.value.0].name = label.to_owned();
                input.value
            } else {
                let output = self.value(label.to_owned(), ValueKind::Array);
                let worker = Mentioned::named("id");
                self.bind(&flow, Operation::Identity, vec![input], worker, output);
                output
            }
        } else if let Some(split) = chain.consumer.of::<Split>() {
            let [first, other] = self.halves(&flow, split, input);
            second = Some(other);
            first
        } else {
            let output = self.value(label.to_owned(), ValueKind::Scalar);
            let worker = self.consumer(&chain.consumer);
            self.pushed(&flow, chain, input);
            let operation = Operation::Consume(&chain.consumer);
            self.bind(&flow, operation, vec![input], worker, output);
            output
        };
        let collect = chain.consumer.of::<Collect>();
        if collect.is_some_and(|collect| !collect.is_vec()) {
            // No other collection may vanish: it may hold less than its elements.
            self.lowered.program.results.push(result);
        }
        if chain.stream.parallel.is_some() {
            self.lowered.program.parallel.insert(id);
        }
        // Of a search it depends on the other chains.
        if let (Some(reason), None) = (chain.solitary(), search::of(chain)) {
            if pulling::pulls(chain) && !self.lowered.setting.inner {
                self.lowered.program.pullers.insert(id, reason);
            } else {
                for binding in &mut self.lowered.program.bindings[first..] {
                    binding.solitary = Some(reason);
                }
            }
        }
        self.lowered.chains.push(LoweredChain {
            id,
            statement,
            chain,
            placeholder: &hole.placeholder,
            bindings: self.lowered.program.binding_ids().skip(first).collect(),
            result,
            second,
            direct,
        });
        (result, second)
    }

    /// Two names have just been bound to the halves of a chain. Those of an `unzip` have as many
    /// elements as its pairs.
    pub(super) fn bound_to_halves(&mut self, binding: &Let) {
        let Some(chain) = self.lowered.chains.last() else {
            return;
        };
        let (Some(second), Pat::Tuple(pair), true) =
            (chain.second, &binding.pattern, binding.value.is_direct())
        else {
            return;
        };
        let is_unzip = chain
            .chain
            .consumer
            .of::<Split>()
            .is_some_and(|split| split.test.is_none());
        for (name, half) in pair.elems.iter().zip([chain.result, second]) {
            let Pat::Ident(name) = name else { continue };
            let name = spelling(&name.ident);
            self.lowered.program.values[half.0].name = format!("{name}_half");
            if let (Some(value), true) = (self.names.get(&name), is_unzip) {
                let fact = SizeFact::Equal(*value, half);
                self.lowered.program.facts.push(fact);
            }
        }
    }

    /// Two arrays of one loop. Neither vanishes: the statement reads both.
    fn halves(&mut self, flow: &Flow<'_>, split: &'a Split, input: Input<'a>) -> [ValueId; 2] {
        let names = ["first", "second"].map(|half| format!("{}_{half}", flow.label));
        let outputs = names.map(|name| self.value(name, ValueKind::Array));
        for (half, output) in outputs.iter().enumerate() {
            let worker = match &split.test {
                Some(test) => self.worker(test, &SortedSet::new()),
                None => Mentioned::named(format!("unzip.{half}")),
            };
            let operation = Operation::Half {
                split,
                first: outputs[0],
                is_first: half == 0,
            };
            self.bind(flow, operation, vec![input], worker, *output);
        }
        outputs
    }

    /// The vectors that a body pushes to, element by element. They stand before the body, of which they are a part.
    fn pushed(&mut self, flow: &Flow<'_>, chain: &'a Chain, input: Input<'a>) {
        let each = chain.consumer.of::<Each>();
        let each = each.filter(|_| chain.stream.parallel.is_none());
        // Where something in the body was fused, a push is not where it was.
        let stays = |pushed: &&Pushed| {
            pushed.turn != Turn::Often || each.is_some_and(|each| each.body.fused.is_none())
        };
        for pushed in each
            .map_or(&[][..], |each| &each.pushed)
            .iter()
            .filter(stays)
        {
            let output = self.value(pushed.name.clone(), ValueKind::Array);
            self.lowered.copies.insert(output);
            self.lowered.pushed.insert(output);
            if pushed.read {
                self.lowered.program.results.push(output);
            }
            let worker = Mentioned::named("push");
            self.bind(flow, Operation::Pushed(pushed), vec![input], worker, output);
        }
    }

    fn consumer(&self, consumer: &Consumer) -> Mentioned {
        let worker = consumer.worker();
        let mut mentioned = worker.map_or_else(Mentioned::default, |worker| {
            self.worker(worker, &SortedSet::new())
        });
        mentioned.text = consumer.text(&mentioned.text);
        let others = self.mentioned(String::new(), consumer.mentions());
        mentioned.mentions.extend(others.mentions);
        mentioned
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
            Source::Array(array) => self.array_input(array),
            Source::Range(range) => {
                let range = self.without_end(range, flow);
                let length = self.range_extent(range, &flow.hidden);
                let worker = self.mentioned("id".into(), range.reads.iter().cloned());
                self.generate(flow, Operation::Range(range), worker, length)
            }
            Source::Driver(driver) => {
                let length = self.extent(driver, &flow.hidden);
                let worker = self.mentioned(text(&driver.expr), driver.mentions());
                self.generate(flow, Operation::Driver(driver), worker, length)
            }
        }
    }

    fn generate(
        &mut self,
        flow: &mut Flow<'_>,
        operation: Operation<'a>,
        worker: Mentioned,
        length: Length,
    ) -> Input<'a> {
        let made = self.step(flow, operation, Vec::new(), worker);
        if let Some(binding) = self.lowered.program.bindings.last_mut() {
            binding.length = length;
        }
        made
    }

    /// An array as a chain reads it.
    fn array_input(&mut self, array: &'a ArraySource) -> Input<'a> {
        let value = self.array_value(array);
        Input {
            source: Some(array),
            ..Input::of(value)
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

    /// A range without its end itself, if that is a difference which does not wrap.
    fn without_end(&self, range: &'a RangeSource, flow: &Flow<'_>) -> &'a RangeSource {
        match (&range.half_open, &range.length) {
            (Some(other), Some(Extent::Span { end, .. }))
                if self.is_difference(end, &flow.hidden) =>
            {
                other
            }
            _ => range,
        }
    }

    /// True if no other value before has its name.
    pub(super) fn is_first(&self, value: ValueId) -> bool {
        let values = &self.lowered.program.values;
        let name = &values[value.0].name;
        values.iter().position(|other| other.name == *name) == Some(value.0)
    }

    fn step(
        &mut self,
        flow: &mut Flow<'_>,
        operation: Operation<'a>,
        inputs: Vec<Input<'a>>,
        worker: Mentioned,
    ) -> Input<'a> {
        let name = format!("{}_{}", flow.label, flow.next);
        flow.next += 1;
        let output = self.value(name, ValueKind::Array);
        self.bind(flow, operation, inputs, worker, output);
        Input::of(output)
    }

    fn bind(
        &mut self,
        flow: &Flow<'_>,
        operation: Operation<'a>,
        inputs: Vec<Input<'a>>,
        worker: Mentioned,
        output: ValueId,
    ) {
        self.lowered.program.bindings.push(Binding {
            operation,
            inputs,
            worker,
            length: Length::Unknown,
            outputs: vec![output],
            chain: flow.chain,
            statement: flow.statement,
            solitary: None,
        });
    }

    fn adapter(
        &mut self,
        flow: &mut Flow<'_>,
        adapter: &'a Adapter,
        current: Input<'a>,
    ) -> Input<'a> {
        let restarts = flow.inside;
        let mut inputs = vec![current];
        let worker = adapter.worker();
        let mut worker = worker.map_or_else(Mentioned::default, |worker| {
            self.worker(worker, &flow.hidden)
        });
        let operation = match adapter {
            Adapter::Copied => {
                return Input {
                    copied: true,
                    ..current
                };
            }
            Adapter::Cross(cross) => return self.cross(flow, cross, current),
            Adapter::Elementwise(elementwise) => {
                worker.text = elementwise.name.into();
                Operation::Elementwise(elementwise)
            }
            Adapter::Map(worker) => Operation::Map(worker),
            Adapter::Filter(worker) => Operation::Filter(worker),
            Adapter::FilterMap(worker) => Operation::FilterMap(worker),
            Adapter::Enumerate => {
                worker.text = "enumerate".into();
                Operation::Enumerate { restarts }
            }
            Adapter::Zip(other) => {
                inputs.push(self.stream(flow, other));
                Operation::Zip
            }
            Adapter::Scan(scan) => {
                let reads = scan.reads().into_iter();
                let reads = reads.filter(|name| !flow.hidden.contains(name));
                worker = self.mentioned(text(&scan.worker.expr), reads);
                Operation::Scan { scan, restarts }
            }
        };
        self.step(flow, operation, inputs, worker)
    }

    fn cross(&mut self, flow: &mut Flow<'_>, cross: &'a Cross, outer: Input<'a>) -> Input<'a> {
        let inner = match &cross.inner.source {
            // The parser makes none of these.
            Source::Driver(_) => outer,
            Source::Array(array) => self.array_input(array),
            Source::Range(range) => {
                // Not in memory, but read from its start for each outer element all the same.
                let value = self.value(text(&range.expr), ValueKind::Array);
                self.lowered.program.parameters.push(value);
                let length = self.range_extent(range, &flow.hidden);
                if length != Length::Unknown {
                    let fact = SizeFact::Same(Length::Of(value), length);
                    self.lowered.program.facts.push(fact);
                }
                Input {
                    range: Some(range),
                    ..Input::of(value)
                }
            }
        };
        let mut worker = Mentioned::named("id");
        if let Source::Range(range) = &cross.inner.source {
            worker = self.mentioned("id".into(), range.reads.iter().cloned());
        }
        let mut current = self.step(flow, Operation::Cross(cross), vec![outer, inner], worker);
        let (hidden, inside) = (flow.hidden.clone(), flow.inside);
        flow.inside = true;
        flow.hidden.extend(binds(&cross.pattern));
        for adapter in &cross.inner.adapters {
            current = self.adapter(flow, adapter, current);
        }
        (flow.hidden, flow.inside) = (hidden, inside);
        current
    }
}

/// Where in a chain the lowering stands.
struct Flow<'b> {
    statement: usize,
    chain: ChainId,
    label: &'b str,
    next: usize,
    /// Names bound by an outer `flat_map`: not values of the region.
    hidden: SortedSet<String>,
    /// True inside a `flat_map`.
    inside: bool,
}
