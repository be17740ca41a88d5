//! The erasure law on clustering and machine learning.

use crate::common::realistic::{floats, labelled, same_text, second};

#[test]
fn clustering() {
    let centroids = vec![[0.0, 0.0], [1.0, 0.5], [3.0, 0.5]];
    same_text!(labelled(), |(points, labels)| {
        let mut means = applications::clustering::KMeans::new(centroids.clone());
        let before = (means.assign(points), means.inertia(points));
        means.update(points, labels);
        let fitted = means.fit(points, 20);
        (before, fitted, means)
    });
    same_text!(labelled(), |(points, _)| {
        applications::clustering::centroid_of(points)
    });
    same_text!(labelled(), |(points, labels)| {
        applications::clustering::silhouette_terms(points, labels, points.len() / 2)
    });
    same_text!(labelled(), |(points, _)| {
        applications::clustering::neighbours(points, points.len() / 2, 0.5)
    });
    same_text!(labelled(), |(points, _)| applications::clustering::dbscan(
        points, 0.3, 4
    ));
    same_text!(labelled(), |(points, labels)| {
        let row = |(p, l): (&[f64; 2], &usize)| vec![p[0], p[1], *l as f64];
        let rows: Vec<Vec<f64>> = points.iter().zip(labels).map(row).collect();
        let scaler = applications::clustering::Scaler::fit(&rows);
        (scaler.transform(&rows), scaler)
    });
    same_text!(labelled(), |(points, labels)| {
        use applications::clustering::Confusion;
        let truth: Vec<bool> = labels.iter().map(|l| *l == 1).collect();
        let scores: Vec<f64> = points.iter().map(|p| p[1]).collect();
        let predicted: Vec<bool> = scores.iter().map(|s| *s > 0.6).collect();
        let even = Confusion::new(&truth, &predicted);
        (even, Confusion::at_threshold(&truth, &scores, 0.4))
    });
    same_text!(labelled(), |(_, labels)| {
        let labels: Vec<u32> = labels.iter().map(|l| *l as u32).collect();
        applications::clustering::gini_impurity(&labels)
    });
    same_text!(floats(), |xs| applications::clustering::best_split(
        xs,
        &second(xs),
        &[-0.5, 0.0, 0.5]
    ));
    same_text!(labelled(), |(points, labels)| {
        let labels: Vec<u32> = labels.iter().map(|l| *l as u32).collect();
        applications::clustering::knn_vote(points, &labels, &[1.0, 0.5], 5)
    });
    same_text!(floats(), |xs| applications::clustering::em_step(
        xs,
        [-0.5, 0.5],
        0.7
    ));
}
