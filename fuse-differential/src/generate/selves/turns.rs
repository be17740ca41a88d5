//! Loops whose bodies change fields, call methods, and end early.

use crate::function::expression::{Binds, Expression, Mode, Part, Pattern, Variable};
use crate::function::statement::Statement;
use crate::function::types::Type;

use super::super::Generator;
use super::super::loops::{around, line, when};
use super::super::scope::Entry;
use super::super::sources::text;
use super::Fields;

impl Generator {
    /// One such loop, beside chains over the same elements.
    pub(super) fn turns_statement(&mut self, body: &mut Vec<Statement>) {
        let Some(fields) = self.selves else { return };
        if !fields.is_mutable {
            return self.field_statement(body);
        }
        if self.random.percent(22) {
            return self.turns_in_place(body, fields);
        }
        let Some(entry) = self.numbers() else { return };
        let array = entry.variable;
        self.walking(array, |generator| {
            match generator.random.weighted(&[60, 14, 12]) {
                0 => {
                    let tag = "for body that changes fields";
                    generator.walk(body, &entry, &[], "", tag, |generator, inside| {
                        generator.turns_of_fields(inside);
                    });
                }
                1 => generator.asked_turns(body, &entry),
                _ => generator.counted_turns(body, &entry),
            }
        });
    }

    /// A few statements of a turn.
    fn turns_of_fields(&mut self, inside: &mut Vec<Statement>) {
        for _ in 0..self.random.between(1, 4) {
            self.turn_of_fields(inside, true);
        }
    }

    /// One of them, in a loop or in a branch.
    pub(super) fn turn_of_fields(&mut self, inside: &mut Vec<Statement>, in_a_loop: bool) {
        let Some(fields) = self.selves else { return };
        let own = fields.walked.is_some_and(|walked| self.is_field(walked));
        let calls = if own { 0 } else { 12 };
        let leaves = if in_a_loop { 14 } else { 0 };
        match self
            .random
            .weighted(&[26, 16, 20, 12, calls, leaves, 8, 10, calls / 2, leaves / 2])
        {
            0 => {
                let value = self.risky(fields.number);
                let total = *self.random.pick(&fields.totals);
                if self.may_change(total) {
                    self.add(inside, total, value);
                }
            }
            1 => self.counted_if(inside, fields),
            2 => self.pushed_to_a_field(inside, fields),
            3 => self.best_of_fields(inside, fields),
            4 => self.call_of_a_turn(inside, fields),
            5 => self.end_by_a_field(inside, fields),
            6 => self.element_written(inside, fields),
            7 => self.scaled_by_self(inside, fields),
            8 => self.call_between(inside, fields),
            _ => {
                let condition = self.condition(1);
                inside.push(when(condition, vec![line(vec![text("continue")])]));
            }
        }
    }

    pub(super) fn may_change(&self, variable: Variable) -> bool {
        !self.visible(|entry| entry.variable == variable).is_empty()
    }

    /// `self.out.push(x);`, under a condition or not.
    fn pushed_to_a_field(&mut self, inside: &mut Vec<Statement>, fields: Fields) {
        let array = *self.random.pick(&fields.arrays[1..]);
        if fields.walked == Some(array) || !self.may_change(array) {
            return;
        }
        let value = self.risky(fields.number);
        let place = self.change(array);
        let push = line(vec![
            Part::Tag("push to a field"),
            Part::Piece(place, Binds::Postfix),
            text(".push("),
            Part::Argument(value),
            text(")"),
        ]);
        if let Some(entry) = self.entry(array) {
            entry.like = None;
            entry.growth += 1;
        }
        if self.random.percent(35) {
            let condition = self.condition(1);
            return inside.push(when(condition, vec![push]));
        }
        inside.push(push);
    }

    /// `if x > self.best { self.best = x; }`
    pub(super) fn best_of_fields(&mut self, inside: &mut Vec<Statement>, fields: Fields) {
        let best = *self.random.pick(&fields.totals);
        if !self.may_change(best) {
            return;
        }
        let is = Type::Number(fields.number);
        let value = self.without(best, |generator| generator.number_leaf(fields.number));
        if Self::named_in(&value).is_empty() {
            return;
        }
        self.change(best);
        let read = self.used(best, Mode::Read);
        let operator = *self.random.pick(&[">", "<", ">="]);
        let condition = Expression::binary(Type::Bool, value.clone(), operator, read);
        let place = Part::Piece(self.used(best, Mode::Assign), Binds::Postfix);
        let value = Expression { is, ..value };
        let set = line(vec![place, text(" = "), Part::Argument(value)]);
        inside.push(when(condition, vec![set]));
    }

    /// `self.bump(x);`, `self.best = self.draw(x);`
    fn call_of_a_turn(&mut self, inside: &mut Vec<Statement>, fields: Fields) {
        let is = Type::Number(fields.number);
        let value = self.risky(fields.number);
        if self.random.percent(60) {
            let method = *self.random.pick(&["bump", "bump", "keep"]);
            if let Some(call) = self.own_call(&Type::Unit, method, true, vec![value]) {
                inside.push(line(vec![Part::Piece(call, Binds::Open)]));
            }
            return;
        }
        let Some(call) = self.own_call(&is, "draw", true, vec![value]) else {
            return;
        };
        let total = *self.random.pick(&fields.totals);
        self.set(inside, total, " = ", call);
    }

