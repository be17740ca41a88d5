//! Closest points (listing 1.2): divide at the mean height, conquer, compare across the border.

use super::geometry::{FEW, closest_naive, squared_distance};
use super::{fuse, loops};

type Point = (i64, i64);

/// The squared distance of the closest two points; `i64::MAX` for fewer than two.
#[fuse]
#[loops(unfused = 7, stream = 6, imperative = 4, optimal = 4)]
pub fn closest_points(pts: &[Point]) -> i64 {
    if pts.len() < FEW {
        return closest_naive(pts);
    }
    let midy: i64 = pts.iter().fold(0, |s, p| s + p.1) / pts.len() as i64;
    let aboves: Vec<Point> = pts.iter().copied().filter(|p| p.1 >= midy).collect();
    let belows: Vec<Point> = pts.iter().copied().filter(|p| p.1 < midy).collect();
    // All points at one height: there is nothing to divide.
    if aboves.is_empty() || belows.is_empty() {
        return closest_naive(pts);
    }
    let above: i64 = closest_points(&aboves);
    let below: i64 = closest_points(&belows);
    let border: i64 = above.min(below);
    let above_b: Vec<Point> = pts
        .iter()
        .copied()
        .filter(|p| p.1 >= midy && (p.1 - midy) * (p.1 - midy) < border)
        .collect();
    let below_b: Vec<Point> = pts
        .iter()
        .copied()
        .filter(|p| p.1 < midy && (p.1 - midy) * (p.1 - midy) < border)
        .collect();
    let merged: Vec<(Point, Point)> = above_b
        .iter()
        .flat_map(|a| below_b.iter().map(move |b| (*a, *b)))
        .collect();
    merged
        .iter()
        .fold(border, |m, (a, b)| m.min(squared_distance(*a, *b)))
}
