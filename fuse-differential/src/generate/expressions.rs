//! Values of a type, made of what is in scope. In: the type that is wanted. Out: an expression that
//! reads, and neither changes nor moves, and that names the element where there is one.

use crate::function::expression::{Binds, Expression, Node, Part};
use crate::function::types::{Number, Type};

use super::Generator;
use super::paths::{bare, paths_of, receiver};
use super::scope::Entry;

impl Generator {
    /// A value of type `want`.
    pub(crate) fn value(&mut self, want: &Type, depth: usize) -> Expression {
        match want {
            Type::Number(number) => self.number(*number, depth),
            Type::Bool => self.condition(depth),
            Type::Char => self.character(),
            Type::String => self.string(),
            Type::Tuple(parts) => {
                let parts = parts
                    .iter()
                    .map(|part| self.value(part, depth.saturating_sub(1)))
                    .collect();
                Expression::tuple(parts)
            }
            Type::Option(inner) => self.option(inner, depth),
            Type::Vec(inner) => self.small_vec(inner, depth),
            Type::Tracked => {
                let label = self.value(&Type::I64, depth.min(1));
                Expression::call(Type::Tracked, "Tracked::new", vec![label])
            }
            Type::Reference(inner) if **inner == Type::Str => self.text(),
            other => match self.leaf(other) {
                Some(leaf) => leaf,
                None => Expression::literal(
                    other.clone(),
                    other.default_value().unwrap_or_else(|| "()".to_owned()),
                ),
            },
        }
    }

    /// A place that holds a `Copy` value of type `want`: mostly the element's.
    pub(crate) fn leaf(&mut self, want: &Type) -> Option<Expression> {
        self.leaf_by(|is| is == want)
    }

    pub(crate) fn leaf_by(&mut self, wanted: impl Fn(&Type) -> bool) -> Option<Expression> {
        let focus: Vec<Entry> = self.visible(|entry| entry.focus);
        let others: Vec<Entry> = self.visible(|entry| !entry.focus);
        let mut tries: [&[Entry]; 2] = [&focus, &others];
        if self.random.percent(20) {
            tries.swap(0, 1);
        }
        for entries in tries {
            let mut paths = Vec::new();
            for entry in entries {
                let start = self.used(entry.variable, crate::function::expression::Mode::Read);
                paths_of(&start, 2, &mut paths);
            }
            paths.retain(|path| wanted(&path.is));
            if !paths.is_empty() {
                let path = self.random.pick(&paths).clone();
                for variable in Self::named_in(&path) {
                    self.read(variable);
                }
                return Some(path);
            }
        }
        None
    }

    /// A literal of a number's type.
    pub(crate) fn literal(&mut self, number: Number) -> Expression {
        let text = if number.is_float() {
            (*self.random.pick(&[
                // Of a NaN times -1.0 LLVM may change the sign, which an order of all floats sees.
                "0.5", "1.5", "2.0", "3.0", "10.0", "0.25", "-1.5", "0.0", "100.0", "-2.5",
            ]))
            .to_owned()
        } else {
            let value = *self.random.pick(&[1, 2, 3, 4, 5, 7, 10, 12, 100]);
            let minus = number.is_signed() && self.random.percent(12);
            format!("{}{value}", if minus { "-" } else { "" })
        };
        Expression::literal(Type::Number(number), text)
    }

    /// What a number is compared with: no float zero. LLVM 22 rounds `if x >= 0.0 { x } else { 0.0 } as f32`
    /// of `-0.0` to `0.0` in some loops, written by hand or not, and not in others.
    fn bound(&mut self, number: Number) -> Expression {
        let literal = self.literal(number);
        match &literal.node {
            Node::Literal(text) if text == "0.0" => Expression::literal(literal.is, "0.125"),
            _ => literal,
        }
    }

    fn positive(&mut self, number: Number) -> Expression {
        let text = if number.is_float() {
            *self.random.pick(&["0.5", "1.5", "2.0", "4.0", "10.0"])
        } else {
            *self.random.pick(&["2", "3", "4", "5", "7", "10"])
        };
        Expression::literal(Type::Number(number), text)
    }

