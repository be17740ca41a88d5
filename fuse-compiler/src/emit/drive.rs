//! What drives a loop: the user's own iterators, in step.
//!
//! In: the sources of a nest. Out: one iterator, the pattern that its elements match, and what must
//! be bound for each element besides. Chains that start at one and the same place, by the same
//! tokens, read it once.

use super::emission::Emitter;
use super::emission::LoopEmission;
use super::slices::part;
use crate::cnf::Operation;
use crate::emit::spans::at;
use crate::loops::{Driver, Loop, Nest, Outcome};
use crate::ops::adapter::flat_map::parts_of_places;
use crate::ops::chain::Access;
use crate::ops::chain::{DriverSource, RangeSource};
use crate::ops::consumer::each::{Each, Turns};
use crate::plan::Iteration;
use crate::plan::in_step::is_visibly_in_step;
use crate::rust::ty::Scalar;
use crate::rust::visit::{self, Visit};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

/// The header of a loop.
#[derive(Debug)]
pub(super) struct Drive {
    /// The iterator.
    pub(super) iterator: TokenStream,
    /// What its elements are bound to.
    pub(super) pattern: TokenStream,
    /// The same elements under further names.
    pub(super) aliases: TokenStream,
}

/// Sources that give the same elements.
struct Group<'a> {
    members: Vec<(&'a Driver, TokenStream)>,
    /// True if the first member's elements can stand for those of the others.
    copies: bool,
}

