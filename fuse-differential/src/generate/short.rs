//! Consumers that stop, compare two chains, or read from behind; collections that are no `Vec`; results
//! of several kinds.

use crate::function::chain::Step;
use crate::function::expression::{Binds, Expression, Mode, Node, Part, Pattern};
use crate::function::types::{Number, Type};

use super::Generator;
use super::sources::{Flow, called, text};

impl Generator {
    /// Comparisons and searches; nothing if the chain does not have them.
    pub(crate) fn short(&mut self, flow: &mut Flow) -> Option<Expression> {
        let item = flow.item.clone();
        let referent = item.referent().clone();
        let plain = referent.is_number() && item.references() < 2;
        let by_reference = [item.clone().reference()];
        match self.random.below(22) {
            0..=4 if plain => {
                let (construct, worker) = *self.random.pick(&[
                    ("is_sorted_by", "is_sorted_by(|a, b| a <= b)"),
                    ("is_sorted_by", "is_sorted_by(|a, b| a >= b)"),
                ]);
                self.consumed(flow, construct, vec![text(worker)], Type::Bool);
            }
            5 => {
                let key = Type::I64;
                let worker = self.closure(std::slice::from_ref(&item), |generator| {
                    generator.value(&key, 1)
                });
                let parts = called("is_sorted_by_key", vec![worker]);
                self.consumed(flow, "is_sorted_by_key", parts, Type::Bool);
            }
            6 if flow.exact && !flow.steps.iter().any(|step| step.construct == "chain(ys)") => {
                self.consumed(flow, "len", vec![text("len()")], Type::USIZE);
            }
            7 | 20 if flow.double && flow.exact => {
                let parts = vec![text("next_back()")];
                self.consumed(flow, "next_back", parts, item.clone().option());
                return Some(self.behind(flow.clone(), &item));
            }
            8 if flow.double && flow.exact => {
                let n = self.random.below(4);
                let parts = vec![text(format!("nth_back({n})"))];
                self.consumed(flow, "nth_back", parts, item.clone().option());
                return Some(self.behind(flow.clone(), &item));
            }
            9 if flow.double => {
                let worker = self.closure(&by_reference, |generator| generator.condition(1));
                let parts = called("rfind", vec![worker]);
                self.consumed(flow, "rfind", parts, item.clone().option());
                return Some(self.behind(flow.clone(), &item));
            }
            10 if flow.double => {
                let number = self.number_of(&item)?;
                let is = Type::Number(number);
                let worker = self.folding(&item, number);
                let start = self.literal(number);
                let parts = vec![
                    text("rfold("),
                    Part::Piece(start, Binds::Open),
                    text(", "),
                    Part::Piece(worker, Binds::Open),
                    text(")"),
                ];
                self.consumed(flow, "rfold", parts, is);
            }
            11 | 16 | 17 if flow.double && flow.exact => {
                let worker = self.closure(std::slice::from_ref(&item), |generator| {
                    generator.condition(1)
                });
                let parts = called("rposition", vec![worker]);
                self.consumed(flow, "rposition", parts, Type::USIZE.option());
            }
            12 | 18..20 if plain && referent.is_integer() => {
                let is = referent.clone();
                let add = match item.references() {
                    0 => "x",
                    _ => "*x",
                };
                let call = format!("try_fold(0, |acc: {is}, x| acc.checked_add({add}))");
                self.consumed(flow, "try_fold", vec![text(call)], is.option());
            }
            13 => {
                let worker = self.closure(std::slice::from_ref(&item), |generator| {
                    generator.option_unit()
                });
                let parts = called("try_for_each", vec![worker]);
                self.consumed(flow, "try_for_each", parts, Type::Unit.option());
                flow.steps.push(Step {
                    construct: "call behind a consumer",
                    parts: vec![text("is_some()")],
                    gives: Type::Bool,
                });
            }
            14 => {
                let number = match self.number_of(&item)? {
                    number if number.is_float() => number,
                    _ => Number::F64,
                };
                let is = Type::Number(number);
                let worker = self.closure(std::slice::from_ref(&item), |generator| {
                    let condition = generator.condition(0);
                    let value = generator.number_leaf(number);
                    let some = Expression::call(is.clone().option(), "Some", vec![value]);
                    let none = Expression::literal(is.clone().option(), format!("None::<{is}>"));
                    Expression::choice(condition, some, none)
                });
                flow.step("map(f)", called("map", vec![worker]), is.clone().option());
                let call = format!("sum::<Option<{is}>>()");
                self.consumed(
                    flow,
                    "sum",
                    vec![Part::Tag("sum into an option"), text(call)],
                    is.option(),
                );
            }
            15 => {
                let number = self.number_of(&item)?;
                let is = Type::Number(number);
                let result = Type::Result(Box::new(is.clone()), Box::new(Type::USIZE));
                let worker = self.closure(std::slice::from_ref(&item), |generator| {
                    let condition = generator.condition(0);
                    let value = generator.number_leaf(number);
                    let ok = Expression::call(result.clone(), "Ok", vec![value]);
                    let error = Expression::parts(
                        result.clone(),
                        Binds::Postfix,
                        vec![text("Err(3usize)")],
                    );
                    Expression::choice(condition, ok, error)
                });
                flow.step("map(f)", called("map", vec![worker]), result);
                let gives = Type::Result(Box::new(is.clone().vec()), Box::new(Type::USIZE));
                let parts = vec![
                    Part::Tag("collect into a result"),
                    text(format!("collect::<{gives}>()")),
                ];
                self.consumed(flow, "collect", parts, gives);
            }
            _ => return None,
        }
        Some(flow.clone().finish())
    }
}

