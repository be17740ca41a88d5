//! `sum()`, `product()` and `collect()` into a type that is not visible, or that is a type parameter: a loop makes the result if it turns
//! out to be a primitive number, or a `Vec`; if not, the chain runs as written, before the loop (`fuse-runtime/src/inferred.rs`).

use crate::ops::accumulator::{Accumulator, Step};
use crate::ops::chain::consumer::{Consume, Consumer};
use crate::ops::chain::stream::{Access, Source, Stream};
use crate::ops::chain::{Adapter, Worker};
use crate::ops::consumer::solitary::{as_written, foreign};
use crate::ops::reading::Parsed;
use crate::ops::recognised::row::Call;
use crate::rust::control::Control;
use crate::rust::reason::Reason;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, Type};

/// What is made of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Makes {
    /// `sum()`
    Sum,
    /// `product()`
    Product,
    /// `collect()`
    Collection,
}

/// Reads a consumer whose type is no primitive number and no collection of std's, as far as it is visible.
pub(super) fn recognise(call: &Call<'_>, makes: Makes) -> Parsed<Consumer> {
    let reason = foreign(call.ty());
    let open = match (makes, call.ty()) {
        (Makes::Sum | Makes::Product, Some(ty)) if reason == Reason::ForeignResult => {
            call.environment().is_generic(ty)
        }
        _ => reason == Reason::InvisibleResult,
    };
    if open && may_run_as_written(call, makes) {
        let written = call.call;
        return Ok(Inferred {
            makes,
            elements: (*written.receiver).clone(),
            ty: call
                .ty()
                .filter(|ty| !matches!(ty, Type::Infer(_)))
                .cloned(),
        }
        .into());
    }
    as_written(call, reason, call.ty())
}

/// True if the iterator may be made once more, or run before the loop in place of it, and nobody sees it.
fn may_run_as_written(call: &Call<'_>, makes: Makes) -> bool {
    let stream = call.stream;
    let control = Control::of_expr(&Expr::MethodCall(call.call.clone()));
    let steps = |stream: &Stream| {
        let mut adapters = stream.adapters.iter();
        !adapters.any(|adapter| matches!(adapter, Adapter::Cross(_) | Adapter::Scan(_)))
    };
    let beside = |stream: &Stream| {
        stream
            .adapters
            .iter()
            .filter_map(Adapter::stream)
            .all(steps)
    };
    stream.parallel.is_none()
        && !call.environment().is_unsafe()
        && !control.items
        && !control.attributes
        && !control.asynchronous
        && steps(stream)
        && beside(stream)
        && stream.sources().into_iter().all(is_borrowed)
        && stream.workers().into_iter().all(is_borrowing)
        && (makes != Makes::Collection || is_stored_one_by_one(stream))
}

/// True if a source is still there after it was read.
fn is_borrowed(source: &Source) -> bool {
    match source {
        Source::Array(array) => array.access == Access::ByReference,
        Source::Range(_) => true,
        Source::Driver(driver) => {
            !driver.effects && driver.moves.is_empty() && driver.watched.is_empty()
        }
    }
}

/// True if a worker takes nothing with it.
fn is_borrowing(worker: &Worker) -> bool {
    !worker.local
        && !worker.drops
        && worker.given_away.is_empty()
        && worker.judgment.moves.is_empty()
}

// Note [What an inferred collection costs]
// Measured at 16 to 1 M elements, plain over fused. One element for each of a struct: 1.0 to 1.1 beside another collection, 1.1 to 3.5
// beside sums. Arrays of numbers, of which std stores several at once: 0.6 to 1.7, beside an extremum 0.77. Of what a filter
// keeps: 0.15 to 1.3.

/// True for one element of each that is no plain number in memory. See Note [What an inferred collection costs].
fn is_stored_one_by_one(stream: &Stream) -> bool {
    let number = |source: &Source| match source {
        Source::Array(array) => array.number.is_some(),
        Source::Range(_) => true,
        Source::Driver(_) => false,
    };
    stream.is_one_to_one() && !stream.sources().into_iter().any(number)
}

/// `sum()`, `product()` or `collect()` into a type that only rustc knows.
#[derive(Clone, Debug)]
pub(crate) struct Inferred {
    /// Which of them.
    pub(crate) makes: Makes,
    /// What it is made of, as written.
    pub(crate) elements: Expr,
    /// Its type, if that is a type parameter.
    pub(crate) ty: Option<Type>,
}

impl Consume for Inferred {
    fn name(&self) -> &'static str {
        match self.makes {
            Makes::Sum => "sum",
            Makes::Product => "product",
            Makes::Collection => "collect",
        }
    }

    fn gives(&self) -> Option<Type> {
        self.ty.clone()
    }

    fn borrows(&self) -> bool {
        true
    }

    fn depends_on_order(&self) -> bool {
        true
    }

    fn is_idle(&self) -> bool {
        false
    }

    fn undivided(&self) -> Option<&'static str> {
        Some("the type of its result is not visible")
    }

    fn start(&self, of: &Accumulator<'_>) -> TokenStream {
        let (runtime, fold, elements) = (of.runtime, of.fold(), &self.elements);
        let make = match self.makes {
            Makes::Sum => quote!(inferred_sum),
            Makes::Product => quote!(inferred_product),
            Makes::Collection => {
                return quote!(let mut #fold = #runtime::inferred_collection!(#elements););
            }
        };
        match &self.ty {
            Some(ty) => quote!(let mut #fold = #runtime::#make::<#ty, _>(#elements);),
            None => quote!(let mut #fold = #runtime::#make(#elements);),
        }
    }

    fn step(&self, step: &Step<'_>) -> TokenStream {
        let (here, place, element) = (step.of.here, &step.place, &step.element);
        match self.makes {
            Makes::Sum => quote_spanned!(here=> #place.add(#element);),
            Makes::Product => quote_spanned!(here=> #place.multiply(#element);),
            Makes::Collection => quote_spanned!(here=> #place.push(#element);),
        }
    }

    fn step_if(
        &self,
        step: &Step<'_>,
        kept: &Ident,
        number: Option<TokenStream>,
    ) -> Option<TokenStream> {
        let (here, place, element) = (step.of.here, &step.place, number?);
        let sum = self.makes == Makes::Sum;
        sum.then(|| quote_spanned!(here=> #place.add_if(#kept, #element);))
    }

    fn finish(&self, of: &Accumulator<'_>) -> Expr {
        let (here, fold) = (of.here, of.placed("fold"));
        syn::parse_quote_spanned!(here=> #fold.finish())
    }
}
