//! Two parallel loops side by side.
//!
//! In: the schedule. Out: which loops follow each other with nothing between them but `let`s of what the first
//! one made, so that there is no path from the first to the second; and the two as the closures of one call.
//! Where each of them is long enough for several ranges it has all threads anyway; where both together are
//! too short for that it costs more than it gains. Between the two, measured on two cores with 32,000 elements
//! each, two loops of two sums take 31 microseconds instead of 52, two of roots 162 instead of 312. Loops
//! that only map gain nothing, so that both must add up floats one after the other.

use super::Emitter;
use crate::cnf::LoweredChain;
use crate::loops::Loop;
use crate::ops::captures::as_tuple;
use crate::ops::chain::{Access, Consume};
use crate::ops::consumer::sum::Reduction;
use crate::plan::LoopPlan;
use crate::plan::ranges::is_parallel;
use crate::region::Kind;
use crate::schedule::Event;
use crate::schedule::units;
use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Expr;

impl Emitter<'_> {
    /// The event that a loop is put together with, by its place behind this one.
    pub(super) fn partner(&self, events: &[Event]) -> Option<usize> {
        let (Event::Loop(first), rest) = events.split_first()? else {
            return None;
        };
        let one = &self.plan.plans.loops[*first].nest;
        self.may_stand_beside(one).then_some(())?;
        let mut bound: Vec<&str> = Vec::new();
        for (place, event) in rest.iter().enumerate() {
            match event {
                Event::Statement(index) if self.binds_results(*index, one) => {
                    let binds = &self.plan.region.statements[*index].binds;
                    bound.extend(binds.iter().map(|bound| bound.name.as_str()));
                }
                Event::Loop(second) => {
                    let other = &self.plan.plans.loops[*second].nest;
                    let reads = units::names_read(self.plan.lowered, &other.cluster);
                    let apart = !reads.iter().any(|(name, _)| bound.contains(&name.as_str()));
                    return (apart && self.may_stand_beside(other)).then_some(place + 1);
                }
                _ => return None,
            }
        }
        None
    }

    /// Both loops in one statement.
    pub(super) fn side_by_side(&self, one: &LoopPlan, other: &LoopPlan) -> TokenStream {
        let runtime = self.plan.runtime;
        // Their arrays too: both closures hold them.
        let mut captured: Vec<Expr> = Vec::new();
        for nest in [&one.nest, &other.nest] {
            captured.extend(self.captured_by(nest));
            let inputs = nest.root.sources.iter();
            let arrays = inputs.flat_map(|driver| self.plan.lowered.inputs(driver.reader));
            captured.extend(arrays.filter_map(|input| input.source).map(|source| {
                let name = &source.name;
                syn::parse_quote!(#name)
            }));
        }
        let part = |plan: &LoopPlan| {
            let results = self.results_of(&plan.nest);
            let (tokens, length) = (self.fused_loop(plan), self.length_of(&plan.nest));
            (
                quote!((#(#results,)*)),
                quote!(|| { #tokens (#(#results,)*) }),
                length,
            )
        };
        let (one, first, one_length) = part(one);
        let (other, second, other_length) = part(other);
        let several = match self.plan.lowered.setting.min_len() {
            Some(least) => {
                let several = Literal::usize_unsuffixed(least.max(1).saturating_mul(2));
                quote!(#several)
            }
            None => quote!(#runtime::parallel::SEQUENTIAL),
        };
        let captured = as_tuple(captured.iter());
        quote! {
            let (#one, #other) = #runtime::beside!(
                [#one_length, #other_length],
                #several,
                #first,
                #second,
                #captured,
            );
        }
    }

    /// True for a `let` of nothing but what a loop made.
    fn binds_results(&self, statement: usize, nest: &Loop) -> bool {
        let Kind::Let(binding) = &self.plan.region.statements[statement].kind else {
            return false;
        };
        let made = self
            .fused_holes(&binding.value.holes)
            .iter()
            .all(|(_, id)| {
                let chain = self.plan.lowered.chain(*id);
                chain.is_some_and(|chain| chain.bindings.iter().any(|id| nest.cluster.contains(id)))
            });
        binding.value.is_direct() && !self.fused_holes(&binding.value.holes).is_empty() && made
    }

    /// True for a loop over borrowed arrays that moves nothing and adds up floats: both closures may hold what
    /// both loops read, and either is worth a task.
    fn may_stand_beside(&self, nest: &Loop) -> bool {
        let lowered = self.plan.lowered;
        let borrowed = nest.root.sources.iter().all(|driver| {
            let inputs = lowered.inputs(driver.reader);
            let source = inputs.iter().find(|input| input.value == driver.value);
            let source = source.and_then(|input| input.source);
            source.is_some_and(|source| source.access == Access::ByReference)
        });
        let chains = self.chains_of(nest);
        // Where the chains stand as written, a closure may take what it captures.
        let takes = |chain: &&LoweredChain<'_>| {
            let by_name = chain.chain.workers().iter().any(|worker| worker.local);
            by_name || moves(chain.chain.expr.to_token_stream())
        };
        let adds = nest.cluster.iter().any(|id| {
            let sum = lowered.consumer_of::<Reduction>(*id);
            sum.is_some_and(Consume::depends_on_order)
        });
        is_parallel(&lowered.program, nest)
            && borrowed
            && adds
            && !self.plan.region.suspends
            && self.plan.plans.cuts.array(nest).is_none()
            && self.is_cut_by_length(&chains)
            && !chains.iter().any(takes)
    }

    /// How many elements a loop over arrays has at most.
    fn length_of(&self, nest: &Loop) -> TokenStream {
        let runtime = self.plan.runtime;
        let source = nest.root.sources.first();
        let array = source.map_or_else(TokenStream::new, |driver| self.source(driver, true));
        quote!(#runtime::parallel::Source::length(&#array))
    }
}

/// True if a closure takes what it captures.
fn moves(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => moves(group.stream()),
        TokenTree::Ident(ident) => ident == "move",
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many pairs of loops stand side by side in an expansion.
    fn pairs(body: &str) -> usize {
        let function =
            format!("fn f(xs: &[f64], ys: &[f64], zs: Vec<f64>, n: usize) -> f64 {{ {body} }}");
        let function = function.parse().expect("tokens");
        let expansion = crate::expand(quote!(parallel), function);
        expansion.to_string().matches("beside").count()
    }

    #[test]
    fn loops_without_a_path() {
        let sums = "let a: f64 = xs.iter().sum(); let b: f64 = ys.iter().sum();";
        assert_eq!(pairs(&format!("{sums} a + b")), 1);
        let mapped = "let a: f64 = xs.iter().sum(); let ws: Vec<f64> = xs.iter().map(|x| x + 1.0).collect();";
        assert_eq!(
            pairs(&format!(
                "{mapped} let b: f64 = ys.iter().sum(); show(ws); a + b"
            )),
            1
        );
        // Two pairs are not one of three.
        let third = "let c: f64 = zs.iter().sum(); let d: f64 = zs.iter().take(n).sum();";
        assert_eq!(pairs(&format!("{sums} {third} a + b + c + d")), 1);
    }

    #[test]
    fn loops_that_stay_apart() {
        for body in [
            // The second needs the first, or a name that is bound in between.
            "let a: f64 = xs.iter().sum(); let b: f64 = ys.iter().map(|y| y * a).sum(); b",
            "let a = 1.0; let b: f64 = xs.iter().sum(); let a = n as f64; let c: f64 = ys.iter().map(|y| y * a).sum(); b + c",
            // A wall.
            "let a: f64 = xs.iter().sum(); show(a); let b: f64 = ys.iter().sum(); a + b",
            // One of them takes what the other may read, or adds up no floats.
            "let a: f64 = xs.iter().sum(); let b: f64 = zs.into_iter().sum(); a + b",
            "let a: f64 = xs.iter().sum(); let b: f64 = ys.iter().map(move |y| y * n as f64).sum(); a + b",
            "let a: f64 = xs.iter().sum(); let b = ys.iter().filter(|y| **y > 0.0).count(); a + b as f64",
        ] {
            assert_eq!(pairs(body), 0, "{body}");
        }
    }
}
