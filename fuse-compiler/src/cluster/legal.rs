//! The checker: whether a clustering may be executed (paper 001, sections 1.3.6 and 1.4.3).
//!
//! In: a [`Problem`] and any [`Clustering`]. Out: yes, or a sentence. It reads the program, its
//! sizes and its graph, and shares nothing with the instance, the costs or the integer program;
//! every solution passes through it, in release builds too.

use super::problem::{Clustering, Problem};
use crate::cnf::{BindingId, Reason};
use crate::graph::{Apart, EdgeKind};
use crate::size;
use crate::sorted::SortedMap;

/// Checks a clustering without the ILP: every binding once, chains whole, the quotient graph acyclic,
/// no fusion-preventing edge inside a cluster, and sizes as section 1.3.6 asks. What lies within
/// one chain is never refused: std runs it as one loop.
///
/// # Errors
/// A sentence that names what is wrong.
pub fn legal(problem: Problem<'_>, clustering: &Clustering) -> Result<(), String> {
    let cluster_of = each_once(problem, clustering)?;
    let known = Known::of(problem);
    for cluster in &clustering.clusters {
        for (index, b) in cluster.iter().enumerate() {
            for a in &cluster[..index] {
                if let Some(why) = conflict(problem, &known, *a, *b) {
                    return Err(why);
                }
                concestors_inside(problem, &cluster_of, *a, *b)?;
            }
        }
    }
    chains_whole(problem, &cluster_of)?;
    acyclic(problem, &known, &cluster_of, clustering.clusters.len())
}

/// What is looked up in the program, so that it need not be again for each two bindings.
pub struct Known {
    /// The binding that produces each value.
    producers: Vec<Option<BindingId>>,
    walls: Vec<BindingId>,
    /// Why each two are ordered, the first in the program first.
    precedences: SortedMap<(BindingId, BindingId), Reason>,
    /// The first fusion-preventing edge between each two.
    preventing: SortedMap<(BindingId, BindingId), Reason>,
}

impl Known {
    /// Of a program with its sizes and graph.
    pub fn of(problem: Problem<'_>) -> Known {
        let ends = |a: BindingId, b: BindingId| (a.min(b), a.max(b));
        let mut producers = vec![None; problem.program.values.len()];
        for id in problem.program.binding_ids() {
            let binding = problem.program.binding(id);
            for output in &binding.outputs {
                producers[output.index()].get_or_insert(id);
            }
        }
        let mut precedences = SortedMap::new();
        for precedence in &problem.program.precedences {
            let pair = ends(precedence.before, precedence.after);
            precedences.entry(pair).or_insert(precedence.reason);
        }
        let mut preventing = SortedMap::new();
        for edge in problem.graph.edges() {
            if let EdgeKind::Preventing(reason) = edge.kind {
                preventing.entry(ends(edge.from, edge.to)).or_insert(reason);
            }
        }
        Known {
            producers,
            walls: (problem.program.binding_ids())
                .filter(|id| is_wall(problem, *id))
                .collect(),
            precedences,
            preventing,
        }
    }
}

/// Why two bindings may never share a cluster, whatever else is in it.
pub fn conflict(problem: Problem<'_>, known: &Known, a: BindingId, b: BindingId) -> Option<String> {
    let program = problem.program;
    let (a, b) = (a.min(b), a.max(b));
    let names = || (program.label(a), program.label(b));
    for id in [a, b] {
        if program.binding(id).is_opaque() {
            let name = program.label(id);
            return Some(format!("{name} is opaque but not alone in its cluster"));
        }
    }
    if same_chain(problem, a, b) {
        return None;
    }
    for id in [a, b] {
        if let Some(reason) = program.binding(id).solitary {
            let name = program.label(id);
            return Some(format!("{name} may not share a cluster: {reason}"));
        }
    }
    let parallel = [a, b].map(|id| program.parallel.contains(&program.binding(id).chain));
    if parallel[0] != parallel[1] {
        let (a, b) = names();
        return Some(format!("one of {a} and {b} runs on several threads"));
    }
    let between = |wall: &&BindingId| a < **wall && **wall < b && !program.crosses(b, **wall);
    if let Some(wall) = known.walls.iter().find(between) {
        let (wall, (a, b)) = (program.label(*wall), names());
        return Some(format!("{a} and {b} have the wall {wall} between them"));
    }
    if let Some(reason) = known.precedences.get(&(a, b)) {
        let (a, b) = names();
        return Some(format!("{a} and {b} are ordered: {reason}"));
    }
    let chains = [a, b].map(|id| program.binding(id).chain);
    let of_both = |apart: &&Apart| chains == [apart.a, apart.b] || chains == [apart.b, apart.a];
    if let Some(apart) = problem.graph.apart().iter().find(of_both) {
        let (a, b) = names();
        return Some(format!("{a} and {b} are kept apart: {}", apart.reason));
    }
    if let Some(reason) = known.preventing.get(&(a, b)) {
        let (a, b) = names();
        return Some(format!("{b} cannot be fused with {a}: {reason}"));
    }
    if size::concestors(program, problem.sizes, a, b).is_none() {
        let (a, b) = names();
        return Some(format!("{a} and {b} have unrelated iteration sizes"));
    }
    if problem.sizes.placed_apart(a, b) {
        let (a, b) = names();
        return Some(format!(
            "{a} and {b} would each open a loop in the same place, or one is in such a loop and the other is not"
        ));
    }
    None
}

