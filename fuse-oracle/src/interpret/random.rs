//! Random programs with everything that a normal form may hold, from a seed.
//!
//! In: a seed and about how many chains. Out: a [`Written`] program: every combinator, captured scalars
//! and arrays, true facts about sizes, lengths of every kind, loops that change what stood before,
//! walls with guards, chains that cross them, orderings, shadowed names, statements of several chains.

pub mod plans;
mod statements;
mod writes;

use super::Written;
use crate::random::Random;
use fuse_compiler::internals::cnf::{
    Binding, BindingId, ChainId, Combinator, Crossing, Length, OpaqueKind, Precedence, Program,
    Reason, SizeFact, Value, ValueId, ValueKind, Worker,
};

/// A program of about `chains` chains.
#[must_use]
pub fn program(seed: u64, chains: usize) -> Written {
    let mut generator = Generator {
        random: Random::new(seed),
        written: Written::default(),
        arrays: Vec::new(),
        scalars: Vec::new(),
        guards: Vec::new(),
        chains: 0,
        tags: Vec::new(),
        names: 0,
        texts: Vec::new(),
    };
    generator.written.program.name = format!("random{seed}");
    generator.parameters();
    let mut made = 0;
    while made < chains {
        made += generator.statement();
    }
    generator.finish()
}

/// The number of chains for a seed: small programs dominate.
#[must_use]
pub fn chains(seed: u64) -> usize {
    [2, 3, 3, 3, 4, 4, 5, 5, 6, 7][usize::try_from(seed % 10).unwrap_or(0)]
}

/// An array that a later statement can name.
#[derive(Clone, Copy, Debug)]
struct Array {
    value: ValueId,
    /// Arrays of one tag have one size.
    tag: usize,
    /// How many arrays' lengths multiply.
    degree: usize,
    /// True if loops and walls may change it.
    mutable: bool,
}

/// Elements that flow within a chain, or an array that it reads.
#[derive(Clone, Copy)]
struct Flow {
    value: ValueId,
    tag: usize,
    degree: usize,
}

struct Generator {
    random: Random,
    written: Written,
    arrays: Vec<Array>,
    /// With whether it may be changed.
    scalars: Vec<(ValueId, bool)>,
    /// The guards since the last wall that is none.
    guards: Vec<BindingId>,
    chains: usize,
    /// What each tag is another name for.
    tags: Vec<usize>,
    names: usize,
    texts: Vec<(String, usize)>,
}

