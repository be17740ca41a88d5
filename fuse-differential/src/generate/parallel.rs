//! Programs of rayon's: chains that begin with `par_iter` and its like, several over one array, beside
//! a few of std's. Whatever they compute is the same in any order: integers that wrap or are small, and
//! floats that are small multiples of a power of two.

use std::collections::BTreeSet;

use crate::function::Function;
use crate::function::expression::{Binds, Expression, Part};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::Generator;
use super::consumers::Turbofish;
use super::divided::EXACT_SUM;
use super::scope::{Entry, Name};
use super::sources::{Flow, called, text};

impl Generator {
    pub(crate) fn parallel_function(&mut self) -> Function {
        self.rayon = !self.std;
        let parameters = self.parameters();
        let mut body = Vec::new();
        let statements = self.random.between(3, 9);
        for _ in 0..8 * statements {
            if body.len() >= statements {
                break;
            }
            if self.std && self.random.percent(20) {
                self.totals_statement(&mut body);
                continue;
            }
            // Arrays, values, scalars, workers by name, early returns, facts; else chains of rayon's.
            match self.random.weighted(&[7, 6, 7, 5, 3, 3, 60, 4]) {
                0 => self.statement_kind(&mut body, 0),
                1 => self.statement_kind(&mut body, 1),
                2 => self.statement_kind(&mut body, 2),
                3 => self.statement_kind(&mut body, 3),
                4 => self.statement_kind(&mut body, 7),
                5 => self.statement_kind(&mut body, 14),
                7 if self.rayon => self.in_place_statement(&mut body),
                _ => self.parallel_statements(&mut body),
            }
        }
        let results = self.results(&body);
        let mut function = Function {
            head: std::mem::take(&mut self.head),
            variables: std::mem::take(&mut self.variables),
            parameters,
            body,
            results,
        };
        function.without(BTreeSet::new());
        function
    }

    /// Chains over one array, or over what the chain before them made of it.
    fn parallel_statements(&mut self, body: &mut Vec<Statement>) {
        let Some(mut entry) = self.one(|entry| entry.is_array() && entry.growth <= 4) else {
            return;
        };
        let first = entry.clone();
        for _ in 0..self.random.between(1, 3) {
            let gone = |generator: &Self, entry: &Entry| {
                generator
                    .visible(|other| other.variable == entry.variable)
                    .is_empty()
            };
            if gone(self, &entry) {
                return;
            }
            if let Some(made) = self.parallel_statement(body, &entry)
                && self.random.percent(60)
            {
                entry = made;
            } else if self.random.percent(30) {
                entry = first.clone();
            }
        }
    }

    /// One chain; the array that it makes, if it makes one.
    fn parallel_statement(&mut self, body: &mut Vec<Statement>, entry: &Entry) -> Option<Entry> {
        let mut flow = self.parallel_source(entry);
        for _ in 0..self.random.weighted(&[18, 45, 27, 10]) {
            self.parallel_adapter(&mut flow);
        }
        self.least(&mut flow);
        let (shown, turbofish) = self.shown();
        let growth = flow.growth;
        if self.random.percent(40) {
            self.owned_items(&mut flow);
            if matches!(flow.item, Type::Iterator(_)) {
                return None;
            }
            let collection = flow.item.clone().vec();
            let value = self.collect(flow, collection, turbofish);
            let variable = self.bind_value(body, Name::Array, shown, value);
            let made = self.entry(variable)?;
            made.growth = growth;
            return Some(made.clone());
        }
        if self.random.percent(12) {
            self.parallel_halves(body, flow);
            return None;
        }
        let value = self.parallel_value(flow, turbofish);
        let shown = match turbofish {
            Turbofish::Written => shown,
            Turbofish::Left => Shown::Annotated,
        };
        let variable = self.bind_value(body, Name::Scalar, shown, value);
        if let Some(entry) = self.entry(variable) {
            entry.growth = 9;
        }
        None
    }

