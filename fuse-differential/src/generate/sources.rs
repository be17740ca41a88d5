//! Sources of chains.

use crate::function::chain::{Chain, Step};
use crate::function::expression::{Binds, Expression, Mode, Node, Part, Variable};
use crate::function::types::{Number, Type};

use super::Generator;
use super::scope::Entry;

/// A chain that is being written.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    pub(crate) source: Expression,
    pub(crate) steps: Vec<Step>,
    pub(crate) item: Type,
    /// It knows its length.
    pub(crate) exact: bool,
    /// It can be read from behind.
    pub(crate) double: bool,
    /// How many times more elements than an input may flow.
    pub(crate) growth: usize,
    /// The array whose length it has.
    pub(crate) like: Option<Variable>,
}

impl Flow {
    pub(crate) fn new(source: Expression, item: Type) -> Self {
        Self {
            source,
            steps: Vec::new(),
            item,
            exact: true,
            double: true,
            growth: 1,
            like: None,
        }
    }

    pub(crate) fn step(&mut self, construct: &'static str, parts: Vec<Part>, item: Type) {
        self.item = item.clone();
        self.steps.push(Step {
            construct,
            parts,
            gives: Type::Iterator(Box::new(item)),
        });
    }

    /// As an expression: an iterator, or what its last step gives.
    pub(crate) fn finish(mut self) -> Expression {
        // These borrow the iterator, so that one with a name must be `mut`.
        let borrows = self.steps.first().is_some_and(|step| {
            matches!(
                step.construct,
                "all"
                    | "any"
                    | "find"
                    | "find_map"
                    | "next"
                    | "next_back"
                    | "nth"
                    | "nth_back"
                    | "position"
                    | "rfind"
                    | "rposition"
                    | "try_fold"
                    | "try_for_each"
            )
        });
        if borrows {
            pulled(&mut self.source);
        }
        let is = match self.steps.last() {
            Some(step) => step.gives.clone(),
            None => self.source.is.clone(),
        };
        Expression {
            is,
            node: Node::Chain(Box::new(Chain {
                source: self.source,
                steps: self.steps,
            })),
        }
    }
}

/// `name()`, or with arguments.
pub(crate) fn called(name: &str, arguments: Vec<Expression>) -> Vec<Part> {
    let mut parts = vec![Part::Text(format!("{name}("))];
    for (i, argument) in arguments.into_iter().enumerate() {
        if i > 0 {
            parts.push(Part::Text(", ".to_owned()));
        }
        parts.push(Part::Argument(argument));
    }
    parts.push(Part::Text(")".to_owned()));
    parts
}

pub(crate) fn text(text: impl Into<String>) -> Part {
    Part::Text(text.into())
}

impl Generator {
    /// An array, most often one of those that most chains read.
    pub(crate) fn array(&mut self) -> Option<Entry> {
        let arrays = self.visible(Entry::is_array);
        if arrays.is_empty() {
            return None;
        }
        let weights: Vec<usize> = arrays
            .iter()
            .map(|entry| match (entry.parameter, entry.is.elements()) {
                (_, Some(element)) if element.referent().is_number() => 6,
                (true, _) => 4,
                _ => 3,
            })
            .collect();
        Some(arrays[self.random.weighted(&weights)].clone())
    }

    /// A source, and how it is read.
    pub(crate) fn source(&mut self) -> Flow {
        let places = !self
            .visible(|entry| {
                !entry.focus
                    && matches!(
                        entry.is.referent(),
                        Type::Str | Type::String | Type::Map(..) | Type::Record | Type::Iterator(_)
                    )
                    || matches!(entry.is.elements(), Some(Type::Vec(_)))
            })
            .is_empty();
        let guarded = !self.visible(|entry| entry.least.0 > 0).is_empty();
        let ranges = if guarded { 50 } else { 8 };
        match self
            .random
            .weighted(&[80, ranges, 6, if places { 62 } else { 6 }])
        {
            1 => self.range(),
            2 if self.has_two_arrays() => self.zipped(),
            3 => match self.place_source() {
                Some(flow) => flow,
                None => self.array_source(),
            },
            _ => self.array_source(),
        }
    }

