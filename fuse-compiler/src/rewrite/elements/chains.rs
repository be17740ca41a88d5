//! Chains over all indices of an array, as chains over its elements.
//!
//! In: a statement. Out: the same with `(0..n).map(|i| f(i, xs[i]))` as `xs.iter().enumerate().map(|(i, x)| f(i, *x))`, wherever in it a
//! chain is evaluated as often as it is.

use super::lengths::{Lengths, keeps_length};
use super::{Elements, Elementwise, Indexed, Taken, indexed, is_zero};
use crate::ops::names::local;
use crate::ops::parse::looks_like_chain;
use crate::rust::expr::strip;
use crate::rust::mentions::Mentions;
use crate::rust::patterns::single_name;
use crate::rust::spelling::{among, spelling};
use crate::rust::touches::{Lends, touches_at};
use crate::rust::visit::{self, Visit};
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::SortedSet;
use syn::{Expr, ExprClosure, ExprMethodCall, RangeLimits, Stmt};

/// Adapters and consumers of an element by value, of which nothing flows out but what the closure gives.
const BY_VALUE: &str = "filter_map flat_map for_each map";

/// True if a statement may have such a chain, by its looks.
pub(super) fn counts(stmt: &Stmt) -> bool {
    let mut search = Search::default();
    search.visit_stmt(stmt);
    !search.found.is_empty()
}

/// The arrays that the chains of a statement index by what they count.
pub(super) fn indexed_by(stmt: &Stmt) -> SortedSet<String> {
    let mut search = Search::default();
    search.visit_stmt(stmt);
    let found = search.found.into_iter();
    found.flat_map(|(_, closure)| arrays(closure)).collect()
}

fn arrays(closure: &ExprClosure) -> SortedSet<String> {
    let Some(counter) = closure.inputs.first().and_then(single_name) else {
        return SortedSet::new();
    };
    let counter = spelling(&counter.ident);
    indexed(&counter, |found: &mut Indexed<'_>| {
        found.visit_expr(&closure.body)
    })
}

/// A statement with its chains over elements.
pub(super) fn over<'l>(
    stmt: &Stmt,
    taken: &Taken,
    lengths: impl FnOnce() -> Lengths<'l>,
) -> Option<Elementwise> {
    let mut search = Search::default();
    search.visit_stmt(stmt);
    let mut found = search.found.iter();
    let may = |(_, closure): &(&Expr, &ExprClosure)| {
        arrays(closure).iter().any(|array| taken.by_chains(array))
    };
    if !found.any(may) {
        return None;
    }
    let mut chains = Chains {
        written: stmt,
        taken,
        lengths: lengths(),
        ends: Vec::new(),
        changed: false,
    };
    let mut stmt = stmt.clone();
    chains.visit_stmt_mut(&mut stmt);
    let Chains { ends, changed, .. } = chains;
    changed.then_some((stmt, ends))
}

/// The range from 0 that a chain starts at, and the closure of what follows.
fn counted(expr: &Expr) -> Option<(&Expr, &ExprClosure)> {
    let Expr::MethodCall(call) = expr else {
        return None;
    };
    let first = looks_like_chain(expr).then(|| first(call))??;
    let Expr::Range(range) = strip(&first.receiver) else {
        return None;
    };
    let zero = |of: &Expr| matches!(strip(of), Expr::Lit(of) if is_zero(&of.lit));
    let from = range.start.as_deref().is_some_and(zero);
    let open = matches!(range.limits, RangeLimits::HalfOpen(_));
    let Some(Expr::Closure(closure)) = first.args.first().filter(|_| first.args.len() == 1) else {
        return None;
    };
    let bare = closure.capture.is_none()
        && closure.inputs.len() == 1
        && single_name(&closure.inputs[0]).is_some_and(|name| name.mutability.is_none())
        && matches!(closure.inputs[0], syn::Pat::Ident(_));
    let by_value = among(BY_VALUE, &first.method.to_string()) && first.turbofish.is_none();
    let end = range.end.as_deref().map(strip)?;
    (from && open && bare && by_value).then_some((end, closure))
}

