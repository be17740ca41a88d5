//! Each cluster as a tree of vertical, horizontal and diagonal fusions (paper 004, sections 4.1
//! and 4.4).
//!
//! In: a cluster, and the values that are needed outside it. Out: a [`FusionTree`], whose leaves are
//! the cluster's bindings, each once, every binding after what it reads.

mod build;

use crate::cnf::{BindingId, Program, ValueId};
use crate::sorted::{SortedSet, sort};
use build::flows;
use std::fmt;

/// How the loops of one cluster became one (paper 004, listing 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FusionTree {
    /// A combinator.
    Leaf(BindingId),
    /// The consumer reads what the producer makes, and nobody else does: it vanishes.
    Vertical {
        /// What flows, sorted.
        values: Vec<ValueId>,
        /// Makes it.
        producer: Box<FusionTree>,
        /// Reads it.
        consumer: Box<FusionTree>,
    },
    /// Two loops of which neither reads what the other makes.
    Horizontal(Box<FusionTree>, Box<FusionTree>),
    /// The consumer reads what the producer makes, and it is stored for others besides: this saves
    /// the read and not the write.
    Diagonal {
        /// What flows and is stored, sorted.
        values: Vec<ValueId>,
        /// Makes it.
        producer: Box<FusionTree>,
        /// Reads it.
        consumer: Box<FusionTree>,
    },
}

/// How two bindings of one cluster relate (paper 004, figs 1 and 7): every two do in one of these
/// ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// One is computed from the other's result, which vanishes.
    Vertical,
    /// Neither is computed from the other's result.
    Horizontal,
    /// One is computed from the other's result, which is also stored.
    Diagonal,
}

/// The values that must outlive the loop that makes them: results, and what another cluster reads.
/// Bindings in none of the clusters count as clusters of their own. Linear.
#[must_use]
pub fn needed_outside(program: &Program, clusters: &[Vec<BindingId>]) -> SortedSet<ValueId> {
    let mut cluster: Vec<usize> = (clusters.len()..).take(program.bindings.len()).collect();
    for (number, members) in clusters.iter().enumerate() {
        for id in members {
            cluster[id.index()] = number;
        }
    }
    let mut made_in: Vec<Option<usize>> = vec![None; program.values.len()];
    let mut needed: SortedSet<ValueId> = program.results.iter().copied().collect();
    for (binding, cluster) in program.bindings.iter().zip(&cluster) {
        let elsewhere = |value: &ValueId| made_in[value.index()].is_some_and(|at| at != *cluster);
        needed.extend(binding.reads().into_iter().filter(elsewhere));
        for output in &binding.outputs {
            made_in[output.index()] = Some(*cluster);
        }
    }
    needed
}

impl FusionTree {
    /// The tree of a cluster, in any order; `None` if the cluster is empty.
    ///
    /// Loops that no data connects are fused horizontally, in source order. Of connected ones, those
    /// that read nothing of the others come first: diagonally if others need their result, and then
    /// vertically. At most quadratic in the size of the cluster.
    #[must_use]
    pub fn build(
        program: &Program,
        cluster: &[BindingId],
        needed: &SortedSet<ValueId>,
    ) -> Option<FusionTree> {
        build::tree(program, cluster, needed)
    }

    /// The bindings, in an order in which each stands after what it reads.
    #[must_use]
    pub fn leaves(&self) -> Vec<BindingId> {
        let mut leaves = Vec::new();
        self.walk(&mut |tree| {
            if let FusionTree::Leaf(id) = tree {
                leaves.push(*id);
            }
        });
        leaves
    }

    /// The arrays that flow and vanish (contraction), sorted.
    #[must_use]
    pub fn vanishing(&self) -> Vec<ValueId> {
        self.flowing(Relation::Vertical)
    }

    /// The arrays that flow and are stored, sorted.
    #[must_use]
    pub fn stored(&self) -> Vec<ValueId> {
        self.flowing(Relation::Diagonal)
    }

    /// How two bindings of the tree relate; `None` if they are one, or not both in it.
    #[must_use]
    pub fn relation(&self, program: &Program, a: BindingId, b: BindingId) -> Option<Relation> {
        let pair = (a.min(b), a.max(b));
        let relations = self.relations(program);
        let mut pairs = relations.into_iter();
        pairs.find_map(|(a, b, relation)| ((a, b) == pair).then_some(relation))
    }

    /// How each two of its bindings relate, sorted. Quadratic in their number, and as long.
    #[must_use]
    pub fn relations(&self, program: &Program) -> Vec<(BindingId, BindingId, Relation)> {
        let mut members = self.leaves();
        sort(&mut members);
        let (flows, stored) = (flows(program, &members), self.stored());
        let mut relations = Vec::new();
        for (first, a) in members.iter().enumerate() {
            let mut below = vec![false; members.len()];
            below[first] = true;
            // Sorted by consumer, so one pass reaches everything below.
            for flow in &flows {
                below[flow.to] |= below[flow.from];
            }
            let outputs = &program.binding(*a).outputs;
            let connected = match outputs.iter().any(|output| stored.contains(output)) {
                true => Relation::Diagonal,
                false => Relation::Vertical,
            };
            for (b, below) in members.iter().zip(&below).skip(first + 1) {
                let relation = if *below {
                    connected
                } else {
                    Relation::Horizontal
                };
                relations.push((*a, *b, relation));
            }
        }
        relations
    }

