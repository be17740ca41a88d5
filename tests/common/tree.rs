//! Equality to the bit for the quadtree, where a test has both `common` and `programs`.

use crate::common::Same;
use crate::programs::geometry::Quadtree;

impl<T: Same> Same for Quadtree<T> {
    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Quadtree::Nil, Quadtree::Nil) => true,
            (Quadtree::Leaf(a), Quadtree::Leaf(b)) => a.same(b),
            (Quadtree::Tree(a), Quadtree::Tree(b)) => a.same(b),
            _ => false,
        }
    }
}
