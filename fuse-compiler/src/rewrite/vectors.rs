//! Arrays of ndarray that are collected and only walked, as the `Vec`s that they are made of.
//!
//! In: the statements of a block. Out: `let psi: Array1<f64> = chain.collect();` as `let psi: Vec<f64> = chain.collect();`, where all that is
//! done with it is to iterate over it, to index it and to ask for its length.

use super::{Rewriting, plain_let};
use crate::rust::spelling::{spelling, times};
use crate::rust::types::{By, type_arguments};
use crate::rust::visible::{name_of, turbofish};
use crate::rust::visit::{self, Visit};
use quote::ToTokens;
use syn::{Expr, ExprForLoop, ExprMethodCall, Stmt, Type};

/// Arrays that nothing but a loop takes.
pub(super) fn vectors(rewriting: &mut Rewriting<'_>) {
    let mut index = 0;
    while index < rewriting.stmts.len() {
        if let Some((name, vector, written)) = vector(rewriting, index) {
            rewriting.stmts[index] = vector;
            rewriting.wanted.push(vec![name]);
            // The type is still in use, and what imports it.
            let named = syn::parse_quote!(let _: fn(#written) = |_| {};);
            rewriting.stmts.insert(index, named);
            index += 1;
        }
        index += 1;
    }
}

/// True if a statement may make such an array, by its looks.
pub(super) fn may_be(stmt: &Stmt) -> bool {
    let Some((_, ty, Expr::MethodCall(call))) = plain_let(stmt) else {
        return false;
    };
    let named = |ty: &Type| matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Array1"));
    call.method == "collect"
        && ty
            .cloned()
            .or_else(|| turbofish(call))
            .is_some_and(|ty| named(&ty))
}

fn vector(rewriting: &Rewriting<'_>, index: usize) -> Option<(String, Stmt, Type)> {
    let stmt = &rewriting.stmts[index];
    if !may_be(stmt) {
        return None;
    }
    let (ident, ty, Expr::MethodCall(call)) = plain_let(stmt)? else {
        return None;
    };
    let name = spelling(&ident.ident);
    let written = ty.cloned().or_else(|| turbofish(call))?;
    let environment = &rewriting.environment;
    let matrix = environment.matrix_of_numbers(&written)?;
    let walked = rewriting.stmts[index + 1..]
        .iter()
        .all(|stmt| is_walked(stmt, &name));
    let fits = ident.mutability.is_none()
        && matrix.by == By::Owned
        && rewriting.may(&name)
        && environment.means_std("Vec")
        && walked;
    let element = type_arguments(&written).next().filter(|_| fits)?.clone();
    let mut call = call.clone();
    call.turbofish = None;
    let ident = &ident.ident;
    let stmt = syn::parse_quote!(let #ident: Vec<#element> = #call;);
    Some((name, stmt, written))
}

/// Whether a statement does nothing with an array that a slice does not do alike.
fn is_walked(stmt: &Stmt, array: &str) -> bool {
    struct Walked<'a>(&'a str, usize);
    impl Walked<'_> {
        fn is(&self, of: &Expr) -> bool {
            name_of(of).is_some_and(|name| name == self.0)
        }
        fn borrowed(&self, of: &Expr) -> bool {
            matches!(of, Expr::Reference(of) if of.mutability.is_none() && self.is(&of.expr))
        }
    }
    impl<'ast> Visit<'ast> for Walked<'_> {
        fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
            let asks = call.args.is_empty() && (call.method == "iter" || call.method == "len");
            let zipped = call.method == "zip" && call.args.iter().any(|other| self.borrowed(other));
            self.1 += usize::from(asks && self.is(&call.receiver)) + usize::from(zipped);
            visit::visit_expr_method_call(self, call);
        }
        fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
            let one = !matches!(
                &*index.index,
                Expr::Array(_) | Expr::Tuple(_) | Expr::Range(_)
            );
            self.1 += usize::from(one && self.is(&index.expr));
            visit::visit_expr_index(self, index);
        }
        fn visit_expr_for_loop(&mut self, looped: &'ast ExprForLoop) {
            self.1 += usize::from(self.borrowed(&looped.expr));
            visit::visit_expr_for_loop(self, looped);
        }
    }
    let mut walked = Walked(array, 0);
    walked.visit_stmt(stmt);
    walked.1 == times(array, stmt.to_token_stream())
}
