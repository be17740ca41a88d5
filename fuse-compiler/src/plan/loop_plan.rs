//! The plan of a loop, as data without tokens: numbers of bindings and arrays, enums, and the loop that it runs.
//!
//! In: nothing, rules fill it. Out: what emission writes, the report prints, and the interpreter runs.

mod filters;
mod form;
mod pass;
mod reuse;

pub use filters::{CompactedFilter, Compaction, LazyStrings, MaskedFilter, Masks, Sift};
pub use form::{Accumulation, Accumulations, Form, Iteration, Narrow};
pub use pass::{Blocks, Over, Pass, Passes, Taking};
pub use reuse::{By, Reused};

use crate::cnf::{BindingId, ChainId, ValueId};
use crate::loops::{Driver, Loop, Outcome, Scope};

/// How a loop runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopPlan {
    /// The loop.
    pub nest: Loop,
    /// How its sources are read.
    pub reads: Reads,
    /// True if ranges of it run on several threads.
    pub parallel: bool,
    /// Where it is cut into those.
    pub cut: Cut,
    /// True if it may run at once with another such loop, in one call.
    pub joins: bool,
    /// What is asked for the number of its elements before it runs.
    pub length: Length,
    /// How its elements go through the body.
    pub run: Run,
    /// Its own arrays that are written over others which it reads for the last time.
    pub overwrites: Vec<Reused>,
    /// Strings that are made when they are stored.
    pub strings: LazyStrings,
    /// What its consumers add to, where that is not std's.
    pub accumulators: Accumulations,
    /// How the body runs, if the loop has but one.
    pub form: Form,
    /// Arrays of unknown length whose first elements wait on the stack.
    pub inline: Vec<ValueId>,
    /// The passes that few elements go through, if many go through one body.
    pub few: Option<Passes>,
    /// With which instructions it runs.
    pub instructions: Instructions,
}

/// With which instructions a loop runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Instructions {
    /// With those that the crate is compiled for.
    #[default]
    Baseline,
    /// With those that the machine has which runs it, if there are many elements.
    Detected {
        /// How many, if more than of what keeps numbers.
        least: Option<usize>,
    },
    /// The same, and otherwise as written: in one body only wider vectors are faster.
    DetectedAlone,
}

/// How the sources of a loop are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// As they are written.
    AsWritten,
    /// As slices, which all of them are.
    Slices,
    /// As iterators, since one of them is no slice.
    Iterators,
}

/// Where a parallel loop is cut into ranges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// Where this array was, which an earlier loop has made.
    Array(ValueId),
    /// As the user says of its chains, or of others that are cut alike.
    Written,
    /// Into ranges of at least so many elements, as the option `min_len` says.
    Least(usize),
    /// As its length alone says.
    #[default]
    Automatic,
    /// Each element may be a range: what the macro does not see may take any time for one.
    Each,
}

/// What is asked for the number of a loop's elements before it runs, since an array of as many is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Length {
    /// Nothing.
    #[default]
    Unasked,
    /// The iterator.
    Iterator,
    /// The slice that is the only source: LLVM is to know that the loop ends there.
    Slice,
    /// The only source, by an index, in case it is a slice.
    Index,
}

/// How the elements of a loop go through its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// One after another.
    Body,
    /// In passes over one block after another.
    Passes(Passes),
    /// In blocks that filters compact.
    Compaction(Compaction),
    /// In blocks of which filters make masks.
    Masks(Masks),
    /// In blocks, of which these filters leave a bit for each element.
    DeferredCompaction(Vec<BindingId>),
    /// Through a `collect` that makes this array in the memory of the source.
    CollectInPlace(ValueId),
    /// One way if the sources are slices and another way if not.
    Dispatch(Box<Dispatch>),
    /// As a consumer asks for elements.
    Pulled(Box<Pulled>),
}

/// A loop that runs as a consumer asks for elements, which no loop can open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pulled {
    /// The consumer's chain, which runs as it is written.
    pub by: ChainId,
    /// Its result.
    pub result: ValueId,
    /// All else, of which each block runs before the consumer is given its first element, and the rest behind the consumer.
    pub others: LoopPlan,
}

/// A plan of two plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispatch {
    /// What it runs over: for each place the sources that read it.
    pub places: Vec<Vec<Driver>>,
    /// If all of them are.
    pub slices: LoopPlan,
    /// If not: without the searches. Nothing if all of them visibly are.
    pub otherwise: Option<LoopPlan>,
    /// The searches, which are then answered on their own.
    pub searches: Vec<BindingId>,
}

/// A body with what surrounds it.
#[derive(Clone, Copy, Debug)]
pub struct Body<'p> {
    /// The loop that it is all of, if it is.
    pub nest: Option<&'p Loop>,
    /// What runs.
    pub scope: &'p Scope,
    /// How.
    pub form: &'p Form,
}