impl Generator {
    fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    fn program(&mut self) -> &mut Program<'static> {
        &mut self.written.program
    }

    fn tag(&mut self) -> usize {
        self.tags.push(self.tags.len());
        self.tags.len() - 1
    }

    fn root(&self, mut tag: usize) -> usize {
        while self.tags[tag] != tag {
            tag = self.tags[tag];
        }
        tag
    }

    fn value(&mut self, name: String, kind: ValueKind) -> ValueId {
        let values = &mut self.written.program.values;
        values.push(Value { name, kind });
        ValueId(values.len() - 1)
    }

    fn fresh_name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// A name that may shadow another.
    fn name(&mut self, prefix: &str) -> String {
        if self.chance(18) {
            let visible: Vec<ValueId> = (self.arrays.iter().map(|array| array.value))
                .chain(self.scalars.iter().map(|(scalar, _)| *scalar))
                .collect();
            if !visible.is_empty() {
                let value = visible[self.random.below(visible.len())];
                return self.written.program.value(value).name.clone();
            }
        }
        self.fresh_name(prefix)
    }

    /// What had the name of a value that is declared now cannot be named any more.
    fn hide(&mut self, value: ValueId) {
        let program = &self.written.program;
        let name = &program.value(value).name;
        let other = |other: ValueId| other != value && program.value(other).name == *name;
        self.arrays.retain(|array| !other(array.value));
        self.scalars.retain(|(scalar, _)| !other(*scalar));
    }

    fn parameters(&mut self) {
        for index in 0..1 + self.random.below(3) {
            let value = self.value(format!("in{index}"), ValueKind::Array);
            self.program().parameters.push(value);
            let mut tag = self.tag();
            match self.random.below(8) {
                0 | 1 if index > 0 => {
                    let other = self.arrays[self.random.below(self.arrays.len())];
                    tag = other.tag;
                    self.program()
                        .facts
                        .push(SizeFact::Equal(other.value, value));
                }
                2 => {
                    let (text, known) = self.text();
                    tag = known;
                    self.program().facts.push(SizeFact::Known(value, text));
                }
                3 if index > 0 => {
                    let length = self.length(2, &mut Vec::new());
                    let fact = SizeFact::Same(Length::Of(value), length);
                    self.program().facts.push(fact);
                }
                _ => {}
            }
            let mutable = self.chance(40);
            self.arrays.push(Array {
                value,
                tag,
                degree: 1,
                mutable,
            });
        }
        for index in 0..self.random.below(2) {
            let value = self.value(format!("s{index}"), ValueKind::Scalar);
            self.program().parameters.push(value);
            let mutable = self.chance(40);
            self.scalars.push((value, mutable));
        }
    }

    /// A text with the tag of the arrays that it is the length of.
    fn text(&mut self) -> (String, usize) {
        let name = ["m", "k", "2", "3"][self.random.below(4)].to_owned();
        if let Some(known) = self.texts.iter().find(|(text, _)| *text == name) {
            return known.clone();
        }
        let known = (name, self.tag());
        self.texts.push(known.clone());
        known
    }

    /// A length, with the arrays that it mentions.
    fn length(&mut self, depth: usize, mentioned: &mut Vec<ValueId>) -> Length {
        let text = |this: &mut Generator| this.text().0;
        match self.random.below(if depth == 0 { 3 } else { 9 }) {
            0 => Length::Known(text(self)),
            1 | 2 => {
                let flat: Vec<Array> = self
                    .arrays
                    .iter()
                    .filter(|a| a.degree < 2)
                    .copied()
                    .collect();
                if flat.is_empty() {
                    return Length::Known(text(self));
                }
                let array = flat[self.random.below(flat.len())].value;
                mentioned.push(array);
                Length::Of(array)
            }
            3 | 4 => {
                let of = self.length(depth - 1, mentioned);
                Length::Less(Box::new(of), text(self))
            }
            5 => {
                let parts = [
                    self.length(depth - 1, mentioned),
                    self.length(depth - 1, mentioned),
                ];
                Length::Least(parts.to_vec())
            }
            6 => {
                let parts = [
                    self.length(depth - 1, mentioned),
                    self.length(depth - 1, mentioned),
                ];
                Length::Sum(parts.to_vec())
            }
            7 => {
                let of = self.length(depth - 1, mentioned);
                Length::Ratio {
                    of: Box::new(of),
                    by: ["2", "3", "m"][self.random.below(3)].to_owned(),
                    up: self.chance(50),
                }
            }
            _ => Length::Span {
                start: ["0", "1", "k", "m"][self.random.below(4)].to_owned(),
                end: text(self),
                inclusive: self.chance(30),
            },
        }
    }

    fn any_array(&mut self) -> Option<Array> {
        if self.arrays.is_empty() {
            return None;
        }
        let count = self.arrays.len();
        // The first and recent ones are read more often.
        if self.chance(25) {
            return self.arrays.first().copied();
        }
        let (one, other) = (self.random.below(count), self.random.below(count));
        Some(self.arrays[one.max(other)])
    }

    fn worker(&mut self, name: &str) -> Worker {
        let mut worker = Worker {
            text: format!("f_{name}"),
            ..Worker::default()
        };
        if self.chance(22) && !self.scalars.is_empty() {
            let scalar = self.scalars[self.random.below(self.scalars.len())].0;
            worker.mentions.push(scalar);
        }
        if self.chance(8)
            && let Some(array) = self.any_array()
        {
            worker.mentions.push(array.value);
        }
        worker
    }

    fn bind(
        &mut self,
        outputs: Vec<ValueId>,
        combinator: Combinator,
        inputs: &[ValueId],
        worker: Worker,
    ) -> BindingId {
        let mut binding = Binding::new(combinator, inputs, worker);
        (binding.outputs, binding.chain) = (outputs, ChainId(self.chains));
        self.program().bindings.push(binding);
        let id = BindingId(self.written.program.bindings.len() - 1);
        if let Some(statement) = self.written.statements.last_mut() {
            statement.bindings.push(id);
        }
        id
    }

    /// A statement that is no chain.
    fn bind_statement(&mut self, kind: OpaqueKind, reads: &[ValueId], outputs: Vec<ValueId>) {
        let mut worker = Worker::default();
        worker.mentions.extend(reads);
        self.bind(outputs, Combinator::Opaque(kind), &[], worker);
    }

    /// One array inside a chain, or its result.
    fn step(
        &mut self,
        combinator: Combinator,
        inputs: &[ValueId],
        tag: usize,
        degree: usize,
    ) -> Flow {
        let name = self.fresh_name("t");
        let value = self.value(name.clone(), ValueKind::Array);
        let mut worker = self.worker(&name);
        if combinator == Combinator::Zip {
            worker = Worker::default();
        }
        self.bind(vec![value], combinator, inputs, worker);
        Flow { value, tag, degree }
    }

    /// The binding that was made last.
    fn last(&mut self) -> &mut Binding<'static> {
        let bindings = &mut self.written.program.bindings;
        bindings.last_mut().expect("one was just made")
    }

    fn generate(&mut self) -> Flow {
        let mut mentioned = Vec::new();
        let mut scalars = Vec::new();
        let mut tag = self.tag();
        let length = match self.random.below(6) {
            0 => Length::Unknown,
            1 | 2 => {
                let (text, known) = self.text();
                tag = known;
                Length::Known(text)
            }
            3 => match self.counted() {
                Some((scalar, text, known)) => {
                    scalars.push(scalar);
                    tag = known;
                    Length::Known(text)
                }
                None => Length::Known("2".to_owned()),
            },
            _ => self.length(2, &mut mentioned),
        };
        let flow = self.step(Combinator::Generate, &[], tag, 1);
        let binding = self.last();
        binding.length = length;
        let worker = &mut binding.worker;
        worker.mentions.extend(scalars);
        worker.mentions.extend(mentioned);
        worker.mentions.dedup();
        flow
    }

    /// A visible scalar that is the length of an array.
    fn counted(&mut self) -> Option<(ValueId, String, usize)> {
        let program = &self.written.program;
        let counts = |(scalar, _): &(ValueId, bool)| {
            let name = &program.value(*scalar).name;
            let (text, tag) = self.texts.iter().find(|(text, _)| text == name)?;
            Some((*scalar, text.clone(), *tag))
        };
        let all: Vec<_> = self.scalars.iter().filter_map(counts).collect();
        let index = self.random.below(all.len());
        all.get(index).cloned()
    }

    fn source(&mut self) -> Flow {
        match self.any_array() {
            Some(array) if !self.chance(12) => Flow {
                value: array.value,
                tag: array.tag,
                degree: array.degree,
            },
            _ => self.generate(),
        }
    }

    /// One adapter after another.
    fn adapter(&mut self, flow: Flow) -> Flow {
        let Flow { value, tag, degree } = flow;
        match self.random.below(23) {
            0..=4 => self.step(Combinator::Map, &[value], tag, degree),
            5..=10 => {
                let tag = self.tag();
                self.step(Combinator::Filter, &[value], tag, degree)
            }
            11 => self.step(Combinator::Scan, &[value], tag, degree),
            12 | 13 | 20 => {
                let mut other = self.source();
                if self.chance(45) {
                    other = self.adapter(other);
                }
                let tag = if self.root(other.tag) == self.root(tag) {
                    tag
                } else {
                    self.tag()
                };
                let degree = degree.max(other.degree);
                self.step(Combinator::Zip, &[value, other.value], tag, degree)
            }
            14 | 15 => {
                let root = self.root(tag);
                let same = |array: &&Array| self.root(array.tag) == root;
                let same: Vec<Array> = self.arrays.iter().filter(same).copied().collect();
                let mut inputs = vec![value];
                if !same.is_empty() {
                    inputs.push(same[self.random.below(same.len())].value);
                }
                self.step(Combinator::Map, &inputs, tag, degree)
            }
            16 => {
                let Some(data) = self.any_array() else {
                    return flow;
                };
                // The paper's `gather`.
                let flow = self.step(Combinator::Map, &[value], tag, degree);
                self.last().worker.mentions.push(data.value);
                flow
            }
            _ => {
                let Some(inner) = self.any_array() else {
                    return flow;
                };
                if degree + inner.degree > 3 {
                    return flow;
                }
                let tag = self.tag();
                let inputs = [value, inner.value];
                let all = self.step(Combinator::Cross, &inputs, tag, degree + inner.degree);
                if self.chance(75) {
                    return all;
                }
                // An inner loop in step with something that is no array.
                let other = self.source();
                let other = self.step(Combinator::Map, &[other.value], other.tag, other.degree);
                let (inputs, tag) = ([all.value, other.value], self.tag());
                self.step(Combinator::Zip, &inputs, tag, all.degree.max(other.degree))
            }
        }
    }

    /// A chain up to its consumer; true if its last binding belongs to it.
    fn stream(&mut self) -> (Flow, bool) {
        let first = self.written.program.bindings.len();
        let mut flow = self.source();
        for _ in 0..[0, 0, 1, 1, 1, 2, 2, 3][self.random.below(8)] {
            flow = self.adapter(flow);
        }
        let last = self.written.program.bindings.last();
        let own = self.written.program.bindings.len() > first
            && last.is_some_and(|binding| binding.outputs == [flow.value]);
        (flow, own)
    }

    /// The end of a chain is known: all of it may have to be alone, and it may cross guards.
    fn end_chain(&mut self, first: usize, crosses: bool) {
        let chain = ChainId(self.chains);
        self.chains += 1;
        if self.chance(4) {
            let reason = [Reason::ShortCircuit, Reason::Drops, Reason::Order];
            let reason = reason[self.random.below(3)];
            for binding in &mut self.program().bindings[first..] {
                binding.solitary = Some(reason);
            }
        }
        if crosses && !self.guards.is_empty() && self.chance(70) {
            let passed = 1 + self.random.below(self.guards.len());
            let crossings = self.guards.iter().rev().take(passed);
            let crossings: Vec<Crossing> = crossings
                .map(|wall| Crossing { chain, wall: *wall })
                .collect();
            self.program().crossings.extend(crossings);
        }
        if self.chance(9) && first > 0 {
            let reason = [
                Reason::Moves,
                Reason::Drops,
                Reason::Effects,
                Reason::Shadows,
            ];
            let before = BindingId(self.random.below(first));
            let reason = reason[self.random.below(4)];
            let precedence = Precedence::new(before, BindingId(first), reason);
            self.program().precedences.push(precedence);
        }
    }

    /// A chain that gives an array or a scalar of this name.
    fn chain(&mut self, name: Option<String>) -> (ValueId, Option<Flow>) {
        let first = self.written.program.bindings.len();
        let (flow, own) = self.stream();
        let prefix = if self.chance(50) { "v" } else { "r" };
        let name = match name {
            Some(name) => name,
            None => self.fresh_name(prefix),
        };
        let result = if self.chance(48) {
            let value = self.value(name.clone(), ValueKind::Scalar);
            let worker = self.worker(&name);
            self.bind(vec![value], Combinator::Fold, &[flow.value], worker);
            (value, None)
        } else if own {
            self.program().values[flow.value.0].name = name;
            (flow.value, Some(flow))
        } else {
            let value = self.value(name.clone(), ValueKind::Array);
            let worker = self.worker(&name);
            self.bind(vec![value], Combinator::Map, &[flow.value], worker);
            (value, Some(Flow { value, ..flow }))
        };
        self.end_chain(first, true);
        result
    }

    fn declare(&mut self, value: ValueId, flow: Option<Flow>) {
        self.hide(value);
        if let Some(statement) = self.written.statements.last_mut() {
            statement.declares.push(value);
        }
        match flow {
            Some(Flow { value, tag, degree }) => {
                let mutable = self.chance(25);
                if self.chance(30) {
                    self.written.kept.insert(value);
                }
                self.arrays.push(Array {
                    value,
                    tag,
                    degree,
                    mutable,
                });
            }
            None => {
                let mutable = self.chance(25);
                self.scalars.push((value, mutable));
            }
        }
    }

    fn finish(mut self) -> Written {
        let visible: Vec<ValueId> = (self.arrays.iter().map(|array| array.value))
            .chain(self.scalars.iter().map(|(scalar, _)| *scalar))
            .collect();
        let bound = |value: &ValueId| self.written.program.producer(*value).is_some();
        let visible: Vec<ValueId> = visible.into_iter().filter(bound).collect();
        let last = visible.iter().max().copied();
        let mut results = Vec::new();
        for value in visible {
            if Some(value) == last || self.chance(35) {
                results.push(value);
            }
        }
        self.program().results = results;
        self.written
    }
}
