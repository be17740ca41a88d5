//! Blocks inside of the function, each with statements of its own: branches, loops, arms, initialisers
//! and closures that are called.

use crate::function::expression::{Binds, Block, Expression, Mode, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::Generator;
use super::in_place::for_loop;
use super::scope::Name;
use super::sources::text;

impl Generator {
    /// A statement with blocks.
    pub(crate) fn region_statement(&mut self, body: &mut Vec<Statement>) {
        let number = match self.style.elements[0].number() {
            Some(number) if self.random.percent(70) => number,
            _ => Number::F64,
        };
        match self.random.below(8) {
            0 => self.block_initialiser(body, number),
            1 | 2 => self.branch(body, number),
            3 => self.arms(body, number),
            4 => self.counted_loop(body, number),
            5 => self.while_loop(body, number),
            6 => self.loop_over_elements(body, number),
            _ => self.called_closure(body, number),
        }
    }

    /// Statements of their own, then a value of that type that reads what they bind.
    fn inner(&mut self, number: Number, most: usize) -> Block {
        let mark = self.open();
        self.regions += 1;
        let mut statements = Vec::new();
        for _ in 0..self.random.between(1, most) {
            self.statement(&mut statements);
        }
        let value = self.summary(mark, number);
        self.regions -= 1;
        self.close(mark);
        Block {
            statements,
            tail: Some(Box::new(value)),
        }
    }

    /// A number that depends on what was bound since `mark`.
    fn summary(&mut self, mark: usize, number: Number) -> Expression {
        let is = Type::Number(number);
        let made: Vec<Variable> = self.scope[mark..]
            .iter()
            .filter(|entry| entry.visible() && !entry.focus)
            .map(|entry| entry.variable)
            .collect();
        let mut value: Option<Expression> = None;
        for variable in made {
            let mut paths = Vec::new();
            let start = self.used(variable, Mode::Read);
            super::paths::paths_of(&start, 1, &mut paths);
            paths.retain(|path| path.is.is_number());
            let Some(path) = paths.first().cloned() else {
                continue;
            };
            self.read(variable);
            let path = if path.is == is {
                path
            } else {
                path.cast(is.clone())
            };
            value = Some(match value {
                None => path,
                Some(sum) if number.is_float() => Expression::binary(is.clone(), sum, "+", path),
                Some(sum) => Expression::method(is.clone(), sum, "wrapping_add", vec![path]),
            });
        }
        match value {
            Some(value) => value,
            None => self.number_chain(number),
        }
    }

    /// `let z = { .. };`
    fn block_initialiser(&mut self, body: &mut Vec<Statement>, number: Number) {
        let block = self.inner(number, 3);
        if block.statements.is_empty() {
            return;
        }
        let value = Expression::parts(Type::Number(number), Binds::Open, vec![Part::Block(block)])
            .tagged("block as an initialiser");
        self.bind_number(body, value);
    }

    fn bind_number(&mut self, body: &mut Vec<Statement>, value: Expression) {
        let (shown, _) = self.shown();
        let variable = self.bind_value(body, Name::Scalar, shown, value);
        if let Some(entry) = self.entry(variable) {
            entry.growth = 9;
        }
    }

    pub(crate) fn accumulator(&mut self, body: &mut Vec<Statement>, number: Number) -> Variable {
        self.accumulator_apart(body, number, &[])
    }

    /// One that is none of these.
    pub(crate) fn accumulator_apart(
        &mut self,
        body: &mut Vec<Statement>,
        number: Number,
        apart: &[Variable],
    ) -> Variable {
        if let Some(field) = self.field_to_add_to(body, number, apart) {
            return field;
        }
        let name = self.fresh_name(Name::Accumulator);
        let zero = Expression::literal(
            Type::Number(number),
            if number.is_float() { "0.0" } else { "0" },
        );
        let variable = self.bind_as(body, &name, Shown::Annotated, zero);
        if let Some(entry) = self.entry(variable) {
            entry.growth = 9;
        }
        variable
    }

    /// Statements, the last of which adds what they bind.
    fn adding(&mut self, total: Variable, number: Number, most: usize) -> Vec<Statement> {
        self.without(total, |generator| {
            let Block {
                mut statements,
                tail,
            } = generator.inner(number, most);
            if let Some(tail) = tail {
                generator.assign(&mut statements, total, *tail, "");
            }
            if generator.loops > 0 && generator.random.percent(25) {
                let mut leave = Vec::new();
                generator.leave_statement(&mut leave);
                let place = generator.random.below(statements.len() + 1);
                statements.splice(place..place, leave);
            }
            statements
        })
    }

    /// `if .. { .. } else { .. }`, as a statement or as a value.
    fn branch(&mut self, body: &mut Vec<Statement>, number: Number) {
        if self.random.percent(45) {
            let condition = self.condition(1);
            let yes = self.inner(number, 2);
            let no = self.inner(number, 2);
            let value = Expression::parts(
                Type::Number(number),
                Binds::Open,
                vec![
                    text("if "),
                    Part::Piece(condition, Binds::Open),
                    text(" "),
                    Part::Block(yes),
                    text(" else "),
                    Part::Block(no),
                ],
            )
            .tagged("nested block");
            return self.bind_number(body, value);
        }
        let total = self.accumulator(body, number);
        let otherwise = self.random.percent(40);
        // The condition comes before its branches: it is written first so that they move nothing of it.
        let place = self.scope.len();
        let statement = {
            let placeholder = self.condition_statement(Vec::new(), None);
            let inside = self.adding(total, number, 3);
            let other = otherwise.then(|| self.adding(total, number, 2));
            with_blocks(placeholder, inside, other)
        };
        debug_assert_eq!(place, self.scope.len());
        body.push(statement);
    }

    /// `match n % 3 { 0 => .., 1 => .., _ => .. }`, or of an `Option`.
    fn arms(&mut self, body: &mut Vec<Statement>, number: Number) {
        let is = Type::Number(number);
        let over_option = self.random.percent(50);
        let parts = if over_option
            && let Some(entry) = self
                .one(|entry| entry.is_array() && entry.is.elements().is_some_and(Type::is_number))
        {
            let array = self.read(entry.variable);
            let element = entry.is.elements().cloned().unwrap_or(Type::F64);
            let end = *self.random.pick(&[".first()", ".last()"]);
            let mark = self.open();
            let first = self.bind(element.reference());
            let borrows = self.roots(&[entry.variable]);
            if let Some(entry) = self.entry(first) {
                entry.focus = false;
                entry.borrows = borrows;
            }
            let some = self.inner(number, 2);
            self.close(mark);
            let none = self.inner(number, 1);
            vec![
                text("match "),
                Part::Piece(array, Binds::Postfix),
                text(format!("{end} {{ Some(")),
                Part::Pattern(Pattern::Bind(first)),
                text(") => "),
                Part::Block(some),
                text(" None => "),
                Part::Block(none),
                text(" }"),
            ]
        } else {
            let length = self.length();
            let a = self.inner(number, 2);
            let b = self.inner(number, 2);
            let c = self.literal(number);
            vec![
                text("match "),
                Part::Piece(length, Binds::Postfix),
                text(" % 3 { 0 => "),
                Part::Block(a),
                text(" 1 => "),
                Part::Block(b),
                text(" _ => "),
                Part::Piece(c, Binds::Open),
                text(", }"),
            ]
        };
        let value = Expression::parts(is, Binds::Open, parts).tagged("match with blocks");
        self.bind_number(body, value);
    }

    /// `for k in 0..3 { .. }`
    fn counted_loop(&mut self, body: &mut Vec<Statement>, number: Number) {
        let total = self.accumulator(body, number);
        let mark = self.open();
        self.loops += 1;
        let k = self.bind(Type::USIZE);
        if let Some(entry) = self.entry(k) {
            entry.focus = false;
        }
        let statements = self.adding(total, number, 3);
        self.loops -= 1;
        self.close(mark);
        let rounds = self.random.between(1, 4);
        let over = Expression::parts(
            Type::Iterator(Box::new(Type::USIZE)),
            Binds::Open,
            vec![text(format!("0..{rounds}usize"))],
        );
        body.push(for_loop(
            Pattern::Bind(k),
            over,
            statements,
            "loop around chains",
        ));
    }

    /// `for x in xs.iter().take(3) { .. }`
    fn loop_over_elements(&mut self, body: &mut Vec<Statement>, number: Number) {
        let total = self.accumulator(body, number);
        let Some(entry) = self.one(|entry| entry.is_array()) else {
            return;
        };
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let array = self.read(entry.variable);
        let mut flow = self.by_method(array, "xs.iter()", "iter", element.clone().reference());
        let few = self.random.between(1, 4);
        flow.step(
            "take(n)",
            vec![text(format!("take({few})"))],
            element.clone().reference(),
        );
        let over = flow.finish();
        let mark = self.open();
        self.loops += 1;
        let x = self.bind(element.reference());
        if let Some(entry) = self.entry(x) {
            entry.focus = false;
        }
        // A field that is walked is not changed in a turn.
        let statements = match self.is_field(entry.variable) {
            true => self.without(entry.variable, |generator| {
                generator.adding(total, number, 3)
            }),
            false => self.adding(total, number, 3),
        };
        self.loops -= 1;
        self.close(mark);
        body.push(for_loop(
            Pattern::Bind(x),
            over,
            statements,
            "loop around chains",
        ));
    }

    /// `while let Some(k) = rounds.pop() { .. }`
    fn while_loop(&mut self, body: &mut Vec<Statement>, number: Number) {
        let total = self.accumulator(body, number);
        let name = self.fresh_name(Name::Array);
        let elements = (0..self.random.between(1, 3))
            .map(|_| self.random.between(1, 9).to_string())
            .collect::<Vec<_>>()
            .join(", ");
        let rounds = Expression::parts(
            Type::USIZE.vec(),
            Binds::Postfix,
            vec![text(format!("vec![{elements}]"))],
        );
        let rounds = self.bind_as(body, &name, Shown::Annotated, rounds);
        let mark = self.open();
        self.loops += 1;
        let k = self.bind(Type::USIZE);
        if let Some(entry) = self.entry(k) {
            entry.focus = false;
        }
        let statements = self.without(rounds, |generator| generator.adding(total, number, 2));
        self.loops -= 1;
        self.close(mark);
        if let Some(entry) = self.entry(rounds) {
            entry.ended = true;
        }
        body.push(Statement::Do(
            Expression::parts(
                Type::Unit,
                Binds::Open,
                vec![
                    text("while let Some("),
                    Part::Pattern(Pattern::Bind(k)),
                    text(") = "),
                    Part::Piece(self.used(rounds, Mode::Pull), Binds::Postfix),
                    text(".pop() "),
                    Part::Block(Block {
                        statements,
                        tail: None,
                    }),
                ],
            )
            .tagged("loop around chains"),
        ));
    }

    /// `let f = |limit: f64| { .. }; let z = f(1.0) + f(2.0);`
    fn called_closure(&mut self, body: &mut Vec<Statement>, number: Number) {
        let is = Type::Number(number);
        let mark = self.open();
        self.workers += 1;
        let parameter = self.bind(is.clone());
        if let Some(entry) = self.entry(parameter) {
            entry.focus = false;
        }
        let walls = std::mem::replace(&mut self.style.walls, false);
        let block = self.inner_without_return(number);
        self.style.walls = walls;
        self.workers -= 1;
        self.close(mark);
        let closure = Expression::parts(
            Type::Worker(vec![is.clone()], Box::new(is.clone())),
            Binds::Open,
            vec![
                text("|"),
                Part::Pattern(Pattern::Bind(parameter)),
                text(format!(": {is}| ")),
                Part::Block(block),
            ],
        )
        .tagged("closure with chains");
        let name = self.fresh_name(Name::Worker);
        let worker = self.bind_as(body, &name, Shown::Inside, closure);
        if let Some(entry) = self.entry(worker) {
            entry.reserved = true;
        }
        let call = |generator: &mut Self| {
            let argument = generator.literal(number);
            Expression::parts(
                is.clone(),
                Binds::Postfix,
                vec![
                    Part::Piece(generator.used(worker, Mode::Read), Binds::Postfix),
                    text("("),
                    Part::Argument(argument),
                    text(")"),
                ],
            )
        };
        let mut value = call(self);
        if self.random.percent(40) {
            let second = call(self);
            value = match number.is_float() {
                true => Expression::binary(is.clone(), value, "-", second),
                false => Expression::method(is.clone(), value, "wrapping_sub", vec![second]),
            };
        }
        self.bind_number(body, value);
        if let Some(entry) = self.entry(worker) {
            entry.ended = true;
        }
    }

    /// Only chains: a `return` would leave the closure with another type.
    fn inner_without_return(&mut self, number: Number) -> Block {
        let mark = self.open();
        self.regions += 2;
        let mut statements = Vec::new();
        for _ in 0..self.random.between(1, 3) {
            match self.random.below(3) {
                0 => self.statement_kind(&mut statements, 0),
                1 => self.statement_kind(&mut statements, 1),
                _ => self.statement_kind(&mut statements, 6),
            }
        }
        let value = self.summary(mark, number);
        self.regions -= 2;
        self.close(mark);
        Block {
            statements,
            tail: Some(Box::new(value)),
        }
    }
}

/// Puts the blocks of an `if` where they belong.
fn with_blocks(
    statement: Statement,
    inside: Vec<Statement>,
    otherwise: Option<Vec<Statement>>,
) -> Statement {
    let Statement::Do(mut expression) = statement else {
        return statement;
    };
    if let crate::function::expression::Node::Parts(_, parts) = &mut expression.node {
        parts.pop();
        parts.push(Part::Block(Block {
            statements: inside,
            tail: None,
        }));
        if let Some(statements) = otherwise {
            parts.push(text(" else "));
            parts.push(Part::Block(Block {
                statements,
                tail: None,
            }));
        }
    }
    Statement::Do(expression)
}
