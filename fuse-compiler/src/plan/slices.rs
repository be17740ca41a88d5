//! Loops over places whose type is not visible, as they are if those are slices.
//!
//! In: a [`Loop`] over `self.data.iter()`, `&p.xs` and their like. Out: the same loop over arrays, so that it can be looked at
//! for passes and for sieves. That what a place gives is a slice is known to rustc alone: the expansion of such a loop has both
//! forms, and the type of the iterator decides which one runs.

use crate::cnf::{BindingId, Input, Lowered, Operation, Value, ValueId, ValueKind};
use crate::loops::{Driver, Loop};
use crate::ops::chain::DriverSource;
use crate::ops::chain::{Access, ArraySource};
use crate::ops::consumer::each::Each;
use crate::plan::{
    Accumulation, Context, Dispatch, LoopPlan, Reads, Rule, Run, extremum, passes, searches,
};

use crate::rust::hygiene::made_up;
use quote::ToTokens;
use syn::{Expr, Member};

/// One place, and every source of the loop that reads it.
#[derive(Clone, Debug)]
pub(crate) struct Place<'a> {
    /// The iterator, as written.
    pub(crate) source: &'a DriverSource,
    /// The sources, in order.
    pub(crate) members: Vec<Driver>,
}

/// A loop as it is if its places are slices.
#[derive(Clone, Debug)]
pub(crate) struct Seen<'a> {
    /// The program in which the places are arrays.
    pub(crate) lowered: Lowered<'a>,
    /// The loop.
    pub(crate) nest: Loop,
    /// What is read in the places.
    elements: &'a [ArraySource],
}

/// Loops over places, in both forms if that over slices gains something.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        if let Some(dispatch) = dispatch(context, plan) {
            plan.run = Run::Dispatch(Box::new(dispatch));
        }
    },
};

fn dispatch<'a>(context: &Context<'_, 'a>, plan: &LoopPlan<'a>) -> Option<Dispatch<'a>> {
    let (lowered, nest) = (context.lowered, &plan.nest);
    if plan.reads != Reads::AsWritten || !plan.overwrites.is_empty() {
        return None;
    }
    let places = of(lowered, nest)?;
    let seen = seen(lowered, nest, &places, context.elements);
    let over_slices = Context {
        lowered: &seen.lowered,
        ..context.clone()
    };
    let slices = over_slices.plan(&seen.nest, Reads::Slices);
    let of_place = |id: &BindingId| {
        let value = seen.lowered.program.binding(*id).outputs[0];
        slices.accumulators.get(&value) == Some(&Accumulation::Seeded)
            && extremum::of_place(&seen.lowered, *id).is_some()
    };
    if slices.is_free()
        && !seen.nest.cluster.iter().any(of_place)
        && passes::is_sequential(&seen.lowered, &seen.nest)
    {
        return None;
    }
    let (rest, searches) = without_searches(lowered, nest);
    Some(Dispatch {
        otherwise: context.plan(&rest, Reads::Iterators),
        places,
        seen,
        slices,
        searches,
    })
}

/// A loop without its searches and without what only they read; and those.
fn without_searches(lowered: &Lowered<'_>, nest: &Loop) -> (Loop, Vec<BindingId>) {
    let (mut rest, searches) = searches::apart(lowered, nest);
    let chain = |id: &BindingId| lowered.program.binding(*id).chain;
    let alone = searches.iter().map(chain).collect::<Vec<_>>();
    let stays = |id: &BindingId| !alone.contains(&chain(id));
    rest.cluster.retain(stays);
    let drives = |source: &Driver| stays(&source.reader);
    rest.root.sources.retain(drives);
    (rest, searches)
}

/// The places that a loop runs over, if it runs over nothing but those and slices.
fn of<'a>(lowered: &Lowered<'a>, nest: &Loop) -> Option<Vec<Place<'a>>> {
    let unfit = |id: &BindingId| match lowered.operation(*id) {
        // The body of a `for` stands in one place.
        Operation::Consume(consumer) => consumer.is::<Each>(),
        Operation::Cross(_) => true,
        _ => false,
    };
    let program = &lowered.program;
    let divided = |id: &BindingId| program.parallel.contains(&program.binding(*id).chain);
    if nest.cluster.iter().any(|id| unfit(id) || divided(id)) {
        return None;
    }
    let mut places: Vec<(String, Place<'a>)> = Vec::new();
    for member in &nest.root.sources {
        if passes::is_slice(lowered, member) {
            continue;
        }
        let Operation::Driver(source) = lowered.operation(member.reader) else {
            return None;
        };
        if !source.may_be_slice {
            return None;
        }
        let text = source.expr.to_token_stream().to_string();
        match places.iter_mut().find(|(other, _)| *other == text) {
            Some((_, place)) => place.members.push(*member),
            None => places.push((
                text,
                Place {
                    source,
                    members: vec![*member],
                },
            )),
        }
    }
    let places = places
        .into_iter()
        .map(|(_, place)| place)
        .collect::<Vec<_>>();
    (!places.is_empty()).then_some(places)
}

