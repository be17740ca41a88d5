//! `#[fuse(parallel)]`: which chains of std's may run on several threads.
//!
//! In: the region of a function below that option. Out: the same, with every chain marked as parallel that
//! can be, and the reasons of the others (docs/DESIGN.md section 7). It is settled before clustering, since a
//! parallel and a sequential chain never share a loop.

use super::one_thread::keep_on_one_thread;
use super::privatised::totals;
use crate::ops::captures::captured;
use crate::ops::chain::{Access, Adapter, Chain, Parallel, Question, Source, Stream};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::each::Each;
use crate::ops::search;
use crate::region::{Kind, Region};
use crate::rust::environment::Environment;
use crate::rust::spelling::text;
use syn::Expr;

/// A chain that stays on one thread, and why.
#[derive(Clone, Debug)]
pub(crate) struct Sequential {
    /// The chain on one line.
    pub(crate) chain: String,
    /// Why.
    pub(crate) reason: &'static str,
}

/// Marks every chain that can be parallel; returns the others.
pub(crate) fn parallelise(region: &mut Region, environment: &Environment) -> Vec<Sequential> {
    let mut others = Vec::new();
    for index in 0..region.statements.len() {
        let (before, rest) = region.statements.split_at_mut(index);
        let around = environment.at(rest[0].scope);
        let holes = match &mut rest[0].kind {
            Kind::Let(binding) => &mut binding.value.holes,
            Kind::Tail(skeleton) | Kind::Each(skeleton) => &mut skeleton.holes,
            Kind::Barrier(barrier) => &mut barrier.holes,
        };
        for hole in holes {
            let chain = &mut hole.chain;
            if chain.stream.parallel.is_some() {
                continue;
            }
            let captured = captured(chain, &around);
            if let (None, Ok(captured)) = (search_obstacle(chain), &captured) {
                hole.captured = captured.clone();
                hole.divided = true;
                // It may go with a parallel loop that adds up the same elements.
                if search::of(chain).is_some_and(|search| search.in_blocks) {
                    made(chain, captured.clone());
                }
                continue;
            }
            let totals = chain.consumer.of_mut::<Each>().and_then(|each| {
                let totals = totals(each, before, environment);
                totals.map(|totals| each.totals = totals).err()
            });
            let reason = match (obstacle(chain).or(totals), captured) {
                (None, Ok(captured)) => {
                    made(chain, captured);
                    continue;
                }
                (Some(reason), _) | (None, Err(reason)) => reason,
            };
            others.push(Sequential {
                chain: text(&chain.expr),
                reason,
            });
        }
    }
    others.extend(keep_on_one_thread(region));
    others
}

/// Marks a chain as parallel.
fn made(chain: &mut Chain, captured: Vec<Expr>) {
    chain.stream.parallel = Some(Parallel {
        made: true,
        captured,
        ..Parallel::default()
    });
}

/// Why a chain cannot be parallel.
fn obstacle(chain: &Chain) -> Option<&'static str> {
    let mut steps = chain.stream.adapters.as_slice();
    // What is collected is put together from ranges afterwards; nothing else may see it before.
    if chain.stream.scan_of_ranges().is_some() && chain.consumer.is::<Collect>() {
        steps = &steps[..steps.len() - 1];
    }
    if let Some(reason) = stream_obstacle(&chain.stream, steps) {
        return Some(reason);
    }
    // What it does it does in order, and a `return` would leave its range alone.
    if chain.consumer.body().is_some_and(|body| body.outward) {
        return Some("its body may leave the function, or do what nobody knows");
    }
    let given_away = |worker: &&crate::ops::chain::Worker| !worker.given_away.is_empty();
    if chain.workers().iter().any(given_away) {
        return Some("a worker may change what it captures");
    }
    match chain.consumer.question() {
        Some(_) => search_obstacle(chain),
        None => chain.consumer.undivided(),
    }
}

/// Why a search cannot be: each range is asked on its own, whatever those before it may answer.
fn search_obstacle(chain: &Chain) -> Option<&'static str> {
    let stream = &chain.stream;
    match chain.consumer.question() {
        None => return Some("what ends it reads the elements in order"),
        Some(Question::Position) if !stream.is_one_to_one() => {
            return Some("it counts elements behind a filter");
        }
        Some(_) => {}
    }
    let by_value =
        matches!(&stream.source, Source::Array(array) if array.access != Access::ByReference);
    let steps = stream.adapters.iter().all(Adapter::is_elementwise);
    let total = chain.workers().iter().all(|worker| {
        worker.judgment.total && worker.judgment.moves.is_empty() && worker.given_away.is_empty()
    });
    if !total {
        return Some("it may stop early, before an element for which its workers may panic");
    }
    if by_value || !steps {
        return Some("it may stop early");
    }
    stream_obstacle(stream, &stream.adapters)
}

/// Why a stream cannot be divided that goes through these of its adapters.
fn stream_obstacle(stream: &Stream, adapters: &[Adapter]) -> Option<&'static str> {
    match &stream.source {
        Source::Array(array) => match array.access {
            Access::ByReference => {}
            Access::ByValue if array.vector => {}
            Access::ByValue => return Some("only a `Vec` is emptied by several threads"),
            // A range has its own elements.
            Access::Mutable => {}
        },
        Source::Range(range) if !range.integers => {
            return Some("the bounds of its range are not visibly integers");
        }
        Source::Range(_) => {}
        Source::Driver(driver) if driver.divided.as_ref().is_some_and(|of| !of.has_places()) => {}
        Source::Driver(_) => {
            return Some("its source is not visibly an array, and cannot be divided");
        }
    }
    let mut one_to_one = true;
    for adapter in adapters {
        match adapter {
            _ if adapter.counts() && !one_to_one => {
                return Some("it counts elements behind a filter");
            }
            Adapter::Zip(other) => {
                if let Some(reason) = stream_obstacle(other, &other.adapters) {
                    return Some(reason);
                }
            }
            Adapter::Cross(cross) if !matches!(cross.inner.source, Source::Array(_)) => {
                return Some("its inner loop is not over an array");
            }
            Adapter::Scan(_) => {
                return Some(
                    "each element of its `scan` needs the one before; only floats that are added up, multiplied or compared (`*s += f(x); Some(*s)`) are put together from ranges, if nothing but `collect` follows",
                );
            }
            _ => one_to_one &= adapter.is_one_to_one(),
        }
    }
    None
}
