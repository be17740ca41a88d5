//! What statements do with a reference to a number.
//!
//! In: names of such references, and the statements behind them. Out: whether they do anything but to look at the number. A reference to a
//! copy of it leads to another place, which functions, pointers, and methods of the user's own may ask.

use super::name_of;
use crate::rust::expr::{compares, computes, strip};
use crate::rust::macros;
use crate::rust::patterns;
use crate::rust::spelling::{among, times};
use crate::rust::std_names;
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedSet;
use quote::ToTokens;
use syn::{Expr, ExprMethodCall, ExprUnary, Pat, Stmt, UnOp};

/// True for what is a number, and no reference to it.
pub(super) fn is_number(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)),
        Expr::Cast(cast) => is_number(&cast.expr),
        _ => false,
    }
}

/// Whether anything but the number is looked at: where a reference leads to may be asked of it.
pub(super) struct Given {
    names: SortedSet<String>,
    away: bool,
}

/// True if statements may ask where a reference by one of these names leads to.
pub(super) fn are_given_away(names: SortedSet<String>, stmts: &[Stmt]) -> bool {
    let mut given = Given { names, away: false };
    stmts.iter().for_each(|stmt| given.visit_stmt(stmt));
    given.away
}

impl Given {
    fn is(&self, expr: &Expr) -> bool {
        name_of(strip(expr)).is_some_and(|name| self.names.contains(&name))
    }

    /// True for `*m`.
    fn follows(&self, unary: &ExprUnary) -> bool {
        matches!(unary.op, UnOp::Deref(_)) && self.is(&unary.expr)
    }
}

/// True for what a method makes of the reference, or of an option of it, without asking where it leads to.
pub(super) fn looks(call: &ExprMethodCall) -> bool {
    const OPTIONS: &str =
        "copied cloned is_some is_none unwrap expect unwrap_or unwrap_or_default ok_or ok_or_else";
    let method = call.method.to_string();
    let plain = |argument: &Expr| match argument {
        Expr::Closure(closure) => follows(&closure.body),
        other => matches!(other, Expr::Lit(_)),
    };
    among(OPTIONS, &method)
        || among("map map_or is_some_and", &method) && call.args.iter().all(plain)
        || computes_alone(&method, call.args.len())
}

/// The names of a pattern that hold references. A pair of a counter holds one.
pub(super) fn references(pattern: &Pat, counted: bool, names: &mut SortedSet<String>) {
    match pattern {
        Pat::Reference(_) => {}
        Pat::Type(typed) => references(&typed.pat, counted, names),
        Pat::Paren(paren) => references(&paren.pat, counted, names),
        Pat::TupleStruct(wrapper) if wrapper.elems.len() == 1 => {
            references(&wrapper.elems[0], counted, names);
        }
        Pat::Tuple(pair) if counted && pair.elems.len() == 2 => {
            references(&pair.elems[1], false, names);
        }
        other => names.extend(patterns::binds(other)),
    }
}

/// True if a closure that takes what it mentions mentions a name.
pub(super) fn closures_take(name: &str, stmts: &[Stmt]) -> bool {
    struct Takes<'a>(&'a str, bool);
    impl<'ast> Visit<'ast> for Takes<'_> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            if let Expr::Closure(closure) = expr {
                self.1 |= closure.capture.is_some() && times(self.0, expr.to_token_stream()) > 0;
            }
            visit::visit_expr(self, expr);
        }
    }
    let mut takes = Takes(name, false);
    stmts.iter().for_each(|stmt| takes.visit_stmt(stmt));
    takes.1
}

/// True for an expression that calls nothing, and makes no pointer.
fn follows(expr: &Expr) -> bool {
    struct Calls(bool);
    impl<'ast> Visit<'ast> for Calls {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.0 |= match expr {
                Expr::Call(_) | Expr::Macro(_) | Expr::RawAddr(_) => true,
                Expr::MethodCall(call) => {
                    !computes_alone(&call.method.to_string(), call.args.len())
                }
                Expr::Cast(cast) => !is_number(&cast.expr),
                _ => false,
            };
            visit::visit_expr(self, expr);
        }
    }
    let mut calls = Calls(false);
    calls.visit_expr(expr);
    !calls.0
}

/// True for a method that numbers have themselves: of a reference, `max` and its like are those of the reference.
pub(super) fn computes_alone(method: &str, arguments: usize) -> bool {
    std_names::is(method, arguments, std_names::SCALAR) && !among("max min clamp", method)
}

impl<'ast> Visit<'ast> for Given {
    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Macro(mac) = stmt {
            self.visit_macro(&mac.mac);
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        self.away |= matches!(pattern, Pat::Ident(name) if name.by_ref.is_some());
        visit::visit_pat(self, pattern);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Unary(unary) if self.follows(unary) => {}
            // `(*m).method()` borrows the number again.
            Expr::MethodCall(call) if matches!(strip(&call.receiver), Expr::Unary(unary) if self.follows(unary)) =>
            {
                let method = call.method.to_string();
                self.away |= !computes_alone(&method, call.args.len());
                call.args
                    .iter()
                    .for_each(|argument| self.visit_expr(argument));
            }
            Expr::Binary(binary) if computes(&binary.op) || compares(&binary.op) => {
                for operand in [&binary.left, &binary.right] {
                    if !self.is(operand) {
                        self.visit_expr(operand);
                    }
                }
            }
            Expr::MethodCall(call) if self.is(&call.receiver) && looks(call) => {}
            // Of the number, or of what is beside it.
            Expr::Reference(reference) => {
                let number =
                    matches!(strip(&reference.expr), Expr::Unary(unary) if self.is(&unary.expr));
                self.away |= number;
                self.visit_expr(&reference.expr);
            }
            Expr::Macro(mac) => self.visit_macro(&mac.mac),
            _ if self.is(expr) => self.away = true,
            _ => visit::visit_expr(self, expr),
        }
    }
}

impl Given {
    fn visit_macro(&mut self, mac: &syn::Macro) {
        let mentioned = |name: &String| times(name, mac.tokens.clone()) > 0;
        let address = mac.tokens.to_string().contains(":p");
        self.away |= self.names.iter().any(mentioned) && (address || !macros::binds_nothing(mac));
    }
}
