//! What a clustering costs in memory traffic, by counting (paper 004, section 6, fig. 12).
//!
//! In: a program, its sizes, its clusters. Out: [`Counts`] of loops, array reads and array writes, as
//! the table of fig. 12 gives them. For the report and for tests: the strategies have costs of their
//! own.
//!
//! The rule that reproduces the table:
//!
//! - a cluster is a loop; an opaque statement is none, and what it does itself is not counted;
//! - a loop reads each array that another loop, or nobody here, made: each of its elements once,
//!   however many of the loop's combinators read it; an array read at random costs one read for each
//!   iteration of each combinator that does;
//! - a loop writes each of its arrays that is a result or that another loop or statement reads;
//! - the result of a fold is an array of one element, as in Accelerate: its loop writes it, and
//!   each other loop that mentions it reads it once. Other scalars live in registers.

#[cfg(test)]
mod tests;

use fuse_compiler::internals::cnf::{BindingId, Combinator, Program, ValueId, ValueKind};
use fuse_compiler::internals::fusion_tree::needed_outside;
use fuse_compiler::internals::size::{Size, Sizes};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What a clustering costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// How many loops run.
    pub loops: usize,
    /// How many elements they read.
    pub reads: Count,
    /// How many elements they write.
    pub writes: Count,
}

/// A number of elements: multiples of sizes, and a constant. Prints as `2n + 2` where the whole
/// clustering knows only one size, otherwise with the sizes' own names, `4k + k' + 2`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Sizes by name, each with how often it counts.
    pub per_element: Vec<(String, usize)>,
    /// What does not depend on any size.
    pub constant: usize,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (size, times)) in self.per_element.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " + " })?;
            match times {
                1 => f.write_str(size)?,
                _ if size.contains(' ') => write!(f, "{times}({size})")?,
                _ => write!(f, "{times}{size}")?,
            }
        }
        match (self.per_element.is_empty(), self.constant) {
            (true, constant) => write!(f, "{constant}"),
            (false, 0) => Ok(()),
            (false, constant) => write!(f, " + {constant}"),
        }
    }
}

/// Reads or writes, while they are counted.
#[derive(Default)]
struct Tally<'a> {
    sizes: BTreeMap<&'a Size, usize>,
    constant: usize,
}

impl<'a> Tally<'a> {
    fn add(&mut self, size: Option<&'a Size>) {
        if let Some(size) = size {
            *self.sizes.entry(size).or_default() += 1;
        }
    }

    fn finish(self, name: impl Fn(&Size) -> String) -> Count {
        let named = |(size, times)| (name(size), times);
        Count {
            per_element: self.sizes.into_iter().map(named).collect(),
            constant: self.constant,
        }
    }
}

/// Counts what a clustering costs. Bindings in no cluster are not counted, except as readers.
///
/// ```
/// use fuse_compiler::internals::{cnf::BindingId, size};
/// use fuse_oracle::{examples, traffic};
///
/// let program = examples::normalise2_scan();
/// let sizes = size::infer(&program).unwrap();
/// let clusters = [[0, 1, 2].map(BindingId).to_vec(), [3, 4].map(BindingId).to_vec()];
/// let counts = traffic::count(&program, &sizes, &clusters);
/// assert_eq!(counts.to_string(), "2 loops, 2n + 2 reads, 2n + 2 writes");
/// ```
#[must_use]
pub fn count(program: &Program, sizes: &Sizes, clusters: &[Vec<BindingId>]) -> Counts {
    let needed = needed_outside(program, clusters);
    let mut fold_result = vec![false; program.values.len()];
    for binding in &program.bindings {
        if matches!(binding.combinator(), Combinator::Fold) {
            for output in &binding.outputs {
                fold_result[output.index()] = true;
            }
        }
    }
    let (mut loops, mut reads, mut writes) = (0, Tally::default(), Tally::default());
    for cluster in clusters {
        let is_loop = |id: &&BindingId| !program.binding(**id).is_opaque();
        let members: Vec<BindingId> = cluster.iter().filter(is_loop).copied().collect();
        if members.is_empty() {
            continue;
        }
        loops += 1;
        let outputs = members.iter().flat_map(|id| &program.binding(*id).outputs);
        let made: BTreeSet<ValueId> = outputs.copied().collect();
        let mut seen = BTreeSet::new();
        for id in &members {
            let binding = program.binding(*id);
            let streamed = binding.streamed();
            for value in &streamed {
                if !made.contains(value) && seen.insert(*value) {
                    reads.add(sizes.of(*value));
                }
            }
            let is_array = |value: &ValueId| program.value(*value).kind == ValueKind::Array;
            let (arrays, scalars): (Vec<ValueId>, Vec<ValueId>) = binding
                .worker
                .mentions
                .iter()
                .partition(|value| is_array(value));
            for _ in arrays {
                reads.add(sizes.iteration(*id));
            }
            // Again and again: as often as the two have pairs.
            if binding.inner().is_some() {
                reads.add(sizes.of(binding.outputs[0]));
            }
            for scalar in &scalars {
                if fold_result[scalar.index()] && !made.contains(scalar) && seen.insert(*scalar) {
                    reads.constant += 1;
                }
            }
        }
        for value in &made {
            if fold_result[value.index()] {
                writes.constant += 1;
            } else if needed.contains(value) {
                writes.add(sizes.of(*value));
            }
        }
    }
    let several = reads.sizes.keys().chain(writes.sizes.keys());
    let one = several.collect::<BTreeSet<_>>().len() == 1;
    let name = |size: &Size| match one {
        true => "n".to_owned(),
        false => sizes.show(size).to_string(),
    };
    Counts {
        loops,
        reads: reads.finish(name),
        writes: writes.finish(name),
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.loops == 1 { "loop" } else { "loops" };
        write!(
            f,
            "{} {plural}, {} reads, {} writes",
            self.loops, self.reads, self.writes
        )
    }
}
