//! `#[fuse(parallel)]`: which chains of std's may run on several threads.
//!
//! In: the region of a function below that option. Out: the same, with every chain marked as parallel that
//! can be, and the reasons of the others (docs/DESIGN.md section 7). It is settled before clustering, since a
//! parallel and a sequential chain never share a loop.

use super::privatised::totals;
use crate::ops::captures::captured;
use crate::ops::chain::{Access, Adapter, Chain, Consumer, Parallel, Source, Stream};
use crate::ops::search;
use crate::region::{Kind, Region};
use crate::rust::environment::Environment;
use crate::rust::spelling::text;
use crate::rust::types::Collection;
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
            Kind::Wall(wall) => &mut wall.holes,
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
                if search::of(chain).is_some() {
                    made(chain, captured.clone());
                }
                continue;
            }
            let totals = match &mut chain.consumer {
                Consumer::Each(each) => {
                    let totals = totals(each, before, environment);
                    totals.map(|totals| each.totals = totals).err()
                }
                _ => None,
            };
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
    let adapters = chain.stream.adapters.as_slice();
    let steps = match (adapters.split_last(), &chain.consumer) {
        // What is collected is put together from ranges afterwards; nothing else may see it before.
        (Some((Adapter::Scan(scan), before)), Consumer::Collect(_)) if scan.operator.is_some() => {
            before
        }
        _ => adapters,
    };
    if let Some(reason) = stream_obstacle(&chain.stream, steps) {
        return Some(reason);
    }
    let given_away = |worker: &&crate::ops::chain::Worker| !worker.given_away.is_empty();
    if chain.workers().iter().any(given_away) {
        return Some("a worker may change what it captures");
    }
    match &chain.consumer {
        Consumer::Collect(collect) if collect.makes == Collection::Vec => None,
        Consumer::Collect(_) => Some("only a `Vec` is filled by several threads"),
        Consumer::Fold(fold) if fold.redomap.is_none() => Some(
            "its fold is not visibly an associative operator (`acc + f(x)`, `acc.max(f(x))`, a tuple of these) on a primitive number",
        ),
        Consumer::Reduce(_, None) => Some(
            "its operator is not visibly associative (`a + b`, `a.max(b)`) on primitive numbers",
        ),
        Consumer::Fold(_)
        | Consumer::Reduce(..)
        | Consumer::Reduction(_)
        | Consumer::Count
        | Consumer::Extremum(_)
        | Consumer::ExtremumBy(..)
        | Consumer::ExtremumByKey(..)
        | Consumer::Split(_) => None,
        Consumer::ShortCircuit(_) => search_obstacle(chain),
        Consumer::Solitary(solitary) if SEARCHES.contains(&solitary.name) => search_obstacle(chain),
        // What its body writes, but for the elements, is asked for on its own.
        Consumer::Each(_) => None,
        Consumer::Last | Consumer::Solitary(_) => Some("what ends it reads the elements in order"),
    }
}

/// Searches whose answer is that of the first range that has one, besides `any` and `all`.
const SEARCHES: [&str; 3] = ["find", "find_map", "position"];

/// Why a search cannot be: each range is asked on its own, whatever those before it may answer.
fn search_obstacle(chain: &Chain) -> Option<&'static str> {
    let stream = &chain.stream;
    match &chain.consumer {
        Consumer::ShortCircuit(_) => {}
        Consumer::Solitary(solitary) if SEARCHES.contains(&solitary.name) => {
            if solitary.name == "position" && !stream.is_one_to_one() {
                return Some("it counts elements behind a filter");
            }
        }
        _ => return Some("what ends it reads the elements in order"),
    }
    let by_value =
        matches!(&stream.source, Source::Array(array) if array.access != Access::ByReference);
    let steps = stream.adapters.iter().all(|adapter| {
        matches!(
            adapter,
            Adapter::Map(_)
                | Adapter::Filter(_)
                | Adapter::FilterMap(_)
                | Adapter::Copied
                | Adapter::Cloned
        )
    });
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
            Adapter::Enumerate | Adapter::Zip(_) if !one_to_one => {
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
            Adapter::Filter(_) | Adapter::FilterMap(_) | Adapter::Cross(_) => one_to_one = false,
            Adapter::Scan(_) => {
                return Some(
                    "each element of its `scan` needs the one before; only floats that are added up, multiplied or compared (`*s += f(x); Some(*s)`) are put together from ranges, if nothing but `collect` follows",
                );
            }
            Adapter::Map(_) | Adapter::Copied | Adapter::Cloned | Adapter::Enumerate => {}
        }
    }
    None
}
