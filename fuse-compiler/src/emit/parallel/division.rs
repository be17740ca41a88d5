//! What a parallel loop divides among its ranges, and what becomes of what they give.
//!
//! In: the plan of a loop and the totals that its bodies add to. Out: for each range its part of sources and outputs, and for two
//! neighbours how their results are combined.

use super::super::privatised::RangeTotal;
use crate::cnf::{Operation, ValueId};
use crate::emit::emission::Emitter;
use crate::emit::emission::LoopEmission;
use crate::emit::names;
use crate::emit::spans::at;
use crate::loops::{Loop, Outcome, Scope, Step};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

/// What ranges get and give. Lists whose names are in pairs are in step.
#[derive(Default)]
pub(in crate::emit) struct Division {
    /// What is divided,
    pub(super) shares: Vec<TokenStream>,
    /// and the names that a range has for its part of each.
    pub(super) parts: Vec<TokenStream>,
    /// Stands before the loop.
    pub(in crate::emit) outputs: TokenStream,
    /// Stands at the beginning of the body.
    pub(in crate::emit) declarations: TokenStream,
    /// Stands behind the loop.
    pub(in crate::emit) ends: TokenStream,
    /// What the ranges together give.
    pub(super) results: Vec<TokenStream>,
    /// What bodies of the user's add to.
    pub(in crate::emit) totals: Vec<RangeTotal>,
    given: Vec<TokenStream>,
    lefts: Vec<Ident>,
    rights: Vec<Ident>,
    both: Vec<TokenStream>,
}

