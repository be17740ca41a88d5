//! `last()` behind a worker. A slice's iterator looks at its last element only.

use crate::ops::accumulator::Step;
use crate::ops::chain::consumer::Consume;
use crate::ops::consumer::solitary::as_written;
use crate::ops::recognised::row::{Consumer as Row, Gives};
use crate::rust::reason::Reason;
use proc_macro2::TokenStream;
use quote::quote_spanned;

pub(super) const ROWS: &[Row] = &[Row::new("last", &[], "Option<T>", |call| {
    if call.stream.workers().is_empty() {
        as_written(call, Reason::Order, call.expected)
    } else {
        Ok(Last.into())
    }
})
.with("a worker before it")
.giving(Gives::Element)];

/// `last()`
#[derive(Clone, Debug)]
pub(crate) struct Last;

impl Consume for Last {
    fn name(&self) -> &'static str {
        "last"
    }

    fn gives_element(&self) -> bool {
        true
    }

    fn borrows(&self) -> bool {
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

    fn undivided(&self) -> Option<&'static str> {
        Some("what ends it reads the elements in order")
    }

    fn step(&self, step: &Step<'_>) -> TokenStream {
        let (here, fold) = (step.of.here, step.of.placed("fold"));
        let (runtime, element) = (step.of.runtime_here(), &step.element);
        quote_spanned!(here=> #fold = #runtime::Some(#element);)
    }
}
