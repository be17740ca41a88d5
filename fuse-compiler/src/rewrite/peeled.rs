//! Loops of which the first turns are peeled off, so that the others may share a loop with one that has fewer turns (*loop peeling*).
//!
//! In: a block whose clusters are chosen, and in which the number of turns alone keeps two loops apart: `xs.windows(2)` runs one time
//! less than `xs.iter()`, and so do `xs[1..]`, `skip(1)`, `1..n`. Out: the same with `xs.iter()` as the elements behind the first (`ops/source/peeled.rs`):
//! the loop takes that before its first turn. What is computed, and for each result in which order, is what it was.

use crate::cnf::{BindingId, Lowered, LoweredChain};
use crate::decided::Decided;
use crate::ops::chain::adapter::Adapter;
use crate::ops::chain::{Access, Source, Stream};
use crate::ops::consumer::each::Each;
use crate::ops::consumer::extremum::Extremum;
use crate::ops::consumer::fold::Fold;
use crate::ops::consumer::reduce::Reduce;
use crate::ops::consumer::sum::Reduction;
use crate::ops::source::peeled::{first, peeled as but_the_first};
use crate::plan::{Accumulation, passes};
use crate::region::Region;
use crate::rust::expr::strip;
use crate::rust::visit::{self, Visit};
use crate::rust::visit_mut::{self, VisitMut};
use crate::size::Size;
use crate::versioning::lengths::{may_end, unequal};
use syn::{Block, Expr, Lit, Stmt};

/// How many turns are peeled off at most: their body stands before the loop.
const MOST: u64 = 8;

/// The block with loops peeled, if that lets two of them share one.
pub(crate) fn peeled(
    block: &Block,
    region: &Region,
    lowered: &Lowered<'_>,
    decided: &Decided,
) -> Option<Block> {
    if region.statements.len() != block.stmts.len() || lowered.setting.options.parallel.is_some() {
        return None;
    }
    let pairs = unequal(lowered, decided);
    let mut found = pairs.iter().filter_map(|pair| {
        let (first, second) = (pair.first, pair.second);
        let ends = may_end(lowered, first.0) || may_end(lowered, second.0);
        let (whole, count) = match (less_by(first.1, second.1), less_by(second.1, first.1)) {
            (Some(count), _) => (first, count),
            (_, Some(count)) => (second, count),
            (None, None) => return None,
        };
        let apart = [first.0, second.0]
            .iter()
            .any(|id| has_passes(lowered, decided, *id));
        (!ends && !apart && count <= MOST).then_some((whole, count))
    });
    let ((root, size), count) = found.next()?;
    let clusters = &decided.solution.clustering.clusters;
    let cluster = clusters.iter().find(|cluster| cluster.contains(&root))?;
    // What shares a loop with it is peeled with it, or stays behind in another one.
    let mut of_cluster = cluster.iter().filter_map(|id| lowered.chain_of(*id));
    if !of_cluster.any(may_be_peeled) {
        return None;
    }
    let runs = |id: &BindingId| decided.sizes.iteration(*id) == Some(size);
    let whole = lowered
        .chains()
        .filter(|chain| chain.bindings.first().is_some_and(runs) && may_be_peeled(chain));
    let mut block = block.clone();
    for chain in whole {
        let stmt = block.stmts.get_mut(chain.statement)?;
        let mut peels = Peels {
            chain,
            count,
            found: 0,
        };
        peels.visit_stmt_mut(stmt);
        if peels.found != 1 {
            return None;
        }
    }
    Some(block)
}

/// True if something stands in a loop of several passes, or of lanes: a loop that is peeled has one body. Measured on singles, plain over fused at
/// 64, 1 K and 16 K elements, in one body and in two loops: sums and a largest of differences beside two extrema 1.4 1.4 1.4 and 4.3 5.5 5.7, a
/// sum of squares and a largest beside a count of windows 1.0 1.3 1.3 and 1.4 1.7 1.7.
fn has_passes(lowered: &Lowered<'_>, decided: &Decided, id: BindingId) -> bool {
    let mut loops = decided.loops.iter();
    let of_it = loops.find(|nest| nest.cluster.contains(&id));
    let planned = of_it.and_then(|nest| passes::of(lowered, nest));
    planned.is_some_and(|(passes, accumulators)| {
        let mut lanes = accumulators.values();
        passes.passes.len() > 1 || lanes.any(|of| *of == Accumulation::Lanes)
    })
}

