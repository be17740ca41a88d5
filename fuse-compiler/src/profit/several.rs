//! Chains that are as fast apart (docs/DESIGN.md section 6: never slower than as written).
//!
//! In: a [`Loop`] of several chains. Out: those that had better not be in it. Measured on inputs of 64
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
//! - strict sums of floats, and a map of many operations that is stored: Note [Maps beside sums].

use super::beside_stores::beside_stores;
use super::closed_forms;
use crate::cnf::{BindingId, ChainId, Lowered, LoweredChain, Operation};
use crate::loops::{Driver, Loop};
use crate::ops::chain::{Adapter, Chain, Consumer, Source, Worker};
use crate::ops::consumer::each::Each;
use crate::ops::consumer::extremum::{By, Extremum};
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::sum::Reduction;
use crate::plan::{elements, extremum, passes};
use crate::region::seen_loops_in;
use crate::rust::extent::Extent;
use crate::rust::spelling::among;
use crate::rust::term::work::Work;
use crate::rust::term::{Is, Term};
use crate::rust::ty::Scalar;
use crate::sorted::SortedSet;
use syn::{Expr, Stmt};

/// True if a body of the user's would ask an iterator that is made of several for one element at a time, which it goes through as an
/// array where it is written, into which std stores as many as it knows there are. Measured on the sum of a map of two slices in a row, plain over fused: 0.6 of 1,000 `i64`.
#[must_use]
pub(super) fn asks_several(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let several = |source: &Driver| {
        matches!(lowered.operation(source.reader), Operation::Driver(driver)
        if driver.several && driver.extent != Extent::Unknown)
    };
    let over_array = |chain: &&LoweredChain<'_>| {
        chain.chain.consumer.body().is_some()
            && matches!(chain.chain.stream.source, Source::Array(_))
    };
    nest.root.sources.iter().any(several) && chains(lowered, nest).iter().any(over_array)
}

/// The chains of a loop.
fn chains<'l, 'a>(lowered: &'l Lowered<'a>, nest: &Loop) -> Vec<&'l LoweredChain<'a>> {
    let chain = |id: &BindingId| lowered.program.binding(*id).chain;
    let chains = nest.cluster.iter().map(chain).collect::<SortedSet<_>>();
    chains
        .into_iter()
        .filter_map(|id| lowered.chain(id))
        .collect()
}

/// True if a loop of two chains gains nothing.
#[must_use]
pub(super) fn gains_nothing(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let chains = chains(lowered, nest);
    let [a, b] = chains.as_slice() else {
        return false;
    };
    let slice = |source| elements::is_slice(lowered, source) || is_like_a_slice(lowered, source);
    let pairs = |sum: &LoweredChain<'_>, other: &LoweredChain<'_>| {
        let Some(reduction) = sum.chain.consumer.of::<Reduction>() else {
            return false;
        };
        let number = reduction.scalar;
        if !number.is_integer() {
            let by_operators = |worker: &Worker| worker.weight().is_some();
            return !lowered.setting.reassociates()
                && is_single(number)
                && maps(lowered, nest, other, is_single, by_operators);
        }
        let unlike = |other: Scalar| other.is_integer() && other.bits() != number.bits();
        is_by_key(&other.chain.consumer) || maps(lowered, nest, other, unlike, |_| true)
    };
    !nest.nests()
        && !lowered.program.in_parallel(&nest.cluster)
        && nest.root.sources.iter().all(slice)
        && (pairs(a, b) || pairs(b, a))
}

/// True for `self.data.iter()`: of a field that has an `iter` most are vectors.
fn is_like_a_slice(lowered: &Lowered<'_>, source: &Driver) -> bool {
    let Operation::Driver(driver) = lowered.operation(source.reader) else {
        return false;
    };
    matches!(&driver.expr, Expr::MethodCall(call) if call.method == "iter"
        && call.args.is_empty()
        && matches!(&*call.receiver, Expr::Field(_) | Expr::Path(_)))
}

fn is_by_key(consumer: &Consumer) -> bool {
    let extremum = consumer.of::<Extremum>();
    extremum.is_some_and(|extremum| matches!(extremum.by, By::Key(_)))
}

fn is_single(number: Scalar) -> bool {
    number.name() == "f32"
}

