//! Several loops and chains over the elements of one array, and what stands between them: whether they may meet depends on that alone.

use crate::function::expression::{Binds, Expression, Mode, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::Type;

use super::super::Generator;
use super::super::loops::{around, line};
use super::super::scope::{Entry, Name};
use super::super::sources::text;
use super::Fields;

impl Generator {
    /// Three to five of them.
    pub(super) fn cluster_of_self(&mut self, body: &mut Vec<Statement>) {
        let Some(fields) = self.selves else { return };
        let Some(entry) = self.numbers() else { return };
        for at in 0..self.random.between(3, 5) {
            let there = |other: &Entry| other.variable == entry.variable && other.growth <= 4;
            let Some(entry) = self.one(there) else { return };
            if at > 0 && self.random.percent(45) {
                self.between_loops(body, fields);
            }
            let Some(entry) = self.one(|other| other.variable == entry.variable) else {
                return;
            };
            let writes = if fields.is_mutable { 10 } else { 0 };
            match self.random.weighted(&[
                26,
                2 * writes,
                14,
                writes,
                writes,
                2 * writes,
                2 * writes,
            ]) {
                0 => {
                    let before = std::mem::replace(&mut self.plain, true);
                    self.related(body, &entry);
                    self.plain = before;
                }
                1 => self.plain_turns(body, &entry),
                2 => self.asked_beside(body, &entry, fields),
                3 => self.total_of_a_chain(body, &entry, fields),
                4 => self.pushing_turns(body, &entry, fields),
                5 => self.through_a_name(body, &entry, fields),
                _ => self.in_step_with_a_field(body, &entry, fields),
            }
        }
    }

    /// What may stand between two loops of a cluster.
    fn between_loops(&mut self, body: &mut Vec<Statement>, fields: Fields) {
        match self.random.below(6) {
            0 => self.call_between(body, fields),
            1 if fields.is_mutable => self.counted_if(body, fields),
            2 if fields.is_mutable => self.element_written(body, fields),
            3 if fields.is_mutable => {
                let value = self.number_leaf(fields.number);
                let total = *self.random.pick(&fields.totals);
                self.set(body, total, " = ", value);
            }
            4 => {
                let total = *self.random.pick(&fields.totals);
                let value = self.read(total);
                let name = self.fresh_name(Name::Scalar);
                let copied = self.bind_as(body, &name, Shown::Inside, value);
                if let Some(copied) = self.entry(copied) {
                    copied.growth = 9;
                }
            }
            _ => {
                self.effects += 1;
                let label = self.effects;
                let total = *self.random.pick(&fields.totals);
                let parts = vec![
                    text(format!("effect({label}, ")),
                    Part::Piece(self.read(total), Binds::Open),
                    text(")"),
                ];
                body.push(line(parts));
            }
        }
    }

    /// `for x in xs { self.total += x; self.count += 1; }`: no call, and no end but the last.
    fn plain_turns(&mut self, body: &mut Vec<Statement>, entry: &Entry) {
        let Some(fields) = self.selves else { return };
        self.walking(entry.variable, |generator| {
            let tag = "for body that changes fields";
            generator.walk(body, entry, &[], "", tag, |generator, inside| {
                for _ in 0..generator.random.between(1, 2) {
                    match generator.random.weighted(&[50, 20, 15, 15]) {
                        0 => {
                            let value = generator.risky(fields.number);
                            let total = *generator.random.pick(&fields.totals);
                            if generator.may_change(total) {
                                generator.add(inside, total, value);
                            }
                        }
                        1 => generator.counted_if(inside, fields),
                        2 => generator.best_of_fields(inside, fields),
                        _ => generator.scaled_by_self(inside, fields),
                    }
                }
            });
        });
    }

    /// `for x in xs { self.out.push(x); }`, of an array that may be emptied first.
    fn pushing_turns(&mut self, body: &mut Vec<Statement>, entry: &Entry, fields: Fields) {
        self.walking(entry.variable, |generator| {
            let is = Type::Number(fields.number).vec();
            let Some(array) = generator.field_to_push_to(body, &is, &[]) else {
                return;
            };
            let tag = "for body that changes fields";
            generator.walk(body, entry, &[array], "", tag, |generator, inside| {
                let value = generator.risky(fields.number);
                let place = generator.used(array, Mode::Mutate);
                inside.push(Statement::Do(Expression::method(
                    Type::Unit,
                    place,
                    "push",
                    vec![value],
                )));
                if generator.random.percent(40) {
                    generator.turn_of_fields(inside, true);
                }
            });
        });
    }

    /// `self.total += xs.iter().map(..).sum::<f64>();`
    fn total_of_a_chain(&mut self, body: &mut Vec<Statement>, entry: &Entry, fields: Fields) {
        let chain = self.chain_over(entry, fields);
        let total = *self.random.pick(&fields.totals);
        match self.random.percent(50) {
            true => self.set(body, total, " = ", chain),
            false => self.assign(body, total, chain, "field that a chain gives"),
        }
    }

    /// `let far = xs.iter().any(..) && self.total > 3.0;`
    fn asked_beside(&mut self, body: &mut Vec<Statement>, entry: &Entry, fields: Fields) {
        let condition = self.searching(entry, fields);
        let name = self.fresh_name(Name::Scalar);
        self.bind_as(body, &name, Shown::Inside, condition);
    }

    /// `let sum = &mut self.total; for x in xs { *sum += x; }`, `let kept = &mut self.out; for x in xs { kept.push(x); }`
    fn through_a_name(&mut self, body: &mut Vec<Statement>, entry: &Entry, fields: Fields) {
        let pushes = self.random.percent(40);
        let field: Variable = match pushes {
            true => *self.random.pick(&fields.arrays[2..]),
            false => *self.random.pick(&fields.totals),
        };
        let roots = self.roots(&[entry.variable]);
        if roots.contains(&field) || !self.may_change(field) {
            return;
        }
        let is = Type::Number(fields.number);
        self.change(field);
        self.effects += 1;
        let name = format!("place_{}", self.effects);
        body.push(line(vec![
            Part::Tag("another name of a field"),
            text(format!("let {name} = &mut ")),
            Part::Piece(self.used(field, Mode::Mutate), Binds::Postfix),
        ]));
        if pushes && let Some(grown) = self.entry(field) {
            grown.like = None;
            grown.growth += 1;
        }
        self.without(field, |generator| {
            if generator.random.percent(30) {
                let before = std::mem::replace(&mut generator.plain, true);
                generator.related(body, entry);
                generator.plain = before;
            }
            let Some(entry) = generator.one(|other| other.variable == entry.variable) else {
                return;
            };
            let tag = "for body that changes fields";
            generator.walk(body, &entry, &[], "", tag, |generator, inside| {
                let value = generator.risky(fields.number);
                let (before, behind) = match (pushes, fields.number.is_float()) {
                    (true, _) => (format!("{name}.push("), ")"),
                    (_, true) => (format!("*{name} += "), ""),
                    _ => (format!("*{name} = {name}.wrapping_add("), ")"),
                };
                let value = Expression {
                    is: is.clone(),
                    ..value
                };
                inside.push(line(vec![
                    text(before),
                    Part::Argument(value),
                    text(behind),
                ]));
            });
        });
    }

    /// `for (i, x) in xs.iter().enumerate() { if i < self.out.len() { self.out[i] = x; } }`, `for (x, y) in xs.iter().zip(&mut self.out)`
    fn in_step_with_a_field(&mut self, body: &mut Vec<Statement>, entry: &Entry, fields: Fields) {
        let field = *self.random.pick(&fields.arrays);
        let roots = self.roots(&[entry.variable]);
        if roots.contains(&field) || !self.may_change(field) {
            return;
        }
        let zips = self.random.percent(50);
        self.read(entry.variable);
        self.change(field);
        let over = self.used(entry.variable, Mode::Read);
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let field_of =
            |generator: &Self, mode| Part::Piece(generator.used(field, mode), Binds::Postfix);
        let (mark, focus) = (self.open(), self.unfocus());
        self.loops += 1;
        let bound = self.bind(element.reference());
        let value = self.without(field, |generator| generator.risky(fields.number));
        self.loops -= 1;
        self.close(mark);
        self.refocus(&focus);
        let mut head = vec![
            Part::Tag("field in step with an array"),
            text(if zips { "for (" } else { "for (at, " }),
            Part::Pattern(Pattern::Bind(bound)),
            text(if zips { ", place) in " } else { ") in " }),
            Part::Piece(over, Binds::Postfix),
        ];
        let inside = if zips {
            head.extend([
                text(".iter().zip(&mut "),
                field_of(self, Mode::Mutate),
                text(") "),
            ]);
            vec![line(vec![text("*place = "), Part::Argument(value)])]
        } else {
            head.push(text(".iter().enumerate() "));
            vec![around(
                vec![
                    text("if at < "),
                    field_of(self, Mode::Read),
                    text(".len() "),
                ],
                vec![line(vec![
                    field_of(self, Mode::Mutate),
                    text("[at] = "),
                    Part::Argument(value),
                ])],
            )]
        };
        body.push(around(head, inside));
    }
}
