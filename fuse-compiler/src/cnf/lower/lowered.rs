//! The data type of the lowering: a program with the tokens behind its bindings.

use crate::cnf::{BindingId, ChainId, Program, ValueId};
use crate::ops::chain::{
    Access, ArraySource, Chain, Consume, Consumer, Cross, RangeSource, Scan, Worker,
};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::split::Split;
use crate::ops::external::DriverSource;
use crate::options::Setting;
use std::collections::BTreeSet;

/// A program with the tokens behind its bindings.
#[derive(Clone, Debug)]
pub(crate) struct Lowered<'a> {
    /// What holds for the whole function.
    pub(crate) setting: &'a Setting<'a>,
    /// The program.
    pub(crate) program: Program,
    /// What each binding does, indexed by [`BindingId`].
    pub(in crate::cnf) operations: Vec<Operation<'a>>,
    /// How each binding reads the arrays that it streams, in the order of
    /// [`Combinator::streamed`]; a `cross` has its inner array second.
    pub(in crate::cnf) inputs: Vec<Vec<Input<'a>>>,
    /// The chains, indexed by [`ChainId`]; opaque statements have `None`.
    pub(in crate::cnf) chains: Vec<Option<LoweredChain<'a>>>,
    /// The statement that each binding stands in, indexed by [`BindingId`].
    pub(in crate::cnf) statement_of: Vec<usize>,
    /// Chains that were dropped because nobody reads their result, indexed by [`ChainId`].
    pub(in crate::cnf) dead: Vec<bool>,
    /// Statements of dropped chains.
    pub(crate) dead_statements: Vec<usize>,
    /// Arrays of which a statement needs the length alone.
    pub(crate) lengths: BTreeSet<(usize, ValueId)>,
    /// Arrays whose elements are `Copy`, since a `copied()` made them or reads them.
    pub(crate) copies: BTreeSet<ValueId>,
    /// Arrays that are places of a type that is not visible, taken for slices.
    pub(crate) places: BTreeSet<ValueId>,
}

/// A chain with its bindings.
#[derive(Clone, Debug)]
pub(crate) struct LoweredChain<'a> {
    /// Its number.
    pub(crate) id: ChainId,
    /// The statement it stands in.
    pub(crate) statement: usize,
    /// The chain.
    pub(crate) chain: &'a Chain,
    /// What stands for it in the statement.
    pub(crate) placeholder: &'a proc_macro2::Ident,
    /// Its bindings, in order.
    pub(crate) bindings: Vec<BindingId>,
    /// Its result.
    pub(crate) result: ValueId,
    /// The second one of an `unzip` or a `partition`.
    pub(crate) second: Option<ValueId>,
    /// True if the statement is nothing but this chain.
    pub(crate) direct: bool,
}

