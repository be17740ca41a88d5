//! Builds programs by hand.
//!
//! In: one call a binding, in source order. Out: a [`Program`] that satisfies its invariants. For
//! tests, benches and tools; the compiler itself goes by way of tokens.

use super::{
    Binding, BindingId, ChainId, Combinator, Length, OpaqueKind, Precedence, Program, Reason,
    SizeFact, Value, ValueId, ValueKind, Worker,
};

/// Builds a [`Program`], one binding a call.
///
/// Every binding is a chain of its own, unless it is made inside [`chain`](Self::chain) or after
/// [`same_chain_as`](Self::same_chain_as). Workers print as `f_` and the name of what they
/// compute, so no two are equal; [`worker`](Self::worker) changes that.
///
/// ```
/// use fuse_compiler::internals::cnf::ProgramBuilder;
///
/// let mut b = ProgramBuilder::new("filterLeft");
/// let xs = b.parameter_array("xs");
/// let ys1 = b.map("ys1", &[xs], &[]);
/// let ys2 = b.filter("ys2", xs, &[]);
/// b.results(&[ys1, ys2]);
/// assert_eq!(b.finish().verify(), Ok(()));
/// ```
#[derive(Clone, Debug)]
pub struct ProgramBuilder {
    program: Program<'static>,
    chains: usize,
    /// The chain that the next binding joins, and whether only that one does.
    open: Option<(ChainId, bool)>,
}

impl ProgramBuilder {
    /// A program without parameters, bindings and results.
    #[must_use]
    pub fn new(name: &str) -> Self {
        ProgramBuilder {
            program: Program {
                name: name.to_owned(),
                ..Program::default()
            },
            chains: 0,
            open: None,
        }
    }

    /// An array that comes from outside.
    pub fn parameter_array(&mut self, name: &str) -> ValueId {
        let value = self.value(name, ValueKind::Array);
        self.program.parameters.push(value);
        value
    }

    /// A scalar that comes from outside.
    pub fn parameter_scalar(&mut self, name: &str) -> ValueId {
        let value = self.value(name, ValueKind::Scalar);
        self.program.parameters.push(value);
        value
    }

    /// `map_n` over equally long arrays, with a worker that mentions `scalars`.
    pub fn map(&mut self, name: &str, inputs: &[ValueId], scalars: &[ValueId]) -> ValueId {
        self.array(name, Combinator::Map, inputs, Self::made_up(name, scalars))
    }

    /// std's `zip`.
    pub fn zip(&mut self, name: &str, inputs: &[ValueId]) -> ValueId {
        self.array(name, Combinator::Zip, inputs, Worker::default())
    }

    /// A filter.
    pub fn filter(&mut self, name: &str, input: ValueId, scalars: &[ValueId]) -> ValueId {
        let worker = Self::made_up(name, scalars);
        self.array(name, Combinator::Filter, &[input], worker)
    }

    /// A prefix fold.
    pub fn scan(&mut self, name: &str, input: ValueId, scalars: &[ValueId]) -> ValueId {
        let worker = Self::made_up(name, scalars);
        self.array(name, Combinator::Scan, &[input], worker)
    }

    /// An array made from indices.
    pub fn generate(&mut self, name: &str, length: Length, scalars: &[ValueId]) -> ValueId {
        let worker = Self::made_up(name, scalars);
        let output = self.array(name, Combinator::Generate, &[], worker);
        if let Some(binding) = self.program.bindings.last_mut() {
            binding.length = length;
        }
        output
    }

    /// The elements of `data` at `indices`: a map of the indices that mentions `data`.
    pub fn gather(&mut self, name: &str, data: ValueId, indices: ValueId) -> ValueId {
        let output = self.map(name, &[indices], &[]);
        self.reading(&[data]);
        output
    }

    /// The cartesian product.
    pub fn cross(&mut self, name: &str, outer: ValueId, inner: ValueId) -> ValueId {
        let worker = Self::made_up(name, &[]);
        self.array(name, Combinator::Cross, &[outer, inner], worker)
    }

    /// A consumer that binds a scalar.
    pub fn fold(&mut self, name: &str, input: ValueId, scalars: &[ValueId]) -> ValueId {
        let output = self.value(name, ValueKind::Scalar);
        let worker = Self::made_up(name, scalars);
        self.push(vec![output], Combinator::Fold, &[input], worker);
        output
    }

    /// A statement that is not a chain, with the names and kinds of what it binds.
    pub fn opaque(
        &mut self,
        kind: OpaqueKind,
        reads: &[ValueId],
        outputs: &[(&str, ValueKind)],
    ) -> Vec<ValueId> {
        let outputs: Vec<ValueId> = outputs
            .iter()
            .map(|(name, kind)| self.value(name, *kind))
            .collect();
        let worker = Worker {
            text: String::new(),
            mentions: reads.to_vec(),
        };
        self.push(outputs.clone(), Combinator::Opaque(kind), &[], worker);
        outputs
    }

