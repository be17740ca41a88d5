//! Loops that push beside what they add up, and in branches: whoever reads what they have pushed may do so in the same loop.

use crate::function::expression::{Binds, Expression, Mode, Part, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::scope::{Entry, Name};
use super::super::sources::text;
use super::{around, either, line, when};

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
        let ends = self.random.percent(30);
        let tag = match ends {
            true => "for loop that ends early",
            false => "for loop that pushes beside",
        };
        let asks = self.random.percent(15);
        let asked = (asks, tag);
        self.walk_or_ask(body, entry, &changed, asked, |generator, inside| {
            if ends && generator.random.percent(70) {
                generator.end_of_turns(inside, &arrays);
            }
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
            if ends && generator.random.percent(50) {
                generator.end_of_turns(inside, &arrays);
            }
        });
        *self.random.pick(&arrays)
    }

    /// `if x > 3 { break }`, or by what has been pushed.
    fn end_of_turns(&mut self, inside: &mut Vec<Statement>, arrays: &[Variable]) {
        let condition = if self.random.percent(40) {
            let array = *self.random.pick(arrays);
            let array = Part::Piece(self.used(array, Mode::Read), Binds::Postfix);
            let most = self.random.between(1, 6);
            let parts = vec![array, text(format!(".len() > {most}"))];
            Expression::parts(Type::Bool, Binds::Compare, parts)
        } else {
            self.condition(1)
        };
        inside.push(when(condition, vec![line(vec![text("break")])]));
    }

    /// `for x in xs { .. }`, or `while let Some(x) = walker.next() { .. }`.
    fn walk_or_ask(
        &mut self,
        body: &mut Vec<Statement>,
        entry: &Entry,
        changed: &[Variable],
        (asks, tag): (bool, &'static str),
        write: impl FnOnce(&mut Self, &mut Vec<Statement>),
    ) {
        if !asks {
            return self.walk(body, entry, changed, "", tag, write);
        }
        let array = Part::Piece(self.read(entry.variable), Binds::Postfix);
        body.push(line(vec![
            text("let mut walker = "),
            array,
            text(".iter()"),
        ]));
        let (pattern, statements) = self.turns(entry, changed, write);
        body.push(around(
            vec![
                Part::Tag("while loop that pushes"),
                text("while let Some("),
                Part::Pattern(pattern),
                text(") = walker.next() "),
            ],
            statements,
        ));
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

    /// What a turn pushes to an array: once, in a branch, in both, twice, or in a loop inside.
    fn pushes_of_turn(
        &mut self,
        inside: &mut Vec<Statement>,
        arrays: &[Variable],
        array: Variable,
        total: Variable,
        number: Number,
    ) {
        let push = self.push(array, Some(total), number);
        match self.random.weighted(&[40, 22, 14, 12, 5, 14]) {
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
            4 => {
                let again = self.push(array, None, number);
                inside.extend([push, again]);
            }
            _ => {
                let times = self.random.between(0, 3);
                let turns = vec![
                    Part::Tag("push in a loop inside"),
                    text(format!("for _ in 0..{times} ")),
                ];
                let pushes = match self.random.percent(40) {
                    true => when(self.condition(1), vec![push]),
                    false => push,
                };
                inside.push(around(turns, vec![pushes]));
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
