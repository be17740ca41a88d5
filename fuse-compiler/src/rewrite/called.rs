//! Sums of what a function of the mathematical library gives, apart from the calls.
//!
//! In: `let s: f64 = xs.iter().map(|x| (x - m).exp()).sum();`. Out: `let s__terms: Vec<f64> = xs.iter().map(|x| (x - m).exp()).collect();` and
//! `let s: f64 = s__terms.iter().sum();`, of which a loop makes two passes over a block that waits: no register outlives a call, so that
//! in one body a sum of floats waits in memory for each of them. See Note [What operations cost] in
//! `fuse-compiler/src/rust/term/work.rs`. The numbers are added in the same order.

use super::{Rewriting, plain_let};
use crate::ops::chain::adapter::Adapter;
use crate::ops::names::local;
use crate::ops::parse;
use crate::rust::patterns::binds;
use crate::rust::spelling::{among, spelling};
use crate::rust::types::type_arguments;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprMethodCall, PathArguments, Stmt, Type};

/// True if tokens hold a sum, and the name of such a function, by their looks.
pub(super) fn may_be(tokens: TokenStream) -> bool {
    holds(tokens.clone(), "sum") && holds(tokens, "cos exp exp2 hypot ln log2 powi sin")
}

fn holds(tokens: TokenStream, names: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => among(names, &ident.to_string()),
        TokenTree::Group(group) => holds(group.stream(), names),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// What the name of such an array ends with.
const TERMS: &str = "__terms";

/// True for the name of an array that no source has.
pub(crate) fn are_terms(array: &str) -> bool {
    array.ends_with(TERMS)
}

/// Every such sum that a `let` of the block evaluates first.
pub(super) fn sums(rewriting: &mut Rewriting<'_>) {
    let mut index = 0;
    while index < rewriting.stmts.len() {
        let seen = may_be(rewriting.stmts[index].to_token_stream());
        if let Some((name, terms, sum)) = seen.then(|| apart(rewriting, index)).flatten() {
            rewriting.stmts[index] = sum;
            rewriting.stmts.insert(index, terms);
            rewriting.wanted.push(vec![name]);
            rewriting.added += 1;
            index += 1;
        }
        index += 1;
    }
}

/// The numbers of such a sum, by what name, and the statement with the sum of them.
fn apart(rewriting: &Rewriting<'_>, index: usize) -> Option<(String, Stmt, Stmt)> {
    let mut stmt = rewriting.stmts[index].clone();
    let declared = plain_let(&stmt).and_then(|(_, ty, _)| ty.cloned());
    let Stmt::Local(bound) = &mut stmt else {
        return None;
    };
    // The other statement would be there where this one is not.
    if !bound.attrs.is_empty() {
        return None;
    }
    let first = binds(&bound.pat).iter().next()?.replace("r#", "");
    let init = bound.init.as_mut().filter(|init| init.diverge.is_none())?;
    let whole = matches!(&*init.expr, Expr::MethodCall(call) if call.method == "sum");
    let sum = evaluated_first(&mut init.expr)?;
    let ty = match &sum.turbofish {
        Some(_) => type_of(sum)?,
        None => declared.filter(|_| whole)?,
    };
    let environment = rewriting.environment_at(index);
    let number = environment.scalar(&ty).filter(|of| of.is_float())?;
    let stream = parse::reader(&environment).stream(&sum.receiver).ok()?;
    let calls = match stream.adapters.last() {
        Some(Adapter::Map(worker)) => worker.work().calls > 0.0,
        _ => false,
    };
    let terms = local(&first, "terms");
    let name = spelling(&terms);
    // A sum takes references to numbers, too, which no array of numbers does.
    let of_values = stream
        .item
        .ty
        .as_ref()
        .filter(|_| !stream.item.by_reference);
    let of_values = of_values.and_then(|item| environment.scalar(item)) == Some(number);
    let fits = of_values && calls && stream.is_one_to_one() && stream.parallel.is_none();
    if !fits || rewriting.without.contains(&name) {
        return None;
    }
    let runtime = rewriting.runtime;
    let made = &sum.receiver;
    let numbers = syn::parse_quote!(let #terms: #runtime::Vec<#ty> = #made.collect(););
    *sum.receiver = syn::parse_quote!(#terms.iter());
    Some((name, numbers, stmt))
}

/// The `T` of `sum::<T>()`.
fn type_of(sum: &ExprMethodCall) -> Option<Type> {
    let arguments = PathArguments::AngleBracketed(sum.turbofish.clone()?);
    type_arguments(&syn::parse_quote!(of #arguments))
        .next()
        .cloned()
}

/// The sum that an expression evaluates before anything else.
fn evaluated_first(expr: &mut Expr) -> Option<&mut ExprMethodCall> {
    match expr {
        Expr::MethodCall(call) => match call.method == "sum" && call.args.is_empty() {
            true => call.attrs.is_empty().then_some(call),
            false => evaluated_first(&mut call.receiver),
        },
        Expr::Binary(binary) => evaluated_first(&mut binary.left),
        Expr::Unary(unary) => evaluated_first(&mut unary.expr),
        Expr::Paren(paren) => evaluated_first(&mut paren.expr),
        Expr::Cast(cast) => evaluated_first(&mut cast.expr),
        _ => None,
    }
}
