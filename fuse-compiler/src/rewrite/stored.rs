//! Arrays of which a loop stores each element, at its counter, as what `collect` makes of a chain.
//!
//! In: `let mut ys = vec![0.0; n];` and a loop behind it over `0..n`, or over the elements and places of an array that is visibly `n`
//! long, which ends with `ys[i] = x;` and mentions `ys` nowhere else. Out: `let ys: Vec<f64> = (0..n).map(|i| x).collect();`. No index
//! is out of bounds, each element is stored once, and nobody reads one before the loop has ended; what was stored first is a number.
//! A loop that makes two arrays so, or by a push to each, is the `map` whose pairs an `unzip` takes apart.

use super::uses::Uses;
use super::{Rewriting, is_literal, made, may_bind, name_of, plain_let};
use crate::ops::parse;
use crate::ops::reading::vec_of;
use crate::rust::control::statement_attributes;
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use crate::rust::mentions::Mentions;
use crate::rust::patterns;
use crate::rust::spelling::{spelling, times};
use crate::rust::types::peel;
use crate::sorted::SortedSet;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Block, Expr, ExprForLoop, Lit, Pat, RangeLimits, Stmt, Type};

/// Loops that store, as chains.
pub(super) fn stored(rewriting: &mut Rewriting<'_>) {
    let mut place = 0;
    while place < rewriting.stmts.len() {
        if let Some((stmt, arrays)) = stored_by(rewriting, place) {
            rewriting.stmts[place] = stmt;
            // They need not vanish: it is worth it, too, where others share the loop that makes them.
            let names = arrays.iter().map(|array| array.name.clone());
            let shared = arrays.iter().map(|array| super::made_together(&array.name));
            rewriting.wanted.push(names.chain(shared).collect());
            // From the last one on: those before it stay where they are.
            for array in arrays.into_iter().rev() {
                let gone = rewriting.take_away(array.index, &array.name, array.left);
                place -= usize::from(gone);
            }
        }
        place += 1;
    }
}

/// An array that a loop makes.
struct Made {
    /// Where it is declared.
    index: usize,
    name: String,
    ident: Ident,
    ty: Type,
    /// What rustc should still see of its declaration, with the type of it: the number that it was filled with, which must be one
    /// of its elements; the name of its length, if that stands nowhere in what makes it.
    left: Option<(TokenStream, Type)>,
}

