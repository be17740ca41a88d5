//! What is kept from element to element, beside a body that stores elements where they stand.
//!
//! In: the chains of a loop. Out: one that had better not be in it. Such a body stands in one place, so that no block is gone through
//! twice; alone LLVM takes several elements at once of either, whatever bounds are looked at in each turn.

use super::several::waits;
use crate::cnf::LoweredChain;
use crate::ops::chain::{Chain, Source};
use crate::ops::consumer::count::Count;
use crate::ops::consumer::each::Each;
use crate::plan::extremum;
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
// Elements that are changed by `iter_mut`: the largest of 64 bits, which no vector compares, 0.30 0.32 0.29; a count of 32 bits 0.73 0.83
// 0.84, of 64 bits 1.17 1.33 1.32, of doubles 1.31 1.60 1.58, of singles 1.10 1.11 1.08, and of their roots 0.54 1.06 1.12.

/// What a chain stores.
struct Stored {
    number: Scalar,
    /// True if it divides, or takes roots.
    divides: bool,
    by_index: bool,
}

/// What a chain keeps.
struct Keeping {
    kept: Kept,
    /// True if it is a body that counts indices.
    counts: bool,
}

/// A chain that is faster apart. See Note [Stores beside what is kept].
pub(super) fn beside_stores<'l, 'a>(
    chains: &[&'l LoweredChain<'a>],
) -> Option<&'l LoweredChain<'a>> {
    let stored = chains.iter().filter_map(|chain| stored(chain.chain));
    let stored = stored.collect::<Vec<_>>();
    let is_slow = |kept: &Keeping| stored.iter().any(|stored| stored.is_slower_with(kept));
    let mut slow = chains.iter().copied();
    let slow = slow.find(|chain| kept(chain.chain).is_some_and(|kept| is_slow(&kept)));
    slow.or_else(|| largest_beside_others(chains))
}

/// A body over indices that keeps the largest float by `max`, beside one that does not: alone LLVM takes several elements at once.
/// Measured beside a sum of singles, at 16, 64, 1 K and 16 K elements, plain over fused: 0.44 0.26 0.39 0.40; beside another 1.1 1.2 1.7 1.7.
fn largest_beside_others<'l, 'a>(chains: &[&'l LoweredChain<'a>]) -> Option<&'l LoweredChain<'a>> {
    let keeps = |chain: &&LoweredChain<'_>| {
        let kept = kept(chain.chain).filter(|kept| kept.counts);
        let extremum = kept.and_then(|kept| kept.kept.extremum);
        extremum.is_some_and(Scalar::is_float)
    };
    let largest = chains.iter().copied().find(keeps)?;
    chains.iter().any(|chain| !keeps(chain)).then_some(largest)
}

fn stored(chain: &Chain) -> Option<Stored> {
    let each = chain.consumer.of::<Each>()?;
    let work = each.worker.term().work_by_number();
    let (number, by_index) = match (&chain.stream.source, each.body.kept.stores) {
        (_, Some(number)) => (Some(number), true),
        (Source::Array(array), None) if !each.in_place.is_empty() && !each.body.kept.waits => {
            let number = array.number.as_ref().map(ToString::to_string);
            (number.as_deref().and_then(Scalar::named), false)
        }
        _ => (None, false),
    };
    Some(Stored {
        number: number.filter(|_| work.vector)?,
        divides: work.divisions > 0.0,
        by_index,
    })
}

/// What a chain keeps, if it stores nothing itself.
fn kept(chain: &Chain) -> Option<Keeping> {
    if let Some(each) = chain.consumer.of::<Each>() {
        let stores = each.body.kept.stores.is_some() || !each.in_place.is_empty();
        let counts = matches!(chain.stream.source, Source::Range(_));
        let kept = each.body.kept;
        return (!stores).then_some(Keeping { kept, counts });
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
        counts: false,
    })
}

impl Stored {
    fn is_slower_with(&self, keeping: &Keeping) -> bool {
        let (number, kept) = (self.number, keeping.kept);
        let single = number.is_float() && number.bits() == 32;
        if kept.waits {
            return self.by_index && (self.divides || number.bits() <= 32);
        }
        match (kept.extremum, kept.adds) {
            (Some(extremum), _) if extremum.is_float() => self.by_index,
            (Some(extremum), _) => extremum.bits() == 64 || self.by_index && extremum.bits() != 32,
            (None, Some(adds)) if number.is_integer() => adds.bits() != number.bits(),
            (None, Some(_)) if self.by_index && keeping.counts => !self.divides,
            (None, Some(_)) => single && self.divides,
            (None, None) => false,
        }
    }
}
