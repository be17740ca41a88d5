//! Loops that do several things with integers, each of which LLVM does on several elements at once where it stands alone.
//!
//! In: a chain of a loop over slices. Out: the bits of its integers, if it does nothing else.
//!
//! In one body LLVM fills its vectors with as many elements as there are of the widest type, and where it sees no way to do one
//! part of the body on several elements it does so for none. Measured, plain over fused: an array of `i32` and one of `i64` that
//! are made of one, 0.4 in one body and 1.0 and more in two passes; the bits set in words, the most zeros in front, and what is
//! set in any, 0.5 and 1.1; an array of `u8` with its sum and its extremes 0.77 and 1.05.

use super::tiler::Tiler;
use crate::cnf::{BindingId, ChainId, Operation, ValueId};
use crate::loops::Step;
use crate::ops::chain::Worker;
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::count::Count;
use crate::ops::consumer::each::Each;
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::sum::Reduction;
use crate::ops::monoid::redomap::Redomap;
use crate::plan::branch_free::chooses_between_integers;
use crate::plan::elements::element;
use crate::plan::extremum;
use crate::rust::term::Is;
use crate::rust::ty::Scalar;

impl Tiler<'_> {
    /// The bits of what a chain adds, compares or stores, if it does nothing but to add up integers, to count, to keep extrema of
    /// integers and to store one element for each: a pass of such may have accumulators for each block.
    pub(super) fn width(&self, chain: ChainId) -> Option<u32> {
        // To count all of them costs nothing.
        let tested = !self.gives_each(chain);
        if self.consumer_as::<Count>(chain).is_some() && !tested {
            return Some(0);
        }
        if self.is_tallied(chain) {
            return self
                .narrow(chain)
                .map_or_else(|| self.read(chain), |(_, narrow)| Some(narrow.bits));
        }
        if self.consumer_as::<Each>(chain).is_some() {
            return self.narrow(chain).map(|(_, narrow)| narrow.bits);
        }
        // The best of a block is the best of all its elements.
        let bits = self
            .bits(chain)
            .filter(|_| !tested || self.is_tested(chain) && !self.chooses(chain))?;
        Some(self.narrow(chain).map_or(bits, |(_, narrow)| narrow.bits))
    }

    /// The bits of the integers that a chain adds or compares, or of the elements that it stores.
    fn bits(&self, chain: ChainId) -> Option<u32> {
        let consumer = self.consumer(chain)?;
        let integer = |scalar: Scalar| scalar.is_integer().then_some(scalar);
        let scalar = if consumer.is::<Collect>() {
            element(self.lowered.chain(chain)?)?
        } else if let Some(scalar) = consumer.adds() {
            integer(scalar)?
        } else if let Some(fold) = consumer.of() {
            accumulator(fold).and_then(integer)?
        } else {
            let last = self.last(chain)?;
            if extremum::of_place(self.lowered, last).is_some_and(|of| of.copied) {
                let place = self.lowered.inputs(last)[0].value;
                // Not known, but the same for all of them.
                return Some(self.bits_of_place(place).unwrap_or(0));
            }
            let whole = extremum::of_integers(self.lowered, last);
            let whole = whole.or_else(|| extremum::of_referenced(self.lowered, last));
            Scalar::of(&whole?.integer)?
        };
        Some(scalar.bits())
    }

    /// The bits of the elements of a place that is taken for a slice, if they are added up as they are.
    fn bits_of_place(&self, place: ValueId) -> Option<u32> {
        let mut sums = self.nest.cluster.iter().filter_map(|id| {
            let reads = self.lowered.inputs(*id).first()?.value == place;
            let sum = self.lowered.consumer_of::<Reduction>(*id);
            sum.filter(|_| reads).map(|sum| sum.scalar.bits())
        });
        sums.next()
    }

    /// True if a chain does nothing but to compute an element from each, of whatever drives the loop.
    pub(crate) fn gives_each(&self, chain: ChainId) -> bool {
        let steps = &self.nest.root.body.steps;
        let drives = |id: BindingId| {
            let mut sources = self.nest.root.sources.iter();
            sources.any(|source| source.reader == id)
                && matches!(
                    self.lowered.operation(id),
                    Operation::Driver(_) | Operation::Range(_)
                )
        };
        let at_root = |id: BindingId| {
            steps.iter().any(
                |step| matches!(step, Step::Compute(step) | Step::Consume(step) if *step == id),
            )
        };
        let mut cluster = self.nest.cluster.iter();
        self.is_one_to_one(chain)
            || cluster.all(|id| self.chain(*id) != chain || at_root(*id) || drives(*id))
    }

    /// True if a chain counts, adds up, or keeps the largest of what passes a test that is no branch.
    pub(crate) fn is_tested(&self, chain: ChainId) -> bool {
        let ends = self.consumer_as::<Count>(chain).is_some()
            || self.consumer_as::<Reduction>(chain).is_some()
            || self.chooses(chain);
        let own = |step: &&Step| self.is_step_of(chain, step);
        let mut steps = self.nest.root.body.steps.iter().filter(own);
        let flat = |step: &Step| self.is_flat(chain, step);
        let cheap = self.operations(chain).all(|operation| match operation {
            // It is asked of each element, as it is written.
            Operation::Filter(worker) => is_plain(worker),
            // Rustc may be asked whether it can run for what is not kept.
            Operation::Map(worker) => {
                worker.judgment.totality.questions().is_some() && worker.is_cheap_in_vain()
            }
            Operation::Identity | Operation::Zip | Operation::Consume(_) => true,
            Operation::Driver(driver) => driver.strided.is_some(),
            _ => false,
        });
        cheap && (ends && steps.all(flat) || self.is_tallied(chain))
    }

    fn is_step_of(&self, chain: ChainId, step: &Step) -> bool {
        match step {
            Step::Compute(id) | Step::Consume(id) | Step::Guard(id, _) => self.chain(*id) == chain,
        }
    }

    /// True if filters guard nothing but steps of their own chain.
    fn is_flat(&self, chain: ChainId, step: &Step) -> bool {
        let Step::Guard(_, inside) = step else {
            return true;
        };
        let mut steps = inside.steps.iter();
        inside.inner.is_none()
            && inside.stores.is_empty()
            && steps.all(|step| self.is_step_of(chain, step) && self.is_flat(chain, step))
    }

    /// True if a chain chooses the worst of all integers in the place of what a filter does not keep.
    fn chooses(&self, chain: ChainId) -> bool {
        self.last(chain)
            .is_some_and(|id| chooses_between_integers(self.lowered, id))
    }
}

/// The accumulator of a fold by an operator that may be done on several elements at once.
fn accumulator(fold: &Fold) -> Option<Scalar> {
    match &fold.redomap {
        Some(Redomap::Whole(_)) => fold.scalar,
        _ => None,
    }
}

/// True if a test is made of operators and methods of numbers, compares with patterns, looks at places that literals name, or calls a function
/// of the file that does.
pub(super) fn is_plain(test: &Worker) -> bool {
    let matches =
        matches!(test.term().body().is, Is::Macro(mac, _) if mac.path.is_ident("matches"));
    test.judgment.inline && (matches || test.work().vector || test.is_operators())
}
