//! The conductor: the ways in which a block is tried.
//!
//! In: the options and a parsed function. Out: the function with its chains fused, or word that there was nothing to fuse. Each way is the
//! block in other words; the stages themselves, in their order, are in `block`.

pub(crate) mod block;

use self::block::{Fused, fuse_statements};
use crate::function;
pub use crate::function::Outcome;
use crate::options::{Options, Setting};
use crate::report::{FunctionReport, RegionReport};
use crate::rewrite;
use crate::rust::environment::Environment;
use crate::sorted::SortedSet;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Block, ImplItemFn, Type};

/// Fuses the chains of a function in place.
///
/// # Errors
/// Where the user asked for what cannot be had (`loops = N`), at the option's own span.
pub fn fuse_function(options: &Options, function: &mut ImplItemFn) -> syn::Result<Outcome> {
    function::fuse(options, function, fuse_block)
}

/// What [`fuse_function`] would do to a function, in words and numbers.
#[must_use]
pub fn report(options: &Options, function: &ImplItemFn) -> FunctionReport {
    function::fused(options, function, fuse_block, true).1
}

/// Fuses one block and the blocks inside it; `None` if it stays as it is. With names for fields, where that has fewer loops.
fn fuse_block(
    setting: &Setting<'_>,
    block: &Block,
    parameters: &[String],
    result: Option<&Type>,
    environment: &mut Environment,
    report: &mut FunctionReport,
) -> Option<TokenStream> {
    // What a block inside is entered by may hold what it borrows.
    let named = environment.enter_body() && rewrite::may_be_named(block, environment);
    let start = named.then(|| environment.clone());
    let mark = report.mark();
    let tokens = fuse_anew(setting, block, parameters, result, environment, report);
    let Some(mut start) = start else {
        return tokens;
    };
    let mut inside = start.clone();
    start.declare(block, &mut result.cloned());
    let Some(named) = rewrite::named(block, result, &start) else {
        return tokens;
    };
    named
        .known
        .iter()
        .cloned()
        .for_each(|known| inside.push(known));
    let before = report.since(mark);
    let names = named.fields.iter().map(|(name, _)| name.clone());
    let parameters = parameters.iter().cloned().chain(names).collect::<Vec<_>>();
    let block = &named.block;
    let other = fuse_anew(setting, block, &parameters, result, &mut inside, report);
    let other = other.filter(|tokens| named.is_kept_by(tokens));
    with_fewer_loops(tokens, before, other, &named.fields, mark, report)
}

/// The other tokens, told of by other names, where they have fewer loops than those before.
fn with_fewer_loops(
    tokens: Option<TokenStream>,
    before: Vec<RegionReport>,
    other: Option<TokenStream>,
    names: &[(String, String)],
    mark: usize,
    report: &mut FunctionReport,
) -> Option<TokenStream> {
    match other {
        Some(other) if report.fewer_of(mark, before.clone(), 0) => {
            report.renamed(mark, names);
            Some(other)
        }
        _ => {
            report.replace(mark, before);
            tokens
        }
    }
}

/// Fuses one block and the blocks inside it; `None` if it stays as it is. With two names for what is given another value between loops,
/// where that has fewer loops.
fn fuse_anew(
    setting: &Setting<'_>,
    block: &Block,
    parameters: &[String],
    result: Option<&Type>,
    environment: &mut Environment,
    report: &mut FunctionReport,
) -> Option<TokenStream> {
    let start = rewrite::may_begin_anew(block).then(|| environment.clone());
    let mark = report.mark();
    let tokens = fuse_rewritten(setting, block, parameters, result, environment, report);
    let Some(mut start) = start else {
        return tokens;
    };
    let mut inside = start.clone();
    start.declare(block, &mut result.cloned());
    let Some(anew) = rewrite::anew(block, &start) else {
        return tokens;
    };
    let before = report.since(mark);
    let other = fuse_rewritten(
        setting,
        &anew.block,
        parameters,
        result,
        &mut inside,
        report,
    );
    with_fewer_loops(tokens, before, other, &anew.names, mark, report)
}

/// Fuses one block and the blocks inside it; `None` if it stays as it is.
///
/// In other words first, where there are any: what is gained by none of them is left as it is written.
fn fuse_rewritten(
    setting: &Setting<'_>,
    block: &Block,
    parameters: &[String],
    result: Option<&Type>,
    environment: &mut Environment,
    report: &mut FunctionReport,
) -> Option<TokenStream> {
    let mut without = SortedSet::new();
    let runtime = setting.options.runtime();
    let mark = report.mark();
    for _ in 0..TRIES {
        if !rewrite::may_apply(block) {
            break;
        }
        let (mut start, mut shown) = (environment.clone(), result.cloned());
        start.declare(block, &mut shown);
        let rewritten =
            rewrite::rewritten(block, shown.as_ref(), &start, &runtime, setting, &without);
        let Some(rewritten) = rewritten else { break };
        let mut inside = environment.clone();
        let fused = fuse_nests(
            setting,
            &rewritten.block,
            parameters,
            result,
            &mut inside,
            report,
        );
        let missing = rewritten.missing(&fused.contracted);
        let delayed = !rewritten.delayed.is_empty();
        if missing.is_empty() && (fused.tokens.is_some() || delayed) {
            report.rewritten(mark, rewritten.added, &rewritten.delayed);
            let as_rewritten = || rewritten.block.stmts.iter().map(ToTokens::to_token_stream);
            return fused.tokens.or_else(|| Some(as_rewritten().collect()));
        }
        report.back_to(mark);
        if missing.is_empty() {
            break;
        }
        without.extend(missing);
    }
    fuse_nests(setting, block, parameters, result, environment, report).tokens
}

