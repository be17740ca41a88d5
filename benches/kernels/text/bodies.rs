//! Arrays of structs.

use super::fuse;
use super::shared::{Body, CENTRES, Point, Step, nearest};

/// Centre of mass, kinetic energy, and how far the bodies reach in x.
#[fuse]
pub fn centre(bodies: &[Body]) -> (f64, f64, f64, f64, f64, f64) {
    let mass: f64 = bodies.iter().map(|b| b.mass).sum();
    let x: f64 = bodies.iter().map(|b| b.mass * b.x).sum();
    let y: f64 = bodies.iter().map(|b| b.mass * b.y).sum();
    let energies: Vec<f64> = bodies
        .iter()
        .map(|b| b.mass * (b.vx * b.vx + b.vy * b.vy) / 2.0)
        .collect();
    let energy: f64 = energies.iter().sum();
    let left = bodies.iter().map(|b| b.x).fold(f64::INFINITY, f64::min);
    let right = bodies.iter().map(|b| b.x).fold(f64::NEG_INFINITY, f64::max);
    (x / mass, y / mass, mass, energy, left, right)
}

/// How many bodies are in each quadrant, how many are fast, how many are heavy.
#[fuse]
pub fn counts(bodies: &[Body]) -> [usize; 6] {
    let north_east = bodies.iter().filter(|b| b.x >= 0.0 && b.y >= 0.0).count();
    let north_west = bodies.iter().filter(|b| b.x < 0.0 && b.y >= 0.0).count();
    let south_west = bodies.iter().filter(|b| b.x < 0.0 && b.y < 0.0).count();
    let south_east = bodies.iter().filter(|b| b.x >= 0.0 && b.y < 0.0).count();
    let fast = bodies
        .iter()
        .filter(|b| b.vx * b.vx + b.vy * b.vy > 1.0)
        .count();
    let heavy = bodies.iter().filter(|b| b.mass > 0.5).count();
    [north_east, north_west, south_west, south_east, fast, heavy]
}

/// One step of k-means: each point to its nearest centre, each centre to the mean of its points.
#[fuse]
pub fn k_means(points: &[Point], centres: &[Point; CENTRES]) -> Step {
    let found: Vec<(usize, f64)> = points.iter().map(|p| nearest(*p, centres)).collect();
    let labels: Vec<u32> = found.iter().map(|(label, _)| *label as u32).collect();
    let inertia: f64 = found.iter().map(|(_, distance)| distance).sum();
    let counts = found.iter().fold([0; CENTRES], |mut counts, (label, _)| {
        counts[*label] += 1;
        counts
    });
    let sums =
        points
            .iter()
            .zip(&found)
            .fold([(0.0, 0.0); CENTRES], |mut sums, (p, (label, _))| {
                sums[*label].0 += p.x;
                sums[*label].1 += p.y;
                sums
            });
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
