//! `for` loops whose bodies hold more than one accumulation.

use crate::function::expression::{Binds, Expression, Mode, Node, Part, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::scope::{Entry, Name};
use super::super::sources::text;
use super::{around, either, line, when};

impl Generator {
    /// One such loop, and what it adds to.
    pub(super) fn body_statement(&mut self, body: &mut Vec<Statement>, entry: &Entry) {
        let Some(number) = entry.is.elements().and_then(Type::number) else {
            return;
        };
        match self
            .random
            .weighted(&[14, 14, 12, 12, 14, 10, 12, 12, 10, 10])
        {
            0 => self.inner_loop(body, entry, number),
            1 => self.over_rows(body, number),
            2 => self.let_else(body, entry, number),
            3 => self.labelled(body, entry, number),
            4 => self.branching(body, entry, number),
            5 => self.place_of_the_best(body, entry),
            6 => self.running_state(body, entry, number),
            7 => self.bound_later(body, entry, number),
            8 => self.two_pushes(body, entry, number),
            _ => self.counted_down(body, entry, number),
        }
    }

    /// `for x in xs { for k in 0..3 { total += x; } }`
    fn inner_loop(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let total = self.total(body, number);
        let tag = "for body with a loop";
        self.walk(body, entry, &[total], "", tag, |generator, inside| {
            let mark = generator.open();
            generator.loops += 1;
            let k = generator.bind(Type::USIZE);
            let value = generator.risky(number);
            let mut innermost = Vec::new();
            generator.add(&mut innermost, total, value);
            if generator.random.percent(30) {
                generator.leave_statement(&mut innermost);
            }
            generator.loops -= 1;
            generator.close(mark);
            let rounds = generator.random.between(1, 4);
            inside.push(around(
                vec![
                    text("for "),
                    Part::Pattern(crate::function::expression::Pattern::Bind(k)),
                    text(format!(" in 0..{rounds}usize ")),
                ],
                innermost,
            ));
        });
    }

    /// `for row in xs.chunks(3) { let s = row.iter().sum(); total += s; }`, or over rows.
    fn over_rows(&mut self, body: &mut Vec<Statement>, number: Number) {
        let rows = |entry: &Entry| {
            let row = entry.is.elements();
            let number = row.and_then(Type::elements).is_some_and(Type::is_number);
            entry.is_array() && entry.growth <= 4 && number
        };
        let (entry, by) = match self.one(rows) {
            Some(entry) => (entry, String::new()),
            None => {
                let Some(entry) = self.numbers() else { return };
                let width = self.random.between(1, 4);
                let method = *self.random.pick(&["chunks", "windows", "chunks_exact"]);
                (entry, format!(".{method}({width})"))
            }
        };
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let item = match by.is_empty() {
            true => element.reference(),
            false => Type::Slice(Box::new(element)).reference(),
        };
        let totals = [self.total(body, number), self.total(body, number)];
        let over = match by.is_empty() {
            true => self.iterable(&entry),
            false => {
                let array = self.read(entry.variable);
                let is = Type::Iterator(Box::new(item.clone()));
                let parts = vec![Part::Piece(array, Binds::Postfix), text(by)];
                Expression::parts(is, Binds::Postfix, parts)
            }
        };
        let mark = self.open();
        let before = self.unfocus();
        self.loops += 1;
        let row = self.bind(item);
        let mut inside = Vec::new();
        self.without_all(&totals, |generator| {
            let Some(entry) = generator.entry(row).map(|entry| entry.clone()) else {
                return;
            };
            for total in totals {
                let value = match generator.random.percent(70) {
                    true => generator.row_chain(&entry, number),
                    false => generator.number_leaf(number),
                };
                match generator.random.percent(40) {
                    true => {
                        let shown = Shown::Inside;
                        let bound = generator.bind_value(&mut inside, Name::Scalar, shown, value);
                        let read = generator.used(bound, Mode::Read);
                        generator.add(&mut inside, total, read);
                    }
                    false => generator.add(&mut inside, total, value),
                }
            }
        });
        self.loops -= 1;
        self.close(mark);
        self.refocus(&before);
        body.push(around(
            vec![
                Part::Tag("for body with a chain"),
                text("for "),
                Part::Pattern(crate::function::expression::Pattern::Bind(row)),
                text(" in "),
                Part::Piece(over, Binds::Open),
                text(" "),
            ],
            inside,
        ));
    }

    /// A number that a chain makes of a row.
    fn row_chain(&mut self, row: &Entry, number: Number) -> Expression {
        let mut flow = self.few_steps(row);
        self.number_step(&mut flow, number);
        let is = Type::Number(number);
        if self.random.percent(25) {
            let start = self.literal(number);
            let item = is.clone();
            let worker = self.accumulating(&item, &is, &is, |generator, acc| {
                let value = generator.number_leaf(number);
                Expression::method(item.clone(), acc, "max", vec![value])
            });
            let parts = vec![
                text("fold("),
                Part::Piece(start, Binds::Open),
                text(", "),
                Part::Piece(worker, Binds::Open),
                text(")"),
            ];
            self.consumed(&mut flow, "fold", parts, is.clone());
            let chain = flow.finish();
            return match number.is_float() {
                // Which of two zeros std leaves open.
                true => Expression::binary(
                    is,
                    chain,
                    "+",
                    Expression::literal(Type::Number(number), "0.0"),
                ),
                false => chain,
            };
        }
        let (method, add) = match number.is_float() {
            true => ("fold(0.5", "acc + v"),
            false => ("fold(1", "acc.wrapping_mul(3).wrapping_add(v)"),
        };
        let parts = vec![text(format!("{method}{is}, |acc, v| {add})"))];
        self.consumed(&mut flow, "fold", parts, is);
        flow.finish()
    }

    /// `let Some(y) = .. else { continue };`
    fn let_else(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let total = self.total(body, number);
        let tag = "for body with let else";
        self.walk(body, entry, &[total], "", tag, |generator, inside| {
            let is = Type::Number(number);
            let condition = generator.condition(1);
            let value = generator.risky(number);
            let option = Expression::parts(
                is.clone().option(),
                Binds::Postfix,
                vec![
                    Part::Piece(condition, Binds::Postfix),
                    text(".then(|| "),
                    Part::Piece(value, Binds::Open),
                    text(")"),
                ],
            );
            let leave = *generator.random.pick(&["continue", "continue", "break"]);
            let bound = generator.bind(is);
            inside.push(line(vec![
                text("let Some("),
                Part::Pattern(crate::function::expression::Pattern::Bind(bound)),
                text(") = "),
                Part::Piece(option, Binds::Open),
                text(format!(" else {{ {leave} }}")),
            ]));
            let read = generator.used(bound, Mode::Read);
            generator.add(inside, total, read);
        });
    }

    /// `'rows: for x in xs { for k in 0..3 { if .. { continue 'rows; } } total += x; }`, or a block with a label.
    fn labelled(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let total = self.total(body, number);
        self.effects += 1;
        let label = format!("'l{}", self.effects);
        let of_block = self.random.percent(40);
        let head = match of_block {
            true => String::new(),
            false => format!("{label}: "),
        };
        let tag = match of_block {
            true => "block with a label",
            false => "continue of a label",
        };
        self.walk(body, entry, &[total], &head, tag, |generator, inside| {
            let condition = generator.condition(1);
            let value = generator.risky(number);
            let leave = |how: &str| line(vec![text(format!("{how} {label}"))]);
            if of_block {
                let mut block = vec![when(condition, vec![leave("break")])];
                generator.add(&mut block, total, value);
                return inside.push(around(vec![text(format!("{label}: "))], block));
            }
            let how = *generator.random.pick(&["continue", "continue", "break"]);
            let mut innermost = Vec::new();
            let more = generator.number_leaf(number);
            if generator.random.percent(50) {
                generator.add(&mut innermost, total, more);
            }
            innermost.push(when(condition, vec![leave(how)]));
            let rounds = generator.random.between(2, 3);
            inside.push(around(
                vec![text(format!("for _ in 0..{rounds}usize "))],
                innermost,
            ));
            generator.add(inside, total, value);
        });
    }

    /// `if .. { a += x; } else { b += x; }`, `match x % 3 { 0 => .., _ => .. }`
    fn branching(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let totals = [self.total(body, number), self.total(body, number)];
        let matches = self.random.percent(50);
        let tag = match matches {
            true => "for body with a match",
            false => "for body with branches",
        };
        self.walk(body, entry, &totals, "", tag, |generator, inside| {
            let mut arms: Vec<Vec<Statement>> = Vec::new();
            for total in [totals[0], totals[1]] {
                let mut arm = Vec::new();
                let value = generator.risky(number);
                generator.add(&mut arm, total, value);
                arms.push(arm);
            }
            let no = arms.pop().unwrap_or_default();
            let yes = arms.pop().unwrap_or_default();
            if !matches {
                let condition = generator.condition(1);
                let statement = match generator.random.percent(60) {
                    true => either(condition, yes, no),
                    false => {
                        inside.extend(no);
                        when(condition, yes)
                    }
                };
                return inside.push(statement);
            }
            let of = generator.number_leaf(Number::I64);
            let block = |statements: Vec<Statement>| super::block_of(statements);
            inside.push(line(vec![
                text("match ("),
                Part::Piece(of, Binds::Open),
                text(") % 3 { 0 => "),
                block(yes),
                text(" 1 | 2 => "),
                block(no),
                text(" _ => {} }"),
            ]));
        });
    }

    /// `for (i, x) in xs.iter().enumerate() { if *x > best { best = *x; at = i; } }`
    fn place_of_the_best(&mut self, body: &mut Vec<Statement>, entry: &Entry) {
        let Some(is @ Type::Number(number)) = entry.is.elements().cloned() else {
            return;
        };
        let start = match (number.is_float(), self.random.percent(60)) {
            (true, true) => Expression::literal(is.clone(), "-1.5"),
            (false, true) => Expression::literal(is.clone(), "1"),
            _ => Expression::parts(is.clone(), Binds::Postfix, vec![text(format!("{is}::MIN"))]),
        };
        let name = self.fresh_name(Name::Scalar);
        let best = self.bind_as(body, &name, Shown::Annotated, start);
        let name = self.fresh_name(Name::Scalar);
        let zero = Expression::literal(Type::USIZE, "0");
        let at = self.bind_as(body, &name, Shown::Annotated, zero);
        for variable in [best, at] {
            if let Some(entry) = self.entry(variable) {
                entry.growth = 9;
            }
        }
        let array = self.read(entry.variable);
        let operator = *self.random.pick(&[">", ">=", "<", ">"]);
        let set = |place: Expression, to: &str| {
            line(vec![
                Part::Piece(place, Binds::Postfix),
                text(format!(" = {to}")),
            ])
        };
        let place = self.used(best, Mode::Assign);
        let first = set(place, "*v");
        let place = self.used(at, Mode::Assign);
        let second = set(place, "i");
        let condition = Expression::parts(
            Type::Bool,
            Binds::Compare,
            vec![
                text(format!("*v {operator} ")),
                Part::Piece(self.used(best, Mode::Read), Binds::Sum),
            ],
        );
        body.push(around(
            vec![
                Part::Tag("place of the best"),
                text("for (i, v) in "),
                Part::Piece(array, Binds::Postfix),
                text(".iter().enumerate() "),
            ],
            vec![when(condition, vec![first, second])],
        ));
    }

    /// `for x in xs { diffs.push(x - previous); previous = x; }`
    fn running_state(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let is = Type::Number(number);
        let start = self.literal(number);
        let name = self.fresh_name(Name::Accumulator);
        let previous = self.bind_as(body, &name, Shown::Annotated, start);
        if let Some(entry) = self.entry(previous) {
            entry.growth = 9;
        }
        let pushes = self.random.percent(50);
        let made = match pushes {
            true => {
                let new = vec![text("Vec::new()")];
                self.bind_parts(body, Name::Array, Shown::Annotated, is.clone().vec(), new)
            }
            false => self.total(body, number),
        };
        let tag = "for body with running state";
        self.walk(
            body,
            entry,
            &[previous, made],
            "",
            tag,
            |generator, inside| {
                let value = generator.risky(number);
                let before = generator.used(previous, Mode::Read);
                let difference = match number.is_float() {
                    true => Expression::binary(is.clone(), before, "-", value),
                    false => Expression::method(is.clone(), before, "wrapping_sub", vec![value]),
                };
                let next = generator.number_leaf(number);
                let place = Part::Piece(generator.used(previous, Mode::Assign), Binds::Postfix);
                let step = line(vec![place, text(" = "), Part::Argument(next)]);
                if pushes {
                    let array = generator.used(made, Mode::Mutate);
                    let push = Expression::method(Type::Unit, array, "push", vec![difference]);
                    inside.push(Statement::Do(push));
                } else {
                    generator.add(inside, made, difference);
                }
                inside.push(step);
            },
        );
        // It is read behind the loop.
        let read = self.used(previous, Mode::Read);
        self.effects += 1;
        let label = self.effects;
        if self.random.percent(60) {
            body.push(line(vec![
                text(format!("effect({label}, ")),
                Part::Piece(read, Binds::Open),
                text(")"),
            ]));
        }
    }

    /// `let y; if .. { y = a; } else { y = b; } total += y;`
    fn bound_later(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let total = self.total(body, number);
        self.effects += 1;
        let later = format!("later_{}", self.effects);
        let tag = "name that gets its value later";
        self.walk(body, entry, &[total], "", tag, |generator, inside| {
            let is = Type::Number(number);
            let condition = generator.condition(1);
            let set = |value: Expression| {
                vec![line(vec![
                    text(format!("{later} = ")),
                    Part::Piece(value, Binds::Open),
                ])]
            };
            let yes = set(generator.risky(number));
            let no = set(generator.number_leaf(number));
            let head = vec![
                text(format!("let {later}: {is}; if ")),
                Part::Piece(condition, Binds::Open),
                text(" "),
                super::block_of(yes),
                text(" else "),
                super::block_of(no),
            ];
            inside.push(line(head));
            let read = Expression::parts(is, Binds::Postfix, vec![text(later.clone())]);
            generator.add(inside, total, read);
        });
    }

    /// `if .. { low.push(x); } else { high.push(x); }`
    fn two_pushes(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let is = Type::Number(number).vec();
        let new = || vec![text("Vec::new()")];
        let first = self.bind_parts(body, Name::Array, Shown::Annotated, is.clone(), new());
        let second = self.bind_parts(body, Name::Array, Shown::Annotated, is, new());
        let tag = "for loop that pushes to two";
        self.walk(
            body,
            entry,
            &[first, second],
            "",
            tag,
            |generator, inside| {
                let condition = generator.condition(1);
                let push = |generator: &mut Self, array: Variable| {
                    let value = generator.risky(number);
                    let array = generator.used(array, Mode::Mutate);
                    let push = Expression::method(Type::Unit, array, "push", vec![value]);
                    vec![Statement::Do(push)]
                };
                let yes = push(generator, first);
                let no = push(generator, second);
                inside.push(either(condition, yes, no));
                if generator.random.percent(20) {
                    generator.leave_statement(inside);
                }
            },
        );
    }

    /// `let mut left = x; while left > 1 { left /= 2; total += 1; }`
    fn counted_down(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let total = self.total(body, number);
        self.effects += 1;
        let left = format!("left_{}", self.effects);
        let tag = "for body with a while";
        self.walk(body, entry, &[total], "", tag, |generator, inside| {
            let value = generator.number_leaf(Number::I64);
            if matches!(value.node, Node::Literal(_)) {
                return;
            }
            let more = generator.number_leaf(number);
            let mut innermost = vec![line(vec![text(format!("{left} /= 2"))])];
            generator.add(&mut innermost, total, more);
            inside.push(line(vec![
                text(format!("let mut {left}: i64 = ")),
                Part::Piece(value, Binds::Open),
            ]));
            inside.push(around(vec![text(format!("while {left} > 1 "))], innermost));
        });
    }
}
