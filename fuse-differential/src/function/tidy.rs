//! What no longer makes sense once something is taken out: names that nobody reads, blocks that are
//! empty, types that are shown nowhere. In: a function and the variables that are gone. Out: one that
//! compiles without them and without a warning.

use std::collections::{BTreeMap, BTreeSet};

use super::Function;
use super::expression::{Block, Expression, Mode, Node, Part, Pattern, Variable};
use super::statement::{Shown, Statement};
use super::walk::{Event, walk_statement};

/// An expression that names something that is gone, and whose type has no value to put there.
struct Gone;

impl Function {
    /// Takes out all that names a variable of `gone`, what nobody reads any more, and what is empty.
    pub(crate) fn without(&mut self, mut gone: BTreeSet<Variable>) {
        loop {
            let mut remover = Remover {
                gone: std::mem::take(&mut gone),
                more: BTreeSet::new(),
            };
            remover.statements(&mut self.body);
            self.results
                .retain_mut(|result| remover.expression(result).is_ok());
            remover.more.retain(|gone| !remover.gone.contains(gone));
            gone = remover.more;
            gone.extend(self.unread());
            if gone.is_empty() {
                break;
            }
        }
        let mut used = BTreeSet::new();
        self.walk(&mut |event| {
            if let Event::Use(variable, _) = event {
                used.insert(variable);
            }
        });
        self.parameters.retain(|parameter| used.contains(parameter));
        self.show_types();
    }

    /// Variables of `let`s that are written, or not even that, and never read behind it.
    fn unread(&self) -> BTreeSet<Variable> {
        let mut last: BTreeMap<Variable, Option<Mode>> = BTreeMap::new();
        let mut read: BTreeSet<Variable> = BTreeSet::new();
        self.walk(&mut |event| match event {
            Event::Bind(variable) => {
                last.entry(variable).or_default();
            }
            Event::Use(variable, mode) => {
                last.insert(variable, Some(mode));
                if !matches!(mode, Mode::Mutate | Mode::Assign) {
                    read.insert(variable);
                }
            }
            _ => {}
        });
        let mut unread = BTreeSet::new();
        for (variable, mode) in &last {
            let written = mode.is_some() && !read.contains(variable);
            if written || *mode == Some(Mode::Assign) {
                unread.insert(*variable);
            }
        }
        // What is written to a field is read by whoever calls.
        unread.retain(|variable| !super::is_of_self(&self.variables[variable.0].name));
        // A `let` all of whose names are unused goes; a name in a pattern beside others becomes `_`.
        self.walk(&mut |event| {
            if let Event::Statement(statement) = event {
                let bound = statement.binds();
                let used = |variable: &Variable| matches!(last.get(variable), Some(Some(_)));
                if !bound.iter().any(used) {
                    unread.extend(bound);
                }
            }
        });
        unread
    }

    /// A type that is shown only by the first use is annotated unless that use is a result.
    fn show_types(&mut self) {
        let mut first: BTreeSet<Variable> = BTreeSet::new();
        for statement in &self.body {
            walk_statement(statement, &mut |event| {
                if let Event::Use(variable, _) = event {
                    first.insert(variable);
                }
            });
        }
        let results: BTreeSet<Variable> = self
            .results
            .iter()
            .filter_map(|result| match result.node {
                Node::Use(variable, _) => Some(variable),
                _ => None,
            })
            .collect();
        self.edit_statements(&mut |statements| {
            for statement in statements {
                if let Statement::Let { pattern, shown, .. } = statement
                    && *shown == Shown::Later
                {
                    let shows = matches!(pattern, Pattern::Bind(variable)
                        if results.contains(variable) && !first.contains(variable));
                    if !shows {
                        *shown = Shown::Annotated;
                    }
                }
            }
        });
    }
}

struct Remover {
    gone: BTreeSet<Variable>,
    more: BTreeSet<Variable>,
}

impl Remover {
    fn statements(&mut self, statements: &mut Vec<Statement>) {
        statements.retain_mut(|statement| self.statement(statement));
    }

    /// Whether it stays.
    fn statement(&mut self, statement: &mut Statement) -> bool {
        match statement {
            Statement::Do(expression) => {
                // What became a mere value is no statement.
                let value = matches!(expression.node, Node::Literal(_));
                self.expression(expression).is_ok()
                    && (value || !matches!(expression.node, Node::Literal(_)))
            }
            Statement::Under { statement, .. } => self.statement(statement),
            Statement::Words { .. } => true,
            Statement::Item { name, value } => {
                let name = *name;
                if self.gone.contains(&name) {
                    return false;
                }
                let stays = self.expression(value).is_ok();
                if !stays {
                    self.more.insert(name);
                }
                stays
            }
            Statement::Let {
                pattern,
                shown,
                value,
            } => {
                let bound = pattern.binds();
                let all_gone = bound.iter().all(|variable| self.gone.contains(variable));
                if all_gone {
                    return false;
                }
                let before = matches!(value.node, Node::Literal(_));
                if self.expression(value).is_err() {
                    self.more.extend(bound);
                    return false;
                }
                if !before && matches!(value.node, Node::Literal(_)) && value.is.is_written() {
                    *shown = Shown::Annotated;
                }
                true
            }
        }
    }

    fn expression(&mut self, expression: &mut Expression) -> Result<(), Gone> {
        let inside = match &mut expression.node {
            Node::Literal(_) | Node::Return | Node::Leave(_) => Ok(()),
            Node::Use(variable, mode) => {
                if !self.gone.contains(variable) {
                    return Ok(());
                }
                if *mode != Mode::Read || !expression.is.is_copy() {
                    return Err(Gone);
                }
                Err(Gone)
            }
            Node::Dereference(_, inner) => self.expression(inner),
            Node::Binary(_, left, right) => {
                let left = self.expression(left);
                let right = self.expression(right);
                left.and(right)
            }
            Node::Parts(_, parts) => self.parts(parts),
            Node::Chain(chain) => {
                let mut inside = self.expression(&mut chain.source);
                for step in &mut chain.steps {
                    inside = inside.and(self.parts(&mut step.parts));
                }
                inside
            }
        };
        if inside.is_ok() {
            return Ok(());
        }
        match expression.is.default_value() {
            Some(value) => {
                *expression = Expression::literal(expression.is.clone(), value);
                Ok(())
            }
            None => Err(Gone),
        }
    }

    fn parts(&mut self, parts: &mut [Part]) -> Result<(), Gone> {
        let mut inside = Ok(());
        for part in parts {
            let this = match part {
                Part::Text(_) | Part::Pattern(_) | Part::Tag(_) => Ok(()),
                Part::Piece(expression, _) | Part::Argument(expression) => {
                    self.expression(expression)
                }
                Part::Block(block) => self.block(block),
            };
            inside = this.and(inside);
        }
        inside
    }

    fn block(&mut self, block: &mut Block) -> Result<(), Gone> {
        self.statements(&mut block.statements);
        if let Some(tail) = &mut block.tail {
            return self.expression(tail);
        }
        if block.statements.is_empty() {
            Err(Gone)
        } else {
            Ok(())
        }
    }
}
