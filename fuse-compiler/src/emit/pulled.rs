//! A loop that runs as a consumer asks for elements.
//!
//! In: the plan of such a loop. Out: what all but one of its chains do with a block, given to the runtime; that one chain as it is
//! written, over what the runtime gives; and what is left when it has ended.

use super::emission::{Emitter, LoopEmission};
use super::names;
use crate::cnf::{LoweredChain, Operation};
use crate::emit::spans;
use crate::loops::{Outcome, Scope, Step};
use crate::ops::consumer::solitary::{Place, Solitary};
use crate::ops::pulling::source_of;
use crate::plan::elements::is_slice;
use crate::plan::{Accumulation, Instructions, LoopPlan, Pulled, extremum};
use crate::region::Hole;
use crate::sorted::SortedMap;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Expr;

impl Emitter<'_> {
    /// The loop.
    pub(super) fn pulled(&self, plan: &LoopPlan, pulled: &Pulled) -> TokenStream {
        let Some(chain) = self.plan.lowered.chain(pulled.by) else {
            return TokenStream::new();
        };
        let emission = self.emission(&pulled.others);
        let nest = &pulled.others.nest;
        let mut drive = self.drive(&nest.root, false);
        let driver = emission.driver(&mut drive);
        let declared = emission.declared();
        let indices = emission.indices(&nest.root.body, false);
        let (starts, ends) = emission.best_of_integers(nest);
        let block = self.block(pulled, &emission);
        let pulling = self.pulling(chain);
        let carried = self.carried(&emission);
        let left = carried.iter().map(|(name, result)| match result {
            true => quote!(#name),
            false => quote!(_),
        });
        let runtime = self.plan.runtime;
        let [_, state, rest] = names::pulled();
        let tokens = quote! {
            #driver
            #declared
            #indices
            #starts
            #block
            #pulling
            (#(#left,)*) = #runtime::all_pulled(#state, #rest);
            #ends
        };
        let workers = emission.workers(nest);
        if workers.is_empty() {
            return tokens;
        }
        self.enclosed(&plan.nest, &quote!(#workers #tokens), |block| block)
    }

    /// What the other chains do with a block.
    fn block(&self, pulled: &Pulled, emission: &LoopEmission<'_>) -> TokenStream {
        let sources = &pulled.others.nest.root.sources;
        let parts = sources.iter().map(|source| self.names.part(source.value));
        let parts = parts.collect::<Vec<_>>();
        let values = sources.iter().map(|source| source.value);
        let bound = values.zip(parts.iter().cloned());
        let bound: SortedMap<_, _> = bound.collect();
        let emitter = Emitter {
            bound: &bound,
            ..*self
        };
        let drive = emitter.drive(&pulled.others.nest.root, false);
        let run = emitter.emission(&pulled.others).run(&drive);
        let runtime = self.plan.runtime;
        let state = self.carried(emission);
        let state = state.iter().map(|(name, _)| name).collect::<Vec<_>>();
        let sources = sources.iter().map(|source| self.source(source, false));
        let own = self.plan.lowered.chain(pulled.by).map(|chain| {
            let mut expr = chain.chain.expr.clone();
            source_of(&mut expr, &chain.chain.stream.source).cloned()
        });
        let (own, [elements, first, rest]) = (own.flatten(), names::pulled());
        let mut run = quote!(#run (#(#state,)*));
        let mut given = quote!(#(mut #state,)*);
        let slice = |source| is_slice(self.plan.lowered, source);
        if pulled.others.instructions != Instructions::Baseline
            && let Some(part) = parts.first()
            && pulled.others.nest.root.sources.first().is_some_and(slice)
        {
            // What a closure only captures would be written to memory for each element: it has a state of its own.
            let own = self.with_own_numbers(&pulled.others.nest, &run);
            given = quote!(#(#state,)*);
            run = quote! {
                #runtime::dispatched(
                    #runtime::as_slice(#runtime::Clone::clone(&#part)),
                    #[inline(always)] || {
                        #(let mut #state = #state;)*
                        #own
                    }
                )
            };
        }
        let mut cluster = pulled.others.nest.cluster.iter();
        let is_total = cluster.all(|id| {
            let chain = self.plan.lowered.chain_of(*id);
            chain.is_some_and(|chain| chain.chain.is_total())
        });
        let start = match is_total {
            true => quote!(pulled_total),
            false => quote!(pulled),
        };
        quote! {
            let (#elements, #first, mut #rest) = #runtime::#start(
                #runtime::cut!(#own),
                (#(#runtime::cut!(#sources),)*),
                (#(#state,)*),
                |(#given), (#(#parts,)*)| { #run },
            );
        }
    }

    /// The chain that asks for elements, and its result.
    fn pulling(&self, chain: &LoweredChain<'_>) -> TokenStream {
        let statement = &self.plan.region.statements[chain.statement];
        let mut holes = statement.holes().iter();
        let hole: Option<&Hole> = holes.find(|hole| hole.placeholder == *chain.placeholder);
        let mut expr = hole.map_or(Expr::PLACEHOLDER, |hole| self.left(hole));
        let (runtime, [elements, _, rest]) = (self.plan.runtime, names::pulled());
        if let Some(source) = source_of(&mut expr, &chain.chain.stream.source) {
            let elements = quote!(#runtime::Pulling::of(#elements, &mut #rest));
            *source = Expr::Verbatim(elements);
        }
        let fold = self.names.fold(chain.result);
        let place = chain.chain.consumer.of::<Solitary>();
        let ty = match place.map(|solitary| &solitary.place) {
            Some(Place::Type(ty)) => Some(quote!(: #ty)),
            _ => None,
        };
        quote!(let #fold #ty = #expr;)
    }

    /// What one block leaves to the next, and whether it is a result of the loop.
    fn carried(&self, emission: &LoopEmission<'_>) -> Vec<(Ident, bool)> {
        let nest = &emission.plan.nest;
        let kept = |outcome: &Outcome| match outcome {
            Outcome::Contracted(array) if self.keeps(*array) => Some(self.names.keep(*array)),
            _ => None,
        };
        let mut results = self.accumulators(nest);
        results.extend(nest.outcomes.iter().filter_map(kept));
        let mut carried = results
            .into_iter()
            .map(|name| (name, true))
            .collect::<Vec<_>>();
        for (value, accumulation) in &emission.plan.accumulators {
            if *accumulation == Accumulation::Seeded {
                carried.push((self.names.best(*value), true));
                let producer = self.plan.lowered.program.producer(*value);
                let of_place = producer.and_then(|id| extremum::of_place(self.plan.lowered, id));
                if of_place.is_none() {
                    carried.push((self.names.seen(*value), true));
                }
            }
        }
        let mut counted = Vec::new();
        self.counted_in(&nest.root.body, &mut counted);
        carried.extend(counted.into_iter().map(|name| (name, false)));
        carried
    }

    /// The positions and states that the steps of a scope go on from.
    fn counted_in(&self, scope: &Scope, found: &mut Vec<Ident>) {
        for step in &scope.steps {
            match step {
                Step::Compute(id) => {
                    let output = self.plan.lowered.program.binding(*id).outputs[0];
                    match self.operation(*id) {
                        Operation::Enumerate { restarts: false } => {
                            found.push(self.names.index(output));
                        }
                        Operation::Scan {
                            restarts: false, ..
                        } => found.push(self.names.state(output)),
                        _ => {}
                    }
                }
                Step::Guard(_, inside) => self.counted_in(inside, found),
                Step::Consume(_) => {}
            }
        }
        if let Some(inner) = &scope.inner {
            self.counted_in(&inner.nest.body, found);
        }
    }

    /// What the consumer has given.
    pub(super) fn pulled_result(&self, chain: &LoweredChain<'_>) -> Expr {
        let here = spans::place_of_result(&chain.chain.expr);
        let of = self.accumulator(chain.result, here);
        let fold = of.placed("fold");
        syn::parse_quote_spanned!(here=> #fold)
    }
}
