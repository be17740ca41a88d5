//! Four looks at the same points: the smallest box that holds them.

use loopfuse::fuse;

/// Left, right, bottom, top.
#[fuse(loops = 1)]
#[must_use]
pub fn bounding_box(points: &[(f64, f64)]) -> (f64, f64, f64, f64) {
    let left = points.iter().map(|p| p.0).fold(f64::INFINITY, f64::min);
    let right = points.iter().map(|p| p.0).fold(f64::NEG_INFINITY, f64::max);
    let bottom = points.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
    let top = points.iter().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
    (left, right, bottom, top)
}

#[test]
fn it_holds_all_points() {
    let points = [(1.0, 5.0), (-2.0, 3.0), (0.5, 4.0)];
    assert_eq!(bounding_box(&points), (-2.0, 1.0, 3.0, 5.0));
}
