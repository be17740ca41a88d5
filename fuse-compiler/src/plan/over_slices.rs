//! Places whose type is not visible, as the slices that they may be.
//!
//! In: the loops of a region. Out: the program in which the places that they run over are arrays, once for all of them, and each
//! such loop over those. That what a place gives is a slice is known to rustc alone.

use super::elements::{has_blocks, is_slice};
use crate::cnf::{BindingId, Input, Lowered, Operation, Value, ValueId, ValueKind};
use crate::loops::{Driver, Loop};
use crate::ops::chain::divided::Divided;
use crate::ops::chain::{Access, ArraySource};
use crate::rust::expr::strip;
use crate::rust::hygiene::made_up;
use proc_macro2::Ident;
use syn::{Expr, Member};

/// A region over slices.
#[derive(Clone, Debug, Default)]
pub(crate) struct OverSlices<'a> {
    /// The program in which the places are arrays, if there are any.
    pub(crate) lowered: Option<Lowered<'a>>,
    /// The loops that run over places.
    pub(crate) loops: Vec<LoopOverSlices>,
}

/// A loop over places.
#[derive(Clone, Debug)]
pub(crate) struct LoopOverSlices {
    /// Its bindings, as written.
    cluster: Vec<BindingId>,
    /// For each place the sources that read it, in order.
    pub(crate) places: Vec<Vec<Driver>>,
    /// True if all of them are parts of arrays of visible type, and so slices.
    pub(crate) visible: bool,
    /// The loop over arrays.
    pub(crate) nest: Loop,
    /// The first of those arrays.
    pub(crate) first: ValueId,
}

impl<'a> OverSlices<'a> {
    /// Some loops of a program, of which each reads the first of `arrays`, one for each place.
    pub(crate) fn of(
        lowered: &Lowered<'a>,
        loops: &[Loop],
        arrays: &'a [ArraySource],
    ) -> OverSlices<'a> {
        let mut this = OverSlices::default();
        for nest in loops {
            let Some(places) = places(lowered, nest) else {
                continue;
            };
            let over = this.lowered.get_or_insert_with(|| lowered.clone());
            this.loops.push(LoopOverSlices {
                cluster: nest.cluster.clone(),
                first: ValueId(over.program.values.len()),
                visible: places
                    .iter()
                    .flatten()
                    .all(|member| is_part(lowered, member)),
                nest: over_arrays(over, nest, &places, arrays),
                places,
            });
        }
        this
    }

    /// A loop over slices, with its program.
    pub(crate) fn get(&self, nest: &Loop) -> Option<(&Lowered<'a>, &LoopOverSlices)> {
        let mut loops = self.loops.iter();
        let found = loops.find(|other| other.cluster == nest.cluster)?;
        Some((self.lowered.as_ref()?, found))
    }
}

/// The loop over arrays in the place of its places.
fn over_arrays<'a>(
    lowered: &mut Lowered<'a>,
    nest: &Loop,
    places: &[Vec<Driver>],
    arrays: &'a [ArraySource],
) -> Loop {
    let mut nest = nest.clone();
    for (place, array) in places.iter().zip(arrays) {
        let value = ValueId(lowered.program.values.len());
        lowered.program.values.push(Value {
            name: name(lowered, place),
            kind: ValueKind::Array,
        });
        lowered.program.parameters.push(value);
        lowered.places.insert(value);
        let member = |read: ValueId| place.iter().any(|member| member.value == read);
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
        let drives = |id: &BindingId| place.iter().any(|member| member.reader == *id);
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
            } else if let (Some(reader), true) = (reader, *source == place[0]) {
                sources.push(Driver { value, reader });
            }
        }
        nest.root.sources = sources;
    }
    nest
}

