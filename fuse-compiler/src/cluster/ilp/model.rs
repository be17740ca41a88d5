//! Fig. 1.14 as data.
//!
//! In: an instance, an objective, and the groups that the program is about. Out: a [`Model`], which
//! prints as fig. 1.15 does. Where every chain is one combinator and the cost is the paper's, it is
//! the paper's program, with transitivity added.

use crate::cluster::cost::{ArrayCost, Objective};
use crate::cluster::instance::{Instance, Pair};
use crate::cluster::partition::Partition;
use crate::sorted::SortedMap;

/// A variable (fig. 1.11, and two more for the cost that counts traffic). Numbers are groups of the
/// instance, or arrays of the objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variable {
    /// `x[i,j]`, `i < j`: 0 if the two share a cluster, 1 if not.
    Apart(usize, usize),
    /// `pi[i]`: where the cluster of `i` stands in a topological order. Real.
    Position(usize),
    /// `c[a]`: 0 if the array is contracted, 1 if it is in memory. Integral if the `x` are.
    Manifest(usize),
    /// `r[a,j]`: 1 if `j` is the first of its cluster to read `a`. Integral if the `x` are.
    Read(usize, usize),
    /// `l[j]`: 1 if `j` is the first of its cluster. Integral if the `x` are.
    First(usize),
}

/// A constraint: the equation that it stands for is in its description.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Constraint {
    /// `-N x[i,j] <= pi[j] - pi[i] <= N x[i,j]`: groups that share a cluster share its position
    /// (fig. 1.14, no edge between the two).
    Unordered(usize, usize),
    /// `x[i,j] <= pi[j] - pi[i] <= N x[i,j]`: and where they do not, the producer comes first
    /// (fig. 1.14, a fusible edge from `i` to `j`).
    Fusible(usize, usize),
    /// `pi[i] < pi[j]` (fig. 1.14, a fusion-preventing edge from `i` to `j`).
    Precedes(usize, usize),
    /// `x[i,j] <= c[a]`: an array is contracted only if each reader shares its producer's cluster
    /// (fig. 1.14, a fusible edge).
    Contracted {
        /// The array.
        array: usize,
        /// Its producer.
        producer: usize,
        /// One of its readers.
        reader: usize,
    },
    /// `c[a] = 1`: the array must be in memory (fig. 1.14, a fusion-preventing edge), because it is
    /// needed later, or a reader never shares the producer's cluster.
    InMemory {
        /// The array.
        array: usize,
    },
    /// `x[i,j] = 1`: an iteration size is unknown, or the two have no compatible concestors (fig.
    /// 1.14).
    Separate(usize, usize),
    /// `x[A] <= x[i,j]`: two loops of different sizes are no more fused than what relates them
    /// (fig. 1.14, the concestors).
    Concestor {
        /// A pair that must share a cluster, possibly one group twice.
        needs: (usize, usize),
        /// The pair that needs it.
        pair: (usize, usize),
    },
    /// `x[i,k] <= x[i,j] + x[j,k]`: sharing a cluster is transitive (Megiddo and Sarkar 1997; not in
    /// fig. 1.14, where the positions alone stand for it and the relaxation is weak).
    Transitive {
        /// One end.
        i: usize,
        /// The group between.
        j: usize,
        /// The other end.
        k: usize,
    },
    /// `r[a,j] >= 1 - sum over i of (1 - x[i,j])`: a reader reads from memory unless one that comes
    /// before it, the producer first of all, shares its cluster (the cost that counts traffic).
    FirstRead {
        /// The array.
        array: usize,
        /// The reader.
        reader: usize,
        /// Who comes before it.
        earlier: Vec<usize>,
    },
    /// `l[j] >= 1 - sum over i < j of (1 - x[i,j])`: a loop for each cluster (the cost that counts
    /// traffic).
    FirstOfCluster {
        /// The group.
        group: usize,
        /// The groups before it that could share its cluster.
        earlier: Vec<usize>,
    },
}

/// A linear inequality: the sum of the terms is at least `at_least`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    /// Variables, each once, in order, with their coefficients.
    pub terms: Vec<(Variable, i64)>,
    /// The right side.
    pub at_least: i64,
}

