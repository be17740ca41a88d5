//! Adapters.

use crate::function::expression::{Binds, Expression, Part};
use crate::function::types::{Number, Type};

use super::Generator;
use super::scope::Entry;
use super::sources::{Flow, called, text};

impl Generator {
    /// Adds adapters, mostly those that a fused loop has as steps.
    pub(crate) fn adapt(&mut self, flow: &mut Flow) {
        let steps = self.random.weighted(&[12, 45, 30, 13]);
        for _ in 0..steps {
            self.adapter(flow);
        }
    }

    pub(crate) fn adapter(&mut self, flow: &mut Flow) {
        match self.random.weighted(&[44, 22, 8, 10, 8, 10, 3, 12]) {
            0 => {
                let gives = self.mapped_type();
                self.map(flow, &gives);
            }
            1 => self.filter(flow),
            2 => self.filter_map(flow),
            3 => self.copied(flow),
            4 => {
                let item = Type::pair(Type::USIZE, flow.item.clone());
                flow.step("enumerate()", vec![text("enumerate()")], item);
                flow.double &= flow.exact;
            }
            5 => self.zip(flow),
            6 => self.flat_map(flow),
            _ => self.driver(flow),
        }
    }

    /// What a `map` gives.
    pub(crate) fn mapped_type(&mut self) -> Type {
        let elements = self.style.elements.clone();
        let number = |generator: &mut Self| {
            let numbers: Vec<Type> = elements
                .iter()
                .filter(|is| is.is_number())
                .cloned()
                .collect();
            if numbers.is_empty() || generator.random.percent(12) {
                Type::Number(*generator.random.pick(&Number::ALL))
            } else {
                generator.random.pick(&numbers).clone()
            }
        };
        match self.random.weighted(&[76, 6, 8, 4, 3, 3]) {
            0 => number(self),
            1 => Type::Bool,
            2 => {
                let (a, b) = (number(self), number(self));
                Type::pair(a, b)
            }
            3 => Type::String,
            4 => number(self).option(),
            _ => Type::Char,
        }
    }

    pub(crate) fn map(&mut self, flow: &mut Flow, gives: &Type) {
        let worker = self.worker(std::slice::from_ref(&flow.item), gives);
        flow.step("map(f)", called("map", vec![worker]), gives.clone());
    }

    pub(crate) fn filter(&mut self, flow: &mut Flow) {
        let argument = flow.item.clone().reference();
        let worker = self.closure(std::slice::from_ref(&argument), |generator| {
            generator.condition(1)
        });
        let item = flow.item.clone();
        flow.step("filter(p)", called("filter", vec![worker]), item);
        flow.exact = false;
        flow.like = None;
    }

    pub(crate) fn filter_map(&mut self, flow: &mut Flow) {
        let gives = match self.mapped_type() {
            Type::Option(inner) => *inner,
            other => other,
        };
        let worker = self.worker(std::slice::from_ref(&flow.item), &gives.clone().option());
        flow.step("filter_map(f)", called("filter_map", vec![worker]), gives);
        flow.exact = false;
        flow.like = None;
    }

    /// `copied()` or `cloned()`, if the elements are references.
    pub(crate) fn copied(&mut self, flow: &mut Flow) {
        let Type::Reference(inner) = flow.item.clone() else {
            return;
        };
        if inner.is_copy() && self.random.percent(80) {
            flow.step("copied()", vec![text("copied()")], *inner);
        } else if inner.is_clone() && !inner.is_tracked() {
            flow.step("cloned()", vec![text("cloned()")], *inner);
        }
    }

    pub(crate) fn zip(&mut self, flow: &mut Flow) {
        let Some(entry) = self.array() else { return };
        let other = self.iterable(&entry);
        let item = entry
            .is
            .elements()
            .cloned()
            .unwrap_or(Type::F64)
            .reference();
        let item = Type::pair(flow.item.clone(), item);
        flow.step("zip(ys)", called("zip", vec![other]), item);
        flow.double &= flow.exact;
        flow.like = None;
    }

