//! The data type of the lowering: a program with the chains that its bindings come from.

use crate::cnf::{BindingId, ChainId, Input, Operation, Program, ValueId};
use crate::ops::chain::{Access, ArraySource, Chain, Consume, Consumer, Peeled};
use crate::ops::consumer::collect::Collect;
use crate::options::Setting;
use crate::sorted::SortedSet;

/// A program with the chains that its bindings come from.
#[derive(Clone, Debug)]
pub(crate) struct Lowered<'a> {
    /// What holds for the whole function.
    pub(crate) setting: &'a Setting<'a>,
    /// The program.
    pub(crate) program: Program<'a>,
    /// The chains, in the order of the source.
    pub(in crate::cnf) chains: Vec<LoweredChain<'a>>,
    /// Statements of chains that nobody reads: they are no part of the program.
    pub(crate) dead_statements: Vec<usize>,
    /// Arrays of which a statement needs the length alone.
    pub(crate) lengths: SortedSet<(usize, ValueId)>,
    /// Arrays whose elements are `Copy`, since a `copied()` made them or reads them.
    pub(crate) copies: SortedSet<ValueId>,
    /// Vectors that a body pushes to, element by element.
    pub(crate) pushed: SortedSet<ValueId>,
    /// Arrays that are places of a type that is not visible, taken for slices.
    pub(crate) places: SortedSet<ValueId>,
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

impl<'a> Lowered<'a> {
    /// The consumer that a binding is.
    #[must_use]
    pub(crate) fn consumer(&self, id: BindingId) -> Option<&'a Consumer> {
        match *self.operation(id) {
            Operation::Consume(consumer) => Some(consumer),
            _ => None,
        }
    }

    /// The data of a binding that is a consumer of one kind.
    #[must_use]
    pub(crate) fn consumer_of<T: Consume>(&self, id: BindingId) -> Option<&'a T> {
        self.consumer(id)?.of()
    }

    /// True if a body of the user's own is part of a cluster.
    #[must_use]
    pub(crate) fn has_bodies(&self, cluster: &[BindingId]) -> bool {
        let mut consumers = cluster.iter().filter_map(|id| self.consumer(*id));
        consumers.any(|consumer| consumer.body().is_some())
    }

    /// What a binding does.
    #[must_use]
    pub(crate) fn operation(&self, id: BindingId) -> &Operation<'a> {
        &self.program.binding(id).operation
    }

    /// How a binding reads its arrays.
    #[must_use]
    pub(crate) fn inputs(&self, id: BindingId) -> &[Input<'a>] {
        &self.program.binding(id).inputs
    }

    /// What a peeled loop takes of a source before its first turn.
    #[must_use]
    pub(crate) fn peeled(&self, id: BindingId) -> Option<&'a Peeled> {
        match self.operation(id) {
            Operation::Range(range) => range.peeled.as_ref(),
            Operation::Driver(driver) => driver.peeled.as_ref(),
            _ => None,
        }
    }

    /// The statement that a binding stands in.
    #[must_use]
    pub(crate) fn statement_of(&self, id: BindingId) -> usize {
        self.program.binding(id).statement
    }

    /// The statement of each binding.
    #[must_use]
    pub(crate) fn statements(&self) -> Vec<usize> {
        let bindings = self.program.bindings.iter();
        bindings.map(|binding| binding.statement).collect()
    }

    /// One more than the highest number of a chain.
    #[must_use]
    pub(crate) fn chain_count(&self) -> usize {
        let last = self.program.bindings.last();
        last.map_or(0, |binding| binding.chain.0 + 1)
    }

    /// The chains, in the order of the source.
    pub(crate) fn chains(&self) -> impl DoubleEndedIterator<Item = &LoweredChain<'a>> {
        self.chains.iter()
    }

    /// A chain; `None` for an opaque statement.
    #[must_use]
    pub(crate) fn chain(&self, id: ChainId) -> Option<&LoweredChain<'a>> {
        let found = self.chains.binary_search_by_key(&id, |chain| chain.id);
        found.ok().map(|index| &self.chains[index])
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

    /// The `collect` that makes an array.
    #[must_use]
    pub(crate) fn collected(&self, array: ValueId) -> Option<&'a Collect> {
        self.chain_making(array)?.chain.consumer.of()
    }

    /// True if a binding needs no more of an array than its length.
    #[must_use]
    pub(crate) fn needs_length_alone(&self, reader: BindingId, array: ValueId) -> bool {
        matches!(self.operation(reader), Operation::Opaque(_))
            && self.lengths.contains(&(self.statement_of(reader), array))
    }

    /// True if a statement asks for the length of an array, and for no more.
    #[must_use]
    pub(crate) fn is_counted(&self, array: ValueId) -> bool {
        self.lengths.iter().any(|(_, counted)| *counted == array)
    }

    /// True if nothing can be observed when the elements of a collected array are dropped.
    #[must_use]
    pub(crate) fn is_plain(&self, array: ValueId) -> bool {
        self.copies.contains(&array) || self.collected(array).is_some_and(|collect| collect.plain)
    }

    /// The same, whoever's the containers of std's names are that the type of the elements mentions.
    #[must_use]
    pub(crate) fn is_plain_to_all(&self, array: ValueId) -> bool {
        self.copies.contains(&array)
            || self
                .collected(array)
                .is_some_and(|collect| collect.plain_to_all)
    }

    /// True if a chain of the cluster is given the elements of an array by value.
    #[must_use]
    pub(crate) fn is_emptied(&self, cluster: &[BindingId], array: ValueId) -> bool {
        let mut inputs = cluster.iter().flat_map(|id| self.inputs(*id));
        inputs.any(|input| {
            let by_value = |source: &ArraySource| source.access == Access::ByValue;
            input.value == array && input.source.is_some_and(by_value)
        })
    }

    /// Finds the arrays of `Copy` elements: `copied()` asks for it, and a filter hands it on, as it does references.
    pub(super) fn find_copies(&mut self) {
        loop {
            let before = self.copies.len();
            for binding in &self.program.bindings {
                let hands_on = matches!(
                    binding.operation,
                    Operation::Filter(_) | Operation::Identity
                );
                for input in &binding.inputs {
                    if input.copied && input.source.is_some() {
                        self.copies.insert(input.value);
                    }
                    let lent = |source: &ArraySource| source.access == Access::ByReference;
                    let by_value = input.copied || input.source.is_none();
                    let copied = by_value && self.copies.contains(&input.value)
                        || !input.copied && input.source.is_some_and(lent);
                    if hands_on && copied {
                        self.copies.extend(&binding.outputs);
                    }
                }
            }
            if self.copies.len() == before {
                return;
            }
        }
    }
}
