//! Arrays that are assigned anew what a chain makes of them: `xs = xs.iter().map(..).collect();`.

use crate::function::expression::{Binds, Expression, Mode, Part};
use crate::function::statement::Statement;
use crate::function::types::Type;

use super::Generator;
use super::sources::text;

impl Generator {
    /// Assigns a vector of numbers anew, from its own elements. False if there is none.
    pub(crate) fn reassigned(&mut self, body: &mut Vec<Statement>) -> bool {
        let (loops, workers) = (self.loops, self.workers);
        let found = self.one(|entry| {
            matches!(&entry.is, Type::Vec(element) if element.is_number())
                && (entry.loops, entry.workers, entry.focus) == (loops, workers, false)
        });
        let Some(entry) = found else { return false };
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let variable = entry.variable;
        let borrowed = element.clone().reference();
        let place = self.change(variable);
        let shape = self.random.below(4);
        let array = match self.is_field(variable) && matches!(shape, 1 | 2) {
            true => self.taken_field(variable),
            false => self.used(variable, Mode::Read),
        };
        let worker = self.without(variable, |generator| match shape {
            0 => generator.closure(&[borrowed], |generator| generator.value(&element, 2)),
            1 => generator.closure(std::slice::from_ref(&element), |generator| {
                generator.value(&element, 2)
            }),
            2 => generator.closure(&[borrowed], |generator| generator.condition(1)),
            _ => generator.closure(&[borrowed.reference()], |generator| generator.condition(1)),
        });
        let (before, behind) = match shape {
            0 => (".iter().map(", ").collect()"),
            1 => (".into_iter().map(", ").collect()"),
            2 => (".into_iter().filter(", ").collect()"),
            _ => (".iter().filter(", ").copied().collect()"),
        };
        if let Some(entry) = self.entry(variable) {
            entry.like = None;
            entry.growth += 1;
        }
        let assignment = Expression::parts(
            Type::Unit,
            Binds::Open,
            vec![
                Part::Piece(place, Binds::Postfix),
                text(" = "),
                Part::Piece(array, Binds::Postfix),
                text(before),
                Part::Argument(worker),
                text(behind),
            ],
        );
        body.push(Statement::Do(assignment.tagged("array assigned anew")));
        true
    }
}
