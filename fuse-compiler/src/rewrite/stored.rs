//! Arrays of which a loop stores each element, at its counter, as what `collect` makes of a chain.
//!
//! In: `let mut ys = vec![0.0; n];` and a loop behind it over `0..n`, or over the elements and places of an array that is visibly `n`
//! long, which ends with `ys[i] = x;` and mentions `ys` nowhere else. Out: `let ys: Vec<f64> = (0..n).map(|i| x).collect();`. No index
//! is out of bounds, each element is stored once, and nobody reads one before the loop has ended; what was stored first is a number.

use super::made::statements;
use super::uses::Uses;
use super::{Rewriting, name_of, plain_let};
use crate::ops::parse;
use crate::ops::reading::vec_of;
use crate::rust::control::Control;
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use crate::rust::mentions::Mentions;
use crate::rust::patterns;
use crate::rust::spelling::{spelling, times};
use crate::rust::types::peel;
use proc_macro2::Span;
use quote::{ToTokens, quote_spanned};
use syn::parse::Parser as _;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprForLoop, Lit, Pat, RangeLimits, Stmt, Token, Type, UnOp};

/// Loops that store, as chains.
pub(super) fn stored(rewriting: &mut Rewriting<'_>) {
    let mut index = 0;
    while index < rewriting.stmts.len() {
        match stored_at(rewriting, index) {
            Some((place, name, made)) => {
                rewriting.stmts[place] = made.stmt;
                rewriting.take_away(index, &name, made.named.as_ref());
                // It need not vanish: it is worth it, too, where others share the loop that makes it.
                let shared = super::made_together(&name);
                rewriting.wanted.push(vec![name, shared]);
            }
            None => index += 1,
        }
    }
}

/// What makes an array.
struct Made {
    stmt: Stmt,
    /// The name of its length, if that stands nowhere in it.
    named: Option<Expr>,
}