/// An integer linear program over some groups of an instance.
#[derive(Clone, Debug)]
pub struct Model {
    /// What is minimised, in order of the variables; all variables are here, some with weight 0.
    pub objective: SortedMap<Variable, u64>,
    /// A constant part of the objective.
    pub constant: u64,
    /// The constraints, in the order of fig. 1.14.
    pub constraints: Vec<Constraint>,
    groups: Vec<usize>,
    pub(crate) labels: SortedMap<usize, String>,
    pub(crate) array_labels: Vec<String>,
}

impl Model {
    /// Writes the program for some groups. No group outside may be a candidate to share a cluster with
    /// one of them, and no cycle may lead through groups outside: see [`Instance::components`].
    #[must_use]
    pub fn new(instance: &Instance<'_>, objective: &Objective, groups: &[usize]) -> Model {
        let array_label =
            |array: &ArrayCost| instance.problem.program.value(array.value).name.clone();
        let mut model = Model {
            objective: SortedMap::new(),
            constant: 0,
            constraints: Vec::new(),
            groups: groups.to_vec(),
            labels: groups.iter().map(|g| (*g, instance.label(*g))).collect(),
            array_labels: objective.arrays.iter().map(array_label).collect(),
        };
        model.pairs(instance, objective);
        model.arrays(instance, objective);
        model.loops(instance, objective);
        model
    }

    /// `N` of fig. 1.14, which bounds the positions: the number of groups.
    #[must_use]
    pub fn positions(&self) -> i64 {
        i64::try_from(self.groups.len()).unwrap_or(i64::MAX)
    }

    /// The groups that it is about.
    #[must_use]
    pub fn groups(&self) -> &[usize] {
        &self.groups
    }

    fn pairs(&mut self, instance: &Instance<'_>, objective: &Objective) {
        let groups = self.groups.clone();
        let mut ordering = Vec::new();
        let mut separate = Vec::new();
        let mut concestors = Vec::new();
        for (index, j) in groups.iter().copied().enumerate() {
            self.objective.insert(Variable::Position(j), 0);
            for i in groups[..index].iter().copied() {
                let weight = objective.apart.get(&(i, j)).copied().unwrap_or(0);
                let forward = instance.edges.get(&(i, j)).map(|_| (i, j));
                let backward = instance.edges.get(&(j, i)).map(|_| (j, i));
                match instance.pair(i, j) {
                    Pair::Impossible => {
                        self.constant += weight;
                        for (from, to) in forward.into_iter().chain(backward) {
                            if instance.edges[&(from, to)] {
                                ordering.push(Constraint::Precedes(from, to));
                            }
                        }
                        continue;
                    }
                    Pair::Separate => separate.push(Constraint::Separate(i, j)),
                    Pair::Candidate(needs) => {
                        for needs in needs.iter().copied() {
                            concestors.push(Constraint::Concestor {
                                needs,
                                pair: (i, j),
                            });
                        }
                    }
                }
                self.objective.insert(Variable::Apart(i, j), weight);
                if forward.is_none() && backward.is_none() {
                    ordering.push(Constraint::Unordered(i, j));
                }
                for (from, to) in forward.into_iter().chain(backward) {
                    ordering.push(Constraint::Fusible(from, to));
                }
            }
        }
        ordering.sort();
        self.constraints.extend(ordering);
        self.constraints.extend(separate);
        self.constraints.extend(concestors);
        for j in groups.iter().copied() {
            let neighbours: Vec<usize> = groups
                .iter()
                .copied()
                .filter(|group| instance.candidate(*group, j))
                .collect();
            for (index, k) in neighbours.iter().copied().enumerate() {
                for i in neighbours[..index].iter().copied() {
                    self.constraints.push(Constraint::Transitive { i, j, k });
                }
            }
        }
    }

