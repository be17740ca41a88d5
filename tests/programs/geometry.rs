//! What the programs share whatever their form: points, lines, boxes, the tree.

use std::ops::{Add, Mul, Sub};

/// Below this many points, closest points compares every two.
pub const FEW: usize = 100;

/// A coordinate: `f64` or `i64`.
pub trait Coordinate:
    Copy + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// What no distance exceeds.
    const FAR: Self;
    /// A box no wider and no higher than this is not split any more.
    const SMALL: Self;
    /// Half-way from `self` to `other`.
    fn middle(self, other: Self) -> Self;
    /// The least coordinate above `self`.
    fn above(self) -> Self;
}

impl Coordinate for f64 {
    const FAR: f64 = f64::INFINITY;
    const SMALL: f64 = 1.0 / 256.0;
    fn middle(self, other: f64) -> f64 {
        self / 2.0 + other / 2.0
    }
    fn above(self) -> f64 {
        self.next_up()
    }
}

impl Coordinate for i64 {
    const FAR: i64 = i64::MAX;
    const SMALL: i64 = 1 << 23;
    fn middle(self, other: i64) -> i64 {
        self.midpoint(other)
    }
    fn above(self) -> i64 {
        self.saturating_add(1)
    }
}

/// The square of the distance of two points.
#[inline]
pub fn squared_distance<T: Coordinate>(a: (T, T), b: (T, T)) -> T {
    let (dx, dy) = (a.0 - b.0, a.1 - b.1);
    dx * dx + dy * dy
}

/// The least squared distance of two of the points, by comparing every two.
///
/// Out of line, so that all forms run the same code: where it is inlined, the registers of its
/// surroundings decide whether the least distance has one.
#[inline(never)]
pub fn closest_naive<T: Coordinate>(pts: &[(T, T)]) -> T {
    let mut least = T::FAR;
    for (i, a) in pts.iter().enumerate() {
        for b in &pts[i + 1..] {
            let distance = squared_distance(*a, *b);
            if distance < least {
                least = distance;
            }
        }
    }
    least
}

/// A line through two points, with a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line<T> {
    /// Where it starts.
    pub from: (T, T),
    /// Where it points to.
    pub to: (T, T),
}

/// How far `p` lies to the left of `line`, times the line's length. Exactly 0 at both its ends.
#[inline]
pub fn distance<T: Coordinate>(p: (T, T), line: Line<T>) -> T {
    let Line { from, to } = line;
    (to.0 - from.0) * (p.1 - from.1) - (to.1 - from.1) * (p.0 - from.0)
}

/// A box: from `low` inclusive to `high` exclusive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area<T> {
    /// The corner with the least coordinates, which belongs to the box.
    pub low: (T, T),
    /// The opposite corner, which does not.
    pub high: (T, T),
}

/// Whether `p` lies in `area`.
#[inline]
pub fn inbox<T: Coordinate>(p: (T, T), area: Area<T>) -> bool {
    area.low.0 <= p.0 && p.0 < area.high.0 && area.low.1 <= p.1 && p.1 < area.high.1
}

/// Whether splitting `area` would not separate points any more, or separate them too finely.
pub fn smallbox<T: Coordinate>(area: Area<T>) -> bool {
    let splits = |low: T, high: T| {
        let middle = low.middle(high);
        low < middle && middle < high && high - low > T::SMALL
    };
    !splits(area.low.0, area.high.0) && !splits(area.low.1, area.high.1)
}

/// The four quadrants of a box; a point of the box is in exactly one of them.
pub fn splitbox<T: Coordinate>(area: Area<T>) -> (Area<T>, Area<T>, Area<T>, Area<T>) {
    let Area { low, high } = area;
    let middle = (low.0.middle(high.0), low.1.middle(high.1));
    (
        Area { low, high: middle },
        Area {
            low: (middle.0, low.1),
            high: (high.0, middle.1),
        },
        Area {
            low: (low.0, middle.1),
            high: (middle.0, high.1),
        },
        Area { low: middle, high },
    )
}

/// A two-dimensional space partitioning tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Quadtree<T> {
    /// No point.
    Nil,
    /// The points of a box that is not split any more.
    Leaf(Vec<(T, T)>),
    /// The four quadrants of a box.
    Tree(Box<[Quadtree<T>; 4]>),
}

impl<T> Quadtree<T> {
    /// How many points the tree holds.
    pub fn len(&self) -> usize {
        match self {
            Quadtree::Nil => 0,
            Quadtree::Leaf(points) => points.len(),
            Quadtree::Tree(quadrants) => quadrants.iter().map(Quadtree::len).sum(),
        }
    }
}
