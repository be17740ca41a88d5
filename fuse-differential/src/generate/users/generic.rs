//! Elements and workers of a type that only the caller knows: `T: Copy + PartialOrd`, `F: Fn(i64) -> i64`, without `Send` or `Sync`.

use crate::function::expression::{Binds, Expression, Part, Variable};
use crate::function::statement::Statement;
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::consumers::Turbofish;
use super::super::scope::Name;
use super::super::sources::{called, text};

impl Generator {
    /// An array of `T` and one `T`, a worker, or none.
    pub(super) fn generic_parameters(&mut self, parameters: &mut Vec<Variable>) -> Vec<Variable> {
        let mut made = Vec::new();
        if self.random.percent(45) {
            let number = *self.random.pick(&[Number::F64, Number::I64, Number::U8]);
            let is = Type::Generic("T", Box::new(Type::Number(number)));
            let array = Type::Slice(Box::new(is.clone())).reference();
            made.push(self.user_parameter(parameters, Name::Array, array));
            made.push(self.user_parameter(parameters, Name::Scalar, is));
            self.head
                .generics
                .push(("T", "Copy + PartialOrd", "generic element"));
        }
        if self.random.percent(40) {
            let is = Type::Generic("F", Box::new(Type::User("Function", false)));
            made.push(self.user_parameter(parameters, Name::Worker, is));
            self.head
                .generics
                .push(("F", "Fn(i64) -> i64", "generic worker"));
        }
        made
    }

    /// Chains over such an array, or by such a worker.
    pub(super) fn generic_statement(&mut self, body: &mut Vec<Statement>) {
        let array = self.user_of(|is| matches!(is.elements(), Some(Type::Generic("T", _))));
        let limit = self.user_of(|is| matches!(is, Type::Generic("T", _)));
        let worker = self.user_of(|is| matches!(is, Type::Generic("F", _)));
        match (array, limit, worker) {
            (Some(array), Some(limit), None) => self.generic_elements(body, array, limit),
            (Some(array), Some(limit), Some(_)) if self.random.percent(50) => {
                self.generic_elements(body, array, limit);
            }
            (.., Some(worker)) => self.generic_worker(body, worker),
            _ => {}
        }
    }

    fn generic_elements(&mut self, body: &mut Vec<Statement>, array: Variable, limit: Variable) {
        let Some(element) = self.variables[array.0].is.elements().cloned() else {
            return;
        };
        for _ in 0..self.random.between(2, 3) {
            let read = self.read(array);
            let mut flow = self.by_method(read, "xs.iter()", "iter", element.clone().reference());
            flow.step("copied()", vec![text("copied()")], element.clone());
            if self.random.percent(65) {
                let operator = *self.random.pick(&["<", ">", "<=", "!="]);
                let parts = vec![
                    text(format!("filter(|x| *x {operator} ")),
                    Part::Piece(self.read(limit), Binds::Sum),
                    text(")"),
                ];
                flow.step("filter(p)", parts, element.clone());
                flow.exact = false;
            }
            let value = match self.random.below(4) {
                0 => {
                    self.consumed(&mut flow, "count", vec![text("count()")], Type::USIZE);
                    flow.finish()
                }
                1 => {
                    let parts = vec![text("reduce(|a, b| if b > a { b } else { a })")];
                    self.consumed(&mut flow, "reduce", parts, element.clone().option());
                    flow.finish()
                }
                2 => {
                    let parts = vec![
                        text("map(|x| x > "),
                        Part::Piece(self.read(limit), Binds::Sum),
                        text(")"),
                    ];
                    flow.step("map(f)", parts, Type::Bool);
                    self.collect(flow, Type::Bool.vec(), Turbofish::Written)
                }
                _ => self.collect(flow, element.clone().vec(), Turbofish::Written),
            };
            let variable = self.bind_chain(body, value);
            if let Some(entry) = self.entry(variable)
                && matches!(entry.is.elements(), Some(Type::Generic(..)))
            {
                // Nobody else can do anything with it, but it is a result.
                entry.reserved = true;
                self.later.push(variable);
            }
        }
    }

    /// `xs.iter().map(|x| f(*x))`, or by its name.
    fn generic_worker(&mut self, body: &mut Vec<Statement>, worker: Variable) {
        for _ in 0..2 {
            let call = self.read(worker);
            let value = self.number_map(|_, number| {
                let parts = vec![
                    Part::Piece(call, Binds::Postfix),
                    text("("),
                    Part::Argument(number),
                    text(")"),
                ];
                Expression::parts(Type::I64, Binds::Postfix, parts)
            });
            let Some(value) = value else { return };
            let value = match value.is.elements() {
                Some(_) if self.random.percent(40) => self.by_name(value, worker),
                _ => value,
            };
            self.bind_chain(body, value);
        }
    }

    /// The same array, whose elements the worker is applied to once more, by its name.
    fn by_name(&mut self, array: Expression, worker: Variable) -> Expression {
        let mut flow = self.by_method(array, "xs.into_iter()", "into_iter", Type::I64);
        let by = Expression::unary(Type::Unit, "&", self.read(worker));
        flow.step("map(f)", called("map", vec![by]), Type::I64);
        self.collect(flow, Type::I64.vec(), Turbofish::Written)
    }
}
