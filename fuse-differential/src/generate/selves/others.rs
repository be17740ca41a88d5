//! Fields in other words: elements taken out, places matched, options, methods that lend, and branches of searches.

use crate::function::expression::{Binds, Expression, Mode, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::Type;

use super::super::Generator;
use super::super::loops::{around, block_of, line, when};
use super::super::scope::{Entry, Name};
use super::super::sources::text;
use super::Fields;

impl Generator {
    /// One such statement.
    pub(super) fn field_in_other_words(&mut self, body: &mut Vec<Statement>) {
        let Some(fields) = self.selves else { return };
        if !fields.is_mutable {
            return self.lent_by_a_method(body, fields);
        }
        match self.random.below(6) {
            0 => self.taken_out(body, fields),
            1 => self.popped(body, fields),
            2 => self.last_of_turns(body, fields),
            3 => self.lent_by_a_method(body, fields),
            4 => self.branches_of_searches(body, fields),
            _ => self.place_that_is_found(body, fields),
        }
    }

    fn free_array(&mut self, fields: Fields) -> Option<Variable> {
        let array = *self.random.pick(&fields.arrays);
        (fields.walked != Some(array) && self.may_change(array)).then_some(array)
    }

    /// `for x in self.items.drain(..) { self.total += x; }`, `for x in std::mem::take(&mut self.items)`
    fn taken_out(&mut self, body: &mut Vec<Statement>, fields: Fields) {
        let Some(array) = self.free_array(fields) else {
            return;
        };
        let (before, behind) = *self.random.pick(&[
            ("", ".drain(..)"),
            ("std::mem::take(&mut ", ")"),
            ("", ".clone()"),
        ]);
        let place = Part::Piece(self.change(array), Binds::Postfix);
        let over = vec![text(before), place, text(behind), text(" ")];
        self.each_of(body, fields, (array, over), "elements taken out of a field");
    }

    /// `for x in over { .. }`, of numbers.
    fn each_of(
        &mut self,
        body: &mut Vec<Statement>,
        fields: Fields,
        (array, over): (Variable, Vec<Part>),
        tag: &'static str,
    ) {
        let mark = self.open();
        let focus = self.unfocus();
        self.loops += 1;
        let element = self.bind(Type::Number(fields.number));
        let mut inside = Vec::new();
        self.walking(array, |generator| {
            generator.without(array, |generator| {
                for _ in 0..generator.random.between(1, 3) {
                    generator.turn_of_fields(&mut inside, true);
                }
            });
        });
        self.loops -= 1;
        self.close(mark);
        self.refocus(&focus);
        let mut head = vec![
            Part::Tag(tag),
            text("for "),
            Part::Pattern(Pattern::Bind(element)),
            text(" in "),
        ];
        head.extend(over);
        body.push(around(head, inside));
    }

    /// `while let Some(x) = self.items.pop() { .. if .. { break; } }`
    fn popped(&mut self, body: &mut Vec<Statement>, fields: Fields) {
        let Some(array) = self.free_array(fields) else {
            return;
        };
        let place = Part::Piece(self.change(array), Binds::Postfix);
        let mark = self.open();
        let focus = self.unfocus();
        self.loops += 1;
        let element = self.bind(Type::Number(fields.number));
        let mut inside = Vec::new();
        self.walking(array, |generator| {
            generator.without(array, |generator| {
                for _ in 0..generator.random.between(1, 3) {
                    generator.turn_of_fields(&mut inside, true);
                }
            });
        });
        self.loops -= 1;
        self.close(mark);
        self.refocus(&focus);
        if let Some(entry) = self.entry(array) {
            entry.like = None;
        }
        let head = vec![
            Part::Tag("elements taken out of a field"),
            text("while let Some("),
            Part::Pattern(Pattern::Bind(element)),
            text(") = "),
            place,
            text(".pop() "),
        ];
        body.push(around(head, inside));
    }

    /// `for x in xs { self.last = Some(*x); if .. { break; } }`, and what reads it behind.
    fn last_of_turns(&mut self, body: &mut Vec<Statement>, fields: Fields) {
        let Some(entry) = self.numbers() else { return };
        let last = |generator: &Self| generator.used(fields.last, Mode::Assign);
        self.change(fields.last);
        self.walking(entry.variable, |generator| {
            let tag = "option in a field";
            generator.walk(body, &entry, &[], "", tag, |generator, inside| {
                let value = generator.risky(fields.number);
                let set = line(vec![
                    Part::Piece(last(generator), Binds::Postfix),
                    text(" = Some("),
                    Part::Argument(value),
                    text(")"),
                ]);
                match generator.random.percent(45) {
                    true => {
                        let condition = generator.condition(1);
                        inside.push(when(condition, vec![set]));
                    }
                    false => inside.push(set),
                }
                generator.turn_of_fields(inside, true);
            });
        });
    }

    /// `let total = self.items().iter().map(..).sum();`
    fn lent_by_a_method(&mut self, body: &mut Vec<Statement>, fields: Fields) {
        let Some(this) = self.this(false) else { return };
        let is = Type::Number(fields.number);
        let lent = Expression::method(
            Type::Slice(Box::new(is.clone())).reference(),
            this,
            "items",
            vec![],
        );
        let mut flow = self.by_method(lent, "xs.iter()", "iter", is.reference());
        if self.random.percent(50) {
            self.filter(&mut flow);
        }
        self.number_step(&mut flow, fields.number);
        let value = self
            .own_number(flow, fields.number)
            .tagged("array that a method lends");
        let name = self.fresh_name(Name::Scalar);
        let made = self.bind_as(body, &name, Shown::Annotated, value);
        if let Some(made) = self.entry(made) {
            made.growth = 9;
        }
    }

    /// `if xs.iter().any(..) { .. } else if xs.iter().all(..) && .. { .. } else { .. }`
    fn branches_of_searches(&mut self, body: &mut Vec<Statement>, fields: Fields) {
        let Some(entry) = self.numbers() else { return };
        let first = self.searching(&entry, fields);
        let second = self.searching(&entry, fields);
        let branch = |generator: &mut Self| {
            let mark = generator.open();
            let mut statements = Vec::new();
            generator.turn_of_fields(&mut statements, false);
            generator.close(mark);
            block_of(statements)
        };
        let blocks = [branch(self), branch(self), branch(self)];
        let [yes, other, no] = blocks;
        body.push(line(vec![
            text("if "),
            Part::Piece(first, Binds::Open),
            text(" "),
            yes,
            text(" else if "),
            Part::Piece(second, Binds::Open),
            text(" "),
            other,
            text(" else "),
            no,
        ]));
    }

    /// `if let Some(at) = self.items.iter().position(..) { self.items.remove(at); }`, `.. { self.items[at] = ..; }`
    fn place_that_is_found(&mut self, body: &mut Vec<Statement>, fields: Fields) {
        let Some(array) = self.free_array(fields) else {
            return;
        };
        let is = Type::Number(fields.number);
        let item = is.clone().reference();
        self.read(array);
        let receiver = self.used(array, Mode::Read);
        let mut flow = self.by_method(receiver, "xs.iter()", "iter", item.clone());
        let worker = self.closure(&[item], |generator| generator.condition(1));
        let parts = super::super::sources::called("position", vec![worker]);
        self.consumed(&mut flow, "position", parts, Type::USIZE.option());
        let there = |other: &Entry| other.variable == array;
        if self.one(there).is_none() {
            return;
        }
        let value = self.number_leaf(fields.number);
        self.change(array);
        let place = Part::Piece(self.used(array, Mode::Mutate), Binds::Postfix);
        let write = match self.random.below(3) {
            0 => vec![place, text(".remove(found_at)")],
            1 => vec![place, text(".truncate(found_at)")],
            _ => vec![place, text("[found_at] = "), Part::Argument(value)],
        };
        if let Some(entry) = self.entry(array) {
            entry.like = None;
        }
        body.push(around(
            vec![
                Part::Tag("place that is found in a field"),
                text("if let Some(found_at) = "),
                Part::Piece(flow.finish(), Binds::Open),
                text(" "),
            ],
            vec![line(write)],
        ));
    }
}
