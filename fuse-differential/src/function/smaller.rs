//! Shrinks. In: a function. Out: functions that are shorter and compile as well, the biggest cuts first.

use std::collections::BTreeSet;

use super::Function;
use super::expression::{Expression, Mode, Node, Part, Variable};
use super::statement::Statement;
use super::walk::{Event, walk_expression, walk_pattern, walk_statement};

impl Function {
    /// Functions with one thing less, the shortest first: without a statement, a result, an adapter, with
    /// a part of an expression in place of the whole, with the inside of a block in place of the block.
    pub fn smaller(&self) -> Vec<Function> {
        let mut candidates = Vec::new();
        self.without_a_statement(&mut candidates);
        self.without_a_result(&mut candidates);
        self.without_an_adapter(&mut candidates);
        self.without_a_block(&mut candidates);
        self.with_a_part(&mut candidates);
        self.without_a_mark(&mut candidates);
        let size = self.raw_text("f").len();
        let mut sized: Vec<(usize, Function)> = Vec::new();
        for mut candidate in candidates {
            candidate.without(BTreeSet::new());
            let length = candidate.raw_text("f").len();
            if length < size && !candidate.results.is_empty() {
                sized.push((length, candidate));
            }
        }
        sized.sort_by_key(|(length, _)| *length);
        sized.dedup_by(|a, b| a == b);
        sized.into_iter().map(|(_, candidate)| candidate).collect()
    }

    fn without_a_statement(&self, candidates: &mut Vec<Function>) {
        for n in 0_usize.. {
            let mut candidate = self.clone();
            let mut gone = BTreeSet::new();
            let mut seen = 0;
            let mut found = false;
            candidate.edit_statements(&mut |statements| {
                if !found && n < seen + statements.len() {
                    let statement = statements.remove(n - seen);
                    gone.extend(statement.binds());
                    found = true;
                }
                seen += statements.len();
            });
            if !found {
                break;
            }
            candidate.without(gone);
            candidates.push(candidate);
        }
    }

    fn without_a_result(&self, candidates: &mut Vec<Function>) {
        if self.results.len() < 2 {
            return;
        }
        for n in 0..self.results.len() {
            let mut candidate = self.clone();
            candidate.results.remove(n);
            candidates.push(candidate);
        }
    }

    fn without_an_adapter(&self, candidates: &mut Vec<Function>) {
        for n in 0_usize.. {
            let mut candidate = self.clone();
            let mut seen = 0;
            let mut changed = false;
            candidate.edit_expressions_inside(&mut |expression| {
                let Node::Chain(chain) = &mut expression.node else {
                    return;
                };
                if (seen..seen + chain.steps.len()).contains(&n) {
                    let at = n - seen;
                    let before = match at {
                        0 => &chain.source.is,
                        _ => &chain.steps[at - 1].gives,
                    };
                    if *before == chain.steps[at].gives {
                        chain.steps.remove(at);
                        changed = true;
                        seen += 1;
                    }
                }
                seen += chain.steps.len();
            });
            if changed {
                candidates.push(candidate);
            }
            if n >= seen {
                break;
            }
        }
    }

    /// A statement that is a block, or a loop or branch around one, by the statements inside.
    fn without_a_block(&self, candidates: &mut Vec<Function>) {
        for n in 0_usize.. {
            let mut candidate = self.clone();
            let mut names = candidate.variables.clone();
            let mut seen = 0;
            let mut changed = false;
            candidate.edit_statements(&mut |statements| {
                let at = n.wrapping_sub(seen);
                if changed || at >= statements.len() {
                    seen += statements.len();
                    return;
                }
                seen += statements.len();
                if let Some(inside) = inside_of(&statements[at]) {
                    for statement in &inside {
                        walk_statement(statement, &mut |event| {
                            if let Event::Bind(Variable(variable)) = event {
                                // The name may hide one that is read behind the block.
                                names[variable].name = format!("inner_{variable}");
                            }
                        });
                    }
                    statements.splice(at..=at, inside);
                    changed = true;
                }
            });
            if changed {
                candidate.variables = names;
                candidates.push(candidate);
            }
            if n >= seen {
                break;
            }
        }
    }

