//! Statements between chains that write fields and call methods.

use crate::function::expression::{Binds, Expression, Mode, Part, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::loops::{line, when};
use super::super::scope::{Entry, Name};
use super::super::sources::{Flow, called, text};
use super::Fields;

impl Generator {
    /// One such statement.
    pub(super) fn field_statement(&mut self, body: &mut Vec<Statement>) {
        let Some(fields) = self.selves else { return };
        if !fields.is_mutable {
            return match self.random.percent(60) {
                true => self.chain_of_calls(body, fields),
                false => self.call_between(body, fields),
            };
        }
        match self.random.weighted(&[18, 14, 12, 12, 14, 14, 18]) {
            0 => self.number_of_a_chain(body, fields),
            1 => self.array_of_a_chain(body, fields),
            2 => self.chain_of_calls(body, fields),
            3 => self.call_between(body, fields),
            4 => self.element_written(body, fields),
            5 => self.counted_if(body, fields),
            _ => self.array_between(body, fields),
        }
    }

    /// A chain over an array of numbers that gives a number of the struct's type.
    fn own_chain(&mut self, fields: Fields) -> Option<Expression> {
        let entry = self.numbers()?;
        Some(self.chain_over(&entry, fields))
    }

    /// The same over this array.
    pub(super) fn chain_over(&mut self, entry: &Entry, fields: Fields) -> Expression {
        let mut flow = self.few_steps(entry);
        self.number_step(&mut flow, fields.number);
        if self.random.percent(35) {
            self.step_of_self(&mut flow, fields);
        }
        self.own_number(flow, fields.number)
    }

    /// What is left of numbers: their sum, or the largest.
    pub(super) fn own_number(&mut self, mut flow: Flow, number: Number) -> Expression {
        let is = Type::Number(number);
        let (construct, parts) = match (number.is_float(), self.random.percent(50)) {
            (true, true) => ("sum", format!("sum::<{is}>()")),
            (true, false) => ("fold", format!("fold(0.5{is}, |acc, v| acc + v)")),
            (false, true) => ("fold", format!("fold(0{is}, |acc, v| acc.wrapping_add(v))")),
            (false, false) => ("fold", format!("fold(0{is}, |acc, v| acc.max(v))")),
        };
        self.consumed(&mut flow, construct, vec![text(parts)], is);
        flow.finish()
    }

    /// `.map(|v| self.scale(v))`, `.filter(|v| self.accepts(*v))`, over numbers of the struct's type.
    pub(super) fn step_of_self(&mut self, flow: &mut Flow, fields: Fields) {
        let Some(this) = self.this(false) else { return };
        let is = Type::Number(fields.number);
        // What a worker calls is believed to have no effect.
        let (construct, before, behind) = match self.random.percent(65) {
            true => ("map(f)", "map(|v| ", ".scale(v))"),
            false => ("filter(p)", "filter(|v| ", ".accepts(*v))"),
        };
        let parts = vec![
            Part::Tag("method of self in a worker"),
            text(before),
            Part::Piece(this, Binds::Postfix),
            text(behind),
        ];
        flow.step(construct, parts, is);
    }

    /// `self.total += xs.iter().sum::<f64>();`, `self.best = ..`, `self.count = ys.iter().filter(..).count();`
    fn number_of_a_chain(&mut self, body: &mut Vec<Statement>, fields: Fields) {
        if self.random.percent(25) {
            let Some(entry) = self.numbers() else { return };
            let mut flow = self.few_steps(&entry);
            self.consumed(&mut flow, "count", vec![text("count()")], Type::USIZE);
            let how = *self.random.pick(&[" = ", " += "]);
            return self.set(body, fields.count, how, flow.finish());
        }
        let Some(chain) = self.own_chain(fields) else {
            return;
        };
        let total = *self.random.pick(&fields.totals);
        match self.random.percent(50) {
            true => self.set(body, total, " = ", chain),
            false => self.assign(body, total, chain, "field that a chain gives"),
        }
    }

    /// `place = value;`, to a field that is in nobody's way.
    pub(super) fn set(
        &mut self,
        body: &mut Vec<Statement>,
        place: Variable,
        how: &'static str,
        value: Expression,
    ) {
        if self.visible(|entry| entry.variable == place).is_empty() {
            return;
        }
        self.change(place);
        let place = Part::Piece(self.used(place, Mode::Assign), Binds::Postfix);
        body.push(line(vec![
            Part::Tag("field that a chain gives"),
            place,
            text(how),
            Part::Argument(value),
        ]));
    }

    /// `self.seen = xs.iter().map(..).collect();`, `self.out.extend(..);`
    fn array_of_a_chain(&mut self, body: &mut Vec<Statement>, fields: Fields) {
        let array = *self.random.pick(&fields.arrays);
        if fields.walked == Some(array) {
            return;
        }
        let extends = self.random.percent(30);
        let write = |generator: &mut Self| -> Option<(Flow, usize)> {
            let entry = generator.numbers()?;
            let mut flow = generator.few_steps(&entry);
            generator.number_step(&mut flow, fields.number);
            if generator.random.percent(25) {
                generator.step_of_self(&mut flow, fields);
            }
            Some((flow, entry.growth))
        };
        let made = match extends {
            true => self.without(array, write),
            false => write(self),
        };
        let Some((mut flow, growth)) = made else {
            return;
        };
        let more = self.entry(array).map_or(1, |entry| entry.growth);
        self.change(array);
        if extends {
            let place = self.used(array, Mode::Mutate);
            let call = Expression::method(Type::Unit, place, "extend", vec![flow.finish()]);
            body.push(Statement::Do(call.tagged("field that a chain gives")));
        } else {
            let is = Type::Number(fields.number).vec();
            self.consumed(&mut flow, "collect", vec![text("collect()")], is);
            self.set(body, array, " = ", flow.finish());
        }
        if let Some(entry) = self.entry(array) {
            entry.like = None;
            entry.growth = if extends { growth + more } else { growth };
        }
    }

    /// `let total = xs.iter().map(|v| self.scale(v)).sum();`
    fn chain_of_calls(&mut self, body: &mut Vec<Statement>, fields: Fields) {
        let Some(entry) = self.numbers() else { return };
        let mut flow = self.few_steps(&entry);
        self.number_step(&mut flow, fields.number);
        self.step_of_self(&mut flow, fields);
        if self.random.percent(40) {
            let is = Type::Number(fields.number).vec();
            self.consumed(&mut flow, "collect", vec![text("collect()")], is);
            let made = self.bind_value(body, Name::Array, Shown::Annotated, flow.finish());
            if let Some(made) = self.entry(made) {
                made.growth = entry.growth;
            }
            return;
        }
        let value = self.own_number(flow, fields.number);
        let name = self.fresh_name(Name::Scalar);
        let shown = match self.random.percent(50) {
            true => Shown::Annotated,
            false => Shown::Inside,
        };
        let made = self.bind_as(body, &name, shown, value);
        if let Some(made) = self.entry(made) {
            made.growth = 9;
        }
    }

    /// `self.bump(total);`, `let first = self.draw(total);`, `let first = self.scale(total);`
    pub(super) fn call_between(&mut self, body: &mut Vec<Statement>, fields: Fields) {
        let is = Type::Number(fields.number);
        let value = self.risky(fields.number);
        let (method, changes, gives) = *self.random.pick(&[
            ("bump", true, false),
            ("keep", true, false),
            ("draw", true, true),
            ("scale", false, true),
            ("told", false, true),
        ]);
        let Some(call) = self.own_call(&is, method, changes, vec![value]) else {
            return;
        };
        if !gives || (method == "told" && self.random.percent(50)) {
            let before = if gives { "let _ = " } else { "" };
            return body.push(line(vec![text(before), Part::Piece(call, Binds::Open)]));
        }
        let name = self.fresh_name(Name::Scalar);
        let made = self.bind_as(body, &name, Shown::Inside, call);
        if let Some(made) = self.entry(made) {
            made.growth = 9;
        }
    }

    /// `if at < self.items.len() { self.items[at] = ..; }`, `if let Some(place) = self.items.last_mut() { *place = ..; }`
    pub(super) fn element_written(&mut self, body: &mut Vec<Statement>, fields: Fields) {
        let array = *self.random.pick(&fields.arrays);
        if fields.walked == Some(array) || self.visible(|entry| entry.variable == array).is_empty()
        {
            return;
        }
        // A place that is held is not read beside.
        let value = self.without(array, |generator| generator.risky(fields.number));
        self.change(array);
        let place =
            |generator: &Self, mode| Part::Piece(generator.used(array, mode), Binds::Postfix);
        let tag = Part::Tag("element of a field");
        if self.random.percent(30) {
            let method = *self.random.pick(&["first_mut", "last_mut"]);
            return body.push(line(vec![
                tag,
                text("if let Some(place) = "),
                place(self, Mode::Mutate),
                text(format!(".{method}() {{ *place = ")),
                Part::Argument(value),
                text("; }"),
            ]));
        }
        let at = self.random.below(4);
        let write = line(vec![
            place(self, Mode::Mutate),
            text(format!("[{at}] = ")),
            Part::Argument(value),
        ]);
        if self.style.panics && self.random.percent(30) {
            return body.push(write);
        }
        let within = Expression::parts(
            Type::Bool,
            Binds::Compare,
            vec![tag, place(self, Mode::Read), text(format!(".len() > {at}"))],
        );
        body.push(when(within, vec![write]));
    }

    /// `if .. { self.count += 1; }`
    pub(super) fn counted_if(&mut self, body: &mut Vec<Statement>, fields: Fields) {
        if self
            .visible(|entry| entry.variable == fields.count)
            .is_empty()
        {
            return;
        }
        let condition = self.condition(1);
        self.change(fields.count);
        let place = Part::Piece(self.used(fields.count, Mode::Assign), Binds::Postfix);
        let count = line(vec![Part::Tag("field that counts"), place, text(" += 1")]);
        match self.random.percent(80) {
            true => body.push(when(condition, vec![count])),
            false => body.push(count),
        }
    }

    /// `self.out.clear();`, `self.items.retain(..);`, `std::mem::swap(&mut self.items, &mut self.out);`
    fn array_between(&mut self, body: &mut Vec<Statement>, fields: Fields) {
        let array = *self.random.pick(&fields.arrays);
        if fields.walked == Some(array) {
            return;
        }
        let other = *self.random.pick(&fields.arrays);
        let free = |generator: &Self, array| {
            !generator
                .visible(|entry| entry.variable == array)
                .is_empty()
        };
        if !free(self, array) || !free(self, other) {
            return;
        }
        let is = Type::Number(fields.number);
        let parts = match self.random.below(5) {
            0 if array != other && fields.walked != Some(other) => {
                let growth = |generator: &mut Self, array| {
                    generator.entry(array).map_or(1, |entry| entry.growth)
                };
                let (a, b) = (growth(self, array), growth(self, other));
                for variable in [array, other] {
                    self.change(variable);
                    if let Some(entry) = self.entry(variable) {
                        entry.like = None;
                        entry.growth = a.max(b);
                    }
                }
                vec![
                    text("std::mem::swap(&mut "),
                    Part::Piece(self.used(array, Mode::Mutate), Binds::Postfix),
                    text(", &mut "),
                    Part::Piece(self.used(other, Mode::Mutate), Binds::Postfix),
                    text(")"),
                ]
            }
            1 => {
                let worker = self.without(array, |generator| {
                    let item = is.clone().reference();
                    generator.closure(&[item], |generator| generator.condition(1))
                });
                let mut parts = vec![Part::Piece(self.change(array), Binds::Postfix), text(".")];
                parts.extend(called("retain", vec![worker]));
                parts
            }
            2 => vec![
                Part::Piece(self.change(array), Binds::Postfix),
                text(".truncate(3)"),
            ],
            _ => {
                let place = Part::Piece(self.change(array), Binds::Postfix);
                vec![place, text(*self.random.pick(&[".clear()", ".reverse()"]))]
            }
        };
        if let Some(entry) = self.entry(array) {
            entry.like = None;
        }
        body.push(line(
            [vec![Part::Tag("array of a field changed")], parts].concat(),
        ));
    }
}
