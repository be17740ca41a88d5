//! A loop that only adds to what stands outside, on several threads.
//!
//! In: a parallel loop with the bodies of `for` loops, of which the syntax has found that they add to numbers and arrays
//! and do nothing else with them. Out: what each range has of them, and what becomes of it. The bodies are the user's,
//! but for the names.

use super::emission::Emitter;
use super::names;
use crate::cnf::{BindingId, ValueId};
use crate::loops::{Loop, Outcome};
use crate::ops::consumer::each::Each;
use crate::ops::monoid::privatised::TotalOf;
use crate::rust::spelling::spelling;
use crate::rust::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Expr, Stmt};

/// A name that ranges add to.
pub(super) struct RangeTotal {
    /// As the body mentions it.
    pub(super) name: Ident,
    /// The version of it that the loop makes.
    pub(super) value: ValueId,
    /// What a range has.
    pub(super) is: TotalOf,
}

/// What the driver is given for one of them, and gives back.
pub(super) struct TotalTokens {
    /// Before the loop.
    pub(super) start: TokenStream,
    /// What is divided, and what a range calls its part.
    pub(super) share: Option<(TokenStream, TokenStream)>,
    /// At the start of a range.
    pub(super) declaration: TokenStream,
    /// The result of two neighbours.
    pub(super) both: TokenStream,
    /// What the result of all is called.
    pub(super) result: TokenStream,
    /// Behind the loop.
    pub(super) end: TokenStream,
}

