//! The normal form of a generated function, from its model (paper 001, fig. 1.2; docs/DESIGN.md
//! section 3).
//!
//! In: a [`Function`]. Out: one [`Program`] for each of its blocks. What docs/DESIGN.md section 3 says
//! of statements holds: what calls, changes or leaves is a wall; short circuits are alone; an adapter
//! that is no step of one element drives its loop, and needs what it reads in memory.

mod accumulating;
mod captured;
mod chains;
mod reading;

use crate::Function;
use crate::function::expression::{Block, Expression, Mode, Node, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::Type;
use crate::function::walk::{Event, walk_expression, walk_pattern, walk_statement};
use fuse_compiler::internals::cnf::{
    BindingId, Length, OpaqueKind, Program, ProgramBuilder, SizeFact, ValueId, ValueKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// Constructs that make a wall of any statement.
const WALLS: [&str; 3] = [
    "impure worker",
    "opaque statement",
    "effect outside workers",
];

/// The programs of all blocks, that of the body first.
pub(super) fn of(function: &Function) -> Vec<Program<'static>> {
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
    programs: &'p mut Vec<Program<'static>>,
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
    fn new(function: &'f Function, programs: &'p mut Vec<Program<'static>>) -> Self {
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
            Statement::Under { statement, .. } => self.statement(statement),
            Statement::Words { .. } => {
                let wall = Rest {
                    wall: true,
                    ..Rest::default()
                };
                self.opaque(wall, None);
            }
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
            Node::Return | Node::Leave(_) => rest.wall = true,
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
}