    fn parallel_source(&mut self, entry: &Entry) -> Flow {
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let movable = matches!(entry.is, Type::Vec(_));
        let width = self.random.between(1, 4);
        let kind = self
            .random
            .weighted(&[60, if movable { 7 } else { 0 }, 7, 6, 6, 6, 8]);
        let records = self.one(|entry| *entry.is.referent() == Type::Record);
        if let (6, Some(record)) = (kind, records) {
            let place = self.read(record.variable).field(Type::I64.vec(), "values");
            let (construct, call) = match self.std {
                true => ("self.data.iter()", "iter"),
                false => ("self.data.par_iter()", "par_iter"),
            };
            return self.by_method(place, construct, call, Type::I64.reference());
        }
        if kind == 1 {
            let array = self.take(entry.variable);
            let (construct, call) = match self.std {
                true => ("xs.into_iter()", "into_iter"),
                false => ("xs.into_par_iter()", "into_par_iter"),
            };
            let mut flow = self.by_method(array, construct, call, element);
            flow.growth = entry.growth;
            return flow;
        }
        if kind == 2 {
            let array = self.read(entry.variable);
            let end = Expression::method(Type::USIZE, array, "len", vec![]);
            let (inclusive, operator) = match self.random.percent(25) {
                true => (true, "1..="),
                false => (false, "0.."),
            };
            let (tag, call) = match self.std {
                true => ("0..n", ")"),
                false => ("(0..n).into_par_iter()", ").into_par_iter()"),
            };
            let parts = vec![
                Part::Tag(tag),
                text(format!("({operator}")),
                Part::Piece(end, Binds::Or),
                text(call),
            ];
            let is = Type::Iterator(Box::new(Type::USIZE));
            let mut flow = Flow::new(
                Expression::parts(is, Binds::Postfix, parts),
                Type::Number(Number::Usize),
            );
            flow.exact = !inclusive;
            flow.growth = entry.growth;
            return flow;
        }
        let array = self.read(entry.variable);
        let slice = Type::Slice(Box::new(element.clone())).reference();
        let par = if self.std { "" } else { "par_" };
        let (construct, call, item) = match (kind, self.std) {
            (3, false) => ("xs.par_chunks(n)", format!("{par}chunks({width})"), slice),
            (3, true) => ("xs.chunks(n)", format!("{par}chunks({width})"), slice),
            (4, false) => ("xs.par_windows(n)", format!("{par}windows({width})"), slice),
            (4, true) => ("xs.windows(3)", format!("{par}windows({width})"), slice),
            (5, false) => (
                "xs.par_chunks_exact(n)",
                format!("{par}chunks_exact({width})"),
                slice,
            ),
            (5, true) => (
                "xs.chunks_exact(n)",
                format!("{par}chunks_exact({width})"),
                slice,
            ),
            (_, false) => ("xs.par_iter()", format!("{par}iter"), element.reference()),
            (_, true) => ("xs.iter()", format!("{par}iter"), element.reference()),
        };
        let mut flow = self.by_method(array, construct, &call, item);
        flow.growth = entry.growth;
        self.least(&mut flow);
        flow
    }

    /// Cuts short loops into several ranges.
    fn least(&mut self, flow: &mut Flow) {
        if flow.exact && !self.std && self.random.percent(30) {
            let least = *self.random.pick(&[1, 2, 3, 7, 64, 1000]);
            let item = flow.item.clone();
            flow.step(
                "with_min_len(n)",
                vec![text(format!("with_min_len({least})"))],
                item,
            );
        }
    }

    fn parallel_adapter(&mut self, flow: &mut Flow) {
        match self.random.weighted(&[44, 22, 8, 12, 8, 10, 14]) {
            0 => {
                let gives = self.mapped_type();
                self.map(flow, &gives);
            }
            1 => self.filter(flow),
            2 => self.filter_map(flow),
            3 => self.copied(flow),
            4 if flow.exact => {
                let item = Type::pair(Type::USIZE, flow.item.clone());
                flow.step("enumerate()", vec![text("enumerate()")], item);
            }
            5 if flow.exact => self.parallel_zip(flow),
            6 if flow.exact => self.parallel_order(flow),
            _ => {}
        }
    }

    fn parallel_zip(&mut self, flow: &mut Flow) {
        let Some(entry) = self.array() else { return };
        let item = entry.is.elements().cloned().unwrap_or(Type::F64);
        let other = self.parallel_other(&entry);
        let item = Type::pair(flow.item.clone(), item.reference());
        flow.step("zip(ys)", called("zip", vec![other]), item);
    }

    /// The elements of an array, as what `zip` and `chain` take.
    fn parallel_other(&mut self, entry: &Entry) -> Expression {
        let item = entry.is.elements().cloned().unwrap_or(Type::F64);
        let is = Type::Iterator(Box::new(item.reference()));
        let array = self.read(entry.variable);
        match (&entry.is, self.random.percent(50)) {
            (Type::Reference(_), true) => Expression { is, ..array },
            (Type::Vec(_), true) => Expression::unary(is, "&", array),
            _ if self.std => Expression::method(is, array, "iter", vec![]),
            _ => Expression::method(is, array, "par_iter", vec![]),
        }
    }

