//! loops: 1
// Two filters under different conditions, each into a vector of its own.

#[loopfuse::fuse]
pub fn split_by_sign(xs: &[i32]) -> (Vec<i32>, Vec<i32>) {
    let negative: Vec<i32> = xs.iter().copied().filter(|x| *x < 0).collect();
    let positive: Vec<i32> = xs.iter().copied().filter(|x| *x >= 0).collect();
    (negative, positive)
}
