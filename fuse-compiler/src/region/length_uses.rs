//! Uses of an array that need no more of it than its length.
//!
//! In: a statement without its chains. Out: the names that it mentions in `name.len()` and `name.is_empty()` alone; and,
//! once such an array is contracted, the statement with something else in the place of the name.

use crate::ops::parse::looks_like_chain;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::bindings;
use crate::rust::spelling::spelling;
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::SortedSet;
use syn::{Expr, ExprMethodCall, Pat, Stmt};

/// The names of which a statement needs the length alone.
#[must_use]
pub(crate) fn lengths_alone(stmt: &Stmt) -> SortedSet<String> {
    let mut asked = SortedSet::new();
    let mut rest = stmt.clone();
    put(&mut rest, &mut |name| {
        asked.insert(name.to_owned());
        Some(syn::parse_quote!(()))
    });
    if asked.is_empty() {
        return asked;
    }
    let mentioned = Mentions::of_stmt(&rest).read;
    let mut bound = Bound(SortedSet::new());
    bound.visit_stmt_mut(&mut rest);
    asked.retain(|name| !mentioned.contains(name) && !bound.0.contains(name));
    asked
}

/// Puts expressions in the place of the names whose length is asked for.
pub(crate) fn put(stmt: &mut Stmt, with: &mut dyn FnMut(&str) -> Option<Expr>) {
    Replacer { with }.visit_stmt_mut(stmt);
}

/// The same in an expression.
pub(crate) fn put_in(expr: &mut Expr, with: &mut dyn FnMut(&str) -> Option<Expr>) {
    Replacer { with }.visit_expr_mut(expr);
}

struct Replacer<'a> {
    with: &'a mut dyn FnMut(&str) -> Option<Expr>,
}

impl VisitMut for Replacer<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            // A chain that stays as written needs what it names; a closure may run at any time.
            Expr::Closure(_) | Expr::Async(_) | Expr::Const(_) | Expr::Macro(_) => {}
            other if looks_like_chain(other) => {}
            Expr::MethodCall(call) if asks_length(call) => {
                if let Expr::Path(path) = &*call.receiver
                    && let Some(name) = path.path.get_ident()
                    && let Some(replacement) = (self.with)(&spelling(name))
                {
                    *call.receiver = replacement;
                }
            }
            other => visit_mut::visit_expr_mut(self, other),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// `name.len()` or `name.is_empty()`.
fn asks_length(call: &ExprMethodCall) -> bool {
    (call.method == "len" || call.method == "is_empty")
        && call.args.is_empty()
        && call.turbofish.is_none()
        && call.attrs.is_empty()
        && matches!(&*call.receiver, Expr::Path(path)
            if path.attrs.is_empty() && path.qself.is_none() && path.path.get_ident().is_some())
}

/// Every name that a pattern inside binds.
struct Bound(SortedSet<String>);

impl VisitMut for Bound {
    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        let names = bindings(pattern).into_iter().map(|binding| binding.name);
        self.0.extend(names);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    fn alone(statement: &str) -> Vec<String> {
        let stmt: Stmt = syn::parse_str(statement).expect("a statement");
        lengths_alone(&stmt).into_iter().collect()
    }

    #[test]
    fn what_is_asked_for_its_length_alone() {
        assert_eq!(alone("let n = xs.len() + ys.len();"), ["xs", "ys"]);
        assert_eq!(alone("if xs.is_empty() { return None; }"), ["xs"]);
        assert_eq!(alone("f(xs.len(), &ys);"), ["xs"]);
    }

    #[test]
    fn any_other_mention_needs_the_array() {
        for statement in [
            "let n = xs.len() + xs[0];",
            "let n = g(|| xs.len());",
            "println!(\"{}\", xs.len());",
            "let n = xs.iter().sum::<f64>() / xs.len() as f64;",
            "let n = { let xs = f(); xs.len() };",
            "let n = self.xs.len();",
            "let n = xs.len(1);",
        ] {
            assert!(alone(statement).is_empty(), "{statement}");
        }
    }

    #[test]
    fn another_name_is_asked() {
        let mut stmt: Stmt = syn::parse_quote!(let n = xs.len() as f64 / ys.len() as f64;);
        put(&mut stmt, &mut |name| {
            (name == "ys").then(|| syn::parse_quote!(tally))
        });
        let text = stmt.to_token_stream().to_string();
        assert_eq!(text, "let n = xs . len () as f64 / tally . len () as f64 ;");
    }
}
