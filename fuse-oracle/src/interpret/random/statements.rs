//! Statements: what declares names, and what is opaque.

use super::{Flow, Generator};
use crate::interpret::{Statement, worker};
use fuse_compiler::internals::cnf::{
    BindingId, Combinator, Length, OpaqueKind, SizeFact, ValueId, ValueKind,
};

impl Generator {
    /// One statement; how many chains it has.
    pub(super) fn statement(&mut self) -> usize {
        self.written.statements.push(Statement::default());
        match self.random.below(40) {
            0..=23 => {
                let name = self.name("v");
                let (value, flow) = self.chain(Some(name));
                self.declare(value, flow);
                1
            }
            24..=29 => self.updating(),
            30 | 31 => self.writing(),
            32 => self.halves(),
            33 => self.counting(),
            34 | 35 => self.opaque(OpaqueKind::Transparent),
            36 => {
                let chains = 1 + self.random.below(2);
                let results = (0..chains).map(|_| self.chain(None).0).collect();
                let kind = match self.random.below(3) {
                    0 => OpaqueKind::Wall,
                    _ => OpaqueKind::Transparent,
                };
                self.bind_opaque(kind, results);
                chains
            }
            _ => {
                let chains = self.opaque(OpaqueKind::Wall);
                if self.chance(40) {
                    // One right after another.
                    self.written.statements.push(Statement::default());
                    self.opaque(OpaqueKind::Wall);
                }
                chains
            }
        }
    }

    /// An `unzip` or a `partition`, and what names the halves.
    fn halves(&mut self) -> usize {
        let first = self.written.program.bindings.len();
        let (flow, _) = self.stream();
        let partition = self.chance(50);
        let mut halves = Vec::new();
        for _ in 0..2 {
            let (combinator, tag) = if partition {
                (Combinator::Filter, self.tag())
            } else {
                (Combinator::Map, flow.tag)
            };
            halves.push(self.step(combinator, &[flow.value], tag, flow.degree));
        }
        self.end_chain(first, true);
        let reads = halves.iter().map(|half| half.value).collect::<Vec<_>>();
        let names = [self.fresh_name("h"), self.fresh_name("h")];
        let outputs = names.map(|name| self.value(name, ValueKind::Array));
        self.bind_statement(OpaqueKind::Transparent, &reads, outputs.to_vec());
        self.chains += 1;
        for (output, half) in outputs.into_iter().zip(halves) {
            let mut tag = self.tag();
            if !partition {
                tag = half.tag;
                self.program()
                    .facts
                    .push(SizeFact::Equal(output, half.value));
            }
            let value = output;
            self.declare(
                output,
                Some(Flow {
                    value,
                    tag,
                    degree: half.degree,
                }),
            );
        }
        1
    }

    /// `let n = xs.len();`
    fn counting(&mut self) -> usize {
        let Some(array) = self.any_array() else {
            return 0;
        };
        let name = self.fresh_name("n");
        let scalar = self.value(name.clone(), ValueKind::Scalar);
        self.bind_statement(OpaqueKind::Transparent, &[array.value], vec![scalar]);
        self.chains += 1;
        self.declare(scalar, None);
        let statement = self.written.statements.len() - 1;
        if self.chance(70) {
            self.written.lengths.insert((statement, array.value));
        }
        let producer = self.written.program.producer(array.value);
        let by_chain = producer.is_some_and(|producer| {
            let binding = self.written.program.binding(producer);
            !binding.is_opaque() && binding.combinator() != Combinator::Fold
        });
        let stated = producer.is_none() && {
            let facts = &self.written.program.facts;
            let of = |fact: &SizeFact| {
                let (left, right) = worker::sides(fact);
                let mut found = false;
                left.arrays(&mut |other| found |= other == array.value);
                right.arrays(&mut |other| found |= other == array.value);
                found
            };
            !facts.iter().any(of)
        };
        if by_chain || stated {
            let fact = SizeFact::Known(array.value, name.clone());
            self.program().facts.push(fact);
            self.texts.push((name, array.tag));
            self.scalars.retain(|(other, _)| *other != scalar);
            self.scalars.push((scalar, false));
        }
        0
    }

    fn opaque(&mut self, kind: OpaqueKind) -> usize {
        let mut reads = Vec::new();
        for _ in 0..self.random.below(3) {
            if let Some(array) = self.any_array() {
                reads.push(array.value);
            }
            if !self.scalars.is_empty() {
                reads.push(self.scalars[self.random.below(self.scalars.len())].0);
            }
        }
        reads.sort_unstable();
        reads.dedup();
        self.bind_opaque(kind, reads);
        0
    }

    fn bind_opaque(&mut self, kind: OpaqueKind, mut reads: Vec<ValueId>) {
        let wall = kind == OpaqueKind::Wall;
        let id = BindingId(self.written.program.bindings.len());
        let guard = wall && self.chance(50);
        let mut outputs = Vec::new();
        let mut changes = Vec::new();
        if wall && self.chance(50) {
            for array in self
                .arrays
                .clone()
                .into_iter()
                .filter(|array| array.mutable)
            {
                if !reads.contains(&array.value) {
                    reads.push(array.value);
                }
                let name = self.written.program.value(array.value).name.clone();
                let after = self.value(name, ValueKind::Array);
                outputs.push(after);
                let mut tag = self.tag();
                if self.chance(50) {
                    tag = array.tag;
                    let fact = SizeFact::Same(Length::Of(after), Length::Of(array.value));
                    self.program().facts.push(fact);
                }
                changes.push((array.value, after, tag));
            }
        }
        let declared = match self.random.below(5) {
            0 => None,
            1 | 2 => {
                let name = self.fresh_name("o");
                let value = self.value(name, ValueKind::Array);
                let mut tag = self.tag();
                let below = |fact| SizeFact::Below(id, Box::new(fact));
                let fact = match self.random.below(4) {
                    0 => None,
                    1 => self.any_array().map(|array| {
                        reads.push(array.value);
                        tag = array.tag;
                        SizeFact::Equal(array.value, value)
                    }),
                    2 => {
                        let (text, known) = self.text();
                        tag = known;
                        Some(SizeFact::Known(value, text))
                    }
                    _ => {
                        let length = self.length(2, &mut reads);
                        Some(SizeFact::Same(Length::Of(value), length))
                    }
                };
                let fact = fact.map(|fact| if wall && !guard { below(fact) } else { fact });
                self.program().facts.extend(fact);
                Some((
                    value,
                    Some(Flow {
                        value,
                        tag,
                        degree: 1,
                    }),
                ))
            }
            _ => {
                let name = self.name("o");
                Some((self.value(name, ValueKind::Scalar), None))
            }
        };
        outputs.extend(declared.map(|(value, _)| value));
        reads.sort_unstable();
        reads.dedup();
        self.bind_statement(kind, &reads, outputs);
        self.chains += 1;
        if guard {
            self.guards.push(id);
        } else if wall {
            self.guards.clear();
        }
        for (before, after, tag) in changes {
            self.replace(before, after, tag);
        }
        if wall
            && !guard
            && self.chance(60)
            && let (Some(one), Some(other)) = (self.any_array(), self.any_array())
            && one.value != other.value
            && one.degree == 1
            && other.degree == 1
        {
            let fact = SizeFact::Equal(one.value, other.value);
            self.program()
                .facts
                .push(SizeFact::Below(id, Box::new(fact)));
            let (one, other) = (self.root(one.tag), self.root(other.tag));
            self.tags[one.max(other)] = one.min(other);
        }
        if let Some((value, flow)) = declared {
            self.declare(value, flow);
        }
    }
}
