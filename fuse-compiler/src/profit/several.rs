//! Pairs of chains that are as fast apart (docs/DESIGN.md section 6: never slower than as written).
//!
//! In: a [`Loop`] of two chains. Out: whether they had better be two loops. Measured on inputs of 64
//! elements, plain over fused, where nothing is left of what is won on longer ones:
//!
//! - a strict sum of floats of 4 bytes, and a map that is stored: 0.46 to 0.79. Alone, several calls
//!   of the sum wait for its latency at once, and the map takes four elements at a time; in one body
//!   LLVM does neither. Among thousands of elements the pair wins 1.07 to 1.15.
//! - an element with the largest or smallest key, and a sum of integers: 0.83. A loop of its own
//!   takes the first element before it begins, and LLVM knows from there that there is a best one.
//!   Among thousands of elements the pair wins 1.04.
//! - a sum of integers, and a map that is stored, of integers of another width: 0.74. LLVM would fill its
//!   vectors with as many elements as there are of the wider. Among thousands of elements it is 0.64, in
//!   two passes 0.97, at 500,000 as well.

use crate::cnf::{BindingId, ChainId, Lowered, LoweredChain, Operation};
use crate::loops::{Driver, Loop};
use crate::ops::chain::{Adapter, Chain, Consumer, Source, Worker};
use crate::ops::consumer::count::Count;
use crate::ops::consumer::extremum::{By, Extremum};
use crate::ops::consumer::last::Last;
use crate::ops::consumer::sum::Reduction;
use crate::plan::passes;
use crate::rust::types::{Primitive, peel};
use quote::ToTokens;
use syn::{Expr, Type};

/// True if a loop of two chains gains nothing.
#[must_use]
pub(crate) fn gains_nothing(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let chain = |id: &BindingId| lowered.program.binding(*id).chain;
    let mut chains = nest.cluster.iter().map(chain).collect::<Vec<_>>();
    chains.sort_unstable();
    chains.dedup();
    let [a, b] = chains.as_slice() else {
        return false;
    };
    let slices = nest
        .root
        .sources
        .iter()
        .all(|source| passes::is_slice(lowered, source) || is_like_a_slice(lowered, source));
    let pairs = |a, b| {
        adds(lowered, a).is_some_and(|number| {
            let singles = !lowered.reassociate && is_single(number);
            let integers = matches!(
                passes::primitive(number),
                Some(Primitive::Signed | Primitive::Unsigned)
            );
            let widths = integers && maps_integers_unlike(lowered, nest, b, number);
            let keys = integers && keeps_by_key(lowered, b);
            singles && maps_singles(lowered, nest, b) || keys || widths
        })
    };
    let parallel = lowered.program.parallel.contains(a);
    slices && !parallel && nest.root.body.inner.is_none() && (pairs(*a, *b) || pairs(*b, *a))
}

/// True for `self.data.iter()`: of a field that has an `iter` most are vectors.
fn is_like_a_slice(lowered: &Lowered<'_>, source: &Driver) -> bool {
    let Operation::Driver(driver) = lowered.operation(source.reader) else {
        return false;
    };
    match &driver.expr {
        Expr::MethodCall(call) => {
            call.method == "iter"
                && call.args.is_empty()
                && matches!(&*call.receiver, Expr::Field(_) | Expr::Path(_))
        }
        _ => false,
    }
}

fn consumer<'a>(lowered: &'a Lowered<'_>, chain: ChainId) -> Option<&'a Consumer> {
    Some(&lowered.chain(chain)?.chain.consumer)
}

/// The type of what a chain adds up.
fn adds<'a>(lowered: &'a Lowered<'_>, chain: ChainId) -> Option<&'a Type> {
    Some(&consumer(lowered, chain)?.of::<Reduction>()?.number)
}

fn is_by_key(consumer: &Consumer) -> bool {
    let extremum = consumer.of::<Extremum>();
    extremum.is_some_and(|extremum| matches!(extremum.by, By::Key(_)))
}

fn keeps_by_key(lowered: &Lowered<'_>, chain: ChainId) -> bool {
    consumer(lowered, chain).is_some_and(is_by_key)
}

fn is_single(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("f32"))
}

/// True if a chain stores an integer for each element, of another width than a number.
fn maps_integers_unlike(lowered: &Lowered<'_>, nest: &Loop, chain: ChainId, number: &Type) -> bool {
    let of_chain = |id: &&BindingId| lowered.program.binding(**id).chain == chain;
    let maps = |id: &BindingId| {
        matches!(
            lowered.operation(*id),
            Operation::Map(_) | Operation::Identity | Operation::Zip | Operation::Driver(_)
        )
    };
    let width = |ty: &Type| passes::width(&peel(ty).to_token_stream().to_string());
    let unlike = |ty: &Type| {
        let integers = matches!(
            passes::primitive(ty),
            Some(Primitive::Signed | Primitive::Unsigned)
        );
        integers && width(ty) != width(number)
    };
    let stored = |array| nest.root.body.stores.contains(&array);
    let made = lowered.chain(chain);
    made.is_some_and(|made| stored(made.result) && passes::element(made).is_some_and(unlike))
        && nest.cluster.iter().filter(of_chain).all(maps)
}

