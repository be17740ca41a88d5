//! loops: 1
// The `for` loop runs in the loop of the two chains.

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
