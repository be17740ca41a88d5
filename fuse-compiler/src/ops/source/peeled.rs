//! The elements of an array or a range but for the first few, which are peeled off: a loop takes them before its first turn.
//!
//! In: what `rewrite/peeled.rs` writes in the place of `xs.iter()`; no user does. Out: the source of the others, with those beside it.

use crate::ops::chain::stream::{Access, Peeled, Source, Stream};
use crate::ops::names::local;
use crate::ops::reading::{Parsed, Parser};
use crate::ops::recognised::sources::Row;
use crate::rust::expr::strip;
use crate::rust::hygiene::spelt;
use crate::rust::spelling::times;
use proc_macro2::{Literal, TokenStream};
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprRange, Lit, LitInt, RangeLimits};

pub(super) const ROWS: &[Row] = &[];

const NAME: (&str, &str) = ("loop", "peeled");

/// A source, of which so many elements are peeled off.
pub(crate) fn peeled(source: &Expr, count: u64) -> Expr {
    let mut name = local(NAME.0, NAME.1);
    // What is said of the chain is said of the user's tokens.
    name.set_span(name.span().located_at(source.span()));
    let count = Literal::u64_unsuffixed(count);
    syn::parse_quote!(#name(#source, #count))
}

/// True if such a source is among some tokens: no loop has taken it.
pub(crate) fn is_left_in(tokens: &TokenStream) -> bool {
    times(&spelt(NAME.0, NAME.1), tokens.clone()) > 0
}

/// The source that some elements of are peeled off, and how many.
pub(crate) fn of(call: &ExprCall) -> Option<(&Expr, u64)> {
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    let mut arguments = call.args.iter();
    let (Some(source), Some(Expr::Lit(count))) = (arguments.next(), arguments.next()) else {
        return None;
    };
    let (Lit::Int(count), true) = (&count.lit, path.path.is_ident(&spelt(NAME.0, NAME.1))) else {
        return None;
    };
    Some((source, count.base10_parse().ok()?))
}

pub(super) fn read(parser: &Parser<'_>, expr: &Expr) -> Parsed<Option<Stream>> {
    let Expr::Call(call) = expr else {
        return Ok(None);
    };
    let Some((source, count)) = of(call) else {
        return Ok(None);
    };
    let whole = parser.stream(source)?;
    let Some((rest, elements)) = cut(&whole.source, count) else {
        return Ok(None);
    };
    let peeled = Some(Peeled { elements, count });
    let mut rest = parser.stream(&rest)?;
    match &mut rest.source {
        Source::Range(range) => range.peeled = peeled,
        Source::Driver(driver) => driver.peeled = peeled,
        Source::Array(_) => return Ok(None),
    }
    Ok(Some(rest))
}

/// A source without its first elements, and all of it.
fn cut(source: &Source, count: u64) -> Option<(Expr, Expr)> {
    match source {
        Source::Array(array) if array.access == Access::ByReference => {
            let all = match strip(&array.expr) {
                all @ Expr::MethodCall(_) => all.clone(),
                // A method of this name may be the user's.
                _ => {
                    let name = &array.name;
                    syn::parse_quote!(#name[..].iter())
                }
            };
            let count = Literal::u64_unsuffixed(count);
            Some((syn::parse_quote!(#all.skip(#count)), all))
        }
        Source::Range(range) => {
            let range = &range.expr;
            let start = first(range)?;
            let next = start.base10_parse::<u64>().ok()?.checked_add(count)?;
            // An `i8` may be as large.
            let next = Some(next).filter(|next| *next < 128)?;
            let next = LitInt::new(&format!("{next}{}", start.suffix()), start.span());
            let rest = ExprRange {
                start: Some(Box::new(syn::parse_quote!(#next))),
                ..range.clone()
            };
            Some((Expr::Range(rest), Expr::Range(range.clone())))
        }
        Source::Array(_) | Source::Driver(_) => None,
    }
}

/// Where a range starts that some of may be peeled off.
pub(crate) fn first(range: &ExprRange) -> Option<&LitInt> {
    let half_open = matches!(range.limits, RangeLimits::HalfOpen(_)) && range.end.is_some();
    match strip(range.start.as_deref()?) {
        Expr::Lit(literal) if half_open => match &literal.lit {
            Lit::Int(start) => Some(start),
            _ => None,
        },
        _ => None,
    }
}