/// The user's tokens behind a combinator.
#[derive(Clone, Debug)]
pub(crate) enum Operation<'a> {
    /// `map(worker)`
    Map(&'a Worker),
    /// The element as it is: a bare `collect()`.
    Identity,
    /// `cloned()`
    Clone,
    /// `enumerate()`; it restarts for each outer element if it is part of a `flat_map`.
    Enumerate {
        /// True inside a `flat_map`.
        restarts: bool,
    },
    /// `zip`
    Zip,
    /// `filter(worker)`
    Filter(&'a Worker),
    /// `filter_map(worker)`
    FilterMap(&'a Worker),
    /// An integer range.
    Range(&'a RangeSource),
    /// An iterator that drives its loop as it is written.
    Driver(&'a DriverSource),
    /// `flat_map`
    Cross(&'a Cross),
    /// Any consumer but `collect`.
    Consume(&'a Consumer),
    /// An opaque statement.
    Opaque,
    /// One half of an `unzip` or a `partition`. The first names the elements of both.
    Half {
        /// The consumer.
        split: &'a Split,
        /// The array of the first half.
        first: ValueId,
        /// True for the first half itself.
        is_first: bool,
    },
    /// `scan(initial, worker)`
    Scan {
        /// The state and what changes it.
        scan: &'a Scan,
        /// True inside a `flat_map`: the state is made anew for each outer element.
        restarts: bool,
    },
}

/// How a binding reads one array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Input<'a> {
    /// The array.
    pub(crate) value: ValueId,
    /// Where it stands in the source; `None` between two combinators of one chain.
    pub(crate) source: Option<&'a ArraySource>,
    /// A range that is read again for each outer element.
    pub(crate) range: Option<&'a RangeSource>,
    /// True if a `copied()` stands between.
    pub(crate) copied: bool,
}

impl<'a> Lowered<'a> {
    /// The consumer that a binding is.
    #[must_use]
    pub(crate) fn consumer(&self, id: BindingId) -> Option<&'a Consumer> {
        match self.operations[id.index()] {
            Operation::Consume(consumer) => Some(consumer),
            _ => None,
        }
    }

    /// The data of a binding that is a consumer of one kind.
    #[must_use]
    pub(crate) fn consumer_of<T: Consume>(&self, id: BindingId) -> Option<&'a T> {
        self.consumer(id)?.of()
    }

    /// What a binding does.
    #[must_use]
    pub(crate) fn operation(&self, id: BindingId) -> &Operation<'a> {
        &self.operations[id.0]
    }

    /// How a binding reads the arrays that it streams, in the order of [`Combinator::streamed`]; a
    /// `cross` has its inner array second.
    ///
    /// [`Combinator::streamed`]: crate::cnf::Combinator::streamed
    #[must_use]
    pub(crate) fn inputs(&self, id: BindingId) -> &[Input<'a>] {
        &self.inputs[id.0]
    }

    /// How all bindings read, to be changed.
    pub(crate) fn inputs_mut(&mut self) -> impl Iterator<Item = &mut Input<'a>> {
        self.inputs.iter_mut().flatten()
    }

    /// The statement that a binding stands in.
    #[must_use]
    pub(crate) fn statement_of(&self, id: BindingId) -> usize {
        self.statement_of[id.0]
    }

    /// The statement of each binding.
    #[must_use]
    pub(crate) fn statements(&self) -> Vec<usize> {
        self.statement_of.clone()
    }

    /// One more than the highest number of a chain.
    #[must_use]
    pub(crate) fn chain_count(&self) -> usize {
        self.chains.len()
    }

    /// The chains that are not dead, in the order of the source.
    pub(crate) fn chains(&self) -> impl DoubleEndedIterator<Item = &LoweredChain<'a>> {
        self.chains.iter().flatten()
    }

    /// A chain; `None` for an opaque statement and for what was dropped.
    #[must_use]
    pub(crate) fn chain(&self, id: ChainId) -> Option<&LoweredChain<'a>> {
        self.chains.get(id.0)?.as_ref()
    }

    /// The chain that a binding belongs to.
    #[must_use]
    pub(crate) fn chain_of(&self, id: BindingId) -> Option<&LoweredChain<'a>> {
        self.chain(self.program.binding(id).chain)
    }

    /// The chain whose result a value is.
    #[must_use]
    pub(crate) fn chain_making(&self, value: ValueId) -> Option<&LoweredChain<'a>> {
        self.chains().find(|chain| chain.result == value)
    }

    /// True if any chain was dropped.
    #[must_use]
    pub(crate) fn has_dead(&self) -> bool {
        self.dead.contains(&true)
    }

    /// True if a binding needs no more of an array than its length.
    #[must_use]
    pub(crate) fn needs_length_alone(&self, reader: BindingId, array: ValueId) -> bool {
        matches!(self.operations[reader.0], Operation::Opaque)
            && self.lengths.contains(&(self.statement_of[reader.0], array))
    }

    /// True if a statement asks for the length of an array, and for no more.
    #[must_use]
    pub(crate) fn is_counted(&self, array: ValueId) -> bool {
        self.lengths.iter().any(|(_, counted)| *counted == array)
    }

    /// True if nothing can be observed when the elements of a collected array are dropped.
    #[must_use]
    pub(crate) fn is_plain(&self, array: ValueId) -> bool {
        self.copies.contains(&array)
            || self.chain_making(array).is_some_and(|chain| {
                chain
                    .chain
                    .consumer
                    .of::<Collect>()
                    .is_some_and(|collect| collect.plain)
            })
    }

    /// The same, whoever's the containers of std's names are that the type of the elements mentions.
    #[must_use]
    pub(crate) fn is_plain_to_all(&self, array: ValueId) -> bool {
        self.copies.contains(&array)
            || self.chain_making(array).is_some_and(|chain| {
                chain
                    .chain
                    .consumer
                    .of::<Collect>()
                    .is_some_and(|collect| collect.plain_to_all)
            })
    }

    /// True if a chain of the cluster is given the elements of an array by value.
    #[must_use]
    pub(crate) fn is_emptied(&self, cluster: &[BindingId], array: ValueId) -> bool {
        let mut inputs = cluster.iter().flat_map(|id| &self.inputs[id.index()]);
        inputs.any(|input| {
            let by_value = |source: &ArraySource| source.access == Access::ByValue;
            input.value == array && input.source.is_some_and(by_value)
        })
    }

    /// Finds the arrays of `Copy` elements: `copied()` asks for it, and a filter hands it on.
    pub(super) fn find_copies(&mut self) {
        loop {
            let before = self.copies.len();
            for id in self.program.binding_ids() {
                for input in &self.inputs[id.0] {
                    if input.copied && input.source.is_some() {
                        self.copies.insert(input.value);
                    }
                    let hands_on = matches!(
                        self.operations[id.0],
                        Operation::Filter(_) | Operation::Identity
                    );
                    let by_value = input.copied || input.source.is_none();
                    if hands_on && by_value && self.copies.contains(&input.value) {
                        self.copies.extend(&self.program.binding(id).outputs);
                    }
                }
            }
            if self.copies.len() == before {
                return;
            }
        }
    }
}
