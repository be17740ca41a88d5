//! Over every part of a function, in the order of its text.

use super::Function;
use super::expression::{Block, Expression, Mode, Node, Part, Pattern, Variable};
use super::statement::Statement;

/// What is met on the way.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A variable is named.
    Use(Variable, Mode),
    /// A variable is bound.
    Bind(Variable),
    /// A construct that the table counts.
    Tag(&'static str),
    /// A statement begins.
    Statement(&'a Statement),
    /// An expression begins.
    Expression(&'a Expression),
}

type Visitor<'f, 'a> = &'f mut dyn FnMut(Event<'a>);

impl Function {
    /// Calls `visit` with everything in the body, then in the results.
    pub fn walk<'a>(&'a self, visit: Visitor<'_, 'a>) {
        for statement in &self.body {
            walk_statement(statement, visit);
        }
        for result in &self.results {
            walk_expression(result, visit);
        }
    }

    /// Calls `edit` with each list of statements, outer ones first.
    pub fn edit_statements(&mut self, edit: &mut dyn FnMut(&mut Vec<Statement>)) {
        edit(&mut self.body);
        self.edit_expressions_inside(&mut |expression| {
            if let Node::Parts(_, parts) = &mut expression.node {
                edit_blocks(parts, edit);
            }
            if let Node::Chain(chain) = &mut expression.node {
                for step in &mut chain.steps {
                    edit_blocks(&mut step.parts, edit);
                }
            }
        });
    }

    /// Calls `edit` with each expression, outer ones first.
    pub fn edit_expressions_inside(&mut self, edit: &mut dyn FnMut(&mut Expression)) {
        for statement in &mut self.body {
            edit_statement(statement, edit);
        }
        for result in &mut self.results {
            edit_expression(result, edit);
        }
    }
}

impl Pattern {
    /// What it binds.
    pub fn binds(&self) -> Vec<Variable> {
        let mut bound = Vec::new();
        walk_pattern(self, &mut |event| {
            if let Event::Bind(variable) = event {
                bound.push(variable);
            }
        });
        bound
    }
}

impl Statement {
    /// What is in scope behind it.
    pub fn binds(&self) -> Vec<Variable> {
        match self {
            Statement::Let { pattern, .. } => pattern.binds(),
            Statement::Item { name, .. } => vec![*name],
            Statement::Under { statement, .. } => statement.binds(),
            Statement::Words { .. } | Statement::Do(_) => Vec::new(),
        }
    }
}

fn edit_blocks(parts: &mut [Part], edit: &mut dyn FnMut(&mut Vec<Statement>)) {
    for part in parts {
        if let Part::Block(block) = part {
            edit(&mut block.statements);
        }
    }
}

/// Calls `visit` with everything in a statement: what it binds comes behind its initialiser.
pub fn walk_statement<'a>(statement: &'a Statement, visit: Visitor<'_, 'a>) {
    visit(Event::Statement(statement));
    match statement {
        Statement::Let { pattern, value, .. } => {
            walk_expression(value, visit);
            walk_pattern(pattern, visit);
        }
        Statement::Item { name, value } => {
            visit(Event::Tag("item inside the function"));
            walk_expression(value, visit);
            visit(Event::Bind(*name));
        }
        Statement::Under { statement, .. } => {
            visit(Event::Tag("attribute on a statement"));
            walk_statement(statement, visit);
        }
        Statement::Words { tag, .. } => visit(Event::Tag(tag)),
        Statement::Do(expression) => walk_expression(expression, visit),
    }
}

/// Calls `visit` with everything in an expression.
pub fn walk_expression<'a>(expression: &'a Expression, visit: Visitor<'_, 'a>) {
    visit(Event::Expression(expression));
    match &expression.node {
        Node::Literal(_) | Node::Return | Node::Leave(_) => {}
        Node::Use(variable, mode) => visit(Event::Use(*variable, *mode)),
        Node::Dereference(_, inner) => walk_expression(inner, visit),
        Node::Binary(_, left, right) => {
            walk_expression(left, visit);
            walk_expression(right, visit);
        }
        Node::Parts(_, parts) => walk_parts(parts, visit),
        Node::Chain(chain) => {
            walk_expression(&chain.source, visit);
            for step in &chain.steps {
                visit(Event::Tag(step.construct));
                walk_parts(&step.parts, visit);
            }
        }
    }
}

fn walk_parts<'a>(parts: &'a [Part], visit: Visitor<'_, 'a>) {
    for part in parts {
        match part {
            Part::Text(_) => {}
            Part::Piece(expression, _) | Part::Argument(expression) => {
                walk_expression(expression, visit);
            }
            Part::Pattern(pattern) => walk_pattern(pattern, visit),
            Part::Block(block) => walk_block(block, visit),
            Part::Tag(tag) => visit(Event::Tag(tag)),
        }
    }
}

fn walk_block<'a>(block: &'a Block, visit: Visitor<'_, 'a>) {
    for statement in &block.statements {
        walk_statement(statement, visit);
    }
    if let Some(tail) = &block.tail {
        walk_expression(tail, visit);
    }
}

/// Calls `visit` with each variable that a pattern binds.
pub fn walk_pattern<'a>(pattern: &'a Pattern, visit: Visitor<'_, 'a>) {
    match pattern {
        Pattern::Bind(variable) => visit(Event::Bind(*variable)),
        Pattern::Wild => {}
        Pattern::Reference(inner) => walk_pattern(inner, visit),
        Pattern::Tuple(parts) => {
            for part in parts {
                walk_pattern(part, visit);
            }
        }
    }
}

fn edit_statement(statement: &mut Statement, edit: &mut dyn FnMut(&mut Expression)) {
    match statement {
        Statement::Let { value, .. } | Statement::Item { value, .. } => {
            edit_expression(value, edit);
        }
        Statement::Under { statement, .. } => edit_statement(statement, edit),
        Statement::Words { .. } => {}
        Statement::Do(expression) => edit_expression(expression, edit),
    }
}

fn edit_expression(expression: &mut Expression, edit: &mut dyn FnMut(&mut Expression)) {
    edit(expression);
    match &mut expression.node {
        Node::Literal(_) | Node::Return | Node::Leave(_) | Node::Use(..) => {}
        Node::Dereference(_, inner) => edit_expression(inner, edit),
        Node::Binary(_, left, right) => {
            edit_expression(left, edit);
            edit_expression(right, edit);
        }
        Node::Parts(_, parts) => edit_parts(parts, edit),
        Node::Chain(chain) => {
            edit_expression(&mut chain.source, edit);
            for step in &mut chain.steps {
                edit_parts(&mut step.parts, edit);
            }
        }
    }
}

fn edit_parts(parts: &mut [Part], edit: &mut dyn FnMut(&mut Expression)) {
    for part in parts {
        match part {
            Part::Text(_) | Part::Pattern(_) | Part::Tag(_) => {}
            Part::Piece(expression, _) | Part::Argument(expression) => {
                edit_expression(expression, edit);
            }
            Part::Block(block) => {
                for statement in &mut block.statements {
                    edit_statement(statement, edit);
                }
                if let Some(tail) = &mut block.tail {
                    edit_expression(tail, edit);
                }
            }
        }
    }
}
