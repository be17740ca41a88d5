//! Statements.

use super::expression::{Expression, Pattern};

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `let pattern: type = value;`
    Let {
        /// What is bound.
        pattern: Pattern,
        /// Where its type is written.
        shown: Shown,
        /// The initialiser.
        value: Expression,
    },
    /// A function inside the function: `fn name` and then its parameters, result and body.
    Item {
        /// What it is called.
        name: super::expression::Variable,
        /// What is behind its name; its type is the function's.
        value: Expression,
    },
    /// A statement below attributes that change nothing.
    Under {
        /// As they stand.
        attributes: &'static str,
        /// What is below them.
        statement: Box<Statement>,
    },
    /// Tokens that name no variable, and the construct that they are.
    Words {
        /// As they stand, with their semicolon.
        text: String,
        /// The row of the table.
        tag: &'static str,
    },
    /// `expression;`, or without the semicolon if it ends in a block.
    Do(Expression),
}

/// Where the type of a `let` is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// As its annotation.
    Annotated,
    /// In the initialiser, or nowhere because it follows from it.
    Inside,
    /// Nowhere: the first use says it, which stands in the result.
    Later,
}