/// True if a chain stores an `f32` for each element, by operators.
fn maps_singles(lowered: &Lowered<'_>, nest: &Loop, chain: ChainId) -> bool {
    let of_chain = |id: &&BindingId| lowered.program.binding(**id).chain == chain;
    let simple = |id: &BindingId| match lowered.operation(*id) {
        Operation::Map(worker) => passes::weight(worker).is_some(),
        Operation::Identity | Operation::Zip | Operation::Driver(_) => true,
        _ => false,
    };
    let stored = |array| nest.root.body.stores.contains(&array);
    let made = lowered.chain(chain);
    made.is_some_and(|made| stored(made.result) && passes::element(made).is_some_and(is_single))
        && nest.cluster.iter().filter(of_chain).all(simple)
}
/// A chain that is faster as written than in a loop with others, whatever they are. Measured, plain over fused: 0.74 to 0.88
/// for the extremum of references by `total_cmp`, which std keeps in registers; 0.33 for two extrema by keys, of which each
/// waits for the other's branches.
#[must_use]
pub(crate) fn faster_alone(lowered: &Lowered<'_>, nest: &Loop) -> Option<ChainId> {
    let mut chains = nest
        .cluster
        .iter()
        .map(|id| lowered.program.binding(*id).chain)
        .collect::<Vec<_>>();
    chains.sort_unstable();
    chains.dedup();
    if chains.len() < 2
        || chains
            .iter()
            .any(|chain| lowered.program.parallel.contains(chain))
    {
        return None;
    }
    // What is made in the loop would have to be stored for it.
    let given = |chain: &LoweredChain<'_>| {
        let made = |value| {
            let producer = lowered.program.producer(value);
            producer.is_some_and(|id| nest.cluster.contains(&id) && !chain.bindings.contains(&id))
        };
        let mut inputs = chain.bindings.iter().flat_map(|id| lowered.inputs(*id));
        !inputs.any(|input| made(input.value))
    };
    let of = |chain: &ChainId| {
        let chain = lowered.chain(*chain)?;
        given(chain).then_some(chain.chain)
    };
    let by_reference = |chain: &&ChainId| of(chain).is_some_and(compares_references);
    let by_key = |chain: &&ChainId| of(chain).is_some_and(|chain| is_by_key(&chain.consumer));
    let by_reference = chains.iter().find(by_reference);
    by_reference
        .or_else(|| chains.iter().filter(by_key).nth(1))
        .copied()
}

/// True for an extremum of references to floats by `total_cmp`.
fn compares_references(chain: &Chain) -> bool {
    let total = |worker: &Worker| match &worker.expr {
        Expr::Closure(closure) => {
            matches!(&*closure.body, Expr::MethodCall(call) if call.method == "total_cmp")
        }
        _ => false,
    };
    let extremum = chain.consumer.of::<Extremum>();
    chain.stream.item.by_reference
        && matches!(extremum.map(|extremum| &extremum.by), Some(By::Comparison(worker)) if total(worker))
}

/// True for a loop in which nothing asks for an element: std knows such results from lengths and bounds, without a loop.
/// Of elements that there is no end to waiting for, as of `0..u64::MAX`, or that take no room, that is another program.
pub(crate) fn needs_no_loop(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let mut chains = nest
        .cluster
        .iter()
        .map(|id| lowered.program.binding(*id).chain);
    chains.all(|chain| {
        let chain = lowered.chain(chain);
        chain.is_some_and(|chain| is_known(chain.chain))
    })
}

/// True if std knows the result of a chain in constant time.
fn is_known(chain: &Chain) -> bool {
    let stream = &chain.stream;
    let passes_on = |adapter: &Adapter| matches!(adapter, Adapter::Copied | Adapter::Enumerate);
    let adapters = &stream.adapters;
    if chain.consumer.is::<Count>() || chain.consumer.is::<Last>() {
        let known = match &stream.source {
            Source::Array(_) | Source::Range(_) => true,
            Source::Driver(driver) => driver.may_be_slice || driver.divided.is_some(),
        };
        return known && adapters.iter().all(passes_on);
    }
    let extremum = chain.consumer.of::<Extremum>();
    extremum.is_some_and(Extremum::is_plain)
        && matches!(stream.source, Source::Range(_))
        && adapters.is_empty()
}
