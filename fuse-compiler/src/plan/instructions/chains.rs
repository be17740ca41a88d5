//! Single chains that run with the instructions of the machine (docs/DESIGN.md section 10).
//!
//! In: a chain that is left as written. Out: how many elements it must have to be given to the runtime as a closure, which that runs
//! compiled for wider vectors where the machine has them, with the same bits; nothing if it is not. LLVM must do it on several elements
//! at once as it is written; and it must be worth a call: what is limited by memory gains nothing.

use super::{in_place, is_name, is_plain};
use crate::cnf::{ChainId, LoweredChain};
use crate::loops::Loop;
use crate::ops::chain::{Access, Adapter, Chain, Source, Stream, Worker};
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::count::Count;
use crate::ops::consumer::extremum::Extremum;
use crate::ops::consumer::fold::Fold;
use crate::ops::monoid::redomap::Redomap;
use crate::plan::elements::element;
use crate::plan::rule::Context;
use crate::rust::expr::compares;
use crate::rust::spelling::among;
use crate::rust::term::work::Work;
use crate::rust::term::{Is, Term};
use crate::rust::ty::Scalar;
use crate::rust::types::Primitive;
use crate::sorted::SortedMap;
use syn::{BinOp, Expr};

// Note [Chains that gain by wider vectors]
// Measured, plain over fused at 64, 256, 1 K, 16 K and 256 K elements, on chains with one source:
//
//   stored: a root of doubles      2.0 1.9 2.0 1.9 2.1      kept: a sum of `i64`            1.9 1.4 1.1 1.0 1.0
//   a quotient of doubles          1.8 1.7 1.9 2.2 2.0      a sum of their squares          1.9 2.1 2.3 2.1 2.0
//   a cubic of doubles             1.4 1.6 1.9 1.6 1.4      a count of doubles              2.2 2.5 2.5 2.0 1.5
//   `x * 3 + 1` of `i64`           1.2 1.5 2.0 1.2 1.0      a count of `i64`                4.6 5.4 5.6 4.4 3.3
//   clamped `i64`                  2.0 2.9 3.0 3.7 3.1      a sum of some `i64`             4.4 5.4 5.8 4.6 4.1
//   `x * x + 1` of `i32`           1.1 2.0 3.1 2.0 1.7      a largest `i64`                 4.4 6.3 7.9 8.7 6.6
//   a comparison of doubles        1.5 1.8 1.9 1.9 1.8      a largest `i32`                 1.5 4.0 4.3 3.9 3.0
//   a choice of two sums           1.5 1.9 2.3 1.9 1.6      bits set in `u64`               2.4 2.7 2.7 2.7 2.7
//   `u8` as `u32`, tripled         1.0 1.7 2.3 2.1 1.7      sums of 5 neighbours, stored    0.9 1.6 1.9 2.0 2.1
//   a number times its element     1.9 2.6 3.2 3.2 3.0      sums of 20                      1.5 2.2 2.4 2.5 2.5
//
// and of what is not taken: `x * 2.0 + 1.0` of doubles 1.2 1.6 1.8 1.0 0.97, `x + y` 1.1 1.4 1.5 1.0 1.05, doubles as singles 1.0 1.2 1.3 1.0
// 0.97, differences of neighbours 0.8 0.9 1.0 1.0 1.0, sums of chunks of 4 0.7 0.9 1.2 1.1 1.0, pairs 0.8.

/// From how many elements on it is worth a call to keep what they come to.
const KEPT: usize = 32;
/// From how many bytes on it is worth a call to store them.
const BYTES: u32 = 2048;
/// From how many operations an element on what is stored is not limited by memory.
const STORED: f64 = 4.0;
/// From how many elements on the sums of windows are worth it.
const NEIGHBOURS: usize = 5;

/// The chains that stand in no loop and run with the instructions of the machine, each with how many elements there must be.
pub(crate) fn detected(context: &Context<'_, '_>) -> SortedMap<ChainId, usize> {
    let setting = context.lowered.setting;
    if !setting.wide || setting.inner || context.suspends {
        return SortedMap::new();
    }
    let alone = |chain: &&LoweredChain<'_>| {
        let fused = |nest: &Loop| chain.bindings.iter().any(|id| nest.cluster.contains(id));
        !context.loops.iter().any(fused)
    };
    let chains = context.lowered.chains().filter(alone);
    chains
        .filter_map(|chain| Some((chain.id, least(chain)?)))
        .collect()
}

/// From how many elements on a chain is faster with wider vectors.
fn least(of: &LoweredChain<'_>) -> Option<usize> {
    let chain = of.chain;
    let settled =
        |worker: &Worker| worker.judgment.pure.is_ok() && worker.judgment.open_zeros == Some(0);
    if chain.stream.parallel.is_some()
        || chain.solitary().is_some()
        || chain.whole.is_some()
        || !chain.stream.workers().into_iter().all(settled)
        || !chain.workers().into_iter().all(is_plain)
    {
        return None;
    }
    if let Some(least) = in_place::least(chain) {
        return Some(least);
    }
    if !chain.consumer.workers().into_iter().all(settled) {
        return None;
    }
    let made = element(of);
    if sums_windows(chain) {
        return made.filter(|made| made.is_float()).map(stored_from);
    }
    let mut read = Vec::new();
    numbers_of(&chain.stream, &mut read)?;
    let widest = read.iter().copied().chain(made);
    let widest = widest.max_by_key(|number| number.bits())?;
    let least = match chain.consumer.is::<Collect>() {
        true => stored_from(widest),
        false => KEPT,
    };
    gains_by_numbers(of, &read).then_some(least)
}

