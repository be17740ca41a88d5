//! Chains that are left as written and run with the instructions of the machine.
//!
//! In: a hole whose chain the plan gives them. Out: the chain in a closure that the runtime runs, if there are many elements.

use super::emission::Emitter;
use super::parallel::captured_fields;
use super::spans;
use crate::ops::chain::Source;
use crate::region::Hole;
use proc_macro2::{Delimiter, Group, Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

impl Emitter<'_> {
    /// The chain of a hole, if it runs with the instructions of the machine.
    pub(super) fn wide(&self, hole: &Hole) -> Option<Expr> {
        let mut chains = self.plan.lowered.chains();
        let chain = chains.find(|chain| *chain.placeholder == hole.placeholder)?;
        let least = self.plan.plans.wide.get(&chain.id)?;
        if hole.divided {
            return None;
        }
        let runtime = self.plan.runtime;
        let written = self.left(hole);
        let numbers = captured_fields::numbers(&[chain], &written.to_token_stream());
        let run = if numbers.is_empty() {
            quote!(#[inline(always)] || #written)
        } else {
            quote!(#[inline(always)] || { #(let #numbers = #numbers;)* #written })
        };
        let elements = match &hole.chain.stream.source {
            Source::Array(array) => array.expr.to_token_stream(),
            Source::Range(range) => range.expr.to_token_stream(),
            // Of as many elements as a window has, or fewer, nothing is computed.
            Source::Driver(driver) => {
                let array = &driver.strided.as_ref()?.array;
                quote!(#array.iter())
            }
        };
        let least = Literal::usize_unsuffixed(*least);
        // It panics in no other place, be it part of an operator.
        let [start, end] = spans::ends_of(&hole.chain.expr)?;
        let function = quote!(#runtime::dispatched_from)
            .into_iter()
            .map(|mut token| {
                token.set_span(start);
                token
            });
        let arguments = quote!(#least, #elements, #run);
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
        arguments.set_span(end);
        let function = function.collect::<TokenStream>();
        syn::parse2(quote!(#function #arguments)).ok()
    }
}
