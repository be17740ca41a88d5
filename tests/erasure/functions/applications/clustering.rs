//! Clustering and machine learning, as a crate of its own would have them.

use super::fuse;
use std::collections::{BTreeMap, HashMap};

pub type Point = [f64; 2];

fn distance_squared(a: &Point, b: &Point) -> f64 {
    (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)
}

#[derive(Debug, Clone, PartialEq)]
pub struct KMeans {
    pub centroids: Vec<Point>,
    pub iterations: usize,
}

impl KMeans {
    pub fn new(centroids: Vec<Point>) -> Self {
        KMeans {
            centroids,
            iterations: 0,
        }
    }

    fn nearest(&self, point: &Point) -> (usize, f64) {
        let mut best = (0, f64::INFINITY);
        for (i, c) in self.centroids.iter().enumerate() {
            let d = distance_squared(point, c);
            if d < best.1 {
                best = (i, d);
            }
        }
        best
    }

    #[fuse]
    pub fn assign(&self, points: &[Point]) -> Vec<usize> {
        points.iter().map(|p| self.nearest(p).0).collect()
    }

    #[fuse(loops = 1)]
    pub fn inertia(&self, points: &[Point]) -> (f64, f64) {
        let distances: Vec<f64> = points.iter().map(|p| self.nearest(p).1).collect();
        let total: f64 = distances.iter().sum();
        let worst = distances.iter().copied().fold(0.0, f64::max);
        (total, worst)
    }

    #[fuse(loops = 2)]
    pub fn update(&mut self, points: &[Point], labels: &[usize]) {
        for (k, centroid) in self.centroids.iter_mut().enumerate() {
            let members: Vec<&Point> = points
                .iter()
                .zip(labels)
                .filter(|(_, l)| **l == k)
                .map(|(p, _)| p)
                .collect();
            if members.is_empty() {
                continue;
            }
            let n = members.len() as f64;
            let x = members.iter().map(|p| p[0]).sum::<f64>() / n;
            let y = members.iter().map(|p| p[1]).sum::<f64>() / n;
            *centroid = [x, y];
        }
    }

    #[fuse]
    pub fn fit(&mut self, points: &[Point], max_iterations: usize) -> Vec<usize> {
        let mut labels = vec![usize::MAX; points.len()];
        for _ in 0..max_iterations {
            let next: Vec<usize> = points.iter().map(|p| self.nearest(p).0).collect();
            let changed = next.iter().zip(&labels).filter(|(a, b)| a != b).count();
            labels = next;
            if changed == 0 {
                break;
            }
            self.update(points, &labels);
            self.iterations += 1;
        }
        labels
    }
}

#[fuse(loops = 1)]
pub fn centroid_of(points: &[Point]) -> Option<Point> {
    if points.is_empty() {
        return None;
    }
    let n = points.len() as f64;
    let sx: f64 = points.iter().map(|p| p[0]).sum();
    let sy: f64 = points.iter().map(|p| p[1]).sum();
    Some([sx / n, sy / n])
}

#[fuse(loops = 1)]
pub fn silhouette_terms(points: &[Point], labels: &[usize], i: usize) -> (f64, f64) {
    let here = &points[i];
    let own: Vec<f64> = points
        .iter()
        .zip(labels)
        .filter(|&(_, &l)| l == labels[i])
        .map(|(p, _)| distance_squared(p, here).sqrt())
        .collect();
    let other: Vec<f64> = points
        .iter()
        .zip(labels)
        .filter(|&(_, &l)| l != labels[i])
        .map(|(p, _)| distance_squared(p, here).sqrt())
        .collect();
    let a = own.iter().sum::<f64>() / own.len().max(1) as f64;
    let b = other.iter().sum::<f64>() / other.len().max(1) as f64;
    (a, b)
}

#[fuse]
pub fn neighbours(points: &[Point], index: usize, eps: f64) -> Vec<usize> {
    let center = points[index];
    points
        .iter()
        .enumerate()
        .filter(|(j, p)| *j != index && distance_squared(p, &center) <= eps * eps)
        .map(|(j, _)| j)
        .collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    Unvisited,
    Noise,
    Cluster(usize),
}

#[fuse(loops = 2)]
pub fn dbscan(points: &[Point], eps: f64, min_points: usize) -> (Vec<Label>, usize, usize) {
    let mut labels = vec![Label::Unvisited; points.len()];
    let mut cluster = 0;
    for i in 0..points.len() {
        if labels[i] != Label::Unvisited {
            continue;
        }
        let mut queue = neighbours(points, i, eps);
        if queue.len() + 1 < min_points {
            labels[i] = Label::Noise;
            continue;
        }
        labels[i] = Label::Cluster(cluster);
        while let Some(j) = queue.pop() {
            if matches!(labels[j], Label::Cluster(_)) {
                continue;
            }
            labels[j] = Label::Cluster(cluster);
            let more = neighbours(points, j, eps);
            if more.len() + 1 >= min_points {
                queue.extend(more.iter().filter(|&&k| labels[k] == Label::Unvisited));
            }
        }
        cluster += 1;
    }
    let noise = labels.iter().filter(|l| **l == Label::Noise).count();
    let clustered = labels
        .iter()
        .filter(|l| matches!(l, Label::Cluster(_)))
        .count();
    (labels, noise, clustered)
}

#[derive(Debug, Clone, PartialEq)]
pub struct Scaler {
    pub mean: Vec<f64>,
    pub scale: Vec<f64>,
}

