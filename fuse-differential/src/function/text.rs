//! A function as Rust. In: the model. Out: its item, as a person would lay it out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::Function;
use super::expression::{Binds, Block, Expression, Mode, Named, Node, Part, Pattern, Variable};
use super::statement::{Shown, Statement};
use super::types::Type;
use super::walk::{Event, walk_expression};
use crate::generate::question::QUESTION;

impl Function {
    /// The whole item, laid out, without an attribute and without a `use`.
    pub fn text(&self, name: &str) -> String {
        let raw = self.raw_text(name);
        match syn::parse_file(&raw) {
            Ok(file) => prettyplease::unparse(&file),
            Err(_) => raw,
        }
    }

    /// The types of the parameters as they are written.
    pub fn parameters(&self) -> Vec<String> {
        let own = self.parameters.iter();
        let own = own.map(|parameter| self.variables[parameter.0].is.concrete().to_string());
        let owner = self.owner().map(super::Owner::parameter);
        owner.into_iter().chain(own).collect()
    }

    /// The item on one line.
    pub(crate) fn raw_text(&self, name: &str) -> String {
        let mut used = BTreeSet::new();
        let mut mutated = BTreeSet::new();
        self.walk(&mut |event| {
            if let Event::Use(variable, mode) = event {
                used.insert(variable);
                if matches!(mode, Mode::Mutate | Mode::Pull) {
                    mutated.insert(variable);
                }
            }
        });
        self.assigned_twice(&mut mutated);
        self.closures_that_change_nothing(&mut mutated);
        let mut writer = Writer {
            function: self,
            used,
            mutated,
            fallible: self.is_fallible(),
            text: String::new(),
        };
        writer.item(name);
        writer.text
    }

    /// Whether a `?` may leave it.
    fn is_fallible(&self) -> bool {
        let mut fallible = false;
        self.walk(&mut |event| fallible |= matches!(event, Event::Tag(QUESTION)));
        fallible
    }

    /// Takes out closures that are called as if they changed what they capture, and do not.
    fn closures_that_change_nothing(&self, mutated: &mut BTreeSet<Variable>) {
        self.walk(&mut |event| {
            let Event::Statement(Statement::Let {
                pattern: Pattern::Bind(variable),
                value,
                ..
            }) = event
            else {
                return;
            };
            if !matches!(value.is, Type::Worker(..)) {
                return;
            }
            let mut changes = false;
            walk_expression(value, &mut |event| {
                if let Event::Use(_, mode) = event {
                    changes |= matches!(mode, Mode::Mutate | Mode::Assign | Mode::Through);
                }
            });
            if !changes {
                mutated.remove(variable);
            }
        });
    }

    /// Adds what is assigned: it is declared with its first value, so that any assignment is a second.
    fn assigned_twice(&self, mutated: &mut BTreeSet<Variable>) {
        let mut assignments: BTreeMap<Variable, usize> = BTreeMap::new();
        self.walk(&mut |event| {
            if let Event::Use(variable, Mode::Assign) = event {
                *assignments.entry(variable).or_default() += 1;
            }
        });
        mutated.extend(assignments.into_keys());
    }
}

struct Writer<'f> {
    function: &'f Function,
    used: BTreeSet<Variable>,
    mutated: BTreeSet<Variable>,
    /// It gives an `Option`, since a `?` may leave it.
    fallible: bool,
    text: String,
}

