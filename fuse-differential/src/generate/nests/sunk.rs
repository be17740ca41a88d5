//! Writes of one value between loops: to a vector, to a place, to a total. Loops behind them may read and write the same.

use crate::function::expression::{Binds, Expression, Mode, Part, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::Type;

use super::super::Generator;
use super::super::consumers::Turbofish;
use super::super::loops::line;
use super::super::scope::{Entry, Name};
use super::super::sources::text;
use super::Pool;

impl Generator {
    /// Loops and chains over one array, with writes between them.
    pub(super) fn writes_between(&mut self, body: &mut Vec<Statement>) {
        let Some(entry) = self.numbers() else { return };
        let Some(number) = entry.is.elements().and_then(Type::number) else {
            return;
        };
        self.with_pool(body, number, |generator, body, pool| {
            for turn in 0..generator.random.between(2, 4) {
                if turn > 0 || generator.random.percent(20) {
                    for _ in 0..generator.random.between(1, 2) {
                        generator.write_of_one_value(body, pool, Some(&entry));
                    }
                }
                match generator.random.percent(60) {
                    true => generator.loop_of_a_pool(body, &entry, pool),
                    false => {
                        let before = std::mem::replace(&mut generator.plain, true);
                        generator.related(body, &entry);
                        generator.plain = before;
                    }
                }
                if !generator.is_left(entry.variable) {
                    return;
                }
            }
        });
    }

    /// `for x in &xs { total += x * other; }`
    fn loop_of_a_pool(&mut self, body: &mut Vec<Statement>, entry: &Entry, pool: &Pool) {
        let number = pool.number;
        let is = Type::Number(number);
        let total = *self.random.pick(&pool.totals);
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let over = self.iterable(entry);
        let mark = self.open();
        let before = self.unfocus();
        self.loops += 1;
        let pushes = self.random.percent(20);
        let written = if pushes { pool.kept } else { total };
        let mut inside = Vec::new();
        let pattern = self.pattern(&element.reference(), 2);
        self.without(written, |generator| {
            let mut value = generator.risky(number);
            let read = match generator.random.below(5) {
                0 => Some(generator.read_of_a_pool(pool, written)),
                _ => None,
            };
            if let Some(read) = read {
                value = match number.is_float() {
                    true => Expression::binary(is, value, "+", read),
                    false => Expression::method(is, value, "wrapping_add", vec![read]),
                };
            }
            match pushes {
                true => generator.push_to(&mut inside, pool.kept, value),
                false => generator.add_up(&mut inside, total, value),
            }
        });
        self.loops -= 1;
        self.close(mark);
        self.refocus(&before);
        let head = vec![
            text("for "),
            Part::Pattern(pattern),
            text(" in "),
            Part::Piece(over, Binds::Open),
            text(" "),
        ];
        body.push(super::super::loops::around(head, inside));
    }

    /// What a pool holds, beside what is written: a total, a place, or how much was kept.
    pub(super) fn read_of_a_pool(&mut self, pool: &Pool, written: Variable) -> Expression {
        let is = Type::Number(pool.number);
        match self.random.below(3) {
            0 if written != pool.kept => {
                let kept = self.read(pool.kept);
                Expression::method(Type::USIZE, kept, "len", vec![]).cast(is)
            }
            1 => {
                let places = self.read(pool.places.0);
                let at = self.random.below(pool.places.1).to_string();
                Self::element(places, Expression::literal(Type::USIZE, at), is)
            }
            _ => {
                let [first, second] = pool.totals;
                self.used(if written == first { second } else { first }, Mode::Read)
            }
        }
    }

    /// `kept.push(total);`, `places[1] = total;`, `total /= 3.0;`, `total += xs.iter().sum::<f64>();`, or a chain over what was kept.
    pub(super) fn write_of_one_value(
        &mut self,
        body: &mut Vec<Statement>,
        pool: &Pool,
        entry: Option<&Entry>,
    ) {
        let total = *self.random.pick(&pool.totals);
        let read = self.used(total, Mode::Read);
        let mut written = Vec::new();
        match self.random.weighted(&[24, 20, 22, 14, 10, 10]) {
            0 => self.push_to(&mut written, pool.kept, read),
            1 => {
                let beyond = usize::from(self.style.panics && self.random.percent(15));
                // rustc sees a literal that is beyond an array.
                let beyond = match self.variables[pool.places.0.0].is {
                    Type::Vec(_) => beyond,
                    _ => 0,
                };
                let at = self.random.below(pool.places.1 + beyond).to_string();
                let at = Expression::literal(Type::USIZE, at);
                let operator = match pool.number.is_float() {
                    true => *self.random.pick(&[" = ", " = ", " += ", " *= "]),
                    false => *self.random.pick(&[" = ", " = ", " ^= "]),
                };
                written.push(self.store_at(pool.places.0, at, operator, read));
            }
            2 => {
                let change = self.changed_total(total, pool, entry);
                written.push(change);
            }
            3 => match self.chain_of_one_value(pool, entry) {
                Some(chain) => self.add_up(&mut written, total, chain),
                None => self.push_to(&mut written, pool.kept, read),
            },
            4 => match self.chain_of_one_value(pool, entry) {
                Some(chain) => self.push_to(&mut written, pool.kept, chain),
                None => self.push_to(&mut written, pool.kept, read),
            },
            _ => return self.chain_of_what_is_kept(body, pool),
        }
        body.append(&mut Self::all_tagged(written, "write of one value"));
    }

    /// `total /= xs.len() as f64;`, `total = total.abs();`
    fn changed_total(&mut self, total: Variable, pool: &Pool, entry: Option<&Entry>) -> Statement {
        let is = Type::Number(pool.number);
        self.change(total);
        let place = self.used(total, Mode::Assign);
        let read = self.used(total, Mode::Read);
        let length = match entry {
            Some(entry) if pool.number.is_float() && self.random.percent(50) => {
                let array = self.read(entry.variable);
                let length = Expression::method(Type::USIZE, array, "len", vec![]);
                Some(length.cast(is.clone()))
            }
            _ => None,
        };
        let other = match length {
            Some(length) => length,
            None if pool.number.is_float() && self.random.percent(30) => {
                self.read_of_a_pool(pool, total)
            }
            None => self.literal(pool.number),
        };
        let (operator, value) = match (pool.number.is_float(), self.random.below(3)) {
            (true, 0) => {
                let size = Expression::method(is.clone(), read, "abs", vec![]);
                (" = ", Expression::method(is, size, "sqrt", vec![]))
            }
            (true, 1) => (" *= ", other),
            (true, _) => (" /= ", other),
            (false, 0) => {
                let product = Expression::method(is, read, "wrapping_mul", vec![other]);
                (" = ", product)
            }
            (false, way) => {
                // Of what is made of constants alone, rustc would see that something else panics with it.
                let kept = self.read(pool.kept);
                let count = Expression::method(Type::USIZE, kept, "len", vec![]);
                let operator = if way == 1 { " ^= " } else { " |= " };
                (operator, Self::cast_to(count, pool.number))
            }
        };
        line(vec![
            Part::Piece(place, Binds::Postfix),
            text(operator),
            Part::Argument(value),
        ])
    }

    /// A chain over the array that gives a number of the pool's.
    fn chain_of_one_value(&mut self, pool: &Pool, entry: Option<&Entry>) -> Option<Expression> {
        let entry = entry?;
        let array = self.read(entry.variable);
        let entry_is = entry.is.elements().cloned()?;
        let place = Expression {
            is: Type::Slice(Box::new(entry_is)).reference(),
            ..array
        };
        let sum = self.sum_of_a_row(&place, Turbofish::Written);
        Some(Self::cast_to(sum, pool.number))
    }

    /// `let seen = kept.iter().map(..).sum();` between the writes.
    fn chain_of_what_is_kept(&mut self, body: &mut Vec<Statement>, pool: &Pool) {
        let kept = self.read(pool.kept);
        let sum = self.sum_of_a_row(&kept, Turbofish::Written);
        let sum = sum.tagged("chain over what is written");
        let name = self.fresh_name(Name::Scalar);
        let sum = self.bind_as(body, &name, Shown::Inside, sum);
        if let Some(entry) = self.entry(sum) {
            entry.growth = 9;
        }
    }
}
