//! Whether a worker that is given a reference into an array gives back something that does not
//! borrow from that array (docs/DESIGN.md section 3, *Escaping references*).
//!
//! In: a closure whose parameter is a `&T` straight from an array. Out: yes or no. Whatever is
//! read through the reference by value, a field or what a `*` gives, has a type that was
//! settled before the array was borrowed, so no lifetime of the borrow can be in it, even where
//! the type itself is not visible.

use super::environment::Environment;
use super::patterns;
use super::term::{Is, Parsed, Term};
use crate::sorted::SortedSet;
use syn::{ExprClosure, Pat, UnOp};

/// True if the closure's result holds no reference into the arrays that its parameter, and the
/// `outer` names of a `flat_map`, point into.
#[must_use]
pub(crate) fn copies_out(
    closure: &ExprClosure,
    outer: &SortedSet<String>,
    environment: &Environment,
) -> bool {
    let [parameter] = closure.inputs.iter().collect::<Vec<_>>()[..] else {
        return false;
    };
    let mut references = outer.clone();
    references.extend(patterns::binds(parameter));
    // `|&(a, b)|` binds parts of the element by value.
    let values = match parameter {
        Pat::Reference(reference) => patterns::binds(&reference.pat),
        _ => SortedSet::new(),
    };
    let parsed = Parsed::default();
    let copies = Copies {
        references,
        values,
        environment,
    };
    copies.value(&Term::body_of(closure, environment, &[], &parsed))
}

struct Copies<'a> {
    references: SortedSet<String>,
    values: SortedSet<String>,
    environment: &'a Environment,
}

impl Copies<'_> {
    fn value(&self, term: &Term<'_>) -> bool {
        let value = |term: &Term<'_>| self.value(term);
        let by_value = || term.is_value(self.environment);
        match &term.is {
            Is::Block(block) if !block.labelled && block.steps.len() == 1 => {
                block.sole().is_some_and(value)
            }
            Is::Tuple(parts) | Is::Array(parts) => parts.iter().all(value),
            Is::Struct(fields, None) => fields.iter().all(value),
            Is::Call(function, arguments) if constructs(function) => arguments.iter().all(value),
            Is::Field(of, _) | Is::Unary(UnOp::Deref(_), of) => self.reaches(of),
            Is::Path(path) => {
                path.name().is_some_and(|name| self.values.contains(&name)) || by_value()
            }
            _ => by_value(),
        }
    }

    /// Nothing but field accesses and `*`, from a name that points into the array.
    fn reaches(&self, term: &Term<'_>) -> bool {
        match &term.is {
            Is::Path(path) => path
                .name()
                .is_some_and(|name| self.references.contains(&name)),
            Is::Field(of, _) | Is::Unary(UnOp::Deref(_), of) => self.reaches(of),
            _ => false,
        }
    }
}

/// `Some(..)`, `Point(..)`: not a local that is spelt like one.
fn constructs(callee: &Term<'_>) -> bool {
    let Is::Path(path) = &callee.is else {
        return false;
    };
    let capitalised = |last: &proc_macro2::Ident| patterns::capitalised(&last.to_string());
    path.known.is_none() && path.last().is_some_and(capitalised)
}

#[cfg(test)]
mod tests {
    use super::copies_out;
    use crate::rust::environment::Environment;
    use crate::sorted::SortedSet;

    fn holds(closure: &str) -> bool {
        let closure = syn::parse_str(closure).unwrap();
        copies_out(
            &closure,
            &SortedSet::from(["a".to_owned()]),
            &Environment::default(),
        )
    }

    #[test]
    fn what_is_read_by_value_through_a_reference_does_not_borrow() {
        for closure in [
            "|p| p.0",
            "|p| *p",
            "|p| (p.x, 1)",
            "|&(x, y)| (y, x)",
            "|b| (*a, *b)",
            "|p| Some(p.0.1)",
        ] {
            assert!(holds(closure), "{closure}");
        }
    }

    #[test]
    fn what_keeps_the_reference_does() {
        for closure in [
            "|p| p",
            "|p| &p.0",
            "|(x, _)| x",
            "|p| (p, 1)",
            "|p| p.name()",
            "|b| (a, *b)",
        ] {
            assert!(!holds(closure), "{closure}");
        }
    }
}