/// From how many elements on it is worth a call to store them: fewer are stored in the time that it takes.
pub(super) fn stored_from(number: Scalar) -> usize {
    (u8::BITS * BYTES / number.bits()) as usize
}

/// True for a chain that does not do more to an element than to load and to store it takes.
pub(super) fn is_limited_by_memory(chain: &Chain) -> bool {
    let workers = chain.workers().into_iter();
    let work = workers.map(|worker| worker.work());
    let work = work.fold(Work::default(), Work::and);
    work.divisions == 0.0 && work.operations < STORED
}

/// True for a chain that adds up windows of floats.
pub(super) fn sums_windows(chain: &Chain) -> bool {
    let (Source::Driver(driver), [Adapter::Map(worker)]) =
        (&chain.stream.source, chain.stream.adapters.as_slice())
    else {
        return false;
    };
    let (Some(strided), Expr::MethodCall(call)) = (&driver.strided, &driver.expr) else {
        return false;
    };
    let floats = Scalar::of(&strided.number).is_some_and(Scalar::is_float);
    strided.windows
        && strided.length >= NEIGHBOURS
        && floats
        && matches!(&*call.receiver, Expr::Path(_))
        && worker.term().runs_loops()
}

/// Adds the types of the numbers that a stream is made of; nothing if it is made of anything else.
pub(super) fn numbers_of(stream: &Stream, read: &mut Vec<Scalar>) -> Option<()> {
    match &stream.source {
        Source::Array(array) => {
            let lent = array.access == Access::ByReference && is_name(&array.expr);
            let number = array.number.as_ref().filter(|_| lent)?;
            read.push(Scalar::of(number)?);
        }
        Source::Range(range) => {
            let read_twice = |end: &Expr| matches!(end, Expr::Path(_) | Expr::Lit(_));
            let ends = range.expr.end.as_deref().is_some_and(read_twice);
            read.push(range.counted().filter(|_| ends)?);
        }
        Source::Driver(_) => return None,
    }
    for adapter in &stream.adapters {
        match adapter {
            Adapter::Map(_) | Adapter::Filter(_) | Adapter::Copied => {}
            Adapter::Enumerate => read.push(Scalar::named("usize")?),
            Adapter::Zip(other) => numbers_of(other, read)?,
            _ => return None,
        }
    }
    Some(())
}

/// True for what takes numbers and is limited by what it does with them.
fn gains_by_numbers(of: &LoweredChain<'_>, read: &[Scalar]) -> bool {
    let chain = of.chain;
    let adapters = &chain.stream.adapters;
    let tests = adapters
        .iter()
        .any(|adapter| matches!(adapter, Adapter::Filter(_)));
    let work = chain.workers().into_iter().map(|worker| worker.work());
    let work = work.fold(Work::default(), Work::and);
    if !work.vector {
        return false;
    }
    let wide = |number: Scalar| number.is_integer() && number.bits() >= u32::BITS;
    let consumer = &chain.consumer;
    let counts = matches!(chain.stream.source, Source::Range(_));
    if counts && !consumer.is::<Collect>() {
        // LLVM knows what many of them come to.
        return false;
    }
    if consumer.is::<Collect>() {
        let made = element(of).filter(|_| !tests);
        return made.is_some_and(|made| gains_stored(chain, read, made, work));
    }
    if consumer.is::<Count>() {
        return tests;
    }
    if let Some(sum) = consumer.adds() {
        return wide(sum);
    }
    if let Some(fold) = consumer.of::<Fold>() {
        let whole = matches!(fold.redomap, Some(Redomap::Whole(_)));
        return whole && !tests && fold.scalar.is_some_and(wide);
    }
    let plain = consumer.of::<Extremum>().is_some_and(Extremum::is_plain);
    let copies = |adapter: &Adapter| matches!(adapter, Adapter::Map(_) | Adapter::Copied);
    plain && !tests && adapters.iter().any(copies) && read.iter().all(|number| wide(*number))
}

/// True for what the baseline does with integers of 32 bits and more in several instructions.
pub(super) fn is_dear(term: &Term<'_>) -> bool {
    match &term.is {
        Is::Binary(BinOp::Mul(_), ..) => true,
        Is::Binary(op, ..) => compares(op),
        Is::Method(call) => {
            const DEAR: &str = "abs clamp max min wrapping_mul";
            among(DEAR, &call.name)
        }
        _ => false,
    }
}

