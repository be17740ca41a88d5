//! Statements that say something of lengths, and the zips that use it.

use crate::function::expression::{Binds, Block, Expression, Node, Part};
use crate::function::statement::{Shown, Statement};
use crate::function::types::Type;

use super::Generator;
use super::scope::{Entry, Name};
use super::sources::text;

impl Generator {
    /// A fact about lengths.
    pub(crate) fn fact_statement(&mut self, body: &mut Vec<Statement>) {
        match self.random.weighted(&[3, 4, 4, 2, 4]) {
            0 => self.assert_lengths(body),
            1 => self.guard_lengths(body),
            2 => self.common_length(body),
            4 => self.guard_least(body),
            _ => self.literal_array(body),
        }
    }

    fn two_arrays(&mut self) -> Option<(Entry, Entry)> {
        let first = self.one(|entry| entry.is_array() && entry.growth == 1)?;
        let second = self.one(|entry| {
            entry.is_array() && entry.growth == 1 && entry.variable != first.variable
        })?;
        Some((first, second))
    }

    fn len(&mut self, entry: &Entry) -> Expression {
        let array = self.read(entry.variable);
        Expression::method(Type::USIZE, array, "len", vec![])
    }

    /// `assert_eq!(xs.len(), ys.len());`
    fn assert_lengths(&mut self, body: &mut Vec<Statement>) {
        let Some((a, b)) = self.two_arrays() else {
            return;
        };
        let (a, b) = (self.len(&a), self.len(&b));
        let parts = match self.random.percent(60) {
            true => vec![
                text("assert_eq!("),
                Part::Piece(a, Binds::Open),
                text(", "),
                Part::Piece(b, Binds::Open),
                text(")"),
            ],
            false => vec![
                text("assert!("),
                Part::Piece(Expression::binary(Type::Bool, a, "==", b), Binds::Open),
                text(")"),
            ],
        };
        body.push(Statement::Do(
            Expression::parts(Type::Unit, Binds::Postfix, parts).tagged("size fact"),
        ));
    }

    /// `if xs.len() != ys.len() { return (..); }`
    fn guard_lengths(&mut self, body: &mut Vec<Statement>) {
        let Some((a, b)) = self.two_arrays() else {
            return;
        };
        let (a, b) = (self.len(&a), self.len(&b));
        let condition = Expression::binary(Type::Bool, a, "!=", b);
        body.push(Statement::Do(
            Expression::parts(
                Type::Unit,
                Binds::Open,
                vec![
                    Part::Tag("early return"),
                    text("if "),
                    Part::Piece(condition, Binds::Open),
                    text(" "),
                    Part::Block(Block {
                        statements: vec![Statement::Do(Expression {
                            is: Type::Unit,
                            node: Node::Return,
                        })],
                        tail: None,
                    }),
                ],
            )
            .tagged("size fact"),
        ));
    }

    /// `if xs.len() < 2 { return (..); }`, `assert!(!xs.is_empty());`
    fn guard_least(&mut self, body: &mut Vec<Statement>) {
        let shared = |entry: &Entry| {
            entry.is_array() && entry.parameter && entry.growth == 1 && entry.is.references() == 1
        };
        let Some(array) = self.one(|entry| shared(entry) && !entry.exclusive) else {
            return;
        };
        let least = self.random.between(1, 3);
        let length = self.len(&array);
        let short = match self.random.below(3) {
            0 if least == 1 => {
                let array = self.read(array.variable);
                Expression::method(Type::Bool, array, "is_empty", vec![])
            }
            1 => {
                let most = Expression::literal(Type::USIZE, (least - 1).to_string());
                Expression::binary(Type::Bool, length, "<=", most)
            }
            _ => {
                let least = Expression::literal(Type::USIZE, least.to_string());
                Expression::binary(Type::Bool, length, "<", least)
            }
        };
        let guard = match self.random.percent(30) {
            true => vec![
                text("assert!(!("),
                Part::Piece(short, Binds::Open),
                text("))"),
            ],
            false => vec![
                Part::Tag("early return"),
                text("if "),
                Part::Piece(short, Binds::Open),
                text(" "),
                Part::Block(Block {
                    statements: vec![Statement::Do(Expression {
                        is: Type::Unit,
                        node: Node::Return,
                    })],
                    tail: None,
                }),
            ],
        };
        body.push(Statement::Do(
            Expression::parts(Type::Unit, Binds::Open, guard).tagged("size fact"),
        ));
        let depth = self.depth;
        if let Some(entry) = self.entry(array.variable)
            && entry.least.0 == 0
        {
            entry.least = (least, depth);
        }
    }

    /// `let n = xs.len().min(ys.len()); let xs = &xs[..n]; let ys = &ys[..n];`
    fn common_length(&mut self, body: &mut Vec<Statement>) {
        let Some((a, b)) = self.two_arrays() else {
            return;
        };
        let (first, second) = (self.len(&a), self.len(&b));
        let n = Expression::method(Type::USIZE, first, "min", vec![second]);
        let name = self.fresh_name(Name::Length);
        let n = self.bind_as(body, &name, Shown::Inside, n);
        for entry in [a, b] {
            let array = self.read(entry.variable);
            let length = self.read(n);
            let element = entry.is.elements().cloned().unwrap_or(Type::F64);
            let slice = Expression::parts(
                Type::Slice(Box::new(element)).reference(),
                Binds::Unary,
                vec![
                    text("&"),
                    Part::Piece(array, Binds::Postfix),
                    text("[.."),
                    Part::Piece(length, Binds::Open),
                    text("]"),
                ],
            )
            .tagged("size fact");
            // Half of the time it is hidden by its part.
            let own = self.variables[entry.variable.0].name.clone();
            // A field is hidden by nothing.
            let name = match self.random.percent(50) && !own.contains('.') {
                true => own,
                false => self.fresh_name(Name::Array),
            };
            let part = self.bind_as(body, &name, Shown::Inside, slice);
            if let Some(entry) = self.entry(part) {
                entry.like = Some(n);
            }
        }
    }

    /// `let weights: [f64; 4] = [0.5, 1.0, 2.0, 0.25];`
    fn literal_array(&mut self, body: &mut Vec<Statement>) {
        let Type::Number(number) = self.style.elements[0] else {
            return;
        };
        let length = self.random.between(2, 6);
        let mut parts = vec![text("[")];
        for i in 0..length {
            if i > 0 {
                parts.push(text(", "));
            }
            let element = self.literal(number);
            parts.push(Part::Argument(element));
        }
        parts.push(text("]"));
        let is = Type::Array(Box::new(Type::Number(number)), length);
        let array = Expression::parts(is, Binds::Postfix, parts).tagged("size fact");
        let name = self.name(Name::Array);
        self.bind_as(body, &name, Shown::Annotated, array);
    }
}
