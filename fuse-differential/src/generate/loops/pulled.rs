//! Consumers that no loop can open: they ask for their elements, and may have enough of them.

use crate::function::expression::{Binds, Expression, Mode, Node, Part, Pattern};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::scope::{Entry, Name};
use super::super::sources::{Flow, called, text};
use super::line;

impl Generator {
    /// One or two such chains over an array.
    pub(super) fn pulled_statement(&mut self, body: &mut Vec<Statement>, entry: &Entry) {
        for _ in 0..self.random.between(1, 2) {
            if !self.is_there(entry) {
                return;
            }
            self.pulled(body, entry);
            if self.random.percent(25) && self.is_there(entry) {
                self.decided_beside(body, entry);
            }
        }
    }

    /// Searches whose tests cannot fail, and a sum of floats, which adds in order.
    fn decided_beside(&mut self, body: &mut Vec<Statement>, entry: &Entry) {
        let Some(Type::Number(number)) = entry.is.elements().cloned() else {
            return;
        };
        let searches = self.random.between(1, 3);
        let sum = self.random.below(searches + 1);
        for place in 0..=searches {
            let array = self.read(entry.variable);
            let item = Type::Number(number).reference();
            let mut flow = self.by_method(array, "xs.iter()", "iter", item.clone());
            if place == sum && number.is_float() {
                let is = Type::Number(number);
                self.number_step(&mut flow, number);
                self.consumed(&mut flow, "sum", vec![text(format!("sum::<{is}>()"))], is);
            } else {
                let choice = self.random.below(3);
                let construct = ["any", "all", "position"][choice];
                let gives = match construct {
                    "position" => Type::USIZE.option(),
                    _ => Type::Bool,
                };
                let worker = self.closure(&[item], |generator| generator.condition(0));
                self.consumed(&mut flow, construct, called(construct, vec![worker]), gives);
            }
            let value = flow.finish().tagged("searches beside a chain that asks");
            self.bind_value(body, Name::Scalar, Shown::Inside, value);
        }
    }

    fn pulled(&mut self, body: &mut Vec<Statement>, entry: &Entry) {
        let mut flow = self.few_steps(entry);
        let Some(number) = self.number_of(&flow.item) else {
            return;
        };
        if self.random.percent(10) {
            return self.extended(body, flow, number);
        }
        let value = match self.random.weighted(&[30, 22, 20, 22, 10]) {
            0 => self.searched(&mut flow),
            1 => self.tried(&mut flow, number),
            2 => self.taken_by_a_user(&mut flow, number),
            3 => self.collected_if_all(&mut flow, number),
            _ => self.as_text(&mut flow, number),
        };
        let value = value.tagged("pulled beside chains");
        if value.is.borrows() {
            return;
        }
        let name = match value.is.elements() {
            Some(_) => Name::Array,
            None => Name::Scalar,
        };
        let (shown, value) = match value.is.is_written() && self.random.percent(40) {
            true => (Shown::Annotated, value),
            false => (Shown::Inside, value),
        };
        let variable = self.bind_value(body, name, shown, value);
        if let Some(entry) = self.entry(variable) {
            entry.growth = 9;
        }
    }

    /// A test of an element, which may panic or have an effect.
    fn tested(&mut self, item: &Type, gives: impl FnOnce(Expression) -> Expression) -> Expression {
        let effect = self.style.walls && self.random.percent(25);
        if effect {
            self.effects += 1;
        }
        let label = self.effects;
        let risky = self.style.panics && self.random.percent(40);
        let number = self.number_of(item);
        self.closure(std::slice::from_ref(item), |generator| {
            let test = match number.filter(|_| risky) {
                Some(number) => {
                    let value = generator.risky(number);
                    let limit = generator.literal(number);
                    Expression::binary(Type::Bool, value, ">", limit)
                }
                None => generator.condition(1),
            };
            let test = gives(test);
            match effect {
                true => {
                    let call = vec![text(format!("effect({label}, 0usize)"))];
                    let call = Expression::parts(Type::Unit, Binds::Postfix, call);
                    super::super::workers::block(vec![Statement::Do(call)], test)
                }
                false => test,
            }
        })
    }