    fn has_two_arrays(&self) -> bool {
        self.visible(Entry::is_array).len() > 1
    }

    pub(crate) fn array_source(&mut self) -> Flow {
        match self.array() {
            Some(entry) => self.read_array(&entry),
            None => self.range(),
        }
    }

    /// The elements of an array, by reference most of the time.
    pub(crate) fn read_array(&mut self, entry: &Entry) -> Flow {
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let movable = entry.is_owned_array()
            && entry.loops == self.loops
            && entry.workers == self.workers
            && !element.is_tracked();
        match self
            .random
            .weighted(&[80, if movable { 5 } else { 0 }, 6, 6, 4])
        {
            1 => {
                let array = self.take(entry.variable);
                let mut flow = self.by_method(array, "xs.into_iter()", "into_iter", element);
                flow.like = entry.like;
                flow.growth = entry.growth;
                flow
            }
            2 => self.part(entry, &element),
            3 => {
                let array = self.read(entry.variable);
                let width = self.random.between(2, 4);
                if self.random.percent(20) && element.is_number() {
                    let item = Type::Slice(Box::new(element)).reference();
                    let mut flow = self.by_method(
                        array,
                        "xs.chunk_by(|a, b| a < b)",
                        "chunk_by(|a, b| a < b)",
                        item,
                    );
                    flow.exact = false;
                    flow.growth = entry.growth;
                    return flow;
                }
                let (construct, method) = *self.random.pick(&[
                    ("xs.windows(3)", "windows"),
                    ("xs.windows(3)", "windows"),
                    ("xs.chunks(n)", "chunks"),
                    ("xs.chunks_exact(n)", "chunks_exact"),
                    ("xs.rchunks(n)", "rchunks"),
                ]);
                let item = Type::Slice(Box::new(element)).reference();
                let mut flow =
                    self.by_method(array, construct, &format!("{method}({width})"), item);
                flow.growth = entry.growth;
                flow
            }
            _ => {
                let array = self.read(entry.variable);
                let mut flow = self.by_method(array, "xs.iter()", "iter", element.reference());
                flow.growth = entry.growth;
                flow.like = entry.like;
                flow
            }
        }
    }

    pub(crate) fn by_method(
        &mut self,
        receiver: Expression,
        construct: &'static str,
        method: &str,
        item: Type,
    ) -> Flow {
        let call = match method.ends_with(')') {
            true => format!(".{method}"),
            false => format!(".{method}()"),
        };
        let source = Expression::parts(
            Type::Iterator(Box::new(item.clone())),
            Binds::Postfix,
            vec![
                Part::Tag(construct),
                Part::Piece(receiver, Binds::Postfix),
                Part::Text(call),
            ],
        );
        Flow::new(source, item)
    }

    /// A part of an array.
    fn part(&mut self, entry: &Entry, element: &Type) -> Flow {
        let array = self.read(entry.variable);
        let name = self.read(entry.variable);
        let (construct, mut parts) = match self.random.below(if self.style.panics { 4 } else { 2 })
        {
            0 => (
                "xs[..n].iter()",
                vec![
                    text("[.."),
                    Part::Piece(name, Binds::Postfix),
                    text(".len() / 2].iter()"),
                ],
            ),
            1 => (
                "xs[1..].iter()",
                vec![
                    text("["),
                    Part::Piece(name, Binds::Postfix),
                    text(".len() / 3..].iter()"),
                ],
            ),
            2 => ("xs[1..].iter()", vec![text("[1..].iter()")]),
            _ => ("xs[..n].iter()", vec![text("[..3].iter()")]),
        };
        parts.insert(0, Part::Piece(array, Binds::Postfix));
        parts.insert(0, Part::Tag(construct));
        let item = element.clone().reference();
        let source = Expression::parts(
            Type::Iterator(Box::new(item.clone())),
            Binds::Postfix,
            parts,
        );
        let mut flow = Flow::new(source, item);
        flow.growth = entry.growth;
        flow
    }

