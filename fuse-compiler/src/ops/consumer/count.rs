//! `count()`.

use crate::ops::accumulator::{Accumulator, Step};
use crate::ops::chain::consumer::Consume;
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::Consumer as Row;
use crate::rust::environment::Environment;
use crate::rust::ty::Scalar;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;

pub(super) const ROWS: &[Row] = &[Row::new("count", &[], "usize", |call| {
    call.plain()?;
    Ok(Count.into())
})
.and(Meaning::Same, &["count()"])];

/// `count()`
#[derive(Clone, Debug)]
pub(crate) struct Count;

impl Consume for Count {
    fn name(&self) -> &'static str {
        "count"
    }

    fn gives(&self) -> Option<Type> {
        Some(syn::parse_quote!(usize))
    }

    fn adds(&self) -> Option<Scalar> {
        Scalar::named("usize")
    }

    fn is_plain(&self, _: &Environment) -> bool {
        true
    }

    fn is_droppable(&self) -> bool {
        true
    }

    fn is_total(&self) -> bool {
        true
    }

    fn is_sequential(&self) -> bool {
        false
    }

    fn needs_no_loop(&self) -> bool {
        true
    }

    fn start(&self, of: &Accumulator<'_>) -> TokenStream {
        let (runtime, fold) = (of.runtime, of.fold());
        quote!(let mut #fold: #runtime::usize = 0;)
    }

    fn step(&self, step: &Step<'_>) -> TokenStream {
        let (here, fold) = (step.of.here, step.of.placed("fold"));
        quote_spanned!(here=> #fold += 1;)
    }

    fn step_if(
        &self,
        step: &Step<'_>,
        kept: &Ident,
        _: Option<TokenStream>,
    ) -> Option<TokenStream> {
        let (runtime, fold) = (step.of.runtime, step.of.fold());
        Some(match &step.part {
            Some((part, number)) => quote!(#part += #kept as #runtime::#number;),
            None => quote!(#fold += #kept as #runtime::usize;),
        })
    }

    fn combine(&self, of: &Accumulator<'_>) -> TokenStream {
        let (left, right) = of.sides();
        quote!(#left + #right)
    }
}
