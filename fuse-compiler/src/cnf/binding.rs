//! The nodes of a program.

use super::combinator::{Combinator, OpaqueKind, Worker};
use super::id::{ChainId, ValueId};
use super::length::Length;
use super::operation::{Input, Operation};
use crate::rust::reason::Reason;

/// A node of the program: one combinator, with what it is applied to and what it binds.
#[derive(Clone, Debug)]
pub struct Binding<'a> {
    /// What is done, in the user's tokens where the program was read from some.
    pub(crate) operation: Operation<'a>,
    /// The arrays it reads, in order: element by element, but for the second of a [`Combinator::Cross`].
    pub inputs: Vec<Input<'a>>,
    /// What is applied to the elements.
    pub worker: Worker,
    /// How many elements a [`Combinator::Generate`] makes.
    pub length: Length,
    /// One value, except for [`Combinator::Opaque`], which may bind none or several, and for a
    /// [`Combinator::Fold`] that writes what was there before: the new versions come after its own.
    pub outputs: Vec<ValueId>,
    /// The chain that this combinator was written in.
    pub chain: ChainId,
    /// The statement that it stands in.
    pub(crate) statement: usize,
    /// Set if the binding may share a cluster with no other chain: its iteration size counts as
    /// unknown, as that of an opaque statement does.
    pub solitary: Option<Reason>,
}

impl<'a> Binding<'a> {
    /// A binding without tokens, in chain 0, that binds nothing yet.
    #[must_use]
    pub fn new(combinator: Combinator, inputs: &[ValueId], worker: Worker) -> Self {
        Binding {
            operation: Operation::Abstract(combinator),
            inputs: inputs.iter().copied().map(Input::of).collect(),
            worker,
            length: Length::Unknown,
            outputs: Vec::new(),
            chain: ChainId(0),
            statement: 0,
            solitary: None,
        }
    }

    /// The combinator.
    #[must_use]
    pub fn combinator(&self) -> Combinator {
        self.operation.combinator()
    }

    /// The arrays that it reads element by element, in order.
    #[must_use]
    pub fn streamed(&self) -> Vec<ValueId> {
        let streamed = match self.combinator() {
            Combinator::Cross => &self.inputs[..1],
            _ => &self.inputs,
        };
        streamed.iter().map(|input| input.value).collect()
    }

    /// The array that a [`Combinator::Cross`] reads once for each element of its first.
    #[must_use]
    pub fn inner(&self) -> Option<ValueId> {
        let inner = self.inputs.get(1)?.value;
        (self.combinator() == Combinator::Cross).then_some(inner)
    }

    /// Every value it reads, in any way, each once.
    #[must_use]
    pub fn reads(&self) -> Vec<ValueId> {
        let inputs = self.inputs.iter().map(|input| input.value);
        let mut reads = Vec::new();
        for value in inputs.chain(self.worker.mentions.iter().copied()) {
            if !reads.contains(&value) {
                reads.push(value);
            }
        }
        reads
    }

    /// True if no binding may cross it.
    #[must_use]
    pub fn is_wall(&self) -> bool {
        self.combinator() == Combinator::Opaque(OpaqueKind::Wall)
    }

    /// True if it is a statement that is no chain.
    #[must_use]
    pub fn is_opaque(&self) -> bool {
        matches!(self.combinator(), Combinator::Opaque(_))
    }
}

/// By the words of the papers: of the tokens there is one each.
impl PartialEq for Binding<'_> {
    fn eq(&self, other: &Self) -> bool {
        let shown = |binding: &Self| {
            let inputs = binding.inputs.iter().map(|input| input.value);
            (binding.combinator(), inputs.collect::<Vec<_>>())
        };
        shown(self) == shown(other)
            && self.worker == other.worker
            && self.length == other.length
            && self.outputs == other.outputs
            && (self.chain, self.solitary) == (other.chain, other.solitary)
    }
}

impl Eq for Binding<'_> {}