/// The first method of a chain.
fn first(call: &ExprMethodCall) -> Option<&ExprMethodCall> {
    match strip(&call.receiver) {
        Expr::MethodCall(inner) => first(inner),
        Expr::Range(_) => Some(call),
        _ => None,
    }
}

fn first_mut(call: &mut ExprMethodCall) -> &mut ExprMethodCall {
    if !matches!(&*call.receiver, Expr::MethodCall(_)) {
        return call;
    }
    match &mut *call.receiver {
        Expr::MethodCall(inner) => first_mut(inner),
        _ => unreachable!("it was one above"),
    }
}

/// True for what evaluates its parts later, more than once or perhaps not at all.
fn has_its_own_time(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Closure(_)
            | Expr::ForLoop(_)
            | Expr::While(_)
            | Expr::Loop(_)
            | Expr::Block(_)
            | Expr::If(_)
            | Expr::Match(_)
            | Expr::Async(_)
            | Expr::Unsafe(_)
    )
}

/// Finds the chains that count, where they are evaluated with the statement.
#[derive(Default)]
struct Search<'a> {
    found: Vec<(&'a Expr, &'a ExprClosure)>,
}

impl<'ast> Visit<'ast> for Search<'ast> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.found.extend(counted(expr));
        if !has_its_own_time(expr) {
            visit::visit_expr(self, expr);
        }
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// Puts chains over elements in their places.
struct Chains<'a, 'l> {
    /// The statement as it is.
    written: &'a Stmt,
    taken: &'a Taken,
    lengths: Lengths<'l>,
    /// The names of lengths that ranges ended at.
    ends: Vec<Expr>,
    changed: bool,
}

impl Chains<'_, '_> {
    /// The array of whose elements a chain had better be.
    fn array(&self, expr: &Expr) -> Option<String> {
        let (end, closure) = counted(expr)?;
        let counter = spelling(&single_name(closure.inputs.first()?)?.ident);
        let body = [Stmt::Expr((*closure.body).clone(), None)];
        let mentions = Mentions::of_expr(&closure.body);
        if mentions.opaque_macro {
            return None;
        }
        let changes = |array: &String| {
            mentions.assigned.contains(array) || mentions.mutably_borrowed.contains(array)
        };
        let fits = |array: &String| {
            let lends = Lends::of(&body, array);
            let lent = lends.methods || lends.referred && lends.leaves;
            let known = !lends.called || self.lengths.holds_numbers(array);
            !lent
                && known
                && touches_at(&body, array, &counter)
                && self.lengths.covers(end, array)
                && keeps_length(self.written, array)
        };
        let fits = |array: &String| !changes(array) && fits(array);
        let mut arrays = arrays(closure).into_iter();
        arrays.find(|array| self.taken.by_chains(array) && fits(array))
    }

    /// The chain over the elements of an array.
    fn put(&mut self, call: &mut ExprMethodCall, array: &str) -> Option<()> {
        let first = first_mut(call);
        let Some(Expr::Closure(closure)) = first.args.first_mut() else {
            return None;
        };
        let counter = single_name(&closure.inputs[0])?.ident.clone();
        let element = local(array, "element");
        let mut body = (*closure.body).clone();
        let name = Elements::put(&element, array, |elements| {
            elements.visit_expr_mut(&mut body)
        })?;
        let counted = Mentions::of_expr(&body).read.contains(&spelling(&counter));
        *closure.body = body;
        if counted {
            closure.inputs[0] = syn::parse_quote!((#counter, #element));
        } else {
            closure.inputs[0] = syn::parse_quote!(#element);
        }
        if let Expr::Range(range) = strip(&first.receiver)
            && let Some(end @ Expr::Path(_)) = range.end.as_deref().map(strip)
        {
            self.ends.push(end.clone());
        }
        *first.receiver = match counted {
            true => syn::parse_quote!(#name.iter().enumerate()),
            false => syn::parse_quote!(#name.iter()),
        };
        self.changed = true;
        Some(())
    }
}

impl VisitMut for Chains<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(array) = self.array(expr)
            && let Expr::MethodCall(call) = expr
        {
            self.put(call, &array);
        }
        if !has_its_own_time(expr) {
            visit_mut::visit_expr_mut(self, expr);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
