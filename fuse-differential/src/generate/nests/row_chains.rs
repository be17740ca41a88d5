//! Chains over rows: one value of each row, and the elements of all of them.

use crate::function::expression::{Binds, Block, Expression, Mode, Part, Pattern};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::consumers::Turbofish;
use super::super::scope::Name;
use super::super::sources::{Flow, called, text};
use super::rows::Rows;

impl Generator {
    /// One chain over rows; beside one over rows of an array, now and then one over all its elements.
    pub(super) fn chain_over_rows(&mut self, body: &mut Vec<Statement>, rows: &Rows) {
        if rows.cut.is_some() && self.random.percent(30) {
            let entry = rows.entry.clone();
            let before = std::mem::replace(&mut self.plain, true);
            self.related(body, &entry);
            self.plain = before;
            return;
        }
        match self.random.weighted(&[40, 20, 40]) {
            0 => self.kept_of_rows(body, rows),
            1 => {
                let flow = self.values_of_rows(rows, Turbofish::Written);
                self.reduced(body, flow);
            }
            _ => self.elements_of_rows(body, rows),
        }
    }

    fn flow_of(&mut self, rows: &Rows) -> Flow {
        let source = self.as_iterator(rows).tagged(match rows.cut {
            Some(("chunks_exact", _)) => "xs.chunks_exact(n)",
            Some(_) => "xs.chunks(n)",
            None => "xs.iter()",
        });
        let mut flow = Flow::new(source, rows.row());
        flow.growth = rows.entry.growth;
        flow
    }

    /// A number, or a small `Vec` of them, and a name for it.
    fn reduced(&mut self, body: &mut Vec<Statement>, flow: Flow) {
        // Now and then by what stops early, and all else.
        let plain = self.random.percent(60);
        let before = std::mem::replace(&mut self.plain, plain);
        let value = self.reduce(flow, Turbofish::Written);
        self.plain = before;
        if value.is.borrows() {
            return;
        }
        let variable = self.bind_value(body, Name::Scalar, Shown::Inside, value);
        if let Some(entry) = self.entry(variable) {
            entry.growth = 9;
        }
    }

    /// `let sums: Vec<f64> = rows.iter().map(|r| r.iter().sum()).collect();`
    fn kept_of_rows(&mut self, body: &mut Vec<Statement>, rows: &Rows) {
        let (shown, turbofish) = self.shown();
        let flow = self.values_of_rows(rows, turbofish);
        let collection = flow.item.clone().vec();
        let value = self.collect(flow, collection, turbofish);
        let variable = self.bind_value(body, Name::Array, shown, value);
        if let Some(entry) = self.entry(variable) {
            entry.growth = rows.entry.growth;
        }
    }

    /// `rows.iter().map(|r| r.iter().sum::<f64>())`
    fn values_of_rows(&mut self, rows: &Rows, turbofish: Turbofish) -> Flow {
        let mut flow = self.flow_of(rows);
        let item = rows.row();
        if self.random.percent(10) {
            let item = flow.item.clone();
            let filled = vec![text("filter(|row| !row.is_empty())")];
            flow.step("filter(p)", filled, item);
        }
        let number = rows.number;
        let worker = self.of_a_row(item, |generator, row| match generator.random.percent(30) {
            true => generator.block_of_a_row(row, number),
            false => generator.sum_of_a_row(row, turbofish),
        });
        let Type::Worker(_, gives) = worker.is.clone() else {
            return flow;
        };
        let worker = worker.tagged("chain over rows");
        flow.step("map(f)", called("map", vec![worker]), *gives);
        flow
    }

    /// `|row| ..`: a closure that binds the row itself, whatever it is.
    fn of_a_row(
        &mut self,
        row: Type,
        body: impl FnOnce(&mut Self, &Expression) -> Expression,
    ) -> Expression {
        let mark = self.open();
        let before = self.unfocus();
        self.workers += 1;
        let variable = self.bind(row.clone());
        let place = self.used(variable, Mode::Read);
        let body = body(self, &place);
        self.workers -= 1;
        self.close(mark);
        self.refocus(&before);
        let gives = body.is.clone();
        let parts = vec![
            text("|"),
            Part::Pattern(Pattern::Bind(variable)),
            text("| "),
            Part::Piece(body, Binds::Open),
        ];
        let is = Type::Worker(vec![row], Box::new(gives));
        Expression::parts(is, Binds::Open, parts)
    }

