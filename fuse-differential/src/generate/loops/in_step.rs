//! A second loop that touches an array at its own counter, behind one that has stored its elements; or nearly so.

use crate::function::expression::{Binds, Expression, Mode, Part, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::scope::{Entry, Name};
use super::super::sources::text;
use super::{around, line, when};

impl Generator {
    /// `for i in 0..xs.len() { zs[i] = 2.0 * ys[i]; }`, of an array that is as long as `entry`; the array to be read.
    pub(super) fn in_step(
        &mut self,
        body: &mut Vec<Statement>,
        entry: &Entry,
        made: Variable,
        number: Number,
    ) -> Variable {
        let Some(array) = self.entry(made).map(|made| made.clone()) else {
            return made;
        };
        if self.random.percent(12) {
            self.effect_statement(body);
        }
        let first = self.literal(number);
        let length = self.read(entry.variable);
        let parts = vec![
            text("vec!["),
            Part::Piece(first, Binds::Open),
            text("; "),
            Part::Piece(length, Binds::Postfix),
            text(".len()]"),
        ];
        let is = Type::Number(number).vec();
        let other = self.bind_parts(body, Name::Array, Shown::Annotated, is, parts);
        if let Some(other) = self.entry(other) {
            other.growth = entry.growth;
        }
        let mut inside = Vec::new();
        if self.random.percent(15) {
            inside.push(line(vec![text("let i = i / 2")]));
        }
        let target = if self.random.percent(35) { made } else { other };
        let mut parts = vec![
            Part::Piece(self.used(target, Mode::Mutate), Binds::Postfix),
            text("[i] = "),
        ];
        parts.append(&mut self.stored_value(&array, number, true));
        let store = line(parts);
        inside.push(match self.random.percent(10) {
            true => {
                let odd = Expression::parts(Type::Bool, Binds::Compare, vec![text("i % 2 == 1")]);
                when(odd, vec![store])
            }
            false => store,
        });
        let start = if self.random.percent(12) { "1" } else { "0" };
        let length = Part::Piece(self.read(entry.variable), Binds::Postfix);
        let head = match self.random.percent(65) {
            true => vec![
                Part::Tag("for loop over numbered elements"),
                text("for (i, _) in "),
                length,
                text(".iter().enumerate() "),
            ],
            false => vec![
                Part::Tag("for loop in step"),
                text(format!("for i in {start}..")),
                length,
                text(".len() "),
            ],
        };
        body.push(around(head, inside));
        if self.random.percent(40) {
            return self.over_indices(body, entry, &array, number);
        }
        if self.random.percent(50) { made } else { other }
    }

    /// `let ys: Vec<f64> = (0..xs.len()).map(|i| 2.0 * zs[i]).collect();`
    fn over_indices(
        &mut self,
        body: &mut Vec<Statement>,
        entry: &Entry,
        array: &Entry,
        number: Number,
    ) -> Variable {
        let length = Part::Piece(self.read(entry.variable), Binds::Postfix);
        let mut parts = vec![
            Part::Tag("chain over indices"),
            text("(0.."),
            length,
            text(".len()).map(|i| "),
        ];
        parts.append(&mut self.stored_value(array, number, true));
        parts.push(text(").collect()"));
        let is = Type::Number(number).vec();
        let bound = self.bind_parts(body, Name::Array, Shown::Annotated, is, parts);
        if let Some(bound) = self.entry(bound) {
            bound.growth = entry.growth;
        }
        bound
    }
}