    /// `self.total += self.scale(x);`
    pub(super) fn scaled_by_self(&mut self, inside: &mut Vec<Statement>, fields: Fields) {
        let is = Type::Number(fields.number);
        let value = self.risky(fields.number);
        let method = *self.random.pick(&["scale", "scale", "told"]);
        let Some(call) = self.own_call(&is, method, false, vec![value]) else {
            return;
        };
        let total = *self.random.pick(&fields.totals);
        match self.random.percent(60) {
            true => self.add(inside, total, call),
            false => self.set(inside, total, " = ", call),
        }
    }

    /// `if self.is_full() { break; }`, `if self.out.len() > 5 { break; }`, `if self.total > x { break; }`
    fn end_by_a_field(&mut self, inside: &mut Vec<Statement>, fields: Fields) {
        let condition = match self.random.below(4) {
            0 => self.own_call(&Type::Bool, "is_full", false, vec![]),
            1 => {
                let array = *self.random.pick(&fields.arrays);
                if !self.may_change(array) {
                    return;
                }
                let most = self.random.between(1, 8);
                let array = Part::Piece(self.read(array), Binds::Postfix);
                let parts = vec![array, text(format!(".len() > {most}"))];
                Some(Expression::parts(Type::Bool, Binds::Compare, parts))
            }
            2 => {
                let total = *self.random.pick(&fields.totals);
                let total = self.read(total);
                let limit = self.literal(fields.number);
                Some(Expression::binary(Type::Bool, total, ">", limit))
            }
            _ => Some(self.condition(1)),
        };
        let Some(condition) = condition else { return };
        let mut block = Vec::new();
        if self.random.percent(30) {
            let mark = self.open();
            self.turn_of_fields(&mut block, false);
            self.close(mark);
        }
        block.push(line(vec![text("break")]));
        let condition = condition.tagged("loop that ends by a field");
        inside.push(when(condition, block));
    }

    /// `for x in self.items.iter_mut() { self.total += *x; *x = ..; }`, `for x in &mut self.items`
    fn turns_in_place(&mut self, body: &mut Vec<Statement>, fields: Fields) {
        let array = *self.random.pick(&fields.arrays);
        if fields.walked.is_some() || !self.may_change(array) {
            return;
        }
        let is = Type::Number(fields.number);
        let place = self.change(array);
        let (before, behind) = match self.random.percent(50) {
            true => ("&mut ", ""),
            false => ("", ".iter_mut()"),
        };
        let over = vec![
            text(before),
            Part::Piece(place, Binds::Postfix),
            text(behind),
        ];
        self.walking(array, |generator| {
            generator.without(array, |generator| {
                let mark = generator.open();
                let focus = generator.unfocus();
                generator.loops += 1;
                let item = Type::Mutable(Box::new(is.clone()));
                let (element, update) = generator.update(&is, &item, fields.number);
                let mut inside = Vec::new();
                for _ in 0..generator.random.below(3) {
                    generator.turn_of_fields(&mut inside, true);
                }
                inside.push(Statement::Do(update));
                for _ in 0..generator.random.below(2) {
                    generator.turn_of_fields(&mut inside, true);
                }
                generator.loops -= 1;
                generator.close(mark);
                generator.refocus(&focus);
                let mut head = vec![
                    Part::Tag("field changed in place"),
                    text("for "),
                    Part::Pattern(Pattern::Bind(element)),
                    text(" in "),
                ];
                head.extend(over);
                head.push(text(" "));
                body.push(around(head, inside));
            });
        });
    }

    /// `while let Some(x) = walker.next() { .. }`
    fn asked_turns(&mut self, body: &mut Vec<Statement>, entry: &Entry) {
        self.effects += 1;
        let walker = format!("walker_{}", self.effects);
        let array = Part::Piece(self.read(entry.variable), Binds::Postfix);
        body.push(line(vec![
            text(format!("let mut {walker} = ")),
            array,
            text(".iter()"),
        ]));
        let (pattern, statements) = self.turns(entry, &[], |generator, inside| {
            generator.turns_of_fields(inside)
        });
        body.push(around(
            vec![
                Part::Tag("while loop that changes fields"),
                text("while let Some("),
                Part::Pattern(pattern),
                text(format!(") = {walker}.next() ")),
            ],
            statements,
        ));
    }

    /// `for i in 0..self.items.len() { self.total += self.items[i]; self.items[i] = ..; }`
    fn counted_turns(&mut self, body: &mut Vec<Statement>, entry: &Entry) {
        let Some(is @ Type::Number(number)) = entry.is.elements().cloned() else {
            return;
        };
        self.effects += 1;
        let at = format!("at_{}", self.effects);
        let array = entry.variable;
        let place =
            |generator: &Self, mode| Part::Piece(generator.used(array, mode), Binds::Postfix);
        self.read(array);
        let head = vec![
            Part::Tag("fields changed by a counter"),
            text(format!("for {at} in 0..")),
            place(self, Mode::Read),
            text(".len() "),
        ];
        let stores = self.is_field(array) && self.random.percent(50);
        let mark = self.open();
        let focus = self.unfocus();
        self.loops += 1;
        let element = self.bind(is.clone());
        let mut inside = vec![line(vec![
            text("let "),
            Part::Pattern(Pattern::Bind(element)),
            text(" = "),
            place(self, Mode::Read),
            text(format!("[{at}]")),
        ])];
        self.turns_of_fields(&mut inside);
        if stores {
            let value = self.risky(number);
            self.change(array);
            inside.push(line(vec![
                place(self, Mode::Mutate),
                text(format!("[{at}] = ")),
                Part::Argument(value),
            ]));
        }
        self.loops -= 1;
        self.close(mark);
        self.refocus(&focus);
        body.push(around(head, inside));
    }
}