    /// A number from the scope, cast if none has the type.
    pub(crate) fn number_leaf(&mut self, number: Number) -> Expression {
        let want = Type::Number(number);
        let focus_has = self.has_focus_number();
        if let Some(leaf) = self.leaf(&want)
            && (!focus_has || self.names_focus(&leaf) || self.random.percent(20))
        {
            return leaf;
        }
        if let Some(leaf) = self.leaf_by(Type::is_number) {
            return if leaf.is == want {
                leaf
            } else {
                leaf.cast(want)
            };
        }
        if let Some(leaf) = self.leaf(&Type::Char) {
            return leaf.cast(Type::Number(Number::U32)).cast_unless(want);
        }
        if let Some(leaf) = self.leaf(&Type::Bool) {
            return leaf.cast(Type::Number(Number::I32)).cast_unless(want);
        }
        self.literal(number)
    }

    fn has_focus_number(&self) -> bool {
        let mut paths = Vec::new();
        for entry in self.visible(|entry| entry.focus) {
            let start = self.used(entry.variable, crate::function::expression::Mode::Read);
            paths_of(&start, 2, &mut paths);
        }
        paths.iter().any(|path| path.is.is_number())
    }

    fn names_focus(&self, expression: &Expression) -> bool {
        let named = Self::named_in(expression);
        self.scope
            .iter()
            .any(|entry| entry.focus && named.contains(&entry.variable))
    }

    fn number(&mut self, number: Number, depth: usize) -> Expression {
        if self.random.percent(35)
            && let Some(chain) = self.inner_chain(number)
        {
            return chain;
        }
        if depth == 0 || self.random.percent(15) {
            return self.number_leaf(number);
        }
        if self.random.percent(8) {
            let condition = self.condition(0);
            let yes = self.number(number, depth - 1);
            let no = self.literal(number);
            return Expression::choice(condition, yes, no);
        }
        if number.is_float() {
            self.float(number, depth)
        } else {
            self.integer(number, depth)
        }
    }

    /// A chain over the element, if that is an array or holds one.
    fn inner_chain(&mut self, number: Number) -> Option<Expression> {
        let entry = self.one(|entry| {
            entry.focus
                && match entry.is.referent() {
                    Type::Vec(inner) | Type::Slice(inner) => {
                        inner.is_number() && entry.is.references() == 1
                    }
                    Type::Record => true,
                    _ => false,
                }
        })?;
        let element = entry.is.elements().cloned().unwrap_or(Type::I64);
        let mut array = self.read(entry.variable);
        if *entry.is.referent() == Type::Record {
            array = array.field(Type::I64.vec(), "values");
        }
        let is = Type::Number(number);
        let item = element.clone().reference();
        let mut flow = self.by_method(array, "xs.iter()", "iter", item);
        let (operator, start) = match number.is_float() {
            true => ("acc + ", "0.0"),
            false => ("acc.wrapping_add(", "0"),
        };
        let value = match element == is {
            true => "*v".to_owned(),
            false => format!("*v as {is}"),
        };
        let end = if number.is_float() { "" } else { ")" };
        let parts = vec![
            Part::Tag("chain in a worker"),
            Part::Text(format!(
                "fold({start}{is}, |acc, v| {operator}{value}{end})"
            )),
        ];
        self.consumed(&mut flow, "fold", parts, is);
        Some(flow.finish())
    }

    fn float(&mut self, number: Number, depth: usize) -> Expression {
        let is = Type::Number(number);
        let left = self.number(number, depth - 1);
        if self.random.percent(22) {
            return match self.random.below(7) {
                0 => Expression::method(is, receiver(left), "abs", vec![]),
                1 => {
                    let root = Expression::method(is.clone(), receiver(left), "abs", vec![]);
                    Expression::method(is, root, "sqrt", vec![])
                }
                2 => Expression::method(is, receiver(left), "floor", vec![]),
                3 => Expression::method(
                    is,
                    receiver(left),
                    "powi",
                    vec![Expression::literal(Type::Number(Number::I32), "2")],
                ),
                4 => {
                    let method = *self.random.pick(&["max", "min"]);
                    let right = self.positive(number);
                    Expression::method(is, left, method, vec![right])
                }
                5 => {
                    let (a, b) = (self.positive(number), self.literal(number));
                    Expression::method(is, receiver(left), "mul_add", vec![a, b])
                }
                _ => Expression::unary(is, "-", left),
            };
        }
        let operator = *self.random.pick(&["+", "-", "*", "*", "+", "/"]);
        let right = match operator {
            "/" if self.random.percent(70) => self.positive(number),
            _ if self.random.percent(50) => self.literal(number),
            _ => self.number_leaf(number),
        };
        let (left, right) = (bare(left), bare(right));
        Expression::binary(is, left, operator, right)
    }