impl LoopPlan {
    /// All of the body for one element after another, on one thread.
    #[must_use]
    pub fn new(nest: &Loop) -> Self {
        LoopPlan {
            nest: nest.clone(),
            reads: Reads::AsWritten,
            parallel: false,
            cut: Cut::default(),
            joins: false,
            length: Length::Unasked,
            run: Run::Body,
            overwrites: Vec::new(),
            strings: LazyStrings::default(),
            accumulators: Accumulations::new(),
            form: Form::default(),
            inline: Vec::new(),
            few: None,
            instructions: Instructions::Baseline,
        }
    }

    /// The passes, if it runs in such.
    pub(crate) fn passes(&self) -> Option<&Passes> {
        match &self.run {
            Run::Passes(passes) => Some(passes),
            _ => None,
        }
    }

    /// True if no rule has taken the body yet.
    pub(crate) fn is_free(&self) -> bool {
        matches!(self.run, Run::Body)
    }

    /// True if it stores one element for each of its iterations.
    pub(crate) fn is_exact(&self) -> bool {
        let exact = |outcome: &Outcome| matches!(outcome, Outcome::Stored { exact: true, .. });
        self.nest.outcomes.iter().any(exact)
    }

    /// All bodies of a loop but those of its two plans.
    #[must_use]
    pub fn bodies(&self) -> Vec<Body<'_>> {
        fn of_pass(pass: &Pass) -> Body<'_> {
            Body::of(&pass.nest, &pass.form)
        }
        let whole = Body::of(&self.nest, &self.form);
        let part = |scope, form| Body {
            nest: None,
            scope,
            form,
        };
        match &self.run {
            Run::Passes(passes) => passes.passes.iter().map(of_pass).collect(),
            Run::Compaction(compaction) => {
                let filters = compaction.filters.iter();
                let then = filters.map(|filter| part(&filter.then, &filter.form));
                let masked = compaction.masked.iter();
                let inside = masked.map(|filter| part(&filter.inside, &filter.form));
                let rest = compaction.rest.iter().map(of_pass);
                rest.chain(inside).chain(then).collect()
            }
            Run::Masks(masks) => {
                let filters = masks.filters.iter();
                let inside = filters.map(|filter| part(&filter.inside, &filter.form));
                let rest = masks.rest.iter().map(of_pass);
                std::iter::once(whole).chain(rest).chain(inside).collect()
            }
            Run::Body | Run::DeferredCompaction(_) | Run::CollectInPlace(_) => {
                let few = self.few.iter().flat_map(|few| &few.passes);
                std::iter::once(whole).chain(few.map(of_pass)).collect()
            }
            Run::Dispatch(_) | Run::Pulled(_) => Vec::new(),
        }
    }

    /// Decides of each body how it runs.
    pub fn decide(&mut self, mut how: impl FnMut(&Body<'_>, &mut Form)) {
        let mut forms = Vec::new();
        for body in self.bodies() {
            let mut form = body.form.clone();
            how(&body, &mut form);
            forms.push(form);
        }
        let whole = std::iter::once(&mut self.form);
        let places: Vec<&mut Form> = match &mut self.run {
            Run::Passes(passes) => passes
                .passes
                .iter_mut()
                .map(|pass| &mut pass.form)
                .collect(),
            Run::Compaction(compaction) => {
                let rest = compaction.rest.iter_mut().map(|pass| &mut pass.form);
                let then = compaction.filters.iter_mut();
                let inside = compaction.masked.iter_mut();
                let inside = inside.map(|filter| &mut filter.form);
                let then = then.map(|filter| &mut filter.form);
                rest.chain(inside).chain(then).collect()
            }
            Run::Masks(masks) => {
                let rest = masks.rest.iter_mut().map(|pass| &mut pass.form);
                let inside = masks.filters.iter_mut().map(|filter| &mut filter.form);
                whole.chain(rest).chain(inside).collect()
            }
            Run::Body | Run::DeferredCompaction(_) | Run::CollectInPlace(_) => {
                let few = self.few.iter_mut().flat_map(|few| &mut few.passes);
                whole.chain(few.map(|pass| &mut pass.form)).collect()
            }
            Run::Dispatch(_) | Run::Pulled(_) => Vec::new(),
        };
        for (place, form) in places.into_iter().zip(forms) {
            *place = form;
        }
    }
}

impl<'p> Body<'p> {
    fn of(nest: &'p Loop, form: &'p Form) -> Body<'p> {
        Body {
            nest: Some(nest),
            scope: &nest.root.body,
            form,
        }
    }
}