    fn arrays(&mut self, instance: &Instance<'_>, objective: &Objective) {
        for (index, array) in objective.arrays.iter().enumerate() {
            if let Some(producer) = array.producer.filter(|p| self.groups.contains(p)) {
                self.objective
                    .insert(Variable::Manifest(index), array.manifest);
                let variable = |reader: &usize| {
                    self.groups.contains(reader)
                        && *instance.pair(producer, *reader) != Pair::Impossible
                };
                let (related, unrelated): (Vec<usize>, Vec<usize>) =
                    array.readers.iter().partition(|reader| variable(reader));
                if array.in_memory || !unrelated.is_empty() {
                    self.constraints.push(Constraint::InMemory { array: index });
                }
                for reader in related {
                    self.constraints.push(Constraint::Contracted {
                        array: index,
                        producer,
                        reader,
                    });
                }
            }
            for (position, reader) in array.readers.iter().copied().enumerate() {
                let weight = array.reads[position];
                if weight == 0 || !self.groups.contains(&reader) {
                    continue;
                }
                let before = array.producer.iter().chain(&array.readers[..position]);
                let earlier = before
                    .copied()
                    .filter(|one| instance.candidate(*one, reader))
                    .collect();
                self.objective.insert(Variable::Read(index, reader), weight);
                self.constraints.push(Constraint::FirstRead {
                    array: index,
                    reader,
                    earlier,
                });
            }
        }
    }

    fn loops(&mut self, instance: &Instance<'_>, objective: &Objective) {
        for (index, group) in self.groups.iter().copied().enumerate() {
            let weight = objective.first[group];
            if weight == 0 {
                continue;
            }
            let earlier = self.groups[..index]
                .iter()
                .copied()
                .filter(|one| instance.candidate(*one, group))
                .collect();
            self.objective.insert(Variable::First(group), weight);
            self.constraints
                .push(Constraint::FirstOfCluster { group, earlier });
        }
    }

    /// A constraint as inequalities. A pair without a variable is apart, so `x = 1`; a group is
    /// never apart from itself, so `x = 0`.
    #[must_use]
    pub fn rows(&self, constraint: &Constraint) -> Vec<Row> {
        use Variable::{First, Manifest, Position, Read};
        let n = self.positions();
        let mut rows = Vec::new();
        let mut row = |at_least: i64, build: &dyn Fn(&mut Sum<'_>)| {
            let mut sum = Sum::new(self);
            build(&mut sum);
            rows.push(sum.at_least(at_least));
        };
        match constraint {
            Constraint::Unordered(i, j) => {
                row(0, &|s| {
                    s.apart(n, *i, *j)
                        .term(1, Position(*j))
                        .term(-1, Position(*i));
                });
                row(0, &|s| {
                    s.apart(n, *i, *j)
                        .term(-1, Position(*j))
                        .term(1, Position(*i));
                });
            }
            Constraint::Fusible(i, j) => {
                row(0, &|s| {
                    s.apart(-1, *i, *j)
                        .term(1, Position(*j))
                        .term(-1, Position(*i));
                });
                row(0, &|s| {
                    s.apart(n, *i, *j)
                        .term(-1, Position(*j))
                        .term(1, Position(*i));
                });
            }
            Constraint::Precedes(i, j) => row(1, &|s| {
                s.term(1, Position(*j)).term(-1, Position(*i));
            }),
            Constraint::Contracted {
                array,
                producer,
                reader,
            } => row(0, &|s| {
                s.term(1, Manifest(*array)).apart(-1, *producer, *reader);
            }),
            Constraint::InMemory { array } => row(1, &|s| {
                s.term(1, Manifest(*array));
            }),
            Constraint::Separate(i, j) => row(1, &|s| {
                s.apart(1, *i, *j);
            }),
            Constraint::Concestor { needs, pair } => row(0, &|s| {
                s.apart(1, pair.0, pair.1).apart(-1, needs.0, needs.1);
            }),
            Constraint::Transitive { i, j, k } => row(0, &|s| {
                s.apart(1, *i, *j).apart(1, *j, *k).apart(-1, *i, *k);
            }),
            Constraint::FirstRead {
                array,
                reader,
                earlier,
            } => row(1, &|s| {
                s.term(1, Read(*array, *reader)).together(earlier, *reader);
            }),
            Constraint::FirstOfCluster { group, earlier } => row(1, &|s| {
                s.term(1, First(*group)).together(earlier, *group);
            }),
        }
        rows
    }

