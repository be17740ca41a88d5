//! Quadtree (listing 1.3): the bounds of the points, then quadrant by quadrant.

use super::geometry::{Area, Coordinate, Quadtree, inbox, smallbox, splitbox};
use super::{fuse, loops};

type Point = (f64, f64);

/// The quadtree of the points, whose coordinates are finite.
pub fn quadtree(pts: &[Point]) -> Quadtree<f64> {
    let (x1, y1, x2, y2) = bounds(pts);
    go(
        pts,
        Area {
            low: (x1, y1),
            high: (x2.above(), y2.above()),
        },
    )
}

/// The least and the greatest coordinates: `(x1, y1, x2, y2)`.
#[fuse]
#[loops(unfused = 4, stream = 4, imperative = 1, optimal = 1)]
pub fn bounds(pts: &[Point]) -> (f64, f64, f64, f64) {
    let x1: f64 = pts.iter().fold(f64::INFINITY, |m, p| m.min(p.0));
    let y1: f64 = pts.iter().fold(f64::INFINITY, |m, p| m.min(p.1));
    let x2: f64 = pts.iter().fold(f64::NEG_INFINITY, |m, p| m.max(p.0));
    let y2: f64 = pts.iter().fold(f64::NEG_INFINITY, |m, p| m.max(p.1));
    (x1, y1, x2, y2)
}

/// The quadtree of the points that lie in `area`.
#[fuse]
#[loops(unfused = 4, stream = 4, imperative = 1, optimal = 1)]
pub fn go(ins: &[Point], area: Area<f64>) -> Quadtree<f64> {
    if ins.is_empty() {
        return Quadtree::Nil;
    }
    if smallbox(area) {
        return Quadtree::Leaf(ins.to_vec());
    }
    let (b1, b2, b3, b4) = splitbox(area);
    let p1: Vec<Point> = ins.iter().copied().filter(|p| inbox(*p, b1)).collect();
    let p2: Vec<Point> = ins.iter().copied().filter(|p| inbox(*p, b2)).collect();
    let p3: Vec<Point> = ins.iter().copied().filter(|p| inbox(*p, b3)).collect();
    let p4: Vec<Point> = ins.iter().copied().filter(|p| inbox(*p, b4)).collect();
    Quadtree::Tree(Box::new([
        go(&p1, b1),
        go(&p2, b2),
        go(&p3, b3),
        go(&p4, b4),
    ]))
}
