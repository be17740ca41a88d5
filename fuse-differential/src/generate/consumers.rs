//! Consumers, and what is called behind them.

use crate::function::chain::Step;
use crate::function::expression::{Binds, Expression, Part};
use crate::function::types::{Number, Type};

use super::Generator;
use super::sources::{Flow, called, text};

/// Whether the type of a result is written by the chain itself or beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turbofish {
    Written,
    Left,
}

impl Generator {
    /// A chain whose value is an array.
    pub(crate) fn array_chain(
        &mut self,
        turbofish: Turbofish,
    ) -> (
        Expression,
        usize,
        Option<crate::function::expression::Variable>,
    ) {
        let mut flow = self.source();
        self.adapt(&mut flow);
        self.owned_items(&mut flow);
        let growth = flow.growth;
        let like = flow.like;
        let collection = flow.item.clone().vec();
        (self.collect(flow, collection, turbofish), growth, like)
    }

    /// Makes the elements such as can be kept: most often values.
    pub(crate) fn owned_items(&mut self, flow: &mut Flow) {
        if flow.item.borrows() && self.random.percent(92) {
            self.copied(flow);
        }
        let keeps = !flow.item.borrows() || (!has_mutable(&flow.item) && self.random.percent(10));
        if !keeps || matches!(flow.item, Type::Option(_)) || flow.item.is_tracked() {
            let gives = if self.style.tracked && self.random.percent(40) {
                Type::Tracked
            } else {
                self.style.elements[0].clone()
            };
            let gives = if gives.borrows() || gives == Type::Record {
                Type::F64
            } else {
                gives
            };
            self.map(flow, &gives);
        }
    }

    pub(crate) fn collect(
        &mut self,
        mut flow: Flow,
        collection: Type,
        turbofish: Turbofish,
    ) -> Expression {
        let parts = match turbofish {
            Turbofish::Left => vec![text("collect()")],
            Turbofish::Written => {
                let written = match (&collection, self.random.percent(70)) {
                    (Type::Vec(_), true) => "Vec<_>".to_owned(),
                    _ => collection.to_string(),
                };
                vec![text(format!("collect::<{written}>()"))]
            }
        };
        let tag = match &collection {
            Type::Vec(element) if element.is_tracked() => "tracked values",
            Type::Vec(_) => "",
            _ => "another collection",
        };
        let mut parts = parts;
        parts.push(Part::Tag(tag));
        self.consumed(&mut flow, "collect", parts, collection);
        flow.finish()
    }

    pub(crate) fn consumed(
        &mut self,
        flow: &mut Flow,
        construct: &'static str,
        parts: Vec<Part>,
        gives: Type,
    ) {
        flow.steps.push(Step {
            construct,
            parts,
            gives,
        });
    }

    /// A chain with a value that is no array, owned, with its type in sight.
    pub(crate) fn scalar_chain(&mut self) -> Option<Expression> {
        let mut flow = self.source();
        self.adapt(&mut flow);
        let expression = self.reduce(flow, Turbofish::Written);
        (!expression.is.borrows()).then_some(expression)
    }

