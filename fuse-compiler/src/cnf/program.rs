//! The data type of combinator normal form.

use super::binding::Binding;
use super::combinator::Combinator;
use super::id::{BindingId, ChainId, ValueId};
use super::length::SizeFact;
use crate::rust::reason::Reason;
use crate::sorted::{SortedMap, SortedSet};

/// A program in combinator normal form.
///
/// Invariants (see [`Program::verify`]): every value is bound at most once, by a binding before all
/// its uses; a value bound by no binding is a parameter; the bindings of one chain are connected
/// by arrays that no other chain reads, except the last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program<'a> {
    /// The function's name, for printing.
    pub name: String,
    /// Every scalar and array, indexed by [`ValueId`].
    pub values: Vec<Value>,
    /// The values that come from outside.
    pub parameters: Vec<ValueId>,
    /// The bindings in source order, indexed by [`BindingId`].
    pub bindings: Vec<Binding<'a>>,
    /// The values that are needed after the program: its results, and the arrays that must be in
    /// memory for a reason the bindings do not show.
    pub results: Vec<ValueId>,
    /// What the source says about sizes.
    pub facts: Vec<SizeFact>,
    /// Orderings that data flow alone does not show. Each is a fusion-preventing edge.
    pub precedences: Vec<Precedence>,
    /// Pairs of which the first runs before the second where they are in different clusters; they may share one.
    pub sequences: Vec<(BindingId, BindingId)>,
    /// Chains that may run before a wall all the same.
    pub crossings: Vec<Crossing>,
    /// Arrays that loops change where they stand.
    pub updates: Vec<Update>,
    /// Chains whose elements are taken by several threads.
    pub parallel: SortedSet<ChainId>,
    /// Chains whose consumer asks for its elements itself, of which a loop has one at most, each with the reason for which it
    /// would otherwise be alone.
    pub pullers: SortedMap<ChainId, Reason>,
}

/// An array of which a [`Combinator::Fold`] changes each element once, in order: its new version is
/// known element by element in the same loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update {
    /// The array before.
    pub before: ValueId,
    /// The array afterwards.
    pub after: ValueId,
}

/// A scalar or an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// As the user spelt it, or made up for the arrays inside a chain.
    pub name: String,
    /// Scalar or array.
    pub kind: ValueKind,
}

/// Whether a value is a scalar or an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Anything that is not a recognised array.
    Scalar,
    /// A sequence of elements in memory, or the elements that flow between two combinators.
    Array,
}

/// A chain that may run before a wall: where the wall is not passed, nobody sees that it ran. No fact
/// holds [below](SizeFact::Below) such a wall alone, for the chain would rely on it too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The chain.
    pub chain: ChainId,
    /// A wall before it. Every wall between the two is crossed too.
    pub wall: BindingId,
}

/// `before` must have finished when `after` starts, for a reason that data flow does not show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Precedence {
    /// Runs first.
    pub before: BindingId,
    /// Runs second, in another cluster.
    pub after: BindingId,
    /// Why.
    pub reason: Reason,
    /// The same of these two, for the report.
    pub because: Option<Because>,
}

/// What two chains do, by the names of what they do it to, for which the second waits for the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Because {
    /// What the second does, and what the first does.
    pub sentence: String,
    /// How to write them instead, if not as for any other two of that reason.
    pub instead: Option<&'static str>,
}

impl Precedence {
    /// `before` runs first.
    #[must_use]
    pub fn new(before: BindingId, after: BindingId, reason: Reason) -> Self {
        Precedence {
            before,
            after,
            reason,
            because: None,
        }
    }

    /// The same, with what is said of these two.
    pub(super) fn because(self, sentence: String) -> Self {
        self.said(Because {
            sentence,
            instead: None,
        })
    }

    /// The same, with how to write them instead.
    pub(super) fn said(self, because: Because) -> Self {
        Precedence {
            because: Some(because),
            ..self
        }
    }
}

