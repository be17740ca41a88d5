//! One loop, element by element.

use super::{Machine, Slot};
use crate::interpret::program::{count, generated, keeps_length, nothing};
use crate::interpret::worker::{fault, fold, mix, mix_all};
use crate::interpret::{Fault, Value};
use fuse_compiler::internals::cnf::{BindingId, Combinator, ValueId};
use fuse_compiler::internals::loops::{self, Nest, Scope, Step};
use fuse_compiler::internals::plan::{Form, LoopPlan};
use std::collections::BTreeMap;

/// A loop under way.
pub(super) struct Run<'l> {
    pub(super) plan: &'l LoopPlan,
    /// How the body runs that is under way.
    pub(super) form: Form,
    /// What its folds add to instead of their own accumulators.
    pub(super) into: BTreeMap<BindingId, u64>,
    /// Blocks of arrays that wait for later passes.
    pub(super) tiles: BTreeMap<ValueId, Vec<u64>>,
    /// True for an element that the program would not have given it.
    pub(super) speculates: bool,
    /// The element of each value, where it is known.
    pub(super) elements: Vec<Option<u64>>,
    /// By binding.
    pub(super) texts: Vec<u64>,
    /// States of scans and folds, and how many elements they have taken: by binding.
    pub(super) states: BTreeMap<BindingId, (u64, usize)>,
    /// The sources of every nest, as they are read: by value.
    pub(super) sources: BTreeMap<ValueId, Source>,
    /// What is stored.
    pub(super) buffers: BTreeMap<ValueId, Vec<u64>>,
    /// How many elements each array has, stored or not.
    pub(super) counts: BTreeMap<ValueId, usize>,
    /// Where the captured values of each binding lie.
    pub(super) captures: BTreeMap<BindingId, Vec<Slot>>,
    /// The number of this iteration of the outermost loop.
    pub(super) iteration: usize,
}

pub(super) enum Source {
    Array(Slot),
    Generated(Vec<u64>),
}