    /// Consumes a chain to one value.
    pub(crate) fn reduce(&mut self, mut flow: Flow, turbofish: Turbofish) -> Expression {
        let item = flow.item.clone();
        let referent = item.referent().clone();
        let arguments = [item.clone()];
        let by_reference = [item.clone().reference()];
        if !self.plain
            && referent.is_number()
            && item.references() < 2
            && self.random.percent(15)
            && let Some(comparison) = self.comparison(&mut flow)
        {
            return comparison;
        }
        if !self.plain
            && self.random.percent(22)
            && let Some(short) = self.short(&mut flow)
        {
            return short;
        }
        if !self.plain
            && self.random.percent(5)
            && !item.is_tracked()
            && let Some(collection) = self.other_collection(&item)
        {
            return self.collect(flow, collection, turbofish);
        }
        for _ in 0..6 {
            match self
                .random
                .weighted(&[26, 3, 9, 16, 9, 4, 5, 5, 4, 4, 4, 2, 3, 4])
            {
                0 if referent.is_number() && item.references() < 2 => {
                    return self.sum(flow, "sum", turbofish);
                }
                0 => {
                    let Some(number) = self.number_of(&item) else {
                        continue;
                    };
                    self.map(&mut flow, &Type::Number(number));
                    return self.sum(flow, "sum", turbofish);
                }
                1 if referent.is_float() && item.references() < 2 => {
                    return self.sum(flow, "product", turbofish);
                }
                2 => {
                    if flow.steps.is_empty() {
                        self.filter(&mut flow);
                    }
                    self.consumed(&mut flow, "count", vec![text("count()")], Type::USIZE);
                    return flow.finish();
                }
                3 => return self.fold(flow),
                4 if item.is_ord() => {
                    let construct = *self.random.pick(&["max", "min"]);
                    self.consumed(
                        &mut flow,
                        construct,
                        called(construct, vec![]),
                        item.clone().option(),
                    );
                    return self.behind(flow, &item);
                }
                4 if referent.is_float() => {
                    return self.extreme_by(flow);
                }
                5 => {
                    let construct = *self.random.pick(&["max_by_key", "min_by_key"]);
                    let key = match self.random.percent(70) {
                        true => Type::I64,
                        false => Type::USIZE,
                    };
                    let worker = self.closure(&by_reference, |generator| generator.value(&key, 1));
                    self.consumed(
                        &mut flow,
                        construct,
                        called(construct, vec![worker]),
                        item.clone().option(),
                    );
                    return self.behind(flow, &item);
                }
                6 | 7 => {
                    let construct = *self.random.pick(&["any", "all", "any", "position"]);
                    if construct == "position" && self.random.percent(50) {
                        continue;
                    }
                    let worker = self.closure(&arguments, |generator| generator.condition(1));
                    let gives = match construct {
                        "position" => Type::USIZE.option(),
                        _ => Type::Bool,
                    };
                    self.consumed(&mut flow, construct, called(construct, vec![worker]), gives);
                    return flow.finish();
                }
                8 => {
                    let worker = self.closure(&by_reference, |generator| generator.condition(1));
                    self.consumed(
                        &mut flow,
                        "find",
                        called("find", vec![worker]),
                        item.clone().option(),
                    );
                    return self.behind(flow, &item);
                }
                9 => {
                    self.consumed(
                        &mut flow,
                        "last",
                        called("last", vec![]),
                        item.clone().option(),
                    );
                    return self.behind(flow, &item);
                }
                10 if referent.is_number() && item.references() < 2 => {
                    return self.reduce_by(flow);
                }
                11 => {
                    let (construct, parts) = match self.random.percent(50) {
                        true => ("nth", vec![text(format!("nth({})", self.random.below(4)))]),
                        false => ("next", vec![text("next()")]),
                    };
                    self.consumed(&mut flow, construct, parts, item.clone().option());
                    return self.behind(flow, &item);
                }
                12 if referent.is_number() && item.references() < 2 => {
                    self.consumed(
                        &mut flow,
                        "is_sorted",
                        vec![text("is_sorted()")],
                        Type::Bool,
                    );
                    return flow.finish();
                }
                13 => {
                    let gives = Type::Number(self.number_of(&item).unwrap_or(Number::I64));
                    let worker = self.worker(&arguments, &gives.clone().option());
                    self.consumed(
                        &mut flow,
                        "find_map",
                        called("find_map", vec![worker]),
                        gives.clone().option(),
                    );
                    return self.behind(flow, &gives);
                }
                _ => {}
            }
        }
        self.consumed(&mut flow, "count", vec![text("count()")], Type::USIZE);
        flow.finish()
    }

    pub(crate) fn sum(
        &mut self,
        mut flow: Flow,
        name: &'static str,
        turbofish: Turbofish,
    ) -> Expression {
        let mut number = flow.item.referent().number().unwrap_or(Number::F64);
        if !(number.is_float() || self.style.panics && self.random.percent(40)) {
            // Small enough that their sum does not overflow.
            let item = flow.item.clone();
            let sum = if self.random.percent(70) {
                Number::I64
            } else {
                number
            };
            let sum = match sum {
                Number::I8 | Number::U8 | Number::I16 | Number::U16 => Number::I64,
                other => other,
            };
            let worker = self.closure(std::slice::from_ref(&item), |generator| {
                let leaf = generator.number_leaf(number);
                let wide = if number == sum {
                    leaf
                } else {
                    leaf.cast(Type::Number(sum))
                };
                let modulus = *generator.random.pick(&["10", "100", "1000"]);
                let modulus = Expression::literal(wide.is.clone(), modulus);
                Expression::binary(wide.is.clone(), wide, "%", modulus)
            });
            number = sum;
            flow.step("map(f)", called("map", vec![worker]), Type::Number(sum));
        }
        let is = Type::Number(number);
        let call = match turbofish {
            Turbofish::Written => format!("{name}::<{is}>()"),
            Turbofish::Left => format!("{name}()"),
        };
        self.consumed(&mut flow, name, vec![text(call)], is);
        flow.finish()
    }