/// True if a chain stores such an element for each that it is given, by such workers.
fn maps(
    lowered: &Lowered<'_>,
    nest: &Loop,
    chain: &LoweredChain<'_>,
    element: impl Fn(Scalar) -> bool,
    by: impl Fn(&Worker) -> bool,
) -> bool {
    let maps = |id: &BindingId| match lowered.operation(*id) {
        Operation::Map(worker) => by(worker),
        Operation::Identity | Operation::Zip | Operation::Driver(_) => true,
        _ => false,
    };
    nest.root.body.stores.contains(&chain.result)
        && elements::element(chain).is_some_and(element)
        && chain.bindings.iter().all(maps)
}

// Note [Maps beside sums]
// Alone a map takes several elements at once; in one body with a strict sum it does not, and from about ten operations on the
// addition that the body waits for hides them no longer. Measured, a stored map of so many operations and so many sums of what it
// makes, at 256, 1 K and 16 K elements, plain over fused in one body, and with the map apart and the sums in one loop:
//
//   doubles, 6, 1 sum    1.15 1.22 1.23
//   8, 1                 1.01 1.05 1.06
//   10, 1                0.81 0.82 0.83 -> 1.00 1.00 1.00
//   6, 2                 1.32 1.52 1.57
//   8, 2                 1.12 1.26 1.34 -> 1.40 1.54 1.59
//   singles, 8, 2        0.97 1.10 1.14 -> 1.51 1.68 1.74
//
// Up to 64 elements go chain by chain anyway, in one loop (`fuse-compiler/src/plan/passes/few.rs`).

/// The operations of such maps, and such sums, from which on one body is slower. See Note [Maps beside sums].
const MANY: f64 = 10.0;

/// A stored map of floats with strict sums beside it, and nothing else, that does so much that it had better be apart.
fn works_much<'l, 'a>(
    lowered: &Lowered<'_>,
    nest: &Loop,
    chains: &[&'l LoweredChain<'a>],
) -> Option<&'l LoweredChain<'a>> {
    let plain = |chain: &LoweredChain<'_>| {
        let work = |id: &BindingId| match lowered.operation(*id) {
            Operation::Map(worker) => Some(worker.work()),
            Operation::Identity | Operation::Zip | Operation::Consume(_) => Some(Work::default()),
            _ => None,
        };
        let work = chain.bindings.iter().map(work);
        let work = work.collect::<Option<Vec<_>>>()?;
        let work = work.into_iter().fold(Work::default(), Work::and);
        (work.vector && work.divisions == 0.0).then_some(work.operations)
    };
    let is_float = |number: Option<Scalar>| number.is_some_and(Scalar::is_float);
    let (sums, stored) = chains
        .iter()
        .copied()
        .partition::<Vec<_>, _>(|chain| is_float(chain.chain.consumer.adds()));
    let slices = |source| elements::is_slice(lowered, source);
    let alike = stored.iter().all(|chain| {
        nest.root.body.stores.contains(&chain.result) && is_float(elements::element(chain))
    });
    if sums.is_empty()
        || !alike
        || nest.nests()
        || lowered.setting.reassociates()
        || !nest.root.sources.iter().all(slices)
    {
        return None;
    }
    let cheap = |chain: &&LoweredChain<'_>| plain(chain).is_some_and(|work| work < MANY);
    let work = stored
        .iter()
        .map(|chain| plain(chain))
        .sum::<Option<f64>>()?;
    let much = sums.iter().all(cheap) && work + sums.len() as f64 >= MANY;
    stored.first().copied().filter(|_| much)
}

/// True for a chain over the rows or the columns of a matrix, whose views are dearer to make than what one loop of two saves. Measured,
/// sums and scalar products of rows of two numbers, plain over fused: 0.49 0.62 0.86 0.44 at 16, 64, 1 K and 100 K rows.
fn is_over_rows(lowered: &Lowered<'_>, chain: &LoweredChain<'_>) -> bool {
    let mut drivers = chain.bindings.iter();
    drivers.any(|id| matches!(lowered.operation(*id), Operation::Driver(driver) if driver.rows))
}

/// True for a chain that runs a loop for each element: beside that, what it shares with others is nothing. Measured, two such maps that are
/// stored, and one with the lengths of the rows, plain over fused: 0.72 to 0.98 at 16, 64 and 1,000 elements in rows of 3 to 10, and
/// 0.98 to 1.0 from rows of 100 on.
fn runs_loops(chain: &LoweredChain<'_>) -> bool {
    let holds = |worker: &&Worker| match &worker.expr {
        Expr::Closure(closure) => seen_loops_in(&Stmt::Expr((*closure.body).clone(), None)) > 0,
        _ => false,
    };
    chain.chain.workers().iter().any(holds)
}

