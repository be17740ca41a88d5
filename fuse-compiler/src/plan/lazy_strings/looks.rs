//! What only looks at a `String`, in ways that mean the same on its text.
//!
//! In: a worker. Out: whether it may be given the text instead.

use super::maker::is_name;
use crate::ops::chain::Worker;
use crate::rust::spelling::spelling;
use crate::rust::std_names;
use crate::rust::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, Pat, UnOp};

/// Whether a worker only looks at its element in ways that mean the same on a `String` and on its text.
pub(crate) fn looks(worker: &Worker) -> bool {
    let Expr::Closure(closure) = &worker.expr else {
        return false;
    };
    let mut inputs = closure.inputs.iter();
    let (Some(pattern), None) = (inputs.next(), inputs.next()) else {
        return false;
    };
    let Some(name) = bound(pattern) else {
        return false;
    };
    let mut looks = Looks { name, only: true };
    looks.visit_expr(&closure.body);
    looks.only
}

/// The name that a pattern binds the element to, or what it refers to.
fn bound(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(pattern)
            if pattern.attrs.is_empty()
                && pattern.by_ref.is_none()
                && pattern.mutability.is_none()
                && pattern.subpat.is_none() =>
        {
            Some(spelling(&pattern.ident))
        }
        Pat::Reference(reference)
            if reference.attrs.is_empty() && reference.mutability.is_none() =>
        {
            bound(&reference.pat)
        }
        Pat::Paren(paren) if paren.attrs.is_empty() => bound(&paren.pat),
        _ => None,
    }
}

/// Whether all mentions of a name are looks.
struct Looks {
    name: String,
    only: bool,
}

impl Looks {
    /// The name, or what it refers to.
    fn is_looked_at(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(paren) if paren.attrs.is_empty() => self.is_looked_at(&paren.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                self.is_looked_at(&unary.expr)
            }
            expr => is_name(expr, &self.name),
        }
    }
}

impl<'ast> Visit<'ast> for Looks {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::MethodCall(call)
                if call.attrs.is_empty()
                    && std_names::is(
                        &call.method.to_string(),
                        call.args.len(),
                        std_names::LOOKS,
                    )
                    && self.is_looked_at(&call.receiver) =>
            {
                if let Some(types) = &call.turbofish {
                    self.visit_angle_bracketed_generic_arguments(types);
                }
                call.args
                    .iter()
                    .for_each(|argument| self.visit_expr(argument));
            }
            Expr::Index(index) if index.attrs.is_empty() && self.is_looked_at(&index.expr) => {
                self.visit_expr(&index.index);
            }
            Expr::Binary(binary)
                if matches!(binary.op, BinOp::Eq(_) | BinOp::Ne(_))
                    && self.is_looked_at(&binary.left)
                    && matches!(&*binary.right, Expr::Lit(literal)
                        if matches!(literal.lit, Lit::Str(_))) => {}
            expr if is_name(expr, &self.name) => self.only = false,
            expr => visit::visit_expr(self, expr),
        }
    }

    // It may mention anything.
    fn visit_macro(&mut self, _: &'ast syn::Macro) {
        self.only = false;
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        self.only = false;
    }
}

#[cfg(test)]
mod tests {
    use super::looks;
    use crate::plan::lazy_strings::tests::worker;

    #[test]
    fn looks_that_mean_the_same_on_a_string_and_on_a_str() {
        for closure in [
            "|word| !word.is_empty()",
            "|&word| word.len() > 3 && (*word).starts_with(\"a\")",
            "|word| **word != \"x\"",
            "|word| word == \"x\" || word[1..].contains('x')",
            "|word| stops.contains(&word.as_str())",
            "|_word| true",
            "|word| word.parse::<u8>().is_ok()",
        ] {
            assert!(looks(&worker(closure)), "{closure}");
        }
    }

    #[test]
    fn looks_that_need_a_string() {
        for closure in [
            "|word: &String| !word.is_empty()",
            "|word| word == other",
            "|word| \"x\" == word",
            "|word| word.capacity() > 3",
            "|word| stops.contains(word)",
            "|word| seen.insert(word.clone())",
            "|word| format!(\"{word}\").is_empty()",
            "|word| word.first.is_empty()",
            "|word| { let it = word; it.is_empty() }",
            "|word| Some(word).is_some()",
            "|word| word.cmp(&other).is_lt()",
            "|ref word| word.is_empty()",
            "String::is_empty",
        ] {
            assert!(!looks(&worker(closure)), "{closure}");
        }
    }
}
