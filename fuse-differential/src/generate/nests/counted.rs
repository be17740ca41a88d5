//! Nests of counters, over a matrix that lies in one array, over two arrays, or over counters alone.

use crate::function::expression::{Binds, Expression, Mode, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::loops::{around, line, when};
use super::super::scope::{Entry, Name};
use super::super::sources::text;
use super::Pool;

/// What all nests of one statement run over.
struct Matrix {
    number: Number,
    entry: Entry,
    /// Another array that is read at the inner counter, if the elements of the first are no rows.
    other: Option<Entry>,
    height: Expression,
    width: Expression,
    /// An array of one element for each turn of the outer loop.
    sums: Variable,
}

/// What the body of a nest writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Total,
    /// A total of each row, which is stored or pushed.
    Row,
    Place,
    Push,
}

impl Generator {
    /// `for i in 0..h { for j in 0..w { total += xs[i * w + j]; } }` and its like, two or three of them.
    pub(super) fn nests_of_counters(&mut self, body: &mut Vec<Statement>) {
        let Some(matrix) = self.matrix(body) else {
            return;
        };
        let mark = body.len();
        self.with_pool(body, matrix.number, |generator, body, pool| {
            for _ in 0..generator.random.between(2, 3) {
                generator.nest_of_counters(body, &matrix, pool);
                if generator.random.percent(30) {
                    generator.write_of_one_value(body, pool, None);
                }
            }
        });
        self.release(&body[mark..], &[matrix.sums]);
    }

    fn matrix(&mut self, body: &mut Vec<Statement>) -> Option<Matrix> {
        let entry = self.numbers()?;
        let number = entry.is.elements().and_then(Type::number)?;
        let is = Type::Number(number);
        let other = self.one(|other| {
            other.is_array()
                && other.growth <= 4
                && other.is.elements() == Some(&is)
                && !matches!(other.is, Type::Mutable(_))
        });
        let other = other.filter(|_| self.random.percent(30));
        let array = self.read(entry.variable);
        let length = Expression::method(Type::USIZE, array, "len", vec![]);
        let (height, width) = match &other {
            Some(other) => {
                let array = self.read(other.variable);
                let width = Expression::method(Type::USIZE, array, "len", vec![]);
                let few = Expression::literal(Type::USIZE, self.random.between(1, 9).to_string());
                let width = Expression::method(Type::USIZE, width, "min", vec![few]);
                (length, self.named_length(body, width))
            }
            None => {
                let width = self.few(body, 1, 6);
                let height = Expression::binary(Type::USIZE, length, "/", width.clone());
                (height, width)
            }
        };
        let height = self.named_length(body, height);
        let zero = if number.is_float() { "0.0" } else { "0" };
        let parts = vec![
            text(format!("vec![{zero}; ")),
            Part::Piece(height.clone(), Binds::Open),
            text("]"),
        ];
        let sums = self.bind_parts(body, Name::Array, Shown::Annotated, is.vec(), parts);
        if let Some(sums) = self.entry(sums) {
            sums.growth = entry.growth;
        }
        Some(Matrix {
            number,
            entry,
            other,
            height,
            width,
            sums,
        })
    }

    fn named_length(&mut self, body: &mut Vec<Statement>, length: Expression) -> Expression {
        let name = self.fresh_name(Name::Length);
        let length = self.bind_as(body, &name, Shown::Inside, length);
        if let Some(entry) = self.entry(length) {
            entry.growth = 9;
        }
        self.used(length, Mode::Read)
    }

    fn nest_of_counters(&mut self, body: &mut Vec<Statement>, matrix: &Matrix, pool: &Pool) {
        let number = matrix.number;
        let goal = *self
            .random
            .pick(&[Goal::Total, Goal::Row, Goal::Row, Goal::Place, Goal::Push]);
        let start = body.len();
        let total = self.total_of(body, pool);
        let kept = self.kept_of(body, pool);
        let mut held = vec![total, matrix.sums, kept];
        held.extend(Self::named_in(&matrix.height));
        held.extend(Self::named_in(&matrix.width));
        let deep = self.random.percent(12);
        let mark = self.open();
        let before = self.unfocus();
        self.loops += 2;
        let mut inside = Vec::new();
        let row = match goal {
            Goal::Row => self.local(&mut inside, number, true),
            _ => total,
        };
        held.push(row);
        let mut innermost = Vec::new();
        let (i, j) = self.without_all(&held, |generator| {
            let i = generator.bind(Type::USIZE);
            let j = generator.bind(Type::USIZE);
            let left = generator.left_early(&mut innermost, i, j);
            let value = generator.value_at(matrix, i, j);
            let mut written = Vec::new();
            match goal {
                Goal::Total | Goal::Row => generator.add_up(&mut written, row, value),
                Goal::Push => generator.push_to(&mut written, kept, value),
                Goal::Place => {
                    let sum = generator.added_in_place(matrix, i, value);
                    written.push(sum);
                }
            }
            match !left && generator.random.percent(15) {
                true => {
                    let condition = generator.condition(1);
                    innermost.push(when(condition, written));
                }
                false => innermost.append(&mut written),
            }
            (i, j)
        });
        if deep {
            innermost = vec![around(
                vec![Part::Tag("loop nest of three"), text("for _ in 0..2usize ")],
                innermost,
            )];
        }
        inside.push(counted(j, &matrix.width, innermost, ""));
        if goal == Goal::Row {
            let read = self.used(row, Mode::Read);
            if self.random.percent(65) {
                let at = self.used(i, Mode::Read);
                inside.push(self.store_at(matrix.sums, at, " = ", read.clone()));
            } else {
                self.push_to(&mut inside, kept, read.clone());
            }
            if self.random.percent(40) {
                self.add_up(&mut inside, total, read);
            }
        }
        self.loops -= 2;
        self.close(mark);
        self.refocus(&before);
        body.push(counted(i, &matrix.height, inside, "loop nest of counters"));
        self.release_own(&body[start..], pool, &[total, kept]);
    }

