//! Geometry, as a crate of its own would have it.

use super::fuse;
use std::ops::{Add, Mul, Sub};

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Vec2 {
    pub x: f64,
    pub y: f64,
}

impl Vec2 {
    pub fn new(x: f64, y: f64) -> Self {
        Vec2 { x, y }
    }

    pub fn dot(self, other: Vec2) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub fn cross(self, other: Vec2) -> f64 {
        self.x * other.y - self.y * other.x
    }

    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }
}

impl Add for Vec2 {
    type Output = Vec2;
    fn add(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vec2 {
    type Output = Vec2;
    fn sub(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Vec2 {
    type Output = Vec2;
    fn mul(self, k: f64) -> Vec2 {
        Vec2::new(self.x * k, self.y * k)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Aabb {
    pub min: Vec2,
    pub max: Vec2,
}

impl Aabb {
    #[fuse(loops = 1)]
    pub fn from_points(points: &[Vec2]) -> Option<Aabb> {
        if points.is_empty() {
            return None;
        }
        let min_x = points.iter().map(|p| p.x).fold(f64::INFINITY, f64::min);
        let min_y = points.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        let max_x = points.iter().map(|p| p.x).fold(f64::NEG_INFINITY, f64::max);
        let max_y = points.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
        Some(Aabb {
            min: Vec2::new(min_x, min_y),
            max: Vec2::new(max_x, max_y),
        })
    }

    #[fuse(loops = 1)]
    pub fn partition_inside(&self, points: &[Vec2]) -> (Vec<Vec2>, Vec<Vec2>) {
        let inside = |p: &Vec2| {
            p.x >= self.min.x && p.x <= self.max.x && p.y >= self.min.y && p.y <= self.max.y
        };
        let within: Vec<Vec2> = points.iter().copied().filter(|p| inside(p)).collect();
        let outside: Vec<Vec2> = points.iter().copied().filter(|p| !inside(p)).collect();
        (within, outside)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Polygon {
    pub vertices: Vec<Vec2>,
}

impl Polygon {
    #[fuse]
    pub fn signed_area(&self) -> f64 {
        let n = self.vertices.len();
        let mut twice = 0.0;
        for i in 0..n {
            let a = self.vertices[i];
            let b = self.vertices[(i + 1) % n];
            twice += a.cross(b);
        }
        twice / 2.0
    }

    #[fuse(loops = 1)]
    pub fn area_and_perimeter(&self) -> (f64, f64) {
        let area = self
            .vertices
            .windows(2)
            .map(|w| w[0].cross(w[1]))
            .sum::<f64>()
            .abs()
            / 2.0;
        let perimeter: f64 = self
            .vertices
            .windows(2)
            .map(|w| (w[1] - w[0]).length())
            .sum();
        (area, perimeter)
    }

    #[fuse(loops = 1)]
    pub fn translated(&self, offset: Vec2) -> (Polygon, Option<Aabb>) {
        let vertices: Vec<Vec2> = self.vertices.iter().map(|v| *v + offset).collect();
        let min = vertices
            .iter()
            .copied()
            .reduce(|a, b| Vec2::new(a.x.min(b.x), a.y.min(b.y)));
        let max = vertices
            .iter()
            .copied()
            .reduce(|a, b| Vec2::new(a.x.max(b.x), a.y.max(b.y)));
        let bounds = match (min, max) {
            (Some(min), Some(max)) => Some(Aabb { min, max }),
            _ => None,
        };
        (Polygon { vertices }, bounds)
    }

    #[fuse]
    pub fn is_convex(&self) -> bool {
        let n = self.vertices.len();
        let turns: Vec<f64> = (0..n)
            .map(|i| {
                let a = self.vertices[i];
                let b = self.vertices[(i + 1) % n];
                let c = self.vertices[(i + 2) % n];
                (b - a).cross(c - b)
            })
            .collect();
        let positive = turns.iter().any(|t| *t > 0.0);
        let negative = turns.iter().any(|t| *t < 0.0);
        !(positive && negative)
    }
}

#[fuse(loops = 1)]
pub fn centroid(points: &[Vec2]) -> Vec2 {
    let sum_x: f64 = points.iter().map(|p| p.x).sum();
    let sum_y: f64 = points.iter().map(|p| p.y).sum();
    let n = points.len() as f64;
    Vec2::new(sum_x / n, sum_y / n)
}

/// The two points of the line through `a` and `b` at which a set lies farthest to either side.
#[fuse(loops = 1)]
pub fn extreme_points(points: &[Vec2], a: Vec2, b: Vec2) -> (Option<Vec2>, Option<Vec2>) {
    let direction = b - a;
    let left = points
        .iter()
        .copied()
        .max_by(|p, q| direction.cross(*p - a).total_cmp(&direction.cross(*q - a)));
    let right = points
        .iter()
        .copied()
        .min_by(|p, q| direction.cross(*p - a).total_cmp(&direction.cross(*q - a)));
    (left, right)
}

#[fuse]
pub fn nearest_index(points: &[Vec2], query: Vec2) -> Option<(usize, f64)> {
    let distances: Vec<f64> = points.iter().map(|p| (*p - query).length()).collect();
    let (index, distance) = distances
        .iter()
        .enumerate()
        .min_by(|a, b| a.1.partial_cmp(b.1).unwrap())?;
    Some((index, *distance))
}

#[fuse(loops = 1)]
pub fn rotate_all(points: &mut [Vec2], angle: f64) -> f64 {
    let (sin, cos) = angle.sin_cos();
    for p in points.iter_mut() {
        let (x, y) = (p.x, p.y);
        p.x = x * cos - y * sin;
        p.y = x * sin + y * cos;
    }
    points.iter().map(|p| p.length()).fold(0.0, f64::max)
}

#[fuse]
pub fn radius_of_gyration(points: &[Vec2]) -> f64 {
    let n = points.len() as f64;
    let center = points.iter().fold(Vec2::default(), |sum, p| sum + *p) * (1.0 / n);
    let mean_sq = points
        .iter()
        .map(|p| (*p - center).dot(*p - center))
        .sum::<f64>()
        / n;
    mean_sq.sqrt()
}

#[fuse(loops = 1)]
pub fn ray_hits(
    origin: Vec2,
    direction: Vec2,
    circles: &[(Vec2, f64)],
) -> (Vec<f64>, Option<f64>, usize) {
    let hits: Vec<f64> = circles
        .iter()
        .filter_map(|(center, radius)| {
            let to = *center - origin;
            let along = to.dot(direction);
            let off = to.dot(to) - along * along;
            let r2 = radius * radius;
            if off > r2 {
                None
            } else {
                Some(along - (r2 - off).sqrt())
            }
        })
        .collect();
    let first = hits
        .iter()
        .copied()
        .filter(|t| *t >= 0.0)
        .min_by(f64::total_cmp);
    let behind = hits.iter().filter(|t| **t < 0.0).count();
    (hits, first, behind)
}

#[derive(Debug, Clone)]
pub struct Mesh {
    pub positions: Vec<[f64; 3]>,
    pub triangles: Vec<[usize; 3]>,
}

impl Mesh {
    #[fuse(loops = 1)]
    pub fn triangle_areas(&self) -> (Vec<f64>, f64) {
        let areas: Vec<f64> = self
            .triangles
            .iter()
            .map(|&[a, b, c]| {
                let (a, b, c) = (self.positions[a], self.positions[b], self.positions[c]);
                let u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
                let v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
                let n = [
                    u[1] * v[2] - u[2] * v[1],
                    u[2] * v[0] - u[0] * v[2],
                    u[0] * v[1] - u[1] * v[0],
                ];
                n.iter().map(|c| c * c).sum::<f64>().sqrt() / 2.0
            })
            .collect();
        let total = areas.iter().sum();
        (areas, total)
    }

    #[fuse]
    pub fn bounds(&self) -> ([f64; 3], [f64; 3]) {
        let mut lo = [f64::INFINITY; 3];
        let mut hi = [f64::NEG_INFINITY; 3];
        for p in &self.positions {
            for axis in 0..3 {
                lo[axis] = lo[axis].min(p[axis]);
                hi[axis] = hi[axis].max(p[axis]);
            }
        }
        (lo, hi)
    }
}

#[fuse]
pub fn polyline_length_and_steps(points: &[Vec2]) -> (f64, Vec<f64>, f64) {
    let lengths: Vec<f64> = points
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).length())
        .collect();
    let total: f64 = lengths.iter().sum();
    let longest = lengths.iter().copied().fold(0.0, f64::max);
    let cumulative: Vec<f64> = lengths
        .iter()
        .scan(0.0, |acc, l| {
            *acc += l;
            Some(*acc)
        })
        .collect();
    (total, cumulative, longest)
}

#[fuse(loops = 1)]
pub fn manhattan_spread<const D: usize>(points: &[[i64; D]], origin: [i64; D]) -> (u64, u64) {
    let distances: Vec<u64> = points
        .iter()
        .map(|p| {
            p.iter()
                .zip(origin.iter())
                .map(|(a, b)| a.abs_diff(*b))
                .sum()
        })
        .collect();
    let nearest = distances.iter().copied().min().unwrap_or_default();
    let farthest = distances.iter().copied().max().unwrap_or_default();
    (nearest, farthest)
}
