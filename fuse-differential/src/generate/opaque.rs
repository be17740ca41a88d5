//! Statements that a compiler of chains cannot look into: calls that read, change or move, and effects.

use crate::function::expression::{Binds, Expression, Mode, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::Generator;
use super::consumers::Turbofish;
use super::scope::{Entry, Name};
use super::sources::text;

impl Generator {
    /// A vector that may be changed here.
    pub(crate) fn changeable(&mut self) -> Option<Entry> {
        let (loops, workers) = (self.loops, self.workers);
        self.one(|entry| match &entry.is {
            Type::Vec(_) => entry.loops == loops && entry.workers == workers && !entry.focus,
            Type::Mutable(inner) => matches!(**inner, Type::Vec(_)) && loops == 0 && workers == 0,
            _ => false,
        })
    }

    /// What reads, changes or moves, and is no chain.
    pub(crate) fn opaque_statement(&mut self, body: &mut Vec<Statement>) {
        match self.random.weighted(&[25, 55, 20]) {
            0 => self.reading_statement(body),
            1 => self.changing_statement(body),
            _ => self.moving_statement(body),
        }
    }

    fn call_statement(&mut self, body: &mut Vec<Statement>, parts: Vec<Part>) {
        let call = Expression::parts(Type::Unit, Binds::Postfix, parts);
        body.push(Statement::Do(call.tagged("opaque statement")));
    }

    fn reading_statement(&mut self, body: &mut Vec<Statement>) {
        let Some(entry) = self.one(Entry::is_array) else {
            return;
        };
        if entry.is.elements().is_some_and(Type::borrows) && !entry.parameter {
            return;
        }
        let array = self.read(entry.variable);
        let argument = match entry.is.references() {
            0 => Expression::unary(entry.is.clone().reference(), "&", array),
            _ => array,
        };
        let name = match entry.is.referent() {
            Type::Vec(_) if self.random.percent(30) => "touch(",
            _ => "observe(",
        };
        // `touch` takes any reference: a `&mut` is handed over as it is, not as what it refers to.
        let name = if matches!(entry.is, Type::Mutable(_)) {
            "observe("
        } else {
            name
        };
        self.call_statement(body, vec![text(name), Part::Argument(argument), text(")")]);
    }

    fn changing_statement(&mut self, body: &mut Vec<Statement>) {
        if self.random.percent(20) {
            return self.assigning_statement(body);
        }
        if self.random.percent(25) && self.reassigned(body) {
            return;
        }
        let Some(entry) = self.changeable() else {
            return self.effect_statement(body);
        };
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let made = !element.borrows() && element != Type::Record;
        let choice = self.random.below(12);
        let variable = entry.variable;
        let argument = self.without(variable, |generator| match choice {
            0 if made => Some(generator.value(&element, 1)),
            1 if made => {
                let argument = element.clone().reference();
                Some(generator.closure(&[argument], |generator| generator.condition(1)))
            }
            _ => None,
        });
        let array = self.change(variable);
        if let Some(entry) = self.entry(variable) {
            entry.like = None;
            entry.growth += 1;
        }
        let method = |name: &str, arguments: Vec<Expression>| {
            Expression::method(Type::Unit, array.clone(), name, arguments)
        };
        let call = match (choice, argument) {
            (0, Some(argument)) => method("push", vec![argument]),
            (1, Some(argument)) => method("retain", vec![argument]),
            (2, _) if element.is_ord() => method("sort", vec![]),
            (2, _) if element.is_float() => method("sort_by(|a, b| a.total_cmp(b));", vec![]),
            (3, _) => {
                let n = self.random.between(1, 9);
                method(
                    "truncate",
                    vec![Expression::literal(Type::USIZE, n.to_string())],
                )
            }
            (4, _) => method("reverse", vec![]),
            (5, _) if element.is_integer() => method("dedup", vec![]),
            (6, _) => method("clear", vec![]),
            (7, _) if element.is_number() => {
                let n = self.random.between(0, 9).to_string();
                let value = self.literal(element.number().unwrap_or(Number::F64));
                method("resize", vec![Expression::literal(Type::USIZE, n), value])
            }
            (8, _) if element.is_number() && self.style.panics => {
                let value = self.literal(element.number().unwrap_or(Number::F64));
                Expression::parts(
                    Type::Unit,
                    Binds::Open,
                    vec![
                        Part::Piece(array.clone(), Binds::Postfix),
                        text("[0] = "),
                        Part::Argument(value),
                    ],
                )
            }
            _ => {
                let argument = match entry.is.references() {
                    0 => Expression::unary(
                        Type::Mutable(Box::new(entry.is.clone())),
                        "&mut ",
                        array.clone(),
                    ),
                    _ => array.clone(),
                };
                let name = match self.random.percent(70) || !element.is_clone() {
                    true => "mutate(",
                    false => "grow(",
                };
                Expression::parts(
                    Type::Unit,
                    Binds::Postfix,
                    vec![text(name), Part::Argument(argument), text(")")],
                )
            }
        };
        let call = match call.node {
            crate::function::expression::Node::Parts(binds, mut parts) => {
                // A method that has its arguments in its name ends there.
                if let Some(Part::Text(method)) = parts.get_mut(1)
                    && let Some(end) = method.find(");")
                {
                    method.truncate(end + 1);
                    parts.truncate(2);
                }
                Expression::parts(Type::Unit, binds, parts)
            }
            node => Expression {
                is: Type::Unit,
                node,
            },
        };
        body.push(Statement::Do(call.tagged("opaque statement")));
    }

    /// `total += 1.5;`
    fn assigning_statement(&mut self, body: &mut Vec<Statement>) {
        let fields = self.totals_of_self();
        let workers = self.workers;
        let Some(entry) = self.one(|entry| {
            entry.is.is_number()
                && (!entry.parameter || fields.contains(&entry.variable))
                && !entry.focus
                && entry.workers == workers
                && entry.growth != 1
        }) else {
            return;
        };
        let Some(number) = entry.is.number() else {
            return;
        };
        let value = match self.random.percent(50) {
            true => self.literal(number),
            false => self.number_leaf(number),
        };
        self.assign(body, entry.variable, value, "opaque statement");
    }

    /// Adds to a number, without overflow.
    pub(crate) fn assign(
        &mut self,
        body: &mut Vec<Statement>,
        variable: Variable,
        value: Expression,
        tag: &'static str,
    ) {
        let is = self.variables[variable.0].is.clone();
        self.change(variable);
        let place = self.used(variable, Mode::Assign);
        let (operator, value) = match is.is_float() {
            true => (" += ", value),
            false => {
                let read = self.used(variable, Mode::Read);
                let sum = Expression::method(is.clone(), read, "wrapping_add", vec![value]);
                (" = ", sum)
            }
        };
        body.push(Statement::Do(
            Expression::parts(
                Type::Unit,
                Binds::Open,
                vec![
                    Part::Piece(place, Binds::Postfix),
                    text(operator),
                    Part::Argument(value),
                ],
            )
            .tagged(tag),
        ));
    }

    fn moving_statement(&mut self, body: &mut Vec<Statement>) {
        let Some(entry) = self.changeable() else {
            return self.reading_statement(body);
        };
        let owned = matches!(entry.is, Type::Vec(_));
        let is = Type::Vec(Box::new(entry.is.elements().cloned().unwrap_or(Type::F64)));
        match self.random.below(5) {
            0 if owned => {
                let array = self.take(entry.variable);
                self.call_statement(
                    body,
                    vec![
                        Part::Tag("array moved away"),
                        text("drop("),
                        Part::Argument(array),
                        text(")"),
                    ],
                );
            }
            1 if owned => {
                let array = self.take(entry.variable);
                self.call_statement(
                    body,
                    vec![
                        Part::Tag("array moved away"),
                        text("consume("),
                        Part::Argument(array),
                        text(")"),
                    ],
                );
            }
            2 if owned => {
                let array = self.take(entry.variable);
                let name = self.name(Name::Array);
                let moved = Expression::call(is, "identity", vec![array])
                    .tagged("opaque statement")
                    .tagged("array moved away");
                let variable = self.bind_as(body, &name, Shown::Inside, moved);
                self.inherit(variable, &entry);
            }
            3 if is.is_clone() => {
                let array = self.read(entry.variable);
                let name = self.name(Name::Array);
                let copy =
                    Expression::method(is, array, "clone", vec![]).tagged("opaque statement");
                let variable = self.bind_as(body, &name, Shown::Inside, copy);
                self.inherit(variable, &entry);
            }
            _ => {
                let array = self.change(entry.variable);
                let argument = match owned {
                    true => Expression::unary(Type::Mutable(Box::new(is.clone())), "&mut ", array),
                    false => array,
                };
                let name = self.name(Name::Array);
                let taken = Expression::parts(
                    is,
                    Binds::Postfix,
                    vec![
                        Part::Tag("array moved away"),
                        text("std::mem::take("),
                        Part::Argument(argument),
                        text(")"),
                    ],
                )
                .tagged("opaque statement");
                let variable = self.bind_as(body, &name, Shown::Inside, taken);
                self.inherit(variable, &entry);
            }
        }
    }

    fn inherit(&mut self, variable: Variable, from: &Entry) {
        if let Some(entry) = self.entry(variable) {
            entry.growth = from.growth;
            entry.like = from.like;
            if from.is.elements().is_some_and(Type::borrows) {
                entry.borrows.extend(from.borrows.iter().copied());
            }
        }
    }

    /// `effect(3, total);`, of a value or of a chain.
    pub(crate) fn effect_statement(&mut self, body: &mut Vec<Statement>) {
        self.effects += 1;
        let label = self.effects;
        let value = if self.random.percent(30) {
            self.scalar_chain()
                .map(|chain| chain.tagged("chain as an argument"))
        } else {
            self.leaf_by(|is| !is.borrows())
        };
        let Some(value) = value else { return };
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

    /// What is bound first and read by chains later: iterators, parts of arrays, references.
    pub(crate) fn bound_statement(&mut self, body: &mut Vec<Statement>) {
        if self.random.percent(40) {
            let mut flow = self.source();
            self.adapt(&mut flow);
            let growth = flow.growth;
            if flow.steps.is_empty() || has_by_value(&flow.source) {
                return;
            }
            let iterator = flow.finish().tagged("iterator bound first");
            let name = self.name(Name::Iterator);
            let variable = self.bind_as(body, &name, Shown::Inside, iterator);
            if let Some(entry) = self.entry(variable) {
                entry.growth = growth;
            }
            return;
        }
        let Some(entry) = self.one(Entry::is_array) else {
            return;
        };
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let slice = Type::Slice(Box::new(element)).reference();
        let array = self.read(entry.variable);
        match self.random.below(3) {
            0 => {
                let is = entry.is.referent().clone().reference();
                let reference = match entry.is.references() {
                    0 => Expression::unary(is, "&", array),
                    _ => return,
                };
                let name = self.name(Name::Array);
                let reference = reference.tagged("reference bound first");
                let variable = self.bind_as(body, &name, Shown::Inside, reference);
                self.copy_facts(variable, &entry, true);
            }
            1 => {
                let again = self.read(entry.variable);
                let part = Expression::parts(
                    slice,
                    Binds::Unary,
                    vec![
                        text("&"),
                        Part::Piece(array, Binds::Postfix),
                        text("[.."),
                        Part::Piece(again, Binds::Postfix),
                        text(".len() / 2]"),
                    ],
                )
                .tagged("slice bound first");
                let name = self.name(Name::Array);
                let variable = self.bind_as(body, &name, Shown::Inside, part);
                self.copy_facts(variable, &entry, false);
            }
            _ => {
                let again = self.read(entry.variable);
                let halves = Expression::parts(
                    Type::Tuple(vec![slice.clone(), slice.clone()]),
                    Binds::Postfix,
                    vec![
                        Part::Piece(array, Binds::Postfix),
                        text(".split_at("),
                        Part::Piece(again, Binds::Postfix),
                        text(".len() / 2)"),
                    ],
                )
                .tagged("slice bound first");
                let borrows = self.roots(&[entry.variable]);
                let a = self.fresh_name(Name::Array);
                let first = self.declare(&a, slice.clone());
                let b = self.fresh_name(Name::Array);
                let second = self.declare(&b, slice);
                for variable in [first, second] {
                    self.enter(variable).borrows = borrows.clone();
                    self.copy_facts(variable, &entry, false);
                }
                body.push(Statement::Let {
                    pattern: Pattern::Tuple(vec![Pattern::Bind(first), Pattern::Bind(second)]),
                    shown: Shown::Inside,
                    value: halves,
                });
            }
        }
    }

    fn copy_facts(&mut self, variable: Variable, from: &Entry, like: bool) {
        if let Some(entry) = self.entry(variable) {
            entry.growth = from.growth;
            entry.like = if like {
                from.like.or(Some(from.variable))
            } else {
                None
            };
        }
    }

    /// A chain whose value is a number of that type.
    pub(crate) fn number_chain(&mut self, number: Number) -> Expression {
        let want = Type::Number(number);
        for _ in 0..3 {
            let mut flow = self.source();
            self.adapt(&mut flow);
            let chain = self.reduce(flow, Turbofish::Written);
            if chain.is == want {
                return chain;
            }
            if chain.is.is_number() {
                return chain.cast(want);
            }
        }
        let mut flow = self.source();
        self.filter(&mut flow);
        self.consumed(&mut flow, "count", vec![text("count()")], Type::USIZE);
        let count = flow.finish();
        if count.is == want {
            count
        } else {
            count.cast(want)
        }
    }
}

/// Whether it moves or changes something.
pub(crate) fn changes(source: &Expression) -> bool {
    let mut changes = false;
    crate::function::walk::walk_expression(source, &mut |event| {
        if let crate::function::walk::Event::Use(_, mode) = event {
            changes |= mode != Mode::Read;
        }
    });
    changes
}

fn has_by_value(source: &Expression) -> bool {
    let mut moves = false;
    crate::function::walk::walk_expression(source, &mut |event| {
        if let crate::function::walk::Event::Use(_, mode) = event {
            moves |= mode == Mode::Move;
        }
    });
    moves
}
