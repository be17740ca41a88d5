//! One fused loop: what it declares, and what drives it. Of one on several threads, the same in each range.
//!
//! In: the plan of a loop. Out: its tokens, around those of its body.

use super::drive::Drive;
use super::emission::{Emitter, LoopEmission};
use super::names;
use super::parallel::captured_fields;
use super::parallel::division::Division;
use super::privatised::RangeTotal;
use crate::cnf::{BindingId, Operation, ValueId};
use crate::loops::{Driver, Loop, Outcome, Scope, Step};
use crate::ops::chain::Source;
use crate::ops::consumer::each::{Each, PushedTo, pushed_to};
use crate::plan::elements::is_slice;
use crate::plan::{Instructions, Length, LoopPlan, Reads, Run};
use crate::rust::spelling::spelling;
use crate::sorted::SortedSet;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

impl Emitter<'_> {
    /// A loop, with the room on the stack that it needs.
    pub(super) fn fused_loop(&self, plan: &LoopPlan) -> TokenStream {
        let emission = self.emission(plan);
        let tokens = match &plan.run {
            Run::Dispatch(dispatch) => self.dispatch(plan, dispatch),
            Run::CollectInPlace(array) => emission.collect_in_place(*array),
            Run::Pulled(pulled) => self.pulled(plan, pulled),
            _ => emission.whole(),
        };
        let nest = &plan.nest;
        // The room for what waits is large: it is given back before the function goes on, and perhaps calls itself.
        let gives_back = plan.passes().is_some_and(|passes| passes.gives_back) && !plan.parallel;
        let tokens = if plan.instructions != Instructions::Baseline {
            self.with_instructions(plan, &emission, &tokens, gives_back)
        } else if gives_back {
            let runtime = self.plan.runtime;
            let tokens = self.with_own_numbers(nest, &tokens);
            self.enclosed(nest, &tokens, |block| quote!(#runtime::apart(|| #block)))
        } else if self.plan.region.suspends || matches!(plan.run, Run::Dispatch(_)) {
            self.enclosed(nest, &tokens, |block| block)
        } else {
            tokens
        };
        let buffers = self.inline_buffers(plan);
        quote!(#buffers #tokens)
    }

    /// A loop in a closure that the runtime runs with the instructions of the machine, if there are many elements. Numbers are its own:
    /// what a closure captures stands behind a reference, and is read again for each element.
    fn with_instructions(
        &self,
        plan: &LoopPlan,
        emission: &LoopEmission<'_>,
        tokens: &TokenStream,
        gives_back: bool,
    ) -> TokenStream {
        let runtime = self.plan.runtime;
        let nest = &plan.nest;
        let Some(source) = nest.root.sources.first() else {
            return tokens.clone();
        };
        let elements = emission.elements(nest, source);
        let tokens = self.with_own_numbers(nest, tokens);
        self.enclosed(nest, &tokens, |block| {
            let wide = quote!(#[inline(always)] || #block);
            let run = if plan.instructions == Instructions::DetectedAlone {
                let written = self.written(nest);
                let mut sources = nest.root.sources.iter();
                // Elements by their numbers pay later.
                let numbers =
                    |source: &Driver| matches!(self.operation(source.reader), Operation::Range(_));
                let few = if sources.any(numbers) {
                    quote!(#runtime::is_few(#elements))
                } else {
                    quote!(#runtime::is_short(#elements))
                };
                quote!(#runtime::dispatched_or(#few, #wide, #[inline(always)] || #written))
            } else if let Instructions::Detected { least: Some(least) } = plan.instructions {
                let least = Literal::usize_unsuffixed(least);
                quote!(#runtime::dispatched_from(#least, #elements, #wide))
            } else if is_slice(self.plan.lowered, source) {
                quote!(#runtime::dispatched(#runtime::as_slice(#elements), #wide))
            } else {
                quote!(#runtime::dispatched_over(#elements, #wide))
            };
            if gives_back {
                quote!(#runtime::apart(|| #run))
            } else {
                run
            }
        })
    }

    /// The chains of a loop as written, one after the other.
    pub(super) fn written(&self, nest: &Loop) -> TokenStream {
        let lowered = self.plan.lowered;
        let results = nest.outcomes.iter().filter_map(|outcome| {
            let producer = lowered.program.producer(outcome.value())?;
            let chain = &lowered.chain_of(producer)?.chain.expr;
            let result = self.names.fold(outcome.value());
            Some(quote!(let #result = #chain;))
        });
        let result = self.result_of(nest);
        quote!({ #(#results)* #result })
    }

    /// What stands in a closure, behind numbers of its own.
    pub(super) fn with_own_numbers(&self, nest: &Loop, tokens: &TokenStream) -> TokenStream {
        let chains = nest.cluster.iter();
        let chains = chains.map(|id| self.plan.lowered.program.binding(*id).chain);
        let chains = chains.collect::<SortedSet<_>>();
        let chains = chains.iter().filter_map(|id| self.plan.lowered.chain(*id));
        let numbers = captured_fields::numbers(&chains.collect::<Vec<_>>(), tokens);
        quote!(#(let #numbers = #numbers;)* #tokens)
    }

    /// What a loop is emitted with.
    pub(super) fn emission<'b>(&'b self, plan: &'b LoopPlan) -> LoopEmission<'b> {
        let program = &self.plan.lowered.program;
        let cluster = plan.nest.cluster.iter();
        let made = cluster.flat_map(|id| &program.binding(*id).outputs);
        let ranges = plan.parallel.then(|| self.ranges_of(plan));
        let span = names::span();
        LoopEmission {
            emitter: self,
            plan,
            made: made.copied().collect(),
            start: ranges.as_ref().map_or(quote!(0), |_| quote!(#span.start)),
            form: &plan.form,
            lane: None,
            ranges,
        }
    }

    /// A loop in a block of its own, which only its results leave. What was borrowed in a block that
    /// is suspended later becomes part of the future, even if it is never used again. `run` is given the block, and gives what
    /// has its value.
    pub(super) fn enclosed(
        &self,
        nest: &Loop,
        tokens: &TokenStream,
        run: impl FnOnce(TokenStream) -> TokenStream,
    ) -> TokenStream {
        let result = self.result_of(nest);
        let block = run(quote!({ #tokens #result }));
        if result.is_empty() {
            quote!(#block;)
        } else {
            quote!(let #result = #block;)
        }
    }

    /// What a loop leaves behind, as one value.
    fn result_of(&self, nest: &Loop) -> TokenStream {
        match self.results_of(nest).as_slice() {
            [] => TokenStream::new(),
            [result] => quote!(#result),
            results => quote!((#(#results),*)),
        }
    }

    /// What a loop leaves behind, by name.
    pub(super) fn results_of(&self, nest: &Loop) -> Vec<Ident> {
        let results = nest.outcomes.iter().flat_map(|outcome| match outcome {
            Outcome::Stored { array, .. } => {
                let hint = self.is_hashed(*array).then(|| self.names.hint(*array));
                let asked_for = self.plan.plans.cuts.is_asked_for(*array);
                let ranges = asked_for.then(|| self.names.ranges(*array));
                [Some(self.names.buffer(*array)), hint.or(ranges)]
            }
            Outcome::Scalar(value) => {
                // It writes the user's own names.
                let own = !self.is_each(*value);
                [own.then(|| self.names.fold(*value)), None]
            }
            Outcome::Contracted(array) => {
                let kept = self.keeps(*array);
                [kept.then(|| self.names.keep(*array)), None]
            }
            Outcome::Pushed { .. } => [None, None],
        });
        results.flatten().collect()
    }

    /// Whether a `scan` stands before an array that is collected.
    fn scans(&self, array: ValueId) -> bool {
        let chain = self.plan.lowered.chain_making(array);
        chain.is_some_and(|chain| chain.chain.stream.scans())
    }

    /// Whether an array is collected from one element for each of another, whose number std would know.
    fn goes_through_array(&self, array: ValueId) -> bool {
        let chain = self.plan.lowered.chain_making(array);
        chain.is_some_and(|chain| {
            let stream = &chain.chain.stream;
            matches!(stream.source, Source::Array(_)) && stream.is_one_to_one()
        })
    }
}

impl LoopEmission<'_> {
    /// The elements that are overwritten, copied first.
    fn before(&self, nest: &Loop) -> TokenStream {
        let names = &self.emitter.names;
        let taken = nest.root.sources.iter().map(|source| source.value);
        let taken = taken.filter(|array| self.emitter.taken_over_by(*array).is_some());
        let copies = taken.map(|array| {
            let (item, place, before) =
                (names.item(array), names.place(array), names.before(array));
            quote!(let #place = #item; let #before = *#place; let #item = &#before;)
        });
        copies.collect()
    }

    pub(super) fn declare(&self, outcome: &Outcome) -> TokenStream {
        let emitter = self.emitter;
        let runtime = emitter.plan.runtime;
        match outcome {
            Outcome::Stored { array, .. } if emitter.taken_over(*array).is_some() => {
                TokenStream::new()
            }
            Outcome::Stored { array, exact } => {
                let buffer = emitter.names.buffer(*array);
                let make = if *exact {
                    let driver = names::driver();
                    quote!(#runtime::buffer!(#driver))
                } else {
                    match &self.ranges {
                        None if self.plan.inline.contains(array) => {
                            let shelf = emitter.names.shelf(*array);
                            quote!(#runtime::Buffer::on(&mut #shelf))
                        }
                        _ => quote!(#runtime::Buffer::new()),
                    }
                };
                let hint = self.hint(*array, *exact);
                quote!(let mut #buffer = #make; #hint)
            }
            Outcome::Contracted(array) if emitter.keeps(*array) => {
                let keep = emitter.names.keep(*array);
                let lowered = emitter.plan.lowered;
                let element = self.element_type(*array);
                match element.filter(|_| lowered.is_plain(*array)) {
                    _ if lowered.is_plain_to_all(*array) => {
                        quote!(let mut #keep = #runtime::Tally::new();)
                    }
                    Some(ty) => quote!(let mut #keep = #runtime::keep!(#ty);),
                    None => quote!(let mut #keep = #runtime::Keep::new();),
                }
            }
            Outcome::Contracted(_) | Outcome::Pushed { .. } => TokenStream::new(),
            Outcome::Scalar(value) => {
                let of = emitter.accumulator(*value, Span::mixed_site());
                let consumer = emitter.consumer_of(*value);
                consumer.map_or_else(TokenStream::new, |consumer| consumer.start(&of))
            }
        }
    }

    /// The loop: what drives it, what it declares, and its body, once for all elements or once for each range.
    pub(super) fn whole(&self) -> TokenStream {
        let mut drive = self.emitter.drive(&self.plan.nest.root, self.plan.parallel);
        let driver = match &self.ranges {
            None => self.driver(&mut drive),
            Some(ranges) => self.divided(ranges, &mut drive),
        };
        let division = Division::of(self);
        let (indices, run) = self.piece(&drive, &division.totals);
        let declarations = &division.declarations;
        let run = match &self.ranges {
            None => {
                let run = self.with_workers(run);
                quote!(#declarations #indices #run)
            }
            Some(ranges) => self.on_ranges(ranges, &division, quote!(#declarations #indices #run)),
        };
        let Division { outputs, ends, .. } = division;
        quote!(#driver #outputs #run #ends)
    }

    /// What the loop leaves behind, before its first element.
    pub(super) fn declared(&self) -> TokenStream {
        let outcomes = self.plan.nest.outcomes.iter();
        outcomes.map(|outcome| self.declare(outcome)).collect()
    }

    /// The loop over all elements, with what it counts and calls.
    pub(super) fn driven(&self, drive: &Drive) -> TokenStream {
        let (indices, run) = self.piece(drive, &[]);
        let run = self.with_workers(run);
        quote!(#indices #run)
    }

    /// What runs over all elements or over a range of them: what is counted, and the loop between starts and ends of extrema.
    pub(super) fn piece(&self, drive: &Drive, totals: &[RangeTotal]) -> (TokenStream, TokenStream) {
        let nest = &self.plan.nest;
        let run = self.emitter.adding(nest, totals, self.run(drive));
        (
            self.indices(&nest.root.body, false),
            self.between_extrema(run),
        )
    }

    /// A loop between what its extrema of integers start from, and what becomes of them.
    pub(super) fn between_extrema(&self, run: TokenStream) -> TokenStream {
        let (starts, ends) = self.best_of_integers(&self.plan.nest);
        quote!(#starts #run #ends)
    }

    /// With the locals that it calls.
    pub(super) fn with_workers(&self, run: TokenStream) -> TokenStream {
        let mut workers = self.workers(&self.plan.nest);
        workers.extend(self.divisors(&run));
        if workers.is_empty() {
            run
        } else {
            quote!({ #workers #run })
        }
    }

    /// What drives a loop on one thread, where its length is asked for, and arrays that are written over others.
    pub(super) fn driver(&self, drive: &mut Drive) -> TokenStream {
        let emitter = self.emitter;
        let (runtime, name) = (emitter.plan.runtime, names::driver());
        let sources = &self.plan.nest.root.sources;
        let taken = sources.iter().filter_map(|source| {
            let by = emitter.names.buffer(emitter.taken_over_by(source.value)?);
            let array = emitter.names.buffer(source.value);
            Some(quote!(let mut #by = #array;))
        });
        let taken = taken.collect::<TokenStream>();
        let counted = match self.plan.length {
            Length::Unasked => return taken,
            Length::Iterator => quote!(#name),
            Length::Slice => quote!(#runtime::counted(#name)),
            Length::Index => quote!(#runtime::by_index!(#name)),
        };
        let mut iterator = std::mem::replace(&mut drive.iterator, counted);
        // Only an iterator is asked how long it is.
        if matches!(sources.as_slice(), [source] if emitter.is_bare(source)) {
            iterator = quote!(#runtime::IntoIterator::into_iter(#iterator));
        }
        quote!(#taken let #name = #iterator;)
    }

    /// The loop: over blocks, if that is the plan.
    pub(super) fn run(&self, drive: &Drive) -> TokenStream {
        let nest = &self.plan.nest;
        match &self.plan.run {
            Run::Passes(passes) => self.tiled(nest, passes, drive),
            Run::Compaction(compaction) => self.compacted(nest, compaction),
            // Of few slices there is another form.
            Run::Masks(masks) if self.plan.reads == Reads::Slices => {
                self.masked_blocks(nest, masks)
            }
            Run::Masks(masks) => self.masked(nest, masks, drive),
            Run::DeferredCompaction(filters) => self.in_bits(nest, filters),
            Run::Body | Run::CollectInPlace(_) | Run::Dispatch(_) | Run::Pulled(_) => {
                let body = self.in_one_body(drive);
                let ahead = self.ahead(nest);
                let body = quote!(#ahead #body);
                match &self.plan.few {
                    Some(few) => self.few_or_many(nest, few, &body),
                    None => body,
                }
            }
        }
    }

    /// All of it for one element after another.
    pub(super) fn in_one_body(&self, drive: &Drive) -> TokenStream {
        self.iterate_over(&self.plan.nest, drive)
    }

    /// The loop, or one of its passes, for one element after another.
    pub(super) fn iterate_over(&self, nest: &Loop, drive: &Drive) -> TokenStream {
        let Drive {
            iterator,
            pattern,
            aliases,
        } = drive;
        let before = self.before(nest);
        let body = self.scope(&nest.root.body);
        self.iterate(nest, iterator, pattern, &quote!(#before #aliases #body))
    }

    /// What a hashed collection would have been told of the number of its elements, which decides the
    /// order in which it is iterated.
    fn hint(&self, array: ValueId, exact: bool) -> TokenStream {
        if !self.emitter.is_hashed(array) {
            return TokenStream::new();
        }
        let runtime = self.emitter.plan.runtime;
        let hint = self.emitter.names.hint(array);
        let driver = names::driver();
        // A `scan` may end early, for all that std knows.
        if self.emitter.scans(array) {
            quote!(let #hint = 0;)
        } else if self.emitter.goes_through_array(array) {
            quote!(let #hint = #runtime::AS_MANY_AS_THERE_ARE;)
        } else if exact {
            quote!(let #hint = #runtime::Iterator::size_hint(&#driver).0;)
        } else {
            quote!(let #hint = 0;)
        }
    }

    /// The vectors of the user's that a body pushes to, with what stands for them. One that nobody needs behind the loop is left alone.
    pub(super) fn appenders(&self, id: BindingId, each: &Each) -> Vec<(PushedTo, Ident)> {
        let outputs = &self.emitter.plan.lowered.program.binding(id).outputs;
        let read = self.read_as_pushed(id);
        let vanishes = |vector: &PushedTo| {
            let name = spelling(&vector.name);
            read.iter().any(|of| of.pushed.name == name && !of.stored)
        };
        let pushed_to = pushed_to(each).into_iter();
        let pushed_to = pushed_to.filter(|vector| !vector.read && !vanishes(vector));
        let appenders = pushed_to.filter_map(|vector| {
            let output = *outputs.get(vector.index)?;
            Some((vector, self.emitter.names.appender(output)))
        });
        appenders.collect()
    }

    /// What stands for the vectors of the user's that the loop pushes to.
    fn append(&self, nest: &Loop) -> TokenStream {
        let runtime = self.emitter.plan.runtime;
        let mut appenders = TokenStream::new();
        for id in &nest.cluster {
            let Some(each) = self.emitter.plan.lowered.consumer_of::<Each>(*id) else {
                continue;
            };
            for (vector, appender) in self.appenders(*id, each) {
                let name = &vector.name;
                let vector = if vector.behind {
                    quote!(&mut *#name)
                } else {
                    quote!(&mut #name)
                };
                appenders.extend(quote!(let mut #appender = #runtime::Appender::new(#vector);));
            }
        }
        appenders
    }

    /// Locals that are given as workers by name.
    pub(super) fn workers(&self, nest: &Loop) -> TokenStream {
        let mut workers = self.append(nest);
        // Bound in reverse, they are dropped in the order of their chains.
        for id in nest.cluster.iter().rev() {
            let worker = match self.emitter.operation(*id) {
                Operation::Map(worker)
                | Operation::Filter(worker)
                | Operation::FilterMap(worker) => worker,
                Operation::Consume(consumer) => match consumer.worker() {
                    Some(worker) => worker,
                    None => continue,
                },
                Operation::Half {
                    split,
                    is_first: true,
                    ..
                } => match &split.test {
                    Some(worker) => worker,
                    None => continue,
                },
                _ => continue,
            };
            if worker.local {
                let bound = self.emitter.names.worker(self.output(*id));
                let expr = &worker.expr;
                workers.extend(quote!(let #bound = #expr;));
            }
        }
        workers
    }

    /// Positions of `enumerate` and states of `scan`, declared before the loop whose elements they
    /// count or see.
    pub(super) fn indices(&self, scope: &Scope, inner: bool) -> TokenStream {
        let mut indices = TokenStream::new();
        for step in &scope.steps {
            match step {
                Step::Compute(id) => {
                    if let Operation::Enumerate { restarts } = self.emitter.operation(*id)
                        && *restarts == inner
                    {
                        let output = self.emitter.plan.lowered.program.binding(*id).outputs[0];
                        let index = self.emitter.names.index(output);
                        let runtime = self.emitter.plan.runtime;
                        let start = if inner { &quote!(0) } else { &self.start };
                        indices.extend(quote!(let mut #index: #runtime::usize = #start;));
                    }
                    if let Operation::Scan { scan, restarts } = self.emitter.operation(*id)
                        && *restarts == inner
                    {
                        let state = self.emitter.names.state(self.output(*id));
                        let initial = match (&self.ranges, inner) {
                            (Some(ranges), false) => self.start_of_range(*id, scan, ranges),
                            _ => scan.initial.to_token_stream(),
                        };
                        indices.extend(quote!(let mut #state = #initial;));
                    }
                }
                Step::Guard(_, inside) => indices.extend(self.indices(inside, inner)),
                Step::Consume(_) => {}
            }
        }
        if let (Some(nested), false) = (&scope.inner, inner) {
            indices.extend(self.indices(&nested.nest.body, false));
        }
        indices
    }
}
