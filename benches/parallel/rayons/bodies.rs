//! Arrays of structs.

use super::super::fuse;
use super::super::kernels::shared::{Body, CENTRES, Point, Step, nearest};
use rayon::prelude::*;

/// Centre of mass, kinetic energy, and how far the bodies reach in x.
#[fuse]
pub(crate) fn centre(bodies: &[Body]) -> (f64, f64, f64, f64, f64, f64) {
    let mass: f64 = bodies.par_iter().map(|b| b.mass).sum();
    let x: f64 = bodies.par_iter().map(|b| b.mass * b.x).sum();
    let y: f64 = bodies.par_iter().map(|b| b.mass * b.y).sum();
    let energies: Vec<f64> = bodies
        .par_iter()
        .map(|b| b.mass * (b.vx * b.vx + b.vy * b.vy) / 2.0)
        .collect();
    let energy: f64 = energies.par_iter().sum();
    let left = bodies
        .par_iter()
        .map(|b| b.x)
        .reduce(|| f64::INFINITY, f64::min);
    let right = bodies
        .par_iter()
        .map(|b| b.x)
        .reduce(|| f64::NEG_INFINITY, f64::max);
    (x / mass, y / mass, mass, energy, left, right)
}

/// How many bodies are in each quadrant, how many are fast, how many are heavy.
#[fuse]
pub(crate) fn counts(bodies: &[Body]) -> [usize; 6] {
    let north_east = bodies
        .par_iter()
        .filter(|b| b.x >= 0.0 && b.y >= 0.0)
        .count();
    let north_west = bodies
        .par_iter()
        .filter(|b| b.x < 0.0 && b.y >= 0.0)
        .count();
    let south_west = bodies.par_iter().filter(|b| b.x < 0.0 && b.y < 0.0).count();
    let south_east = bodies
        .par_iter()
        .filter(|b| b.x >= 0.0 && b.y < 0.0)
        .count();
    let fast = bodies
        .par_iter()
        .filter(|b| b.vx * b.vx + b.vy * b.vy > 1.0)
        .count();
    let heavy = bodies.par_iter().filter(|b| b.mass > 0.5).count();
    [north_east, north_west, south_west, south_east, fast, heavy]
}

/// One step of k-means.
#[fuse]
pub(crate) fn k_means(points: &[Point], centres: &[Point; CENTRES]) -> Step {
    let found: Vec<(usize, f64)> = points.par_iter().map(|p| nearest(*p, centres)).collect();
    let labels: Vec<u32> = found.par_iter().map(|(label, _)| *label as u32).collect();
    let inertia: f64 = found.par_iter().map(|(_, distance)| distance).sum();
    let counts = found
        .par_iter()
        .fold(
            || [0; CENTRES],
            |mut counts: [i32; CENTRES], (label, _)| {
                counts[*label] += 1;
                counts
            },
        )
        .reduce(
            || [0; CENTRES],
            |a, b| std::array::from_fn(|label| a[label] + b[label]),
        );
    let sums = points
        .par_iter()
        .zip(&found)
        .fold(
            || [(0.0, 0.0); CENTRES],
            |mut sums: [(f64, f64); CENTRES], (p, (label, _))| {
                sums[*label].0 += p.x;
                sums[*label].1 += p.y;
                sums
            },
        )
        .reduce(
            || [(0.0, 0.0); CENTRES],
            |a, b| std::array::from_fn(|label| (a[label].0 + b[label].0, a[label].1 + b[label].1)),
        );
    let centres = std::array::from_fn(|label| Point {
        x: sums[label].0 / f64::from(counts[label]),
        y: sums[label].1 / f64::from(counts[label]),
    });
    Step {
        labels,
        inertia,
        centres,
    }
}
