//! Names that are given another value between two loops, rows of an array beside all of its elements, and neighbours beside those.

use crate::function::expression::{Binds, Mode, Part};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::scope::{Entry, Name};
use super::super::sources::text;
use super::line;

impl Generator {
    /// One of them.
    pub(super) fn again_statement(&mut self, body: &mut Vec<Statement>, entry: &Entry) {
        let Some(number) = entry.is.elements().and_then(Type::number) else {
            return;
        };
        if self.random.percent(25) {
            self.neighbours_beside_all(body, entry, number);
        } else if number.is_float() && self.random.percent(40) {
            self.rows_beside_all(body, entry, number);
        } else {
            self.begun_anew(body, entry, number);
        }
    }

    /// `for x in xs { total += x; } let first = total; total = 0.0; for x in xs { total += x * x; }`
    fn begun_anew(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let tag = "accumulator that begins anew";
        let is = Type::Number(number);
        let total = self.total(body, number);
        for turn in 0..self.random.between(2, 3) {
            if turn > 0 {
                let kept = Part::Piece(self.read(total), Binds::Open);
                let shown = match self.random.percent(50) {
                    true => Shown::Annotated,
                    false => Shown::Inside,
                };
                self.bind_parts(body, Name::Scalar, shown, is.clone(), vec![kept]);
                if self.random.percent(15) {
                    self.effect_statement(body);
                }
                let value = match self.random.percent(80) {
                    true => self.literal(number),
                    false => self.without(total, |generator| generator.value(&is, 1)),
                };
                body.push(line(vec![
                    Part::Piece(self.used(total, Mode::Assign), Binds::Postfix),
                    text(" = "),
                    Part::Argument(value),
                ]));
            }
            self.walk(body, entry, &[total], "", tag, |generator, inside| {
                let value = generator.risky(number);
                generator.add(inside, total, value);
            });
        }
    }

    /// `xs.windows(2).map(|w| w[1] - w[0])`, `xs.iter().skip(1)`, beside `xs.iter().sum()` and `for x in xs`.
    fn neighbours_beside_all(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let tag = "neighbours beside all elements";
        let is = Type::Number(number);
        let float = number.is_float();
        let step = |a: &str, b: &str| match float {
            true => format!("{a} - {b}"),
            false => format!("{a}.wrapping_sub({b})"),
        };
        let added = match float {
            true => ".sum()".to_owned(),
            false => format!(".fold(0, |a: {is}, b| a.wrapping_mul(3).wrapping_add(b))"),
        };
        let first = self.random.percent(50);
        for neighbours in [first, !first] {
            if !neighbours && self.random.percent(40) {
                let total = self.total(body, number);
                self.walk(body, entry, &[total], "", tag, |generator, inside| {
                    let value = generator.risky(number);
                    generator.add(inside, total, value);
                });
                continue;
            }
            let collected = neighbours && self.random.percent(40);
            let array = Part::Piece(self.read(entry.variable), Binds::Postfix);
            let mut parts = vec![Part::Tag(tag), array];
            if neighbours {
                let width = self.random.between(2, 4);
                let all_but_one = match self.style.panics {
                    true => "[1..].iter()",
                    false => ".iter().skip(1)",
                };
                match self.random.below(3) {
                    0 => {
                        let made = step("(*a)", if float { "2.5" } else { "7" });
                        parts.push(text(format!("{all_but_one}.map(|a| {made})")));
                    }
                    1 => {
                        let made = step(&format!("w[{}]", width - 1), "w[0]");
                        parts.push(text(format!(".windows({width}).map(|w| {made})")));
                    }
                    _ => {
                        let other = Part::Piece(self.read(entry.variable), Binds::Postfix);
                        let made = step("(*a)", "*b");
                        let pairs = format!("{all_but_one}).map(|(a, b)| {made})");
                        parts.extend([text(".iter().zip("), other, text(pairs)]);
                    }
                }
            } else {
                let made = *self
                    .random
                    .pick(&[".copied()", ".map(|a| *a)", ".rev().copied()"]);
                parts.push(text(format!(".iter(){made}")));
            }
            let (end, of) = match collected {
                true => (".collect()".to_owned(), is.clone().vec()),
                false => (added.clone(), is.clone()),
            };
            parts.push(text(end));
            let name = if collected { Name::Array } else { Name::Scalar };
            self.bind_parts(body, name, Shown::Annotated, of, parts);
        }
    }

    /// `let sums: Vec<f64> = xs.chunks_exact(w).map(|row| row.iter().sum()).collect();` beside `xs.iter().sum()`.
    fn rows_beside_all(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let is = Type::Number(number);
        let least = self.random.between(usize::from(!self.style.panics), 5);
        let width = vec![
            Part::Piece(self.read(entry.variable), Binds::Postfix),
            text(format!(".len() / 4 + {least}")),
        ];
        let width = self.bind_parts(body, Name::Length, Shown::Annotated, Type::USIZE, width);
        let first = self.random.percent(50);
        for rows in [first, !first] {
            let array = Part::Piece(self.read(entry.variable), Binds::Postfix);
            if rows {
                let cut = *self.random.pick(&[".chunks_exact(", ".chunks("]);
                let made = format!(").map(|row| row.iter().sum::<{is}>()).collect()");
                let width = Part::Piece(self.read(width), Binds::Open);
                let parts = vec![array, text(cut), width, text(made)];
                let tag = "rows beside all elements";
                let parts = std::iter::once(Part::Tag(tag)).chain(parts).collect();
                self.bind_parts(body, Name::Array, Shown::Annotated, is.clone().vec(), parts);
            } else {
                let added = *self.random.pick(&[
                    ".iter().sum()",
                    ".iter().map(|x| x * x).sum()",
                    ".iter().filter(|x| **x > 0.5).fold(1.5, |a, x| a + x)",
                ]);
                let parts = vec![array, text(added)];
                self.bind_parts(body, Name::Scalar, Shown::Annotated, is.clone(), parts);
            }
        }
    }
}
