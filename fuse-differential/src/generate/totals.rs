//! Loops that only add, and searches beside a sum, for programs below `#[fuse(parallel)]`: what they compute is the same
//! in any order, and integers overflow where they overflow on one thread.

use crate::function::expression::{Binds, Expression, Mode, Part, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::Generator;
use super::in_place::for_loop;
use super::scope::Name;
use super::sources::{called, text};

/// An array of sums.
struct Places {
    variable: Variable,
    /// What each of them is.
    of: Type,
    length: usize,
    /// What is added, if it is a literal.
    added: Option<&'static str>,
}

impl Generator {
    /// `for x in &xs { counts[(*x as usize) % 8] += 1; total = total.max(*x); }`
    pub(crate) fn totals_statement(&mut self, body: &mut Vec<Statement>) {
        if self.random.percent(25) {
            return self.search_statement(body);
        }
        let Some(entry) = self.array() else { return };
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let Some(number) = self.number_of(&element) else {
            return;
        };
        let number = if number.is_float() {
            Number::I64
        } else {
            number
        };
        let places = self.random.percent(70).then(|| self.places(body, number));
        let total = (places.is_none() || self.random.percent(60)).then(|| {
            let start = self.literal(number);
            let name = self.fresh_name(Name::Accumulator);
            self.bind_as(body, &name, Shown::Annotated, start)
        });
        let over = self.iterable(&entry);
        let mark = self.open();
        let before = self.unfocus();
        self.loops += 1;
        let pattern = self.pattern(&element.reference(), 2);
        let hidden = [places.as_ref().map(|places| places.variable), total];
        let statements = self.hidden(&hidden, |generator| {
            let mut statements = Vec::new();
            if let Some(places) = places {
                statements.push(generator.added_to_a_place(&places));
            }
            if let Some(total) = total {
                statements.push(generator.added(total, number));
            }
            statements
        });
        self.loops -= 1;
        self.close(mark);
        self.refocus(&before);
        for made in hidden.into_iter().flatten() {
            if let Some(made) = self.entry(made) {
                made.growth = 9;
            }
        }
        body.push(for_loop(pattern, over, statements, "for loop that adds up"));
    }

    /// Runs `inside` while nobody sees these.
    fn hidden<T>(
        &mut self,
        hidden: &[Option<Variable>; 2],
        inside: impl FnOnce(&mut Self) -> T,
    ) -> T {
        match *hidden {
            [Some(one), Some(other)] => {
                self.without(one, |generator| generator.without(other, inside))
            }
            [Some(one), None] | [None, Some(one)] => self.without(one, inside),
            [None, None] => inside(self),
        }
    }

    /// An array or a vector of sums.
    fn places(&mut self, body: &mut Vec<Statement>, number: Number) -> Places {
        let (of, start, added) = match self.random.below(4) {
            0 => (Number::U32, "0", Some("1")),
            1 => (Number::F64, "0.25", Some("0.5")),
            2 => (Number::I64, "7", Some("3")),
            _ => (number, "0", (!self.style.panics).then_some("1")),
        };
        let length = self.random.between(1, 8);
        let (is, made) = match self.random.percent(60) {
            true => (
                Type::Array(Box::new(Type::Number(of)), length),
                format!("[{start}; {length}]"),
            ),
            false => (Type::Number(of).vec(), format!("vec![{start}; {length}]")),
        };
        let name = self.fresh_name(Name::Array);
        let made = Expression::parts(is, Binds::Postfix, vec![text(made)]);
        Places {
            variable: self.bind_as(body, &name, Shown::Annotated, made),
            of: Type::Number(of),
            length,
            added,
        }
    }

    /// `counts[x as usize % 8] += 1;`
    fn added_to_a_place(&mut self, places: &Places) -> Statement {
        let index = self.value(&Type::USIZE, 2);
        // Now and then there are too few.
        let more = usize::from(self.style.panics && self.random.percent(20));
        let length = places.length + more;
        let value = match places.added {
            Some(literal) => Expression::literal(places.of.clone(), literal),
            None => self.value(&places.of, 1),
        };
        let array = self.used(places.variable, Mode::Mutate);
        Statement::Do(Expression::parts(
            Type::Unit,
            Binds::Open,
            vec![
                Part::Piece(array, Binds::Postfix),
                text("["),
                Part::Piece(index, Binds::Postfix),
                text(format!(" % {length}] += ")),
                Part::Argument(value),
            ],
        ))
    }

    /// `total = total.min(x);`
    fn added(&mut self, total: Variable, number: Number) -> Statement {
        let is = Type::Number(number);
        let value = self.value(&is, 2);
        let place = self.used(total, Mode::Assign);
        let mut parts = vec![Part::Piece(place, Binds::Postfix)];
        let method = match self.random.below(if self.style.panics { 7 } else { 5 }) {
            0 => Some("wrapping_add"),
            1 => Some("wrapping_mul"),
            2 => Some("min"),
            3 => Some("max"),
            4 => {
                parts.extend([text(" ^= "), Part::Argument(value.clone())]);
                None
            }
            5 => {
                parts.extend([text(" += "), Part::Argument(value.clone())]);
                None
            }
            _ => {
                parts.extend([text(" *= "), Part::Argument(value.clone())]);
                None
            }
        };
        if let Some(method) = method {
            let read = self.used(total, Mode::Read);
            let both = Expression::method(is, read, method, vec![value]);
            parts.extend([text(" = "), Part::Argument(both)]);
        }
        Statement::Do(Expression::parts(Type::Unit, Binds::Open, parts))
    }

    /// An exact sum of floats, and where in them something is.
    fn search_statement(&mut self, body: &mut Vec<Statement>) {
        let of_floats = |is: &Type| {
            let element = is.elements();
            element
                .is_some_and(|element| matches!(element, Type::Number(number) if number.is_float()))
        };
        let Some(entry) = self.one(|entry| entry.is_array() && of_floats(&entry.is)) else {
            return;
        };
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let Some(number) = element.number() else {
            return;
        };
        let array = self.read(entry.variable);
        let flow = self.by_method(array, "xs.iter()", "iter", element.clone().reference());
        let sum = self.exact_sum(flow, number);
        let limit = self.literal(number);
        let array = self.read(entry.variable);
        let mut flow = self.by_method(array, "xs.iter()", "iter", element.clone().reference());
        let test = self.closure(&[element.reference()], |generator| {
            let leaf = generator.number_leaf(number);
            Expression::binary(Type::Bool, leaf, ">", limit)
        });
        let (construct, is) = match self.random.below(3) {
            0 => ("any", Type::Bool),
            1 => ("all", Type::Bool),
            _ => ("position", Type::Option(Box::new(Type::USIZE))),
        };
        self.consumed(&mut flow, construct, called(construct, vec![test]), is);
        let search = flow.finish();
        let (first, second) = if self.random.percent(50) {
            (sum, search)
        } else {
            (search, sum)
        };
        for value in [first, second] {
            self.bind_value(body, Name::Scalar, Shown::Annotated, value);
        }
    }
}
