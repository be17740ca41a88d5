//! The erasure law on the four programs of paper 001.

use crate::common::law;
use crate::fused;
use crate::programs::geometry::{self, Area, Line};

#[test]
fn normalize2() {
    law!(floats, specials: |xs| float::normalize2::normalize2(xs));
    law!(integers, extremes: |xs| integer::normalize2::normalize2(xs));
}

#[test]
fn closest_points() {
    law!(float_points: |points| float::closest_points::closest_points(points));
    law!(integer_points: |points| integer::closest_points::closest_points(points));
    // Pairs of any floats, NaN and infinities among them; the recursion is quadratic on these.
    law!(specials: |xs| float::closest_points::closest_points(&pairs(&xs[..xs.len().min(600)])));
}

#[test]
fn quadtree() {
    law!(float_points: |points| float::quadtree::quadtree(points));
    law!(integer_points: |points| integer::quadtree::quadtree(points));
    law!(floats, specials: |xs| float::quadtree::bounds(&pairs(xs)));
    law!(floats, specials: |xs| {
        float::quadtree::go(&pairs(xs), Area { low: (-1.0, -1.0), high: (1.0, 4.0) })
    });
}

#[test]
fn quickhull() {
    law!(float_points: |points| float::quickhull::quickhull(points));
    law!(integer_points: |points| integer::quickhull::quickhull(points));
    law!(floats, specials: |xs| {
        float::quickhull::filter_max(Line { from: (-1.0, 0.0), to: (1.0, 0.5) }, &pairs(xs))
    });
}

fn pairs(xs: &[f64]) -> Vec<(f64, f64)> {
    xs.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// The programs compute what they say: without this, plain and fused could agree on nonsense.
mod meaning {
    use super::*;
    use crate::programs::data;

    #[test]
    fn normalized_floats_sum_to_one() {
        let (ys1, ys2) = fused::float::normalize2::normalize2(&[1.0, -0.5, 3.0]);
        assert_eq!(ys2, [0.25, -0.125, 0.75]);
        assert!((ys1.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_closest_points_are_those_of_the_naive_search() {
        for n in [99, 100, 1000, 3000] {
            let points = data::float_points(n);
            assert_eq!(
                fused::float::closest_points::closest_points(&points),
                geometry::closest_naive(&points)
            );
            let points = data::integer_points(n);
            assert_eq!(
                fused::integer::closest_points::closest_points(&points),
                geometry::closest_naive(&points)
            );
        }
    }

    #[test]
    fn the_quadtree_holds_every_point() {
        let points = data::float_points(5000);
        assert_eq!(fused::float::quadtree::quadtree(&points).len(), 5000);
        let points = data::integer_points(5000);
        assert_eq!(fused::integer::quadtree::quadtree(&points).len(), 5000);
    }

    #[test]
    fn no_point_lies_outside_the_hull() {
        let points = data::integer_points(5000);
        let hull = fused::integer::quickhull::quickhull(&points);
        assert!(hull.len() > 3);
        for (i, from) in hull.iter().enumerate() {
            let line = Line {
                from: *from,
                to: hull[(i + 1) % hull.len()],
            };
            assert!(points.iter().all(|p| geometry::distance(*p, line) <= 0));
        }
    }
}
