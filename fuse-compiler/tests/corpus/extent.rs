//! loops: 1
// Two chains of one tail expression.

#[loopfuse::fuse]
pub fn extent(xs: &[i64]) -> i64 {
    xs.iter().max().unwrap() - xs.iter().min().unwrap()
}
