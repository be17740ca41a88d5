//! A loop over blocks, and in each block one loop after another.
//!
//! In: a loop and its [`Passes`]. Out: the tokens of both. What runs in a pass is what would have run
//! in the one body, scope by scope.

mod counts;
mod lanes;

use self::lanes::Elements;
use super::drive::Drive;
use super::emission::LoopEmission;
use super::names;
use crate::cnf::{BindingId, ValueId};
use crate::loops::{Driver, Loop, Outcome, Scope};
use crate::ops::chain::{Access, Strided};
use crate::ops::consumer::each::Each;
use crate::ops::consumer::sum::Reduction;
use crate::ops::search::Question;
use crate::plan::elements::{is_changed, reversed, strided};
use crate::plan::in_step;
use crate::plan::passes::relied_on;
use crate::plan::{Accumulation, Blocks, Over, Pass, Passes, Taking, extremum, searches};
use crate::sorted::SortedSet;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

impl<'a> LoopEmission<'a> {
    /// The loop over the blocks.
    pub(super) fn tiled(&self, nest: &Loop, passes: &'a Passes, drive: &Drive) -> TokenStream {
        let emitter = self.emitter;
        let runtime = emitter.plan.runtime;
        let blocks = match passes.over {
            Over::Whole { later_in_blocks } => {
                return self.over_the_whole(passes, later_in_blocks, drive);
            }
            Over::Slice | Over::Few(_) => return self.alone(nest, passes),
            Over::Search | Over::InTurn => return self.beside(nest, passes),
            Over::Blocks(blocks) => blocks,
        };
        let tiles = match blocks {
            Blocks::Short => quote!(short_tiles),
            Blocks::Narrow => quote!(narrow_tiles),
            Blocks::Long => quote!(long_tiles),
            Blocks::Usual => quote!(tiles),
        };
        let sources = self.distinct(nest).into_iter().map(|same| {
            let tile = emitter.names.tile(same[0].value);
            (quote!(#tile), self.in_blocks(nest, same[0], &tiles))
        });
        let (pattern, tiles) = match blocks {
            Blocks::Short | Blocks::Long => self.blocks_in_step(sources),
            Blocks::Usual | Blocks::Narrow => self.in_step(sources),
        };
        let starts = passes.read_back.iter().map(|array| {
            let (start, buffer) = (emitter.names.start(*array), emitter.names.buffer(*array));
            quote!(let #start = (&#buffer).len();)
        });
        let kept = passes.kept.iter().map(|array| {
            let (room, tile) = (emitter.names.room(*array), emitter.names.tile(*array));
            quote! {
                let mut #room = #runtime::TileRoom::new();
                let mut #tile = #runtime::Tile::of(&mut #room);
            }
        });
        let loops = passes.passes.iter().map(|pass| self.pass(pass, passes));
        let searches = passes.searches.iter().map(|id| self.search(*id));
        let (lanes, together) = self.lanes(passes);
        quote! {
            #lanes
            for #pattern in #tiles {
                #(#starts)*
                #(#kept)*
                #(#loops)*
                #(#searches)*
            }
            #together
        }
    }

    /// The blocks of a source.
    pub(super) fn in_blocks(
        &self,
        nest: &Loop,
        source: &Driver,
        blocks: &TokenStream,
    ) -> TokenStream {
        let runtime = self.emitter.plan.runtime;
        let elements = self.elements(nest, source);
        if let Some(place) = self.elements_of_place(source) {
            quote!(#place.#blocks())
        } else if let Some(strided) = self.strided(source) {
            quote!(#strided.#blocks())
        } else if is_changed(self.emitter.plan.lowered, source) {
            quote!(#runtime::changed(#elements).#blocks())
        } else {
            quote!(#runtime::#blocks(#elements))
        }
    }

    /// The windows or the chunks that a source is, or the elements from the end.
    fn strided(&self, source: &Driver) -> Option<TokenStream> {
        let runtime = self.emitter.plan.runtime;
        if let Some(elements) = reversed(self.emitter.plan.lowered, source) {
            return Some(quote!(#runtime::reversed(#elements)));
        }
        let Strided {
            array,
            length,
            windows,
            ..
        } = strided(self.emitter.plan.lowered, source)?;
        let length = Literal::usize_unsuffixed(*length);
        Some(match windows {
            true => quote!(#runtime::windows_of::<#length, _>(#array.iter())),
            false => quote!(#runtime::chunks_of::<#length, _>(#array.iter())),
        })
    }

    /// The sources of a loop, those together that are the same windows or chunks, or elements from the end: they are read once.
    fn distinct<'s>(&self, nest: &'s Loop) -> Vec<Vec<&'s Driver>> {
        let lowered = self.emitter.plan.lowered;
        let of = |source: &Driver| (strided(lowered, source), reversed(lowered, source));
        let mut found: Vec<Vec<&Driver>> = Vec::new();
        for source in &nest.root.sources {
            let own = of(source);
            let same = |group: &&mut Vec<&Driver>| own != (None, None) && of(group[0]) == own;
            match found.iter_mut().find(same) {
                Some(group) => group.push(source),
                None => found.push(vec![source]),
            }
        }
        found
    }

    /// True if a pass changes an array where it stands.
    fn changes(&self, pass: &Pass, array: ValueId) -> bool {
        let lowered = self.emitter.plan.lowered;
        let inputs = pass.nest.cluster.iter().flat_map(|id| lowered.inputs(*id));
        let mut mutable = inputs.filter(|input| {
            input
                .source
                .is_some_and(|source| source.access == Access::Mutable)
        });
        mutable.any(|input| self.before_updates(input.value) == array)
    }

    /// The name of the block that a source of a pass is in: that of the first that is the same in the whole loop.
    fn tile_of(&self, source: &Driver) -> Ident {
        let groups = self.distinct(&self.plan.nest);
        let mut groups = groups.iter();
        let group = groups.find(|group| group.iter().any(|of| of.value == source.value));
        let first = group.map_or(source.value, |group| group[0].value);
        self.emitter.names.tile(first)
    }

    /// True for a place that is taken for a slice.
    pub(super) fn is_place(&self, array: ValueId) -> bool {
        self.emitter.plan.lowered.places.contains(&array)
    }

    /// What stands for the elements of a source that is such a place.
    pub(super) fn elements_of_place(&self, source: &Driver) -> Option<&Ident> {
        let inputs = self.emitter.plan.lowered.inputs(source.reader);
        let mut inputs = inputs.iter();
        let input = inputs.find(|input| self.is_place(input.value) && input.value == source.value);
        Some(&input?.source?.name)
    }

    /// What is asked of a block.
    fn search(&self, id: BindingId) -> TokenStream {
        let emitter = self.emitter;
        let lowered = emitter.plan.lowered;
        let inputs = lowered.inputs(id);
        let (Some(search), Some(input)) = (searches::in_loop(lowered, id), inputs.first()) else {
            return TokenStream::new();
        };
        let fold = emitter.names.fold(self.output(id));
        let tile = emitter.names.tile(input.value);
        let test = &search.test.expr;
        if self.is_place(input.value) {
            let ask = match (search.question, search.copied) {
                (Question::Position, false) => quote!(seek),
                (Question::Position, true) => quote!(seek_copied),
                (_, false) => quote!(decide),
                (_, true) => quote!(decide_copied),
            };
            quote!(#tile.#ask(&mut #fold, #test);)
        } else if search.copied {
            quote!((&mut #fold).block_copied(#tile, #test);)
        } else {
            quote!((&mut #fold).block(#tile, #test);)
        }
    }

    /// Few elements in a loop for each pass, many in one body.
    pub(super) fn few_or_many(
        &self,
        nest: &Loop,
        few: &'a Passes,
        body: &TokenStream,
    ) -> TokenStream {
        let runtime = self.emitter.plan.runtime;
        let Some(source) = nest.root.sources.first() else {
            return body.clone();
        };
        let Over::Few(most) = few.over else {
            return body.clone();
        };
        let is_few = match self.elements_of_place(source) {
            Some(place) => quote!(#place.are_at_most(#most)),
            None => {
                let elements = self.elements(nest, source);
                quote!(#runtime::are_at_most(#most, #elements))
            }
        };
        let passes = few.passes.iter().map(|pass| {
            let drive = self.emitter.drive(&pass.nest.root, false);
            if pass.fills.is_empty() && pass.reads.is_empty() {
                return self.of(&pass.form).iterate_over(&pass.nest, &drive);
            }
            let made = pass.reads.iter().map(|array| {
                let (item, buffer) = (
                    self.emitter.names.item(*array),
                    self.emitter.names.buffer(*array),
                );
                (quote!(&#item), quote!((&#buffer).iter()))
            });
            let (pattern, iterator) = match pass.reads.as_slice() {
                // A loop takes what is no iterator yet.
                [] => {
                    let iterator = drive.iterator;
                    let iterator = quote!(#runtime::IntoIterator::into_iter(#iterator));
                    (drive.pattern, iterator)
                }
                _ => self.in_step(made),
            };
            self.pass_over(pass, &few.kept, &iterator, &pattern)
        });
        quote!(if #is_few { #(#passes)* } else { #body })
    }

    /// One pass needs no blocks.
    fn alone(&self, nest: &Loop, passes: &'a Passes) -> TokenStream {
        let emitter = self.emitter;
        let runtime = emitter.plan.runtime;
        let slices = self.distinct(nest).into_iter().map(|same| {
            let source = same[0];
            let tile = emitter.names.tile(source.value);
            let elements = self.elements(nest, source);
            if let Some(place) = self.elements_of_place(source) {
                return quote!(let #tile = #place;);
            }
            if let Some(strided) = self.strided(source) {
                return quote!(let #tile = #strided;);
            }
            quote!(let #tile = #runtime::as_slice(#elements);)
        });
        let (lanes, together) = self.lanes(passes);
        let pass = passes.passes.iter().map(|pass| self.pass(pass, passes));
        quote!(#lanes #(#slices)* #(#pass)* #together)
    }

    /// What gives the elements of a source: a range of a parallel loop has been given them.
    pub(super) fn elements(&self, nest: &Loop, source: &Driver) -> TokenStream {
        if let Some(bound) = self.emitter.bound.get(&source.value) {
            return bound.to_token_stream();
        }
        if !self.plan.parallel {
            return self.emitter.source(source, false);
        }
        let part = if nest.root.sources.len() == 1 {
            names::driver()
        } else {
            self.emitter.names.part(source.value)
        };
        quote!(#part)
    }

    /// One loop over the elements of a block.
    fn pass(&self, pass: &'a Pass, passes: &'a Passes) -> TokenStream {
        let emitter = self.emitter;
        if pass.taking == Taking::Lanes {
            let sources = pass.nest.root.sources.iter().map(|source| {
                let tile = emitter.names.tile(source.value);
                let of = match is_changed(emitter.plan.lowered, source) {
                    true => quote!((&*#tile)),
                    false => quote!(#tile),
                };
                Elements {
                    item: emitter.names.item(source.value),
                    of,
                    placed: self.is_place(source.value),
                }
            });
            let before = pass.reads.iter().map(|array| {
                let made = self.made_before(*array, passes);
                Elements {
                    item: emitter.names.item(*array),
                    of: quote!(#made.as_slice()),
                    placed: false,
                }
            });
            let slices = sources.chain(before).collect::<Vec<_>>();
            return self.pass_in_lanes(pass, &slices);
        }
        let changes = |source: &Driver| self.changes(pass, source.value);
        let from_memory = self.distinct(&pass.nest).into_iter().map(|same| {
            let tile = self.tile_of(same[0]);
            let items = same.iter().map(|source| emitter.names.item(source.value));
            let items = items.map(|item| quote!(#item));
            let item = items.reduce(|before, item| quote!(#before @ #item));
            let iterator = match changes(same[0]) {
                true => quote!(#tile.iter_mut()),
                false => quote!(#tile.iter()),
            };
            (item.unwrap_or_default(), iterator)
        });
        let from_before = pass.reads.iter().map(|array| {
            let item = emitter.names.item(*array);
            let elements = self.made_before(*array, passes);
            (quote!(&#item), elements)
        });
        let (pattern, iterator) = self.in_step(from_memory.chain(from_before));
        let run = self.pass_over(pass, &passes.kept, &iterator, &pattern);
        if pass.taking != Taking::Widths {
            return run;
        }
        let (declared, mut merged) = self.extrema_of_integers(pass);
        // No block is empty, but all that there is may be.
        if let (Over::Slice, false, Some(source)) = (
            &passes.over,
            merged.is_empty(),
            pass.nest.root.sources.first(),
        ) {
            let (runtime, tile) = (emitter.plan.runtime, emitter.names.tile(source.value));
            merged = quote! {
                if let #runtime::Some(_) = #runtime::Iterator::next(&mut #tile.iter()) { #merged }
            };
        }
        let (parts, sums) = self.parts(pass);
        quote!(#declared #parts #run #merged #sums)
    }

    /// The extrema of integers of a block: what is declared before it, and what they make of the
    /// extrema of all, unless the block is empty.
    fn extrema_of_integers(&self, pass: &Pass) -> (TokenStream, TokenStream) {
        let lowered = self.emitter.plan.lowered;
        let runtime = self.emitter.plan.runtime;
        let (mut declared, mut merged) = (TokenStream::new(), TokenStream::new());
        for outcome in &pass.nest.outcomes {
            let Outcome::Scalar(value) = outcome else {
                continue;
            };
            let producer = lowered.program.producer(*value);
            if let Some(of_place) = producer.and_then(|id| extremum::of_place(lowered, id)) {
                let (fold, best) = (
                    self.emitter.names.fold(*value),
                    self.emitter.names.best(*value),
                );
                let start = of_place.start(runtime);
                declared.extend(quote!(let mut #best = #start;));
                merged.extend(of_place.end(&best, &fold));
                continue;
            }
            let names = &self.emitter.names;
            let (fold, best) = (names.fold(*value), names.best(*value));
            let referenced = producer.and_then(|id| extremum::of_referenced(lowered, id));
            if let (Some(whole), Some(id)) = (referenced, producer) {
                let (worst, of_block) = (whole.worst(runtime), whole.of_block(runtime));
                let tile = names.tile(lowered.inputs(id)[0].value);
                declared.extend(quote!(let mut #best = #worst;));
                merged.extend(quote!(#fold = #of_block(#fold, #best, #tile);));
                continue;
            }
            let Some(whole) = producer.and_then(|id| extremum::of_integers(lowered, id)) else {
                continue;
            };
            let (worst, step) = (whole.worst(runtime), whole.step(runtime));
            declared.extend(quote!(let mut #best = #worst;));
            merged.extend(quote!(#fold = #step(#fold, #best);));
        }
        (declared, merged)
    }

    /// The parts of sums of a block: what is declared before it, and what they add to the sums of all.
    fn parts(&self, pass: &Pass) -> (TokenStream, TokenStream) {
        let runtime = self.emitter.plan.runtime;
        let names = &self.emitter.names;
        let (mut declared, mut added) = (TokenStream::new(), TokenStream::new());
        for value in pass.nest.outcomes.iter().map(Outcome::value) {
            let Some(Accumulation::Narrow(narrow)) = self.plan.accumulators.get(&value) else {
                continue;
            };
            let (fold, name) = (names.fold(value), names.part(value));
            let number = format_ident!("{}", narrow.number());
            if let Some(each) = self.emitter.consumer_as::<Each>(value) {
                let (before, behind) = self.counts(pass, value, each, &number);
                declared.extend(before);
                added.extend(behind);
                continue;
            }
            if pass.nest.outcomes.contains(&Outcome::Contracted(value)) {
                let keep = names.keep(value);
                declared.extend(quote!(let mut #name: #runtime::#number = 0;));
                added.extend(quote! {
                    (&mut #keep).count(#runtime::of_part::<#runtime::#number, #runtime::usize>(#name));
                });
                continue;
            }
            let total = match self.emitter.consumer_as::<Reduction>(value) {
                Some(reduction) => reduction.number.to_token_stream(),
                _ => quote!(#runtime::usize),
            };
            if narrow.by_name {
                let relies_on = relied_on(self.emitter.plan.lowered, &pass.nest, value);
                declared.extend(quote! {
                    let mut #name = #runtime::narrow!(
                        (#(#relies_on,)*), (#(#runtime::#relies_on,)*), #runtime::#number
                    );
                });
                added.extend(quote!(#fold += #runtime::given::<#total>(#name);));
                continue;
            }
            declared.extend(quote!(let mut #name: #runtime::#number = 0;));
            added.extend(quote!(#fold += #runtime::of_part::<#runtime::#number, #total>(#name);));
        }
        (declared, added)
    }

    /// The elements of a block that an earlier pass made.
    fn made_before(&self, array: ValueId, passes: &Passes) -> TokenStream {
        let names = &self.emitter.names;
        if passes.kept.contains(&array) {
            let tile = names.tile(array);
            quote!((&#tile).iter())
        } else {
            let (start, buffer) = (names.start(array), names.buffer(array));
            quote!((&#buffer).since(#start))
        }
    }

    /// All of the first pass; then the others, block by block if there are several, so that what the first has stored comes from
    /// memory once.
    fn over_the_whole(&self, passes: &'a Passes, in_blocks: bool, drive: &Drive) -> TokenStream {
        let runtime = self.emitter.plan.runtime;
        let names = &self.emitter.names;
        let Drive {
            iterator,
            pattern,
            aliases,
        } = drive;
        let (declared, together) = self.lanes(passes);
        let [first, later @ ..] = passes.passes.as_slice() else {
            return TokenStream::new();
        };
        let by_index = |source: &Driver| in_step::fills(self.emitter.plan.lowered, source);
        let fills = first.fills.len() == 1 && first.nest.root.sources.iter().all(by_index);
        let first_run = if fills && aliases.is_empty() && !self.plan.parallel {
            let iterator = quote!(#runtime::IntoIterator::into_iter(#iterator));
            self.pass_over(first, &passes.kept, &iterator, pattern)
        } else {
            let of_first = self.of(&first.form);
            let body = of_first.scope(&first.nest.root.body);
            let body = quote!(#aliases #body);
            of_first.iterate(&first.nest, iterator, pattern, &body)
        };
        let read = later.iter().flat_map(|pass| &pass.reads).copied();
        let read = read.collect::<SortedSet<_>>();
        let elements = |array: ValueId| {
            if in_blocks {
                let tile = names.tile(array);
                quote!(#tile.iter())
            } else {
                let buffer = names.buffer(array);
                quote!((&#buffer).iter())
            }
        };
        let mut runs = TokenStream::new();
        for pass in later {
            let reads = pass.reads.iter();
            let reads = reads.map(|array| (names.item(*array), elements(*array)));
            if pass.taking == Taking::Lanes {
                let slices = reads.map(|(item, made)| Elements {
                    item,
                    of: quote!(#made.as_slice()),
                    placed: false,
                });
                runs.extend(self.pass_in_lanes(pass, &slices.collect::<Vec<_>>()));
                continue;
            }
            let (pattern, iterator) =
                self.in_step(reads.map(|(item, made)| (quote!(&#item), made)));
            runs.extend(self.pass_over(pass, &passes.kept, &iterator, &pattern));
        }
        if in_blocks {
            let tiles = read.iter().map(|array| {
                let (tile, buffer) = (names.tile(*array), names.buffer(*array));
                (quote!(#tile), quote!(#runtime::tiles((&#buffer).iter())))
            });
            let (pattern, tiles) = self.in_step(tiles);
            runs = quote!(for #pattern in #tiles { #runs });
        }
        quote!(#declared #first_run #runs #together)
    }

    pub(super) fn pass_over(
        &self,
        pass: &'a Pass,
        in_tiles: &[ValueId],
        iterator: &TokenStream,
        pattern: &TokenStream,
    ) -> TokenStream {
        let (emitter, of_pass) = (self.emitter, self.of(&pass.form));
        let runtime = emitter.plan.runtime;
        let kept = pass.kept(in_tiles);
        let body = &pass.nest.root.body;
        if !pass.fills.is_empty() {
            let steps = of_pass.scope(&Scope {
                stores: Vec::new(),
                ..body.clone()
            });
            let results = &pass.fills;
            let place = |array: &ValueId| {
                if kept.contains(array) {
                    emitter.names.tile(*array)
                } else {
                    emitter.names.buffer(*array)
                }
            };
            let items = results.iter().map(|array| emitter.names.item(*array));
            let items = items.map(|item| quote!(#item));
            let places = results.iter().map(place).map(|place| quote!(#place));
            let paired = |before: TokenStream, next: TokenStream| quote!((#before, #next));
            let item = items.reduce(paired).unwrap_or_default();
            let elements = quote!(#runtime::Iterator::map(#iterator, |#pattern| { #steps #item }));
            let together = |before, next| quote!((&mut #before, &mut #next));
            let place = places.reduce(together).unwrap_or_default();
            return match results.as_slice() {
                [_] => quote!((&mut #place).fill(#elements);),
                _ => quote!(#runtime::fill(#place, #elements);),
            };
        }
        let mut steps = of_pass.scope(body);
        for array in kept {
            let (item, tile) = (emitter.names.item(array), emitter.names.tile(array));
            steps.extend(quote!((&mut #tile).push(#item);));
        }
        of_pass.iterate(&pass.nest, iterator, pattern, &steps)
    }

    /// Iterators in step, with the pattern of their elements in pairs nested to the left.
    pub(super) fn in_step(
        &self,
        iterators: impl Iterator<Item = (TokenStream, TokenStream)>,
    ) -> (TokenStream, TokenStream) {
        self.joined_by(&quote!(zip), iterators)
    }

    /// Blocks in step, with the pattern of them in pairs nested to the left. Of blocks that hold lanes it would be slower: LLVM takes the
    /// lanes for vectors no longer, and an extremum of a stored product is at 0.7 of its speed.
    fn blocks_in_step(
        &self,
        blocks: impl Iterator<Item = (TokenStream, TokenStream)>,
    ) -> (TokenStream, TokenStream) {
        self.joined_by(&quote!(blocks_in_step), blocks)
    }

    fn joined_by(
        &self,
        join: &TokenStream,
        iterators: impl Iterator<Item = (TokenStream, TokenStream)>,
    ) -> (TokenStream, TokenStream) {
        let runtime = self.emitter.plan.runtime;
        let joined = iterators.reduce(|(seen, before), (pattern, iterator)| {
            (
                quote!((#seen, #pattern)),
                quote!(#runtime::#join(#before, #iterator)),
            )
        });
        joined.unwrap_or_default()
    }
}
