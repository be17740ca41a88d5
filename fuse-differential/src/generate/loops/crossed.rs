//! Statements with effects between chains over numbers: chains may run before them, if nobody can tell.

use crate::function::expression::{Binds, Expression, Mode, Node, Part, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::consumers::Turbofish;
use super::super::scope::{Entry, Name};
use super::super::sources::text;
use super::{line, when};

impl Generator {
    /// A chain, one or two such statements, and another chain; what they change may be what the chains read.
    pub(super) fn crossed_statement(&mut self, body: &mut Vec<Statement>, entry: &Entry) {
        let Some(number) = entry.is.elements().and_then(Type::number) else {
            return;
        };
        let scale = self.random.percent(55).then(|| self.scale(body, number));
        let other = self.another(body);
        let sink = match self.random.percent(40) {
            true => Some(self.bind_user(body, "Sink", number)),
            false => None,
        };
        self.scaled(body, entry, number, scale);
        for _ in 0..self.random.between(1, 2) {
            self.between(body, number, other, scale, sink);
        }
        if self.is_there(entry) {
            self.scaled(body, entry, number, scale);
        }
    }

    /// A number that chains read and that a statement between them may change.
    fn scale(&mut self, body: &mut Vec<Statement>, number: Number) -> Variable {
        let value = self.literal(number);
        let name = self.fresh_name(Name::Scalar);
        let scale = self.bind_as(body, &name, Shown::Annotated, value);
        if let Some(entry) = self.entry(scale) {
            entry.growth = 9;
        }
        scale
    }

    /// A local vector that no chain here reads.
    fn another(&mut self, body: &mut Vec<Statement>) -> Variable {
        let from = self.one(|entry| entry.is_array() && entry.is.elements() == Some(&Type::I64));
        let parts = match from {
            Some(entry) if self.random.percent(50) => {
                let array = self.read(entry.variable);
                vec![Part::Piece(array, Binds::Postfix), text(".to_vec()")]
            }
            _ => vec![text("vec![5, 3, 9, 1]")],
        };
        self.bind_parts(body, Name::Array, Shown::Annotated, Type::I64.vec(), parts)
    }

    /// A chain over numbers, most often by that scale.
    fn scaled(
        &mut self,
        body: &mut Vec<Statement>,
        entry: &Entry,
        number: Number,
        scale: Option<Variable>,
    ) {
        let is = Type::Number(number);
        let mut flow = self.few_steps(entry);
        let item = flow.item.clone();
        if self.number_of(&item).is_none() {
            return;
        }
        let worker = self.closure(&[item], |generator| {
            let value = match generator.random.percent(25) {
                true => generator.risky(number),
                false => generator.number_leaf(number),
            };
            let Some(scale) = scale else { return value };
            let scale = generator.used(scale, Mode::Read);
            match number.is_float() {
                true => Expression::binary(is.clone(), value, "*", scale),
                false => Expression::method(is.clone(), value, "wrapping_mul", vec![scale]),
            }
        });
        let is = Type::Number(number);
        flow.step(
            "map(f)",
            super::super::sources::called("map", vec![worker]),
            is.clone(),
        );
        let before = std::mem::replace(&mut self.plain, true);
        let value = match self.random.percent(35) {
            true => self.collect(flow, is.vec(), Turbofish::Written),
            false => self.reduce(flow, Turbofish::Written),
        };
        self.plain = before;
        if value.is.borrows() {
            return;
        }
        let name = match value.is.elements() {
            Some(_) => Name::Array,
            None => Name::Scalar,
        };
        let variable = self.bind_value(body, name, Shown::Inside, value);
        if let Some(entry) = self.entry(variable) {
            entry.growth = if entry.is.elements().is_some() { 2 } else { 9 };
        }
    }

    /// What stands between.
    fn between(
        &mut self,
        body: &mut Vec<Statement>,
        number: Number,
        other: Variable,
        scale: Option<Variable>,
        sink: Option<Variable>,
    ) {
        self.effects += 1;
        let label = self.effects;
        let changed = Part::Piece(self.used(other, Mode::Mutate), Binds::Postfix);
        let mut parts = vec![Part::Tag("effect between chains over numbers")];
        match self.random.below(13) {
            0 => parts.extend([changed, text(".sort()")]),
            1 => parts.extend([changed, text(".sort_unstable_by(|a, b| b.cmp(a))")]),
            2 => parts.extend([text("mutate(&mut "), changed, text(")")]),
            3 => parts.extend([changed, text(format!(".push({label})"))]),
            4 => {
                let read = Part::Piece(self.used(other, Mode::Read), Binds::Postfix);
                parts.extend([text("touch(&"), read, text(")")]);
            }
            5 => {
                let value = self.number_leaf(number);
                parts.push(text(format!("effect({label}, ")));
                parts.extend([Part::Piece(value, Binds::Open), text(")")]);
            }
            6 => {
                let parts = vec![changed, text(".pop()")];
                let popped = Expression::parts(Type::I64.option(), Binds::Postfix, parts);
                let popped = popped.tagged("effect between chains over numbers");
                let name = self.fresh_name(Name::Scalar);
                self.bind_as(body, &name, Shown::Inside, popped);
                return;
            }
            7 if self.regions == 0 => {
                let option = vec![changed, text(".pop()")];
                let asked = Self::asked(Type::I64, option);
                let asked = asked.tagged("effect between chains over numbers");
                let name = self.fresh_name(Name::Scalar);
                let variable = self.bind_as(body, &name, Shown::Inside, asked);
                if let Some(entry) = self.entry(variable) {
                    entry.growth = 9;
                }
                return;
            }
            8 => {
                let condition = self.condition(0);
                let leave = Statement::Do(Expression {
                    is: Type::Unit,
                    node: Node::Return,
                });
                let statement = when(condition, vec![leave]);
                if let Statement::Do(expression) = statement {
                    let expression = expression.tagged("effect between chains over numbers");
                    body.push(Statement::Do(expression));
                }
                return;
            }
            9 => match scale {
                Some(scale) => {
                    let value = self.literal(number);
                    self.assign(body, scale, value, "effect between chains over numbers");
                    return;
                }
                None => parts.extend([changed, text(".clear()")]),
            },
            10 => match scale {
                Some(scale) => {
                    let place = Part::Piece(self.used(scale, Mode::Mutate), Binds::Postfix);
                    let value = self.literal(number);
                    parts.extend([text("*(&mut "), place, text(") = "), Part::Argument(value)]);
                }
                None => parts.extend([changed, text(".reverse()")]),
            },
            11 => match sink {
                Some(sink) => {
                    let sink = Part::Piece(self.used(sink, Mode::Mutate), Binds::Postfix);
                    let value = self.number_leaf(number);
                    let method = *self.random.pick(&["tell", "note", "check"]);
                    parts.extend([sink, text(format!(".{method}("))]);
                    parts.extend([Part::Piece(value, Binds::Open), text(")")]);
                }
                None => parts.push(text(format!("drop(Tracked::new({label}))"))),
            },
            _ => {
                let read = Part::Piece(self.used(other, Mode::Read), Binds::Postfix);
                let text_before = match self.style.panics {
                    true => "assert!(",
                    false => "let _unread = (",
                };
                parts.extend([text(text_before), read, text(".len() < 900)")]);
            }
        }
        body.push(line(parts));
    }
}
