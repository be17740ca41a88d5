//! Sources that are no arrays: texts, maps, fields, iterators that have a name, and those that
//! `std::iter` makes.

use crate::function::expression::{Binds, Expression, Part};
use crate::function::types::{Number, Type};

use super::Generator;
use super::sources::{Flow, text};

impl Generator {
    /// A source that is no array, if the scope has one.
    pub(crate) fn place_source(&mut self) -> Option<Flow> {
        let weight = |generator: &Self, condition: fn(&Type) -> bool| {
            usize::from(!generator.visible(|entry| condition(&entry.is)).is_empty())
        };
        let texts = weight(self, |is| matches!(is.referent(), Type::Str | Type::String));
        let maps = weight(self, |is| matches!(is.referent(), Type::Map(..)));
        let records = weight(self, |is| *is.referent() == Type::Record);
        let iterators = weight(self, |is| matches!(is, Type::Iterator(_)));
        let rows = weight(self, |is| {
            is.elements()
                .is_some_and(|element| matches!(element, Type::Vec(_)))
        });
        let weights = [texts * 8, maps * 7, records * 8, iterators * 8, rows * 6, 1];
        match self.random.weighted(&weights) {
            0 => self.text_source(),
            1 => self.map_source(),
            2 => self.field_source(),
            3 => self.bound_iterator(),
            4 => self.row_source(),
            _ => Some(self.made_source()),
        }
    }

    fn text_source(&mut self) -> Option<Flow> {
        let entry = self.one(|entry| matches!(entry.is.referent(), Type::Str | Type::String))?;
        let place = self.read(entry.variable);
        let word = Type::Str.reference();
        let (construct, method, item, double) = match self.random.below(15) {
            0 | 1 => ("text.chars()", "chars()", Type::Char, true),
            2 => (
                "text.char_indices()",
                "char_indices()",
                Type::pair(Type::USIZE, Type::Char),
                true,
            ),
            3 => ("text.bytes()", "bytes()", Type::Number(Number::U8), true),
            4 => ("text.lines()", "lines()", word, true),
            5 => ("text.split(',')", "split(' ')", word, true),
            6 => ("text.rsplit(',')", "rsplit(',')", word, true),
            7 => (
                "text.split_inclusive(',')",
                "split_inclusive('a')",
                word,
                true,
            ),
            8 => (
                "text.split_terminator(',')",
                "split_terminator(',')",
                word,
                true,
            ),
            9 | 10 => ("text.split_whitespace()", "split_whitespace()", word, true),
            11 | 14 => (
                "text.split_ascii_whitespace()",
                "split_ascii_whitespace()",
                word,
                true,
            ),
            12 => ("text.matches(\"ab\")", "matches(\"a\")", word, false),
            _ => (
                "text.match_indices(\"ab\")",
                "match_indices(\"b\")",
                Type::pair(Type::USIZE, word),
                false,
            ),
        };
        let mut flow = self.by_method(place, construct, method, item);
        flow.exact = false;
        flow.double = double;
        Some(flow)
    }

    fn map_source(&mut self) -> Option<Flow> {
        let entry = self.one(|entry| matches!(entry.is.referent(), Type::Map(..)))?;
        let Type::Map(key, value) = entry.is.referent().clone() else {
            return None;
        };
        let owned = entry.is.references() == 0
            && entry.loops == self.loops
            && entry.workers == self.workers;
        if owned && self.random.percent(65) {
            let place = self.take(entry.variable);
            return Some(match self.random.percent(50) {
                true => self.by_method(place, "map.into_keys()", "into_keys", *key),
                false => self.by_method(place, "map.into_values()", "into_values", *value),
            });
        }
        let place = self.read(entry.variable);
        let (key, value) = (key.reference(), value.reference());
        Some(match self.random.below(5) {
            0 | 1 => self.by_method(place, "map.keys()", "keys", key),
            2 | 3 => self.by_method(place, "map.values()", "values", value),
            _ => self.by_method(place, "self.data.iter()", "iter", Type::pair(key, value)),
        })
    }

