//! The erasure law on geometry.

use crate::common::realistic::{floats, integers, prices, same_after, same_text};

#[test]
fn geometry() {
    /// Points out of pairs of neighbours.
    macro_rules! points {
        ($xs:expr) => {
            $xs.chunks_exact(2)
                .map(|pair| applications::geometry::Vec2::new(pair[0], pair[1]))
                .collect::<Vec<_>>()
        };
    }
    /// A polygon with these corners.
    macro_rules! polygon {
        ($xs:expr) => {
            applications::geometry::Polygon {
                vertices: points!($xs),
            }
        };
    }
    same_text!(floats(), |xs| {
        let points = points!(xs);
        let bounds = applications::geometry::Aabb::from_points(&points[points.len() / 3..]);
        bounds.map(|bounds| (bounds.partition_inside(&points), bounds))
    });
    same_text!(floats(), |xs| polygon!(xs).signed_area());
    same_text!(floats(), |xs| polygon!(xs).area_and_perimeter());
    same_text!(floats(), |xs| polygon!(xs)
        .translated(applications::geometry::Vec2::new(0.5, -2.0)));
    same_text!(floats(), |xs| polygon!(xs).is_convex());
    same_text!(prices(), |xs| polygon!(xs[..xs.len().min(6)]).is_convex());
    same_text!(floats(), |xs| applications::geometry::centroid(&points!(
        xs
    )));
    same_text!(floats(), |xs| {
        let (a, b) = (
            applications::geometry::Vec2::new(0.0, 0.1),
            applications::geometry::Vec2::new(1.0, 0.3),
        );
        applications::geometry::extreme_points(&points!(xs), a, b)
    });
    same_text!(floats(), |xs| applications::geometry::nearest_index(
        &points!(xs),
        applications::geometry::Vec2::new(0.5, 0.5)
    ));
    same_after!(floats(), |xs| points!(xs), |place| {
        applications::geometry::rotate_all(place, 0.3)
    });
    same_text!(floats(), |xs| applications::geometry::radius_of_gyration(
        &points!(xs)
    ));
    same_text!(floats(), |xs| {
        let circles: Vec<_> = points!(xs).into_iter().map(|p| (p, p.x.abs())).collect();
        let direction = applications::geometry::Vec2::new(0.6, 0.8);
        applications::geometry::ray_hits(
            applications::geometry::Vec2::default(),
            direction,
            &circles,
        )
    });
    same_text!(floats(), |xs| {
        let positions: Vec<[f64; 3]> = xs.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
        let n = positions.len();
        let mesh = applications::geometry::Mesh {
            triangles: (0..n.saturating_sub(2))
                .map(|i| [i, i + 1, i + 2])
                .collect(),
            positions,
        };
        (mesh.triangle_areas(), mesh.bounds())
    });
    same_text!(floats(), |xs| {
        applications::geometry::polyline_length_and_steps(&points!(xs))
    });
    same_text!(integers(), |xs| {
        let points: Vec<[i64; 3]> = xs.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
        applications::geometry::manhattan_spread(&points, [1, -2, 3])
    });
}