    fn integer(&mut self, number: Number, depth: usize) -> Expression {
        let is = Type::Number(number);
        let left = self.number(number, depth - 1);
        let from_element =
            matches!(left.node, Node::Dereference(..) | Node::Use(..)) && self.names_focus(&left);
        match self
            .random
            .weighted(&[50, 12, 12, 14, if self.style.panics { 45 } else { 4 }])
        {
            0 => {
                let method = *self.random.pick(&[
                    "wrapping_add",
                    "wrapping_sub",
                    "wrapping_mul",
                    "wrapping_mul",
                ]);
                let right = match self.random.percent(60) {
                    true => self.literal(number),
                    false => self.number_leaf(number),
                };
                Expression::method(is, receiver(left), method, vec![right])
            }
            1 => {
                let operator = *self.random.pick(&["%", "/"]);
                let right = self.positive(number);
                Expression::binary(is, bare(left), operator, right)
            }
            2 => {
                let operator = *self.random.pick(&["&", "|", "^"]);
                let right = match self.random.percent(60) {
                    true => self.positive(number),
                    false => self.number_leaf(number),
                };
                Expression::binary(is, left, operator, right)
            }
            3 => {
                let method = *self
                    .random
                    .pick(&["saturating_add", "saturating_sub", "min", "max"]);
                let right = self.literal(number);
                let left = if method.starts_with('m') {
                    left
                } else {
                    receiver(left)
                };
                Expression::method(is, left, method, vec![right])
            }
            _ if from_element => {
                let operator = *self.random.pick(&["+", "-", "*", "+", "*"]);
                let right = match self.random.percent(60) {
                    true => self.positive(number),
                    false => self.number_leaf(number),
                };
                Expression::binary(is, bare(left), operator, bare(right)).tagged("panicking worker")
            }
            _ => left,
        }
    }

    /// A `bool`.
    pub(crate) fn condition(&mut self, depth: usize) -> Expression {
        if self.random.percent(25)
            && let Some(leaf) = self.leaf(&Type::Bool)
        {
            return if self.random.percent(30) {
                Expression::unary(Type::Bool, "!", leaf)
            } else {
                leaf
            };
        }
        if depth > 0 && self.random.percent(15) {
            let left = self.condition(0);
            let right = self.condition(0);
            let operator = *self.random.pick(&["&&", "||"]);
            return Expression::binary(Type::Bool, left, operator, right);
        }
        if let Some(character) = self.leaf(&Type::Char)
            && (self.names_focus(&character) || self.random.percent(10))
        {
            return match self.random.below(3) {
                0 => {
                    let other = self.random.pick(&["'a'", "' '", "'b'", "'1'"]);
                    let other = Expression::literal(Type::Char, *other);
                    let operator = *self.random.pick(&["==", "!=", "<", ">"]);
                    Expression::binary(Type::Bool, character, operator, other)
                }
                1 => Expression::method(Type::Bool, receiver(character), "is_alphabetic", vec![]),
                _ => Expression::method(Type::Bool, receiver(character), "is_ascii_digit", vec![]),
            };
        }
        if let Some(text) = self.leaf(&Type::Str.reference())
            && (self.names_focus(&text) || self.random.percent(6))
        {
            let (method, argument) = *self.random.pick(&[
                ("is_empty", None),
                ("contains", Some("'a'")),
                ("starts_with", Some("\"b\"")),
                ("ends_with", Some("'1'")),
            ]);
            let arguments = argument
                .map(|argument| Expression::literal(Type::Str.reference(), argument))
                .into_iter()
                .collect();
            return Expression::method(Type::Bool, receiver(text), method, arguments);
        }
        let number = match self.leaf_by(Type::is_number) {
            Some(leaf) => leaf.is.number().unwrap_or(Number::F64),
            None => Number::I64,
        };
        let left = self.number_leaf(number);
        if matches!(left.node, Node::Literal(_)) {
            return Expression::literal(Type::Bool, "true");
        }
        if !number.is_float() && self.random.percent(30) {
            let modulus = self.positive(number);
            let rest = Expression::binary(left.is.clone(), bare(left), "%", modulus);
            let operator = *self.random.pick(&["==", "!="]);
            let zero = Expression::literal(
                rest.is.clone(),
                if self.random.percent(60) { "0" } else { "1" },
            );
            return Expression::binary(Type::Bool, rest, operator, zero);
        }
        let operator = *self.random.pick(&["<", ">", "<=", ">=", ">", "<", "!="]);
        let right = match self.random.percent(65) {
            true => self.bound(number),
            false => self.number_leaf(number),
        };
        if left == right {
            let right = self.bound(number);
            return Expression::binary(Type::Bool, left, operator, right);
        }
        Expression::binary(Type::Bool, left, operator, right)
    }

