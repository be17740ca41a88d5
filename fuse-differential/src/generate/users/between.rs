//! Operators, fields and methods of a user's in a `let` between chains. In: two values that tell what is done with them. Out: a
//! chain that reads how much was told, the `let`, and a chain that uses it.

use crate::function::expression::{Binds, Expression, Part, Variable};
use crate::function::statement::Statement;
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::consumers::Turbofish;
use super::super::scope::{Entry, Name};
use super::super::sources::{called, text};

const TOLD: Type = Type::User("Told", false);

impl Generator {
    /// Two values, now and then.
    pub(super) fn told_parameters(&mut self, parameters: &mut Vec<Variable>) -> Vec<Variable> {
        // What is told on another thread is not heard.
        if self.std || !self.random.percent(45) {
            return Vec::new();
        }
        let first = self.user_parameter(parameters, Name::Scalar, TOLD);
        let second = self.user_parameter(parameters, Name::Scalar, TOLD);
        vec![first, second]
    }

    /// `|x| seen(*x)`: reads a state, over any array of numbers.
    fn seen(&mut self) -> Option<Expression> {
        self.number_map(|_, number| Expression::call(Type::I64, "seen", vec![number]))
    }

    /// A chain over an array of numbers that maps each by `make` and collects or adds up.
    pub(super) fn number_map(
        &mut self,
        make: impl FnOnce(&mut Self, Expression) -> Expression,
    ) -> Option<Expression> {
        let entry = self.one(|entry: &Entry| {
            entry.is_array() && entry.is.elements().is_some_and(Type::is_number)
        })?;
        let element = entry.is.elements().cloned()?;
        let array = self.read(entry.variable);
        let mut flow = self.by_method(array, "xs.iter()", "iter", element.clone().reference());
        flow.growth = entry.growth;
        let argument = element.reference();
        let worker = self.closure(std::slice::from_ref(&argument), |generator| {
            let number = generator.number_leaf(Number::I64);
            make(generator, number)
        });
        let Type::Worker(_, gives) = &worker.is else {
            return None;
        };
        let gives = (**gives).clone();
        flow.step("map(f)", called("map", vec![worker]), gives.clone());
        Some(match self.random.percent(60) {
            true => self.collect(flow, gives.vec(), Turbofish::Written),
            false => {
                let parts = vec![text("fold(0i64, |acc, v| acc.wrapping_mul(31) ^ v)")];
                self.consumed(&mut flow, "fold", parts, Type::I64);
                flow.finish()
            }
        })
    }

    /// The chain, the `let`, the other chain.
    pub(super) fn between_statement(&mut self, body: &mut Vec<Statement>) {
        let Some(told) = self.user_of(|is| *is == TOLD) else {
            return;
        };
        let Some(before) = self.seen() else { return };
        self.bind_chain(body, before);
        let other = self.user_of(|is| *is == TOLD).unwrap_or(told);
        let read = self.read(told);
        let value = match self.random.below(4) {
            0 | 1 => {
                let other = self.read(other);
                Expression::binary(Type::I64, read, "+", other)
            }
            2 => read.field(Type::I64, "k"),
            _ => {
                let length = Expression::method(Type::USIZE, read, "len", vec![]);
                length.cast(Type::I64)
            }
        };
        let k = self.bind_chain(body, value.tagged("let of a user's operation"));
        let Some(after) = self.number_map(|generator, number| {
            let k = generator.used(k, crate::function::expression::Mode::Read);
            Expression::method(Type::I64, number, "wrapping_mul", vec![k])
        }) else {
            return;
        };
        self.bind_chain(body, after);
    }

    /// Workers that call the methods of a receiver without fields, or write numbers in columns.
    pub(super) fn worker_of_a_user(&mut self, body: &mut Vec<Statement>) {
        let value = match self.random.percent(50) {
            true => self.number_map(|generator, number| {
                let literal = generator.literal(Number::F64);
                let number = number.cast(Type::F64);
                let distance = Expression::method(
                    Type::F64,
                    Expression::parts(Type::Unit, Binds::Postfix, vec![text("Euclid")]),
                    "distance",
                    vec![number, literal],
                );
                distance.cast(Type::I64).tagged("receiver without fields")
            }),
            false => {
                let width = self.one(|entry| entry.is == Type::USIZE && entry.growth != 9);
                let width = match width {
                    Some(entry) => self.read(entry.variable),
                    None => Expression::literal(Type::USIZE, "6"),
                };
                self.number_map(|generator, number| {
                    let template = *generator
                        .random
                        .pick(&["{:>1$}", "{:<1$}|", "{:01$}", "{:+.1$}"]);
                    let parts = vec![
                        Part::Tag("format width"),
                        text(format!("format!({template:?}, ")),
                        Part::Piece(number, Binds::Open),
                        text(", "),
                        Part::Piece(width, Binds::Open),
                        text(").len() as i64"),
                    ];
                    Expression::parts(Type::I64, Binds::Cast, parts)
                })
            }
        };
        if let Some(value) = value {
            self.bind_chain(body, value);
        }
    }
}
