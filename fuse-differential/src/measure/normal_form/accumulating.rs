//! `for` loops that add up or push -> consumers.

use super::Lowering;
use super::captured::Captured;
use crate::function::expression::{Expression, Mode, Node, Part};
use crate::function::walk::{Event, walk_pattern, walk_statement};
use fuse_compiler::internals::cnf::{OpaqueKind, Reason, ValueKind};
use std::collections::BTreeSet;

impl Lowering<'_, '_> {
    /// `for x in &xs { total += x; }`, which is a consumer.
    pub(super) fn accumulating_loop(&mut self, expression: &Expression) -> bool {
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
}
