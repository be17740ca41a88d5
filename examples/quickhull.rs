//! The convex hull of random points: `cargo run --release -p loopfuse-examples --bin quickhull [HOW_MANY]`.
//!
//! All of the work is in one function that looks at an array four times. One of the looks needs
//! the greatest of an array, another filters the same array, a third maps what the filter left:
//! pull-based fusion needs three loops for them, `#[fuse]` one.

use std::time::{Duration, Instant};

use loopfuse::fuse;

type Point = (f64, f64);
type Line = (Point, Point);

/// The point farthest to the left of the line, and all points to the left of it.
#[fuse(loops = 1)]
fn filter_max(line: Line, pts: &[Point]) -> (Option<(Point, f64)>, Vec<Point>) {
    let ann: Vec<(Point, f64)> = pts.iter().map(|p| (*p, distance(*p, line))).collect();
    let farthest: Option<(Point, f64)> = ann.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1));
    let above_ann: Vec<(Point, f64)> = ann.iter().copied().filter(|a| a.1 > 0.0).collect();
    let above: Vec<Point> = above_ann.iter().map(|a| a.0).collect();
    (farthest, above)
}

/// The same without the attribute.
fn filter_max_as_written(line: Line, pts: &[Point]) -> (Option<(Point, f64)>, Vec<Point>) {
    let ann: Vec<(Point, f64)> = pts.iter().map(|p| (*p, distance(*p, line))).collect();
    let farthest: Option<(Point, f64)> = ann.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1));
    let above_ann: Vec<(Point, f64)> = ann.iter().copied().filter(|a| a.1 > 0.0).collect();
    let above: Vec<Point> = above_ann.iter().map(|a| a.0).collect();
    (farthest, above)
}

/// How far a point lies to the left of a line, in units of the line's length.
fn distance(p: Point, (from, to): Line) -> f64 {
    (to.0 - from.0) * (p.1 - from.1) - (to.1 - from.1) * (p.0 - from.0)
}

type FilterMax = fn(Line, &[Point]) -> (Option<(Point, f64)>, Vec<Point>);

/// The corners of the hull, from the leftmost point on.
fn quickhull(pts: &[Point], filter_max: FilterMax) -> Vec<Point> {
    let order = |a: &&Point, b: &&Point| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1));
    let (Some(left), Some(right)) = (pts.iter().min_by(order), pts.iter().max_by(order)) else {
        return Vec::new();
    };
    let mut corners = vec![*left];
    hull((*left, *right), pts, filter_max, &mut corners);
    if left != right {
        corners.push(*right);
    }
    hull((*right, *left), pts, filter_max, &mut corners);
    corners
}

/// The corners to the left of the line: the farthest point is one, and splits the rest in two.
fn hull(line: Line, pts: &[Point], filter_max: FilterMax, corners: &mut Vec<Point>) {
    let (farthest, above) = filter_max(line, pts);
    let Some((corner, _)) = farthest.filter(|(_, height)| *height > 0.0) else {
        return;
    };
    hull((line.0, corner), &above, filter_max, corners);
    corners.push(corner);
    hull((corner, line.1), &above, filter_max, corners);
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n: usize = std::env::args()
        .nth(1)
        .map_or(Ok(1_000_000), |n| n.parse())?;
    let pts = random_points(n);

    let corners = quickhull(&pts, filter_max);
    assert!(
        corners == quickhull(&pts, filter_max_as_written),
        "the hulls differ"
    );

    // The two forms take turns, so that neither has the warmer machine.
    let (mut fused, mut as_written) = (Vec::new(), Vec::new());
    for _ in 0..15 {
        as_written.push(time(&pts, filter_max_as_written));
        fused.push(time(&pts, filter_max));
    }
    as_written.sort();
    fused.sort();
    println!("{n} points, {} corners", corners.len());
    println!("as written: 4 loops, {:?}", as_written[7]);
    println!("fused:      1 loop,  {:?}", fused[7]);
    Ok(())
}

fn time(pts: &[Point], filter_max: FilterMax) -> Duration {
    let start = Instant::now();
    std::hint::black_box(quickhull(pts, filter_max));
    start.elapsed()
}

/// Points of the unit square from a xorshift generator: the same ones every time.
fn random_points(n: usize) -> Vec<Point> {
    let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    (0..n).map(|_| (next(), next())).collect()
}
