//! A partition of the groups of an [`Instance`](super::Instance), while it is being decided.

/// Which groups share a cluster. A cluster is named after its smallest group, so that equal
/// partitions are equal data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    cluster_of: Vec<usize>,
}

impl Partition {
    /// Every group alone.
    #[must_use]
    pub fn singletons(groups: usize) -> Partition {
        Partition {
            cluster_of: (0..groups).collect(),
        }
    }

    /// How many groups it is over.
    #[must_use]
    pub fn groups(&self) -> usize {
        self.cluster_of.len()
    }

    /// The cluster of a group: the smallest group in it.
    #[must_use]
    pub fn cluster(&self, group: usize) -> usize {
        self.cluster_of[group]
    }

    /// Whether two groups share a cluster.
    #[must_use]
    pub fn together(&self, a: usize, b: usize) -> bool {
        self.cluster_of[a] == self.cluster_of[b]
    }

    /// The groups of a cluster, sorted.
    pub fn members(&self, cluster: usize) -> impl Iterator<Item = usize> + '_ {
        let is_member = move |group: &usize| self.cluster_of[*group] == cluster;
        (0..self.groups()).filter(is_member)
    }

    /// The clusters, sorted by their first group.
    #[must_use]
    pub fn clusters(&self) -> Vec<Vec<usize>> {
        let mut clusters = vec![Vec::new(); self.groups()];
        for (group, cluster) in self.cluster_of.iter().enumerate() {
            clusters[*cluster].push(group);
        }
        clusters.retain(|cluster| !cluster.is_empty());
        clusters
    }

    /// Makes one cluster of the clusters of two groups.
    pub fn merge(&mut self, a: usize, b: usize) {
        let (a, b) = (self.cluster_of[a], self.cluster_of[b]);
        if a == b {
            return;
        }
        let (kept, gone) = (a.min(b), a.max(b));
        for cluster in &mut self.cluster_of {
            if *cluster == gone {
                *cluster = kept;
            }
        }
    }

    /// Takes over which of `groups` share a cluster from another partition. Neither of the two may
    /// have a cluster that holds some of `groups` and some other group.
    pub fn adopt(&mut self, groups: &[usize], from: &Partition) {
        for group in groups {
            self.cluster_of[*group] = from.cluster_of[*group];
        }
    }
}
