//! `reduce(worker)`.

use crate::ops::accumulator::{Accumulator, RangeTokens, Step};
use crate::ops::apply::callable;
use crate::ops::chain::consumer::{Consume, Consumer};
use crate::ops::monoid::Monoid;
use crate::ops::monoid::redomap::reduces;
use crate::ops::reading::Parsed;
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::{Argument, Call, Consumer as Row, Given};
use crate::rust::worker::Worker;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

const BOTH: Argument = Argument::Worker(&[Given::Element, Given::Element]);

pub(super) const ROWS: &[Row] = &[
    Row::new("reduce", &[BOTH], "Option<T>", recognise),
    Row::new("reduce_with", &[BOTH], "Option<T>", recognise)
        .and(Meaning::Only, &["copied().reduce_with(f64::max)"]),
];

fn recognise(call: &Call<'_>) -> Parsed<Consumer> {
    call.plain()?;
    let worker = call.worker()?;
    let item = call.stream.item.as_parameter();
    let monoid = item.and_then(|item| reduces(&worker.expr, &item, call.environment()));
    Ok(Reduce { worker, monoid }.into())
}

/// `reduce(worker)`
#[derive(Clone, Debug)]
pub(crate) struct Reduce {
    /// The operator.
    pub(crate) worker: Worker,
    /// The associative one that it visibly is.
    pub(crate) monoid: Option<Monoid>,
}

impl Reduce {
    /// Its operator, if a chain of std's that is divided has to overflow where the plain one does.
    fn exact(&self, of: &Accumulator<'_>) -> Option<Monoid> {
        self.monoid.filter(|monoid| of.divided && monoid.is_exact())
    }

    /// What makes one of two neighbours, as a closure.
    fn both(monoid: Monoid, of: &Accumulator<'_>) -> TokenStream {
        let (left, right) = of.sides();
        let both = monoid.combine(of.runtime, &quote!(#left), &quote!(#right));
        quote!(|#left, #right| #both)
    }
}

/// The identity of an exact operator.
fn identity(monoid: Monoid) -> TokenStream {
    match monoid {
        Monoid::IntegerSum => quote!(0),
        _ => quote!(1),
    }
}

impl Consume for Reduce {
    fn name(&self) -> &'static str {
        "reduce"
    }

    fn worker(&self) -> Option<&Worker> {
        Some(&self.worker)
    }

    fn gives_element(&self) -> bool {
        true
    }

    fn borrows(&self) -> bool {
        true
    }

    fn is_total(&self) -> bool {
        self.worker.judgment.total
    }

    fn undivided(&self) -> Option<&'static str> {
        let why =
            "its operator is not visibly associative (`a + b`, `a.max(b)`) on primitive numbers";
        self.monoid.is_none().then_some(why)
    }

    fn step(&self, step: &Step<'_>) -> TokenStream {
        let (of, element) = (&step.of, &step.element);
        if let Some(monoid) = self.exact(of) {
            // The first element begins a fold from the identity.
            let (runtime, fold, one) = (of.runtime, of.fold(), of.name("item"));
            let start = monoid.exactly(runtime, &identity(monoid));
            let both = Reduce::both(monoid, of);
            return quote! {
                let mut #one = #start;
                (&mut #one).take(#element);
                #fold = #runtime::reduce(#fold, #one, #both);
            };
        }
        let (here, runtime, fold) = (of.here, of.runtime_here(), of.placed("fold"));
        let worker = callable(&self.worker, &of.name("worker"));
        quote_spanned!(here=> #fold = #runtime::reduce(#fold, #element, #worker);)
    }

    fn range(&self, of: &Accumulator<'_>) -> Option<RangeTokens> {
        let monoid = self.exact(of)?;
        let (runtime, fold) = (of.runtime, of.fold());
        let end = monoid.finish(runtime, &identity(monoid), &quote!(#fold));
        Some(RangeTokens {
            before: TokenStream::new(),
            start: quote!(let mut #fold = #runtime::None;),
            end: quote!(let #fold = #fold.map(|#fold| #end);),
        })
    }

    fn combine(&self, of: &Accumulator<'_>) -> TokenStream {
        let (runtime, (left, right)) = (of.runtime, of.sides());
        let worker = match self.exact(of) {
            Some(monoid) => Reduce::both(monoid, of),
            None => callable(&self.worker, &of.name("worker")),
        };
        of.merged(&quote!(|#left, #right| #runtime::reduce(#left, #right, #worker)))
    }
}
