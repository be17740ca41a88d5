//! Chains that are no initialiser of their own: operands, arguments, conditions, fields.

use crate::function::expression::{Binds, Block, Expression, Part};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::Generator;
use super::consumers::Turbofish;
use super::scope::{Entry, Name};
use super::sources::text;

impl Generator {
    /// A statement with chains inside an expression.
    pub(crate) fn position_statement(&mut self, body: &mut Vec<Statement>) {
        let number = match self.style.elements[0].number() {
            Some(number) if self.random.percent(80) => number,
            _ => Number::F64,
        };
        let is = Type::Number(number);
        let value = match self.random.below(9) {
            0 | 1 => self.mean(),
            7 | 8 => self.guarded_mean(),
            2 | 3 => {
                let a = self.number_chain(number);
                let b = self.number_chain(number);
                self.combined(&is, a, b)
                    .tagged("several chains in one expression")
            }
            4 => {
                let a = self.number_chain(number);
                let b = self.literal(number);
                let call = *self.random.pick(&["opaque", "identity"]);
                let argument = self.combined(&is, a, b);
                Expression::parts(
                    is,
                    Binds::Postfix,
                    vec![
                        text(format!("{call}(")),
                        Part::Piece(argument, Binds::Open),
                        text(")"),
                    ],
                )
                .tagged("chain as an argument")
            }
            5 => {
                let chain = self.number_chain(number);
                let limit = self.literal(number);
                let condition = Expression::binary(Type::Bool, chain, ">", limit);
                let yes = self.value(&is, 1);
                let no = self.literal(number);
                Expression::choice(condition, yes, no).tagged("chain in a condition")
            }
            _ => self.record(),
        };
        self.bind_value(body, Name::Scalar, Shown::Inside, value);
        if let Some(entry) = self.scope.last_mut() {
            entry.growth = 9;
        }
    }

    fn combined(&mut self, is: &Type, a: Expression, b: Expression) -> Expression {
        if is.is_float() {
            let operator = *self.random.pick(&["+", "-", "/", "*"]);
            Expression::binary(is.clone(), a, operator, b)
        } else {
            let method = *self
                .random
                .pick(&["wrapping_add", "wrapping_sub", "wrapping_mul"]);
            Expression::method(is.clone(), a, method, vec![b])
        }
    }

    /// `if xs.is_empty() { 0.0 } else { xs.iter().sum::<f64>() / xs.len() as f64 }`, or the other way round, or asked of another array.
    fn guarded_mean(&mut self) -> Expression {
        let numbers =
            |entry: &Entry| entry.is_array() && entry.is.elements().is_some_and(Type::is_number);
        let Some(entry) = self.one(numbers) else {
            return self.mean();
        };
        let mean = self.mean_of(&entry);
        let other = match self.random.percent(85) {
            true => Some(entry),
            false => self.one(numbers),
        };
        let Some(asked) = other else { return mean };
        let array = self.read(asked.variable);
        let otherwise = self.literal(Number::F64);
        let choice = match self.random.below(3) {
            0 => {
                let filled = Expression::method(Type::USIZE, array, "len", vec![]);
                let zero = Expression::literal(Type::USIZE, "0");
                let filled = Expression::binary(Type::Bool, filled, ">", zero);
                Expression::choice(filled, mean, otherwise)
            }
            _ => {
                let empty = Expression::method(Type::Bool, array, "is_empty", vec![]);
                Expression::choice(empty, otherwise, mean)
            }
        };
        choice.tagged("chain in a branch of what is filled")
    }

    /// `xs.iter().sum::<f64>() / xs.len() as f64`
    fn mean(&mut self) -> Expression {
        let numbers =
            |entry: &Entry| entry.is_array() && entry.is.elements().is_some_and(Type::is_number);
        match self.one(numbers) {
            Some(entry) => self.mean_of(&entry),
            None => self.number_chain(Number::F64),
        }
    }

    fn mean_of(&mut self, entry: &Entry) -> Expression {
        let array = self.read(entry.variable);
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let mut flow = self.by_method(array, "xs.iter()", "iter", element.clone().reference());
        if element != Type::F64 || self.random.percent(30) {
            self.map(&mut flow, &Type::F64);
        }
        let chain = self.reduce_to_sum(flow);
        let again = self.read(entry.variable);
        let length = Expression::method(Type::USIZE, again, "len", vec![]).cast(Type::F64);
        Expression::binary(Type::F64, chain, "/", length)
    }

    fn reduce_to_sum(&mut self, mut flow: super::sources::Flow) -> Expression {
        self.consumed(&mut flow, "sum", vec![text("sum::<f64>()")], Type::F64);
        flow.finish()
    }

    /// `xs.iter().map(..).sum()`, whose type its place shows to rustc alone.
    fn inferred_sum(&mut self) -> Expression {
        let mut flow = self.array_source();
        self.map(&mut flow, &Type::F64);
        self.consumed(&mut flow, "sum", vec![text("sum()")], Type::F64);
        flow.finish().tagged("sum of an inferred type")
    }

    /// `Record { id: .., weight: <chain>, .. }`
    fn record(&mut self) -> Expression {
        let id = self.number_chain(Number::I64);
        let weight = match self.random.percent(50) {
            true => self.inferred_sum(),
            false => self.number_chain(Number::F64),
        };
        let mut flow = self.array_source();
        self.map(&mut flow, &Type::I64);
        let values = self.collect(flow, Type::I64.vec(), Turbofish::Left);
        Expression::parts(
            Type::Record,
            Binds::Postfix,
            vec![
                text("Record { id: "),
                Part::Argument(id),
                text(", weight: "),
                Part::Argument(weight),
                text(", name: String::new(), values: "),
                Part::Argument(values),
                text(", active: true }"),
            ],
        )
        .tagged("chain in a field")
    }

    /// `if <chain> > 1.0 { .. }`
    pub(crate) fn condition_statement(
        &mut self,
        inside: Vec<Statement>,
        otherwise: Option<Vec<Statement>>,
    ) -> Statement {
        let condition = if self.random.percent(35) {
            let number = self.style.elements[0].number().unwrap_or(Number::F64);
            let chain = self.number_chain(number);
            let limit = self.literal(number);
            Expression::binary(Type::Bool, chain, ">", limit).tagged("chain in a condition")
        } else {
            self.condition(1)
        };
        let mut parts = vec![
            text("if "),
            Part::Piece(condition, Binds::Open),
            text(" "),
            Part::Block(Block {
                statements: inside,
                tail: None,
            }),
        ];
        if let Some(statements) = otherwise {
            parts.push(text(" else "));
            parts.push(Part::Block(Block {
                statements,
                tail: None,
            }));
        }
        Statement::Do(Expression::parts(Type::Unit, Binds::Open, parts).tagged("nested block"))
    }
}