    /// Without what stands before the name or before a statement.
    fn without_a_mark(&self, candidates: &mut Vec<Function>) {
        for n in 0..self.head.marks.len() {
            let mut candidate = self.clone();
            candidate.head.marks.remove(n);
            candidates.push(candidate);
        }
        if self.head.is_unsafe {
            let mut candidate = self.clone();
            candidate.head.is_unsafe = false;
            candidates.push(candidate);
        }
        for n in 0_usize.. {
            let mut candidate = self.clone();
            let mut seen = 0;
            let mut changed = false;
            candidate.edit_statements(&mut |statements| {
                for statement in statements {
                    if let Statement::Under {
                        statement: inner, ..
                    } = statement
                    {
                        if seen == n {
                            *statement = (**inner).clone();
                            changed = true;
                        }
                        seen += 1;
                    }
                }
            });
            if !changed {
                break;
            }
            candidates.push(candidate);
        }
    }

    /// Each expression by one inside it that has its type, or by a value.
    fn with_a_part(&self, candidates: &mut Vec<Function>) {
        let mut assigned = BTreeSet::new();
        self.walk(&mut |event| {
            if let Event::Use(variable, Mode::Assign) = event {
                assigned.insert(variable);
            }
        });
        for n in 0_usize.. {
            let mut seen = 0;
            let mut replacements = Vec::new();
            let mut probe = self.clone();
            probe.edit_expressions_inside(&mut |expression| {
                if seen == n {
                    replacements = parts_of(expression, &assigned);
                }
                seen += 1;
            });
            if n >= seen {
                break;
            }
            for replacement in replacements {
                let mut candidate = self.clone();
                let mut seen = 0;
                candidate.edit_expressions_inside(&mut |expression| {
                    if seen == n {
                        *expression = replacement.clone();
                    }
                    seen += 1;
                });
                candidates.push(candidate);
            }
        }
    }
}

/// The statements of the only block of a statement, unless it binds what they read.
fn inside_of(statement: &Statement) -> Option<Vec<Statement>> {
    let Statement::Do(expression) = statement else {
        return None;
    };
    let Node::Parts(_, parts) = &expression.node else {
        return None;
    };
    let mut blocks = parts.iter().filter_map(|part| match part {
        Part::Block(block) => Some(block),
        _ => None,
    });
    let block = blocks.next()?;
    if blocks.next().is_some() || block.tail.is_some() {
        return None;
    }
    let mut bound = BTreeSet::new();
    for part in parts {
        if let Part::Pattern(pattern) = part {
            walk_pattern(pattern, &mut |event| {
                if let Event::Bind(variable) = event {
                    bound.insert(variable);
                }
            });
        }
    }
    let mut free = true;
    let mut returns = false;
    for statement in &block.statements {
        walk_statement(statement, &mut |event| match event {
            Event::Use(variable, _) => free &= !bound.contains(&variable),
            Event::Expression(inner) => returns |= inner.leaves(),
            _ => {}
        });
    }
    (free && !returns).then(|| block.statements.clone())
}

/// What may stand in place of an expression: those inside it of its type that name nothing bound in
/// it, and a value of its type.
fn parts_of(expression: &Expression, assigned: &BTreeSet<Variable>) -> Vec<Expression> {
    if matches!(expression.node, Node::Literal(_) | Node::Use(..)) {
        return Vec::new();
    }
    let mut bound = BTreeSet::new();
    walk_expression(expression, &mut |event| {
        if let Event::Bind(variable) = event {
            bound.insert(variable);
        }
    });
    let mut found = Vec::new();
    walk_expression(expression, &mut |event| {
        let Event::Expression(inner) = event else {
            return;
        };
        if std::ptr::eq(inner, expression) || inner.is != expression.is {
            return;
        }
        // A place is moved out of where it was only read, and a literal is what comes last.
        match inner.node {
            Node::Literal(_) => return,
            Node::Use(variable, _) if !inner.is.is_copy() || assigned.contains(&variable) => return,
            _ => {}
        }
        let mut free = true;
        walk_expression(inner, &mut |event| match event {
            Event::Use(variable, _) => free &= !bound.contains(&variable),
            Event::Expression(part) => free &= !part.leaves(),
            _ => {}
        });
        if free && inner.is != super::types::Type::Unit {
            found.push(inner.clone());
        }
    });
    found.truncate(4);
    if let Some(value) = expression.is.default_value() {
        found.push(Expression::literal(expression.is.clone(), value));
    }
    found
}