fn stored_at(rewriting: &Rewriting<'_>, index: usize) -> Option<(usize, String, Made)> {
    let (ident, ty, init) = plain_let(&rewriting.stmts[index])?;
    let name = spelling(&ident.ident);
    ident.mutability?;
    let (first, count) = filled(rewriting, init)?;
    if !rewriting.may(&name) || !is_number(&first) {
        return None;
    }
    let mentions = |stmt: &Stmt| {
        Mentions::of_stmt(stmt).read.contains(&name) || times(&name, stmt.to_token_stream()) > 0
    };
    let place = (index + 1..rewriting.stmts.len()).find(|at| mentions(&rewriting.stmts[*at]))?;
    let Stmt::Expr(Expr::ForLoop(looped), _) = &rewriting.stmts[place] else {
        return None;
    };
    let plain = looped.attrs.is_empty() && looped.label.is_none();
    // The body becomes that of a closure, which the loop around it is not in.
    let control = Control::of_block(&looped.body);
    let leaves = control.leaves() || control.attributes || control.items || control.asynchronous;
    if !plain || leaves || control.unsafe_blocks || control.none_groups {
        return None;
    }
    let after = &rewriting.stmts[place + 1..];
    if after.is_empty() || !Uses::of(&name, after).unchanged() {
        return None;
    }
    let environment = rewriting.environment_at(place);
    let lengths = Lengths {
        rewriting,
        environment: &environment,
        between: index..place,
    };
    let (before, last) = statements(&name, &looped.body)?;
    let (counter, value) = stored_value(&name, last)?;
    let rebinds = |stmt: &Stmt| matches!(stmt, Stmt::Local(local) if patterns::binds(&local.pat).contains(&counter));
    if before.iter().any(rebinds) {
        return None;
    }
    let source = lengths.source(looped, &counter, &name, &count)?;
    let pattern = &looped.pat;
    // The index may be all that the counter is used for, as rustc sees it.
    let used = before.iter().map(ToTokens::to_token_stream);
    let used = used
        .chain([value.to_token_stream()])
        .map(|tokens| times(&counter, tokens));
    let index_alone = (used.sum::<usize>() == 0).then(|| match &*looped.pat {
        Pat::Tuple(pair) => pair.elems.first(),
        pattern => Some(pattern),
    });
    let counted = index_alone.flatten().into_iter();
    let chain: Expr =
        syn::parse_quote!(#source.map(|#pattern| { #(let _ = &#counted;)* #(#before)* #value }));
    let stream = parse::reader(&environment).stream(&chain).ok()?;
    if stream.parallel.is_some() {
        return None;
    }
    let declared = ty.and_then(|ty| vec_of(peel(ty)).and_then(|(_, element)| element));
    let item = stream.item;
    let shown = item.ty.filter(|_| !item.by_reference);
    let element = match declared.filter(|element| !matches!(element, Type::Infer(_))) {
        Some(element) => element,
        None => suffixed(&first).or(shown)?,
    };
    environment.scalar(&element)?;
    let ident = &ident.ident;
    let ty = ty.filter(|ty| !matches!(ty, Type::Infer(_)));
    let ty = ty.map_or_else(|| syn::parse_quote!(Vec<#element>), Type::clone);
    let named = name_of(&count).filter(|length| times(length, source.to_token_stream()) == 0);
    let stmt = syn::parse_quote!(let #ident: #ty = #chain.collect(););
    let named = named.map(|_| count);
    Some((place, name, Made { stmt, named }))
}

/// The `x` and the `n` of `vec![x; n]`.
fn filled(rewriting: &Rewriting<'_>, init: &Expr) -> Option<(Expr, Expr)> {
    let Expr::Macro(vector) = init else {
        return None;
    };
    let means_std = rewriting.environment.means_std("Vec") && vector.mac.path.is_ident("vec");
    if !means_std || !vector.attrs.is_empty() {
        return None;
    }
    let parser = |input: syn::parse::ParseStream<'_>| {
        let value: Expr = input.parse()?;
        input.parse::<Token![;]>()?;
        let count: Expr = input.parse()?;
        Ok((value, count))
    };
    parser.parse2(vector.mac.tokens.clone()).ok()
}

/// A literal number, or one below zero.
fn is_number(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Float(_) | Lit::Bool(_)),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_number(&unary.expr),
        _ => false,
    }
}

/// The type that a literal names.
fn suffixed(expr: &Expr) -> Option<Type> {
    let suffix = match strip(expr) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.suffix().to_owned(),
            Lit::Float(number) => number.suffix().to_owned(),
            Lit::Bool(_) => "bool".to_owned(),
            _ => return None,
        },
        Expr::Unary(unary) => return suffixed(&unary.expr),
        _ => return None,
    };
    syn::parse_str(&suffix).ok()
}

/// The `i` and the `x` of `ys[i] = x`.
fn stored_value<'a>(name: &str, stmt: &'a Stmt) -> Option<(String, &'a Expr)> {
    let Stmt::Expr(Expr::Assign(assign), _) = stmt else {
        return None;
    };
    let Expr::Index(place) = &*assign.left else {
        return None;
    };
    let plain = assign.attrs.is_empty() && place.attrs.is_empty();
    let of_name = name_of(&place.expr).is_some_and(|array| array == name);
    let apart = times(name, assign.right.to_token_stream()) == 0;
    (plain && of_name && apart).then_some((name_of(&place.index)?, &*assign.right))
}

/// What is known of lengths between two statements.
struct Lengths<'a> {
    rewriting: &'a Rewriting<'a>,
    environment: &'a Environment,
    /// The statements from the array on that the loop stores to, up to the loop.
    between: std::ops::Range<usize>,
}

