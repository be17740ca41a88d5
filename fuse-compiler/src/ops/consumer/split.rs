//! `unzip()` and `partition(worker)` into two `Vec`s.

use crate::ops::accumulator::Accumulator;
use crate::ops::chain::adapter::Adapter;
use crate::ops::chain::consumer::{Consume, Consumer};
use crate::ops::chain::stream::{Access, Source};
use crate::ops::consumer::solitary::{as_written, foreign};
use crate::ops::reading::{Parsed, vec_of};
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::{Call, Consumer as Row, LOOK};
use crate::rust::types::{peel, without_arguments};
use crate::rust::worker::Worker;
use syn::{Expr, GenericArgument, Path, Type};

const TWO_ARRAYS: &str = "a result that is visibly two `Vec`s";

pub(super) const ROWS: &[Row] = &[
    Row::new("partition", &[LOOK], "(B, B)", recognise)
        .with(TWO_ARRAYS)
        .and(Meaning::Same, &[]),
    Row::new("unzip", &[], "(A, B)", recognise)
        .with(TWO_ARRAYS)
        .and(Meaning::Same, &[]),
];

fn recognise(call: &Call<'_>) -> Parsed<Consumer> {
    // Rayon's `partition` has other parameters.
    let is_partition = !call.row.arguments.is_empty();
    if is_partition && call.stream.parallel.is_some() && call.call.turbofish.is_some() {
        return call.refused();
    }
    match split(call)? {
        Some(split) => Ok(split.into()),
        None => as_written(call, foreign(call.expected), call.expected),
    }
}

/// The two, if they visibly are `Vec`s. What a local cannot be annotated with is inferred.
fn split(call: &Call<'_>) -> Parsed<Option<Split>> {
    let (stream, environment) = (call.stream, call.environment());
    let is_unzip = call.row.arguments.is_empty();
    let turbofish = call.call.turbofish.as_ref().map(|generics| &generics.args);
    let nth = |n: usize| match turbofish?.get(n) {
        Some(GenericArgument::Type(ty)) => Some(ty.clone()),
        _ => None,
    };
    let said = |n: usize| nth(n).filter(|ty| !matches!(ty, Type::Infer(_)));
    // A type of which nothing is made is rustc's to check.
    let count = if is_unzip { 4 } else { 2 };
    let unseen = !is_unzip && turbofish.is_some() && (nth(1).is_none() || said(1).is_some());
    if unseen || turbofish.is_some_and(|written| written.len() != count) {
        return Ok(None);
    }
    let halves = match call.expected.map(peel) {
        Some(Type::Tuple(tuple)) if tuple.elems.len() == 2 => {
            Some([tuple.elems[0].clone(), tuple.elems[1].clone()])
        }
        _ if is_unzip => nth(2).and_then(|first| Some([first, nth(3)?])),
        _ => nth(0).map(|both| [both.clone(), both]),
    };
    let speakable = |ty: &Type, place: usize| {
        let (path, element) = vec_of(ty)?;
        let element = element.filter(|ty| !matches!(ty, Type::Infer(_)));
        let said = said(place).filter(|_| is_unzip);
        let element = match (element, said) {
            (Some(element), Some(said)) => (element == said).then_some(element)?,
            (element, said) => element.or(said).unwrap_or_else(|| syn::parse_quote!(_)),
        };
        Some(syn::parse_quote!(#path<#element>))
    };
    let halves = halves.and_then(|[one, other]| Some([speakable(&one, 0)?, speakable(&other, 1)?]));
    let Some(halves) = halves else {
        return Ok(None);
    };
    if !is_unzip && copies_when_extended(call, &halves[0]) {
        return Ok(None);
    }
    let test = if is_unzip { None } else { Some(call.worker()?) };
    let item = stream.item.as_parameter().or_else(|| vec_of(&halves[0])?.1);
    let copy = item.is_some_and(|ty| environment.visibly_copy(&ty));
    // A `Vec` is extended by references, too, if its elements can be copied: then the halves own what they hold, and
    // what goes through the loop does not.
    let moved = |ty: &Type| {
        let element = vec_of(ty).and_then(|(_, element)| element);
        environment.visibly_owned(ty) && element.is_some_and(|ty| allocates(&ty))
    };
    let owned = stream.item.borrows.is_empty() || halves.iter().all(moved);
    Ok(Some(Split {
        test,
        halves,
        copy,
        owned,
    }))
}

/// True if what `partition` extends its halves by may be references to what they hold. The loop would store references,
/// and copy what they refer to afterwards: 0.4 of what std does.
fn copies_when_extended(call: &Call<'_>, half: &Type) -> bool {
    let element = vec_of(half).and_then(|(_, element)| element);
    let copied = element.is_some_and(|ty| {
        !matches!(peel(&ty), Type::Reference(_)) && call.environment().visibly_copy(&ty)
    });
    let by_value = match &call.stream.source {
        Source::Array(source) => source.access == Access::ByValue,
        Source::Range(_) => true,
        Source::Driver(_) => false,
    };
    let filters = |adapter: &Adapter| matches!(adapter, Adapter::Filter(_));
    copied && !by_value && call.stream.adapters.iter().all(filters)
}

/// True for std's types that are never copied.
fn allocates(ty: &Type) -> bool {
    match peel(ty) {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            ["String", "Vec", "Box"]
                .iter()
                .any(|name| last.ident == name)
        }),
        Type::Tuple(tuple) => tuple.elems.iter().any(allocates),
        _ => false,
    }
}

/// `unzip()`, or `partition(worker)`, into two `Vec`s.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    /// What `partition` asks; `None` for `unzip`.
    pub(crate) test: Option<Worker>,
    /// The types of the two results, as written.
    pub(crate) halves: [Type; 2],
    /// True if the elements are visibly `Copy`.
    pub(crate) copy: bool,
    /// True if the two visibly hold no reference.
    pub(crate) owned: bool,
}

impl Consume for Split {
    fn name(&self) -> &'static str {
        match self.test {
            Some(_) => "partition",
            None => "unzip",
        }
    }

    fn worker(&self) -> Option<&Worker> {
        self.test.as_ref()
    }

    fn gives(&self) -> Option<Type> {
        let [first, second] = &self.halves;
        Some(syn::parse_quote!((#first, #second)))
    }

    fn vectors(&self) -> Vec<Path> {
        let paths = self.halves.iter().filter_map(|half| match peel(half) {
            Type::Path(path) => Some(without_arguments(&path.path)),
            _ => None,
        });
        paths.collect()
    }

    fn borrows(&self) -> bool {
        !self.owned
    }

    fn is_idle(&self) -> bool {
        false
    }

    fn finish(&self, of: &Accumulator<'_>) -> Expr {
        let (here, first, second) = (of.here, of.placed("buffer"), of.second("buffer"));
        let [one, other] = &self.halves;
        syn::parse_quote_spanned!(here=> (
            #first.into_elements().extending::<#one>(),
            #second.into_elements().extending::<#other>(),
        ))
    }
}