    /// Over a few elements of another array for each element.
    fn flat_map(&mut self, flow: &mut Flow) {
        if flow.growth > 2 || flow.item.borrows() && flow.item.references() != 1 {
            return;
        }
        let Some(entry) = self.one(|entry: &Entry| {
            entry.is_array()
                && entry
                    .is
                    .elements()
                    .is_some_and(|element| element.is_number())
        }) else {
            return;
        };
        let gives = self.mapped_type();
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let item = flow.item.clone();
        let few = self.random.between(1, 3);
        let mut worker = self.closure(std::slice::from_ref(&item), |generator| {
            let array = generator.read(entry.variable);
            let mut inner =
                generator.by_method(array, "xs.iter()", "iter", element.clone().reference());
            inner.step(
                "take(n)",
                vec![text(format!("take({few})"))],
                element.reference(),
            );
            let item = inner.item.clone();
            let mark = generator.open();
            let mut worker = generator.without(entry.variable, |generator| {
                generator.closure(&[item], |generator| generator.body(&gives))
            });
            generator.close(mark);
            // What the inner worker reads of the outer element outlives the closure only by a move.
            if let crate::function::expression::Node::Parts(_, parts) = &mut worker.node
                && !matches!(parts.first(), Some(Part::Text(first)) if first.starts_with("move"))
            {
                parts.insert(0, text("move "));
            }
            inner.step("map(f)", called("map", vec![worker]), gives.clone());
            inner.finish()
        });
        // The array is borrowed from the function, not from the closure.
        if let crate::function::expression::Node::Parts(_, parts) = &mut worker.node {
            parts.retain(|part| !matches!(part, Part::Tag("move closure")));
            if matches!(parts.first(), Some(Part::Text(first)) if first == "move ") {
                parts.remove(0);
            }
        }
        let all_copy = Self::named_in(&worker).iter().all(|variable| {
            let is = &self.variables[variable.0].is;
            // A field would take `self` with it.
            is.is_copy() && !self.is_field(*variable) || *variable == entry.variable
        });
        if !all_copy {
            return;
        }
        flow.step(
            "flat_map(|x| ys.iter().map(g))",
            called("flat_map", vec![worker]),
            gives,
        );
        flow.exact = false;
        flow.double = false;
        flow.growth = flow.growth.max(1) * 3;
        flow.like = None;
    }

    pub(crate) fn first_few(&mut self, flow: &mut Flow) {
        let n = self.random.between(1, 40);
        let item = flow.item.clone();
        flow.step("take(n)", vec![text(format!("take({n})"))], item);
        flow.like = None;
        flow.double &= flow.exact;
    }

    /// Adapters that drive the loop.
    fn driver(&mut self, flow: &mut Flow) {
        let item = flow.item.clone();
        let argument = [item.clone().reference()];
        match self.random.below(17) {
            0 if flow.double => flow.step("rev()", vec![text("rev()")], item),
            1 => self.first_few(flow),
            2 => {
                let n = self.random.between(1, 5);
                flow.step("skip(n)", vec![text(format!("skip({n})"))], item);
                flow.double &= flow.exact;
                flow.like = None;
            }
            3 => {
                let n = self.random.between(2, 4);
                flow.step("step_by(n)", vec![text(format!("step_by({n})"))], item);
                flow.double &= flow.exact;
                flow.like = None;
            }
            4 | 5 => {
                let (construct, name) = match self.random.percent(60) {
                    true => ("take_while(p)", "take_while"),
                    false => ("skip_while(p)", "skip_while"),
                };
                let worker = self.closure(&argument, |generator| generator.condition(1));
                flow.step(construct, called(name, vec![worker]), item);
                flow.exact = false;
                flow.double = false;
                flow.like = None;
            }
            6 => {
                let gives = match self.mapped_type() {
                    Type::Option(inner) => *inner,
                    other => other,
                };
                let worker = self.worker(std::slice::from_ref(&item), &gives.clone().option());
                flow.step("map_while(f)", called("map_while", vec![worker]), gives);
                flow.exact = false;
                flow.double = false;
                flow.like = None;
            }
            7 => self.scan(flow),
            8 => {
                flow.step("fuse()", vec![text("fuse()")], item);
            }
            9 => {
                flow.step("peekable()", vec![text("peekable()")], item);
            }
            10 if flow.growth <= 4 => {
                flow.step("inspect(f)", vec![text("inspect(|_| ())")], item);
            }
            11 | 16 => self.flatten(flow),
            12 => self.zip_filtered(flow),
            13 => self.chain_one(flow),
            14 if !super::opaque::changes(&flow.source) => {
                flow.step("cycle()", vec![text("cycle()")], item);
                let n = self.random.between(1, 70);
                let item = flow.item.clone();
                flow.step("take(n)", vec![text(format!("take({n})"))], item);
                flow.exact = false;
                flow.double = false;
                flow.like = None;
            }
            _ => self.chain(flow),
        }
    }

