//! `for` loops that accumulate.
//!
//! In: a loop, and the `let mut`s of what it writes. Out: an array of what each name takes in, and the reduction of it; or the array that
//! it pushes to.

use super::{Bound, Reader, plain_type};
use crate::chunked::accumulated::{Accumulated, accumulated, array_of, nothing_of};
use crate::chunked::parts::{self, Part};
use crate::chunked::program::{Item, What};
use crate::ops::consumer::each::Each;
use crate::ops::monoid::Monoid;
use crate::ops::reading::vec_of;
use crate::region::{Kind, Region, Skeleton, Statement};
use crate::rust::expr::strip;
use crate::rust::mentions::Mentions;
use crate::rust::ty::Scalar;
use crate::sorted::{SortedMap, SortedSet};
use proc_macro2::{Ident, Span};
use syn::{Expr, ReturnType, Stmt, Type};

/// What a loop begins with.
pub(super) struct Start {
    initial: Expr,
    ty: Option<Type>,
}

/// The names that loops write.
pub(super) fn written(region: &Region) -> SortedSet<String> {
    let mut names = SortedSet::new();
    for statement in &region.statements {
        if let Kind::Each(skeleton) = &statement.kind {
            let bodies = skeleton
                .holes
                .iter()
                .filter_map(|hole| hole.chain.consumer.body());
            for body in bodies {
                names.extend(body.writes.iter().map(|write| write.name.clone()));
            }
        }
    }
    names
}

impl<'r> Reader<'_, 'r> {
    /// Keeps the `let mut` of a name that a loop writes.
    pub(super) fn start(&mut self, name: String, initial: &Expr, ty: Option<&Type>) {
        let start = Start {
            initial: initial.clone(),
            ty: ty.cloned(),
        };
        self.starts.insert(name, start);
    }

    /// A `for` loop; false if it is another one.
    pub(super) fn each(&mut self, statement: &'r Statement, skeleton: &'r Skeleton) -> bool {
        let bodies = skeleton.holes.iter();
        let bodies = bodies.filter_map(|hole| hole.chain.consumer.body());
        let names = bodies.flat_map(|body| body.writes.iter().map(|write| write.name.clone()));
        let names: Vec<String> = names.collect();
        let is_one = self.accumulating(statement, skeleton);
        // What a loop that is refused would have made is told once.
        for name in names {
            if self.starts.remove(&name).is_some() {
                self.bound.insert(name, Bound::Number);
            }
        }
        is_one
    }

    fn accumulating(&mut self, statement: &'r Statement, skeleton: &'r Skeleton) -> bool {
        let (Stmt::Expr(Expr::ForLoop(written), _), [hole]) =
            (&statement.tokens, &skeleton.holes[..])
        else {
            return false;
        };
        let chain = &hole.chain;
        let Some(each) = chain
            .consumer
            .of::<Each>()
            .filter(|each| !each.body.outward)
        else {
            return false;
        };
        let Some((_, reads)) = self.reads(chain) else {
            return true;
        };
        let names = each.body.writes.iter().map(|write| write.name.clone());
        let names: Vec<String> = names.collect();
        let mut others = chain.reads();
        others.extend(each.worker.reads().iter().cloned());
        others.retain(|name| !names.contains(name));
        self.no_start(&others, &statement.tokens);
        let (pushing, becomes) = match accumulated(written, &names) {
            Ok(found) => found,
            Err(name) => {
                let message = format!(
                    "`{name}` is written in a way that parts of it do not merge in\nadd to it (`{name} += x`), keep the least or the greatest (`{name} = {name}.max(x)`), or push to it; or write a chain"
                );
                self.errors.error(&statement.tokens, message);
                return true;
            }
        };
        let mut begins: Vec<Stmt> = Vec::new();
        let mut arrays = Vec::new();
        let mut reductions = Vec::new();
        for (name, becomes) in names.iter().zip(becomes) {
            let ident = Ident::new(name, Span::call_site());
            let Some(start) = self.starts.remove(name) else {
                let message = format!(
                    "`{name}` begins in no `let mut` of the function that only this loop goes on from\nwrite `let mut {name} = ..;` before the loop"
                );
                self.errors.error(&statement.tokens, message);
                return true;
            };
            if becomes == Accumulated::Pushed {
                if !super::guards::is_empty_array(&start.initial) {
                    let message = format!(
                        "`{name}` is not visibly empty before the loop\nwrite `let mut {name} = Vec::new();`"
                    );
                    self.errors.error(&start.initial, message);
                }
                let ty = start.ty.as_ref().filter(|ty| vec_of(ty).is_some());
                begins.push(match ty {
                    Some(ty) => syn::parse_quote!(let mut #ident: #ty = Default::default();),
                    None => syn::parse_quote!(let mut #ident = Vec::new();),
                });
                self.bind(&ident, Bound::Array { aligned: false });
                arrays.push(name.clone());
                continue;
            }
            let Some((ty, scalar)) = self.number(&ident, &start) else {
                let message = format!(
                    "the type of `{name}` is not visibly a number\nannotate it: `let mut {name}: f64 = ..`"
                );
                self.errors.error(&start.initial, message);
                continue;
            };
            let array = array_of(name);
            let operator = match becomes {
                Accumulated::By(operator) => operator,
                Accumulated::Signed | Accumulated::Pushed => Monoid::Sum,
            };
            if let Some(nothing) = parts::nothing(operator, scalar) {
                let name = nothing_of(name);
                begins.push(syn::parse_quote!(let #name: #ty = #nothing;));
            }
            begins.push(syn::parse_quote!(let mut #array: Vec<#ty> = Vec::new();));
            let mut from = Mentions::of_expr(&start.initial).read;
            from.insert(array.to_string());
            arrays.push(array.to_string());
            match Part::of_array(array, start.initial, ty, scalar, becomes) {
                Ok(part) => reductions.push((ident, part, from)),
                Err(message) => self.errors.error(&statement.tokens, message),
            }
        }
        begins.push(Stmt::Expr(Expr::ForLoop(pushing), None));
        self.program.items.push(Item {
            names: arrays,
            what: What::Array(begins),
            reads,
        });
        for (name, part, reads) in reductions {
            self.bind(&name, Bound::Number);
            self.program.items.push(Item {
                names: vec![name.to_string()],
                what: What::Reduction {
                    name,
                    part: Box::new(part),
                },
                reads,
            });
        }
        true
    }

    /// The type of what a loop accumulates: annotated, that of its start, or that of the component of the function's value that it is.
    fn number(&self, name: &Ident, start: &Start) -> Option<(Type, Scalar)> {
        if let Some(ty) = &start.ty {
            return plain_type(ty);
        }
        if let Expr::Lit(literal) = strip(&start.initial)
            && matches!(literal.lit, syn::Lit::Bool(_))
        {
            return plain_type(&syn::parse_quote!(bool));
        }
        parts::start_of(&start.initial).or_else(|| {
            let Some(Stmt::Expr(value, None)) = self.program.function.block.stmts.last() else {
                return None;
            };
            let ReturnType::Type(_, ty) = &self.program.function.sig.output else {
                return None;
            };
            let is_it =
                |value: &Expr| matches!(strip(value), Expr::Path(path) if path.path.is_ident(name));
            match (strip(value), &**ty) {
                (Expr::Tuple(values), Type::Tuple(types)) => {
                    let mut both = values.elems.iter().zip(&types.elems);
                    plain_type(both.find(|(value, _)| is_it(value))?.1)
                }
                (value, ty) => plain_type(ty).filter(|_| is_it(value)),
            }
        })
    }
}

pub(super) type Starts = SortedMap<String, Start>;
