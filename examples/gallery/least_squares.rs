//! A line through points: two means, then two sums of distances from them.

use loopfuse::fuse;

/// Slope and height of the line that is nearest to the points.
#[fuse(loops = 2)]
#[must_use]
pub fn least_squares(points: &[(f64, f64)]) -> (f64, f64) {
    let n = points.len() as f64;
    let xs: Vec<f64> = points.iter().map(|p| p.0).collect();
    let ys: Vec<f64> = points.iter().map(|p| p.1).collect();
    let mean_x = xs.iter().sum::<f64>() / n;
    let mean_y = ys.iter().sum::<f64>() / n;
    let both: f64 = points.iter().map(|p| (p.0 - mean_x) * (p.1 - mean_y)).sum();
    let squares: f64 = points.iter().map(|p| (p.0 - mean_x) * (p.0 - mean_x)).sum();
    let slope = both / squares;
    (slope, mean_y - slope * mean_x)
}

#[test]
fn points_on_a_line_give_the_line() {
    assert_eq!(
        least_squares(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]),
        (2.0, 1.0)
    );
}
