//! Names of what expansions declare.
//!
//! They are hygienic, so they cannot meet the user's locals; they are spelt apart from those all the
//! same, because an expansion is also read, and sometimes pasted. Statics, constants and unit structs
//! are seen from everywhere, and no pattern may bind their names: so every name has two underscores in
//! the middle (`xs__item`), as no item has that anyone writes. [`local`] makes all of them.

use crate::cnf::{Lowered, ValueId};
pub(crate) use crate::ops::names::local;
pub(super) use crate::ops::names::worker_result;
use crate::plan::over_slices::OverSlices;
use crate::region::{Kind, Region};
use crate::rust::hygiene::spelt;
use crate::sorted::SortedSet;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;

#[derive(Clone, Debug)]
pub(super) struct Names {
    stems: Vec<String>,
}

const SUFFIXES: [&str; 24] = [
    "item",
    "buffer",
    "fold",
    "keep",
    "drops",
    "index",
    "kept",
    "worker",
    "hint",
    "appender",
    "left",
    "right",
    "tile",
    "start",
    "lanes",
    "owned",
    "state",
    "initial",
    "ranges",
    "left_total",
    "right_total",
    "part",
    "shelf",
    "room",
];

impl Names {
    pub(super) fn new(region: &Region, lowered: &Lowered<'_>, over: &OverSlices<'_>) -> Names {
        let mut taken = SortedSet::new();
        for statement in &region.statements {
            if let Kind::Barrier(wall) = &statement.kind {
                for hole in &wall.holes {
                    collect(hole.chain.expr.to_token_stream(), &mut taken);
                }
                // A block that was fused before holds names of ours.
                if wall.rewritten {
                    continue;
                }
            }
            collect(statement.tokens.to_token_stream(), &mut taken);
        }
        let all = over.lowered.as_ref().unwrap_or(lowered);
        let own = lowered.program.values.len();
        let mut stems: Vec<String> = Vec::new();
        for (index, value) in all.program.values.iter().enumerate() {
            let mut stem = spell(&value.name);
            // What stands for a place is seen in its own loop alone.
            let starts = over.loops.iter().map(|nest| nest.first.index());
            let of_loop = starts.filter(|start| *start <= index).max();
            let (shared, of_loop) = (own.min(index), of_loop.unwrap_or(index));
            let clashes = |stem: &String| {
                stems[..shared].contains(stem)
                    || stems[of_loop..].contains(stem)
                    || SUFFIXES
                        .iter()
                        .any(|suffix| taken.contains(&spelt(stem, suffix)))
            };
            while clashes(&stem) {
                stem.push('_');
            }
            stems.push(stem);
        }
        Names { stems }
    }

    /// What all names of a value begin with.
    pub(super) fn stem(&self, value: ValueId) -> &str {
        &self.stems[value.0]
    }

    fn make(&self, value: ValueId, suffix: &str) -> Ident {
        local(&self.stems[value.0], suffix)
    }

    /// The element that is being looked at.
    pub(super) fn item(&self, value: ValueId) -> Ident {
        self.make(value, "item")
    }

    /// The elements of one of several sources that a range of a parallel loop has been given.
    pub(super) fn part(&self, value: ValueId) -> Ident {
        self.make(value, "part")
    }

    /// What is taken away in a block.
    pub(super) fn less(&self, value: ValueId) -> Ident {
        self.make(value, "less")
    }

    /// The array being filled.
    pub(super) fn buffer(&self, value: ValueId) -> Ident {
        self.make(value, "buffer")
    }

    /// Where the first elements of an array wait.
    pub(super) fn shelf(&self, value: ValueId) -> Ident {
        self.make(value, "shelf")
    }

    /// The accumulator of a consumer.
    pub(super) fn fold(&self, value: ValueId) -> Ident {
        self.make(value, "fold")
    }

    /// Elements that wait for their drop.
    pub(super) fn keep(&self, value: ValueId) -> Ident {
        self.make(value, "keep")
    }

    /// The same, where the user declared the array: it may be declared before the loop that fills it.
    pub(super) fn drops(&self, value: ValueId) -> Ident {
        self.make(value, "drops")
    }

    /// The position in an `enumerate`.
    pub(super) fn index(&self, value: ValueId) -> Ident {
        self.make(value, "index")
    }

    /// What a `scan` carries from element to element.
    pub(super) fn state(&self, value: ValueId) -> Ident {
        self.make(value, "state")
    }

    /// Room for a block of it.
    pub(super) fn room(&self, value: ValueId) -> Ident {
        self.make(value, "room")
    }

    /// A block of it.
    pub(super) fn tile(&self, value: ValueId) -> Ident {
        self.make(value, "tile")
    }

    /// The accumulators of a sum whose order does not matter.
    pub(super) fn lanes(&self, value: ValueId) -> Ident {
        self.make(value, "lanes")
    }

    /// True once an extremum has seen an element.
    pub(super) fn seen(&self, value: ValueId) -> Ident {
        self.make(value, "seen")
    }

    /// The best of the lanes of an extremum.
    pub(super) fn best(&self, value: ValueId) -> Ident {
        self.make(value, "best")
    }

    /// What of the lanes of an extremum is no number once an element was NaN.
    pub(super) fn unordered(&self, value: ValueId) -> Ident {
        self.make(value, "unordered")
    }

    /// Where the block begins that is being stored.
    pub(super) fn start(&self, value: ValueId) -> Ident {
        self.make(value, "start")
    }

