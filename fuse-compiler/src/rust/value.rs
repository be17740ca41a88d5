//! Whether an expression is visibly a value.
//!
//! In: a [`Term`] and its environment. Out: yes only where the tokens show it. A value is what
//! the rule of docs/DESIGN.md section 3, *Escaping references*, asks the body of a worker to be.

use syn::{Lit, Type, UnOp};

use super::environment::Environment;
use super::macros::Kind;
use super::patterns::capitalised;
use super::std_names;
use super::term::{Block, Is, Method, Term};
use super::visible::{PathCall, turbofish};

impl Term<'_> {
    /// Whether it is visibly a value that borrows from nothing that lives shorter than `'static`: arithmetic, comparisons,
    /// casts, literals, tuples, structs and constructors of values, methods that return owned values.
    pub(crate) fn is_value(&self, env: &Environment) -> bool {
        let value = |term: &Term<'_>| term.is_value(env);
        match &self.is {
            Is::Path(path) => match &path.known {
                Some(known) => match &known.ty {
                    Some(ty) => env.visibly_owned(ty),
                    None => known.origin.is_owned(),
                },
                // A constant or a unit struct: what it borrows from is static.
                None => path
                    .last()
                    .is_some_and(|last| capitalised(&last.to_string())),
            },
            Is::Cast(_, ty) => env.visibly_owned(ty),
            Is::Unary(UnOp::Deref(_), _) | Is::Field(..) | Is::Index(..) => self.is_owned(env),
            Is::Tuple(parts) | Is::Array(parts) | Is::Range(parts) => parts.iter().all(value),
            Is::Repeat(element, _) => value(element),
            Is::Struct(fields, rest) => fields.iter().chain(rest.as_deref()).all(value),
            Is::If(_, then, other) => {
                let both = |other: &Term<'_>| then.is_value(env) && value(other);
                other.as_deref().is_none_or(both)
            }
            Is::Match(_, arms) => arms.iter().all(|arm| value(&arm.body)),
            Is::Block(block) => !block.labelled && block.is_value(env),
            Is::Call(_, arguments) => match self.calls(env) {
                PathCall::Constructor => arguments.iter().all(value),
                PathCall::Fresh | PathCall::Primitive => true,
                PathCall::Other => self.is_owned(env),
            },
            Is::Method(call) => call.gives_value(env) || self.is_owned(env),
            Is::Macro(_, Some(listed)) => {
                listed.kind != Kind::Vec || listed.by_value.iter().all(value)
            }
            Is::Literal(_) | Is::Binary(..) | Is::Unary(..) | Is::Assign(..) => true,
            Is::For(..) | Is::Loop(Some(_), _) | Is::Leave(_) => true,
            _ => false,
        }
    }

    /// Whether it visibly borrows from nothing that the function owns, such as the elements of an array.
    pub(crate) fn outlives_body(&self, env: &Environment) -> bool {
        self.is_value(env) || self.ty(env).is_some_and(|ty| env.outlives_body(ty))
    }

    /// Whether its type visibly borrows from nothing.
    fn is_owned(&self, env: &Environment) -> bool {
        self.ty(env).is_some_and(|ty| env.visibly_owned(ty))
    }

    /// Whether it shows that its type holds no reference, not only that its value holds none: `None` and `""` are values, but
    /// of types that `Some(&x)` and `&x[..]` have too.
    fn is_of_values(&self, env: &Environment) -> bool {
        match &self.is {
            Is::Literal(literal) => matches!(literal, Lit::Int(_) | Lit::Float(_)),
            Is::Unary(op, of) if !matches!(op, UnOp::Deref(_)) => of.is_of_values(env),
            Is::Binary(..) => true,
            _ => self.is_owned(env),
        }
    }

    /// A literal, a name, or a tuple of such: evaluating it takes no effect and cannot panic.
    pub(crate) fn is_inert(&self) -> bool {
        match &self.is {
            Is::Literal(_) | Is::Path(_) => true,
            Is::Unary(_, of) => matches!(of.is, Is::Literal(_)),
            Is::Tuple(parts) => parts.iter().all(Term::is_inert),
            _ => false,
        }
    }

    /// Whether it makes a value of a type that visibly holds no reference: `String::new()`, `Vec::<u8>::with_capacity(9)`.
    pub(crate) fn makes_owned(&self, env: &Environment) -> bool {
        let Is::Call(callee, _) = &self.is else {
            return false;
        };
        let Is::Path(callee) = &callee.is else {
            return false;
        };
        let mut path = callee.path.path.clone();
        let made = path.segments.pop();
        path.segments.pop_punct();
        let makes = ["new", "with_capacity", "from", "default"];
        let makes = made.is_some_and(|made| {
            made.arguments.is_none() && makes.iter().any(|name| made.ident == name)
        });
        let owner = || {
            Type::Path(syn::TypePath {
                attrs: Vec::new(),
                qself: None,
                path,
            })
        };
        makes
            && !callee.is_qualified()
            && callee.segments().len() > 1
            && env.visibly_owned(&owner())
    }
}

impl Block<'_> {
    /// Whether its value is visibly one, or there is none.
    pub(crate) fn is_value(&self, env: &Environment) -> bool {
        self.value().is_none_or(|value| value.is_value(env))
    }
}

impl Method<'_> {
    fn gives_value(&self, env: &Environment) -> bool {
        let receiver = &self.receiver;
        if self.is(std_names::COMPARISON) {
            return true;
        }
        let mut arguments = self.arguments.iter();
        let mut of_values = || arguments.any(|argument| argument.is_of_values(env));
        if self.is(std_names::KNOWN) {
            // All operands of these have one type.
            let extremum = matches!(self.name.as_str(), "min" | "max" | "clamp");
            return self.is(std_names::VALUE)
                || (extremum && (receiver.is_of_values(env) || of_values()))
                || (self.name == "clone" && receiver.is_value(env));
        }
        match self.named() {
            ("count", 0) => true,
            ("sum" | "product" | "collect" | "parse", 0) => {
                turbofish(self.call).is_some_and(|ty| env.visibly_owned(&ty))
            }
            ("unwrap" | "unwrap_or_default" | "copied" | "cloned", 0) | ("expect", 1) => {
                receiver.is_value(env)
            }
            ("unwrap_or", 1) => {
                matches!(receiver.is, Is::Method(_)) && receiver.is_value(env) || of_values()
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rust::environment::Environment;
    use crate::rust::visible::asked;

    #[test]
    fn a_string_of_its_own_holds_no_reference() {
        let env = Environment::default();
        let makes = |expr| {
            asked(&syn::parse_str(expr).unwrap(), &env, |term| {
                term.makes_owned(&env)
            })
        };
        for expr in [
            "String::new()",
            "String::with_capacity(9)",
            "std::string::String::from(\"a\")",
            "Vec::<u8>::new()",
        ] {
            assert!(makes(expr), "{expr}");
        }
        for expr in [
            "Vec::new()",
            "Vec::<&str>::new()",
            "Text::new()",
            "new()",
            "String::new",
            "<String as Made>::new()",
            "make()(1)",
        ] {
            assert!(!makes(expr), "{expr}");
        }
    }
}
