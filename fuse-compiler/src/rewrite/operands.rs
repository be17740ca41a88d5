//! Values of fields and of tuples that may leave the function on the way, bound before one after the other.
//!
//! In: `Some(Extent { south: xs.iter().copied().min()?, north: xs.iter().copied().max()?, .. })`. Out: `let south: i32 = ..?; let north: i32 = ..?;`
//! and the literal of those names: what stands behind a `?` in one expression is a chain of its own statement, which may pass the way
//! out before it. The values are visible numbers, and made of arrays and numbers, so that nothing is borrowed or dropped at another time.

use super::tried::first_argument;
use super::{Rewriting, in_a_loop_with_others};
use crate::ops::chain::Source;
use crate::ops::names::local;
use crate::region::{holds_chain, of_field, skeleton_of};
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use crate::rust::side_effect_free;
use crate::rust::spelling::spelling;
use crate::rust::visible::{self, PathCall};
use crate::rust::visit::{self, Visit};
use proc_macro2::{Ident, Span};
use syn::{Expr, Member, Stmt, Type};

/// Each statement that has such values.
pub(super) fn bound(rewriting: &mut Rewriting<'_>) {
    let mut index = 0;
    while index < rewriting.stmts.len() {
        if let Some((lets, names)) = bound_at(rewriting, index) {
            let count = lets.len();
            rewriting.stmts.splice(index..=index, lets);
            rewriting.wanted.push(names);
            index += count;
        } else {
            index += 1;
        }
    }
}

/// True if a statement may be one, by its looks.
pub(super) fn may_be(stmt: &Stmt) -> bool {
    let value = match stmt {
        Stmt::Expr(Expr::Return(returned), _) => returned.expr.as_deref(),
        Stmt::Expr(expr, None) => Some(expr),
        Stmt::Local(local) => local.init.as_ref().map(|init| &*init.expr),
        _ => None,
    };
    value.is_some_and(|value| {
        let literal = matches!(value, Expr::Struct(_) | Expr::Tuple(_) | Expr::Call(_));
        literal && tries(value)
    })
}

/// The value of a `let`, of a `return`, or of the block.
fn value(stmt: &mut Stmt) -> Option<&mut Expr> {
    match stmt {
        Stmt::Expr(Expr::Return(returned), _) => {
            let plain = returned.attrs.is_empty();
            returned.expr.as_deref_mut().filter(|_| plain)
        }
        Stmt::Expr(expr, None) => Some(expr),
        Stmt::Local(local) if local.attrs.is_empty() => {
            let init = local.init.as_mut().filter(|init| init.diverge.is_none())?;
            Some(&mut init.expr)
        }
        _ => None,
    }
}

/// True if `?` may leave in it.
fn tries(expr: &Expr) -> bool {
    struct Tries(bool);
    impl<'ast> Visit<'ast> for Tries {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match expr {
                Expr::Closure(_) | Expr::Async(_) => {}
                Expr::Try(_) => self.0 = true,
                _ => visit::visit_expr(self, expr),
            }
        }
    }
    let mut search = Tries(false);
    search.visit_expr(expr);
    search.0
}

