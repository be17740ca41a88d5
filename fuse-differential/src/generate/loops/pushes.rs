//! Loops that push beside what they add up, and in branches: whoever reads what they have pushed may do so in the same loop.

use crate::function::expression::{Binds, Mode, Part, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::scope::{Entry, Name};
use super::super::sources::text;
use super::{either, line, when};

impl Generator {
    /// `for x in xs { total += x; if x > 0.0 { ys.push(total) } }` and the like, of one array or of two; one of them.
    pub(super) fn pushed_beside(
        &mut self,
        body: &mut Vec<Statement>,
        entry: &Entry,
        number: Number,
    ) -> Variable {
        let total = self.total(body, number);
        let mut arrays = Vec::new();
        for _ in 0..self.random.between(1, 2) {
            let new = *self
                .random
                .pick(&["Vec::new()", "vec![]", "Vec::with_capacity(3)"]);
            let is = Type::Number(number).vec();
            let shown = Shown::Annotated;
            let made = self.bind_parts(body, Name::Array, shown, is, vec![text(new)]);
            if let Some(made) = self.entry(made) {
                made.growth = entry.growth;
            }
            arrays.push(made);
        }
        if self.random.percent(6) {
            // It is not empty where the loop begins.
            let push = self.push(arrays[0], None, number);
            body.push(push);
        }
        let mut changed = arrays.clone();
        changed.push(total);
        let tag = "for loop that pushes beside";
        self.walk(body, entry, &changed, "", tag, |generator, inside| {
            if generator.random.percent(20) {
                let condition = generator.condition(1);
                inside.push(when(condition, vec![line(vec![text("continue")])]));
            }
            let first = generator.random.percent(50);
            if first {
                generator.total_of_turn(inside, total, number);
            }
            for array in &arrays {
                generator.pushes_of_turn(inside, &arrays, *array, total, number);
            }
            if !first || generator.random.percent(20) {
                generator.total_of_turn(inside, total, number);
            }
        });
        *self.random.pick(&arrays)
    }

    /// What a turn adds to the total, perhaps under a condition.
    fn total_of_turn(&mut self, inside: &mut Vec<Statement>, total: Variable, number: Number) {
        let mut statements = Vec::new();
        let value = self.risky(number);
        self.add(&mut statements, total, value);
        if self.random.percent(25) {
            let condition = self.condition(1);
            inside.push(when(condition, statements));
        } else {
            inside.append(&mut statements);
        }
    }

    /// What a turn pushes to an array: once, in a branch, in both, or twice.
    fn pushes_of_turn(
        &mut self,
        inside: &mut Vec<Statement>,
        arrays: &[Variable],
        array: Variable,
        total: Variable,
        number: Number,
    ) {
        let push = self.push(array, Some(total), number);
        match self.random.weighted(&[40, 22, 14, 12, 5]) {
            0 => inside.push(push),
            1 => {
                let condition = self.condition(1);
                inside.push(when(condition, vec![push]));
            }
            2 => {
                let condition = self.condition(1);
                let other = self.push(array, Some(total), number);
                inside.push(either(condition, vec![push], vec![other]));
            }
            3 => {
                let condition = self.condition(1);
                let other = *self.random.pick(arrays);
                let other = self.push(other, Some(total), number);
                inside.push(either(condition, vec![push], vec![other]));
            }
            _ => {
                let again = self.push(array, None, number);
                inside.extend([push, again]);
            }
        }
    }

    /// `ys.push(x);` of a number, or of the total so far.
    fn push(&mut self, array: Variable, total: Option<Variable>, number: Number) -> Statement {
        let total = total.filter(|_| self.random.percent(35));
        let value = match total {
            Some(total) => self.used(total, Mode::Read),
            None => self.risky(number),
        };
        let array = self.used(array, Mode::Mutate);
        line(vec![
            Part::Piece(array, Binds::Postfix),
            text(".push("),
            Part::Argument(value),
            text(")"),
        ])
    }
}
