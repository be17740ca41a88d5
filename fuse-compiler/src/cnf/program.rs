//! The data type of combinator normal form.

use std::collections::BTreeSet;
use std::fmt;

macro_rules! index {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub usize);

        impl $name {
            /// The index behind the id.
            #[must_use]
            pub fn index(self) -> usize {
                self.0
            }
        }
    };
}

index! {
    /// A scalar or array of a [`Program`], an index into [`Program::values`].
    ValueId
}
index! {
    /// A binding of a [`Program`], an index into [`Program::bindings`].
    BindingId
}
index! {
    /// A chain as it was written. Bindings of one chain are never put into different clusters,
    /// under any strategy: std runs them as one loop.
    ChainId
}

/// A program in combinator normal form.
///
/// Invariants (see [`Program::verify`]): every value is bound at most once, by a binding before all
/// its uses; a value bound by no binding is a parameter; the bindings of one chain are connected
/// by arrays that no other chain reads, except the last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The function's name, for printing.
    pub name: String,
    /// Every scalar and array, indexed by [`ValueId`].
    pub values: Vec<Value>,
    /// The values that come from outside.
    pub parameters: Vec<ValueId>,
    /// The bindings in source order, indexed by [`BindingId`].
    pub bindings: Vec<Binding>,
    /// The values that are needed after the program: its results, and the arrays that must be in
    /// memory for a reason the bindings do not show.
    pub results: Vec<ValueId>,
    /// What the source says about sizes.
    pub facts: Vec<SizeFact>,
    /// Orderings that data flow alone does not show. Each is a fusion-preventing edge.
    pub precedences: Vec<Precedence>,
    /// Chains that may run before a wall all the same.
    pub crossings: Vec<Crossing>,
    /// Arrays that loops change where they stand.
    pub updates: Vec<Update>,
    /// Chains whose elements are taken by several threads.
    pub parallel: BTreeSet<ChainId>,
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

/// One combinator with what it binds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// One value, except for [`Combinator::Opaque`], which may bind none or several, and for a
    /// [`Combinator::Fold`] that writes what was there before: the new versions come after its own.
    pub outputs: Vec<ValueId>,
    /// What computes them.
    pub combinator: Combinator,
    /// The chain that this combinator was written in.
    pub chain: ChainId,
    /// Set if the binding may share a cluster with no other chain: its iteration size counts as
    /// unknown, as that of an opaque statement does.
    pub solitary: Option<Reason>,
}

/// The combinators of fig. 1.2, with std's `zip`, `scan` and what a Rust chain needs besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Combinator {
    /// `map_n`: one element out for each element of all inputs, which must have equal sizes.
    MapN {
        /// What is applied.
        worker: Worker,
        /// At least one array.
        inputs: Vec<ValueId>,
    },
    /// std's `zip`: tuples of the elements, as many as the shortest input has.
    Zip {
        /// At least two arrays.
        inputs: Vec<ValueId>,
    },
    /// Elements that the worker keeps, or (for `filter_map`) what it makes of them.
    Filter {
        /// The predicate, or the partial map.
        worker: Worker,
        /// The array.
        input: ValueId,
    },
    /// A prefix fold that gives an array of the size of its input.
    Scan {
        /// The step.
        worker: Worker,
        /// The array.
        input: ValueId,
    },
    /// An array made from indices.
    Generate {
        /// How many elements.
        length: Length,
        /// What is applied to each index.
        worker: Worker,
    },
    /// The elements of `data` at `indices`.
    Gather {
        /// Read in order.
        indices: ValueId,
        /// Read at random, so it must be in memory.
        data: ValueId,
    },
    /// The cartesian product: for each element of `outer`, all of `inner`.
    Cross {
        /// Read once, in order.
        outer: ValueId,
        /// Read once for each element of `outer`, so it must be in memory.
        inner: ValueId,
        /// What makes an inner element of the two.
        worker: Worker,
    },
    /// Any consumer that reads its input once, in order, and binds a scalar.
    Fold {
        /// The step, named after the consumer (`sum`, `fold`, `max_by` ...).
        worker: Worker,
        /// The array.
        input: ValueId,
    },
    /// The paper's `external`: a statement that is not a chain.
    Opaque {
        /// How far others may move across it.
        kind: OpaqueKind,
        /// Every value it mentions.
        reads: Vec<ValueId>,
    },
}

