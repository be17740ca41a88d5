//! `min()` and `max()`, of the elements themselves, by a comparison and by a key.

mod total;

use self::total::Total;
use crate::ops::accumulator::{Accumulator, Step};
use crate::ops::apply::{apply, callable};
use crate::ops::chain::consumer::{Consume, Consumer};
use crate::ops::names::{at, local};
use crate::ops::reading::Parsed;
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::{COMPARE, Call, Consumer as Row, LOOK};
use crate::rust::ty::Scalar;
use crate::rust::types::dereferenced;
use crate::rust::worker::Worker;
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Expr, Type};

pub(super) const ROWS: &[Row] = &[
    Row::new("max", &[], "Option<T>", |call| recognise(call, End::Max))
        .and(Meaning::Same, &["map(|x| *x as i64).max()"]),
    Row::new("max_by", &[COMPARE], "Option<T>", |call| {
        recognise(call, End::Max)
    })
    .and(Meaning::Same, &["max_by(f64::total_cmp)"]),
    Row::new("max_by_key", &[LOOK], "Option<T>", |call| {
        recognise(call, End::Max)
    })
    .and(Meaning::Same, &["max_by_key(key)"]),
    Row::new("min", &[], "Option<T>", |call| recognise(call, End::Min))
        .and(Meaning::Same, &["map(|x| *x as i64).min()"]),
    Row::new("min_by", &[COMPARE], "Option<T>", |call| {
        recognise(call, End::Min)
    })
    .and(Meaning::Same, &["min_by(f64::total_cmp)"]),
    Row::new("min_by_key", &[LOOK], "Option<T>", |call| {
        recognise(call, End::Min)
    })
    .and(Meaning::Same, &["min_by_key(key)"]),
];

fn recognise(call: &Call<'_>, end: End) -> Parsed<Consumer> {
    call.plain()?;
    let by = match call.row.arguments {
        [] => By::Itself,
        [COMPARE] => By::Comparison(call.worker()?),
        _ => By::Key(call.worker()?),
    };
    let (name, environment) = (call.row.name, call.environment());
    let ty = call.stream.item.ty.as_ref();
    let ordered = ty.is_some_and(|ty| environment.primitive(dereferenced(ty)).is_some());
    let float = |ty| environment.scalar(ty).filter(|scalar| scalar.is_float());
    let (mut total, mut values) = (None, None);
    if let By::Comparison(worker) = &by {
        total = Total::read(worker, environment);
        let compares = !call.stream.item.by_reference && total::compares_in_order(worker);
        values = ty.filter(|_| compares).and_then(float);
    }
    let floats = ty.is_some_and(|ty| match dereferenced(ty) {
        Type::Tuple(parts) => parts.elems.iter().any(|part| float(part).is_some()),
        ty => float(ty).is_some(),
    });
    Ok(Extremum {
        name,
        end,
        by,
        ordered,
        branches: floats,
        total,
        values,
    }
    .into())
}

/// `min()`, `max_by_key(worker)` and their like.
#[derive(Clone, Debug)]
pub(crate) struct Extremum {
    /// The method's name, which is that of the runtime's step.
    name: &'static str,
    /// Which end is looked for.
    pub(crate) end: End,
    /// What is compared.
    pub(crate) by: By,
    /// True if the elements are visibly primitives: to compare them runs nothing.
    ordered: bool,
    /// True if they visibly are floats, or hold some: an element does not wait for the one before it behind a branch.
    branches: bool,
    /// How floats are compared by `total_cmp`.
    total: Option<Total>,
    /// The type of floats that are compared themselves, in an order that numbers have by `<`.
    pub(crate) values: Option<Scalar>,
}

/// Which end is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The first of the smallest.
    Min,
    /// The last of the largest.
    Max,
}

/// What is compared.
#[derive(Clone, Debug)]
pub(crate) enum By {
    /// The elements.
    Itself,
    /// They, by this.
    Comparison(Worker),
    /// What this makes of each.
    Key(Worker),
}

impl Extremum {
    /// True if it compares floats by `total_cmp`.
    pub(crate) fn is_total_order(&self) -> bool {
        self.total.is_some()
    }

    /// True if it compares the elements themselves.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self.by, By::Itself)
    }
}

impl Consume for Extremum {
    fn name(&self) -> &'static str {
        self.name
    }

    fn worker(&self) -> Option<&Worker> {
        match &self.by {
            By::Itself => None,
            By::Comparison(worker) | By::Key(worker) => Some(worker),
        }
    }

    fn gives_element(&self) -> bool {
        true
    }

    fn borrows(&self) -> bool {
        true
    }

    fn is_total(&self) -> bool {
        match &self.by {
            By::Itself => self.ordered,
            By::Comparison(worker) => worker.judgment.total,
            By::Key(_) => false,
        }
    }

    fn step(&self, step: &Step<'_>) -> TokenStream {
        let (of, element) = (&step.of, &step.element);
        let (here, fold, runtime) = (of.here, of.placed("fold"), &of.runtime_here());
        let branch = match (&self.by, self.branches) {
            (By::Comparison(_), true) => "_branch",
            _ => "",
        };
        let mut pick = format_ident!("{}{branch}", self.name);
        pick.set_span(here);
        let bound = of.name("worker");
        match &self.by {
            By::Itself => quote_spanned!(here=> #fold = #runtime::#pick(#fold, #element);),
            By::Comparison(worker) => {
                let worker = match &self.total {
                    Some(total) => total.worker(self.end, runtime),
                    None => callable(worker, &bound),
                };
                quote_spanned!(here=> #fold = #runtime::#pick(#fold, #element, #worker);)
            }
            By::Key(worker) => {
                let item = of.name("item");
                let item = at(here, quote!(#item));
                let key = apply(runtime, worker, &bound, &[quote!(&#item)]);
                quote_spanned! {here=>
                    let #item = #element;
                    #fold = #runtime::#pick(#fold, #key, #item);
                }
            }
        }
    }

    fn combine(&self, of: &Accumulator<'_>) -> TokenStream {
        let (runtime, (left, right)) = (of.runtime, of.sides());
        let pick = format_ident!("{}", self.name);
        of.merged(&match &self.by {
            By::Itself => quote!(#runtime::#pick),
            By::Comparison(worker) => {
                let worker = callable(worker, &of.name("worker"));
                quote!(|#left, #right| #runtime::#pick(#left, #right, #worker))
            }
            By::Key(_) => quote!(|#left, #right| #runtime::#pick(#left, #right.0, #right.1)),
        })
    }

    fn finish(&self, of: &Accumulator<'_>) -> Expr {
        let (here, fold) = (of.here, of.placed("fold"));
        match self.by {
            By::Key(_) => {
                let best = local("best", "element");
                syn::parse_quote_spanned!(here=> #fold.map(|(_, #best)| #best))
            }
            By::Itself | By::Comparison(_) => syn::parse_quote_spanned!(here=> #fold),
        }
    }
}
