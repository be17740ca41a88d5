//! How alike two vectors are, by the angle between them.

use loopfuse::fuse;

/// One if they point the same way, zero if they have nothing in common.
#[fuse(loops = 1)]
#[must_use]
pub fn cosine(xs: &[f64], ys: &[f64]) -> f64 {
    let product: f64 = xs.iter().zip(ys).map(|(x, y)| x * y).sum();
    let of_xs: f64 = xs.iter().zip(ys).map(|(x, _)| x * x).sum();
    let of_ys: f64 = xs.iter().zip(ys).map(|(_, y)| y * y).sum();
    product / (of_xs.sqrt() * of_ys.sqrt())
}

#[test]
fn the_same_direction_is_one() {
    assert!((cosine(&[1.0, 2.0], &[2.0, 4.0]) - 1.0).abs() < 1e-12);
}
