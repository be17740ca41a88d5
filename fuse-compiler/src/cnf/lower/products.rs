//! Names that the `flat_map`s of one chain bind, and another chain in the same inner loop reads.
//!
//! In: two lowered chains. Out: whether one of them would see names of the other's. Two products may bind the same names: to the
//! same elements, where both are read from the same places.

use super::{LoweredChain, Lowering};
use crate::cnf::{Binding, ValueId};
use crate::ops::chain::{Access, Adapter, Chain, Cross, Source, Stream};
use crate::rust::patterns::bindings;
use crate::rust::spelling::identity;
use crate::sorted::SortedSet;

/// One `flat_map` of those that stand in each other: what it binds, and to what.
#[derive(PartialEq, Eq)]
struct Level {
    /// The array, or where a range starts and of what type it is: those that open one loop are equally long.
    elements: (Option<ValueId>, String),
    copied: bool,
    pattern: String,
    /// The names that are read. Of one that one chain alone reads rustc would no longer say that the other does not.
    read: Vec<String>,
}

impl Lowering<'_> {
    /// True if two chains must not stand in one inner loop, for their names.
    pub(super) fn hide_names(&self, one: &LoweredChain<'_>, other: &LoweredChain<'_>) -> bool {
        let crosses = !one.chain.stream.crossed().is_empty();
        let same = crosses && {
            let levels = self.levels(one);
            levels.is_some() && levels == self.levels(other)
        };
        hides(one.chain, other.chain, same) || hides(other.chain, one.chain, same)
    }

    /// The `flat_map`s of a chain, if it crosses nothing else and changes none of what they bind.
    fn levels(&self, chain: &LoweredChain<'_>) -> Option<Vec<Level>> {
        let bindings = || {
            chain
                .bindings
                .iter()
                .map(|id| self.lowered.program.binding(*id))
        };
        // Of a range the first binding makes its elements.
        let mut array = bindings().next()?.streamed().first().copied();
        let mut inner = bindings().filter_map(Binding::inner);
        let reads = chain.chain.reads();
        let (mut levels, mut stream) = (Vec::new(), &chain.chain.stream);
        while let Some((copied, cross)) = crossed_alone(stream)? {
            levels.push(level(&stream.source, array, copied, cross, &reads)?);
            stream = &cross.inner;
            array = inner.next();
        }
        Some(levels)
    }
}

/// A chain must not stand inside of a `flat_map` that binds a name of its own, unless what both bind are the same elements.
fn hides(one: &Chain, other: &Chain, same: bool) -> bool {
    let (crossed, own) = (one.stream.crossed(), other.stream.crossed());
    let mut reads = other.reads();
    if same || crossed.is_disjoint(&own) {
        reads.retain(|name| !own.contains(name));
    }
    !reads.is_disjoint(&crossed)
}

/// The `flat_map` that a stream begins with and whether it is given copies, if it crosses nothing behind it; `None` within if it
/// begins with none.
fn crossed_alone(stream: &Stream) -> Option<Option<(bool, &Cross)>> {
    let copied = matches!(stream.adapters.first(), Some(Adapter::Copied));
    let mut adapters = stream.adapters[usize::from(copied)..].iter();
    let cross = match adapters.as_slice() {
        [Adapter::Cross(cross), ..] => {
            adapters.next();
            Some((copied, &**cross))
        }
        _ => None,
    };
    let alone = adapters.all(|adapter| adapter.stream().is_none());
    alone.then_some(cross)
}

fn level(
    source: &Source,
    array: Option<ValueId>,
    copied: bool,
    cross: &Cross,
    reads: &SortedSet<String>,
) -> Option<Level> {
    let elements = match source {
        Source::Array(source) if source.access != Access::ByReference => return None,
        Source::Array(_) => (array, String::new()),
        Source::Range(range) => {
            let (counted, start) = (range.counted()?, &range.expr.start);
            (None, format!("{}: {}", identity(start), counted.name()))
        }
        Source::Driver(_) => return None,
    };
    let bound = bindings(&cross.pattern);
    if bound
        .iter()
        .any(|name| name.mutable || name.by_mutable_reference)
    {
        return None;
    }
    let names = bound.into_iter().map(|bound| bound.name);
    Some(Level {
        elements,
        copied,
        pattern: identity(&cross.pattern),
        read: names.filter(|name| reads.contains(name)).collect(),
    })
}
