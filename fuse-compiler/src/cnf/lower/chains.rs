//! One chain in combinator normal form.
//!
//! In: a chain of the region. Out: its bindings, one a combinator, each with the tokens behind it
//! and the way it reads its input.

use super::{Array, Input, Lowering, Operation};
use crate::cnf::{ChainId, Combinator, Length, SizeFact, ValueId, ValueKind, Worker as Mentioned};
use crate::ops::chain::{
    Adapter, ArraySource, Chain, Consumer, Cross, RangeSource, Source, Stream,
};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::split::Split;
use crate::region::Let;
use crate::rust::mentions::spelling;
use crate::rust::patterns::binds;
use crate::rust::spelling::text;
use std::collections::BTreeSet;
use syn::Pat;

impl<'a> Lowering<'a> {
    pub(super) fn chain(
        &mut self,
        statement: usize,
        id: ChainId,
        chain: &'a Chain,
        label: &str,
    ) -> (ValueId, Option<ValueId>) {
        let collects = chain.consumer.is::<Collect>();
        let mut second = None;
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
            let ranged = matches!(
                self.lowered.operations.last(),
                Some(Operation::Range(_) | Operation::Driver(_))
            );
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
        } else if let Some(split) = chain.consumer.of::<Split>() {
            let [first, other] = self.halves(&flow, split, input);
            second = Some(other);
            first
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
        if let Some(collect) = chain.consumer.of::<Collect>() {
            self.arrays.insert(
                result,
                Array {
                    plain: collect.plain,
                },
            );
            if !collect.is_vec() {
                // No other collection may vanish: it may hold less than its elements.
                self.lowered.program.results.push(result);
            }
        }
        if chain.stream.parallel.is_some() {
            self.lowered.program.parallel.insert(id);
        }
        if let Some(reason) = chain.solitary() {
            for binding in &mut self.lowered.program.bindings {
                if binding.chain == id {
                    binding.solitary = Some(reason);
                }
            }
        }
        (result, second)
    }

    /// Two names have just been bound to the halves of a chain. Those of an `unzip` have as many
    /// elements as its pairs.
    pub(super) fn bound_to_halves(&mut self, binding: &Let) {
        // The last one is the statement itself.
        let Some(Some(chain)) = self.lowered.chains.iter().rev().nth(1) else {
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
            let combinator = match &split.test {
                Some(test) => Combinator::Filter {
                    worker: self.worker(test, &BTreeSet::new()),
                    input: input.value,
                },
                None => Combinator::MapN {
                    worker: Mentioned {
                        text: format!("unzip.{half}"),
                        ..Mentioned::default()
                    },
                    inputs: vec![input.value],
                },
            };
            let operation = Operation::Half {
                split,
                first: outputs[0],
                is_first: half == 0,
            };
            let inputs = vec![input];
            self.bind(
                flow.statement,
                flow.chain,
                vec![*output],
                combinator,
                operation,
                inputs,
            );
        }
        outputs
    }

    fn consumer(&self, consumer: &Consumer) -> Mentioned {
        let worker = consumer.worker();
        let mut mentioned = worker.map_or_else(Mentioned::default, |worker| {
            self.worker(worker, &BTreeSet::new())
        });
        mentioned.text = consumer.text(&mentioned.text);
        let others = self.mentioned(String::new(), consumer.mentions());
        mentioned.scalars.extend(others.scalars);
        mentioned.arrays.extend(others.arrays);
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
                let length = self.range_length(range, flow);
                let worker = self.mentioned("id".into(), range.reads.iter().cloned());
                let combinator = Combinator::Generate { length, worker };
                self.step(flow, combinator, Operation::Range(range), Vec::new())
            }
            Source::Driver(driver) => {
                let length = self.extent(driver, &flow.hidden);
                let worker = self.mentioned(text(&driver.expr), driver.mentions());
                let combinator = Combinator::Generate { length, worker };
                self.step(flow, combinator, Operation::Driver(driver), Vec::new())
            }
        }
    }

    /// An array as a chain reads it.
    fn array_input(&mut self, array: &'a ArraySource) -> Input<'a> {
        Input {
            value: self.array_value(array),
            source: Some(array),
            range: None,
            copied: false,
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

    fn range_length(&self, range: &RangeSource, flow: &Flow<'_>) -> Length {
        let length = range.length.as_ref();
        length.map_or(Length::Unknown, |length| {
            self.length_of(length, &flow.hidden)
        })
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
            Adapter::Scan(scan) => {
                let hidden = &flow.hidden;
                let reads = scan.reads().into_iter();
                let reads = reads.filter(|name| !hidden.contains(name));
                let worker = self.mentioned(text(&scan.worker.expr), reads);
                let combinator = Combinator::Scan { worker, input };
                let restarts = flow.inside;
                let operation = Operation::Scan { scan, restarts };
                self.step(flow, combinator, operation, vec![current])
            }
        }
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
                let length = self.range_length(range, flow);
                if length != Length::Unknown {
                    let fact = SizeFact::Same(Length::Of(value), length);
                    self.lowered.program.facts.push(fact);
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