    /// A number of elements: a length, or a small constant.
    pub(crate) fn length(&mut self) -> Expression {
        let lengths = self.visible(|entry| {
            entry.is == Type::USIZE && entry.growth == 1 && !entry.parameter && !entry.focus
        });
        let arrays = self.visible(|entry| entry.is_array() && entry.growth <= 4);
        if !lengths.is_empty() && self.random.percent(50) {
            let variable = self.random.pick(&lengths).variable;
            return self.read(variable);
        }
        if !arrays.is_empty() && self.random.percent(80) {
            let variable = self.random.pick(&arrays).variable;
            let array = self.read(variable);
            return Expression::method(Type::USIZE, array, "len", vec![]);
        }
        let n = self.random.between(2, 12);
        Expression::literal(Type::USIZE, n.to_string())
    }

    /// What ends a range: a number of elements, or that of an array without as many as it has at least.
    fn end(&mut self) -> Expression {
        let guarded = self.visible(|entry| entry.least.0 > 0);
        if guarded.is_empty() || self.random.percent(15) {
            return self.length();
        }
        let array = self.random.pick(&guarded).clone();
        let less = self.random.between(1, array.least.0);
        let length = self.read(array.variable);
        let length = Expression::method(Type::USIZE, length, "len", vec![]);
        let less = Expression::literal(Type::USIZE, less.to_string());
        Expression::binary(Type::USIZE, length, "-", less).tagged("0..n - 1")
    }

    pub(crate) fn range(&mut self) -> Flow {
        let end = self.end();
        let (tag, parts) = match self.random.percent(75) {
            true => ("0..n", vec![text("0.."), Part::Piece(end, Binds::Or)]),
            false => ("1..=n", vec![text("1..="), Part::Piece(end, Binds::Or)]),
        };
        let source = Expression::parts(
            Type::Iterator(Box::new(Type::Number(Number::Usize))),
            Binds::Open,
            parts,
        )
        .tagged(tag);
        let mut flow = Flow::new(source, Type::USIZE);
        flow.exact = tag == "0..n";
        flow.growth = 4;
        flow
    }

    fn zipped(&mut self) -> Flow {
        let (Some(a), Some(b)) = (self.array(), self.array()) else {
            return self.array_source();
        };
        let item = |entry: &Entry| {
            entry
                .is
                .elements()
                .cloned()
                .unwrap_or(Type::F64)
                .reference()
        };
        let pair = Type::pair(item(&a), item(&b));
        let growth = a.growth.min(b.growth);
        let a = self.iterable(&a);
        let b = self.iterable(&b);
        let source = Expression::call(
            Type::Iterator(Box::new(pair.clone())),
            "std::iter::zip",
            vec![a, b],
        )
        .tagged("iter::zip(xs, ys)");
        let mut flow = Flow::new(source, pair);
        flow.growth = growth;
        flow
    }

    /// An array as an argument: `&ys`, `ys`, `&*ys` or `ys.iter()`.
    pub(crate) fn iterable(&mut self, entry: &Entry) -> Expression {
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let is = Type::Iterator(Box::new(element.reference()));
        let array = self.read(entry.variable);
        match (&entry.is, self.random.percent(50)) {
            (Type::Reference(_), true) => Expression { is, ..array },
            (Type::Reference(_), false) if self.random.percent(30) => {
                Expression::unary(is, "&*", array).tagged("&*xs")
            }
            (Type::Vec(_) | Type::Array(..), true) => {
                Expression::unary(is, "&", array).tagged("&xs")
            }
            _ => Expression::method(is, array, "iter", vec![]),
        }
    }
}

/// A variable that is a whole source is borrowed `&mut`.
fn pulled(source: &mut Expression) {
    match &mut source.node {
        Node::Use(_, mode) if matches!(source.is, Type::Iterator(_)) => *mode = Mode::Pull,
        Node::Parts(_, parts) => {
            if let [Part::Tag(_), Part::Piece(inner, _)] = parts.as_mut_slice() {
                pulled(inner);
            }
        }
        _ => {}
    }
}
