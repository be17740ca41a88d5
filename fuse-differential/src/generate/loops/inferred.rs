//! Sums, products and arrays whose type stands elsewhere: in a field, in an argument, in a later statement.

use crate::function::expression::{Binds, Expression, Mode, Part, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::scope::{Entry, Name};
use super::super::sources::{called, text};

impl Generator {
    /// A few such chains in one statement.
    pub(super) fn inferred_statement(&mut self, body: &mut Vec<Statement>, entry: &Entry) {
        let number = match entry.is.elements().and_then(Type::number) {
            Some(number) if number.is_float() => number,
            _ => Number::I64,
        };
        let is = Type::Number(number);
        let chain =
            |generator: &mut Self, how| Part::Argument(generator.untyped(entry, number, how));
        match self.random.below(9) {
            0..=2 => self.in_fields(body, entry, number),
            3 => {
                let parts = vec![
                    text(format!("Totals::<{is}>::of(")),
                    chain(self, "sum()"),
                    text(", "),
                    chain(self, "collect()"),
                    text(", "),
                    chain(self, "product()"),
                    text(")"),
                ];
                self.bind_shown(
                    body,
                    Shown::Inside,
                    Type::Collection("Totals", Box::new(is)),
                    parts,
                );
            }
            4 => {
                let parts = vec![
                    text("("),
                    chain(self, "sum()"),
                    text(", "),
                    chain(self, "collect()"),
                    text(")"),
                ];
                let pair = Type::pair(is.clone(), is.vec());
                self.bind_shown(body, Shown::Annotated, pair, parts);
            }
            5 => {
                let condition = self.condition(0);
                let parts = vec![
                    text("if "),
                    Part::Piece(condition, Binds::Open),
                    text(" { "),
                    chain(self, "sum()"),
                    text(" } else { "),
                    chain(self, "product()"),
                    text(" }"),
                ];
                self.bind_shown(body, Shown::Annotated, is, parts);
            }
            6 => {
                let value = self.literal(number);
                let parts = vec![
                    text("both("),
                    chain(self, "sum()"),
                    text(", "),
                    Part::Piece(value, Binds::Open),
                    text(")"),
                ];
                self.bind_shown(body, Shown::Inside, Type::pair(is.clone(), is), parts);
            }
            7 => {
                let place = self.total(body, number);
                let parts = vec![
                    Part::Tag("type from another place"),
                    Part::Piece(self.used(place, Mode::Assign), Binds::Postfix),
                    text(" = "),
                    chain(self, "sum()"),
                ];
                body.push(super::line(parts));
            }
            _ => self.shown_later(body, entry, number),
        }
    }

    fn bind_shown(&mut self, body: &mut Vec<Statement>, shown: Shown, is: Type, parts: Vec<Part>) {
        let mut all = vec![Part::Tag("type from another place")];
        all.extend(parts);
        self.bind_parts(body, Name::Scalar, shown, is, all);
    }

    /// `Totals { total: xs.iter().sum(), kept: xs.iter().map(..).collect(), .. }`
    fn in_fields(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let is = Type::Number(number);
        let written = self.random.percent(50);
        let head = match written {
            true => format!("Totals::<{is}> {{ total: "),
            false => "Totals { total: ".to_owned(),
        };
        let second = match self.random.percent(50) {
            true => "sum()",
            false => "product()",
        };
        let mut fields = vec![text(head)];
        for (name, how) in [
            ("", "sum()"),
            (", second: ", second),
            (", kept: ", "collect()"),
            (", count: ", "count()"),
        ] {
            let chain = self.untyped(entry, number, how);
            fields.extend([text(name), Part::Argument(chain)]);
        }
        fields.push(text(" }"));
        let shown = match written {
            true => Shown::Inside,
            false => Shown::Annotated,
        };
        self.bind_shown(
            body,
            shown,
            Type::Collection("Totals", Box::new(is)),
            fields,
        );
    }

    /// `let total = xs.iter().sum(); let pair = both(total, 0.5);`
    fn shown_later(&mut self, body: &mut Vec<Statement>, entry: &Entry, number: Number) {
        let is = Type::Number(number);
        let chain = self.untyped(entry, number, "sum()");
        let chain = chain.tagged("type from another place");
        let name = self.fresh_name(Name::Scalar);
        let total: Variable = self.bind_as(body, &name, Shown::Inside, chain);
        if let Some(entry) = self.entry(total) {
            entry.growth = 9;
        }
        self.sibling(body, entry.clone(), 50);
        let read = self.used(total, Mode::Read);
        let value = self.literal(number);
        let parts = vec![
            text("both("),
            Part::Piece(read, Binds::Open),
            text(", "),
            Part::Piece(value, Binds::Open),
            text(")"),
        ];
        self.bind_shown(body, Shown::Inside, Type::pair(is.clone(), is), parts);
    }

    /// A chain over numbers that is consumed so, by no turbofish.
    fn untyped(&mut self, entry: &Entry, number: Number, how: &'static str) -> Expression {
        let is = Type::Number(number);
        let mut flow = self.few_steps(entry);
        let item = flow.item.clone();
        let worker = self.closure(&[item], |generator| {
            let leaf = match generator.random.percent(20) {
                true => generator.risky(number),
                false => generator.number_leaf(number),
            };
            match (number.is_float(), how) {
                (true, _) => leaf,
                // What does not overflow.
                (_, "product()") => {
                    Expression::binary(is.clone(), leaf, "&", Expression::literal(is.clone(), "1"))
                }
                _ => {
                    let modulus = Expression::literal(is.clone(), "1000");
                    Expression::binary(is.clone(), leaf, "%", modulus)
                }
            }
        });
        flow.step("map(f)", called("map", vec![worker]), is.clone());
        let (construct, gives) = match how {
            "sum()" => ("sum", is),
            "product()" => ("product", is),
            "count()" => ("count", Type::USIZE),
            _ => ("collect", is.vec()),
        };
        self.consumed(&mut flow, construct, vec![text(how)], gives);
        flow.finish()
    }
}
