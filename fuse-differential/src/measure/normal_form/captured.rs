//! The variables that parts of a chain name, and their text.

use crate::function::chain::Step;
use crate::function::expression::{Expression, Part, Variable};
use crate::function::walk::{Event, walk_expression, walk_pattern, walk_statement};
use std::collections::BTreeSet;

/// The variables that some parts name, and those that they bind themselves.
#[derive(Default)]
pub(super) struct Captured {
    pub(super) used: BTreeSet<Variable>,
    pub(super) bound: BTreeSet<Variable>,
}

impl Captured {
    pub(super) fn event(&mut self, event: Event<'_>) {
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

    pub(super) fn expression(&mut self, expression: &Expression) {
        walk_expression(expression, &mut |event| self.event(event));
    }

    pub(super) fn step(&mut self, step: &Step) {
        walk_step(step, &mut |event| self.event(event));
    }
}

pub(super) fn walk_step<'a>(step: &'a Step, visit: &mut dyn FnMut(Event<'a>)) {
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

pub(super) fn step_text(step: &Step) -> String {
    texts(&step.parts)
}

pub(super) fn texts(parts: &[Part]) -> String {
    parts
        .iter()
        .filter_map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            _ => None,
        })
        .collect()
}
