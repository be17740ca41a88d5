//! Quickhull (paper 001, listing 1.4): its core, `filterMax`, and the hull that it computes.

use crate::Point;
use loopfuse::fuse;

/// A line from one point to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// From here.
    pub from: Point,
    /// To there.
    pub to: Point,
}

impl Line {
    /// How far a point lies to the left of the line; negative to its right.
    #[must_use]
    pub fn distance(self, point: Point) -> f64 {
        let (dx, dy) = (self.to.x - self.from.x, self.to.y - self.from.y);
        dx * (point.y - self.from.y) - dy * (point.x - self.from.x)
    }
}

/// The point farthest to the left of the line, and all points to the left of it.
#[fuse(loops = 1)]
#[must_use]
pub fn filter_max(line: Line, points: &[Point]) -> (Option<Point>, Vec<Point>) {
    let annotated: Vec<(Point, f64)> = points.iter().map(|p| (*p, line.distance(*p))).collect();
    let farthest = annotated.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1));
    let above_annotated: Vec<(Point, f64)> = annotated
        .iter()
        .copied()
        .filter(|(_, distance)| *distance > 0.0)
        .collect();
    let above: Vec<Point> = above_annotated.iter().map(|(point, _)| *point).collect();
    (farthest.map(|(point, _)| point), above)
}

/// The corners of the smallest convex polygon around the points, clockwise from the leftmost.
#[must_use]
pub fn quickhull(points: &[Point]) -> Vec<Point> {
    let by_x = |a: &&Point, b: &&Point| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y));
    let (Some(left), Some(right)) = (points.iter().min_by(by_x), points.iter().max_by(by_x)) else {
        return Vec::new();
    };
    let (from, to) = (*left, *right);
    let mut hull = Vec::new();
    half(Line { from, to }, points, &mut hull);
    half(Line { from: to, to: from }, points, &mut hull);
    hull
}

/// Adds the corners from `line.from` up to and without `line.to`.
fn half(line: Line, points: &[Point], hull: &mut Vec<Point>) {
    let (farthest, above) = filter_max(line, points);
    match farthest {
        Some(farthest) if !above.is_empty() => {
            let Line { from, to } = line;
            half(Line { from, to: farthest }, &above, hull);
            half(Line { from: farthest, to }, &above, hull);
        }
        _ => hull.push(line.from),
    }
}
