//! A chain as written, but for its filter, which tests many elements at a time.
//!
//! In: a hole, and its [`Kept`] filter. Out: the chain, over what the runtime keeps.

use super::Emitter;
use super::worker::at_once;
use crate::kept::{self, Kept};
use crate::syntax::chain::{Adapter, Source};
use crate::syntax::region::Hole;
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

impl Emitter<'_> {
    /// The chain of a hole, if its filter is better tested in words.
    pub(super) fn kept(&self, hole: &Hole) -> Option<Expr> {
        if hole.divided {
            return None;
        }
        let Kept {
            source,
            before,
            test,
            behind,
            unless_most,
            comparisons,
        } = kept::of(&hole.chain)?;
        let rows = self.rows(source, before);
        let comparisons = Literal::usize_unsuffixed(comparisons);
        let as_written = &test.expr;
        let straight = at_once(test).expr;
        let jumps =
            straight.to_token_stream().to_string() != as_written.to_token_stream().to_string();
        let mut expr = hole.chain.expr.clone();
        let mut place = &mut expr;
        for _ in 0..=behind {
            place = &mut super::divided::call_of(place)?.receiver;
        }
        *place = if jumps {
            syn::parse_quote!(
                #rows.kept_jumping::<#comparisons, #unless_most, _, _>(#straight, #as_written)
            )
        } else {
            syn::parse_quote!(#rows.kept::<#comparisons, #unless_most, _>(#as_written))
        };
        Some(expr)
    }

    /// What stands before a filter.
    fn rows(&self, source: &Source, adapters: &[Adapter]) -> TokenStream {
        let runtime = self.plan.runtime;
        let source = match source {
            Source::Array(array) => array.expr.to_token_stream(),
            Source::Range(range) => range.expr.to_token_stream(),
            Source::Driver(driver) => driver.expr.to_token_stream(),
        };
        let mut rows = quote!(#runtime::rows!(#source));
        for adapter in adapters {
            rows.extend(match adapter {
                Adapter::Copied => quote!(.copied()),
                Adapter::Enumerate => quote!(.numbered()),
                Adapter::Map(worker) => {
                    let worker = &worker.expr;
                    quote!(.made(#worker))
                }
                Adapter::Zip(other) => {
                    let other = self.rows(&other.source, &other.adapters);
                    quote!(.beside(#other))
                }
                _ => TokenStream::new(),
            });
        }
        rows
    }
}