    /// Over what each element holds, or is mapped to.
    fn flatten(&mut self, flow: &mut Flow) {
        if flow.growth > 2 {
            return;
        }
        let nested = match flow.item.referent() {
            Type::Vec(inner) | Type::Slice(inner) if flow.item.references() == 1 => {
                Some((**inner).clone().reference())
            }
            _ => None,
        };
        match (nested, self.random.below(3)) {
            (Some(inner), 0 | 1) => flow.step("flatten()", vec![text("flatten()")], inner),
            (_, 1) => {
                // A driver: what the worker gives is no chain over a place.
                let element = self.scalar_type();
                let gives = match self.random.percent(60) {
                    true => element.clone().vec(),
                    false => element.clone().option(),
                };
                let worker = self.closure(std::slice::from_ref(&flow.item.clone()), |generator| {
                    generator.value(&gives, 1)
                });
                flow.step("flat_map(f)", called("flat_map", vec![worker]), element);
            }
            _ => {
                let element = self.scalar_type();
                let gives = element.clone().option();
                self.map(flow, &gives);
                flow.step("flatten()", vec![text("flatten()")], element);
            }
        }
        flow.growth = flow.growth.max(1) * 3;
        flow.exact = false;
        flow.double = false;
        flow.like = None;
    }

    fn scalar_type(&mut self) -> Type {
        let number = self.style.elements[0].number().unwrap_or(Number::F64);
        Type::Number(number)
    }

    /// `zip(ys.iter().filter(p))`
    fn zip_filtered(&mut self, flow: &mut Flow) {
        let Some(entry) = self.array() else { return };
        let array = self.read(entry.variable);
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let mut other = self.by_method(array, "xs.iter()", "iter", element.reference());
        self.filter(&mut other);
        let item = Type::pair(flow.item.clone(), other.item.clone());
        let other = other.finish();
        flow.step("zip(ys.iter().filter(p))", called("zip", vec![other]), item);
        flow.exact = false;
        flow.double = false;
        flow.like = None;
    }

    /// `chain(Some(x))`
    fn chain_one(&mut self, flow: &mut Flow) {
        if flow.item.borrows() || !flow.item.is_clone() {
            self.copied(flow);
        }
        let item = flow.item.clone();
        if !item.is_number() {
            return;
        }
        let value = self.value(&item, 0);
        let one = match self.random.percent(60) {
            true => Expression::call(item.clone().option(), "Some", vec![value]),
            false => Expression::call(item.clone().option(), "std::iter::once", vec![value])
                .tagged("iter::once(x)"),
        };
        flow.step("chain(Some(x))", called("chain", vec![one]), item);
        flow.exact = false;
        flow.like = None;
    }