    fn searched(&mut self, flow: &mut Flow) -> Expression {
        let item = flow.item.clone();
        let (construct, gives) = match self.random.below(6) {
            0 | 1 => ("any", Type::Bool),
            2 => ("all", Type::Bool),
            3 => ("position", Type::USIZE.option()),
            _ => {
                let worker = self.tested(&item.clone().reference(), |test| test);
                let parts = called("find", vec![worker]);
                self.consumed(flow, "find", parts, item.clone().option());
                return self.behind(flow.clone(), &item);
            }
        };
        let worker = self.tested(&item, |test| test);
        self.consumed(flow, construct, called(construct, vec![worker]), gives);
        flow.clone().finish()
    }

    /// `try_fold` into an `Option` or a `Result`, and `try_for_each`.
    fn tried(&mut self, flow: &mut Flow, number: Number) -> Expression {
        let item = flow.item.clone();
        let is = Type::Number(number);
        let option = self.random.percent(50);
        let none = |is: &Type| match option {
            true => format!("None::<{is}>"),
            false => format!("Err::<{is}, u8>(3)"),
        };
        let wrapped = |is: &Type| match option {
            true => is.clone().option(),
            false => Type::Result(Box::new(is.clone()), Box::new(Type::Number(Number::U8))),
        };
        let (yes, gives) = match option {
            true => ("Some", wrapped(&is)),
            false => ("Ok", wrapped(&is)),
        };
        if self.random.percent(35) {
            let unit = wrapped(&Type::Unit);
            let yes = Expression::parts(
                unit.clone(),
                Binds::Postfix,
                vec![text(format!("{yes}(())"))],
            );
            let no = Expression::parts(unit.clone(), Binds::Postfix, vec![text(none(&Type::Unit))]);
            let worker = self.tested(&item, |test| Expression::choice(test, yes, no));
            let parts = called("try_for_each", vec![worker]);
            self.consumed(flow, "try_for_each", parts, unit);
            return flow.clone().finish();
        }
        let start = self.literal(number);
        let worker = self.accumulating(&item, &is, &gives, |generator, acc| {
            let value = generator.risky(number);
            let sum = match number.is_float() {
                true => Expression::binary(is.clone(), acc, "+", value),
                false => Expression::method(is.clone(), acc, "wrapping_add", vec![value]),
            };
            let condition = generator.condition(0);
            let some = Expression::call(gives.clone(), yes, vec![sum]);
            let none = Expression::parts(gives.clone(), Binds::Postfix, vec![text(none(&is))]);
            Expression::choice(condition, some, none)
        });
        let parts = vec![
            text("try_fold("),
            Part::Piece(start, Binds::Open),
            text(", "),
            Part::Piece(worker, Binds::Open),
            text(")"),
        ];
        self.consumed(flow, "try_fold", parts, gives);
        flow.clone().finish()
    }

    /// `|acc, x| ..`
    pub(super) fn accumulating(
        &mut self,
        item: &Type,
        acc: &Type,
        gives: &Type,
        write: impl FnOnce(&mut Self, Expression) -> Expression,
    ) -> Expression {
        let accumulator = self.declare("acc", acc.clone());
        let mark = self.open();
        self.enter(accumulator);
        let worker = self.closure(std::slice::from_ref(item), |generator| {
            let acc = generator.used(accumulator, Mode::Read);
            write(generator, acc)
        });
        self.close(mark);
        let Node::Parts(binds, mut parts) = worker.node else {
            return worker;
        };
        let bar = parts
            .iter()
            .position(|part| matches!(part, Part::Text(text) if text == "|"))
            .unwrap_or(0);
        parts.insert(bar + 1, text(", "));
        parts.insert(bar + 1, Part::Pattern(Pattern::Bind(accumulator)));
        let is = Type::Worker(vec![acc.clone(), item.clone()], Box::new(gives.clone()));
        Expression::parts(is, binds, parts)
    }

    /// `sum::<Tally<_>>()`, `collect::<Bag<_>>()` and the others of a user's own.
    fn taken_by_a_user(&mut self, flow: &mut Flow, number: Number) -> Expression {
        self.number_step(flow, number);
        let tracked = self.style.tracked && self.random.percent(40);
        let is = Type::Number(number);
        let (construct, user, element) = match self.random.below(4) {
            0 => ("sum", "Tally", is),
            1 => ("product", "Tally", is),
            2 if tracked => ("collect", "Bag", Type::Tracked),
            2 => ("collect", "Bag", is),
            _ if tracked => ("collect", "Few", Type::Tracked),
            _ => ("collect", "Few", is),
        };
        if element == Type::Tracked {
            let item = flow.item.clone();
            let worker = self.closure(&[item], |generator| generator.value(&Type::Tracked, 1));
            flow.step("map(f)", called("map", vec![worker]), Type::Tracked);
        }
        let gives = Type::Collection(user, Box::new(element));
        let parts = vec![
            Part::Tag("taken by a user's type"),
            text(format!("{construct}::<{gives}>()")),
        ];
        self.consumed(flow, construct, parts, gives);
        flow.clone().finish()
    }