impl<'a> Program<'a> {
    /// The value behind an id.
    #[must_use]
    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id.0]
    }

    /// The binding behind an id.
    #[must_use]
    pub fn binding(&self, id: BindingId) -> &Binding<'a> {
        &self.bindings[id.0]
    }

    /// All binding ids, in source order.
    pub fn binding_ids(&self) -> impl DoubleEndedIterator<Item = BindingId> + use<> {
        (0..self.bindings.len()).map(BindingId)
    }

    /// The binding that produces a value; `None` for a parameter.
    #[must_use]
    pub fn producer(&self, value: ValueId) -> Option<BindingId> {
        self.binding_ids()
            .find(|id| self.binding(*id).outputs.contains(&value))
    }

    /// The version before of an array that a loop changes where it stands.
    #[must_use]
    pub fn updated(&self, after: ValueId) -> Option<ValueId> {
        let update = self.updates.iter().find(|update| update.after == after)?;
        Some(update.before)
    }

    /// The earliest version of an array behind which all changes are among those that `changed` holds of, by what they leave.
    #[must_use]
    pub fn first_version(&self, array: ValueId, changed: &dyn Fn(ValueId) -> bool) -> ValueId {
        match self.updated(array).filter(|_| changed(array)) {
            Some(before) => self.first_version(before, changed),
            None => array,
        }
    }

    /// The bindings that read a value, in source order.
    #[must_use]
    pub fn readers(&self, value: ValueId) -> Vec<BindingId> {
        self.binding_ids()
            .filter(|id| self.binding(*id).reads().contains(&value))
            .collect()
    }

    /// True if a binding may run before a wall that stands before it.
    #[must_use]
    pub fn crosses(&self, id: BindingId, wall: BindingId) -> bool {
        let chain = self.binding(id).chain;
        self.crossings
            .iter()
            .any(|crossing| crossing.chain == chain && crossing.wall == wall)
    }

    /// Whether the chains of a cluster are rayon's.
    #[must_use]
    pub fn in_parallel(&self, cluster: &[BindingId]) -> bool {
        let mut chains = cluster.iter().map(|id| self.binding(*id).chain);
        chains.any(|chain| self.parallel.contains(&chain))
    }

    /// How a binding is called when printed: its first output, or its number.
    #[must_use]
    pub fn label(&self, id: BindingId) -> String {
        match self.binding(id).outputs.first() {
            Some(output) => self.value(*output).name.clone(),
            None => format!("#{}", id.0),
        }
    }

    /// Checks the invariants above.
    ///
    /// # Errors
    /// A sentence that names the first binding that breaks one.
    pub fn verify(&self) -> Result<(), String> {
        let mut bound = vec![false; self.values.len()];
        for parameter in &self.parameters {
            bound[parameter.0] = true;
        }
        for id in self.binding_ids() {
            let binding = self.binding(id);
            for read in binding.reads() {
                if !bound[read.0] {
                    return Err(format!(
                        "{} reads {} before it is bound",
                        self.label(id),
                        self.value(read).name
                    ));
                }
            }
            let right = match binding.combinator() {
                Combinator::Opaque(_) => true,
                Combinator::Fold => !binding.outputs.is_empty(),
                _ => binding.outputs.len() == 1,
            };
            if !right {
                return Err(format!(
                    "{} binds {} values",
                    self.label(id),
                    binding.outputs.len()
                ));
            }
            for output in &binding.outputs {
                if std::mem::replace(&mut bound[output.0], true) {
                    return Err(format!("{} is bound twice", self.value(*output).name));
                }
            }
        }
        for fact in &self.facts {
            if let SizeFact::Below(wall, _) = fact
                && self.crossings.iter().any(|crossing| crossing.wall == *wall)
            {
                let wall = self.label(*wall);
                return Err(format!("a fact holds below {wall} alone, which is crossed"));
            }
        }
        Ok(())
    }
}