    /// `record.values.iter()`
    fn field_source(&mut self) -> Option<Flow> {
        let entry = self.one(|entry| *entry.is.referent() == Type::Record)?;
        let owned = entry.is.references() == 0
            && !entry.focus
            && entry.loops == self.loops
            && entry.workers == self.workers;
        if owned && self.random.percent(50) {
            let place = self.take(entry.variable).field(Type::I64.vec(), "values");
            let mut flow = self.by_method(place, "self.data.into_iter()", "into_iter", Type::I64);
            flow.exact = false;
            return Some(flow);
        }
        let place = self.read(entry.variable);
        if self.random.percent(25) {
            let place = place.field(Type::String, "name");
            return Some(Flow {
                exact: false,
                ..self.by_method(place, "text.chars()", "chars", Type::Char)
            });
        }
        let place = place.field(Type::I64.vec(), "values");
        if self.random.percent(30) {
            // Over the field and, beside it, over an array.
            let entry = self.array()?;
            let mut flow = self.read_array(&entry);
            let item = Type::pair(flow.item.clone(), Type::I64.reference());
            let field = Expression::unary(Type::I64.vec().reference(), "&", place);
            let field = field.tagged("&self.data");
            flow.step("zip(ys)", super::sources::called("zip", vec![field]), item);
            flow.double &= flow.exact;
            flow.like = None;
            return Some(flow);
        }
        Some(self.by_method(place, "self.data.iter()", "iter", Type::I64.reference()))
    }

    /// `rows[0].iter()`
    fn row_source(&mut self) -> Option<Flow> {
        let entry = self.one(|entry| {
            entry.is_array()
                && entry
                    .is
                    .elements()
                    .is_some_and(|element| matches!(element, Type::Vec(_)))
        })?;
        let element = entry.is.elements()?.elements()?.clone();
        let item = element.reference();
        let array = self.read(entry.variable);
        let (construct, rest) = match self.style.panics || self.random.percent(30) {
            true => ("self.rows[n].iter()", "[0].iter()"),
            false => ("", ".first().map_or(&[][..], |row| row.as_slice()).iter()"),
        };
        let source = Expression::parts(
            Type::Iterator(Box::new(item.clone())),
            Binds::Postfix,
            vec![
                Part::Tag(construct),
                Part::Piece(array, Binds::Postfix),
                text(rest),
            ],
        );
        Some(Flow::new(source, item))
    }

    /// An iterator that was bound first.
    fn bound_iterator(&mut self) -> Option<Flow> {
        let (loops, workers) = (self.loops, self.workers);
        let entry = self.one(|entry| {
            matches!(entry.is, Type::Iterator(_))
                && entry.loops == loops
                && entry.workers == workers
        })?;
        let Type::Iterator(item) = entry.is.clone() else {
            return None;
        };
        let iterator = self.take(entry.variable).tagged("it");
        let mut flow = Flow::new(iterator, *item);
        flow.exact = false;
        flow.double = false;
        flow.growth = entry.growth;
        Some(flow)
    }

    /// What a function of `std::iter` makes.
    fn made_source(&mut self) -> Flow {
        let number = self.style.elements[0].number().unwrap_or(Number::F64);
        let is = Type::Number(number);
        let iterator = Type::Iterator(Box::new(is.clone()));
        let choice = self.random.below(6);
        let value = self.number_leaf(number);
        let mut exact = true;
        let mut endless = false;
        let source = match choice {
            0 | 1 => {
                let length = self.length();
                let mut parts = vec![
                    text("std::iter::repeat_n("),
                    Part::Piece(value, Binds::Open),
                ];
                parts.extend([text(", "), Part::Argument(length), text(")")]);
                Expression::parts(iterator, Binds::Postfix, parts).tagged("iter::repeat_n(x, n)")
            }
            2 => Expression::call(iterator, "std::iter::once", vec![value]).tagged("iter::once(x)"),
            3 => {
                let empty = format!("std::iter::empty::<{is}>()");
                Expression::parts(iterator, Binds::Postfix, vec![text(empty)])
                    .tagged("iter::empty()")
            }
            4 => {
                exact = false;
                endless = true;
                Expression::call(iterator, "std::iter::repeat", vec![value])
                    .tagged("iter::repeat(x)")
            }
            _ => {
                exact = false;
                let next = match number.is_float() {
                    true => "|x| (*x > 1.0 && *x < 1e9).then_some(*x / 2.0)",
                    false => "|x| x.checked_div(2).filter(|y| *y != 0)",
                };
                let mut parts = vec![
                    text("std::iter::successors(Some("),
                    Part::Piece(value, Binds::Open),
                ];
                parts.push(text(format!("), {next})")));
                Expression::parts(iterator, Binds::Postfix, parts)
                    .tagged("iter::successors(x, |x| x.checked_div(2))")
            }
        };
        let mut flow = Flow::new(source, is);
        flow.exact = exact;
        flow.double = exact && choice < 4;
        flow.growth = 1;
        if endless {
            // At once: what is filtered might never have enough.
            self.first_few(&mut flow);
        }
        flow
    }
}