impl Machine<'_> {
    /// A loop, as its plan says.
    pub(super) fn plan(&mut self, plan: &LoopPlan) -> Result<(), Fault> {
        let (meaning, nest) = (self.meaning, &plan.nest);
        let program = meaning.program;
        let mut effects = BTreeMap::new();
        for id in &nest.cluster {
            let chain = meaning.chain_of(*id);
            effects
                .entry(chain)
                .or_insert_with(|| self.effects.begin(meaning, chain));
            if program.binding(*id).solitary.is_some() {
                let label = program.label(*id);
                return fault(format!("{label} shares a loop with another chain"));
            }
        }
        let mut run = Run {
            plan,
            form: plan.form.clone(),
            into: BTreeMap::new(),
            tiles: BTreeMap::new(),
            speculates: false,
            elements: vec![None; program.values.len()],
            texts: vec![0; program.bindings.len()],
            states: BTreeMap::new(),
            sources: BTreeMap::new(),
            buffers: BTreeMap::new(),
            counts: BTreeMap::new(),
            captures: BTreeMap::new(),
            iteration: 0,
        };
        for id in &nest.cluster {
            let binding = program.binding(*id);
            run.texts[id.index()] = meaning.text(*id, effects[&meaning.chain_of(*id)]);
            let captured = meaning.captures[id.index()].iter();
            let found: Result<Vec<Slot>, Fault> = captured.map(|v| self.find(*v)).collect();
            run.captures.insert(*id, found?);
            for output in &binding.outputs {
                run.counts.insert(*output, 0);
            }
        }
        for outcome in &nest.outcomes {
            match outcome {
                loops::Outcome::Scalar(value) => {
                    let Some(id) = program.producer(*value) else {
                        continue;
                    };
                    self.begin_fold(&mut run, id)?;
                }
                loops::Outcome::Stored { array, .. } => {
                    run.buffers.insert(*array, Vec::new());
                }
                // No program has these that was not read from tokens.
                loops::Outcome::Contracted(_) | loops::Outcome::Pushed { .. } => {}
            }
        }
        self.sources(&nest.root, &mut run)?;
        let rows = self.rows(&nest.root, &run);
        self.run(plan, rows, &mut run)?;
        self.finish(run, rows)?;
        for chain in effects.keys() {
            self.effects.end(meaning, *chain);
        }
        Ok(())
    }

    fn begin_fold(&mut self, run: &mut Run<'_>, id: BindingId) -> Result<(), Fault> {
        let meaning = self.meaning;
        let before = &meaning.before[id.index()];
        for (output, before) in meaning.program.binding(id).outputs.iter().zip(before) {
            match before {
                Some(before) => {
                    self.find(*before)?;
                }
                None => {
                    let nothing = nothing(meaning, *output);
                    self.made[output.index()] = Some(nothing);
                }
            }
        }
        let first = match before.first() {
            Some(Some(before)) => Some(self.read(*before)?),
            _ => None,
        };
        let start = fold::start(run.texts[id.index()], first);
        run.states.insert(id, (start, 0));
        Ok(())
    }

    /// Finds the sources of a nest and of those inside it.
    fn sources(&self, nest: &Nest, run: &mut Run<'_>) -> Result<(), Fault> {
        for source in &nest.sources {
            let reader = self.meaning.program.binding(source.reader);
            let found = match reader.combinator() {
                Combinator::Generate => {
                    let text = run.texts[source.reader.index()];
                    let array = |value: ValueId| self.lengths[value.index()];
                    let evaluated = self.inputs.evaluate(&reader.length, &array);
                    let count = count(self.meaning, source.reader, text, evaluated)?;
                    let captured = self.captured(source.reader, run)?;
                    Source::Generated(generated(text, captured, count).collect())
                }
                _ => Source::Array(self.find(source.value)?),
            };
            run.sources.insert(source.value, found);
        }
        self.inner_sources(&nest.body, run)
    }

    fn inner_sources(&self, scope: &Scope, run: &mut Run<'_>) -> Result<(), Fault> {
        for step in &scope.steps {
            if let Step::Guard(_, inside) = step {
                self.inner_sources(inside, run)?;
            }
        }
        match &scope.inner {
            Some(inner) => self.sources(&inner.nest, run),
            None => Ok(()),
        }
    }

    fn source<'s>(&'s self, value: ValueId, run: &'s Run<'_>) -> &'s [u64] {
        match run.sources.get(&value) {
            Some(Source::Generated(elements)) => elements,
            Some(Source::Array(slot)) => self.get(*slot).map_or(&[], Value::elements),
            None => &[],
        }
    }

    /// How often a nest runs: as long as all its sources give something.
    fn rows(&self, nest: &Nest, run: &Run<'_>) -> usize {
        let sources = nest.sources.iter();
        let lengths = sources.map(|source| self.source(source.value, run).len());
        lengths.min().unwrap_or(0)
    }

    /// One element of each source, and what is done with them.
    pub(super) fn row(&mut self, nest: &Nest, row: usize, run: &mut Run<'_>) -> Result<(), Fault> {
        self.read_row(nest, row, run);
        self.scope(&nest.body, run)?;
        for source in &nest.sources {
            run.elements[source.value.index()] = None;
        }
        Ok(())
    }

    /// One element of each source.
    pub(super) fn read_row(&mut self, nest: &Nest, row: usize, run: &mut Run<'_>) {
        run.iteration = row;
        for source in &nest.sources {
            let element = self.source(source.value, run).get(row).copied();
            run.elements[source.value.index()] = element;
            if let Some(count) = run.counts.get_mut(&source.value) {
                *count = row + 1;
            }
        }
    }

    /// What the worker of a binding mentions, as it is now.
    pub(super) fn captured(&self, id: BindingId, run: &Run<'_>) -> Result<u64, Fault> {
        let mut captured = 0;
        for slot in run.captures.get(&id).into_iter().flatten() {
            let content = self.get(*slot).map(Value::elements);
            captured = mix_all(captured, content.unwrap_or(&[]));
        }
        Ok(captured)
    }

    pub(super) fn element(&self, value: ValueId, run: &Run<'_>) -> Result<u64, Fault> {
        run.elements[value.index()].ok_or_else(|| {
            let name = &self.meaning.program.value(value).name;
            Fault(format!("no element of {name} is known where it is read"))
        })
    }

    pub(super) fn know(&self, value: ValueId, element: u64, run: &mut Run<'_>) {
        run.elements[value.index()] = Some(element);
        if !run.speculates {
            *run.counts.entry(value).or_default() += 1;
        }
    }

    pub(super) fn scope(&mut self, scope: &Scope, run: &mut Run<'_>) -> Result<(), Fault> {
        let program = self.meaning.program;
        for step in &scope.steps {
            match step {
                Step::Compute(id) => self.compute(*id, run)?,
                Step::Consume(id) => self.consume(*id, run)?,
                Step::Guard(id, inside) => {
                    let binding = program.binding(*id);
                    if binding.combinator() != Combinator::Filter {
                        return fault(format!("{} is no filter", program.label(*id)));
                    }
                    let output = binding.outputs[0];
                    match self.tested(*id, run)? {
                        Ok(made) => {
                            self.know(output, made, run);
                            self.scope(inside, run)?;
                        }
                        Err(made) if run.form.branch_free.contains(id) => {
                            let before = std::mem::replace(&mut run.speculates, true);
                            self.know(output, made, run);
                            self.scope(inside, run)?;
                            run.speculates = before;
                        }
                        Err(_) => {}
                    }
                    run.elements[output.index()] = None;
                }
            }
        }
        if let Some(inner) = &scope.inner {
            let mut opened = Vec::new();
            for cross in &inner.crosses {
                let binding = program.binding(*cross);
                let Some(array) = binding.inner() else {
                    return fault(format!("{} is no cross", program.label(*cross)));
                };
                let captured = self.captured(*cross, run)?;
                let text = mix(run.texts[cross.index()], captured);
                let outer = mix(text, self.element(binding.inputs[0].value, run)?);
                opened.push((binding.outputs[0], array, outer));
            }
            for row in 0..self.rows(&inner.nest, run) {
                for (output, array, outer) in &opened {
                    let element = self.source(*array, run).get(row).copied();
                    let element = element.ok_or_else(|| self.missing(*array))?;
                    self.know(*output, mix(*outer, element), run);
                }
                self.scope(&inner.nest.body, run)?;
                for (output, ..) in &opened {
                    run.elements[output.index()] = None;
                }
            }
        }
        for array in &scope.stores {
            let element = self.element(*array, run)?;
            let element = self.stored(*array, element, run);
            if run.speculates {
                continue;
            }
            if let Some(over) = self.written_over(*array, run) {
                self.overwrite(over, element, run)?;
                continue;
            }
            if let Some(tile) = run.tiles.get_mut(array) {
                tile.push(element);
                continue;
            }
            match run.buffers.get_mut(array) {
                Some(buffer) => buffer.push(element),
                // Kept until the array would have been dropped.
                None if self.contracted[array.index()] => {}
                None => return fault(format!("{} has no buffer", program.value(*array).name)),
            }
        }
        // What was known here is not known in the next iteration.
        for step in &scope.steps {
            let (Step::Compute(id) | Step::Consume(id) | Step::Guard(id, _)) = step;
            for output in &program.binding(*id).outputs {
                run.elements[output.index()] = None;
            }
        }
        Ok(())
    }

    pub(super) fn compute(&mut self, id: BindingId, run: &mut Run<'_>) -> Result<(), Fault> {
        let binding = self.meaning.program.binding(id);
        if run.speculates && !self.meaning.is_total(id) {
            let label = self.meaning.program.label(id);
            return fault(format!(
                "{label} fails for an element that it is not to be given"
            ));
        }
        let text = run.texts[id.index()];
        let captured = self.captured(id, run)?;
        let element = match binding.combinator() {
            Combinator::Map | Combinator::Zip => {
                let mut hash = mix(text, captured);
                for input in binding.streamed() {
                    hash = mix(hash, self.taken(id, input, run)?);
                }
                hash
            }
            Combinator::Scan => {
                let element = self.taken(id, binding.inputs[0].value, run)?;
                let start = (fold::start(text, None), 0);
                let (state, _) = run.states.entry(id).or_insert(start);
                *state = fold::step(text, captured, *state, element);
                *state
            }
            _ => {
                let label = self.meaning.program.label(id);
                return fault(format!("{label} gives no element for each element"));
            }
        };
        let element = self.made_late(id, element, run);
        self.know(binding.outputs[0], element, run);
        Ok(())
    }

    pub(super) fn consume(&mut self, id: BindingId, run: &mut Run<'_>) -> Result<(), Fault> {
        let meaning = self.meaning;
        let binding = meaning.program.binding(id);
        if binding.combinator() != Combinator::Fold {
            return fault(format!("{} is no fold", meaning.program.label(id)));
        }
        let element = self.taken(id, binding.inputs[0].value, run)?;
        let captured = self.captured(id, run)?;
        if run.speculates {
            return Ok(());
        }
        if run.into.contains_key(&id) {
            return self.consume_into(id, captured, element, run);
        }
        let Some((state, count)) = run.states.get_mut(&id) else {
            return fault(format!("{} was not begun", meaning.program.label(id)));
        };
        *state = meaning.step(id, run.texts[id.index()], captured, *state, element);
        let (state, count) = (*state, std::mem::replace(count, *count + 1));
        for (index, output) in binding.outputs.iter().enumerate() {
            let place = self.places[output.index()];
            let content = if place == *output {
                self.made[output.index()].as_mut()
            } else {
                self.memory[place.index()].as_mut()
            };
            let Some(content) = content else {
                return Err(self.missing(*output));
            };
            if index == 0 {
                *content = Value::Scalar(state);
            } else if let Some(before) = meaning.program.updated(*output) {
                let element = self.element(before, run)?;
                let changed = fold::changed(state, index, element);
                let at = run.iteration;
                if let Some(Value::Array(elements)) = self.memory[place.index()].as_mut()
                    && let Some(slot) = elements.get_mut(at)
                {
                    *slot = changed;
                }
                // There is one element, whatever it is called.
                run.elements[before.index()] = Some(changed);
                run.elements[output.index()] = Some(changed);
            } else {
                fold::write(content, keeps_length(meaning, *output), state, index, count);
            }
        }
        Ok(())
    }

    /// What is left behind.
    fn finish(&mut self, mut run: Run<'_>, rows: usize) -> Result<(), Fault> {
        let program = self.meaning.program;
        self.take_over(&mut run)?;
        for (value, count) in &run.counts {
            self.lengths[value.index()] = Some(*count);
        }
        for id in &run.plan.nest.cluster {
            if program.binding(*id).combinator() == Combinator::Fold
                && let Some((state, _)) = run.states.get(id)
            {
                let outputs = &program.binding(*id).outputs;
                let first = self.places[outputs[0].index()];
                let place = if first == outputs[0] {
                    &mut self.made[first.index()]
                } else {
                    &mut self.memory[first.index()]
                };
                *place = Some(Value::Scalar(*state));
                for output in outputs {
                    let place = self.places[output.index()];
                    let content = self.memory[place.index()].as_ref();
                    let content = content.or(self.made[output.index()].as_ref());
                    self.lengths[output.index()] = content.map(Value::len);
                }
            }
        }
        for outcome in &run.plan.nest.outcomes {
            if let loops::Outcome::Stored { array, exact } = outcome {
                let Some(buffer) = run.buffers.get(array) else {
                    continue;
                };
                if *exact && buffer.len() != rows {
                    let name = &program.value(*array).name;
                    return fault(format!(
                        "{name} is said to have an element for each iteration"
                    ));
                }
                self.made[array.index()] = Some(Value::Array(buffer.clone()));
            }
        }
        Ok(())
    }
}
