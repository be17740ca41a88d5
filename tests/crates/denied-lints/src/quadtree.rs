//! Quadtree (paper 001, listing 1.3).

use crate::Point;
use loopfuse::fuse;

/// A rectangle, its left and lower sides included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The lower left corner.
    pub low: Point,
    /// The upper right corner.
    pub high: Point,
}

impl Bounds {
    fn contains(self, point: Point) -> bool {
        self.low.x <= point.x
            && point.x < self.high.x
            && self.low.y <= point.y
            && point.y < self.high.y
    }

    fn quadrants(self) -> [Bounds; 4] {
        let Bounds { low, high } = self;
        let (x, y) = (f64::midpoint(low.x, high.x), f64::midpoint(low.y, high.y));
        let point = |x, y| Point { x, y };
        [
            (low, point(x, y)),
            (point(x, low.y), point(high.x, y)),
            (point(low.x, y), point(x, high.y)),
            (point(x, y), high),
        ]
        .map(|(low, high)| Bounds { low, high })
    }

    fn is_small(self) -> bool {
        self.high.x - self.low.x < 1e-3 && self.high.y - self.low.y < 1e-3
    }
}

/// A recursive partition of points into quadrants.
#[derive(Clone, Debug, PartialEq)]
pub enum Quadtree {
    /// No point.
    Empty,
    /// Points that are one for the purpose.
    Leaf(Vec<Point>),
    /// The four quadrants.
    Tree(Box<[Quadtree; 4]>),
}

impl Quadtree {
    /// Builds the tree of some points.
    #[must_use]
    pub fn new(points: &[Point]) -> Quadtree {
        Quadtree::inside(points, bounds(points))
    }

    #[fuse(loops = 1)]
    fn inside(points: &[Point], bounds: Bounds) -> Quadtree {
        if points.is_empty() {
            return Quadtree::Empty;
        }
        if bounds.is_small() {
            return Quadtree::Leaf(points.to_vec());
        }
        let [b1, b2, b3, b4] = bounds.quadrants();
        let p1: Vec<Point> = points.iter().copied().filter(|p| b1.contains(*p)).collect();
        let p2: Vec<Point> = points.iter().copied().filter(|p| b2.contains(*p)).collect();
        let p3: Vec<Point> = points.iter().copied().filter(|p| b3.contains(*p)).collect();
        let p4: Vec<Point> = points.iter().copied().filter(|p| b4.contains(*p)).collect();
        Quadtree::Tree(Box::new([
            Quadtree::inside(&p1, b1),
            Quadtree::inside(&p2, b2),
            Quadtree::inside(&p3, b3),
            Quadtree::inside(&p4, b4),
        ]))
    }

    /// How many points are in the tree.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Quadtree::Empty => 0,
            Quadtree::Leaf(points) => points.len(),
            Quadtree::Tree(quadrants) => quadrants.iter().map(Quadtree::len).sum(),
        }
    }

    /// True if no point is in the tree.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The smallest bounds of some points; their upper and right sides lie a little outside.
#[fuse(loops = 1)]
#[must_use]
pub fn bounds(points: &[Point]) -> Bounds {
    let left = points.iter().fold(f64::INFINITY, |left, p| left.min(p.x));
    let right = points
        .iter()
        .fold(f64::NEG_INFINITY, |right, p| right.max(p.x));
    let bottom = points
        .iter()
        .fold(f64::INFINITY, |bottom, p| bottom.min(p.y));
    let top = points.iter().fold(f64::NEG_INFINITY, |top, p| top.max(p.y));
    Bounds {
        low: Point { x: left, y: bottom },
        high: Point {
            x: right + 1e-6,
            y: top + 1e-6,
        },
    }
}