/// What makes the arrays of a loop that stores to one, or to two, or pushes to one beside another.
fn stored_by(rewriting: &Rewriting<'_>, place: usize) -> Option<(Stmt, Vec<Made>)> {
    let Stmt::Expr(Expr::ForLoop(looped), _) = &rewriting.stmts[place] else {
        return None;
    };
    if !made::may_be_a_closure(looped) {
        return None;
    }
    let (before, outputs) = outputs(&looped.body)?;
    let stores = outputs.iter().find_map(|output| output.counter.clone());
    if outputs.len() == 1 && stores.is_none() {
        return None;
    }
    let environment = rewriting.environment_at(place);
    let mut source: Option<Expr> = None;
    for output in &outputs {
        let given = output.source(rewriting, &environment, place, looped)?;
        if output.counter.is_some() || source.is_none() {
            source = Some(given);
        }
    }
    let source = source?;
    if let Some(counter) = &stores {
        let rebinds = |stmt: &Stmt| matches!(stmt, Stmt::Local(local) if patterns::binds(&local.pat).contains(counter));
        if before.iter().any(rebinds) {
            return None;
        }
    }
    // The index alone said that the counter is a `usize`; an enumeration says it, too.
    let pattern = match (&*looped.pat, &stores) {
        (pattern @ Pat::Ident(_), Some(_)) => environment
            .means_std("usize")
            .then(|| quote!(#pattern: usize))?,
        (pattern, None) | (pattern @ Pat::Tuple(_), Some(_)) => quote!(#pattern),
        (_, Some(_)) => return None,
    };
    let counted = stores.and_then(|counter| unused_counter(looped, &counter, before, &outputs));
    let counted = counted.into_iter().collect::<Vec<_>>();
    let giving = |value: TokenStream| -> Expr {
        syn::parse_quote!(#source.map(|#pattern| { #(let _ = &#counted;)* #(#before)* #value }))
    };
    let mut arrays = Vec::new();
    for output in &outputs {
        let value = output.value;
        let stream = parse::reader(&environment).stream(&giving(quote!(#value)));
        let stream = stream.ok().filter(|stream| stream.parallel.is_none())?;
        let shown = stream.item.ty.filter(|_| !stream.item.by_reference);
        arrays.push(output.made(rewriting, &environment, place, &source, shown)?);
    }
    let held = |array: &Made| rewriting.is_held(array.index, place, &array.name);
    if arrays.iter().any(held) {
        return None;
    }
    arrays.sort_by_key(|array| array.index);
    let of = |name: &String| arrays.iter().find(|array| array.name == *name);
    let stmt = match outputs.as_slice() {
        [one] => {
            let Made { ident, ty, .. } = of(&one.name)?;
            let value = one.value;
            let chain = giving(quote!(#value));
            syn::parse_quote!(let #ident: #ty = #chain.collect();)
        }
        [one, other] => {
            let (first, second) = (of(&one.name)?, of(&other.name)?);
            let (a, b) = (&first.ident, &second.ident);
            let (of_a, of_b) = (&first.ty, &second.ty);
            let (one, other) = (one.value, other.value);
            let chain = giving(quote!((#one, #other)));
            syn::parse_quote!(let (#a, #b): (#of_a, #of_b) = #chain.unzip();)
        }
        _ => return None,
    };
    Some((stmt, arrays))
}

/// The pattern of the counter, where its index was all that it is used for, as rustc sees it.
fn unused_counter<'a>(
    looped: &'a ExprForLoop,
    counter: &str,
    before: &[Stmt],
    outputs: &[Output<'_>],
) -> Option<&'a Pat> {
    let before = before.iter().map(ToTokens::to_token_stream);
    let values = outputs.iter().map(|output| output.value.to_token_stream());
    let mut used = before.chain(values).map(|tokens| times(counter, tokens));
    if used.any(|times| times > 0) {
        return None;
    }
    match &*looped.pat {
        Pat::Tuple(pair) => pair.elems.first(),
        pattern => Some(pattern),
    }
}

/// The end of a turn of a loop: `ys[i] = x;` or `ys.push(x);`.
struct Output<'a> {
    name: String,
    /// Where it is stored, if it is.
    counter: Option<String>,
    value: &'a Expr,
}

/// What a body ends with, and the `let`s before that.
fn outputs(body: &Block) -> Option<(&[Stmt], Vec<Output<'_>>)> {
    let mut outputs = Vec::new();
    let mut before = body.stmts.as_slice();
    while let Some((last, rest)) = before.split_last() {
        let Some(output) = Output::of(last) else {
            break;
        };
        outputs.insert(0, output);
        before = rest;
    }
    let names = outputs.iter().map(|output| &output.name);
    let names = names.collect::<Vec<_>>();
    let plain = |stmt: &Stmt| matches!(stmt, Stmt::Local(local) if local.init.as_ref().is_some_and(|init| init.diverge.is_none()));
    let avoids = |tokens: TokenStream| names.iter().all(|name| times(name, tokens.clone()) == 0);
    let mut tokens = before.iter().map(ToTokens::to_token_stream);
    let mut values = outputs.iter().map(|output| output.value.to_token_stream());
    let counters = outputs.iter().filter_map(|output| output.counter.as_ref());
    // What rustc has to say of a value that is stored it does not say of what a closure gives.
    let linted = |output: &Output<'_>| {
        matches!(
            output.value,
            Expr::Paren(_) | Expr::Block(_) | Expr::Macro(_)
        )
    };
    let fits = (1..=2).contains(&outputs.len())
        && !outputs.iter().any(linted)
        && names.iter().collect::<SortedSet<_>>().len() == outputs.len()
        && counters.collect::<SortedSet<_>>().len() <= 1
        && before.iter().all(plain)
        && tokens.all(avoids)
        && values.all(avoids);
    fits.then_some((before, outputs))
}

impl<'a> Output<'a> {
    fn of(stmt: &'a Stmt) -> Option<Output<'a>> {
        match stmt {
            Stmt::Expr(Expr::Assign(assign), _) if !statement_attributes(stmt) => {
                let Expr::Index(place) = &*assign.left else {
                    return None;
                };
                Some(Output {
                    name: name_of(&place.expr)?,
                    counter: Some(name_of(&place.index)?),
                    value: &assign.right,
                })
            }
            Stmt::Expr(Expr::MethodCall(call), _) => {
                let name = name_of(&call.receiver)?;
                let value = made::pushed_value(&name, stmt)?;
                Some(Output {
                    name,
                    counter: None,
                    value,
                })
            }
            _ => None,
        }
    }

    /// Where its array is declared, if nothing else mentions that up to the loop.
    fn declared(&self, rewriting: &Rewriting<'_>, place: usize) -> Option<usize> {
        let mentions = |stmt: &Stmt| {
            Mentions::of_stmt(stmt).read.contains(&self.name)
                || times(&self.name, stmt.to_token_stream()) > 0
        };
        rewriting.stmts[..place].iter().rposition(mentions)
    }

    /// What the loop runs over, as a chain begins, if this belongs to each element of it, in order.
    fn source(
        &self,
        rewriting: &Rewriting<'_>,
        environment: &Environment,
        place: usize,
        looped: &ExprForLoop,
    ) -> Option<Expr> {
        let index = self.declared(rewriting, place)?;
        let (_, _, init) = plain_let(&rewriting.stmts[index])?;
        let Some(counter) = &self.counter else {
            let room = made::room(rewriting, index, init)?;
            let source = made::iterated(rewriting, environment, &looped.expr)?;
            let stream = parse::reader(environment).stream(&source).ok()?;
            return room.is_that_of(&stream).then_some(source);
        };
        let (first, count) = filled(rewriting, init)?;
        let lengths = Lengths {
            rewriting,
            environment,
            between: index..place,
        };
        is_literal(&first).then_some(())?;
        lengths.source(looped, counter, &self.name, &count)
    }

    /// The array as it is made; `shown` is the type of what is stored, where it is visible.
    fn made(
        &self,
        rewriting: &Rewriting<'_>,
        environment: &Environment,
        place: usize,
        source: &Expr,
        shown: Option<Type>,
    ) -> Option<Made> {
        let index = self.declared(rewriting, place)?;
        let (ident, ty, init) = plain_let(&rewriting.stmts[index])?;
        ident.mutability?;
        let after = &rewriting.stmts[place + 1..];
        // What nobody reads rustc would say so of.
        let uses = Uses::of(&self.name, after);
        let unchanged = !uses.none() && uses.unchanged();
        if spelling(&ident.ident) != self.name || !rewriting.may(&self.name) || !unchanged {
            return None;
        }
        let filled = filled(rewriting, init);
        let length = filled
            .as_ref()
            .and_then(|(_, count)| name_of(count).map(|_| count.clone()));
        let declared = ty.and_then(|ty| vec_of(peel(ty)).and_then(|(_, element)| element));
        let declared = declared.filter(|element| !matches!(element, Type::Infer(_)));
        let literal = || filled.as_ref().and_then(|(first, _)| suffixed(first));
        let element = declared.clone().or_else(literal).or(shown)?;
        // What is stored may be coerced to the type of the elements, other than to a number; what is collected is not.
        environment.scalar(&element)?;
        let ty = match (declared, ty) {
            (Some(_), Some(ty)) => ty.clone(),
            _ => made::vector_of(&element, init, rewriting.runtime),
        };
        let named = length.or_else(|| made::name_in_capacity(init).cloned());
        let named = named.filter(|named| {
            name_of(named).is_some_and(|name| times(&name, source.to_token_stream()) == 0)
        });
        let first = filled.map(|(first, _)| first);
        let left = match (named, first) {
            (Some(named), Some(first)) => {
                Some((quote!((&#named, #first)), syn::parse_quote!((&_, #element))))
            }
            (Some(named), None) => Some((quote!(&#named), syn::parse_quote!(&_))),
            (None, Some(first)) => Some((quote!(#first), element)),
            (None, None) => None,
        };
        Some(Made {
            index,
            name: self.name.clone(),
            ident: ident.ident.clone(),
            ty,
            left,
        })
    }
}

/// The `x` and the `n` of `vec![x; n]`.
fn filled(rewriting: &Rewriting<'_>, init: &Expr) -> Option<(Expr, Expr)> {
    let Expr::Macro(vector) = init else {
        return None;
    };
    let means_std = rewriting.environment.means_std("Vec") && vector.mac.path.is_ident("vec");
    means_std.then(|| made::filled(vector))?
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
                // The length is evaluated where the loop stands.
                let stays = self.resolved(count).is_some();
                let whole = stays && of_array(end) || self.same(end, count);
                let half_open = matches!(range.limits, RangeLimits::HalfOpen(_));
                let here = Span::mixed_site().located_at(looped.expr.span());
                let start = range.start.as_deref();
                let integers = quote_spanned!(here=> (#start..#count));
                // In parentheses rustc would have something to say of them.
                let plain = matches!(&*looped.expr, Expr::Range(_));
                let recognised = plain && starts && half_open && whole && counts(&looped.pat);
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
                (whole && first && pair.elems.len() == 2 && same && array != name)
                    .then(|| (*looped.expr).clone())
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
                // Of another type it would be no length.
                Lit::Int(number) if matches!(number.suffix(), "" | "usize") => {
                    Some(number.base10_digits().to_owned())
                }
                _ => None,
            },
            Expr::MethodCall(_) => {
                let array = counted(expr)?;
                let between = &self.rewriting.stmts[self.between.clone()];
                let stays = self.environment.fixed_length(&array)
                    && !self.is_bound(&array, self.between.start)
                    && Uses::of(&array, between).stays();
                stays.then(|| format!("{array}.len()"))
            }
            Expr::Path(_) => {
                let name = name_of(expr)?;
                // A name that nothing here binds is a constant, or a macro has bound it.
                let stays = match self.environment.lookup(&name) {
                    Some(known) => !known.mutable,
                    None => !name.contains(char::is_lowercase),
                };
                if !stays || self.is_bound(&name, self.between.start) {
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
        let at = earlier.iter().rposition(|stmt| may_bind(stmt, name))?;
        let (.., value) = plain_let(&earlier[at])?;
        let array = counted(value)?;
        let stays = self.environment.fixed_length(&array) && !self.is_bound(&array, at);
        stays.then(|| format!("{array}.len()"))
    }

    /// True if a statement from one on, up to the loop, may bind a name.
    fn is_bound(&self, name: &str, from: usize) -> bool {
        let mut between = self.rewriting.stmts[from..self.between.end].iter();
        between.any(|stmt| may_bind(stmt, name))
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
