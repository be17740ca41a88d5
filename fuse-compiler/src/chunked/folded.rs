//! A `fold` of several numbers as the loop that it is.
//!
//! In: the block of a function. Out: one in which `let (a, b) = xs.fold((0.0, 0.0), |(a, b), x| (a + x, b.max(x)))`, or such a value, is a
//! `for` loop over `xs` that writes `a` and `b`.

use crate::rust::expr::strip;
use crate::rust::visit_mut::{self, VisitMut};
use proc_macro2::Ident;
use syn::{Block, Expr, ExprMethodCall, Pat, Stmt, Type};

/// Rewrites those that are statements.
pub(super) fn as_loops(block: &mut Block) {
    let mut statements = Vec::new();
    for statement in std::mem::take(&mut block.stmts) {
        match as_loop(&statement) {
            Some(written) => statements.extend(written),
            None => statements.push(statement),
        }
    }
    block.stmts = statements;
}

fn as_loop(statement: &Stmt) -> Option<Vec<Stmt>> {
    let (fold, names, types) = match statement {
        Stmt::Local(local) => {
            let (pattern, types) = match &local.pat {
                Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
                pattern => (pattern, None),
            };
            let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
            (fold_of(&init.expr)?, Some(idents(pattern)?), types)
        }
        Stmt::Expr(value, None) => (fold_of(value)?, None, None),
        _ => return None,
    };
    let (Expr::Tuple(starts), Expr::Closure(closure)) = (strip(&fold.args[0]), &fold.args[1])
    else {
        return None;
    };
    let (accumulators, element) = match closure.inputs.len() {
        2 => (idents(&closure.inputs[0])?, &closure.inputs[1]),
        _ => return None,
    };
    let (before, value) = match strip(&closure.body) {
        Expr::Block(block) => match block.block.stmts.split_last()? {
            (Stmt::Expr(value, None), before) => (before, strip(value)),
            _ => return None,
        },
        value => (&[][..], value),
    };
    let Expr::Tuple(values) = value else {
        return None;
    };
    let count = accumulators.len();
    let names = names.unwrap_or_else(|| accumulators.clone());
    if [names.len(), starts.elems.len(), values.elems.len()] != [count; 3] {
        return None;
    }
    let mut rename = Rename {
        from: &accumulators,
        to: &names,
    };
    let mut written = Vec::new();
    for (index, (name, start)) in names.iter().zip(&starts.elems).enumerate() {
        let ty = match types {
            Some(Type::Tuple(types)) => types.elems.get(index),
            _ => None,
        };
        let ty = ty.iter();
        written.push(syn::parse_quote!(let mut #name #(: #ty)* = #start;));
    }
    let mut body = before.to_vec();
    for (name, value) in names.iter().zip(&values.elems) {
        body.push(syn::parse_quote!(#name = #value;));
    }
    body.iter_mut()
        .for_each(|statement| rename.visit_stmt_mut(statement));
    let element = match element {
        Pat::Type(typed) => &*typed.pat,
        element => element,
    };
    let source = &fold.receiver;
    written.push(syn::parse_quote!(for #element in #source { #(#body)* }));
    if matches!(statement, Stmt::Expr(..)) {
        let value: Expr = syn::parse_quote!((#(#names),*));
        written.push(Stmt::Expr(value, None));
    }
    Some(written)
}

fn fold_of(expr: &Expr) -> Option<&ExprMethodCall> {
    match strip(expr) {
        Expr::MethodCall(call) if call.method == "fold" && call.args.len() == 2 => Some(call),
        _ => None,
    }
}

/// The names of a tuple of names.
fn idents(pattern: &Pat) -> Option<Vec<Ident>> {
    let pattern = match pattern {
        Pat::Type(typed) => &*typed.pat,
        pattern => pattern,
    };
    let Pat::Tuple(tuple) = pattern else {
        return None;
    };
    let name = |pattern: &Pat| match pattern {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            Some(name.ident.clone())
        }
        _ => None,
    };
    tuple.elems.iter().map(name).collect()
}

/// The names of a `let` for those of a closure.
struct Rename<'n> {
    from: &'n [Ident],
    to: &'n [Ident],
}

impl VisitMut for Rename<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = &*expr
            && let Some(name) = path.path.get_ident()
            && let Some(at) = self.from.iter().position(|from| from == name)
        {
            let to = &self.to[at];
            *expr = syn::parse_quote!(#to);
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}
