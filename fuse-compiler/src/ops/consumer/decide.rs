//! `any(worker)` and `all(worker)` (docs/DESIGN.md section 6, *Short circuits*).

use super::solitary::STOPS;
use crate::ops::accumulator::Accumulator;
use crate::ops::chain::consumer::{Consume, Consumer, Question};
use crate::ops::reading::Parsed;
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::{Call, Consumer as Row, Gives, Order, TEST};
use crate::rust::environment::Environment;
use crate::rust::reason::Reason;
use crate::rust::worker::Worker;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, Type};

pub(super) const ROWS: &[Row] = &[
    Row::new("all", &[TEST], "bool", |call| {
        recognise(call, Question::All)
    })
    .alone(Order::Stops, Gives::Unknown)
    .and(Meaning::Same, &["all(p)"])
    .but(STOPS)
    .borrowing(),
    Row::new("any", &[TEST], "bool", |call| {
        recognise(call, Question::Any)
    })
    .alone(Order::Stops, Gives::Unknown)
    .and(Meaning::Same, &["any(p)"])
    .but(STOPS)
    .borrowing(),
];

fn recognise(call: &Call<'_>, question: Question) -> Parsed<Consumer> {
    call.plain()?;
    let worker = call.worker()?;
    Ok(Decide { question, worker }.into())
}

/// `any(worker)` and `all(worker)`
#[derive(Clone, Debug)]
pub(crate) struct Decide {
    /// Which of the two.
    question: Question,
    /// The test.
    worker: Worker,
}

impl Consume for Decide {
    fn name(&self) -> &'static str {
        "any/all"
    }

    fn worker(&self) -> Option<&Worker> {
        Some(&self.worker)
    }

    fn gives(&self) -> Option<Type> {
        Some(syn::parse_quote!(bool))
    }

    fn is_plain(&self, _: &Environment) -> bool {
        true
    }

    fn solitary(&self) -> Option<Reason> {
        Some(Reason::ShortCircuit)
    }

    fn is_idle(&self) -> bool {
        false
    }

    fn question(&self) -> Option<Question> {
        Some(self.question)
    }

    fn start(&self, of: &Accumulator<'_>) -> TokenStream {
        let (runtime, fold) = (of.runtime, of.fold());
        let asking = of.asks.then(|| quote!(.asking()));
        let decision = match self.question {
            Question::All => quote!(all),
            _ => quote!(any),
        };
        quote!(let mut #fold = #runtime::Decision::#decision() #asking;)
    }

    fn combine(&self, of: &Accumulator<'_>) -> TokenStream {
        let (runtime, (left, right)) = (of.runtime, of.sides());
        quote!(#runtime::Decision::then(#left, #right))
    }

    fn finish(&self, of: &Accumulator<'_>) -> Expr {
        let (here, fold) = (of.here, of.placed("fold"));
        syn::parse_quote_spanned!(here=> #fold.holds())
    }
}
