//! Statements.

use crate::function::expression::{Binds, Block, Expression, Mode, Node, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::Type;

use super::Generator;
use super::consumers::Turbofish;
use super::scope::{Entry, Name};
use super::sources::text;

impl Generator {
    /// Adds a statement, or a few that belong together.
    pub(crate) fn statement(&mut self, body: &mut Vec<Statement>) {
        let wall = if self.style.walls { 14 } else { 2 };
        match self
            .random
            .weighted(&[34, 30, 8, 4, wall, wall / 2, 6, wall / 3])
        {
            0 => self.array_statement(body),
            1 => self.value_statement(body),
            2 => self.scalar_statement(body),
            3 => self.worker_statement(body),
            4 => self.opaque_statement(body),
            5 => self.effect_statement(body),
            6 => self.loop_statement(body),
            _ => self.return_statement(body),
        }
    }

    /// How the type of a `let` is shown.
    fn shown(&mut self) -> (Shown, Turbofish) {
        match self.random.weighted(&[60, 40]) {
            0 => (Shown::Annotated, Turbofish::Left),
            _ => (Shown::Inside, Turbofish::Written),
        }
    }

    /// `let name = value;`
    pub(crate) fn bind_value(
        &mut self,
        body: &mut Vec<Statement>,
        name: Name,
        shown: Shown,
        value: Expression,
    ) -> Variable {
        let name = self.name(name);
        self.bind_as(body, &name, shown, value)
    }

    /// `let name = value;`, by that name.
    pub(crate) fn bind_as(
        &mut self,
        body: &mut Vec<Statement>,
        name: &str,
        shown: Shown,
        value: Expression,
    ) -> Variable {
        let variable = self.declare(name, value.is.clone());
        let borrows = if value.is.borrows() {
            let named = Self::named_in(&value);
            self.roots(&named)
        } else {
            Vec::new()
        };
        self.enter(variable).borrows = borrows;
        body.push(Statement::Let {
            pattern: Pattern::Bind(variable),
            shown,
            value,
        });
        variable
    }

    fn array_statement(&mut self, body: &mut Vec<Statement>) {
        let (shown, turbofish) = self.shown();
        let (value, growth, like) = self.array_chain(turbofish);
        let variable = self.bind_value(body, Name::Array, shown, value);
        if let Some(entry) = self.entry(variable) {
            entry.growth = growth;
            entry.like = like;
        }
    }

    fn value_statement(&mut self, body: &mut Vec<Statement>) {
        let mut flow = self.source();
        self.adapt(&mut flow);
        let (shown, turbofish) = self.shown();
        let growth = flow.growth;
        let value = self.reduce(flow, turbofish);
        // What an operator or a call makes of it hides the type from an annotation.
        let direct = matches!(&value.node, Node::Chain(chain)
            if chain.steps.last().is_some_and(|step| step.construct != "call behind a consumer"));
        let (shown, value) = match (direct, turbofish) {
            (true, _) | (_, Turbofish::Written) => (shown, value),
            _ => (Shown::Annotated, value),
        };
        let counts = direct
            && matches!(&value.node, Node::Chain(chain)
            if chain.steps.last().is_some_and(|step| step.construct == "count"));
        let variable = self.bind_value(body, Name::Scalar, shown, value);
        if counts
            && growth <= 4
            && let Some(count) = self.entry(variable)
        {
            count.growth = 1;
        }
    }

    fn scalar_statement(&mut self, body: &mut Vec<Statement>) {
        if self.random.percent(40)
            && let Some(entry) = self.one(Entry::is_array)
        {
            let array = self.read(entry.variable);
            let value = Expression::method(Type::USIZE, array, "len", vec![]);
            let variable = self.bind_value(body, Name::Length, Shown::Inside, value);
            if let Some(length) = self.entry(variable) {
                length.like = entry.like.or(Some(entry.variable));
                length.growth = if entry.growth <= 4 { 1 } else { 9 };
            }
            return;
        }
        let is = match self.style.elements[0].number() {
            Some(number) if self.random.percent(80) => Type::Number(number),
            _ => Type::F64,
        };
        let value = self.value(&is, 2);
        let shown = match self.random.percent(60) {
            true => Shown::Annotated,
            false => Shown::Inside,
        };
        let variable = self.bind_value(body, Name::Scalar, shown, value);
        if let Some(entry) = self.entry(variable) {
            entry.growth = 9;
        }
    }

    fn changeable(&mut self) -> Option<Entry> {
        let (loops, workers) = (self.loops, self.workers);
        self.one(|entry| {
            entry.loops == loops && entry.workers == workers && matches!(&entry.is, Type::Vec(_))
                || matches!(&entry.is, Type::Mutable(inner) if matches!(**inner, Type::Vec(_)))
                    && loops == 0
                    && workers == 0
        })
    }

    /// What reads, changes or moves an array, and is no chain.
    pub(crate) fn opaque_statement(&mut self, body: &mut Vec<Statement>) {
        if self.random.percent(30)
            && let Some(entry) = self.one(|entry| {
                entry.is_array() && !entry.is.borrows()
                    || matches!(&entry.is, Type::Reference(_)) && entry.is_array()
            })
        {
            let array = self.read(entry.variable);
            let argument = match entry.is.references() {
                0 => Expression::unary(entry.is.clone().reference(), "&", array),
                _ => array,
            };
            let call = Expression::parts(
                Type::Unit,
                Binds::Postfix,
                vec![
                    text("observe("),
                    Part::Piece(argument, Binds::Open),
                    text(")"),
                ],
            );
            body.push(Statement::Do(call.tagged("opaque statement")));
            return;
        }
        let Some(entry) = self.changeable() else {
            self.effect_statement(body);
            return;
        };
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        if element.borrows() || element.is_tracked() {
            return;
        }
        let choice = self.random.below(6);
        let argument = match choice {
            0 => Some(self.without(entry.variable, |generator| generator.value(&element, 1))),
            _ => None,
        };
        let array = self.change(entry.variable);
        if let Some(entry) = self.entry(entry.variable) {
            entry.like = None;
        }
        let call = match (choice, argument) {
            (0, Some(argument)) => Expression::method(Type::Unit, array, "push", vec![argument]),
            (1, _) if element.is_ord() => Expression::method(Type::Unit, array, "sort", vec![]),
            (2, _) => {
                let n = Expression::literal(Type::USIZE, "5");
                Expression::method(Type::Unit, array, "truncate", vec![n])
            }
            (3, _) => Expression::method(Type::Unit, array, "reverse", vec![]),
            (4, _) if element.is_integer() => {
                Expression::method(Type::Unit, array, "dedup", vec![])
            }
            _ => {
                let argument = match entry.is.references() {
                    0 => {
                        Expression::unary(Type::Mutable(Box::new(entry.is.clone())), "&mut ", array)
                    }
                    _ => array,
                };
                Expression::call(Type::Unit, "mutate", vec![argument])
            }
        };
        body.push(Statement::Do(call.tagged("opaque statement")));
    }

    /// `effect(3, total);`
    pub(crate) fn effect_statement(&mut self, body: &mut Vec<Statement>) {
        self.effects += 1;
        let label = self.effects;
        let value = match self.leaf_by(|is| !is.borrows()) {
            Some(leaf) => leaf,
            None => return,
        };
        let call = Expression::parts(
            Type::Unit,
            Binds::Postfix,
            vec![
                text(format!("effect({label}, ")),
                Part::Piece(value, Binds::Open),
                text(")"),
            ],
        );
        body.push(Statement::Do(call.tagged("effect outside workers")));
    }

    /// `if xs.is_empty() { return (..); }`
    fn return_statement(&mut self, body: &mut Vec<Statement>) {
        let condition = match self.one(Entry::is_array) {
            Some(entry) if self.random.percent(60) => {
                let array = self.read(entry.variable);
                Expression::method(Type::Bool, array, "is_empty", vec![])
            }
            _ => self.condition(0),
        };
        if matches!(condition.node, Node::Literal(_)) {
            return;
        }
        let leave = Statement::Do(Expression {
            is: Type::Unit,
            node: Node::Return,
        });
        body.push(Statement::Do(
            Expression::parts(
                Type::Unit,
                Binds::Open,
                vec![
                    text("if "),
                    Part::Piece(condition, Binds::Open),
                    text(" "),
                    Part::Block(Block {
                        statements: vec![leave],
                        tail: None,
                    }),
                ],
            )
            .tagged("early return"),
        ));
    }

    /// A `for` loop that adds up, or pushes.
    fn loop_statement(&mut self, body: &mut Vec<Statement>) {
        let Some(entry) = self.array() else { return };
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let Some(number) = self.number_of(&element) else {
            return;
        };
        let is = Type::Number(number);
        let pushes = self.random.percent(40);
        let total = if pushes {
            let new = Expression::parts(is.clone().vec(), Binds::Postfix, vec![text("Vec::new()")]);
            let name = self.fresh_name(Name::Array);
            self.bind_as(body, &name, Shown::Annotated, new)
        } else {
            let zero = Expression::literal(is.clone(), if number.is_float() { "0.0" } else { "0" });
            let name = self.fresh_name(Name::Accumulator);
            self.bind_as(body, &name, Shown::Annotated, zero)
        };
        let over = self.iterable(&entry);
        let mark = self.open();
        let before = self.unfocus();
        self.loops += 1;
        let pattern = self.pattern(&element.reference(), 2);
        let value = self.without(total, |generator| generator.value(&is, 2));
        let update = if pushes {
            let array = self.used(total, Mode::Mutate);
            Expression::method(Type::Unit, array, "push", vec![value])
        } else {
            let place = self.used(total, Mode::Assign);
            let (operator, value) = match number.is_float() {
                true => (" += ", value),
                false => {
                    let read = self.used(total, Mode::Read);
                    let sum = Expression::method(is.clone(), read, "wrapping_add", vec![value]);
                    (" = ", sum)
                }
            };
            Expression::parts(
                Type::Unit,
                Binds::Open,
                vec![
                    Part::Piece(place, Binds::Postfix),
                    text(operator),
                    Part::Argument(value),
                ],
            )
        };
        self.loops -= 1;
        self.close(mark);
        self.refocus(&before);
        if let Some(made) = self.entry(total) {
            made.growth = entry.growth;
            made.like = entry.like;
        }
        body.push(Statement::Do(
            Expression::parts(
                Type::Unit,
                Binds::Open,
                vec![
                    text("for "),
                    Part::Pattern(pattern),
                    text(" in "),
                    Part::Piece(over, Binds::Open),
                    text(" "),
                    Part::Block(Block {
                        statements: vec![Statement::Do(update)],
                        tail: None,
                    }),
                ],
            )
            .tagged(if pushes {
                "for loop that pushes"
            } else {
                "for loop that adds up"
            }),
        ));
    }
}