    fn fold(&mut self, mut flow: Flow) -> Expression {
        let item = flow.item.clone();
        let Some(number) = self.number_of(&item) else {
            self.consumed(&mut flow, "count", vec![text("count()")], Type::USIZE);
            return flow.finish();
        };
        let is = Type::Number(number);
        if item == is && number.is_float() && self.random.percent(40) {
            let (start, name) = *self
                .random
                .pick(&[("NEG_INFINITY", "max"), ("INFINITY", "min")]);
            let text = text(format!("fold({is}::{start}, {is}::{name})"));
            self.consumed(&mut flow, "fold", vec![text], is.clone());
            let chain = flow.finish();
            // Which of two zeros std leaves open.
            let zero = Expression::literal(is.clone(), "0.0");
            return Expression::binary(is, chain, "+", zero);
        }
        let worker = self.folding(&item, number);
        let start = self.literal(number);
        let parts = vec![
            text("fold("),
            Part::Piece(start, Binds::Open),
            text(", "),
            Part::Piece(worker, Binds::Open),
            text(")"),
        ];
        self.consumed(&mut flow, "fold", parts, is);
        flow.finish()
    }

    fn extreme_by(&mut self, mut flow: Flow) -> Expression {
        let item = flow.item.clone();
        let construct = *self.random.pick(&["max_by", "min_by"]);
        let compare = match self.style.panics && self.random.percent(50) {
            true => "|a, b| a.partial_cmp(b).unwrap()",
            false => "|a, b| a.total_cmp(b)",
        };
        self.consumed(
            &mut flow,
            construct,
            vec![text(format!("{construct}({compare})"))],
            item.clone().option(),
        );
        self.behind(flow, &item)
    }

    fn reduce_by(&mut self, mut flow: Flow) -> Expression {
        let item = flow.item.clone();
        let number = item.referent().number().unwrap_or(Number::F64);
        let worker = match (item.references(), number.is_float()) {
            (0, true) => "|a, b| a + b * 0.5".to_owned(),
            (0, false) => "|a, b| a.wrapping_mul(3).wrapping_add(b)".to_owned(),
            _ => "|a, b| if a > b { a } else { b }".to_owned(),
        };
        self.consumed(
            &mut flow,
            "reduce",
            vec![text(format!("reduce({worker})"))],
            item.clone().option(),
        );
        self.behind(flow, &item)
    }

    /// What is called on the `Option` that a consumer gives.
    pub(crate) fn behind(&mut self, mut flow: Flow, item: &Type) -> Expression {
        let mut inner = item.clone();
        if let Type::Reference(referent) = &inner
            && referent.is_copy()
        {
            inner = (**referent).clone();
            flow.steps.push(Step {
                construct: "call behind a consumer",
                parts: vec![text("copied()")],
                gives: inner.clone().option(),
            });
        } else if inner.borrows() || inner.is_tracked() {
            let number = Type::Number(self.number_of(&inner).unwrap_or(Number::Usize));
            let worker = self.worker(std::slice::from_ref(&inner), &number);
            inner = number;
            flow.steps.push(Step {
                construct: "call behind a consumer",
                parts: called("map", vec![worker]),
                gives: inner.clone().option(),
            });
        }
        let number = inner.number();
        match self.random.below(5) {
            0 => {}
            1 if self.style.panics => {
                let name = *self.random.pick(&["unwrap()", "expect(\"an element\")"]);
                flow.steps.push(Step {
                    construct: "call behind a consumer",
                    parts: vec![text(name)],
                    gives: inner,
                });
            }
            2 => flow.steps.push(Step {
                construct: "call behind a consumer",
                parts: vec![text("is_some()")],
                gives: Type::Bool,
            }),
            _ => {
                if let Some(number) = number {
                    let value = self.literal(number);
                    flow.steps.push(Step {
                        construct: "call behind a consumer",
                        parts: called("unwrap_or", vec![value]),
                        gives: inner,
                    });
                }
            }
        }
        flow.finish()
    }
}

fn has_mutable(is: &Type) -> bool {
    match is {
        Type::Mutable(_) => true,
        Type::Tuple(parts) => parts.iter().any(has_mutable),
        Type::Option(inner) | Type::Reference(inner) => has_mutable(inner),
        _ => false,
    }
}
