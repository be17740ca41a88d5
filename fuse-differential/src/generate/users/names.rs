//! Names that mean what the scope says, and not what they look like: functions in constants and statics, constants of one name
//! and two values, statics that are made when they are first read, macros, attributes on statements.

use crate::function::expression::{Binds, Expression, Part, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::scope::{Entry, Name};
use super::super::sources::text;

/// Attributes that change nothing.
const ATTRIBUTES: [&str; 5] = [
    "#[allow(unused_mut)]",
    "#[allow(clippy::all)]",
    "#[cfg(all())]",
    "#[rustfmt::skip]",
    "#[expect(unused_variables, unfulfilled_lint_expectations)]",
];

impl Generator {
    /// Functions that are spelt in capitals, by name and called.
    pub(super) fn capital_statement(&mut self, body: &mut Vec<Statement>) {
        // An effect on another thread is not heard.
        let names: &[&str] = match self.std {
            true => &["CHECK", "ROOT"],
            false => &["COUNT", "CHECK", "ROOT", "Tick"],
        };
        let name = *self.random.pick(names);
        let dead = self.random.percent(40) && matches!(name, "CHECK" | "ROOT");
        let chains = if dead { 1 } else { 2 };
        for _ in 0..chains {
            let value = self.number_map(|generator, number| {
                let call = |argument| Expression::call(Type::I64, name, vec![argument]);
                let called = match name {
                    // Of a constant: what a worker applies to its element is believed to have no effect.
                    "COUNT" | "Tick" => {
                        let n = generator.random.between(1, 9).to_string();
                        let called = call(Expression::literal(Type::I64, n));
                        Expression::method(Type::I64, number, "wrapping_add", vec![called])
                    }
                    "CHECK" => call(number),
                    _ => {
                        let root = Expression::call(Type::F64, name, vec![number.cast(Type::F64)]);
                        root.cast(Type::I64)
                    }
                };
                called.tagged("function in capitals")
            });
            let Some(value) = value else { return };
            match dead {
                true => self.unread(body, value),
                false => {
                    self.bind_chain(body, value);
                }
            }
        }
    }

    /// `[T; WIDTH]`, where `WIDTH` is what the prelude says.
    pub(super) fn wide_parameter(&mut self, parameters: &mut Vec<Variable>) -> Vec<Variable> {
        if !self.random.percent(50) {
            return Vec::new();
        }
        let is = Type::Sized(Box::new(Type::I64), "WIDTH", 8);
        vec![self.user_parameter(parameters, Name::Array, is.reference())]
    }

    /// A constant of the same name and another value, and chains over two arrays of `WIDTH` elements.
    pub(super) fn sized_statement(&mut self, body: &mut Vec<Statement>) {
        let Some(outer) = self.user_of(|is| matches!(is.referent(), Type::Sized(..))) else {
            return;
        };
        // One of them is enough.
        let declared = body.iter().any(
            |statement| matches!(statement, Statement::Words { tag, .. } if *tag == "shadowed length"),
        );
        if declared {
            return;
        }
        let (words, width) = *self.random.pick(&[
            ("const WIDTH: usize = 4;", 4),
            ("use narrow::WIDTH;", 5),
            ("use wide::*;\nuse narrow::WIDTH;", 5),
            ("use wide::WIDTH;", 11),
        ]);
        body.push(Statement::Words {
            text: words.to_owned(),
            tag: "shadowed length",
        });
        let is = Type::Sized(Box::new(Type::I64), "WIDTH", width);
        let numbers: Vec<String> = (0..width)
            .map(|_| self.random.between(0, 99).to_string())
            .collect();
        let array = format!("[{}]", numbers.join(", "));
        let array = Expression::parts(is, Binds::Postfix, vec![text(array)]);
        let name = self.fresh_name(Name::Array);
        let inner = self.bind_as(body, &name, Shown::Annotated, array);
        if let Some(entry) = self.entry(inner) {
            // Nobody else knows its length.
            entry.reserved = true;
        }
        for array in [outer, inner, outer] {
            let read = self.read(array);
            let mut flow = self.by_method(read, "xs.iter()", "iter", Type::I64.reference());
            if array == inner && self.random.percent(40) {
                let other = self.read(outer);
                let parts = vec![
                    text("zip("),
                    Part::Piece(other, Binds::Open),
                    text(").map(|(a, b)| a.wrapping_mul(*b))"),
                ];
                flow.step("zip(ys)", parts, Type::I64);
            }
            let worker =
                "fold(0i64, |acc, v| acc.wrapping_mul(31).wrapping_add(v.wrapping_add(1)))";
            self.consumed(&mut flow, "fold", vec![text(worker)], Type::I64);
            let value = flow.finish();
            self.bind_chain(body, value);
        }
    }

    /// A static that logs when it is first read, and chains that read it.
    pub(super) fn lazy_statement(&mut self, body: &mut Vec<Statement>) {
        if self.std {
            return;
        }
        self.effects += 1;
        let name = format!("LAZY_{}", self.effects);
        body.push(Statement::Words {
            text: format!(
                "static {name}: std::sync::LazyLock<i64> = std::sync::LazyLock::new(|| {{ effect({}, 0usize); 5 }});",
                self.effects
            ),
            tag: "static made when read",
        });
        let dead = self.random.percent(30);
        let value = self.number_map(|_, number| {
            let lazy = Expression::parts(Type::I64, Binds::Unary, vec![text(format!("*{name}"))]);
            Expression::method(Type::I64, number, "wrapping_mul", vec![lazy])
        });
        let Some(value) = value else { return };
        match dead {
            true => self.unread(body, value),
            false => {
                self.bind_chain(body, value);
            }
        }
    }

    /// Macros that declare statics, that have an effect, and that are given names for nothing.
    pub(super) fn macro_statement(&mut self, body: &mut Vec<Statement>) {
        if self.std {
            return;
        }
        self.effects += 1;
        let label = self.effects;
        match self.random.weighted(&[5, 2, 3, 3]) {
            0 => {
                let calls = Expression::parts(Type::I64, Binds::Postfix, vec![text("calls!()")]);
                self.bind_chain(body, calls.tagged("macro with a static"));
                self.zipped_statements(body);
            }
            1 => body.push(Statement::Words {
                text: format!("once!({label});"),
                tag: "macro with a static",
            }),
            2 => {
                let Some(entry) = self.one(|entry| !entry.is.borrows() || entry.parameter) else {
                    return;
                };
                let name = self.variables[entry.variable.0].name.clone();
                body.push(Statement::Words {
                    text: format!("ignored!({name}.push(1) = {name});"),
                    tag: "macro that names variables",
                });
            }
            _ => {
                let Some(value) = self.leaf_by(|is| !is.borrows()) else {
                    return;
                };
                let parts = vec![
                    Part::Tag("macro that names variables"),
                    text(format!("shown!({label}, ")),
                    Part::Piece(value, Binds::Open),
                    text(")"),
                ];
                body.push(Statement::Do(Expression::parts(
                    Type::Unit,
                    Binds::Postfix,
                    parts,
                )));
            }
        }
    }

    /// Chains over two arrays, in step and each alone: there may be two versions of such a block.
    fn zipped_statements(&mut self, body: &mut Vec<Statement>) {
        let parameters = self.random.percent(50);
        let wanted = |entry: &Entry| {
            (entry.parameter || !parameters)
                && matches!(&entry.is, Type::Reference(_) | Type::Vec(_))
                && entry.is.elements().is_some_and(Type::is_number)
        };
        let arrays = self.visible(wanted);
        let [first, second, ..] = arrays.as_slice() else {
            return;
        };
        let (first, second) = (first.clone(), second.clone());
        let alone = self.random.percent(50).then_some((&first, None));
        let chains = [(&first, Some(&second)), (&second, None)];
        for (array, other) in alone.into_iter().chain(chains) {
            let Some(element) = array.is.elements().cloned() else {
                return;
            };
            let read = self.read(array.variable);
            let mut flow = self.by_method(read, "xs.iter()", "iter", element.reference());
            let worker = match other {
                Some(other) => {
                    let parts = vec![
                        text("zip("),
                        Part::Piece(self.iterable(other), Binds::Open),
                        text(").map(|(a, b)| (*a as i64).wrapping_mul(*b as i64))"),
                    ];
                    flow.step("zip(ys)", parts, Type::I64);
                    "fold(0i64, |acc, v| acc.wrapping_add(v))"
                }
                None => "fold(0i64, |acc, v| acc.wrapping_add(*v as i64))",
            };
            self.consumed(&mut flow, "fold", vec![text(worker)], Type::I64);
            let value = flow.finish();
            self.bind_chain(body, value);
        }
    }

    /// `#[allow(..)] let`, a duplicate that is configured away, and what stands for one.
    pub(super) fn attribute_statement(&mut self, body: &mut Vec<Statement>) {
        let at = body.len();
        self.statement_kind(body, 0);
        if self.random.percent(60) {
            self.statement_kind(body, 1);
        }
        for statement in &mut body[at..] {
            let is_let =
                matches!(statement, Statement::Let { shown, .. } if *shown != Shown::Later);
            if !is_let || !self.random.percent(75) {
                continue;
            }
            let inner = std::mem::replace(
                statement,
                Statement::Words {
                    text: String::new(),
                    tag: "",
                },
            );
            let attributes: &&str = self.random.pick(&ATTRIBUTES);
            *statement = Statement::Under {
                attributes,
                statement: Box::new(inner),
            };
        }
        let named = body[at..].iter().flat_map(Statement::binds).next();
        if let Some(variable) = named
            && self.random.percent(50)
        {
            let name = &self.variables[variable.0].name;
            let name = name.split('.').next().unwrap_or_default();
            let statement = Statement::Words {
                text: format!("#[cfg(any())] let {name} = nobody_compiles(this)?;"),
                tag: "statement configured away",
            };
            let at = if self.random.percent(50) {
                at
            } else {
                body.len()
            };
            body.insert(at, statement);
        }
    }

    /// A worker that asks who called it.
    pub(super) fn caller_statement(&mut self, body: &mut Vec<Statement>) {
        let value = self.number_map(|generator, number| {
            let own = Expression::call(Type::Bool, "is_own", vec![number]);
            let own = own.tagged("worker that sees its caller");
            let yes = generator.literal(Number::I64);
            let no = Expression::literal(Type::I64, "0");
            Expression::choice(own, yes, no)
        });
        if let Some(value) = value {
            self.bind_chain(body, value);
        }
    }
}