impl Generator {
    /// `eq`, `lt`, `cmp` and the others, with another array of such elements.
    pub(crate) fn comparison(&mut self, flow: &mut Flow) -> Option<Expression> {
        let item = flow.item.clone();
        let referent = item.referent().clone();
        let other = self.one(|entry| entry.is_array() && entry.is.elements() == Some(&referent))?;
        let mut argument = self.iterable(&other);
        if item.references() == 0 {
            let array = self.read(other.variable);
            let iterator = Type::Iterator(Box::new(item.clone()));
            let references = Type::Iterator(Box::new(item.clone().reference()));
            let borrowed = Expression::method(references, array, "iter", vec![]);
            argument = Expression::method(iterator, borrowed, "copied", vec![]);
        }
        let order = Type::Ordering;
        let (construct, gives) = match self.random.below(13) {
            0 | 11 => ("eq", Type::Bool),
            1 => ("ne", Type::Bool),
            2 => ("lt", Type::Bool),
            3 | 9 => ("le", Type::Bool),
            4 | 12 => ("gt", Type::Bool),
            5 | 8 => ("ge", Type::Bool),
            6 | 7 | 10 if referent.is_ord() => ("cmp", order),
            _ => ("partial_cmp", order.option()),
        };
        self.consumed(flow, construct, called(construct, vec![argument]), gives);
        Some(flow.clone().finish())
    }

    /// `|acc, x| acc + x`
    pub(crate) fn folding(&mut self, item: &Type, number: Number) -> Expression {
        let is = Type::Number(number);
        let accumulator = self.declare("acc", is.clone());
        let mark = self.open();
        self.enter(accumulator);
        let worker = self.closure(std::slice::from_ref(item), |generator| {
            let depth = generator.random.between(0, 1);
            let element = generator.value(&is, depth);
            let acc = generator.used(accumulator, Mode::Read);
            match number.is_float() {
                true => {
                    let operator = *generator.random.pick(&["+", "+", "-", "*"]);
                    Expression::binary(is.clone(), acc, operator, element)
                }
                false => {
                    let methods = ["wrapping_add", "wrapping_mul", "wrapping_sub", "max", "min"];
                    let method = *generator.random.pick(&methods);
                    Expression::method(is.clone(), acc, method, vec![element])
                }
            }
        });
        self.close(mark);
        let (worker_is, binds, mut parts) = match worker.node {
            Node::Parts(binds, parts) => (worker.is, binds, parts),
            node => return Expression { node, ..worker },
        };
        let bar = parts
            .iter()
            .position(|part| matches!(part, Part::Text(text) if text == "|"))
            .unwrap_or(0);
        parts.insert(bar + 1, text(", "));
        parts.insert(bar + 1, Part::Pattern(Pattern::Bind(accumulator)));
        Expression::parts(worker_is, binds, parts)
    }

    /// `(x > 1).then_some(())`
    fn option_unit(&mut self) -> Expression {
        let condition = self.condition(1);
        let is = Type::Unit.option();
        Expression::parts(
            is,
            Binds::Postfix,
            vec![
                Part::Piece(condition, Binds::Postfix),
                text(".then_some(())"),
            ],
        )
    }

    /// A collection that is no `Vec`, of elements of that type.
    pub(crate) fn other_collection(&mut self, item: &Type) -> Option<Type> {
        let element = || Box::new(item.clone());
        let ordered = item.is_ord() && !item.borrows();
        let choice = self.random.below(7);
        Some(match (choice, item) {
            (0, Type::Char | Type::String) => Type::String,
            (1, Type::Reference(inner)) if **inner == Type::Str => Type::String,
            (_, Type::Char) => Type::String,
            (0 | 1, _) if ordered => Type::Collection("BTreeSet", element()),
            (2, _) if ordered => Type::Collection("BinaryHeap", element()),
            (3, _) if ordered && !item.is_tracked() => Type::Collection("HashSet", element()),
            (0..3, Type::Tuple(parts))
                if parts.len() == 2 && parts[0].is_ord() && !item.borrows() =>
            {
                Type::Map(Box::new(parts[0].clone()), Box::new(parts[1].clone()))
            }
            (4, _) => Type::Collection("Box", element()),
            (5 | 6, _) => Type::Collection("VecDeque", element()),
            _ => return None,
        })
    }
}