impl<'a> Seen<'a> {
    /// What stands for the places.
    pub(crate) fn arrays(&self, places: &[Place<'_>]) -> impl Iterator<Item = &'a ArraySource> {
        self.elements.iter().take(places.len())
    }
}

/// True if a loop runs over one place and nothing else.
#[must_use]
pub(crate) fn is_one(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let slice = |source: &Driver| passes::is_slice(lowered, source);
    !nest.root.sources.iter().any(slice)
        && of(lowered, nest).is_some_and(|places| places.len() == 1)
}

impl Place<'_> {
    /// What it is called: by the last name in it.
    #[must_use]
    pub(crate) fn name(&self) -> String {
        last_name(&self.source.expr).unwrap_or_else(|| "place".to_owned())
    }
}

fn last_name(expr: &Expr) -> Option<String> {
    match expr {
        Expr::MethodCall(call) => last_name(&call.receiver),
        Expr::Reference(reference) => last_name(&reference.expr),
        Expr::Paren(paren) => last_name(&paren.expr),
        Expr::Index(index) => last_name(&index.expr),
        Expr::Unary(unary) => last_name(&unary.expr),
        Expr::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        Expr::Field(field) => match &field.member {
            Member::Named(name) => Some(name.to_string()),
            Member::Unnamed(_) => last_name(&field.base),
        },
        _ => None,
    }
}

/// What as many places as these loops may have are read by once they are known to be slices.
#[must_use]
pub(crate) fn elements(loops: &[Loop]) -> Vec<ArraySource> {
    let sources = loops.iter().map(|nest| nest.root.sources.len());
    let array = |number: usize| {
        let elements = made_up("elements", &number.to_string());
        ArraySource {
            access: Access::ByReference,
            expr: syn::parse_quote!(#elements.iter()),
            plain: true,
            number: None,
            vector: false,
            name: elements,
        }
    };
    (1..=sources.max().unwrap_or(0)).map(array).collect()
}

/// The loop over slices, if it runs over places.
pub(crate) fn over_slices<'a>(
    lowered: &Lowered<'a>,
    nest: &Loop,
    elements: &'a [ArraySource],
) -> Option<Seen<'a>> {
    Some(seen(lowered, nest, &of(lowered, nest)?, elements))
}

/// The loop over arrays in the place of its places: the first of `arrays`, one for each.
fn seen<'a>(
    lowered: &Lowered<'a>,
    nest: &Loop,
    places: &[Place<'_>],
    arrays: &'a [ArraySource],
) -> Seen<'a> {
    let (mut lowered, mut nest) = (lowered.clone(), nest.clone());
    for (place, array) in places.iter().zip(arrays) {
        let value = ValueId(lowered.program.values.len());
        lowered.program.values.push(Value {
            name: place.name(),
            kind: ValueKind::Array,
        });
        lowered.program.parameters.push(value);
        lowered.places.insert(value);
        let member = |read: ValueId| place.members.iter().any(|member| member.value == read);
        let bindings = lowered.program.bindings.iter_mut();
        for input in bindings.flat_map(|binding| &mut binding.inputs) {
            if member(input.value) {
                *input = Input {
                    value,
                    source: Some(array),
                    ..*input
                };
            }
        }
        let drives = |id: &BindingId| place.members.iter().any(|member| member.reader == *id);
        nest.cluster.retain(|id| !drives(id));
        let reads = |id: &&BindingId| {
            let mut inputs = lowered.inputs(**id).iter();
            inputs.any(|input| input.value == value)
        };
        let reader = nest.cluster.iter().find(reads).copied();
        let mut sources = Vec::new();
        for source in &nest.root.sources {
            if !member(source.value) {
                sources.push(*source);
            } else if let (Some(reader), true) = (reader, *source == place.members[0]) {
                sources.push(Driver { value, reader });
            }
        }
        nest.root.sources = sources;
    }
    Seen {
        lowered,
        nest,
        elements: arrays,
    }
}
