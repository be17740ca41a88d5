//! Single chains that become loops all the same.
//!
//! In: the lowered region, its sizes and clusters. Out: the chains that share their loop with no other, and are faster,
//! or settled by the lengths of their inputs alone, as a loop of their own. All other single chains stay as written.
//! No paper has this: there, each combinator alone is as good as its loop.

use super::{build, several};
use crate::cluster::Clustering;
use crate::cnf::{BindingId, ChainId, Lowered};
use crate::loops::Loop;
use crate::ops::chain::{Access, Adapter, ArraySource, Chain, Source, Worker};
use crate::ops::consumer::each::Each;
use crate::ops::consumer::extremum::Extremum;
use crate::ops::consumer::fold::Fold;

use crate::ops::monoid::histogram::is_array;
use crate::plan::{extremum, passes, ranges};
use crate::rust::ty::Scalar;
use crate::size::Sizes;
use syn::Expr;

/// Single chains that only a loop makes parallel, and chains of rayon's that combine in an order which
/// they take from the number of threads, or filter for such a one: they become loops too. So do folds into an array, which as a
/// fold is copied for each element: 10 to 25 times as slow; sums that are vectorised in narrower numbers, and extrema of floats.
pub(super) fn loops(lowered: &Lowered<'_>, sizes: &Sizes, clustering: &Clustering) -> Vec<Loop> {
    let of_order = |chain: ChainId| {
        let single = lowered.chain(chain);
        single.is_some_and(|single| takes_order(single.chain))
    };
    let cut_by_readers = ranges::cut_by_readers(lowered, sizes, &of_order);
    let faster = |cluster: &Vec<BindingId>| {
        let single = lowered.chain_of(cluster[0])?;
        let chain = single.chain;
        let for_lanes = counts_narrow(chain) || keeps_one(chain) || refers_to_one(chain);
        let asked = takes_order(chain)
            || cut_by_readers.contains(&single.id)
            || folds_array(chain)
            || divides(chain) && !lowered.setting.inner
            || for_lanes;
        if !asked || cluster.iter().any(|id| !single.bindings.contains(id)) {
            return None;
        }
        let nest = build(lowered, sizes, cluster)?;
        let wanted = !several::needs_no_loop(lowered, &nest)
            && !ranges::counts_across_ranges(lowered, &nest)
            && (!for_lanes || has_lanes(lowered, &nest));
        wanted.then_some(nest)
    };
    clustering.clusters.iter().filter_map(faster).collect()
}

/// True for a chain that only a loop makes parallel, or one of rayon's that combines in an order which that would take from the
/// number of threads.
fn takes_order(chain: &Chain) -> bool {
    let parallel = chain.stream.parallel.as_ref();
    chain.solitary().is_none()
        && parallel.is_some_and(|parallel| parallel.made || chain.consumer.depends_on_order())
}

fn is_sequential(chain: &Chain) -> bool {
    chain.stream.parallel.is_none() && chain.solitary().is_none()
}

/// The array that a chain of std's reads by reference.
fn array(chain: &Chain) -> Option<&ArraySource> {
    match &chain.stream.source {
        Source::Array(array) if array.access == Access::ByReference && is_sequential(chain) => {
            Some(array)
        }
        _ => None,
    }
}

/// True for a fold of std's into an array of numbers, or several in a tuple.
fn folds_array(chain: &Chain) -> bool {
    fn holds_array(initial: &Expr) -> bool {
        match initial {
            Expr::Tuple(tuple) => tuple.elems.iter().any(holds_array),
            other => is_array(other),
        }
    }
    let fold = chain.consumer.of::<Fold>();
    is_sequential(chain)
        && fold.is_some_and(|fold| fold.worker.judgment.inline && holds_array(&fold.initial))
}

/// True for a chain of std's that divides each integer by one number. Measured, plain over fused at 1, 4, 16, 64, 1 K and 16 K elements: a
/// map of `u32` 1.1 1.1 2.3 6.8 14 15, of `u64` 1.0 1.0 2.0 3.0 3.4 3.6; a sum of quotients of `u64` 0.44 1.7 3.4 5.2 5.7 5.8.
fn divides(chain: &Chain) -> bool {
    let mut workers = chain.stream.adapters.iter().filter_map(Adapter::worker);
    let divides = |worker: &Worker| worker.judgment.inline && !worker.judgment.divisors.is_empty();
    is_sequential(chain) && workers.any(divides)
}

/// True for a loop with a narrow sum, or lanes, or a reference that is found block by block.
fn has_lanes(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let mut cluster = nest.cluster.iter();
    let refers = cluster.any(|id| extremum::of_referenced(lowered, *id).is_some());
    let gains = |(_, accumulators)| refers || passes::gains(&accumulators);
    passes::of(lowered, nest).is_some_and(gains)
}

/// True for a chain of std's that keeps a reference to the smallest or the largest integer of a slice.
fn refers_to_one(chain: &Chain) -> bool {
    let extremum = chain.consumer.of::<Extremum>();
    extremum.is_some_and(Extremum::is_plain)
        && chain.stream.adapters.is_empty()
        && array(chain).is_some()
}

/// True for a chain of std's, or a body, that counts what passes a test of bytes and their like, or adds them up: in narrow numbers it may be
/// several times as fast.
fn counts_narrow(chain: &Chain) -> bool {
    let of_strided = match &chain.stream.source {
        Source::Driver(driver) if is_sequential(chain) => driver.strided.as_ref(),
        _ => None,
    };
    let of_array = array(chain).and_then(|array| array.number.as_ref());
    let number = of_array.or(of_strided.map(|strided| &strided.number));
    let width = number.and_then(Scalar::of).map(Scalar::bits);
    let each = chain.consumer.of::<Each>();
    let counts = each.is_some_and(|each| !each.body.counting.is_empty());
    (counts || chain.consumer.adds().is_some()) && width.is_some_and(|bits| bits <= 32)
}

/// True for a chain of std's that keeps the smallest or the largest float of a slice. Measured on
/// `fold(f64::NEG_INFINITY, f64::max)`, plain over lanes: 1.0 to 1.4 of fewer than 8 doubles, 3.0 of 64, 4.3 of 1,000.
fn keeps_one(chain: &Chain) -> bool {
    extremum::kept_in_lanes(&chain.consumer).is_some() && array(chain).is_some()
}
