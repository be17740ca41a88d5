//! How a loop runs by its plan: blocks, passes, lanes, narrow sums, compaction, masks, ranges, memory that is taken over.
//!
//! In: a loop under way, and its plan. Out: the same loop, when all of its elements have gone through it. Blocks, lanes and masks
//! are shorter than the runtime's, so that a few elements are several of each.

use super::nest::{Run, Source};
use super::{Machine, Slot};
use crate::interpret::worker::{Meaning, fault};
use crate::interpret::{Fault, Monoid, Value};
use fuse_compiler::internals::cnf::{BindingId, Combinator, ValueId};
use fuse_compiler::internals::loops::{Nest, Scope, Step};
use fuse_compiler::internals::plan::{
    Accumulation, Blocks, By, CompactedFilter, Compaction, LoopPlan, MaskedFilter, Masks, Over,
    Pass, Passes, Run as Runs, Sift, Taking,
};
use std::collections::BTreeMap;
use std::ops::Range;

/// How many lanes there are.
const LANES: usize = 3;
/// How many elements have one mask.
const MASK: usize = 4;
/// How many elements a block has that filters go through on their own.
const BLOCK: usize = 2 * MASK;

fn length(blocks: Blocks) -> usize {
    match blocks {
        Blocks::Short => 2,
        Blocks::Narrow => 3,
        Blocks::Usual => 4,
        Blocks::Long => 7,
    }
}

fn blocks(piece: Range<usize>, length: usize) -> impl Iterator<Item = Range<usize>> {
    let end = piece.end;
    piece
        .step_by(length)
        .map(move |start| start..end.min(start + length))
}

