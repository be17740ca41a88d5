//! Single chains that become loops all the same.
//!
//! In: the lowered region, its sizes and clusters. Out: the chains that share their loop with no other, and are faster,
//! or settled by the lengths of their inputs alone, as a loop of their own. All other single chains stay as written.
//! No paper has this: there, each combinator alone is as good as its loop.

use super::{build, several};
use crate::cluster::Clustering;
use crate::cnf::{BindingId, ChainId, Lowered};
use crate::loops::Loop;
use crate::ops::chain::{Access, Source};
use crate::ops::consumer::count::Count;
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::sum::Reduction;

use crate::ops::monoid::histogram::is_array;
use crate::plan::{extremum, passes, ranges};
use crate::size::Sizes;
use syn::Expr;

/// Single chains that only a loop makes parallel, and chains of rayon's that combine in an order which
/// they take from the number of threads, or filter for such a one: they become loops too. So do folds into an array, which as a fold is copied for each element: 10 to 25 times as slow;
/// sums that are vectorised in narrower numbers, and extrema of floats.
pub(crate) fn loops(lowered: &Lowered<'_>, sizes: &Sizes, clustering: &Clustering) -> Vec<Loop> {
    let chain = |id: &BindingId| lowered.program.binding(*id).chain;
    let takes_order = |chain: ChainId| {
        let Some(single) = lowered.chain(chain) else {
            return false;
        };
        let single = &single.chain;
        let parallel = single.stream.parallel.as_ref();
        single.solitary().is_none()
            && parallel.is_some_and(|parallel| parallel.made || single.consumer.depends_on_order())
    };
    let cut_by_readers = ranges::cut_by_readers(lowered, sizes, &takes_order);
    let single = |cluster: &&Vec<BindingId>| {
        let first = &cluster[0];
        cluster.iter().all(|id| chain(id) == chain(first))
            && (takes_order(chain(first))
                || cut_by_readers.contains(&chain(first))
                || folds_array(lowered, chain(first))
                || counts_narrow(lowered, chain(first))
                || keeps_one(lowered, chain(first)))
    };
    let build = |cluster: &Vec<BindingId>| build(lowered, sizes, cluster);
    let built = clustering.clusters.iter().filter(single).filter_map(build);
    built.filter(|nest| is_faster(lowered, nest)).collect()
}

/// True for a fold of std's into an array of numbers, or several in a tuple.
fn folds_array(lowered: &Lowered<'_>, chain: ChainId) -> bool {
    fn holds_array(initial: &Expr) -> bool {
        match initial {
            Expr::Tuple(tuple) => tuple.elems.iter().any(holds_array),
            other => is_array(other),
        }
    }
    let Some(single) = lowered.chain(chain) else {
        return false;
    };
    let fold = single.chain.consumer.of::<Fold>();
    fold.is_some_and(|fold| fold.worker.judgment.inline && holds_array(&fold.initial))
        && single.chain.stream.parallel.is_none()
        && single.chain.solitary().is_none()
}

/// True for a loop that is what its chain became a loop for: one that was to have a narrow sum, or lanes, has them.
fn is_faster(lowered: &Lowered<'_>, nest: &Loop) -> bool {
    let chain = lowered.program.binding(nest.cluster[0]).chain;
    let gains = || passes::of(lowered, nest).is_some_and(|passes| passes.gains());
    !several::needs_no_loop(lowered, nest)
        && !ranges::counts_across_ranges(lowered, nest)
        && (!(counts_narrow(lowered, chain) || keeps_one(lowered, chain)) || gains())
}

/// True for a chain of std's that counts what passes a test of bytes and their like, or adds them up: in narrow numbers it may be
/// several times as fast.
fn counts_narrow(lowered: &Lowered<'_>, chain: ChainId) -> bool {
    let Some(single) = lowered.chain(chain) else {
        return false;
    };
    let stream = &single.chain.stream;
    let narrow = |source: &Source| {
        matches!(source, Source::Array(array) if array.access == Access::ByReference
            && array.number.as_ref().and_then(|number| passes::width(&number.to_string())).is_some_and(|bits| bits <= 32))
    };
    let consumer = &single.chain.consumer;
    let adds = consumer.is::<Count>() || consumer.is::<Reduction>();
    adds && narrow(&stream.source) && stream.parallel.is_none() && single.chain.solitary().is_none()
}

/// True for a chain of std's that keeps the smallest or the largest float of a slice. Measured on
/// `fold(f64::NEG_INFINITY, f64::max)`, plain over lanes: 1.0 to 1.4 of fewer than 8 doubles, 3.0 of 64, 4.3 of 1,000.
fn keeps_one(lowered: &Lowered<'_>, chain: ChainId) -> bool {
    let Some(single) = lowered.chain(chain) else {
        return false;
    };
    let stream = &single.chain.stream;
    extremum::kept_in_lanes(&single.chain.consumer).is_some()
        && matches!(&stream.source, Source::Array(array) if array.access == Access::ByReference)
        && stream.parallel.is_none()
        && single.chain.solitary().is_none()
}
