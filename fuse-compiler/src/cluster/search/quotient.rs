//! Smaller kernels from a kernel: a part of it, and one in which clusters are nodes.

use super::kernel::{Array, Kernel};
use super::set::Set;
use crate::cluster::component;

impl Kernel {
    /// The part over some nodes, at least one, which share a cluster with none of the others. Its
    /// constant is what it costs beside the constant of the whole.
    pub(super) fn restricted(&self, part: &Set) -> Kernel {
        let kept: Vec<usize> = part.iter().collect();
        let count = kept.len();
        let mut number = vec![0; self.len()];
        for (new, old) in kept.iter().enumerate() {
            number[*old] = new;
        }
        let renumbered = |set: &Set| {
            let mut new = Set::EMPTY;
            for node in set.intersection(part).iter() {
                new.insert(number[node]);
            }
            new
        };
        let of =
            |sets: &[Set]| -> Vec<Set> { kept.iter().map(|old| renumbered(&sets[*old])).collect() };
        let mut needs = vec![Set::EMPTY; count * count];
        for (i, old_i) in kept.iter().enumerate() {
            for (j, old_j) in kept.iter().enumerate() {
                if self.candidates[*old_i].contains(*old_j) {
                    needs[i * count + j] = renumbered(self.needs(*old_i, *old_j));
                }
            }
        }
        let mut apart = Vec::new();
        if !self.apart.is_empty() {
            for i in &kept {
                apart.extend(kept.iter().map(|j| self.apart[i * self.len() + j]));
            }
        }
        let mut kernel = Kernel {
            nodes: kept.iter().map(|old| self.nodes[*old].clone()).collect(),
            candidates: of(&self.candidates),
            needs,
            predecessors: of(&self.predecessors),
            successors: of(&self.successors),
            ancestors: Vec::new(),
            descendants: Vec::new(),
            arrays: Vec::new(),
            apart,
            cluster: self.cluster,
            constant: 0,
        };
        for array in &self.arrays {
            kernel.arrays.push(Array {
                producer: array
                    .producer
                    .filter(|node| part.contains(*node))
                    .map(|node| number[node]),
                readers: renumbered(&array.readers),
                ..*array
            });
        }
        kernel.settle_arrays();
        kernel.close_paths();
        kernel
    }

    /// The kernel with each of `parts` as one node, and the node of it that each node became. The parts
    /// are clusters of a legal clustering, or single nodes. `None` for a cycle, which such parts do
    /// not have.
    pub(super) fn contracted(&self, parts: &[Set]) -> (Option<Kernel>, Vec<usize>) {
        let mut part_of = vec![0; self.len()];
        for (part, nodes) in parts.iter().enumerate() {
            for node in nodes.iter() {
                part_of[node] = part;
            }
        }
        let Some(order) = self.order_of_parts(parts, &part_of) else {
            return (None, part_of);
        };
        let count = parts.len();
        let mut position = vec![0; count];
        for (place, part) in order.iter().enumerate() {
            position[*part] = place;
        }
        for part in &mut part_of {
            *part = position[*part];
        }
        let renumbered = |set: &Set| {
            let mut new = Set::EMPTY;
            for node in set.iter() {
                new.insert(part_of[node]);
            }
            new
        };
        let nodes = vec![Vec::new(); count];
        let mut kernel = Kernel::unrelated(nodes, self.cluster, self.constant);
        for (node, part) in part_of.iter().enumerate() {
            kernel.nodes[*part].extend(&self.nodes[node]);
            for from in renumbered(&self.predecessors[node]).iter() {
                if from != *part {
                    kernel.predecessors[*part].insert(from);
                    kernel.successors[from].insert(*part);
                }
            }
        }
        for i in 0..count {
            for j in i + 1..count {
                let (a, b) = (&parts[order[i]], &parts[order[j]]);
                let mut needs = Set::EMPTY;
                let candidates = a.iter().all(|node| b.is_subset(&self.candidates[node]));
                if candidates {
                    for one in a.iter() {
                        for other in b.iter() {
                            needs = needs.union(self.needs(one, other));
                        }
                    }
                    kernel.candidates[i].insert(j);
                    kernel.candidates[j].insert(i);
                    kernel.needs[i * count + j] = renumbered(&needs);
                    kernel.needs[j * count + i] = kernel.needs[i * count + j];
                }
            }
        }
        for array in &self.arrays {
            let mut readers = renumbered(&array.readers);
            let producer = array.producer.map(|node| part_of[node]);
            if let Some(producer) = producer {
                readers.remove(producer);
            }
            kernel.arrays.push(Array {
                producer,
                readers,
                ..*array
            });
        }
        kernel.settle_arrays();
        if !self.apart.is_empty() {
            kernel.apart = vec![0; count * count];
            for i in 0..self.len() {
                for j in 0..self.len() {
                    let (a, b) = (part_of[i], part_of[j]);
                    if a != b {
                        kernel.apart[a * count + b] += self.apart[i * self.len() + j];
                    }
                }
            }
        }
        kernel.close_paths();
        kernel.close();
        (Some(kernel), part_of)
    }

    /// A topological order of parts, the one with the first node first.
    fn order_of_parts(&self, parts: &[Set], part_of: &[usize]) -> Option<Vec<usize>> {
        let mut before = vec![Set::EMPTY; parts.len()];
        for (part, nodes) in parts.iter().enumerate() {
            for node in nodes.iter() {
                for from in self.predecessors[node].iter() {
                    before[part].insert(part_of[from]);
                }
            }
            before[part].remove(part);
        }
        let mut done = Set::EMPTY;
        let mut order = Vec::with_capacity(parts.len());
        while order.len() < parts.len() {
            let ready = |part: &usize| !done.contains(*part) && before[*part].is_subset(&done);
            let next = (0..parts.len()).find(ready)?;
            done.insert(next);
            order.push(next);
        }
        Some(order)
    }

    /// The parts that can be decided one at a time, together with the constant of the whole.
    pub fn parts(&self) -> Vec<Kernel> {
        let together = |a: usize, b: usize| self.candidates[a].contains(b);
        let edges =
            (0..self.len()).flat_map(|from| self.successors[from].iter().map(move |to| (from, to)));
        let parts = component::components(self.len(), together, edges);
        let part = |nodes: &Vec<usize>| self.restricted(&Set::of(nodes));
        parts.iter().map(part).collect()
    }
}
