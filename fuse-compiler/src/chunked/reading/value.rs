//! The function's value.
//!
//! In: its last expression. Out: its components, each an array or a number.

use super::{Bound, Reader};
use crate::chunked::program::Outcome;
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::split::Split;
use crate::region::{Hole, Kind, Statement};
use crate::rust::expr::strip;
use crate::rust::mentions::Mentions;
use crate::rust::visit::{self, Visit};
use proc_macro2::Ident;
use quote::format_ident;
use syn::{Expr, ReturnType, Stmt, Type, TypeTuple};

impl<'r> Reader<'_, 'r> {
    /// The last expression: an array, a number, or a tuple of them.
    pub(super) fn value(&mut self, statement: &'r Statement) {
        let (expr, holes) = match (&statement.kind, &statement.tokens) {
            (Kind::Tail(skeleton), _) => (&skeleton.expr, &skeleton.holes[..]),
            (Kind::Barrier(barrier), Stmt::Expr(expr, None)) => (expr, &barrier.holes[..]),
            _ => return self.statement(statement),
        };
        let result = match &self.program.function.sig.output {
            ReturnType::Type(_, ty) => (**ty).clone(),
            ReturnType::Default => return,
        };
        if refers(&result) {
            let message = "the function gives references into chunks that are gone\nreturn the numbers themselves, by `.copied()`";
            self.errors.error(&result, message);
            let number = Outcome::Scalar(expr.clone(), result);
            return self.program.results.push(number);
        }
        let both = holes
            .first()
            .filter(|hole| hole.is(expr) && hole.chain.consumer.is::<Split>());
        if let (Some(hole), Type::Tuple(types)) = (both, &result) {
            return self.two_arrays(hole, types);
        }
        let (components, types) = match (strip(expr), &result) {
            (Expr::Tuple(tuple), Type::Tuple(types)) if tuple.elems.len() == types.elems.len() => {
                self.program.is_tuple = true;
                (
                    tuple.elems.iter().collect(),
                    types.elems.iter().cloned().collect(),
                )
            }
            (whole, _) => (vec![whole], vec![result.clone()]),
        };
        let components: Vec<&Expr> = components;
        let types: Vec<Type> = types;
        for (component, ty) in components.into_iter().zip(types) {
            let hole = holes.iter().find(|hole| hole.is(component));
            if let Some(hole) = hole.filter(|hole| hole.chain.consumer.is::<Collect>()) {
                let name = format_ident!("loopfuse_array_{}", self.program.items.len());
                self.typed_array(&name, hole, &ty);
                let aligned =
                    self.bound.get(&name.to_string()) == Some(&Bound::Array { aligned: true });
                (self.program.results).push(Outcome::Array(name, ty, aligned));
                continue;
            }
            let reads = Mentions::of_expr(component).read;
            let inside = holes
                .iter()
                .filter(|hole| reads.contains(&hole.placeholder.to_string()));
            let inside: Vec<&Hole> = inside.collect();
            for hole in inside {
                self.holes(std::slice::from_ref(hole));
            }
            let name = match strip(component) {
                Expr::Path(path) => path.path.get_ident(),
                _ => None,
            };
            let bound = name.and_then(|name| self.bound.get(&name.to_string()).copied());
            match (name, bound) {
                (Some(name), Some(Bound::Array { aligned })) => {
                    (self.program.results).push(Outcome::Array(name.clone(), ty, aligned));
                }
                _ => {
                    self.numbers_only(&reads, component);
                    self.program
                        .results
                        .push(Outcome::Scalar(component.clone(), ty));
                }
            }
        }
    }

    /// Two arrays without names.
    fn two_arrays(&mut self, hole: &'r Hole, types: &TypeTuple) {
        let names =
            [0, 1].map(|side| format_ident!("loopfuse_array_{}_{side}", self.program.items.len()));
        let [low, high] = &names;
        let expr = &hole.chain.expr;
        let pattern = syn::parse_quote!((#low, #high));
        self.split(
            hole,
            &pattern,
            syn::parse_quote!(let #pattern: #types = #expr;),
        );
        self.program.is_tuple = true;
        for (name, ty) in names.into_iter().zip(&types.elems) {
            let aligned =
                self.bound.get(&name.to_string()) == Some(&Bound::Array { aligned: true });
            (self.program.results).push(Outcome::Array(name, ty.clone(), aligned));
        }
    }

    fn typed_array(&mut self, name: &Ident, hole: &'r Hole, ty: &Type) {
        let expr = &hole.chain.expr;
        let statement: Stmt = syn::parse_quote!(let #name: #ty = #expr;);
        self.chain(name, hole, Some(statement));
    }
}

/// True for a type with a reference in it.
fn refers(ty: &Type) -> bool {
    struct References(bool);
    impl<'a> Visit<'a> for References {
        fn visit_type(&mut self, ty: &'a Type) {
            self.0 |= matches!(ty, Type::Reference(_));
            visit::visit_type(self, ty);
        }
    }
    let mut references = References(false);
    references.visit_type(ty);
    references.0
}