/// The statements in the place of one, and what is wanted of the chains that are bound.
fn bound_at(rewriting: &Rewriting<'_>, index: usize) -> Option<(Vec<Stmt>, Vec<String>)> {
    if !may_be(&rewriting.stmts[index]) {
        return None;
    }
    let mut stmt = rewriting.stmts[index].clone();
    let environment = rewriting.environment_at(index);
    let is_tail = index + 1 == rewriting.stmts.len() && matches!(stmt, Stmt::Expr(_, None));
    let result = rewriting.result.filter(|_| is_tail);
    // How many are visible numbers, the first that leaves, and the last chain.
    let (mut count, mut visible, mut leaves, mut last) = (0, true, None, 0);
    let value_of = |stmt: &mut Stmt, found: &mut dyn FnMut(&mut Expr, Option<&Type>, &str)| {
        each_operand(value(stmt)?, result, "value", &environment, found);
        Some(())
    };
    value_of(&mut stmt, &mut |operand, ty, _| {
        let number = ty.is_some_and(|ty| environment.scalar(ty).is_some());
        visible &= is_still(operand) || number && is_calm(operand, &environment);
        if visible && holds_chain(operand) {
            last = count;
        }
        if visible && tries(operand) {
            leaves.get_or_insert(count);
        }
        count += usize::from(visible);
    })?;
    if leaves? >= last {
        return None;
    }
    let (mut stmts, mut wanted, mut place) = (Vec::new(), Vec::new(), 0);
    value_of(&mut stmt, &mut |operand, ty, of| {
        if place < count && !is_still(operand) {
            // Two values may have one name, in literals inside of each other.
            let name = local(of, &format!("part_{index}_{place}"));
            if holds_chain(operand) {
                // A chain inside of an expression has a number behind its name.
                let whole = name.to_string();
                let inside = format!("{name}_1");
                wanted.extend([whole, inside].map(|name| in_a_loop_with_others(&name)));
            }
            // The name that a field has for it may mean nothing here.
            let number = ty.and_then(|ty| environment.scalar(ty));
            let ty = number.map(|number| Ident::new(number.name(), Span::call_site()));
            // Rustc has something to say about parentheses there.
            let given = strip(operand);
            stmts.push(syn::parse_quote!(let #name: #ty = #given;));
            *operand = syn::parse_quote!(#name);
        }
        place += 1;
    })?;
    let refused = wanted.iter().any(|name| rewriting.without.contains(name));
    stmts.push(stmt);
    (!refused).then_some((stmts, wanted))
}

/// Calls back for each value that a literal is made of, in the order in which they are evaluated, with its type if that is visible, and
/// what it is the value of.
fn each_operand(
    expr: &mut Expr,
    ty: Option<&Type>,
    name: &str,
    environment: &Environment,
    found: &mut dyn FnMut(&mut Expr, Option<&Type>, &str),
) {
    match expr {
        Expr::Struct(literal)
            if literal.attrs.is_empty()
                && literal.qself.is_none()
                && literal.rest.is_none()
                && literal.fields.iter().all(|field| field.attrs.is_empty()) =>
        {
            for field in &mut literal.fields {
                let ty = of_field(&literal.path, &field.member, environment);
                let name = match &field.member {
                    Member::Named(name) => spelling(name),
                    Member::Unnamed(index) => format!("field_{}", index.index),
                };
                each_operand(&mut field.expr, ty.as_ref(), &name, environment, found);
            }
        }
        Expr::Tuple(tuple) if tuple.attrs.is_empty() => {
            let types = match ty {
                Some(Type::Tuple(of)) => of.elems.iter().map(Some).collect(),
                _ => vec![None; tuple.elems.len()],
            };
            for (place, (element, ty)) in tuple.elems.iter_mut().zip(types).enumerate() {
                let name = format!("{name}_{place}");
                each_operand(element, ty, &name, environment, found);
            }
        }
        Expr::Call(call)
            if call.attrs.is_empty()
                && call.args.len() == 1
                && visible::path_call(call, environment) == PathCall::Constructor =>
        {
            // Of `Ok(..)` and `Some(..)` the type shows that of what is in it.
            let ty = ty.and_then(first_argument);
            each_operand(&mut call.args[0], ty, name, environment, found);
        }
        operand => found(operand, ty, name),
    }
}

/// True if nothing that somebody watches lives until the end of a statement that it stands in: no guard, and no file.
fn is_calm(expr: &Expr, environment: &Environment) -> bool {
    match strip(expr) {
        Expr::Try(of) => is_calm(&of.expr, environment),
        Expr::Unary(of) => is_calm(&of.expr, environment),
        Expr::Cast(of) => is_calm(&of.expr, environment),
        Expr::Binary(of) => is_calm(&of.left, environment) && is_calm(&of.right, environment),
        expr if !holds_chain(expr) => side_effect_free::transparent(expr, environment).is_some(),
        expr => skeleton_of(expr, environment).is_some_and(|skeleton| {
            let mut holes = skeleton.holes.iter();
            holes.all(|hole| match &hole.chain.stream.source {
                Source::Array(_) | Source::Range(_) => true,
                Source::Driver(driver) => driver.divided.is_some() && !driver.effects,
            })
        }),
    }
}

/// True for what is the same whenever it is evaluated: a literal.
fn is_still(expr: &Expr) -> bool {
    matches!(strip(expr), Expr::Lit(_))
}

#[cfg(test)]
mod tests {
    use quote::quote;

    /// The `let`s that a function is written with.
    fn bound(body: &str) -> usize {
        let file = format!(
            "fn f(xs: &[i64], ys: &[i64], n: i64) -> Option<(i64, i64, usize)> {{ let zs: Vec<i64> = xs.iter().map(|x| x / n).collect(); {body} }}"
        );
        let expanded = crate::expand(quote!(), file.parse().expect("tokens")).to_string();
        let declares = |place: &usize| expanded.contains(&format!("__part_1_{place} : "));
        (0..9).filter(declares).count()
    }

    #[test]
    fn what_stands_behind_a_way_out_is_bound_in_order() {
        let both = "Some((zs.iter().copied().min()?, zs.iter().copied().max()?, 3))";
        assert_eq!(bound(both), 2);
        let among = "Some((n.checked_mul(3)?, 5, zs.iter().filter(|z| **z > n).count()))";
        assert_eq!(bound(among), 2);
    }

    #[test]
    fn what_no_chain_is_behind_stays_as_it_is() {
        assert_eq!(
            bound("Some((zs.iter().sum(), zs.iter().copied().max()?, 3))"),
            0
        );
        assert_eq!(bound("Some((n, n.checked_add(1)?, zs.len()))"), 0);
        // It shares no loop.
        assert_eq!(
            bound("Some((ys.iter().copied().min()?, n, ys.iter().skip(3).count()))"),
            0
        );
    }
}