/// A chain that is faster as written than in a loop with others, whatever they are. Measured, plain over fused: 0.74 to 0.88
/// for the extremum of references by `total_cmp`, which std keeps in registers; 0.33 for two extrema by keys, of which each
/// waits for the other's branches.
#[must_use]
pub(super) fn faster_alone(lowered: &Lowered<'_>, nest: &Loop) -> Option<ChainId> {
    if lowered.program.in_parallel(&nest.cluster) {
        return None;
    }
    // What is made in the loop would have to be stored for it.
    let given = |chain: &&LoweredChain<'_>| {
        let made = |value| {
            let producer = lowered.program.producer(value);
            producer.is_some_and(|id| nest.cluster.contains(&id) && !chain.bindings.contains(&id))
        };
        let mut inputs = chain.bindings.iter().flat_map(|id| lowered.inputs(*id));
        !inputs.any(|input| made(input.value))
    };
    let chains = chains(lowered, nest);
    let given = chains.iter().copied().filter(given);
    let given = given.collect::<Vec<_>>();
    let mut formulas = given
        .iter()
        .filter(|chain| closed_forms::is_one(lowered, chain));
    if let Some(formula) = formulas.next().filter(|_| chains.len() > 1) {
        return Some(formula.id);
    }
    if let Some(stored) = stored_behind_a_way_out(nest, &chains, &given) {
        return Some(stored.id);
    }
    if let Some(kept) = extremum_without_passes(lowered, nest, &chains) {
        return Some(kept.id);
    }
    if let Some(waiting) = beside_changes(&chains) {
        return Some(waiting.id);
    }
    if let Some(kept) = beside_stores(lowered, nest, &chains) {
        return Some(kept.id);
    }
    if let Some(waiting) = beside_divisions(lowered, nest, &chains) {
        return Some(waiting.id);
    }
    if let Some(waiting) = beside_calls(lowered, nest, &chains) {
        return Some(waiting.id);
    }
    if let Some(kept) = given.iter().find(|chain| keeps_choice(lowered, chain))
        && chains.len() > 1
    {
        return Some(kept.id);
    }
    let by_key = |chain: &&&LoweredChain<'_>| is_by_key(&chain.chain.consumer);
    let mut looks = given.iter().filter(|chain| only_looks(chain.chain));
    if let Some(looks) = looks.next()
        && !chains.iter().any(|chain| waits(&chain.chain.consumer))
    {
        return Some(looks.id);
    }
    let mut chosen = given.iter().filter(|chain| {
        let stored = nest.root.body.stores.contains(&chain.result);
        stored && chooses(lowered, chain) && is_read(lowered, nest, chain)
    });
    let slice = |source| elements::is_slice(lowered, source) || is_like_a_slice(lowered, source);
    if !nest.root.sources.iter().all(slice)
        && let Some(chosen) = chosen.next()
    {
        return Some(chosen.id);
    }
    if let Some(rows) = given.iter().find(|chain| is_over_rows(lowered, chain))
        && chains.len() > 1
    {
        return Some(rows.id);
    }
    let mut rows = given.iter().filter(|chain| {
        let stored = nest.root.body.stores.contains(&chain.result);
        stored && runs_loops(chain) && !is_read(lowered, nest, chain)
    });
    if let Some(rows) = rows.next() {
        return Some(rows.id);
    }
    let stored_alone = works_much(lowered, nest, &chains);
    if let Some(stored) =
        stored_alone.filter(|stored| given.iter().any(|chain| chain.id == stored.id))
    {
        return Some(stored.id);
    }
    // Measured on a count beside the largest, at 16, 64, 1 K and 16 K doubles: 0.76 to 1.07; a sum 1.2 to 1.9, another extremum 1.2 to 1.35.
    let apart = |chain: &&LoweredChain<'_>| {
        !waits(&chain.chain.consumer) && !compares_references(chain.chain)
    };
    // The nearest of those that a filter keeps beside a count and a sum of integers, at 64, 1 K and 256 K: 0.81 0.72 0.69.
    let filtered = |chain: &LoweredChain<'_>| {
        let extremum = chain.chain.consumer.of::<Extremum>();
        let adapters = &chain.chain.stream.adapters;
        extremum.is_some_and(|extremum| {
            matches!(extremum.by, By::Comparison(_)) && !extremum.is_total_order()
        }) && adapters
            .iter()
            .any(|adapter| matches!(adapter, Adapter::Filter(_)))
            && chains
                .iter()
                .all(|other| other.id == chain.id || apart(other))
    };
    let mut by_reference = given.iter().filter(|chain| {
        compares_references(chain.chain) && chains.iter().any(apart) || filtered(chain)
    });
    let alone = by_reference
        .next()
        .or_else(|| given.iter().filter(by_key).nth(1));
    alone.map(|chain| chain.id)
}

