//! The normal form of a generated function, from its model (paper 001, fig. 1.2; design sections 2
//! and 3).
//!
//! In: a [`Function`]. Out: one [`Program`] for each of its blocks. What the design says of
//! statements holds: what calls, changes or leaves is a wall; short circuits are alone; an adapter
//! that is no step of one element drives its loop, and needs what it reads in memory.

use super::lengths;
use crate::Function;
use crate::function::chain::{Chain, Step};
use crate::function::expression::{Block, Expression, Mode, Node, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::Type;
use crate::function::walk::{Event, walk_expression, walk_pattern, walk_statement};
use fuse_compiler::cnf::{
    BindingId, Length, OpaqueKind, Program, ProgramBuilder, Reason, SizeFact, ValueId, ValueKind,
};
use fuse_compiler::recognised::{self, Sharing};
use std::collections::{BTreeMap, BTreeSet};

/// Constructs that make a wall of any statement.
const WALLS: [&str; 3] = [
    "impure worker",
    "opaque statement",
    "effect outside workers",
];

/// The programs of all blocks, that of the body first.
pub(super) fn of(function: &Function) -> Vec<Program> {
    let mut programs = Vec::new();
    let mut body = Lowering::new(function, &mut programs);
    for statement in &function.body {
        body.statement(statement);
    }
    let tail: Vec<&Expression> = function.results.iter().collect();
    body.end(&tail);
    programs
}

struct Lowering<'f, 'p> {
    function: &'f Function,
    programs: &'p mut Vec<Program>,
    builder: ProgramBuilder,
    values: BTreeMap<Variable, ValueId>,
    /// Which binding made an array.
    producers: BTreeMap<ValueId, BindingId>,
    /// Integers that are the length of something.
    lengths: BTreeMap<Variable, Length>,
    /// What each chain so far mentions.
    readers: Vec<(BTreeSet<Variable>, BindingId)>,
    made: usize,
}

/// What an expression does besides its chains.
#[derive(Default)]
struct Rest {
    reads: BTreeSet<ValueId>,
    changes: BTreeSet<Variable>,
    wall: bool,
}

/// The elements of a chain on their way.
struct Flow {
    value: ValueId,
    /// True once a binding of the chain's own made the value.
    own: bool,
    first: Option<BindingId>,
}

impl<'f, 'p> Lowering<'f, 'p> {
    fn new(function: &'f Function, programs: &'p mut Vec<Program>) -> Self {
        Lowering {
            function,
            programs,
            builder: ProgramBuilder::new("measured"),
            values: BTreeMap::new(),
            producers: BTreeMap::new(),
            lengths: BTreeMap::new(),
            readers: Vec::new(),
            made: 0,
        }
    }

    fn end(mut self, tail: &[&Expression]) {
        let mut rest = Rest::default();
        for expression in tail {
            self.expression(expression, &mut rest);
        }
        let reads: Vec<ValueId> = rest.reads.into_iter().collect();
        self.builder.opaque(OpaqueKind::Transparent, &reads, &[]);
        self.programs.push(self.builder.finish());
    }

    fn block(&mut self, block: &Block) {
        let mut inner = Lowering::new(self.function, self.programs);
        for statement in &block.statements {
            inner.statement(statement);
        }
        let tail: Vec<&Expression> = block.tail.as_deref().into_iter().collect();
        inner.end(&tail);
    }

    fn is(&self, variable: Variable) -> &'f Type {
        &self.function.variables[variable.0].is
    }

    fn is_array(&self, variable: Variable) -> bool {
        self.is(variable).elements().is_some()
    }

    fn kind(&self, variable: Variable) -> ValueKind {
        match self.is_array(variable) {
            true => ValueKind::Array,
            false => ValueKind::Scalar,
        }
    }

    fn name(&mut self) -> String {
        self.made += 1;
        format!("v{}", self.made)
    }

    fn value(&mut self, variable: Variable) -> ValueId {
        if let Some(value) = self.values.get(&variable) {
            return *value;
        }
        let name = self.name();
        let value = match self.kind(variable) {
            ValueKind::Array => self.builder.parameter_array(&name),
            ValueKind::Scalar => self.builder.parameter_scalar(&name),
        };
        self.values.insert(variable, value);
        value
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Do(expression) => {
                if !self.accumulating_loop(expression) {
                    let fact = self.equal_lengths(expression);
                    let mut rest = Rest::default();
                    self.expression(expression, &mut rest);
                    rest.wall = true;
                    self.opaque(rest, None);
                    if let Some((a, b)) = fact {
                        let wall = self.builder.last();
                        let fact = SizeFact::Below(wall, Box::new(SizeFact::Equal(a, b)));
                        self.builder.fact(fact);
                    }
                }
            }
            // A function inside the function captures nothing and does nothing where it stands.
            Statement::Item { .. } => {}
            Statement::Let {
                pattern,
                shown,
                value,
            } => {
                if let (Pattern::Bind(variable), Node::Chain(chain)) = (pattern, &value.node)
                    && let Some(result) = self.chain(chain, *shown)
                {
                    self.values.insert(*variable, result);
                    return;
                }
                let length = self.length(value);
                let mut rest = Rest::default();
                self.expression(value, &mut rest);
                self.opaque(rest, Some(pattern));
                if let (Pattern::Bind(variable), Some(length)) = (pattern, length) {
                    self.lengths.insert(*variable, length);
                }
            }
        }
    }

    /// A statement that is not a chain, with what it binds and changes.
    fn opaque(&mut self, rest: Rest, pattern: Option<&Pattern>) {
        let mut bound: Vec<Variable> = rest.changes.into_iter().collect();
        if let Some(pattern) = pattern {
            walk_pattern(pattern, &mut |event| {
                if let Event::Bind(variable) = event {
                    bound.push(variable);
                }
            });
        }
        let wall = rest.wall || bound.iter().any(|v| self.values.contains_key(v));
        let kind = match wall {
            true => OpaqueKind::Wall,
            false => OpaqueKind::Transparent,
        };
        let reads: Vec<ValueId> = rest.reads.into_iter().collect();
        let names: Vec<String> = bound.iter().map(|_| self.name()).collect();
        let outputs: Vec<(&str, ValueKind)> = names
            .iter()
            .zip(&bound)
            .map(|(name, variable)| (name.as_str(), self.kind(*variable)))
            .collect();
        let outputs = self.builder.opaque(kind, &reads, &outputs);
        self.values.extend(bound.into_iter().zip(outputs));
    }

    /// Lowers the chains of an expression; notes what the rest of it does.
    fn expression(&mut self, expression: &Expression, rest: &mut Rest) {
        match &expression.node {
            Node::Literal(_) => {}
            Node::Return => rest.wall = true,
            Node::Use(variable, mode) => self.used(*variable, *mode, rest),
            Node::Dereference(_, inner) => self.expression(inner, rest),
            Node::Binary(_, left, right) => {
                self.expression(left, rest);
                self.expression(right, rest);
            }
            Node::Chain(chain) => {
                if let Some(result) = self.chain(chain, Shown::Inside) {
                    rest.reads.insert(result);
                } else {
                    self.mentioned(expression, rest);
                }
            }
            Node::Parts(_, _) if matches!(expression.is, Type::Worker(..)) => {
                self.mentioned(expression, rest);
            }
            Node::Parts(_, parts) => {
                for part in parts {
                    match part {
                        Part::Piece(inner, _) | Part::Argument(inner) => {
                            self.expression(inner, rest);
                        }
                        Part::Block(block) => {
                            rest.wall = true;
                            self.block(block);
                            for statement in &block.statements {
                                walk_statement(statement, &mut |event| self.event(event, rest));
                            }
                            if let Some(tail) = &block.tail {
                                self.mentioned(tail, rest);
                            }
                        }
                        Part::Tag(tag) => rest.wall |= WALLS.contains(tag),
                        Part::Text(_) | Part::Pattern(_) => {}
                    }
                }
            }
        }
    }

    fn mentioned(&mut self, expression: &Expression, rest: &mut Rest) {
        walk_expression(expression, &mut |event| self.event(event, rest));
    }

    fn event(&mut self, event: Event<'_>, rest: &mut Rest) {
        match event {
            Event::Use(variable, mode) => self.used(variable, mode, rest),
            Event::Tag(tag) => rest.wall |= WALLS.contains(&tag),
            _ => {}
        }
    }

    fn used(&mut self, variable: Variable, mode: Mode, rest: &mut Rest) {
        // What is bound inside is nobody's here.
        let value = self.value(variable);
        rest.reads.insert(value);
        if matches!(
            mode,
            Mode::Mutate | Mode::Through | Mode::Assign | Mode::Pull
        ) {
            rest.changes.insert(variable);
        }
    }

    /// The value of a chain that has a consumer.
    fn chain(&mut self, chain: &Chain, shown: Shown) -> Option<ValueId> {
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
    fn stream(&mut self, source: &Expression, adapters: &[Step]) -> Flow {
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

    fn flow(&self, value: ValueId) -> Flow {
        Flow {
            value,
            own: true,
            first: Some(self.builder.last()),
        }
    }

    fn builder_of(&mut self, flow: &Flow) -> &mut ProgramBuilder {
        if flow.own {
            self.builder.same_chain_as(flow.value);
        }
        &mut self.builder
    }

    fn consume(
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

    fn made(&mut self, array: ValueId) -> ValueId {
        self.producers.insert(array, self.builder.last());
        array
    }

    /// Whether the consumer's chain shares its loop with no other, by the tables of the manual.
    fn is_alone(&self, adapters: &[Step], consumer: &Step, shown: Shown) -> bool {
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

    /// `for x in &xs { total += x; }`, which is a consumer.
    fn accumulating_loop(&mut self, expression: &Expression) -> bool {
        let Node::Parts(_, parts) = &expression.node else {
            return false;
        };
        let pushes = match parts.first() {
            Some(Part::Tag("for loop that adds up")) => false,
            Some(Part::Tag("for loop that pushes")) => true,
            _ => return false,
        };
        let over = parts.iter().find_map(|part| match part {
            Part::Piece(over, _) => Some(over),
            _ => None,
        });
        let body = parts.iter().find_map(|part| match part {
            Part::Block(block) => Some(block),
            _ => None,
        });
        let (Some(over), Some(body)) = (over, body) else {
            return false;
        };
        let mut captured = Captured::default();
        let mut changes = BTreeSet::new();
        for part in parts {
            if let Part::Pattern(pattern) = part {
                walk_pattern(pattern, &mut |event| captured.event(event));
            }
        }
        for statement in &body.statements {
            walk_statement(statement, &mut |event| {
                captured.event(event);
                if let Event::Use(variable, Mode::Assign | Mode::Mutate | Mode::Through) = event {
                    changes.insert(variable);
                }
            });
        }
        if body.tail.is_some() || changes.len() != 1 {
            return false;
        }
        let Some(total) = changes.pop_first() else {
            return false;
        };
        let flow = self.stream(over, &[]);
        captured.used.remove(&total);
        let (mut scalars, arrays) = self.split(&captured);
        scalars.push(self.value(total));
        let name = self.name();
        let source = flow.value;
        let value = self.builder_of(&flow).fold(&name, source, &scalars);
        self.builder.reading(&arrays);
        let fold = self.builder.last();
        for (earlier, before) in &self.readers {
            if earlier.contains(&total) {
                self.builder.precedence(*before, fold, Reason::Writes);
            }
        }
        let mut mentioned = captured.used;
        mentioned.insert(total);
        self.readers.push((mentioned, flow.first.unwrap_or(fold)));
        let value = match pushes {
            false => value,
            true => {
                let name = self.name();
                let array = [(name.as_str(), ValueKind::Array)];
                self.builder
                    .opaque(OpaqueKind::Transparent, &[value], &array)[0]
            }
        };
        self.values.insert(total, value);
        true
    }

    /// What of it counts as a step of one element.
    fn is_step(&self, step: &Step) -> bool {
        match step.construct {
            "map(f)" | "filter(p)" | "filter_map(f)" | "copied()" | "cloned()" | "enumerate()" => {
                true
            }
            "zip(ys)" => self.argument_array(step).is_some(),
            _ => false,
        }
    }

    /// The array that an expression reads from its start, element by element.
    fn array_of(&self, expression: &Expression) -> Option<Variable> {
        let variable = match &expression.node {
            Node::Use(variable, _) => *variable,
            Node::Parts(_, parts) => {
                let mut found = None;
                for part in parts {
                    match part {
                        Part::Tag(_) => {}
                        Part::Text(text)
                            if matches!(text.as_str(), "&" | ".iter()" | ".into_iter()") => {}
                        Part::Piece(inner, _) | Part::Argument(inner) if found.is_none() => {
                            match inner.node {
                                Node::Use(variable, _) => found = Some(variable),
                                _ => return None,
                            }
                        }
                        _ => return None,
                    }
                }
                found?
            }
            _ => return None,
        };
        self.is_array(variable).then_some(variable)
    }

    fn argument_array(&self, step: &Step) -> Option<Variable> {
        let mut arguments = step.parts.iter().filter_map(|part| match part {
            Part::Piece(inner, _) | Part::Argument(inner) => Some(inner),
            _ => None,
        });
        let array = self.array_of(arguments.next()?)?;
        arguments.next().is_none().then_some(array)
    }

    /// The two arrays of `iter::zip(xs, ys)`.
    fn zipped(&self, source: &Expression) -> Option<(Variable, Variable)> {
        let Node::Parts(_, parts) = &source.node else {
            return None;
        };
        if !matches!(parts.first(), Some(Part::Tag("iter::zip(xs, ys)"))) {
            return None;
        }
        let mut arrays = parts.iter().filter_map(|part| match part {
            Part::Piece(inner, _) | Part::Argument(inner) => Some(self.array_of(inner)),
            _ => None,
        });
        Some((arrays.next()??, arrays.next()??))
    }

    /// How many elements a source has that is no array.
    fn extent(&mut self, source: &Expression, construct: &str, text: &str) -> Length {
        let Node::Parts(_, parts) = &source.node else {
            return Length::Unknown;
        };
        let piece = parts.iter().find_map(|part| match part {
            Part::Piece(inner, _) => Some(inner),
            _ => None,
        });
        let Some(piece) = piece else {
            return Length::Unknown;
        };
        match (construct, &piece.node) {
            ("0..n" | "1..=n", Node::Parts(..)) if piece.is == Type::USIZE => {
                // The table's own rows may be written with a piece that holds the rest.
                self.length(piece).unwrap_or(Length::Unknown)
            }
            ("0..n" | "1..=n", _) => self.length(piece).unwrap_or(Length::Unknown),
            (_, Node::Use(array, _)) if self.is_array(*array) => {
                let of = Length::Of(self.value(*array));
                lengths::part(construct, text, of)
            }
            _ => Length::Unknown,
        }
    }

    /// The length that an integer expression is.
    fn length(&mut self, expression: &Expression) -> Option<Length> {
        match &expression.node {
            Node::Literal(text) => Some(Length::Known(text.clone())),
            Node::Use(variable, _) => {
                let known = self.lengths.get(variable).cloned();
                known.or_else(|| {
                    let integer = *self.is(*variable) == Type::USIZE;
                    integer.then(|| Length::Known(format!("n{}", variable.0)))
                })
            }
            Node::Parts(_, parts) => match parts.as_slice() {
                [Part::Piece(inner, _), Part::Text(text), ..] if text == ".len(" => {
                    match inner.node {
                        Node::Use(array, _) if self.is_array(array) => {
                            Some(Length::Of(self.value(array)))
                        }
                        _ => None,
                    }
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The arrays of which a statement says that they have one length.
    fn equal_lengths(&mut self, expression: &Expression) -> Option<(ValueId, ValueId)> {
        let mut fact = false;
        let mut arrays = Vec::new();
        walk_expression(expression, &mut |event| match event {
            Event::Tag(tag) => fact |= tag.starts_with("size fact"),
            Event::Use(variable, _) => arrays.push(variable),
            _ => {}
        });
        match arrays.as_slice() {
            [a, b] if fact && self.is_array(*a) && self.is_array(*b) => {
                Some((self.value(*a), self.value(*b)))
            }
            _ => None,
        }
    }

    fn split(&mut self, captured: &Captured) -> (Vec<ValueId>, Vec<ValueId>) {
        let variables: Vec<Variable> = captured
            .used
            .iter()
            .copied()
            .filter(|variable| !captured.bound.contains(variable))
            .collect();
        let (arrays, scalars): (Vec<Variable>, Vec<Variable>) = variables
            .into_iter()
            .partition(|variable| self.is_array(*variable));
        let scalars = scalars.into_iter().map(|v| self.value(v)).collect();
        let arrays = arrays.into_iter().map(|v| self.value(v)).collect();
        (scalars, arrays)
    }
}

/// The variables that some parts name, and those that they bind themselves.
#[derive(Default)]
struct Captured {
    used: BTreeSet<Variable>,
    bound: BTreeSet<Variable>,
}

impl Captured {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Use(variable, _) => {
                self.used.insert(variable);
            }
            Event::Bind(variable) => {
                self.bound.insert(variable);
            }
            _ => {}
        }
    }

    fn expression(&mut self, expression: &Expression) {
        walk_expression(expression, &mut |event| self.event(event));
    }

    fn step(&mut self, step: &Step) {
        walk_step(step, &mut |event| self.event(event));
    }
}

fn walk_step<'a>(step: &'a Step, visit: &mut dyn FnMut(Event<'a>)) {
    for part in &step.parts {
        match part {
            Part::Piece(inner, _) | Part::Argument(inner) => walk_expression(inner, visit),
            Part::Pattern(pattern) => walk_pattern(pattern, visit),
            Part::Block(block) => {
                for statement in &block.statements {
                    walk_statement(statement, visit);
                }
                if let Some(tail) = &block.tail {
                    walk_expression(tail, visit);
                }
            }
            Part::Tag(tag) => visit(Event::Tag(tag)),
            Part::Text(_) => {}
        }
    }
}

/// The row of the table that a source belongs to, and its text without its pieces.
fn described(source: &Expression) -> (&'static str, String) {
    let Node::Parts(_, parts) = &source.node else {
        return ("", String::new());
    };
    let tag = parts.iter().find_map(|part| match part {
        Part::Tag(tag) => Some(*tag),
        _ => None,
    });
    (tag.unwrap_or(""), texts(parts))
}

fn step_text(step: &Step) -> String {
    texts(&step.parts)
}

fn texts(parts: &[Part]) -> String {
    parts
        .iter()
        .filter_map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            _ => None,
        })
        .collect()
}
