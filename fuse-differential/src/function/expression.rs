//! Expressions, patterns and blocks: a light tree of text, variables and sub-expressions, each of a
//! known type.

use super::chain::Chain;
use super::types::Type;

/// A variable of a function: an index into [`Function::variables`](super::Function::variables).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variable(pub usize);

/// What a variable is called, and its type. Several may have one name: the later shadows the
/// earlier.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// What it is called.
    pub name: String,
    /// Its type.
    pub is: Type,
}

/// What is done to a variable where it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Read, copied or borrowed.
    Read,
    /// Moved away.
    Move,
    /// Borrowed `&mut`, so that it must be `mut`.
    Mutate,
    /// Changed through the `&mut` that it is.
    Through,
    /// Assigned, with an operator or without.
    Assign,
    /// Borrowed `&mut` for what that gives, so that it must be `mut` and is read as well.
    Pull,
}

/// How tightly an expression binds, from the loosest to the tightest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Binds {
    /// Closures, `return`, assignments, ranges, and what begins with `if` and its like.
    Open,
    /// `||`
    Or,
    /// `&&`
    And,
    /// Comparisons.
    Compare,
    /// `|`, `^`
    BitOr,
    /// `&`
    BitAnd,
    /// `<<`, `>>`
    Shift,
    /// `+`, `-`
    Sum,
    /// `*`, `/`, `%`
    Product,
    /// `as`
    Cast,
    /// `-`, `!`, `*`, `&`
    Unary,
    /// Method calls, fields, names, literals.
    Postfix,
}

/// An expression and its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// Its type.
    pub is: Type,
    /// What it is.
    pub node: Node,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A literal without its suffix.
    Literal(String),
    /// A variable.
    Use(Variable, Mode),
    /// `*x`, as often as said.
    Dereference(usize, Box<Expression>),
    /// Two operands of an arithmetic operator or a comparison, so that one says the other's type.
    Binary(&'static str, Box<Expression>, Box<Expression>),
    /// Pieces one behind the other.
    Parts(Binds, Vec<Part>),
    /// A chain.
    Chain(Box<Chain>),
    /// `return` of a value for each result of the function.
    Return,
    /// `break` or `continue`.
    Leave(&'static str),
}

/// A piece of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Tokens.
    Text(String),
    /// An expression that binds at least so tightly, or stands in parentheses.
    Piece(Expression, Binds),
    /// An expression whose type is known from where it stands, so that a literal needs no suffix.
    Argument(Expression),
    /// A pattern.
    Pattern(Pattern),
    /// A block.
    Block(Block),
    /// A construct that the table counts.
    Tag(&'static str),
}

/// A pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// A name; `_` where nobody reads it.
    Bind(Variable),
    /// `_`
    Wild,
    /// `&pattern`
    Reference(Box<Pattern>),
    /// `(a, b)`
    Tuple(Vec<Pattern>),
}

/// Statements, and perhaps a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// One after the other.
    pub statements: Vec<super::statement::Statement>,
    /// The value.
    pub tail: Option<Box<Expression>>,
}

impl Expression {
    /// A literal without its suffix.
    pub fn literal(is: Type, text: impl Into<String>) -> Self {
        Self {
            is,
            node: Node::Literal(text.into()),
        }
    }

    /// Pieces one behind the other.
    pub fn parts(is: Type, binds: Binds, parts: Vec<Part>) -> Self {
        Self {
            is,
            node: Node::Parts(binds, parts),
        }
    }

    /// `receiver.method(arguments)`, where `method` is text and may have a turbofish.
    pub fn method(
        is: Type,
        receiver: Expression,
        method: &str,
        arguments: Vec<Expression>,
    ) -> Self {
        let mut parts = vec![
            Part::Piece(receiver, Binds::Postfix),
            Part::Text(format!(".{method}(")),
        ];
        for (i, argument) in arguments.into_iter().enumerate() {
            if i > 0 {
                parts.push(Part::Text(", ".to_owned()));
            }
            parts.push(Part::Argument(argument));
        }
        parts.push(Part::Text(")".to_owned()));
        Self::parts(is, Binds::Postfix, parts)
    }

    /// `path(arguments)`.
    pub fn call(is: Type, path: &str, arguments: Vec<Expression>) -> Self {
        let mut parts = vec![Part::Text(format!("{path}("))];
        commas(&mut parts, arguments);
        parts.push(Part::Text(")".to_owned()));
        Self::parts(is, Binds::Postfix, parts)
    }

