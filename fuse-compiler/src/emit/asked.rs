//! Questions to rustc about types that the macro does not see.
//!
//! In: the [`Question`]s of a worker. Out: a condition, a constant to rustc, that holds if all are answered with yes; and a body
//! that computes both sides of `&&` and `||` where it holds, and is as written where not.

use crate::rust::expr::strip;
use crate::rust::totality::{Ask, Question, Totality};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{BinOp, Expr};

/// The condition; `None` where nothing is asked.
pub(super) fn condition(runtime: &TokenStream, questions: &[Question]) -> Option<TokenStream> {
    let mut asked = questions.iter().map(|Question { ask, place }| match ask {
        Ask::Direct => quote!(#runtime::is_direct!(#place)),
        Ask::Reference => quote!(#runtime::is_reference!(#place)),
        Ask::Comparable => quote!(#runtime::is_comparable!(#place)),
        Ask::Number => quote!(#runtime::is_number!(#place)),
        Ask::Float => quote!(#runtime::is_float!(#place)),
    });
    let first = asked.next()?;
    Some(quote!(#first #(&& #asked)*))
}

/// A test with `&` for `&&` and `|` for `||`, if all that these jump over may be computed.
pub(super) fn straightened(runtime: &TokenStream, body: &Expr, totality: &Totality) -> Expr {
    let Some(questions) = totality.questions().filter(|_| jumps(body)) else {
        return body.clone();
    };
    let straight = bitwise(body);
    match condition(runtime, questions) {
        None => straight,
        Some(condition) => syn::parse_quote!(if #condition { #straight } else { #body }),
    }
}

/// True if an expression is a `&&` or a `||`.
fn jumps(expr: &Expr) -> bool {
    matches!(strip(expr), Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)))
}

fn bitwise(expr: &Expr) -> Expr {
    match expr {
        Expr::Paren(paren) if jumps(expr) => bitwise(&paren.expr),
        Expr::Binary(binary) => {
            let (left, right) = (bitwise(&binary.left), bitwise(&binary.right));
            let here = Span::call_site().located_at(binary.op.span());
            match binary.op {
                BinOp::And(_) => syn::parse_quote_spanned!(here=> (#left) & (#right)),
                BinOp::Or(_) => syn::parse_quote_spanned!(here=> (#left) | (#right)),
                _ => expr.clone(),
            }
        }
        _ => expr.clone(),
    }
}
