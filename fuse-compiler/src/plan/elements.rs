//! What several rules ask of the elements of a loop.
//!
//! In: a source, an array, a map. Out: whether its elements stand in a slice, are visibly primitive, or cost next to nothing.

use crate::cnf::{BindingId, Input, Lowered, LoweredChain, Operation, ValueId};
use crate::loops::{Driver, Loop, Scope, Step};
use crate::ops::chain::{Access, Strided};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::sum::Reduction;
use crate::plan::numbers::number_of_input;
use crate::rust::ty::Scalar;
use syn::Expr;

/// True if a source is a slice that is read and nothing else.
pub(crate) fn is_slice(lowered: &Lowered<'_>, source: &Driver) -> bool {
    let inputs = lowered.inputs(source.reader);
    let mut readers = inputs.iter().filter(|input| input.value == source.value);
    readers.all(|input| {
        input
            .source
            .is_some_and(|source| source.access == Access::ByReference)
    }) && !matches!(
        lowered.operation(source.reader),
        Operation::Range(_) | Operation::Driver(_)
    ) && inputs.iter().any(|input| input.value == source.value)
}

/// The windows or the chunks that a source is, of a literal length, if they can be taken block by block.
pub(crate) fn strided<'a>(lowered: &'a Lowered<'_>, source: &Driver) -> Option<&'a Strided> {
    let Operation::Driver(driver) = lowered.operation(source.reader) else {
        return None;
    };
    let chain = lowered.program.binding(source.reader).chain;
    let whole = driver.peeled.is_none() && !lowered.program.parallel.contains(&chain);
    driver.strided.as_ref().filter(|_| whole)
}

/// The elements of a slice that a source gives from its end, if they can be taken block by block.
pub(crate) fn reversed<'a>(lowered: &'a Lowered<'_>, source: &Driver) -> Option<&'a Expr> {
    let Operation::Driver(driver) = lowered.operation(source.reader) else {
        return None;
    };
    let chain = lowered.program.binding(source.reader).chain;
    let whole = driver.peeled.is_none() && !lowered.program.parallel.contains(&chain);
    driver.reversed().filter(|_| whole)
}

/// True for a slice whose elements a loop changes where they stand.
pub(crate) fn is_changed(lowered: &Lowered<'_>, source: &Driver) -> bool {
    let inputs = lowered.inputs(source.reader).iter();
    let mut inputs = inputs.filter(|input| input.value == source.value);
    let chain = lowered.program.binding(source.reader).chain;
    let on_threads = lowered.program.parallel.contains(&chain);
    let changes = inputs.any(|input| {
        input
            .source
            .is_some_and(|of| of.access == Access::Mutable && of.number.is_some())
    });
    changes && !on_threads
}

/// True if a source can be taken block by block: a slice, from either end, its windows or its chunks.
pub(crate) fn has_blocks(lowered: &Lowered<'_>, source: &Driver) -> bool {
    is_slice(lowered, source)
        || is_changed(lowered, source)
        || strided(lowered, source).is_some()
        || reversed(lowered, source).is_some()
}

/// The primitive that a chain collects, where it is written.
pub(crate) fn element(chain: &LoweredChain<'_>) -> Option<Scalar> {
    let collect = chain.chain.consumer.of::<Collect>()?;
    collect.scalar.filter(|_| collect.is_vec())
}

/// True if an element of which the program computes it may be computed once more, at next to no cost.
#[must_use]
pub(crate) fn is_free(lowered: &Lowered<'_>, id: BindingId) -> bool {
    let visible = match lowered.operation(id) {
        Operation::Map(worker) => {
            worker.judgment.totality.questions().is_some() && worker.is_cheap_in_vain()
        }
        Operation::Identity => true,
        _ => false,
    };
    visible && !moves(lowered, id)
}

/// True if a binding takes an element by value that is not `Copy`.
#[must_use]
pub(crate) fn moves(lowered: &Lowered<'_>, id: BindingId) -> bool {
    lowered.inputs(id).iter().enumerate().any(|(place, input)| {
        let is_number = || number_of_input(lowered, id, place).is_some();
        !input.copied
            && !lowered.copies.contains(&input.value)
            && (input.source.is_some() || !is_number())
            && !is_lent(lowered, *input)
    })
}

/// True for a reference to an element of an array, or a tuple of such, and of numbers of elements.
fn is_lent(lowered: &Lowered<'_>, input: Input<'_>) -> bool {
    if let Some(source) = input.source {
        return source.access == Access::ByReference;
    }
    let producer = lowered.program.producer(input.value);
    producer.is_some_and(|id| match lowered.operation(id) {
        Operation::Zip | Operation::Filter(_) | Operation::Enumerate { .. } => {
            let mut inputs = lowered.inputs(id).iter();
            inputs.all(|input| is_lent(lowered, *input))
        }
        _ => false,
    })
}

/// The primitive of an array's elements, where the chain that makes it shows that.
pub(crate) fn element_of(lowered: &Lowered<'_>, array: ValueId) -> Option<Scalar> {
    lowered.chain_making(array).and_then(element)
}

/// True if what a binding takes of an array outside of the loop is visibly a number.
pub(crate) fn takes_numbers(lowered: &Lowered<'_>, id: BindingId) -> bool {
    let mut inputs = lowered.inputs(id).iter();
    inputs.any(|input| input.source.is_some_and(|source| source.number.is_some()))
}

/// True if a binding adds floats, or multiplies them.
pub(crate) fn adds_floats(lowered: &Lowered<'_>, id: BindingId) -> bool {
    let sum = lowered.consumer_of::<Reduction>(id);
    sum.is_some_and(|sum| sum.scalar.is_float())
}

/// True if something adds floats, or multiplies them, for each element of a scope.
pub(crate) fn waits_for_floats(lowered: &Lowered<'_>, scope: &Scope) -> bool {
    let mut steps = scope.steps.iter();
    steps.any(|step| matches!(step, Step::Consume(id) if adds_floats(lowered, *id)))
}

/// True if filters of a loop may go through blocks on their own: it runs over slices, and holds no loop and no body of the user's,
/// which may do anything.
pub(crate) fn goes_in_blocks(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let mut sources = nest.root.sources.iter();
    sources.all(|source| is_slice(lowered, source))
        && !nest.nests()
        && !lowered.has_bodies(&nest.cluster)
}

/// What is made of the filters of a loop that stand by themselves, and all other steps.
pub(crate) fn apart<T>(
    nest: &Loop,
    take: impl Fn(BindingId, &Scope) -> Option<T>,
) -> (Vec<T>, Vec<Step>) {
    let (mut taken, mut others) = (Vec::new(), Vec::new());
    for step in &nest.root.body.steps {
        let filter = match step {
            Step::Guard(id, inside) => take(*id, inside),
            Step::Compute(_) | Step::Consume(_) => None,
        };
        match filter {
            Some(filter) => taken.push(filter),
            None => others.push(step.clone()),
        }
    }
    (taken, others)
}