    /// The elements in another order, some of them, or those of another array behind them.
    fn parallel_order(&mut self, flow: &mut Flow) {
        let item = flow.item.clone();
        let n = self.random.between(1, 5);
        match self.random.below(6) {
            0 | 1 if flow.double || !self.std => flow.step("rev()", vec![text("rev()")], item),
            2 => flow.step("skip(n)", vec![text(format!("skip({n})"))], item),
            3 => flow.step("take(n)", vec![text(format!("take({})", 4 * n))], item),
            4 => flow.step("step_by(n)", vec![text(format!("step_by({n})"))], item),
            _ => {
                let of_item = |entry: &Entry| {
                    entry.is_array()
                        && entry.growth <= 2
                        && entry
                            .is
                            .elements()
                            .is_some_and(|is| is.clone().reference() == item)
                };
                let Some(entry) = self.one(of_item).filter(|_| flow.growth <= 2) else {
                    return;
                };
                let other = self.parallel_other(&entry);
                flow.step("chain(ys)", called("chain", vec![other]), item);
                flow.growth += entry.growth;
                flow.double = false;
            }
        }
        flow.like = None;
    }

    /// `unzip` or `partition`.
    fn parallel_halves(&mut self, body: &mut Vec<Statement>, mut flow: Flow) {
        let growth = flow.growth;
        if self.random.percent(50) {
            let part = self.style.elements[0].clone();
            let pair = Type::pair(part.clone(), part.clone());
            self.map(&mut flow, &pair);
            let gives = Type::pair(part.clone().vec(), part.vec());
            self.consumed(&mut flow, "unzip", vec![text("unzip()")], gives);
        } else {
            self.owned_items(&mut flow);
            if flow.item.borrows() {
                return;
            }
            let argument = flow.item.clone().reference();
            let worker = self.closure(&[argument], |generator| generator.condition(1));
            let gives = Type::pair(flow.item.clone().vec(), flow.item.clone().vec());
            let parts = called("partition", vec![worker]);
            self.consumed(&mut flow, "partition", parts, gives);
        }
        self.bind_pair(body, Name::Array, Shown::Annotated, flow.finish(), growth);
    }

    /// Consumes a chain to one value that is the same in any order.
    fn parallel_value(&mut self, mut flow: Flow, turbofish: Turbofish) -> Expression {
        let item = flow.item.clone();
        let borrowed = [item.clone().reference()];
        for _ in 0..8 {
            match self.random.weighted(&[30, 12, 10, 8, 8, 10, 8, 6]) {
                0 => {
                    let Some(number) = self.number_of(&item) else {
                        continue;
                    };
                    if number.is_float() {
                        let worker = self.small_multiples(&item, number);
                        let step = called("map", vec![worker]);
                        flow.step("map(f)", step, Type::Number(number));
                    } else if item != Type::Number(number)
                        && item != Type::Number(number).reference()
                    {
                        self.map(&mut flow, &Type::Number(number));
                    }
                    return self.parallel_sum(flow, number, turbofish);
                }
                1 => {
                    self.consumed(&mut flow, "count", vec![text("count()")], Type::USIZE);
                    return flow.finish();
                }
                2 if item.is_ord() => {
                    let construct = *self.random.pick(&["max", "min"]);
                    let gives = item.clone().option();
                    self.consumed(&mut flow, construct, called(construct, vec![]), gives);
                    return self.behind(flow, &item);
                }
                3 => {
                    let construct = *self.random.pick(&["max_by_key", "min_by_key"]);
                    let key = *self.random.pick(&[Number::I64, Number::Usize, Number::U8]);
                    let worker = self.closure(&borrowed, |generator| {
                        generator.value(&Type::Number(key), 1)
                    });
                    let gives = item.clone().option();
                    self.consumed(&mut flow, construct, called(construct, vec![worker]), gives);
                    return self.behind(flow, &item);
                }
                4 if item.referent().is_float() && item.references() < 2 => {
                    let construct = *self.random.pick(&["max_by", "min_by"]);
                    let call = format!("{construct}(|a, b| a.total_cmp(b))");
                    let gives = item.clone().option();
                    self.consumed(&mut flow, construct, vec![text(call)], gives);
                    return self.behind(flow, &item);
                }
                5 => {
                    let construct = *self.random.pick(&["any", "all"]);
                    let worker = self.closure(std::slice::from_ref(&item), |generator| {
                        generator.condition(1)
                    });
                    let parts = called(construct, vec![worker]);
                    self.consumed(&mut flow, construct, parts, Type::Bool);
                    return flow.finish();
                }
                6 if item.is_integer() && item.references() == 0 => {
                    return self.parallel_reduce(flow);
                }
                7 => {
                    let Some(number) = self.number_of(&item).filter(|number| !number.is_float())
                    else {
                        continue;
                    };
                    return self.parallel_fold(flow, number);
                }
                _ => {}
            }
        }
        self.consumed(&mut flow, "count", vec![text("count()")], Type::USIZE);
        flow.finish()
    }

