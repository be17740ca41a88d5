//! Workers that do more than compute, in forms that a compiler of chains must see.

use crate::function::expression::{Binds, Block, Expression, Mode, Part, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::Generator;
use super::consumers::Turbofish;
use super::scope::Name;
use super::sources::{called, text};

impl Generator {
    /// A chain with such a worker.
    pub(crate) fn impure_statement(&mut self, body: &mut Vec<Statement>) {
        match self.random.below(7) {
            5 | 6 => self.closure_source(body),
            0 | 1 => self.counting_worker(body),
            2 => self.cell_worker(body),
            3 => self.effect_worker(body),
            _ => self.calling_worker(body),
        }
    }

    fn collected(
        &mut self,
        body: &mut Vec<Statement>,
        parts: impl FnOnce(&mut Self, &Type) -> Expression,
    ) {
        let mut flow = self.array_source();
        if self.random.percent(40) {
            self.adapt(&mut flow);
        }
        let Some(number) = self.number_of(&flow.item) else {
            return;
        };
        let gives = Type::Number(number);
        let item = flow.item.clone();
        let worker = self.closure(std::slice::from_ref(&item), |generator| {
            parts(generator, &gives)
        });
        let growth = flow.growth;
        flow.step(
            "map(f)",
            called("map", vec![worker.tagged("impure worker")]),
            gives.clone(),
        );
        let chain = match self.random.percent(70) {
            true => self.collect(flow, gives.vec(), Turbofish::Written),
            false => self.reduce(flow, Turbofish::Written),
        };
        let name = if chain.is.elements().is_some() {
            Name::Array
        } else {
            Name::Scalar
        };
        let variable = self.bind_value(body, name, Shown::Inside, chain);
        if let Some(entry) = self.entry(variable) {
            entry.growth = growth.max(2);
        }
    }

    /// `|x| { seen += 1; x * 2 }`
    fn counting_worker(&mut self, body: &mut Vec<Statement>) {
        let name = self.fresh_name(Name::Accumulator);
        let zero = Expression::literal(Type::USIZE, "0");
        let seen = self.bind_as(body, &name, Shown::Annotated, zero);
        if let Some(entry) = self.entry(seen) {
            entry.growth = 9;
        }
        self.without(seen, |generator| {
            generator.collected(body, |generator, gives| {
                let value = generator.value(gives, 1);
                let one = Expression::literal(Type::USIZE, "1");
                let mut statements = Vec::new();
                generator.assign(&mut statements, seen, one, "");
                in_block(statements, value)
            });
        });
    }

    /// `|x| { cell.set(cell.get() + 1); x }`
    fn cell_worker(&mut self, body: &mut Vec<Statement>) {
        let is = Type::Collection("std::cell::Cell", Box::new(Type::USIZE));
        let name = self.fresh_name(Name::Accumulator);
        let cell = Expression::parts(
            is,
            Binds::Postfix,
            vec![text("std::cell::Cell::new(0usize)")],
        );
        let cell = self.bind_as(body, &name, Shown::Inside, cell);
        if let Some(entry) = self.entry(cell) {
            // It is read by its own statement alone.
            entry.reserved = true;
        }
        self.collected(body, |generator, gives| {
            let value = generator.value(gives, 1);
            let set = generator.get(cell, ".set(");
            let mut parts = vec![Part::Piece(set, Binds::Postfix)];
            parts.push(Part::Piece(
                generator.used(cell, Mode::Read),
                Binds::Postfix,
            ));
            parts.push(text(".get() + 1)"));
            let set = Expression::parts(Type::Unit, Binds::Postfix, parts);
            in_block(vec![Statement::Do(set)], value)
        });
        let get = self.get(cell, ".get()");
        let get = Expression {
            is: Type::USIZE,
            ..get
        };
        let variable = self.bind_value(body, Name::Scalar, Shown::Inside, get);
        if let Some(entry) = self.entry(variable) {
            entry.growth = 9;
        }
    }

    fn get(&self, cell: Variable, call: &str) -> Expression {
        Expression::parts(
            Type::Unit,
            Binds::Postfix,
            vec![
                Part::Piece(self.used(cell, Mode::Read), Binds::Postfix),
                text(call),
            ],
        )
    }

    /// `|x| { effect(3, 0usize); x }`
    fn effect_worker(&mut self, body: &mut Vec<Statement>) {
        self.effects += 1;
        let label = self.effects;
        self.collected(body, |generator, gives| {
            let value = generator.value(gives, 1);
            let call = format!("effect({label}, 0usize)");
            let effect = Expression::parts(Type::Unit, Binds::Postfix, vec![text(call)]);
            in_block(vec![Statement::Do(effect)], value)
        });
    }

    /// `std::iter::from_fn(|| { seen += 1; (seen < 6).then_some(seen) })`
    fn closure_source(&mut self, body: &mut Vec<Statement>) {
        let name = self.fresh_name(Name::Accumulator);
        let zero = Expression::literal(Type::USIZE, "0");
        let seen = self.bind_as(body, &name, Shown::Annotated, zero);
        if let Some(entry) = self.entry(seen) {
            entry.growth = 9;
        }
        let one = Expression::literal(Type::USIZE, "1");
        let mut statements = Vec::new();
        self.assign(&mut statements, seen, one, "");
        let mut condition = vec![
            text("("),
            Part::Piece(self.used(seen, Mode::Read), Binds::Postfix),
        ];
        condition.push(text(format!(
            " < {}).then_some(",
            self.random.between(3, 40)
        )));
        condition.push(Part::Piece(self.used(seen, Mode::Read), Binds::Postfix));
        condition.push(text(")"));
        let tail = Expression::parts(Type::USIZE.option(), Binds::Postfix, condition);
        let source = Expression::parts(
            Type::Iterator(Box::new(Type::USIZE)),
            Binds::Postfix,
            vec![
                Part::Tag("source of nobody's"),
                text("std::iter::from_fn(|| "),
                Part::Block(Block {
                    statements,
                    tail: Some(Box::new(tail)),
                }),
                text(")"),
            ],
        );
        let mut flow = super::sources::Flow::new(source, Type::USIZE);
        flow.exact = false;
        flow.double = false;
        let chain = self.without(seen, |generator| {
            generator.adapt(&mut flow);
            generator.reduce(flow, Turbofish::Written)
        });
        if !chain.is.borrows() {
            self.bind_value(body, Name::Scalar, Shown::Inside, chain);
        }
    }

    /// `let mut next = || { seen += 1; seen }; xs.iter().map(|x| x + next())`
    fn calling_worker(&mut self, body: &mut Vec<Statement>) {
        let number = self.style.elements[0].number().unwrap_or(Number::F64);
        let is = Type::Number(number);
        let name = self.fresh_name(Name::Accumulator);
        let zero = Expression::literal(is.clone(), if number.is_float() { "0.0" } else { "0" });
        let seen = self.bind_as(body, &name, Shown::Annotated, zero);
        if let Some(entry) = self.entry(seen) {
            entry.growth = 9;
        }
        let mut statements = Vec::new();
        let one = Expression::literal(is.clone(), if number.is_float() { "1.0" } else { "1" });
        self.assign(&mut statements, seen, one, "");
        let read = self.used(seen, Mode::Read);
        let closure = Expression::parts(
            Type::Worker(Vec::new(), Box::new(is.clone())),
            Binds::Open,
            vec![
                text("|| "),
                Part::Block(Block {
                    statements,
                    tail: Some(Box::new(read)),
                }),
            ],
        );
        let name = self.fresh_name(Name::Worker);
        let next = self.bind_as(body, &name, Shown::Inside, closure);
        if let Some(entry) = self.entry(next) {
            entry.exclusive = true;
            entry.reserved = true;
        }
        self.without(seen, |generator| {
            generator.collected(body, |generator, gives| {
                let value = generator.number_leaf(gives.number().unwrap_or(Number::F64));
                let call = Expression::parts(
                    is.clone(),
                    Binds::Postfix,
                    vec![
                        Part::Piece(generator.used(next, Mode::Pull), Binds::Postfix),
                        text("()"),
                    ],
                );
                let call = if call.is == *gives {
                    call
                } else {
                    call.cast(gives.clone())
                };
                match gives.is_float() {
                    true => Expression::binary(gives.clone(), value, "+", call),
                    false => Expression::method(gives.clone(), value, "wrapping_add", vec![call]),
                }
            });
        });
    }
}

fn in_block(statements: Vec<Statement>, value: Expression) -> Expression {
    super::workers::block(statements, value)
}