/// The places that a loop runs over, if it runs over nothing but those, slices, and windows or chunks of slices.
fn places(lowered: &Lowered<'_>, nest: &Loop) -> Option<Vec<Vec<Driver>>> {
    let unfit = |id: &BindingId| match lowered.operation(*id) {
        // The body of a `for` stands in one place.
        Operation::Consume(consumer) => consumer.body().is_some(),
        Operation::Cross(_) => true,
        _ => false,
    };
    let program = &lowered.program;
    let divided = |id: &BindingId| program.parallel.contains(&program.binding(*id).chain);
    if nest.cluster.iter().any(|id| unfit(id) || divided(id)) {
        return None;
    }
    let mut places: Vec<(&Expr, Vec<Driver>)> = Vec::new();
    for member in &nest.root.sources {
        if has_blocks(lowered, member) {
            continue;
        }
        let Operation::Driver(source) = lowered.operation(member.reader) else {
            return None;
        };
        if !source.may_be_slice && !is_part(lowered, member) {
            return None;
        }
        match places.iter_mut().find(|(other, _)| **other == source.expr) {
            Some((_, place)) => place.push(*member),
            None => places.push((&source.expr, vec![*member])),
        }
    }
    let places = places.into_iter().map(|(_, place)| place);
    let places = places.collect::<Vec<_>>();
    (!places.is_empty()).then_some(places)
}

/// True for a source that is a slice, or turns out to be one.
pub(crate) fn may_be_slice(lowered: &Lowered<'_>, source: &Driver) -> bool {
    is_slice(lowered, source)
        || is_part(lowered, source)
        || matches!(lowered.operation(source.reader), Operation::Driver(driver) if driver.may_be_slice)
}

/// True for a part of an array of visible type, as `xs[1..]` and `xs.iter().skip(1)`.
fn is_part(lowered: &Lowered<'_>, source: &Driver) -> bool {
    fn is_slice(divided: &Divided) -> bool {
        match divided {
            Divided::Pieces(pieces) => pieces.size.is_none(),
            Divided::Array(_) => true,
            Divided::Rearranged("skip" | "take", Some(_), of) => is_slice(of),
            _ => false,
        }
    }
    fn is_iter(expr: &Expr) -> bool {
        match strip(expr) {
            Expr::MethodCall(call) if call.method == "iter" => true,
            Expr::MethodCall(call) if call.method == "skip" || call.method == "take" => {
                is_iter(&call.receiver)
            }
            expr => matches!(expr, Expr::Reference(_)),
        }
    }
    matches!(lowered.operation(source.reader), Operation::Driver(driver)
        if driver.divided.as_ref().is_some_and(is_slice) && is_iter(&driver.expr))
}

/// True if a loop runs over one place and nothing else.
#[must_use]
pub(crate) fn is_one(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let slice = |source: &Driver| is_slice(lowered, source);
    !nest.root.sources.iter().any(slice)
        && places(lowered, nest).is_some_and(|places| places.len() == 1)
}

/// What a place is called: by the last name in it.
#[must_use]
pub(crate) fn name(lowered: &Lowered<'_>, place: &[Driver]) -> String {
    let last = place.first().and_then(|member| {
        let Operation::Driver(source) = lowered.operation(member.reader) else {
            return None;
        };
        last_name(&source.expr)
    });
    last.unwrap_or_else(|| "place".to_owned())
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

/// The name of what stands for one place of a loop.
pub(crate) fn elements_of(place: usize) -> Ident {
    made_up("elements", &(place + 1).to_string())
}

/// What as many places as these loops may have are read by once they are known to be slices.
#[must_use]
pub(crate) fn elements(loops: &[Loop]) -> Vec<ArraySource> {
    let sources = loops.iter().map(|nest| nest.root.sources.len());
    let array = |place: usize| {
        let elements = elements_of(place);
        ArraySource {
            access: Access::ByReference,
            expr: syn::parse_quote!(#elements.iter()),
            plain: true,
            frozen: true,
            number: None,
            vector: false,
            name: elements,
        }
    };
    (0..sources.max().unwrap_or(0)).map(array).collect()
}