impl Machine<'_> {
    /// All elements, or one range of them after another.
    pub(super) fn run<'l>(
        &mut self,
        plan: &'l LoopPlan,
        rows: usize,
        run: &mut Run<'l>,
    ) -> Result<(), Fault> {
        if !plan.parallel {
            return self.piece(plan, 0..rows, run);
        }
        let start = run.states.clone();
        let mut buffers = run.buffers.clone();
        let mut totals: BTreeMap<BindingId, u64> = BTreeMap::new();
        let cuts = [0, rows / 4, rows / 2, rows];
        for cut in cuts.windows(2) {
            for (state, _) in run.states.values_mut() {
                *state = Monoid::IDENTITY;
            }
            run.buffers.values_mut().for_each(Vec::clear);
            self.piece(plan, cut[0]..cut[1], run)?;
            for (id, (state, _)) in &run.states {
                let total = totals.entry(*id).or_insert(Monoid::IDENTITY);
                *total = self.monoid(*id)?.combine(*total, *state);
            }
            for (array, buffer) in &run.buffers {
                buffers.entry(*array).or_default().extend(buffer);
            }
        }
        for (id, (state, count)) in start {
            let total = totals.get(&id).copied().unwrap_or(Monoid::IDENTITY);
            let state = self.monoid(id)?.combine(state, total);
            run.states.insert(id, (state, count));
        }
        run.buffers = buffers;
        Ok(())
    }

    /// What a fold accumulates in groups.
    fn monoid(&self, id: BindingId) -> Result<Monoid, Fault> {
        let label = self.meaning.program.label(id);
        let monoid = self.meaning.written.monoids.get(&id).copied();
        monoid.ok_or_else(|| Fault(format!("the steps of {label} are put together in groups")))
    }

    /// One piece of the index space.
    fn piece<'l>(
        &mut self,
        plan: &'l LoopPlan,
        piece: Range<usize>,
        run: &mut Run<'l>,
    ) -> Result<(), Fault> {
        if let Runs::Dispatch(dispatch) = &plan.run {
            let slices = piece.len().is_multiple_of(2);
            let otherwise = dispatch.otherwise.as_ref().filter(|_| !slices);
            let plan = otherwise.unwrap_or(&dispatch.slices);
            (run.plan, run.form) = (plan, plan.form.clone());
            return self.piece(plan, piece, run);
        }
        let seeded = self.accumulating(plan, &|of| matches!(of, Accumulation::Seeded));
        self.begin(&seeded, run)?;
        match &plan.run {
            Runs::Passes(passes) => self.passes(passes, piece, run)?,
            _ if piece.len().is_multiple_of(2) && plan.few.is_some() => {
                if let Some(few) = &plan.few {
                    self.passes(few, piece, run)?;
                }
            }
            Runs::Compaction(compaction) => {
                for block in blocks(piece, BLOCK) {
                    self.compact(plan, compaction, block, run)?;
                }
            }
            Runs::Masks(masks) if piece.len() >= masks.least => {
                for block in blocks(piece, BLOCK) {
                    self.mask(masks, block, run)?;
                }
            }
            Runs::DeferredCompaction(filters) => {
                for block in blocks(piece, BLOCK) {
                    self.defer(plan, filters, block, run)?;
                }
            }
            _ => {
                for row in piece {
                    self.row(&plan.nest.root, row, run)?;
                }
            }
        }
        self.end(&seeded, run)
    }

    /// The folds of a loop that accumulate in one way.
    fn accumulating(&self, plan: &LoopPlan, is: &dyn Fn(&Accumulation) -> bool) -> Vec<BindingId> {
        let accumulators = plan.accumulators.iter();
        let such = accumulators.filter(|(_, of)| is(of));
        such.filter_map(|(value, _)| self.meaning.program.producer(*value))
            .collect()
    }

    /// Folds add to something of their own from here on.
    fn begin(&self, folds: &[BindingId], run: &mut Run<'_>) -> Result<(), Fault> {
        for id in folds {
            self.monoid(*id)?;
            run.into.insert(*id, Monoid::IDENTITY);
        }
        Ok(())
    }

    /// What they have added to is put together with what was there.
    fn end(&self, folds: &[BindingId], run: &mut Run<'_>) -> Result<(), Fault> {
        for id in folds {
            let (monoid, made) = (self.monoid(*id)?, run.into.remove(id));
            if let (Some((state, _)), Some(made)) = (run.states.get_mut(id), made) {
                *state = monoid.combine(*state, made);
            }
        }
        Ok(())
    }

    /// One element for what a fold adds to instead of its accumulator.
    pub(super) fn consume_into(
        &self,
        id: BindingId,
        captured: u64,
        element: u64,
        run: &mut Run<'_>,
    ) -> Result<(), Fault> {
        let monoid = self.monoid(id)?;
        let outputs = &self.meaning.program.binding(id).outputs;
        let label = self.meaning.program.label(id);
        if outputs.len() > 1 {
            return fault(format!("{label} writes more than it adds up"));
        }
        let made = monoid.made(run.texts[id.index()], captured, element);
        let into = run.into.entry(id).or_default();
        *into = monoid.combine(*into, made);
        if let Some(Accumulation::Narrow(narrow)) = run.plan.accumulators.get(&outputs[0])
            && *into >> narrow.bits > 0
        {
            return fault(format!("{label} overflows {} bits", narrow.bits));
        }
        Ok(())
    }

    fn passes(
        &mut self,
        passes: &Passes,
        piece: Range<usize>,
        run: &mut Run<'_>,
    ) -> Result<(), Fault> {
        let first = piece.start;
        let over = |this: &mut Self, passes_: &[Pass], block: Range<usize>, run: &mut Run<'_>| {
            for array in &passes.kept {
                run.tiles.insert(*array, Vec::new());
            }
            for pass in passes_ {
                this.pass(pass, passes, block.clone(), first, run)?;
            }
            run.tiles.clear();
            Ok(())
        };
        let [start, later @ ..] = passes.passes.as_slice() else {
            return Ok(());
        };
        match passes.over {
            Over::Slice | Over::Search | Over::InTurn | Over::Few(_) => {
                over(self, &passes.passes, piece, run)
            }
            Over::Blocks(kind) => blocks(piece, length(kind))
                .try_for_each(|block| over(self, &passes.passes, block, run)),
            Over::Whole { later_in_blocks } => {
                over(self, std::slice::from_ref(start), piece.clone(), run)?;
                let of = if later_in_blocks {
                    4
                } else {
                    piece.len().max(1)
                };
                blocks(piece, of).try_for_each(|block| over(self, later, block, run))
            }
        }
    }

    /// One pass over one block.
    fn pass(
        &mut self,
        pass: &Pass,
        passes: &Passes,
        block: Range<usize>,
        first: usize,
        run: &mut Run<'_>,
    ) -> Result<(), Fault> {
        run.form = pass.form.clone();
        let mut nest = pass.nest.root.clone();
        let kept = pass.kept(&passes.kept);
        nest.body.stores.retain(|array| !kept.contains(array));
        nest.body.stores.extend(&kept);
        let row = |this: &mut Self, row: usize, run: &mut Run<'_>| {
            this.read_row(&nest, row, run);
            for array in &pass.reads {
                let element = match run.tiles.get(array) {
                    Some(tile) => tile.get(row - block.start),
                    None => run.buffers.get(array).and_then(|of| of.get(row - first)),
                };
                let element = element.copied();
                run.elements[array.index()] = element;
            }
            this.scope(&nest.body, run)?;
            let sources = nest.sources.iter().map(|source| &source.value);
            for value in sources.chain(&pass.reads) {
                run.elements[value.index()] = None;
            }
            Ok::<(), Fault>(())
        };
        let of_pass = |id: &BindingId| pass.nest.cluster.contains(id);
        if pass.taking == Taking::Lanes {
            let mut folds = self.accumulating(run.plan, &|of| *of == Accumulation::Lanes);
            folds.retain(of_pass);
            let mut lanes = vec![[Monoid::IDENTITY; LANES]; folds.len()];
            let full = block.start + block.len() / LANES * LANES;
            for at in block.start..full {
                for (id, lanes) in folds.iter().zip(&lanes) {
                    run.into.insert(*id, lanes[(at - block.start) % LANES]);
                }
                row(self, at, run)?;
                for (id, lanes) in folds.iter().zip(&mut lanes) {
                    lanes[(at - block.start) % LANES] = run.into.remove(id).unwrap_or_default();
                }
            }
            for (id, lanes) in folds.iter().zip(lanes) {
                for lane in lanes {
                    run.into.insert(*id, lane);
                    self.end(std::slice::from_ref(id), run)?;
                }
            }
            return (full..block.end).try_for_each(|at| row(self, at, run));
        }
        let mut folds = self.accumulating(run.plan, &|of| {
            matches!(of, Accumulation::Narrow(_) | Accumulation::OfBlock)
        });
        folds.retain(of_pass);
        self.begin(&folds, run)?;
        block.clone().try_for_each(|at| row(self, at, run))?;
        self.end(&folds, run)
    }

    /// What a part of a loop does with a block, one element after another.
    fn rest(
        &mut self,
        rest: Option<&Pass>,
        block: Range<usize>,
        run: &mut Run<'_>,
    ) -> Result<(), Fault> {
        if let Some(rest) = rest {
            run.form = rest.form.clone();
            for row in block {
                self.row(&rest.nest.root, row, run)?;
            }
        }
        Ok(())
    }

    /// Tests one element of a filter that stands by itself.
    fn test_alone(
        &mut self,
        (nest, before, filter): (&Nest, &[BindingId], BindingId),
        row: usize,
        run: &mut Run<'_>,
    ) -> Result<Result<u64, u64>, Fault> {
        self.prepare((nest, before), row, run)?;
        for id in before {
            for output in &self.meaning.program.binding(*id).outputs {
                run.counts.insert(*output, row + 1);
            }
        }
        let tested = self.tested(filter, run)?;
        if tested.is_ok() {
            let output = self.meaning.program.binding(filter).outputs[0];
            *run.counts.entry(output).or_default() += 1;
        }
        self.forget(nest, before, run);
        Ok(tested)
    }

    /// What stands before a filter, computed once more.
    fn prepare(
        &mut self,
        (nest, before): (&Nest, &[BindingId]),
        row: usize,
        run: &mut Run<'_>,
    ) -> Result<(), Fault> {
        let counts = run.counts.clone();
        self.read_row(nest, row, run);
        for id in before {
            self.compute(*id, run)?;
        }
        run.counts = counts;
        Ok(())
    }

    fn forget(&self, nest: &Nest, ids: &[BindingId], run: &mut Run<'_>) {
        let outputs = ids.iter();
        let outputs = outputs.flat_map(|id| &self.meaning.program.binding(*id).outputs);
        let sources = nest.sources.iter().map(|source| &source.value);
        for value in outputs.chain(sources) {
            run.elements[value.index()] = None;
        }
    }

    fn compact(
        &mut self,
        plan: &LoopPlan,
        compaction: &Compaction,
        block: Range<usize>,
        run: &mut Run<'_>,
    ) -> Result<(), Fault> {
        self.rest(compaction.rest.as_ref(), block.clone(), run)?;
        self.masked(&compaction.masked, block.clone(), run)?;
        for filter in &compaction.filters {
            let start = run.buffers.get(&filter.stored).map_or(0, Vec::len);
            self.store_kept(&plan.nest.root, filter, block.clone(), run)?;
            let stored = run.buffers.get(&filter.stored);
            let stored = stored.map_or(Vec::new(), |buffer| buffer[start..].to_vec());
            run.form = filter.form.clone();
            for element in stored {
                run.elements[filter.stored.index()] = Some(element);
                self.scope(&filter.then, run)?;
                run.elements[filter.stored.index()] = None;
            }
        }
        Ok(())
    }

    /// Tests a whole block, and then stores what is kept of it.
    fn store_kept(
        &mut self,
        root: &Nest,
        filter: &CompactedFilter,
        block: Range<usize>,
        run: &mut Run<'_>,
    ) -> Result<(), Fault> {
        let parts = (root, filter.before.as_slice(), filter.filter);
        let mut tested = Vec::new();
        for row in block.clone() {
            tested.push(self.test_alone(parts, row, run)?);
        }
        let output = self.meaning.program.binding(filter.filter).outputs[0];
        for (row, tested) in block.zip(tested) {
            let kept = tested.is_ok();
            if !kept && filter.sift == Sift::Kept {
                continue;
            }
            self.prepare((root, &filter.before), row, run)?;
            let (Ok(made) | Err(made)) = tested;
            run.elements[output.index()] = Some(made);
            run.speculates = !kept;
            for id in &filter.after {
                self.compute(*id, run)?;
            }
            run.speculates = false;
            let element = self.element(filter.stored, run)?;
            if let (true, Some(buffer)) = (kept, run.buffers.get_mut(&filter.stored)) {
                buffer.push(element);
            }
            run.elements[output.index()] = None;
            self.forget(root, &filter.before, run);
            self.forget(root, &filter.after, run);
        }
        Ok(())
    }

    fn mask(&mut self, masks: &Masks, block: Range<usize>, run: &mut Run<'_>) -> Result<(), Fault> {
        self.rest(masks.rest.as_ref(), block.clone(), run)?;
        self.masked(&masks.filters, block, run)
    }

    fn masked(
        &mut self,
        filters: &[MaskedFilter],
        block: Range<usize>,
        run: &mut Run<'_>,
    ) -> Result<(), Fault> {
        for filter in filters {
            for word in blocks(block.clone(), MASK) {
                self.mask_word(filter, word, run)?;
            }
        }
        Ok(())
    }

    /// Tests as many elements as have one mask, and then visits those that are kept.
    fn mask_word(
        &mut self,
        filter: &MaskedFilter,
        word: Range<usize>,
        run: &mut Run<'_>,
    ) -> Result<(), Fault> {
        let nest = Nest {
            sources: filter.sources.clone(),
            body: Scope::default(),
        };
        let mut mask = Vec::new();
        for row in word {
            let tested = self.test_alone((&nest, &filter.before, filter.filter), row, run)?;
            mask.extend(tested.ok().map(|made| (row, made)));
        }
        let output = self.meaning.program.binding(filter.filter).outputs[0];
        run.form = filter.form.clone();
        for (row, made) in mask {
            self.prepare((&nest, &filter.before), row, run)?;
            run.elements[output.index()] = Some(made);
            self.scope(&filter.inside, run)?;
            run.elements[output.index()] = None;
            self.forget(&nest, &filter.before, run);
        }
        Ok(())
    }

    fn defer(
        &mut self,
        plan: &LoopPlan,
        filters: &[BindingId],
        block: Range<usize>,
        run: &mut Run<'_>,
    ) -> Result<(), Fault> {
        let root = &plan.nest.root;
        let mut others = root.clone();
        let noted = |step: &Step| matches!(step, Step::Guard(id, _) if filters.contains(id));
        others.body.steps.retain(|step| !noted(step));
        let mut kept = vec![Vec::new(); filters.len()];
        for row in block {
            for (filter, kept) in filters.iter().zip(&mut kept) {
                let tested = self.test_alone((root, &[], *filter), row, run)?;
                kept.extend(tested.ok());
            }
            self.row(&others, row, run)?;
        }
        for (filter, kept) in filters.iter().zip(kept) {
            let output = self.meaning.program.binding(*filter).outputs[0];
            for element in kept {
                let element = self.stored(output, element, run);
                match run.buffers.get_mut(&output) {
                    Some(buffer) => buffer.push(element),
                    None => return Err(self.missing(output)),
                }
            }
        }
        Ok(())
    }

    /// What a filter says of an element, and what it hands on.
    pub(super) fn tested(&self, id: BindingId, run: &Run<'_>) -> Result<Result<u64, u64>, Fault> {
        let binding = self.meaning.program.binding(id);
        if binding.combinator() != Combinator::Filter {
            return fault(format!("{} is no filter", self.meaning.program.label(id)));
        }
        let input = binding.inputs[0].value;
        // To look at a string that is not made yet is to look at what it is made of.
        let element = self.stored(input, self.element(input, run)?, run);
        let captured = self.captured(id, run)?;
        let (kept, made) = Meaning::filtered(run.texts[id.index()], captured, element);
        let made = self.stored(binding.outputs[0], made, run);
        Ok(if kept { Ok(made) } else { Err(made) })
    }

    /// A string of an array of such as are made late, or what it is made of: each is the other's complement.
    pub(super) fn stored(&self, array: ValueId, element: u64, run: &Run<'_>) -> u64 {
        let late = run.plan.strings.arrays.contains(&array);
        if late { !element } else { element }
    }

    /// The element that a binding takes: made, if it takes strings.
    pub(super) fn taken(&self, id: BindingId, input: ValueId, run: &Run<'_>) -> Result<u64, Fault> {
        let element = self.element(input, run)?;
        let takes = run.plan.strings.takers.contains(&id);
        Ok(if takes {
            self.stored(input, element, run)
        } else {
            element
        })
    }

    /// What a binding makes: not yet, if it makes strings late.
    pub(super) fn made_late(&self, id: BindingId, element: u64, run: &Run<'_>) -> u64 {
        let late = run.plan.strings.makers.contains(&id);
        if late { !element } else { element }
    }

    /// The source over whose elements an array is written.
    pub(super) fn written_over(&self, array: ValueId, run: &Run<'_>) -> Option<ValueId> {
        let mut reused = run.plan.overwrites.iter();
        let reused = reused.find(|reused| reused.by == By::Array(array));
        match run.plan.run {
            Runs::CollectInPlace(made) if made == array => {
                Some(run.plan.nest.root.sources.first()?.value)
            }
            _ => Some(reused?.array),
        }
    }

    fn memory_of(&mut self, array: ValueId, run: &Run<'_>) -> Option<&mut Option<Value>> {
        match run.sources.get(&array)? {
            Source::Array(Slot::Memory(place)) => self.memory.get_mut(*place),
            Source::Array(Slot::Made(value)) => self.made.get_mut(*value),
            Source::Generated(_) => None,
        }
    }

    /// Writes an element where the one was that was read.
    pub(super) fn overwrite(
        &mut self,
        over: ValueId,
        element: u64,
        run: &Run<'_>,
    ) -> Result<(), Fault> {
        let missing = self.missing(over);
        let memory = self.memory_of(over, run);
        let Some(Value::Array(elements)) = memory.and_then(Option::as_mut) else {
            return Err(missing);
        };
        let Some(place) = elements.get_mut(run.iteration) else {
            return Err(missing);
        };
        *place = element;
        Ok(())
    }

    /// Arrays get the memory that they were written to, which is then nobody else's.
    pub(super) fn take_over(&mut self, run: &mut Run<'_>) -> Result<(), Fault> {
        let stored: Vec<ValueId> = run.buffers.keys().copied().collect();
        for array in stored {
            let Some(over) = self.written_over(array, run) else {
                continue;
            };
            let memory = self.memory_of(over, run).and_then(Option::take);
            let Some(Value::Array(elements)) = memory else {
                return Err(self.missing(over));
            };
            run.buffers.insert(array, elements);
        }
        Ok(())
    }
}
