//! `line.trim().is_empty()`, without the trimming, and `line.split_whitespace().count()`, without the splitting.
//!
//! In: the body of a worker. Out: the same, in which the runtime answers whether a text is blank, and how many words it has. It
//! looks at the type, and does what is written where that is no text.

use crate::rust::visit_mut::{self, VisitMut};
use proc_macro2::TokenStream;
use syn::{Expr, ExprMethodCall, UnOp};

/// The body, with other questions.
pub(crate) fn looked_at(runtime: &TokenStream, body: &Expr) -> Expr {
    let mut body = body.clone();
    Blanks { runtime }.visit_expr_mut(&mut body);
    body
}

struct Blanks<'a> {
    runtime: &'a TokenStream,
}

impl VisitMut for Blanks<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let runtime = self.runtime;
        if let Some(name) = trimmed(expr).cloned() {
            *expr = syn::parse_quote!(#runtime::is_blank!(#name, #expr));
        } else if let Some(name) = split(expr).cloned() {
            *expr = syn::parse_quote!(#runtime::words_of!(#name, #expr));
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }
}

/// The name that is trimmed, and then asked whether anything is left.
fn trimmed(expr: &Expr) -> Option<&Expr> {
    const TRIMS: [&str; 3] = ["trim", "trim_start", "trim_end"];
    let asked = called(expr)?;
    let trim = called(&asked.receiver)?;
    let trims = TRIMS.iter().any(|name| trim.method == name);
    (asked.method == "is_empty" && trims && is_name(&trim.receiver)).then_some(&*trim.receiver)
}

/// The name whose words are counted.
fn split(expr: &Expr) -> Option<&Expr> {
    let counted = called(expr)?;
    let split = called(&counted.receiver)?;
    let splits = counted.method == "count" && split.method == "split_whitespace";
    (splits && is_name(&split.receiver)).then_some(&*split.receiver)
}

fn called(expr: &Expr) -> Option<&ExprMethodCall> {
    match expr {
        Expr::MethodCall(call)
            if call.attrs.is_empty() && call.turbofish.is_none() && call.args.is_empty() =>
        {
            Some(call)
        }
        _ => None,
    }
}

/// A name, or what it refers to: evaluated twice it is the same.
fn is_name(expr: &Expr) -> bool {
    match expr {
        Expr::Path(path) => path.attrs.is_empty() && path.path.get_ident().is_some(),
        Expr::Unary(unary) => {
            unary.attrs.is_empty() && matches!(unary.op, UnOp::Deref(_)) && is_name(&unary.expr)
        }
        Expr::Paren(paren) => paren.attrs.is_empty() && is_name(&paren.expr),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{split, trimmed};

    #[test]
    fn a_name_that_is_trimmed_and_asked_for() {
        let asks = |expr: &str| trimmed(&syn::parse_str(expr).unwrap()).is_some();
        for expr in [
            "line.trim().is_empty()",
            "(*line).trim_start().is_empty()",
            "(line).trim_end().is_empty()",
        ] {
            assert!(asks(expr), "{expr}");
        }
        for expr in [
            "line.trim().len()",
            "line.trim_matches(' ').is_empty()",
            "next(line).trim().is_empty()",
            "line.name.trim().is_empty()",
            "line.is_empty()",
            "line[at()..].trim().is_empty()",
        ] {
            assert!(!asks(expr), "{expr}");
        }
    }

    #[test]
    fn a_name_whose_words_are_counted() {
        let counts = |expr: &str| split(&syn::parse_str(expr).unwrap()).is_some();
        assert!(counts("line.split_whitespace().count()"));
        assert!(counts("(*line).split_whitespace().count()"));
        for expr in [
            "line.split_whitespace().last()",
            "line.split_whitespace().skip(1).count()",
            "line.split(' ').count()",
            "line.trim().split_whitespace().count()",
            "line.name.split_whitespace().count()",
            "line.count()",
        ] {
            assert!(!counts(expr), "{expr}");
        }
    }
}
