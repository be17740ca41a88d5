//! Arrays that are collected as long as no element fails, as the loops that push to them.
//!
//! In: `let v: Vec<f64> = words.iter().map(|w| w.parse::<f64>()).collect::<Result<_, _>>()?;`. Out: `let mut v: Vec<f64> = Vec::new();` and a loop
//! that pushes what each element is, or leaves with its error: what reads `v` behind it may share that loop. The chain stops where it did,
//! and what it made until then is dropped as it was.

use super::{Rewriting, made_together, typed};
use crate::ops::names::local;
use crate::ops::parse;
use crate::ops::reading::vec_of;
use crate::rust::expr::strip;
use crate::rust::patterns::single_name;
use crate::rust::spelling::{spelling, times};
use crate::rust::types::peel;
use crate::rust::visible::turbofish;
use quote::ToTokens;
use syn::{Expr, ExprMethodCall, GenericArgument, Ident, PathArguments, Stmt, Type};

/// Each such array that is read again.
pub(super) fn tried(rewriting: &mut Rewriting<'_>) {
    let mut index = 0;
    while index < rewriting.stmts.len() {
        if let Some((name, [made, pushes])) = tried_at(rewriting, index) {
            rewriting.stmts[index] = made;
            rewriting.stmts.insert(index + 1, pushes);
            rewriting.wanted.push(vec![made_together(&name)]);
            index += 1;
        }
        index += 1;
    }
}

/// True if a statement may be one, by its looks.
pub(super) fn may_be(stmt: &Stmt) -> bool {
    collected(stmt).is_some()
}

/// The chain that a `let` collects, and leaves with what fails.
fn collected(stmt: &Stmt) -> Option<(&Ident, Option<&Type>, &ExprMethodCall)> {
    let Stmt::Local(local) = stmt else {
        return None;
    };
    let (pattern, ty) = typed(local)?;
    let name = single_name(pattern)?;
    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
    let Expr::Try(tried) = strip(&init.expr) else {
        return None;
    };
    let Expr::MethodCall(call) = strip(&tried.expr) else {
        return None;
    };
    let plain = tried.attrs.is_empty() && call.attrs.is_empty() && name.mutability.is_none();
    let collects = call.method == "collect" && call.args.is_empty();
    (plain && collects && name.by_ref.is_none()).then_some((&name.ident, ty, call))
}

/// The array, what declares it, and the loop that pushes to it.
fn tried_at(rewriting: &Rewriting<'_>, index: usize) -> Option<(String, [Stmt; 2])> {
    let (ident, ty, call) = collected(&rewriting.stmts[index])?;
    let name = spelling(ident);
    let shared = made_together(&name);
    if !rewriting.may(&name) || rewriting.without.contains(&shared) {
        return None;
    }
    let behind = &rewriting.stmts[index + 1..];
    let read = |stmt: &Stmt| times(&name, stmt.to_token_stream()) > 0;
    if !behind.iter().any(read) || times(&name, call.to_token_stream()) > 0 {
        return None;
    }
    let given = turbofish(call)?;
    let inside = first_argument(&given)?;
    let ty = ty.filter(|ty| !matches!(ty, Type::Infer(_)));
    let vectors = [ty.unwrap_or(inside), inside].map(|ty| vec_of(peel(ty)));
    let [Some((_, element)), inside] = vectors else {
        return None;
    };
    let inside = inside.and_then(|(_, element)| element);
    // rustc is to say that they are two.
    if matches!((&element, &inside), (Some(one), Some(other)) if one != other) {
        return None;
    }
    let element = element.or(inside).or_else(|| parsed(&call.receiver));
    let environment = rewriting.environment_at(index);
    // What is dropped where it leaves is nothing that anybody watches.
    let element = element.filter(|element| environment.scalar(element).is_some())?;
    if !environment.means_std("Vec") {
        return None;
    }
    let chain = &call.receiver;
    let stream = parse::reader(&environment).stream(chain).ok()?;
    if stream.parallel.is_some() {
        return None;
    }
    let item = local("item", "tried");
    let tried = of_one(&given, &element);
    // What an element is may follow from what is collected alone: `|word| word.parse()`.
    let pushes: Stmt = syn::parse_quote!(for #item in #chain {
        let #item: #tried = #item;
        #ident.push(#item?);
    });
    let made = syn::parse_quote!(let mut #ident: Vec<#element> = Vec::new(););
    Some((name, [made, pushes]))
}

/// The `T` of `Result<T, E>` or `Option<T>`.
pub(super) fn first_argument(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = peel(ty) else {
        return None;
    };
    let last = path.path.segments.last()?;
    let named = last.ident == "Result" || last.ident == "Option";
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(first) if named => Some(first),
        _ => None,
    }
}

/// The same type with another `T`.
fn of_one(ty: &Type, element: &Type) -> Type {
    let mut ty = peel(ty).clone();
    if let Type::Path(path) = &mut ty
        && let Some(last) = path.path.segments.last_mut()
        && let PathArguments::AngleBracketed(arguments) = &mut last.arguments
        && let Some(first) = arguments.args.first_mut()
    {
        *first = GenericArgument::Type(element.clone());
    }
    ty
}

/// The `T` of a chain whose elements are `text.parse::<T>()`, whatever becomes of its error.
fn parsed(chain: &Expr) -> Option<Type> {
    let Expr::MethodCall(map) = strip(chain) else {
        return None;
    };
    let Some(Expr::Closure(closure)) = map.args.first() else {
        return None;
    };
    let mut made = strip(&closure.body);
    while let Expr::MethodCall(call) = made {
        match call.method.to_string().as_str() {
            "parse" if map.method == "map" => return turbofish(call),
            "map_err" | "ok" => made = strip(&call.receiver),
            _ => return None,
        }
    }
    None
}