impl Emitter<'_> {
    /// The header of a nest: one source as written, several in step.
    pub(super) fn drive(&self, nest: &Nest, parallel: bool) -> Drive {
        let runtime = self.plan.runtime;
        let zip = if parallel {
            quote!(#runtime::parallel::zip)
        } else {
            quote!(#runtime::zip)
        };
        let mut drive = Drive {
            iterator: TokenStream::new(),
            pattern: TokenStream::new(),
            aliases: TokenStream::new(),
        };
        for group in self.groups(&nest.sources, parallel) {
            let (iterator, pattern) = if group.copies {
                self.alias(&group, &mut drive.aliases)
            } else {
                self.together(&group.members)
            };
            if drive.iterator.is_empty() {
                (drive.iterator, drive.pattern) = (iterator, pattern);
            } else {
                // A path, for the method may be another trait's here, or not in scope.
                let (before, seen) = (drive.iterator, drive.pattern);
                drive.iterator = quote!(#zip(#before, #iterator));
                drive.pattern = quote!((#seen, #pattern));
            }
        }
        drive
    }

    pub(super) fn accumulators(&self, nest: &Loop) -> Vec<Ident> {
        let scalars = nest.outcomes.iter().filter_map(|outcome| match outcome {
            Outcome::Scalar(value) => Some(self.names.fold(*value)),
            Outcome::Stored { array, .. } => Some(self.names.buffer(*array)),
            Outcome::Contracted(_) | Outcome::Pushed { .. } => None,
        });
        scalars.collect()
    }

    /// Those of them that pass through a fold. See Note [What a body gives away].
    fn passed_on(&self, nest: &Loop) -> Vec<Ident> {
        let stored = nest.outcomes.iter().filter_map(|outcome| match outcome {
            Outcome::Stored { array, .. } => Some(self.names.buffer(*array)),
            Outcome::Scalar(_) | Outcome::Contracted(_) | Outcome::Pushed { .. } => None,
        });
        let stored = stored.collect::<Vec<_>>();
        let mut accumulators = self.accumulators(nest);
        if stored.len() > 1 {
            accumulators.retain(|name| !stored.contains(name));
        }
        accumulators
    }

    fn groups<'d>(&self, sources: &'d [Driver], parallel: bool) -> Vec<Group<'d>> {
        let mut groups: Vec<(String, Group<'d>)> = Vec::new();
        for source in sources {
            let peeled = self.plan.lowered.peeled(source.reader);
            let tokens = match (self.operation(source.reader), peeled) {
                (_, Some(peeled)) if self.ahead => {
                    let (runtime, elements) = (self.plan.runtime, &peeled.elements);
                    let count = Literal::u64_unsuffixed(peeled.count);
                    // A method of this name may be the user's.
                    quote!(#runtime::Iterator::take(#elements, #count))
                }
                // What is asked for one element after the other is no vector.
                (Operation::Driver(driver), _)
                    if !parallel && is_visibly_in_step(self.plan.lowered, source) =>
                {
                    part(self.plan.runtime, &driver.expr)
                }
                _ => self.source(source, parallel),
            };
            let again = match self.operation(source.reader) {
                Operation::Driver(driver) if can_be_shared(driver) => {
                    // Nothing that is divided is read twice over, but side by side.
                    Some(driver.copies).filter(|copies| *copies || !parallel)
                }
                _ => self
                    .range(source)
                    .and_then(RangeSource::counted)
                    .map(|_| true),
            };
            let text = match self.range(source) {
                Some(range) => {
                    let name = range.counted().map_or("", Scalar::name);
                    format!("{tokens}: {name}")
                }
                None => tokens.to_string(),
            };
            let tokens = match self.bound.get(&source.value) {
                Some(bound) => bound.to_token_stream(),
                None => tokens,
            };
            let same = |(other, _): &&mut (String, Group<'_>)| again.is_some() && *other == text;
            match groups.iter_mut().find(same) {
                Some((_, group)) => group.members.push((source, tokens)),
                None => groups.push((
                    text,
                    Group {
                        members: vec![(source, tokens)],
                        copies: again == Some(true),
                    },
                )),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// One iterator, whose elements get the names of all members.
    fn alias(&self, group: &Group<'_>, aliases: &mut TokenStream) -> (TokenStream, TokenStream) {
        let mut members = group.members.iter();
        let Some((first, tokens)) = members.next() else {
            return Default::default();
        };
        let item = self.names.item(first.value);
        for (other, _) in members {
            let other = self.names.item(other.value);
            aliases.extend(quote!(let #other = #item;));
        }
        (tokens.clone(), quote!(#item))
    }

    /// An iterator over as many equal elements as there are members, in pairs nested to the left.
    fn together(&self, members: &[(&Driver, TokenStream)]) -> (TokenStream, TokenStream) {
        let runtime = self.plan.runtime;
        let tokens = members.iter().map(|(_, tokens)| tokens);
        let items = members.iter().map(|(driver, _)| {
            let item = self.names.item(driver.value);
            quote!(#item)
        });
        let pattern = items.reduce(|before, item| quote!((#before, #item)));
        let iterator = match members {
            [(_, tokens)] => tokens.clone(),
            _ => quote!(#runtime::again!(#(#tokens),*)),
        };
        (iterator, pattern.unwrap_or_default())
    }

    /// The range that a source is, of a loop or of one inside.
    fn range(&self, source: &Driver) -> Option<&RangeSource> {
        if let Operation::Range(range) = self.operation(source.reader) {
            return Some(range);
        }
        let inputs = self.plan.lowered.inputs(source.reader).iter();
        let mut found = inputs.filter(|input| input.value == source.value);
        found.find_map(|input| input.range)
    }

    /// The tokens of a source; of one that is divided, not the iterator of rayon's.
    pub(super) fn source(&self, driver: &Driver, parallel: bool) -> TokenStream {
        let runtime = self.plan.runtime;
        let lowered = self.plan.lowered;
        match self.operation(driver.reader) {
            Operation::Range(source) => return source.expr.to_token_stream(),
            Operation::Driver(source) => {
                if let (Some(divided), true) = (&source.divided, parallel) {
                    return self.divided_source(divided, driver.value);
                }
                return source.expr.to_token_stream();
            }
            _ => {}
        }
        if let Some(by) = self.taken_over_by(driver.value) {
            let buffer = self.names.buffer(by);
            return quote!((&mut #buffer).places());
        }
        let inputs = lowered.inputs(driver.reader).iter();
        let mut inputs = inputs.filter(|input| input.value == driver.value);
        let input = match self.inside {
            true => inputs.next_back(),
            false => inputs.next(),
        };
        let Some(input) = input else {
            return TokenStream::new();
        };
        if let Some(source) = input.range {
            return source.expr.to_token_stream();
        }
        match input.source {
            Some(source) if parallel && source.access == Access::ByValue => {
                let owned = self.names.owned(driver.value);
                at(
                    source.name.span(),
                    quote!(#runtime::parallel::Owned::elements(&mut #owned)),
                )
            }
            Some(source) if parallel && source.access == Access::Mutable => {
                let name = &source.name;
                at(
                    name.span(),
                    quote!(#runtime::parallel::elements_mut(&mut #name[..])),
                )
            }
            Some(source) if parallel => {
                let name = &source.name;
                at(
                    name.span(),
                    quote!(#runtime::parallel::elements(&#name[..])),
                )
            }
            Some(source) => source.expr.to_token_stream(),
            None => TokenStream::new(),
        }
    }

    /// True for an array that is read by its name or a reference alone: no iterator yet.
    pub(super) fn is_bare(&self, driver: &Driver) -> bool {
        let inputs = self.plan.lowered.inputs(driver.reader);
        let mut sources = inputs
            .iter()
            .filter(|input| input.value == driver.value)
            .filter_map(|input| input.source);
        sources
            .next()
            .is_some_and(|source| matches!(source.expr, Expr::Path(_) | Expr::Reference(_)))
    }
}

/// True if two drivers of these tokens have one type, and reading the one is reading the other.
fn can_be_shared(driver: &DriverSource) -> bool {
    struct Closures(bool);
    impl<'ast> Visit<'ast> for Closures {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.0 |= matches!(expr, Expr::Closure(_)) && !parts_of_places(expr);
            visit::visit_expr(self, expr);
        }
    }
    let mut closures = Closures(false);
    closures.visit_expr(&driver.expr);
    driver.moves.is_empty() && (driver.copies || !closures.0)
}

impl LoopEmission<'_> {
    /// The loop itself: a `for`, or an iterator that is given the body.
    pub(super) fn iterate(
        &self,
        nest: &Loop,
        iterator: &TokenStream,
        pattern: &TokenStream,
        body: &TokenStream,
    ) -> TokenStream {
        let runtime = self.emitter.plan.runtime;
        let iterator = match self.form.iteration {
            Iteration::External => {
                return match self.turns(nest) {
                    Some(turns) => quote!(#turns { #body }),
                    None => quote!(for #pattern in #iterator { #body }),
                };
            }
            Iteration::Internal { made: true } => iterator.clone(),
            Iteration::Internal { made: false } => {
                quote!(#runtime::IntoIterator::into_iter(#iterator))
            }
        };
        let folds = self.emitter.passed_on(nest);
        folded(runtime, &iterator, pattern, body, &folds)
    }

    /// What stands before a loop that has turns and no elements.
    fn turns(&self, nest: &Loop) -> Option<&Turns> {
        let lowered = self.emitter.plan.lowered;
        let mut bodies = nest.cluster.iter();
        bodies.find_map(|id| lowered.consumer_of::<Each>(*id)?.turns.as_ref())
    }
}

// Note [What a body gives away]
// What passes through a fold by value is written and read again for each element where the body is a function of its own. A number
// is in a register then; two buffers that grow are six words in memory. Measured on a `partition` of a chain of two slices, 1,000
// `i64` each, of a `flat_map` in brackets: 7.7 ns an element (8.9) passed through, 1.7 (1.6) captured by reference, 3.6 as written.

/// A body that an iterator is given. What a closure has captured it cannot give away, so the folds pass through it.
pub(super) fn folded(
    runtime: &TokenStream,
    iterator: &TokenStream,
    pattern: &TokenStream,
    body: &TokenStream,
    folds: &[Ident],
) -> TokenStream {
    match folds {
        [] => quote!(#runtime::Iterator::for_each(#iterator, |#pattern| { #body });),
        [fold] => quote! {
            #fold = #runtime::Iterator::fold(#iterator, #fold, |mut #fold, #pattern| {
                #body
                #fold
            });
        },
        folds => quote! {
            (#(#folds),*) = #runtime::Iterator::fold(
                #iterator,
                (#(#folds),*),
                |(#(mut #folds),*), #pattern| {
                    #body
                    (#(#folds),*)
                },
            );
        },
    }
}
