//! Blocks that make an array of arrays, as statements of the block around them.

use super::renaming::{only_names, renamed};
use super::uses::bound;
use super::{Rewriting, name_of, plain_let};
use crate::ops::reading::vec_of;
use crate::rust::control::Control;
use crate::rust::spelling::{spelling, times};
use crate::rust::types::peel;
use crate::rust::visible::asked;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Block, Expr, Stmt};

/// `let ys: Vec<T> = { let zs: Vec<T> = ..; zs.iter().map(f).collect() };` Numbers, and arrays of them, may as well live until the
/// block around them ends, if their names mean nothing there.
pub(super) fn blocks(rewriting: &mut Rewriting<'_>) {
    let mut index = 0;
    while index < rewriting.stmts.len() {
        if let Some((name, stmts)) = block_at(rewriting, index) {
            let behind = rewriting.stmts.split_off(index + 1);
            rewriting.stmts.pop();
            rewriting.stmts.extend(stmts);
            rewriting.stmts.extend(behind);
            rewriting.wanted.push(vec![name]);
        } else {
            index += 1;
        }
    }
}

/// The array that a statement makes in a block, and the statements that make it without.
fn block_at(rewriting: &Rewriting<'_>, index: usize) -> Option<(String, Vec<Stmt>)> {
    let stmt = &rewriting.stmts[index];
    let (ident, ty, init) = plain_let(stmt)?;
    let name = spelling(&ident.ident);
    let Expr::Block(made) = init else { return None };
    let element = vec_of(peel(ty?)).and_then(|(_, element)| element)?;
    let control = Control::of_expr(init);
    let leaves = control.leaves() || control.attributes || control.items || control.asynchronous;
    let plain = made.attrs.is_empty() && made.label.is_none() && ident.mutability.is_none();
    if leaves
        || control.none_groups
        || !plain
        || !rewriting.may(&name)
        || !rewriting.is_copy(&element)
    {
        return None;
    }
    let (Stmt::Expr(tail, None), before) = made.block.stmts.split_last()? else {
        return None;
    };
    // What is bound inside means nothing outside.
    let others = rewriting
        .stmts
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != index);
    let others = others
        .map(|(_, stmt)| stmt.to_token_stream())
        .collect::<TokenStream>();
    let means = |inner: &String| {
        inner == &name
            || times(inner, others.clone()) > 0
            || rewriting.environment.lookup(inner).is_some()
    };
    let mut inside = Vec::new();
    let environment = rewriting.environment_at(index);
    for stmt in before {
        match stmt {
            Stmt::Local(_) => {
                let (ident, ty, value) = plain_let(stmt)?;
                let inner = spelling(&ident.ident);
                let is_number = asked(value, &environment, |term| term.is_numbers(&environment));
                let element = ty.and_then(|ty| vec_of(peel(ty)));
                let element = element.and_then(|(_, element)| element);
                let is_array = element.is_some_and(|element| rewriting.is_copy(&element));
                if inside.contains(&inner) || !is_number && !is_array {
                    return None;
                }
                inside.push(inner);
            }
            Stmt::Expr(Expr::ForLoop(_), _) => {}
            _ => return None,
        }
    }
    let names = bound(before);
    if names.iter().any(means) || inside.iter().any(means) {
        return None;
    }
    match name_of(tail) {
        // What is moved out has been `ys` all the time.
        Some(result) if inside.contains(&result) => {
            let tokens: TokenStream = before.iter().map(ToTokens::to_token_stream).collect();
            if !only_names(&result, before, &tokens) {
                return None;
            }
            let tokens = renamed(tokens, &result, &ident.ident);
            let parsed: Block = syn::parse2(quote::quote!({ #tokens })).ok()?;
            Some((name, parsed.stmts))
        }
        Some(_) => None,
        None => {
            let (ident, mut stmts) = (&ident.ident, before.to_vec());
            stmts.push(syn::parse_quote!(let #ident: #ty = #tail;));
            Some((name, stmts))
        }
    }
}