/// An extremum of floats beside what does not wait for it, in a loop that runs in one body since more than slices drive it. Alone LLVM
/// takes several elements at once. Measured on a step of the heat equation over `windows(3)` and its largest change, at 64, 1 K, 100 K
/// and 1 M elements, plain over fused: 0.49 0.40 0.41 0.57.
fn extremum_without_passes<'l, 'a>(
    lowered: &Lowered<'_>,
    nest: &Loop,
    chains: &[&'l LoweredChain<'a>],
) -> Option<&'l LoweredChain<'a>> {
    let slices = |source| elements::is_slice(lowered, source) || is_like_a_slice(lowered, source);
    let kept = |chain: &LoweredChain<'_>| extremum::kept_in_lanes(&chain.chain.consumer).is_some();
    let strict = |chain: &LoweredChain<'_>| !kept(chain) && waits(&chain.chain.consumer);
    let in_one_body = chains.len() > 1
        && !nest.nests()
        && !nest.root.sources.iter().all(slices)
        && passes::of(lowered, nest).is_none();
    // One that may start at NaN takes two comparisons for each element, and alone LLVM takes several at once: beside a strict sum
    // 0.63 0.44 0.52 0.52 at 16, 64, 1 K and 16 K elements.
    let unordered = |chain: &&&LoweredChain<'_>| {
        let fold = chain.chain.consumer.of::<Fold>();
        fold.is_some_and(|fold| fold.worker.term().keeps_extremum()) && !kept(chain)
    };
    let floats = |chain: &&&LoweredChain<'_>| {
        let scalar = chain
            .chain
            .consumer
            .of::<Fold>()
            .and_then(|fold| fold.scalar);
        scalar.is_some_and(Scalar::is_float)
    };
    let folded = chains.iter().filter(unordered).find(floats);
    if let Some(folded) = folded.filter(|_| in_one_body) {
        return Some(folded);
    }
    let in_one_body = in_one_body && !chains.iter().any(|chain| strict(chain));
    // What it reads that is made in the loop must be in memory anyway.
    let in_memory = |chain: &LoweredChain<'_>| {
        let made = |value| {
            let producer = lowered.program.producer(value);
            producer.is_some_and(|id| nest.cluster.contains(&id) && !chain.bindings.contains(&id))
        };
        let inputs = chain.bindings.iter().flat_map(|id| lowered.inputs(*id));
        let mut made = inputs.map(|input| input.value).filter(|value| made(*value));
        made.all(|value| nest.leaves(value))
    };
    let mut kept = chains
        .iter()
        .copied()
        .filter(|chain| kept(chain) && in_memory(chain));
    kept.next().filter(|_| in_one_body)
}

/// What waits for each element, beside a body that changes elements where they stand and waits for none: alone that takes several at once.
/// Measured at 16, 64, 1 K and 100 K elements, plain over fused: doubles that are multiplied, and a sum 1.08 1.09 1.18 1.17, an extremum
/// 1.4 1.2 0.92 0.90; doubles that are divided, and sums of sums 0.50 0.65 1.18 1.16; singles, and a sum 0.77 0.90 1.10 1.08.
fn beside_changes<'l, 'a>(chains: &[&'l LoweredChain<'a>]) -> Option<&'l LoweredChain<'a>> {
    // Of slow ones, or of many at once.
    let is_slow = |chain: &LoweredChain<'_>| {
        let each = chain.chain.consumer.of::<Each>()?;
        let Source::Array(array) = &chain.chain.stream.source else {
            return None;
        };
        let number = array.number.as_ref();
        let number = number.and_then(|number| Scalar::named(&number.to_string()));
        let work = each.worker.work();
        let divides = work.divisions > 0.0;
        let changes = !each.in_place.is_empty() && !each.body.kept.waits && work.vector;
        match number {
            Some(number) => (changes && number.is_float()).then(|| is_single(number) || divides),
            // Numbers whose type is not written are doubles.
            None => (changes && divides).then_some(true),
        }
    };
    let kept = |chain: &LoweredChain<'_>| extremum::kept_in_lanes(&chain.chain.consumer).is_some();
    let changes = chains.iter().filter_map(|chain| is_slow(chain));
    let slow = changes.collect::<Vec<_>>();
    let waiting = chains.iter().copied();
    let mut waiting = waiting.filter(|chain| waits(&chain.chain.consumer));
    // Where a sum waits anyway, an extremum costs nothing.
    let alone = slow.contains(&true) || waiting.clone().all(kept);
    waiting.find(|_| !slow.is_empty() && alone)
}

