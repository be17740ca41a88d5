//! A clustering that is found quickly: merge what saves most.
//!
//! In: a [`Kernel`]. Out: the cluster of each node, legal. It is where the search starts and what it
//! must beat. Quadratic in the nodes for each merge, with nothing but bit operations inside.

use super::kernel::Kernel;
use super::set::Set;

/// Clusters while they grow, each named after one of its nodes.
struct Clusters<'a> {
    kernel: &'a Kernel,
    alive: Vec<usize>,
    members: Vec<Set>,
    /// Who is a candidate of all members.
    allowed: Vec<Set>,
    /// By two clusters, row by row, what their members need to be together.
    needs: Vec<Set>,
    /// The clusters that a path leads to.
    descendants: Vec<Set>,
    /// The clusters that a path leads from.
    ancestors: Vec<Set>,
    /// By array, the clusters that touch it.
    touching: Vec<Set>,
    /// The arrays that each touches.
    arrays: Vec<Vec<usize>>,
    cluster_of: Vec<usize>,
}

/// Merges pairs of clusters, the most saving first and, of equals, the first, until none saves.
pub fn merge_best(kernel: &Kernel) -> Vec<usize> {
    let count = kernel.len();
    let mut clusters = Clusters::new(kernel);
    let mut gains = vec![0; count * count];
    for i in 0..count {
        for j in kernel.candidates[i].iter() {
            if i < j {
                gains[i * count + j] = clusters.gain(i, j);
            }
        }
    }
    loop {
        let mut best = (0, 0, 0);
        for (index, i) in clusters.alive.iter().enumerate() {
            let row = &gains[i * count..(i + 1) * count];
            for j in &clusters.alive[index + 1..] {
                if row[*j] > best.0 && clusters.can_merge(*i, *j) {
                    best = (row[*j], *i, *j);
                }
            }
        }
        let (gain, i, j) = best;
        if gain == 0 {
            return clusters.cluster_of;
        }
        clusters.merge(i, j);
        for other in clusters.alive.clone() {
            if other != i {
                let (a, b) = (other.min(i), other.max(i));
                gains[a * count + b] = clusters.gain(a, b);
            }
        }
    }
}

impl<'a> Clusters<'a> {
    fn new(kernel: &'a Kernel) -> Self {
        let count = kernel.len();
        let mut arrays = vec![Vec::new(); count];
        for (index, array) in kernel.arrays.iter().enumerate() {
            for node in array.touching().iter() {
                arrays[node].push(index);
            }
        }
        Clusters {
            kernel,
            alive: (0..count).collect(),
            members: (0..count).map(Set::one).collect(),
            allowed: kernel.candidates.clone(),
            needs: kernel.needs.clone(),
            descendants: kernel.descendants.clone(),
            ancestors: kernel.ancestors.clone(),
            touching: kernel.arrays.iter().map(|array| array.touching()).collect(),
            arrays,
            cluster_of: (0..count).collect(),
        }
    }

    fn can_merge(&self, a: usize, b: usize) -> bool {
        self.members[b].is_subset(&self.allowed[a])
            && self.needs[a * self.kernel.len() + b]
                .is_subset(&self.members[a].union(&self.members[b]))
            && !self.descendants[a].meets(&self.ancestors[b])
            && !self.ancestors[a].meets(&self.descendants[b])
    }

    /// What less it costs if two clusters become one; 0 if they never can.
    fn gain(&self, a: usize, b: usize) -> u64 {
        if !self.members[b].is_subset(&self.allowed[a]) {
            return 0;
        }
        let kernel = self.kernel;
        let mut gain = kernel.cluster;
        for index in &self.arrays[a] {
            let touching = &self.touching[*index];
            if touching.contains(b) {
                let array = &kernel.arrays[*index];
                gain += array.read;
                let home = array.producer.map(|producer| self.cluster_of[producer]);
                if home == Some(a) || home == Some(b) {
                    let mut others = *touching;
                    others.remove(a);
                    others.remove(b);
                    if others.is_empty() {
                        gain += array.manifest;
                    }
                }
            }
        }
        if !kernel.apart.is_empty() {
            for i in self.members[a].iter() {
                let row = i * kernel.len();
                for j in self.members[b].iter() {
                    gain += kernel.apart[row + j];
                }
            }
        }
        gain
    }

    /// Makes `b` a part of `a`.
    fn merge(&mut self, a: usize, b: usize) {
        let count = self.kernel.len();
        for node in self.members[b].iter() {
            self.cluster_of[node] = a;
        }
        self.members[a] = self.members[a].union(&self.members[b]);
        self.allowed[a] = self.allowed[a].intersection(&self.allowed[b]);
        self.alive.retain(|cluster| *cluster != b);
        for index in std::mem::take(&mut self.arrays[b]) {
            self.touching[index].remove(b);
            if !self.touching[index].contains(a) {
                self.touching[index].insert(a);
                self.arrays[a].push(index);
            }
        }
        let mut descendants = self.descendants[a].union(&self.descendants[b]);
        let mut ancestors = self.ancestors[a].union(&self.ancestors[b]);
        for paths in [&mut descendants, &mut ancestors] {
            paths.remove(a);
            paths.remove(b);
        }
        self.descendants[a] = descendants;
        self.ancestors[a] = ancestors;
        let (mut before, mut after) = (ancestors, descendants);
        before.insert(a);
        after.insert(a);
        for other in 0..self.alive.len() {
            let other = self.alive[other];
            if other == a {
                continue;
            }
            let both = self.needs[a * count + other].union(&self.needs[b * count + other]);
            self.needs[a * count + other] = both;
            self.needs[other * count + a] = both;
            if ancestors.contains(other) {
                self.descendants[other] = self.descendants[other].union(&after);
            }
            if descendants.contains(other) {
                self.ancestors[other] = self.ancestors[other].union(&before);
            }
            self.descendants[other].remove(b);
            self.ancestors[other].remove(b);
        }
    }
}