/// A worker function: an opaque name, and the values besides its elements that it mentions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worker {
    /// How the worker prints, such as `|x| x + 1`.
    pub text: String,
    /// The scalars it mentions; each must be complete before the worker first runs.
    pub scalars: Vec<ValueId>,
    /// The arrays it mentions as a whole, by indexing say (the paper's `gather`); each must be in
    /// memory before the worker first runs.
    pub arrays: Vec<ValueId>,
}

/// A length, as the source states it. Lengths are natural numbers; [`Size`](crate::size::Size) has
/// their normal forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Length {
    /// A scalar or constant that is known before the loop, by its text: equal texts are equal
    /// lengths. A number below zero is the length 0, as in `0..n`.
    Known(String),
    /// Not known to equal any other length.
    Unknown,
    /// As long as that array.
    Of(ValueId),
    /// That much less, or nothing: `skip(c)`, `xs[c..]`, and for `windows(w)` all but `w - 1`. The text
    /// is a literal, the name of an immutable unsigned integer, or something else that is known before
    /// the loop and never below zero.
    Less(Box<Length>, String),
    /// The smallest: `take(n)`, `zip`.
    Least(Vec<Length>),
    /// All together: `chain`.
    Sum(Vec<Length>),
    /// One for each `by`: `chunks(c)` and `step_by(c)` round up, `chunks_exact(c)` rounds down. The
    /// text is a literal or the name of an immutable unsigned integer.
    Ratio {
        /// What is divided.
        of: Box<Length>,
        /// The divisor; zero panics, so it says nothing.
        by: String,
        /// Whether a rest counts as one more.
        up: bool,
    },
    /// The integers of a range from the first text to the second, either of which may be a literal
    /// or the name of an immutable integer of any sign.
    Span {
        /// Where it starts.
        start: String,
        /// Where it ends.
        end: String,
        /// True for `start..=end`.
        inclusive: bool,
    },
}

/// How far combinators may move across an opaque statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpaqueKind {
    /// Ordered only by what it reads and binds.
    Transparent,
    /// No binding crosses it, in either direction.
    Wall,
}

/// Something the source says about sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SizeFact {
    /// Two arrays have one length.
    Equal(ValueId, ValueId),
    /// An array's length is this known constant or immutable integer.
    Known(ValueId, String),
    /// A fact that is only checked by a wall, an `assert_eq!` say: it holds for the bindings after
    /// that one, and nothing before may rely on it.
    Below(BindingId, Box<SizeFact>),
    /// Two lengths are equal.
    Same(Length, Length),
}

impl Length {
    /// Calls `visit` on each array whose length is mentioned.
    pub fn arrays(&self, visit: &mut impl FnMut(ValueId)) {
        match self {
            Length::Known(_) | Length::Unknown | Length::Span { .. } => {}
            Length::Of(array) => visit(*array),
            Length::Less(of, _) | Length::Ratio { of, .. } => of.arrays(visit),
            Length::Least(parts) | Length::Sum(parts) => {
                parts.iter().for_each(|part| part.arrays(visit));
            }
        }
    }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Precedence {
    /// Runs first.
    pub before: BindingId,
    /// Runs second, in another cluster.
    pub after: BindingId,
    /// Why.
    pub reason: Reason,
}

/// Why two bindings may not share a cluster. A closed set: the report has a sentence for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The consumer needs the finished result of a fold.
    ScalarResult,
    /// The consumer reads the array at random.
    RandomAccess,
    /// The inner array of a `flat_map` is read once for each outer element.
    InnerArray,
    /// One side is an opaque statement.
    Opaque,
    /// A statement between the two may not be crossed.
    Wall,
    /// The result of the consumer may borrow from the array.
    EscapingReference,
    /// One side moves what the other reads.
    Moves,
    /// A name that one side reads is bound anew by the other.
    Shadows,
    /// Both drop elements that a user may watch.
    Drops,
    /// A short circuit would make the rest of the loop wait for it.
    ShortCircuit,
    /// The element type of the array is not visible, or may be observed when dropped.
    ElementType,
    /// A stage after the graph could not place the two in one loop.
    Placement,
    /// Only the size is at fault: the loops run a different number of times.
    IterationSize,
    /// One side writes what the other mentions.
    Writes,
    /// Both take elements from what may have effects when it is read.
    Effects,
    /// The type of a result is not visible, so that the loop cannot make it.
    InvisibleResult,
    /// It does not read its elements in the order of the others.
    Order,
    /// Only the type of a result knows how to make it.
    ForeignResult,
    /// One side runs on several threads, the other on one.
    Parallel,
    /// One loop of the two would be slower on short inputs.
    Slower,
    /// The array is a `scan` that several threads make in two passes.
    TwoPasses,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::ScalarResult => "needs the finished result",
            Reason::RandomAccess => "reads the array at random, so it must be in memory first",
            Reason::InnerArray => "reads the array once for each outer element",
            Reason::Opaque => "is not a recognised chain",
            Reason::Wall => "may not be moved across",
            Reason::EscapingReference => "keeps references into the array",
            Reason::Moves => "moves what the other reads",
            Reason::Shadows => "binds a name anew that the other reads",
            Reason::Drops => "drops elements in an order that could be observed",
            Reason::ShortCircuit => "may stop early",
            Reason::ElementType => "the element type is not visible, or watched when dropped",
            Reason::Placement => "could not be placed in one loop",
            Reason::Slower => "would be slower in one loop",
            Reason::TwoPasses => {
                "reads a `scan` of several threads, which is known when all have added it up"
            }
            Reason::IterationSize => "runs a different number of times",
            Reason::Writes => "writes what the other mentions",
            Reason::Effects => "takes elements from a source that may have effects when it is read",
            Reason::InvisibleResult => {
                "gives a type that is not visible; annotate the `let` or write a turbofish, such \
                 as `sum::<f64>()`, `collect::<Vec<_>>()`"
            }
            Reason::ForeignResult => "gives what only its own type can make of an iterator",
            Reason::Parallel => "runs on several threads, and the other on one",
            Reason::Order => "does not read its elements one by one from the first to the last",
        })
    }
}

