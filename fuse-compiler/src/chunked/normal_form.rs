//! The function as chains, lengths and places: what is written otherwise and means the same.
//!
//! In: a function over slices. Out: one whose slices are mentioned by chains alone: `xs.len()` is a name, `xs.first()` a chain that ends in
//! `next()`, and the numbers of `enumerate` are those of the whole.

use super::program::{LENGTH, PLACE};
use super::{floated, folded};
use crate::region::Region;
use crate::rust::environment::Environment;
use crate::rust::expr::{name_of, strip};
use crate::rust::patterns;
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::{SortedMap, SortedSet};
use proc_macro2::Ident;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprMethodCall, FnArg, ImplItemFn, Macro, Pat, ReturnType, Stmt, Token, Type};

/// The function in that form.
pub(super) fn normal_form(function: &ImplItemFn) -> ImplItemFn {
    let mut function = function.clone();
    let slices = function.sig.inputs.iter().filter_map(slice);
    let slices: SortedMap<String, Type> = slices.map(|(name, ty)| (name.to_string(), ty)).collect();
    let bins = function
        .block
        .stmts
        .iter()
        .filter_map(|statement| match statement {
            Stmt::Local(local) => Some(local),
            _ => None,
        });
    let bins = bins.filter(
        |local| matches!(&local.init, Some(init) if matches!(strip(&init.expr), Expr::Repeat(_))),
    );
    let mut rewrite = Rewrite {
        slices: slices.keys().cloned().collect(),
        bins: bins.flat_map(|local| patterns::binds(&local.pat)).collect(),
        in_closure: false,
    };
    rewrite.visit_block_mut(&mut function.block);
    folded::as_loops(&mut function.block);
    floated::float(&mut function.block, &slices);
    for name in [LENGTH, PLACE] {
        let name = Ident::new(name, function.sig.ident.span());
        function.sig.inputs.push(syn::parse_quote!(#name: usize));
    }
    function
}

struct Rewrite {
    /// The names of the function's slices.
    slices: SortedSet<String>,
    /// The names that begin as `[0; N]`.
    bins: SortedSet<String>,
    in_closure: bool,
}

impl VisitMut for Rewrite {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let outer = self.in_closure;
        self.in_closure |= matches!(expr, Expr::Closure(_));
        visit_mut::visit_expr_mut(self, expr);
        self.in_closure = outer;
        if let Expr::MethodCall(call) = expr
            && call.args.is_empty()
            && let Some(other) = self.other(call)
        {
            *expr = other;
        }
    }

    fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
        if let Stmt::Macro(called) = statement {
            self.check(&mut called.mac);
        }
        visit_mut::visit_stmt_mut(self, statement);
    }
}

impl Rewrite {
    /// The arguments of an assertion.
    fn check(&mut self, called: &mut Macro) {
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated;
        if is_check(called)
            && let Ok(mut arguments) = called.parse_body_with(arguments)
        {
            arguments
                .iter_mut()
                .for_each(|argument| self.visit_expr_mut(argument));
            called.tokens = quote!(#arguments);
        }
    }

    /// True for a chain over an array of a fixed length, which is no part of the whole.
    fn is_of_bins(&self, chain: &Expr) -> bool {
        match strip(chain) {
            Expr::MethodCall(call) => self.is_of_bins(&call.receiver),
            root => name_of(root).is_some_and(|name| self.bins.contains(&name)),
        }
    }

    /// What a call without arguments means.
    fn other(&self, call: &ExprMethodCall) -> Option<Expr> {
        let (receiver, method) = (&call.receiver, &call.method);
        if method == "enumerate" && !self.in_closure && !self.is_of_bins(receiver) {
            let place = Ident::new(PLACE, method.span());
            return Some(syn::parse_quote! {
                #call.map(|(loopfuse_index, loopfuse_element)| (#place + loopfuse_index, loopfuse_element))
            });
        }
        let is_slice = matches!(strip(receiver), Expr::Path(path)
            if path.path.get_ident().is_some_and(|name| self.slices.contains(&name.to_string())));
        if !is_slice {
            return None;
        }
        let length = Ident::new(LENGTH, method.span());
        Some(match &*method.to_string() {
            "len" => syn::parse_quote!(#length),
            "is_empty" => syn::parse_quote!((#length == 0)),
            "first" => syn::parse_quote!(#receiver.iter().next()),
            "last" => syn::parse_quote!(#receiver.iter().last()),
            _ => return None,
        })
    }
}

/// True for one of std's assertions.
pub(super) fn is_check(called: &Macro) -> bool {
    const CHECKS: [&str; 6] = [
        "assert",
        "assert_eq",
        "assert_ne",
        "debug_assert",
        "debug_assert_eq",
        "debug_assert_ne",
    ];
    CHECKS.iter().any(|name| called.path.is_ident(name))
}

/// The statements of its body.
pub(super) fn region(function: &ImplItemFn) -> Region {
    let mut environment = Environment::of_signature(&function.sig);
    let mut result = match &function.sig.output {
        ReturnType::Type(_, ty) => Some((**ty).clone()),
        ReturnType::Default => None,
    };
    environment.declare(&function.block, &mut result);
    Region::read(&function.block, result.as_ref(), &mut environment)
}

/// The name and the type of the elements of a parameter that is a slice.
pub(super) fn slice(input: &FnArg) -> Option<(Ident, Type)> {
    let FnArg::Typed(typed) = input else {
        return None;
    };
    match (&*typed.pat, &*typed.ty) {
        (Pat::Ident(name), Type::Reference(reference)) if reference.mutability.is_none() => {
            match &*reference.elem {
                Type::Slice(slice) => Some((name.ident.clone(), (*slice.elem).clone())),
                _ => None,
            }
        }
        _ => None,
    }
}
