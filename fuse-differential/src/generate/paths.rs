//! Places inside of places: fields, lengths, what references lead to. In: a place. Out: expressions that
//! read `Copy` values there.

use crate::function::expression::{Expression, Node};
use crate::function::types::Type;

/// A receiver of a method that references reach by themselves.
pub(crate) fn receiver(expression: Expression) -> Expression {
    match expression.node {
        Node::Dereference(_, inner) => *inner,
        _ => expression,
    }
}

/// An operand of arithmetic: one reference to a number serves as well as the number.
pub(crate) fn bare(expression: Expression) -> Expression {
    match expression.node {
        Node::Dereference(1, inner)
            if matches!(inner.is, Type::Reference(_)) && matches!(inner.node, Node::Use(..)) =>
        {
            *inner
        }
        _ => expression,
    }
}

/// The places inside a place that hold `Copy` values.
pub(crate) fn paths_of(place: &Expression, depth: usize, paths: &mut Vec<Expression>) {
    let referent = place.is.referent().clone();
    let references = place.is.references();
    match &referent {
        Type::Number(_) | Type::Bool | Type::Char => {
            paths.push(dereferenced(place, references, referent.clone()));
        }
        Type::Str => {
            if references > 0 {
                paths.push(dereferenced(
                    place,
                    references - 1,
                    referent.clone().reference(),
                ));
            }
            paths.push(Expression::method(
                Type::USIZE,
                place.clone(),
                "len",
                vec![],
            ));
        }
        Type::String => {
            paths.push(Expression::method(
                Type::Str.reference(),
                place.clone(),
                "as_str",
                vec![],
            ));
            paths.push(Expression::method(
                Type::USIZE,
                place.clone(),
                "len",
                vec![],
            ));
        }
        Type::Tracked => paths.push(Expression::method(
            Type::I64,
            place.clone(),
            "label",
            vec![],
        )),
        Type::Tuple(parts) if depth > 0 => {
            for (i, part) in parts.iter().enumerate() {
                let field = place.clone().field(part.clone(), &i.to_string());
                paths_of(&field, depth - 1, paths);
            }
        }
        Type::Record => {
            for (name, is) in RECORD {
                let field = place.clone().field(is.clone(), name);
                paths.push(field);
            }
            paths.push(Expression::method(
                Type::F64,
                place.clone(),
                "weight",
                vec![],
            ));
        }
        Type::Option(inner) if inner.is_number() => {
            let zero = Expression::literal(
                (**inner).clone(),
                if inner.is_float() { "0.0" } else { "0" },
            );
            paths.push(Expression::method(
                (**inner).clone(),
                place.clone(),
                "unwrap_or",
                vec![zero],
            ));
        }
        Type::Vec(_) | Type::Array(..) | Type::Slice(_) => {
            paths.push(Expression::method(
                Type::USIZE,
                place.clone(),
                "len",
                vec![],
            ));
        }
        _ => {}
    }
}

/// The fields of `Record` that are `Copy`.
pub(crate) const RECORD: [(&str, Type); 3] = [
    ("id", Type::I64),
    ("weight", Type::F64),
    ("active", Type::Bool),
];

fn dereferenced(place: &Expression, times: usize, is: Type) -> Expression {
    if times == 0 {
        return place.clone();
    }
    Expression {
        is,
        node: Node::Dereference(times, Box::new(place.clone())),
    }
}