impl Scaler {
    #[fuse]
    pub fn fit(rows: &[Vec<f64>]) -> Scaler {
        let n = rows.len() as f64;
        let dims = rows.first().map_or(0, |r| r.len());
        let mean: Vec<f64> = (0..dims)
            .map(|d| rows.iter().map(|r| r[d]).sum::<f64>() / n)
            .collect();
        let scale: Vec<f64> = (0..dims)
            .map(|d| (rows.iter().map(|r| (r[d] - mean[d]).powi(2)).sum::<f64>() / n).sqrt())
            .collect();
        Scaler { mean, scale }
    }

    #[fuse]
    pub fn transform(&self, rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
        rows.iter()
            .map(|row| {
                row.iter()
                    .zip(&self.mean)
                    .zip(&self.scale)
                    .map(|((x, m), s)| (x - m) / s)
                    .collect()
            })
            .collect()
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Confusion {
    pub tp: usize,
    pub fp: usize,
    pub tn: usize,
    pub fn_: usize,
}

impl Confusion {
    #[fuse]
    pub fn new(truth: &[bool], predicted: &[bool]) -> Confusion {
        let pairs = || truth.iter().zip(predicted.iter());
        let tp = pairs().filter(|(t, p)| **t && **p).count();
        let fp = pairs().filter(|(t, p)| !**t && **p).count();
        let tn = pairs().filter(|(t, p)| !**t && !**p).count();
        let fn_ = pairs().filter(|(t, p)| **t && !**p).count();
        Confusion { tp, fp, tn, fn_ }
    }

    #[fuse]
    pub fn at_threshold(truth: &[bool], scores: &[f64], threshold: f64) -> Confusion {
        let predicted: Vec<bool> = scores.iter().map(|s| *s >= threshold).collect();
        let tp = truth
            .iter()
            .zip(&predicted)
            .filter(|&(&t, &p)| t && p)
            .count();
        let fp = truth
            .iter()
            .zip(&predicted)
            .filter(|&(&t, &p)| !t && p)
            .count();
        let tn = truth
            .iter()
            .zip(&predicted)
            .filter(|&(&t, &p)| !t && !p)
            .count();
        let fn_ = truth.len() - tp - fp - tn;
        Confusion { tp, fp, tn, fn_ }
    }
}

#[fuse]
pub fn gini_impurity(labels: &[u32]) -> f64 {
    let mut counts: HashMap<u32, usize> = HashMap::new();
    for label in labels {
        *counts.entry(*label).or_insert(0) += 1;
    }
    let mut counts: Vec<usize> = counts.into_values().collect();
    counts.sort_unstable();
    let n = labels.len() as f64;
    1.0 - counts.iter().map(|&c| (c as f64 / n).powi(2)).sum::<f64>()
}

#[fuse]
pub fn best_split(values: &[f64], targets: &[f64], candidates: &[f64]) -> Option<(f64, f64)> {
    let mut best: Option<(f64, f64)> = None;
    for &threshold in candidates {
        let left: Vec<f64> = values
            .iter()
            .zip(targets)
            .filter(|(v, _)| **v < threshold)
            .map(|(_, t)| *t)
            .collect();
        let right: Vec<f64> = values
            .iter()
            .zip(targets)
            .filter(|(v, _)| **v >= threshold)
            .map(|(_, t)| *t)
            .collect();
        if left.is_empty() || right.is_empty() {
            continue;
        }
        let mean_left = left.iter().sum::<f64>() / left.len() as f64;
        let mean_right = right.iter().sum::<f64>() / right.len() as f64;
        let error = left.iter().map(|t| (t - mean_left).powi(2)).sum::<f64>()
            + right.iter().map(|t| (t - mean_right).powi(2)).sum::<f64>();
        if best.is_none_or(|(_, e)| error < e) {
            best = Some((threshold, error));
        }
    }
    best
}

#[fuse]
pub fn knn_vote(points: &[Point], labels: &[u32], query: &Point, k: usize) -> Option<u32> {
    let mut ranked: Vec<(f64, u32)> = points
        .iter()
        .zip(labels)
        .map(|(p, l)| (distance_squared(p, query), *l))
        .collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut votes: BTreeMap<u32, usize> = BTreeMap::new();
    for (_, label) in ranked.iter().take(k) {
        *votes.entry(*label).or_insert(0) += 1;
    }
    votes.into_iter().max_by_key(|(_, v)| *v).map(|(l, _)| l)
}

/// Soft assignments of a mixture in one dimension: responsibilities, then the new parameters.
#[fuse(loops = 1)]
pub fn em_step(xs: &[f64], means: [f64; 2], sigma: f64) -> ([f64; 2], f64) {
    let density = |x: f64, m: f64| (-(x - m).powi(2) / (2.0 * sigma * sigma)).exp();
    let responsibilities: Vec<f64> = xs
        .iter()
        .map(|&x| {
            let a = density(x, means[0]);
            let b = density(x, means[1]);
            a / (a + b)
        })
        .collect();
    let weight_a: f64 = responsibilities.iter().sum();
    let weight_b: f64 = responsibilities.iter().map(|r| 1.0 - r).sum();
    let mean_a = xs
        .iter()
        .zip(&responsibilities)
        .map(|(x, r)| x * r)
        .sum::<f64>()
        / weight_a;
    let mean_b = xs
        .iter()
        .zip(&responsibilities)
        .map(|(x, r)| x * (1.0 - r))
        .sum::<f64>()
        / weight_b;
    ([mean_a, mean_b], weight_a / xs.len() as f64)
}
