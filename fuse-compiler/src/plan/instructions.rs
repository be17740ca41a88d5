//! Loops that run with the instructions of the machine, not with those that the crate is compiled for (docs/DESIGN.md section 10).
//!
//! In: the plan of a loop on one thread. Out: whether it is given to the runtime as a closure, which that runs compiled for wider
//! vectors where the machine has them, with the same bits. It must be worth it: some pass of it is done on several elements at
//! once. And nothing may show that it stands in a closure: it leaves no reference behind, moves nothing in, mentions no field of
//! what stands outside (in the edition of 2018 a closure borrows all of that), and holds no body of the user's own.

pub(crate) mod chains;
mod in_place;

use super::loop_plan::{Accumulation, Instructions, LoopPlan, Reads, Run};
use super::passes::tiler::Tiler;
use super::passes::vector_share;
use super::rule::{Context, Rule};
use crate::cnf::{Lowered, LoweredChain, ValueId};
use crate::loops::{Loop, Outcome};
use crate::ops::chain::{Consumer, Worker};
use crate::ops::consumer::count::Count;
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::sum::Reduction;
use crate::plan::elements::element_of;
use crate::plan::extremum;
use crate::plan::in_step::is_visibly_in_step;
use crate::rust::patterns;
use crate::rust::spelling::spelling;
use crate::rust::term::{Is, Term};
use syn::{Expr, Lit, UnOp};

// Note [What wider vectors are worth]
// Measured, ns an element with the baseline of x86-64 and with AVX2, at 1 K and 16 K elements: grey values stored and counted 1.73
// 0.79 and 1.82 0.84, a polynomial and a root of `f32` 0.37 0.19 and 0.35 0.20, signs summed and counted 0.85 0.30 and 0.81 0.28.
// A strict sum of floats gains nothing, and pays with code: so less than a tenth of what a loop costs is not worth it.

/// The part of a loop's cost that is done on several elements at once, at least. See Note [What wider vectors are worth].
const SHARE: f64 = 0.1;

/// Loops that run with the instructions of the machine.
pub(crate) const RULE: Rule = Rule {
    apply: |context, plan| {
        if !may_run_apart(context, plan) {
            return;
        }
        if matches!(plan.run, Run::Body) && is_faster_alone(context.lowered, &plan.nest) {
            plan.instructions = Instructions::DetectedAlone;
        } else if is_worth_it(context.lowered, plan) {
            let least = stored_from(context.lowered, &plan.nest);
            plan.instructions = Instructions::Detected { least };
        } else {
            return;
        }
        // Two forms are enough.
        plan.few = None;
    },
};

// Note [Products of 64 bits]
// No vector of the baseline multiplies integers of 64 bits, and of AVX2 only by parts. In one body of several chains LLVM keeps none of
// what it does of one: several sums at once. Measured on two sums over parts of one array, plain over fused at 16, 64, 1 K and 100 K
// elements, where one multiplies or both do: with the baseline 0.4 to 0.9, with AVX2 0.6 to 1.1, 0.9 to 1.2, 1.2 to 2.0 and 1.4 to 1.9.

/// True where wider vectors are all that makes one body faster. See Note [Products of 64 bits].
fn is_faster_alone(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let tiler = Tiler::new(lowered, nest);
    let numbers = |outcome: &Outcome| match outcome {
        Outcome::Scalar(value) => {
            let producer = lowered.program.producer(*value);
            producer.is_some_and(|id| lowered.consumer(id).is_some_and(counts))
        }
        _ => false,
    };
    let written = |worker: &Worker| {
        let declares = |part: &Term<'_>| matches!(part.is, Is::Macro(..) | Is::Block(_));
        worker.judgment.pure.is_ok() && !worker.term().any(&declares)
    };
    tiler.multiplies()
        && nest.outcomes.iter().all(numbers)
        && chains(lowered, nest).all(|chain| chain.workers().into_iter().all(written))
}

/// True for a loop that runs with the instructions of the machine, and as written where there are none.
pub(crate) fn are_detected(tiler: &Tiler<'_>) -> bool {
    let (lowered, nest) = (tiler.lowered, tiler.nest);
    may_stand_in_closure(lowered, nest, &|_| true) && is_faster_alone(lowered, nest)
}

