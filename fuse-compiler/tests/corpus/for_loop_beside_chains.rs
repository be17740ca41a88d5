//! loops: 2
// A `for` loop is written by hand and stays so; the two chains share the other one.

#[loopfuse::fuse]
pub fn prefix_maxima(xs: &[i64]) -> (Vec<i64>, i64, usize) {
    let sum: i64 = xs.iter().sum();
    let positive = xs.iter().filter(|x| **x > 0).count();
    let mut maxima = Vec::new();
    for x in xs {
        let last = maxima.last().copied().unwrap_or(i64::MIN);
        maxima.push(last.max(*x));
    }
    (maxima, sum, positive)
}