    fn character(&mut self) -> Expression {
        if let Some(leaf) = self.leaf(&Type::Char) {
            return if self.random.percent(40) {
                Expression::method(Type::Char, receiver(leaf), "to_ascii_uppercase", vec![])
            } else {
                leaf
            };
        }
        Expression::literal(Type::Char, *self.random.pick(&["'a'", "'z'", "' '", "'b'"]))
    }

    fn text(&mut self) -> Expression {
        match self.leaf(&Type::Str.reference()) {
            Some(leaf) => leaf,
            None => Expression::literal(
                Type::Str.reference(),
                *self.random.pick(&["\"a\"", "\"\"", "\"word\"", "\"b c\""]),
            ),
        }
    }

    fn string(&mut self) -> Expression {
        if let Some(text) = self.leaf(&Type::Str.reference())
            && self.random.percent(70)
        {
            let method =
                *self
                    .random
                    .pick(&["to_owned", "to_uppercase", "to_string", "trim().to_owned"]);
            return Expression::method(Type::String, text, method, vec![]);
        }
        let number = Number::I64;
        let leaf = match self.leaf_by(Type::is_number) {
            Some(leaf) => leaf,
            None => self.literal(number),
        };
        Expression::parts(
            Type::String,
            Binds::Postfix,
            vec![
                Part::Text("format!(\"{:?}\", ".to_owned()),
                Part::Piece(leaf, Binds::Open),
                Part::Text(")".to_owned()),
            ],
        )
    }

    fn option(&mut self, inner: &Type, depth: usize) -> Expression {
        let is = inner.clone().option();
        let condition = self.condition(depth.min(1));
        let value = self.value(inner, depth.saturating_sub(1));
        match self.random.below(3) {
            0 => Expression::parts(
                is,
                Binds::Postfix,
                vec![
                    Part::Piece(condition, Binds::Postfix),
                    Part::Text(".then_some(".to_owned()),
                    Part::Piece(value, Binds::Open),
                    Part::Text(")".to_owned()),
                ],
            ),
            1 => Expression::parts(
                is,
                Binds::Postfix,
                vec![
                    Part::Piece(condition, Binds::Postfix),
                    Part::Text(".then(|| ".to_owned()),
                    Part::Piece(value, Binds::Open),
                    Part::Text(")".to_owned()),
                ],
            ),
            _ => {
                let some = Expression::call(is.clone(), "Some", vec![value]);
                let none = Expression::literal(is, "None");
                Expression::choice(condition, some, none)
            }
        }
    }

    fn small_vec(&mut self, inner: &Type, depth: usize) -> Expression {
        let mut parts = vec![Part::Text("vec![".to_owned())];
        for i in 0..self.random.between(1, 3) {
            if i > 0 {
                parts.push(Part::Text(", ".to_owned()));
            }
            let element = self.value(inner, depth.saturating_sub(1));
            parts.push(Part::Piece(element, Binds::Open));
        }
        parts.push(Part::Text("]".to_owned()));
        Expression::parts(inner.clone().vec(), Binds::Postfix, parts)
    }
}

impl Expression {
    fn cast_unless(self, want: Type) -> Self {
        if self.is == want {
            self
        } else {
            self.cast(want)
        }
    }
}
