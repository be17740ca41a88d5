//! Arrays that are made in words that are no chain, other names of arrays, and views that read an array made here once.

use crate::function::expression::{Binds, Block, Expression, Mode, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::consumers::Turbofish;
use super::super::scope::{Entry, Name};
use super::super::sources::{Flow, called, text};
use super::{around, line, when};

impl Generator {
    /// An array, perhaps by another name, and one or two chains that read it.
    pub(super) fn array_in_words(&mut self, body: &mut Vec<Statement>, entry: &Entry) {
        let Some(number) = entry.is.elements().and_then(Type::number) else {
            return;
        };
        let made = match self.random.weighted(&[14, 12, 22, 12, 14, 26, 30, 34]) {
            0 => self.repeated(body, number),
            1 => Some(self.copied_array(body, entry)),
            2 => self.pushed(body, entry, number),
            3 => self.in_a_block(body, entry, number),
            4 => self.half(body, entry, number),
            6 => Some(self.stored(body, entry, number)),
            7 => Some(self.pushed_beside(body, entry, number)),
            _ => self.by_a_chain(body, entry, number),
        };
        let Some(made) = made else { return };
        let made = match self.random.percent(30) {
            true => self.alias(body, made, number),
            false => made,
        };
        let is = Type::Number(number);
        let Some(made) = self.entry(made).map(|entry| entry.clone()) else {
            return;
        };
        if made.is.elements() != Some(&is) {
            return;
        }
        let reads = self.random.weighted(&[5, 60, 35]);
        for _ in 0..reads {
            match self.random.percent(45) {
                true => self.view(body, &made, number),
                false => {
                    let before = std::mem::replace(&mut self.plain, true);
                    self.related(body, &made);
                    self.plain = before;
                }
            }
        }
    }

    fn numbers_of(&self, number: Number) -> Type {
        Type::Number(number).vec()
    }

    /// `vec![x; n]`
    fn repeated(&mut self, body: &mut Vec<Statement>, number: Number) -> Option<Variable> {
        let value = match self.random.percent(50) {
            true => self.literal(number),
            false => self.value(&Type::Number(number), 1),
        };
        let length = self.length();
        let parts = vec![
            Part::Tag("vec of one value"),
            text("vec!["),
            Part::Piece(value, Binds::Open),
            text("; "),
            Part::Piece(length, Binds::Open),
            text("]"),
        ];
        let is = self.numbers_of(number);
        Some(self.bind_parts(body, Name::Array, Shown::Annotated, is, parts))
    }

    /// `xs.to_vec()`, `xs.clone()`
    fn copied_array(&mut self, body: &mut Vec<Statement>, entry: &Entry) -> Variable {
        let array = self.read(entry.variable);
        let method = match (&entry.is, self.random.below(3)) {
            (Type::Vec(_), 0) => ".clone()",
            (Type::Vec(_), 1) => ".to_owned()",
            _ => ".to_vec()",
        };
        let parts = vec![
            Part::Tag("copy of an array"),
            Part::Piece(array, Binds::Postfix),
            text(method),
        ];
        let is = Type::Vec(Box::new(entry.is.elements().cloned().unwrap_or(Type::F64)));
        let shown = match self.random.percent(60) {
            true => Shown::Annotated,
            false => Shown::Inside,
        };
        self.bind_parts(body, Name::Array, shown, is, parts)
    }

    /// `let mut ys = Vec::with_capacity(xs.len()); for x in xs { ys.push(x * 2); }`
    fn pushed(
        &mut self,
        body: &mut Vec<Statement>,
        entry: &Entry,
        number: Number,
    ) -> Option<Variable> {
        let capacity = self.random.percent(50);
        let new = match capacity {
            true => {
                let array = self.read(entry.variable);
                vec![
                    Part::Tag("room for an array"),
                    text("Vec::with_capacity("),
                    Part::Piece(array, Binds::Postfix),
                    text(".len())"),
                ]
            }
            false => vec![text("Vec::new()")],
        };
        let is = self.numbers_of(number);
        let made = self.bind_parts(body, Name::Array, Shown::Annotated, is, new);
        let tag = "for loop that pushes";
        self.walk(body, entry, &[made], "", tag, |generator, inside| {
            let test = generator.random.percent(35);
            let condition = generator.condition(1);
            let value = generator.risky(number);
            let array = generator.used(made, Mode::Mutate);
            let push = Expression::method(Type::Unit, array, "push", vec![value]);
            match test {
                true => inside.push(when(condition, vec![Statement::Do(push)])),
                false => inside.push(Statement::Do(push)),
            }
        });
        Some(made)
    }

    /// `let mut ys = vec![0.0; xs.len()]; for i in 0..xs.len() { ys[i] = xs[i] * 2.0; }`, of one array or of two; now and then at
    /// another place than the counter's.
    fn stored(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) -> Variable {
        let is = self.numbers_of(number);
        let (two, pushes) = (self.random.percent(35), self.random.percent(40));
        let mut arrays = Vec::new();
        for at in 0..=usize::from(two) {
            let parts = if at == 1 && pushes {
                vec![text("Vec::new()")]
            } else {
                let first = self.literal(number);
                let array = self.read(entry.variable);
                vec![
                    text("vec!["),
                    Part::Piece(first, Binds::Open),
                    text("; "),
                    Part::Piece(array, Binds::Postfix),
                    text(".len()]"),
                ]
            };
            let made = self.bind_parts(body, Name::Array, Shown::Annotated, is.clone(), parts);
            if let Some(made) = self.entry(made) {
                made.growth = entry.growth;
            }
            arrays.push(made);
        }
        let by_place = self.random.percent(50);
        let mut inside = Vec::new();
        if self.random.percent(12) {
            let array = Part::Piece(self.read(entry.variable), Binds::Postfix);
            inside.push(line(vec![text("let i = "), array, text(".len() - 1 - i")]));
        }
        for (at, array) in arrays.iter().enumerate() {
            let mut value = self.stored_value(entry, number, by_place);
            let place = Part::Piece(self.used(*array, Mode::Mutate), Binds::Postfix);
            let (opens, closes) = match at == 1 && pushes {
                true => (".push(", ")"),
                false => ("[i] = ", ""),
            };
            let mut parts = vec![place, text(opens)];
            parts.append(&mut value);
            parts.push(text(closes));
            let store = line(parts);
            match at == 0 && self.random.percent(8) {
                true => {
                    let odd =
                        Expression::parts(Type::Bool, Binds::Compare, vec![text("i % 2 == 1")]);
                    inside.push(when(odd, vec![store]));
                }
                false => inside.push(store),
            }
        }
        let array = Part::Piece(self.read(entry.variable), Binds::Postfix);
        let head = match by_place {
            true => [text("for i in 0.."), array, text(".len() ")],
            false => [text("for (i, v) in "), array, text(".iter().enumerate() ")],
        };
        let mut all = vec![Part::Tag("for loop that stores")];
        all.extend(head);
        body.push(around(all, inside));
        let read = self.random.below(arrays.len());
        match self.random.percent(40) && !(read == 1 && pushes) {
            true => self.in_step(body, entry, arrays[read], number),
            false => arrays[read],
        }
    }

    /// What is made of the element at `i`, or of the `v` that refers to it.
    pub(super) fn stored_value(
        &mut self,
        entry: &Entry,
        number: Number,
        by_place: bool,
    ) -> Vec<Part> {
        let is = Type::Number(number);
        let mut element = match by_place {
            true => vec![
                Part::Piece(self.read(entry.variable), Binds::Postfix),
                text("[i]"),
            ],
            false => vec![text("*v")],
        };
        let (opens, closes) = match (number.is_float(), self.random.below(5)) {
            (true, 0) => ("2.0 * ".to_owned(), String::new()),
            (true, 1) => ("1.5 - ".to_owned(), String::new()),
            (true, 2) => ("(".to_owned(), ").abs().sqrt()".to_owned()),
            (true, 3) => ("(".to_owned(), format!(") + i as {is}")),
            (true, _) => ("(".to_owned(), ").max(0.5)".to_owned()),
            (false, 0) => ("(".to_owned(), ").wrapping_mul(3)".to_owned()),
            (false, 1) => ("7 ^ ".to_owned(), String::new()),
            (false, 2) => ("(".to_owned(), ") >> 1".to_owned()),
            (false, 3) => ("(".to_owned(), format!(").wrapping_add(i as {is})")),
            (false, _) if self.style.panics => ("100 / (".to_owned(), ")".to_owned()),
            (false, _) => ("(".to_owned(), ") & 7".to_owned()),
        };
        let mut parts = vec![text(opens)];
        parts.append(&mut element);
        parts.push(text(closes));
        parts
    }

    /// `let ys: Vec<f64> = { let k = 2.0; xs.iter().map(..).collect() };`
    fn in_a_block(
        &mut self,
        body: &mut Vec<Statement>,
        entry: &Entry,
        number: Number,
    ) -> Option<Variable> {
        let is = self.numbers_of(number);
        let mark = self.open();
        let mut statements = Vec::new();
        let value = self.value(&Type::Number(number), 1);
        let name = self.fresh_name(Name::Scalar);
        let scale = self.bind_as(&mut statements, &name, Shown::Annotated, value);
        if let Some(entry) = self.entry(scale) {
            entry.growth = 9;
        }
        if self.random.percent(25) {
            self.effect_statement(&mut statements);
        }
        let flow = self.stepped(entry, number, Some(scale));
        let chain = self.collect(flow, is.clone(), Turbofish::Left);
        self.close(mark);
        let block = Part::Block(Block {
            statements,
            tail: Some(Box::new(chain)),
        });
        let parts = vec![Part::Tag("array made in a block"), block];
        Some(self.bind_parts(body, Name::Array, Shown::Annotated, is, parts))
    }

    /// A chain over the array that maps to numbers.
    fn stepped(&mut self, entry: &Entry, number: Number, scale: Option<Variable>) -> Flow {
        let is = Type::Number(number);
        let mut flow = self.few_steps(entry);
        let item = flow.item.clone();
        let worker = self.closure(&[item], |generator| {
            let value = generator.risky(number);
            let Some(scale) = scale else { return value };
            let scale = generator.used(scale, Mode::Read);
            match number.is_float() {
                true => Expression::binary(is.clone(), value, "+", scale),
                false => Expression::method(is.clone(), value, "wrapping_add", vec![scale]),
            }
        });
        let is = Type::Number(number);
        flow.step("map(f)", called("map", vec![worker]), is);
        flow
    }

    /// One half of an `unzip` or a `partition` is read alone.
    fn half(
        &mut self,
        body: &mut Vec<Statement>,
        entry: &Entry,
        number: Number,
    ) -> Option<Variable> {
        let is = self.numbers_of(number);
        let pair = Type::pair(is.clone(), is);
        let (mut flow, parts, construct) = match self.random.percent(50) {
            true => {
                let mut flow = self.few_steps(entry);
                let item = flow.item.clone();
                let element = Type::pair(Type::Number(number), Type::Number(number));
                let worker = self.closure(&[item], |generator| {
                    let first = generator.risky(number);
                    let second = generator.number_leaf(number);
                    Expression::tuple(vec![first, second])
                });
                flow.step("map(f)", called("map", vec![worker]), element);
                (flow, vec![text("unzip()")], "unzip")
            }
            false => {
                let flow = self.stepped(entry, number, None);
                let item = flow.item.clone().reference();
                let worker = self.closure(&[item], |generator| generator.condition(1));
                (flow, called("partition", vec![worker]), "partition")
            }
        };
        let mut all = vec![Part::Tag("half of two arrays")];
        all.extend(parts);
        self.consumed(&mut flow, construct, all, pair);
        let value = flow.finish();
        let mut bound = Vec::new();
        for _ in 0..2 {
            let name = self.fresh_name(Name::Array);
            let variable = self.declare(&name, self.numbers_of(number));
            self.enter(variable).growth = 2;
            bound.push(variable);
        }
        body.push(Statement::Let {
            pattern: Pattern::Tuple(bound.iter().map(|half| Pattern::Bind(*half)).collect()),
            shown: Shown::Annotated,
            value,
        });
        let half = self.random.below(2);
        Some(bound[half])
    }

    /// A chain that collects numbers.
    fn by_a_chain(
        &mut self,
        body: &mut Vec<Statement>,
        entry: &Entry,
        number: Number,
    ) -> Option<Variable> {
        let flow = self.stepped(entry, number, None);
        let (shown, turbofish) = self.shown();
        let is = self.numbers_of(number);
        let value = self.collect(flow, is, turbofish);
        let variable = self.bind_value(body, Name::Array, shown, value);
        if let Some(made) = self.entry(variable) {
            made.growth = 2;
        }
        Some(variable)
    }

    /// `let zs = &ys;`, `&ys[..]`, `ys.as_slice()`, `ys`
    fn alias(&mut self, body: &mut Vec<Statement>, made: Variable, number: Number) -> Variable {
        let element = Type::Number(number);
        let slice = Type::Slice(Box::new(element.clone())).reference();
        let vector = element.vec();
        let (is, parts) = match self.random.below(5) {
            0 => {
                let array = self.take(made);
                (vector, vec![Part::Piece(array, Binds::Postfix)])
            }
            1 => {
                let array = self.read(made);
                let parts = vec![text("&"), Part::Piece(array, Binds::Postfix), text("[..]")];
                (slice, parts)
            }
            2 => {
                let array = self.read(made);
                let parts = vec![Part::Piece(array, Binds::Postfix), text(".as_slice()")];
                (slice, parts)
            }
            _ => {
                let array = self.read(made);
                let parts = vec![text("&"), Part::Piece(array, Binds::Postfix)];
                (vector.reference(), parts)
            }
        };
        let mut all = vec![Part::Tag("another name of an array")];
        all.extend(parts);
        let shown = match self.random.percent(25) {
            true => Shown::Annotated,
            false => Shown::Inside,
        };
        self.bind_parts(body, Name::Array, shown, is, all)
    }

    /// A chain over a part of the array, or over it from its end.
    fn view(&mut self, body: &mut Vec<Statement>, made: &Entry, number: Number) {
        let is = Type::Number(number);
        let item = is.clone().reference();
        let array = self.read(made.variable);
        let n = self.random.below(4);
        let end = if self.style.panics { 2 } else { 0 };
        let flow = match self.random.below(7) {
            0..=4 => {
                let mut flow = self.by_method(array, "xs.iter()", "iter", item.clone());
                for _ in 0..self.random.between(1, 2) {
                    let (construct, call) = match self.random.below(5) {
                        0 => ("rev()", "rev()".to_owned()),
                        1 => ("take(n)", format!("take({n})")),
                        2 => ("skip(n)", format!("skip({n})")),
                        3 => ("step_by(n)", format!("step_by({})", n + 1)),
                        _ => {
                            let Some(other) = self
                                .one(|other| other.is_array() && other.is.elements() == Some(&is))
                            else {
                                continue;
                            };
                            let other = self.iterable(&other);
                            let parts = called("chain", vec![other]);
                            flow.step("chain(ys)", parts, item.clone());
                            flow.exact = false;
                            flow.growth += 4;
                            continue;
                        }
                    };
                    flow.step(construct, vec![text(call)], item.clone());
                }
                flow
            }
            _ => {
                let again = self.read(made.variable);
                let mut parts = vec![
                    Part::Tag("xs[1..].iter()"),
                    Part::Piece(array, Binds::Postfix),
                ];
                match self.random.below(2 + end) {
                    0 => parts.extend([
                        text("["),
                        Part::Piece(again, Binds::Postfix),
                        text(".len() / 2..].iter()"),
                    ]),
                    1 => parts.extend([
                        text("[.."),
                        Part::Piece(again, Binds::Postfix),
                        text(".len() / 3].iter()"),
                    ]),
                    2 => parts.push(text("[1..].iter()")),
                    _ => parts.push(text("[..2].iter()")),
                }
                let iterator = Type::Iterator(Box::new(item.clone()));
                Flow::new(Expression::parts(iterator, Binds::Postfix, parts), item)
            }
        };
        let before = std::mem::replace(&mut self.plain, true);
        let value = self.reduce(flow, Turbofish::Written);
        self.plain = before;
        let value = value.tagged("view of an array made here");
        if value.is.borrows() {
            return;
        }
        let variable = self.bind_value(body, Name::Scalar, Shown::Inside, value);
        if let Some(entry) = self.entry(variable) {
            entry.growth = 9;
        }
        if self.random.percent(15) {
            self.effects += 1;
            let label = self.effects;
            if let Some(value) = self.leaf_by(Type::is_number) {
                body.push(line(vec![
                    text(format!("effect({label}, ")),
                    Part::Piece(value, Binds::Open),
                    text(")"),
                ]));
            }
        }
    }
}
