//! What is kept from element to element, beside a body that stores elements where they stand.
//!
//! In: the chains of a loop. Out: one that had better not be in it. Such a body stands in one place, so that no block is gone through
//! twice; alone LLVM takes several elements at once of either, whatever bounds are looked at in each turn.

use super::several::waits;
use crate::cnf::{ChainId, Lowered, LoweredChain, Operation};
use crate::loops::Loop;
use crate::ops::chain::{Access, Chain, Source};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::count::Count;
use crate::ops::consumer::each::Each;
use crate::plan::{elements, extremum};
use crate::rust::term::work::Work;
use crate::rust::totality::Kept;
use crate::rust::ty::Scalar;

// Note [Stores beside what is kept]
// Measured, plain over fused in one body at 64, 1 K and 16 K elements; a product, a root or a quotient that is stored at an index, beside
//
//                                    product          root             quotient
//   a sum of singles                 0.76 1.13 1.13   0.31 0.58 0.66   0.53 0.99 1.04
//   a sum of doubles                 0.86 1.20 1.19   0.52 0.81 0.76   0.52 0.94 1.00
//   a largest single, by `max`       0.19 0.15 0.15   0.25 0.28 0.29   0.19 0.19 0.20
//   a largest double, by `max`       0.30 0.31 0.31   0.49 0.62 0.61   0.42 0.50 0.51
//   a count of singles               0.92 0.59 0.57   0.57 1.07 1.14   0.92 1.13 1.16
//   a count of doubles               0.80 0.87 0.88   0.97 1.11 1.13   0.97 1.21 1.25
//
// Stored bits of 32, beside their bits, the largest and a count: 1.04 1.62 1.81, 1.02 1.44 1.41, 1.00 0.86 0.87. Beside the largest of
// bytes 0.58 0.73 1.3. Up to 256 elements go chain by chain (`plan/passes/few.rs`).
//
// What is collected, beside a body that keeps the largest of 64 bits: 0.55 0.40 0.37, that counts doubles 1.14 0.90 0.88, bits of 32
// 1.09 0.80 0.78, singles 1.1 1.1 1.1. What is pushed, beside the largest of 64 bits: 0.92 0.79 0.75, where a filter keeps it 3.1 1.0 0.8; of
// 32 bits over indices 1.01 0.75 0.74.
//
// Elements that are changed by `iter_mut`: the largest of 64 bits, which no vector compares, 0.30 0.32 0.29; a count of 32 bits 0.73 0.83
// 0.84, of 64 bits 1.17 1.33 1.32, of doubles 1.31 1.60 1.58, of singles 1.10 1.11 1.08, and of their roots 0.54 1.06 1.12.

/// What a chain stores.
struct Stored {
    /// Of the elements, where it is visible.
    number: Option<Scalar>,
    /// True if it divides, or takes roots.
    divides: bool,
    how: How,
}

/// How it stores them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// At the counter of its loop.
    ByIndex,
    /// Where they stand.
    InPlace,
    /// In a new array.
    Collected,
    /// In a new array of which not all is known before: by a body, or at indices, if `true`, by a filter if not.
    Pushed(bool),
}

/// What a chain keeps.
struct Keeping {
    kept: Kept,
    is_body: bool,
    /// True if it is a body that counts indices.
    counts: bool,
}

/// A chain that is faster apart. See Note [Stores beside what is kept].
pub(super) fn beside_stores<'l, 'a>(
    lowered: &Lowered<'_>,
    nest: &Loop,
    chains: &[&'l LoweredChain<'a>],
) -> Option<&'l LoweredChain<'a>> {
    let stored = chains
        .iter()
        .filter_map(|chain| stored(lowered, nest, chain));
    let stored = stored.collect::<Vec<_>>();
    // Beside more than it, what is collected has been measured with nothing.
    let is_slow = |kept: &Keeping| {
        let mut stored = stored.iter().filter(|stored| {
            stored.how != How::Collected || chains.len() == 2 || kept.kept.adds.is_none()
        });
        stored.any(|stored| stored.is_slower_with(kept))
    };
    let mut slow = chains.iter().copied();
    let slow = slow.find(|chain| kept(chain.chain).is_some_and(|kept| is_slow(&kept)));
    slow.or_else(|| largest_beside_others(chains, stored.is_empty()))
}

/// A body over indices that keeps the largest float by `max`, beside one that does not, and the second that keeps the largest of 64 bits:
/// alone LLVM takes several elements at once of the first, and not of the others, of which it must make comparisons of 32 bits. Measured
/// beside a sum of singles, at 16, 64, 1 K and 16 K elements, plain over fused: 0.44 0.26 0.39 0.40; beside another 1.1 1.2 1.7 1.7; a
/// largest and a smallest `i64` 0.77 0.78 0.75 at 64, 1 K and 16 K.
fn largest_beside_others<'l, 'a>(
    chains: &[&'l LoweredChain<'a>],
    only_keeps: bool,
) -> Option<&'l LoweredChain<'a>> {
    let keeps = |chain: &&LoweredChain<'_>| {
        let kept = kept(chain.chain).filter(|kept| kept.counts);
        let extremum = kept.and_then(|kept| kept.kept.extremum);
        extremum.is_some_and(Scalar::is_float)
    };
    let is_long = |chain: &&LoweredChain<'_>| {
        let kept = kept(chain.chain).filter(|kept| kept.is_body);
        let extremum = kept.and_then(|kept| kept.kept.extremum);
        extremum.is_some_and(|number| number.is_integer() && number.bits() == 64)
    };
    let long = chains.iter().copied().filter(is_long).nth(1);
    let largest = chains.iter().copied().find(keeps);
    let largest = largest.filter(|_| chains.iter().any(|chain| !keeps(chain)));
    largest.or(long.filter(|_| only_keeps))
}

