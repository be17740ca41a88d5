//! The data type: a loop nest.

use crate::cnf::{BindingId, Program, ValueId};

/// A fused loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The bindings, in source order.
    pub cluster: Vec<BindingId>,
    /// The outermost loop.
    pub root: Nest,
    /// What the loop leaves behind, in source order.
    pub outcomes: Vec<Outcome>,
}

impl Loop {
    /// True if the loop puts the elements of an array somewhere, one by one.
    #[must_use]
    pub fn stores(&self, array: ValueId) -> bool {
        self.root.body.puts(array)
    }

    /// True if there is a loop inside of it, at any depth.
    #[must_use]
    pub fn nests(&self) -> bool {
        self.root.body.nests()
    }

    /// True if it leaves an array in memory.
    #[must_use]
    pub fn leaves(&self, array: ValueId) -> bool {
        let stored = |outcome: &Outcome| matches!(outcome, Outcome::Stored { array: stored, .. } if *stored == array);
        self.outcomes.iter().any(stored)
    }

    /// True if it makes an array, in memory or not: it runs to its end.
    #[must_use]
    pub fn makes_an_array(&self) -> bool {
        let scalar = |outcome: &Outcome| matches!(outcome, Outcome::Scalar(_));
        !self.outcomes.iter().all(scalar)
    }

    /// True if a body of it pushes to a vector whose elements others read in it.
    #[must_use]
    pub fn reads_pushed(&self, program: &Program<'_>) -> bool {
        self.outcomes.iter().any(|outcome| match outcome {
            Outcome::Pushed { array, .. } => self.reads(program, *array),
            _ => false,
        })
    }

    /// True if a binding of it takes the elements of an array.
    #[must_use]
    pub fn reads(&self, program: &Program<'_>, array: ValueId) -> bool {
        let takes = |id: &BindingId| program.binding(*id).streamed().contains(&array);
        self.cluster.iter().any(takes)
    }

    /// The part of it that some of its bindings are, by these steps.
    #[must_use]
    pub fn part(&self, program: &Program<'_>, cluster: Vec<BindingId>, steps: Vec<Step>) -> Loop {
        let made = |value: ValueId| {
            let producer = program.producer(value);
            producer.is_some_and(|id| cluster.contains(&id))
        };
        let outcomes = self.outcomes.iter();
        let outcomes = outcomes.filter(|outcome| made(outcome.value()));
        let stores = self.root.body.stores.iter().copied();
        Loop {
            outcomes: outcomes.cloned().collect(),
            root: Nest {
                sources: self.root.sources.clone(),
                body: Scope {
                    steps,
                    inner: None,
                    stores: stores.filter(|array| made(*array)).collect(),
                },
            },
            cluster,
        }
    }
}

impl Scope {
    fn puts(&self, array: ValueId) -> bool {
        let inside = |step: &Step| matches!(step, Step::Guard(_, scope) if scope.puts(array));
        let inner = self.inner.as_ref();
        self.stores.contains(&array)
            || self.steps.iter().any(inside)
            || inner.is_some_and(|inner| inner.nest.body.puts(array))
    }
}

/// What a loop leaves behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The result of a fold.
    Scalar(ValueId),
    /// An array in memory.
    Stored {
        /// The array.
        array: ValueId,
        /// True if it gets one element for each iteration of the outermost loop.
        exact: bool,
    },
    /// An array that was contracted to a local of the loop.
    Contracted(ValueId),
    /// A vector that a body of the user's pushes to, whose elements others read in the loop.
    Pushed {
        /// The vector.
        array: ValueId,
        /// True if it is needed in memory after the loop.
        stored: bool,
    },
}

impl Outcome {
    /// What is left.
    #[must_use]
    pub fn value(&self) -> ValueId {
        match self {
            Outcome::Scalar(value) | Outcome::Contracted(value) => *value,
            Outcome::Stored { array, .. } | Outcome::Pushed { array, .. } => *array,
        }
    }
}

/// One loop over sources that run in step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nest {
    /// Arrays in memory, or ranges; at least one.
    pub sources: Vec<Driver>,
    /// What happens for each element.
    pub body: Scope,
}

/// One source of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Driver {
    /// The array whose elements it gives.
    pub value: ValueId,
    /// The binding that first reads it: its tokens say how.
    pub reader: BindingId,
}

/// What happens once for each element of one size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// In order.
    pub steps: Vec<Step>,
    /// The one loop inside.
    pub inner: Option<Inner>,
    /// Arrays whose element is stored at the end.
    pub stores: Vec<ValueId>,
}

impl Scope {
    /// True if there is a loop inside of it, at any depth.
    fn nests(&self) -> bool {
        let nests = |step: &Step| matches!(step, Step::Guard(_, inside) if inside.nests());
        self.inner.is_some() || self.steps.iter().any(nests)
    }
}

/// A loop that runs for each element of the scope around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inner {
    /// The `cross`es that it stands for, in source order.
    pub crosses: Vec<BindingId>,
    /// The loop.
    pub nest: Box<Nest>,
}

/// One step of a scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// One element from one element: a map, a zip, a scan.
    Compute(BindingId),
    /// A filter with what runs for the elements it keeps.
    Guard(BindingId, Scope),
    /// A fold takes one element.
    Consume(BindingId),
}
