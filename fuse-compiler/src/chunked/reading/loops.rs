//! `for` loops that accumulate.
//!
//! In: a loop, and the `let mut`s of what it writes. Out: an array of what each name takes in, and the reduction of it; or the array that
//! it pushes to.

use super::{Bound, Reader, panics_of, plain_type};
use crate::chunked::accumulated::{Accumulated, accumulated, array_of, nothing_of};
use crate::chunked::parts::{self, Part};
use crate::chunked::program::{Item, What};
use crate::ops::consumer::each::Each;
use crate::ops::monoid::Monoid;
use crate::ops::reading::vec_of;
use crate::region::{Kind, Region, Skeleton, Statement};
use crate::rust::expr::strip;
use crate::rust::mentions::Mentions;
use crate::rust::spelling::times;
use crate::rust::ty::Scalar;
use crate::rust::visit::{self, Visit};
use crate::sorted::{SortedMap, SortedSet};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
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
            if becomes == Accumulated::Counted {
                match self.bins(&ident, &start) {
                    Ok((begin, part)) => {
                        begins.extend(begin);
                        arrays.push(array_of(name).to_string());
                        let from = [array_of(name).to_string()].into_iter().collect();
                        reductions.push((ident, part, from));
                    }
                    Err(message) => self.errors.error(&start.initial, message),
                }
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
                Accumulated::By(operator) | Accumulated::Kept(operator) => operator,
                Accumulated::Signed | Accumulated::Counted | Accumulated::Pushed => Monoid::Sum,
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
            panics: panics_of(chain),
        });
        for (name, part, reads) in reductions {
            let bound = match part {
                Part::Bins(..) => Bound::Bins,
                _ => Bound::Number,
            };
            self.bind(&name, bound);
            self.program.items.push(Item {
                names: vec![name.to_string()],
                panics: part.at_end(),
                what: What::Reduction {
                    name,
                    part: Box::new(part),
                },
                reads,
            });
        }
        true
    }

    /// What the round makes before the loop, and the part, of an array of counters.
    fn bins(&self, name: &Ident, start: &Start) -> Result<(Vec<Stmt>, Part<'r>), &'static str> {
        const FIXED: &str = "bins have a visible number and type here, and begin with zeros\nwrite `let mut bins = [0u32; 256];`";
        let Expr::Repeat(repeat) = strip(&start.initial) else {
            return Err(FIXED);
        };
        let of_array = |ty: &Type| match ty {
            Type::Array(array) => plain_type(&array.elem),
            _ => None,
        };
        let zero: Expr = (*repeat.expr).clone();
        let of_zero = parts::start_of(&zero);
        let (ty, scalar) = (start.ty.as_ref().and_then(of_array))
            .or(of_zero)
            .or_else(|| self.result(name).and_then(of_array))
            .ok_or(FIXED)?;
        if scalar.is_float() {
            return Err(
                "bins of floats would show in which order they were added to\nadd integers, or write a chain for each: `filter`, `map` and `sum`",
            );
        }
        let is_zero = matches!(strip(&zero), Expr::Lit(literal)
            if matches!(&literal.lit, syn::Lit::Int(number) if number.base10_digits() == "0"));
        if !is_zero || scalar.bits() == 128 || !scalar.is_number() {
            return Err(FIXED);
        }
        let (array, nothing) = (array_of(&name.to_string()), nothing_of(&name.to_string()));
        let begins = vec![
            syn::parse_quote!(let #nothing: #ty = 0;),
            syn::parse_quote!(let mut #array: Vec<(usize, #ty)> = Vec::new();),
        ];
        Ok((begins, Part::Bins(array, ty, (*repeat.len).clone())))
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
        parts::start_of(&start.initial)
            .or_else(|| self.result(name).and_then(plain_type))
            .or_else(|| self.float(&start.initial))
    }

    /// `f64` of a float that does not say its type, in a function in which nothing can be of another.
    fn float(&self, start: &Expr) -> Option<(Type, Scalar)> {
        let written = match strip(start) {
            Expr::Unary(unary) => strip(&unary.expr),
            written => written,
        };
        let is_float =
            matches!(written, Expr::Lit(literal) if matches!(&literal.lit, syn::Lit::Float(_)));
        let function = self.program.function;
        let mut others = Others(times("f32", function.to_token_stream()) > 0);
        others.visit_block(&function.block);
        (is_float && !others.0)
            .then(|| plain_type(&syn::parse_quote!(f64)))
            .flatten()
    }

    /// The type of the component of the function's value that a name is.
    fn result(&self, name: &Ident) -> Option<&Type> {
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
                Some(both.find(|(value, _)| is_it(value))?.1)
            }
            (value, ty) => is_it(value).then_some(ty),
        }
    }
}

/// Whether an expression may be of a type that the function does not show: a constant, what a function or a macro gives.
struct Others(bool);

impl<'a> Visit<'a> for Others {
    fn visit_expr(&mut self, expr: &'a Expr) {
        self.0 |= match expr {
            Expr::Call(call) => {
                !matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Some"))
            }
            Expr::Macro(_) => true,
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => {
                    name.to_string()
                        .starts_with(|first: char| first.is_uppercase())
                        && !["Some", "None"].iter().any(|known| name == known)
                }
                None => path
                    .path
                    .segments
                    .first()
                    .is_none_or(|first| first.ident != "f64"),
            },
            _ => false,
        };
        visit::visit_expr(self, expr);
    }
}

pub(super) type Starts = SortedMap<String, Start>;