fn stored(lowered: &Lowered<'_>, nest: &Loop, chain: &LoweredChain<'_>) -> Option<Stored> {
    let works = chain
        .bindings
        .iter()
        .filter_map(|id| match lowered.operation(*id) {
            Operation::Map(worker) => Some(worker.work()),
            Operation::Consume(consumer) => {
                let each = consumer.of::<Each>()?;
                Some(each.worker.work_by_number())
            }
            _ => None,
        });
    let work = works.fold(Work::default(), Work::and);
    let (number, how) = match (
        &chain.chain.stream.source,
        chain.chain.consumer.of::<Each>(),
    ) {
        (source, None) => {
            let collected = nest.root.body.stores.contains(&chain.result);
            let number = elements::element(chain)?;
            match source {
                Source::Range(_) => return Some(Stored::pushed(true)),
                _ if !collected => return Some(Stored::pushed(false)),
                _ => (number, How::Collected),
            }
        }
        (_, Some(each)) if !each.pushed.is_empty() => return Some(Stored::pushed(true)),
        (source, Some(each)) => match (each.body.kept.stores, source) {
            (Some(number), _) => (number, How::ByIndex),
            (None, Source::Array(array)) if !each.in_place.is_empty() && !each.body.kept.waits => {
                let number = array.number.as_ref()?.to_string();
                (Scalar::named(&number)?, How::InPlace)
            }
            _ => return None,
        },
    };
    work.vector.then_some(Stored {
        number: Some(number),
        divides: work.divisions > 0.0,
        how,
    })
}

/// What a chain keeps, if it stores nothing itself.
fn kept(chain: &Chain) -> Option<Keeping> {
    if let Some(each) = chain.consumer.of::<Each>() {
        let body = &each.body;
        let stores =
            body.kept.stores.is_some() || !each.in_place.is_empty() || !each.pushed.is_empty();
        let counts = matches!(chain.stream.source, Source::Range(_));
        let kept = each.body.kept;
        return (!stores).then_some(Keeping {
            kept,
            is_body: true,
            counts,
        });
    }
    let nothing = Kept::default();
    let kept = if chain.consumer.is::<Count>() {
        let adds = Scalar::named("usize");
        Kept { adds, ..nothing }
    } else if extremum::kept_in_lanes(&chain.consumer).is_some() {
        let extremum = Scalar::named("f64");
        Kept {
            extremum,
            ..nothing
        }
    } else {
        let waits = waits(&chain.consumer);
        Kept { waits, ..nothing }
    };
    Some(Keeping {
        kept,
        is_body: false,
        counts: false,
    })
}

impl Stored {
    fn pushed(by_body: bool) -> Stored {
        Stored {
            number: None,
            divides: false,
            how: How::Pushed(by_body),
        }
    }

    fn is_slower_with(&self, keeping: &Keeping) -> bool {
        let kept = keeping.kept;
        let by_index = self.how == How::ByIndex;
        let Some(number) = self.number else {
            let long = if self.how == How::Pushed(true) {
                32
            } else {
                64
            };
            let whole = |extremum: Scalar| extremum.is_integer() && extremum.bits() >= long;
            return keeping.is_body && kept.extremum.is_some_and(whole);
        };
        let single = number.is_float() && number.bits() == 32;
        if kept.waits {
            return by_index && (self.divides || number.bits() <= 32);
        }
        match (kept.extremum, kept.adds) {
            (Some(extremum), _) if extremum.is_float() => by_index,
            (Some(extremum), _) => extremum.bits() == 64 || by_index && extremum.bits() != 32,
            (None, Some(_)) if self.how == How::Collected && !keeping.is_body => false,
            (None, Some(adds)) if number.is_integer() => adds.bits() != number.bits(),
            (None, Some(_)) if self.how == How::Collected => !single,
            (None, Some(_)) if by_index && keeping.counts => !self.divides,
            (None, Some(_)) => single && self.divides,
            (None, None) => false,
        }
    }
}

/// A chain that LLVM runs over several numbers at a time, beside one that makes them in the memory of what is none, as std does alone.
/// Measured on a filtered count beside options that are taken by value, plain over fused: 1.0 at 16, 0.8 at 64, 0.73 from 1 K elements on.
#[must_use]
pub(super) fn beside_made_in_place(lowered: &Lowered<'_>, nest: &Loop) -> Option<ChainId> {
    let inside =
        |chain: &&LoweredChain<'_>| chain.bindings.iter().any(|id| nest.cluster.contains(id));
    let chains = lowered.chains().filter(inside).collect::<Vec<_>>();
    let in_place = |chain: &&&LoweredChain<'_>| {
        let taken = matches!(&chain.chain.stream.source, Source::Array(array) if array.access == Access::ByValue && array.vector && array.number.is_none());
        let numbers = chain.chain.consumer.of::<Collect>();
        taken && numbers.is_some_and(|collect| collect.is_vec() && collect.scalar.is_some())
    };
    let made = chains.iter().find(in_place)?;
    if !nest.leaves(made.result) {
        return None;
    }
    let reads = |chain: &&&LoweredChain<'_>| {
        let mut inputs = chain.bindings.iter().flat_map(|id| lowered.inputs(*id));
        inputs.any(|input| input.value == made.result)
    };
    let at_once = |chain: &&&LoweredChain<'_>| {
        let mut workers = chain.chain.workers().into_iter();
        !waits(&chain.chain.consumer) && workers.all(|worker| worker.work().vector)
    };
    chains
        .iter()
        .filter(reads)
        .find(at_once)
        .map(|chain| chain.id)
}