impl Writer<'_> {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn display(&mut self, what: impl std::fmt::Display) {
        // Writing to a string does not fail.
        let _ = write!(self.text, "{what}");
    }

    fn name(&mut self, variable: Variable) {
        let function = self.function;
        self.push(&function.variables[variable.0].name);
    }

    fn item(&mut self, name: &str) {
        let function = self.function;
        for mark in &function.head.marks {
            self.push(mark);
            self.push("\n");
        }
        self.push(match function.head.is_unsafe {
            true => "pub unsafe fn ",
            false => "pub fn ",
        });
        self.push(name);
        self.generics();
        self.push("(");
        if let Some(owner) = function.owner() {
            self.push(if owner.is_mutable {
                "&mut self, "
            } else {
                "&self, "
            });
        }
        for &parameter in &function.parameters {
            self.pattern(&Pattern::Bind(parameter));
            self.push(": ");
            self.display(&function.variables[parameter.0].is);
            self.push(", ");
        }
        let (opened, closed) = match self.fallible {
            true => ("Some(", ")"),
            false => ("", ""),
        };
        self.push(") -> ");
        self.push(if self.fallible { "Option<(" } else { "(" });
        for result in &function.results {
            self.display(&result.is);
            self.push(", ");
        }
        self.push(if self.fallible { ")> {" } else { ") {" });
        for statement in &function.body {
            self.statement(statement);
        }
        self.push(opened);
        self.push("(");
        for result in &function.results {
            self.expression(result, true);
            self.push(", ");
        }
        self.push(")");
        self.push(closed);
        self.push("}");
    }

    /// `<T: Copy, F: Fn(i64) -> i64>`: those of which a parameter is.
    fn generics(&mut self) {
        let mut opened = false;
        for (letter, bound, _) in self.function.generics() {
            self.push(if opened { ", " } else { "<" });
            opened = true;
            self.push(&format!("{letter}: {bound}"));
        }
        if opened {
            self.push(">");
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Let {
                pattern,
                shown,
                value,
            } => {
                self.push("let ");
                self.pattern(pattern);
                let annotated = *shown == Shown::Annotated && value.is.is_written();
                if annotated {
                    self.push(": ");
                    self.display(&value.is);
                }
                self.push(" = ");
                self.expression(value, annotated);
                self.push(";");
            }
            Statement::Item { name, value } => {
                self.push("fn ");
                self.name(*name);
                self.expression(value, false);
            }
            Statement::Under {
                attributes,
                statement,
            } => {
                self.push(attributes);
                self.push(" ");
                self.statement(statement);
            }
            Statement::Words { text, .. } => {
                self.push(text);
                self.push(" ");
            }
            Statement::Do(expression) => {
                self.expression(expression, false);
                if !ends_in_block(expression) {
                    self.push(";");
                }
            }
        }
    }

    fn block(&mut self, block: &Block) {
        self.push("{ ");
        for statement in &block.statements {
            self.statement(statement);
        }
        if let Some(tail) = &block.tail {
            self.expression(tail, false);
        }
        self.push(" }");
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Bind(variable) if self.used.contains(variable) => {
                if self.mutated.contains(variable) {
                    self.push("mut ");
                }
                // Of a field, what holds it.
                let name = &self.function.variables[variable.0].name;
                self.push(name.split('.').next().unwrap_or_default());
            }
            Pattern::Bind(_) | Pattern::Wild => self.push("_"),
            Pattern::Reference(_) | Pattern::Tuple(_) if !self.is_read(pattern) => self.push("_"),
            Pattern::Reference(inner) => {
                self.push("&");
                let parentheses =
                    matches!(&**inner, Pattern::Bind(variable) if self.mutated.contains(variable));
                if parentheses {
                    self.push("(");
                }
                self.pattern(inner);
                if parentheses {
                    self.push(")");
                }
            }
            Pattern::Tuple(parts) => {
                self.push("(");
                for part in parts {
                    self.pattern(part);
                    self.push(", ");
                }
                self.push(")");
            }
        }
    }

    /// Whether anybody reads what it binds.
    fn is_read(&self, pattern: &Pattern) -> bool {
        let mut read = false;
        super::walk::walk_pattern(pattern, &mut |event| {
            if let Event::Bind(variable) = event {
                read |= self.used.contains(&variable);
            }
        });
        read
    }

    /// A field that is behind a reference to the model, and is not to Rust: only its methods need no `&`.
    fn is_lent_field(&self, variable: Variable) -> bool {
        let Named { name, is } = &self.function.variables[variable.0];
        super::is_of_self(name) && matches!(is, Type::Reference(_))
    }

    fn piece(&mut self, expression: &Expression, least: Binds, implied: bool) {
        if let Node::Use(variable, _) = &expression.node
            && least == Binds::Postfix
        {
            self.name(*variable);
        } else if expression.binds() < least {
            self.push("(");
            self.expression(expression, implied);
            self.push(")");
        } else {
            self.expression(expression, implied);
        }
    }

    /// `implied`: a literal needs no suffix here.
    fn expression(&mut self, expression: &Expression, implied: bool) {
        match &expression.node {
            Node::Literal(text) => {
                self.push(text);
                if let Type::Number(number) = expression.is
                    && !implied
                {
                    self.push(number.name());
                }
            }
            Node::Use(variable, _) => {
                if self.is_lent_field(*variable) {
                    self.push("&");
                }
                self.name(*variable);
            }
            Node::Dereference(times, inner) => {
                for _ in 0..*times {
                    self.push("*");
                }
                self.piece(inner, Binds::Unary, false);
            }
            Node::Binary(operator, left, right) => self.binary(operator, left, right),
            Node::Parts(_, parts) => self.parts(parts),
            Node::Chain(chain) => {
                self.piece(&chain.source, Binds::Postfix, false);
                for step in &chain.steps {
                    self.push(".");
                    self.parts(&step.parts);
                }
            }
            Node::Return => {
                self.push(if self.fallible {
                    "return Some(("
                } else {
                    "return ("
                });
                let function = self.function;
                for result in &function.results {
                    let value = result.is.default_value().unwrap_or_default();
                    self.push(&value);
                    self.push(", ");
                }
                self.push(if self.fallible { "));" } else { ");" });
            }
            Node::Leave(how) => {
                self.push(how);
                self.push(";");
            }
        }
    }

    fn binary(&mut self, operator: &str, left: &Expression, right: &Expression) {
        let binds = super::expression::operator_binds(operator);
        let tighter = match binds {
            Binds::Or => Binds::And,
            Binds::And => Binds::Compare,
            Binds::Compare => Binds::BitOr,
            Binds::BitOr => Binds::BitAnd,
            Binds::BitAnd => Binds::Shift,
            Binds::Shift => Binds::Sum,
            Binds::Sum => Binds::Product,
            _ => Binds::Cast,
        };
        let least = match (operator, binds) {
            // `a as usize < b` would begin a list of types.
            ("<" | "<<" | "<=", _) => Binds::Unary,
            (_, Binds::Compare) => tighter,
            _ => binds,
        };
        let literal = |operand: &Expression| matches!(operand.node, Node::Literal(_));
        self.piece(left, least, literal(left) && !literal(right));
        self.push(" ");
        self.push(operator);
        self.push(" ");
        self.piece(right, tighter, literal(right) && !literal(left));
    }

    fn parts(&mut self, parts: &[Part]) {
        for part in parts {
            match part {
                Part::Text(text) => self.push(text),
                Part::Piece(expression, least) => self.piece(expression, *least, false),
                Part::Argument(expression) => self.expression(expression, true),
                Part::Pattern(pattern) => self.pattern(pattern),
                Part::Block(block) => self.block(block),
                Part::Tag(_) => {}
            }
        }
    }
}

fn ends_in_block(expression: &Expression) -> bool {
    match &expression.node {
        Node::Parts(Binds::Open, parts) => matches!(parts.last(), Some(Part::Block(_))),
        Node::Return | Node::Leave(_) => true,
        _ => false,
    }
}
