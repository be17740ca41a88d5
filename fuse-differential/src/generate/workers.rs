//! Workers: closures with patterns, bodies and captures; paths to functions; closures that have a name.

use crate::function::expression::{Binds, Block, Expression, Node, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::Generator;
use super::scope::Name;

impl Generator {
    /// A closure over such arguments; `body` writes what it gives while its parameters are the focus.
    pub(crate) fn closure(
        &mut self,
        arguments: &[Type],
        body: impl FnOnce(&mut Self) -> Expression,
    ) -> Expression {
        let mark = self.open();
        let before = self.unfocus();
        self.workers += 1;
        let mut parts = vec![Part::Text("|".to_owned())];
        for (i, argument) in arguments.iter().enumerate() {
            if i > 0 {
                parts.push(Part::Text(", ".to_owned()));
            }
            let pattern = self.pattern(argument, 2);
            parts.push(Part::Pattern(pattern));
        }
        parts.push(Part::Text("| ".to_owned()));
        let first = self.bound_inside();
        let body = body(self);
        let names = |variable: Variable| Self::named_in(&body).contains(&variable);
        let named = first.iter().flat_map(Statement::binds).any(names);
        let body = match named {
            true => Self::after_lets(first, body),
            false => body,
        };
        self.workers -= 1;
        self.close(mark);
        self.refocus(&before);
        let gives = body.is.clone();
        let captured = self.captured(&body, mark);
        if !captured.is_empty() {
            parts.push(Part::Tag("captures"));
            let copied = captured.iter().all(|variable| {
                self.variables[variable.0].is.is_copy() && !self.is_field(*variable)
            });
            if copied && only_reads(&body) && self.random.percent(12) {
                parts.insert(0, Part::Text("move ".to_owned()));
                parts.push(Part::Tag("move closure"));
            }
        }
        match body.node {
            Node::Parts(Binds::Open, inner) if matches!(inner.first(), Some(Part::Block(_))) => {
                parts.extend(inner);
            }
            node => parts.push(Part::Piece(
                Expression {
                    is: gives.clone(),
                    node,
                },
                Binds::Open,
            )),
        }
        Expression::parts(
            Type::Worker(arguments.to_vec(), Box::new(gives)),
            Binds::Open,
            parts,
        )
    }

    /// Now and then, a number that a worker binds before its value.
    fn bound_inside(&mut self) -> Vec<Statement> {
        let mut statements = Vec::new();
        if !self.std && !self.rayon && self.workers == 1 && self.random.percent(8) {
            let number = self.style.elements[0].number().unwrap_or(Number::F64);
            let value = self.value(&Type::Number(number), 1);
            let shown = match self.random.percent(50) {
                true => Shown::Annotated,
                false => Shown::Inside,
            };
            let variable = self.bind_value(&mut statements, Name::Scalar, shown, value);
            if let Some(entry) = self.entry(variable) {
                entry.focus = true;
                entry.growth = 9;
            }
        }
        statements
    }

    /// A block of a worker: statements, then its value.
    fn after_lets(mut statements: Vec<Statement>, body: Expression) -> Expression {
        let is = body.is.clone();
        let block = match body.node {
            Node::Parts(Binds::Open, mut parts)
                if matches!(parts.first(), Some(Part::Block(_))) =>
            {
                if let Some(Part::Block(block)) = parts.first_mut() {
                    statements.append(&mut block.statements);
                    block.statements = statements;
                }
                return Expression {
                    is,
                    node: Node::Parts(Binds::Open, parts),
                };
            }
            node => Block {
                statements,
                tail: Some(Box::new(Expression {
                    is: is.clone(),
                    node,
                })),
            },
        };
        Expression::parts(
            is,
            Binds::Open,
            vec![Part::Block(block), Part::Tag("let in a worker")],
        )
    }

    fn captured(&self, body: &Expression, mark: usize) -> Vec<Variable> {
        let mut captured = Self::named_in(body);
        captured.retain(|variable| {
            self.scope[..mark]
                .iter()
                .any(|entry| entry.variable == *variable)
        });
        captured
    }

    fn reserve(&mut self, variables: &[Variable], reserved: bool) {
        for variable in variables {
            if let Some(entry) = self.entry(*variable) {
                entry.reserved = reserved;
            }
        }
    }

    /// The focus is elsewhere for a while.
    pub(crate) fn unfocus(&mut self) -> Vec<Variable> {
        let mut before = Vec::new();
        for entry in &mut self.scope {
            if entry.focus {
                before.push(entry.variable);
                entry.focus = false;
            }
        }
        before
    }

    pub(crate) fn refocus(&mut self, before: &[Variable]) {
        for variable in before {
            if let Some(entry) = self.entry(*variable) {
                entry.focus = true;
            }
        }
    }

    /// A pattern for a value of a type; what it binds is in the focus.
    pub(crate) fn pattern(&mut self, is: &Type, depth: usize) -> Pattern {
        match is {
            Type::Tuple(parts) if depth > 0 && self.random.percent(85) => {
                let parts = parts
                    .iter()
                    .map(|part| self.pattern(part, depth - 1))
                    .collect();
                Pattern::Tuple(parts)
            }
            Type::Reference(inner) => match &**inner {
                Type::Tuple(parts) if depth > 0 && self.random.percent(60) => {
                    if inner.is_copy() && self.random.percent(50) {
                        let inner = self.pattern(inner, depth - 1);
                        return match inner {
                            Pattern::Tuple(_) => Pattern::Reference(Box::new(inner)),
                            other => Pattern::Reference(Box::new(other)),
                        };
                    }
                    // Without a `&` its parts are bound as references.
                    let parts = parts
                        .iter()
                        .map(|part| {
                            let variable = self.bind(part.clone().reference());
                            Pattern::Bind(variable)
                        })
                        .collect();
                    Pattern::Tuple(parts)
                }
                inner if inner.is_copy() && self.random.percent(40) => {
                    let inner = self.pattern(inner, depth);
                    Pattern::Reference(Box::new(inner))
                }
                _ => Pattern::Bind(self.bind(is.clone())),
            },
            _ => Pattern::Bind(self.bind(is.clone())),
        }
    }

    /// A name for an element, in the focus.
    pub(crate) fn bind(&mut self, is: Type) -> Variable {
        let names: &[&str] = match (&is, is.referent()) {
            (Type::Number(Number::Usize), _) => &["i", "j", "k", "at"],
            (_, Type::Str | Type::String) => &["s", "word", "w", "t"],
            (_, Type::Record | Type::Tracked) => &["r", "record", "e", "item"],
            (_, Type::Slice(_) | Type::Vec(_)) => &["w", "pair", "row", "part"],
            (_, Type::Tuple(_)) => &["p", "pair", "q", "entry"],
            _ => &["x", "y", "v", "a", "b", "e", "z", "x", "y", "x"],
        };
        // Two parameters of one closure differ.
        let mut name = (*self.random.pick(names)).to_owned();
        for n in 1.. {
            let clash = self
                .scope
                .iter()
                .any(|entry| entry.focus && self.variables[entry.variable.0].name == name);
            if !clash && !self.is_reserved(&name) {
                break;
            }
            name = match n {
                1..6 => (*self.random.pick(names)).to_owned(),
                _ => format!("{}{n}", names[0]),
            };
        }
        let variable = self.declare(&name, is);
        self.enter(variable).focus = true;
        variable
    }

    /// A worker over such arguments that gives a value of type `gives`.
    pub(crate) fn worker(&mut self, arguments: &[Type], gives: &Type) -> Expression {
        if let [argument] = arguments {
            if self.random.percent(12)
                && let Some(path) = self.path_worker(argument, gives)
            {
                return path;
            }
            if self.random.percent(65)
                && let Some(named) = self.named_worker(argument, gives)
            {
                return named;
            }
        }
        let gives = gives.clone();
        self.closure(arguments, |generator| generator.body(&gives))
    }

    /// What a worker's body gives: an expression, or a block with names of its own.
    pub(crate) fn body(&mut self, gives: &Type) -> Expression {
        let depth = self.random.between(0, 2);
        match self
            .random
            .weighted(&[82, 12, if self.style.panics { 10 } else { 1 }])
        {
            0 => self.value(gives, depth),
            1 => self.block_body(gives, depth),
            _ => {
                let condition = self.condition(0);
                let value = self.value(gives, depth);
                let assertion = Statement::Do(
                    Expression::parts(
                        Type::Unit,
                        Binds::Postfix,
                        vec![
                            Part::Text("assert!(".to_owned()),
                            Part::Piece(condition, Binds::Open),
                            Part::Text(")".to_owned()),
                        ],
                    )
                    .tagged("panicking worker"),
                );
                block(vec![assertion], value)
            }
        }
    }

    fn block_body(&mut self, gives: &Type, depth: usize) -> Expression {
        let number = match self.leaf_by(Type::is_number) {
            Some(leaf) => leaf.is.number().unwrap_or(Number::F64),
            None => return self.value(gives, depth),
        };
        let first = self.value(&Type::Number(number), 1);
        let name = (*self.random.pick(&["d", "u", "c", "half", "shift"])).to_owned();
        let variable = self.declare(&name, Type::Number(number));
        self.enter(variable).focus = true;
        let value = self.value(gives, depth.max(1));
        let statement = Statement::Let {
            pattern: Pattern::Bind(variable),
            shown: match self.random.percent(30) {
                true => Shown::Annotated,
                false => Shown::Inside,
            },
            value: first,
        };
        let used = Self::named_in(&value).contains(&variable);
        if used {
            block(vec![statement], value).tagged_block("block in a worker")
        } else {
            value
        }
    }

    /// The path of a function.
    fn path_worker(&mut self, argument: &Type, gives: &Type) -> Option<Expression> {
        let paths: Vec<String> = match (argument, gives) {
            (Type::Number(a), Type::Number(b)) if a == b && a.is_float() => {
                ["abs", "floor", "ceil", "trunc", "signum"]
                    .iter()
                    .map(|name| format!("{}::{name}", a.name()))
                    .collect()
            }
            (Type::Number(a), Type::Number(b)) if a == b && a.is_signed() => {
                vec![
                    format!("{}::wrapping_abs", a.name()),
                    format!("{}::signum", a.name()),
                ]
            }
            (Type::Number(a), Type::Number(b)) if a == b => {
                vec![format!("{}::swap_bytes", a.name())]
            }
            (Type::Number(a), Type::Number(Number::F64))
                if !matches!(a, Number::I64 | Number::U64 | Number::Usize) =>
            {
                vec!["f64::from".to_owned()]
            }
            (Type::Reference(a), Type::Number(Number::Usize)) if **a == Type::Str => {
                vec!["str::len".to_owned()]
            }
            (Type::Reference(a), Type::String) if **a == Type::Str => {
                vec!["str::to_uppercase".to_owned(), "str::to_owned".to_owned()]
            }
            (Type::Reference(a), Type::Number(Number::Usize)) if **a == Type::String => {
                vec!["String::len".to_owned()]
            }
            (Type::Reference(a), Type::Number(Number::F64)) if **a == Type::Record => {
                vec!["Record::weight".to_owned()]
            }
            (Type::Reference(a), Type::Number(Number::I64)) if **a == Type::Record => {
                vec!["Record::id".to_owned()]
            }
            (Type::Reference(a), Type::Number(Number::I64)) if **a == Type::Tracked => {
                vec!["Tracked::label".to_owned()]
            }
            (Type::Reference(a), Type::Tracked) if **a == Type::Tracked => {
                vec!["Tracked::twin".to_owned(), "Tracked::clone".to_owned()]
            }
            _ => return None,
        };
        let path = self.random.pick(&paths).clone();
        Some(
            Expression::parts(
                Type::Worker(vec![argument.clone()], Box::new(gives.clone())),
                Binds::Postfix,
                vec![Part::Text(path)],
            )
            .tagged("worker by name"),
        )
    }

    /// A closure in scope that has a name.
    fn named_worker(&mut self, argument: &Type, gives: &Type) -> Option<Expression> {
        let is = Type::Worker(vec![argument.clone()], Box::new(gives.clone()));
        let found = self.one(|entry| entry.is == is && !entry.exclusive)?;
        let name = self.read(found.variable);
        Some(if self.random.percent(70) {
            Expression::unary(is, "&", name).tagged("worker by name")
        } else {
            // It is called rather than handed over.
            let (argument, gives) = (argument.clone(), gives.clone());
            self.closure(std::slice::from_ref(&argument), |generator| {
                let leaf = generator.leaf(&argument);
                match leaf {
                    Some(leaf) => Expression::parts(
                        gives.clone(),
                        Binds::Postfix,
                        vec![
                            Part::Piece(name, Binds::Postfix),
                            Part::Text("(".to_owned()),
                            Part::Argument(leaf),
                            Part::Text(")".to_owned()),
                        ],
                    ),
                    None => generator.value(&gives, 1),
                }
            })
        })
    }

    /// `let f = |x: f64| x * scale;`
    pub(crate) fn worker_statement(&mut self, body: &mut Vec<Statement>) {
        let elements = self.style.elements.clone();
        let element = self.random.pick(&elements).clone();
        let Type::Number(number) = element else {
            return;
        };
        let argument = match self.random.percent(60) {
            true => element.clone(),
            false => element.clone().reference(),
        };
        let gives = match self.random.percent(75) {
            true => Type::Number(number),
            false => Type::Bool,
        };
        let item = self.random.percent(50);
        let mark = self.open();
        let before = self.unfocus();
        self.workers += 1;
        // A function captures nothing.
        let hidden: Vec<Variable> = match item {
            true => self
                .visible(|_| true)
                .iter()
                .map(|entry| entry.variable)
                .collect(),
            false => Vec::new(),
        };
        self.reserve(&hidden, true);
        let parameter = self.bind(argument.clone());
        let value = self.value(&gives, 2);
        self.reserve(&hidden, false);
        self.workers -= 1;
        self.close(mark);
        self.refocus(&before);
        if !Self::named_in(&value).contains(&parameter) {
            return;
        }
        if item {
            let worker = Expression::parts(
                Type::Worker(vec![argument.clone()], Box::new(gives.clone())),
                Binds::Open,
                vec![
                    Part::Text("(".to_owned()),
                    Part::Pattern(Pattern::Bind(parameter)),
                    Part::Text(format!(": {argument}) -> {gives} ")),
                    Part::Block(Block {
                        statements: Vec::new(),
                        tail: Some(Box::new(value)),
                    }),
                ],
            );
            let name = self.fresh_name(Name::Worker);
            let name = self.declare(&name, worker.is.clone());
            self.enter(name);
            body.push(Statement::Item {
                name,
                value: worker,
            });
            return;
        }
        let borrows = self.captured(&value, mark);
        let borrows = self.roots(&borrows);
        let worker = Expression::parts(
            Type::Worker(vec![argument.clone()], Box::new(gives)),
            Binds::Open,
            vec![
                Part::Text("|".to_owned()),
                Part::Pattern(Pattern::Bind(parameter)),
                Part::Text(format!(": {argument}| ")),
                Part::Piece(value, Binds::Open),
            ],
        );
        let name = self.name(Name::Worker);
        let variable = self.declare(&name, worker.is.clone());
        self.enter(variable).borrows = borrows;
        body.push(Statement::Let {
            pattern: Pattern::Bind(variable),
            shown: Shown::Inside,
            value: worker,
        });
    }
}

impl Expression {
    /// The same block, counted.
    fn tagged_block(mut self, tag: &'static str) -> Self {
        if let Node::Parts(_, parts) = &mut self.node {
            parts.push(Part::Tag(tag));
        }
        self
    }
}

/// `{ statements value }`
pub(crate) fn block(statements: Vec<Statement>, value: Expression) -> Expression {
    Expression::parts(
        value.is.clone(),
        Binds::Open,
        vec![Part::Block(Block {
            statements,
            tail: Some(Box::new(value)),
        })],
    )
}

/// Whether nothing that it names is changed or moved.
fn only_reads(body: &Expression) -> bool {
    let mut reads = true;
    crate::function::walk::walk_expression(body, &mut |event| {
        if let crate::function::walk::Event::Use(_, mode) = event {
            reads &= mode == crate::function::expression::Mode::Read;
        }
    });
    reads
}