fn is_worth_it(lowered: &Lowered<'_>, plan: &LoopPlan) -> bool {
    let passes: Vec<&Loop> = match &plan.run {
        Run::Passes(passes) => passes.passes.iter().map(|pass| &pass.nest).collect(),
        Run::Body => vec![&plan.nest],
        _ => return false,
    };
    let mut chains = chains(lowered, &plan.nest);
    vector_share(lowered, &plan.nest, &passes) >= SHARE || chains.any(chains::sums_windows)
}

// Note [Loops that only store]
// Wide stores that cross a line of the cache have not drained where their arrays are read behind the call. Measured, with the baseline
// over with AVX2 at 32, 64, 256 and 1 K elements: two stored products of doubles 0.70 0.76 0.97 1.18, of singles 0.72 0.70 0.79 1.21, three
// stored maps of singles 0.72 0.85 1.04 1.33; with a division and a root 1.4 1.5 1.8 2.0, with a count 1.0 1.0 1.5 1.7, with sums and
// extrema of integers 1.0 1.0 1.9 2.4.

/// From how many elements on wider vectors are worth a call to a loop that does nothing but to store a few operations' results.
fn stored_from(lowered: &Lowered<'_>, nest: &Loop) -> Option<usize> {
    let stored = |outcome: &Outcome| match outcome {
        Outcome::Stored { array, .. } => element_of(lowered, *array),
        _ => None,
    };
    let left = nest.outcomes.iter().filter(|outcome| leaves(outcome));
    let stored = left.map(stored).collect::<Option<Vec<_>>>()?;
    let narrowest = stored.iter().min_by_key(|number| number.bits())?;
    let cheap = chains(lowered, nest).all(chains::is_limited_by_memory);
    (cheap && narrowest.bits() >= u32::BITS).then(|| chains::stored_from(*narrowest))
}

/// True if nothing shows whether a loop stands in a closure.
fn may_run_apart(context: &Context<'_, '_>, plan: &LoopPlan) -> bool {
    let lowered = context.lowered;
    let stays = |value: &ValueId| !context.given_up.contains(value);
    !context.suspends
        && !plan.parallel
        && plan.reads != Reads::Iterators
        && plan.overwrites.is_empty()
        && plan.inline.is_empty()
        && plan.strings.makers.is_empty()
        && may_stand_in_closure(lowered, &plan.nest, &stays)
        && !leaves_zeros_open(lowered, plan)
}

/// The same of what no plan decides. What drives it must stay there.
fn may_stand_in_closure(
    lowered: &Lowered<'_>,
    nest: &Loop,
    stays: &dyn Fn(&ValueId) -> bool,
) -> bool {
    let mut sources = nest.root.sources.iter();
    lowered.setting.wide
        && !lowered.setting.inner
        && nest.root.body.inner.is_none()
        && reads_names(lowered, nest)
        && !lowered.has_bodies(&nest.cluster)
        && sources.all(|source| is_visibly_in_step(lowered, source) && stays(&source.value))
        && nest
            .outcomes
            .iter()
            .all(|outcome| is_number(lowered, outcome))
        && nest.outcomes.iter().any(leaves)
        && chains(lowered, nest).all(|chain| chain.workers().into_iter().all(is_plain))
}

fn chains<'l>(
    lowered: &'l Lowered<'_>,
    nest: &'l Loop,
) -> impl Iterator<Item = &'l crate::ops::chain::Chain> {
    let of = |id| lowered.chain_of(id).map(|chain| chain.chain);
    nest.cluster.iter().filter_map(move |id| of(*id))
}

/// True if which of two zeros a loop gives is left open, by a worker or by a fold that keeps an extremum in its own way. By
/// comparisons it is the first of them, whatever compares.
fn leaves_zeros_open(lowered: &Lowered<'_>, plan: &LoopPlan) -> bool {
    let by_comparisons = |chain: &LoweredChain<'_>| {
        let accumulation = plan.accumulators.get(&chain.result);
        extremum::kept_in_lanes(&chain.chain.consumer).is_some()
            && matches!(
                accumulation,
                Some(Accumulation::Lanes | Accumulation::OneComparison)
            )
    };
    let mut chains = plan
        .nest
        .cluster
        .iter()
        .filter_map(|id| lowered.chain_of(*id));
    chains.any(|chain| {
        let open = chain.chain.workers().into_iter();
        let open = open.map(|worker| worker.judgment.open_zeros);
        match open.sum::<Option<usize>>() {
            Some(0) => false,
            Some(1) => !by_comparisons(chain),
            _ => true,
        }
    })
}