/// How often a block is tried in other words.
const TRIES: usize = 4;

/// Fuses the statements of a block: in another order, or with chains over rows as loops, where that has fewer loops.
fn fuse_nests(
    setting: &Setting<'_>,
    block: &Block,
    parameters: &[String],
    result: Option<&Type>,
    environment: &mut Environment,
    report: &mut FunctionReport,
) -> Fused {
    let tries = !rewrite::is_deep(block);
    let sinks = tries && rewrite::may_sink(block);
    // Chains over rows run on several threads; such loops do not.
    let rows = tries && setting.options.parallel.is_none() && rewrite::may_hold_rows(block);
    let counted = tries && rewrite::may_be_over_elements(block);
    let changes = tries && rewrite::may_be_changed(block);
    let lends = tries && setting.options.parallel.is_none() && rewrite::may_be_last_use(block);
    let start = (sinks || rows || counted || changes || lends).then(|| environment.clone());
    let mark = report.mark();
    let mut fused = fuse_joined(setting, block, parameters, result, environment, report);
    let Some(start) = start else { return fused };
    let mut declared = start.clone();
    declared.declare(block, &mut result.cloned());
    let of_block = |block| rewrite::Loops {
        block,
        added: 0,
        must_meet: false,
    };
    let sunk = || rewrite::sunk(block, &declared).map(of_block);
    let as_loops = || rewrite::as_loops(block, &declared);
    let runtime = setting.options.runtime();
    let over_elements = || rewrite::over_elements(block, &declared, &runtime).map(of_block);
    let changed = || rewrite::changed(block, &declared).map(of_block);
    let others = [
        sinks.then(sunk),
        rows.then(as_loops),
        counted.then(over_elements),
        changes.then(changed),
    ];
    for other in others.into_iter().flatten().flatten() {
        let before = report.since(mark);
        let mut inside = start.clone();
        let mut next = fuse_joined(
            setting,
            &other.block,
            parameters,
            result,
            &mut inside,
            report,
        );
        if other.must_meet && !next.met {
            report.replace(mark, before);
        } else if report.fewer_of(mark, before, other.added) {
            next.met |= fused.met;
            fused = next.or_as_written(&other.block);
        }
    }
    let lent = || rewrite::last_use(block, &declared);
    if let Some(lent) = lends.then(lent).flatten() {
        let before = report.since(mark);
        let mut inside = start.clone();
        let block = &lent.block;
        let next = fuse_joined(setting, block, parameters, result, &mut inside, report);
        if !lent.arrays.is_subset(&next.contracted) {
            report.replace(mark, before);
        } else if report.fewer_of(mark, before, 0) {
            fused = next.or_as_written(block);
        }
    }
    fused
}

/// Fuses the statements of a block, and what is inside of loops that have become one.
fn fuse_joined(
    setting: &Setting<'_>,
    block: &Block,
    parameters: &[String],
    result: Option<&Type>,
    environment: &mut Environment,
    report: &mut FunctionReport,
) -> Fused {
    let tries = rewrite::may_be_joined(block) || rewrite::may_be_peeled_in(block);
    let start = tries.then(|| environment.clone());
    let mark = report.mark();
    let mut fused = fuse_statements(setting, block, parameters, result, environment, report);
    let Some(start) = start else { return fused };
    if let Some(peeled) = fused.peeled.take() {
        let before = report.since(mark);
        let mut inside = start.clone();
        let next = fuse_statements(setting, &peeled, parameters, result, &mut inside, report);
        match &next.tokens {
            Some(tokens) if !rewrite::is_left_in(tokens) => {
                if report.fewer_of(mark, before, 0) {
                    fused = next;
                }
            }
            _ => report.replace(mark, before),
        }
    }
    for _ in 0..TRIES {
        let Some(joined) = fused.joined.take() else {
            break;
        };
        let before = report.since(mark);
        let mut inside = start.clone();
        let next = fuse_statements(setting, &joined, parameters, result, &mut inside, report);
        if !report.fewer_of(mark, before, 0) {
            break;
        }
        fused = next.or_as_written(&joined);
        fused.met = true;
    }
    fused
}