fn same_chain(problem: Problem<'_>, a: BindingId, b: BindingId) -> bool {
    problem.program.binding(a).chain == problem.program.binding(b).chain
}

fn is_wall(problem: Problem<'_>, id: BindingId) -> bool {
    problem.program.binding(id).is_wall()
}

/// The cluster of each binding, if each is in exactly one.
fn each_once(problem: Problem<'_>, clustering: &Clustering) -> Result<Vec<usize>, String> {
    let program = problem.program;
    let mut cluster_of = vec![None; program.bindings.len()];
    for (index, cluster) in clustering.clusters.iter().enumerate() {
        if cluster.is_empty() {
            return Err(format!("cluster {index} is empty"));
        }
        if !cluster.is_sorted() {
            return Err(format!("cluster {index} is not in source order"));
        }
        for id in cluster {
            let Some(place) = cluster_of.get_mut(id.0) else {
                return Err(format!("cluster {index} has an unknown binding"));
            };
            if place.replace(index).is_some() {
                return Err(format!("{} is clustered twice", program.label(*id)));
            }
        }
    }
    if !clustering.clusters.is_sorted_by_key(|cluster| cluster[0]) {
        return Err("the clusters are not in source order".to_owned());
    }
    let found = |(index, place): (usize, Option<usize>)| {
        place.ok_or_else(|| format!("{} is in no cluster", program.label(BindingId(index))))
    };
    cluster_of.into_iter().enumerate().map(found).collect()
}

/// Fused loops of different sizes are fused with their compatible concestors.
fn concestors_inside(
    problem: Problem<'_>,
    cluster_of: &[usize],
    a: BindingId,
    b: BindingId,
) -> Result<(), String> {
    if same_chain(problem, a, b) {
        return Ok(());
    }
    let program = problem.program;
    let Some((c, d)) = size::concestors(program, problem.sizes, a, b) else {
        return Ok(());
    };
    let joined = problem.sizes.joined_with(a, b).into_iter();
    for concestor in joined.map(|(_, cross)| cross).chain([c, d]) {
        if cluster_of[concestor.0] != cluster_of[a.0] {
            return Err(format!(
                "{} and {} are fused without their concestor {}",
                program.label(a),
                program.label(b),
                program.label(concestor)
            ));
        }
    }
    Ok(())
}

fn chains_whole(problem: Problem<'_>, cluster_of: &[usize]) -> Result<(), String> {
    let program = problem.program;
    let opaque = |id: BindingId| program.binding(id).is_opaque();
    for b in program.binding_ids().filter(|id| !opaque(*id)) {
        for a in (0..b.0).map(BindingId).filter(|id| !opaque(*id)) {
            if same_chain(problem, a, b) && cluster_of[a.0] != cluster_of[b.0] {
                let (a, b) = (program.label(a), program.label(b));
                return Err(format!("the chain of {a} and {b} is cut"));
            }
        }
    }
    Ok(())
}

/// Whether the clusters can run one after another: data, orderings and walls, as the program has them,
/// and the edges of the graph.
fn acyclic(
    problem: Problem<'_>,
    known: &Known,
    cluster_of: &[usize],
    clusters: usize,
) -> Result<(), String> {
    let program = problem.program;
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); clusters];
    let mut order = |from: BindingId, to: BindingId| {
        let (from, to) = (cluster_of[from.0], cluster_of[to.0]);
        if from != to {
            after[from].push(to);
        }
    };
    for id in program.binding_ids() {
        for value in program.binding(id).reads() {
            if let Some(producer) = known.producers[value.index()] {
                order(producer, id);
            }
        }
        if is_wall(problem, id) {
            (0..id.0).for_each(|before| order(BindingId(before), id));
            let later = (id.0 + 1..cluster_of.len()).map(BindingId);
            later
                .filter(|later| !program.crosses(*later, id))
                .for_each(|later| order(id, later));
        }
    }
    for precedence in &program.precedences {
        order(precedence.before, precedence.after);
    }
    for edge in problem.graph.edges() {
        order(edge.from, edge.to);
    }

    let mut waiting_for = vec![0; clusters];
    after.iter().flatten().for_each(|to| waiting_for[*to] += 1);
    let mut ready: Vec<usize> = (0..clusters).filter(|c| waiting_for[*c] == 0).collect();
    let mut done = 0;
    while let Some(cluster) = ready.pop() {
        done += 1;
        for to in &after[cluster] {
            waiting_for[*to] -= 1;
            if waiting_for[*to] == 0 {
                ready.push(*to);
            }
        }
    }
    if done == clusters {
        return Ok(());
    }
    let stuck = cluster_of
        .iter()
        .position(|cluster| waiting_for[*cluster] > 0);
    let name = stuck.map_or_else(String::new, |id| program.label(BindingId(id)));
    Err(format!("the cluster of {name} is in a cycle"))
}
