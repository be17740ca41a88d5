//! From loops and statements to tokens (docs/DESIGN.md section 6).
//!
//! In: a region, its lowered program, the loops of its clusters, and the schedule. Out: the
//! statements of the block. What was not fused keeps its tokens. Generated names carry
//! [`Span::mixed_site`](proc_macro2::Span::mixed_site), user tokens their own spans; no `unsafe` is generated.

mod asked;
pub(crate) mod blocks;
mod branchless;
mod checks;
pub(crate) mod collect_in_place;
pub(crate) mod compaction;
pub(crate) mod deferred_compaction;
mod drive;
mod element;
mod emission;
mod fused;
pub(crate) mod index_transformed;
pub(crate) mod inline_buffers;
pub(crate) mod joined_loops;
pub(crate) mod lazy_strings;
mod linted;
pub(crate) mod masks;
mod names;
mod parallel;
pub(crate) mod parallel_search;
mod peeled;
pub(crate) mod privatised;
pub(crate) mod pulled;
mod pushed;
mod quotients;
mod scanned;
pub(crate) mod searches;
pub(crate) mod seeded_extrema;
pub(crate) mod slices;
pub(crate) mod spans;
mod split;
mod steps;
mod wide_chains;
mod worker;

use crate::cnf::{ChainId, LoweredChain};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::count::Count;
use crate::plan::{By, reuse};
use crate::region::Filled;
use crate::region::length_uses;
use crate::region::{Hole, Kind, Let, Skeleton};
use crate::rust::expr::compound;
use crate::rust::mentions::Mentions;
use crate::rust::spelling::spelling;
use crate::rust::visit_mut::VisitMut;
use crate::schedule::Event;
use crate::sorted::SortedMap;

use names::Names;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Expr, Pat};
use worker::with_effect;

pub(crate) use emission::Plan;
use emission::{Emitter, Made, results};

/// The statements of the fused block, those of each event of the schedule.
#[must_use]
pub(crate) fn emit(plan: Plan<'_>) -> Vec<TokenStream> {
    let emitter = Emitter {
        plan,
        names: &Names::new(plan.region, plan.lowered, plan.plans.over_slices),
        results: &results(plan.plans),
        bound: &SortedMap::new(),
        inside: false,
        ahead: false,
    };
    let mut checks = Some(checks::collections(plan));
    let events = plan.schedule.events.iter().map(|event| {
        let mut tokens = TokenStream::new();
        if matches!(event, Event::Loop(_)) {
            tokens.extend(checks.take());
        }
        tokens.extend(emitter.event(*event));
        tokens
    });
    events.collect()
}

impl<'a> Emitter<'a> {
    fn event(&self, event: Event) -> TokenStream {
        let statement = |index: usize| &self.plan.region.statements[index];
        match event {
            Event::Loop(index) => {
                let plans = self.plan.plans;
                let mut joined = plans.joined.iter();
                match joined.find(|(one, other)| [*one, *other].contains(&index)) {
                    Some((one, other)) if *one == index => {
                        self.side_by_side(&plans.loops[index], &plans.loops[*other])
                    }
                    Some(_) => TokenStream::new(),
                    None => self.fused_loop(&plans.loops[index]),
                }
            }
            Event::Statement(index) => self.statement(index),
            Event::Declare(index) => match &statement(index).kind {
                Kind::Let(binding) if self.is_unread(index, binding) => TokenStream::new(),
                Kind::Let(binding) => self.declare(binding),
                Kind::Tail(_) | Kind::Barrier(_) | Kind::Each(_) => TokenStream::new(),
            },
            Event::Assign(index) => match &statement(index).kind {
                Kind::Let(binding) => self.assign(index, binding),
                Kind::Tail(_) | Kind::Barrier(_) | Kind::Each(_) => TokenStream::new(),
            },
        }
    }