    /// A number that a chain makes of a row, or of the rows in it.
    pub(super) fn sum_of_a_row(&mut self, row: &Expression, turbofish: Turbofish) -> Expression {
        let element = row.is.elements().cloned().unwrap_or(Type::F64);
        let item = element.clone().reference();
        let mut flow = self.by_method(row.clone(), "xs.iter()", "iter", item.clone());
        let Some(number) = element.number() else {
            let worker = self.of_a_row(item, |generator, row| {
                generator.sum_of_a_row(row, Turbofish::Written)
            });
            let Type::Worker(_, gives) = worker.is.clone() else {
                return flow.finish();
            };
            flow.step("map(f)", called("map", vec![worker]), *gives);
            return self.sum(flow, "sum", turbofish);
        };
        for _ in 0..self.random.weighted(&[50, 38, 12]) {
            match self.random.weighted(&[50, 30, 20]) {
                0 => self.map(&mut flow, &Type::Number(number)),
                1 => self.filter(&mut flow),
                _ => self.copied(&mut flow),
            }
        }
        match self.random.weighted(&[66, 14, 20]) {
            1 => {
                if flow.steps.is_empty() {
                    self.filter(&mut flow);
                }
                self.consumed(&mut flow, "count", vec![text("count()")], Type::USIZE);
                flow.finish()
            }
            2 => {
                let (start, add) = match number.is_float() {
                    true => ("0.5", "acc + v"),
                    false => ("1", "acc.wrapping_mul(3).wrapping_add(v)"),
                };
                if flow.item.references() > 0 {
                    self.copied(&mut flow);
                }
                let is = flow.item.clone();
                let parts = vec![text(format!("fold({start}{is}, |acc, v| {add})"))];
                self.consumed(&mut flow, "fold", parts, is);
                flow.finish()
            }
            _ => self.sum(flow, "sum", turbofish),
        }
    }

    /// `{ let low = row.iter().sum(); let high = ..; low - high }`
    fn block_of_a_row(&mut self, row: &Expression, number: Number) -> Expression {
        let is = Type::Number(number);
        let mut statements = Vec::new();
        let mut bound = Vec::new();
        for _ in 0..self.random.between(1, 2) {
            let value = self.sum_of_a_row(row, Turbofish::Written);
            let name = self.fresh_name(Name::Scalar);
            let variable = self.bind_as(&mut statements, &name, Shown::Inside, value);
            let read = self.used(variable, Mode::Read);
            bound.push(Self::cast_to(read, number));
        }
        let last = match bound.pop() {
            Some(last) => last,
            None => self.literal(number),
        };
        let first = match bound.pop() {
            Some(first) => first,
            None => self.number_leaf(number),
        };
        let tail = match number.is_float() {
            true => Expression::binary(is.clone(), first, "-", last),
            false => Expression::method(is.clone(), first, "wrapping_sub", vec![last]),
        };
        let block = Block {
            statements,
            tail: Some(Box::new(tail)),
        };
        Expression::parts(is, Binds::Open, vec![Part::Block(block)])
    }

    /// `rows.iter().flatten()`, `rows.iter().flat_map(|row| row.iter())`
    fn elements_of_rows(&mut self, body: &mut Vec<Statement>, rows: &Rows) {
        let mut flow = self.flow_of(rows);
        while let Some(element) = flow.item.elements().cloned() {
            let element = element.reference();
            match self.random.weighted(&[55, 30, 15]) {
                0 => flow.step("flatten()", vec![text("flatten()")], element),
                way => {
                    let item = flow.item.clone();
                    let worker = self.of_a_row(item, |_, row| match way {
                        1 => {
                            let is = Type::Iterator(Box::new(element.clone()));
                            Expression::method(is, row.clone(), "iter", vec![])
                        }
                        _ => row.clone(),
                    });
                    flow.step("flat_map(f)", called("flat_map", vec![worker]), element);
                }
            }
            if let Some(step) = flow.steps.last_mut() {
                step.parts.push(Part::Tag("elements of rows"));
            }
            flow.exact = false;
            flow.double = false;
        }
        let number = Type::Number(rows.number);
        for _ in 0..self.random.weighted(&[35, 45, 20]) {
            match self.random.weighted(&[45, 30, 15, 10]) {
                0 => self.map(&mut flow, &number),
                1 => self.filter(&mut flow),
                2 => self.copied(&mut flow),
                _ => self.filter_map(&mut flow),
            }
        }
        if !self.random.percent(20) {
            return self.reduced(body, flow);
        }
        self.owned_items(&mut flow);
        let growth = rows.entry.growth + 3;
        let (shown, turbofish) = self.shown();
        let collection = flow.item.clone().vec();
        let value = self.collect(flow, collection, turbofish);
        let variable = self.bind_value(body, Name::Array, shown, value);
        if let Some(entry) = self.entry(variable) {
            entry.growth = growth;
        }
    }
}
