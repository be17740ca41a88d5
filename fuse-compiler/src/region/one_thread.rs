//! `#[fuse(parallel)]`: chains that stay on the thread of what they share an array with.
//!
//! In: the region, with the chains marked that may run on several threads. Out: the same, without the marks of cheap chains that
//! make an array for a chain on one thread, or take one from it. Chains on one thread and on several share no loop; as all of them
//! on one the array between them need not be built, and what it is made of costs less than to write it and to read it back.

use super::parallelise::Sequential;
use super::{Hole, Kind, Region, Skeleton, Statement};
use crate::ops::chain::Source;
use crate::ops::consumer::collect::Collect;
use crate::rust::spelling::{spelling, text};

/// Why such a chain stays on one thread.
const REASON: &str =
    "it costs less than the array that it would make for, or take from, a chain on one thread";

/// Takes the marks off; returns the chains.
pub(super) fn keep_on_one_thread(region: &mut Region) -> Vec<Sequential> {
    let mut kept = Vec::new();
    loop {
        let made = (0..region.statements.len()).find_map(|index| shared(region, index));
        let Some(members) = made else {
            return kept;
        };
        for (statement, hole) in members {
            let chain = &mut region.statements[statement].holes_mut()[hole].chain;
            if chain.stream.parallel.take().is_some() {
                kept.push(Sequential {
                    chain: text(&chain.expr),
                    reason: REASON,
                });
            }
        }
    }
}

/// The chain that makes an array and those that read it, if some of them run on one thread and the others had better.
fn shared(region: &Region, index: usize) -> Option<Vec<(usize, usize)>> {
    let Kind::Let(binding) = &region.statements[index].kind else {
        return None;
    };
    let name = spelling(binding.name.as_ref()?);
    let maker = binding.value.holes.first()?;
    if !binding.value.is_direct() || !maker.chain.consumer.is::<Collect>() {
        return None;
    }
    let mut members = vec![(index, 0)];
    for (later, statement) in region.statements.iter().enumerate().skip(index + 1) {
        if mentions(statement, &name) {
            return None;
        }
        for (place, hole) in statement.holes().iter().enumerate() {
            if streams(hole, &name) {
                members.push((later, place));
            } else if hole.chain.reads().contains(&name) {
                return None;
            }
        }
        if statement.binds.iter().any(|bound| bound.name == name) {
            break;
        }
    }
    let hole = |member: &(usize, usize)| &region.statements[member.0].holes()[member.1];
    let marked = |hole: &Hole| hole.chain.stream.parallel.is_some() || hole.divided;
    let (several, one): (Vec<_>, Vec<_>) = members.iter().map(hole).partition(|hole| marked(hole));
    // Of several readers those on several threads may be worth more than the array.
    let outweighs = several.len() == 1 || !marked(maker);
    let gains = !one.is_empty() && outweighs && several.into_iter().all(is_cheap);
    (gains && members.iter().any(|member| marked(hole(member)))).then_some(members)
}

/// True for a chain of std's that does next to nothing to each element.
fn is_cheap(hole: &Hole) -> bool {
    let made = hole.chain.stream.parallel.as_ref();
    let mut workers = hole.chain.workers().into_iter();
    !hole.divided
        && made.is_some_and(|parallel| parallel.made)
        && workers.all(|worker| worker.is_cheap())
}

/// True if a chain takes the elements of an array.
fn streams(hole: &Hole, name: &str) -> bool {
    let mut sources = hole.chain.stream.sources().into_iter();
    sources.any(|source| match source {
        Source::Array(array) => spelling(&array.name) == name,
        Source::Driver(driver) => driver.reads.contains(name),
        Source::Range(_) => false,
    })
}

/// True if a statement mentions an array outside of its chains.
fn mentions(statement: &Statement, name: &str) -> bool {
    let of = |skeleton: &Skeleton| skeleton.reads.iter().any(|read| read == name);
    match &statement.kind {
        Kind::Let(binding) => of(&binding.value),
        Kind::Tail(skeleton) | Kind::Each(skeleton) => of(skeleton),
        Kind::Barrier(_) => statement.reads.iter().any(|read| read == name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::region::parallelise::parallelise;
    use crate::rust::environment::Environment;

    /// For each chain of a block whether it runs on several threads.
    fn marks(block: &str) -> Vec<bool> {
        let function = format!("fn f(xs: &[i64], n: usize) -> R {{ {block} }}");
        let function: syn::ItemFn = syn::parse_str(&function).expect("a function");
        let mut environment = Environment::of_signature(&function.sig);
        let mut region = Region::read(&function.block, None, &mut environment);
        parallelise(&mut region, &environment);
        let chains = region.chains();
        chains
            .map(|(_, hole)| hole.chain.stream.parallel.is_some())
            .collect()
    }

    const CHEAP: &str = "let ys: Vec<i64> = xs.iter().map(|x| x * 3 + 1).collect();";
    const ORDERED: &str = "let r: i64 = ys.iter().fold(0, |a: i64, y| (a ^ y).rotate_left(5));";

    #[test]
    fn a_cheap_chain_stays_with_what_takes_its_elements_in_order() {
        assert_eq!(marks(&format!("{CHEAP} {ORDERED} r")), [false, false]);
        let dear = "let ys: Vec<i64> = xs.iter().map(|x| costly(*x)).collect();";
        assert_eq!(marks(&format!("{dear} {ORDERED} r")), [true, false]);
        let sum = "let s: i64 = ys.iter().sum();";
        assert_eq!(marks(&format!("{CHEAP} {sum} s")), [true, true]);
        // It is in memory anyway, or others read it on several threads.
        assert_eq!(marks(&format!("{CHEAP} {ORDERED} (ys, r)")), [true, false]);
        assert_eq!(
            marks(&format!("{CHEAP} {ORDERED} {sum} (r, s)")),
            [true, false, true]
        );
    }

    #[test]
    fn so_does_one_that_takes_what_is_made_in_order() {
        let scan = "let ys: Vec<i64> = xs.iter().scan(0, |a: &mut i64, x| { *a += x; Some(*a) }).collect();";
        let sum = "let s: i64 = ys.iter().map(|y| y & 7).sum();";
        assert_eq!(marks(&format!("{scan} {sum} s")), [false, false]);
        let other = "let t: i64 = xs.iter().map(|y| y & 7).sum();";
        assert_eq!(marks(&format!("{scan} {other} (ys, t)")), [false, true]);
    }
}
