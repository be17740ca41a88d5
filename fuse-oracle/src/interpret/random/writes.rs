//! Loops that change what stood before.

use super::{Array, Flow, Generator};
use fuse_compiler::internals::cnf::{
    Binding, BindingId, Combinator, Precedence, Reason, SizeFact, Update, ValueId, ValueKind,
    Worker,
};

impl Generator {
    /// A loop that changes each element of an array where it stands.
    pub(super) fn updating(&mut self) -> usize {
        let mutable: Vec<Array> = (self.arrays.iter().filter(|a| a.mutable).copied()).collect();
        if mutable.is_empty() {
            return self.writing();
        }
        let array = mutable[self.random.below(mutable.len())];
        let before = array.value;
        let first = self.written.program.bindings.len();
        let visible = (self.arrays.clone(), self.scalars.clone());
        let target = self.target();
        // A loop cannot borrow what it writes.
        self.arrays.retain(|array| array.value != before);
        let mut flow = Flow {
            value: before,
            tag: array.tag,
            degree: array.degree,
        };
        if self.chance(30) {
            flow = self.step(Combinator::Map, &[before], flow.tag, flow.degree);
        }
        if self.chance(30)
            && let Some(other) = self.any_array()
        {
            let inputs = [flow.value, other.value];
            flow = self.step(Combinator::Zip, &inputs, flow.tag, flow.degree);
        }
        let name = self.written.program.value(before).name.clone();
        let after = self.value(name.clone(), ValueKind::Array);
        let (label, mut worker) = self.accumulator(target);
        worker.mentions.retain(|array| *array != before);
        (self.arrays, self.scalars) = visible;
        self.change_scalar(target, label);
        let outputs = vec![label, after];
        self.bind(outputs, Combinator::Fold, &[flow.value], worker);
        self.program().facts.push(SizeFact::Equal(before, after));
        self.program().updates.push(Update { before, after });
        self.replace(before, after, array.tag);
        self.end_chain(first, false);
        self.order_writes(first);
        1
    }

    /// A loop that writes another array, or only a scalar.
    pub(super) fn writing(&mut self) -> usize {
        let mutable: Vec<Array> = (self.arrays.iter().filter(|a| a.mutable).copied()).collect();
        let first = self.written.program.bindings.len();
        let target = match self.random.below(3) {
            0 => None,
            _ => mutable.get(self.random.below(mutable.len())).copied(),
        };
        let visible = (self.arrays.clone(), self.scalars.clone());
        let scalar = self.target();
        if let Some(target) = target {
            self.arrays.retain(|array| array.value != target.value);
        }
        let root = target.map(|target| self.root(target.tag));
        let same = |array: &&Array| Some(self.root(array.tag)) == root;
        let same = self.arrays.iter().find(same).copied();
        let (flow, _) = match same {
            // So that what reads the array afterwards could run in step.
            Some(Array {
                value, tag, degree, ..
            }) if self.chance(60) => (Flow { value, tag, degree }, false),
            _ => self.stream(),
        };
        let (label, mut worker) = self.accumulator(scalar);
        (self.arrays, self.scalars) = visible;
        self.change_scalar(scalar, label);
        let mut outputs = vec![label];
        let mut change = None;
        if let Some(target) = target {
            worker.mentions.push(target.value);
            let name = self.written.program.value(target.value).name.clone();
            let after = self.value(name, ValueKind::Array);
            outputs.push(after);
            let mut tag = self.tag();
            if self.chance(60) {
                let fact = SizeFact::Equal(target.value, after);
                self.program().facts.push(fact);
                tag = target.tag;
            }
            change = Some((target.value, after, tag));
        }
        self.bind(outputs, Combinator::Fold, &[flow.value], worker);
        if let Some((before, after, tag)) = change {
            self.replace(before, after, tag);
        }
        self.end_chain(first, false);
        self.order_writes(first);
        1
    }

    /// The scalar that a loop writes, if any; it is hidden from what the loop borrows.
    fn target(&mut self) -> Option<ValueId> {
        let mutable = self.scalars.iter().filter(|(_, mutable)| *mutable);
        let mutable: Vec<ValueId> = mutable.map(|(scalar, _)| *scalar).collect();
        if mutable.is_empty() || self.chance(40) {
            return None;
        }
        let target = mutable[self.random.below(mutable.len())];
        self.scalars.retain(|(scalar, _)| *scalar != target);
        Some(target)
    }

    /// The new version of that scalar, or one that nobody reads, and the worker.
    fn accumulator(&mut self, target: Option<ValueId>) -> (ValueId, Worker) {
        let label = self.fresh_name("loop");
        let mut worker = self.worker(&label);
        let name = match target {
            Some(before) => {
                worker.mentions.push(before);
                self.written.program.value(before).name.clone()
            }
            None => label,
        };
        (self.value(name, ValueKind::Scalar), worker)
    }

    fn change_scalar(&mut self, before: Option<ValueId>, after: ValueId) {
        for (scalar, _) in &mut self.scalars {
            if Some(*scalar) == before {
                *scalar = after;
            }
        }
    }

    /// From here on the name stands for the new version.
    pub(super) fn replace(&mut self, before: ValueId, after: ValueId, tag: usize) {
        // It is the most recent one now.
        if let Some(index) = self.arrays.iter().position(|array| array.value == before) {
            let array = self.arrays.remove(index);
            self.arrays.push(Array {
                value: after,
                tag,
                ..array
            });
        }
    }

    /// Who touches what the last chain writes comes first, unless both take it element by element.
    fn order_writes(&mut self, first: usize) {
        let program = &self.written.program;
        let places = self.written.places();
        let last = &program.bindings[first..];
        let Some(fold) = last.last() else { return };
        let place = |value: &ValueId| places[value.index()];
        let written: Vec<ValueId> = fold
            .outputs
            .iter()
            .filter(|output| place(output) != **output)
            .map(place)
            .collect();
        let whole = |binding: &Binding, value: ValueId| {
            let streamed = binding.streamed();
            let inner = binding.inner().filter(|inner| !streamed.contains(inner));
            let mut beside = binding.worker.mentions.iter().copied().chain(inner);
            beside.any(|other| place(&other) == value)
        };
        let mut precedences = Vec::new();
        for (index, earlier) in program.bindings[..first].iter().enumerate() {
            let touches = |value: &ValueId| {
                let reads = earlier.reads();
                let mut all = reads.iter().chain(&earlier.outputs);
                all.any(|other| place(other) == *value)
            };
            let follows = |value: &ValueId| {
                let mut outputs = earlier.outputs.iter();
                let changes = outputs
                    .any(|output| place(output) == *value && program.updated(*output).is_some());
                let chain: Vec<&Binding> = program.bindings[..first]
                    .iter()
                    .filter(|other| other.chain == earlier.chain)
                    .collect();
                changes
                    && !chain.iter().any(|binding| whole(binding, *value))
                    && !last.iter().any(|binding| whole(binding, *value))
            };
            if written
                .iter()
                .any(|value| touches(value) && !follows(value))
            {
                precedences.push(Precedence::new(
                    BindingId(index),
                    BindingId(first),
                    Reason::Writes,
                ));
            }
        }
        self.program().precedences.extend(precedences);
    }
}