/// True for a name as a whole, lent in any way.
fn is_name(expr: &Expr) -> bool {
    match expr {
        Expr::Path(path) => path.path.get_ident().is_some(),
        Expr::Reference(of) => of.mutability.is_none() && is_name(&of.expr),
        Expr::Paren(of) => is_name(&of.expr),
        Expr::MethodCall(call) => {
            call.args.is_empty() && call.turbofish.is_none() && is_name(&call.receiver)
        }
        _ => false,
    }
}

/// True if all arrays that a loop reads are names as a whole: what stands in an index would be evaluated inside, and once more for
/// the length.
fn reads_names(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let mut inputs = nest.cluster.iter().flat_map(|id| lowered.inputs(*id));
    inputs.all(|input| input.source.is_none_or(|source| is_name(&source.expr)))
}

/// True for what holds no reference, of visible type: numbers and arrays of numbers.
fn is_number(lowered: &Lowered<'_>, outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Stored { array, exact } => *exact && element_of(lowered, *array).is_some(),
        Outcome::Contracted(array) => lowered.is_plain_to_all(*array),
        Outcome::Pushed { .. } => false,
        Outcome::Scalar(value) => {
            let producer = lowered.program.producer(*value);
            producer.is_some_and(|id| {
                let whole = || extremum::of_integers(lowered, id).is_some();
                lowered.consumer(id).is_some_and(counts) || whole()
            })
        }
    }
}

/// True for what is there behind the loop.
fn leaves(outcome: &Outcome) -> bool {
    !matches!(outcome, Outcome::Contracted(_))
}

fn counts(consumer: &Consumer) -> bool {
    let starts_plainly = |fold: &Fold| {
        let initial = Term::of(&fold.initial);
        let number = fold.scalar.is_some() || is_literal(&initial);
        number && fold.initial_moves.is_empty() && !reads_field(&initial, &[])
    };
    consumer.is::<Count>()
        || consumer.is::<Reduction>()
        || consumer.of::<Fold>().is_some_and(starts_plainly)
}

/// True for numbers that are written down, and for tuples and arrays of such.
fn is_literal(term: &Term<'_>) -> bool {
    match &term.is {
        Is::Literal(Lit::Int(_) | Lit::Float(_)) => true,
        Is::Unary(UnOp::Neg(_), of) | Is::Repeat(of, _) => is_literal(of),
        Is::Tuple(parts) | Is::Array(parts) => parts.iter().all(is_literal),
        _ => false,
    }
}

/// True for a worker that captures nothing but by reference, and nothing but names as a whole.
fn is_plain(worker: &Worker) -> bool {
    let judgment = &worker.judgment;
    let term = worker.term();
    let mut own = match &term.is {
        Is::Closure(_, parameters, _) => {
            let bound = parameters.iter();
            let bound = bound.flat_map(|bound| patterns::binds(bound.pattern));
            bound.collect::<Vec<_>>()
        }
        Is::Path(_) => Vec::new(),
        _ => return false,
    };
    // Nothing shows whether all of a shared reference is borrowed, or a part of what it refers to.
    own.extend(judgment.columns.shared.iter().map(spelling));
    !worker.local
        && worker.given_away.is_empty()
        && judgment.moves.is_empty()
        && (judgment.inline || matches!(term.is, Is::Path(_)))
        && !reads_field(&term, &own)
}

/// True if it reads a field of a name that is none of these, nor bound by a `let` inside.
fn reads_field(term: &Term<'_>, own: &[String]) -> bool {
    let outside = |place: &Term<'_>| match place.root() {
        Some(path) => !own.contains(&path.spelt()),
        // A field of what a call or an operator gives is none of a name.
        None => matches!(place.is, Is::Path(_)),
    };
    term.any(&|part| matches!(&part.is, Is::Field(of, _) if outside(of)))
}
