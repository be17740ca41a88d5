//! loops: 2
// The paper's `gather`: the second loop may read any element of the first one's array.

#[loopfuse::fuse]
pub fn permuted(xs: &[f64], order: &[usize]) -> f64 {
    let scaled: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    order.iter().map(|i| scaled[*i]).sum()
}
