//! What leaves the function in the middle of a value: `?` behind a consumer, and behind a test.

use crate::function::expression::{Binds, Expression, Part};
use crate::function::types::Type;

use super::Generator;
use super::sources::text;

/// The construct. A function that holds it gives an `Option`.
pub(crate) const QUESTION: &str = "question mark";

impl Generator {
    /// Now and then, what is inside of an option, or a number that passes a test, and `?`.
    pub(crate) fn questioned(&mut self, value: Expression) -> Expression {
        if self.workers > 0 || !self.style.walls {
            return value;
        }
        match value.is.clone() {
            Type::Option(inner) if self.random.percent(35) => {
                Self::asked(*inner, vec![Part::Piece(value, Binds::Postfix)])
            }
            Type::Number(number) if self.random.percent(6) => {
                let condition = self.condition(1);
                Self::asked(
                    Type::Number(number),
                    vec![
                        text("("),
                        Part::Argument(condition),
                        text(").then_some("),
                        Part::Piece(value, Binds::Open),
                        text(")"),
                    ],
                )
            }
            _ => value,
        }
    }

    pub(crate) fn asked(is: Type, mut parts: Vec<Part>) -> Expression {
        parts.push(text("?"));
        Expression::parts(is, Binds::Postfix, parts).tagged(QUESTION)
    }
}
