//! Prints a loop with the names of its program.

use super::nest::{Loop, Nest, Outcome, Scope, Step};
use crate::cnf::{Program, ValueId};
use std::fmt::{self, Write};

impl Loop {
    /// The loop in words, one step a line.
    #[must_use]
    pub fn display(&self, program: &Program) -> String {
        let mut printer = Printer {
            program,
            out: String::new(),
        };
        // Writing to a string cannot fail.
        let _ = printer.nest(&self.root, 0);
        for outcome in &self.outcomes {
            let (word, value) = match outcome {
                Outcome::Scalar(value) => ("scalar", value),
                Outcome::Stored { array, exact: true } => ("array", array),
                Outcome::Stored {
                    array,
                    exact: false,
                } => ("array of unknown size", array),
                Outcome::Contracted(value)
                | Outcome::Pushed {
                    array: value,
                    stored: false,
                } => ("contracted", value),
                Outcome::Pushed { array, .. } => ("array that is pushed to", array),
            };
            let _ = writeln!(printer.out, "{word} {}", program.value(*value).name);
        }
        printer.out
    }
}

struct Printer<'a> {
    program: &'a Program<'a>,
    out: String,
}

impl Printer<'_> {
    fn name(&self, value: ValueId) -> String {
        self.program.value(value).name.clone()
    }

    fn nest(&mut self, nest: &Nest, depth: usize) -> fmt::Result {
        let sources = nest
            .sources
            .iter()
            .map(|source| self.name(source.value))
            .collect::<Vec<_>>();
        let sources = sources.join(", ");
        writeln!(self.out, "{}for each of {sources}:", "  ".repeat(depth))?;
        self.scope(&nest.body, depth + 1)
    }

    fn scope(&mut self, scope: &Scope, depth: usize) -> fmt::Result {
        let indent = "  ".repeat(depth);
        for step in &scope.steps {
            match step {
                Step::Compute(id) => writeln!(self.out, "{indent}let {}", self.program.label(*id))?,
                Step::Consume(id) => {
                    writeln!(self.out, "{indent}fold {}", self.program.label(*id))?
                }
                Step::Guard(id, inside) => {
                    writeln!(self.out, "{indent}if {}:", self.program.label(*id))?;
                    self.scope(inside, depth + 1)?;
                }
            }
        }
        if let Some(inner) = &scope.inner {
            self.nest(&inner.nest, depth)?;
        }
        for store in &scope.stores {
            let name = self.name(*store);
            writeln!(self.out, "{indent}store {name}")?;
        }
        Ok(())
    }
}