    /// `collect::<Result<Vec<_>, _>>()` and its like: as long as all are good.
    fn collected_if_all(&mut self, flow: &mut Flow, number: Number) -> Expression {
        let item = flow.item.clone();
        let value = match self.random.below(6) {
            0 | 1 if self.style.tracked => Type::Tracked,
            0 => Type::String,
            _ => Type::Number(number),
        };
        let option = self.random.percent(50);
        let sum = value.is_float() && self.random.percent(35);
        let error = match self.random.percent(50) {
            true => Type::Number(number),
            false => Type::USIZE,
        };
        let wrapped = |is: &Type| match option {
            true => is.clone().option(),
            false => Type::Result(Box::new(is.clone()), Box::new(error.clone())),
        };
        let each = wrapped(&value);
        let worker = self.closure(&[item], |generator| {
            let condition = generator.condition(0);
            let yes = match value.number() {
                Some(number) => generator.risky(number),
                None => generator.value(&value, 1),
            };
            let (some, none) = match option {
                true => (
                    "Some",
                    Expression::parts(
                        each.clone(),
                        Binds::Postfix,
                        vec![text(format!("None::<{value}>"))],
                    ),
                ),
                false => {
                    let why = generator.value(&error, 0);
                    ("Ok", Expression::call(each.clone(), "Err", vec![why]))
                }
            };
            let yes = Expression::call(each.clone(), some, vec![yes]);
            Expression::choice(condition, yes, none)
        });
        flow.step("map(f)", called("map", vec![worker]), each);
        let (construct, gives) = match sum {
            true => ("sum", wrapped(&value)),
            false => ("collect", wrapped(&value.vec())),
        };
        let tag = match (sum, option) {
            (true, _) => "sum into an option",
            (_, true) => "collect into an option",
            _ => "collect into a result",
        };
        let parts = vec![Part::Tag(tag), text(format!("{construct}::<{gives}>()"))];
        self.consumed(flow, construct, parts, gives);
        flow.clone().finish()
    }

    /// `collect::<String>()`
    fn as_text(&mut self, flow: &mut Flow, number: Number) -> Expression {
        let item = flow.item.clone();
        let char = self.random.percent(50);
        let gives = if char { Type::Char } else { Type::String };
        let is = gives.clone();
        let worker = self.closure(&[item], |generator| {
            let value = generator.number_leaf(number);
            let (before, behind) = match char {
                true => ("char::from(b'a' + (", " as u8) % 26)"),
                false => ("format!(\"{:?},\", ", ")"),
            };
            let parts = vec![text(before), Part::Piece(value, Binds::Cast), text(behind)];
            Expression::parts(is.clone(), Binds::Postfix, parts)
        });
        flow.step("map(f)", called("map", vec![worker]), gives);
        let parts = vec![
            Part::Tag("collect into a text"),
            text("collect::<String>()"),
        ];
        self.consumed(flow, "collect", parts, Type::String);
        flow.clone().finish()
    }

    /// `tally.extend(chain);`
    fn extended(&mut self, body: &mut Vec<Statement>, mut flow: Flow, number: Number) {
        self.number_step(&mut flow, number);
        let user = self.random.percent(50);
        let chain = flow.finish();
        let into = match user {
            true => self.bind_user(body, "Tally", number),
            false => {
                let is = Type::Number(number).vec();
                let new = vec![text("Vec::new()")];
                // What the chain borrows is not extended by it.
                self.without_all(&Self::named_in(&chain), |generator| {
                    generator.bind_parts(body, Name::Array, Shown::Annotated, is, new)
                })
            }
        };
        body.push(line(vec![
            Part::Tag("extended by a chain"),
            Part::Piece(self.used(into, Mode::Mutate), Binds::Postfix),
            text(".extend("),
            Part::Argument(chain),
            text(")"),
        ]));
    }
}
