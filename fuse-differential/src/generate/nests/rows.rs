//! `for` loops over rows.

use crate::function::expression::{Binds, Expression, Mode, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::loops::around;
use super::super::scope::{Entry, Name};
use super::super::sources::text;
use super::Pool;
use super::inner::Targets;

/// What runs row by row: an array of rows, or one that is cut into rows.
pub(super) struct Rows {
    pub(super) entry: Entry,
    pub(super) number: Number,
    /// The method that cuts it, and how long the rows are.
    pub(super) cut: Option<(&'static str, Expression)>,
}

impl Rows {
    /// The type of a row.
    pub(super) fn row(&self) -> Type {
        let element = self.entry.is.elements().cloned().unwrap_or(Type::F64);
        match self.cut {
            None => element.reference(),
            Some(_) => Type::Slice(Box::new(element)).reference(),
        }
    }
}

impl Generator {
    /// Two to four loops and chains over the same rows.
    pub(super) fn nests_over_rows(&mut self, body: &mut Vec<Statement>) {
        let Some(rows) = self.some_rows(body) else {
            return;
        };
        self.with_pool(body, rows.number, |generator, body, pool| {
            for _ in 0..generator.random.between(2, 4) {
                if !generator.is_left(rows.entry.variable) {
                    return;
                }
                generator.loop_or_chain(body, &rows, pool);
                if generator.random.percent(35) {
                    generator.write_of_one_value(body, pool, None);
                }
            }
        });
    }

    fn loop_or_chain(&mut self, body: &mut Vec<Statement>, rows: &Rows, pool: &Pool) {
        match self.random.weighted(&[55, 35]) {
            0 if matches!(rows.entry.is, Type::Mutable(_)) && self.random.percent(40) => {
                self.changed_rows(body, rows);
            }
            0 => self.loop_over_rows(body, rows, pool),
            _ => self.chain_over_rows(body, rows),
        }
    }

    /// A parameter, a vector of rows that is made here, or an array of numbers that is cut into rows.
    fn some_rows(&mut self, body: &mut Vec<Statement>) -> Option<Rows> {
        let parameters = self.nests.clone().unwrap_or_default();
        let mut found = Vec::new();
        for variable in parameters {
            found.extend(
                self.entry(variable)
                    .map(|entry| entry.clone())
                    .filter(Entry::is_left),
            );
        }
        if !found.is_empty() && self.random.percent(65) {
            let entry = self.random.pick(&found).clone();
            let mut element = entry.is.elements()?;
            while let Some(inner) = element.elements() {
                element = inner;
            }
            let number = element.number()?;
            return Some(Rows {
                entry,
                number,
                cut: None,
            });
        }
        let entry = self.numbers()?;
        let number = entry.is.elements().and_then(Type::number)?;
        let width = match self.random.percent(60) {
            true => {
                let width = *self.random.pick(&[1, 2, 3, 4, 5, 8, 16, 33]);
                Expression::literal(Type::USIZE, width.to_string())
            }
            false => self.few(body, 1, 4),
        };
        let method = *self
            .random
            .pick(&["chunks_exact", "chunks_exact", "chunks"]);
        if self.random.percent(70) {
            let cut = Some((method, width));
            return Some(Rows { entry, number, cut });
        }
        let array = self.read(entry.variable);
        let parts = vec![
            Part::Piece(array, Binds::Postfix),
            text(format!(".{method}(")),
            Part::Argument(width),
            text(").map(|row| row.to_vec()).collect()"),
        ];
        let is = Type::Number(number).vec().vec();
        let mut made = self.bind_parts(body, Name::Array, Shown::Annotated, is.clone(), parts);
        if self.random.percent(30) {
            let array = self.read(made);
            let reference = Expression::unary(is.reference(), "&", array);
            let reference = reference.tagged("reference bound first");
            let name = self.fresh_name(Name::Array);
            made = self.bind_as(body, &name, Shown::Inside, reference);
        }
        let entry = self.entry(made)?.clone();
        Some(Rows {
            entry,
            number,
            cut: None,
        })
    }

    /// What a `for` loop over rows runs over.
    fn over_rows_of(&mut self, rows: &Rows) -> Expression {
        let Some((method, width)) = &rows.cut else {
            return self.iterable(&rows.entry);
        };
        let array = self.read(rows.entry.variable);
        let is = Type::Iterator(Box::new(rows.row()));
        Expression::method(is, array, method, vec![width.clone()])
    }

    /// `for row in &rows { let mut s = 0.0; for x in row { s += x; } total += s; kept.push(s); }`
    fn loop_over_rows(&mut self, body: &mut Vec<Statement>, rows: &Rows, pool: &Pool) {
        let by_place = self.random.percent(18)
            && rows
                .cut
                .as_ref()
                .is_none_or(|(method, _)| *method == "chunks_exact");
        let numbered = !by_place && self.random.percent(15);
        let start = body.len();
        let total = self.total_of(body, pool);
        let kept = match self.random.percent(55) {
            true => Some(self.kept_of(body, pool)),
            false => None,
        };
        let mark = self.open();
        let before = self.unfocus();
        self.loops += 1;
        let mut inside = Vec::new();
        let (pattern, row, counter) = if by_place {
            let width = rows.cut.iter().flat_map(|(_, width)| Self::named_in(width));
            let width = width.collect::<Vec<_>>();
            let i = self.without_all(&width, |generator| generator.bind(Type::USIZE));
            let row = self.row_at(&mut inside, rows, i);
            (Pattern::Bind(i), row, Some(i))
        } else {
            let row = self.bind(rows.row());
            let place = self.used(row, Mode::Read);
            match numbered {
                true => {
                    let i = self.bind(Type::USIZE);
                    let pattern = Pattern::Tuple(vec![Pattern::Bind(i), Pattern::Bind(row)]);
                    (pattern, place, Some(i))
                }
                false => (Pattern::Bind(row), place, None),
            }
        };
        let mut targets = Targets {
            number: pool.number,
            total,
            other: pool.totals[usize::from(total == pool.totals[0])],
            kept,
            held: Vec::new(),
            label: None,
        };
        targets.held.push(targets.total);
        targets.held.extend(targets.kept);
        if let Some(i) = counter
            && self.random.percent(50)
        {
            let at = self.used(i, Mode::Read);
            let length = Expression::literal(Type::USIZE, pool.places.1.to_string());
            let at = Expression::binary(Type::USIZE, at, "%", length);
            let value = self.without_all(&targets.held, |generator| {
                generator.number_leaf(pool.number)
            });
            inside.push(self.store_at(pool.places.0, at, " = ", value));
        }
        self.row_turn(&mut inside, &row, &mut targets, true);
        self.loops -= 1;
        self.close(mark);
        self.refocus(&before);
        let label = targets
            .label
            .map_or(String::new(), |label| format!("{label}: "));
        let mut head = vec![
            Part::Tag("loop nest over rows"),
            text(format!("{label}for ")),
            Part::Pattern(pattern),
            text(" in "),
        ];
        head.extend(match (by_place, numbered) {
            (true, _) => self.as_many_as(rows),
            (_, true) => vec![
                Part::Piece(self.as_iterator(rows), Binds::Postfix),
                text(".enumerate() "),
            ],
            _ => vec![Part::Piece(self.over_rows_of(rows), Binds::Open), text(" ")],
        });
        body.push(around(head, inside));
        let own = [total, kept.unwrap_or(total)];
        self.release_own(&body[start..], pool, &own);
    }

    /// `0..rows.len()`
    fn as_many_as(&mut self, rows: &Rows) -> Vec<Part> {
        let array = self.read(rows.entry.variable);
        let mut range = vec![text("0.."), Part::Piece(array, Binds::Postfix)];
        match &rows.cut {
            None => range.push(text(".len() ")),
            Some((_, width)) => range.extend([
                text(".len() / "),
                Part::Piece(width.clone(), Binds::Cast),
                text(" "),
            ]),
        }
        range
    }

    /// `rows.iter()`
    pub(super) fn as_iterator(&mut self, rows: &Rows) -> Expression {
        match &rows.cut {
            Some(_) => self.over_rows_of(rows),
            None => {
                let array = self.read(rows.entry.variable);
                let is = Type::Iterator(Box::new(rows.row()));
                Expression::method(is, array, "iter", vec![])
            }
        }
    }

    /// `rows[i]`, or `let row = &xs[i * w..(i + 1) * w];`
    fn row_at(&mut self, inside: &mut Vec<Statement>, rows: &Rows, i: Variable) -> Expression {
        let array = self.read(rows.entry.variable);
        let at = self.used(i, Mode::Read);
        let Some((_, width)) = &rows.cut else {
            let is = rows.entry.is.elements().cloned().unwrap_or(Type::F64);
            return Self::element(array, at, is);
        };
        let parts = vec![
            text("&"),
            Part::Piece(array, Binds::Postfix),
            text("["),
            Part::Piece(at.clone(), Binds::Postfix),
            text(" * "),
            Part::Piece(width.clone(), Binds::Cast),
            text("..("),
            Part::Piece(at, Binds::Postfix),
            text(" + 1) * "),
            Part::Piece(width.clone(), Binds::Cast),
            text("]"),
        ];
        let slice = Expression::parts(rows.row(), Binds::Unary, parts);
        let name = self.fresh_name(Name::Array);
        let row = self.bind_as(inside, &name, Shown::Inside, slice);
        self.used(row, Mode::Read)
    }

    /// `for row in rows.iter_mut() { for x in row.iter_mut() { *x += 1.0; } }`
    fn changed_rows(&mut self, body: &mut Vec<Statement>, rows: &Rows) {
        let is = Type::Number(rows.number);
        let element = Type::Mutable(Box::new(is.clone()));
        let array = self.change(rows.entry.variable);
        let mark = self.open();
        let before = self.unfocus();
        self.loops += 2;
        let row = Type::Mutable(Box::new(is.clone().vec()));
        let row = self.bind(row);
        let held = [rows.entry.variable, row];
        let (x, update) = self.without_all(&held, |generator| {
            generator.update(&is, &element, rows.number)
        });
        self.loops -= 2;
        self.close(mark);
        self.refocus(&before);
        let by_name = self.random.percent(40);
        let mut inner = vec![text("for "), Part::Pattern(Pattern::Bind(x)), text(" in ")];
        let read = self.used(row, Mode::Through);
        inner.push(Part::Piece(read, Binds::Postfix));
        inner.push(text(if by_name { " " } else { ".iter_mut() " }));
        body.push(around(
            vec![
                Part::Tag("rows changed in place"),
                text("for "),
                Part::Pattern(Pattern::Bind(row)),
                text(" in "),
                Part::Piece(array, Binds::Postfix),
                text(".iter_mut() "),
            ],
            vec![around(inner, vec![Statement::Do(update)])],
        ));
    }
}
