//! A fused loop on several threads (docs/DESIGN.md section 7).
//!
//! In: a loop whose chains are rayon's. Out: the same body once, as that of each range, and what
//! combines the results of two neighbours. The chains as written stand beside it, where they never
//! run: rustc asks of them what rayon asks, at the user's own tokens, and sees his imports used.

pub(crate) mod captured_fields;
pub(crate) mod division;
pub(crate) mod partition;

use super::drive::Drive;
use super::emission::Emitter;
use super::emission::LoopEmission;
use super::names;
use crate::cnf::{LoweredChain, Operation, ValueId};
use crate::emit::spans::{at, capture, place_of_first};
use crate::loops::Loop;
use crate::ops::captures::as_tuple;
use crate::ops::chain::Access;
use crate::ops::chain::Divided;
use crate::plan::ranges::cut::is_made;
use crate::plan::{Cut, LoopPlan};
use crate::region::Kind;
use division::Division;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, Pat};

impl Emitter<'_> {
    /// What the ranges of a loop are called.
    pub(super) fn ranges_of(&self, plan: &LoopPlan) -> Ident {
        match plan.cut {
            Cut::Array(array) => self.names.ranges(array),
            _ => names::ranges(),
        }
    }

    /// The places that the workers of a loop read.
    pub(super) fn captured_by(&self, nest: &Loop) -> Vec<Expr> {
        let mut places: Vec<Expr> = Vec::new();
        for chain in self.chains_of(nest) {
            let parallel = chain.chain.stream.parallel.iter();
            for place in parallel.flat_map(|parallel| &parallel.captured) {
                if !places.contains(place) {
                    places.push(place.clone());
                }
            }
        }
        places
    }

    /// How many elements a piece has of what drives the loop, if a name or a number says it: then that stands in the body,
    /// where its constant decides how the loop over a piece is compiled.
    fn size_of_pieces(&self, nest: &Loop) -> Option<&Expr> {
        let [source] = nest.root.sources.as_slice() else {
            return None;
        };
        let Operation::Driver(driver) = self.operation(source.reader) else {
            return None;
        };
        let Some(Divided::Pieces(pieces)) = &driver.divided else {
            return None;
        };
        let size = pieces.size.as_ref()?;
        matches!(size, Expr::Lit(_) | Expr::Path(_)).then_some(size)
    }

    /// Where the chain that makes an array is consumed: the place of what rustc has to say about the array's elements.
    fn place_of(&self, array: ValueId) -> Span {
        let lowered = self.plan.lowered;
        let chain = lowered.chain_making(array);
        match chain.map(|chain| &chain.chain.expr) {
            Some(Expr::MethodCall(call)) => call.method.span(),
            _ => Span::call_site(),
        }
    }

    /// The vectors that a loop takes the elements of, and what holds them meanwhile.
    pub(super) fn emptied(&self, nest: &Loop) -> Vec<(Ident, Ident)> {
        let sources = nest.root.sources.iter().filter_map(|driver| {
            let inputs = self.plan.lowered.inputs(driver.reader);
            let read = inputs.iter().find(|input| input.value == driver.value)?;
            let source = read.source?;
            (source.access == Access::ByValue)
                .then(|| (source.name.clone(), self.names.owned(driver.value)))
        });
        sources.collect()
    }

    /// The chains, where they are checked and never run: each with its consumer, if no more than that
    /// or a visible type is needed to infer what it makes. What the chains move they may move here too,
    /// since nothing follows.
    fn as_written(&self, chains: &[&LoweredChain<'_>]) -> TokenStream {
        let lowered = self.plan.lowered;
        let mut checked = TokenStream::new();
        // What one of std's makes here, one of rayon's may read.
        let mut shown: Vec<&LoweredChain<'_>> = Vec::new();
        let reads = |reader: &LoweredChain<'_>, result| {
            let mut inputs = reader.bindings.iter().flat_map(|id| lowered.inputs(*id));
            inputs.any(|input| input.source.is_some() && input.value == result)
        };
        for chain in chains.iter().rev() {
            let read = shown.iter().any(|other| reads(other, chain.result));
            if read || !is_made(chain) {
                shown.push(chain);
            }
        }
        for chain in shown.iter().rev() {
            let Expr::MethodCall(call) = &chain.chain.expr else {
                continue;
            };
            if chain.chain.consumer.body().is_some() {
                checked.extend(quote!(#call;));
                continue;
            }
            let read = shown.iter().any(|other| reads(other, chain.result));
            let parallel = chain.chain.stream.parallel.as_ref();
            let binding = match &self.plan.region.statements[chain.statement].kind {
                Kind::Let(binding) if read => Some(binding),
                _ => None,
            };
            let expected = parallel.and_then(|parallel| parallel.expected.as_ref());
            checked.extend(
                match (
                    binding.map(|binding| (&binding.pattern, &binding.ty)),
                    expected,
                ) {
                    (Some((Pat::Ident(pattern), ty)), _) => {
                        let (name, ty) = (&pattern.ident, ty.iter());
                        quote!(let #name #(: #ty)* = #call;)
                    }
                    (_, Some(ty)) => quote!(let _: #ty = #call;),
                    (_, None) if call.turbofish.is_some() => quote!(let _ = #call;),
                    (_, None) => {
                        let stream = &call.receiver;
                        quote!(let _ = #stream.count();)
                    }
                },
            );
        }
        if checked.is_empty() {
            checked
        } else {
            quote!(if false { #checked loop {} })
        }
    }
}

impl LoopEmission<'_> {
    /// What stands before a loop over ranges: its chains as they were written, what it divides, and where.
    pub(super) fn divided(&self, ranges: &Ident, drive: &mut Drive) -> TokenStream {
        let (emitter, nest) = (self.emitter, &self.plan.nest);
        let runtime = emitter.plan.runtime;
        let chains = emitter.chains_of(nest);
        let (witness, standing) = (emitter.as_written(&chains), emitter.standing(nest));
        let emptied = emitter
            .emptied(nest)
            .into_iter()
            .map(|(name, owned)| quote!(let mut #owned = #runtime::parallel::Owned::new(#name);));
        let cut = match self.plan.cut {
            Cut::Array(_) => TokenStream::new(),
            _ => {
                let cut = emitter.cut(self.plan);
                quote!(let #ranges = #cut;)
            }
        };
        let cut = emitter.holding(nest, ranges, cut);
        let longer = emitter.adding_to(&emitter.totals_of(nest), ranges);
        let driver = names::driver();
        let iterator = std::mem::replace(&mut drive.iterator, quote!(#driver));
        quote!(#witness #standing #(#emptied)* let #driver = #iterator; #cut #longer)
    }

    /// The call that runs a body on all ranges, each with its part of what is divided.
    pub(super) fn on_ranges(
        &self,
        ranges: &Ident,
        division: &Division,
        body: TokenStream,
    ) -> TokenStream {
        let (emitter, nest) = (self.emitter, &self.plan.nest);
        let runtime = emitter.plan.runtime;
        let chains = emitter.chains_of(nest);
        let (given, combine) = (division.given(), division.combine());
        let body = quote!(#body #given);
        let numbers = captured_fields::numbers(&chains, &body);
        let body = quote!(#(let #numbers = #numbers;)* #body);
        let body = match captured_fields::struct_of(&chains, &body) {
            Some(items) => quote!(#runtime::parallel::reading(#items, |#items| { #body })),
            None => body,
        };
        let place = place_of_first(&chains);
        let (parts, shares) = (&division.parts, &division.shares);
        let [parts, shares] = [parts, shares].map(|all| at(place, quote!((#(#all,)*))));
        // What it gets and captures rustc refuses here, if several threads may not share it.
        let capture = capture(chains.iter().flat_map(|chain| chain.chain.workers()));
        let body = quote_spanned!(capture=> |#parts| { #body });
        let run = if chains.iter().any(|chain| is_made(chain)) {
            // Where several threads may not share something, one runs it all.
            let (runtime, captured) = (at(place, runtime.clone()), emitter.captured_by(nest));
            let captured = as_tuple(captured.iter());
            quote_spanned!(place=> #runtime::shared!(&#ranges, #shares, #body, #combine, #captured))
        } else {
            let drive = at(place, quote!(#runtime::parallel::drive));
            quote_spanned!(place=> #drive(&#ranges, #shares, #body, #combine,))
        };
        let run = self.with_workers(run);
        match division.results.as_slice() {
            [] => quote!(#run;),
            results => quote!(let (#(#results,)*) = #run;),
        }
    }
}
