//! A fused loop on several threads (design section 7).
//!
//! In: a loop whose chains are rayon's. Out: the same body once, as that of each range, and what
//! combines the results of two neighbours. The chains as written stand beside it, where they never
//! run: rustc asks of them what rayon asks, at the user's own tokens, and sees his imports used.

use super::Emitter;
use super::drive::Drive;
use super::fused::LoopEmission;
use super::integers::Exact;
use super::names;
use super::worker::{apply, callable};
use crate::cnf::{LoweredChain, Operation, ValueId};
use crate::loops::{Loop, Outcome, Scope, Step};
use crate::syntax::chain::{Access, Consumer, Extremum, Fold, Operator, Parallel, Worker};
use crate::syntax::histogram::is_array;
use crate::syntax::redomap::{Associative, Redomap};
use crate::syntax::region::Kind;
use crate::tiles;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::cell::Cell;
use syn::spanned::Spanned;
use syn::{Expr, Pat};

impl Emitter<'_> {
    /// True if the loop runs on several threads.
    pub(super) fn is_parallel(&self, nest: &Loop) -> bool {
        let program = &self.plan.lowered.program;
        nest.cluster
            .first()
            .is_some_and(|id| program.parallel.contains(&program.binding(*id).chain))
    }

    /// Declarations, the driver with the body of a range, the results.
    pub(super) fn parallel_loop(&self, nest: &Loop) -> TokenStream {
        let runtime = self.plan.runtime;
        let (driver, span) = (names::driver(), names::span());
        let chains = self.chains_of(nest);
        let (ranges, cut) = match self.plan.cuts.array(nest) {
            Some(array) => (self.names.ranges(array), TokenStream::new()),
            None => {
                let (ranges, cut) = (names::ranges(), self.cut(&chains));
                (ranges.clone(), quote!(let #ranges = #cut;))
            }
        };
        let mut cut = self.holding(nest, &ranges, cut);
        let totals = self.totals_of(nest);
        cut.extend(self.adding_to(&totals, &ranges));
        let passes = tiles::of(self.plan.lowered, nest);
        let emission = LoopEmission {
            emitter: self,
            made: self.made_in(nest),
            start: quote!(#span.start),
            lanes: Cell::new(false),
            compares: Cell::new(self.compares(nest)),
            integers: Cell::new(false),
            narrow: std::cell::RefCell::default(),
            wholes: self.wholes(nest, passes.as_ref()),
            ranges: Some(ranges.clone()),
        };
        let Drive {
            iterator,
            pattern,
            aliases,
        } = self.drive(&nest.root, true);
        let witness = self.as_written(&chains);

        // What is divided, and what each range gets.
        let (mut shares, mut parts) = (vec![quote!(#driver)], vec![quote!(#driver)]);
        if counts(self, &nest.root.body) {
            shares.push(quote!(0..#runtime::parallel::Ranges::length(&#ranges)));
            parts.push(quote!(#span));
        }
        if passes.as_ref().is_some_and(|passes| !passes.whole) && nest.root.sources.len() > 1 {
            // Blocks are cut of each source on its own.
            for source in &nest.root.sources {
                let part = self.names.part(source.value);
                shares.push(self.source(source, true));
                parts.push(quote!(#part));
            }
        }
        let (mut outputs, mut declarations) = (TokenStream::new(), TokenStream::new());
        if let Some(size) = self.size_of_pieces(nest) {
            shares[0] = quote!(#runtime::parallel::Held(#driver));
            declarations.extend(quote!(let #driver = #driver.of(#size);));
        }
        let mut ends = TokenStream::new();
        // What a range gives, and what becomes of it.
        let (mut given, mut results) = (Vec::new(), Vec::new());
        let (mut lefts, mut rights, mut both) = (Vec::new(), Vec::new(), Vec::new());
        // As many as there are: in pairs.
        let (mut share, mut part) = (quote!(()), quote!(()));
        let mut shared = false;
        for total in &totals {
            let tokens = self.total_tokens(total);
            outputs.extend(tokens.start);
            declarations.extend(tokens.declaration);
            if let Some((one_share, one_part)) = tokens.share {
                share = quote!((#one_share, #share));
                part = quote!((#one_part, #part));
                shared = true;
            }
            let (left, right) = (self.names.left(total.value), self.names.right(total.value));
            let fold = self.names.fold(total.value);
            given.push(quote!(#fold));
            both.push(tokens.both);
            results.push(tokens.result);
            lefts.push(quote!(#left));
            rights.push(quote!(#right));
            ends.extend(tokens.end);
        }
        if shared {
            shares.push(share);
            parts.push(part);
        }
        for outcome in &nest.outcomes {
            match outcome {
                Outcome::Contracted(_) => {}
                // The array has what each range made of its elements.
                Outcome::Scalar(value) if self.is_each(*value) => {}
                Outcome::Stored { array, exact: true } => {
                    let buffer = self.names.buffer(*array);
                    outputs.extend(
                        quote!(let mut #buffer = #runtime::parallel::Output::new(&#ranges);),
                    );
                    shares.push(quote!(#runtime::parallel::Output::slots(&mut #buffer)));
                    parts.push(quote!(#buffer));
                    declarations.extend(quote! {
                        let mut #buffer =
                            #runtime::parallel::Segment::in_step_with(#buffer, &#driver);
                    });
                }
                Outcome::Stored { array, .. } => {
                    declarations.extend(emission.declare(outcome));
                    let buffer = self.names.buffer(*array);
                    let (left, right) = (self.names.left(*array), self.names.right(*array));
                    given.push(quote!(#runtime::parallel::Gathered::of(#buffer)));
                    both.push(quote!(#runtime::parallel::Gathered::then(#left, #right)));
                    results.push(quote!(#buffer));
                    lefts.push(quote!(#left));
                    rights.push(quote!(#right));
                    if self.plan.cuts.is_asked_for(*array) {
                        let kept = self.names.ranges(*array);
                        ends.extend(quote! {
                            let #kept = #runtime::parallel::Gathered::ranges(&#buffer, &#ranges);
                        });
                    }
                }
                Outcome::Scalar(value) => {
                    let fold = self.names.fold(*value);
                    if let Some((start, identity, end)) = self.redomap(*value) {
                        outputs.extend(start);
                        declarations.extend(identity);
                        ends.extend(end);
                    } else if let Some((identity, end)) = self.exact_ends(*value) {
                        declarations.extend(identity);
                        ends.extend(end);
                    } else {
                        declarations.extend(emission.declare(outcome));
                    }
                    let (left, right) = (self.names.left(*value), self.names.right(*value));
                    given.push(quote!(#fold));
                    both.push(self.both(*value));
                    results.push(quote!(#fold));
                    lefts.push(quote!(#left));
                    rights.push(quote!(#right));
                }
            }
        }
        for scan in self.scans_of_ranges(nest) {
            outputs.extend(self.scan_starts(&scan));
            if let Some(end) = self.scan_ends(nest, &scan, &ranges) {
                ends.extend(end);
                let state = self.names.state(scan.state);
                let (left, right) = self.names.totals(scan.state);
                given.push(quote!(#runtime::parallel::Totals::of(#state)));
                both.push(quote!(#runtime::parallel::Totals::then(#left, #right)));
                results.push(quote!(#state));
                lefts.push(quote!(#left));
                rights.push(quote!(#right));
            }
        }
        let indices = emission.indices(&nest.root.body, false);
        let part = Drive {
            iterator: quote!(#driver),
            pattern,
            aliases,
        };
        let drive = emission.passes(nest, passes.as_ref(), &part);
        let drive = self.adding(nest, &totals, drive);
        let (starts, best) = emission.best_of_integers(nest);
        let workers = emission.workers(nest);
        let (given, combine) = if given.is_empty() {
            (TokenStream::new(), quote!(|(), ()| {}))
        } else {
            let combine = quote!(|(#(#lefts,)*), (#(#rights,)*)| (#(#both,)*));
            (quote!((#(#given,)*)), combine)
        };
        // What it captures rustc refuses here, if several threads may not share it.
        let body = quote_spanned! {capture(chains.iter().flat_map(|chain| chain.chain.workers()))=>
            |(#(#parts,)*)| {
                #declarations
                #indices
                #starts
                #drive
                #best
                #given
            }
        };
        let drive = quote! {
            #runtime::parallel::drive(
                &#ranges,
                (#(#shares,)*),
                #body,
                #combine,
            )
        };
        let drive = if workers.is_empty() {
            drive
        } else {
            quote!({ #workers #drive })
        };
        let results = if results.is_empty() {
            quote!(#drive;)
        } else {
            quote!(let (#(#results,)*) = #drive;)
        };
        let (mut emptied, mut freed) = (TokenStream::new(), TokenStream::new());
        for (name, owned) in self.emptied(nest) {
            emptied.extend(quote!(let mut #owned = #runtime::parallel::Owned::new(#name);));
            freed.extend(quote!(#runtime::drop(#owned);));
        }
        let tokens = quote! {
            #witness
            #emptied
            let #driver = #iterator;
            #cut
            #outputs
            #results
            #ends
            #freed
        };
        if self.plan.region.suspends {
            self.enclosed(nest, &tokens, |block| block)
        } else {
            tokens
        }
    }

    /// How many elements a piece has of what drives the loop, if a name or a number says it: then that stands in the body,
    /// where its constant decides how the loop over a piece is compiled.
    fn size_of_pieces(&self, nest: &Loop) -> Option<&Expr> {
        let [source] = nest.root.sources.as_slice() else {
            return None;
        };
        let Operation::Driver(driver) = self.operation(source.reader) else {
            return None;
        };
        let size = driver.pieces.as_ref()?.size.as_ref()?;
        matches!(size, Expr::Lit(_) | Expr::Path(_)).then_some(size)
    }

    /// True for what a body writes.
    fn is_each(&self, value: ValueId) -> bool {
        let producer = self.plan.lowered.program.producer(value);
        producer
            .is_some_and(|id| matches!(self.operation(id), Operation::Consume(Consumer::Each(_))))
    }

    /// The cut of a loop of which each range has arrays of its own.
    fn holding(&self, nest: &Loop, ranges: &Ident, mut cut: TokenStream) -> TokenStream {
        let runtime = self.plan.runtime;
        for outcome in &nest.outcomes {
            let Outcome::Scalar(value) = outcome else {
                continue;
            };
            if let Some(Consumer::Fold(fold)) = self.consumer_of(*value)
                && fold.combine.is_none()
                && is_array(&fold.initial)
            {
                let initial = &fold.initial;
                let bytes = quote!(#runtime::size_of_val(&#initial));
                cut.extend(quote!(
                    let #ranges = #runtime::parallel::Ranges::holding(#ranges, #bytes);
                ));
            }
        }
        cut
    }

    /// The vectors that a loop takes the elements of, and what holds them meanwhile.
    fn emptied(&self, nest: &Loop) -> Vec<(Ident, Ident)> {
        let sources = nest.root.sources.iter().filter_map(|driver| {
            let inputs = &self.plan.lowered.inputs[driver.reader.index()];
            let read = inputs.iter().find(|input| input.value == driver.value)?;
            let source = read.source?;
            (source.access == Access::ByValue)
                .then(|| (source.name.clone(), self.names.owned(driver.value)))
        });
        sources.collect()
    }

    /// The chains of a loop, in order.
    pub(super) fn chains_of(&self, nest: &Loop) -> Vec<&LoweredChain<'_>> {
        let lowered = self.plan.lowered;
        let inside = lowered
            .chains
            .iter()
            .flatten()
            .filter(|chain| nest.cluster.iter().any(|id| chain.bindings.contains(id)));
        inside.collect()
    }

    /// The chains, where they are checked and never run: each with its consumer, if no more than that
    /// or a visible type is needed to infer what it makes. What the chains move they may move here too,
    /// since nothing follows.
    fn as_written(&self, chains: &[&LoweredChain<'_>]) -> TokenStream {
        let lowered = self.plan.lowered;
        let mut checked = TokenStream::new();
        // What one of std's makes here, one of rayon's may read.
        let mut shown: Vec<&LoweredChain<'_>> = Vec::new();
        let reads = |reader: &LoweredChain<'_>, result| {
            let mut inputs = reader
                .bindings
                .iter()
                .flat_map(|id| &lowered.inputs[id.index()]);
            inputs.any(|input| input.source.is_some() && input.value == result)
        };
        for chain in chains.iter().rev() {
            let read = shown.iter().any(|other| reads(other, chain.result));
            if read || !is_made(chain) {
                shown.push(chain);
            }
        }
        for chain in shown.iter().rev() {
            let Expr::MethodCall(call) = &chain.chain.expr else {
                continue;
            };
            let read = shown.iter().any(|other| reads(other, chain.result));
            let parallel = chain.chain.stream.parallel.as_ref();
            let binding = match &self.plan.region.statements[chain.statement].kind {
                Kind::Let(binding) if read => Some(binding),
                _ => None,
            };
            let expected = parallel.and_then(|parallel| parallel.expected.as_ref());
            checked.extend(
                match (
                    binding.map(|binding| (&binding.pattern, &binding.ty)),
                    expected,
                ) {
                    (Some((Pat::Ident(pattern), ty)), _) => {
                        let (name, ty) = (&pattern.ident, ty.iter());
                        quote!(let #name #(: #ty)* = #call;)
                    }
                    (_, Some(ty)) => quote!(let _: #ty = #call;),
                    (_, None) if call.turbofish.is_some() => quote!(let _ = #call;),
                    (_, None) => {
                        let stream = &call.receiver;
                        quote!(let _ = #stream.count();)
                    }
                },
            );
        }
        if checked.is_empty() {
            checked
        } else {
            quote!(if false { #checked loop {} })
        }
    }

    /// A fold of std's: how it starts, what each range starts from, and what it ends with.
    fn redomap(&self, value: ValueId) -> Option<(TokenStream, TokenStream, TokenStream)> {
        let runtime = self.plan.runtime;
        let Some(Consumer::Fold(consumer)) = self.consumer_of(value) else {
            return None;
        };
        let Fold {
            initial,
            accumulator,
            redomap: Some(redomap),
            combine: None,
            ..
        } = &**consumer
        else {
            return None;
        };
        let (start, fold) = (self.names.initial(value), self.names.fold(value));
        let ty = accumulator.iter();
        let identity = |operator: &Associative, start: TokenStream| {
            // The step may rely on what the start shows, so that it is no NaN.
            if operator.is_idempotent() {
                return start;
            }
            let name = format_ident!("{}", operator.name());
            let identity = quote!(
                #runtime::parallel::identity_of(#runtime::parallel::#name, &#start)
            );
            match Exact::of(*operator) {
                Some(exact) => exact.start(runtime, &identity),
                None => identity,
            }
        };
        let identity = match redomap {
            Redomap::Whole(operator) => identity(operator, quote!(#start)),
            Redomap::Parts(operators) => {
                let parts = operators.iter().enumerate().map(|(index, operator)| {
                    let index = syn::Index::from(index);
                    identity(operator, quote!(#start.#index))
                });
                quote!((#(#parts,)*))
            }
        };
        let whole = self.operators(redomap, &start, &fold, Exact::end);
        Some((
            quote!(let #start #(: #ty)* = #initial;),
            quote!(let mut #fold = #identity;),
            quote!(let #fold = #whole;),
        ))
    }

    /// Two accumulators of a fold as one; `exact` are those of integers.
    fn operators(
        &self,
        redomap: &Redomap,
        left: &Ident,
        right: &Ident,
        exact: fn(Exact, &TokenStream, &TokenStream) -> TokenStream,
    ) -> TokenStream {
        let runtime = self.plan.runtime;
        let combine = |operator: &Associative, left: TokenStream, right: TokenStream| {
            if let Some(of) = Exact::of(*operator) {
                return exact(of, &left, &right);
            }
            let operator = format_ident!("{}", operator.name());
            quote!(#runtime::parallel::combine(#runtime::parallel::#operator, #left, #right))
        };
        match redomap {
            Redomap::Whole(operator) => combine(operator, quote!(#left), quote!(#right)),
            Redomap::Parts(operators) => {
                let parts = operators.iter().enumerate().map(|(index, operator)| {
                    let index = syn::Index::from(index);
                    combine(operator, quote!(#left.#index), quote!(#right.#index))
                });
                quote!((#(#parts,)*))
            }
        }
    }

    /// Where the loop is cut. What calls functions that the macro does not see may take any time for
    /// an element: rayon would make a task of each, if there are threads for it.
    fn cut(&self, chains: &[&LoweredChain<'_>]) -> TokenStream {
        let runtime = self.plan.runtime;
        let driver = names::driver();
        let length = quote!(#runtime::parallel::Source::length(&#driver));
        let kin = self.kin(chains);
        let most = written_most(&kin).map(|most| quote!(.at_most(#most)));
        let most = most.collect::<TokenStream>();
        let written = written_least(&kin).map(|least| quote!(#least));
        if let Some(least) = written.reduce(|one, other| quote!(#runtime::Ord::max(#one, #other))) {
            return quote!(#runtime::parallel::Ranges::new(#length, #least) #most);
        }
        if let Some(least) = self.plan.lowered.min_len {
            let least = Literal::usize_unsuffixed(least);
            return quote!(#runtime::parallel::Ranges::new(#length, #least) #most);
        }
        if all_seen(&kin) {
            quote!(#runtime::parallel::Ranges::automatic(#length) #most)
        } else {
            quote!(#runtime::parallel::Ranges::new(#length, 1) #most)
        }
    }

    /// True if nothing but the length of a loop, and the option `min_len`, decides where it is cut.
    pub(super) fn is_cut_by_length(&self, chains: &[&LoweredChain<'_>]) -> bool {
        let kin = self.kin(chains);
        let decided = self.plan.lowered.min_len.is_some() || all_seen(&kin);
        let mut written = written_least(&kin).chain(written_most(&kin));
        decided && written.next().is_none()
    }

    /// Chains that are cut as finely as these, themselves among them.
    fn kin(&self, chains: &[&LoweredChain<'_>]) -> Vec<&LoweredChain<'_>> {
        let lowered = self.plan.lowered;
        let id = |chain: &LoweredChain<'_>| {
            let first = chain.bindings.first()?;
            Some(lowered.program.binding(*first).chain)
        };
        let are_kin = |one: &LoweredChain<'_>, other| match (id(one), id(other)) {
            (Some(one), Some(other)) => self.plan.cuts.are_kin(one, other),
            _ => false,
        };
        let others = lowered.chains.iter().flatten();
        others
            .filter(|other| chains.iter().any(|chain| are_kin(chain, other)))
            .collect()
    }

    /// The accumulators of two neighbours as one.
    fn both(&self, value: ValueId) -> TokenStream {
        let runtime = self.plan.runtime;
        let (left, right) = (self.names.left(value), self.names.right(value));
        let bound = self.names.worker(value);
        let merge = |step: TokenStream| quote!(#runtime::parallel::merge(#left, #right, #step));
        let Some(consumer) = self.consumer_of(value) else {
            return quote!(#left);
        };
        if let (Some(exact), Some(both)) = (self.exact(value), self.exact_both(value)) {
            return match consumer {
                Consumer::Reduce(..) => {
                    merge(quote!(|#left, #right| #runtime::reduce(#left, #right, #both)))
                }
                _ => exact.both(&quote!(#left), &quote!(#right)),
            };
        }
        match consumer {
            Consumer::Reduction(reduction) => match reduction.operator {
                Operator::Sum => quote!(#left + #right),
                Operator::Product => quote!(#left * #right),
            },
            Consumer::Count => quote!(#left + #right),
            Consumer::Fold(fold) => match (&fold.combine, &fold.redomap) {
                (None, Some(redomap)) => self.operators(redomap, &left, &right, Exact::both),
                (combine, _) => {
                    let worker = combine.as_ref().unwrap_or(&fold.worker);
                    apply(runtime, worker, &bound, &[quote!(#left), quote!(#right)])
                }
            },
            Consumer::Extremum(Extremum::Min) => merge(quote!(#runtime::min)),
            Consumer::Extremum(Extremum::Max) => merge(quote!(#runtime::max)),
            Consumer::ExtremumBy(extremum, worker) => {
                let worker = callable(worker, &bound);
                let pick = match extremum {
                    Extremum::Min => quote!(min_by),
                    Extremum::Max => quote!(max_by),
                };
                merge(quote!(|#left, #right| #runtime::#pick(#left, #right, #worker)))
            }
            Consumer::ExtremumByKey(extremum, _) => {
                let pick = match extremum {
                    Extremum::Min => quote!(min_by_key),
                    Extremum::Max => quote!(max_by_key),
                };
                merge(quote!(|#left, #right| #runtime::#pick(#left, #right.0, #right.1)))
            }
            Consumer::Reduce(worker, _) => {
                let worker = callable(worker, &bound);
                merge(quote!(|#left, #right| #runtime::reduce(#left, #right, #worker)))
            }
            Consumer::ShortCircuit(_) => quote!(#runtime::Decision::then(#left, #right)),
            Consumer::Solitary(_) => quote!(#runtime::Search::then(#left, #right)),
            Consumer::Each(_) | Consumer::Last | Consumer::Collect(_) | Consumer::Split(_) => {
                quote!(#left)
            }
        }
    }
}

/// Where a worker captures something: the place of what rustc has to say about it.
pub(super) fn capture<'a>(workers: impl IntoIterator<Item = &'a Worker>) -> Span {
    let mut workers = workers.into_iter();
    let captures = workers.find(|worker| !worker.reads().is_empty());
    captures.map_or_else(Span::call_site, |worker| {
        Span::mixed_site().located_at(worker.expr.span())
    })
}

/// The arguments of `with_min_len`.
fn written_least<'a>(chains: &'a [&LoweredChain<'a>]) -> impl Iterator<Item = &'a Expr> {
    written(chains).flat_map(|parallel| &parallel.least)
}

/// The arguments of `with_max_len`.
fn written_most<'a>(chains: &'a [&LoweredChain<'a>]) -> impl Iterator<Item = &'a Expr> {
    written(chains).flat_map(|parallel| &parallel.most)
}

/// What chains say of their ranges.
fn written<'a>(chains: &'a [&LoweredChain<'a>]) -> impl Iterator<Item = &'a Parallel> {
    let parallel = |chain: &&'a LoweredChain<'a>| chain.chain.stream.parallel.as_ref();
    chains.iter().filter_map(parallel)
}

/// True if the macro sees all that rayon's chains do for an element.
fn all_seen(chains: &[&LoweredChain<'_>]) -> bool {
    let asked = chains.iter().filter(|chain| !is_made(chain));
    let mut workers = asked.flat_map(|chain| chain.chain.workers());
    workers.all(|worker| worker.judgment.comparable)
}

/// True for a chain of std's that the option `parallel` has made parallel.
fn is_made(chain: &LoweredChain<'_>) -> bool {
    let parallel = chain.chain.stream.parallel.as_ref();
    parallel.is_none_or(|parallel| parallel.made)
}

/// True if elements are counted in the outermost scope.
fn counts(emitter: &Emitter<'_>, scope: &Scope) -> bool {
    scope.steps.iter().any(|step| match step {
        Step::Compute(id) => matches!(emitter.operation(*id), Operation::Enumerate { .. }),
        Step::Guard(_, inside) => counts(emitter, inside),
        Step::Consume(_) => false,
    })
}