    /// Checks that every binding is a leaf once, that it reads of the cluster only what flows to
    /// it, and that a value vanishes if and only if nobody outside needs it.
    ///
    /// # Errors
    /// A sentence that names the first thing wrong.
    pub fn verify(&self, program: &Program, needed: &SortedSet<ValueId>) -> Result<(), String> {
        let leaves = self.leaves();
        let mut seen = SortedSet::new();
        let mut made = SortedSet::new();
        for leaf in &leaves {
            if !seen.insert(*leaf) {
                return Err(format!("{} is a leaf twice", program.label(*leaf)));
            }
            made.extend(program.binding(*leaf).outputs.iter().copied());
        }
        self.verify_within(program, needed, &made, &mut SortedSet::new())
    }

    /// Prints with the names of the bindings, as paper 004's fig. 11 does.
    pub fn named<'a>(&'a self, program: &'a Program<'a>) -> impl fmt::Display + 'a {
        Named {
            tree: self,
            program,
        }
    }

    fn verify_within(
        &self,
        program: &Program,
        needed: &SortedSet<ValueId>,
        made: &SortedSet<ValueId>,
        visible: &mut SortedSet<ValueId>,
    ) -> Result<(), String> {
        let name = |value: &ValueId| program.value(*value).name.clone();
        let (values, producer, consumer, kept) = match self {
            FusionTree::Leaf(id) => {
                let reads = program.binding(*id).reads();
                let unseen = |value: &&ValueId| made.contains(value) && !visible.contains(value);
                return match reads.iter().find(unseen) {
                    Some(value) => Err(format!(
                        "{} reads {}, which does not flow to it",
                        program.label(*id),
                        name(value)
                    )),
                    None => Ok(()),
                };
            }
            FusionTree::Horizontal(first, second) => {
                first.verify_within(program, needed, made, visible)?;
                return second.verify_within(program, needed, made, visible);
            }
            FusionTree::Vertical {
                values,
                producer,
                consumer,
            } => (values, producer, consumer, false),
            FusionTree::Diagonal {
                values,
                producer,
                consumer,
            } => (values, producer, consumer, true),
        };
        producer.verify_within(program, needed, made, visible)?;
        let from: Vec<BindingId> = producer.leaves();
        for value in values {
            if !from
                .iter()
                .any(|id| program.binding(*id).outputs.contains(value))
            {
                return Err(format!("{} does not come from its producer", name(value)));
            }
            if needed.contains(value) != kept {
                let fate = if kept { "stored" } else { "dropped" };
                return Err(format!("{} is {fate} against need", name(value)));
            }
            visible.insert(*value);
        }
        let result = consumer.verify_within(program, needed, made, visible);
        for value in values {
            visible.remove(value);
        }
        result
    }

    fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a FusionTree)) {
        visit(self);
        match self {
            FusionTree::Leaf(_) => {}
            FusionTree::Horizontal(first, second)
            | FusionTree::Vertical {
                producer: first,
                consumer: second,
                ..
            }
            | FusionTree::Diagonal {
                producer: first,
                consumer: second,
                ..
            } => {
                first.walk(visit);
                second.walk(visit);
            }
        }
    }

    fn flowing(&self, how: Relation) -> Vec<ValueId> {
        let mut flowing = Vec::new();
        self.walk(&mut |tree| match tree {
            FusionTree::Vertical { values, .. } if how == Relation::Vertical => {
                flowing.extend_from_slice(values);
            }
            FusionTree::Diagonal { values, .. } if how == Relation::Diagonal => {
                flowing.extend_from_slice(values);
            }
            _ => {}
        });
        sort(&mut flowing);
        flowing
    }

    fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        label: &impl Fn(BindingId) -> String,
    ) -> fmt::Result {
        let (word, first, second) = match self {
            FusionTree::Leaf(id) => return f.write_str(&label(*id)),
            FusionTree::Horizontal(first, second) => ("Horizontal", first, second),
            FusionTree::Vertical {
                producer, consumer, ..
            } => ("Vertical", producer, consumer),
            FusionTree::Diagonal {
                producer, consumer, ..
            } => ("Diagonal", producer, consumer),
        };
        write!(f, "{word}(")?;
        first.write(f, label)?;
        f.write_str(", ")?;
        second.write(f, label)?;
        f.write_str(")")
    }
}

/// Prints with the numbers of the bindings; see [`FusionTree::named`].
impl fmt::Display for FusionTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &|id| format!("#{}", id.index()))
    }
}

struct Named<'a> {
    tree: &'a FusionTree,
    program: &'a Program<'a>,
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.write(f, &|id| self.program.label(id))
    }
}
