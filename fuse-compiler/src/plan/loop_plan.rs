//! The plan of a loop, as data.

use super::compaction::Sieves;
use super::lazy_strings::Texts;
use super::masks::in_loop::Words;
use super::passes::Passes;
use super::reuse::Reused;
use super::slices::{Place, Seen};
use super::{Accumulations, Form};
use crate::cnf::{BindingId, ValueId};
use crate::loops::Loop;

/// How a loop runs.
#[derive(Clone, Debug)]
pub(crate) struct LoopPlan<'a> {
    /// The loop.
    pub(crate) nest: Loop,
    /// How its sources are read.
    pub(crate) reads: Reads,
    /// True if ranges of it run on several threads.
    pub(crate) parallel: bool,
    /// How its elements go through the body.
    pub(crate) run: Run<'a>,
    /// Its own arrays that are written over others which it reads for the last time.
    pub(crate) overwrites: Vec<Reused>,
    /// Strings that are made when they are stored.
    pub(crate) strings: Texts,
    /// What its consumers add to, where that is not std's.
    pub(crate) accumulators: Accumulations,
    /// How the body runs, if the loop has but one.
    pub(crate) form: Form,
    /// Arrays of unknown length whose first elements wait on the stack.
    pub(crate) inline: Vec<ValueId>,
}

/// How the sources of a loop are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// As they are written.
    AsWritten,
    /// As slices, which all of them are.
    Slices,
    /// As iterators, since one of them is no slice.
    Iterators,
}

/// How the elements of a loop go through its body.
#[derive(Clone, Debug)]
pub(crate) enum Run<'a> {
    /// One after another.
    Body,
    /// In passes over one block after another.
    Passes(Passes),
    /// In blocks that filters compact.
    Compaction(Sieves),
    /// In blocks of which filters make masks.
    Masks(Words),
    /// In blocks, of which these filters leave a bit for each element.
    DeferredCompaction(Vec<BindingId>),
    /// Through a `collect` that makes this array in the memory of the source.
    CollectInPlace(ValueId),
    /// One way if the sources are slices and another way if not.
    Dispatch(Box<Dispatch<'a>>),
}

/// A plan of two plans.
#[derive(Clone, Debug)]
pub(crate) struct Dispatch<'a> {
    /// Where it is not visible that they are slices.
    pub(crate) places: Vec<Place<'a>>,
    /// The program over slices.
    pub(crate) seen: Seen<'a>,
    /// If all of them are.
    pub(crate) slices: LoopPlan<'a>,
    /// If not: without the searches.
    pub(crate) otherwise: LoopPlan<'a>,
    /// The searches, which are then answered on their own.
    pub(crate) searches: Vec<BindingId>,
}

impl LoopPlan<'_> {
    /// All of the body for one element after another, on one thread.
    pub(crate) fn new(nest: &Loop) -> Self {
        LoopPlan {
            nest: nest.clone(),
            reads: Reads::AsWritten,
            parallel: false,
            run: Run::Body,
            overwrites: Vec::new(),
            strings: Texts::default(),
            accumulators: Accumulations::new(),
            form: Form::default(),
            inline: Vec::new(),
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
}
