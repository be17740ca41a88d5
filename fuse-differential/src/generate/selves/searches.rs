//! Searches beside fields in conditions, with sums over the same elements around them.

use crate::function::expression::{Binds, Expression, Part};
use crate::function::statement::{Shown, Statement};
use crate::function::types::Type;

use super::super::Generator;
use super::super::loops::{either, when};
use super::super::scope::{Entry, Name};
use super::super::sources::{called, text};
use super::Fields;

impl Generator {
    /// `if xs.iter().any(..) && self.total > .. { self.count += 1; }`
    pub(super) fn beside_search_statement(&mut self, body: &mut Vec<Statement>) {
        let Some(fields) = self.selves else { return };
        let Some(entry) = self.numbers() else { return };
        if self.random.percent(50) {
            self.related(body, &entry);
        }
        let Some(entry) = self.one(|other| other.variable == entry.variable) else {
            return;
        };
        let condition = self.searching(&entry, fields);
        if !fields.is_mutable || self.random.percent(25) {
            let name = self.fresh_name(Name::Scalar);
            self.bind_as(body, &name, Shown::Inside, condition);
        } else {
            let branch = |generator: &mut Self| {
                let mut statements = Vec::new();
                let mark = generator.open();
                for _ in 0..generator.random.between(1, 2) {
                    generator.turn_of_fields(&mut statements, false);
                }
                generator.close(mark);
                statements
            };
            let yes = branch(self);
            match self.random.percent(40) {
                true => {
                    let no = branch(self);
                    body.push(either(condition, yes, no));
                }
                false => body.push(when(condition, yes)),
            }
        }
        if self.random.percent(40)
            && !self
                .visible(|other| other.variable == entry.variable)
                .is_empty()
        {
            self.related(body, &entry);
        }
    }

    /// A search, what a field or a total is compared with, and now and then another search.
    pub(super) fn searching(&mut self, entry: &Entry, fields: Fields) -> Expression {
        let search = self.search(entry);
        let beside = match self.random.percent(70) {
            true => {
                let total = *self.random.pick(&fields.totals);
                let total = self.read(total);
                let limit = self.literal(fields.number);
                let operator = *self.random.pick(&[">", "<", ">="]);
                Expression::binary(Type::Bool, total, operator, limit)
            }
            false => self.condition(0),
        };
        let operator = *self.random.pick(&["&&", "&&", "||"]);
        let mut sides = [search, beside];
        if self.random.percent(40) {
            sides.swap(0, 1);
        }
        let [left, right] = sides;
        let both = Expression::binary(Type::Bool, left, operator, right);
        if self.random.percent(25) {
            let again = self.search(entry);
            return Expression::binary(Type::Bool, both, "&&", again);
        }
        both
    }

    /// `xs.iter().any(..)`, or another search that gives a `bool`.
    fn search(&mut self, entry: &Entry) -> Expression {
        let mut flow = match self.random.percent(60) {
            true => self.few_steps(entry),
            false => {
                let array = self.read(entry.variable);
                let element = entry.is.elements().cloned().unwrap_or(Type::F64);
                self.by_method(array, "xs.iter()", "iter", element.reference())
            }
        };
        let item = flow.item.clone();
        if flow.double && flow.exact && self.random.percent(6) {
            let parts = vec![text("nth_back(1)")];
            self.consumed(&mut flow, "nth_back", parts, item.option());
            return Expression::method(Type::Bool, flow.finish(), "is_some", vec![]);
        }
        let (construct, by_reference, behind) = match self.random.weighted(&[34, 24, 18, 24]) {
            0 => ("any", false, ""),
            1 => ("all", false, ""),
            2 => (
                "find",
                true,
                *self.random.pick(&[".is_some()", ".is_none()"]),
            ),
            _ => {
                let behind = *self
                    .random
                    .pick(&[".is_some()", " == Some(0)", ".is_none()"]);
                ("position", false, behind)
            }
        };
        let argument = match by_reference {
            true => item.clone().reference(),
            false => item.clone(),
        };
        let worker = self.closure(&[argument], |generator| generator.condition(1));
        let gives = match construct {
            "find" => item.option(),
            "position" => Type::USIZE.option(),
            _ => Type::Bool,
        };
        self.consumed(&mut flow, construct, called(construct, vec![worker]), gives);
        let chain = flow.finish();
        let binds = if behind.contains('=') {
            Binds::Compare
        } else {
            Binds::Postfix
        };
        let parts = vec![
            Part::Tag("search beside a field"),
            Part::Piece(chain, Binds::Postfix),
            text(behind),
        ];
        Expression::parts(Type::Bool, binds, parts)
    }
}