    /// What stands for a vector of the user's while a loop pushes to it.
    pub(super) fn appender(&self, value: ValueId) -> Ident {
        self.make(value, "appender")
    }

    /// Where an element is, to be overwritten.
    pub(super) fn place(&self, value: ValueId) -> Ident {
        self.make(value, "place")
    }

    /// The element that is about to be overwritten.
    pub(super) fn before(&self, value: ValueId) -> Ident {
        self.make(value, "before")
    }

    /// A local that is given as a worker by name.
    pub(super) fn worker(&self, value: ValueId) -> Ident {
        self.make(value, "worker")
    }

    /// How many elements a hashed collection is told of.
    pub(super) fn hint(&self, value: ValueId) -> Ident {
        self.make(value, "hint")
    }

    /// An array that the ranges of a parallel loop empty.
    pub(super) fn owned(&self, value: ValueId) -> Ident {
        self.make(value, "owned")
    }

    /// What a fold on several threads starts from.
    pub(super) fn initial(&self, value: ValueId) -> Ident {
        self.make(value, "initial")
    }

    /// Where loops over the array are cut.
    pub(super) fn ranges(&self, value: ValueId) -> Ident {
        self.make(value, "ranges")
    }

    /// What the ranges on the left of a cut, and those on its right, made of the state of a `scan`.
    pub(super) fn totals(&self, value: ValueId) -> (Ident, Ident) {
        (
            self.make(value, "left_total"),
            self.make(value, "right_total"),
        )
    }

    /// What the ranges on the left of a cut made of a result.
    pub(super) fn left(&self, value: ValueId) -> Ident {
        self.make(value, "left")
    }

    /// What those on its right made of it.
    pub(super) fn right(&self, value: ValueId) -> Ident {
        self.make(value, "right")
    }

    /// Which elements of a block a filter keeps.
    pub(super) fn bits(&self, value: ValueId) -> Ident {
        self.make(value, "bits")
    }

    /// Whether a filter keeps the element.
    pub(super) fn kept(&self, value: ValueId) -> Ident {
        self.make(value, "kept")
    }
}

fn collect(tokens: TokenStream, taken: &mut SortedSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                taken.insert(ident.to_string());
            }
            TokenTree::Group(group) => collect(group.stream(), taken),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The letters, digits and underscores of a name; ranges and raw names hold others.
fn spell(name: &str) -> String {
    let name = name.strip_prefix("r#").unwrap_or(name);
    let kept = |c: char| c == '_' || c.is_alphanumeric();
    let mut spelt = name
        .chars()
        .map(|c| if kept(c) { c } else { '_' })
        .collect::<String>();
    if !spelt.starts_with(|c: char| c == '_' || c.is_alphabetic()) {
        spelt.insert_str(0, "range_");
    }
    spelt
}

/// The iterator that drives a loop, where a buffer asks it for its length.
pub(super) fn driver() -> Ident {
    local("loop", "driver")
}

/// Of a loop that runs as a consumer asks for elements: those of the first block, what that has left, and what comes behind it.
pub(super) fn pulled() -> [Ident; 3] {
    ["elements", "state", "rest"].map(|part| local("loop", part))
}

/// What a block counted, in halves.
pub(super) fn halves() -> Ident {
    local("block", "halves")
}

/// How many elements drive a parallel loop.
pub(super) fn length() -> Ident {
    local("loop", "length")
}

/// Where a parallel loop is cut.
pub(super) fn ranges() -> Ident {
    local("loop", "ranges")
}

/// The indices of one range of a parallel loop.
pub(super) fn span() -> Ident {
    local("loop", "span")
}

/// Which accumulator of several an element belongs to.
pub(super) fn lane() -> Ident {
    local("loop", "lane")
}

/// How many elements of a block fill all lanes.
pub(super) fn full_lanes() -> Ident {
    local("full", "lanes")
}

/// What a string is made of.
pub(super) fn made_of() -> Ident {
    local("made", "of")
}

/// The iterator over a place whose type is not visible.
pub(super) fn place(index: usize) -> Ident {
    local("place", &index.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::lower::tests::with;

    /// The names of the buffers of all values.
    fn buffers(function: &str) -> Vec<String> {
        with(function, |region, lowered| {
            let names = Names::new(region, &lowered, &OverSlices::default());
            let values = (0..lowered.program.values.len()).map(ValueId);
            values.map(|id| names.buffer(id).to_string()).collect()
        })
    }

    #[test]
    fn no_name_is_the_users_and_no_two_are_alike() {
        let names = buffers(
            "fn f(xs: &[i32]) -> usize {
                let xs__fold = 1;
                let xs: Vec<i32> = xs.iter().map(|x| x + xs__fold).collect();
                let xs: Vec<i32> = xs.iter().map(|ys__buffer| ys__buffer + 1).collect();
                let ys: Vec<i32> = xs.iter().map(|y| y + 1).collect();
                ys.len()
            }",
        );
        let distinct = SortedSet::from_iter(&names);
        assert_eq!(distinct.len(), names.len(), "{names:?}");
        for taken in ["xs__buffer", "ys__buffer"] {
            // `xs` is taken for all its uses by `xs__fold`, `ys` by a parameter of a closure.
            assert!(!names.contains(&taken.to_owned()), "{names:?}");
        }
    }

    #[test]
    fn what_is_no_identifier_is_spelt_as_one() {
        assert_eq!(spell("0..n"), "range_0__n");
        assert_eq!(spell("r#type"), "type");
        assert_eq!(spell("größe"), "größe");
        assert_eq!(spell("_"), "_");
    }
}