/// By how many a size is less than another.
fn less_by(whole: &Size, less: &Size) -> Option<u64> {
    if let (Size::Known(whole), Size::Known(less)) = (whole, less) {
        let (whole, less) = (whole.parse::<u64>().ok()?, less.parse().ok()?);
        return whole.checked_sub(less).filter(|count| *count > 0);
    }
    match less {
        Size::Less(of, texts) if **of == *whole => match texts.as_slice() {
            [text] => text.parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

/// True for a chain that runs over all elements from the first on, and makes a number of them, or several.
fn may_be_peeled(chain: &LoweredChain<'_>) -> bool {
    let consumer = &chain.chain.consumer;
    let makes_numbers = consumer.is::<Reduction>()
        || consumer.is::<Fold>()
        || consumer.is::<Extremum>()
        || consumer.is::<Reduce>()
        || consumer.of::<Each>().is_some_and(only_adds);
    let stream = &chain.chain.stream;
    // The number of an element is not the number of its turn: what others do with their counters is not in step with that.
    let numbered = |adapter: &Adapter| matches!(adapter, Adapter::Enumerate);
    let counts = consumer.is::<Each>() && stream.adapters.iter().any(numbered);
    let plain = stream.parallel.is_none() && chain.second.is_none() && !counts;
    makes_numbers && plain && is_whole(stream) && !refers_to_best(chain)
}

/// True for `xs.iter().max()`, which chooses one reference after the other where it stands in one body with others: those are then done one by
/// one, too. Measured on the largest `i32` beside a count of windows, plain over fused at 16, 64 and 1 K elements: 0.82 0.51 0.53.
fn refers_to_best(chain: &LoweredChain<'_>) -> bool {
    let extremum = chain.chain.consumer.of::<Extremum>();
    extremum.is_some_and(Extremum::is_plain) && chain.chain.stream.item.by_reference
}

/// True for a body that writes nothing but numbers.
fn only_adds(each: &Each) -> bool {
    let numbers = each.written.iter().all(|bound| {
        let number = bound.inert || bound.open;
        bound.array.is_none() && !bound.matrix && bound.owned && number && !bound.parameter
    });
    let through = each.body.writes.iter().any(|write| write.through);
    let others = each.in_place.is_empty() && each.pushed.is_empty() && each.turns.is_none();
    numbers && !through && others && !each.body.outward
}

fn is_whole(stream: &Stream) -> bool {
    let from_the_start = match &stream.source {
        Source::Array(array) => array.access == Access::ByReference,
        Source::Range(range) => {
            range.integers && range.length.is_some() && first(&range.expr).is_some()
        }
        Source::Driver(_) => false,
    };
    from_the_start
        && stream.adapters.iter().all(|adapter| match adapter {
            Adapter::Zip(other) => is_whole(other),
            Adapter::Cross(_) => false,
            Adapter::Copied
            | Adapter::Elementwise(_)
            | Adapter::Map(_)
            | Adapter::Filter(_)
            | Adapter::FilterMap(_)
            | Adapter::Enumerate
            | Adapter::Scan(_) => true,
        })
}

/// Writes a chain over other sources.
struct Peels<'a> {
    chain: &'a LoweredChain<'a>,
    count: u64,
    found: usize,
}

impl VisitMut for Peels<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if *expr != self.chain.chain.expr {
            visit_mut::visit_expr_mut(self, expr);
            return;
        }
        self.found += 1;
        let of = match expr {
            Expr::ForLoop(looped) => &mut *looped.expr,
            expr => expr,
        };
        peel(of, &self.chain.chain.stream, self.count);
    }
}

/// Peels the source of a stream, and of those beside it.
fn peel(expr: &mut Expr, stream: &Stream, count: u64) {
    let source = match &stream.source {
        Source::Array(array) => array.expr.clone(),
        Source::Range(range) => Expr::Range(range.expr.clone()),
        Source::Driver(driver) => driver.expr.clone(),
    };
    let mut zips = stream.adapters.iter().filter_map(Adapter::stream);
    peel_from(expr, &strip(&source).clone(), count, &mut zips);
}

fn peel_from(expr: &mut Expr, source: &Expr, count: u64, zips: &mut dyn Iterator<Item = &Stream>) {
    if strip(expr) == source {
        *expr = but_the_first(source, count);
        return;
    }
    match expr {
        Expr::Paren(paren) => peel_from(&mut paren.expr, source, count, zips),
        Expr::MethodCall(call) => {
            peel_from(&mut call.receiver, source, count, zips);
            if call.method == "zip"
                && let (Some(other), Some(stream)) = (call.args.first_mut(), zips.next())
            {
                peel(other, stream, count);
            }
        }
        _ => {}
    }
}

/// True if a block may have loops of which one has fewer turns than another, by its looks.
pub(crate) fn may_be_peeled_in(block: &Block) -> bool {
    struct Looks(bool);
    impl<'ast> Visit<'ast> for Looks {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match expr {
                Expr::MethodCall(call) => {
                    let method = call.method.to_string();
                    self.0 |=
                        ["windows", "array_windows", "skip", "take"].contains(&method.as_str());
                }
                Expr::Range(range) => {
                    let zero = |start: &Expr| matches!(strip(start), Expr::Lit(literal) if matches!(&literal.lit, Lit::Int(int) if int.base10_digits() == "0"));
                    let sum = |end: &Expr| matches!(strip(end), Expr::Binary(_));
                    self.0 |= range.start.as_deref().is_some_and(|start| !zero(start));
                    self.0 |= range.end.as_deref().is_some_and(sum);
                }
                _ => {}
            }
            visit::visit_expr(self, expr);
        }
    }
    let mut looks = Looks(false);
    let inside = |stmt: &&Stmt| !matches!(stmt, Stmt::Item(_));
    block
        .stmts
        .iter()
        .filter(inside)
        .for_each(|stmt| looks.visit_stmt(stmt));
    looks.0
}