/// What divides and waits for each element, in one body with divisions and roots of others. Alone those are done two at a time, in half of
/// the time that the one divider takes for each; in one body they take all of it, and the addition that the body waits for hides none of
/// it. Measured, a stored root beside a sum of quotients, plain over fused: 0.84 0.72 0.68 0.67 at 16, 64, 1 K and 100 K elements; beside a
/// sum of sums a stored quotient 1.1 0.9 1.15 1.06. Blocks of slices are gone through more than once: 1.0 1.3 1.3 1.3.
fn beside_divisions<'l, 'a>(
    lowered: &Lowered<'_>,
    nest: &Loop,
    chains: &[&'l LoweredChain<'a>],
) -> Option<&'l LoweredChain<'a>> {
    let work = |chain: &LoweredChain<'_>| {
        let works = chain
            .bindings
            .iter()
            .map(|id| match lowered.operation(*id) {
                Operation::Map(worker) => worker.work(),
                Operation::Consume(consumer) => match consumer.of::<Each>() {
                    Some(each) => each.worker.work_by_number(),
                    None => Work::default(),
                },
                _ => Work::default(),
            });
        works.fold(Work::default(), Work::and)
    };
    let (waiting, others) = chains
        .iter()
        .copied()
        .partition::<Vec<_>, _>(|chain| waits(&chain.chain.consumer));
    let divisions = |works: &mut dyn Iterator<Item = Work>| {
        let divisions = works.map(|work| work.divisions);
        divisions.sum::<f64>()
    };
    let own = divisions(&mut waiting.iter().map(|chain| work(chain)));
    // What takes one element at a time has the divider's time for each, wherever it is.
    let beside = others.iter().map(|chain| work(chain));
    let beside = divisions(&mut beside.filter(|work| work.vector));
    let slow = own >= 1.0 && beside >= 1.0;
    let in_one_body = slow && !nest.nests() && passes::of(lowered, nest).is_none();
    waiting.first().copied().filter(|_| in_one_body)
}

/// Methods of floats that are short functions of a library, where the machine may be one without instructions for them.
const ROUNDING: &str = "ceil floor fract round round_ties_even trunc";

/// A strict sum of `f32` beside what stores an element that is rounded: no vector register survives the call, so that each addition
/// waits for memory as well. Measured, plain over fused, of `round` at 64, 1 K, 16 K and 100 K elements: 0.73 to 0.94, 0.74 to 0.92, 0.74 to
/// 0.91, 0.74 to 0.91. Functions that take longer hide that: `exp` 0.95, 1.06, 1.1, 1.06, and all of doubles.
fn beside_calls<'l, 'a>(
    lowered: &Lowered<'_>,
    nest: &Loop,
    chains: &[&'l LoweredChain<'a>],
) -> Option<&'l LoweredChain<'a>> {
    let calls =
        |term: &Term<'_>| matches!(&term.is, Is::Method(call) if among(ROUNDING, &call.name));
    let makes = |id: &BindingId| match lowered.operation(*id) {
        Operation::Map(worker) => worker.term().any(&calls),
        _ => false,
    };
    let stores = |chain: &&LoweredChain<'_>| {
        nest.root.body.stores.contains(&chain.result) && chain.bindings.iter().any(makes)
    };
    let single = |chain: &&&LoweredChain<'_>| {
        let sum = chain.chain.consumer.of::<Reduction>();
        sum.is_some_and(|sum| is_single(sum.scalar))
    };
    let strict = !lowered.setting.reassociates() && !nest.nests();
    let stored = strict && chains.iter().any(stores);
    let waiting = chains.iter().find(single).filter(|_| stored);
    waiting
        .filter(|_| passes::of(lowered, nest).is_none())
        .copied()
}

/// True for a chain that keeps the largest or the smallest float of what a branch chooses. Alone LLVM chooses several at once; in a body
/// with others it jumps. Measured beside a filtered sum, plain over fused, at 64, 1 K, 16 K and 100 K elements: 0.7 0.8 0.8 0.5.
fn keeps_choice(lowered: &Lowered<'_>, chain: &LoweredChain<'_>) -> bool {
    let branches = |id: &BindingId| match lowered.operation(*id) {
        Operation::Map(worker) => worker.term().any(&|term| matches!(term.is, Is::If(..))),
        _ => false,
    };
    extremum::kept_in_lanes(&chain.chain.consumer).is_some() && chain.bindings.iter().any(branches)
}