/// True if an element of this type costs more than to store it.
fn gains_stored(chain: &Chain, read: &[Scalar], made: Scalar, work: Work) -> bool {
    let integers = made.is_integer() && read.iter().all(|number| number.is_integer());
    let wide = made.bits() >= u32::BITS;
    let widens = |number: &Scalar| {
        number.is_integer() && made.is_number() && made.bits() > number.bits()
            || made.is_float() && number.is_integer() && made.bits() == number.bits()
    };
    // Half of the vector would be lost.
    let narrows = made.is_float()
        && read
            .iter()
            .any(|number| number.is_integer() && number.bits() > made.bits());
    let compared = made.kind() == Primitive::Bool && read.iter().all(|of| of.bits() >= u32::BITS);
    let mut workers = chain.workers().into_iter();
    let gains = work.divisions > 0.0
        || work.operations >= STORED
        || read.iter().any(widens)
        || integers && workers.any(|worker| worker.term().any(&is_dear));
    compared || wide && !narrows && gains
}

#[cfg(test)]
mod tests {
    use quote::quote;

    /// From how many elements on a chain of a function runs with other instructions.
    fn least(chain: &str) -> Option<usize> {
        let function = format!(
            "fn f(xs: &[f64], ys: &[f32], ks: &[i64], bs: &[u8], k: f64, n: usize) -> R {{ let r: {chain}; r }}"
        );
        let expanded = crate::expand(quote!(), function.parse().expect("tokens")).to_string();
        let (_, call) = expanded.split_once("dispatched_from (")?;
        let (least, _) = call.split_once(',')?;
        Some(least.trim().parse().expect("a number"))
    }

    #[test]
    fn what_costs_more_than_to_store_it_has_wider_vectors() {
        assert_eq!(
            least("Vec<f64> = xs.iter().map(|x| x / k).collect()"),
            Some(256)
        );
        let polynomial = "Vec<f32> = ys.iter().map(|y| y * y * y - 2.0 * y + 1.0).collect()";
        assert_eq!(least(polynomial), Some(512));
        assert_eq!(
            least("Vec<f64> = xs.iter().map(|x| x * 2.0 + 1.0).collect()"),
            None
        );
        assert_eq!(
            least("Vec<i64> = ks.iter().map(|x| x * 3 + 1).collect()"),
            Some(256)
        );
        assert_eq!(least("Vec<i64> = ks.iter().map(|x| x + 1).collect()"), None);
        assert_eq!(
            least("Vec<bool> = xs.iter().map(|x| *x > k).collect()"),
            Some(256)
        );
        assert_eq!(
            least("Vec<f64> = (0..n).map(|i| i as f64 * k).collect()"),
            Some(256)
        );
        assert_eq!(
            least("Vec<f32> = (0..n).map(|i| i as f32 / 3.0).collect()"),
            None
        );
        assert_eq!(
            least("Vec<u8> = bs.iter().map(|b| 255 - b / 3 * 2 + 1).collect()"),
            None
        );
        assert_eq!(
            least("Vec<f64> = xs.iter().map(|x| x.exp() / 2.0).collect()"),
            None
        );
        let kept = "Vec<f64> = xs.iter().map(|x| x / k).filter(|x| *x > 1.0).collect()";
        assert_eq!(least(kept), None);
    }

    #[test]
    fn so_has_what_keeps_integers() {
        assert_eq!(least("i64 = ks.iter().sum()"), Some(32));
        assert_eq!(
            least("usize = xs.iter().filter(|x| **x > k).count()"),
            Some(32)
        );
        assert_eq!(least("Option<i64> = ks.iter().copied().max()"), Some(32));
        assert_eq!(least("i64 = ks.iter().fold(0, |a, x| a ^ x)"), Some(32));
        assert_eq!(least("Option<&i64> = ks.iter().max()"), None);
        assert_eq!(least("f64 = xs.iter().sum()"), None);
        assert_eq!(least("i64 = ks.iter().map(|x| x % 7).sum()"), None);
        assert_eq!(least("u64 = (0..n as u64).map(|i| i * i).sum()"), None);
    }

    #[test]
    fn so_have_sums_of_neighbours() {
        let of = |width: usize| {
            format!("Vec<f64> = xs.windows({width}).map(|w| w.iter().sum::<f64>() / k).collect()")
        };
        assert_eq!((least(&of(5)), least(&of(4))), (Some(256), None));
        assert_eq!(least(&of(5).replace("windows", "chunks_exact")), None);
        assert_eq!(least(&of(5).replace("windows(5)", "windows(n)")), None);
    }

    #[test]
    fn nothing_shows_that_a_chain_stands_in_a_closure() {
        // What is evaluated for the number of elements has no effect, and happens once more.
        assert_eq!(
            least("Vec<f64> = (0..next()).map(|i| i as f64 * k).collect()"),
            None
        );
        assert_eq!(
            least("Vec<f64> = xs.iter().map(|x| x / p.scale).collect()"),
            None
        );
        assert_eq!(
            least("Vec<f64> = xs.iter().map(|x| x.max(k) / k).collect()"),
            None
        );
        assert_eq!(
            least("Vec<f64> = xs.iter().map(|x| { seen += 1; x / k }).collect()"),
            None
        );
        assert_eq!(
            least("Vec<f64> = rows().iter().map(|x| x / k).collect()"),
            None
        );
    }
}