    /// The values that a legal partition gives the variables; each as small as it can be.
    #[must_use]
    pub fn assignment(&self, partition: &Partition) -> SortedMap<Variable, i64> {
        let mut values: SortedMap<Variable, i64> = SortedMap::new();
        for variable in self.objective.keys() {
            let value = match variable {
                Variable::Apart(i, j) => i64::from(!partition.together(*i, *j)),
                _ => 0,
            };
            values.insert(*variable, value);
        }
        for constraint in &self.constraints {
            let alone = |earlier: &[usize], group| {
                i64::from(!earlier.iter().any(|one| partition.together(*one, group)))
            };
            match constraint {
                Constraint::Contracted {
                    array,
                    producer,
                    reader,
                } if !partition.together(*producer, *reader) => {
                    values.insert(Variable::Manifest(*array), 1);
                }
                Constraint::InMemory { array } => {
                    values.insert(Variable::Manifest(*array), 1);
                }
                Constraint::FirstRead {
                    array,
                    reader,
                    earlier,
                } => {
                    values.insert(Variable::Read(*array, *reader), alone(earlier, *reader));
                }
                Constraint::FirstOfCluster { group, earlier } => {
                    values.insert(Variable::First(*group), alone(earlier, *group));
                }
                _ => {}
            }
        }
        self.place(partition, &mut values);
        values
    }

    /// Positions: the longest way to each cluster. A cycle would go on for ever, so it takes as many
    /// rounds as there are groups at most.
    fn place(&self, partition: &Partition, values: &mut SortedMap<Variable, i64>) {
        let mut position: SortedMap<usize, i64> = SortedMap::new();
        for _ in 0..self.groups.len() {
            let before = position.clone();
            for constraint in &self.constraints {
                if let Constraint::Fusible(i, j) | Constraint::Precedes(i, j) = constraint {
                    let (from, to) = (partition.cluster(*i), partition.cluster(*j));
                    let after = position.get(&from).unwrap_or(&0) + 1;
                    let at = position.entry(to).or_insert(0);
                    if from != to && *at < after {
                        *at = after;
                    }
                }
            }
            if before == position {
                break;
            }
        }
        for group in &self.groups {
            let at = position.get(&partition.cluster(*group)).unwrap_or(&0);
            values.insert(Variable::Position(*group), *at);
        }
    }

    /// What an assignment costs.
    #[must_use]
    pub fn value(&self, values: &SortedMap<Variable, i64>) -> u64 {
        let cost = |(variable, weight): (&Variable, &u64)| {
            let value = values.get(variable).copied().unwrap_or(0);
            weight * u64::try_from(value).unwrap_or(0)
        };
        self.constant + self.objective.iter().map(cost).sum::<u64>()
    }
}

/// The left side of a row while it is built.
struct Sum<'a> {
    model: &'a Model,
    terms: SortedMap<Variable, i64>,
    constant: i64,
}

impl<'a> Sum<'a> {
    fn new(model: &'a Model) -> Self {
        Sum {
            model,
            terms: SortedMap::new(),
            constant: 0,
        }
    }

    fn term(&mut self, factor: i64, variable: Variable) -> &mut Self {
        *self.terms.entry(variable).or_insert(0) += factor;
        self
    }

    /// `factor x[i,j]`.
    fn apart(&mut self, factor: i64, i: usize, j: usize) -> &mut Self {
        let variable = Variable::Apart(i.min(j), i.max(j));
        if self.model.objective.contains_key(&variable) {
            self.term(factor, variable)
        } else {
            self.constant += if i == j { 0 } else { factor };
            self
        }
    }

    /// `sum over i of (1 - x[i,j])`.
    fn together(&mut self, earlier: &[usize], j: usize) -> &mut Self {
        for i in earlier {
            self.constant += 1;
            self.apart(-1, *i, j);
        }
        self
    }

    fn at_least(self, bound: i64) -> Row {
        Row {
            terms: self
                .terms
                .into_iter()
                .filter(|(_, factor)| *factor != 0)
                .collect(),
            at_least: bound - self.constant,
        }
    }
}