    /// A running number.
    fn scan(&mut self, flow: &mut Flow) {
        let Some(number) = self.number_of(&flow.item) else {
            return;
        };
        let is = Type::Number(number);
        let state = Type::Mutable(Box::new(is.clone()));
        let item = flow.item.clone();
        let mark = self.open();
        let variable = self.declare("state", state.clone());
        self.enter(variable);
        let worker = self.without(variable, |generator| {
            generator.closure(std::slice::from_ref(&item), |generator| {
                generator.number_leaf(number)
            })
        });
        self.close(mark);
        let crate::function::expression::Node::Parts(_, mut parts) = worker.node else {
            return;
        };
        // `|state, x| { *state += x; Some(*state) }`
        let Some(Part::Piece(value, _)) = parts.pop() else {
            return;
        };
        let through = self.used(variable, crate::function::expression::Mode::Through);
        let read = Expression {
            is: is.clone(),
            node: crate::function::expression::Node::Dereference(
                1,
                Box::new(self.used(variable, crate::function::expression::Mode::Read)),
            ),
        };
        let next = if number.is_float() {
            Expression::binary(is.clone(), read.clone(), "+", value)
        } else {
            Expression::method(is.clone(), read.clone(), "wrapping_add", vec![value])
        };
        let update = Expression::parts(
            Type::Unit,
            Binds::Open,
            vec![
                text("*"),
                Part::Piece(through, Binds::Postfix),
                text(" = "),
                Part::Argument(next),
            ],
        );
        // By its bare name it is visibly never `None`.
        let visible = self.random.percent(67);
        let some = if visible { "Some" } else { "Option::Some" };
        let some = Expression::call(is.clone().option(), some, vec![read]);
        let at = parts
            .iter()
            .position(|part| matches!(part, Part::Text(text) if text == "|"))
            .unwrap_or(0);
        parts.insert(at + 1, text(", "));
        parts.insert(
            at + 1,
            Part::Pattern(crate::function::expression::Pattern::Bind(variable)),
        );
        parts.push(Part::Block(crate::function::expression::Block {
            statements: vec![crate::function::statement::Statement::Do(update)],
            tail: Some(Box::new(some)),
        }));
        let worker = Expression::parts(
            Type::Worker(vec![state, item], Box::new(is.clone().option())),
            Binds::Open,
            parts,
        );
        let zero = Expression::literal(is.clone(), if number.is_float() { "0.0" } else { "0" });
        let mut call = vec![text("scan("), Part::Piece(zero, Binds::Open), text(", ")];
        call.push(Part::Piece(worker, Binds::Open));
        call.push(text(")"));
        let row = if visible {
            "scan(0.0, |s, x| { *s += x; Some(*s) })"
        } else {
            "scan(0.0, f)"
        };
        flow.step(row, call, is);
        flow.exact = false;
        flow.double = false;
        flow.like = None;
    }

    /// The number that an element is, or holds, or is cast to.
    pub(crate) fn number_of(&mut self, item: &Type) -> Option<Number> {
        match item.referent() {
            Type::Number(number) => Some(*number),
            Type::Tuple(parts) => parts.iter().find_map(|part| match part.referent() {
                Type::Number(number) => Some(*number),
                _ => None,
            }),
            Type::Bool => Some(Number::Usize),
            Type::Char => Some(Number::U32),
            Type::Record => Some(Number::F64),
            Type::Str | Type::String | Type::Slice(_) | Type::Vec(_) => Some(Number::Usize),
            Type::Tracked => Some(Number::I64),
            _ => None,
        }
    }

    fn chain(&mut self, flow: &mut Flow) {
        let Type::Reference(element) = flow.item.clone() else {
            return;
        };
        let Some(entry) =
            self.one(|entry| entry.is_array() && entry.is.elements() == Some(&element))
        else {
            return;
        };
        if flow.growth + entry.growth > 4 {
            return;
        }
        let other = self.iterable(&entry);
        let item = flow.item.clone();
        flow.step("chain(ys)", called("chain", vec![other]), item);
        flow.exact = false;
        flow.growth += entry.growth;
        flow.like = None;
    }
}