    /// `if j > i { continue; }`, or of anything else.
    fn left_early(&mut self, innermost: &mut Vec<Statement>, i: Variable, j: Variable) -> bool {
        if !self.random.percent(22) {
            return false;
        }
        if self.random.percent(40) {
            self.leave_statement(innermost);
            return true;
        }
        let operator = *self.random.pick(&["==", ">", "<"]);
        let (i, j) = (self.used(i, Mode::Read), self.used(j, Mode::Read));
        let condition = Expression::binary(Type::Bool, j, operator, i);
        let condition = condition.tagged("inner loop left early");
        let how = *self.random.pick(&["continue", "break"]);
        innermost.push(when(condition, vec![line(vec![text(how)])]));
        true
    }

    /// `xs[i * w + j]`, `xs[i] * ys[j]`, `i * j`, and what is made of it; now and then beside what a nest before has stored.
    fn value_at(&mut self, matrix: &Matrix, i: Variable, j: Variable) -> Expression {
        let number = matrix.number;
        let is = Type::Number(number);
        let (at_i, at_j) = (self.used(i, Mode::Read), self.used(j, Mode::Read));
        if self.random.percent(12) {
            let product = Expression::binary(Type::USIZE, at_i, "*", at_j);
            let product = Self::cast_to(product, number);
            return self.made_of(product, number);
        }
        let array = self.read(matrix.entry.variable);
        let element = match &matrix.other {
            Some(other) => {
                let first = Self::element(array, at_i.clone(), is.clone());
                let array = self.read(other.variable);
                let second = Self::element(array, at_j, is.clone());
                match number.is_float() {
                    true => Expression::binary(is.clone(), first, "*", second),
                    false => Expression::method(is.clone(), first, "wrapping_mul", vec![second]),
                }
            }
            None => {
                let (row, column, length) = match self.random.percent(20) {
                    true => (at_j, at_i.clone(), matrix.height.clone()),
                    false => (at_i.clone(), at_j, matrix.width.clone()),
                };
                let before = Expression::binary(Type::USIZE, row, "*", length);
                let index = Expression::binary(Type::USIZE, before, "+", column);
                Self::element(array, index, is.clone())
            }
        };
        if !self.random.percent(15) {
            return self.made_of(element, number);
        }
        let sums = self.read(matrix.sums);
        let at = match self.random.below(3) {
            0 => at_i,
            1 => {
                let last = Expression::binary(
                    Type::USIZE,
                    matrix.height.clone(),
                    "-",
                    Expression::literal(Type::USIZE, "1"),
                );
                Expression::binary(Type::USIZE, last, "-", at_i)
            }
            _ => {
                let next = Expression::binary(
                    Type::USIZE,
                    at_i,
                    "+",
                    Expression::literal(Type::USIZE, "1"),
                );
                Expression::binary(Type::USIZE, next, "%", matrix.height.clone())
            }
        };
        let stored = Self::element(sums, at, is.clone());
        match number.is_float() {
            true => Expression::binary(is, element, "-", stored),
            false => Expression::method(is, element, "wrapping_sub", vec![stored]),
        }
    }

    /// `sums[i] += value;`
    fn added_in_place(&mut self, matrix: &Matrix, i: Variable, value: Expression) -> Statement {
        let at = self.used(i, Mode::Read);
        if matrix.number.is_float() {
            return self.store_at(matrix.sums, at, " += ", value);
        }
        let is = Type::Number(matrix.number);
        let sums = self.read(matrix.sums);
        let before = Self::element(sums, at.clone(), is.clone());
        let sum = Expression::method(is, before, "wrapping_add", vec![value]);
        self.store_at(matrix.sums, at, " = ", sum)
    }
}

/// `for i in 0..n { .. }`
pub(super) fn counted(
    counter: Variable,
    end: &Expression,
    statements: Vec<Statement>,
    tag: &'static str,
) -> Statement {
    let head = vec![
        Part::Tag(tag),
        text("for "),
        Part::Pattern(Pattern::Bind(counter)),
        text(" in 0.."),
        Part::Piece(end.clone(), Binds::Cast),
        text(" "),
    ];
    around(head, statements)
}
