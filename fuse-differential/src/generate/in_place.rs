//! Loops that change an array in place, and `for_each`.

use crate::function::expression::{Binds, Block, Expression, Mode, Part, Pattern};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::Generator;
use super::scope::{Entry, Name};
use super::sources::{called, text};

impl Generator {
    /// `for x in ys.iter_mut() { *x *= 2.0; }` and its like.
    pub(crate) fn in_place_statement(&mut self, body: &mut Vec<Statement>) {
        if !self.rayon && self.random.percent(35) {
            return self.for_each_statement(body);
        }
        let (loops, workers) = (self.loops, self.workers);
        let Some(entry) = self.one(|entry| {
            entry.is_array()
                && entry.is.elements().is_some_and(Type::is_number)
                && match &entry.is {
                    Type::Vec(_) | Type::Array(..) => {
                        entry.loops == loops && entry.workers == workers && !entry.focus
                    }
                    Type::Mutable(_) => loops == 0 && workers == 0,
                    _ => false,
                }
        }) else {
            if !self.rayon {
                self.for_each_statement(body);
            }
            return;
        };
        let Some(Type::Number(number)) = entry.is.elements().cloned() else {
            return;
        };
        self.without(entry.variable, |generator| {
            generator.change_elements(body, &entry, number);
        });
    }

    fn change_elements(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let is = Type::Number(number);
        let item = Type::Mutable(Box::new(is.clone()));
        let array = self.change(entry.variable);
        let iterator = Type::Iterator(Box::new(item.clone()));
        let (method, tag) = match self.rayon {
            true => ("par_iter_mut", "xs.par_iter_mut()"),
            false => ("iter_mut", "xs.iter_mut()"),
        };
        let by_method =
            Expression::method(iterator.clone(), array.clone(), method, vec![]).tagged(tag);
        let mark = self.open();
        let before = self.unfocus();
        match self.random.below(3) {
            // Nothing else takes one of rayon's.
            _ if self.rayon => self.change_each(body, by_method, &is, number),
            0 => self.change_each(body, by_method, &is, number),
            1 => {
                let zipped = self.one(|other| {
                    other.is_array() && other.is.elements().is_some_and(Type::is_number)
                });
                self.loops += 1;
                let (other, over) = match zipped {
                    Some(other) => {
                        let is = other.is.elements().cloned().unwrap_or(Type::F64);
                        let values = self.iterable(&other);
                        let pair = Type::pair(item.clone(), is.clone().reference());
                        let variable = self.bind(is.reference());
                        let pairs = Type::Iterator(Box::new(pair));
                        let over = Expression::method(pairs, by_method, "zip", vec![values]);
                        (Some(variable), over)
                    }
                    None => (None, by_method),
                };
                let (element, update) = self.update(&is, &item, number);
                self.loops -= 1;
                let pattern = match other {
                    Some(other) => {
                        Pattern::Tuple(vec![Pattern::Bind(element), Pattern::Bind(other)])
                    }
                    None => Pattern::Bind(element),
                };
                body.push(for_loop(
                    pattern,
                    over,
                    vec![Statement::Do(update)],
                    "loop in place",
                ));
            }
            _ => {
                let over = match (&entry.is, self.random.percent(50)) {
                    (Type::Vec(_) | Type::Array(..), true) => {
                        Expression::unary(iterator, "&mut ", array).tagged("&mut xs")
                    }
                    (Type::Mutable(_), true) => Expression::unary(iterator, "&mut *", array),
                    _ => by_method,
                };
                self.loops += 1;
                let (element, update) = self.update(&is, &item, number);
                self.loops -= 1;
                let pattern = Pattern::Bind(element);
                body.push(for_loop(
                    pattern,
                    over,
                    vec![Statement::Do(update)],
                    "loop in place",
                ));
            }
        }
        self.close(mark);
        self.refocus(&before);
    }

