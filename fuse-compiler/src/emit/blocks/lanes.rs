//! A pass that adds, or keeps extrema, in lanes.
//!
//! In: a pass over a block of elements. Out: its tokens: as many elements at once as there are lanes, then those that are left,
//! and what makes one number of the lanes.

use super::super::names;
use crate::emit::emission::LoopEmission;
use crate::loops::Outcome;
use crate::ops::consumer::reduce::Reduce;
use crate::ops::consumer::sum::Reduction;
use crate::plan::{Pass, Passes, Taking, extremum};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// What a pass in lanes reads.
pub(crate) struct Elements {
    /// One of them.
    pub(crate) item: Ident,
    /// All of a block.
    pub(crate) of: TokenStream,
    /// True if they are those of a place that is taken for a slice.
    pub(crate) placed: bool,
}

impl<'a> LoopEmission<'a> {
    /// What is declared for sums in lanes, and what makes one number of them.
    pub(crate) fn lanes(&self, passes: &Passes) -> (TokenStream, TokenStream) {
        let runtime = self.emitter.plan.runtime;
        let (mut declared, mut together) = (TokenStream::new(), TokenStream::new());
        let outcomes = passes
            .passes
            .iter()
            .filter(|pass| pass.taking == Taking::Lanes);
        for outcome in outcomes.flat_map(|pass| &pass.nest.outcomes) {
            let Outcome::Scalar(value) = outcome else {
                continue;
            };
            let (lanes, lane) = (self.emitter.names.lanes(*value), names::lane());
            let fold = self.emitter.names.fold(*value);
            let Some(reduction) = self.emitter.consumer_as::<Reduction>(*value) else {
                continue;
            };
            if !reduction.scalar.is_float() {
                continue;
            }
            let (identity, combine) = (reduction.identity(runtime), reduction.assigns());
            declared.extend(quote! {
                let mut #lanes = [#identity; #runtime::LANES];
            });
            together.extend(quote!(for #lane in #lanes { #fold #combine #lane; }));
        }
        (declared, together)
    }

    /// The extrema that a pass keeps in lanes: what is declared before the elements, and what makes
    /// one number of the lanes. Which of two zeros came first only the order tells: then elements are
    /// looked at once more, one by one, as `again` says: until the zero is found. And what must hold
    /// for lanes to be what the user's functions are.
    fn extrema(
        &self,
        pass: &Pass,
        again: &dyn Fn(TokenStream) -> TokenStream,
    ) -> (TokenStream, TokenStream, Vec<TokenStream>) {
        let runtime = self.emitter.plan.runtime;
        let names = &self.emitter.names;
        let (mut declared, mut best) = (TokenStream::new(), TokenStream::new());
        let (mut kept, mut zeros) = (TokenStream::new(), Vec::new());
        let (mut found_again, mut hold) = (Some(Vec::new()), Vec::new());
        for outcome in &pass.nest.outcomes {
            let Outcome::Scalar(value) = outcome else {
                continue;
            };
            let Some(consumer) = self.emitter.consumer_of(*value) else {
                continue;
            };
            let Some(found) = extremum::kept_in_lanes(consumer) else {
                continue;
            };
            let (fold, lanes) = (names.fold(*value), names.lanes(*value));
            let (of_lanes, chooser) = (names.best(*value), found.chooser(runtime));
            let orders = extremum::by_order(consumer).is_some();
            if !orders {
                hold.push(found.holds(runtime, &fold, consumer));
            }
            let before = if orders || consumer.is::<Reduce>() {
                let before = names.start(*value);
                let neutral = found.neutral(runtime);
                declared.extend(quote!(let #before = #runtime::number_or(#fold, #neutral);));
                // Nothing but that, or no number at all.
                zeros.push(found.is_neutral(runtime, &of_lanes));
                kept.extend(quote!(#fold = #runtime::Some(#of_lanes);));
                found_again = None;
                before
            } else {
                kept.extend(quote!(#fold = #of_lanes;));
                if let Some(found) = &mut found_again {
                    found.push(quote!(#runtime::PartialEq::eq(&#fold, &#of_lanes)));
                }
                fold
            };
            declared.extend(quote!(let mut #lanes = [#before; #runtime::LANES];));
            best.extend(quote! {
                let #of_lanes = #runtime::best_of(#before, #lanes, #chooser);
            });
            if orders {
                let unordered = names.unordered(*value);
                declared.extend(quote!(let mut #unordered = [#before; #runtime::LANES];));
                let fold = names.fold(*value);
                zeros.push(quote!(#runtime::is_unordered(&#fold, #of_lanes, #unordered)));
            } else {
                zeros.push(quote!(#runtime::becomes_zero(#before, #of_lanes)));
            }
        }
        if zeros.is_empty() {
            return (declared, best, hold);
        }
        // What is equal to the best of all lanes is no better than that: it stays until those that are left.
        let redo = match found_again {
            Some(found) => again(quote!(if #(#found)&&* { break; })),
            None => {
                let full = names::full_lanes();
                quote!(#full = 0;)
            }
        };
        let merged = quote!(#best if #(#zeros)||* { #redo } else { #kept });
        (declared, merged, hold)
    }

    /// A pass that adds in lanes: as many elements at once, then those that are left.
    pub(crate) fn pass_in_lanes(&self, pass: &'a Pass, slices: &[Elements]) -> TokenStream {
        let runtime = self.emitter.plan.runtime;
        let (lane, full) = (names::lane(), names::full_lanes());
        let body = &pass.nest.root.body;
        let of_pass = self.of(&pass.form);
        let left = of_pass.scope(body);
        let in_lane = LoopEmission {
            lane: Some(lane.clone()),
            ..of_pass
        };
        let in_lane = in_lane.scope(body);
        let chunks = slices.iter().map(|Elements { item, of, placed }| {
            let chunks = if *placed {
                quote!(#of.in_lanes())
            } else {
                quote!(#of.chunks_exact(#runtime::LANES))
            };
            (quote!(#item), chunks)
        });
        let (chunks_pattern, chunks) = self.in_step(chunks);
        let rebound = slices.iter().map(|Elements { item, placed, .. }| {
            if *placed {
                quote!(let #item = #item.lane(#lane);)
            } else {
                quote!(let #item = &#item[#lane];)
            }
        });
        let elements = slices
            .iter()
            .map(|Elements { item, of, .. }| (quote!(#item), quote!(#of.iter())));
        let (pattern, elements) = self.in_step(elements);
        let copied = pass.reads.iter().map(|array| {
            let item = self.emitter.names.item(*array);
            quote!(let #item = *#item;)
        });
        let copied = copied.collect::<TokenStream>();
        let again = |until: TokenStream| quote!(for #pattern in #elements { #copied #left #until });
        let (extrema, together, hold) = self.extrema(pass, &again);
        let at_once = quote! {
            #extrema
            for #chunks_pattern in #chunks {
                for #lane in 0..#runtime::LANES {
                    #(#rebound)*
                    #copied
                    #in_lane
                }
                #full += #runtime::LANES;
            }
            #together
        };
        // A few elements do not pay for lanes.
        let at_once = match slices.first() {
            Some(Elements {
                of, placed: false, ..
            }) if !extrema.is_empty() => {
                quote!(if #of.len() >= #runtime::LANES #(&& #hold)* { #at_once })
            }
            _ if !hold.is_empty() => quote!(if #(#hold)&&* { #at_once }),
            _ => at_once,
        };
        // Measured: `skip` of one slice is as fast as its tail, of several in step slower.
        let skips = slices.len() == 1 || slices.iter().any(|elements| elements.placed);
        let left_over = if skips {
            quote!(#runtime::Iterator::skip(#elements, #full))
        } else {
            let rest = slices.iter().map(|Elements { item, of, .. }| {
                (quote!(#item), quote!(#runtime::from_place(#of, #full)))
            });
            self.in_step(rest).1
        };
        quote! {
            let mut #full: #runtime::usize = 0;
            #at_once
            for #pattern in #left_over {
                #copied
                #left
            }
        }
    }
}