/// A chain that stores an array behind a loop that may leave the function: in one loop its memory is asked for before the first element is
/// looked at. Measured on a stored map behind a check with a sum, plain over fused: 0.03 to 0.11 where the first element fails, 0.15 to
/// 0.44 where the tenth does; 0.94 to 1.2 where none does.
fn stored_behind_a_way_out<'l, 'a>(
    nest: &Loop,
    chains: &[&'l LoweredChain<'a>],
    given: &[&'l LoweredChain<'a>],
) -> Option<&'l LoweredChain<'a>> {
    let body = |chain: &LoweredChain<'_>| chain.chain.consumer.body().map(|body| body.outward);
    let leaving = chains.iter().find(|chain| body(chain) == Some(true))?;
    let stored = |chain: &&&LoweredChain<'_>| {
        chain.id > leaving.id && nest.root.body.stores.contains(&chain.result)
    };
    given.iter().find(stored).copied()
}

/// True for a loop that does nothing but to look whether to leave the function. Rustc takes several elements at once of what is
/// stored or counted beside it, and one by one in the same loop. Measured on a map that is stored and a count, plain over fused:
/// 0.84 up to 16,000; 1.7 where a strict sum is beside them, which waits for its latency anyway.
fn only_looks(chain: &Chain) -> bool {
    let body = chain.consumer.body();
    body.is_some_and(|body| body.outward && body.writes.is_empty())
}

/// True for a chain that makes by a `match` what it gives. Alone that is a table, or a choice of several elements at once; a test of it in
/// the same body is threaded through the arms, which are then jumps that nobody foresees. Of slices the test has a pass of its own.
/// Measured on the reverse complement of bases and a count of some, at 64, 1 K and 16 K elements, plain over fused: 0.55 0.52 0.08.
fn chooses(lowered: &Lowered<'_>, chain: &LoweredChain<'_>) -> bool {
    let by_match = |id: &BindingId| match lowered.operation(*id) {
        Operation::Map(worker) => worker.term().any(&|term| matches!(term.is, Is::Match(..))),
        _ => false,
    };
    chain.bindings.iter().any(by_match)
}

/// True if another chain of a loop reads what one makes.
fn is_read(lowered: &Lowered<'_>, nest: &Loop, chain: &LoweredChain<'_>) -> bool {
    let others = nest
        .cluster
        .iter()
        .filter(|id| !chain.bindings.contains(id));
    let mut inputs = others.flat_map(|id| lowered.inputs(*id));
    inputs.any(|input| input.value == chain.result)
}

/// True for what adds or folds up floats in order, or keeps an extremum of them: one element waits for the other.
pub(super) fn waits(consumer: &Consumer) -> bool {
    let folds = consumer.of::<Fold>().and_then(|fold| fold.scalar);
    consumer.adds().or(folds).is_some_and(Scalar::is_float)
        || extremum::kept_in_lanes(consumer).is_some()
        || consumer.body().is_some_and(|body| body.kept.waits)
}

/// True for an extremum of references to floats by `total_cmp`.
fn compares_references(chain: &Chain) -> bool {
    let extremum = chain.consumer.of::<Extremum>();
    chain.stream.item.by_reference && extremum.is_some_and(Extremum::is_total_order)
}

/// True for a loop in which nothing asks for an element: std knows such results from lengths and bounds, without a loop.
/// Of elements that there is no end to waiting for, as of `0..u64::MAX`, or that take no room, that is another program.
pub(super) fn needs_no_loop(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    chains(lowered, nest)
        .iter()
        .all(|chain| is_known(chain.chain))
}

/// True if std knows the result of a chain in constant time.
fn is_known(chain: &Chain) -> bool {
    let stream = &chain.stream;
    let adapters = &stream.adapters;
    if chain.consumer.needs_no_loop() {
        let known = match &stream.source {
            Source::Array(_) | Source::Range(_) => true,
            Source::Driver(driver) => driver.may_be_slice || driver.divided.is_some(),
        };
        return known && adapters.iter().all(Adapter::is_free);
    }
    let extremum = chain.consumer.of::<Extremum>();
    extremum.is_some_and(Extremum::is_plain)
        && matches!(stream.source, Source::Range(_))
        && adapters.is_empty()
}
