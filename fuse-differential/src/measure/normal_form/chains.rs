//! Chains -> bindings: the source, a step a binding, the consumer.

use super::captured::{Captured, step_text, walk_step};
use super::reading::described;
use super::{Flow, Lowering, Rest, WALLS};
use crate::function::chain::{Chain, Step};
use crate::function::expression::{Expression, Mode, Variable};
use crate::function::statement::Shown;
use crate::function::types::Type;
use crate::function::walk::{Event, walk_expression};
use crate::measure::lengths;
use fuse_compiler::internals::cnf::{Length, ProgramBuilder, Reason, ValueId};
use fuse_compiler::recognised::{self, Sharing};
use std::collections::BTreeSet;

impl Lowering<'_, '_> {
    /// The value of a chain that has a consumer.
    pub(super) fn chain(&mut self, chain: &Chain, shown: Shown) -> Option<ValueId> {
        let ends = chain
            .steps
            .iter()
            .position(|step| !matches!(step.gives, Type::Iterator(_)))?;
        let (adapters, behind) = chain.steps.split_at(ends);
        let (consumer, behind) = behind.split_first()?;
        let mut flow = self.stream(&chain.source, adapters);
        let result = self.consume(&mut flow, adapters, consumer, behind, shown);
        let mut mentioned = BTreeSet::new();
        let mut emptied = BTreeSet::new();
        let mut impure = false;
        let mut note = |event: Event<'_>| match event {
            Event::Use(variable, mode) => {
                mentioned.insert(variable);
                if mode == Mode::Move {
                    emptied.insert(variable);
                }
            }
            Event::Tag(tag) => impure |= WALLS.contains(&tag),
            _ => {}
        };
        walk_expression(&chain.source, &mut note);
        for step in &chain.steps {
            walk_step(step, &mut note);
        }
        let last = self.builder.last();
        let first = flow.first.unwrap_or(last);
        for (earlier, before) in &self.readers {
            if !earlier.is_disjoint(&emptied) {
                self.builder.precedence(*before, first, Reason::Moves);
            }
        }
        if impure {
            self.builder.solitary(Reason::Effects);
        }
        self.readers.push((mentioned, first));
        if behind.is_empty() {
            return Some(result);
        }
        let mut rest = Rest::default();
        rest.reads.insert(result);
        for step in behind {
            walk_step(step, &mut |event| self.event(event, &mut rest));
        }
        let reads: Vec<ValueId> = rest.reads.into_iter().collect();
        let name = self.name();
        Some(self.builder.scalar(&name, &reads))
    }

    /// Everything before the consumer.
    pub(super) fn stream(&mut self, source: &Expression, adapters: &[Step]) -> Flow {
        let (construct, text) = described(source);
        let array = self.array_of(source);
        let zipped = self.zipped(source);
        let mut length = match array {
            Some(array) => Length::Of(self.value(array)),
            None => self.extent(source, construct, &text),
        };
        // Everything up to the last adapter that drives a loop is one source.
        let drives = adapters
            .iter()
            .rposition(|step| !self.is_step(step))
            .map_or(0, |last| last + 1);
        for step in &adapters[..drives] {
            length = match step.construct {
                "map(f)" | "copied()" | "cloned()" | "enumerate()" => length,
                "zip(ys)" => match self.argument_array(step) {
                    Some(other) => {
                        let other = Length::Of(self.value(other));
                        Length::Least(vec![length, other])
                    }
                    None => Length::Unknown,
                },
                _ => lengths::driven(step.construct, &step_text(step), length),
            };
        }
        let mut flow = if drives > 0 || (array.is_none() && zipped.is_none()) {
            let mut captured = Captured::default();
            captured.expression(source);
            for step in &adapters[..drives] {
                captured.step(step);
            }
            // Only how long it is is asked of the array at the end of a range.
            if matches!(construct, "0..n" | "1..=n") && drives == 0 {
                captured.used.clear();
            }
            let (scalars, arrays) = self.split(&captured);
            let name = self.name();
            let value = self.builder.generate(&name, length, &scalars);
            self.builder.reading(&arrays);
            self.flow(value)
        } else if let Some((a, b)) = zipped {
            let inputs = [self.value(a), self.value(b)];
            let name = self.name();
            let value = self.builder.zip(&name, &inputs);
            self.flow(value)
        } else {
            let array = array.unwrap_or(Variable(0));
            Flow {
                value: self.value(array),
                own: false,
                first: None,
            }
        };
        for step in &adapters[drives..] {
            let mut captured = Captured::default();
            captured.step(step);
            let (scalars, arrays) = self.split(&captured);
            let name = self.name();
            let input = flow.value;
            let other = match step.construct {
                "zip(ys)" => self.argument_array(step).map(|other| self.value(other)),
                _ => None,
            };
            let builder = self.builder_of(&flow);
            let value = match (step.construct, other) {
                ("filter(p)" | "filter_map(f)", _) => {
                    let value = builder.filter(&name, input, &scalars);
                    builder.reading(&arrays);
                    value
                }
                (_, Some(other)) => builder.zip(&name, &[input, other]),
                _ => {
                    let value = builder.map(&name, &[input], &scalars);
                    builder.reading(&arrays);
                    value
                }
            };
            let first = flow.first;
            flow = self.flow(value);
            flow.first = first.or(flow.first);
        }
        flow
    }

    pub(super) fn flow(&self, value: ValueId) -> Flow {
        Flow {
            value,
            own: true,
            first: Some(self.builder.last()),
        }
    }

    pub(super) fn builder_of(&mut self, flow: &Flow) -> &mut ProgramBuilder {
        if flow.own {
            self.builder.same_chain_as(flow.value);
        }
        &mut self.builder
    }

    pub(super) fn consume(
        &mut self,
        flow: &mut Flow,
        adapters: &[Step],
        consumer: &Step,
        behind: &[Step],
        shown: Shown,
    ) -> ValueId {
        let name = self.name();
        if matches!(consumer.gives, Type::Vec(_)) && consumer.construct == "collect" {
            if flow.own {
                return self.made(flow.value);
            }
            let value = self.builder.map(&name, &[flow.value], &[]);
            flow.first = Some(self.builder.last());
            return self.made(value);
        }
        let mut captured = Captured::default();
        captured.step(consumer);
        let (scalars, arrays) = self.split(&captured);
        let source = flow.value;
        let value = self.builder_of(flow).fold(&name, source, &scalars);
        self.builder.reading(&arrays);
        let fold = self.builder.last();
        flow.first = flow.first.or(Some(fold));
        if self.is_alone(adapters, consumer, shown) {
            self.builder.solitary(Reason::ShortCircuit);
        }
        let kept = matches!(behind.first(), Some(next)
            if matches!(step_text(next).as_str(), "copied()" | "cloned()"));
        if consumer.gives.borrows() && !kept {
            for producer in self.producers.values() {
                self.builder
                    .precedence(*producer, fold, Reason::EscapingReference);
            }
        }
        value
    }

    pub(super) fn made(&mut self, array: ValueId) -> ValueId {
        self.producers.insert(array, self.builder.last());
        array
    }

    /// Whether the consumer's chain shares its loop with no other, by the tables of the manual.
    pub(super) fn is_alone(&self, adapters: &[Step], consumer: &Step, shown: Shown) -> bool {
        let name = consumer.construct;
        let row = recognised::consumers().iter().find(|row| row.name == name);
        match row.map(|row| row.sharing) {
            None | Some(Sharing::Solitary) => true,
            Some(Sharing::Fused) => false,
            Some(Sharing::If(_)) => match (name, &consumer.gives) {
                ("sum" | "product", Type::Number(_)) => shown == Shown::Later,
                ("last", _) => !adapters.iter().any(|step| step.construct.ends_with("(f)")),
                ("collect", Type::Map(..)) => shown == Shown::Later,
                ("collect", Type::Collection(kind, _)) => {
                    !matches!(*kind, "Box") || shown == Shown::Later
                }
                ("unzip" | "partition", Type::Tuple(_)) => shown == Shown::Later,
                _ => true,
            },
        }
    }
}