    /// A transparent statement that binds one scalar.
    pub fn scalar(&mut self, name: &str, reads: &[ValueId]) -> ValueId {
        let outputs = [(name, ValueKind::Scalar)];
        self.opaque(OpaqueKind::Transparent, reads, &outputs)[0]
    }

    /// A wall that reads `reads` and binds nothing.
    pub fn wall(&mut self, reads: &[ValueId]) -> BindingId {
        self.opaque(OpaqueKind::Wall, reads, &[]);
        self.last()
    }

    /// Puts the bindings that `build` makes into one chain.
    pub fn chain<T>(&mut self, build: impl FnOnce(&mut Self) -> T) -> T {
        let chain = self.fresh_chain();
        let outer = self.open.replace((chain, false));
        let result = build(self);
        self.open = outer;
        result
    }

    /// Puts the next binding into the chain of the binding that produces `value`; without effect if
    /// `value` is a parameter.
    pub fn same_chain_as(&mut self, value: ValueId) -> &mut Self {
        if let Some(producer) = self.program.producer(value) {
            self.open = Some((self.program.binding(producer).chain, true));
        }
        self
    }

    /// Replaces the text of the last binding's worker.
    pub fn worker(&mut self, text: &str) -> &mut Self {
        if let Some(binding) = self.program.bindings.last_mut() {
            text.clone_into(&mut binding.worker.text);
        }
        self
    }

    /// Lets the last binding's worker mention whole arrays.
    pub fn reading(&mut self, arrays: &[ValueId]) -> &mut Self {
        if let Some(binding) = self.program.bindings.last_mut() {
            binding.worker.mentions.extend_from_slice(arrays);
        }
        self
    }

    /// Forbids the last binding to share a cluster with another chain.
    pub fn solitary(&mut self, reason: Reason) -> &mut Self {
        if let Some(binding) = self.program.bindings.last_mut() {
            binding.solitary = Some(reason);
        }
        self
    }

    /// Lets the chain of the last binding run on several threads.
    pub fn parallel(&mut self) -> &mut Self {
        if let Some(binding) = self.program.bindings.last() {
            self.program.parallel.insert(binding.chain);
        }
        self
    }

    /// States something about sizes.
    pub fn fact(&mut self, fact: SizeFact) -> &mut Self {
        self.program.facts.push(fact);
        self
    }

    /// States an ordering.
    pub fn precedence(&mut self, before: BindingId, after: BindingId, reason: Reason) -> &mut Self {
        let precedence = Precedence::new(before, after, reason);
        self.program.precedences.push(precedence);
        self
    }

    /// Adds to what is needed after the program.
    pub fn results(&mut self, values: &[ValueId]) -> &mut Self {
        self.program.results.extend_from_slice(values);
        self
    }

    /// The last binding.
    ///
    /// # Panics
    /// If there is none yet.
    #[must_use]
    pub fn last(&self) -> BindingId {
        assert!(!self.program.bindings.is_empty(), "no binding yet");
        BindingId(self.program.bindings.len() - 1)
    }

    /// The program.
    #[must_use]
    pub fn finish(self) -> Program<'static> {
        debug_assert_eq!(self.program.verify(), Ok(()));
        self.program
    }

    fn made_up(name: &str, scalars: &[ValueId]) -> Worker {
        Worker {
            text: format!("f_{name}"),
            mentions: scalars.to_vec(),
        }
    }

    fn value(&mut self, name: &str, kind: ValueKind) -> ValueId {
        self.program.values.push(Value {
            name: name.to_owned(),
            kind,
        });
        ValueId(self.program.values.len() - 1)
    }

    fn fresh_chain(&mut self) -> ChainId {
        self.chains += 1;
        ChainId(self.chains - 1)
    }

    fn array(
        &mut self,
        name: &str,
        combinator: Combinator,
        inputs: &[ValueId],
        worker: Worker,
    ) -> ValueId {
        let output = self.value(name, ValueKind::Array);
        self.push(vec![output], combinator, inputs, worker);
        output
    }

    fn push(
        &mut self,
        outputs: Vec<ValueId>,
        combinator: Combinator,
        inputs: &[ValueId],
        worker: Worker,
    ) {
        let chain = match self.open {
            Some((chain, once)) => {
                if once {
                    self.open = None;
                }
                chain
            }
            None => self.fresh_chain(),
        };
        self.program.bindings.push(Binding {
            outputs,
            chain,
            ..Binding::new(combinator, inputs, worker)
        });
    }
}