    /// An operand before and behind an operator.
    pub fn binary(is: Type, left: Expression, operator: &'static str, right: Expression) -> Self {
        Self {
            is,
            node: Node::Binary(operator, Box::new(left), Box::new(right)),
        }
    }

    /// `expression as is`.
    pub fn cast(self, is: Type) -> Self {
        let text = format!(" as {is}");
        Self::parts(
            is,
            Binds::Cast,
            vec![Part::Piece(self, Binds::Cast), Part::Text(text)],
        )
    }

    /// `prefix expression`, a unary operator.
    pub fn unary(is: Type, prefix: &str, of: Expression) -> Self {
        Self::parts(
            is,
            Binds::Unary,
            vec![
                Part::Text(prefix.to_owned()),
                Part::Piece(of, Binds::Postfix),
            ],
        )
    }

    /// `expression.field`.
    pub fn field(self, is: Type, name: &str) -> Self {
        Self::parts(
            is,
            Binds::Postfix,
            vec![
                Part::Piece(self, Binds::Postfix),
                Part::Text(format!(".{name}")),
            ],
        )
    }

    /// `(a, b)`.
    pub fn tuple(parts: Vec<Expression>) -> Self {
        let is = Type::Tuple(parts.iter().map(|part| part.is.clone()).collect());
        let mut all = vec![Part::Text("(".to_owned())];
        commas(&mut all, parts);
        all.push(Part::Text(")".to_owned()));
        Self::parts(is, Binds::Postfix, all)
    }

    /// `if condition { yes } else { no }`.
    pub fn choice(condition: Expression, yes: Expression, no: Expression) -> Self {
        let block = |value: Expression| {
            Part::Block(Block {
                statements: Vec::new(),
                tail: Some(Box::new(value)),
            })
        };
        Self::parts(
            yes.is.clone(),
            Binds::Open,
            vec![
                Part::Text("if ".to_owned()),
                Part::Piece(condition, Binds::Open),
                block(yes),
                Part::Text(" else ".to_owned()),
                block(no),
            ],
        )
    }

    /// The same, counted as `tag` in the table.
    #[must_use]
    pub fn tagged(mut self, tag: &'static str) -> Self {
        match &mut self.node {
            Node::Parts(_, parts) => parts.insert(0, Part::Tag(tag)),
            _ => {
                let is = self.is.clone();
                let binds = self.binds();
                let parts = vec![Part::Tag(tag), Part::Piece(self, Binds::Open)];
                self = Self::parts(is, binds, parts);
            }
        }
        self
    }

    /// True if what follows it may not run.
    pub fn leaves(&self) -> bool {
        matches!(self.node, Node::Return | Node::Leave(_))
    }

    /// How tightly it binds.
    pub fn binds(&self) -> Binds {
        match &self.node {
            Node::Literal(text) if text.starts_with('-') => Binds::Unary,
            Node::Literal(_) | Node::Use(..) | Node::Chain(_) => Binds::Postfix,
            Node::Dereference(0, _) => Binds::Postfix,
            Node::Dereference(..) => Binds::Unary,
            Node::Binary(operator, ..) => operator_binds(operator),
            Node::Parts(binds, parts) => match parts.as_slice() {
                // It has nothing of its own but its tags.
                [tags @ .., Part::Piece(inner, _)]
                    if tags.iter().all(|part| matches!(part, Part::Tag(_))) =>
                {
                    inner.binds()
                }
                _ => *binds,
            },
            Node::Return | Node::Leave(_) => Binds::Open,
        }
    }
}

/// How tightly an operator binds.
pub fn operator_binds(operator: &str) -> Binds {
    match operator {
        "||" => Binds::Or,
        "&&" => Binds::And,
        "==" | "!=" | "<" | ">" | "<=" | ">=" => Binds::Compare,
        "|" | "^" => Binds::BitOr,
        "&" => Binds::BitAnd,
        "<<" | ">>" => Binds::Shift,
        "+" | "-" => Binds::Sum,
        _ => Binds::Product,
    }
}

fn commas(parts: &mut Vec<Part>, expressions: Vec<Expression>) {
    for (i, expression) in expressions.into_iter().enumerate() {
        if i > 0 {
            parts.push(Part::Text(", ".to_owned()));
        }
        parts.push(Part::Piece(expression, Binds::Open));
    }
}
