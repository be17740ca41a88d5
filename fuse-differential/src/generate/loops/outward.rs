//! `for` loops whose bodies leave the function, or call what nobody knows.

use crate::function::expression::{Binds, Expression, Mode, Node, Part, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::question::QUESTION;
use super::super::scope::{Entry, Name};
use super::super::sources::{called, text};
use super::{around, line, when};

impl Generator {
    /// One such loop.
    pub(super) fn outward_statement(&mut self, body: &mut Vec<Statement>, entry: &Entry) {
        let Some(number) = entry.is.elements().and_then(Type::number) else {
            return;
        };
        match self.random.weighted(&[20, 16, 34, 14, 16, 18, 30]) {
            0 => self.returning(body, entry, number),
            1 => self.asking(body, entry, number),
            2 => self.calling(body, entry, number),
            3 => self.telling(body, entry, number),
            4 => self.filling(body, entry, number),
            5 => self.checking(body, entry, number),
            _ => self.drawing(body, entry, number),
        }
    }

    /// `for x in xs { if .. { return ..; } total += x; }`
    fn returning(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let total = self.total(body, number);
        let tag = "for body that returns";
        self.walk(body, entry, &[total], "", tag, |generator, inside| {
            let condition = generator.rare(number);
            let value = generator.risky(number);
            let leave = when(
                condition,
                vec![Statement::Do(Expression {
                    is: Type::Unit,
                    node: Node::Return,
                })],
            );
            if generator.random.percent(60) {
                inside.push(leave);
                generator.add(inside, total, value);
            } else {
                generator.add(inside, total, value);
                inside.push(leave);
            }
        });
    }

    /// `if xs.iter().any(|x| ..) { return None; }`, and what adds the elements up behind it.
    fn checking(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let total = self.total(body, number);
        for _ in 0..self.random.between(1, 2) {
            let array = self.read(entry.variable);
            let element = Type::Number(number).reference();
            let mut flow = self.by_method(array, "xs.iter()", "iter", element);
            let any = self.random.percent(60);
            let worker = self.closure(std::slice::from_ref(&flow.item.clone()), |generator| {
                let fails = generator.rare(number);
                match any {
                    true => fails,
                    false => {
                        let parts = vec![text("!("), Part::Piece(fails, Binds::Open), text(")")];
                        Expression::parts(Type::Bool, Binds::Unary, parts)
                    }
                }
            });
            let (construct, asked) = match any {
                true => ("any", "if "),
                false => ("all", "if !"),
            };
            let parts = called(construct, vec![worker]);
            self.consumed(&mut flow, construct, parts, Type::Bool);
            let leave = Statement::Do(Expression {
                is: Type::Unit,
                node: Node::Leave("return None"),
            });
            body.push(around(
                vec![
                    Part::Tag("check that leaves"),
                    Part::Tag(QUESTION),
                    text(asked),
                    Part::Piece(flow.finish(), Binds::Postfix),
                    text(" "),
                ],
                vec![leave],
            ));
        }
        let tag = "for body behind a check";
        self.walk(body, entry, &[total], "", tag, |generator, inside| {
            let value = generator.number_leaf(number);
            generator.add(inside, total, value);
        });
    }

    /// A test that few elements pass, so that loops go on for a while.
    fn rare(&mut self, number: Number) -> Expression {
        let leaf = self.number_leaf(number);
        if matches!(leaf.node, Node::Literal(_)) || self.random.percent(30) {
            return self.condition(1);
        }
        let limit = match number {
            Number::I8 => "120",
            Number::U8 => "250",
            _ if number.is_float() => "900.0",
            _ => "900",
        };
        let limit = Expression::literal(Type::Number(number), limit);
        Expression::binary(Type::Bool, leaf, ">", limit)
    }

    /// `for x in xs { total += f(x)?; }`
    fn asking(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let total = self.total(body, number);
        let tag = "for body with a question mark";
        self.walk(body, entry, &[total], "", tag, |generator, inside| {
            let is = Type::Number(number);
            let condition = generator.rare(number);
            let value = generator.risky(number);
            let option = vec![
                text("(!("),
                Part::Piece(condition, Binds::Open),
                text(")).then_some("),
                Part::Piece(value, Binds::Open),
                text(")"),
            ];
            let asked = Self::asked(is, option);
            generator.add(inside, total, asked);
        });
    }

    /// `for x in xs { sink.note(x); }`, `f(x)`, `shelf[x] += 1`
    fn calling(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        if self.random.percent(30) {
            return self.closure_in_a_loop(body, entry, number);
        }
        let shelf = self.random.percent(25);
        let user = match shelf {
            true => "Shelf",
            false => "Sink",
        };
        let place = self.bind_user(body, user, number);
        let total = match self.random.percent(30) {
            true => Some(self.total(body, number)),
            false => None,
        };
        let mut changed = vec![place];
        changed.extend(total);
        let panics = self.style.panics;
        let tag = "for body that calls what is not known";
        self.walk(body, entry, &changed, "", tag, |generator, inside| {
            let receiver = Part::Piece(generator.used(place, Mode::Mutate), Binds::Postfix);
            if let Some(total) = total {
                let value = generator.risky(number);
                generator.add(inside, total, value);
            }
            if shelf {
                let index = generator.number_leaf(Number::Usize);
                let more = usize::from(panics && generator.random.percent(15));
                let added = match generator.random.percent(50) {
                    true => Expression::literal(Type::I64, "1"),
                    false => generator.number_leaf(Number::I64),
                };
                let added = Expression::binary(
                    Type::I64,
                    added,
                    "%",
                    Expression::literal(Type::I64, "1000"),
                );
                return inside.push(line(vec![
                    receiver,
                    text("[("),
                    Part::Piece(index, Binds::Open),
                    text(format!(") % {}] += ", 8 + more)),
                    Part::Piece(added, Binds::Open),
                ]));
            }
            let value = generator.risky(number);
            let methods: &[&str] = match panics {
                true => &["note", "tell", "check", "note"],
                false => &["note", "tell", "note"],
            };
            let method = *generator.random.pick(methods);
            let call = line(vec![
                receiver,
                text(format!(".{method}(")),
                Part::Piece(value, Binds::Open),
                text(")"),
            ]);
            match generator.random.percent(40) {
                true => {
                    let condition = generator.condition(1);
                    inside.push(when(condition, vec![call]));
                }
                false => inside.push(call),
            }
            if generator.random.percent(20) {
                let read = generator.used(place, Mode::Read);
                let full = Expression::method(Type::Bool, read, "is_full", vec![]);
                let leave = Expression {
                    is: Type::Unit,
                    node: Node::Leave("break"),
                };
                inside.push(when(full, vec![Statement::Do(leave)]));
            }
        });
    }

    /// `for x in xs { let drawn = sink.draw(x); total += drawn; }`, and other places of a value.
    fn drawing(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let place = self.bind_user(body, "Sink", number);
        let total = self.total(body, Number::I64);
        let asked = self.random.percent(40);
        let way = self.random.below(3);
        let tag = "for body with what is not known in a value";
        self.walk(body, entry, &[place, total], "", tag, |generator, inside| {
            let receiver = Part::Piece(generator.used(place, Mode::Mutate), Binds::Postfix);
            let value = generator.risky(number);
            let call = |method: &str, is: Type| {
                let parts = vec![
                    receiver.clone(),
                    text(format!(".{method}(")),
                    Part::Piece(value.clone(), Binds::Open),
                    text(")"),
                ];
                Expression::parts(is, Binds::Postfix, parts)
            };
            if asked {
                let drawn = call("drawn", Type::Option(Box::new(Type::I64)));
                let value = match way {
                    0 => {
                        let zero = Expression::literal(Type::I64, "0");
                        Expression::method(Type::I64, drawn, "unwrap_or", vec![zero])
                    }
                    1 => Self::asked(Type::I64, vec![Part::Piece(drawn, Binds::Postfix)]),
                    _ => Expression::parts(
                        Type::I64,
                        Binds::Open,
                        vec![
                            text("match "),
                            Part::Piece(drawn, Binds::Postfix),
                            text(" { Some(drawn) if drawn > 7 => drawn - 7, Some(drawn) => drawn, None => 1 }"),
                        ],
                    ),
                };
                return generator.add(inside, total, value);
            }
            match way {
                0 => {
                    let name = generator.fresh_name(Name::Scalar);
                    let drawn = call("draw", Type::I64);
                    let drawn = generator.bind_as(inside, &name, Shown::Inside, drawn);
                    let read = generator.used(drawn, Mode::Read);
                    generator.add(inside, total, read);
                }
                1 => generator.add(inside, total, call("draw", Type::I64)),
                _ => {
                    let condition = Expression::binary(
                        Type::Bool,
                        call("draw", Type::I64),
                        ">",
                        Expression::literal(Type::I64, "100"),
                    );
                    let mut counted = Vec::new();
                    let one = Expression::literal(Type::I64, "1");
                    generator.add(&mut counted, total, one);
                    inside.push(when(condition, counted));
                }
            }
        });
    }

    /// `let mut f = |y| { seen += y; }; for x in xs { f(x); }`
    fn closure_in_a_loop(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let seen = self.total(body, number);
        let is = Type::Number(number);
        let add = match number.is_float() {
            true => vec![
                Part::Piece(self.used(seen, Mode::Assign), Binds::Postfix),
                text(" += given; "),
            ],
            false => vec![
                Part::Piece(self.used(seen, Mode::Assign), Binds::Postfix),
                text(" = "),
                Part::Piece(self.used(seen, Mode::Read), Binds::Postfix),
                text(".wrapping_mul(5) ^ given; "),
            ],
        };
        let mut parts = vec![text(format!("|given: {is}| {{ "))];
        parts.extend(add);
        parts.push(Part::Piece(self.used(seen, Mode::Read), Binds::Postfix));
        parts.push(text(" }"));
        let closure = Expression::parts(
            Type::Worker(vec![is.clone()], Box::new(is.clone())),
            Binds::Open,
            parts,
        );
        let name = self.fresh_name(Name::Worker);
        let worker = self.bind_as(body, &name, Shown::Inside, closure);
        if let Some(entry) = self.entry(worker) {
            entry.exclusive = true;
            entry.reserved = true;
        }
        let total = self.accumulator_apart(body, number, &[seen]);
        let tag = "for body that calls a closure";
        self.walk(body, entry, &[seen, total], "", tag, |generator, inside| {
            let value = generator.risky(number);
            let call = Expression::parts(
                is.clone(),
                Binds::Postfix,
                vec![
                    Part::Piece(generator.used(worker, Mode::Pull), Binds::Postfix),
                    text("("),
                    Part::Piece(value, Binds::Open),
                    text(")"),
                ],
            );
            generator.add(inside, total, call);
        });
        if let Some(entry) = self.entry(worker) {
            entry.ended = true;
        }
    }

    /// `for x in xs { effect(3, x); }`
    fn telling(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let total = self.total(body, number);
        let others = self.one(Entry::is_array).filter(|other| {
            other.variable != entry.variable
                && !matches!(other.is, Type::Mutable(_))
                && !other.is.elements().is_some_and(Type::borrows)
        });
        self.effects += 1;
        let label = self.effects;
        let tag = "for body with an effect";
        self.walk(body, entry, &[total], "", tag, |generator, inside| {
            let value = generator.risky(number);
            let call = match others {
                Some(other) if generator.random.percent(30) => {
                    let array = generator.read(other.variable);
                    let parts = match other.is.references() {
                        0 => vec![text("&"), Part::Piece(array, Binds::Postfix)],
                        _ => vec![Part::Argument(array)],
                    };
                    let mut call = vec![text("observe(")];
                    call.extend(parts);
                    call.push(text(")"));
                    call
                }
                _ => vec![
                    text(format!("effect({label}, ")),
                    Part::Piece(value.clone(), Binds::Open),
                    text(")"),
                ],
            };
            match generator.random.percent(35) {
                true => {
                    let condition = generator.condition(1);
                    inside.push(when(condition, vec![line(call)]));
                }
                false => inside.push(line(call)),
            }
            generator.add(inside, total, value);
        });
    }

    /// `for x in xs { *map.entry(x).or_insert(0) += 1; }`, and other collections of std's.
    fn filling(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let key = Type::I64;
        let number_is = Type::Number(number);
        let (is, new, before, between, behind) = match self.random.below(5) {
            0 => (
                Type::Map(Box::new(key.clone()), Box::new(number_is.clone())),
                "BTreeMap::new()",
                ".insert(",
                ", ",
                ")",
            ),
            1 => (
                Type::Collection("BTreeSet", Box::new(key.clone())),
                "BTreeSet::new()",
                ".insert(",
                "",
                ")",
            ),
            2 => (
                Type::Collection("VecDeque", Box::new(key.clone())),
                "VecDeque::new()",
                ".push_front(",
                "",
                ")",
            ),
            3 => (
                Type::String,
                "String::new()",
                ".push_str(&format!(\"{},\", ",
                "",
                "))",
            ),
            _ => (
                Type::Map(Box::new(key.clone()), Box::new(Type::USIZE)),
                "BTreeMap::new()",
                ".entry(",
                "",
                ").and_modify(|n| *n += 1).or_insert(1usize)",
            ),
        };
        let place: Variable =
            self.bind_parts(body, Name::Map, Shown::Annotated, is, vec![text(new)]);
        let tag = "for body that fills a collection";
        self.walk(body, entry, &[place], "", tag, |generator, inside| {
            let what = generator.risky(Number::I64);
            let mut call = vec![
                Part::Piece(generator.used(place, Mode::Mutate), Binds::Postfix),
                text(before),
                Part::Piece(what, Binds::Open),
            ];
            if !between.is_empty() {
                let value = generator.number_leaf(number);
                call.push(text(between));
                call.push(Part::Piece(value, Binds::Open));
            }
            call.push(text(behind));
            inside.push(line(call));
        });
    }
}