impl Lengths<'_> {
    /// What a loop runs over, as a chain begins, if that has as many elements as the array and the counter is their place.
    fn source(
        &self,
        looped: &ExprForLoop,
        counter: &str,
        name: &str,
        count: &Expr,
    ) -> Option<Expr> {
        let of_array = |expr: &Expr| counted(expr).is_some_and(|of| of == name);
        let counts = |pattern: &Pat| {
            patterns::single_name(pattern).is_some_and(|bound| {
                spelling(&bound.ident) == counter && bound.mutability.is_none()
            })
        };
        match strip(&looped.expr) {
            Expr::Range(range) => {
                let starts = matches!(range.start.as_deref().map(strip), Some(Expr::Lit(literal))
                    if matches!(&literal.lit, Lit::Int(zero) if zero.base10_digits() == "0"));
                let end = range.end.as_deref()?;
                let whole = of_array(end) || self.same(end, count);
                let half_open = matches!(range.limits, RangeLimits::HalfOpen(_));
                // The index alone said that the counter is a `usize`.
                let here = Span::mixed_site().located_at(looped.expr.span());
                let integers = quote_spanned!(here=> (0usize..#count));
                let recognised = starts && half_open && whole && counts(&looped.pat);
                recognised.then(|| syn::parse2(integers).ok())?
            }
            Expr::MethodCall(numbered) if numbered.method == "enumerate" => {
                let Pat::Tuple(pair) = &*looped.pat else {
                    return None;
                };
                let Expr::MethodCall(elements) = strip(&numbered.receiver) else {
                    return None;
                };
                let array = name_of(&elements.receiver)?;
                let whole = elements.method == "iter" && elements.args.is_empty();
                let first = pair.elems.first().is_some_and(counts);
                let same = self.resolved(count)? == format!("{array}.len()");
                (whole && first && pair.elems.len() == 2 && same).then(|| (*looped.expr).clone())
            }
            _ => None,
        }
    }

    fn same(&self, one: &Expr, other: &Expr) -> bool {
        self.resolved(one)
            .is_some_and(|one| self.resolved(other).is_some_and(|other| one == other))
    }

    /// A length that is the same at both statements: of an array that keeps its own, an immutable name, or a literal.
    fn resolved(&self, expr: &Expr) -> Option<String> {
        match strip(expr) {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => Some(number.base10_digits().to_owned()),
                _ => None,
            },
            Expr::MethodCall(_) => {
                let array = counted(expr)?;
                let stays = self.environment.fixed_length(&array)
                    && !self.is_bound(&array, self.between.start);
                stays.then(|| format!("{array}.len()"))
            }
            Expr::Path(_) => {
                let name = name_of(expr)?;
                let known = self.environment.lookup(&name);
                if self.is_bound(&name, self.between.start)
                    || known.is_some_and(|known| known.mutable)
                {
                    return None;
                }
                let length = self.length_named(&name);
                Some(length.unwrap_or(name))
            }
            _ => None,
        }
    }

    /// What a name stands for that is the length of an array, where that has been the same since.
    fn length_named(&self, name: &str) -> Option<String> {
        let earlier = &self.rewriting.stmts[..self.between.start];
        let binds = |stmt: &Stmt| matches!(stmt, Stmt::Local(local) if patterns::binds(&local.pat).contains(name));
        let at = earlier.iter().rposition(binds)?;
        let (.., value) = plain_let(&earlier[at])?;
        let array = counted(value)?;
        let stays = self.environment.fixed_length(&array) && !self.is_bound(&array, at);
        stays.then(|| format!("{array}.len()"))
    }

    /// True if a statement from one on, up to the loop, binds a name.
    fn is_bound(&self, name: &str, from: usize) -> bool {
        let mut between = self.rewriting.stmts[from..self.between.end].iter();
        between.any(
            |stmt| matches!(stmt, Stmt::Local(local) if patterns::binds(&local.pat).contains(name)),
        )
    }
}

/// The `xs` of `xs.len()`.
fn counted(expr: &Expr) -> Option<String> {
    match strip(expr) {
        Expr::MethodCall(call) if call.method == "len" && call.args.is_empty() => {
            name_of(&call.receiver)
        }
        _ => None,
    }
}
