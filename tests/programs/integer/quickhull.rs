//! Quickhull (listing 1.4): the paper's `filterMax`, and the hull around it.

use super::geometry::{Line, distance};
use super::{fuse, loops};

type Point = (i64, i64);

/// The point farthest to the left of `line`, with its distance, and all points to the left of it.
#[fuse]
#[loops(unfused = 4, stream = 3, imperative = 2, optimal = 1)]
pub fn filter_max(line: Line<i64>, pts: &[Point]) -> (Option<(Point, i64)>, Vec<Point>) {
    let ann: Vec<(Point, i64)> = pts.iter().map(|p| (*p, distance(*p, line))).collect();
    let farthest: Option<(Point, i64)> = ann.iter().copied().max_by(|a, b| a.1.cmp(&b.1));
    let above_ann: Vec<(Point, i64)> = ann.iter().copied().filter(|a| a.1 > 0).collect();
    let above: Vec<Point> = above_ann.iter().map(|a| a.0).collect();
    (farthest, above)
}

/// The corners of the convex hull, clockwise from the least point.
#[fuse]
pub fn quickhull(pts: &[Point]) -> Vec<Point> {
    let left: Option<&Point> = pts.iter().min_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
    let right: Option<&Point> = pts.iter().max_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
    let (Some(left), Some(right)) = (left, right) else {
        return Vec::new();
    };
    let mut corners = vec![*left];
    hull(
        Line {
            from: *left,
            to: *right,
        },
        pts,
        &mut corners,
    );
    if left != right {
        corners.push(*right);
    }
    hull(
        Line {
            from: *right,
            to: *left,
        },
        pts,
        &mut corners,
    );
    corners
}

/// Appends the corners to the left of `line`, in order, without the line's ends.
fn hull(line: Line<i64>, pts: &[Point], corners: &mut Vec<Point>) {
    let (farthest, above) = filter_max(line, pts);
    let Some((corner, height)) = farthest else {
        return;
    };
    if height > 0 {
        hull(
            Line {
                from: line.from,
                to: corner,
            },
            &above,
            corners,
        );
        corners.push(corner);
        hull(
            Line {
                from: corner,
                to: line.to,
            },
            &above,
            corners,
        );
    }
}