    /// A worker whose results add up exactly.
    fn small_multiples(&mut self, item: &Type, number: Number) -> Expression {
        self.closure(std::slice::from_ref(item), |generator| {
            let leaf = generator.number_leaf(number);
            let whole = leaf.cast(Type::Number(Number::I32));
            let thousand = Expression::literal(Type::Number(Number::I32), "1000");
            let small = Expression::binary(whole.is.clone(), whole, "%", thousand);
            let quarter = Expression::literal(Type::Number(number), "0.25");
            let small = small.cast(Type::Number(number));
            Expression::binary(Type::Number(number), small, "*", quarter)
        })
    }

    /// A sum that is exact in any order.
    pub(crate) fn exact_sum(&mut self, mut flow: Flow, number: Number) -> Expression {
        let worker = self.small_multiples(&flow.item.clone(), number);
        let is = Type::Number(number);
        flow.step("map(f)", called("map", vec![worker]), is);
        self.parallel_sum(flow, number, Turbofish::Written)
    }

    fn parallel_sum(&mut self, flow: Flow, number: Number, turbofish: Turbofish) -> Expression {
        if !number.is_float() {
            return self.sum(flow, "sum", turbofish);
        }
        let mut flow = flow;
        let is = Type::Number(number);
        let call = match turbofish {
            Turbofish::Written => format!("sum::<{is}>()"),
            Turbofish::Left => "sum()".to_owned(),
        };
        let construct = if self.std { EXACT_SUM } else { "sum" };
        self.consumed(&mut flow, construct, vec![text(call)], is);
        flow.finish()
    }

    /// `reduce(|| identity, operator)`.
    fn parallel_reduce(&mut self, mut flow: Flow) -> Expression {
        let is = flow.item.clone();
        let (identity, operator) = self.operator(&is);
        let (construct, call) = match self.std {
            true => ("fold", format!("fold({identity}, {operator})")),
            false => ("reduce", format!("reduce(|| {identity}, {operator})")),
        };
        self.consumed(&mut flow, construct, vec![text(call)], is);
        flow.finish()
    }

    /// An associative operator, with its identity.
    fn operator(&mut self, is: &Type) -> (String, String) {
        let pairs = [
            ("0", "|a, b| a.wrapping_add(b)"),
            ("1", "|a, b| a.wrapping_mul(b)"),
            ("0", "|a, b| a ^ b"),
            ("0", "|a, b| a | b"),
            ("MIN", "|a, b| a.max(b)"),
            ("MAX", "|a, b| if b < a { b } else { a }"),
            ("MAX", "Ord::min"),
        ];
        let (identity, operator) = *self.random.pick(&pairs);
        let identity = match identity {
            "MIN" | "MAX" => format!("{is}::{identity}"),
            number => format!("{number}{is}"),
        };
        (identity, operator.to_owned())
    }

    /// `fold(|| identity, worker).reduce(|| identity, operator)`.
    fn parallel_fold(&mut self, mut flow: Flow, number: Number) -> Expression {
        let is = Type::Number(number);
        let item = flow.item.clone();
        let worker = self.closure(&[is.clone(), item], |generator| {
            // It was bound first.
            let bound = generator.visible(|entry| entry.focus && entry.is == is);
            let Some(accumulator) = bound.first() else {
                return generator.value(&is, 1);
            };
            let variable = accumulator.variable;
            let value = generator.without(variable, |generator| generator.value(&is, 1));
            let read = generator.read(variable);
            match generator.std && generator.random.percent(50) {
                // It overflows where it does on one thread.
                true => {
                    let operator = *generator.random.pick(&["+", "*", "^"]);
                    Expression::binary(is.clone(), read, operator, value)
                }
                false => Expression::method(is.clone(), read, "wrapping_add", vec![value]),
            }
        });
        if self.std {
            let parts = vec![
                text(format!("fold(0{is}, ")),
                Part::Piece(worker, Binds::Open),
                text(")"),
            ];
            self.consumed(&mut flow, "fold", parts, is);
            return flow.finish();
        }
        let parts = vec![
            text(format!("fold(|| 0{is}, ")),
            Part::Piece(worker, Binds::Open),
            text(")"),
        ];
        flow.step("fold(id, f)", parts, is.clone());
        let call = format!("reduce(|| 0{is}, |a, b| a.wrapping_add(b))");
        self.consumed(&mut flow, "reduce", vec![text(call)], is);
        flow.finish()
    }
}
