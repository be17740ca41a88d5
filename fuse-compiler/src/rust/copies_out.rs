//! Whether a worker that is given a reference into an array gives back something that does not
//! borrow from that array (docs/DESIGN.md section 3, *Escaping references*).
//!
//! In: a closure whose parameter is a `&T` straight from an array. Out: yes or no. Whatever is
//! read through the reference by value, a field or what a `*` gives, has a type that was
//! settled before the array was borrowed, so no lifetime of the borrow can be in it, even where
//! the type itself is not visible.

use super::environment::{Environment, Origin};
use super::value::visibly_value;
use super::{patterns, visible};
use crate::sorted::SortedSet;
use syn::{Expr, ExprClosure, Pat, Stmt, UnOp};

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
    let mut inner = environment.clone();
    inner.bind(parameter, None, &Origin::Pattern);
    let mut references = outer.clone();
    references.extend(patterns::binds(parameter));
    // `|&(a, b)|` binds parts of the element by value.
    let values = match parameter {
        Pat::Reference(reference) => patterns::binds(&reference.pat),
        _ => SortedSet::new(),
    };
    Copies {
        references,
        values,
        environment: &inner,
    }
    .value(&closure.body)
}

struct Copies<'a> {
    references: SortedSet<String>,
    values: SortedSet<String>,
    environment: &'a Environment,
}

impl Copies<'_> {
    fn value(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.value(&inner.expr),
            Expr::Block(block) if block.label.is_none() && block.block.stmts.len() == 1 => {
                matches!(&block.block.stmts[0], Stmt::Expr(tail, None) if self.value(tail))
            }
            Expr::Tuple(tuple) => tuple.elems.iter().all(|part| self.value(part)),
            Expr::Array(array) => array.elems.iter().all(|part| self.value(part)),
            Expr::Struct(literal) if literal.rest.is_none() => {
                literal.fields.iter().all(|field| self.value(&field.expr))
            }
            Expr::Call(call) if self.constructs(&call.func) => {
                call.args.iter().all(|argument| self.value(argument))
            }
            Expr::Field(_) => self.projects(expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.projects(expr),
            Expr::Path(_)
                if visible::name_of(expr).is_some_and(|name| self.values.contains(&name)) =>
            {
                true
            }
            _ => visibly_value(expr, self.environment),
        }
    }

    /// `Some(..)`, `Point(..)`: not a local that is spelt like one.
    fn constructs(&self, callee: &Expr) -> bool {
        let Expr::Path(path) = callee else {
            return false;
        };
        path.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            patterns::capitalised(&name) && self.environment.lookup(&name).is_none()
        })
    }

    /// At least one field access or `*`, and nothing else, from a name that points into the array.
    fn projects(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Field(field) => self.reaches(&field.base),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.reaches(&unary.expr),
            _ => false,
        }
    }

    fn reaches(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.reaches(&inner.expr),
            Expr::Path(_) => {
                visible::name_of(expr).is_some_and(|name| self.references.contains(&name))
            }
            _ => self.projects(expr),
        }
    }
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
