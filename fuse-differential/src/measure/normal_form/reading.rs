//! What expressions read from the start, and how long that is.

use super::Lowering;
use super::captured::{Captured, texts};
use crate::function::chain::Step;
use crate::function::expression::{Expression, Node, Part, Variable};
use crate::function::types::Type;
use crate::function::walk::{Event, walk_expression};
use crate::measure::lengths;
use fuse_compiler::internals::cnf::{Length, ValueId};

impl Lowering<'_, '_> {
    /// What of it counts as a step of one element.
    pub(super) fn is_step(&self, step: &Step) -> bool {
        match step.construct {
            "map(f)" | "filter(p)" | "filter_map(f)" | "copied()" | "cloned()" | "enumerate()" => {
                true
            }
            "zip(ys)" => self.argument_array(step).is_some(),
            _ => false,
        }
    }

    /// The array that an expression reads from its start, element by element.
    pub(super) fn array_of(&self, expression: &Expression) -> Option<Variable> {
        let variable = match &expression.node {
            Node::Use(variable, _) => *variable,
            Node::Parts(_, parts) => {
                let mut found = None;
                for part in parts {
                    match part {
                        Part::Tag(_) => {}
                        Part::Text(text)
                            if matches!(text.as_str(), "&" | ".iter()" | ".into_iter()") => {}
                        Part::Piece(inner, _) | Part::Argument(inner) if found.is_none() => {
                            match inner.node {
                                Node::Use(variable, _) => found = Some(variable),
                                _ => return None,
                            }
                        }
                        _ => return None,
                    }
                }
                found?
            }
            _ => return None,
        };
        self.is_array(variable).then_some(variable)
    }

    pub(super) fn argument_array(&self, step: &Step) -> Option<Variable> {
        let mut arguments = step.parts.iter().filter_map(|part| match part {
            Part::Piece(inner, _) | Part::Argument(inner) => Some(inner),
            _ => None,
        });
        let array = self.array_of(arguments.next()?)?;
        arguments.next().is_none().then_some(array)
    }

    /// The two arrays of `iter::zip(xs, ys)`.
    pub(super) fn zipped(&self, source: &Expression) -> Option<(Variable, Variable)> {
        let Node::Parts(_, parts) = &source.node else {
            return None;
        };
        if !matches!(parts.first(), Some(Part::Tag("iter::zip(xs, ys)"))) {
            return None;
        }
        let mut arrays = parts.iter().filter_map(|part| match part {
            Part::Piece(inner, _) | Part::Argument(inner) => Some(self.array_of(inner)),
            _ => None,
        });
        Some((arrays.next()??, arrays.next()??))
    }

    /// How many elements a source has that is no array.
    pub(super) fn extent(&mut self, source: &Expression, construct: &str, text: &str) -> Length {
        let Node::Parts(_, parts) = &source.node else {
            return Length::Unknown;
        };
        let piece = parts.iter().find_map(|part| match part {
            Part::Piece(inner, _) => Some(inner),
            _ => None,
        });
        let Some(piece) = piece else {
            return Length::Unknown;
        };
        match (construct, &piece.node) {
            ("0..n" | "1..=n", Node::Parts(..)) if piece.is == Type::USIZE => {
                // The table's own rows may be written with a piece that holds the rest.
                self.length(piece).unwrap_or(Length::Unknown)
            }
            ("0..n" | "1..=n", _) => self.length(piece).unwrap_or(Length::Unknown),
            (_, Node::Use(array, _)) if self.is_array(*array) => {
                let of = Length::Of(self.value(*array));
                lengths::part(construct, text, of)
            }
            _ => Length::Unknown,
        }
    }

    /// The length that an integer expression is.
    pub(super) fn length(&mut self, expression: &Expression) -> Option<Length> {
        match &expression.node {
            Node::Literal(text) => Some(Length::Known(text.clone())),
            Node::Use(variable, _) => {
                let known = self.lengths.get(variable).cloned();
                known.or_else(|| {
                    let integer = *self.is(*variable) == Type::USIZE;
                    integer.then(|| Length::Known(format!("n{}", variable.0)))
                })
            }
            Node::Parts(_, parts) => match parts.as_slice() {
                [Part::Piece(inner, _), Part::Text(text), ..] if text == ".len(" => {
                    match inner.node {
                        Node::Use(array, _) if self.is_array(array) => {
                            Some(Length::Of(self.value(array)))
                        }
                        _ => None,
                    }
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The arrays of which a statement says that they have one length.
    pub(super) fn equal_lengths(&mut self, expression: &Expression) -> Option<(ValueId, ValueId)> {
        let mut fact = false;
        let mut arrays = Vec::new();
        walk_expression(expression, &mut |event| match event {
            Event::Tag(tag) => fact |= tag.starts_with("size fact"),
            Event::Use(variable, _) => arrays.push(variable),
            _ => {}
        });
        match arrays.as_slice() {
            [a, b] if fact && self.is_array(*a) && self.is_array(*b) => {
                Some((self.value(*a), self.value(*b)))
            }
            _ => None,
        }
    }

    pub(super) fn split(&mut self, captured: &Captured) -> (Vec<ValueId>, Vec<ValueId>) {
        let variables: Vec<Variable> = captured
            .used
            .iter()
            .copied()
            .filter(|variable| !captured.bound.contains(variable))
            .collect();
        let (arrays, scalars): (Vec<Variable>, Vec<Variable>) = variables
            .into_iter()
            .partition(|variable| self.is_array(*variable));
        let scalars = scalars.into_iter().map(|v| self.value(v)).collect();
        let arrays = arrays.into_iter().map(|v| self.value(v)).collect();
        (scalars, arrays)
    }
}

/// The row of the table that a source belongs to, and its text without its pieces.
pub(super) fn described(source: &Expression) -> (&'static str, String) {
    let Node::Parts(_, parts) = &source.node else {
        return ("", String::new());
    };
    let tag = parts.iter().find_map(|part| match part {
        Part::Tag(tag) => Some(*tag),
        _ => None,
    });
    (tag.unwrap_or(""), texts(parts))
}
