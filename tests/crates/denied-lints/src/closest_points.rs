//! Closest points (paper 001, listing 1.2), by divide and conquer.

use crate::Point;
use loopfuse::fuse;

/// The distance of the two points that are closest to each other.
#[must_use]
pub fn closest_points(points: &[Point]) -> f64 {
    if points.len() < 100 {
        closest_points_naive(points)
    } else {
        closest_points_divided(points)
    }
}

/// The same by comparing all pairs.
#[must_use]
pub fn closest_points_naive(points: &[Point]) -> f64 {
    let mut nearest = f64::INFINITY;
    for (i, a) in points.iter().enumerate() {
        for b in &points[..i] {
            nearest = nearest.min(a.distance(*b));
        }
    }
    nearest
}

#[fuse(loops = 4)]
fn closest_points_divided(points: &[Point]) -> f64 {
    let sum = points.iter().fold(0.0, |sum, point| sum + point.y);
    let middle = sum / points.len() as f64;
    let above: Vec<Point> = points.iter().copied().filter(|p| p.y > middle).collect();
    let below: Vec<Point> = points.iter().copied().filter(|p| p.y <= middle).collect();
    if above.is_empty() || below.is_empty() {
        return closest_points_naive(points);
    }
    let border = closest_points(&above).min(closest_points(&below));
    let above_border: Vec<Point> = points
        .iter()
        .copied()
        .filter(|p| p.y > middle && p.y <= middle + border)
        .collect();
    let below_border: Vec<Point> = points
        .iter()
        .copied()
        .filter(|p| p.y <= middle && p.y > middle - border)
        .collect();
    above_border
        .iter()
        .flat_map(|a| below_border.iter().map(move |b| (*a, *b)))
        .fold(border, |nearest, (a, b)| nearest.min(a.distance(b)))
}