impl Division {
    /// That of a loop; one on a single thread divides nothing, and declares what it leaves behind.
    pub(in crate::emit) fn of(emission: &LoopEmission<'_>) -> Self {
        let mut division = Division::default();
        let (emitter, nest) = (emission.emitter, &emission.plan.nest);
        let Some(ranges) = &emission.ranges else {
            division.declarations = emission.declared();
            return division;
        };
        division.sources(emission, ranges);
        division.totals = emitter.totals_of(nest);
        division.add_totals(emitter);
        for outcome in &nest.outcomes {
            division.outcome(emission, outcome, ranges);
        }
        division.scans(emitter, nest, ranges);
        let runtime = emitter.plan.runtime;
        for (_, owned) in emitter.emptied(nest) {
            division.ends.extend(quote!(#runtime::drop(#owned);));
        }
        division
    }

    /// What is read.
    fn sources(&mut self, emission: &LoopEmission<'_>, ranges: &Ident) {
        let (emitter, plan) = (emission.emitter, emission.plan);
        let (nest, runtime) = (&plan.nest, emitter.plan.runtime);
        let (driver, span) = (names::driver(), names::span());
        self.share(quote!(#driver), &driver);
        if counts(emitter, &nest.root.body) {
            let length = quote!(0..#runtime::parallel::Ranges::length(&#ranges));
            self.share(length, &span);
        }
        if plan.passes().is_some_and(|passes| !passes.is_whole()) && nest.root.sources.len() > 1 {
            // Blocks are cut of each source on its own.
            for source in &nest.root.sources {
                self.share(
                    emitter.source(source, true),
                    emitter.names.part(source.value),
                );
            }
        }
        if let Some(size) = emitter.size_of_pieces(nest) {
            self.shares[0] = quote!(#runtime::parallel::Held(#driver));
            self.declarations
                .extend(quote!(let #driver = #driver.of(#size);));
        }
    }

    /// Names of the user's that bodies add to.
    fn add_totals(&mut self, emitter: &Emitter<'_>) {
        // As many as there are: in pairs.
        let (mut share, mut part) = (quote!(()), quote!(()));
        let mut shared = false;
        for total in std::mem::take(&mut self.totals) {
            let tokens = emitter.total_tokens(&total);
            self.outputs.extend(tokens.start);
            self.declarations.extend(tokens.declaration);
            if let Some((one_share, one_part)) = tokens.share {
                share = quote!((#one_share, #share));
                part = quote!((#one_part, #part));
                shared = true;
            }
            let names = &emitter.names;
            let fold = names.fold(total.value);
            let sides = (names.left(total.value), names.right(total.value));
            self.give(quote!(#fold), sides, tokens.both, tokens.result);
            self.ends.extend(tokens.end);
            self.totals.push(total);
        }
        if shared {
            self.share(share, part);
        }
    }

    /// What the loop leaves behind.
    fn outcome(&mut self, emission: &LoopEmission<'_>, outcome: &Outcome, ranges: &Ident) {
        let emitter = emission.emitter;
        match outcome {
            Outcome::Contracted(_) | Outcome::Pushed { .. } => {}
            // The array has what each range made of its elements.
            Outcome::Scalar(value) if emitter.is_each(*value) => {}
            Outcome::Stored { array, exact: true } => self.output(emitter, *array, ranges),
            Outcome::Stored { array, .. } => {
                self.declarations.extend(emission.declare(outcome));
                self.gathered(emitter, *array, ranges);
            }
            Outcome::Scalar(value) => self.accumulator(emitter, *value),
        }
    }

    /// An array of one element for each iteration: ranges write next to each other.
    fn output(&mut self, emitter: &Emitter<'_>, array: ValueId, ranges: &Ident) {
        let (runtime, driver) = (emitter.plan.runtime, names::driver());
        let buffer = emitter.names.buffer(array);
        let output = at(
            emitter.place_of(array),
            quote!(#runtime::parallel::Output::new(&#ranges)),
        );
        self.outputs.extend(quote!(let mut #buffer = #output;));
        self.share(
            quote!(#runtime::parallel::Output::slots(&mut #buffer)),
            &buffer,
        );
        self.declarations.extend(quote! {
            let mut #buffer = #runtime::parallel::Segment::in_step_with(#buffer, &#driver);
        });
    }

    /// Any other array: what the ranges store is joined.
    fn gathered(&mut self, emitter: &Emitter<'_>, array: ValueId, ranges: &Ident) {
        let (runtime, names) = (emitter.plan.runtime, &emitter.names);
        let buffer = names.buffer(array);
        let (left, right) = (names.left(array), names.right(array));
        let both = quote!(#runtime::parallel::Gathered::then(#left, #right));
        let given = quote!(#runtime::parallel::Gathered::of(#buffer));
        if emitter.plan.plans.cuts.is_asked_for(array) {
            let kept = names.ranges(array);
            self.ends.extend(quote! {
                let #kept = #runtime::parallel::Gathered::ranges(&#buffer, &#ranges);
            });
        }
        self.give(given, (left, right), both, buffer);
    }

    fn accumulator(&mut self, emitter: &Emitter<'_>, value: ValueId) {
        let Some(consumer) = emitter.consumer_of(value) else {
            return;
        };
        let of = emitter.accumulator(value, Span::mixed_site());
        match consumer.range(&of) {
            Some(range) => {
                self.outputs.extend(range.before);
                self.declarations.extend(range.start);
                self.ends.extend(range.end);
            }
            None => self.declarations.extend(consumer.start(&of)),
        }
        let fold = of.fold();
        self.give(quote!(#fold), of.sides(), consumer.combine(&of), fold);
    }

    /// The states of scans, of which each range is given the one that those before it end with.
    fn scans(&mut self, emitter: &Emitter<'_>, nest: &Loop, ranges: &Ident) {
        let (runtime, names) = (emitter.plan.runtime, &emitter.names);
        for scan in emitter.scans_of_ranges(nest) {
            self.outputs.extend(emitter.scan_starts(&scan));
            let Some(end) = emitter.scan_ends(nest, &scan, ranges) else {
                continue;
            };
            self.ends.extend(end);
            let state = names.state(scan.state);
            let (left, right) = names.totals(scan.state);
            let given = quote!(#runtime::parallel::Totals::of(#state));
            let both = quote!(#runtime::parallel::Totals::then(#left, #right));
            self.give(given, (left, right), both, state);
        }
    }

    fn share(&mut self, share: TokenStream, part: impl ToTokens) {
        self.shares.push(share);
        self.parts.push(part.into_token_stream());
    }

    fn give(
        &mut self,
        given: TokenStream,
        (left, right): (Ident, Ident),
        both: TokenStream,
        result: impl ToTokens,
    ) {
        self.given.push(given);
        self.lefts.push(left);
        self.rights.push(right);
        self.both.push(both);
        self.results.push(result.into_token_stream());
    }

    /// What the body of a range gives.
    pub(super) fn given(&self) -> TokenStream {
        match self.given.as_slice() {
            [] => TokenStream::new(),
            given => quote!((#(#given,)*)),
        }
    }

    /// A closure that makes one of what two neighbours have given.
    pub(super) fn combine(&self) -> TokenStream {
        let (lefts, rights, both) = (&self.lefts, &self.rights, &self.both);
        if both.is_empty() {
            return quote!(|(), ()| {});
        }
        quote!(|(#(#lefts,)*), (#(#rights,)*)| (#(#both,)*))
    }
}

/// True if elements are counted in the outermost scope.
fn counts(emitter: &Emitter<'_>, scope: &Scope) -> bool {
    scope.steps.iter().any(|step| match step {
        Step::Compute(id) => matches!(emitter.operation(*id), Operation::Enumerate { .. }),
        Step::Guard(_, inside) => counts(emitter, inside),
        Step::Consume(_) => false,
    })
}