    /// In a worker of `for_each`.
    fn change_each(
        &mut self,
        body: &mut Vec<Statement>,
        over: Expression,
        is: &Type,
        number: Number,
    ) {
        let item = Type::Mutable(Box::new(is.clone()));
        self.workers += 1;
        let (element, update) = self.update(is, &item, number);
        self.workers -= 1;
        let worker = Expression::parts(
            Type::Worker(vec![item], Box::new(Type::Unit)),
            Binds::Open,
            vec![
                text("|"),
                Part::Pattern(Pattern::Bind(element)),
                text("| "),
                Part::Piece(update, Binds::Open),
            ],
        );
        let call = Expression::parts(
            Type::Unit,
            Binds::Postfix,
            vec![
                Part::Tag("for_each"),
                Part::Piece(over, Binds::Postfix),
                text(".for_each("),
                Part::Piece(worker, Binds::Open),
                text(")"),
            ],
        );
        body.push(Statement::Do(call));
    }

    /// `*x = ..`, and the variable.
    pub(crate) fn update(
        &mut self,
        is: &Type,
        item: &Type,
        number: Number,
    ) -> (crate::function::expression::Variable, Expression) {
        let element = self.bind(item.clone());
        let value = self.value(is, 2);
        let place = self.used(element, Mode::Through);
        let operator = match number.is_float() && self.random.percent(50) {
            true => *self.random.pick(&[" += ", " *= ", " -= "]),
            false => " = ",
        };
        let update = Expression::parts(
            Type::Unit,
            Binds::Open,
            vec![
                text("*"),
                Part::Piece(place, Binds::Postfix),
                text(operator),
                Part::Argument(value),
            ],
        );
        (element, update)
    }

    /// `xs.iter().for_each(|x| total += x);`
    fn for_each_statement(&mut self, body: &mut Vec<Statement>) {
        let mut flow = self.source();
        self.adapt(&mut flow);
        let Some(number) = self.number_of(&flow.item) else {
            return;
        };
        let is = Type::Number(number);
        let named = Self::named_in(&flow.clone().finish());
        let name = self.fresh_name(Name::Accumulator);
        let pushes = self.random.percent(35);
        let zero = Expression::literal(is.clone(), if number.is_float() { "0.0" } else { "0" });
        let field = match pushes {
            true => self.field_to_push_to(body, &is.clone().vec(), &named),
            false => self.field_to_add_to(body, number, &named),
        };
        let total = if let Some(field) = field {
            field
        } else if pushes {
            let new = Expression::parts(is.clone().vec(), Binds::Postfix, vec![text("Vec::new()")]);
            self.bind_as(body, &name, Shown::Annotated, new)
        } else {
            self.bind_as(body, &name, Shown::Annotated, zero)
        };
        debug_assert!(!named.contains(&total));
        let item = flow.item.clone();
        let growth = flow.growth;
        let worker = self.without(total, |generator| {
            generator.closure(std::slice::from_ref(&item), |generator| {
                let value = generator.value(&is, 1);
                let update = if pushes {
                    let array = generator.used(total, Mode::Mutate);
                    Expression::method(Type::Unit, array, "push", vec![value])
                } else {
                    let mut update = Vec::new();
                    generator.assign(&mut update, total, value, "");
                    match update.pop() {
                        Some(Statement::Do(update)) => update,
                        _ => Expression::literal(Type::Unit, "()"),
                    }
                };
                match update.binds() {
                    Binds::Open => update,
                    _ => Expression::parts(
                        Type::Unit,
                        Binds::Open,
                        vec![Part::Block(Block {
                            statements: vec![Statement::Do(update)],
                            tail: None,
                        })],
                    ),
                }
            })
        });
        self.consumed(
            &mut flow,
            "for_each",
            called("for_each", vec![worker]),
            Type::Unit,
        );
        if let Some(entry) = self.entry(total) {
            entry.growth = if pushes { growth } else { 9 };
        }
        body.push(Statement::Do(flow.finish()));
    }
}

/// `for pattern in over { statements }`
pub(crate) fn for_loop(
    pattern: Pattern,
    over: Expression,
    statements: Vec<Statement>,
    tag: &'static str,
) -> Statement {
    Statement::Do(
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
                    statements,
                    tail: None,
                }),
            ],
        )
        .tagged(tag),
    )
}
