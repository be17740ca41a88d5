//! The loops and chains that run for each row, and what is done with what they give.

use crate::function::expression::{Binds, Expression, Mode, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::consumers::Turbofish;
use super::super::loops::{around, either, line, when};
use super::super::scope::Name;
use super::super::sources::text;

/// What the body of a loop over rows writes.
pub(super) struct Targets {
    pub(super) number: Number,
    pub(super) total: Variable,
    pub(super) other: Variable,
    pub(super) kept: Option<Variable>,
    /// What must not be named beside what is written here.
    pub(super) held: Vec<Variable>,
    /// A label of the outermost loop, if something names it.
    pub(super) label: Option<String>,
}

impl Generator {
    /// What runs for a row: one or two loops or chains over it, and what is done with what they give.
    pub(super) fn row_turn(
        &mut self,
        inside: &mut Vec<Statement>,
        row: &Expression,
        targets: &mut Targets,
        outermost: bool,
    ) {
        let held = targets.held.clone();
        if self.random.percent(14) {
            let mut leave = Vec::new();
            match self.random.percent(40) {
                true => {
                    let empty = Expression::method(Type::Bool, row.clone(), "is_empty", vec![]);
                    leave.push(when(empty, vec![line(vec![text("continue")])]));
                }
                false => self.without_all(&held, |generator| generator.leave_statement(&mut leave)),
            }
            inside.append(&mut leave);
        }
        let numbers = row.is.elements().is_some_and(Type::is_number);
        for _ in 0..self.random.weighted(&[0, 65, 35]) {
            match self.random.weighted(&[34, 22, 24, 10, 10]) {
                _ if !numbers => self.rows_of_a_row(inside, row, targets),
                0 => self.local_of_a_row(inside, row, targets),
                1 => self.loop_over_a_row(inside, row, targets, targets.total, outermost),
                2 => {
                    let value = self.without_all(&held, |generator| {
                        generator.sum_of_a_row(row, Turbofish::Written)
                    });
                    let value = value.tagged("chain in a loop nest");
                    let name = self.name_in_a_row();
                    let sum = self.bind_as(inside, &name, Shown::Inside, value);
                    self.spend(inside, sum, targets);
                }
                3 => match targets.kept {
                    Some(kept) => self.inner_pushes(inside, row, targets, kept),
                    None => self.local_of_a_row(inside, row, targets),
                },
                _ => self.inner_branch(inside, row, targets),
            }
        }
        if self.random.percent(10) {
            let value = self.without_all(&held, |generator| generator.risky(targets.number));
            self.add_up(inside, targets.total, value);
        }
    }

    /// Another level of rows.
    fn rows_of_a_row(
        &mut self,
        inside: &mut Vec<Statement>,
        row: &Expression,
        targets: &mut Targets,
    ) {
        let mark = self.open();
        self.loops += 1;
        let item = row.is.elements().cloned().unwrap_or(Type::F64);
        let inner = self.bind(item.reference());
        let place = self.used(inner, Mode::Read);
        let mut innermost = Vec::new();
        self.row_turn(&mut innermost, &place, targets, false);
        self.loops -= 1;
        self.close(mark);
        let over = self.elements_of(row);
        inside.push(around(
            vec![
                Part::Tag("loop nest of three"),
                text("for "),
                Part::Pattern(Pattern::Bind(inner)),
                text(" in "),
                Part::Piece(over, Binds::Open),
                text(" "),
            ],
            innermost,
        ));
    }

    /// `row`, `&rows[i]` or `row.iter()`
    fn elements_of(&mut self, row: &Expression) -> Expression {
        let element = row.is.elements().cloned().unwrap_or(Type::F64);
        let is = Type::Iterator(Box::new(element.reference()));
        match (row.is.references(), self.random.percent(60)) {
            (0, true) => Expression::unary(is, "&", row.clone()),
            (1, true) => Expression { is, ..row.clone() },
            _ => Expression::method(is, row.clone(), "iter", vec![]),
        }
    }

    /// `let mut s = 0.0; for x in row { s += x; } total += s;`
    fn local_of_a_row(
        &mut self,
        inside: &mut Vec<Statement>,
        row: &Expression,
        targets: &mut Targets,
    ) {
        // What is pushed may say the type of the vector.
        let local = self.local(inside, targets.number, targets.kept.is_some());
        targets.held.push(local);
        self.loop_over_a_row(inside, row, targets, local, false);
        if self.random.percent(15) {
            self.loop_over_a_row(inside, row, targets, local, false);
        }
        targets.held.pop();
        self.spend(inside, local, targets);
    }

    /// `let mut s = 0.0;`, whose type is seen where it is added to another.
    pub(super) fn local(
        &mut self,
        inside: &mut Vec<Statement>,
        number: Number,
        annotated: bool,
    ) -> Variable {
        let zero = if number.is_float() { "0.0" } else { "0" };
        let zero = Expression::parts(Type::Number(number), Binds::Postfix, vec![text(zero)]);
        let shown = match annotated || !number.is_float() || self.random.percent(50) {
            true => Shown::Annotated,
            false => Shown::Inside,
        };
        let name = self.name_in_a_row();
        let local = self.bind_as(inside, &name, shown, zero);
        if let Some(entry) = self.entry(local) {
            entry.growth = 9;
        }
        local
    }

    /// A name that the bodies of several loops have, and now and then one body twice.
    fn name_in_a_row(&mut self) -> String {
        let name = *self.random.pick(&["s", "s", "t", "u"]);
        match self.is_reserved(name) {
            true => self.fresh_name(Name::Accumulator),
            false => name.to_owned(),
        }
    }

    /// `total += s;`, `kept.push(s);`
    fn spend(&mut self, inside: &mut Vec<Statement>, what: Variable, targets: &Targets) {
        let read =
            |generator: &Self| Self::cast_to(generator.used(what, Mode::Read), targets.number);
        let kept = targets.kept.filter(|_| self.random.percent(65));
        if kept.is_none() || self.random.percent(50) {
            let value = read(self);
            self.add_up(inside, targets.total, value);
        }
        if let Some(kept) = kept {
            let value = read(self);
            self.push_to(inside, kept, value);
        }
    }

    /// `for x in row { total += x; }`, perhaps left early.
    fn loop_over_a_row(
        &mut self,
        inside: &mut Vec<Statement>,
        row: &Expression,
        targets: &mut Targets,
        total: Variable,
        outermost: bool,
    ) {
        let number = targets.number;
        let labels = outermost && self.random.percent(8);
        if labels && targets.label.is_none() {
            self.effects += 1;
            targets.label = Some(format!("'l{}", self.effects));
        }
        let label = targets.label.clone().filter(|_| labels);
        let held = targets.held.clone();
        self.over_a_row(inside, row, &held, |generator, innermost, element| {
            let value = generator.value_of_turn(element, targets.other, number);
            let mut leave = Vec::new();
            if let Some(label) = &label {
                let condition = generator.condition(1);
                let how = *generator.random.pick(&["continue", "continue", "break"]);
                leave.push(when(
                    condition,
                    vec![line(vec![text(format!("{how} {label}"))])],
                ));
            } else if generator.random.percent(20) {
                generator.leave_statement(&mut leave);
            } else if generator.random.percent(8) {
                let so_far = generator.used(total, Mode::Read);
                let limit = generator.literal(number);
                let far = Expression::binary(Type::Bool, so_far, ">", limit);
                let how = *generator.random.pick(&["continue", "break"]);
                leave.push(when(far, vec![line(vec![text(how)])]));
            }
            let mut leave = Self::all_tagged(leave, "inner loop left early");
            let first = generator.random.percent(60);
            if first {
                innermost.append(&mut leave);
            }
            let mut added = Vec::new();
            generator.add_up(&mut added, total, value);
            match generator.random.percent(15) {
                true => {
                    let condition = generator.condition(1);
                    innermost.push(when(condition, added));
                }
                false => innermost.append(&mut added),
            }
            innermost.append(&mut leave);
        });
    }

    /// What is made of an element; now and then beside a total that another loop has added to.
    fn value_of_turn(
        &mut self,
        element: Option<Expression>,
        other: Variable,
        number: Number,
    ) -> Expression {
        let value = match element {
            Some(element) => self.made_of(element, number),
            None => self.risky(number),
        };
        if !self.random.percent(10) {
            return value;
        }
        let is = Type::Number(number);
        let other = self.used(other, Mode::Read);
        match number.is_float() {
            true => Expression::binary(is, value, "-", other),
            false => Expression::method(is, value, "wrapping_sub", vec![other]),
        }
    }

    /// `for x in row { kept.push(x); }`
    fn inner_pushes(
        &mut self,
        inside: &mut Vec<Statement>,
        row: &Expression,
        targets: &Targets,
        kept: Variable,
    ) {
        let number = targets.number;
        self.over_a_row(
            inside,
            row,
            &targets.held,
            |generator, innermost, element| {
                let value = generator.value_of_turn(element, targets.other, number);
                let condition = generator.random.percent(40).then(|| generator.condition(1));
                let mut push = Vec::new();
                generator.push_to(&mut push, kept, value);
                match condition {
                    Some(condition) => innermost.push(when(condition, push)),
                    None => innermost.append(&mut push),
                }
            },
        );
    }

    /// `for x in row { if x > 0.0 { total += x; } else { other -= x; } }`
    fn inner_branch(&mut self, inside: &mut Vec<Statement>, row: &Expression, targets: &Targets) {
        let number = targets.number;
        let mut held = targets.held.clone();
        held.push(targets.other);
        self.over_a_row(inside, row, &held, |generator, innermost, element| {
            let condition = generator.condition(1);
            let (mut yes, mut no) = (Vec::new(), Vec::new());
            let value = generator.value_of_turn(element, targets.other, number);
            generator.add_up(&mut yes, targets.total, value);
            let value = generator.number_leaf(number);
            generator.add_up(&mut no, targets.other, value);
            innermost.push(either(condition, yes, no));
        });
    }

    /// `for x in row { .. }` in one of its spellings; `write` has the element if it has no name.
    fn over_a_row(
        &mut self,
        inside: &mut Vec<Statement>,
        row: &Expression,
        held: &[Variable],
        write: impl FnOnce(&mut Self, &mut Vec<Statement>, Option<Expression>),
    ) {
        let element = row.is.elements().cloned().unwrap_or(Type::F64);
        let mark = self.open();
        self.loops += 1;
        let mut innermost = Vec::new();
        let spelling = self.random.weighted(&[70, 12, 18]);
        let mut held = held.to_vec();
        held.extend(Self::named_in(row));
        let pattern = self.without_all(&held, |generator| {
            let (pattern, named) = match spelling {
                0 => (generator.pattern(&element.clone().reference(), 2), None),
                1 => {
                    let j = generator.bind(Type::USIZE);
                    let x = generator.bind(element.clone().reference());
                    let pattern = Pattern::Tuple(vec![Pattern::Bind(j), Pattern::Bind(x)]);
                    (pattern, None)
                }
                _ => {
                    let j = generator.bind(Type::USIZE);
                    let at = generator.used(j, Mode::Read);
                    let element = Self::element(row.clone(), at, element.clone());
                    (Pattern::Bind(j), Some(element))
                }
            };
            write(generator, &mut innermost, named);
            pattern
        });
        self.loops -= 1;
        self.close(mark);
        let mut head = vec![text("for "), Part::Pattern(pattern), text(" in ")];
        match spelling {
            0 => {
                let over = self.elements_of(row);
                head.extend([Part::Piece(over, Binds::Open), text(" ")]);
            }
            1 => {
                head.push(Part::Piece(row.clone(), Binds::Postfix));
                head.push(text(".iter().enumerate() "));
            }
            _ => {
                head.extend([text("0.."), Part::Piece(row.clone(), Binds::Postfix)]);
                head.push(text(".len() "));
            }
        }
        inside.push(around(head, innermost));
    }
}