impl Combinator {
    /// The arrays that it reads element by element, in order.
    #[must_use]
    pub fn streamed(&self) -> Vec<ValueId> {
        match self {
            Combinator::MapN { inputs, .. } | Combinator::Zip { inputs } => inputs.clone(),
            Combinator::Filter { input, .. }
            | Combinator::Scan { input, .. }
            | Combinator::Fold { input, .. } => vec![*input],
            Combinator::Gather { indices, .. } => vec![*indices],
            Combinator::Cross { outer, .. } => vec![*outer],
            Combinator::Generate { .. } | Combinator::Opaque { .. } => Vec::new(),
        }
    }

    /// True if no binding may cross it.
    #[must_use]
    pub fn is_wall(&self) -> bool {
        matches!(
            self,
            Combinator::Opaque {
                kind: OpaqueKind::Wall,
                ..
            }
        )
    }

    /// The worker, if it has one.
    #[must_use]
    pub fn worker(&self) -> Option<&Worker> {
        match self {
            Combinator::MapN { worker, .. }
            | Combinator::Filter { worker, .. }
            | Combinator::Scan { worker, .. }
            | Combinator::Generate { worker, .. }
            | Combinator::Cross { worker, .. }
            | Combinator::Fold { worker, .. } => Some(worker),
            Combinator::Zip { .. } | Combinator::Gather { .. } | Combinator::Opaque { .. } => None,
        }
    }

    /// Every value it reads, in any way, each once.
    #[must_use]
    pub fn reads(&self) -> Vec<ValueId> {
        let mut reads = self.streamed();
        match self {
            Combinator::Gather { data, .. } => reads.push(*data),
            Combinator::Cross { inner, .. } => reads.push(*inner),
            Combinator::Opaque {
                reads: mentioned, ..
            } => reads.extend(mentioned),
            _ => {}
        }
        if let Some(worker) = self.worker() {
            reads.extend(&worker.scalars);
            reads.extend(&worker.arrays);
        }
        let mut seen = Vec::new();
        reads.retain(|value| {
            let fresh = !seen.contains(value);
            seen.push(*value);
            fresh
        });
        reads
    }
}

impl Program {
    /// The value behind an id.
    #[must_use]
    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id.0]
    }

    /// The binding behind an id.
    #[must_use]
    pub fn binding(&self, id: BindingId) -> &Binding {
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

    /// The bindings that read a value, in source order.
    #[must_use]
    pub fn readers(&self, value: ValueId) -> Vec<BindingId> {
        self.binding_ids()
            .filter(|id| self.binding(*id).combinator.reads().contains(&value))
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
            for read in binding.combinator.reads() {
                if !bound[read.0] {
                    return Err(format!(
                        "{} reads {} before it is bound",
                        self.label(id),
                        self.value(read).name
                    ));
                }
            }
            let right = match binding.combinator {
                Combinator::Opaque { .. } => true,
                Combinator::Fold { .. } => !binding.outputs.is_empty(),
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
