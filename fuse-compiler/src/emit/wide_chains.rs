//! Chains that are left as written and run with the instructions of the machine.
//!
//! In: a hole whose chain the plan gives them. Out: the chain in a closure that the runtime runs, if there are many elements.

use super::emission::Emitter;
use super::parallel::captured_fields;
use super::spans;
use crate::cnf::LoweredChain;
use crate::ops::chain::Source;
use crate::region::Hole;
use proc_macro2::{Delimiter, Group, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;
use syn::spanned::Spanned;

impl Emitter<'_> {
    /// The chain of a hole, if it runs with the instructions of the machine.
    pub(super) fn wide(&self, hole: &Hole) -> Option<Expr> {
        let (chain, least) = self.runs_wide(hole)?;
        let run = self.run_wide(chain, &self.left(hole).to_token_stream());
        let elements = match &hole.chain.stream.source {
            Source::Array(array) => array.expr.to_token_stream(),
            Source::Range(range) => range.expr.to_token_stream(),
            // Of as many elements as a window has, or fewer, nothing is computed.
            Source::Driver(driver) => {
                let array = &driver.strided.as_ref()?.array;
                quote!(#array.iter())
            }
        };
        // It panics in no other place, be it part of an operator.
        let [start, end] = spans::ends_of(&hole.chain.expr)?;
        let runtime = self.plan.runtime;
        let function = placed(start, quote!(#runtime::dispatched_from));
        let arguments = quote!(#least, #elements, #run);
        let arguments = grouped(Delimiter::Parenthesis, arguments, end);
        syn::parse2(quote!(#function #arguments)).ok()
    }

    /// The statement of a loop that changes an array where it stands, if it runs with the instructions of the machine.
    pub(super) fn wide_loop(&self, hole: &Hole, statement: &TokenStream) -> Option<TokenStream> {
        let (chain, least) = self.runs_wide(hole)?;
        let run = self.run_wide(chain, statement);
        let Source::Array(changed) = &hole.chain.stream.source else {
            return None;
        };
        let runtime = self.plan.runtime;
        let array = &changed.name;
        // The closure has borrowed the array. A block is a statement as the loop is, and the value of a block as well; rustc says of both
        // where they stand.
        let place = hole.chain.expr.span();
        let arguments = quote!(#least, #array.len(), #run);
        let arguments = grouped(Delimiter::Parenthesis, arguments, place);
        let function = placed(place, quote!(#runtime::dispatched_in_place));
        let block = grouped(Delimiter::Brace, quote!(#function #arguments), place);
        Some(block.to_token_stream())
    }

    /// The chain of a hole that runs with the instructions of the machine, and from how many elements on.
    fn runs_wide(&self, hole: &Hole) -> Option<(&LoweredChain<'_>, Literal)> {
        let mut chains = self.plan.lowered.chains();
        let chain = chains.find(|chain| *chain.placeholder == hole.placeholder)?;
        let least = self.plan.plans.wide.get(&chain.id)?;
        (!hole.divided).then(|| (chain, Literal::usize_unsuffixed(*least)))
    }

    /// What is written of a chain in a closure, which has its own copies of the numbers that it mentions.
    fn run_wide(&self, chain: &LoweredChain<'_>, written: &TokenStream) -> TokenStream {
        let numbers = captured_fields::numbers(&[chain], written);
        // Who borrows there what is borrowed elsewhere is told so where it stands.
        let place = chain.chain.expr.span();
        let closure = placed(place, quote!(#[inline(always)] ||));
        let body = quote!(#(let #numbers = #numbers;)* #written);
        let body = grouped(Delimiter::Brace, body, place);
        quote!(#closure #body)
    }
}

/// Tokens that are the user's own, by their place: an operator beside them panics where it did.
fn placed(span: Span, tokens: TokenStream) -> TokenStream {
    let placed = tokens.into_iter().map(|mut token| {
        token.set_span(span);
        token
    });
    placed.collect()
}

/// What stands between delimiters of one place.
fn grouped(delimiter: Delimiter, tokens: TokenStream, span: Span) -> Group {
    let mut group = Group::new(delimiter, tokens);
    group.set_span(span);
    group
}
