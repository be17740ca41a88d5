//! loops: 2
// What is known above a loop is known in it. The `for` loop is the other of the two.

#[loopfuse::fuse]
pub fn iterate(xs: &[f64], ys: &[f64], steps: usize) -> f64 {
    assert_eq!(xs.len(), ys.len());
    let mut result = 0.0;
    for step in 0..steps {
        let scale = step as f64;
        let a: f64 = xs.iter().map(|x| x * scale).sum();
        let b: f64 = ys.iter().map(|y| y - scale).sum();
        result += a * b;
    }
    result
}
