//! Contracts nodes that share a cluster in some best clustering.
//!
//! In: a [`Kernel`]. Out: a smaller one with the same least cost.
//!
//! One rule, applied until it applies no more: `v` is contracted into `u` if *moving `v` alone from its
//! cluster to that of `u`* makes no legal clustering illegal and none more expensive. Then some best
//! clustering has the two together. It is the single-node case of the improving mappings by which
//! persistency is shown for multicut and correlation clustering (Lange, Andres and Swoboda 2019),
//! with legality added. `K` is the cluster of `u`, `L` that of `v`, and `u` is not in `L`.
//!
//! *Legality.* `L` without `v` is legal if whatever in it needs `v` also needs `u`, since then it is
//! not in `L`. `K` with `v` is legal if every candidate `w` of `u` is one of `v` and what `v` and `w`
//! need is what `u` and `w` need. No cycle is new if each predecessor of `v` is `u` or an ancestor
//! of `u`, and each successor `u` or a descendant: of each new edge between clusters there was a path
//! before.
//!
//! *Cost.* For each array that `v` touches let the others be those that can be with `v` without `u`.
//! If `u` touches it too, `v` pays nothing in `K`; `L` saves its read if there are no others, and the
//! array is contracted if `u` and `v` are all that touches it. If `u` does not, `v` may lose what it
//! had for nothing from the others: one read, and the array's contraction if its producer is among
//! them (or is `v`). A cluster never becomes more. Savings that are certain must be at least the
//! losses that are possible.

use super::kernel::Kernel;
use super::set::Set;

/// Contracts as much as the rule allows.
pub fn contract(mut kernel: Kernel) -> Kernel {
    let count = kernel.len();
    let mut alive = Set::EMPTY;
    for node in 0..count {
        alive.insert(node);
    }
    let common = common_needs(&kernel);
    let mut touched = touched(&kernel);
    let mut changed = true;
    while changed {
        changed = false;
        for v in 0..count {
            if !alive.contains(v) {
                continue;
            }
            let mut around = kernel.candidates[v];
            around = around.intersection(&alive).intersection(&common[v]);
            for u in around.iter() {
                if legal(&kernel, &alive, u, v) && cheaper(&kernel, &touched[v], &alive, u, v) {
                    merge(&mut kernel, &mut touched, u, v);
                    alive.remove(v);
                    changed = true;
                    break;
                }
            }
        }
    }
    kernel.settle_arrays();
    let mut small = kernel.restricted(&alive);
    small.constant = kernel.constant;
    small.close();
    small
}

/// For each node what every pair of others needs that needs it.
fn common_needs(kernel: &Kernel) -> Vec<Set> {
    let count = kernel.len();
    let mut everything = Set::EMPTY;
    for node in 0..count {
        everything.insert(node);
    }
    let mut common = vec![everything; count];
    for i in 0..count {
        for j in kernel.candidates[i].iter() {
            if i < j {
                let needs = kernel.needs(i, j);
                let mut others = *needs;
                others.remove(i);
                others.remove(j);
                for one in others.iter() {
                    common[one] = common[one].intersection(needs);
                }
            }
        }
    }
    common
}

/// The arrays that each node touches.
fn touched(kernel: &Kernel) -> Vec<Vec<usize>> {
    let mut touched = vec![Vec::new(); kernel.len()];
    for (index, array) in kernel.arrays.iter().enumerate() {
        for node in array.touching().iter() {
            touched[node].push(index);
        }
    }
    touched
}

fn legal(kernel: &Kernel, alive: &Set, u: usize, v: usize) -> bool {
    let mut near = kernel.ancestors[u];
    near.insert(u);
    if !kernel.predecessors[v].intersection(alive).is_subset(&near) {
        return false;
    }
    near = kernel.descendants[u];
    near.insert(u);
    if !kernel.successors[v].intersection(alive).is_subset(&near) {
        return false;
    }
    let mut with_u = kernel.candidates[u].intersection(alive);
    with_u.remove(v);
    if !with_u.is_subset(&kernel.candidates[v]) {
        return false;
    }
    let mut both = Set::one(u);
    both.insert(v);
    if !kernel.needs(u, v).intersection(alive).is_subset(&both) {
        return false;
    }
    for w in with_u.iter() {
        let given = kernel.needs(u, w).union(&both);
        if !kernel.needs(v, w).intersection(alive).is_subset(&given) {
            return false;
        }
    }
    true
}

fn cheaper(kernel: &Kernel, touched: &[usize], alive: &Set, u: usize, v: usize) -> bool {
    let (mut saved, mut lost) = (0, 0);
    let without_u = |w: &usize| !kernel.needs(v, *w).contains(u);
    for index in touched {
        let array = &kernel.arrays[*index];
        let mut touching = array.touching();
        touching.remove(v);
        let shared = touching.contains(u);
        touching.remove(u);
        let mut others = touching.intersection(&kernel.candidates[v]).iter();
        let other = others.by_ref().any(|w| without_u(&w));
        if shared {
            if !other {
                saved += array.read;
            }
            let one_makes_it = array.producer == Some(u) || array.producer == Some(v);
            if touching.is_empty() && one_makes_it {
                saved += array.manifest;
            }
        } else if other {
            lost += array.read;
            let producer_may_be =
                |p: usize| p == v || kernel.candidates[v].contains(p) && without_u(&p);
            if array.producer.is_some_and(producer_may_be) {
                lost += array.manifest;
            }
        }
    }
    if !kernel.apart.is_empty() {
        let row = v * kernel.len();
        saved += kernel.apart[row + u];
        for w in kernel.candidates[v].intersection(alive).iter() {
            if w != u && without_u(&w) {
                lost += kernel.apart[row + w];
            }
        }
    }
    saved >= lost
}

/// Makes `v` a part of `u`. Sets may still hold `v`; it is not alive.
fn merge(kernel: &mut Kernel, touched: &mut [Vec<usize>], u: usize, v: usize) {
    let count = kernel.len();
    let gone = std::mem::take(&mut kernel.nodes[v]);
    kernel.nodes[u].extend(gone);
    for node in kernel.candidates[v].iter() {
        kernel.candidates[node].remove(v);
    }
    let (before, after) = (kernel.predecessors[v], kernel.successors[v]);
    for from in before.iter().filter(|from| *from != u) {
        kernel.successors[from].remove(v);
        kernel.successors[from].insert(u);
        kernel.predecessors[u].insert(from);
    }
    for to in after.iter().filter(|to| *to != u) {
        kernel.predecessors[to].remove(v);
        kernel.predecessors[to].insert(u);
        kernel.successors[u].insert(to);
    }
    kernel.predecessors[u].remove(v);
    kernel.successors[u].remove(v);
    for node in 0..count {
        for paths in [&mut kernel.ancestors[node], &mut kernel.descendants[node]] {
            if paths.contains(v) {
                paths.remove(v);
                if node != u {
                    paths.insert(u);
                }
            }
        }
    }
    for index in std::mem::take(&mut touched[v]) {
        let array = &mut kernel.arrays[index];
        array.readers.remove(v);
        if array.producer == Some(v) {
            array.producer = Some(u);
            array.readers.remove(u);
        } else if array.producer != Some(u) {
            array.readers.insert(u);
        }
        if !touched[u].contains(&index) {
            touched[u].push(index);
        }
    }
    if !kernel.apart.is_empty() {
        for node in 0..count {
            let weight = kernel.apart[v * count + node];
            if node != u {
                kernel.apart[u * count + node] += weight;
                kernel.apart[node * count + u] += weight;
            }
        }
        kernel.apart[u * count + u] = 0;
    }
}
