//! How far each element is from the mean, in standard deviations.

use loopfuse::fuse;

/// The scores, and how many of them are above three.
#[fuse(loops = 2)]
#[must_use]
pub fn standard_scores(xs: &[f64]) -> (Vec<f64>, usize) {
    let n = xs.len() as f64;
    let sum: f64 = xs.iter().sum();
    let squares: f64 = xs.iter().map(|x| x * x).sum();
    let mean = sum / n;
    let deviation = (squares / n - mean * mean).sqrt();
    let scores: Vec<f64> = xs.iter().map(|x| (x - mean) / deviation).collect();
    let far = scores.iter().filter(|score| score.abs() > 3.0).count();
    (scores, far)
}

#[test]
fn two_elements_are_one_deviation_from_the_mean() {
    assert_eq!(standard_scores(&[1.0, 3.0]), (vec![-1.0, 1.0], 0));
}