    /// The chains of a statement that became part of a loop.
    fn fused_holes(&self, holes: &[Hole]) -> Vec<(usize, ChainId)> {
        let mut fused = Vec::new();
        for (index, hole) in holes.iter().enumerate() {
            let mut chains = self.plan.lowered.chains();
            if let Some(chain) = chains.find(|chain| *chain.placeholder == hole.placeholder)
                && self.results.contains_key(&chain.result)
            {
                fused.push((index, chain.id));
            }
        }
        fused
    }

    /// True if each chain of a statement is what it was.
    fn is_unchanged(&self, holes: &[Hole]) -> bool {
        self.fused_holes(holes).is_empty()
            && !self.divides(holes)
            && !holes.iter().any(|hole| self.rewritten(hole).is_some())
    }

    fn statement(&self, index: usize) -> TokenStream {
        let statement = &self.plan.region.statements[index];
        let mut tokens = statement.tokens.clone();
        for hole in statement.holes() {
            if !hole.closures.is_empty() {
                Filled(&hole.closures).visit_stmt_mut(&mut tokens);
            }
        }
        length_uses::put(&mut tokens, &mut self.counted(index));
        if self.plan.lowered.dead_statements.contains(&index) {
            // Nobody reads it: it is checked and linted as before, and never runs.
            return quote!(let _ = || { #tokens };);
        }
        match &statement.kind {
            Kind::Each(skeleton) => {
                if !self.fused_holes(&skeleton.holes).is_empty() {
                    return TokenStream::new();
                }
                let tokens = quote!(#tokens);
                let first = skeleton.holes.first();
                let wide = first.and_then(|hole| self.wide_loop(hole, &tokens));
                wide.unwrap_or(tokens)
            }
            Kind::Barrier(wall) => {
                self.filler(&wall.holes).visit_stmt_mut(&mut tokens);
                quote!(#tokens)
            }
            Kind::Tail(skeleton) => {
                if self.is_unchanged(&skeleton.holes) {
                    quote!(#tokens)
                } else {
                    let value = self.value(index, skeleton);
                    quote!(#value)
                }
            }
            Kind::Let(binding) => {
                if self.is_unchanged(&binding.value.holes) {
                    return quote!(#tokens);
                }
                if let Some(keep) = self.contracted(binding) {
                    let mut tokens = self.linted(index, binding);
                    if let Some((local, keep)) = keep {
                        tokens.extend(quote!(let #local = #keep;));
                    }
                    return tokens;
                }
                let pattern = &binding.pattern;
                let ty = binding.ty.iter();
                let value = self.value(index, &binding.value);
                let value = match &binding.value.expr {
                    Expr::Path(_) => with_effect(self.plan.runtime, pattern, value),
                    _ => value,
                };
                let read = self.read_in_loop(binding);
                quote!(let #pattern #(: #ty)* = #value; #read)
            }
        }
    }

    /// If the array of a `let` was contracted: the names of its keep, in the user's scope and
    /// in the loop, if it has one.
    fn contracted(&self, binding: &Let) -> Option<Option<(Ident, Ident)>> {
        let (_, chain) = *self.fused_holes(&binding.value.holes).first()?;
        let chain = self.plan.lowered.chain(chain)?;
        match self.results.get(&chain.result)? {
            Made::Contracted { kept: false } | Made::Reused => Some(None),
            Made::Contracted { kept: true } => {
                let keep = self.names.keep(chain.result);
                Some(Some((self.names.drops(chain.result), keep)))
            }
            Made::Scalar | Made::Stored => None,
        }
    }

    fn declare(&self, binding: &Let) -> TokenStream {
        if let Some(keep) = self.contracted(binding) {
            return keep.map_or_else(TokenStream::new, |(local, _)| quote!(let #local;));
        }
        let pattern = &binding.pattern;
        let ty = binding.ty.iter();
        quote!(let #pattern #(: #ty)*;)
    }

    fn assign(&self, index: usize, binding: &Let) -> TokenStream {
        if let Some(keep) = self.contracted(binding) {
            let linted = self.linted(index, binding);
            let kept = keep.map(|(local, keep)| quote!(#local = #keep;));
            return quote!(#linted #kept);
        }
        let Pat::Ident(pattern) = &binding.pattern else {
            return TokenStream::new();
        };
        let name = &pattern.ident;
        let value = self.value(index, &binding.value);
        if self.is_unread(index, binding) {
            let ty = binding.ty.iter();
            return quote!(let #pattern #(: #ty)* = #value;);
        }
        let read = self.read_in_loop(binding);
        quote!(#name = #value; #read)
    }

    /// True for a number, or a stored array of what nobody sees dropped, that no later statement mentions: it is bound where it is made, or
    /// rustc would say of it what it says of values that are never read.
    fn is_unread(&self, index: usize, binding: &Let) -> bool {
        let Pat::Ident(pattern) = &binding.pattern else {
            return false;
        };
        let name = spelling(&pattern.ident);
        let lowered = self.plan.lowered;
        let fused = self.fused_holes(&binding.value.holes);
        let plain = |(_, chain): &(usize, ChainId)| {
            let made = |chain: &LoweredChain<'_>| match self.results.get(&chain.result) {
                Some(Made::Scalar) => {
                    let consumer = &chain.chain.consumer;
                    consumer.adds().is_some() || consumer.is::<Count>()
                }
                Some(Made::Stored) => {
                    pattern.mutability.is_some() && lowered.is_plain(chain.result)
                }
                _ => false,
            };
            binding.value.is_direct() && lowered.chain(*chain).is_some_and(made)
        };
        let later = &self.plan.region.statements[index + 1..];
        fused.len() == 1
            && fused.iter().all(plain)
            && (later.iter()).all(|statement| Mentions::of_stmt(&statement.tokens).avoid(&name))
    }

    /// An initialiser with the results of loops in the place of fused chains.
    fn value(&self, index: usize, skeleton: &Skeleton) -> TokenStream {
        let mut expr = skeleton.expr.clone();
        length_uses::put_in(&mut expr, &mut self.counted(index));
        self.filler(&skeleton.holes).visit_expr_mut(&mut expr);
        quote!(#expr)
    }

    /// What stands for a contracted array where a statement asks for its length alone.
    fn counted(&self, statement: usize) -> impl FnMut(&str) -> Option<Expr> + '_ {
        move |name| {
            let lowered = self.plan.lowered;
            let mut asked = lowered.lengths.iter();
            let (_, array) = asked.find(|(asking, array)| {
                *asking == statement && lowered.program.value(*array).name == name
            })?;
            match self.results.get(array)? {
                Made::Contracted { .. } => {
                    let local = self.names.drops(*array);
                    Some(syn::parse_quote!(#local))
                }
                Made::Scalar | Made::Stored | Made::Reused => None,
            }
        }
    }

    /// What stands in the place of each chain: its result, or the chain as written.
    fn filler(&self, holes: &[Hole]) -> Filler {
        let fused = self.fused_holes(holes);
        let runtime = self.plan.runtime;
        let mut replacements = Vec::new();
        for (index, hole) in holes.iter().enumerate() {
            let replacement = match fused.iter().find(|(fused, _)| *fused == index) {
                // A local would be dropped at the end of the block, and can be borrowed for longer.
                Some((_, chain)) if hole.temporary && !hole.chain.consumer.is::<Collect>() => {
                    let result = self.result(*chain);
                    syn::parse_quote!(#runtime::identity(#result))
                }
                Some((_, chain)) => self.result(*chain),
                None => self.rewritten(hole).unwrap_or_else(|| self.left(hole)),
            };
            replacements.push(Replacement {
                placeholder: hole.placeholder.clone(),
                ends: spans::ends_of(&hole.chain.expr),
                replacement,
            });
        }
        Filler { replacements }
    }

    /// The chain of a hole, if it is left, but not quite as it was written.
    fn rewritten(&self, hole: &Hole) -> Option<Expr> {
        self.overwriting(hole)
            .or_else(|| self.kept(hole))
            .or_else(|| whole(hole))
            .or_else(|| self.wide(hole))
    }

    /// The chain of a hole, if it writes its elements where those were that it reads.
    fn overwriting(&self, hole: &Hole) -> Option<Expr> {
        let lowered = self.plan.lowered;
        let (array, by) = self.plan.plans.reused.iter().find_map(|reused| {
            let By::Chain(by) = reused.by else {
                return None;
            };
            let chain = lowered.chain(by)?;
            (*chain.placeholder == hole.placeholder).then_some((reused.array, by))
        })?;
        let rewriting = reuse::rewrites(lowered, array, by)?;
        let collect = hole.chain.consumer.of::<Collect>()?;
        let buffer = self.names.buffer(array);
        let worker = &rewriting.worker.expr;
        let mut call = collect.call.clone();
        *call.receiver = if rewriting.copied {
            syn::parse_quote!(#buffer.rewritten_copied(#worker))
        } else {
            syn::parse_quote!(#buffer.rewritten(#worker))
        };
        Some(Expr::MethodCall(call))
    }

    /// The expression that gives a chain's result after its loop.
    fn result(&self, chain: ChainId) -> Expr {
        let Some(chain) = self.plan.lowered.chain(chain) else {
            return Expr::PLACEHOLDER;
        };
        if self.plan.lowered.program.pullers.contains_key(&chain.id) {
            return self.pulled_result(chain);
        }
        let here = spans::place_of_result(&chain.chain.expr);
        let of = self.accumulator(chain.result, here);
        chain.chain.consumer.finish(&of)
    }
}

/// The chain of a hole over an array that is not made, all of whose elements are computed.
fn whole(hole: &Hole) -> Option<Expr> {
    let mut expr = hole.chain.whole.clone().filter(|_| !hole.divided)?;
    Filled(&hole.closures).visit_expr_mut(&mut expr);
    Some(expr)
}

/// What stands for a placeholder.
struct Replacement {
    placeholder: Ident,
    replacement: Expr,
    /// Where the chain begins, and the method that ends it.
    ends: Option<[Span; 2]>,
}

/// Puts expressions in the place of placeholders.
struct Filler {
    replacements: Vec<Replacement>,
}

impl Filler {
    fn replacement(&self, expr: &Expr) -> Option<&Replacement> {
        let Expr::Path(path) = expr else { return None };
        let name = path.path.get_ident()?;
        let mut replacements = self.replacements.iter();
        replacements.find(|replacement| replacement.placeholder == *name)
    }

    /// What stands on one side of an operator: an expression is where its left side begins, and its right side ends.
    fn operand(&self, expr: &mut Expr, side: Side) {
        if let Some(Replacement {
            replacement: replacement @ Expr::Path(_),
            ends: Some([start, end]),
            ..
        }) = self.replacement(expr)
        {
            let here = match side {
                Side::Left => start,
                Side::Right => end,
            };
            *expr = spans::as_operand(replacement, *here);
        }
    }
}

/// A side of an operator.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

impl VisitMut for Filler {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Binary(binary) if !compound(&binary.op) => {
                self.operand(&mut binary.left, Side::Left);
                self.operand(&mut binary.right, Side::Right);
            }
            Expr::Cast(cast) => self.operand(&mut cast.expr, Side::Left),
            Expr::MethodCall(call) => self.operand(&mut call.receiver, Side::Left),
            _ => {}
        }
        if let Some(found) = self.replacement(expr) {
            *expr = found.replacement.clone();
            return;
        }
        crate::rust::visit_mut::visit_expr_mut(self, expr);
    }
}