impl Emitter<'_> {
    /// What the ranges of a loop add to.
    pub(super) fn totals_of(&self, nest: &Loop) -> Vec<RangeTotal> {
        let program = &self.plan.lowered.program;
        let mut totals = Vec::new();
        for outcome in &nest.outcomes {
            let Outcome::Scalar(value) = outcome else {
                continue;
            };
            let Some(id) = program.producer(*value) else {
                continue;
            };
            if let Some(each) = self.plan.lowered.consumer_of::<Each>(id) {
                totals.extend(self.totals(id, each));
            }
        }
        totals
    }

    /// What a body adds to.
    pub(super) fn totals(&self, id: BindingId, each: &Each) -> Vec<RangeTotal> {
        let program = &self.plan.lowered.program;
        let outputs = &program.binding(id).outputs;
        let totals = each.totals.iter().filter_map(|total| {
            let named = |value: &&ValueId| program.value(**value).name == total.name;
            let value = outputs.iter().find(named).or(outputs.first())?;
            Some(RangeTotal {
                name: mention(&total.name, each.body.statements.iter())?,
                value: *value,
                is: total.is,
            })
        });
        totals.collect()
    }

    /// Longer ranges, where each has much to add up afterwards.
    pub(super) fn adding_to(&self, totals: &[RangeTotal], ranges: &Ident) -> TokenStream {
        let runtime = self.plan.runtime;
        let arrays = totals.iter().filter_map(|RangeTotal { name, is, .. }| {
            let bytes = match is {
                TotalOf::Number(_) => return None,
                TotalOf::Array => quote!(#runtime::size_of_val(&#name)),
                TotalOf::Vector => quote!(#runtime::size_of_val(&*#name)),
            };
            Some(quote!(let #ranges = #runtime::parallel::Ranges::adding_to(#ranges, #bytes);))
        });
        arrays.collect()
    }

    /// What becomes of a name in ranges.
    pub(super) fn total_tokens(&self, total: &RangeTotal) -> TotalTokens {
        let runtime = self.plan.runtime;
        let RangeTotal { name, value, is } = total;
        let (fold, start) = (self.names.fold(*value), self.names.initial(*value));
        let (left, right) = (self.names.left(*value), self.names.right(*value));
        let of = match is {
            TotalOf::Number(monoid) => {
                let like = name.to_token_stream();
                let first = monoid.start(runtime, &like);
                let end = if monoid.is_idempotent() {
                    // Its ranges began with it.
                    quote!(#fold)
                } else {
                    monoid.finish(runtime, &like, &quote!(#fold))
                };
                return TotalTokens {
                    start: quote!(let #start = #first;),
                    share: None,
                    declaration: quote!(let mut #fold = #start;),
                    both: monoid.combine(runtime, &quote!(#left), &quote!(#right)),
                    result: fold.to_token_stream(),
                    end: quote!(#name = #end;),
                };
            }
            TotalOf::Array => quote!(of),
            TotalOf::Vector => quote!(of_slice),
        };
        TotalTokens {
            start: TokenStream::new(),
            share: Some((
                quote!(#runtime::parallel::Sums::#of(&mut #name)),
                quote!(mut #fold),
            )),
            declaration: TokenStream::new(),
            both: quote!(#runtime::parallel::Sums::then(#left, #right)),
            result: quote!(_),
            end: TokenStream::new(),
        }
    }

    /// A loop with the places that it adds to.
    pub(super) fn adding(
        &self,
        nest: &Loop,
        totals: &[RangeTotal],
        drive: TokenStream,
    ) -> TokenStream {
        let runtime = self.plan.runtime;
        let arrays = totals
            .iter()
            .filter(|total| !matches!(total.is, TotalOf::Number(_)));
        let names =
            |total: &RangeTotal| (self.names.fold(total.value), self.names.place(total.value));
        if self.moves_what_it_keeps(nest) {
            let places = arrays.map(|total| {
                let (fold, place) = names(total);
                quote!(let #place = #runtime::parallel::Sums::places(&mut #fold);)
            });
            return quote!(#(#places)* #drive);
        }
        arrays.fold(drive, |drive, total| {
            let (fold, place) = names(total);
            quote!(#runtime::parallel::Sums::add(&mut #fold, |#place| { #drive });)
        })
    }

    /// True if what is kept from element to element may be no `Copy` type, and is moved into each step: a closure would
    /// take it away.
    fn moves_what_it_keeps(&self, nest: &Loop) -> bool {
        nest.outcomes.iter().any(|outcome| {
            let Outcome::Scalar(value) = outcome else {
                return false;
            };
            let consumer = self.consumer_of(*value);
            consumer.is_some_and(|consumer| consumer.moves_what_it_keeps())
        })
    }

    /// The statements of a body that adds to what a range has.
    pub(super) fn added_to_ranges(&self, id: BindingId, each: &Each) -> Vec<Stmt> {
        let mut statements = each.body.statements.clone();
        for RangeTotal { name, value, is } in self.totals(id, each) {
            let (with, exact) = match is {
                TotalOf::Number(monoid) => (self.names.fold(value), monoid.is_exact()),
                TotalOf::Array | TotalOf::Vector => (self.names.place(value), false),
            };
            let mut renamed = Renamed {
                name: spelling(&name),
                with,
                exact,
            };
            let statements = statements.iter_mut();
            statements.for_each(|statement| renamed.visit_stmt_mut(statement));
        }
        statements
    }
}

/// The first mention of a name.
fn mention<'a>(name: &str, statements: impl Iterator<Item = &'a Stmt>) -> Option<Ident> {
    fn among(name: &str, tokens: TokenStream) -> Option<Ident> {
        let mut member = false;
        for token in tokens {
            let found = match &token {
                TokenTree::Ident(ident) if !member && spelling(ident) == name => {
                    Some(ident.clone())
                }
                TokenTree::Group(group) => among(name, group.stream()),
                _ => None,
            };
            if found.is_some() {
                return found;
            }
            member = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '.' && !member);
        }
        None
    }
    let mut statements = statements;
    statements.find_map(|statement| among(name, statement.to_token_stream()))
}

/// Puts another name in the place of one.
struct Renamed {
    name: String,
    with: Ident,
    /// True if what is added to the name is found on its own, and taken by what stands for it.
    exact: bool,
}

impl Renamed {
    fn is(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Path(path)
            if path.path.get_ident().is_some_and(|ident| spelling(ident) == self.name))
    }
}

impl VisitMut for Renamed {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if self.is(expr) {
            if let Expr::Path(path) = &*expr
                && let Some(ident) = path.path.get_ident()
            {
                let mut with = self.with.clone();
                with.set_span(with.span().located_at(ident.span()));
                *expr = syn::parse_quote!(#with);
            }
            return;
        }
        let adds = match &*expr {
            Expr::Binary(binary) => self.is(&binary.left),
            Expr::Assign(assign) => self.is(&assign.left),
            _ => false,
        };
        if self.exact && adds {
            let mut alone = Renamed {
                name: self.name.clone(),
                with: names::local("one", "total"),
                exact: false,
            };
            let mut added = expr.clone();
            alone.visit_expr_mut(&mut added);
            let (with, one) = (&self.with, &alone.with);
            *expr = syn::parse_quote!({
                let mut #one = (&#with).nothing();
                #added;
                (&mut #with).take(#one);
            });
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}
