//! Passes: loops over one block of elements after another.

use super::form::Form;
use crate::cnf::{BindingId, ValueId};
use crate::loops::{Loop, Outcome, Step};

/// The passes of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passes {
    /// In order, at least two, or one of lanes, or one with searches behind it, or none of nothing but searches. Each is a loop over
    /// the elements of one block.
    pub passes: Vec<Pass>,
    /// Contracted arrays of which a block is kept until the passes after have read it.
    pub kept: Vec<ValueId>,
    /// Stored arrays of which a pass reads what an earlier one has just stored.
    pub read_back: Vec<ValueId>,
    /// What each of them runs over.
    pub over: Over,
    /// What is looked for in each block when all passes have been through it.
    pub searches: Vec<BindingId>,
    /// True if the room for what waits is given back behind the loop, and the function perhaps calls itself then.
    pub gives_back: bool,
}

/// What the passes of a loop run over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Each over all elements, since what drives the loop is no slice, and can be read but once.
    Whole {
        /// True if those behind the first run over blocks of what that has stored, which then come from memory once.
        later_in_blocks: bool,
    },
    /// One pass over a slice.
    Slice,
    /// One pass over a slice, inside of a search; or searches alone, a group of elements at a time.
    Search,
    /// Searches alone, one element after the other.
    InTurn,
    /// Blocks of as many elements.
    Blocks(Blocks),
    /// Each over all elements, which are as many at most.
    Few(usize),
}

// Note [How long blocks are]
// The lengths stand in fuse-runtime/src/tile.rs: 64, 224, 512 and 2,048. Measured from 256 to 4,096 elements: at 16 K and 1 M
// elements an extremum beside a stored map runs at 1.06 and 1.22 of two whole passes with 256, 1.05 and 1.20 with 512, 1.00 and 1.04
// with 4,096. A block of integers takes a few nanoseconds to begin and to end: where nothing waits, it is longer. What loops over
// each element reads a row of its own, of which 64 fit a cache.

/// How long blocks are. See Note [How long blocks are].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// As a narrow sum can take.
    Short,
    /// As is best where nothing waits in a buffer, or where what loops over elements read fits a cache.
    Narrow,
    /// As is best for integers of which nothing waits.
    Long,
    /// As fits the first cache.
    Usual,
}

// Note [How many lanes there are]
// Eight (`LANES` of fuse-runtime/src/tile.rs). Measured on two sums and two extrema of 16 K doubles, each in a loop of its own,
// against plain: 4.0 with 4, 6.4 with 8. So each has a pass of its own: the lanes of several do not fit the registers.

/// In which way a pass takes elements. See Note [How many lanes there are].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taking {
    /// One after another.
    OneByOne,
    /// As many as there are lanes.
    Lanes,
    /// As many as there are of one width: what is added, compared or stored are integers of that.
    Widths,
}

/// One pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// What it does. Its sources are those of the whole loop that it reads.
    pub nest: Loop,
    /// Arrays that earlier passes made.
    pub reads: Vec<ValueId>,
    /// In which way.
    pub taking: Taking,
    /// How its body runs.
    pub form: Form,
    /// Arrays that the iterator of the body fills, if it makes those and does nothing else.
    pub fills: Vec<ValueId>,
}

impl Passes {
    /// Nothing but searches.
    pub(crate) const fn of_searches(searches: Vec<BindingId>, over: Over) -> Passes {
        Passes {
            passes: Vec::new(),
            kept: Vec::new(),
            read_back: Vec::new(),
            over,
            searches,
            gives_back: false,
        }
    }

    /// True if each pass runs over all elements.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        matches!(self.over, Over::Whole { .. })
    }
}

impl Pass {
    /// One body over elements, with what earlier passes made, and of which blocks of some arrays are kept.
    pub(crate) fn new(nest: Loop, reads: Vec<ValueId>, taking: Taking) -> Pass {
        Pass {
            nest,
            reads,
            taking,
            form: Form::default(),
            fills: Vec::new(),
        }
    }

    /// Fills its arrays, if that is all that it does, or if all else folds integers. What is counted besides is pushed, too.
    pub(crate) fn filling(mut self, kept: &[ValueId]) -> Pass {
        let body = &self.nest.root.body;
        let folds = self.taking == Taking::Widths;
        let computes = |step: &Step| folds || matches!(step, Step::Compute(_));
        let stored = |array: &ValueId| self.nest.leaves(*array);
        if body.steps.iter().all(computes) && body.stores.iter().all(stored) {
            let kept = self.kept(kept);
            self.fills = [&body.stores[..], &kept].concat();
        }
        self
    }

    /// Its arrays of which blocks wait for later passes.
    #[must_use]
    pub fn kept(&self, kept: &[ValueId]) -> Vec<ValueId> {
        let contracted = self
            .nest
            .outcomes
            .iter()
            .filter_map(|outcome| match outcome {
                Outcome::Contracted(array) if kept.contains(array) => Some(*array),
                _ => None,
            });
        contracted.collect()
    }
}
